//! The rules. Each is one place: its code, its documentation with a bad and a good example that run as tests, its
//! check and its fix. The file `rules/assembly/no_such_component.rs` holds the rule `assembly/no-such-component`.

pub mod asd;
pub mod assembly;
pub mod catalog;
pub mod conformance;
pub mod homing;
pub mod ignored;
pub mod schema;
pub mod stated;
pub mod tosca;
pub mod yaml;

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::rc::Rc;

use serde::{Deserialize, Serialize};

use crate::assembly::flow::{self, Flow};
use crate::assembly::interpolation::Interpolation;
use crate::assembly::model;
use crate::assembly::values::{Value, values};
use crate::catalog::{Catalog, closest};
use crate::diagnostic::{Diagnostic, Fix, Related, Safety, Severity};
use crate::edit::{Change, TextEdit};
use crate::expansion::Typing;
use crate::language::{Descriptor, Language};
use crate::released::Released;
use crate::sorting::Sorting;
use crate::symbol::{DescriptorRef, Mention, Target};
use crate::syntax::NodePath;
use crate::syntax::patch::Draft;
use crate::text::{FilePath, Span};
use crate::workspace::{SourceFile, Workspace};

/// A rule: what it is called, what it is for, and how it is checked.
pub struct Rule {
    /// `folder/fault`, the path of its file.
    pub code: &'static str,
    pub severity: Severity,
    /// What it says, in a line without a period.
    pub title: &'static str,
    /// Why it matters and what to do, in Markdown.
    pub doc: &'static str,
    /// The numbered rules of the language that it enforces.
    pub sources: &'static [&'static str],
    /// A small text that breaks the rule, and that text mended; lines `# file: name.yaml` keep files apart.
    pub bad: &'static str,
    pub good: &'static str,
    pub check: fn(&mut Check<'_>),
}

/// What checking takes of a rule. Its documentation is kept apart, which only what tells it to somebody carries.
#[derive(Clone, Copy)]
struct Checking {
    code: &'static str,
    severity: Severity,
    check: fn(&mut Check<'_>),
}

/// The rules by their folders, in the order in which they are told.
const FOLDERS: [&[&Rule]; 7] =
    [yaml::RULES, schema::RULES, catalog::RULES, assembly::RULES, tosca::RULES, asd::RULES, homing::RULES];

const N_RULES: usize = {
    let (mut n_rules, mut folder) = (0, 0);
    while folder < FOLDERS.len() {
        n_rules += FOLDERS[folder].len();
        folder += 1;
    }
    n_rules
};

static CHECKINGS: [Checking; N_RULES] = {
    let folders = FOLDERS;
    let Rule { code, severity, check, .. } = *yaml::RULES[0];
    let mut checkings = [Checking { code, severity, check }; _];
    let (mut folder, mut rule, mut at) = (0, 0, 0);
    while folder < folders.len() {
        while rule < folders[folder].len() {
            let Rule { code, severity, check, .. } = *folders[folder][rule];
            checkings[at] = Checking { code, severity, check };
            (rule, at) = (rule + 1, at + 1);
        }
        (folder, rule) = (folder + 1, 0);
    }
    checkings
};

/// The codes of all rules.
pub fn codes() -> impl Iterator<Item = &'static str> {
    CHECKINGS.iter().map(|checking| checking.code)
}

/// All rules, by code.
pub fn all() -> impl Iterator<Item = &'static Rule> {
    FOLDERS.into_iter().flatten().copied()
}

/// The rule of this code.
pub fn find(code: &str) -> Option<&'static Rule> {
    all().find(|rule| rule.code == code)
}

/// Which product the descriptors are for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Profile {
    /// IBM Cloud Pak for Network Automation.
    #[default]
    Cp4na,
    /// Telco Network Cloud - Orchestration: types are not used, all values are strings.
    Tnco,
}

impl Profile {
    pub fn typing(self) -> Typing {
        match self {
            Profile::Cp4na => Typing::Declared,
            Profile::Tnco => Typing::Text,
        }
    }
}

/// Whether the descriptors are parts of packages, which give them their names.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Packaging {
    /// Where a project file or its place says so.
    #[default]
    Free,
    /// All are, whether or not their project files are at hand.
    Lmctl,
}

