//! More operations than a relationship may call.

use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};
use crate::settings::Profile;

pub static RULE: Rule = Rule {
    code: "assembly/several-operations",
    severity: Severity::Info,
    title: "a relationship calls several operations in TNC-O",
    doc: "The description of TNC-O says that a relationship calls one operation, and shows one that calls two. CP4NA \
          calls several, in their order. This is a note in the profile `tnco` only.",
    sources: &["AD-REL-17"],
    bad: "\
# profile: tnco
name: assembly::a::1.0
properties: {}
composition:
  web:
    type: resource::node::1.0
    properties: {}
  proxy:
    type: resource::node::1.0
    properties: {}
relationships:
  serve:
    source-capabilities: [web.Http]
    target-requirements: [proxy.Server]
    source-state: Active
    target-state: Active
    lifecycle:
      Create: [source.Open, target.Attach]
      Cease: [target.Detach]
# file: node.yaml
name: resource::node::1.0
lifecycle: {Create: {}}
capabilities:
  Http: {type: http}
requirements:
  Server: {type: http}
operations:
  Open: {}
  Attach: {}
  Detach: {}
",
    good: "\
# profile: tnco
name: assembly::a::1.0
properties: {}
composition:
  web:
    type: resource::node::1.0
    properties: {}
  proxy:
    type: resource::node::1.0
    properties: {}
relationships:
  serve:
    source-capabilities: [web.Http]
    target-requirements: [proxy.Server]
    source-state: Active
    target-state: Active
    lifecycle:
      Create: [target.Attach]
      Cease: [target.Detach]
# file: node.yaml
name: resource::node::1.0
lifecycle: {Create: {}}
capabilities:
  Http: {type: http}
requirements:
  Server: {type: http}
operations:
  Open: {}
  Attach: {}
  Detach: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    if cx.settings.profile != Profile::Tnco {
        return;
    }
    let Some(assembly) = cx.assembly() else { return };
    for list in assembly.relationships.iter().flat_map(|relationship| [&relationship.create, &relationship.cease]) {
        if let [_, second, ..] = list.as_slice() {
            let finding = cx.report(second.span, "this is not the only operation");
            finding.help("TNC-O documents one operation for each transition of a relationship");
        }
    }
}
