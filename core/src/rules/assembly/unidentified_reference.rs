//! References without an identifying property.

use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/unidentified-reference",
    severity: Severity::Warning,
    title: "reference without an identifying property",
    doc: "A reference must match exactly one instance. Besides its placement, it needs an identifying property, usually \
          `name`.",
    sources: &["AD-RFS-05"],
    bad: "\
name: assembly::a::1.0
properties: {}
composition: {}
references:
  network:
    type: resource::network::1.0
    properties:
      deploymentLocation: {value: core}
      resourceManager: {value: brent}
# file: network.yaml
name: resource::network::1.0
lifecycle: {Create: {}}
",
    good: "\
name: assembly::a::1.0
properties: {}
composition: {}
references:
  network:
    type: resource::network::1.0
    properties:
      name: {value: video}
      deploymentLocation: {value: core}
      resourceManager: {value: brent}
# file: network.yaml
name: resource::network::1.0
lifecycle: {Create: {}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(assembly) = cx.assembly() else { return };
    for reference in &assembly.references {
        let path = reference.name.path.key("properties");
        // Missing properties are reported by the schema.
        let Some(span) = cx.file.key_span(&path) else { continue };
        let placement = |name: &str| matches!(name, "deploymentLocation" | "resourceManager");
        if reference.properties.iter().all(|property| placement(&property.name.text)) {
            let message = format!("reference `{}` has no identifying property", reference.name.text);
            cx.report(span, message).help("add `name`, or another property that is unique to the instance");
        }
    }
}
