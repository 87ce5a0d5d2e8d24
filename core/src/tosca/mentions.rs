//! Every place of a service template that speaks of something named, and what it leads to. What is defined in the files
//! that it imports can be named too; where one of these is not at hand, nothing can be said to be missing there.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::context::FileContext;
use crate::schema::names;
use crate::sorting::Sorting;
use crate::symbol::{Context, Mention, SymbolKind, Target};
use crate::syntax::{Entry, Node, NodePath, Step};
use crate::text::{FilePath, Span};
use crate::tosca::model::{SECTIONS, is_type};
use crate::tosca::schema::SERVICE_TEMPLATE;
use crate::tosca::{normative, template};
use crate::workspace::{SourceFile, Workspace};

/// A mention, and where it leads to nothing the names that could be meant.
#[derive(Clone, PartialEq, Debug)]
pub struct Resolved<'a> {
    pub mention: Mention,
    pub known: Vec<&'a str>,
}

/// What `file` speaks of, in the order of the text.
pub fn resolved(context: FileContext<'_>) -> Vec<Resolved<'_>> {
    let FileContext { file, workspace, .. } = context;
    let Some(root) = &file.root else { return Vec::new() };
    let mut reader = Reader { root, scope: Scope::of(file, workspace), found: Vec::new() };
    reader.read();
    for (at, written, path) in file.named_files() {
        let found = path.and_then(|path| workspace.file(&path)).filter(|found| is_template(found));
        if let (Some(found), Some(span)) = (found, file.span_of(&at)) {
            let target = Target::Found { file: found.path.clone(), path: NodePath::root() };
            reader.push(SymbolKind::Descriptor, written, span, at, target, Vec::new());
        }
    }
    reader.found.order_by_key(|one| (one.mention.span.start, one.mention.span.end));
    reader.found
}

/// The names of this kind that `file` can speak of, each with what it is of: its own type, or what it is derived from.
pub fn defined(context: FileContext<'_>, kind: SymbolKind) -> Vec<(&str, &str)> {
    let FileContext { file, workspace, .. } = context;
    let names = Scope::of(file, workspace).names.into_iter().filter(|((of, _), _)| *of == kind);
    let of = |node| text(node, "type").or_else(|| text(node, "derived_from")).unwrap_or_default();
    names.map(|((_, name), definition)| (name, of(definition.node))).collect()
}

/// Whether all that speaks of what is of this kind is found.
pub fn is_followed(kind: SymbolKind) -> bool {
    SECTIONS.iter().any(|(of, _)| *of == kind)
}

/// What nodes have by the type that all others are derived from (5.9.1).
const OF_ALL_NODES: &[&str] = &["tosca_id", "tosca_name", "state", "feature", "dependency"];
/// What stands for a node or relationship in a function (4.1).
const KEYWORDS: &[&str] = &["SELF", "SOURCE", "TARGET", "HOST", "ORCHESTRATOR"];
/// A chain of types longer than this leads in a circle.
const MAX_CHAIN: usize = 64;

/// What a name leads to that should be there and is not.
const MISSING: Target = Target::Missing { owner: None };

#[derive(Clone)]
pub(super) struct Definition<'a> {
    pub(super) file: &'a FilePath,
    pub(super) path: NodePath,
    pub(super) node: &'a Node,
}

impl Definition<'_> {
    fn target(&self) -> Target {
        Target::Found { file: self.file.clone(), path: self.path.clone() }
    }
}

