//! A node template, relationship template or group that is named and not there.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, missing};
use crate::symbol::SymbolKind;

pub static RULE: Rule = Rule {
    code: "tosca/template/no-such-template",
    severity: Severity::Error,
    title: "a template is named that there is not",
    doc: "A requirement names the node template that meets it, `get_property` and the like one that they read of, a group its \
          members, a policy its targets, a workflow what its steps are done to, and `substitution_mappings` what stands \
          behind a capability or requirement. All of these are templates of the same topology: those of an imported file \
          cannot be named.",
    sources: &[
        "T-3.5.22-01",
        "T-3.5.23-01",
        "T-3.7.2-04",
        "T-3.7.2-13",
        "T-3.7.3-04",
        "T-3.7.5-02",
        "T-3.7.6-02",
        "T-3.7.10-03",
        "T-4.4.2-02",
    ],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute}
    app:
      type: tosca.nodes.SoftwareComponent
      requirements:
        - host: sever
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute}
    app:
      type: tosca.nodes.SoftwareComponent
      requirements:
        - host: server
",
    check,
};

fn check(cx: &mut Check<'_>) {
    for one in missing(cx, &[SymbolKind::NodeTemplate, SymbolKind::Relationship]) {
        let (what, section) = match one.mention.kind {
            SymbolKind::Relationship => ("relationship template", "relationship_templates"),
            _ => ("node template", "node_templates"),
        };
        let name = &one.mention.name;
        let finding = cx.report(one.mention.span, format!("the topology has no {what} `{name}`"));
        finding.suggest(name, one.known.iter().map(|name| name.as_str()), &format!("name something under `{section}`"));
    }
}
