//! A name within a descriptor that nothing can refer to.

use crate::assembly::model::Name;
use crate::assembly::schema::PROPERTY_TYPES;
use crate::diagnostic::{Safety, Severity};
use crate::rules::assembly::{Check, Rule};
use crate::syntax::plain::{Plain, typed_text};

pub static RULE: Rule = Rule {
    code: "assembly/malformed-key",
    severity: Severity::Error,
    title: "a name that nothing can refer to",
    doc: "The name of a property, component, reference, relationship, operation, data type, capability or requirement has \
          no blanks and no periods, and at least one letter or digit: a period parts the steps of a reference \
          (`${gateway.address}`), brackets and braces are its syntax. Two underscores part the names of instances, so that \
          the name of a component should not have them.\n\nA key that YAML reads as a number or a truth value (`1`, `yes`) should be quoted.",
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
            let message = format!("the data type `{}` has the name of a built-in type", data_type.name.text);
            cx.report(data_type.name.span, message).help("give it a name of its own");
        }
    }
}

const OPERATION: &str = "an operation";

/// The names of parts become part of the names of instances.
fn part(cx: &mut Check<'_>, what: &str, name: &Name) {
    key(cx, what, name);
    if name.text.contains("__") {
        let finding = cx.report(name.span, format!("`__` in the name of {what}: `{}`", name.text));
        finding.severity(Severity::Warning).help("two underscores part the names of instances");
    }
}

fn key(cx: &mut Check<'_>, what: &str, name: &Name) {
    let text = name.text.as_str();
    let fault = if text.chars().any(char::is_whitespace) {
        "a blank".to_owned()
    } else if let Some(character) = text.chars().find(|character| ".[]{}$".contains(*character)) {
        format!("`{character}`")
    } else if !text.chars().any(char::is_alphanumeric) {
        let finding = cx.report(name.span, format!("the name of {what} has a letter or digit, unlike `{text}`"));
        finding.help("nothing can refer to it");
        return;
    } else {
        return untyped(cx, what, name);
    };
    let mended = mended(text);
    let section = name.path.parent().and_then(|section| cx.file.root.as_ref()?.at(&section));
    let free = section.is_some_and(|section| section.get(&mended).is_none());
    let finding = cx.report(name.span, format!("the name of {what} cannot have {fault}: `{text}`"));
    // The specification does not say it of operations, which are addressed like everything else.
    let finding = if what == OPERATION { finding.severity(Severity::Warning) } else { finding };
    let finding = finding.help("letters, digits, `_` and `-`");
    if free && !mended.is_empty() {
        finding.fix_by(format!("Rename to `{mended}`"), Safety::Unsafe, |draft| draft.rename_key(&name.path, &mended));
    }
}

/// A key that YAML does not read as text.
fn untyped(cx: &mut Check<'_>, what: &str, name: &Name) {
    if name.span.of(&cx.file.text).starts_with(['\'', '"']) {
        return;
    }
    let read_as = match typed_text(&name.text) {
        Plain::Text("yes" | "no" | "on" | "off") => "a truth value by some readers",
        Plain::Text(_) => return,
        Plain::Null => "null",
        Plain::Bool(_) => "a truth value",
        Plain::Integer(_) | Plain::Float(_) => "a number",
    };
    let quoted = format!("'{}'", name.text);
    let finding = cx.report(name.span, format!("the name of {what} is read as {read_as}: `{}`", name.text));
    finding.severity(Severity::Warning).help("quote it").replace_with(&quoted, Safety::Safe);
}

fn mended(text: &str) -> String {
    let name: String =
        text.chars().map(|character| if " .[]{}$\t".contains(character) { '-' } else { character }).collect();
    name.trim_matches('-').to_owned()
}