/// What can be named.
pub(super) struct Scope<'a> {
    names: HashMap<(SymbolKind, &'a str), Definition<'a>>,
    /// Those that several files define: which one is meant can follow from a prefix.
    shared: HashSet<(SymbolKind, &'a str)>,
    /// Whether all that is imported is at hand.
    is_whole: bool,
}

impl<'a> Scope<'a> {
    pub(super) fn of(file: &'a SourceFile, workspace: &'a Workspace) -> Self {
        // What has neither imports nor a topology may be meant to be read together with others.
        let is_whole = template(file).is_some_and(|template| template.is_entry);
        let mut scope = Scope { names: HashMap::new(), shared: HashSet::new(), is_whole };
        let (mut queue, mut known) = (vec![file], BTreeSet::from([&file.path]));
        while let Some(next) = queue.pop() {
            scope.add(next, next.path == file.path);
            let imports = next.named_files();
            scope.is_whole &= template(next).is_some_and(|template| template.imports_are_paths);
            for (_, _, path) in imports {
                match path.as_ref().and_then(|path| workspace.file(path)).filter(|file| is_template(file)) {
                    Some(found) if known.insert(&found.path) => queue.push(found),
                    Some(_) => {}
                    None => scope.is_whole = false,
                }
            }
        }
        scope
    }

    /// Of a file that is imported, only the types can be named.
    fn add(&mut self, file: &'a SourceFile, is_own: bool) {
        let Some(root) = &file.root else { return };
        for (kind, section) in SECTIONS.iter().filter(|(_, section)| is_own || section.len() == 1) {
            let at = NodePath::keys(section.iter().copied());
            self.add_all(*kind, file, &at, root.at(&at));
        }
        // An operation reads the inputs of the workflow that runs it before those of the topology (7.3.7).
        let workflows = NodePath::keys(["topology_template", "workflows"]);
        for (name, entry) in root.at(&workflows).filter(|_| is_own).into_iter().flat_map(named) {
            self.add_all(SymbolKind::Input, file, &workflows.key(name).key("inputs"), entry.value.get("inputs"));
        }
    }

    fn add_all(&mut self, kind: SymbolKind, file: &'a SourceFile, at: &NodePath, section: Option<&'a Node>) {
        for (name, entry) in section.into_iter().flat_map(named) {
            let definition = Definition { file: &file.path, path: at.key(name), node: &entry.value };
            let known = self.names.entry((kind, name)).or_insert(definition);
            if *known.file != file.path {
                self.shared.insert((kind, name));
            }
        }
    }

    /// What `name` is of the first of `kinds` that has it. A prefix says which import a type is of (T-3.5.8-06); nobody
    /// looks for that here, so that nothing is found by it where several have the name. The prefix of the normative types
    /// leads to no other (T-5.2-6).
    pub(super) fn find(&self, kinds: &[SymbolKind], name: &'a str) -> Option<&Definition<'a>> {
        let of = |name| kinds.iter().find_map(|kind| self.names.get(&(*kind, name)));
        of(name).or_else(|| {
            let (prefix, bare) = name.rsplit_once(':')?;
            let is_clear = prefix != "tosca" && !kinds.iter().any(|kind| self.shared.contains(&(*kind, bare)));
            of(bare).filter(|_| is_clear)
        })
    }

    fn names(&self, kinds: &[SymbolKind]) -> Vec<&'a str> {
        self.names.keys().filter(|(kind, _)| kinds.contains(kind)).map(|(_, name)| *name).collect()
    }

    /// A node type and those that it is derived from, and whether that is all: none is missing, nor one of the normative
    /// types, whose definitions are not at hand.
    fn node_type(&self, name: Option<&'a str>) -> Type<'a> {
        let mut of = Type { chain: Vec::new(), is_whole: false };
        let mut next = name;
        while let Some(name) = next.filter(|_| of.chain.len() < MAX_CHAIN) {
            let Some(found) = self.find(&[SymbolKind::NodeType], name) else {
                of.is_whole = matches!(name, "tosca.nodes.Root" | "tosca:Root" | "Root");
                return of;
            };
            of.chain.push(found.clone());
            next = text(found.node, "derived_from");
            of.is_whole = next.is_none();
        }
        of
    }
}

/// A type with all that it inherits from.
struct Type<'a> {
    chain: Vec<Definition<'a>>,
    is_whole: bool,
}

impl<'a> Type<'a> {
    /// What is called `name` in the first of `sections` that has it.
    fn member(&self, sections: &[&str], name: &str) -> Target {
        for (definition, section) in self.sections(sections) {
            let at = definition.path.key(section);
            for (key, path) in members(definition.node.get(section), &at) {
                if key == name {
                    return Target::Found { file: definition.file.clone(), path };
                }
            }
        }
        let is_missing = self.is_whole && !OF_ALL_NODES.contains(&name);
        if is_missing { MISSING } else { Target::Unknown }
    }

    fn names(&self, sections: &[&str]) -> Vec<&'a str> {
        let of = |(definition, section): (&Definition<'a>, _)| members(definition.node.get(section), &definition.path);
        self.sections(sections).flat_map(of).map(|(name, _)| name).collect()
    }

    fn sections<'s>(&'s self, sections: &'s [&'s str]) -> impl Iterator<Item = (&'s Definition<'a>, &'s str)> {
        sections.iter().flat_map(|section| self.chain.iter().map(|definition| (definition, *section)))
    }
}

