//! References to undefined node templates, relationship templates and groups.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, missing};
use crate::symbol::SymbolKind;

pub static RULE: Rule = Rule {
    code: "tosca/template/no-such-template",
    severity: Severity::Error,
    title: "unknown template",
    doc: "Requirements, `get_property` and similar functions, groups, policies, workflow steps and \
          `substitution_mappings` refer to templates by name. They must be defined in the same topology; templates of \
          an imported file cannot be referenced.",
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
        "T-4.5.1-04", "T-7.3-9", "T-10.1-3", "T-12-3"],
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
        let finding = cx.report(one.mention.span, format!("unknown {what} `{name}`"));
        finding.suggest(
            name,
            one.known.iter().map(|name| name.as_str()),
            &format!("use a name defined under `{section}`"),
        );
    }
}
