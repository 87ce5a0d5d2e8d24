//! Tables of functions by which each language interprets a file in its workspace. This is the only module above the
//! languages that distinguishes between them. [`Semantics`] is small and always loaded; [`Services`] is the rest, which
//! the modeller loads lazily.

mod asd;
mod assembly;
mod homing;
mod previewer;
mod tosca;

use std::fmt;

use serde_yaml::Value;
use smol_str::SmolStr;

use crate::assignable::Assignable;
use crate::completion::cursor::{CursorContext, Reference};
use crate::completion::{Completion, ValidName};
use crate::context::FileContext;
use crate::edit::{Change, EditError, TextEdit};
use crate::editing::conversion::Conversion;
use crate::editing::{self, Boxes, add, clipboard, layout};
use crate::exports::Exports;
use crate::hover::{Hint, Hover};
use crate::identity::Identifiers;
use crate::inherited::{Inherited, Relatives, TypeMember};
use crate::language::Language;
use crate::naming::valid_name;
use crate::preview::question::Question;
use crate::rules::LanguageRules;
use crate::schema::diff::{self, Difference};
use crate::schema::outline;
use crate::schema::table::Documentation;
use crate::schema::{Field, Need};
use crate::sorted_map::SortedSet;
use crate::symbol::{Context, DescriptorRef, Mention, Removed, Symbol, SymbolKind};
use crate::syntax::{Node, NodePath};
use crate::text::{FilePath, Span};
use crate::topology::diagrams::{Diagram, DiagramKey};
use crate::topology::{
    Action, CandidateEnd, Command, ConnectionEnd, End, MovedEnd, Offer, PortKind, Topology, VertexKind,
};
use crate::workspace::SourceFile;

pub use previewer::{Computation, Compute, Outcome, Previewer};

