//! Values that are read across the boundary of an extraction.

use serde_yaml::{Mapping, Value};
use smol_str::SmolStr;

use crate::edit::EditError;
use crate::editing::refused;
use crate::function::{Call, Function};
use crate::symbol::SymbolKind;
use crate::syntax::patch::Draft;
use crate::syntax::{Node, NodePath, plain};
use crate::tosca::command::boundary::{Attribute, Boundary, Property, mapping};
use crate::tosca::command::extract::Cut;
use crate::tosca::command::extract::requirements::Crossing;
use crate::tosca::command::extract::sections::Sections;
use crate::tosca::command::flow;
use crate::tosca::command::reads::{Member, assigned_at, of_types, reads, reads_member, source};
use crate::tosca::model::{INPUTS, TEMPLATES};

/// The extraction of values so far.
pub(super) struct Progress<'p, 'c, 'a> {
    boundary: &'p mut Boundary<'c, 'a>,
    outer: &'p mut Draft,
    /// The name of the new node.
    name: &'p str,
    /// The paths of values that have moved outside.
    done: Vec<NodePath>,
    /// The values of nodes that stay, by the call that reads them, with the names of their inputs.
    outside: Vec<((Function, Vec<Value>), SmolStr)>,
    /// The values of nodes that move, with the names of their properties (`true`) or attributes.
    inside: Vec<((Function, Vec<Value>), SmolStr, bool)>,
}

impl<'p, 'c, 'a> Progress<'p, 'c, 'a> {
    pub fn new(boundary: &'p mut Boundary<'c, 'a>, outer: &'p mut Draft, name: &'p str) -> Self {
        Progress { boundary, outer, name, done: Vec::new(), outside: Vec::new(), inside: Vec::new() }
    }
}

impl<'a> Cut<'a> {
    /// Rewrites the values that cross the boundary.
    pub(super) fn values(
        &self,
        mut progress: Progress<'_, '_, 'a>,
        sections: &Sections,
        crossing: &[Crossing<'_, 'a>],
    ) -> Result<(), EditError> {
        let is_inside = |path: &NodePath| {
            let mut moved = self.moved.iter().map(|moved| &moved.path).chain(&sections.moved);
            moved.any(|moved| path.starts_with(moved))
                && !crossing.iter().any(|crossing| path.starts_with(&crossing.path))
        };
        for moved in &self.moved {
            let Some(node) = self.entities.node(moved.name) else { continue };
            for read in of_types(&node).iter().filter(|read| reads_member(&read.call)) {
                if let Some(other) = source(&self.entities, read).via.iter().find(|other| !self.moves(other)) {
                    let why = format!("the type of `{}` reads a value of `{other}`, which would stay", moved.name);
                    return Err(refused(why));
                }
            }
        }
        let all = reads(&self.entities);
        let inputs = self.section(INPUTS);
        for read in all.iter().filter(|read| is_inside(&read.path)) {
            let first = read.call.arguments().first().and_then(Node::as_text);
            let Some(input) = first.filter(|_| read.call.function == Function::GetInput) else { continue };
            let Some(definition) = inputs.and_then(|inputs| inputs.get(input)) else { continue };
            if progress.boundary.reserve(input) {
                let property = self.input(progress.outer, input, definition)?;
                progress.boundary.properties.push(property);
            } else if !progress.boundary.properties.iter().any(|known| known.name == input) {
                return Err(refused(format!("the new type inherits another `{input}`; rename the input first")));
            }
        }
        // First the values that are read from outside, because they move there.
        for outward in [true, false] {
            for read in all.iter().filter(|read| is_inside(&read.path) != outward && reads_member(&read.call)) {
                if progress.done.iter().any(|path| read.path.starts_with(path)) {
                    continue;
                }
                let source = source(&self.entities, read);
                if source.via.iter().all(|node| self.moves(node) != outward) {
                    continue;
                }
                let Some(member) = source.member else {
                    let function = read.call.function.name();
                    return Err(refused(format!("cannot tell which value `{function}` reads across the boundary")));
                };
                let call = match self.moves(member.owner.name) == outward {
                    true if outward => self.read_inside(&mut progress, read.call.function, &member)?,
                    true => self.read_outside(&mut progress, read.call.function, &member),
                    // The path leads across the boundary and back.
                    false => (read.call.function, arguments(&member)),
                };
                progress.outer.replace(&read.path, &called(call, member.found.rest))?;
            }
        }
        for read in &all {
            let function = read.call.function;
            if !matches!(function, Function::GetOperationOutput | Function::GetArtifact) {
                continue;
            }
            let of = read.call.arguments().first().and_then(Node::as_text).unwrap_or_default();
            let is_crossing = crossing.iter().any(|crossing| read.path.starts_with(&crossing.path));
            let is_keyword = ["HOST", "SOURCE", "TARGET"].contains(&of) && is_crossing;
            if is_keyword || self.node(of).is_some() && self.moves(of) != is_inside(&read.path) {
                return Err(refused(format!("`{}` reads from `{of}` across the boundary", function.name())));
            }
        }
        Ok(())
    }

