//! The mentions of a service template with their targets, including those in imported files. If an import is not in the
//! workspace, no name is reported as missing.

use std::sync::Arc;

use smol_str::SmolStr;

use crate::context::FileContext;
use crate::schema::names;
use crate::similarity::MAX_CANDIDATES;
use crate::sorting::Sorting;
use crate::symbol::{Context, Mention, SymbolKind, Target};
use crate::syntax::{Node, NodePath, PathLink, Step};
use crate::text::{FilePath, Span};
use crate::tosca::effective::{Effective, named};
use crate::tosca::model::{SECTIONS, is_type};
use crate::tosca::schema::SERVICE_TEMPLATE;
use crate::tosca::scope::Scope;
use crate::tosca::substitution::is_constant_list;
use crate::tosca::workflow::WORKFLOWS;
use crate::tosca::workflow::mentions::of_workflows;
use crate::tosca::{built_in, template};
use crate::workspace::SourceFile;
use crate::workspace::built_in::is_built_in;

/// A mention. If it is unresolved, also the names that may be meant.
#[derive(Clone, PartialEq, Debug)]
pub struct Resolved {
    pub mention: Mention,
    pub known: Vec<SmolStr>,
}

/// Every mention in the file, in text order.
pub fn mentions(context: FileContext<'_>) -> Vec<Mention> {
    resolved(context, false).into_iter().map(|found| found.mention).collect()
}

/// The unresolved mentions, each with the names that may be meant.
pub fn missing(context: FileContext<'_>) -> Vec<Resolved> {
    let resolved = resolved(context, true).into_iter();
    resolved.filter(|found| matches!(found.mention.target, Target::Missing { .. })).collect()
}

fn resolved(context: FileContext<'_>, is_help_wanted: bool) -> Vec<Resolved> {
    let FileContext { file, workspace, .. } = context;
    let Some(root) = &file.root else { return Vec::new() };
    let mut reader =
        Reader { file: &file.path, root, scope: Scope::of(context), is_help_wanted, n_known: 0, found: Vec::new() };
    reader.read();
    for (at, written, path) in workspace.named_files(file) {
        let found = path.and_then(|path| workspace.file(&path)).filter(|found| is_template(found));
        if let (Some(found), Some(span)) = (found, file.span_of(&at)) {
            let target = Target::Found { file: found.path.clone(), path: NodePath::root() };
            reader.push(SymbolKind::Descriptor, written, span, at, target, Vec::new());
        }
    }
    reader.found.order_by_key(|one| (one.mention.span.start, one.mention.span.end));
    reader.found
}

/// The names of this kind that `file` can use, each with its type or parent type.
pub fn defined(context: FileContext<'_>, kind: SymbolKind) -> Vec<(&str, &str)> {
    let of = |node| text(node, "type").or_else(|| text(node, "derived_from")).unwrap_or_default();
    let definitions = Scope::of(context).definitions(kind).into_iter();
    let definitions = definitions.filter(|definition| !is_built_in(definition.file));
    definitions.map(|definition| (definition.name, of(definition.node))).collect()
}

/// The short names of the normative types of this kind, in the order of the specification.
pub fn normative(context: FileContext<'_>, kind: SymbolKind) -> Vec<&str> {
    let definitions = Scope::of(context).normative(kind).into_iter();
    definitions.map(|definition| built_in::shorthand(definition.node).unwrap_or(definition.name)).collect()
}

/// Whether all mentions of names of this kind are found.
pub fn is_followed(kind: SymbolKind) -> bool {
    matches!(kind, SymbolKind::Workflow | SymbolKind::Step) || SECTIONS.iter().any(|(of, _)| *of == kind)
}

/// The capability and requirement of the root node type, which every node inherits (5.9.1).
const OF_ALL_NODES: &[&str] = &["tosca_id", "tosca_name", "state", "feature", "dependency"];
/// Keywords for nodes and relationships in functions (4.1).
const KEYWORDS: &[&str] = &["SELF", "SOURCE", "TARGET", "HOST", "ORCHESTRATOR"];

/// The target of a required name that is unresolved.
const MISSING: Target = Target::Missing { owner: None };

struct Reader<'a> {
    file: &'a FilePath,
    root: &'a Node,
    scope: Scope<'a>,
    /// Whether to collect candidates for unresolved names.
    is_help_wanted: bool,
    /// The number of candidates so far.
    n_known: usize,
    found: Vec<Resolved>,
}

