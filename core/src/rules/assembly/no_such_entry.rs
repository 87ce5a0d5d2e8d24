//! References to entries that a value does not have.

use smol_str::SmolStr;

use crate::assembly::interpolation::{Interpolation, PropertyPath, Segment};
use crate::assembly::resolution::{PathError, TypedValue, resolve_reference, map_entries, own_property};
use crate::assembly::model::{Component, Descriptor};
use crate::assembly::values::Scope;
use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Reading, Rule};
use crate::syntax::Node;

pub static RULE: Rule = Rule {
    code: "assembly/no-such-entry",
    severity: Severity::Warning,
    title: "unknown entry",
    doc: "`${networks.video[0]}` reads the entry `video` of the property `networks`, and its first item. The property \
          must be a `map`, a `list` or of a data type; indices start at 0. If the value is known, it must contain the \
          entry. That is only a warning, because a default can be overridden.",
    sources: &["AD-REF-07", "AD-REF-08", "AD-REF-10"],
    bad: "\
name: assembly::a::1.0
properties:
  networks: {type: map, default: {video: 192.0.2.0/24}}
  cidr: {read-only: true, value: '${networks.vdieo}'}
composition: {}
",
    good: "\
name: assembly::a::1.0
properties:
  networks: {type: map, default: {video: 192.0.2.0/24}}
  cidr: {read-only: true, value: '${networks.video}'}
composition: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(descriptor) = cx.descriptor() else { return };
    for Reading { value, interpolation } in cx.readings().iter() {
        for reference in interpolation.references() {
            match value.scope {
                Scope::Part(part) if reference.head() == "item" => item(cx, descriptor, part, reference),
                scope => property(cx, descriptor, scope, reference),
            }
        }
    }
}

fn property(cx: &mut Check<'_>, descriptor: &Descriptor, scope: Scope<'_>, reference: &PropertyPath) {
    let Some(resolved) = resolve_reference(cx.workspace, cx.catalog, descriptor, scope, reference) else { return };
    let Some(rest) = reference.segments.get(resolved.length..) else { return };
    // Properties of several instances are read as a list or map.
    if rest.is_empty() || resolved.is_multiple() {
        return;
    }
    if let Err((index, end)) = resolved.value().follow(rest) {
        report(cx, rest, index, &end);
    }
}

/// Follows the path into every known entry of the collection.
fn item(cx: &mut Check<'_>, descriptor: &Descriptor, part: &Component, reference: &PropertyPath) {
    let Some(rest) = reference.segments.get(1..).filter(|rest| !rest.is_empty()) else { return };
    let Some(items) = part.items.as_ref() else { return };
    let interpolation = Interpolation::of(items, "");
    let Some(path) = interpolation.whole() else { return };
    let Some(resolved) = own_property(descriptor, path.head()) else { return };
    let Ok(collection) = resolved.value().follow(path.segments.get(1..).unwrap_or_default()) else { return };
    for entry in entries(&collection) {
        if let Err((index, end)) = collection.entry(entry).follow(rest) {
            return report(cx, rest, index, &end);
        }
    }
}

/// The literal entries; `None` for an entry whose value is unknown.
fn entries<'a>(collection: &TypedValue<'a>) -> Vec<Option<&'a Node>> {
    let Some(literal) = collection.literal else { return vec![None] };
    let listed = collection.type_name != Some("map") && literal.as_sequence().is_some();
    let entries: Vec<&Node> = if listed {
        literal.items().iter().collect()
    } else {
        map_entries(Some(literal)).into_iter().map(|(_, entry)| &entry.value).collect()
    };
    entries.into_iter().map(|node| node.as_text().is_none_or(|text| !text.contains("${")).then_some(node)).collect()
}

fn report(cx: &mut Check<'_>, segments: &[Segment], index: usize, end: &PathError) {
    let Some(segment) = segments.get(index) else { return };
    let span = segment.span();
    match (segment, end) {
        (Segment::Name { name, .. }, PathError::UnknownKey(keys)) => {
            let finding = cx.report(span, format!("unknown entry `{name}`"));
            finding.suggest(name, keys.iter().map(SmolStr::as_str), &known(keys));
        }
        (Segment::Name { name, .. }, PathError::NotAMap(what) | PathError::NotAList(what)) => {
            let finding = cx.report(span, format!("cannot read entry `{name}` of {what}"));
            finding.severity(Severity::Error).help("only maps and data types have named entries");
        }
        (Segment::Index { index, .. }, PathError::NotAList(what) | PathError::NotAMap(what)) => {
            let finding = cx.report(span, format!("cannot read item {index} of {what}"));
            finding.severity(Severity::Error).help("only lists have numbered items");
        }
        (Segment::Index { index, .. }, PathError::OutOfRange(length)) => {
            let finding = cx.report(span, format!("index {index} is out of range for a list of length {length}"));
            finding.help("indices start at 0");
        }
        (Segment::Name { .. }, PathError::OutOfRange(_)) | (Segment::Index { .. }, PathError::UnknownKey(_)) => {}
    }
}

fn known(keys: &[SmolStr]) -> String {
    match keys {
        [] => "the value is empty".to_owned(),
        keys => format!("known entries: {}", keys.join(", ")),
    }
}