    /// An input that nodes inside read.
    fn input(&self, outer: &Draft, name: &str, definition: &Node) -> Result<Property, EditError> {
        const KEYS: [&str; 7] =
            ["type", "description", "required", "constraints", "key_schema", "entry_schema", "metadata"];
        let mut of = Mapping::new();
        for key in KEYS {
            if let Some(value) = definition.get(key) {
                of.insert(key.into(), plain::as_written(value));
            }
        }
        if !of.contains_key("type") {
            of.insert("type".into(), "string".into());
        }
        Ok(Property {
            name: name.into(),
            definition: of.into(),
            value: mapping([("get_input", name.into())]),
            input: Some(outer.copy(&NodePath::keys(INPUTS).key(name))?),
        })
    }

    /// A value of a node that stays, which a node that moves reads: an input inside.
    fn read_outside(
        &self,
        progress: &mut Progress<'_, '_, 'a>,
        function: Function,
        member: &Member<'a>,
    ) -> (Function, Vec<Value>) {
        let key = (function, arguments(member));
        let known = progress.outside.iter().find(|(known, _)| *known == key).map(|(_, name)| name.clone());
        let name = known.unwrap_or_else(|| {
            let own = member.names.last().map_or("value", SmolStr::as_str);
            let name = progress.boundary.value_name(member.owner.name, own);
            let mut definition = self.definition(member);
            let property = &member.found.property;
            if !property.is_required && member.found.assigned.is_none() && property.default.is_none() {
                definition.insert("required".into(), false.into());
            }
            let (definition, value) = (definition.into(), called(key.clone(), &[]));
            progress.boundary.properties.push(Property { name: name.clone(), definition, value, input: None });
            progress.outside.push((key, name.clone()));
            name
        });
        (Function::GetInput, vec![name.as_str().into()])
    }

    /// A value of a node that moves, which one that stays reads: a property of the new node if it can be stated there,
    /// otherwise an attribute.
    fn read_inside(
        &self,
        progress: &mut Progress<'_, '_, 'a>,
        function: Function,
        member: &Member<'a>,
    ) -> Result<(Function, Vec<Value>), EditError> {
        let key = arguments(member);
        let key = (function, key);
        let read = |name: &SmolStr, is_property: bool| {
            let function = if is_property { Function::GetProperty } else { Function::GetAttribute };
            (function, vec![progress.name.into(), name.as_str().into()])
        };
        if let Some((_, name, is_property)) = progress.inside.iter().find(|(known, ..)| *known == key) {
            return Ok(read(name, *is_property));
        }
        let node = NodePath::keys(TEMPLATES).key(member.owner.name);
        let stated = assigned_at(&node, &member.names, "properties").and_then(|at| {
            let assigned = member.found.assigned?;
            let is_it = self.root.at(&at).is_some_and(|there| std::ptr::eq(there, assigned));
            (function == Function::GetProperty && is_it && is_portable(assigned)).then_some((at, assigned))
        });
        let own = member.names.last().map_or("value", SmolStr::as_str);
        let name = progress.boundary.value_name(member.owner.name, own);
        let definition = self.definition(member).into();
        let is_property = stated.is_some();
        match stated {
            Some((at, assigned)) => {
                let value = plain::as_written(assigned);
                progress.boundary.properties.push(Property { name: name.clone(), definition, value, input: None });
                progress.outer.replace(&at, &mapping([("get_input", name.as_str().into())]))?;
                progress.done.push(at);
            }
            None => {
                let value = called(key.clone(), &[]);
                progress.boundary.attributes.push(Attribute { name: name.clone(), definition, value });
            }
        }
        let call = read(&name, is_property);
        progress.inside.push((key, name, is_property));
        Ok(call)
    }

    fn definition(&self, member: &Member<'a>) -> Mapping {
        let scope = &self.wiring.scope;
        let of = scope.effective(SymbolKind::NodeType, member.owner.type_name.map_or("", |of| of.name));
        let is_property = match member.names.as_slice() {
            [capability, name] => member
                .owner
                .members
                .capabilities
                .get(capability.as_str())
                .is_some_and(|of| of.properties.contains_key(name.as_str())),
            [name] => member.owner.members.properties.contains_key(name.as_str()),
            _ => true,
        };
        flow::definition(scope, &of, &member.names, if is_property { "properties" } else { "attributes" })
    }
}

/// A function call with these arguments, and names behind them.
pub fn called((function, mut arguments): (Function, Vec<Value>), rest: &[Node]) -> Value {
    arguments.extend(rest.iter().map(plain::as_written));
    let argument = match (function, arguments.as_slice()) {
        (Function::GetInput, [only]) => only.clone(),
        _ => arguments.into(),
    };
    mapping([(function.name(), argument)])
}

/// The arguments that name a member.
fn arguments(member: &Member<'_>) -> Vec<Value> {
    let names = std::iter::once(member.owner.name).chain(member.names.iter().map(SmolStr::as_str));
    names.map(Value::from).collect()
}

/// Whether a value means the same outside: it reads nothing but inputs.
fn is_portable(value: &Node) -> bool {
    let is_read = |call: Call<'_>| {
        !matches!(call.function, Function::GetInput | Function::Concat | Function::Join | Function::Token)
    };
    !Call::of(value).is_some_and(is_read)
        && value.entries().iter().all(|entry| is_portable(&entry.value))
        && value.items().iter().all(is_portable)
}