/// The severity that a catalog wants a rule to have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    Error,
    Warning,
    Info,
    /// What it finds is not told.
    Off,
}

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    pub profile: Profile,
    pub packaging: Packaging,
    /// Whether what does not resolve is an error.
    pub strict: bool,
    /// The rules whose severity is another than usual, by code or by folder.
    pub rules: BTreeMap<String, Level>,
}

impl Settings {
    /// What is asked for the rule of `code`: for itself, or else for its folder.
    fn level(&self, code: &str) -> Option<Level> {
        let folder = || code.split_once('/').and_then(|(folder, _)| self.rules.get(folder));
        self.rules.get(code).or_else(folder).copied()
    }
}

/// One file under check: what a rule sees, and where it reports.
pub struct Check<'a> {
    pub file: &'a SourceFile,
    pub workspace: &'a Workspace,
    pub catalog: &'a Catalog,
    pub settings: &'a Settings,
    /// What the catalog was before, if that is known.
    pub released: Option<&'a Released>,
    /// Every name that the file speaks of, with what it leads to.
    pub mentions: &'a [Mention],
    rule: &'static Checking,
    found: Vec<Diagnostic>,
    /// How many of these other rules have found.
    n_others: usize,
    shared: Rc<Shared<'a>>,
}

/// A value with references in it, taken apart.
pub struct Reading<'a> {
    pub value: Value<'a>,
    pub interpolation: Interpolation,
}

/// What several rules need.
struct Shared<'a> {
    /// How values flow through the descriptor in the file.
    flow: Option<Rc<Flow<'a>>>,
    readings: Rc<Vec<Reading<'a>>>,
    /// The places in the file that do not fit its tables.
    misfits: HashSet<&'a NodePath>,
    /// The text of the file, not edited yet.
    draft: Draft,
}

/// What is wrong with `file`, in the order of the text.
pub fn check(
    file: &SourceFile,
    workspace: &Workspace,
    catalog: &Catalog,
    released: Option<&Released>,
    mentions: &[Mention],
    settings: &Settings,
) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let descriptor = file.descriptor.as_ref().map(|Descriptor::Assembly(descriptor)| descriptor);
    let flow = descriptor.map(|descriptor| Rc::new(flow::flow(workspace, catalog, descriptor, &file.text)));
    let readings = Rc::new(descriptor.map_or_else(Vec::new, |descriptor| readings(file, descriptor)));
    let misfits = file.problems().iter().map(|problem| &problem.path).collect();
    let shared = Rc::new(Shared { flow, readings, misfits, draft: Draft::of(&file.text, &file.tree) });
    for rule in &CHECKINGS {
        let shared = Rc::clone(&shared);
        let n_others = found.len();
        let mut check = Check { file, workspace, catalog, settings, released, mentions, rule, found, n_others, shared };
        (rule.check)(&mut check);
        found = check.found;
    }
    // As long as the depth of a line is not what it seems, everything else follows from that.
    if found.iter().any(yaml::hides_structure) {
        found.retain(yaml::hides_structure);
    }
    // Where a tab hides how deep a line stands, what seems to be out of its place follows from that.
    let unclear = yaml::tab_indentation::unclear(file);
    let of_depth = |diagnostic: &Diagnostic| {
        let own = diagnostic.code == yaml::tab_indentation::RULE.code;
        !own && ["yaml/", "schema/"].iter().any(|folder| diagnostic.code.starts_with(folder))
    };
    found.retain(|diagnostic| !of_depth(diagnostic) || !unclear.iter().any(|span| span.contains(diagnostic.span)));
    // What seems to stand in a line that is no sound YAML is not what was meant: there is no arguing with it.
    let line = |diagnostic: &Diagnostic| file.lines.line(diagnostic.span.start as usize);
    let of_text = |diagnostic: &Diagnostic| diagnostic.code.starts_with("yaml/");
    let broken = found.iter().filter(|diagnostic| of_text(diagnostic) && diagnostic.severity == Severity::Error);
    let broken: BTreeSet<usize> = broken.map(line).collect();
    found.retain(|diagnostic| of_text(diagnostic) || !broken.contains(&line(diagnostic)));
    let misread = schema::outdented_body::misread(file);
    let own = |diagnostic: &Diagnostic| diagnostic.code == schema::outdented_body::RULE.code;
    found.retain(|diagnostic| {
        of_text(diagnostic) || own(diagnostic) || !misread.iter().any(|span| span.contains(diagnostic.span))
    });
    ignored::apply(file, &mut found);
    found.retain_mut(|diagnostic| {
        let severity = ignored::leveled(diagnostic.severity, settings.level(diagnostic.code));
        severity.is_some_and(|severity| {
            diagnostic.severity = severity;
            true
        })
    });
    found.order_by_key(|diagnostic| (diagnostic.span.start, diagnostic.severity, diagnostic.code));
    // What is merged in twice is wrong once.
    found.dedup_by(|one, other| one.code == other.code && one.span == other.span && one.message == other.message);
    found
}

