//! Components and relationships that wait for each other.

use petgraph::graph::EdgeIndex;

use crate::assembly::cycle::cycles;
use crate::assembly::flow::Flow;
use crate::assembly::order::{Order, Step, OrderReason, order};
use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/deadlock",
    severity: Severity::Error,
    title: "deadlock",
    doc: "A relationship is created at a state of its source and a state of its target. With the default modifiers, \
          `post` for the source and `pre` for the target, it waits until all sources have reached `source-state`, and \
          the targets wait for it before they proceed to `target-state`. A component also waits for every resource \
          whose outputs it receives: it is created only after that resource is installed.\n\nIf these dependencies \
          form a cycle, the assembly never starts. Change a state or modifier in the cycle, or remove a mapping.",
    sources: &["AD-REL-22"],
    bad: "\
name: assembly::a::1.0
properties: {}
composition:
  web:
    type: assembly::node::1.0
    properties: {}
  proxy:
    type: assembly::node::1.0
    properties: {}
relationships:
  serve:
    source-capabilities: [web.Http]
    target-requirements: [proxy.Server]
    source-state: Active
    target-state: Active
  forward:
    source-capabilities: [proxy.Http]
    target-requirements: [web.Server]
    source-state: Active
    target-state: Active
# file: node.yaml
name: assembly::node::1.0
properties: {}
composition: {}
capabilities:
  Http: {type: http}
requirements:
  Server: {type: http}
",
    good: "\
name: assembly::a::1.0
properties: {}
composition:
  web:
    type: assembly::node::1.0
    properties: {}
  proxy:
    type: assembly::node::1.0
    properties: {}
relationships:
  serve:
    source-capabilities: [web.Http]
    target-requirements: [proxy.Server]
    source-state: Active
    target-state: Active
  forward:
    source-capabilities: [proxy.Http]
    target-requirements: [web.Server]
    source-state: Installed
    target-state: Active
# file: node.yaml
name: assembly::node::1.0
properties: {}
composition: {}
capabilities:
  Http: {type: http}
requirements:
  Server: {type: http}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(flow) = cx.flow().filter(|_| cx.assembly().is_some()) else { return };
    let order = order(&flow);
    let own = |why: &OrderReason| match why {
        OrderReason::Relationship(_) | OrderReason::Value(_) => Some(*why),
        OrderReason::Inside => None,
    };
    for cycle in cycles(&order, own) {
        report(cx, &flow, &order, &cycle);
    }
}

fn report(cx: &mut Check<'_>, flow: &Flow<'_>, order: &Order, cycle: &[EdgeIndex]) {
    let step = |edge: &EdgeIndex| order.node_weight(order.edge_endpoints(*edge)?.0);
    let mut steps: Vec<&Step> = cycle.iter().filter_map(step).collect();
    let own = |step: &&Step| matches!(step, Step::Related(0, _));
    let first = steps.iter().position(own).unwrap_or(0);
    steps.rotate_left(first);
    let alone = match steps.first() {
        Some(&first @ Step::Reached(unit, _)) if steps.iter().all(|step| same_unit(Some(&first), Some(step))) => {
            flow.units.get(*unit).map(|unit| unit.label.clone())
        }
        _ => None,
    };
    // Of consecutive states of one component, only the last is shown.
    let next = |at: usize| steps.get(at + 1).or(steps.first());
    let row: Vec<bool> = (0..steps.len()).map(|at| same_unit(steps.get(at), next(at))).collect();
    let mut row = row.iter();
    steps.retain(|_| !row.next().copied().unwrap_or(false));
    steps.extend(steps.first().copied());
    let names: Vec<String> = steps.into_iter().map(|step| label(flow, step)).collect();
    let mut places: Vec<(crate::text::Span, String)> = Vec::new();
    let mut kinds = [false; 2];
    for edge in cycle {
        let ends = order.edge_endpoints(*edge).map(|(from, to)| [from, to].map(|node| order.node_weight(node)));
        let [from, to] = ends.unwrap_or_default().map(|step| step.map_or_else(String::new, |step| unit(flow, step)));
        let place = match order.edge_weight(*edge) {
            Some(OrderReason::Relationship(span)) => {
                kinds[0] = true;
                (*span, "this relationship waits for its sources, and its targets wait for it".to_owned())
            }
            Some(OrderReason::Value(span)) => {
                kinds[1] = true;
                (*span, format!("{to} waits for this value of {from}"))
            }
            Some(OrderReason::Inside) | None => continue,
        };
        if !places.iter().any(|(span, _)| *span == place.0) {
            places.push(place);
        }
    }
    let help = match kinds {
        [true, true] => "change a state or a modifier (`pre`, `post`) of a relationship, or remove one of the values",
        [false, true] => {
            "remove one of these values: a component is created only after those whose outputs it receives"
        }
        _ => "change the state or the modifier (`pre`, `post`) of one of them",
    };
    let Some(((span, reason), others)) = places.split_first() else { return };
    let file = &cx.file.path;
    let mut finding = match alone {
        Some(name) => cx
            .report(
                *span,
                format!(
                    "`{name}` waits for itself: it needs an output that it reports only after it is \
                                    installed"
                ),
            )
            .help("use a value that does not come from the component itself"),
        None => cx.report(*span, format!("deadlock: {}", names.join(" → "))).help(help).related(
            file,
            *span,
            reason.as_str(),
        ),
    };
    for (other, message) in others {
        finding = finding.related(file, *other, message.as_str());
    }
}

fn same_unit(step: Option<&&Step>, next: Option<&&Step>) -> bool {
    matches!((step, next), (Some(Step::Reached(unit, _)), Some(Step::Reached(other, _))) if unit == other)
}

/// The component or relationship of a step.
fn unit(flow: &Flow<'_>, step: &Step) -> String {
    match step {
        Step::Reached(unit, _) => {
            format!("`{}`", flow.units.get(*unit).map_or("", |unit| unit.label.as_str()))
        }
        Step::Related(..) => label(flow, step),
    }
}

fn label(flow: &Flow<'_>, step: &Step) -> String {
    let name = |unit: &usize| flow.units.get(*unit).map_or("", |unit| unit.label.as_str());
    match step {
        Step::Reached(unit, state) => format!("`{}` {}", name(unit), state.name()),
        Step::Related(unit, relationship) if *unit == 0 => format!("`{relationship}`"),
        Step::Related(unit, relationship) => format!("`{}/{relationship}`", name(unit)),
    }
}