impl<'a> Reader<'a> {
    fn read(&mut self) {
        let root = self.root;
        let templates = NodePath::keys(["topology_template", "node_templates"]);
        for (name, entry) in root.at(&templates).into_iter().flat_map(named) {
            self.node_template(&templates.key(name), &entry.value);
        }
        let substitution = NodePath::keys(["topology_template", "substitution_mappings"]);
        if let Some(node) = root.at(&substitution) {
            self.substitution(&substitution, node);
        }
        for place in names::places(root, &SERVICE_TEMPLATE) {
            self.place(place);
        }
        for (name, path) in of_workflows(root) {
            let target = NodePath::keys(WORKFLOWS).key(name);
            if let Some(node) = root.at(&path) {
                self.own(SymbolKind::Workflow, name, node.span, path, target);
            }
        }
        if let Some(node) = root.get("topology_template") {
            self.functions(&PathLink::ROOT.key("topology_template"), node);
        }
    }

    /// A name required by the schema.
    fn place(&mut self, place: names::NamePlace<'a>) {
        use SymbolKind::{CapabilityType, Group, GroupType, NodeTemplate, NodeType, Relationship, RelationshipType};
        let names::NamePlace { kind, path, node } = place;
        let Some(name) = node.as_text() else { return };
        if kind == SymbolKind::Step {
            let step = path.steps().iter().take(5).cloned().collect::<NodePath>();
            let target = step.parent().map(|steps| steps.key(name));
            return target.into_iter().for_each(|target| self.own(kind, name, node.span, path.clone(), target));
        }
        let section = path.steps().iter().rev().find_map(|step| match step {
            Step::Key(key) => Some(key.as_str()),
            Step::Index(_) => None,
        });
        let kinds: &[SymbolKind] = match (kind, section) {
            (SymbolKind::Capability | SymbolKind::Requirement, _) => return,
            (NodeTemplate, Some("node")) => &[NodeTemplate, NodeType],
            (NodeTemplate, Some("targets" | "target")) => &[NodeTemplate, Group],
            (NodeType, Some("members")) => &[NodeType, GroupType, CapabilityType],
            (NodeType, Some("targets")) => &[NodeType, GroupType],
            (Relationship, Some("relationship")) if in_topology(&path) => &[Relationship, RelationshipType],
            (Relationship, Some("relationship")) => &[RelationshipType],
            (RelationshipType, _) if in_topology(&path) => &[RelationshipType, Relationship],
            (kind, _) => &[kind],
        };
        self.name(kinds, name, node.span, path);
    }

    /// A name of something that only this file can define. An unknown one is reported with its context.
    fn own(&mut self, kind: SymbolKind, name: &str, span: Span, path: NodePath, target: NodePath) {
        if self.root.at(&target).is_some() {
            let file = self.file.clone();
            self.push(kind, name, span, path, Target::Found { file, path: target }, Vec::new());
        }
    }

    /// A name of one of these kinds. An unresolved name is treated as the first.
    fn name(&mut self, kinds: &[SymbolKind], name: &'a str, span: Span, path: NodePath) {
        let can_be_type = kinds.iter().any(|kind| is_type(*kind));
        let found = self.scope.find(kinds, name).map(|found| found.target());
        let is_primitive = kinds.iter().any(|kind| built_in::is_primitive(*kind, name) || is_yaml_type(*kind, name));
        // An unknown prefix is reported instead of the name.
        let has_prefix = name.split_once(':').is_none_or(|(prefix, _)| self.scope.has_prefix(prefix));
        let may_exist = is_primitive || !self.scope.is_whole && !self.is_of_other_kind(kinds, name) || !has_prefix;
        let target = found.unwrap_or(match can_be_type && may_exist {
            true => Target::Unknown,
            false => MISSING,
        });
        // With a period, it is meant as a type.
        let meant = kinds.iter().find(|kind| is_type(**kind) == name.contains('.'));
        let Some(kind) = meant.or(kinds.first()).copied() else { return };
        let known = if self.wants_help(&target) { self.scope.names(kinds) } else { Vec::new() };
        self.push(kind, name, span, path, target, known);
    }

    /// Whether candidates are collected for a name with this target.
    fn wants_help(&self, target: &Target) -> bool {
        self.is_help_wanted && *target == MISSING && self.n_known < MAX_CANDIDATES
    }

    /// Whether a name is that of a type of another kind, so that a missing file will hardly define it.
    fn is_of_other_kind(&self, kinds: &[SymbolKind], name: &str) -> bool {
        let others = SECTIONS.iter().map(|(kind, _)| *kind).filter(|kind| is_type(*kind) && !kinds.contains(kind));
        others.into_iter().any(|kind| self.scope.get(kind, name).is_some())
    }

    fn push(&mut self, kind: SymbolKind, name: &str, span: Span, path: NodePath, target: Target, known: Vec<SmolStr>) {
        self.n_known += known.len();
        let mention = Mention { context: Context::NAME, kind, name: name.into(), span, path, target };
        self.found.push(Resolved { mention, known });
    }

