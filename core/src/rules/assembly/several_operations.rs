//! Several operations called by one transition.

use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};
use crate::settings::Profile;

pub static RULE: Rule = Rule {
    code: "assembly/several-operations",
    severity: Severity::Info,
    title: "several operations in TNC-O",
    doc: "The documentation of TNC-O allows a relationship to call one operation, but shows an example with two. CP4NA \
          calls several, in order. Reported only in the profile `tnco`.",
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
            let finding = cx.report(second.span, "several operations in one transition");
            finding.help("TNC-O documents one operation per transition of a relationship");
        }
    }
}
