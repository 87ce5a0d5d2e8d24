//! Completion in assembly and resource descriptors.

mod known;
mod path;

use crate::assembly::command::Subject;
use crate::assembly::model::{Capability, Component, Descriptor, DescriptorKind, Text};
use crate::assembly::{keywords, mentions, resolve, schema, subject};
use crate::completion::cursor::{CursorContext, Reference};
use crate::completion::{Completion, CompletionKind, ValidName};
use crate::context::FileContext;
use crate::symbol::{DescriptorRef, SymbolKind};
use crate::syntax::NodePath;
use crate::workspace::SourceFile;

/// After `${`, after `${component.`, or deeper.
pub fn reference(context: FileContext<'_>, reference: &Reference, cursor: &CursorContext) -> Vec<Completion> {
    let found = subject(context).map(|subject| subject.complete_reference(reference, cursor));
    closed(found.unwrap_or_default(), context.file)
}

/// Completions inside the expression of a `dynamicType`.
pub fn expression(context: FileContext<'_>, cursor: &CursorContext, offset: usize) -> Option<Vec<Completion>> {
    subject(context)?.complete_template(cursor, offset)
}

/// Keys that the schema leaves open but another definition determines.
pub fn free_keys(context: FileContext<'_>, cursor: &CursorContext) -> Vec<Completion> {
    subject(context).map_or(Vec::new(), |subject| subject.complete_names(cursor))
}

/// The names of this kind that are valid at `at`, best first.
pub fn names(context: FileContext<'_>, kind: SymbolKind, at: &NodePath) -> Vec<ValidName> {
    subject(context).map_or(Vec::new(), |subject| subject.names(kind, at))
}

/// Whole references, where the schema expects a number or a collection.
pub fn references(context: FileContext<'_>, cursor: &CursorContext) -> Vec<Completion> {
    subject(context).map_or(Vec::new(), |subject| subject.whole_references(cursor))
}

/// Values where the schema allows any text.
pub fn values(context: FileContext<'_>, cursor: &CursorContext) -> Vec<Completion> {
    subject(context).map_or(Vec::new(), |subject| subject.known_values(cursor))
}

