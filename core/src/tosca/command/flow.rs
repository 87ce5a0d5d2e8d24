//! The flow of values: properties that read inputs and the properties and attributes of other nodes, and outputs that
//! read them (4.4, 4.5).

pub mod reconnect;

use std::collections::HashSet;
use std::rc::Rc;
use std::sync::Arc;

use serde_yaml::{Mapping, Value};
use smol_str::SmolStr;

use crate::context::FileContext;
use crate::edit::{Change, EditError};
use crate::editing::{put, refused};
use crate::function::{Call, Function};
use crate::symbol::SymbolKind;
use crate::syntax::{Node, NodePath, Step, plain};
use crate::text::Span;
use crate::topology::{CandidateEnd, ConnectionEnd, End, PortKind};
use crate::tosca::effective::{Effective, named};
use crate::tosca::entity::{Entities, Entity, Template};
use crate::tosca::model::{INPUTS, OUTPUTS, TEMPLATES};
use crate::tosca::requirement::is_node;
use crate::tosca::scope::Scope;
use crate::tosca::types::members::{Properties, parameters};
use crate::tosca::types::property::Property;
use crate::tosca::value::constraint::Outcome;
use crate::tosca::value::read::{read, untyped};

/// A property or attribute of a node template, or of one of its capabilities.
struct Member<'a> {
    /// `capability.property`, or the name alone.
    port: SmolStr,
    property: Rc<Property<'a>>,
    /// Whether it is an attribute, which only a running node has.
    is_attribute: bool,
    /// The arguments of the function behind the name of the node.
    arguments: Vec<SmolStr>,
}

/// The values of a service template.
struct Values<'a> {
    entities: Entities<'a>,
    inputs: Properties<'a>,
}

impl<'a> Values<'a> {
    fn of(context: FileContext<'a>) -> Self {
        let inputs = parameters(context, &NodePath::keys(INPUTS));
        Values { inputs, entities: Entities::of(context, Rc::new(Scope::of(context))) }
    }

