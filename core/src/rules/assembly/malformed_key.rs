//! Names in a descriptor that cannot be referenced.

use crate::assembly::model::Name;
use crate::assembly::schema::PROPERTY_TYPES;
use crate::diagnostic::{Safety, Severity};
use crate::rules::assembly::{Check, Rule};
use crate::syntax::plain::{Plain, typed_text};

pub static RULE: Rule = Rule {
    code: "assembly/malformed-key",
    severity: Severity::Error,
    title: "invalid name",
    doc: "Names of properties, components, references, relationships, operations, data types, capabilities and \
          requirements contain at least one letter or digit, and no spaces, periods, brackets or braces: these separate \
          the steps of a reference (`${gateway.address}`) or are part of its syntax. Component names should not contain \
          two consecutive underscores, which separate the parts of instance names.\n\nQuote names that YAML reads as a \
          number or boolean (`1`, `yes`).",
    sources: &[
        "AD-PROP-02",
        "AD-PROP-03",
        "AD-PROP-04",
        "AD-PROP-05",
        "AD-COMP-01",
        "AD-RFS-01",
        "AD-REL-01",
        "AD-OPS-08",
        "AD-DT-01",
        "AD-CAP-01",
    ],
    bad: "name: assembly::a::1.0\nproperties:\n  data.cidr: {type: string}\ncomposition: {}\n",
    good: "name: assembly::a::1.0\nproperties:\n  data-cidr: {type: string}\ncomposition: {}\n",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(descriptor) = cx.descriptor() else { return };
    descriptor.all_properties().for_each(|property| key(cx, "a property", &property.name));
    descriptor.composition.iter().for_each(|component| part(cx, "a component", &component.name));
    descriptor.references.iter().for_each(|reference| part(cx, "a reference", &reference.name));
    descriptor.relationships.iter().for_each(|relationship| key(cx, "a relationship", &relationship.name));
    descriptor.operations.iter().for_each(|operation| key(cx, OPERATION, &operation.name));
    descriptor.capabilities.iter().for_each(|capability| key(cx, "a capability", &capability.name));
    descriptor.requirements.iter().for_each(|requirement| key(cx, "a requirement", &requirement.name));
    for data_type in &descriptor.data_types {
        key(cx, "a data type", &data_type.name);
        if PROPERTY_TYPES.contains(&data_type.name.text.as_str()) {
            let message = format!("data type `{}` has the name of a built-in type", data_type.name.text);
            cx.report(data_type.name.span, message).help("rename it");
        }
    }
}

const OPERATION: &str = "an operation";

/// Names of components and references become part of instance names.
fn part(cx: &mut Check<'_>, what: &str, name: &Name) {
    key(cx, what, name);
    if name.text.contains("__") {
        let finding = cx.report(name.span, format!("`__` in the name of {what}: `{}`", name.text));
        finding.severity(Severity::Warning).help("two underscores separate the parts of instance names");
    }
}

fn key(cx: &mut Check<'_>, what: &str, name: &Name) {
    let text = name.text.as_str();
    let fault = if text.chars().any(char::is_whitespace) {
        "a space".to_owned()
    } else if let Some(character) = text.chars().find(|character| ".[]{}$".contains(*character)) {
        format!("`{character}`")
    } else if !text.chars().any(char::is_alphanumeric) {
        let finding = cx.report(name.span, format!("the name of {what} needs a letter or digit: `{text}`"));
        finding.help("it cannot be referenced");
        return;
    } else {
        return untyped(cx, what, name);
    };
    let corrected = corrected(text);
    let section = name.path.parent().and_then(|section| cx.file.root.as_ref()?.at(&section));
    let free = section.is_some_and(|section| section.get(&corrected).is_none());
    let finding = cx.report(name.span, format!("the name of {what} cannot contain {fault}: `{text}`"));
    // The specification does not restrict operation names, but they are referenced in the same way.
    let finding = if what == OPERATION { finding.severity(Severity::Warning) } else { finding };
    let finding = finding.help("use letters, digits, `_` and `-`");
    if free && !corrected.is_empty() {
        finding.fix_by(format!("Rename to `{corrected}`"), Safety::Unsafe, |draft| draft.rename_key(&name.path, &corrected));
    }
}

/// Reports a key that YAML does not read as text.
fn untyped(cx: &mut Check<'_>, what: &str, name: &Name) {
    if name.span.of(&cx.file.text).starts_with(['\'', '"']) {
        return;
    }
    let read_as = match typed_text(&name.text) {
        Plain::Text("yes" | "no" | "on" | "off") => "a boolean by some parsers",
        Plain::Text(_) => return,
        Plain::Null => "null",
        Plain::Bool(_) => "a boolean",
        Plain::Integer(_) | Plain::Float(_) => "a number",
    };
    let quoted = format!("'{}'", name.text);
    let finding = cx.report(name.span, format!("the name of {what} is read as {read_as}: `{}`", name.text));
    finding.severity(Severity::Warning).help("quote it").replace_with(&quoted, Safety::Safe);
}

fn corrected(text: &str) -> String {
    let name: String =
        text.chars().map(|character| if " .[]{}$\t".contains(character) { '-' } else { character }).collect();
    name.trim_matches('-').to_owned()
}
