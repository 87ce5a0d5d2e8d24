//! Names with two meanings in references.

use crate::assembly::model::{Descriptor, Name};
use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/ambiguous-name",
    severity: Severity::Error,
    title: "ambiguous name",
    doc: "Components and references share a namespace, because `${name.property}` can refer to either, so a name \
          cannot be both.\n\nIf a property of the assembly has the name of a component, `${name.key}` is read as a \
          property of the component and the entries of the assembly property cannot be reached. The same holds for \
          components called `instance`, `item`, `source` or `target` where these words have a special meaning. These \
          two cases are warnings.",
    sources: &["AD-COMP-02", "AD-REF-05", "AD-REF-06"],
    bad: "\
name: assembly::a::1.0
properties: {}
composition:
  network:
    type: assembly::network::1.0
    properties: {}
references:
  network:
    type: assembly::network::1.0
    properties:
      name: {value: video}
# file: network.yaml
name: assembly::network::1.0
properties: {}
composition: {}
",
    good: "\
name: assembly::a::1.0
properties: {}
composition:
  network:
    type: assembly::network::1.0
    properties: {}
references:
  existing-network:
    type: assembly::network::1.0
    properties:
      name: {value: video}
# file: network.yaml
name: assembly::network::1.0
properties: {}
composition: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(assembly) = cx.assembly() else { return };
    for reference in &assembly.references {
        if let Some(component) = assembly.component(&reference.name.text) {
            let message = format!("`{}` is both a component and a reference", reference.name.text);
            twice(cx, &reference.name, &component.name, &message, Severity::Error);
        }
    }
    for property in &assembly.properties {
        if let Some(part) = assembly.part(&property.name.text) {
            let what = if assembly.component(&part.name.text).is_some() { "component" } else { "reference" };
            let message = format!("property has the same name as the {what} `{}`", part.name.text);
            twice(cx, &property.name, &part.name, &message, Severity::Warning);
        }
    }
    reserved(cx, assembly);
}

fn twice(cx: &mut Check<'_>, name: &Name, other: &Name, message: &str, severity: Severity) {
    let file = &cx.file.path;
    let finding = cx.report(name.span, message).severity(severity).help("rename one of them");
    finding.related(file, other.span, "also used here");
}

fn reserved(cx: &mut Check<'_>, assembly: &Descriptor) {
    for part in assembly.composition.iter().chain(&assembly.references) {
        let name = part.name.text.as_str();
        let place = match name {
            "instance" => "every value",
            "item" => "the values of components with items",
            "source" | "target" => "the values of relationships",
            _ => continue,
        };
        let finding = cx.report(part.name.span, format!("`{name}` has a different meaning in {place}"));
        finding.severity(Severity::Warning).help("rename it");
    }
}
