//! Differences of topologies: what users set and read, and the rest, which is internal.

use super::property::Role;
use super::types::{Own, own, place as place_of};
use super::{ChangedMember, Comparison, INSIDE, OFFERED, union};
use crate::schema::Record;
use crate::schema::diff::Impact;
use crate::sorted_map::SortedMap;
use crate::symbol::SymbolKind;
use crate::syntax::{Node, NodePath};
use crate::tosca::notation::{self, entry_shape};
use crate::tosca::schema::TOPOLOGY_TEMPLATE;
use crate::tosca::schema::template::SUBSTITUTION;

/// The sections whose entries are internal, with their nouns.
const INTERNAL: [(&str, &str); 4] = [
    ("node_templates", "node template"),
    ("relationship_templates", "relationship template"),
    ("groups", "group"),
    ("policies", "policy"),
];

/// The sections of a substitution mapping with what it offers, with their nouns.
const MAPPED: [(&str, &str); 5] = [
    ("properties", "mapping of property"),
    ("attributes", "mapping of attribute"),
    ("capabilities", "mapping of capability"),
    ("requirements", "mapping of requirement"),
    ("interfaces", "mapping of interface"),
];

impl<'a> Comparison<'a> {
    /// Compares the topologies.
    pub(super) fn topology(&mut self) {
        let at = NodePath::keys(["topology_template"]);
        let (old, new) = (self.before.root.get("topology_template"), self.after.root.get("topology_template"));
        let place = self.place("topology template".to_owned(), at.clone());
        let (old, new) = match (old, new) {
            (None, None) => return,
            (None, Some(_)) => return self.added(Impact::Addition, &place),
            (Some(_), None) => return self.removed(Impact::Breaking, &place),
            (Some(old), Some(new)) => (old, new),
        };
        let outside = ChangedMember { words: String::new(), ..place };
        self.inputs(&outside, (old, &at), (new, &at), "input");
        self.outputs(&outside, own(old, &at, "outputs"), own(new, &at, "outputs"));
        self.substitution(&at.key("substitution_mappings"), old, new);
        for (section, noun) in INTERNAL {
            let entries = (own(old, &at, section), own(new, &at, section));
            for (_, old, new, place) in self.paired(noun, entries, INSIDE, &outside) {
                let (one, other) =
                    (extended(&TOPOLOGY_TEMPLATE, section, old.node), extended(&TOPOLOGY_TEMPLATE, section, new.node));
                self.written(&place.path, Some(&one), Some(&other), INSIDE);
            }
        }
        let workflows = (own(old, &at, "workflows"), own(new, &at, "workflows"));
        for (_, old, new, place) in self.paired("workflow", workflows, OFFERED, &outside) {
            self.inputs(&place, (old.node, &old.path), (new.node, &new.path), "input");
            for key in ["preconditions", "steps", "implementation", "outputs"] {
                self.written(&new.path.key(key), old.node.get(key), new.node.get(key), INSIDE);
            }
        }
    }

    fn outputs(&mut self, outside: &ChangedMember, old: SortedMap<&'a str, Own<'a>>, new: SortedMap<&'a str, Own<'a>>) {
        for name in union(old.keys().copied(), new.keys().copied()) {
            let (one, other) = (old.get(name), new.get(name));
            let place = place_of(format!("output `{name}`"), one, other, outside);
            let parameters = (self.parameter(true, name, one), self.parameter(false, name, other));
            self.property(&place, parameters.0.as_ref(), parameters.1.as_ref(), Role::Read);
            if let (Some(one), Some(other)) = (one, other) {
                self.written(&other.path.key("value"), one.node.get("value"), other.node.get("value"), INSIDE);
            }
        }
    }

    fn substitution(&mut self, at: &NodePath, old: &'a Node, new: &'a Node) {
        let mapping = |topology: &'a Node| topology.get("substitution_mappings").filter(|node| !node.is_null());
        let (old, new) = (mapping(old), mapping(new));
        let place = self.place("substitution mapping".to_owned(), at.clone());
        let (old, new) = match (old, new) {
            (None, None) => return,
            (None, Some(_)) => return self.added(Impact::Addition, &place),
            (Some(_), None) => return self.removed(Impact::Breaking, &place),
            (Some(old), Some(new)) => (old, new),
        };
        let node_type = |node: &'a Node| node.get("node_type").and_then(Node::as_text).unwrap_or_default();
        let one = self.old_name(SymbolKind::NodeType, node_type(old)).to_owned();
        let new_name = self.after.scope.find(&[SymbolKind::NodeType], node_type(new));
        let other = new_name.map_or(node_type(new), |found| found.name);
        if one != other {
            // A type that derives from the earlier one also has everything that its users need.
            let is_derived = self.derives_from(SymbolKind::NodeType, other, &one);
            let impact = if is_derived { Impact::Behavior } else { Impact::Breaking };
            self.add(impact, &place, format!("is now for the node type `{other}` (was `{one}`)"));
        }
        for (section, noun) in MAPPED {
            let entries = (own(old, at, section), own(new, at, section));
            for (_, old, new, place) in self.paired(noun, entries, OFFERED, &place) {
                let (one, other) =
                    (extended(&SUBSTITUTION, section, old.node), extended(&SUBSTITUTION, section, new.node));
                self.written(&place.path, Some(&one), Some(&other), INSIDE);
            }
        }
        let filters = (old.get("substitution_filter"), new.get("substitution_filter"));
        self.written(&at.key("substitution_filter"), filters.0, filters.1, (Impact::Addition, Impact::Breaking));
    }
}

/// An entry of a section in the extended notation, so that a change of notation is not a difference.
fn extended(record: &Record, section: &str, node: &Node) -> Node {
    entry_shape(record, section).map_or_else(|| node.clone(), |shape| notation::extended(node, shape))
}
