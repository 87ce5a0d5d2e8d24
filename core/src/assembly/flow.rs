//! Data flow through an assembly and its nested components: which property gets its value from which.

use std::cell::Cell;

use petgraph::Direction;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::EdgeRef;
use smol_str::SmolStr;

use crate::assembly::interpolation::{Interpolation, PropertyPath};
use crate::assembly::model::{Component, Descriptor, DescriptorKind, Property};
use crate::catalog::Catalog;
use crate::sorted_map::{SortedMap, SortedSet};
use crate::sorting::{Sorting, gather};
use crate::syntax::Node;
use crate::text::Span;
use crate::workspace::Workspace;

/// Maximum number and depth of components that are analyzed; nothing is reported beyond that.
const MAX_UNITS: usize = 4_000;
const MAX_DEPTH: usize = 50;

/// Maximum number of dependencies that all walks of a graph visit, so that a long chain of components does not take
/// quadratic time; what is further away is not reported.
const MAX_STEPS: usize = 2_000_000;

/// An assembly with everything inside it, each component once, and the data-flow graph of its properties.
pub struct Flow<'a> {
    /// The assembly itself first.
    pub units: Vec<Unit<'a>>,
    /// Edges from each property to those that its value depends on.
    pub values: DiGraph<Source, Read>,
    nodes: SortedMap<Source, NodeIndex>,
    n_steps: Cell<usize>,
}

/// The assembly, or a component or reference at any depth.
pub struct Unit<'a> {
    pub parent: Option<usize>,
    /// Its entry in the enclosing assembly.
    pub part: Option<&'a Component>,
    pub is_reference: bool,
    /// Its descriptor, if it is known and in the catalog.
    pub descriptor: Option<&'a Descriptor>,
    /// Whether its contents are left out, because it contains itself or a limit is reached.
    pub is_closed: bool,
    pub children: SortedMap<&'a str, usize>,
    /// `component/component`; empty for the assembly itself.
    pub label: String,
}

/// A property of a unit.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Source {
    pub unit: usize,
    pub property: SmolStr,
}

/// A read of a property, with its span if it is in the text of the assembly itself.
#[derive(Clone, Copy, Debug)]
pub struct Read {
    pub span: Option<Span>,
}

/// The data flow of `descriptor`, whose text is `text`. An assembly that contains itself is entered only once.
pub fn flow<'a>(workspace: &'a Workspace, catalog: &Catalog, descriptor: &'a Descriptor, text: &str) -> Flow<'a> {
    let (units, n_steps) = (vec![Unit::root(descriptor)], Cell::new(0));
    let mut flow = Flow { units, values: DiGraph::new(), nodes: SortedMap::new(), n_steps };
    let mut next = 0;
    while next < flow.units.len() {
        flow.children(next, workspace, catalog);
        next += 1;
    }
    for unit in 0..flow.units.len() {
        for property in flow.properties(unit) {
            flow.reads(&Source { unit, property }, text);
        }
    }
    flow
}

impl<'a> Unit<'a> {
    fn root(descriptor: &'a Descriptor) -> Self {
        Unit {
            parent: None,
            part: None,
            is_reference: false,
            descriptor: Some(descriptor),
            is_closed: false,
            children: SortedMap::new(),
            label: String::new(),
        }
    }

    fn declared(&self, name: &str) -> Option<&'a Property> {
        let descriptor = self.descriptor?;
        descriptor.property(name).or_else(|| descriptor.private_property(name))
    }

    fn given(&self, name: &str) -> Option<&'a Property> {
        self.part?.property(name)
    }
}

