//! Types with names of normative types.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::tosca::built_in;

pub static RULE: Rule = Rule {
    code: "tosca/type/hides-normative-type",
    severity: Severity::Warning,
    title: "type hides a normative one",
    doc: "A custom type should not have the name of a normative type of the same kind, such as `Compute` (5.2). It \
          takes precedence over the normative type, which can then only be named by its URI, and readers mistake one \
          for the other.\n\nIf it defines the URI of a normative type differently, this is an error: types that \
          derive from the normative one do not derive from yours. An equal copy of a normative type is not reported.",
    sources: &["T-0-14", "T-5.2-3"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  Compute: {derived_from: tosca.nodes.Root}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.Compute: {derived_from: tosca.nodes.Root}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = std::rc::Rc::clone(&cx.facts);
    let scope = &facts.scope;
    for (kind, definition) in scope.own_types() {
        let hidden = scope.built_in_all(kind, definition.name);
        let Some(first) = hidden.first().filter(|first| !built_in::is_example(first.file)) else { continue };
        if scope.is_copy_of_built_in(kind, definition) {
            continue;
        }
        let is_uri = first.name == definition.name;
        let severity = if is_uri { Severity::Error } else { Severity::Warning };
        let message = match is_uri {
            true => format!("`{}` is a normative type with another definition", definition.name),
            false => format!("`{}` hides the shorthand of the normative type `{}`", definition.name, first.name),
        };
        let spans = (cx.file.key_span(&definition.path()), scope.source(first.file));
        let (Some(span), Some(source)) = spans else { continue };
        let finding = cx.report(span, message).severity(severity).help("choose another name");
        if let Some(span) = source.key_span(&first.path()) {
            finding.related(first.file, span, "the normative type");
        }
    }
}
