//! Outputs that are not read-only.

use crate::assembly::interpolation::Interpolation;
use crate::diagnostic::{Safety, Severity};
use crate::rules::assembly::{Check, Rule};
use crate::similarity::loosely_equal;

pub static RULE: Rule = Rule {
    code: "assembly/output-not-read-only",
    severity: Severity::Info,
    title: "output not marked `read-only`",
    doc: "A property of the assembly whose value comes from a component is an output, known once the component runs. \
          Marking it `read-only` tells users of the assembly that it can be read but not set.",
    sources: &["AD-PROP-20"],
    bad: "\
# file: a.yaml
name: assembly::a::1.0
properties:
  address: {value: '${gw.address}'}
composition:
  gw:
    type: resource::gateway::1.0
# file: gateway.yaml
name: resource::gateway::1.0
properties:
  address: {read-only: true}
lifecycle: {Create: {}}
",
    good: "\
# file: a.yaml
name: assembly::a::1.0
properties:
  address: {value: '${gw.address}', read-only: true}
composition:
  gw:
    type: resource::gateway::1.0
# file: gateway.yaml
name: resource::gateway::1.0
properties:
  address: {read-only: true}
lifecycle: {Create: {}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(assembly) = cx.assembly() else { return };
    for property in assembly.properties.iter().filter(|property| !property.read_only) {
        let Some(value) = property.static_or_mapped() else { continue };
        if property.type_name.as_ref().is_some_and(|name| loosely_equal(&name.value, "read-only")) {
            continue; // Reported by `assembly/no-such-type`.
        }
        let interpolation = Interpolation::of(value, &cx.file.text);
        let source = interpolation
            .references()
            .find(|path| path.segments.len() > 1 && assembly.component(path.head()).is_some());
        let Some(source) = source else { continue };
        let name = &property.name;
        let message = format!("output `{}` comes from `{}` but is not read-only", name.text, source.head());
        let finding = cx.report(name.span, message).help("add `read-only: true` to prevent setting it");
        finding.fix_by(format!("Mark `{}` read-only", name.text), Safety::Unsafe, |draft| {
            draft.set(&name.path.key("read-only"), &true.into())
        });
    }
}
