//! Derives a type from that of a node template. The new type takes over what the template assigns, so that other templates can
//! have it too, and the template gets the new type.

use serde_yaml::Value;
use smol_str::SmolStr;

use crate::context::FileContext;
use crate::edit::{Change, EditError};
use crate::editing::{put, refused};
use crate::function::Call;
use crate::naming::{free_name, valid_name};
use crate::symbol::SymbolKind;
use crate::syntax::patch::Draft;
use crate::syntax::patch::piece::Piece;
use crate::syntax::{Node, NodePath, plain};
use crate::topology::diagrams::DERIVED_FROM;
use crate::topology::{Action, ActionEdit};
use crate::tosca::built_in::is_primitive;
use crate::tosca::command::boundary::{mapping, paste};
use crate::tosca::command::hierarchy::{names_in, proposed};
use crate::tosca::command::meaning::{Facts, check_node, of_type};
use crate::tosca::command::member::{open_section, prune};
use crate::tosca::command::types::name_of_parent;
use crate::tosca::effective::{Effective, named, short_name};
use crate::tosca::fulfilment::NodeTemplate;
use crate::tosca::interfaces::{self, interface_type};
use crate::tosca::requirement::{Wiring, is_node};
use crate::tosca::scope::{Declared, Scope};
use crate::workspace::built_in::is_built_in;

const NODE_TYPES: &str = "node_types";
const DEFAULT: &str = "default";

/// Adds a node type `name` that derives from that of the node template at a path, with everything that the template assigns and a
/// type can state: plain values, operations with plain inputs, and artifacts. Functions and requirements stay in the template,
/// because they refer to its topology. Refused if the meaning of the template would change.
pub(super) fn derive(context: FileContext<'_>, path: &NodePath, name: Option<&str>) -> Result<Change, EditError> {
    let wiring = Wiring::of(context);
    let node = wiring.node(path).ok_or_else(|| EditError::Missing(path.to_string()))?;
    derivable(context, node).map_err(refused)?;
    let scope = &wiring.scope;
    let own = node.node.get("type").and_then(Node::as_text).unwrap_or_default();
    let parent = scope.find(&[SymbolKind::NodeType], own);
    let parent = parent.ok_or_else(|| refused(format!("the type `{own}` is not available")))?;
    let name = match name {
        Some(name) => {
            let name = name.trim();
            name.split('.').try_for_each(|part| valid_name(part).map(drop))?;
            if scope.find(&[SymbolKind::NodeType], name).is_some() {
                return Err(EditError::Exists(name.to_owned()));
            }
            name.to_owned()
        }
        None => proposed_name(context, scope, node.name),
    };
    let mut draft = context.file.draft();
    let at = NodePath::keys([NODE_TYPES]).key(&name);
    let first = mapping([(DERIVED_FROM, name_of_parent(scope, &parent).as_str().into())]);
    put(context.file, &mut draft, &at, &first)?;
    let mut taking = Taking { context, scope, node, at, known: of_type(scope, &node.shape.of), draft };
    taking.values()?;
    taking.capabilities()?;
    taking.interfaces()?;
    taking.artifacts()?;
    let Taking { mut draft, .. } = taking;
    put(context.file, &mut draft, &path.key("type"), &name.as_str().into())?;
    let title = format!("Derive {} from {}", short_name(&name), node.name);
    let change = Change::of_file(title, context.file.path.clone(), draft.finish());
    check_node(context, &change, path)?;
    Ok(change)
}

/// Why no type can be derived from that of a node template.
fn derivable(context: FileContext<'_>, node: &NodeTemplate<'_>) -> Result<(), String> {
    let name = node.name;
    if node.node.get("copy").is_some() {
        return Err(format!("`{name}` is a copy of another node template"));
    }
    let section = node.path.parent().unwrap_or_default();
    let all = context.file.root.as_ref().and_then(|root| root.at(&section));
    let is_copy = |of: &Node| of.get("copy").and_then(Node::as_text) == Some(name);
    if let Some((other, _)) = all.into_iter().flat_map(named).find(|(_, entry)| is_copy(&entry.value)) {
        return Err(format!("`{other}` is a copy of `{name}`"));
    }
    if node.directives().next().is_some() {
        return Err(format!("the orchestrator selects or substitutes `{name}` by its type"));
    }
    if !node.shape.of.is_whole {
        return Err(format!("the type of `{name}` is not available, or one that it derives from"));
    }
    Ok(())
}

