//! What the pages of others, and those on the catalog as a whole, say of a descriptor. It is all that is kept of one
//! whose own pages are written.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use descriptorium_core::analysis::Analysis;
use descriptorium_core::assembly::descriptor;
use descriptorium_core::assembly::dynamic_type::outcomes;
use descriptorium_core::catalog::{Catalog, Resolution};
use descriptorium_core::language::Language;
use descriptorium_core::markdown;
use descriptorium_core::symbol::{DescriptorRef, SymbolKind, Target};
use descriptorium_core::syntax::{Node, NodePath};
use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::SourceFile;

use crate::finding::{Counts, Finding};
use crate::hash::{self, Hash, Hasher};
use crate::pages::health::Coverage;
use crate::pages::{Name, Use, name};

/// What a descriptor says of itself, without having been checked.
#[derive(Clone, PartialEq, Debug)]
pub struct Facts {
    pub path: FilePath,
    /// Stands for the text, and for what a project adds to it.
    pub text: Hash,
    pub language: Language,
    pub name: Name,
    /// What it is a version of.
    pub edition: Option<DescriptorRef>,
    /// The beginning of the description, in a line.
    pub summary: String,
    /// The namespace of what it defines, and what it says of itself as keys and texts, where its language has such.
    pub namespace: Option<String>,
    pub metadata: Vec<(String, String)>,
    /// How much of it is described, where that can be said.
    pub coverage: Option<Coverage>,
    /// What it is made of, in the order of the text.
    pub parts: Vec<Part>,
    /// The files that it names by their paths.
    pub imports: Vec<FilePath>,
    /// Its definitions that have pages of their own, in the order of the text.
    pub definitions: Vec<Definition>,
}

/// A definition in a descriptor that has a page of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    /// The section that contains it, and its name there: `node_types`, `org.example.Router`.
    pub section: String,
    pub name: String,
    pub path: NodePath,
}

/// A component or reference and its type, which may be one of those that an expression yields.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    pub path: NodePath,
    /// What the type is called there.
    pub name: String,
    pub of: DescriptorRef,
    /// Whether a range is allowed, of which the highest version is meant (AD-DYN-05).
    pub in_range: bool,
}

/// What a check comes to for one descriptor.
#[derive(Clone, Debug, Default)]
pub struct Verdict {
    pub findings: Vec<Finding>,
    /// The descriptors that it speaks of and that are not in the catalog.
    pub missing: BTreeSet<String>,
}

/// Descriptors that were checked, in what they are made of.
#[derive(Clone, Debug)]
pub struct Checked {
    pub analysis: Analysis,
    pub verdicts: BTreeMap<FilePath, Verdict>,
    /// How much is wrong on the site that these are of, once it was asked for: every served page says it.
    pub(super) counts: OnceLock<Counts>,
}

impl Facts {
    /// The facts on the descriptor in `file`; `None` for what is no descriptor.
    pub fn of(file: &SourceFile) -> Option<Self> {
        let language = file.language?;
        let (mut parts, mut coverage) = (Vec::new(), None);
        if let Some(descriptor) = descriptor(file) {
            coverage = Some(Coverage::of(descriptor));
            let all = descriptor.composition.iter().chain(&descriptor.references);
            let mut stated: Vec<_> =
                all.filter_map(|part| Some((part.type_name.as_ref()?, part.of.as_ref()?, part))).collect();
            stated.sort_by_key(|(name, ..)| (name.span.start, name.span.end));
            let stated = stated.into_iter().map(|(name, of, part)| Part {
                path: part.name.path.clone(),
                name: name.value.to_string(),
                of: of.clone(),
                in_range: true,
            });
            parts.extend(stated);
            for component in &descriptor.composition {
                let Some(template) = &component.dynamic_type else { continue };
                for outcome in outcomes(&template.value).0 {
                    let name = outcome.literal.trim();
                    let Some(of) = DescriptorRef::parse(name) else { continue };
                    let path = component.name.path.clone();
                    parts.push(Part { path, name: name.to_owned(), of, in_range: outcome.is_range });
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
            coverage,
            parts,
            imports: file.named_files().into_iter().filter_map(|(.., path)| path).collect(),
            // No language has pages for its definitions yet; the page of the descriptor shows them.
            definitions: Vec::new(),
        })
    }

    /// The name that the catalog knows it by.
    pub fn full_name(&self) -> Option<&DescriptorRef> {
        self.edition.as_ref().filter(|_| self.language.has_full_names())
    }

    /// What the components and references are, each once for what it is, and what it imports of the files that are
    /// descriptors.
    pub fn uses(&self, catalog: &Catalog, is_descriptor: impl Fn(&FilePath) -> bool) -> Vec<Use> {
        let (mut uses, mut known) = (Vec::new(), BTreeSet::new());
        for Part { path, name, of, in_range } in &self.parts {
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
    /// What is wrong with the descriptor in a file that was checked.
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
    /// All that `analysis` says of `files`.
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

/// What stands for the text of a file, and for what a project adds to it.
pub fn text_hash(file: &SourceFile) -> Hash {
    let Some(project) = &file.project else { return hash::of(file.text.as_bytes()) };
    let mut hasher = Hasher::default();
    hasher.add(file.text.as_bytes()).add(format!("{project:?}"));
    hasher.finish()
}

/// The most metadata, and the most bytes of one value, that others see of a descriptor.
const MAX_METADATA: usize = 32;
const MAX_VALUE: usize = 200;

/// The value of a key at the root, if the language has it.
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
    let description = file.root.as_ref().and_then(|root| root.get(language.description_key())?.as_text());
    description.map_or_else(String::new, markdown::summary)
}
