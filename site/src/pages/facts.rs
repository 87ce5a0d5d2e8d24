//! The facts about a descriptor that other pages need. They are all that is kept in memory of a descriptor after its
//! own pages are written.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use descriptorium_core::analysis::Analysis;
use descriptorium_core::asd;
use descriptorium_core::assembly::descriptor;
use descriptorium_core::assembly::dynamic_type::outcomes;
use descriptorium_core::catalog::{Catalog, Resolution};
use descriptorium_core::identity::Identifiers;
use descriptorium_core::language::Language;
use descriptorium_core::markdown;
use descriptorium_core::rules::markdown as markdown_rules;
use descriptorium_core::symbol::{DescriptorRef, SymbolKind, Target};
use descriptorium_core::syntax::{Node, NodePath};
use descriptorium_core::text::FilePath;
use descriptorium_core::tosca::model::SECTIONS;
use descriptorium_core::tosca::type_graph::definitions;
use descriptorium_core::tosca::type_uses::{Relation, type_uses};
use descriptorium_core::tosca::{self, built_in};
use descriptorium_core::workspace::SourceFile;

use crate::finding::{Counts, Finding};
use crate::hash::{self, Hash, Hasher};
use crate::pages::health::Coverage;
use crate::pages::{Name, Use, artifacts, name};

/// A definition in a descriptor with its own page, and a requirement of it.
pub use descriptorium_core::tosca::type_graph::{Requirement, TypeDefinition as Definition};

/// The facts that follow from the file alone, without a check.
#[derive(Clone, PartialEq, Debug)]
pub struct Facts {
    pub path: FilePath,
    /// A hash of the text and of the project settings that apply to it.
    pub text: Hash,
    pub language: Language,
    pub name: Name,
    /// The name and version by which versions belong together.
    pub edition: Option<DescriptorRef>,
    /// The beginning of the description, in one line.
    pub summary: String,
    /// The namespace and metadata, if the language has them.
    pub namespace: Option<String>,
    pub metadata: Vec<(String, String)>,
    /// How much of it is documented, if this can be determined.
    pub coverage: Option<Coverage>,
    /// The types of its components and references, in the order of the text.
    pub type_uses: Vec<TypeUse>,
    /// The files that it imports.
    pub imports: Vec<FilePath>,
    /// The imports of a service template as it states them.
    pub stated_imports: Vec<Import>,
    /// The artifacts and scripts that a service template names, in the order of the text.
    pub files: Vec<NamedFile>,
    /// The files and folders of the catalog to which its descriptions link.
    pub links: Vec<FilePath>,
    /// The identifiers of an application, which rules compare with those of others.
    pub peers: Vec<String>,
    /// The version of TOSCA that a service template states.
    pub tosca_version: Option<String>,
    /// The definitions with their own pages, in the order of the text.
    pub definitions: Vec<Definition>,
    /// The definitions that it names, in this file or another one.
    pub named: Vec<Named>,
    /// The identifiers by which it refers to descriptors of other languages, and they to it.
    pub identifiers: Identifiers,
}

/// An import of a service template.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Import {
    /// The path or address as written.
    pub written: String,
    /// The path in the catalog; `None` for web addresses and files outside.
    pub file: Option<FilePath>,
    pub prefix: Option<String>,
    /// The namespace that the importing file gives to the types.
    pub namespace: Option<String>,
}

/// A file of any kind that a service template names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedFile {
    pub path: NodePath,
    pub file: FilePath,
}

/// A definition that a type or template names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named {
    /// The section and name of the definition, without the prefix of an import.
    pub section: String,
    pub name: String,
    pub relation: Relation,
    /// The path of the type or template.
    pub by: NodePath,
}

/// A component or reference and its type. An expression has one entry for each type that it may yield.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypeUse {
    pub path: NodePath,
    /// The type as written.
    pub name: String,
    pub of: DescriptorRef,
    /// Whether a version range is allowed, which resolves to the highest version (AD-DYN-05).
    pub in_range: bool,
}

/// The result of checking a descriptor.
#[derive(Clone, Debug, Default)]
pub struct Verdict {
    pub findings: Vec<Finding>,
    /// The names of descriptors that could not be resolved.
    pub missing: BTreeSet<String>,
}

/// Checked descriptors with their dependencies.
#[derive(Clone, Debug)]
pub struct Checked {
    pub analysis: Analysis,
    pub verdicts: BTreeMap<FilePath, Verdict>,
    /// The counts of findings of the site, computed on first use: every served page shows them.
    pub(super) counts: OnceLock<Counts>,
}

