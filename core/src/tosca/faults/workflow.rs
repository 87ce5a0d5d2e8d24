//! Workflows and the triggers of policies: conditions, and the inputs of activities, against the types of their targets
//! (3.5.17 to 3.5.23).

use std::rc::Rc;

use smol_str::SmolStr;

use super::{CheckedValue, Checker, Fault, FaultKind};
use crate::diagnostic::Severity;
use crate::symbol::SymbolKind;
use crate::syntax::{Entry, Node};
use crate::tosca::effective::{entries, named};
use crate::tosca::entity::{Entity, Target, Template};
use crate::tosca::interfaces;
use crate::tosca::operation::Operation;
use crate::tosca::shape::implied;
use crate::tosca::types::TypeName;
use crate::tosca::types::clause::of_condition;
use crate::tosca::types::members::{Members, Properties, Requirement};
use crate::tosca::types::property::Property;
use crate::tosca::types::schema::Schema;
use crate::tosca::value::constraint::Operator;
use crate::tosca::workflow::{is_extended, is_generated};

/// An entity that conditions and activities refer to.
#[derive(Clone)]
struct Subject<'a> {
    /// Its name in messages.
    label: String,
    properties: Rc<Properties<'a>>,
    attributes: Rc<Properties<'a>>,
    /// Whether its type is known with all ancestors.
    is_whole: bool,
    /// The entity with its operations, of which a capability has none.
    holder: Option<Holder<'a>>,
}

/// An entity with operations.
#[derive(Clone)]
struct Holder<'a> {
    kind: SymbolKind,
    type_name: Option<TypeName<'a>>,
    members: Rc<Members<'a>>,
    /// The node of the template, which can add interfaces and inputs.
    node: Option<&'a Node>,
}

/// An operation of an entity.
enum Called<'a> {
    /// Its inputs, and whether all of them are known.
    Known {
        inputs: Properties<'a>,
        is_whole: bool,
    },
    NoInterface,
    NoOperation {
        known: Vec<SmolStr>,
    },
    /// It depends on a type that is not available.
    Unknown,
}

impl<'a> Subject<'a> {
    fn of(holder: Holder<'a>, label: String) -> Self {
        let members = &holder.members;
        let (properties, attributes) = (Rc::clone(&members.properties), Rc::clone(&members.attributes));
        Subject { label, properties, attributes, is_whole: members.is_whole, holder: Some(holder) }
    }

    fn node(template: &Template<'a>) -> Self {
        let members = Rc::clone(&template.members);
        let (type_name, node) = (template.type_name, Some(template.node));
        Subject::of(Holder { kind: SymbolKind::NodeType, type_name, members, node }, format!("`{}`", template.name))
    }

    /// An attribute, or a property, which is reflected as one.
    fn attribute(&self, name: &str) -> Option<&Rc<Property<'a>>> {
        self.attributes.get(name).or_else(|| self.properties.get(name))
    }
}

