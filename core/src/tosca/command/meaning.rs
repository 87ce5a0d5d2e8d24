//! The meaning of types and node templates: their members, with everything that the types of their chain say about them. The
//! gestures along the hierarchy of types compare it before and after.

use serde_yaml::Value;
use smol_str::SmolStr;

use crate::context::FileContext;
use crate::edit::{Change, EditError};
use crate::editing::refused;
use crate::memo::Memo;
use crate::sorted_map::{SortedMap, SortedSet};
use crate::symbol::{SymbolKind, Target};
use crate::syntax::{Node, NodePath, plain};
use crate::text::FilePath;
use crate::topology::diagrams::DERIVED_FROM;
use crate::tosca::effective::{Effective, MEMBERS, entries, named, short_name};
use crate::tosca::fulfilment::{Fulfilment, NodeTemplate, TargetNode};
use crate::tosca::interfaces::{is_operation, operations};
use crate::tosca::mentions::mentions;
use crate::tosca::model::is_type;
use crate::tosca::scope::Scope;
use crate::tosca::template;
use crate::tosca::types::property::is_definition;

/// A place in a member: the section and the name of the member, and the keynames that lead to a value in it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Fact {
    pub(super) section: &'static str,
    pub(super) name: SmolStr,
    pub(super) keys: Vec<SmolStr>,
}

impl Fact {
    fn new(section: &'static str, name: &str) -> Self {
        Fact { section, name: name.into(), keys: Vec::new() }
    }

    fn key(&self, key: &str) -> Self {
        let mut keys = self.keys.clone();
        keys.push(key.into());
        Fact { keys, ..self.clone() }
    }

    /// The name of the member, or that of the operation of an interface.
    fn shown(&self) -> &str {
        let operation = self.keys.first().filter(|key| self.section == "interfaces" && is_operation(key));
        operation.unwrap_or(&self.name)
    }

    fn last(&self) -> &str {
        self.keys.last().map_or("", SmolStr::as_str)
    }
}

/// The values of members. Names of types are those of their definitions, with the files.
pub(super) type Facts = SortedMap<Fact, Value>;

/// The members of a type.
pub(super) fn of_type(scope: &Scope<'_>, of: &Effective) -> Facts {
    let mut reader = Reader { scope, facts: Facts::default() };
    reader.all(of);
    reader.facts
}

/// The members of a node template: those of its type, with what it assigns.
pub(super) fn of_node(scope: &Scope<'_>, node: &NodeTemplate<'_>) -> Facts {
    let mut reader = Reader { scope, facts: Facts::default() };
    for capability in &node.shape.capabilities {
        let at = Fact::new("capabilities", &capability.name);
        for section in ["properties", "attributes"] {
            for name in capability.of.names(&[section]) {
                let at = at.key(section).key(name);
                for declared in scope.declarations(&capability.of, section, name).into_iter().rev() {
                    reader.value(&at, declared.file, declared.node);
                }
            }
        }
    }
    reader.all(&node.shape.of);
    reader.assigned(&scope.file().path, node.node);
    let mut facts = reader.facts;
    // A template gives inputs values, whose types follow from them.
    facts.retain(|fact, _| {
        let within = fact.keys.iter().position(|key| key == "inputs");
        let is_value = within.is_none_or(|at| fact.keys.len() < at + 3 || fact.last() == DEFAULT);
        fact.section != "interfaces" || is_value
    });
    facts
}

/// The keyname of the value that applies, whether a definition states it or a template assigns it.
const DEFAULT: &str = "default";

/// The keynames whose values all types of a chain add to, instead of replacing them.
const ADDED_UP: [&str; 2] = ["constraints", "node_filter"];

struct Reader<'s, 'a> {
    scope: &'s Scope<'a>,
    facts: Facts,
}

impl Reader<'_, '_> {
    fn put(&mut self, at: &Fact, key: &str, value: Value) {
        let place = at.key(key);
        if ADDED_UP.contains(&key) {
            let known = self.facts.entry(place).or_insert_with(|| Value::Sequence(Vec::new()));
            if let Value::Sequence(known) = known {
                known.push(value);
            }
            return;
        }
        self.facts.insert(place, value);
    }

    fn all(&mut self, of: &Effective) {
        for section in MEMBERS {
            for name in of.names(&[section]) {
                for declared in self.scope.declarations(of, section, name).into_iter().rev() {
                    self.member(section, name, declared.file, declared.node);
                }
            }
        }
    }