fn readings<'a>(file: &SourceFile, descriptor: &'a model::Descriptor) -> Vec<Reading<'a>> {
    let refers = |value: &Value<'_>| value.node.as_text().is_some_and(|text| text.contains("${"));
    let values = values(descriptor).into_iter().filter(refers);
    values.map(|value| Reading { interpolation: Interpolation::of(value.node, &file.text), value }).collect()
}

impl<'a> Check<'a> {
    /// A finding of the rule at `span`, to which help, fixes and second places can be added.
    pub fn report(&mut self, span: Span, message: impl Into<String>) -> Finding<'_> {
        self.found.push(Diagnostic {
            code: self.rule.code,
            severity: self.rule.severity,
            file: self.file.path.clone(),
            span,
            message: message.into(),
            help: None,
            related: Vec::new(),
            fixes: Vec::new(),
        });
        let index = self.found.len() - 1;
        let is_one_of_many = index - self.n_others >= MANY;
        Finding { diagnostic: &mut self.found[index], draft: &self.shared.draft, is_one_of_many }
    }

    /// The assembly or resource descriptor in the file.
    pub fn descriptor(&self) -> Option<&'a model::Descriptor> {
        match self.file.descriptor.as_ref()? {
            Descriptor::Assembly(descriptor) => Some(descriptor),
        }
    }

    /// Every value of the descriptor in the file that has references in it, or tries to.
    pub fn readings(&self) -> Rc<Vec<Reading<'a>>> {
        Rc::clone(&self.shared.readings)
    }

    /// Whether what stands at `path` in the file does not fit its tables.
    pub fn is_misfit(&self, path: &NodePath) -> bool {
        self.shared.misfits.contains(path)
    }

    /// How values flow through the descriptor in the file.
    pub fn flow(&self) -> Option<Rc<Flow<'a>>> {
        self.shared.flow.clone()
    }

    /// The descriptor in the file, if it is an assembly.
    pub fn assembly(&self) -> Option<&'a model::Descriptor> {
        self.descriptor().filter(|_| self.file.language == Some(Language::Assembly))
    }

    /// The descriptor in the file, if it is a resource.
    pub fn resource(&self) -> Option<&'a model::Descriptor> {
        self.descriptor().filter(|_| self.file.language == Some(Language::Resource))
    }

    /// The name of the descriptor in the file: as it is written, or else as its project gives it, which stands nowhere and
    /// is found at the first key.
    pub fn name(&self) -> Option<model::Text> {
        let descriptor = self.descriptor()?;
        if descriptor.name.is_some() {
            return descriptor.name.clone();
        }
        let first = self.file.root.as_ref()?.entries().first()?;
        let value = descriptor.full_name.as_ref()?.to_string().into();
        Some(model::Text { value, span: first.key.span })
    }

    /// The descriptor of this name; a range stands for its highest version.
    pub fn resolve(&self, name: &DescriptorRef) -> Option<&'a model::Descriptor> {
        self.resolve_file(name).map(|(_, descriptor)| descriptor)
    }

    /// The same with its file.
    pub fn resolve_file(&self, name: &DescriptorRef) -> Option<(&'a SourceFile, &'a model::Descriptor)> {
        crate::assembly::resolve(self.workspace, self.catalog, name)
    }

    /// The property that a mention leads to, with the descriptor that declares it.
    pub fn declaration(&self, target: &Target) -> Option<(&'a model::Descriptor, &'a model::Property)> {
        let Target::Found { file, path } = target else { return None };
        let Descriptor::Assembly(descriptor) = self.workspace.file(file)?.descriptor.as_ref()?;
        let property = descriptor.all_properties().find(|property| property.name.path == *path)?;
        Some((descriptor, property))
    }
}

