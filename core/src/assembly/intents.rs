//! Intents and Behaviour configurations in the workspace that name a descriptor, its properties and its instances.

use crate::assembly::descriptor;
use crate::context::FileContext;
use crate::symbol::{DescriptorRef, Symbol, SymbolKind};
use crate::syntax::{Node, NodePath};
use crate::text::{FilePath, Span};
use crate::workspace::{SourceFile, Workspace};

/// The spans that name the descriptor `of`.
pub fn places_of(workspace: &Workspace, of: &DescriptorRef) -> Vec<(FilePath, Span)> {
    intents(workspace, of).map(|(file, name)| (file.path.clone(), name.span)).collect()
}

/// The spans that name a property or component of the descriptor in `context`.
pub fn places_with(context: FileContext<'_>, symbol: &Symbol) -> Vec<(FilePath, Span)> {
    let of = descriptor(context.file).and_then(|descriptor| descriptor.full_name.as_ref());
    let Some(of) = of else { return Vec::new() };
    if symbol.kind == SymbolKind::Descriptor {
        return places_of(context.workspace, of);
    }
    if symbol.path.steps().len() != 2 {
        return Vec::new();
    }
    let places = |(file, _): (&SourceFile, &Node)| {
        let found: Vec<Span> = match symbol.kind {
            SymbolKind::Property => {
                file.key_span(&NodePath::keys(["properties", symbol.name.as_str()])).into_iter().collect()
            }
            SymbolKind::Component => instances(file, &symbol.name),
            _ => Vec::new(),
        };
        found.into_iter().map(|span| (file.path.clone(), span)).collect::<Vec<_>>()
    };
    intents(context.workspace, of).flat_map(places).collect()
}

/// The value of `descriptorName`, if the file is an intent or a Behaviour configuration.
pub fn descriptor_name(file: &SourceFile) -> Option<&Node> {
    file.root.as_ref().filter(|_| file.descriptor.is_none())?.entry("descriptorName").map(|entry| &entry.value)
}

/// The files written for this descriptor, each with the node that names it.
fn intents<'a>(workspace: &'a Workspace, of: &'a DescriptorRef) -> impl Iterator<Item = (&'a SourceFile, &'a Node)> {
    workspace.files().filter_map(|file| {
        let name = descriptor_name(file)?;
        (DescriptorRef::parse(name.as_text()?)? == *of).then_some((&**file, name))
    })
}

/// Occurrences of a component name in instance names: `web`, `asm__web`, `asm__web__2`.
fn instances(file: &SourceFile, component: &str) -> Vec<Span> {
    let Some(root) = &file.root else { return Vec::new() };
    let assembly = root.get("assemblyName").and_then(Node::as_text).unwrap_or("");
    let found = ["clusterName", "brokenComponentName"].into_iter().filter_map(|key| {
        let node = root.get(key)?;
        let name = node.as_text()?;
        let inner = name.strip_prefix(assembly).and_then(|rest| rest.strip_prefix("__")).unwrap_or(name);
        let rest = inner.strip_prefix(component)?;
        let raw = node.span.of(&file.text);
        // In escaped text, the name has no exact span.
        let at = raw.find(name)? + name.len() - inner.len();
        let start = node.span.start as usize + at;
        (rest.is_empty() || rest.starts_with("__")).then(|| Span::new(start, start + component.len()))
    });
    found.collect()
}