    fn node(&self, vertex: &NodePath) -> Option<Template<'a>> {
        self.entities.node(vertex.last_key()?).filter(|_| is_node(vertex))
    }

    /// The properties of a node and of its capabilities, which can be set, and with `reads` also the attributes.
    fn members(&self, node: &Template<'a>, reads: bool) -> Vec<Member<'a>> {
        let member = |prefix: Option<&str>, name: &str, property: &Rc<Property<'a>>, is_attribute| {
            let port = prefix.map_or_else(|| SmolStr::from(name), |of| format!("{of}.{name}").into());
            let arguments = prefix.into_iter().chain([name]).map(SmolStr::from).collect();
            Member { port, property: Rc::clone(property), is_attribute, arguments }
        };
        let mut found: Vec<Member<'a>> = Vec::new();
        let own = &node.members;
        found.extend(own.properties.iter().map(|(name, of)| member(None, name, of, false)));
        if reads {
            let is_new = |name: &&&str| !own.properties.contains_key(**name);
            let new = own.attributes.keys().filter(is_new).filter_map(|name| Some((name, own.attributes.get(name)?)));
            found.extend(new.map(|(name, of)| member(None, name, of, true)));
        }
        for (capability, of) in &own.capabilities {
            found.extend(of.properties.iter().map(|(name, of)| member(Some(capability), name, of, false)));
            if reads {
                let new = of.attributes.iter().filter(|(name, _)| !of.properties.contains_key(*name));
                found.extend(new.map(|(name, of)| member(Some(capability), name, of, true)));
            }
        }
        found
    }

    /// A property that can be set, with its node.
    fn set_member(&self, vertex: &NodePath, port: &str) -> Result<(Template<'a>, Member<'a>), EditError> {
        let node = self.node(vertex).ok_or_else(|| EditError::Missing(vertex.to_string()))?;
        let member = self.member(&node, port, false);
        let member = member.ok_or_else(|| refused(format!("`{}` has no property `{port}`", node.name)))?;
        Ok((node, member))
    }

    /// A property or attribute that can be read, with its node.
    fn read_member(&self, vertex: &NodePath, port: &str) -> Result<(Template<'a>, Member<'a>), EditError> {
        let node = self.node(vertex).ok_or_else(|| EditError::Missing(vertex.to_string()))?;
        let member = self.member(&node, port, true);
        let member = member.ok_or_else(|| refused(format!("`{}` has no property or attribute `{port}`", node.name)))?;
        Ok((node, member))
    }

    fn member(&self, node: &Template<'a>, port: &str, reads: bool) -> Option<Member<'a>> {
        self.members(node, reads).into_iter().find(|member| member.port == port)
    }

    /// Whether a value of one definition can be that of another, or why it cannot.
    fn fits(&self, from: &Property<'a>, to: &Property<'a>) -> Result<(), String> {
        let types = &self.entities.types;
        let (Some(own), Some(wanted)) = (from.schema.data_type(types), to.schema.data_type(types)) else {
            return Ok(());
        };
        if own.fits(wanted) {
            return Ok(());
        }
        let name = |of: &Property<'a>| of.schema.type_name.map_or("", |of| of.name).to_owned();
        Err(format!("`{}` has type `{}`, but `{}` has type `{}`", from.name, name(from), to.name, name(to)))
    }

    /// The end at which a value is read.
    fn source(&self, end: &End) -> Result<Source<'_, 'a>, EditError> {
        if end.vertex.is_root() {
            let input = self.inputs.get(end.port.as_str());
            return input
                .map(|input| Source::Input(input))
                .ok_or_else(|| refused(format!("there is no input `{}`", end.port)));
        }
        let (node, member) = self.read_member(&end.vertex, &end.port)?;
        Ok(Source::Member(node, member))
    }

    /// Why the default of an input cannot be the value of a property: it must meet its constraints (D-29).
    fn unfit_default(&self, input: &Property<'a>, to: &Property<'a>) -> Option<String> {
        let types = &self.entities.types;
        input.schema.data_type(types).filter(|of| of.is_known())?;
        let wanted = to.schema.data_type(types).filter(|of| of.is_known())?;
        let (_, default) = input.default?;
        if Call::of(default).is_some() || default.is_null() {
            return None;
        }
        let value = match wanted.primitive.filter(|of| !of.has_entries()) {
            Some(primitive) => read(default, primitive).ok()?.value,
            None => untyped(default),
        };
        let mut rules = wanted.rules.iter().chain(to.schema.rules(types));
        let violated = rules.find(|rule| rule.condition.check(&value) == Outcome::Violated)?;
        let (operator, written) = (violated.operator.name(), &violated.written);
        Some(format!("the default of input `{}` violates `{operator}: {written}` of `{}`", input.name, to.name))
    }

    /// Whether the value of a property reads the value of another one with `get_property`, directly or through others
    /// (D-81).
    fn reads(&self, source: (&Template<'a>, &Member<'a>), target: (&Template<'a>, &Member<'a>)) -> bool {
        let written = |(node, member): (&Template<'a>, &Member<'a>)| -> Option<&'a Node> {
            match member.arguments.as_slice() {
                [capability, name] => node.node.get("capabilities")?.get(capability)?.get("properties")?.get(name),
                [name, ..] => node.node.get("properties")?.get(name),
                [] => None,
            }
        };
        let goal = written(target);
        let mut open: Vec<(&'a Node, Entity<'a>)> = Vec::new();
        open.extend(written(source).map(|value| (value, Entity::Node(source.0.clone()))));
        let mut seen: HashSet<*const Node> = HashSet::new();
        while let Some((value, entity)) = open.pop() {
            if !seen.insert(std::ptr::from_ref(value)) {
                continue;
            }
            let Some(call) = Call::of(value).filter(|call| call.function == Function::GetProperty) else {
                let values = value.entries().iter().map(|entry| &entry.value).chain(value.items());
                open.extend(values.map(|inner| (inner, entity.clone())));
                continue;
            };
            let Ok(found) = self.entities.lookup(&entity, call.arguments(), false) else { continue };
            let is_goal = match (found.assigned, goal) {
                (Some(assigned), Some(goal)) => std::ptr::eq(assigned, goal),
                (None, None) => {
                    let is_node = matches!(&found.entity, Entity::Node(of) if of.name == target.0.name);
                    is_node && found.property.name == target.1.property.name
                }
                _ => false,
            };
            if is_goal {
                return true;
            }
            let next = found.assigned.or(found.property.default.map(|(_, node)| node));
            open.extend(next.map(|next| (next, found.entity)));
        }
        false
    }

    /// Why the text cannot be edited there, if so: the value is shared through an anchor or a merge key. Only a node with
    /// such marks in its text needs a trial.
    fn unwritable(&self, source: &Source<'_, 'a>, node: &Template<'a>, target: &Member<'a>) -> Option<String> {
        let file = self.entities.context.file;
        let vertex = NodePath::keys(TEMPLATES).key(node.name);
        let mut draft = file.draft();
        let end = draft.tree().root().and_then(|root| root.at(&vertex)).map(|written| written.span.end)?;
        let text = Span { start: node.span.start, end }.of(draft.text());
        if !text.contains(['&', '*']) {
            return None;
        }
        let path = value_path(&vertex, &target.port, target);
        put(file, &mut draft, &path, &source.call(Some(node.name))).err().map(|error| error.to_string())
    }

    /// Why a property cannot be set beside those that are: `network_id` selects an existing network (8.5.1).
    fn excluded(&self, node: &Template<'a>, target: &Member<'a>) -> Option<String> {
        const ID: &str = "network_id";
        let is_network = node.members.chain.iter().any(|of| of.name == "tosca.nodes.network.Network");
        let properties = node.node.get("properties").filter(|_| is_network && target.arguments.len() == 1)?;
        let is_other = |name: &str| ![ID, "network_name"].contains(&name);
        let mut given = named(properties).filter(|(_, entry)| !entry.value.is_null()).map(|(name, _)| name);
        let other = match target.property.name {
            ID => given.find(|name| is_other(name)),
            name if is_other(name) => given.any(|name| name == ID).then_some(name),
            _ => None,
        };
        other.map(|name| format!("`{ID}` selects an existing network, which cannot have another `{name}`"))
    }

    /// Why a value cannot be that of an output, if so.
    fn unfit_output(&self, source: &Source<'_, 'a>, name: &str) -> Option<String> {
        let file = self.entities.context.file;
        let entry = file.root.as_ref()?.at(&NodePath::keys(OUTPUTS))?.entry(name)?;
        let output = Property::of_node(entry.key.as_text()?, &file.path, entry.key.span, &entry.value);
        match source {
            Source::Input(input) => self.fits(input, &output).err(),
            Source::Member(_, member) => self.fits(&member.property, &output).err(),
        }
    }

    /// Why a value cannot be read at one end and set at the other, if so.
    fn refusal(&self, source: &Source<'_, 'a>, node: &Template<'a>, target: &Member<'a>) -> Option<String> {
        if let Some(why) = self.excluded(node, target) {
            return Some(why);
        }
        let unfit = match source {
            Source::Input(input) => {
                let fits = self.fits(input, &target.property).err();
                fits.or_else(|| self.unfit_default(input, &target.property))
            }
            Source::Member(_, member) => self.fits(&member.property, &target.property).err(),
        };
        unfit.or_else(|| self.cycle(source, node, target))
    }

    /// The reason to refuse a value that would read itself.
    fn cycle(&self, source: &Source<'_, 'a>, node: &Template<'a>, target: &Member<'a>) -> Option<String> {
        match source {
            Source::Member(other, member) if other.name == node.name && member.port == target.port => {
                Some("a property cannot be its own value".to_owned())
            }
            // The value of an attribute is known only when its node runs; then this node may be running, too.
            Source::Member(other, member) if !member.is_attribute && self.reads((other, member), (node, target)) => {
                Some(format!("the value of `{}` reads `{}` already", member.port, target.port))
            }
            _ => None,
        }
    }
}