    /// A name that a type should define in one of `sections`.
    fn member(&mut self, kind: SymbolKind, of: &Effective, sections: &[&str], node: &'a Node, path: NodePath) {
        let Some(name) = node.as_text() else { return };
        let is_missing = of.is_whole && !OF_ALL_NODES.contains(&name);
        let target = of.member(sections, name).unwrap_or(if is_missing { MISSING } else { Target::Unknown });
        let known = if self.wants_help(&target) { of.names(sections).cloned().collect() } else { Vec::new() };
        self.push(kind, name, node.span, path, target, known);
    }

    fn node_template(&mut self, path: &NodePath, node: &'a Node) {
        let of = self.type_of(node);
        for (key, kind) in [("properties", SymbolKind::Property), ("capabilities", SymbolKind::Capability)] {
            let Some(section) = node.get(key) else { continue };
            for (name, entry) in named(section) {
                self.member(kind, &of, &[key], &entry.key, path.key(key).key(name));
                // Names that are already present are not suggested.
                let known = self.found.last_mut().map(|found| &mut found.known);
                known.into_iter().for_each(|known| known.retain(|name| section.entry(name).is_none()));
            }
        }
        for (index, item) in node.get("requirements").map_or(&[][..], Node::items).iter().enumerate() {
            // Further keys are reported as such.
            for (name, entry) in named(item).take(1) {
                let path = path.key("requirements").index(index).key(name);
                self.member(SymbolKind::Requirement, &of, &["requirements"], &entry.key, path.clone());
                let kinds = [SymbolKind::NodeTemplate, SymbolKind::NodeType];
                if let Some(name) = entry.value.as_text().filter(|_| !entry.value.is_null()) {
                    self.name(&kinds, name, entry.value.span, path);
                } else if let Some(capability) = entry.value.get("capability") {
                    let path = path.key("capability");
                    let is_open = text(&entry.value, "node").is_none();
                    // The name of a capability needs a node that has it (3.7.2).
                    if is_open && of.is_whole && self.scope.field(&of, "requirements", name, "node").is_none() {
                        let Some(name) = capability.as_text().filter(|_| !capability.is_null()) else { continue };
                        self.name(&[SymbolKind::CapabilityType], name, capability.span, path);
                    } else {
                        self.capability(&entry.value, capability, path);
                    }
                }
            }
        }
    }

    /// The capability of a node that meets a requirement, by name or type.
    fn capability(&mut self, requirement: &'a Node, capability: &'a Node, path: NodePath) {
        let Some(name) = capability.as_text() else { return };
        let node = text(requirement, "node");
        let template = node.and_then(|node| self.scope.get(SymbolKind::NodeTemplate, node));
        let of = match template {
            Some(template) => self.type_of(template.node),
            None => self.node_type(node),
        };
        // The name of a capability takes precedence over the name of a type (T-5.2-5), which has a period or is
        // defined.
        let sections = ["capabilities"];
        let is_of_node = of.member(&sections, name).is_some();
        let is_type = || name.contains(['.', ':']) || self.scope.find(&[SymbolKind::CapabilityType], name).is_some();
        if is_of_node || !is_type() {
            self.member(SymbolKind::Capability, &of, &sections, capability, path);
        } else {
            self.name(&[SymbolKind::CapabilityType], name, capability.span, path);
        }
    }

    fn substitution(&mut self, path: &NodePath, node: &'a Node) {
        let of = self.node_type(text(node, "node_type"));
        let sections = [
            ("properties", SymbolKind::Property),
            ("capabilities", SymbolKind::Capability),
            ("requirements", SymbolKind::Requirement),
        ];
        for (section, kind) in sections {
            for (name, entry) in node.get(section).into_iter().flat_map(named) {
                let path = path.key(section).key(name);
                self.member(kind, &of, &[section], &entry.key, path.clone());
                if kind == SymbolKind::Property && is_constant_list(&self.scope, &of, name, &entry.value) {
                    continue;
                }
                let long = entry.value.get("mapping");
                let path = if long.is_some() { path.key("mapping") } else { path };
                let ends = long.unwrap_or(&entry.value).items();
                // A list of another length is not a mapping.
                let [end, rest @ ..] = ends else { continue };
                if rest.len() > 2 {
                    continue;
                }
                let Some(name) = end.as_text() else { continue };
                // A list with a single name is an input of the topology (3.7.8).
                let is_input = kind == SymbolKind::Property && rest.is_empty();
                let end_kind = if is_input { SymbolKind::Input } else { SymbolKind::NodeTemplate };
                self.name(&[end_kind], name, end.span, path.index(0));
                let template = self.scope.get(SymbolKind::NodeTemplate, name);
                if let (Some(template), [inner]) = (template, rest) {
                    let of = self.type_of(template.node);
                    self.member(kind, &of, &[section], inner, path.index(1));
                }
            }
        }
    }