    fn member(&mut self, section: &'static str, name: &str, file: &FilePath, node: &Node) {
        let at = Fact::new(section, name);
        self.facts.insert(at.clone(), Value::Bool(true));
        match section {
            "properties" | "attributes" | "inputs" => self.value(&at, file, node),
            "capabilities" => self.capability(&at, file, node),
            "requirements" => self.requirement(&at, file, node),
            "interfaces" => self.interface(&at, file, node),
            "operations" => self.operation(&at, file, node),
            "artifacts" => self.artifact(&at, file, node),
            _ => self.put(&at, "value", plain::as_written(node)),
        }
    }

    /// A name of a type, as its definition.
    fn type_name(&self, file: &FilePath, kind: SymbolKind, node: &Node) -> Value {
        let Some(name) = node.as_text() else { return plain::as_written(node) };
        match self.scope.find_in(file, kind, name) {
            Some(found) => Value::String(format!("{}#{}", found.file, found.path())),
            None => Value::String(name.to_owned()),
        }
    }

    /// The schema of entries, in either notation.
    fn schema(&self, file: &FilePath, node: &Node) -> Value {
        let fields = named(node).filter(|(key, _)| *key != "description").map(|(key, entry)| {
            let value = match key {
                "type" => self.type_name(file, SymbolKind::DataType, &entry.value),
                "entry_schema" | "key_schema" => self.schema(file, &entry.value),
                _ => plain::as_written(&entry.value),
            };
            (Value::from(key), value)
        });
        match node.as_mapping() {
            Some(_) => Value::Mapping(fields.collect()),
            None => {
                let of = (Value::from("type"), self.type_name(file, SymbolKind::DataType, node));
                Value::Mapping([of].into_iter().collect())
            }
        }
    }

    /// The definition of a property, an attribute or an input.
    fn value(&mut self, at: &Fact, file: &FilePath, node: &Node) {
        if node.is_null() {
            return;
        }
        if !is_definition(node) {
            return self.put(at, DEFAULT, plain::as_written(node));
        }
        // Stated or not, these apply.
        for (key, usual) in [("required", "true"), ("status", "supported")] {
            self.facts.entry(at.key(key)).or_insert_with(|| Value::from(usual));
        }
        for (key, entry) in named(node) {
            let value = &entry.value;
            match key {
                "description" => {}
                "required" | "status" => self.put(at, key, Value::from(value.as_text().unwrap_or_default())),
                "value" => self.put(at, DEFAULT, plain::as_written(value)),
                "type" => self.put(at, key, self.type_name(file, SymbolKind::DataType, value)),
                "entry_schema" | "key_schema" => self.put(at, key, self.schema(file, value)),
                _ => self.put(at, key, plain::as_written(value)),
            }
        }
    }

    fn values(&mut self, at: &Fact, file: &FilePath, section: &Node) {
        for (name, entry) in named(section) {
            self.value(&at.key(name), file, &entry.value);
        }
    }

    fn capability(&mut self, at: &Fact, file: &FilePath, node: &Node) {
        if node.as_text().is_some() && !node.is_null() {
            return self.put(at, "type", self.type_name(file, SymbolKind::CapabilityType, node));
        }
        for (key, entry) in named(node) {
            let value = &entry.value;
            match key {
                "description" => {}
                "type" => self.put(at, key, self.type_name(file, SymbolKind::CapabilityType, value)),
                "properties" | "attributes" => self.values(&at.key(key), file, value),
                "valid_source_types" => {
                    let names = value.items().iter().map(|name| self.type_name(file, SymbolKind::NodeType, name));
                    self.put(at, key, Value::Sequence(names.collect()));
                }
                _ => self.put(at, key, plain::as_written(value)),
            }
        }
    }

    fn requirement(&mut self, at: &Fact, file: &FilePath, node: &Node) {
        if node.as_text().is_some() && !node.is_null() {
            return self.put(at, "capability", self.type_name(file, SymbolKind::CapabilityType, node));
        }
        for (key, entry) in named(node) {
            let value = &entry.value;
            match key {
                "description" => {}
                "capability" => self.put(at, key, self.type_name(file, SymbolKind::CapabilityType, value)),
                "node" => self.put(at, key, self.type_name(file, SymbolKind::NodeType, value)),
                "relationship" => {
                    let at = at.key(key);
                    let of = if value.as_text().is_some() { Some(value) } else { value.get("type") };
                    if let Some(of) = of {
                        self.put(&at, "type", self.type_name(file, SymbolKind::RelationshipType, of));
                    }
                    for (key, entry) in named(value).filter(|(key, _)| *key != "type") {
                        self.put(&at, key, plain::as_written(&entry.value));
                    }
                }
                _ => self.put(at, key, plain::as_written(value)),
            }
        }
    }