/// Where a value is read.
enum Source<'v, 'a> {
    Input(&'v Property<'a>),
    Member(Template<'a>, Member<'a>),
}

impl Source<'_, '_> {
    /// The call of the function that reads it, in a value of the node with this name.
    fn call(&self, reader: Option<&str>) -> Value {
        let (function, argument) = match self {
            Source::Input(input) => ("get_input", Value::from(input.name)),
            Source::Member(node, member) => {
                let function = if member.is_attribute { "get_attribute" } else { "get_property" };
                let entity = if reader == Some(node.name) { "SELF" } else { node.name };
                let arguments = [entity].into_iter().chain(member.arguments.iter().map(SmolStr::as_str));
                (function, arguments.map(Value::from).collect::<Vec<_>>().into())
            }
        };
        Value::Mapping(Mapping::from_iter([(Value::from(function), argument)]))
    }
}

/// The ports of a vertex at which a value can be set or read.
pub fn starts(context: FileContext<'_>, vertex: &NodePath) -> Vec<ConnectionEnd> {
    let values = Values::of(context);
    let end = |port: SmolStr, kind| ConnectionEnd { end: End { vertex: vertex.clone(), port }, kind };
    if vertex.is_root() {
        let names = |keys: [&str; 2]| {
            let section = context.file.root.as_ref().and_then(|root| root.at(&NodePath::keys(keys)));
            section.into_iter().flat_map(named).map(|(name, _)| SmolStr::from(name)).collect::<Vec<_>>()
        };
        let inputs = names(INPUTS).into_iter().map(|name| end(name, PortKind::Input));
        return inputs.chain(names(OUTPUTS).into_iter().map(|name| end(name, PortKind::Output))).collect();
    }
    let Some(node) = values.node(vertex) else { return Vec::new() };
    let set = values.members(&node, false).into_iter().map(|member| end(member.port, PortKind::Input));
    set.chain(values.members(&node, true).into_iter().map(|member| end(member.port, PortKind::Output))).collect()
}

