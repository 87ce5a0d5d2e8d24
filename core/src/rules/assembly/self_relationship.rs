//! Relationships from a component to itself.

use crate::assembly::mentions::{ends, within};
use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/self-relationship",
    severity: Severity::Warning,
    title: "relationship to itself",
    doc: "The same component is both source and target. Every instance is then related to every instance including \
          itself, which is rarely intended and often a deadlock.",
    sources: &["AD-REL-21"],
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
    target-requirements: [web.Server]
    source-state: Installed
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
    source-state: Installed
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
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(assembly) = cx.assembly() else { return };
    for relationship in &assembly.relationships {
        let sources = ends(&relationship.source_capabilities);
        for (name, text) in ends(&relationship.target_requirements).into_iter().zip(&relationship.target_requirements) {
            if sources.contains(&name) && assembly.component(name).is_some() {
                let span = within(text, 0, name.len(), cx.file);
                let finding = cx.report(span, format!("`{name}` is also a source of this relationship"));
                finding.help("use another component");
            }
        }
    }
}