    fn interface(&mut self, at: &Fact, file: &FilePath, node: &Node) {
        if let Some(of) = node.get("type") {
            self.put(at, "type", self.type_name(file, SymbolKind::InterfaceType, of));
        }
        if let Some(inputs) = node.get("inputs") {
            self.values(&at.key("inputs"), file, inputs);
        }
        for (name, entry) in operations(node) {
            self.operation(&at.key(name), file, &entry.value);
        }
    }

    fn operation(&mut self, at: &Fact, file: &FilePath, node: &Node) {
        self.facts.insert(at.clone(), Value::Bool(true));
        if node.as_text().is_some() && !node.is_null() {
            return self.put(at, IMPLEMENTATION, named_file(file, node));
        }
        for (key, entry) in named(node) {
            match key {
                "description" => {}
                "inputs" => self.values(&at.key(key), file, &entry.value),
                IMPLEMENTATION => self.put(at, key, named_file(file, &entry.value)),
                _ => self.put(at, key, plain::as_written(&entry.value)),
            }
        }
    }

    fn artifact(&mut self, at: &Fact, file: &FilePath, node: &Node) {
        if node.as_text().is_some() && !node.is_null() {
            return self.put(at, "file", named_file(file, node));
        }
        for (key, entry) in named(node).filter(|(key, _)| *key != "description") {
            match key {
                "type" => self.put(at, key, self.type_name(file, SymbolKind::ArtifactType, &entry.value)),
                "file" => self.put(at, key, named_file(file, &entry.value)),
                _ => self.put(at, key, plain::as_written(&entry.value)),
            }
        }
    }

    /// The assignments of a node template.
    fn assigned(&mut self, file: &FilePath, node: &Node) {
        for section in ["properties", "attributes"] {
            for (name, entry) in node.get(section).into_iter().flat_map(named) {
                let at = Fact::new(section, name);
                self.facts.insert(at.clone(), Value::Bool(true));
                self.put(&at, DEFAULT, plain::as_written(&entry.value));
            }
        }
        for (name, entry) in node.get("capabilities").into_iter().flat_map(named) {
            let at = Fact::new("capabilities", name);
            for (key, entry) in named(&entry.value) {
                match key {
                    "properties" | "attributes" => {
                        for (name, entry) in named(&entry.value) {
                            self.put(&at.key(key).key(name), DEFAULT, plain::as_written(&entry.value));
                        }
                    }
                    _ => self.put(&at.key("assigned"), key, plain::as_written(&entry.value)),
                }
            }
        }
        for (name, entry) in node.get("interfaces").into_iter().flat_map(named) {
            let at = Fact::new("interfaces", name);
            self.facts.insert(at.clone(), Value::Bool(true));
            if let Some(of) = entry.value.get("type") {
                self.put(&at, "type", self.type_name(file, SymbolKind::InterfaceType, of));
            }
            self.inputs(&at, &entry.value);
            for (name, entry) in operations(&entry.value) {
                self.operation(&at.key(name), file, &without_inputs(&entry.value));
                self.inputs(&at.key(name), &entry.value);
            }
        }
        for (name, entry) in node.get("artifacts").into_iter().flat_map(entries) {
            self.member("artifacts", name, file, &entry.value);
        }
        for key in ["requirements", "directives", "node_filter"] {
            if let Some(value) = node.get(key) {
                self.facts.insert(Fact::new("assigned", key), plain::as_written(value));
            }
        }
    }

    /// The values of the inputs of an interface or operation.
    fn inputs(&mut self, at: &Fact, node: &Node) {
        for (name, entry) in node.get("inputs").into_iter().flat_map(named) {
            self.put(&at.key("inputs").key(name), DEFAULT, plain::as_written(&entry.value));
        }
    }
}

const IMPLEMENTATION: &str = "implementation";

/// The same operation without its inputs, which are values in a template.
fn without_inputs(operation: &Node) -> Node {
    let mut operation = operation.clone();
    if let crate::syntax::Kind::Mapping(mapping) = &mut operation.kind {
        mapping.entries.retain(|entry| entry.key.as_text() != Some("inputs"));
    }
    operation
}

/// A value that names files relative to the file that contains it.
fn named_file(file: &FilePath, node: &Node) -> Value {
    Value::Sequence(vec![Value::from(file.folder()), plain::as_written(node)])
}