/// Every end for the flow of a value from or to `from`, with the reason if it is refused.
pub fn candidates(context: FileContext<'_>, from: &End, kind: PortKind) -> Vec<CandidateEnd> {
    candidates_for(context, from, kind, true)
}

/// The same for the whole of a value, or for a part of it, whose type need not fit.
fn candidates_for<'a>(context: FileContext<'a>, from: &End, kind: PortKind, is_whole: bool) -> Vec<CandidateEnd> {
    let values = Values::of(context);
    let end = |vertex: NodePath, port: SmolStr, kind, refused| CandidateEnd {
        end: ConnectionEnd { end: End { vertex, port }, kind },
        refused,
    };
    let at = |node: &Template<'_>| NodePath::keys(TEMPLATES).key(node.name);
    let is_read = matches!((kind, from.vertex.is_root()), (PortKind::Output, false) | (PortKind::Input, true));
    let refusal_at = |source: &Source<'_, 'a>, node: &Template<'a>, member: &Member<'a>| {
        let refused = match is_whole {
            true => values.refusal(source, node, member),
            false => values.cycle(source, node, member),
        };
        refused.or_else(|| values.unwritable(source, node, member))
    };
    let unfit_output = |source: &Source<'_, 'a>, name: &str| {
        if is_whole { values.unfit_output(source, name) } else { None }
    };
    let mut found = Vec::new();
    let others: Vec<Template<'_>> = values.entities.nodes().filter(|node| at(node) != from.vertex).collect();
    if is_read {
        let Ok(source) = values.source(from) else { return found };
        for node in &others {
            for member in values.members(node, false) {
                let refused = refusal_at(&source, node, &member);
                found.push(end(at(node), member.port, PortKind::Input, refused));
            }
        }
        if !from.vertex.is_root() {
            let outputs = context.file.root.as_ref().and_then(|root| root.at(&NodePath::keys(OUTPUTS)));
            let outputs = outputs.into_iter().flat_map(named).map(|(name, _)| SmolStr::from(name));
            found.extend(outputs.map(|name| {
                let refused = unfit_output(&source, &name);
                end(NodePath::root(), name, PortKind::Output, refused)
            }));
        }
        return found;
    }
    let target = values.node(&from.vertex).and_then(|node| {
        let member = values.member(&node, &from.port, false)?;
        Some((node, member))
    });
    let refusal = |source: &Source<'_, 'a>| match &target {
        Some((node, member)) => refusal_at(source, node, member),
        None => unfit_output(source, &from.port),
    };
    if target.is_none() && !from.vertex.is_root() {
        return found;
    }
    if target.is_some() {
        for (name, input) in &values.inputs {
            let refused = refusal(&Source::Input(input));
            found.push(end(NodePath::root(), SmolStr::from(*name), PortKind::Input, refused));
        }
    }
    for node in &others {
        for member in values.members(node, true) {
            let port = member.port.clone();
            let refused = refusal(&Source::Member(node.clone(), member));
            found.push(end(at(node), port, PortKind::Output, refused));
        }
    }
    found
}

