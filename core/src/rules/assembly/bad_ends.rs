//! The ends of a relationship, which are lists with something in them.

use serde_yaml::Value;

use crate::diagnostic::{Safety, Severity};
use crate::rules::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/bad-ends",
    severity: Severity::Error,
    title: "a relationship has no end, or one that is no list",
    doc: "`source-capabilities` and `target-requirements` are lists: one relationship can meet several requirements. An \
          empty list leaves the relationship without an end, so that it does nothing at all. A single text is read as \
          a list of one; that is a warning.",
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
    let (Some(assembly), Some(root)) = (cx.assembly(), &cx.file.root) else { return };
    for relationship in &assembly.relationships {
        for key in ["source-capabilities", "target-requirements"] {
            let path = relationship.name.path.key(key);
            let Some(node) = root.at(&path) else { continue };
            if node.as_sequence().is_some() && node.items().is_empty() {
                let span = root.entry_at(&path).map_or(node.span, |entry| entry.key.span);
                let what = if key == "source-capabilities" { "source" } else { "target" };
                let message = format!("`{}` has no {what}", relationship.name.text);
                let part = if what == "source" { "component.capability" } else { "component.requirement" };
                cx.report(span, message)
                    .help(format!("name what it links, as `{part}`, or take the relationship away"));
            } else if let Some(text) = node.as_text().filter(|text| !text.is_empty()) {
                let value = Value::Sequence(vec![Value::from(text)]);
                let finding = cx.report(node.span, format!("`{key}` is a list, and this is one text"));
                finding
                    .severity(Severity::Warning)
                    .fix_by("Make it a list", Safety::Safe, |draft| draft.replace(&path, &value));
            }
        }
    }
}