/// The edit for a node template: it asks for the name of the new type.
pub(super) fn actions(context: FileContext<'_>, paths: &[NodePath]) -> Vec<Action> {
    let [path] = paths else { return Vec::new() };
    if !is_node(path) || is_built_in(&context.file.path) {
        return Vec::new();
    }
    let wiring = Wiring::of(context);
    let Some(node) = wiring.node(path) else { return Vec::new() };
    let value = proposed_name(context, &wiring.scope, node.name);
    let edit = ActionEdit::Name { path: path.clone(), value };
    let subject = short_name(node.shape.of.name().map_or("", SmolStr::as_str)).to_owned();
    vec![Action { name: "derive_from", subject, edit, refused: derivable(context, node).err() }]
}

/// A free name for the type of a node template, in the manner of the types of the file.
fn proposed_name(context: FileContext<'_>, scope: &Scope<'_>, node: &str) -> String {
    let own = names_in(context, &NodePath::keys([NODE_TYPES]));
    free_name(&proposed(&own, node), |name| scope.find(&[SymbolKind::NodeType], name).is_some())
}

/// The move of assignments from a node template to a new type.
struct Taking<'t, 'a> {
    context: FileContext<'a>,
    scope: &'t Scope<'a>,
    node: &'t NodeTemplate<'a>,
    /// The path of the new type.
    at: NodePath,
    /// The members of the type of the template.
    known: Facts,
    draft: Draft,
}

impl Taking<'_, '_> {
    fn section(&self, key: &str) -> Option<(NodePath, Node)> {
        Some((self.node.path.key(key), self.node.node.get(key)?.clone()))
    }

    /// The entry at a path of the template; `None` if it is shared through an anchor, so that it stays.
    fn piece(&self, path: &NodePath) -> Option<Piece> {
        self.draft.copy(path).ok()
    }

    fn remove(&mut self, path: &NodePath) -> Result<(), EditError> {
        prune(&mut self.draft, path, self.node.path.steps().len())
    }

    fn put(&mut self, path: &NodePath, value: &Value) -> Result<(), EditError> {
        put(self.context.file, &mut self.draft, path, value)
    }

    fn open(&mut self, path: &NodePath) -> Result<(), EditError> {
        open_section(self.context, &mut self.draft, path)
    }

    /// Moves a value to a new definition, as its default.
    fn refine(&mut self, from: &NodePath, to: &NodePath, of: &str, value: &Node) -> Result<(), EditError> {
        let Some(piece) = self.piece(from) else { return Ok(()) };
        self.put(to, &mapping([("type", of.into())]))?;
        // A mapping on one line has no room for comments.
        if paste(&mut self.draft, to, &piece.named(DEFAULT)).is_err() {
            self.put(&to.key(DEFAULT), &plain::as_written(value))?;
        }
        self.remove(from)
    }

    /// Properties and attributes.
    fn values(&mut self) -> Result<(), EditError> {
        for key in ["properties", "attributes"] {
            let Some((section, values)) = self.section(key) else { continue };
            for (name, entry) in named(&values).filter(|(_, entry)| is_plain(&entry.value)) {
                let declared = self.scope.field(&self.node.shape.of, key, name, "type");
                let Some(of) = declared.and_then(|of| self.type_name(SymbolKind::DataType, of)) else { continue };
                if self.piece(&section.key(name)).is_none() {
                    continue;
                }
                let to = self.at.key(key);
                self.open(&to)?;
                self.refine(&section.key(name), &to.key(name), &of, &entry.value)?;
            }
        }
        Ok(())
    }

