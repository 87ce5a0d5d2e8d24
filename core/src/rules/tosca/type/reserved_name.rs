//! Types whose names are reserved for the specification.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "tosca/type/reserved-name",
    severity: Severity::Warning,
    title: "type in the reserved namespace",
    doc: "Names that begin with `tosca.` are reserved for the types of the specification and its profiles \
          (3.1). A later version may define a type of the same name with another meaning. Use a name that \
          begins with your own domain.",
    sources: &["T-3.1-07"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  tosca.nodes.MyThing: {derived_from: tosca.nodes.Root}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.nodes.MyThing: {derived_from: tosca.nodes.Root}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = std::rc::Rc::clone(&cx.facts);
    let scope = &facts.scope;
    for (kind, definition) in scope.own_types() {
        // The names of the NFV profile are assigned to it.
        let is_reserved = definition.name.starts_with("tosca.") && !definition.name.contains(".nfv.");
        if !is_reserved || scope.built_in(kind, definition.name).is_some() {
            continue;
        }
        if let Some(span) = cx.file.key_span(&definition.path()) {
            cx.report(span, format!("`{}` is in the namespace of the specification", definition.name))
                .help("begin the name with your own domain");
        }
    }
}
