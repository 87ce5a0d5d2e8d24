//! Values that read each other in a cycle through `get_property` (D-81).

use std::collections::HashMap;

use super::{Checker, Fault, FaultKind};
use crate::inherited::MAX_CHAIN;
use crate::syntax::Node;
use crate::tosca::effective::named;
use crate::tosca::entity::Entity;
use crate::tosca::function::{Call, Function};

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
