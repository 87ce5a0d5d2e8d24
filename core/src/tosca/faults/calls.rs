//! Function calls: where they are allowed, what they read, and whether their results fit.

use std::rc::Rc;

use super::{CheckedValue, Checker, Fault, FaultKind};
use crate::diagnostic::{Safety, Severity};
use crate::function::{Call, Function};
use crate::symbol::SymbolKind;
use crate::syntax::{Entry, Node};
use crate::tosca::effective::named;
use crate::tosca::entity::{Entity, Found, LookupError, LookupRemark, Template};
use crate::tosca::operation::Operation;
use crate::tosca::types::TypeName;
use crate::tosca::types::members::Members;
use crate::tosca::types::schema::Schema;
use crate::tosca::value::primitive::Primitive;
use crate::tosca::value::read::shown;

/// The operations of a node in the order in which they run (5.8.4).
const LIFE_CYCLE: [&str; 5] = ["create", "configure", "start", "stop", "delete"];

/// The type of a result, with a description of its source; `None` if it is unknown.
type Result<'a> = Option<(Rc<Schema<'a>>, String)>;

impl<'a> Checker<'a> {
    /// Checks a function call in place of a value. Returns whether there is one, or something that must be one.
    pub(super) fn call_instead(&self, at: &CheckedValue<'_, 'a>, node: &'a Node, schema: &Schema<'a>) -> bool {
        let entries = node.entries();
        if entries.is_empty() {
            return false;
        }
        if let Some(call) = schema.call(node, &self.entities.types) {
            self.call(at, &call, schema);
            return true;
        }
        let of = schema.data_type(&self.entities.types);
        let is_mapping = of.is_some_and(|of| of.is_complex() || of.primitive == Some(Primitive::Map));
        let name = |entry: &'a Entry| entry.key.as_text().filter(|name| name.starts_with("get_"));
        let has_function = entries.iter().any(|entry| entry.key.as_text().and_then(Function::named).is_some());
        // An unknown function, or several, is reported with the form of calls.
        match entries {
            [entry] => name(entry).is_some() && !of.is_some_and(|of| of.is_complex()),
            _ => has_function && !is_mapping && of.is_some(),
        }
    }

    fn call(&self, at: &CheckedValue<'_, 'a>, call: &Call<'a>, wanted: &Schema<'a>) {
        let Some((result, source)) = self.result(at, call) else { return };
        let types = &self.entities.types;
        let (Some(own), Some(of)) = (result.data_type(types), wanted.data_type(types)) else { return };
        if !own.is_known() || !of.is_known() {
            return;
        }
        if !own.fits(of) {
            let is_text =
                of.primitive == Some(Primitive::String) && own.primitive.is_some_and(|own| !own.has_entries());
            let severity = if is_text && !self.strict { Severity::Warning } else { Severity::Error };
            let (expected, found) = (self.described(wanted), self.described(&result));
            let message = format!("{} must be {expected}, but {source} is {found}", at.named());
            self.add(Fault::new(FaultKind::WrongResult, call.entry.key.span, message).severity(severity));
            return;
        }
        self.default_of_input(at, call, wanted);
    }

    pub(super) fn described(&self, schema: &Schema<'a>) -> String {
        let of = schema.data_type(&self.entities.types);
        match of.and_then(|of| of.primitive) {
            Some(primitive) => primitive.described().to_owned(),
            None => format!("a value of `{}`", schema.type_name.map_or("", |of| of.name)),
        }
    }

    /// The default of an input must meet the constraints of the property that reads it (D-29).
    fn default_of_input(&self, at: &CheckedValue<'_, 'a>, call: &Call<'a>, wanted: &Schema<'a>) {
        let (Function::GetInput, [name]) = (call.function, call.arguments()) else { return };
        let input = name.as_text().and_then(|name| self.inputs.get(name));
        let Some(((_, default), input)) = input.and_then(|input| Some((input.default?, input))) else { return };
        if Call::of(default).is_some() || default.is_null() {
            return;
        }
        let types = &self.entities.types;
        let Some(value) = self.literal(default, wanted) else { return };
        let rules = wanted.data_type(types).into_iter().flat_map(|of| &of.rules).chain(wanted.rules(types));
        let source = format!("by the default of input `{}`", input.name);
        for rule in rules {
            self.rule(at, (call.entry.key.span, default), &value, rule, Some(&source));
        }
    }