    /// The properties and attributes of capabilities.
    fn capabilities(&mut self) -> Result<(), EditError> {
        let Some((section, all)) = self.section("capabilities") else { return Ok(()) };
        for (name, entry) in named(&all) {
            let Some(capability) = self.node.shape.capability(name) else { continue };
            let of = self.scope.field(&self.node.shape.of, "capabilities", name, "type");
            let Some(of) = of.and_then(|of| self.type_name(SymbolKind::CapabilityType, of)) else { continue };
            for key in ["properties", "attributes"] {
                let values = entry.value.get(key).into_iter().flat_map(named);
                for (value, entry) in values.filter(|(_, entry)| is_plain(&entry.value)) {
                    let Some(data) = self.capability_value(&capability.of, name, key, value) else { continue };
                    let from = section.key(name).key(key).key(value);
                    if self.piece(&from).is_none() {
                        continue;
                    }
                    let to = self.at.key("capabilities");
                    self.open(&to)?;
                    let to = to.key(name);
                    self.put(&to.key("type"), &of.as_str().into())?;
                    self.open(&to.key(key))?;
                    self.refine(&from, &to.key(key).key(value), &data, &entry.value)?;
                }
            }
        }
        Ok(())
    }

    /// The data type of a property or attribute of a capability, which the node type or the capability type defines.
    fn capability_value(&self, of: &Effective, capability: &str, section: &str, name: &str) -> Option<SmolStr> {
        let refined = self.scope.declarations(&self.node.shape.of, "capabilities", capability).into_iter();
        let mut refined = refined
            .filter_map(|of| Some(Declared { file: of.file, node: of.node.get(section)?.get(name)?.get("type")? }));
        let declared = refined.next().or_else(|| self.scope.field(of, section, name, "type"))?;
        self.type_name(SymbolKind::DataType, declared)
    }

    /// Operations. Those with inputs that are functions stay, as do interfaces with inputs of their own, which would otherwise
    /// hide those of their operations.
    fn interfaces(&mut self) -> Result<(), EditError> {
        let Some((section, all)) = self.section("interfaces") else { return Ok(()) };
        for (name, entry) in named(&all) {
            let of = interfaces::find(self.scope, &self.node.shape.of, name);
            let stated = entry.value.get("type").filter(|of| !of.is_null());
            if entry.value.get("inputs").is_some() || of.is_none() && stated.is_none() {
                continue;
            }
            let (from, to) = (section.key(name), self.at.key("interfaces").key(name));
            let direct = named(&entry.value).filter(|(key, _)| interfaces::is_operation(key));
            let below = entry.value.get("operations").into_iter().flat_map(named);
            let direct = direct.map(|(key, entry)| (vec![key], entry));
            let below = below.map(|(key, entry)| (vec!["operations", key], entry));
            for (steps, operation) in direct.chain(below) {
                let Some(inputs) = self.inputs(name, &operation.value, steps.last().copied().unwrap_or_default())
                else {
                    continue;
                };
                let along = |at: &NodePath| steps.iter().fold(at.clone(), |at, step| at.key(step));
                let (from, to) = (along(&from), along(&to));
                let Some(piece) = self.piece(&from) else { continue };
                self.open(&self.at.key("interfaces"))?;
                if let Some(stated) = stated.filter(|_| of.is_none()) {
                    self.put(&self.at.key("interfaces").key(name).key("type"), &plain::as_written(stated))?;
                }
                paste(&mut self.draft, &to.parent().unwrap_or_default(), &piece)?;
                for (input, definition) in inputs {
                    let value = operation.value.get("inputs").and_then(|inputs| inputs.get(&input));
                    let at = to.key("inputs").key(&input);
                    let piece = self.draft.copy(&at)?.named(DEFAULT);
                    // In the order of the text, each goes to the end.
                    self.draft.remove(&at)?;
                    self.put(&at, &definition)?;
                    let is_pasted = paste(&mut self.draft, &at, &piece).is_ok();
                    if let Some(value) = value.filter(|_| !is_pasted) {
                        self.put(&at.key(DEFAULT), &plain::as_written(value))?;
                    }
                }
                self.remove(&from)?;
            }
            // The rest only repeats the type of the interface.
            let left = self.draft.tree().root().and_then(|root| root.at(&from));
            let is_type_only =
                left.is_some_and(|left| matches!(left.entries(), [only] if only.key.as_text() == Some("type")));
            let is_moved = self.draft.tree().root().is_some_and(|root| root.at(&to).is_some());
            if is_type_only && is_moved && !self.draft.is_commented(&from)? {
                self.remove(&from)?;
            }
        }
        Ok(())
    }