impl<'a> Flow<'a> {
    /// Adds the components and references of `parent` to the units.
    fn children(&mut self, parent: usize, workspace: &'a Workspace, catalog: &Catalog) {
        let Some(unit) = self.units.get(parent).filter(|unit| !unit.is_reference) else { return };
        let Some(descriptor) = unit.descriptor else { return };
        let above = unit.label.clone();
        let count = descriptor.composition.len() + descriptor.references.len();
        let is_too_much = self.units.len() + count > MAX_UNITS || above.matches('/').count() >= MAX_DEPTH;
        if parent != 0 && (is_too_much || self.is_inside_itself(parent)) {
            if let Some(unit) = self.units.get_mut(parent) {
                unit.is_closed = count > 0;
            }
            return;
        }
        let parts = descriptor.composition.iter().map(|part| (part, false));
        for (part, is_reference) in parts.chain(descriptor.references.iter().map(|part| (part, true))) {
            // A `dynamicType` may yield another descriptor than `type`.
            let of = part.of.as_ref().filter(|_| part.dynamic_type.is_none());
            let of = of.and_then(|of| crate::assembly::resolve(workspace, catalog, of));
            let label =
                if above.is_empty() { part.name.text.to_string() } else { format!("{above}/{}", part.name.text) };
            let index = self.units.len();
            self.units.push(Unit {
                parent: Some(parent),
                part: Some(part),
                is_reference,
                descriptor: of.map(|(_, descriptor)| descriptor),
                is_closed: false,
                children: SortedMap::new(),
                label,
            });
            // A component takes precedence over a reference with the same name.
            if let Some(unit) = self.units.get_mut(parent) {
                unit.children.entry(&part.name.text).or_insert(index);
            }
        }
    }

    /// Whether an enclosing unit has the same descriptor.
    fn is_inside_itself(&self, unit: usize) -> bool {
        let Some(unit) = self.units.get(unit) else { return false };
        let above = std::iter::successors(unit.parent, |above| self.units.get(*above)?.parent);
        let same = |other: &Descriptor| unit.descriptor.is_some_and(|own| std::ptr::eq(own, other));
        above.filter_map(|above| self.units.get(above)?.descriptor).any(same)
    }

    fn properties(&self, unit: usize) -> Vec<SmolStr> {
        let Some(unit) = self.units.get(unit) else { return Vec::new() };
        let declared = unit.descriptor.into_iter().flat_map(|descriptor| &descriptor.properties);
        let private = unit.descriptor.into_iter().flat_map(|descriptor| &descriptor.private_properties);
        let given = unit.part.into_iter().flat_map(|part| &part.properties);
        let mut names: Vec<SmolStr> =
            declared.chain(private).chain(given).map(|property| property.name.text.clone()).collect();
        names.order();
        names.dedup();
        names
    }

    fn node(&mut self, source: &Source) -> NodeIndex {
        let values = &mut self.values;
        *self.nodes.entry(source.clone()).or_insert_with(|| values.add_node(source.clone()))
    }

    /// Adds the edges from `source`: whatever determines its value, in the orchestrator's order of precedence.
    fn reads(&mut self, source: &Source, text: &str) {
        let Some(unit) = self.units.get(source.unit) else { return };
        let declared = unit.declared(&source.property).filter(|_| !unit.is_reference);
        let given = unit.given(&source.property).and_then(|property| property.value.as_ref());
        let parent = unit.parent;
        let value = declared.and_then(|property| property.value.as_ref());
        // A property that reads itself takes its value from outside (AD-PROP-21).
        let itself = value.is_some_and(|value| {
            Interpolation::of(value, "")
                .whole()
                .is_some_and(|path| path.segments.len() == 1 && path.head() == source.property)
        });
        let read_only = declared.is_some_and(|property| property.read_only);
        match (value, given, parent) {
            (Some(value), _, _) if !itself => self.value(source, source.unit, value, text),
            (_, Some(given), Some(parent)) if !read_only || itself => self.value(source, parent, given, text),
            _ => {}
        }
    }

    /// Adds edges from `source` to the properties that `value`, written in the assembly `scope`, reads.
    fn value(&mut self, source: &Source, scope: usize, value: &Node, text: &str) {
        let mut found = Vec::new();
        references(value, if scope == 0 { text } else { "" }, &mut found);
        for reference in found {
            let items = self.items(source, scope, &reference);
            let reference = items.as_ref().unwrap_or(&reference);
            if let Some(target) = self.target(scope, reference) {
                let span = (scope == 0).then_some(reference.span);
                let (from, to) = (self.node(source), self.node(&target));
                self.values.add_edge(from, to, Read { span });
            }
        }
    }

    /// The collection behind `${item}`: that of the component that `source` is a property of.
    fn items(&self, source: &Source, scope: usize, reference: &PropertyPath) -> Option<PropertyPath> {
        let unit = self.units.get(source.unit).filter(|unit| unit.parent == Some(scope))?;
        let items = unit.part?.items.as_ref().filter(|_| reference.head() == "item")?;
        let path = Interpolation::of(items, "").whole().cloned()?;
        Some(PropertyPath { span: reference.span, ..path })
    }

