//! Relationships without operations.

use std::collections::HashMap;

use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};
use crate::syntax::Node;

pub static RULE: Rule = Rule {
    code: "assembly/idle-relationship",
    severity: Severity::Info,
    title: "relationship without operations",
    doc: "A relationship without operations only affects the order: its target waits until its source has reached a \
          state. That is often intended.",
    sources: &["AD-REL-13"],
    bad: "\
name: assembly::a::1.0
properties: {}
composition:
  web:
    type: assembly::node::1.0
    properties: {}
  proxy:
    type: assembly::node::1.0
    properties: {}
relationships:
  serve:
    source-capabilities: [web.Http]
    target-requirements: [proxy.Server]
    source-state: Active
    target-state: Active
# file: node.yaml
name: assembly::node::1.0
properties: {}
composition: {}
capabilities:
  Http: {type: http}
requirements:
  Server: {type: http}
",
    good: "\
name: assembly::a::1.0
properties: {}
composition:
  web:
    type: assembly::node::1.0
    properties: {}
  proxy:
    type: assembly::node::1.0
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
name: assembly::node::1.0
properties: {}
composition:
  nginx:
    type: resource::nginx::1.0
    properties: {}
operations:
  Attach: {source-operation: nginx.Attach}
  Detach: {source-operation: nginx.Detach}
capabilities:
  Http: {type: http}
requirements:
  Server: {type: http}
# file: nginx.yaml
name: resource::nginx::1.0
lifecycle: {Create: {}}
operations:
  Attach: {}
  Detach: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(assembly) = cx.assembly() else { return };
    let section = cx.file.root.as_ref().and_then(|root| root.get("relationships"));
    // Built once, because there may be thousands. Of duplicate names, the first counts.
    let entries = section.map_or(&[][..], Node::entries).iter().rev();
    let nodes: HashMap<&str, &Node> = entries.filter_map(|entry| Some((entry.key.as_text()?, &entry.value))).collect();
    for relationship in &assembly.relationships {
        // A malformed lifecycle is reported by the schema rules.
        let lifecycle = nodes.get(relationship.name.text.as_str()).and_then(|node| node.get("lifecycle"));
        let empty = lifecycle.is_none_or(|node| node.is_null() || node.as_mapping().is_some());
        let calls = relationship.create.iter().chain(&relationship.cease).count();
        let ends = !relationship.source_capabilities.is_empty() && !relationship.target_requirements.is_empty();
        if empty && calls == 0 && ends {
            let message = format!("`{}` calls no operation and only delays its target", relationship.name.text);
            cx.report(relationship.name.span, message);
        }
    }
}
