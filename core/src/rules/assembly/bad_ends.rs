//! Relationships without sources or targets.

use crate::diagnostic::{Safety, Severity};
use crate::rules::assembly::{Check, Rule};
use crate::syntax::patch::list::Items;
use crate::syntax::{Entry, Node, NodePath};

const SECTION: &str = "relationships";

pub static RULE: Rule = Rule {
    code: "assembly/bad-ends",
    severity: Severity::Error,
    title: "invalid ends of a relationship",
    doc: "A relationship needs at least one source and one target capability. `source-capabilities` and \
          `target-requirements` are lists, because one relationship can meet several requirements. With an empty list, \
          the relationship does nothing. A single string is read as a list of one, which is a warning.",
    sources: &["AD-REL-02"],
    bad: "\
name: assembly::a::1.0
properties: {}
composition:
  proxy:
    type: assembly::node::1.0
    properties: {}
relationships:
  serve:
    source-capabilities: []
    target-requirements: [proxy.Server]
    source-state: Active
    target-state: Active
# file: node.yaml
name: assembly::node::1.0
properties: {}
composition: {}
requirements:
  Server: {type: http}
",
    good: "\
name: assembly::a::1.0
properties: {}
composition:
  web:
    type: assembly::server::1.0
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
requirements:
  Server: {type: http}
# file: server.yaml
name: assembly::server::1.0
properties: {}
composition: {}
capabilities:
  Http: {type: http}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let root = cx.file.root.as_ref().filter(|_| cx.assembly().is_some());
    let relationships = root.and_then(|root| root.get(SECTION));
    for relationship in relationships.map_or(&[][..], Node::entries) {
        let Some(name) = relationship.key.as_text() else { continue };
        for key in ["source-capabilities", "target-requirements"] {
            let Some(Entry { key: written, value: node, .. }) = relationship.value.entry(key) else { continue };
            if node.as_sequence().is_some() && node.items().is_empty() {
                let what = if key == "source-capabilities" { "source" } else { "target" };
                let message = format!("relationship `{name}` has no {what}");
                let part = if what == "source" { "component.capability" } else { "component.requirement" };
                cx.report(written.span, message).help(format!("add a `{part}`, or remove the relationship"));
            } else if node.as_text().is_some_and(|text| !text.is_empty()) {
                let path = NodePath::keys([SECTION, name, key]);
                let finding = cx.report(node.span, format!("`{key}` must be a list, not a string"));
                finding
                    .severity(Severity::Warning)
                    .fix_by("Convert to a list", Safety::Safe, |draft| draft.enlist(&path, Items::One));
            }
        }
    }
}