/// The connections of the node templates of a file: the target of each requirement, and the candidates of those without one.
pub(super) fn connections(scope: &Scope<'_>) -> Vec<String> {
    let all = Fulfilment::of(scope);
    let name_of = |node: usize, capability: usize| {
        let node = all.nodes.get(node);
        let capability = node.and_then(|node| node.shape.capabilities.get(capability));
        (node.map_or("", |node| node.name), capability.map_or_else(SmolStr::default, |of| of.name.clone()))
    };
    let mut found = Vec::new();
    for (node, at, outcome) in all.decide(scope) {
        let Some(source) = all.nodes.get(node) else { continue };
        let name = source.assignments.get(at).map_or("", |assignment| assignment.name);
        let outcome = match outcome {
            Ok(edge) => {
                let (target, capability) = name_of(edge.target, edge.capability);
                let of = edge.relationship.as_ref().and_then(|of| of.name().cloned()).unwrap_or_default();
                format!("{target} {capability} {of}")
            }
            Err(refusal) => refusal.message(name),
        };
        found.push(format!("{} {at} {name} {outcome}", source.name));
    }
    for source in &all.nodes {
        let is_open = |target: &TargetNode<'_>| matches!(target, TargetNode::Open | TargetNode::Type(_));
        for assignment in source.assignments.iter().filter(|assignment| is_open(&assignment.target)) {
            let candidates = all.candidates(scope, source, assignment.name).into_iter();
            let fitting = candidates.filter(|candidate| candidate.refusal.is_none());
            let fitting = fitting.filter_map(|candidate| Some(name_of(candidate.node, candidate.capability?)));
            let fitting =
                fitting.map(|(node, capability)| format!("{} {} {node} {capability}", source.name, assignment.name));
            found.extend(fitting);
        }
    }
    found
}

/// Refuses a change of the meaning of the node template at a path, or of its connections.
pub(super) fn check_node(context: FileContext<'_>, change: &Change, path: &NodePath) -> Result<(), EditError> {
    let workspace = context.workspace.apply(change)?;
    let memo = Memo::default();
    let now = workspace.file(&context.file.path).ok_or(EditError::Stale)?;
    let later = FileContext { file: now, workspace: &workspace, memo: &memo, ..context };
    let (before, after) = (Scope::of(context), Scope::of(later));
    let missing = || EditError::Missing(path.to_string());
    let (old, new) = (Fulfilment::of(&before), Fulfilment::of(&after));
    let of = |all: &Fulfilment<'_>, scope: &Scope<'_>| {
        all.nodes.iter().find(|node| node.path == *path).map(|node| of_node(scope, node)).ok_or_else(missing)
    };
    let (old, new) = (of(&old, &before)?, of(&new, &after)?);
    if let Some(fact) = differences(&old, &new).first() {
        let name = path.last_key().unwrap_or_default();
        return Err(refused(format!("`{}` of `{name}` would change", fact.shown())));
    }
    if connections(&before) != connections(&after) {
        return Err(refused("node templates would be connected in another way"));
    }
    Ok(())
}

/// The places where the values differ.
fn differences<'f>(one: &'f Facts, other: &'f Facts) -> Vec<&'f Fact> {
    let gone = one.iter().filter(|(fact, value)| other.get(*fact) != Some(*value)).map(|(fact, _)| fact);
    gone.chain(other.keys().filter(|fact| !one.contains_key(*fact))).collect()
}

/// The direction in which a member moves along the hierarchy of types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Direction {
    Up,
    Down,
}

/// A type, with its file and path.
pub(super) type Place = (FilePath, NodePath);

/// A member that moves between a type and types that derive from it.
pub(super) struct Moved<'m> {
    pub(super) direction: Direction,
    /// The moved member; for a single operation of an interface, with the name of the operation as its only key.
    pub(super) member: Fact,
    /// The upper type, the only one whose own meaning may change.
    pub(super) upper: &'m Place,
    /// The type from which the member is pulled up.
    pub(super) lower: Option<&'m Place>,
}