/// The functions of a language needed for indexing and diagrams.
pub struct Semantics {
    /// The definitions of a file that others can see, and the files it builds on.
    pub exports: fn(&SourceFile) -> Exports,
    /// The diagram of a file.
    pub topology: fn(FileContext<'_>) -> Option<Topology>,
    /// The file whose diagram opens inside the box at a path.
    pub nested: fn(FileContext<'_>, &NodePath) -> Option<FilePath>,
    /// Whether the diagram of a file has boxes that can be expanded in place.
    pub has_parts: fn(&SourceFile) -> bool,
    /// The files that a file directly depends on.
    pub sources: fn(FileContext<'_>) -> Vec<FilePath>,
    /// The identifiers by which descriptors of any language refer to each other.
    pub identifiers: fn(&SourceFile) -> Identifiers,
}

/// The functions of a language needed for editing, checking and previewing.
pub struct Services {
    /// The diagram of a file with everything that other files say about it, instead of [`Semantics::topology`]. With
    /// `true`, hosts are drawn the opposite way from the default: as frames, or as boxes with connections.
    pub topology: Option<DrawDiagram>,
    /// Every name that a file defines, in text order.
    pub symbols: fn(&SourceFile) -> Vec<Symbol>,
    /// Every name that a file mentions, with its target, in text order.
    pub mentions: fn(FileContext<'_>) -> Vec<Mention>,
    pub rules: LanguageRules,
    pub complete: Completer,
    /// Hover text for the scalar at a path, or for the part of it at an offset.
    pub hover_value: fn(FileContext<'_>, &NodePath, usize) -> Option<Hover>,
    /// More about the key at a path, to be shown after its definition.
    pub explain: fn(FileContext<'_>, &NodePath) -> Option<String>,
    /// Hover text for a free key that defines nothing.
    pub hover_key: fn(FileContext<'_>, &NodePath) -> Option<String>,
    /// The hints in a part of a file, in text order.
    pub hints: fn(FileContext<'_>, Span) -> Vec<Hint>,
    pub commands: Commands,
    pub rename: Rename,
    /// The values that can be assigned at each of some paths, where definitions in the catalog determine them.
    pub assignable: fn(FileContext<'_>, &[NodePath]) -> Vec<Option<Assignable>>,
    /// The initial value of a new entry at a path, if the tables do not determine it.
    pub blank: fn(FileContext<'_>, &NodePath) -> Option<Value>,
    pub inside: Inside,
    /// The members that definitions of a file inherit from their types.
    pub inherited: for<'a> fn(FileContext<'a>) -> Vec<Inherited<'a>>,
    /// The rewrites at an offset that keep the meaning, each as a change with its title.
    pub rewrites: fn(FileContext<'_>, usize) -> Vec<Change>,
    /// The descriptor in the other forms of the language.
    pub conversions: fn(FileContext<'_>) -> Result<Vec<Conversion>, EditError>,
    pub preview: Option<Previewer>,
    /// The diagrams of a file, if it has others than its topology.
    pub diagrams: Option<&'static Diagrams>,
    /// The relations of types that derive from each other.
    pub types: Option<&'static Types>,
    /// The definitions that are checked separately after an edit.
    pub separate: Option<&'static Separate>,
}

/// Relations of types.
pub struct Types {
    /// All members of the type at a path, with their origins.
    pub members: fn(FileContext<'_>, &NodePath) -> Vec<TypeMember>,
    /// The definitions that the type at a path derives from, and that derive from it.
    pub relatives: fn(FileContext<'_>, &NodePath) -> Relatives,
}

/// How a library divides into definitions. The findings in one follow from its own text, from what it mentions of others,
/// directly or indirectly, and from other files.
pub struct Separate {
    /// The keys of the root with named definitions.
    pub sections: &'static [&'static str],
    /// The other keys that a library has.
    pub others: &'static [&'static str],
    /// A hash of what other definitions can see of one.
    pub visible: fn(&Node) -> u64,
    /// Whether definitions that build on one of this section mention it or others that build on it.
    pub is_used_by_mention: fn(&SourceFile, &str) -> bool,
}

/// The diagrams of a file.
pub struct Diagrams {
    /// All diagrams with the topology, in the order in which they are listed. The first one is shown when a file is opened.
    pub list: fn(FileContext<'_>) -> Vec<Diagram>,
    pub draw: fn(FileContext<'_>, &DiagramKey) -> Option<Topology>,
    /// The kinds of boxes that can be added.
    pub offers: fn(FileContext<'_>, &DiagramKey) -> Vec<Offer>,
    /// The diagram of what the box at a path runs or contains.
    pub of_box: fn(FileContext<'_>, &NodePath) -> Option<(FilePath, DiagramKey)>,
    /// The definition of the type of a box, or the type that a box is.
    pub type_of: fn(FileContext<'_>, &NodePath) -> Option<(FilePath, NodePath)>,
    /// The edits that add a diagram.
    pub additions: fn(FileContext<'_>) -> Vec<Action>,
}

impl Services {
    /// The documentation of the tables of the language.
    pub fn documentation(&self) -> Documentation {
        self.rules.hooks.documentation
    }
}

/// Draws the diagram of a file.
pub type DrawDiagram = fn(FileContext<'_>, bool) -> Option<Topology>;

/// The diagrams inside boxes that are not those of other descriptors: a chart with its sub-charts.
pub struct Inside {
    /// Whether the box at a path has one.
    pub opens: fn(FileContext<'_>, &NodePath) -> bool,
    pub draw: fn(FileContext<'_>, &NodePath) -> Option<Topology>,
}

impl Inside {
    /// For languages without such boxes.
    pub const NONE: Inside = Inside { opens: |_, _| false, draw: |_, _| None };
}

/// Completion beyond the schema.
pub struct Completer {
    /// Inside an unfinished reference.
    pub reference: fn(FileContext<'_>, &Reference, &CursorContext) -> Vec<Completion>,
    /// Inside an expression; `None` if the cursor is not in one.
    pub expression: fn(FileContext<'_>, &CursorContext, usize) -> Option<Vec<Completion>>,
    /// How much a mapping needs a key of its table; `None` if the key has no meaning there.
    pub need: fn(FileContext<'_>, &NodePath, &Field) -> Option<Need>,
    /// Free keys.
    pub free_keys: fn(FileContext<'_>, &CursorContext) -> Vec<Completion>,
    /// The names of a kind that can be written at a path, best first.
    pub names: fn(FileContext<'_>, SymbolKind, &NodePath) -> Vec<ValidName>,
    /// The names of a kind in files that could be imported, each with the edit that imports its file.
    pub importable: fn(FileContext<'_>, SymbolKind) -> Vec<(ValidName, TextEdit)>,
    /// Whole references as values.
    pub references: fn(FileContext<'_>, &CursorContext) -> Vec<Completion>,
    /// The functions that can stand in place of the scalar at a path, in flow notation; the flag asks for numbers alone.
    pub functions: fn(FileContext<'_>, &NodePath, bool) -> Vec<String>,
    /// Values where the schema accepts any text.
    pub values: fn(FileContext<'_>, &CursorContext) -> Vec<Completion>,
    /// The meaning of a keyword.
    pub meaning: fn(FileContext<'_>, &NodePath, &str) -> Option<&'static str>,
    /// Whether a word of the schema can be used in this file.
    pub is_fitting: fn(FileContext<'_>, &str) -> bool,
}

/// The title of a removal, and the removed paths.
pub type Removal = (String, SortedSet<NodePath>);

/// Renames a whole descriptor, given the locations that mention it.
pub type RenameDescriptor = fn(FileContext<'_>, &Symbol, &str, &[(FilePath, Mention)]) -> Result<Change, EditError>;

/// Finds the ends that a connection from a port could have.
pub type AcceptableEnds = fn(FileContext<'_>, &End, PortKind) -> Vec<ConnectionEnd>;

/// Edits of the diagram.
pub struct Commands {
    /// The boxes of a file.
    pub boxes: fn(FileContext<'_>) -> &'static Boxes,
    /// The change that a command makes, or the reason why it is refused.
    pub run: fn(FileContext<'_>, &Boxes, &Command) -> Result<Change, EditError>,
    /// The title and paths of the removal of these paths, without consequences.
    pub removal: fn(FileContext<'_>, &[NodePath]) -> Result<Removal, EditError>,
    /// The paths that must be removed because they mention something that is removed.
    pub followers: fn(FileContext<'_>, &[Mention], &Removed) -> Vec<NodePath>,
    /// The edit that removes these paths.
    pub cut: fn(FileContext<'_>, &SortedSet<NodePath>) -> Result<TextEdit, EditError>,
    /// The parts at these paths as text for the clipboard.
    pub clip: fn(FileContext<'_>, &Boxes, &[NodePath]) -> Result<String, EditError>,
    /// The kinds of boxes that can be added, apart from components of an assembly.
    pub offers: fn(FileContext<'_>, &Boxes) -> Vec<Offer>,
    /// The edits for the boxes at these paths that only this language has.
    pub actions: fn(FileContext<'_>, &[NodePath], &Question) -> Vec<Action>,
    /// The metrics that a new scaling policy can watch.
    pub load_metrics: fn(FileContext<'_>) -> Vec<SmolStr>,
    /// The ends that are accepted, if they can be found faster than all.
    pub acceptable_ends: Option<AcceptableEnds>,
    /// Every end that a connection from a port could have, with the reason if it is refused.
    pub candidate_ends: fn(FileContext<'_>, &End, PortKind) -> Vec<CandidateEnd>,
    /// Every port of a vertex where a connection can begin.
    pub connection_starts: fn(FileContext<'_>, &NodePath) -> Vec<ConnectionEnd>,
    /// The ports of a vertex that only carry a value.
    pub valued_ports: fn(FileContext<'_>, &NodePath) -> Vec<ConnectionEnd>,
    /// The path of the value that a port carries, whether it exists or not; `None` if the text cannot contain one.
    pub value_of: fn(FileContext<'_>, &ConnectionEnd) -> Option<NodePath>,
    pub reconnection: Reconnection,
    /// The descriptors whose instances would have a matching port.
    pub fitting: fn(FileContext<'_>, &End, PortKind) -> Vec<DescriptorRef>,
    /// The boxes that would have a matching port, if boxes are entries of sections.
    pub fitting_offers: fn(FileContext<'_>, &Boxes, &End, PortKind) -> Vec<Offer>,
    /// The path by which [`Command::Promote`] names a port.
    pub promoted: fn(&End, PortKind) -> NodePath,
    /// Extraction of boxes, if they are entries of sections.
    pub extraction: Option<Extraction>,
    /// Where a file with this name is stored that is attached to the part at a path with [`Command::Attach`]; `None` if
    /// the part takes no files.
    pub attachment: fn(FileContext<'_>, &NodePath, &str) -> Option<FilePath>,
    /// The missing files of any kind that a file names.
    pub missing_files: fn(FileContext<'_>) -> Vec<FilePath>,
}

/// Moving the ends of connections.
pub struct Reconnection {
    /// The end that stays, where a connection to the new end would start; `None` if the other end cannot be moved.
    pub start: fn(FileContext<'_>, &Boxes, &MovedEnd) -> Option<ConnectionEnd>,
    /// Every port that the end could be moved to, with the reason if it is refused.
    pub candidates: fn(FileContext<'_>, &Boxes, &MovedEnd) -> Vec<CandidateEnd>,
    pub run: fn(FileContext<'_>, &Boxes, &MovedEnd, &End) -> Result<Change, EditError>,
}

impl Reconnection {
    /// No end can be moved.
    pub const NONE: Reconnection = Reconnection {
        start: |_, _, _| None,
        candidates: |_, _, _| Vec::new(),
        run: |_, _, _, _| Err(editing::refused("this end cannot be moved")),
    };
}

/// The names for the extraction of boxes to a file of their own.
pub struct Extraction {
    /// A free name for the type of the box that replaces these boxes.
    pub proposed: fn(FileContext<'_>, &[NodePath]) -> Option<String>,
    /// The file for a type of this name; `None` if it exists.
    pub file: fn(FileContext<'_>, &str) -> Option<FilePath>,
}

/// Renaming of definitions.
pub struct Rename {
    /// Whether every mention of a definition of this kind is known.
    pub is_followed: fn(SymbolKind) -> bool,
    /// Checks that a new name is valid.
    pub check_name: fn(&str) -> Result<(), EditError>,
    /// The form of a name in a mention.
    pub written: fn(&str, Context) -> String,
    /// Locations that contain the name of a symbol but are not mentions.
    pub also_named: fn(FileContext<'_>, &Symbol) -> Vec<(FilePath, Span)>,
    pub descriptor: RenameDescriptor,
    /// Whether to refuse a rename that would cause a finding.
    pub must_bring_no_finding: bool,
}

impl Language {
    /// The kind of box that represents a whole descriptor of the language.
    pub fn vertex_kind(self) -> VertexKind {
        match self {
            Language::Assembly => VertexKind::Assembly,
            Language::Resource => VertexKind::Resource,
            Language::Tosca | Language::Asd | Language::Homing => VertexKind::NodeTemplate,
        }
    }

    pub fn semantics(self) -> &'static Semantics {
        match self {
            Language::Assembly | Language::Resource => &assembly::SEMANTICS,
            Language::Tosca => &tosca::SEMANTICS,
            Language::Asd => &asd::SEMANTICS,
            Language::Homing => &homing::SEMANTICS,
        }
    }

    pub fn services(self) -> &'static Services {
        SERVICES.of(self)
    }

    /// The documentation of the tables of this language. Using it links the services of all languages.
    pub fn documentation(self) -> Documentation {
        self.services().documentation()
    }
}

/// A value per language. Assembly and resource descriptors share one.
#[derive(Clone, Copy, Debug)]
pub struct PerLanguage<T> {
    pub assembly: T,
    pub tosca: T,
    pub asd: T,
    pub homing: T,
}

impl<T: Copy> PerLanguage<T> {
    pub fn of(&self, language: Language) -> T {
        match language {
            Language::Assembly | Language::Resource => self.assembly,
            Language::Tosca => self.tosca,
            Language::Asd => self.asd,
            Language::Homing => self.homing,
        }
    }
}

/// The services of all languages. Code that uses one field links the services of that language only.
pub const SERVICES: PerLanguage<&'static Services> = PerLanguage {
    assembly: &assembly::SERVICES,
    tosca: &tosca::SERVICES,
    asd: &asd::SERVICES,
    homing: &homing::SERVICES,
};

/// The changes from one file of a language to another, worst first.
pub type Compare = fn(FileContext<'_>, FileContext<'_>) -> Vec<Difference>;

/// The comparisons of all languages. They are no services, so that the modeller, which shows no such changes, does not link them.
pub const COMPARISONS: PerLanguage<Compare> = PerLanguage {
    assembly: |before, after| crate::assembly::difference::of_files(before.file, after.file),
    tosca: crate::tosca::difference::of_files,
    asd: |before, after| crate::asd::difference::of_files(before.file, after.file),
    homing: difference_of_trees,
};

/// The loaded services: all of them in the program; the modeller starts with none.
#[derive(Clone, Copy, Default)]
pub struct Provided([Option<&'static Services>; Language::ALL.len()]);

impl Provided {
    pub const NONE: Provided = Provided([None; Language::ALL.len()]);

    /// The services of every language.
    pub fn all() -> Self {
        Provided(Language::ALL.map(|language| Some(language.services())))
    }

    /// Adds the services of a language.
    pub fn with(mut self, language: Language, services: &'static Services) -> Self {
        self.0[language as usize] = Some(services);
        self
    }

    /// These services combined with those of `others`.
    pub fn and(self, others: Provided) -> Self {
        Provided(Language::ALL.map(|language| self.of(language).or(others.of(language))))
    }

    pub fn of(&self, language: Language) -> Option<&'static Services> {
        self.0[language as usize]
    }
}

impl fmt::Debug for Provided {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let here = Language::ALL.into_iter().filter(|language| self.of(*language).is_some());
        formatter.debug_set().entries(here).finish()
    }
}

impl Completer {
    /// Nothing beyond the schema.
    const FROM_SCHEMA: Completer = Completer {
        reference: |_, _, _| Vec::new(),
        expression: |_, _, _| None,
        need: |_, _, field| Some(field.need),
        free_keys: |_, _| Vec::new(),
        names: |_, _, _| Vec::new(),
        importable: |_, _| Vec::new(),
        references: |_, _| Vec::new(),
        functions: |_, _, _| Vec::new(),
        values: |_, _| Vec::new(),
        meaning: |_, _, _| None,
        is_fitting: |_, _| true,
    };
}

impl Commands {
    /// Edits derived from the schema alone: boxes without connections.
    const FROM_SCHEMA: Commands = Commands {
        boxes: |_| &Boxes::NONE,
        run: editing::run,
        removal: editing::removal,
        followers: editing::followers,
        cut: editing::cut,
        clip: clipboard::clip,
        offers: add::offers,
        actions: |_, _, _| Vec::new(),
        load_metrics: |_| Vec::new(),
        acceptable_ends: None,
        candidate_ends: |_, _, _| Vec::new(),
        connection_starts: |_, _| Vec::new(),
        valued_ports: |_, _| Vec::new(),
        value_of: |_, _| None,
        reconnection: Reconnection::NONE,
        fitting: |_, _, _| Vec::new(),
        fitting_offers: |_, _, _, _| Vec::new(),
        promoted: section_of_port,
        extraction: None,
        attachment: |_, _, _| None,
        missing_files: |_| Vec::new(),
    };
}

impl Rename {
    /// Renaming of definitions whose mentions are all known.
    const fn of_followed(is_followed: fn(SymbolKind) -> bool) -> Self {
        Rename {
            is_followed,
            // Type names have several parts.
            check_name: |name| name.trim().split('.').try_for_each(|part| valid_name(part).map(drop)),
            written: |name, _| name.to_owned(),
            also_named: layout::names,
            descriptor: |_, symbol, _, _| {
                Err(EditError::Refused(format!("`{}` is not a full name: rename it in the text", symbol.name)))
            },
            must_bring_no_finding: true,
        }
    }
}

/// The diagram of a file, with the boxes at their positions from the layout file.
fn topology_with_layout(context: FileContext<'_>, topology: impl FnOnce(&Node, &str) -> Topology) -> Option<Topology> {
    let file = context.file;
    let mut topology = topology(file.root.as_ref()?, file.path.stem());
    layout::apply(context, &mut topology);
    Some(topology)
}

/// The path of a port in the section of its kind; values are properties.
fn section_of_port(end: &End, kind: PortKind) -> NodePath {
    let section = match kind {
        PortKind::Capability => "capabilities",
        PortKind::Requirement => "requirements",
        PortKind::Input | PortKind::Output => "properties",
    };
    end.vertex.key(section).key(&end.port)
}

/// The differences between two files compared as trees. The version always differs between two versions, so it is not
/// reported.
fn difference_of_trees(before: FileContext<'_>, after: FileContext<'_>) -> Vec<Difference> {
    let (before, after) = (before.file, after.file);
    let (Some(old), Some(new)) = (&before.root, &after.root) else { return Vec::new() };
    let mut found = diff::of_trees((old, &before.text), (new, &after.text));
    let both = before.edition().is_some() && after.edition().is_some();
    let version = after.language.and_then(Language::version_path).filter(|_| both);
    found.retain(|one| one.before.is_none() || one.after.is_none() || Some(&one.path) != version.as_ref());
    found
}

/// Every name that a file defines according to the tables.
fn symbols_of_tables(file: &SourceFile) -> Vec<Symbol> {
    match (&file.root, file.language) {
        (Some(root), Some(language)) => {
            let mut symbols = outline::symbols(&file.path, root, language.schema_of(root));
            // A foreign node is still a node of the template.
            symbols.retain(|one| one.kind == SymbolKind::NodeTemplate || !language.is_foreign(root, &one.path));
            symbols
        }
        _ => Vec::new(),
    }
}
