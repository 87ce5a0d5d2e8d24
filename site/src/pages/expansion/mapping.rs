//! Resolves the references in the expression of a mapped value.

use descriptorium_core::assembly::expansion::Instance;
use descriptorium_core::assembly::interpolation::{Interpolation, PropertyPath, Segment};
use descriptorium_core::assembly::{descriptor, model};
use descriptorium_core::symbol::DescriptorRef;
use descriptorium_core::syntax::{Node, NodePath};
use descriptorium_core::workspace::SourceFile;

use crate::pages::Page;

/// The references in an expression of a file.
#[derive(Debug)]
pub struct Mapping<'a> {
    pub file: &'a SourceFile,
    pub references: Vec<Reference>,
}

#[derive(Debug)]
pub struct Reference {
    /// `component.property`, without the surrounding expression.
    pub text: String,
    /// The definition that it starts with: a property of the same descriptor, or a component or reference.
    pub target: Option<NodePath>,
}

/// The expression that sets the property `name` of an instance, in its descriptor or else in the parent assembly.
/// `None` if neither contains a reference.
pub fn of<'a>(page: &'a Page<'_>, instance: &Instance, property: &str) -> Option<Mapping<'a>> {
    let analysis = &page.checked.analysis;
    let of = DescriptorRef::parse(&instance.type_name);
    let own = of.and_then(|of| analysis.file(&page.site.catalog.resolve_range(&of).found()?.file));
    let own = own.and_then(|file| {
        let descriptor = descriptor(file)?;
        let all = descriptor.properties.iter().chain(&descriptor.private_properties);
        let found = mapping(file, value(all, property)?)?;
        // A forwarded input is set by the parent.
        let is_itself = matches!(found.references.as_slice(), [one] if one.text == property);
        (!is_itself).then_some(found)
    });
    own.or_else(|| {
        let (user, path) = instance.origin.as_ref()?;
        let file = analysis.file(user)?;
        let part = parts(descriptor(file)?).find(|part| part.name.path == *path)?;
        mapping(file, value(part.properties.iter(), property)?)
    })
}

fn parts(descriptor: &model::Descriptor) -> impl Iterator<Item = &model::Component> {
    descriptor.composition.iter().chain(&descriptor.references)
}

fn value<'a>(mut properties: impl Iterator<Item = &'a model::Property>, name: &str) -> Option<&'a Node> {
    properties.find(|property| property.name.text == name)?.value.as_ref()
}

fn mapping<'a>(file: &'a SourceFile, value: &Node) -> Option<Mapping<'a>> {
    let mut references = Vec::new();
    collect(file, value, &mut references);
    (!references.is_empty()).then_some(Mapping { file, references })
}

fn collect(file: &SourceFile, value: &Node, found: &mut Vec<Reference>) {
    for path in Interpolation::of(value, &file.text).references() {
        let text = written(path);
        if !found.iter().any(|one| one.text == text) {
            found.push(Reference { text, target: target(file, path) });
        }
    }
    let inner = value.entries().iter().map(|entry| &entry.value).chain(value.items());
    inner.for_each(|inner| collect(file, inner, found));
}

fn written(path: &PropertyPath) -> String {
    let mut text = String::new();
    for segment in &path.segments {
        match segment {
            Segment::Name { name, .. } if text.is_empty() => text += name,
            Segment::Name { name, .. } => text += &format!(".{name}"),
            Segment::Index { index, .. } => text += &format!("[{index}]"),
        }
    }
    text
}

/// The start of a reference: a component if a property follows, otherwise a property.
fn target(file: &SourceFile, path: &PropertyPath) -> Option<NodePath> {
    let descriptor = descriptor(file)?;
    let head = path.head();
    let part = parts(descriptor).find(|part| part.name.text == head && path.segments.len() > 1).map(|part| &part.name);
    let properties = || descriptor.properties.iter().chain(&descriptor.private_properties);
    let name = part.or_else(|| Some(&properties().find(|property| property.name.text == head)?.name))?;
    Some(name.path.clone())
}