    fn target(&self, scope: usize, reference: &PropertyPath) -> Option<Source> {
        let head = reference.head();
        let unit = self.units.get(scope).filter(|_| head != "instance")?;
        match (unit.children.get(head), reference.name(1)) {
            (Some(&child), Some(property)) => Some(Source { unit: child, property: property.into() }),
            _ => unit.declared(head).map(|_| Source { unit: scope, property: head.into() }),
        }
    }

    /// The name of a property in findings.
    pub fn label(&self, source: &Source) -> String {
        match self.units.get(source.unit).map_or("", |unit| &unit.label) {
            "" => source.property.to_string(),
            unit => format!("{unit}.{}", source.property),
        }
    }

    /// Whether only the running instance knows the property: an output of a resource.
    pub fn is_reported(&self, source: &Source) -> bool {
        let Some(unit) = self.units.get(source.unit).filter(|unit| !unit.is_reference) else { return false };
        let resource = unit.descriptor.is_some_and(|descriptor| descriptor.kind == DescriptorKind::Resource);
        let property = unit.declared(&source.property);
        resource && property.is_some_and(|property| property.read_only && property.value.is_none())
    }

    /// The direct components and references whose properties reach `unit`, directly or through properties of the
    /// assembly, with the span of the read.
    pub fn given_by(&self, unit: usize) -> Vec<(usize, Span)> {
        let mut found: Vec<(usize, Span)> = Vec::new();
        let names = self.units.get(unit).and_then(|unit| unit.part).into_iter().flat_map(|part| &part.properties);
        for property in names {
            let source = Source { unit, property: property.name.text.clone() };
            self.walk(&source, |source, span| {
                let other = self.units.get(source.unit).is_some_and(|other| other.parent == Some(0));
                if let Some(span) = span.filter(|_| other && source.unit != unit) {
                    found.push((source.unit, span));
                    return false;
                }
                source.unit == 0 || source.unit == unit
            });
        }
        found
    }

    /// The outputs that the properties of `unit` depend on: the resource that reports each, and where the assembly
    /// passes it on, if it does.
    pub fn outputs_into(&self, unit: usize) -> Vec<(usize, Option<Span>)> {
        let mut found = Vec::new();
        for property in self.properties(unit) {
            self.walk(&Source { unit, property }, |source, span| {
                // A property that depends on another one inside a descriptor does not have to wait; values that the
                // assembly passes on do.
                if (source.unit != unit || span.is_some()) && self.is_reported(source) {
                    found.push((source.unit, span));
                }
                true
            });
        }
        found
    }

    /// Everything that `start` depends on, directly or indirectly; with incoming direction, everything that depends on
    /// it.
    pub fn reach(&self, start: &Source, direction: Direction) -> Vec<Source> {
        let Some(&start) = self.nodes.get(start) else { return Vec::new() };
        let mut passed: SortedSet<_> = gather([start]);
        let mut queue = vec![start];
        let mut found = Vec::new();
        while let Some(node) = queue.pop() {
            for next in self.values.neighbors_directed(node, direction).filter(|next| passed.insert(*next)) {
                found.extend(self.values.node_weight(next).cloned());
                queue.push(next);
            }
        }
        found
    }

    /// Visits the dependencies of `start`, with the first span in the assembly's text on the path there. The visitor
    /// returns whether to continue from there.
    fn walk(&self, start: &Source, mut visit: impl FnMut(&Source, Option<Span>) -> bool) {
        let Some(&start) = self.nodes.get(start) else { return };
        let mut passed: SortedSet<_> = gather([start]);
        let mut queue = vec![(start, None)];
        while let Some((node, span)) = queue.pop() {
            let mut edges: Vec<_> = self.values.edges(node).collect();
            edges.order_by_key(|edge| edge.id());
            self.n_steps.set(self.n_steps.get() + edges.len());
            if self.n_steps.get() > MAX_STEPS {
                return;
            }
            for edge in edges {
                let span = span.or(edge.weight().span);
                let fresh = passed.insert(edge.target());
                if fresh && self.values.node_weight(edge.target()).is_some_and(|source| visit(source, span)) {
                    queue.push((edge.target(), span));
                }
            }
        }
    }
}

/// The references in a value at any depth.
fn references(node: &Node, text: &str, found: &mut Vec<PropertyPath>) {
    found.extend(Interpolation::of(node, text).references().cloned());
    node.entries().iter().for_each(|entry| references(&entry.value, text, found));
    node.items().iter().for_each(|item| references(item, text, found));
}
