//! Assembly and resource descriptors of IBM CP4NA and TNC-O. Sources: the assembly descriptor pages (seeds 000 and 001)
//! and the resource descriptor page of TNC-O.

pub mod command;
pub mod complete;
pub mod context;
pub mod cycle;
pub mod difference;
pub mod dynamic_type;
pub mod expansion;
pub mod exports;
pub mod flow;
pub mod hints;
pub mod hover;
pub mod identifiers;
pub mod inherited;
pub mod intents;
pub mod interpolation;
pub mod keywords;
pub mod literal;
pub mod mentions;
pub mod model;
pub mod operation;
pub mod order;
pub mod part;
pub mod project;
pub mod promotion;
pub mod rename;
pub mod resolution;
pub mod schema;
pub mod state;
pub mod topology;
pub mod value_type;
pub mod values;

use crate::catalog::Catalog;
use crate::context::FileContext;
use crate::language::{Descriptor, Language};
use crate::sorting::Sorting;
use crate::symbol::{DescriptorRef, Symbol, SymbolKind};
use crate::syntax::{Node, NodePath};
use crate::text::{FilePath, Span};
use crate::workspace::{SourceFile, Workspace};
use command::Subject;
use model::DescriptorKind;

/// The assembly or resource descriptor in `file`.
pub fn descriptor(file: &SourceFile) -> Option<&model::Descriptor> {
    match file.descriptor.as_ref()? {
        Descriptor::Assembly(descriptor) => Some(descriptor),
        _ => None,
    }
}

/// The descriptor in the file of `context`, as the subject of commands and queries.
pub fn subject(context: FileContext<'_>) -> Option<Subject<'_>> {
    let FileContext { file, workspace, catalog, settings, .. } = context;
    Some(Subject { file, descriptor: descriptor(file)?, workspace, catalog, typing: settings.profile.typing() })
}

/// Resolves a descriptor name to its file and descriptor; a range (`^1.0`) resolves to the highest matching version.
pub fn resolve<'a>(
    workspace: &'a Workspace,
    catalog: &Catalog,
    name: &DescriptorRef,
) -> Option<(&'a SourceFile, &'a model::Descriptor)> {
    let entry = catalog.resolve_range(name).found()?;
    let file = workspace.file(&entry.file)?;
    descriptor(file).map(|descriptor| (&**file, descriptor))
}

/// Templates of descriptors. They are only descriptors once they are filled in.
const TEMPLATES: [&str; 2] = ["Descriptor/assembly-template.yml", "Descriptor/assembly-template.yaml"];

/// Whether the file is an assembly or a resource descriptor: by its name, otherwise by its location in a package,
/// otherwise by sections that only one of them has.
pub fn recognize(path: &FilePath, root: &Node) -> Option<DescriptorKind> {
    if TEMPLATES.iter().any(|template| path.as_str().ends_with(template)) {
        return None;
    }
    let name = root.get("name").and_then(Node::as_text).unwrap_or("").trim();
    let has = |key: &str| root.entry(key).is_some();
    let prefix = name.split("::").next().unwrap_or("").to_ascii_lowercase();
    if name.contains("::") && prefix == "assembly" || name.to_ascii_lowercase().starts_with("assembly:") {
        return Some(DescriptorKind::Assembly);
    }
    if name.contains("::") && prefix == "resource" || name.to_ascii_lowercase().starts_with("resource:") {
        return Some(DescriptorKind::Resource);
    }
    if name.starts_with("assembly-template::") || name.starts_with("type::") {
        return None;
    }
    if let Some(kind) = project::kind_at(path) {
        return Some(kind);
    }
    if has("composition") {
        return Some(DescriptorKind::Assembly);
    }
    let resource = has("lifecycle") && (has("default-driver") || has("infrastructure") || has("properties"));
    resource.then_some(DescriptorKind::Resource)
}

/// All names that a descriptor defines, its own first.
pub fn symbols(file: &SourceFile, descriptor: &model::Descriptor) -> Vec<Symbol> {
    let mut symbols = Vec::new();
    let whole = file.root.as_ref().map_or(Span::default(), |root| root.span);
    let written = descriptor.name.as_ref().map(|name| (name.value.clone(), name.span));
    // A name given by the project is not in the text, so it is located at the start of the descriptor.
    let given = || Some((descriptor.full_name.as_ref()?.to_string().into(), Span { end: whole.start, ..whole }));
    if let Some((name, span)) = written.or_else(given) {
        symbols.push(Symbol {
            kind: SymbolKind::Descriptor,
            name,
            file: file.path.clone(),
            path: NodePath::root(),
            span,
            full_span: whole,
            detail: file.language.map_or("", Language::label).to_owned(),
        });
    }
    let mut push = |kind, name: &model::Name, detail: Option<&model::Text>| {
        symbols.push(Symbol {
            kind,
            name: name.text.clone(),
            file: file.path.clone(),
            path: name.path.clone(),
            span: name.span,
            full_span: name.full_span,
            detail: detail.map_or(String::new(), |detail| detail.value.to_string()),
        });
    };
    for property in descriptor.all_properties() {
        push(SymbolKind::Property, &property.name, property.type_name.as_ref());
    }
    for component in &descriptor.composition {
        push(SymbolKind::Component, &component.name, component.type_name.as_ref());
    }
    for reference in &descriptor.references {
        push(SymbolKind::Reference, &reference.name, reference.type_name.as_ref());
    }
    for relationship in &descriptor.relationships {
        push(SymbolKind::Relationship, &relationship.name, None);
    }
    for operation in &descriptor.operations {
        push(SymbolKind::Operation, &operation.name, operation.source_operation.as_ref());
    }
    for data_type in &descriptor.data_types {
        push(SymbolKind::DataType, &data_type.name, data_type.derived_from.as_ref());
    }
    for capability in &descriptor.capabilities {
        push(SymbolKind::Capability, &capability.name, capability.type_name.as_ref());
    }
    for requirement in &descriptor.requirements {
        push(SymbolKind::Requirement, &requirement.name, requirement.type_name.as_ref());
    }
    for metric in &descriptor.metrics {
        push(SymbolKind::Metric, &metric.name, metric.source_metric.as_ref().or(metric.type_name.as_ref()));
    }
    for policy in &descriptor.policies {
        push(SymbolKind::Policy, &policy.name, policy.type_name.as_ref());
    }
    symbols.order_by_key(|symbol| symbol.span.start);
    symbols
}
