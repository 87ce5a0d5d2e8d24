//! Relationships with only one of `Create` and `Cease`.

use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/create-without-cease",
    severity: Severity::Info,
    title: "unpaired `Create` or `Cease`",
    doc: "`Cease` should undo what `Create` sets up when an end of the relationship is removed, for example when a \
          cluster is scaled in. Ignore this if there is nothing to undo.",
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
        let finding = cx.report(span, format!("relationship has `{has}` but no `{lacks}`"));
        finding.help("`Cease` should undo what `Create` sets up");
    }
}
