//! The startup order of an assembly: which state of which component, and which relationship, waits for which (the hard
//! edges of the plan, rules/assembly-expansion.md section 6). Each component counts once, however many instances it
//! has.

use std::collections::HashMap;

use petgraph::graph::{DiGraph, NodeIndex};
use smol_str::SmolStr;

use crate::assembly::flow::Flow;
use crate::assembly::mentions::ends;
use crate::assembly::model::{Relationship, Text};
use crate::assembly::state::State;
use crate::sorting::Sorting;
use crate::text::Span;

/// An event that happens once.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Step {
    /// The unit of the data flow has reached the state.
    Reached(usize, State),
    /// The relationship of the unit is created.
    Related(usize, SmolStr),
}

/// OrderReason one step comes before another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum OrderReason {
    /// A relationship of the assembly itself, at its name.
    Relationship(Span),
    /// A value that the assembly passes on from one to the other.
    Value(Span),
    /// One state comes before the next, or a nested component requires it.
    Inside,
}

/// Edges from each step to those that wait for it.
pub type Order = DiGraph<Step, OrderReason>;

/// The order of the steps in `flow`.
pub fn order(flow: &Flow<'_>) -> Order {
    let mut builder = Builder { flow, order: Order::new(), nodes: HashMap::new() };
    for unit in 0..flow.units.len() {
        if is_leaf(flow, unit) {
            builder.states(unit);
        }
    }
    for unit in 0..flow.units.len() {
        builder.relationships(unit);
    }
    builder.order
}

struct Builder<'f, 'a> {
    flow: &'f Flow<'a>,
    order: Order,
    nodes: HashMap<Step, NodeIndex>,
}

impl Builder<'_, '_> {
    fn before(&mut self, first: Step, second: Step, why: OrderReason) {
        let (first, second) = (self.node(first), self.node(second));
        self.order.add_edge(first, second, why);
    }

    fn node(&mut self, step: Step) -> NodeIndex {
        let order = &mut self.order;
        *self.nodes.entry(step.clone()).or_insert_with(|| order.add_node(step))
    }

    fn states(&mut self, unit: usize) {
        for state in [State::Installed, State::Inactive, State::Active] {
            if let Some(before) = state.before() {
                self.before(Step::Reached(unit, before), Step::Reached(unit, state), OrderReason::Inside);
            }
        }
        for (source, span) in self.flow.outputs_into(unit) {
            let why = span.map_or(OrderReason::Inside, OrderReason::Value);
            self.before(Step::Reached(source, State::Installed), Step::Reached(unit, State::Created), why);
        }
    }

    fn relationships(&mut self, unit: usize) {
        let Some(owner) = self.flow.units.get(unit).filter(|owner| !owner.is_reference) else { return };
        for relationship in owner.descriptor.into_iter().flat_map(|descriptor| &descriptor.relationships) {
            let why = if unit == 0 { OrderReason::Relationship(relationship.name.span) } else { OrderReason::Inside };
            self.relationship(unit, relationship, why);
        }
    }

    fn relationship(&mut self, owner: usize, relationship: &Relationship, why: OrderReason) {
        let step = Step::Related(owner, relationship.name.text.clone());
        let is = |modifier: &Option<Text>, word: &str| modifier.as_ref().is_some_and(|text| text.value == word);
        let sides = [
            (
                &relationship.source_capabilities,
                &relationship.source_state,
                is(&relationship.source_state_modifier, "pre"),
            ),
            (
                &relationship.target_requirements,
                &relationship.target_state,
                !is(&relationship.target_state_modifier, "post"),
            ),
        ];
        for (texts, state, pre) in sides {
            let Some(state) = reached(state.as_ref()) else { continue };
            let flow = self.flow;
            for unit in ends(texts).into_iter().flat_map(|name| leaves(flow, owner, name)) {
                if pre {
                    self.before(step.clone(), Step::Reached(unit, state), why);
                    if let Some(before) = state.before() {
                        self.before(Step::Reached(unit, before), step.clone(), why);
                    }
                } else {
                    self.before(Step::Reached(unit, state), step.clone(), why);
                }
            }
        }
    }
}

/// The state that a relationship names, if an instance enters it after its creation.
fn reached(text: Option<&Text>) -> Option<State> {
    let name = text?.value.as_str();
    State::STARTUP_ORDER.into_iter().skip(1).find(|state| state.name() == name)
}

/// Whether the unit is instantiated and has no known contents.
fn is_leaf(flow: &Flow<'_>, unit: usize) -> bool {
    let unit = flow.units.get(unit);
    unit.is_some_and(|unit| unit.parent.is_some() && !unit.is_reference && !unit.is_closed && unit.children.is_empty())
}

/// All units in the component `name`, or the component itself; nothing for a reference, which exists already, or for a
/// component that is not analyzed.
fn leaves(flow: &Flow<'_>, owner: usize, name: &str) -> Vec<usize> {
    let Some(&unit) = flow.units.get(owner).and_then(|owner| owner.children.get(name)) else { return Vec::new() };
    let mut queue = vec![unit];
    let mut leaves = Vec::new();
    while let Some(unit) = queue.pop() {
        if is_leaf(flow, unit) {
            leaves.push(unit);
        } else if let Some(inside) = flow.units.get(unit).filter(|unit| !unit.is_reference) {
            queue.extend(inside.children.values());
        }
    }
    leaves.order();
    leaves
}
