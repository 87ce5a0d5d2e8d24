//! A relationship that does something on one side of its life only.

use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/create-without-cease",
    severity: Severity::Info,
    title: "a relationship has only one of `Create` and `Cease`",
    doc: "What `Create` sets up, `Cease` should take down when one of the ends goes, as when a cluster is scaled in. If \
          there is nothing to take down, all is well.",
    sources: &["AD-REL-20"],
    bad: "\
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
# file: node.yaml
name: resource::node::1.0
lifecycle: {Create: {}}
capabilities:
  Http: {type: http}
requirements:
  Server: {type: http}
operations:
  Attach: {}
  Detach: {}
",
    good: "\
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
  Attach: {}
  Detach: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(assembly) = cx.assembly() else { return };
    for relationship in &assembly.relationships {
        let (has, lacks) = match (relationship.create.is_empty(), relationship.cease.is_empty()) {
            (false, true) => ("Create", "Cease"),
            (true, false) => ("Cease", "Create"),
            _ => continue,
        };
        let path = relationship.name.path.key("lifecycle").key(has);
        let span = cx.file.key_span(&path).unwrap_or(relationship.name.span);
        let finding = cx.report(span, format!("this relationship has a `{has}`, and no `{lacks}`"));
        finding.help("what is set up should be taken down");
    }
}
