//! Prefixes of types that no import defines.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::tosca::model::is_type;

pub static RULE: Rule = Rule {
    code: "tosca/import/unknown-prefix",
    severity: Severity::Error,
    title: "unknown namespace prefix",
    doc: "A type of the form `prefix:Name` comes from the import that has this `namespace_prefix` in the same \
          file. The prefix `tosca` refers to the normative types (3.5.8).",
    sources: &["T-3.5.8-08"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    web: {type: 'other:Server'}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    web: {type: 'tosca:WebServer', requirements: [host: server]}
    server: {type: 'tosca:Compute'}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = std::rc::Rc::clone(&cx.facts);
    let scope = &facts.scope;
    for mention in cx.mentions.iter().filter(|mention| is_type(mention.kind)) {
        let Some((prefix, _)) = mention.name.split_once(':') else { continue };
        if !scope.has_prefix(prefix) && scope.get(mention.kind, &mention.name).is_none() {
            cx.report(mention.span, format!("unknown namespace prefix `{prefix}` in `{}`", mention.name))
                .help(format!("add `namespace_prefix: {prefix}` to an import"));
        }
    }
}
