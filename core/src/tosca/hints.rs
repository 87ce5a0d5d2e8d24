//! Hints beside the text of a service template: the values of function calls as far as they are known, and the capabilities
//! that meet requirements.

use crate::context::FileContext;
use crate::function::has_call;
use crate::hover::Hint;
use crate::preview::{ItemProperty, PartialValue};
use crate::sorting::Sorting;
use crate::syntax::{Node, NodePath};
use crate::text::Span;
use crate::tosca::effective::named;
use crate::tosca::evaluation::{EvaluatedNode, Evaluation, Inputs};
use crate::tosca::fulfilment::Fulfilment;
use crate::tosca::model::{OUTPUTS, TEMPLATES};
use crate::tosca::scope::Scope;

/// The hints in a part of the text, in its order.
pub fn hints(context: FileContext<'_>, within: Span) -> Vec<Hint> {
    let mut hints = Hints { context, within, found: Vec::new() };
    hints.values();
    hints.capabilities();
    hints.found.order_by_key(|hint| hint.at);
    hints.found
}

struct Hints<'a> {
    context: FileContext<'a>,
    within: Span,
    found: Vec<Hint>,
}

impl<'a> Hints<'a> {
    fn section(&self, keys: [&str; 2]) -> Option<&'a Node> {
        self.context.file.root.as_ref()?.at(&NodePath::keys(keys))
    }

    fn has(&self, node: &Node) -> bool {
        node.span.start <= self.within.end && self.within.start <= node.span.end
    }

    /// The values of properties of node templates, of their capabilities, and of outputs.
    fn values(&mut self) {
        let templates = self.section(TEMPLATES).into_iter().flat_map(named);
        let calling = |node: &&Node| self.has(node) && has_call(node);
        let nodes: Vec<(&str, &Node)> =
            templates.map(|(name, entry)| (name, &entry.value)).filter(|(_, node)| calling(node)).collect();
        let outputs = self.section(OUTPUTS).filter(calling);
        if nodes.is_empty() && outputs.is_none() {
            return;
        }
        let evaluation = Evaluation::of(self.context, Inputs::default());
        for (name, node) in nodes {
            let Some(EvaluatedNode { properties, capabilities, .. }) = evaluation.node(name) else { continue };
            self.of_properties(node.get("properties"), &properties);
            for capability in &capabilities {
                let assigned = node.get("capabilities").and_then(|all| all.get(&capability.name)?.get("properties"));
                self.of_properties(assigned, &capability.properties);
            }
        }
        if let Some(outputs) = outputs {
            for output in evaluation.outputs() {
                let value = outputs.get(&output.name).and_then(|output| output.get("value"));
                value.into_iter().for_each(|node| self.value(node, &output.value));
            }
        }
    }

    fn of_properties(&mut self, assigned: Option<&Node>, values: &[ItemProperty]) {
        for property in values {
            let node = assigned.and_then(|assigned| assigned.get(&property.name));
            node.into_iter().for_each(|node| self.value(node, &property.value));
        }
    }

    /// The value of a node that calls functions, unless nothing is known of it.
    fn value(&mut self, node: &Node, value: &PartialValue) {
        if has_call(node) && self.has(node) && !matches!(value, PartialValue::Symbol(_)) {
            self.found.push(Hint::behind(node, &self.context.file.text, format!("= {value}"), String::new()));
        }
    }

    /// The capability of each requirement that does not state it.
    fn capabilities(&mut self) {
        let is_asked = self.section(TEMPLATES).is_some_and(|templates| self.has(templates));
        if !is_asked {
            return;
        }
        let scope = Scope::of(self.context);
        let all = Fulfilment::of(&scope);
        for source in &all.nodes {
            for assignment in source.assignments.iter().filter(|one| !one.is_copied) {
                if !self.has(assignment.value) {
                    continue;
                }
                let Some(named) = assignment.node.filter(|_| assignment.get("capability").is_none()) else { continue };
                let Some(Ok(edge)) = all.resolve(&scope, source, assignment) else { continue };
                let Some(target) = all.nodes.get(edge.target) else { continue };
                let Some(capability) = target.shape.capabilities.get(edge.capability) else { continue };
                let text = format!("capability: {}", capability.name);
                self.found.push(Hint::behind(named, &self.context.file.text, text, edge.reason.in_words()));
            }
        }
    }
}
