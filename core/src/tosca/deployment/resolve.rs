//! Resolves a topology: nodes with their values, the relationships that fulfill their requirements, and a delegated node in
//! place of each requirement that the orchestrator fulfills. The nodes of a substituting topology replace a substituted
//! node, to any depth.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use smol_str::SmolStr;

use crate::context::FileContext;
use crate::diagnostic::{Diagnostic, Severity};
use crate::symbol::SymbolKind;
use crate::syntax::{self, NodePath};
use crate::text::Span;
use crate::tosca::deployment::filter;
use crate::tosca::deployment::question::TopologyQuestion;
use crate::tosca::deployment::replacements::replacements;
use crate::tosca::deployment::targets::{Targets, values_of};
use crate::tosca::deployment::values::{InputValues, NodeValues, Substitutes, Values, substitute};
use crate::tosca::deployment::{
    Dangling, Deployment, Node, NodeReplacements, Provision, Relationship, RequirementTargets, codes,
};
use crate::tosca::effective::{Effective, short_name};
use crate::tosca::fulfilment::{Assignment, Fulfilment, NodeTemplate, TargetNode};
use crate::tosca::implementation::{self, CONFIGURE, STANDARD};
use crate::tosca::scope::Scope;
use crate::tosca::substitution::Mapping;
use crate::tosca::version;
use crate::tosca::weaving::{Graph, GraphNode, GraphRelationship, Operation, Operations};

/// Maximum depth of substitutions (T-3.7.12-07).
const MAX_DEPTH: usize = 32;
/// Maximum number of pairs of a requirement and a node for which the candidates of all requirements are listed. In larger
/// topologies, those of one requirement can be asked for.
const MAX_PAIRS: usize = 20_000;
const HOSTED_ON: &str = "tosca.relationships.HostedOn";

/// A resolved topology, and the graph for its workflows.
#[derive(Default)]
pub struct Resolved {
    pub deployment: Deployment,
    pub graph: Graph,
}

/// The nodes and relationships of the topology in a file, with the requirements that are left to the orchestrator.
pub fn resolve(context: FileContext<'_>, asked: &TopologyQuestion) -> Resolved {
    let mut resolver =
        Resolver { asked, found: Resolved::default(), open: Vec::new(), bound: HashSet::new(), depth: 0 };
    resolver.topology(context, "", &asked.inputs);
    resolver.placeholders();
    let delegated = resolver.found.graph.nodes.iter().filter(|node| node.is_delegated);
    resolver.found.deployment.delegated = delegated.map(|node| node.name.clone()).collect();
    resolver.found
}

struct Resolver<'q> {
    asked: &'q TopologyQuestion,
    found: Resolved,
    /// The requirements for which the orchestrator provides a node. These nodes come after all others.
    open: Vec<OpenRequirement>,
    /// The requirements of inner nodes that are fulfilled outside of their topology.
    bound: HashSet<(usize, SmolStr)>,
    depth: usize,
}

/// A requirement that the orchestrator fulfills, of a node of the graph.
struct OpenRequirement {
    node: usize,
    dangling: Dangling,
    label: SmolStr,
    type_name: SmolStr,
    is_hosting: bool,
}

/// The nodes of the graph that represent a node template.
enum Slot {
    Node(usize),
    /// The nodes of the substituting topology.
    Substituted(TopologyNodes),
}

/// The nodes of a topology, and those behind its boundary.
#[derive(Default)]
struct TopologyNodes {
    nodes: Vec<usize>,
    capabilities: HashMap<SmolStr, (usize, SmolStr)>,
    requirements: HashMap<SmolStr, (usize, SmolStr)>,
}

/// A topology with the facts needed to resolve it.
struct Topology<'a> {
    context: FileContext<'a>,
    scope: Scope<'a>,
    fulfilment: Fulfilment<'a>,
    lists_candidates: bool,
    /// The operations that each type implements.
    of_types: RefCell<HashMap<SmolStr, Operations>>,
}