impl Moved<'_> {
    /// Whether a type may get the member, or lose it.
    fn may_differ(&self, of: &Effective) -> bool {
        let is = |place: &Place| of.chain().any(|one| one.file == place.0 && one.path() == place.1);
        match self.direction {
            // Those that derive from the lower one have it already.
            Direction::Up => is(self.upper) && !self.lower.is_some_and(is),
            Direction::Down => {
                of.chain().next().is_some_and(|own| own.file == self.upper.0 && own.path() == self.upper.1)
            }
        }
    }

    /// Why this difference between the meanings of a type is not accepted.
    fn refusal(
        &self,
        place: &Place,
        of: &Effective,
        (old, new): (&Facts, &Facts),
        used: &SortedSet<Place>,
    ) -> Option<String> {
        let different = differences(old, new);
        let first = different.first()?;
        let name = place.1.last_key().map(short_name).unwrap_or_default();
        let is_it = |fact: &&Fact| fact.section == self.member.section && fact.name == self.member.name;
        let is_gained = |fact: &&Fact| !old.contains_key(*fact);
        // Other types may get the member, but none may get another one instead.
        let is_new = !old.contains_key(&self.member) && different.iter().all(is_gained);
        if !self.may_differ(of) || !different.iter().all(is_it) || place != self.upper && !is_new {
            return Some(format!("`{}` of `{name}` would change", first.shown()));
        }
        if !used.contains(place) {
            return None;
        }
        let is_loud = |fact: &&Fact| match (old.get(*fact), new.get(*fact)) {
            (Some(_), Some(_)) => true,
            (None, _) => is_felt(fact, new),
            (_, None) => is_felt(fact, old),
        };
        let verb = if self.direction == Direction::Up { "also get" } else { "lose" };
        let found = different.iter().any(is_loud);
        found.then(|| format!("instances of `{name}` would {verb} `{}`", self.member.shown()))
    }
}

/// Whether a value matters for an instance of the type that does not mention the member.
fn is_felt(fact: &Fact, all: &Facts) -> bool {
    let is_default = fact.last() == DEFAULT;
    match fact.section {
        "properties" => {
            is_default || fact.last() == "required" && all.get(fact).and_then(Value::as_str) == Some("true")
        }
        "attributes" | "inputs" | "capabilities" => is_default,
        // Without a target, the orchestrator looks for one.
        "requirements" => {
            let least = all.get(&Fact { keys: vec!["occurrences".into()], ..fact.clone() });
            least.and_then(|range| range.get(0)).and_then(Value::as_i64) != Some(0)
        }
        "interfaces" | "operations" => is_default || fact.last() == IMPLEMENTATION,
        _ => true,
    }
}

/// Refuses a change that moves a member, if it would change another type, or instances of the upper type or of another one below
/// it.
pub(super) fn check_types(context: FileContext<'_>, change: &Change, moved: &Moved<'_>) -> Result<(), EditError> {
    let workspace = context.workspace.apply(change)?;
    let memo = Memo::default();
    let used = used_types(context);
    for file in context.workspace.files().filter(|file| template(file).is_some()) {
        let Some(now) = workspace.file(&file.path) else { continue };
        let later = FileContext { file: now, workspace: &workspace, memo: &memo, ..context };
        let (before, after) = (Scope::of(context.of(file)), Scope::of(later));
        let touches = |path: &FilePath| change.edits.contains_key(path);
        if !touches(&file.path) && !before.imported_files().chain(after.imported_files()).any(touches) {
            continue;
        }
        for (kind, definition) in before.own_types() {
            let place = (file.path.clone(), definition.path());
            let Some(now) = after.get(kind, definition.name) else { continue };
            if before.is_copy_of_built_in(kind, definition) && !after.is_copy_of_built_in(kind, now) {
                let name = definition.name;
                return Err(refused(format!("`{name}` is a copy of a normative type, and would differ from it")));
            }
            let of = before.effective_of(kind, definition);
            let (old, new) = (of_type(&before, &of), of_type(&after, &after.effective_of(kind, now)));
            if let Some(why) = moved.refusal(&place, &of, (&old, &new), &used) {
                return Err(refused(why));
            }
        }
        if connections(&before) != connections(&after) {
            return Err(refused(format!("the node templates of `{}` would be connected in another way", file.path)));
        }
    }
    Ok(())
}

/// The types of templates, and of members of other types.
fn used_types(context: FileContext<'_>) -> SortedSet<Place> {
    let mut used = SortedSet::default();
    for file in context.workspace.files().filter(|file| template(file).is_some()) {
        for mention in mentions(context.of(file)) {
            let Target::Found { file, path } = mention.target else { continue };
            if is_type(mention.kind) && is_use(mention.kind, &mention.path) {
                used.insert((file, path));
            }
        }
    }
    used
}

/// Whether the part that names a type at this path is an instance of it.
fn is_use(kind: SymbolKind, path: &NodePath) -> bool {
    let is_of_topology = path.words().first() == Some(&"topology_template");
    match kind {
        SymbolKind::NodeType | SymbolKind::GroupType | SymbolKind::PolicyType => {
            is_of_topology && path.last_key().is_some_and(|key| matches!(key, "type" | "node_type"))
        }
        _ => {
            let list = path.parent().and_then(|list| list.last_key().map(|key| key.starts_with("valid_")));
            path.last_key() != Some(DERIVED_FROM) && list != Some(true)
        }
    }
}
