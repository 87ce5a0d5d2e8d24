//! References to resources that can be instantiated.

use crate::assembly::model::DescriptorKind;
use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/instantiable-reference",
    severity: Severity::Warning,
    title: "reference to an instantiable resource",
    doc: "A reference finds something that already exists, so its resource has neither `Install` nor `Uninstall`. A \
          resource with these transitions belongs under `composition`.",
    sources: &["AD-RFS-06", "RD-14"],
    bad: "\
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
lifecycle: {Create: {}, Install: {}, Uninstall: {}}
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
        let Some((type_name, of)) = reference.type_name.as_ref().zip(reference.of.as_ref()) else { continue };
        let Some(descriptor) = cx.resolve(of).filter(|of| of.kind == DescriptorKind::Resource) else { continue };
        let transition =
            descriptor.lifecycle.iter().find(|name| matches!(name.value.as_str(), "Install" | "Uninstall"));
        if let Some(transition) = transition {
            let message = format!("`{of}` has the lifecycle transition `{}`", transition.value);
            cx.report(type_name.span, message).help("referenced resources have neither `Install` nor `Uninstall`");
        }
    }
}
