//! Refinements that allow more or fewer occurrences than the inherited definition.

use crate::diagnostic::Severity;
use crate::rules::tosca::refinement::report;
use crate::rules::tosca::{Check, Rule};
use crate::tosca::occurrences::Occurrences;

pub static RULE: Rule = Rule {
    code: "tosca/refinement/wider-occurrences",
    severity: Severity::Error,
    title: "occurrences beyond the inherited range",
    doc: "A derived type can narrow the occurrences of an inherited capability or requirement, but not extend \
          them: whatever relies on the parent type expects a number of relationships in the inherited range. A \
          requirement without `occurrences` has exactly one (3.6.3).",
    sources: &["T-3.6.3-11"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    requirements:
      - data: {capability: tosca.capabilities.Endpoint.Database, occurrences: [1, 2]}
  example.Shop:
    derived_from: example.App
    requirements:
      - data: {occurrences: [0, 2]}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    requirements:
      - data: {capability: tosca.capabilities.Endpoint.Database, occurrences: [1, 2]}
  example.Shop:
    derived_from: example.App
    requirements:
      - data: {occurrences: [2, 2]}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = std::rc::Rc::clone(&cx.facts);
    for member in facts.refined() {
        let own = member.node.get("occurrences");
        let Some((own, range)) = own.and_then(|own| Some((own, Occurrences::read(own)?))) else { continue };
        let inherited = member.inherited("occurrences");
        let stated = inherited.and_then(|inherited| Occurrences::read(inherited.node));
        let default = (member.section == "requirements" && inherited.is_none()).then_some(Occurrences::ONE);
        let Some(wanted) = stated.or(default).filter(|wanted| !wanted.includes(range)) else { continue };
        let Some(declared) = inherited.or(member.inherited.first().copied()) else { continue };
        let message = format!("{range} is not within {wanted}, the inherited occurrences of `{}`", member.name);
        report(cx, own.span, message, declared, "inherited from here".to_owned());
    }
}