impl<'a> Topology<'a> {
    fn of(context: FileContext<'a>) -> Self {
        let scope = Scope::of(context);
        let fulfilment = Fulfilment::of(&scope);
        let n_requirements = fulfilment.nodes.iter().map(|node| node.shape.requirements.len()).sum::<usize>();
        let lists_candidates = n_requirements * fulfilment.nodes.len() <= MAX_PAIRS;
        Topology { context, scope, fulfilment, lists_candidates, of_types: RefCell::default() }
    }

    fn targets<'t>(&'t self, prefix: &'t str) -> Targets<'t, 'a> {
        Targets { scope: &self.scope, fulfilment: &self.fulfilment, prefix }
    }

    fn of_type(&self, of: &Effective, interface: &str, operations: &[Operation]) -> Operations {
        let Some(name) = of.name() else { return Operations::default() };
        if let Some(known) = self.of_types.borrow().get(name) {
            return *known;
        }
        let mut found = implementation::of_type(&self.scope, of, interface, operations);
        if interface == STANDARD && implementation::type_has_deployment_artifact(&self.scope, of) {
            found.insert(Operation::Create);
        }
        self.of_types.borrow_mut().insert(name.clone(), found);
        found
    }

    /// The operations of a node that do something: those of its type, its template and the template that it copies.
    fn of_node(&self, node: &NodeTemplate<'a>) -> Operations {
        let of = &node.shape.of;
        let mut found = self.of_type(of, STANDARD, &Operation::OF_NODES);
        for template in [Some(node.node), node.copied].into_iter().flatten() {
            let own = implementation::of_template(&self.scope, template, of, STANDARD, &Operation::OF_NODES);
            found = found.and(own);
            if implementation::has_deployment_artifact(&self.scope, template, &self.context.file.path) {
                found.insert(Operation::Create);
            }
        }
        found
    }

    /// The operations of a relationship that do something: those of its type, of its template and of the assignment.
    fn of_relationship(&self, assignment: &Assignment<'a>, of: Option<&Effective>) -> Operations {
        let all = &Operation::OF_RELATIONSHIPS;
        let mut found = of.map_or_else(Operations::default, |of| self.of_type(of, CONFIGURE, all));
        let unknown = Effective::unknown();
        let stated = assignment.get("relationship");
        let template = stated.and_then(syntax::Node::as_text);
        let named = |name: &str| self.scope.get(SymbolKind::Relationship, name).map(|template| template.node);
        let template = template.and_then(named);
        let copied = template.and_then(|template| named(template.get("copy")?.as_text()?));
        for node in [template, copied, stated].into_iter().flatten() {
            let own = implementation::of_template(&self.scope, node, of.unwrap_or(&unknown), CONFIGURE, all);
            found = found.and(own);
        }
        found
    }
}

