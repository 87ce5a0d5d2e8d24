//! Type that occurs only in examples.

use crate::diagnostic::Safety;
use crate::diagnostic::Severity;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/undefined-example-type",
    severity: Severity::Error,
    title: "type that occurs only in examples",
    doc: "The guide uses the types `capacity` and `service` in examples, but defines neither. It means the types \
          `capability` and `instance_fit`.",
    sources: &["HAS-69"],
    bad: "\
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
constraints:
  fits:
    type: service
    demands: [gateway]
    properties: {controller: SDN-C, request: {size: 2}}
",
    good: "\
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
constraints:
  fits:
    type: instance_fit
    demands: [gateway]
    properties: {controller: SDN-C, request: {size: 2}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view() else { return };
    for constraint in view.constraints() {
        let Some(node) = constraint.node.get("type") else { continue };
        let Some((of, defined)) = EXAMPLES.iter().find(|(of, _)| node.as_text() == Some(of)) else { continue };
        let finding = cx.report(node.span, format!("`{of}` is not a constraint type"));
        finding.help(format!("did you mean `{defined}`?")).replace_with(defined, Safety::Unsafe);
    }
}

/// The types in examples, with the types that the guide defines.
pub const EXAMPLES: [(&str, &str); 2] = [("capacity", "capability"), ("service", "instance_fit")];