    /// The function calls in `node`.
    fn functions(&mut self, path: &PathLink<'_>, node: &'a Node) {
        if let [call] = node.entries()
            && let Some(function) = call.key.as_text()
        {
            let argument = &call.value;
            let path = || path.key(function).to_path();
            match (function, argument.items()) {
                ("get_input", []) => self.input(argument, path()),
                ("get_input", [name, ..]) => self.input(name, path().index(0)),
                ("get_nodes_of_type", []) => self.node_type_name(argument, path()),
                ("get_nodes_of_type", [name, ..]) => self.node_type_name(name, path().index(0)),
                ("get_property" | "get_attribute" | "get_operation_output" | "get_artifact", [entity, rest @ ..]) => {
                    self.entity(function, &path(), entity, rest);
                }
                _ => {}
            }
        }
        for (key, entry) in named(node) {
            self.functions(&path.key(key), &entry.value);
        }
        for (index, item) in node.items().iter().enumerate() {
            self.functions(&path.index(index), item);
        }
    }

    fn input(&mut self, name: &'a Node, path: NodePath) {
        if let Some(text) = name.as_text() {
            self.name(&[SymbolKind::Input], text, name.span, path);
        }
    }

    fn node_type_name(&mut self, name: &'a Node, path: NodePath) {
        if let Some(text) = name.as_text() {
            self.name(&[SymbolKind::NodeType], text, name.span, path);
        }
    }

    /// The node or relationship that a function reads from.
    fn entity(&mut self, function: &str, path: &NodePath, entity: &'a Node, rest: &'a [Node]) {
        use SymbolKind::{Group, NodeTemplate, Relationship};
        let Some(name) = entity.as_text() else { return };
        if !KEYWORDS.contains(&name) {
            self.name(&[NodeTemplate, Relationship, Group], name, entity.span, path.index(0));
        }
        let holder = match (name, path.steps()) {
            // In a relationship, this refers to the relationship.
            ("SELF", [_, Step::Key(section), Step::Key(holder), below @ ..])
                if section == "node_templates" && !below.iter().any(is_relationship) =>
            {
                holder.as_str()
            }
            (name, _) => name,
        };
        let template = self.scope.get(NodeTemplate, holder);
        let (Some(template), [member, ..]) = (template, rest) else { return };
        let (kind, sections): (_, &[&str]) = match (function, rest.len()) {
            ("get_property", 1) => (SymbolKind::Property, &["properties"]),
            ("get_property", _) => (SymbolKind::Property, &["capabilities", "requirements", "properties"]),
            ("get_attribute", 1) => (SymbolKind::Attribute, &["attributes", "properties"]),
            ("get_attribute", _) => {
                (SymbolKind::Attribute, &["capabilities", "requirements", "attributes", "properties"])
            }
            _ => return,
        };
        self.member(kind, &self.type_of(template.node), sections, member, path.index(1));
        // An unknown member is reported with the value, where all steps of its path are followed.
        let at = path.index(1);
        let is_missing = |found: &mut Resolved| found.mention.path == at && found.mention.target == MISSING;
        self.found.pop_if(is_missing);
    }

    /// The type of a node template, which may be copied from another template.
    fn type_of(&self, template: &'a Node) -> Arc<Effective> {
        let copied = || self.scope.get(SymbolKind::NodeTemplate, text(template, "copy")?);
        self.node_type(text(template, "type").or_else(|| text(copied()?.node, "type")))
    }

    fn node_type(&self, name: Option<&'a str>) -> Arc<Effective> {
        let of = |name| self.scope.effective(SymbolKind::NodeType, name);
        name.map_or_else(|| Arc::new(Effective::unknown()), of)
    }
}

/// Whether a name is that of a YAML type, which is accepted in place of the name in TOSCA (T-3.2.1-02).
fn is_yaml_type(kind: SymbolKind, name: &str) -> bool {
    kind == SymbolKind::DataType && ["str", "int", "bool"].contains(&name)
}

fn in_topology(path: &NodePath) -> bool {
    matches!(path.steps().first(), Some(Step::Key(key)) if key == "topology_template")
}

fn is_relationship(step: &Step) -> bool {
    matches!(step, Step::Key(key) if key == "relationship")
}

/// Whether a file is a service template, as imports must be.
pub fn is_template(file: &SourceFile) -> bool {
    template(file).is_some()
}

fn text<'a>(node: &'a Node, key: &str) -> Option<&'a str> {
    node.get(key)?.as_text()
}
