//! Values that read each other in a cycle through `get_property` (D-81).

use std::collections::{HashMap, HashSet};

use super::{Checker, Fault, FaultKind};
use crate::function::{Call, Function};
use crate::inherited::MAX_CHAIN;
use crate::syntax::Node;
use crate::tosca::effective::named;
use crate::tosca::entity::Entity;

/// Whether a value is being followed, or was.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Open,
    Done,
}

type Visited = HashMap<*const Node, State>;

impl<'a> Checker<'a> {
    /// Reports each cycle where it closes.
    pub(super) fn cycles(&self) {
        let mut visited = Visited::new();
        let relationships = self.entities.relationships();
        for entity in self.entities.nodes().map(Entity::Node).chain(relationships) {
            let (Entity::Node(template) | Entity::Relationship { template, .. }) = &entity else { continue };
            let of_node = template.node.get("properties").into_iter().flat_map(named);
            let capabilities = template.node.get("capabilities").into_iter().flat_map(named);
            let of_capabilities = capabilities.filter_map(|(_, capability)| capability.value.get("properties"));
            for (_, entry) in of_node.chain(of_capabilities.flat_map(named)) {
                self.follow(&entry.value, &entity, &mut visited, 0);
            }
        }
    }

    fn follow(&self, value: &'a Node, entity: &Entity<'a>, visited: &mut Visited, depth: usize) {
        if value.entries().is_empty() && value.items().is_empty() {
            return;
        }
        let key = std::ptr::from_ref(value);
        if visited.insert(key, State::Open) == Some(State::Done) {
            visited.insert(key, State::Done);
            return;
        }
        self.reads(value, entity, visited, depth);
        visited.insert(key, State::Done);
    }

    /// Follows the calls in a value.
    fn reads(&self, value: &'a Node, entity: &Entity<'a>, visited: &mut Visited, depth: usize) {
        if depth > MAX_CHAIN {
            return;
        }
        if let Some(call) = Call::of(value)
            && call.function == Function::GetProperty
            && let Ok(found) = self.entities.lookup(entity, call.arguments(), false)
            && let Some(next) = found.assigned.or(found.property.default.map(|(_, node)| node))
        {
            match visited.get(&std::ptr::from_ref(next)) {
                Some(State::Open) => {
                    let message = format!("the value of property `{}` reads itself in a cycle", found.property.name);
                    self.add(Fault::new(FaultKind::CyclicValue, call.entry.key.span, message));
                }
                Some(State::Done) => {}
                None => self.follow(next, &found.entity, visited, depth + 1),
            }
            return;
        }
        let values = value.entries().iter().map(|entry| &entry.value);
        for inner in values.chain(value.items()) {
            self.reads(inner, entity, visited, depth + 1);
        }
    }
}

/// Maximum number of nodes that are followed per file, so that a large or hostile topology takes little time.
const MOST_FOLLOWED: usize = 20_000;

impl<'a> Checker<'a> {
    /// Reports values that a node needs at run time from a node that depends on it, and so is deployed later (D-06).
    pub(super) fn run_time_cycles(&self) {
        let mut budget = MOST_FOLLOWED;
        for node in self.entities.nodes() {
            let entity = Entity::Node(node.clone());
            for (_, entry) in node.node.get("properties").into_iter().flat_map(named) {
                let mut open = vec![&entry.value];
                while let Some(value) = open.pop() {
                    if let Some(call) = Call::of(value).filter(|call| call.function == Function::GetAttribute)
                        && let Ok(found) = self.entities.lookup(&entity, call.arguments(), true)
                        && let Entity::Node(source) = &found.entity
                        && self.depends(source.name, node.name, &mut budget)
                        && let Some(argument) = call.arguments().first()
                    {
                        let (name, of) = (found.property.name, source.name);
                        let message =
                            format!("attribute `{name}` of `{of}` is needed first, but `{of}` depends on this node");
                        self.add(Fault::new(FaultKind::RunTimeCycle, argument.span, message));
                        continue;
                    }
                    open.extend(value.entries().iter().map(|entry| &entry.value).chain(value.items()));
                }
            }
        }
    }

    /// Whether a node requires another one, directly or through others. `budget` bounds the nodes that are followed.
    fn depends(&self, node: &str, on: &str, budget: &mut usize) -> bool {
        let (mut open, mut seen) = (vec![node], HashSet::new());
        while let Some(name) = open.pop().filter(|_| *budget > 0) {
            let Some(node) = self.entities.node(name).filter(|node| seen.insert(node.name)) else { continue };
            *budget -= 1;
            for target in node.requirements().filter_map(|assignment| assignment.node()) {
                if target == on {
                    return true;
                }
                open.push(target);
            }
        }
        false
    }
}