    /// Checks the arguments of a call. The result is its type.
    fn result(&self, at: &CheckedValue<'_, 'a>, call: &Call<'a>) -> Result<'a> {
        let named = |name: &'static str| Rc::new(Schema::named(self.entities.types.named(name)));
        let text = |source: &str| Some((named("string"), source.to_owned()));
        match call.function {
            Function::GetInput => self.get_input(call),
            Function::GetProperty => self.read(at, call, false),
            Function::GetAttribute => self.read(at, call, true),
            Function::GetOperationOutput => {
                self.operation_output(at, call);
                None
            }
            Function::GetArtifact => {
                self.artifact(at, call);
                text("the result of `get_artifact`")
            }
            Function::GetNodesOfType => {
                self.nodes_of_type(call);
                Some((named("list"), "the result of `get_nodes_of_type`".to_owned()))
            }
            Function::Concat => {
                self.texts(at, call, call.arguments());
                text("the result of `concat`")
            }
            Function::Join => {
                self.join(at, call);
                text("the result of `join`")
            }
            Function::Token => {
                self.token(at, call);
                text("the result of `token`")
            }
        }
    }

    /// Arguments that are read as text: scalars, or calls with scalar results.
    fn texts(&self, at: &CheckedValue<'_, 'a>, call: &Call<'a>, arguments: &'a [Node]) {
        for argument in arguments {
            if let Some(inner) = Call::of(argument) {
                let Some((result, source)) = self.result(at, &inner) else { continue };
                let of = result.data_type(&self.entities.types).filter(|of| of.is_known());
                if of.is_some_and(|of| of.primitive.is_none_or(Primitive::has_entries)) {
                    let found = self.described(&result);
                    let message = format!("`{}` needs strings, but {source} is {found}", call.function.name());
                    self.add(Fault::new(FaultKind::WrongResult, inner.entry.key.span, message));
                }
            }
        }
    }

    fn join(&self, at: &CheckedValue<'_, 'a>, call: &Call<'a>) {
        let [list, rest @ ..] = call.arguments() else { return };
        self.texts(at, call, rest);
        let Some(inner) = Call::of(list) else { return self.texts(at, call, list.items()) };
        let Some((result, source)) = self.result(at, &inner) else { return };
        let of = result.data_type(&self.entities.types).filter(|of| of.is_known());
        if of.is_some_and(|of| of.primitive != Some(Primitive::List)) {
            let message = format!("`join` needs a list, but {source} is {}", self.described(&result));
            self.add(Fault::new(FaultKind::WrongResult, inner.entry.key.span, message));
        }
    }

    fn token(&self, at: &CheckedValue<'_, 'a>, call: &Call<'a>) {
        let [text, separators, index] = call.arguments() else { return };
        self.texts(at, call, std::slice::from_ref(text));
        self.texts(at, call, std::slice::from_ref(separators));
        let (Some(whole), Some(separators), Some(index_text)) = (text.as_text(), separators.as_text(), index.as_text())
        else {
            return;
        };
        let count = whole.split(|one| separators.contains(one)).count();
        if let Ok(wanted) = index_text.parse::<usize>()
            && wanted >= count
        {
            let parts = if count == 1 { "part" } else { "parts" };
            let message = format!("`token` has no part {wanted}: {} has {count} {parts}, counted from 0", shown(text));
            self.add(Fault::new(FaultKind::TokenIndex, index.span, message));
        }
    }

    fn get_input(&self, call: &Call<'a>) -> Result<'a> {
        let (first, path) = call.arguments().split_first()?;
        let name = first.as_text()?;
        let input = self.inputs.get(name)?;
        let schema = Rc::clone(&input.schema);
        schema.type_name?;
        self.steps(schema, input.default.map(|(_, node)| node), path, &format!("input `{name}`"))
    }

    /// `get_property` and `get_attribute`.
    fn read(&self, at: &CheckedValue<'_, 'a>, call: &Call<'a>, is_attribute: bool) -> Result<'a> {
        let arguments = call.arguments();
        let entity = arguments.first()?.as_text()?;
        if arguments.len() < 2 {
            return None;
        }
        let noun = if is_attribute { "attribute" } else { "property" };
        match self.entities.lookup(at.entity, arguments, is_attribute) {
            Ok(found) => self.found(call, found, noun),
            Err(error) => {
                self.not_found(call, entity, noun, error);
                None
            }
        }
    }

    fn found(&self, call: &Call<'a>, found: Found<'a>, noun: &str) -> Result<'a> {
        let argument = call.arguments().get(1)?;
        match found.remark {
            Some(LookupRemark::AlsoRequirement(name)) => {
                let message = format!("`{name}` is a capability and a requirement; the capability is used");
                self.add(Fault::new(FaultKind::AmbiguousMember, argument.span, message));
            }
            Some(LookupRemark::SeveralTargets(name, count)) => {
                let message = format!("requirement `{name}` has {count} targets; the first is used");
                self.add(Fault::new(FaultKind::AmbiguousMember, argument.span, message));
            }
            None => {}
        }
        let source = format!("{noun} `{}`", found.property.name);
        let schema = Rc::clone(&found.property.schema);
        let value = found.assigned.or(found.property.default.map(|(_, node)| node));
        let is_template = matches!(found.entity, Entity::Node(_) | Entity::Relationship { .. });
        // The value of a required property is missing where it is not assigned.
        if call.function == Function::GetProperty
            && value.is_none_or(Node::is_null)
            && is_template
            && !found.is_dangling
            && !found.property.is_required
        {
            let message = format!("property `{}` has no value, so the result is null", found.property.name);
            let argument = call.arguments().last().unwrap_or(argument);
            self.add(Fault::new(FaultKind::NoValue, argument.span, message));
        }
        self.steps(schema, value, found.rest, &source)
    }

    /// Follows names and indices into a value.
    fn steps(
        &self,
        mut schema: Rc<Schema<'a>>,
        mut value: Option<&'a Node>,
        path: &'a [Node],
        source: &str,
    ) -> Result<'a> {
        let types = &self.entities.types;
        let mut source = source.to_owned();
        for step in path {
            let name = step.as_text()?;
            value = value.filter(|value| Call::of(value).is_none());
            let of = Rc::clone(schema.data_type(types).filter(|of| of.is_known())?);
            let missing = |reason: String| self.add(Fault::new(FaultKind::NoSuchEntry, step.span, reason));
            let next = match of.primitive {
                Some(Primitive::List) => {
                    let Ok(index) = name.parse::<usize>() else {
                        missing(format!("{source} is a list: its entries have indices, not the name `{name}`"));
                        return None;
                    };
                    let items = value.and_then(Node::as_sequence).map(|list| &list.items);
                    if let Some(count) = items.map(Vec::len).filter(|count| index >= *count) {
                        let entries = if count == 1 { "entry" } else { "entries" };
                        missing(format!(
                            "{source} has no entry {index}: the list has {count} {entries}, counted from 0"
                        ));
                        return None;
                    }
                    value = items.and_then(|items| items.get(index));
                    schema.entry_schema(types)
                }
                Some(Primitive::Map) => {
                    let mapping = value.filter(|value| value.as_mapping().is_some());
                    if mapping.is_some_and(|mapping| mapping.get(name).is_none()) {
                        missing(format!("{source} has no entry `{name}`"));
                        return None;
                    }
                    value = mapping.and_then(|mapping| mapping.get(name));
                    schema.entry_schema(types)
                }
                Some(primitive) => {
                    missing(format!("{source} is {}, which has no entries", primitive.described()));
                    return None;
                }
                None => {
                    let Some(field) = of.fields.get(name) else {
                        if !of.fields.is_empty() {
                            missing(format!("the data type `{}` of {source} has no property `{name}`", of.name));
                        }
                        return None;
                    };
                    value = value.and_then(|value| value.get(name));
                    Some(Rc::clone(&field.schema))
                }
            };
            schema = next?;
            source = format!("`{name}` of {source}");
        }
        Some((schema, source))
    }

    fn not_found(&self, call: &Call<'a>, entity: &str, noun: &str, error: LookupError<'a>) {
        let arguments = call.arguments();
        match error {
            LookupError::Unknown => {}
            LookupError::Missing { argument, known } => {
                let Some(node) = arguments.get(argument) else { return };
                let name = node.as_text().unwrap_or_default();
                let owner = match argument {
                    1 => "node type".to_owned(),
                    _ => shown(arguments.get(1).unwrap_or(node)),
                };
                let owner = if argument == 1 { format!("the {owner}") } else { owner };
                let message = format!("{owner} has no {noun} `{name}`");
                self.add(Fault::new(FaultKind::UnknownProperty, node.span, message).unknown(name, &known));
            }
            LookupError::IsAttribute { argument } => {
                let Some(node) = arguments.get(argument) else { return };
                let message = format!("{} is an attribute, which `get_property` cannot read", shown(node));
                let fault = Fault::new(FaultKind::AttributeAsProperty, node.span, message);
                let safety = Safety::Safe;
                self.add(fault.help("use `get_attribute`").replace(call.entry.key.span, "get_attribute", safety));
            }
            LookupError::NoHost { has_any } => {
                let span = arguments.first().map_or(call.entry.key.span, |node| node.span);
                let name = arguments.get(1).map(shown).unwrap_or_default();
                let message = match has_any {
                    true => format!("no host of the node has the {noun} {name}"),
                    false => format!("`{entity}` refers to a host, but the node is not hosted on any"),
                };
                self.add(Fault::new(FaultKind::NoHost, span, message));
            }
        }
    }

    /// The template and the members that the first argument refers to.
    fn entity(&self, at: &CheckedValue<'_, 'a>, name: &str) -> Option<(Option<Template<'a>>, Rc<Members<'a>>)> {
        let of = |entity: &Entity<'a>| match entity {
            Entity::Node(template) | Entity::Relationship { template, .. } => {
                Some((Some(template.clone()), Rc::clone(&template.members)))
            }
            Entity::NodeType(members) | Entity::RelationshipType(members) => Some((None, Rc::clone(members))),
            Entity::Outside | Entity::Anywhere => None,
        };
        match (name, at.entity) {
            ("SELF", entity) => of(entity),
            ("SOURCE" | "TARGET", Entity::Relationship { ends, .. }) => {
                let ends = ends.first()?;
                let end = if name == "SOURCE" { Some(ends.source) } else { ends.target };
                self.entities.node(end?).map(|node| (Some(node.clone()), Rc::clone(&node.members)))
            }
            ("SOURCE" | "TARGET" | "HOST" | "ORCHESTRATOR", _) => None,
            (name, _) => match self.entities.node(name) {
                Some(node) => Some((Some(node.clone()), Rc::clone(&node.members))),
                None => of(&self.entities.relationship(name)?),
            },
        }
    }

