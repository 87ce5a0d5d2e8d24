//! A data type that is made of itself.

use crate::assembly::model::{DataType, Descriptor, Text};
use crate::diagnostic::Severity;
use crate::rules::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/endless-data-type",
    severity: Severity::Error,
    title: "a data type is made of itself",
    doc: "A data type cannot derive from itself, nor have a member of its own type, neither directly nor by way of others: \
          no value of it would ever be complete. A list or map of itself is fine, because it can be empty.",
    sources: &["AD-DT-03", "AD-DT-05"],
    bad: "\
name: assembly::a::1.0
properties:
  home: {type: street}
composition: {}
data-types:
  street: {derived-from: town, properties: {}}
  town: {derived-from: street, properties: {}}
",
    good: "\
name: assembly::a::1.0
properties:
  home: {type: street}
composition: {}
data-types:
  street: {derived-from: town, properties: {}}
  town: {properties: {}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(descriptor) = cx.descriptor() else { return };
    for data_type in &descriptor.data_types {
        for part in parts(data_type) {
            let Some(way) = way(descriptor, &part.value, &data_type.name.text) else { continue };
            let own = &data_type.name.text;
            let way: Vec<String> = std::iter::once(own.as_str()).chain(way).map(|name| format!("`{name}`")).collect();
            let finding = cx.report(part.span, format!("`{own}` is made of itself"));
            finding.help(format!("{}: break it at one of them, or make a member a list", way.join(" -> ")));
        }
    }
}

/// The types that every value of `data_type` holds: its base and those of its members.
fn parts(data_type: &DataType) -> impl Iterator<Item = &Text> {
    let members = data_type.properties.iter().filter_map(|member| member.type_name.as_ref());
    data_type.derived_from.iter().chain(members)
}

/// The names from `from` to `to`, both among them, if there is a way.
fn way<'a>(descriptor: &'a Descriptor, from: &'a str, to: &str) -> Option<Vec<&'a str>> {
    let mut ways: Vec<Vec<&str>> = vec![vec![from]];
    let mut seen = vec![from];
    while let Some(way) = ways.pop() {
        let last = *way.last()?;
        if last == to {
            return Some(way);
        }
        for part in descriptor.data_type(last).into_iter().flat_map(parts) {
            if !seen.contains(&part.value.as_str()) {
                seen.push(&part.value);
                ways.push(way.iter().copied().chain([part.value.as_str()]).collect());
            }
        }
    }
    None
}
