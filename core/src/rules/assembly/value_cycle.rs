//! Cyclic property values.

use petgraph::graph::EdgeIndex;

use crate::assembly::cycle::cycles;
use crate::assembly::flow::Flow;
use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/value-cycle",
    severity: Severity::Error,
    title: "cyclic property values",
    doc: "If a property is mapped from another that is mapped from the first, neither has a value. The cycle may go \
          through components, if a value is passed into one and read from it again.\n\nOne case is not a cycle: a \
          property of an assembly mapped from itself, `resourceManager: {value: '${resourceManager}'}`, gets its value \
          from the enclosing assembly or the intent.",
    sources: &["AD-REF-12"],
    bad: "\
name: assembly::a::1.0
properties:
  host: {read-only: true, value: '${address}'}
  address: {read-only: true, value: '${host}'}
composition: {}
",
    good: "\
name: assembly::a::1.0
properties:
  host: {read-only: true, value: '${address}'}
  address: {default: 192.0.2.1}
composition: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(flow) = cx.flow() else { return };
    for cycle in cycles(&flow.values, |read| read.span.map(|span| span.start)) {
        report(cx, &flow, &cycle);
    }
}

fn report(cx: &mut Check<'_>, flow: &Flow<'_>, cycle: &[EdgeIndex]) {
    let label = |edge: &EdgeIndex| {
        let (from, _) = flow.values.edge_endpoints(*edge)?;
        Some(format!("`{}`", flow.label(flow.values.node_weight(from)?)))
    };
    let mut names: Vec<String> = cycle.iter().filter_map(label).collect();
    names.extend(names.first().cloned());
    let spans: Vec<_> = cycle.iter().filter_map(|edge| flow.values.edge_weight(*edge)?.span).collect();
    let Some((first, others)) = spans.split_first() else { return };
    let file = &cx.file.path;
    let message = match names.as_slice() {
        [name, _] => format!("the value of {name} depends on itself"),
        names => format!("cyclic property values: {}", names.join(" → ")),
    };
    let mut finding = cx.report(*first, message).help("give one of them a value that does not depend on the others");
    for other in others {
        finding = finding.related(file, *other, "the cycle continues here");
    }
}