    fn operation_output(&self, at: &CheckedValue<'_, 'a>, call: &Call<'a>) {
        let [entity, interface, operation, output, ..] = call.arguments() else { return };
        let (Some(name), Some(interface_name), Some(operation_name)) =
            (entity.as_text(), interface.as_text(), operation.as_text())
        else {
            return;
        };
        let Some((template, members)) = self.entity(at, name) else { return };
        let found = self.entities.operation(template.as_ref(), &members, interface_name, operation_name);
        self.later_output(at, template.as_ref(), operation);
        let fault = match found {
            Operation::Unknown | Operation::Defined { is_implemented: true } => return,
            // The templates of a type can implement it.
            Operation::Defined { .. } if template.is_none() => return,
            Operation::Defined { .. } => {
                let message = format!(
                    "`{operation_name}` has no implementation, so the output {} will never exist",
                    shown(output)
                );
                Fault::new(FaultKind::NotImplemented, operation.span, message)
            }
            Operation::Undefined => {
                let message = format!("interface `{interface_name}` has no operation `{operation_name}`");
                Fault::new(FaultKind::NoSuchOperation, operation.span, message)
            }
            Operation::NoInterface => {
                Fault::new(FaultKind::NoSuchOperation, interface.span, format!("unknown interface `{interface_name}`"))
            }
        };
        self.add(fault);
    }