/// How many findings of one rule in one file have fixes that are worked out on all of the text.
const MANY: usize = 100;

/// A finding just made.
pub struct Finding<'a> {
    diagnostic: &'a mut Diagnostic,
    draft: &'a Draft,
    is_one_of_many: bool,
}

impl Finding<'_> {
    /// What to do about it.
    pub fn help(self, help: impl Into<String>) -> Self {
        self.diagnostic.help = Some(help.into());
        self
    }

    /// Another severity than the rule's own.
    pub fn severity(self, severity: Severity) -> Self {
        self.diagnostic.severity = severity;
        self
    }

    pub fn related(self, file: &FilePath, span: Span, message: impl Into<String>) -> Self {
        self.diagnostic.related.push(Related { file: file.clone(), span, message: message.into() });
        self
    }

    /// A change of this file that mends it.
    pub fn fix(self, title: impl Into<String>, safety: Safety, edit: TextEdit) -> Self {
        // What an alias stands for means something in other places as well.
        let safety = if self.draft.is_shared(&edit) { Safety::Unsafe } else { safety };
        let change = Change::of_file(title, self.diagnostic.file.clone(), edit);
        self.diagnostic.fixes.push(Fix { change, safety });
        self
    }

    /// A change made by editing the tree; left out where the edit is refused. Each is worked out on all of the text, so that
    /// beyond [`MANY`] findings of a rule there are none.
    pub fn fix_by(
        self,
        title: impl Into<String>,
        safety: Safety,
        edit: impl FnOnce(&mut Draft) -> Result<(), crate::edit::EditError>,
    ) -> Self {
        if self.is_one_of_many {
            return self;
        }
        let mut draft = self.draft.clone();
        match edit(&mut draft) {
            Ok(()) => self.fix(title, safety, draft.finish()),
            Err(_) => self,
        }
    }

    /// Asks for the nearest of `names`, and puts it in the place of `name`; `otherwise` is the help where none is near.
    pub fn suggest<'n>(self, name: &str, names: impl IntoIterator<Item = &'n str>, otherwise: &str) -> Self {
        let Some(near) = closest(name, names) else { return self.help(otherwise) };
        let finding = self.help(format!("did you mean `{near}`?"));
        // A name that would need quotes is not put in place.
        let plain = near.chars().all(|character| character.is_alphanumeric() || "_-.:^$/".contains(character));
        if plain { finding.replace_name(name, near) } else { finding }
    }

    /// Puts `text` in the place of `name`, inside the quotes it may have. Where the text writes it in another way, with
    /// escapes, nothing is offered.
    pub fn replace_name(self, name: &str, text: &str) -> Self {
        let span = self.diagnostic.span;
        let raw = span.of(self.draft.text());
        let quoted = raw.len() == name.len() + 2 && raw.starts_with(['\'', '"']);
        let inner = if quoted { Span::new(span.start as usize + 1, span.end as usize - 1) } else { span };
        if inner.of(self.draft.text()) != name {
            return self;
        }
        self.fix(format!("Replace with `{text}`"), Safety::Unsafe, TextEdit::replace(inner, text))
    }

    /// Puts `text` in the place of what is wrong: `did you mean ...`.
    pub fn replace_with(self, text: &str, safety: Safety) -> Self {
        let edit = TextEdit::replace(self.diagnostic.span, text);
        self.fix(format!("Replace with `{text}`"), safety, edit)
    }
}

/// `an assembly descriptor`, `a component`; what stands in backquotes is read without them.
pub fn with_article(noun: &str) -> String {
    let article = if noun.trim_start_matches('`').starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {noun}")
}