/// The meaning of a keyword at `path`; `None` for other words.
pub fn meaning(context: FileContext<'_>, path: &NodePath, word: &str) -> Option<&'static str> {
    keywords::meaning(subject(context)?.descriptor.kind, path, word)
}

/// Whether a keyword of the schema applies here: assemblies scale and resources heal.
pub fn is_fitting(context: FileContext<'_>, word: &str) -> bool {
    let kind = subject(context).map(|subject| subject.descriptor.kind);
    !matches!(
        (kind, word),
        (Some(DescriptorKind::Assembly), "policy::heal") | (Some(DescriptorKind::Resource), "policy::scale")
    )
}

impl Subject<'_> {
    /// Possible types of a part: descriptors contained in the file's project, by their path; all of the catalog; and,
    /// for references, version ranges from each major version.
    fn descriptors(&self, at: &NodePath) -> Vec<ValidName> {
        let (file, descriptor) = (self.file, self.descriptor);
        let own = descriptor.full_name.as_ref();
        let mut found = Vec::new();
        if let Some(project) = &file.project {
            for reference in project.root.references() {
                if let Some(of) = project.root.resolve(&reference).filter(|of| Some(*of) != own) {
                    found.push(ValidName::new(reference.as_str(), of.to_string()));
                }
            }
        }
        let is_reference = at.starts_with(&NodePath::keys(["references"]));
        let mut before: Option<&DescriptorRef> = None;
        for entry in self.catalog.entries().filter(|entry| Some(&entry.name) != own) {
            let DescriptorRef { kind, name, version } = &entry.name;
            let major = |version: &str| version.split('.').next().unwrap_or_default().parse::<u64>().ok();
            let range = format!("{kind}::{name}::^{version}");
            let of_reference = DescriptorRef::parse(&range).filter(|_| is_reference && major(version).is_some());
            let is_first = before.is_none_or(|before| {
                (&before.kind, &before.name, major(&before.version)) != (kind, name, major(version))
            });
            if let Some(of) = of_reference.filter(|_| is_first)
                && let Some(newest) = self.catalog.resolve_range(&of).found()
            {
                found.push(ValidName::new(range, format!("currently {}", newest.name.version)));
            }
            before = Some(&entry.name);
            found.push(ValidName::new(entry.name.to_string(), entry.file.to_string()));
        }
        found
    }

    /// The names of this kind that are valid at `at`.
    pub(super) fn names(&self, kind: SymbolKind, at: &NodePath) -> Vec<ValidName> {
        let descriptor = self.descriptor;
        let of = |of: &Option<DescriptorRef>| {
            let found = resolve(self.workspace, self.catalog, of.as_ref()?);
            found.map(|(_, descriptor)| descriptor)
        };
        let of_parts = |pick: fn(&Descriptor) -> Vec<ValidName>, references: bool| {
            let parts = descriptor.composition.iter().chain(descriptor.references.iter().filter(|_| references));
            let members = parts.flat_map(|part| {
                let found = of(&part.of).map(pick).unwrap_or_default().into_iter();
                found.map(|choice| ValidName { name: format!("{}.{}", part.name.text, choice.name), ..choice })
            });
            members.collect::<Vec<_>>()
        };
        match kind {
            SymbolKind::Descriptor => self.descriptors(at),
            SymbolKind::DataType => {
                // A data type cannot be derived from itself.
                let derived = at.last_key() == Some("derived-from");
                let built_in = schema::PROPERTY_TYPES.iter().filter(|_| !derived);
                let own = descriptor.data_types.iter().filter(|found| !derived || !at.starts_with(&found.name.path));
                let own = own.map(|found| ValidName::new(found.name.text.as_str(), "data type"));
                built_in.map(|name| ValidName::new(*name, "built-in")).chain(own).collect()
            }
            SymbolKind::Component => {
                // Policies scale clusters, and a component cannot depend on its own upgrade.
                let has_clusters = descriptor.composition.iter().any(|found| found.cluster.is_some());
                let of_policy = at.starts_with(&NodePath::keys(["policies"]));
                let fits = |found: &&Component| match of_policy {
                    true => found.cluster.is_some() || !has_clusters,
                    false => !at.starts_with(&found.name.path),
                };
                let components = descriptor.composition.iter().filter(fits);
                components.map(|found| ValidName::new(found.name.text.as_str(), type_text(&found.type_name))).collect()
            }
            SymbolKind::Capability => of_parts(|of| listed(&of.capabilities), true),
            SymbolKind::Requirement => of_parts(|of| listed(&of.requirements), false),
            // Policies watch load metrics, of components or of the assembly itself.
            SymbolKind::Metric if at.starts_with(&NodePath::keys(["policies"])) => {
                let metrics = self.load_metrics().into_iter();
                metrics.map(|name| ValidName::new(name.as_str(), "metric::load")).collect()
            }
            SymbolKind::Metric => of_parts(
                |of| {
                    let metrics = of.metrics.iter();
                    metrics.map(|found| ValidName::new(found.name.text.as_str(), type_text(&found.type_name))).collect()
                },
                false,
            ),
            SymbolKind::Operation => {
                let operations = |of: &Descriptor| -> Vec<ValidName> {
                    of.operations.iter().map(|found| ValidName::new(found.name.text.as_str(), "")).collect()
                };
                let ends = descriptor.relationships.iter().find(|found| at.starts_with(&found.name.path));
                let Some(ends) = ends.filter(|_| at.steps().len() > 2) else { return of_parts(operations, false) };
                let sides = [("source", &ends.source_capabilities), ("target", &ends.target_requirements)];
                let mut found = Vec::new();
                for (side, texts) in sides {
                    for name in mentions::ends(texts) {
                        let members = descriptor.part(name).and_then(|part| of(&part.of)).map(operations);
                        for operation in members.unwrap_or_default() {
                            found.push(ValidName::new(format!("{side}.{}", operation.name), name));
                        }
                    }
                }
                found.dedup();
                found
            }
            _ => Vec::new(),
        }
    }
}

/// Appends the closing brace to complete references, unless one follows.
fn closed(mut found: Vec<Completion>, file: &SourceFile) -> Vec<Completion> {
    for item in &mut found {
        let goes_on = matches!(item.kind, CompletionKind::Symbol(SymbolKind::Component | SymbolKind::Reference))
            || ["instance", "source", "target"].contains(&item.label.as_str());
        let (before, rest) = file.text.split_at_checked(item.replaces.end as usize).unwrap_or_default();
        // Mirror a leading blank: `${ x }`. Otherwise a brace after a blank belongs to a flow mapping.
        let spaced = before.rsplit_once("${").is_some_and(|(_, inner)| inner.starts_with(' '));
        let rest = if spaced { rest.trim_start_matches(' ') } else { rest };
        if !goes_on && !rest.starts_with(['}', '.', '[']) {
            item.insert.push('}');
        }
    }
    found
}

fn listed(capabilities: &[Capability]) -> Vec<ValidName> {
    capabilities.iter().map(|found| ValidName::new(found.name.text.as_str(), type_text(&found.type_name))).collect()
}

fn type_text(text: &Option<Text>) -> String {
    text.as_ref().map_or(String::new(), |text| text.value.to_string())
}
