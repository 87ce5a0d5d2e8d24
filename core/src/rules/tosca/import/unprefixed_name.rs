//! Types of an import with a prefix that are named without it.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::symbol::Target;
use crate::tosca::model::is_type;

pub static RULE: Rule = Rule {
    code: "tosca/import/unprefixed-name",
    severity: Severity::Warning,
    title: "imported type without its prefix",
    doc: "The types of an import with a `namespace_prefix` are named with the prefix (3.5.8). The bare name is \
          accepted as long as it is unambiguous, but other tools do not find the type.",
    sources: &["T-3.5.8-07"],
    bad: "\
# file: service.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
imports:
  - {file: types.yaml, namespace_uri: 'http://example.com/types', namespace_prefix: types}
topology_template:
  node_templates:
    app: {type: example.App}
# file: types.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App: {derived_from: tosca.nodes.Root}
",
    good: "\
# file: service.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
imports:
  - {file: types.yaml, namespace_uri: 'http://example.com/types', namespace_prefix: types}
topology_template:
  node_templates:
    app: {type: 'types:example.App'}
# file: types.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App: {derived_from: tosca.nodes.Root}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = std::rc::Rc::clone(&cx.facts);
    for mention in cx.mentions.iter().filter(|mention| is_type(mention.kind) && !mention.name.contains(':')) {
        let Target::Found { file, .. } = &mention.target else { continue };
        let Some(prefix) = facts.scope.only_prefix(file) else { continue };
        let written = format!("{prefix}:{}", mention.name);
        cx.report(mention.span, format!("`{}` comes from an import with the prefix `{prefix}`", mention.name))
            .help(format!("write `{written}`"))
            .replace_name(&mention.name, &written);
    }
}
