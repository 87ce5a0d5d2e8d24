//! Values that are read although they do not have the required form.

use crate::diagnostic::{Safety, Severity};
use crate::edit::TextEdit;
use crate::rules::tosca::{Check, Rule};
use crate::schema::loose::loose;
use crate::syntax::{NodePath, Step, Style};
use crate::tosca::schema::SERVICE_TEMPLATE;

pub static RULE: Rule = Rule {
    code: "tosca/notation/loose-value",
    severity: Severity::Info,
    title: "value without the required form",
    doc: "A key without a value is read as an empty mapping or list, and a number or boolean as a string, exactly as \
          written (3.5.2). Other tools may reject both. Write `{}` or `[]` for an empty section, and put quotes \
          around the string.\n\nWith `--strict` this is an error, also for an empty text and an operation without details. Values of properties are checked against their \
          types instead.",
    sources: &["T-0-04"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
description: 5
topology_template:
  node_templates:
    n: {type: tosca.nodes.Root}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
description: \"5\"
topology_template:
  node_templates:
    n: {type: tosca.nodes.Root}
",
    check,
};

/// Fields with numbers, which have no quotes.
fn is_free(key: &str) -> bool {
    ["version", "artifact_version", "template_version", "occurrences", "period", "tosca_definitions_version"].contains(&key)
}

/// Whether an empty value leaves a requirement to the orchestrator (T-3.7.2-19).
fn is_open_requirement(path: &NodePath) -> bool {
    matches!(path.steps(), [.., Step::Key(section), Step::Index(_), Step::Key(_)] if section == "requirements")
}

fn is_metadata(path: &NodePath) -> bool {
    matches!(path.steps(), [.., Step::Key(section), Step::Key(_)] if section == "metadata")
}

fn check(cx: &mut Check<'_>) {
    let file = cx.file;
    let Some(root) = &file.root else { return };
    let severity = if cx.settings.strict { Severity::Error } else { Severity::Info };
    for one in loose(root, &SERVICE_TEMPLATE, is_free) {
        // Metadata are often numbers, such as a revision.
        let is_metadata = one.found != "null" && is_metadata(&one.path) && !cx.settings.strict;
        let is_tolerated = is_metadata || one.is_absent && (!cx.settings.strict || is_open_requirement(&one.path));
        // The rule for wrong shapes leaves out empty descriptions.
        let is_reported = cx.is_misfit(&one.path) && one.path.last_key() != Some("description");
        if is_tolerated || is_reported {
            continue;
        }
        let Some(node) = root.at(&one.path) else { continue };
        let key = file.key_span(&one.path);
        let Some(span) = Some(node.span).filter(|span| !span.is_empty()).or(key) else { continue };
        let name = one.path.last_key().unwrap_or("item");
        if one.found == "null" && one.expected == "a string" {
            let finding = cx.report(span, format!("`{name}` is empty, but a string is expected")).severity(severity);
            finding.help("write a text, or remove the line");
        } else if one.found == "null" {
            let empty = if one.expected == "a list" { serde_yaml::Value::Sequence(Vec::new()) } else { serde_yaml::Mapping::new().into() };
            let finding = cx.report(span, format!("`{name}` is empty, but {} is expected", one.expected)).severity(severity);
            finding.fix_by("Write an empty collection", Safety::Unsafe, |draft| draft.replace(&one.path, &empty));
        } else {
            let finding = cx.report(span, format!("`{name}` must be a string, not {}", one.found)).severity(severity);
            if node.as_scalar().is_some_and(|scalar| scalar.style == Style::Plain) {
                let edit = TextEdit::replace(node.span, format!("\"{}\"", node.span.of(&file.text)));
                finding.fix("Quote the value", Safety::Unsafe, edit);
            }
        }
    }
}