impl Facts {
    /// The facts about the descriptor in `file`; `None` if it is not a descriptor.
    pub fn of(file: &SourceFile) -> Option<Self> {
        let language = file.language?;
        let mut type_uses = Vec::new();
        if let Some(descriptor) = descriptor(file) {
            let all = descriptor.composition.iter().chain(&descriptor.references);
            let mut stated: Vec<_> =
                all.filter_map(|part| Some((part.type_name.as_ref()?, part.of.as_ref()?, part))).collect();
            stated.sort_by_key(|(name, ..)| (name.span.start, name.span.end));
            let stated = stated.into_iter().map(|(name, of, part)| TypeUse {
                path: part.name.path.clone(),
                name: name.value.to_string(),
                of: of.clone(),
                in_range: true,
            });
            type_uses.extend(stated);
            for component in &descriptor.composition {
                let Some(template) = &component.dynamic_type else { continue };
                for outcome in outcomes(&template.value).0 {
                    let name = outcome.literal.trim();
                    let Some(of) = DescriptorRef::parse(name) else { continue };
                    let path = component.name.path.clone();
                    type_uses.push(TypeUse { path, name: name.to_owned(), of, in_range: outcome.is_range });
                }
            }
        }
        Some(Facts {
            path: file.path.clone(),
            text: text_hash(file),
            language,
            name: name(file),
            edition: file.edition(),
            summary: summary(file, language),
            namespace: stated(file, language, "namespace").and_then(Node::as_text).map(str::to_owned),
            metadata: metadata(file, language),
            coverage: Coverage::of(file),
            type_uses,
            imports: file.named_files().into_iter().filter_map(|(.., path)| path).collect(),
            stated_imports: stated_imports(file),
            files: artifacts::named_files(file),
            links: markdown_rules::linked_files(file),
            peers: peers(file),
            tosca_version: tosca_version(file),
            definitions: definitions(file),
            named: named(file),
            identifiers: (language.semantics().identifiers)(file),
        })
    }

    /// The full name, by which the catalog indexes it.
    pub fn full_name(&self) -> Option<&DescriptorRef> {
        self.edition.as_ref().filter(|_| self.language.has_full_names())
    }

    /// Its uses of other descriptors: one per component or reference and resolved type, and one per imported file that
    /// is a descriptor.
    pub fn uses(&self, catalog: &Catalog, is_descriptor: impl Fn(&FilePath) -> bool) -> Vec<Use> {
        let (mut uses, mut known) = (Vec::new(), BTreeSet::new());
        for TypeUse { path, name, of, in_range } in &self.type_uses {
            let found: Resolution<'_> = if *in_range { catalog.resolve_range(of) } else { catalog.resolve(of) };
            let used = found.found().map(|entry| entry.file.clone());
            if known.insert((path, used.clone())) {
                uses.push(Use { user: self.path.clone(), part: path.clone(), name: name.clone(), used });
            }
        }
        let imports: BTreeSet<&FilePath> = self.imports.iter().filter(|file| is_descriptor(file)).collect();
        uses.extend(imports.into_iter().map(|file| Use {
            user: self.path.clone(),
            part: NodePath::keys(["imports"]),
            name: file.to_string(),
            used: Some(file.clone()),
        }));
        uses
    }
}

impl Verdict {
    /// The findings in a file that was checked.
    pub fn of(analysis: &Analysis, file: &FilePath) -> Self {
        let diagnostics = analysis.diagnostics(file).iter();
        let is_missing = |target: &Target| matches!(target, Target::Missing { .. });
        let mentions = analysis.mentions(file).iter();
        let missing = mentions.filter(|one| one.kind == SymbolKind::Descriptor && is_missing(&one.target));
        Verdict {
            missing: missing.map(|mention| mention.name.to_string()).collect(),
            findings: diagnostics.map(|found| Finding::of_diagnostic(found, analysis, &FilePath::to_string)).collect(),
        }
    }

    pub fn counts(&self) -> Counts {
        Counts::of(&self.findings)
    }
}

