//! Malformed operation calls of relationships.

use crate::assembly::mentions::{ends, within};
use crate::assembly::model::{Relationship, Text};
use crate::diagnostic::{Safety, Severity};
use crate::edit::TextEdit;
use crate::rules::assembly::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/malformed-call",
    severity: Severity::Error,
    title: "malformed operation call",
    doc: "A relationship calls operations of its source or target: `source.operation` or `target.operation`. The name \
          of a component is accepted instead if it is one of the ends, but it is not in the specification and \
          therefore a warning. Operations of other components cannot be called.",
    sources: &["AD-REL-15"],
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
      Create: [proxy.Attach]
# file: node.yaml
name: resource::node::1.0
lifecycle: {Create: {}}
capabilities:
  Http: {type: http}
requirements:
  Server: {type: http}
operations:
  Attach: {}
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
# file: node.yaml
name: resource::node::1.0
lifecycle: {Create: {}}
capabilities:
  Http: {type: http}
requirements:
  Server: {type: http}
operations:
  Attach: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(assembly) = cx.assembly() else { return };
    for relationship in &assembly.relationships {
        for text in relationship.create.iter().chain(&relationship.cease) {
            call(cx, relationship, text);
        }
    }
}

fn call(cx: &mut Check<'_>, relationship: &Relationship, text: &Text) {
    let Some((head, operation)) = text.value.split_once('.').filter(|(_, name)| !name.is_empty()) else {
        let finding = cx.report(text.span, format!("`{}` does not name a source or target", text.value));
        let name = text.value.trim_end_matches('.');
        finding.help(format!("use `source.{name}` or `target.{name}`"));
        return;
    };
    if operation.contains('.') {
        let finding = cx.report(text.span, format!("`{}` has more than one period", text.value));
        finding.help("use `source.operation` or `target.operation`");
        return;
    }
    if matches!(head, "source" | "target") {
        return;
    }
    let span = within(text, 0, head.len(), cx.file);
    let sides = [("source", &relationship.source_capabilities), ("target", &relationship.target_requirements)];
    let sides: Vec<_> = sides.into_iter().filter(|(_, texts)| ends(texts).contains(&head)).collect();
    let Some((side, texts)) = sides.first() else {
        let finding = cx.report(span, format!("`{head}` is neither a source nor a target of this relationship"));
        finding.suggest(head, ["source", "target"], "use `source.operation` or `target.operation`");
        return;
    };
    let finding = cx.report(span, format!("refer to `{head}` as `{side}`")).severity(Severity::Warning);
    let finding = finding.help(format!("use `{side}.{operation}`"));
    // `source` means every source, so the meaning is the same only for a single source.
    let exact = span.len() == head.len();
    if exact && sides.len() == 1 && ends(texts).iter().all(|name| *name == head) {
        finding.fix(format!("Replace with `{side}`"), Safety::Safe, TextEdit::replace(span, *side));
    }
}
