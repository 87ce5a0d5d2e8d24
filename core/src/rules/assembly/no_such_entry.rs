//! A reference that goes on into a value where there is nothing.

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
    title: "a reference goes on into a value where there is nothing",
    doc: "`${networks.video[0]}` reads the entry `video` of the property `networks`, and of that the first element. The \
          property must be a `map`, a `list` or of a data type; an element is counted from 0. Where the value is known \
          from the text, the entry must be there: its default may be overridden, so that this is a warning only.",
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
    // What several instances have is read as a list or map of their values.
    if rest.is_empty() || resolved.is_multiple() {
        return;
    }
    if let Err((index, end)) = resolved.value().follow(rest) {
        report(cx, rest, index, &end);
    }
}

/// The way goes into every entry of the collection, as far as they are known.
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

/// The literal entries; one that is not known where none is.
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
            let finding = cx.report(span, format!("there is no entry `{name}`"));
            finding.suggest(name, keys.iter().map(SmolStr::as_str), &known(keys));
        }
        (Segment::Name { name, .. }, PathError::NotAMap(what) | PathError::NotAList(what)) => {
            let finding = cx.report(span, format!("there is no entry `{name}` in what is {what}"));
            finding.severity(Severity::Error).help("only a map or a data type has entries with names");
        }
        (Segment::Index { index, .. }, PathError::NotAList(what) | PathError::NotAMap(what)) => {
            let finding = cx.report(span, format!("there is no element {index} in what is {what}"));
            finding.severity(Severity::Error).help("only a list has elements with numbers");
        }
        (Segment::Index { index, .. }, PathError::OutOfRange(length)) => {
            let finding = cx.report(span, format!("there is no element {index} in a list of {length}"));
            finding.help("elements are counted from 0");
        }
        (Segment::Name { .. }, PathError::OutOfRange(_)) | (Segment::Index { .. }, PathError::UnknownKey(_)) => {}
    }
}

fn known(keys: &[SmolStr]) -> String {
    match keys {
        [] => "it is empty".to_owned(),
        keys => format!("known entries: {}", keys.join(", ")),
    }
}