    /// The inputs of an operation with the definitions that they become, without their values; `None` if the operation stays.
    fn inputs(&self, interface: &str, operation: &Node, name: &str) -> Option<Vec<(SmolStr, Value)>> {
        if operation.is_null() || operation.as_text().is_none() && operation.entries().is_empty() {
            return None;
        }
        let found = interface_type(self.scope, &self.node.shape.of, interface);
        let type_facts = found.map(|found| of_type(self.scope, &found)).unwrap_or_default();
        let mut found = Vec::new();
        for (input, entry) in operation.get("inputs").into_iter().flat_map(named) {
            if !is_plain(&entry.value) {
                return None;
            }
            let states = |facts: &Facts, section: &str, of: &str, steps: &[&str]| {
                facts.keys().any(|fact| {
                    let starts =
                        fact.keys.len() >= steps.len() && fact.keys.iter().zip(steps).all(|(one, other)| one == other);
                    fact.section == section && fact.name == of && starts
                })
            };
            let is_defined = states(&self.known, "interfaces", interface, &["inputs", input])
                || states(&self.known, "interfaces", interface, &[name, "inputs", input])
                || states(&type_facts, "operations", name, &["inputs", input])
                || states(&type_facts, "inputs", input, &[]);
            // The value has the type that the input is known to have, or the one that it is written in.
            let definition = match is_defined {
                true => mapping([]),
                false => mapping([("type", written_type(&entry.value)?.into())]),
            };
            found.push((input.into(), definition));
        }
        Some(found)
    }

    fn artifacts(&mut self) -> Result<(), EditError> {
        let Some((section, all)) = self.section("artifacts") else { return Ok(()) };
        for (name, _) in named(&all) {
            let from = section.key(name);
            let Some(piece) = self.piece(&from) else { continue };
            let to = self.at.key("artifacts");
            self.open(&to)?;
            paste(&mut self.draft, &to, &piece)?;
            self.remove(&from)?;
        }
        Ok(())
    }

    /// The name of a type in this file; `None` if the file cannot refer to it.
    fn type_name(&self, kind: SymbolKind, declared: Declared<'_>) -> Option<SmolStr> {
        let name = declared.node.as_text()?;
        let Some(found) = self.scope.find_in(declared.file, kind, name) else {
            return is_primitive(kind, name).then(|| name.into());
        };
        let prefixed = self.scope.prefixed(&found);
        let names = [Some(SmolStr::from(name)), prefixed, Some(SmolStr::from(found.name))];
        let is_it = |name: &SmolStr| self.scope.find(&[kind], name).is_some_and(|other| other.is_same(&found));
        names.into_iter().flatten().find(is_it)
    }
}

/// Whether a value contains no function, so that it means the same in a type.
fn is_plain(value: &Node) -> bool {
    Call::of(value).is_none()
        && value.entries().iter().all(|entry| is_plain(&entry.value))
        && value.items().iter().all(is_plain)
}

/// The type in which a scalar is written.
fn written_type(value: &Node) -> Option<&'static str> {
    match plain::value(value) {
        Value::Bool(_) => Some("boolean"),
        Value::Number(number) => Some(if number.is_f64() { "float" } else { "integer" }),
        Value::String(_) => Some("string"),
        _ => None,
    }
}