    /// An output of an operation that runs after the one that reads it, or of that operation itself (D-81).
    fn later_output(&self, at: &CheckedValue<'_, 'a>, template: Option<&Template<'a>>, read: &Node) {
        let (Entity::Node(node), Some(of), Some(reader)) = (at.entity, template, at.operation) else { return };
        let order = |name: &str| LIFE_CYCLE.iter().position(|known| *known == name);
        let Some(name) = read.as_text().filter(|_| std::ptr::eq(node.node, of.node)) else { return };
        if let (Some(own), Some(other)) = (order(reader), order(name))
            && other >= own
        {
            let message = match other == own {
                true => format!("`{reader}` needs an output of its own"),
                false => format!("`{reader}` needs an output of `{name}`, which runs later"),
            };
            self.add(Fault::new(FaultKind::LaterOutput, read.span, message));
        }
    }

    fn artifact(&self, at: &CheckedValue<'_, 'a>, call: &Call<'a>) {
        let [entity, artifact, ..] = call.arguments() else { return };
        let (Some(name), Some(artifact_name)) = (entity.as_text(), artifact.as_text()) else { return };
        let Some((template, members)) = self.entity(at, name) else { return };
        let own = template.and_then(|template| template.entry("artifacts", artifact_name)).is_some();
        let inherited = || members.chain.iter().filter_map(|of| of.node.get("artifacts"));
        // The artifacts of a type can also be added by its templates.
        let is_type = matches!(at.entity, Entity::NodeType(_) | Entity::RelationshipType(_));
        if own || !members.is_whole || is_type || inherited().any(|all| all.entry(artifact_name).is_some()) {
            return;
        }
        let known: Vec<&str> = inherited().flat_map(named).map(|(name, _)| name).collect();
        let message = format!("`{name}` has no artifact `{artifact_name}`");
        self.add(Fault::new(FaultKind::NoSuchArtifact, artifact.span, message).unknown(artifact_name, &known));
    }

    fn nodes_of_type(&self, call: &Call<'a>) {
        let [argument] = call.arguments() else { return };
        let Some(name) = argument.as_text() else { return };
        let types = &self.entities.types;
        if types.scope.find(&[SymbolKind::NodeType], name).is_none() {
            return;
        }
        let wanted = types.named(name);
        let derives = |of: TypeName<'a>| types.derives_from(SymbolKind::NodeType, of, wanted) != Some(false);
        if !self.entities.nodes().any(|node| node.type_name.is_none_or(derives)) {
            let message = format!("no node template has the type `{name}`");
            self.add(Fault::new(FaultKind::NoNodes, argument.span, message));
        }
    }
}