impl Resolver<'_> {
    /// Adds the nodes and relationships of a topology. The names of inner nodes start with `prefix`.
    fn topology(&mut self, context: FileContext<'_>, prefix: &str, given: &InputValues) -> TopologyNodes {
        let topology = Topology::of(context);
        let mut values = Values::of(context, given, prefix, &Substitutes::of(&self.asked.substitutes));
        if prefix.is_empty() {
            self.check_inputs(context, &values);
            self.found.deployment.outputs = std::mem::take(&mut values.outputs);
        }
        let templates = &topology.fulfilment.nodes;
        let slots: Vec<Slot> = templates.iter().map(|node| self.node(&topology, node, prefix, &mut values)).collect();
        for node in 0..templates.len() {
            self.requirements(&topology, node, &slots, prefix);
        }
        self.explain(&topology, prefix);
        self.replacements(&topology, prefix);
        let nodes = slots.iter().flat_map(|slot| match slot {
            Slot::Node(node) => std::slice::from_ref(node),
            Slot::Substituted(part) => part.nodes.as_slice(),
        });
        let mut part = TopologyNodes { nodes: nodes.copied().collect(), ..TopologyNodes::default() };
        let Some(mapping) = Mapping::of(context.file) else { return part };
        let slot = |name: &SmolStr| slots.get(templates.iter().position(|node| node.name == name)?);
        for (outer, (node, member)) in mapping.capabilities {
            let end = match slot(&node) {
                Some(Slot::Node(node)) => Some((*node, member)),
                Some(Slot::Substituted(part)) => part.capabilities.get(&member).cloned(),
                None => None,
            };
            part.capabilities.extend(end.map(|end| (outer, end)));
        }
        for (outer, (node, member)) in mapping.requirements {
            let end = match slot(&node) {
                Some(Slot::Node(node)) => Some((*node, member)),
                Some(Slot::Substituted(part)) => part.requirements.get(&member).cloned(),
                None => None,
            };
            part.requirements.extend(end.map(|end| (outer, end)));
        }
        part
    }

    /// Adds a node, or the nodes of the topology that replaces it.
    fn node(&mut self, topology: &Topology<'_>, node: &NodeTemplate<'_>, prefix: &str, values: &mut Values) -> Slot {
        let name: SmolStr = format!("{prefix}{}", node.name).into();
        let own = values.nodes.remove(node.name).unwrap_or_default();
        let context = topology.context;
        let substitute = self.asked.substitutes.get(name.as_str());
        let operations = topology.of_node(node);
        let is_selected = || node.directives().any(version::is_directive);
        let provision = match substitute {
            Some(_) => Provision::Substituted,
            None if operations.is_empty() || is_selected() => Provision::Delegated,
            None => Provision::Implemented,
        };
        let NodeValues { properties, attributes, capabilities } = own;
        let inner = substitute.map(|file| (file.clone(), properties.clone()));
        let of_capabilities = capabilities.iter().flat_map(|capability| {
            capability.properties.iter().map(move |property| {
                let name = format!("{}.{}", capability.name, property.name).into();
                crate::preview::ItemProperty { name, ..property.clone() }
            })
        });
        let rows = properties.iter().chain(&attributes).cloned().chain(of_capabilities).collect();
        self.found.deployment.nodes.push(Node {
            name: name.clone(),
            type_name: node.shape.of.name().cloned().unwrap_or_default(),
            parent: prefix.strip_suffix('/').map(SmolStr::from),
            provision,
            properties,
            attributes,
            capabilities,
            rows,
            origin: (context.file.path.clone(), node.path.clone()),
        });
        let Some((file, properties)) = inner else {
            let is_delegated = provision == Provision::Delegated;
            self.found.graph.nodes.push(GraphNode { name, is_delegated, operations });
            return Slot::Node(self.found.graph.nodes.len() - 1);
        };
        let part = self.substitute(topology, node, &name, &file, &properties);
        Slot::Substituted(part)
    }

    /// Adds the topology of a file in place of a node.
    fn substitute(
        &mut self,
        topology: &Topology<'_>,
        node: &NodeTemplate<'_>,
        name: &SmolStr,
        path: &crate::text::FilePath,
        properties: &[crate::preview::ItemProperty],
    ) -> TopologyNodes {
        let context = topology.context;
        let refuse = |resolver: &mut Self, why: String| {
            resolver.report(context, &node.path, codes::BAD_SUBSTITUTE, format!("cannot substitute `{name}`: {why}"));
            TopologyNodes::default()
        };
        if self.depth >= MAX_DEPTH {
            return refuse(self, "the substitution is recursive".to_owned());
        }
        let (inner, mapping) = match substitute(context, path, node.shape.of.name()) {
            Ok(found) => found,
            Err(why) => return refuse(self, why),
        };
        let given = Values::given(inner, &mapping, properties);
        self.depth += 1;
        let part = self.topology(inner, &format!("{name}/"), &given);
        self.depth -= 1;
        part
    }

    /// Adds the relationships of a node template, and the requirements that the orchestrator fulfills.
    fn requirements(&mut self, topology: &Topology<'_>, at: usize, slots: &[Slot], prefix: &str) {
        let node = &topology.fulfilment.nodes[at];
        let mut numbers: HashMap<&str, usize> = HashMap::new();
        for assignment in &node.assignments {
            let number = numbers.entry(assignment.name).or_default();
            *number += 1;
            let suffix = if *number > 1 { format!("[{}]", *number - 1) } else { String::new() };
            match assignment.target {
                TargetNode::Template(target) => {
                    self.relationship(topology, (node, at), (assignment, target), slots, &suffix);
                }
                TargetNode::Type(_) | TargetNode::Open => {
                    self.open(topology, (node, &slots[at]), Some(assignment), assignment.name, &suffix, prefix);
                }
                TargetNode::Unresolved => {}
            }
        }
        for requirement in &node.shape.requirements {
            if requirement.occurrences.least > 0 && !numbers.contains_key(requirement.name.as_str()) {
                self.open(topology, (node, &slots[at]), None, &requirement.name, "", prefix);
            }
        }
    }

    /// Answers the question about the candidates of a requirement, if it is one of this topology.
    fn explain(&mut self, topology: &Topology<'_>, prefix: &str) {
        let Some((name, requirement)) = &self.asked.why else { return };
        let Some(node) = name.strip_prefix(prefix).and_then(|name| topology.fulfilment.node(name)) else { return };
        if node.shape.requirement(requirement).is_none() {
            return;
        }
        let assignments = node.assignments.iter().filter(|assignment| assignment.name == requirement);
        let targets = assignments.filter_map(|assignment| {
            let edge = topology.fulfilment.resolve(&topology.scope, node, assignment)?.ok()?;
            let target = topology.fulfilment.nodes.get(edge.target)?;
            let capability = &target.shape.capabilities.get(edge.capability)?.name;
            Some(format!("{prefix}{}.{capability}", target.name))
        });
        let targets = targets.collect();
        // With several assignments, the first that leaves the node to the orchestrator is asked about.
        let mut open = node.assignments.iter().filter(|assignment| assignment.name == requirement);
        let open = open.find(|assignment| !matches!(assignment.target, TargetNode::Template(_)));
        let candidates =
            topology.targets(prefix).of(node, open, requirement, || values_of(&self.found.deployment.nodes));
        let (node, requirement) = (name.clone(), requirement.clone());
        self.found.deployment.why = Some(RequirementTargets { node, requirement, targets, candidates });
    }

    /// Answers the question what can replace a node, if it is one of this topology.
    fn replacements(&mut self, topology: &Topology<'_>, prefix: &str) {
        let Some(name) = &self.asked.replaced else { return };
        let Some(node) = name.strip_prefix(prefix).and_then(|name| topology.fulfilment.node(name)) else { return };
        let deployment = &mut self.found.deployment;
        let Some(values) = deployment.nodes.iter().find(|known| known.name == *name) else { return };
        let candidates = replacements(topology.context, node, values);
        let (node, type_name) = (name.clone(), values.type_name.clone());
        deployment.replacements = Some(NodeReplacements { node, type_name, candidates });
    }

    fn relationship(
        &mut self,
        topology: &Topology<'_>,
        (node, at): (&NodeTemplate<'_>, usize),
        (assignment, target): (&Assignment<'_>, usize),
        slots: &[Slot],
        suffix: &str,
    ) {
        let edge = match topology.fulfilment.resolve(&topology.scope, node, assignment) {
            // The check of the file reports it.
            Some(Err(_)) => return,
            Some(Ok(edge)) => Some(edge),
            None => None,
        };
        let of = edge.as_ref().and_then(|edge| edge.relationship.clone());
        let operations = topology.of_relationship(assignment, of.as_deref());
        let type_name = of.as_ref().and_then(|of| of.name().cloned()).unwrap_or_default();
        let is_hosting = match &of {
            Some(of) => of.derives_from(HOSTED_ON),
            None => assignment.name == "host",
        };
        let target_node = topology.fulfilment.nodes.get(target);
        let capability =
            edge.as_ref().and_then(|edge| Some(target_node?.shape.capabilities.get(edge.capability)?.name.clone()));
        let sources = ends(&slots[at], |part| part.requirements.get(assignment.name));
        let targets = ends(&slots[target], |part| part.capabilities.get(capability.as_ref()?));
        for (source, requirement) in &sources {
            if let Some(inner) = requirement {
                self.bind(topology, (node, assignment), (*source, inner));
            }
            let requirement = requirement.as_deref().unwrap_or(assignment.name);
            for (target, inner_capability) in &targets {
                let source_name = self.found.graph.nodes[*source].name.clone();
                let name: SmolStr = format!("{source_name}.{requirement}{suffix}").into();
                let target_name = self.found.graph.nodes[*target].name.clone();
                self.found.graph.relationships.push(GraphRelationship {
                    name: name.clone(),
                    label: short_name(&type_name).into(),
                    source: *source,
                    target: *target,
                    is_hosting,
                    operations,
                });
                self.found.deployment.relationships.push(Relationship {
                    name,
                    type_name: type_name.clone(),
                    source: source_name,
                    target: target_name,
                    capability: inner_capability.clone().or_else(|| capability.clone()),
                    reason: edge.as_ref().map(|edge| edge.reason.in_words()),
                    origin: Some((topology.context.file.path.clone(), path_of(node, assignment))),
                });
            }
        }
    }

    /// Fulfills a requirement of an inner node from outside; inside, it must be open (R-8, step 5).
    fn bind(
        &mut self,
        topology: &Topology<'_>,
        (node, assignment): (&NodeTemplate<'_>, &Assignment<'_>),
        (source, inner): (usize, &SmolStr),
    ) {
        let Some(owner) = self.found.graph.nodes.get(source).map(|node| node.name.clone()) else { return };
        let start = format!("{owner}.{inner}");
        // Relationships from inside are there before those from outside.
        let is_outside = self.bound.contains(&(source, inner.clone()));
        let inside = self.found.deployment.relationships.iter().find(|other| other.name == start);
        if let (false, Some(inside)) = (is_outside, inside) {
            let message = format!(
                "requirement `{}` of `{}` is fulfilled here, and also inside by `{start}` with target `{}`",
                assignment.name, node.name, inside.target
            );
            self.report(topology.context, &path_of(node, assignment), codes::FULFILLED_TWICE, message);
        }
        self.bound.insert((source, inner.clone()));
    }

    /// Notes a requirement that the orchestrator fulfills.
    fn open(
        &mut self,
        topology: &Topology<'_>,
        (node, slot): (&NodeTemplate<'_>, &Slot),
        assignment: Option<&Assignment<'_>>,
        requirement: &str,
        suffix: &str,
        prefix: &str,
    ) {
        let shape = node.shape.requirement(requirement);
        // A type that is not stated follows from the capability that the orchestrator finds.
        let stated = shape.filter(|shape| shape.relationship.is_some());
        let relationship = stated.and_then(|shape| Some(Arc::clone(&shape.default_relationship.as_ref()?.of)));
        let type_name = relationship.as_ref().and_then(|of| of.name().cloned());
        let type_name = type_name.unwrap_or_else(|| "tosca.relationships.Root".into());
        let is_hosting = match &relationship {
            Some(of) => of.derives_from(HOSTED_ON),
            None => requirement == "host",
        };
        let node_type = match assignment.map(|assignment| &assignment.target) {
            Some(TargetNode::Type(definition)) => Some(SmolStr::from(definition.name)),
            _ => shape.and_then(|shape| Some(shape.node.as_ref()?.name.clone())),
        };
        let capability_type = shape.and_then(|shape| Some(shape.capability.as_ref()?.name.clone()));
        let nodes = &self.found.deployment.nodes;
        let listed = topology
            .lists_candidates
            .then(|| topology.targets(prefix).of(node, assignment, requirement, || values_of(nodes)));
        let candidates = listed.unwrap_or_default();
        // The requirement of a substituted node is that of the node inside, which is open there already.
        let Slot::Node(index) = slot else { return };
        let name = self.found.graph.nodes[*index].name.clone();
        let dangling = Dangling {
            name: format!("{name}#{requirement}{suffix}").into(),
            node: name,
            requirement: requirement.into(),
            path: match assignment.filter(|assignment| !assignment.is_copied) {
                Some(assignment) => path_of(node, assignment),
                None => node.path.key("requirements").key(requirement),
            },
            node_type,
            capability_type,
            candidates,
        };
        let label = short_name(&type_name).into();
        self.open.push(OpenRequirement { node: *index, dangling, label, type_name, is_hosting });
    }

    /// Adds a delegated node for each requirement that is still open.
    fn placeholders(&mut self) {
        for OpenRequirement { node, dangling, label, type_name, is_hosting } in std::mem::take(&mut self.open) {
            if self.bound.contains(&(node, dangling.requirement.clone())) {
                continue;
            }
            let target = self.found.graph.nodes.len();
            let name = dangling.name.clone();
            self.found.graph.nodes.push(GraphNode {
                name: name.clone(),
                is_delegated: true,
                operations: Operations::default(),
            });
            let relationship: SmolStr = format!("{}.{}", dangling.node, dangling.requirement).into();
            self.found.graph.relationships.push(GraphRelationship {
                name: relationship.clone(),
                label,
                source: node,
                target,
                is_hosting,
                operations: Operations::default(),
            });
            self.found.deployment.relationships.push(Relationship {
                name: relationship,
                type_name,
                source: dangling.node.clone(),
                target: name,
                capability: None,
                reason: None,
                origin: None,
            });
            self.found.deployment.dangling.push(dangling);
        }
    }

    /// Reports required inputs without a value, values that do not fit, and values for unknown inputs.
    fn check_inputs(&mut self, context: FileContext<'_>, values: &Values) {
        let at = NodePath::keys(["topology_template", "inputs"]);
        for input in values.inputs.iter().filter(|input| input.required) {
            if !self.asked.inputs.contains_key(&input.name) {
                let message = format!("input `{}` has no value", input.name);
                self.report_as(context, &at.key(&input.name), (codes::MISSING_INPUT, Severity::Warning), message);
            }
        }
        for (name, value) in &self.asked.inputs.known {
            let definition = context.file.root.as_ref().and_then(|root| root.at(&at.key(name)));
            if let Some(why) = definition.and_then(|definition| filter::misfit(definition, value)) {
                let message = format!("input `{name}` {why}");
                self.report(context, &at.key(name), codes::BAD_INPUT, message);
            }
        }
        let unknown =
            self.asked.inputs.known.keys().filter(|name| values.inputs.iter().all(|input| input.name != **name));
        for name in unknown.cloned().collect::<Vec<_>>() {
            if !self.asked.workflow_inputs.contains(&name) {
                let message = format!("the service template has no input `{name}`");
                self.report_as(context, &at, (codes::UNKNOWN_INPUT, Severity::Warning), message);
            }
        }
    }

    fn report(&mut self, context: FileContext<'_>, at: &NodePath, code: &'static str, message: String) {
        self.report_as(context, at, (code, Severity::Error), message);
    }

    fn report_as(
        &mut self,
        context: FileContext<'_>,
        at: &NodePath,
        (code, severity): (&'static str, Severity),
        message: String,
    ) {
        let finding = finding(context, at, (code, severity), message);
        self.found.deployment.findings.push(finding);
    }
}

/// A finding at the key or value at a path.
pub fn finding(
    context: FileContext<'_>,
    at: &NodePath,
    (code, severity): (&'static str, Severity),
    message: String,
) -> Diagnostic {
    let file = context.file;
    let span = file.key_span(at).or_else(|| file.span_of(at)).unwrap_or(Span::at(0));
    let (help, related, fixes) = (None, Vec::new(), Vec::new());
    Diagnostic { code, severity, file: file.path.clone(), span, message, help, related, fixes }
}

/// The path of a requirement assignment, in the template that states it.
fn path_of(node: &NodeTemplate<'_>, assignment: &Assignment<'_>) -> NodePath {
    let copied = node.node.get("copy").and_then(syntax::Node::as_text).filter(|_| assignment.is_copied);
    let sibling = |name: &str| node.path.parent().map(|section| section.key(name));
    let holder = copied.and_then(sibling).unwrap_or_else(|| node.path.clone());
    holder.key("requirements").index(assignment.index).key(assignment.name)
}

/// The nodes of the graph at an end of a relationship, with the member of an inner node. Without a mapping, every inner
/// node is meant, as for `dependency` and `feature`.
fn ends<'s>(
    slot: &'s Slot,
    mapped: impl Fn(&'s TopologyNodes) -> Option<&'s (usize, SmolStr)>,
) -> Vec<(usize, Option<SmolStr>)> {
    match slot {
        Slot::Node(node) => vec![(*node, None)],
        Slot::Substituted(part) => match mapped(part) {
            Some((node, member)) => vec![(*node, Some(member.clone()))],
            None => part.nodes.iter().map(|node| (*node, None)).collect(),
        },
    }
}