/// Sets the value at `target` to what is read at `source`. The target is a property of a node, `NODE/properties/PORT`, or
/// an output of the boundary, `/properties/OUTPUT`.
pub fn map(context: FileContext<'_>, source: &End, target: &NodePath) -> Result<Change, EditError> {
    let values = Values::of(context);
    let from = values.source(source)?;
    let missing = || EditError::Missing(target.to_string());
    let vertex = target.parent().and_then(|section| section.parent()).ok_or_else(missing)?;
    let port = target.last_key().ok_or_else(missing)?;
    let (path, reader) = if vertex.is_root() {
        let output = NodePath::keys(OUTPUTS).key(port);
        context.file.root.as_ref().and_then(|root| root.at(&output)).ok_or_else(missing)?;
        if let Some(why) = values.unfit_output(&from, port) {
            return Err(refused(why));
        }
        (output.key("value"), None)
    } else {
        let (node, member) = values.set_member(&vertex, port)?;
        if let Some(why) = values.refusal(&from, &node, &member) {
            return Err(refused(why));
        }
        (value_path(&vertex, port, &member), Some(node.name))
    };
    let mut draft = context.file.draft();
    put(context.file, &mut draft, &path, &from.call(reader))?;
    let title = format!("Set {port} from {}", source.port);
    Ok(Change::of_file(title, context.file.path.clone(), draft.finish()))
}

/// The path of the value of a property of a node or of its capability.
fn value_path(vertex: &NodePath, port: &str, member: &Member<'_>) -> NodePath {
    match member.arguments.as_slice() {
        [capability, name] => vertex.key("capabilities").key(capability).key("properties").key(name),
        _ => vertex.key("properties").key(port),
    }
}

/// The path of the value of a port: of a property of a node, the default of an input, or the value of an output.
pub fn value_of(context: FileContext<'_>, port: &ConnectionEnd) -> Option<NodePath> {
    let ConnectionEnd { end, kind } = port;
    match kind {
        PortKind::Input if end.vertex.is_root() => Some(NodePath::keys(INPUTS).key(&end.port).key("default")),
        PortKind::Output if end.vertex.is_root() => Some(NodePath::keys(OUTPUTS).key(&end.port).key("value")),
        PortKind::Input | PortKind::Output => {
            let (_, member) = Values::of(context).set_member(&end.vertex, &end.port).ok()?;
            Some(value_path(&end.vertex, &end.port, &member))
        }
        PortKind::Capability | PortKind::Requirement => None,
    }
}

/// Adds an input for a property of a node, which reads it from then on. The input copies type, constraints and
/// description from the property, and its value becomes the default.
pub fn new_input(
    context: FileContext<'_>,
    vertex: &NodePath,
    port: &str,
    name: Option<&str>,
) -> Result<Change, EditError> {
    let values = Values::of(context);
    let (node, member) = values.set_member(vertex, port)?;
    let inputs = NodePath::keys(INPUTS);
    let root = context.file.root.as_ref().ok_or_else(|| EditError::Missing(vertex.to_string()))?;
    let is_taken = |name: &str| root.at(&inputs.key(name)).is_some();
    let name = free(name, &member, node.name, is_taken)?;
    let path = value_path(vertex, port, &member);
    let before = root.at(&path).filter(|value| !value.is_null());
    if before.is_some_and(|before| Call::of(before).is_some()) {
        return Err(refused(format!("`{port}` reads another value already")));
    }
    let scope = &values.entities.types.scope;
    let of = scope.effective(SymbolKind::NodeType, node.type_name.map_or("", |of| of.name));
    let mut input = definition(scope, &of, &member.arguments, "properties");
    match before {
        Some(value) => drop(input.insert("default".into(), plain::as_written(value))),
        // Without a value, the property had its default, or none.
        None => match member.property.default {
            Some((_, value)) => drop(input.insert("default".into(), plain::as_written(value))),
            None if !member.property.is_required => drop(input.insert("required".into(), false.into())),
            None => {}
        },
    }
    let mut draft = context.file.draft();
    put(context.file, &mut draft, &inputs.key(&name), &Value::Mapping(input))?;
    let call = Mapping::from_iter([(Value::from("get_input"), Value::from(name.as_str()))]);
    put(context.file, &mut draft, &path, &Value::Mapping(call))?;
    Ok(Change::of_file(format!("Add the input {name}"), context.file.path.clone(), draft.finish()))
}