struct Reader<'a> {
    root: &'a Node,
    scope: Scope<'a>,
    found: Vec<Resolved<'a>>,
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
        let topology = NodePath::keys(["topology_template"]);
        if let Some(node) = root.at(&topology) {
            self.functions(&topology, node);
        }
    }

    /// A name that the tables ask for.
    fn place(&mut self, place: names::Place<'a>) {
        use SymbolKind::{CapabilityType, Group, GroupType, NodeTemplate, NodeType, Relationship, RelationshipType};
        let names::Place { kind, path, node } = place;
        let Some(name) = node.as_text() else { return };
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

    /// A name of one of these kinds, the first of which it is taken for where it is none of them.
    fn name(&mut self, kinds: &[SymbolKind], name: &'a str, span: Span, path: NodePath) {
        let can_be_type = kinds.iter().any(|kind| is_type(*kind));
        let found = self.scope.find(kinds, name).map(Definition::target);
        let is_normative = kinds.iter().any(|kind| normative::is_name(*kind, name));
        let is_imported = !self.scope.is_whole || name.contains(':') || !name.contains('.') && kinds.len() == 1;
        let target = found.unwrap_or(match can_be_type && (is_normative || is_imported) {
            true => Target::Unknown,
            false => MISSING,
        });
        // By its period it is meant as a type.
        let meant = kinds.iter().find(|kind| is_type(**kind) == name.contains('.'));
        let Some(kind) = meant.or(kinds.first()).copied() else { return };
        let known = || self.scope.names(kinds);
        let known = if target == MISSING { known() } else { Vec::new() };
        self.push(kind, name, span, path, target, known);
    }

    fn push(&mut self, kind: SymbolKind, name: &str, span: Span, path: NodePath, target: Target, known: Vec<&'a str>) {
        let mention = Mention { context: Context::NAME, kind, name: name.into(), span, path, target };
        self.found.push(Resolved { mention, known });
    }

    /// A name that a type should have in one of `sections`.
    fn member(&mut self, kind: SymbolKind, of: &Type<'a>, sections: &[&str], node: &'a Node, path: NodePath) {
        let Some(name) = node.as_text() else { return };
        let target = of.member(sections, name);
        let known = if matches!(target, Target::Missing { .. }) { of.names(sections) } else { Vec::new() };
        self.push(kind, name, node.span, path, target, known);
    }

    fn node_template(&mut self, path: &NodePath, node: &'a Node) {
        let of = self.type_of(node);
        for (key, kind) in [("properties", SymbolKind::Property), ("capabilities", SymbolKind::Capability)] {
            let Some(section) = node.get(key) else { continue };
            for (name, entry) in named(section) {
                self.member(kind, &of, &[key], &entry.key, path.key(key).key(name));
                // What stands there already is not meant once more.
                let known = self.found.last_mut().map(|found| &mut found.known);
                known.into_iter().for_each(|known| known.retain(|name| section.entry(name).is_none()));
            }
        }
        for (index, item) in node.get("requirements").map_or(&[][..], Node::items).iter().enumerate() {
            for (name, entry) in named(item) {
                let path = path.key("requirements").index(index).key(name);
                self.member(SymbolKind::Requirement, &of, &["requirements"], &entry.key, path.clone());
                let kinds = [SymbolKind::NodeTemplate, SymbolKind::NodeType];
                if let Some(name) = entry.value.as_text().filter(|_| !entry.value.is_null()) {
                    self.name(&kinds, name, entry.value.span, path);
                } else if let Some(capability) = entry.value.get("capability") {
                    self.capability(&entry.value, capability, path.key("capability"));
                }
            }
        }
    }

    /// The capability of a node that meets a requirement: its name, or its type.
    fn capability(&mut self, requirement: &'a Node, capability: &'a Node, path: NodePath) {
        let Some(name) = capability.as_text() else { return };
        if let Some(definition) = self.scope.find(&[SymbolKind::CapabilityType], name) {
            let target = definition.target();
            return self.push(SymbolKind::CapabilityType, name, capability.span, path, target, Vec::new());
        }
        let node = text(requirement, "node");
        let template = node.and_then(|node| self.scope.names.get(&(SymbolKind::NodeTemplate, node)));
        let of = match template {
            Some(template) => self.type_of(template.node),
            None => self.scope.node_type(node),
        };
        // The name that the node has for it comes before that of a type (T-5.2-5), which has a period or is normative.
        let sections = ["capabilities"];
        let is_of_node = matches!(of.member(&sections, name), Target::Found { .. });
        if is_of_node || !name.contains(['.', ':']) && !normative::is_name(SymbolKind::CapabilityType, name) {
            self.member(SymbolKind::Capability, &of, &sections, capability, path);
        }
    }

    fn substitution(&mut self, path: &NodePath, node: &'a Node) {
        let of = self.scope.node_type(text(node, "node_type"));
        let sections = [
            ("properties", SymbolKind::Property),
            ("capabilities", SymbolKind::Capability),
            ("requirements", SymbolKind::Requirement),
        ];
        for (section, kind) in sections {
            for (name, entry) in node.get(section).into_iter().flat_map(named) {
                let path = path.key(section).key(name);
                self.member(kind, &of, &[section], &entry.key, path.clone());
                let long = entry.value.get("mapping");
                let path = if long.is_some() { path.key("mapping") } else { path };
                let ends = long.unwrap_or(&entry.value).items();
                let [end, rest @ ..] = ends else { continue };
                let Some(name) = end.as_text() else { continue };
                // A list of one is an input of the topology (3.7.8).
                let is_input = kind == SymbolKind::Property && rest.is_empty();
                let end_kind = if is_input { SymbolKind::Input } else { SymbolKind::NodeTemplate };
                self.name(&[end_kind], name, end.span, path.index(0));
                let template = self.scope.names.get(&(SymbolKind::NodeTemplate, name));
                if let (Some(template), [inner]) = (template, rest) {
                    let of = self.type_of(template.node);
                    self.member(kind, &of, &[section], inner, path.index(1));
                }
            }
        }
    }

    /// The calls of functions in `node` and below it.
    fn functions(&mut self, path: &NodePath, node: &'a Node) {
        if let [call] = node.entries()
            && let Some(function) = call.key.as_text()
        {
            let argument = &call.value;
            let path = path.key(function);
            match (function, argument.items()) {
                ("get_input", []) => self.input(argument, path.clone()),
                ("get_input", [name, ..]) => self.input(name, path.index(0)),
                ("get_property" | "get_attribute" | "get_operation_output" | "get_artifact", [entity, rest @ ..]) => {
                    self.entity(function, &path, entity, rest);
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

    /// What a function reads something of, and what that is.
    fn entity(&mut self, function: &str, path: &NodePath, entity: &'a Node, rest: &'a [Node]) {
        use SymbolKind::{Group, NodeTemplate, Relationship};
        let Some(name) = entity.as_text() else { return };
        if !KEYWORDS.contains(&name) {
            self.name(&[NodeTemplate, Relationship, Group], name, entity.span, path.index(0));
        }
        let holder = match (name, path.steps()) {
            // Below a relationship this is the relationship.
            ("SELF", [_, Step::Key(section), Step::Key(holder), below @ ..])
                if section == "node_templates" && !below.iter().any(is_relationship) =>
            {
                holder.as_str()
            }
            (name, _) => name,
        };
        let template = self.scope.names.get(&(NodeTemplate, holder));
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
        let template = template.node;
        self.member(kind, &self.type_of(template), sections, member, path.index(1));
        // What the template itself says beyond its type is told where it stands.
        let own =
            |name: &str| sections.iter().flat_map(|key| members(template.get(key), path)).any(|(own, _)| own == name);
        let at = path.index(1);
        let is_own = |found: &mut Resolved<'_>| {
            found.mention.path == at && found.mention.target == MISSING && own(&found.mention.name)
        };
        self.found.pop_if(is_own);
    }

    /// The type of a node template, which may be a copy of another.
    fn type_of(&self, template: &'a Node) -> Type<'a> {
        let copied = || self.scope.names.get(&(SymbolKind::NodeTemplate, text(template, "copy")?));
        self.scope.node_type(text(template, "type").or_else(|| text(copied()?.node, "type")))
    }
}

fn in_topology(path: &NodePath) -> bool {
    matches!(path.steps().first(), Some(Step::Key(key)) if key == "topology_template")
}

fn is_relationship(step: &Step) -> bool {
    matches!(step, Step::Key(key) if key == "relationship")
}

/// Whether a file is a service template, as imports have to be.
pub fn is_template(file: &SourceFile) -> bool {
    template(file).is_some()
}

fn text<'a>(node: &'a Node, key: &str) -> Option<&'a str> {
    node.get(key)?.as_text()
}

fn named(node: &Node) -> impl Iterator<Item = (&str, &Entry)> {
    node.entries().iter().filter_map(|entry| Some((entry.key.as_text()?, entry)))
}

/// The names in a section, of a mapping or of a list of mappings, each with its place.
pub(super) fn members<'a>(section: Option<&'a Node>, at: &NodePath) -> Vec<(&'a str, NodePath)> {
    let Some(section) = section else { return Vec::new() };
    let own = named(section).map(|(name, _)| (name, at.key(name)));
    let items = section.items().iter().enumerate();
    own.chain(items.flat_map(|(index, item)| named(item).map(move |(name, _)| (name, at.index(index).key(name)))))
        .collect()
}
