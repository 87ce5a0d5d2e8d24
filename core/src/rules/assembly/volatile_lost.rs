//! Volatile properties mapped from properties that are not volatile.

use crate::assembly::interpolation::Interpolation;
use crate::diagnostic::{Safety, Severity};
use crate::rules::assembly::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/volatile-lost",
    severity: Severity::Info,
    title: "volatile property mapped from a non-volatile one",
    doc: "Changing a `volatile` property does not reinstall the resource. Only the declaration in the resource counts, \
          but marking the properties it is mapped from as well tells users of the assembly what a change does.",
    sources: &["AD-PROP-16"],
    bad: "\
# file: a.yaml
name: assembly::a::1.0
properties:
  licence: {type: string}
composition:
  gw:
    type: resource::gateway::1.0
    properties:
      licence: {value: '${licence}'}
# file: gateway.yaml
name: resource::gateway::1.0
properties:
  licence: {volatile: true}
lifecycle: {Create: {}, Reconfigure: {}}
",
    good: "\
# file: a.yaml
name: assembly::a::1.0
properties:
  licence: {type: string, volatile: true}
composition:
  gw:
    type: resource::gateway::1.0
    properties:
      licence: {value: '${licence}'}
# file: gateway.yaml
name: resource::gateway::1.0
properties:
  licence: {volatile: true}
lifecycle: {Create: {}, Reconfigure: {}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(assembly) = cx.assembly() else { return };
    let file = cx.file;
    for component in &assembly.composition {
        let Some(declaring) = component.of.as_ref().and_then(|of| cx.resolve(of)) else { continue };
        for property in &component.properties {
            let volatile = declaring.property(&property.name.text).is_some_and(|declared| declared.volatile);
            let Some(value) = property.static_or_mapped().filter(|_| volatile) else { continue };
            let interpolation = Interpolation::of(value, &file.text);
            for path in interpolation.references().filter(|path| path.segments.len() == 1) {
                let Some(source) = assembly.property(path.head()).filter(|source| !source.volatile) else { continue };
                let message = format!("`{}` is not volatile, but `{}` is", source.name.text, property.name.text);
                let finding = cx.report(path.span, message).related(&file.path, source.name.span, "declared here");
                finding.fix_by(format!("Mark `{}` volatile", source.name.text), Safety::Unsafe, |draft| {
                    draft.set(&source.name.path.key("volatile"), &true.into())
                });
            }
        }
    }
}
