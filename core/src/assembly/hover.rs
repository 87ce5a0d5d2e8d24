//! Hover texts for values without a definition of their own: keywords, entries of maps and lists, and `item`,
//! `instance`, `source` and `target`.

use crate::assembly::command::Subject;
use crate::assembly::interpolation::{Interpolation, PropertyPath, Segment};
use crate::assembly::keywords;
use crate::assembly::mentions::ends;
use crate::assembly::model::{Descriptor as Assembly, Relationship};
use crate::assembly::resolution::{self, TypedValue};
use crate::assembly::subject;
use crate::assembly::values::{Scope, scope};
use crate::context::FileContext;
use crate::hover::Hover;
use crate::syntax::{Node, NodePath};
use crate::text::Span;

/// Hover text for the scalar at `path`, or for the reference in it at `offset`.
pub fn value(context: FileContext<'_>, path: &NodePath, offset: usize) -> Option<Hover> {
    subject(context)?.hover_value(path, offset)
}

/// Hover text for a key that the schema leaves open and that is not a definition.
pub fn key(context: FileContext<'_>, path: &NodePath) -> Option<String> {
    subject(context)?.describe_key(path)
}

impl Subject<'_> {
    /// Hover text for the scalar at `path`, or for the part of it at `offset`.
    fn hover_value(&self, path: &NodePath, offset: usize) -> Option<Hover> {
        let (file, descriptor) = (self.file, self.descriptor);
        let node = file.root.as_ref()?.at(path).filter(|node| node.span.touches(offset))?;
        let word = node.as_text()?;
        let interpolation = Interpolation::of(node, &file.text);
        if let Some(reference) = interpolation.references().find(|reference| reference.span.touches(offset)) {
            // In escaped text, the segments have no exact spans.
            let at = reference.segments.iter().position(|segment| {
                let span = segment.span();
                span != node.span && span.touches(offset)
            })?;
            let text = self.describe_segment(descriptor, path, reference, at)?;
            return Some(Hover { span: reference.segments.get(at)?.span(), text });
        }
        let relationship = descriptor.relationships.iter().find(|found| path.starts_with(&found.name.path));
        if let (Some(relationship), Some((head, _))) = (relationship, word.split_once('.')) {
            let raw = node.span.of(&file.text);
            let start = node.span.start as usize + usize::from(raw.starts_with(['\'', '"']));
            let span = Span::new(start, start + head.len());
            if span.touches(offset) && span.of(&file.text) == head {
                return Some(Hover { span, text: side(relationship, head)? });
            }
        }
        let meaning = keywords::meaning(descriptor.kind, path, word)?;
        Some(Hover { span: node.span, text: format!("**{word}**\n\n{meaning}") })
    }

    /// Describes a key that the schema leaves open and that is not a definition.
    fn describe_key(&self, path: &NodePath) -> Option<String> {
        let descriptor = self.descriptor;
        let (key, parent) = (path.last_key()?, path.parent()?);
        if let Some(meaning) = keywords::key_meaning(descriptor.kind, &parent, key) {
            return Some(format!("**{key}**\n\n{meaning}"));
        }
        let place = resolution::declared_value(self.workspace, self.catalog, descriptor, &parent)?;
        let declared = place.type_name.map_or(String::new(), |name| format!("in a value of type `{name}`"));
        Some(entry(&format!("**{key}** — key{declared}"), &place.entry(None)))
    }

    /// Describes segment `at` of a reference.
    fn describe_segment(
        &self,
        descriptor: &Assembly,
        path: &NodePath,
        reference: &PropertyPath,
        at: usize,
    ) -> Option<String> {
        let scope = scope(descriptor, path);
        let whole = |length: usize| written(reference.segments.get(..length).unwrap_or_default());
        let name = match reference.segments.get(at)? {
            Segment::Name { name, .. } => name.to_string(),
            Segment::Index { index, .. } => format!("[{index}]"),
        };
        let (place, length) = match (reference.head(), scope) {
            ("instance", _) if at == 0 => {
                return Some("**instance** — this instance\n\nIt has a `name`, an `id` and an `index`.".to_owned());
            }
            ("instance", _) => {
                let meaning = keywords::of(&keywords::INSTANCE, &name)?;
                return Some(format!("**{name}** — of this instance\n\n{meaning}"));
            }
            ("item", Scope::Part(part)) => {
                let items = part.items.as_ref()?.as_text()?;
                let place = resolution::item_value(descriptor, part).unwrap_or_default();
                if at == 0 {
                    let head = format!(
                        "**item** — the entry of `{items}` that this instance of `{}` is created for",
                        part.name.text
                    );
                    // One entry represents all of them, so its value does not apply to each.
                    return Some(entry(&head, &TypedValue { literal: None, ..place }));
                }
                (TypedValue { literal: None, ..place }, 1)
            }
            (head @ ("source" | "target"), Scope::Relationship(relationship)) if at == 0 => {
                return side(relationship, head);
            }
            _ => {
                let resolved =
                    resolution::resolve_reference(self.workspace, self.catalog, descriptor, scope, reference);
                if at < resolved.map_or(2, |resolved| resolved.length) {
                    let part = descriptor.part(reference.head())?;
                    let meaning = keywords::of(&keywords::INSTANCE, &name).filter(|_| at == 1 && name != "index")?;
                    return Some(format!("**{name}** — of the instance `{}`\n\n{meaning}", part.name.text));
                }
                let resolved = resolved?;
                (resolved.value(), resolved.length)
            }
        };
        let place = place.follow(reference.segments.get(length..=at)?).ok()?;
        Some(entry(&format!("**{name}** — entry of `{}`", whole(at)), &place))
    }
}

/// Describes `source` or `target` of a relationship.
fn side(relationship: &Relationship, head: &str) -> Option<String> {
    let (what, texts) = match head {
        "source" => ("whose capability is used", &relationship.source_capabilities),
        "target" => ("whose requirement is met", &relationship.target_requirements),
        _ => return None,
    };
    let mut names: Vec<String> = ends(texts).into_iter().map(|name| format!("`{name}`")).collect();
    names.dedup();
    Some(format!("**{head}** — the component {what}\n\nHere: {}", names.join(", ")))
}

/// The heading, the type, and the value if it is known.
fn entry(head: &str, place: &TypedValue<'_>) -> String {
    let mut text = head.to_owned();
    if let Some(name) = place.type_name {
        text += &format!("\n\nType: `{name}`");
    }
    if let Some(value) = place.literal.and_then(shown) {
        text += &format!("\n\nValue: {value}");
    }
    text
}

/// A scalar's value, or the size of a collection.
fn shown(literal: &Node) -> Option<String> {
    if let Some(sequence) = literal.as_sequence() {
        return Some(format!("a list of {}", sequence.items.len()));
    }
    if let Some(mapping) = literal.as_mapping() {
        return Some(format!("a map of {}", mapping.entries.len()));
    }
    let line = literal.as_text()?.lines().next()?;
    (!line.contains('`')).then(|| format!("`{line}`"))
}

/// `sites.north[0]`, from its segments.
fn written(segments: &[Segment]) -> String {
    let mut text = String::new();
    for segment in segments {
        match segment {
            Segment::Name { name, .. } if text.is_empty() => text += name,
            Segment::Name { name, .. } => text += &format!(".{name}"),
            Segment::Index { index, .. } => text += &format!("[{index}]"),
        }
    }
    text
}