impl Checked {
    /// The results for `files` from `analysis`.
    pub fn of<'a>(analysis: Analysis, files: impl IntoIterator<Item = &'a FilePath>) -> Self {
        let verdicts = files.into_iter().map(|file| (file.clone(), Verdict::of(&analysis, file))).collect();
        Checked::new(analysis, verdicts)
    }

    pub fn new(analysis: Analysis, verdicts: BTreeMap<FilePath, Verdict>) -> Self {
        Checked { analysis, verdicts, counts: OnceLock::new() }
    }

    pub fn verdict(&self, file: &FilePath) -> Option<&Verdict> {
        self.verdicts.get(file)
    }

    pub fn findings(&self, file: &FilePath) -> &[Finding] {
        self.verdict(file).map_or(&[], |verdict| &verdict.findings)
    }
}

/// The identifiers of an application: `asdId` and `asdInvariantId`, in lower case.
fn peers(file: &SourceFile) -> Vec<String> {
    let Some(application) = asd::application(file) else { return Vec::new() };
    let stated = ["asdId", "asdInvariantId"].into_iter().filter_map(|key| Some((key, application.text(key)?)));
    stated.map(|(key, id)| format!("{key} {}", id.to_ascii_lowercase())).collect()
}

/// The imports of a service template, in the order of the text.
fn stated_imports(file: &SourceFile) -> Vec<Import> {
    let Some(root) = file.root.as_ref().filter(|_| tosca::template(file).is_some()) else { return Vec::new() };
    let import = |(at, written, path): (NodePath, &str, Option<FilePath>)| {
        let stated = at.parent().and_then(|parent| root.at(&parent));
        let text = |key: &str| Some(stated?.get(key)?.as_text()?.to_owned());
        let (prefix, namespace) = (text("namespace_prefix"), text("namespace_uri"));
        Import { written: written.to_owned(), file: path, prefix, namespace }
    };
    file.named_files().into_iter().map(import).collect()
}

fn tosca_version(file: &SourceFile) -> Option<String> {
    tosca::template(file)?;
    Some(file.root.as_ref()?.get("tosca_definitions_version")?.as_text()?.to_owned())
}

/// The name of a type without the prefix of an import.
pub fn without_prefix(name: &str) -> &str {
    name.split_once(':').map_or(name, |(_, name)| name)
}

/// The types that a service template names. Primitive types have no definition.
pub fn named(file: &SourceFile) -> Vec<Named> {
    let root = file.root.as_ref().filter(|_| tosca::template(file).is_some());
    let uses = root.map_or_else(Vec::new, |root| type_uses(root));
    let named = uses.into_iter().filter_map(|one| {
        let (_, section) = SECTIONS.iter().find(|(kind, _)| *kind == one.kind)?;
        let name = without_prefix(one.name);
        let is_primitive = built_in::is_primitive(one.kind, one.name);
        let section = section.first().filter(|_| !is_primitive)?;
        let (section, name) = ((*section).to_owned(), name.to_owned());
        Some(Named { section, name, relation: one.relation, by: one.by })
    });
    named.collect()
}

/// A hash of the text of a file, and of the project settings that apply to it.
pub fn text_hash(file: &SourceFile) -> Hash {
    let Some(project) = &file.project else { return hash::of(file.text.as_bytes()) };
    let mut hasher = Hasher::default();
    hasher.add(file.text.as_bytes()).add(format!("{project:?}"));
    hasher.finish()
}

/// Maximum number of metadata entries, and maximum size of a value in bytes.
const MAX_METADATA: usize = 32;
const MAX_VALUE: usize = 200;

/// The value of a top-level key, if the language has it.
fn stated<'a>(file: &'a SourceFile, language: Language, key: &str) -> Option<&'a Node> {
    language.schema().field(key).and_then(|_| file.root.as_ref()?.get(key))
}

fn metadata(file: &SourceFile, language: Language) -> Vec<(String, String)> {
    let entries = stated(file, language, "metadata").map_or(&[][..], Node::entries);
    let texts = entries.iter().filter_map(|entry| Some((entry.key.as_text()?, entry.value.as_text()?)));
    let short = texts.filter(|(key, value)| key.len().max(value.len()) <= MAX_VALUE);
    let mut metadata: Vec<(String, String)> =
        short.map(|(key, value)| (key.to_owned(), value.to_owned())).take(MAX_METADATA).collect();
    metadata.sort();
    metadata.dedup();
    metadata
}

fn summary(file: &SourceFile, language: Language) -> String {
    let own = file.descriptor.as_ref().and_then(|descriptor| descriptor.attributes()).or(file.root.as_deref());
    let description = own.and_then(|root| root.get(language.description_key())?.as_text());
    description.map_or_else(String::new, markdown::summary)
}
