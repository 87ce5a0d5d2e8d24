//! Types that derive from themselves.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::tosca::derivation;

pub static RULE: Rule = Rule {
    code: "tosca/type/cyclic-derivation",
    severity: Severity::Error,
    title: "type derives from itself",
    doc: "A type inherits everything from the type that it names in `derived_from`, and so on, up to a root type. If \
          these form a cycle, also across imported files, the types have no root, and no orchestrator can load \
          them.\n\nDerive one of them from another type.",
    sources: &["T-3.6.1-03"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.Server: {derived_from: example.Machine}
  example.Machine: {derived_from: example.Server}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.Server: {derived_from: example.Machine}
  example.Machine: {derived_from: tosca.nodes.Root}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = std::rc::Rc::clone(&cx.facts);
    for cycle in &facts.cycles {
        // Each type of the cycle is reported where it is defined, because each of them derives from itself.
        for (at, step) in cycle.steps.iter().enumerate().filter(|(_, step)| step.file == cx.file.path) {
            let (before, after) = cycle.steps.split_at(at);
            let others = || after.iter().chain(before);
            let names: Vec<&str> = std::iter::once(step).chain(others()).map(|step| step.name.as_str()).collect();
            let mut finding = cx.report(step.span, derivation::message(&names)).help("derive one of these types from another one");
            for other in others().skip(1) {
                finding = finding.related(&other.file, other.span, format!("`{}` is part of the cycle", other.name));
            }
        }
    }
}