/// The parts of the definition of a property or attribute that a new parameter takes over: its type, description and
/// constraints. The arguments are those of the function that reads it.
pub fn definition(scope: &Scope<'_>, of: &Arc<Effective>, arguments: &[SmolStr], section: &str) -> Mapping {
    let (owner, name) = match arguments {
        [capability, name] => (scope.member_type(of, "capabilities", capability), name.as_str()),
        [name, ..] => (Some(Arc::clone(of)), name.as_str()),
        [] => (None, ""),
    };
    let own = &scope.file().path;
    let mut found = Mapping::new();
    for key in ["type", "description", "constraints", "key_schema", "entry_schema"] {
        let Some(declared) = owner.as_ref().and_then(|of| scope.field(of, section, name, key)) else { continue };
        let mut value = plain::as_written(declared.node);
        // Another file may know the type by another name.
        let written = declared.node.as_text().filter(|_| key == "type" && declared.file != own);
        let other = written.and_then(|written| scope.find_in(declared.file, SymbolKind::DataType, written));
        if let Some(name) = other.and_then(|found| scope.prefixed(&found)) {
            value = Value::from(name.as_str());
        }
        found.insert(key.into(), value);
    }
    if !found.contains_key("type") {
        found.insert("type".into(), "string".into());
    }
    found
}

/// Adds an output that reads a property or attribute of a node.
pub fn new_output(
    context: FileContext<'_>,
    vertex: &NodePath,
    port: &str,
    name: Option<&str>,
) -> Result<Change, EditError> {
    let values = Values::of(context);
    let (node, member) = values.read_member(vertex, port)?;
    let outputs = NodePath::keys(OUTPUTS);
    let root = context.file.root.as_ref().ok_or_else(|| EditError::Missing(vertex.to_string()))?;
    let name = free(name, &member, node.name, |name| root.at(&outputs.key(name)).is_some())?;
    let mut output = Mapping::new();
    let description = description(&values, &node, &member);
    output.extend(description.map(|text| ("description".into(), text)));
    output.insert("value".into(), Source::Member(node, member).call(None));
    let mut draft = context.file.draft();
    put(context.file, &mut draft, &outputs.key(&name), &Value::Mapping(output))?;
    Ok(Change::of_file(format!("Add the output {name}"), context.file.path.clone(), draft.finish()))
}

fn description(values: &Values<'_>, node: &Template<'_>, member: &Member<'_>) -> Option<Value> {
    let scope = &values.entities.types.scope;
    let of = scope.effective(SymbolKind::NodeType, node.type_name?.name);
    let section = if member.is_attribute { "attributes" } else { "properties" };
    let declared = match member.arguments.as_slice() {
        [capability, name] => {
            let owner = scope.member_type(&of, "capabilities", capability)?;
            scope.field(&owner, section, name, "description")
        }
        [name, ..] => scope.field(&of, section, name, "description"),
        [] => None,
    };
    declared.map(|declared| plain::as_written(declared.node))
}

/// The name of a new input or output: the wanted one, that of the property, or one with that of the node.
fn free(
    wanted: Option<&str>,
    member: &Member<'_>,
    node: &str,
    is_taken: impl Fn(&str) -> bool,
) -> Result<String, EditError> {
    if let Some(wanted) = wanted {
        let name = crate::naming::valid_name(wanted)?;
        return if is_taken(name) { Err(EditError::Exists(name.to_owned())) } else { Ok(name.to_owned()) };
    }
    let own = member.arguments.last().map_or("value", SmolStr::as_str);
    if !is_taken(own) {
        return Ok(own.to_owned());
    }
    Ok(crate::naming::free_name(&format!("{node}_{own}"), is_taken))
}

/// The vertex, section and name of a member of a node: `/topology_template/node_templates/web/properties/port`.
pub fn member_of(path: &NodePath) -> Option<(NodePath, &str, &str)> {
    let [vertex @ .., Step::Key(section), Step::Key(name)] = path.steps() else { return None };
    Some((vertex.iter().cloned().collect(), section, name))
}