/// A message that the subjects lack something: `` `server` has no attribute ``.
fn lack(subjects: &[Subject<'_>], noun: &str) -> String {
    match subjects {
        [only] => format!("{} has no {noun}", only.label),
        _ => format!("no target has the {noun}"),
    }
}

impl<'a> Checker<'a> {
    /// Checks the workflows of the topology and the triggers of its policies.
    pub(super) fn workflows(&self) {
        let Some(topology) = self.root.get("topology_template") else { return };
        for (_, workflow) in topology.get("workflows").into_iter().flat_map(named) {
            self.workflow(topology, &workflow.value);
        }
        for (_, policy) in topology.get("policies").into_iter().flat_map(entries) {
            for (name, trigger) in policy.value.get("triggers").into_iter().flat_map(entries) {
                self.trigger(topology, &policy.value, name, &trigger.value);
            }
        }
    }

    fn workflow(&self, topology: &'a Node, workflow: &'a Node) {
        for precondition in workflow.get("preconditions").map_or(&[][..], Node::items) {
            let subjects = self.subjects(precondition);
            self.assertions(precondition.get("condition"), &subjects);
        }
        for (_, step) in workflow.get("steps").into_iter().flat_map(named) {
            let subjects = self.subjects(&step.value);
            self.assertions(step.value.get("filter"), &subjects);
            self.activities(topology, step.value.get("activities"), &subjects, workflow.get("inputs"));
        }
    }

    fn trigger(&self, topology: &'a Node, policy: &'a Node, name: &'a str, trigger: &'a Node) {
        if let Some(schedule) = trigger.entry("schedule").filter(|entry| !entry.value.is_null()) {
            let place = CheckedValue::root("the schedule of trigger", name, schedule.key.span, &Entity::Anywhere);
            let interval = Schema::named(self.entities.types.named("tosca.datatypes.TimeInterval"));
            self.value(&place, &schedule.value, &interval);
        }
        let targets: Option<Vec<_>> = policy
            .get("targets")
            .map_or(&[][..], Node::items)
            .iter()
            .map(|target| self.entities.node(target.as_text()?).map(|node| Subject::node(&node)))
            .collect();
        // The members of a group are not known one by one.
        let targets = targets.unwrap_or_default();
        let filter = trigger.get("target_filter").filter(|filter| filter.as_mapping().is_some());
        let watched = filter.map_or_else(|| targets.clone(), |filter| self.watched(filter).into_iter().collect());
        if let Some(condition) = trigger.get("condition") {
            let stated = if is_extended(condition) { condition.get("constraint") } else { Some(condition) };
            self.assertions(stated, &watched);
        }
        let Some(action) = trigger.get("action").filter(|action| !action.is_null()) else { return };
        match action.as_scalar() {
            Some(_) => self.run(topology, action, None, None),
            None => self.activities(topology, Some(action), &targets, None),
        }
    }

    /// The entities that a step or precondition targets; none if they are unknown.
    fn subjects(&self, of: &'a Node) -> Vec<Subject<'a>> {
        let target = of.get("target").and_then(Node::as_text);
        let Some(node) = target.and_then(|target| self.entities.node(target)) else { return Vec::new() };
        match of.get("target_relationship").and_then(Node::as_text) {
            Some(requirement) => self.relationships_of(&node, requirement),
            None => vec![Subject::node(&node)],
        }
    }

    /// The relationships of a requirement.
    fn relationships_of(&self, node: &Template<'a>, requirement: &str) -> Vec<Subject<'a>> {
        let Some(defined) = node.members.requirements.get(requirement) else { return Vec::new() };
        let label = || format!("the relationship of `{requirement}`");
        let subject = |type_name: Option<TypeName<'a>>, own: Option<&'a Node>| {
            let type_name = type_name.or_else(|| self.default_relationship(defined));
            let members = self.entities.members(SymbolKind::RelationshipType, type_name);
            let holder = Holder { kind: SymbolKind::RelationshipType, type_name, members, node: own };
            Subject::of(holder, label())
        };
        let assignments = node.requirements().filter(|assignment| assignment.name == requirement);
        let mut found: Vec<_> = assignments
            .map(|assignment| {
                let written = assignment.relationship();
                let template = written.and_then(|name| self.entities.relationship(name));
                let own = assignment.value.get("relationship").filter(|node| node.as_mapping().is_some());
                match template {
                    Some(Entity::Relationship { template, .. }) => subject(template.type_name, Some(template.node)),
                    _ => subject(written.map(|name| self.entities.types.named(name)), own),
                }
            })
            .collect();
        if found.is_empty() {
            found.push(subject(None, None));
        }
        found
    }

    /// The relationship type of a requirement: the one in its definition, or that for its capability type.
    fn default_relationship(&self, of: &Requirement<'a>) -> Option<TypeName<'a>> {
        of.relationship.or_else(|| {
            let scope = &self.entities.types.scope;
            let capability = of.capability?;
            let capability = scope.effective_in(capability.file, SymbolKind::CapabilityType, capability.name);
            let implied = implied(scope, &capability)?;
            let found = scope.find(&[SymbolKind::RelationshipType], implied.name()?)?;
            Some(TypeName { file: found.file, name: found.name })
        })
    }

    /// The node or capability that an event filter watches, if it is known.
    fn watched(&self, filter: &'a Node) -> Option<Subject<'a>> {
        let text = |key: &str| filter.get(key).filter(|name| !name.is_null()).and_then(Node::as_text);
        let name = text("node")?;
        let of_type = |type_name: TypeName<'a>| {
            let members = self.entities.members(SymbolKind::NodeType, Some(type_name));
            let label = format!("`{}`", type_name.name);
            Subject::of(Holder { kind: SymbolKind::NodeType, type_name: Some(type_name), members, node: None }, label)
        };
        let node = match (self.entities.node(name), text("requirement")) {
            (None, None) => of_type(self.entities.types.named(name)),
            (None, Some(_)) => return None,
            (Some(node), None) => Subject::node(&node),
            (Some(node), Some(requirement)) => {
                node.members.requirements.get(requirement)?;
                match self.entities.targets(&node, requirement).into_iter().next()?.0 {
                    Target::Node(node) => Subject::node(&node),
                    Target::Type(type_name) => of_type(type_name?),
                }
            }
        };
        let Some(name) = text("capability") else { return Some(node) };
        let capability = node.holder?.members.capabilities.get(name)?.clone();
        let (properties, attributes) = (capability.properties, capability.attributes);
        let label = format!("the capability `{name}`");
        Some(Subject { label, properties, attributes, is_whole: capability.is_whole, holder: None })
    }

    /// The assertions in a condition, with clauses of any depth.
    fn assertions(&self, condition: Option<&'a Node>, subjects: &[Subject<'a>]) {
        let mut open: Vec<&'a Node> = condition.into_iter().collect();
        while let Some(node) = open.pop() {
            open.extend(node.items());
            for (key, entry) in named(node) {
                match key {
                    "and" | "or" | "not" | "assert" => open.push(&entry.value),
                    // A constraint alone says nothing about an attribute.
                    _ if Operator::named(key).is_some() => {}
                    _ => self.assertion(key, entry, subjects),
                }
            }
        }
    }

    fn assertion(&self, name: &'a str, entry: &'a Entry, subjects: &[Subject<'a>]) {
        let Some(attribute) = subjects.iter().find_map(|subject| subject.attribute(name)) else {
            let Some(first) = subjects.first().filter(|_| subjects.iter().all(|subject| subject.is_whole)) else {
                return;
            };
            let message = format!("{} `{name}`", lack(subjects, "attribute"));
            let fault = Fault::new(FaultKind::UnknownAttribute, entry.key.span, message);
            return self.add(fault.unknown(name, first.attributes.keys().chain(first.properties.keys())));
        };
        let Some(of) = attribute.schema.data_type(&self.entities.types).filter(|of| of.is_known()) else { return };
        let place = CheckedValue::root("attribute", name, entry.key.span, &Entity::Anywhere);
        of_condition(&entry.value).iter().for_each(|clause| self.clause(&place, clause, of));
    }

    /// The activities of a step or trigger. `given` are the inputs of the workflow that contains them.
    fn activities(
        &self,
        topology: &'a Node,
        activities: Option<&'a Node>,
        subjects: &[Subject<'a>],
        given: Option<&'a Node>,
    ) {
        for activity in activities.map_or(&[][..], Node::items) {
            let [entry] = activity.entries() else { continue };
            let inputs = entry.value.get("inputs");
            match entry.key.as_text() {
                Some("call_operation") => {
                    self.call_operation(entry.value.get("operation").unwrap_or(&entry.value), inputs, subjects);
                }
                Some("inline") => {
                    self.run(topology, entry.value.get("workflow").unwrap_or(&entry.value), inputs, given)
                }
                Some("delegate") => {
                    self.delegate(topology, entry.value.get("workflow").unwrap_or(&entry.value), inputs);
                }
                _ => {}
            }
        }
    }

    fn call_operation(&self, operation: &'a Node, inputs: Option<&'a Node>, subjects: &[Subject<'a>]) {
        let Some(written) = operation.as_text().filter(|_| !operation.is_null()) else { return };
        let Some((interface, name)) = written.rsplit_once('.').filter(|(one, two)| !one.is_empty() && !two.is_empty())
        else {
            return;
        };
        let holders: Option<Vec<_>> = subjects.iter().map(|subject| subject.holder.as_ref()).collect();
        let Some(holders) = holders.filter(|holders| !holders.is_empty()) else { return };
        let mut known = None;
        for holder in holders {
            match self.called(holder, interface, name) {
                Called::Known { inputs: defined, is_whole } => {
                    self.unimplemented(operation, (interface, name), holder, subjects);
                    return self.inputs(inputs, &defined, is_whole, &format!("operation `{written}`"), Some(name));
                }
                Called::Unknown => return,
                Called::NoInterface => {}
                Called::NoOperation { known: operations } => known = known.or(Some(operations)),
            }
        }
        let fault = |message| Fault::new(FaultKind::UnknownCall, operation.span, message);
        self.add(match known {
            None => {
                let message = format!("{} `{interface}`", lack(subjects, "interface"));
                fault(message).help("use one that the type defines or inherits")
            }
            Some(operations) => {
                let message = format!("{} `{name}` in interface `{interface}`", lack(subjects, "operation"));
                let calls: Vec<String> = operations.iter().map(|known| format!("{interface}.{known}")).collect();
                let calls: Vec<&str> = calls.iter().map(String::as_str).collect();
                fault(message).unknown(written, &calls)
            }
        });
    }

    /// A call of an operation without an implementation does nothing (3.5.19).
    fn unimplemented(
        &self,
        operation: &Node,
        (interface, name): (&str, &str),
        holder: &Holder<'a>,
        subjects: &[Subject<'a>],
    ) {
        let own = holder.node.and_then(|node| node.get("interfaces")?.get(interface));
        let found = self.entities.operation_of(own, &holder.members, interface, name);
        if let (Operation::Defined { is_implemented: false }, [subject]) = (found, subjects) {
            let message = format!("`{interface}.{name}` of {} has no implementation", subject.label);
            self.add(Fault::new(FaultKind::UnimplementedCall, operation.span, message));
        }
    }

    fn called(&self, holder: &Holder<'a>, interface: &str, name: &str) -> Called<'a> {
        let scope = &self.entities.types.scope;
        let Some(type_name) = holder.type_name.filter(|_| holder.members.is_whole) else { return Called::Unknown };
        let of = scope.effective_in(type_name.file, holder.kind, type_name.name);
        let added = holder.node.and_then(|node| node.get("interfaces")?.get(interface));
        let is_added = added.is_some_and(|added| interfaces::operations(added).any(|(known, _)| known == name));
        let found = interfaces::find(scope, &of, interface);
        match found {
            None if added.is_none() => Called::NoInterface,
            Some(found) if found.is_whole && !is_added && !found.operations.iter().any(|known| known == name) => {
                Called::NoOperation { known: found.operations }
            }
            Some(found) if found.is_whole => {
                let mut inputs = (*self.entities.operation_inputs(&holder.members, interface, Some(name))).clone();
                let own = |node: &'a Node| node.get("inputs").into_iter().flat_map(named);
                let operations = added.into_iter().flat_map(interfaces::operations);
                let of_operation =
                    operations.filter(|(known, _)| *known == name).flat_map(|(_, entry)| own(&entry.value));
                // Inputs that the template adds have any type.
                for (input, entry) in added.into_iter().flat_map(own).chain(of_operation) {
                    let file = &self.entities.context.file.path;
                    let any = || {
                        Rc::new(Property { schema: Rc::default(), ..Property::refined(None, "", file, input, entry) })
                    };
                    inputs.entry(input).or_insert_with(any);
                }
                // An interface that is called by its type is not looked up by the name that the type has for it.
                let is_by_name = of.names(&["interfaces"]).any(|known| known == interface);
                Called::Known { inputs, is_whole: is_by_name }
            }
            _ => Called::Unknown,
        }
    }

    /// A workflow that an `inline` activity or a trigger runs.
    fn run(&self, topology: &'a Node, name: &'a Node, inputs: Option<&'a Node>, given: Option<&'a Node>) {
        let Some(text) = name.as_text().filter(|_| !name.is_null()) else { return };
        // An unknown workflow is reported by name.
        let Some(defined) = self.called_workflow(topology, text, inputs) else { return };
        // An input of the same name is read in its place (7.3.7).
        let sections = [inputs, given, topology.get("inputs")];
        let is_given = |name: &str| sections.iter().flatten().any(|section| section.entry(name).is_some());
        for input in defined.values().filter(|input| input.is_required && input.default.is_none()) {
            if !is_given(input.name) {
                let message = format!("workflow `{text}` requires the input `{}`", input.name);
                let fault = Fault::new(FaultKind::MissingInput, name.span, message);
                self.add(fault.related(input.file, input.span, "defined here"));
            }
        }
    }

    /// The inputs that operations of node templates read, and that only workflows define: each workflow that calls the
    /// operation must define them (7.3.7).
    pub(super) fn workflow_inputs_of_operations(&self) {
        let Some(topology) = self.root.get("topology_template") else { return };
        let Some(workflows) = topology.get("workflows").filter(|all| !all.entries().is_empty()) else { return };
        let of_topology = topology.get("inputs");
        let is_defined = |section: Option<&Node>, name: &str| section.is_some_and(|all| all.entry(name).is_some());
        let of_workflow = |name: &str| named(workflows).any(|(_, of)| is_defined(of.value.get("inputs"), name));
        for node in self.entities.nodes() {
            for (interface, entry) in node.node.get("interfaces").into_iter().flat_map(named) {
                for (operation, entry) in interfaces::operations(&entry.value) {
                    let read = entry.value.get("inputs").map(inputs_read).unwrap_or_default();
                    let of_workflows = |name: &&Node| {
                        name.as_text().is_some_and(|name| !is_defined(of_topology, name) && of_workflow(name))
                    };
                    for input in read.into_iter().filter(of_workflows) {
                        let Some(name) = input.as_text() else { continue };
                        let call = format!("{interface}.{operation}");
                        let callers = named(workflows).filter(|(_, of)| calls(topology, &of.value, node.name, &call));
                        let (with, without): (Vec<_>, Vec<_>) =
                            callers.partition(|(_, of)| is_defined(of.value.get("inputs"), name));
                        let (message, severity) = match (with.first(), without.first()) {
                            (Some(_), None) => continue,
                            (Some(_), Some((lacking, _))) => {
                                let message = format!("workflow `{lacking}` calls `{call}`, but has no input `{name}`");
                                (message, Severity::Warning)
                            }
                            (None, Some((lacking, _))) => {
                                let message = format!("workflow `{lacking}` calls `{call}`, but has no input `{name}`");
                                (message, Severity::Error)
                            }
                            (None, None) => {
                                let message = format!("no workflow with the input `{name}` calls `{call}`");
                                (message, Severity::Error)
                            }
                        };
                        let fault = Fault::new(FaultKind::UnavailableInput, input.span, message).severity(severity);
                        self.add(fault.help("define the input in the topology, or in each workflow that calls it"));
                    }
                }
            }
        }
    }

    fn workflow_inputs(&self, workflow: &'a Node) -> Properties<'a> {
        let file = &self.entities.context.file.path;
        let inputs = workflow.get("inputs").into_iter().flat_map(named);
        inputs.map(|(name, entry)| (name, Rc::new(Property::refined(None, "", file, name, entry)))).collect()
    }

    /// A workflow that the orchestrator provides for a node.
    fn delegate(&self, topology: &'a Node, name: &'a Node, inputs: Option<&'a Node>) {
        let Some(text) = name.as_text().filter(|_| !name.is_null()) else { return };
        if self.called_workflow(topology, text, inputs).is_none() {
            let message = format!("`{text}` is neither a generated workflow nor one of this topology");
            let fault = Fault::new(FaultKind::UnknownDelegate, name.span, message);
            let known = topology.get("workflows").into_iter().flat_map(named).map(|(name, _)| name);
            self.add(fault.unknown(text, &known.collect::<Vec<_>>()));
        }
    }

    /// The inputs of the workflow with this name, which can be a generated one, after checking the values for them.
    fn called_workflow(&self, topology: &'a Node, name: &str, inputs: Option<&'a Node>) -> Option<Properties<'a>> {
        let (defined, of) = match topology.get("workflows").and_then(|all| all.get(name)) {
            Some(workflow) => (self.workflow_inputs(workflow), format!("workflow `{name}`")),
            None if is_generated(name) => (Properties::new(), format!("the generated workflow `{name}`")),
            None => return None,
        };
        self.inputs(inputs, &defined, true, &of, None);
        Some(defined)
    }

    /// Values for the inputs of an operation or a workflow.
    fn inputs(
        &self,
        values: Option<&'a Node>,
        defined: &Properties<'a>,
        is_whole: bool,
        of: &str,
        operation: Option<&str>,
    ) {
        for (name, entry) in values.into_iter().flat_map(named) {
            let place =
                CheckedValue { operation, ..CheckedValue::root("input", name, entry.key.span, &Entity::Anywhere) };
            match defined.get(name) {
                Some(input) => self.value(&place, &entry.value, &input.schema),
                None => {
                    if is_whole {
                        let fault =
                            Fault::new(FaultKind::UnknownInput, entry.key.span, format!("{of} has no input `{name}`"));
                        self.add(fault.unknown(name, defined.keys()).severity(self.lenient()));
                    }
                    self.value(&place, &entry.value, &Schema::default());
                }
            }
        }
    }
}

/// The names of the inputs that functions in a value read.
fn inputs_read(value: &Node) -> Vec<&Node> {
    let mut found = Vec::new();
    let mut open = vec![value];
    while let Some(node) = open.pop() {
        if let [call] = node.entries()
            && call.key.as_text() == Some("get_input")
        {
            found.extend(call.value.items().first().or(Some(&call.value)));
            continue;
        }
        open.extend(node.items().iter().chain(node.entries().iter().map(|entry| &entry.value)));
    }
    found
}

/// Whether a step of a workflow calls an operation of a node, by its name or by a group.
fn calls(topology: &Node, workflow: &Node, node: &str, operation: &str) -> bool {
    let is_target = |target: &str| {
        let group = || topology.get("groups")?.get(target)?.get("members");
        target == node || group().is_some_and(|all| all.items().iter().any(|one| one.as_text() == Some(node)))
    };
    let is_call = |activity: &Node| {
        let called = activity.get("call_operation").map(|call| call.get("operation").unwrap_or(call));
        called.is_some_and(|called| called.as_text() == Some(operation))
    };
    workflow.get("steps").into_iter().flat_map(named).any(|(_, step)| {
        let target = step.value.get("target").and_then(Node::as_text);
        target.is_some_and(is_target) && step.value.get("activities").is_some_and(|all| all.items().iter().any(is_call))
    })
}
