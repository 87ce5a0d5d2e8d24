//! The boundary of node templates that become a topology of their own: the members of the node type that replaces them,
//! and how those are mapped to the nodes inside.

use serde_yaml::{Mapping, Value};
use smol_str::SmolStr;

use crate::edit::EditError;
use crate::editing::{is_bare, refused};
use crate::function::Function;
use crate::sorted_map::SortedSet;
use crate::sorting::gather;
use crate::symbol::SymbolKind;
use crate::syntax::NodePath;
use crate::syntax::patch::Draft;
use crate::syntax::patch::piece::Piece;
use crate::tosca::effective::Effective;
use crate::tosca::fulfilment::NodeTemplate;
use crate::tosca::model::ROOT_NODE;
use crate::tosca::scope::Scope;
use crate::tosca::shape::{NodeShape, RequirementShape, WantedType};
use crate::tosca::substitution::MAPPINGS;

/// An inner node with one of its capabilities or requirements.
type Inner = (SmolStr, SmolStr);

/// A property of the new node type, which is an input inside.
pub(super) struct Property {
    pub(super) name: SmolStr,
    pub(super) definition: Value,
    /// The value outside.
    pub(super) value: Value,
    /// The definition of the input, as written; without one it is that of the property.
    pub(super) input: Option<Piece>,
}

/// An attribute of the new node type, which is an output inside.
pub(super) struct Attribute {
    pub(super) name: SmolStr,
    pub(super) definition: Value,
    pub(super) value: Value,
}

/// A capability or requirement of the new node type.
pub(super) struct Member {
    pub(super) name: SmolStr,
    pub(super) inner: Inner,
    /// `None` if the type that the new one derives from has it.
    definition: Option<Value>,
}

/// The members of the new node type.
pub(super) struct Boundary<'c, 'a> {
    scope: &'c Scope<'a>,
    /// The type that the new one derives from.
    base: NodeShape<'a>,
    /// The names of properties and attributes that are in use.
    taken: SortedSet<SmolStr>,
    pub(super) properties: Vec<Property>,
    pub(super) attributes: Vec<Attribute>,
    pub(super) capabilities: Vec<Member>,
    pub(super) requirements: Vec<Member>,
    /// The types that the definitions of capabilities and requirements name.
    named_types: Vec<(SymbolKind, SmolStr)>,
}

/// Maximum length of a list that is written on one line.
const SHORT: usize = 60;

impl<'c, 'a> Boundary<'c, 'a> {
    pub(super) fn new(scope: &'c Scope<'a>, base: &str) -> Self {
        let base = NodeShape::of(scope, scope.effective(SymbolKind::NodeType, base));
        let taken = gather(base.of.names(&["properties", "attributes"]).cloned());
        Boundary {
            scope,
            base,
            taken,
            properties: Vec::new(),
            attributes: Vec::new(),
            capabilities: Vec::new(),
            requirements: Vec::new(),
            named_types: Vec::new(),
        }
    }

    /// A name for a property or attribute: its own, or one with that of the node.
    pub(super) fn value_name(&mut self, node: &str, own: &str) -> SmolStr {
        let name = free(&self.taken, node, own);
        self.taken.insert(name.clone());
        name
    }

    /// Reserves the name of an input, unless it is in use.
    pub(super) fn reserve(&mut self, name: &str) -> bool {
        self.taken.insert(name.into())
    }

    /// The capability of the new type that is mapped to that of an inner node.
    pub(super) fn capability(&mut self, node: &NodeTemplate<'a>, capability: &str) -> Result<SmolStr, EditError> {
        let inner: Inner = (node.name.into(), capability.into());
        if let Some(known) = self.capabilities.iter().find(|known| known.inner == inner) {
            return Ok(known.name.clone());
        }
        let shape = node.shape.capability(capability);
        let shape = shape.ok_or_else(|| refused(format!("`{}` has no capability `{capability}`", node.name)))?;
        let of = shape.of.name().cloned();
        let of = of.ok_or_else(|| refused(format!("the type of capability `{capability}` is not available")))?;
        let taken: SortedSet<SmolStr> = gather(self.capabilities.iter().map(|known| known.name.clone()));
        let is_inherited = |known: &SmolStr| {
            let base = self.base.capability(known);
            base.map(|base| base.of.name().is_none_or(|wanted| shape.of.derives_from(wanted)))
        };
        let own = SmolStr::from(capability);
        let (name, definition) = match is_inherited(&own).filter(|_| !taken.contains(&own)) {
            Some(true) => (own, None),
            fits => {
                let mut taken = taken;
                taken.extend(self.base.capabilities.iter().map(|base| base.name.clone()));
                let name =
                    if fits.is_none() && !taken.contains(&own) { own } else { free(&taken, node.name, capability) };
                (name, Some(mapping([("type", self.type_name(SymbolKind::CapabilityType, &of).as_str().into())])))
            }
        };
        self.capabilities.push(Member { name: name.clone(), inner, definition });
        Ok(name)
    }

    /// The requirement of the new type that is mapped to that of an inner node.
    pub(super) fn requirement(&mut self, node: &NodeTemplate<'a>, requirement: &str) -> Result<SmolStr, EditError> {
        let inner: Inner = (node.name.into(), requirement.into());
        if let Some(known) = self.requirements.iter().find(|known| known.inner == inner) {
            return Ok(known.name.clone());
        }
        let shape = node.shape.requirement(requirement);
        let shape = shape.ok_or_else(|| refused(format!("`{}` has no requirement `{requirement}`", node.name)))?;
        let taken: SortedSet<SmolStr> = gather(self.requirements.iter().map(|known| known.name.clone()));
        let own = SmolStr::from(requirement);
        let same = |base: &RequirementShape<'_>| {
            base.capability == shape.capability
                && base.node == shape.node
                && base.relationship == shape.relationship
                && base.occurrences == shape.occurrences
        };
        let (name, definition) = match self.base.requirement(&own).map(same).filter(|_| !taken.contains(&own)) {
            Some(true) => (own, None),
            fits => {
                let mut taken = taken;
                taken.extend(self.base.requirements.iter().map(|base| base.name.clone()));
                let name =
                    if fits.is_none() && !taken.contains(&own) { own } else { free(&taken, node.name, requirement) };
                (name, Some(self.requirement_definition(shape)))
            }
        };
        self.requirements.push(Member { name: name.clone(), inner, definition });
        Ok(name)
    }

    fn requirement_definition(&mut self, shape: &RequirementShape<'a>) -> Value {
        let mut definition = Vec::new();
        for (key, kind, wanted) in [
            ("capability", SymbolKind::CapabilityType, &shape.capability),
            ("node", SymbolKind::NodeType, &shape.node),
            ("relationship", SymbolKind::RelationshipType, &shape.relationship),
        ] {
            definition
                .extend(wanted.as_ref().map(|wanted| (key, Value::from(self.type_name(kind, &wanted.name).as_str()))));
        }
        if shape.occurrences != crate::tosca::occurrences::Occurrences::ONE {
            let most = shape.occurrences.most.map_or_else(|| Value::from("UNBOUNDED"), Value::from);
            definition.push(("occurrences", vec![Value::from(shape.occurrences.least), most].into()));
        }
        mapping(definition)
    }

    /// The name of a type in the file, with the prefix of its import.
    fn type_name(&mut self, kind: SymbolKind, name: &str) -> SmolStr {
        let found = self.scope.get(kind, name);
        self.named_types.push((kind, name.into()));
        found.and_then(|found| self.scope.prefixed(&found)).unwrap_or_else(|| name.into())
    }

    /// The types that the definitions of the new type name, as written or in full.
    pub(super) fn mentioned_types(&self) -> Vec<(SymbolKind, SmolStr)> {
        let mut found = self.named_types.clone();
        found.extend(self.base.of.name().map(|base| (SymbolKind::NodeType, base.clone())));
        let own = self.properties.iter().map(|property| &property.definition);
        for definition in own.chain(self.attributes.iter().map(|attribute| &attribute.definition)) {
            data_types(definition, &mut found);
        }
        found
    }

    /// Whether a requirement that names only the new node could mean another of its capabilities.
    pub(super) fn is_ambiguous(
        &self,
        wanted: Option<&WantedType>,
        capability: &str,
        all: &[(SmolStr, &Effective)],
    ) -> bool {
        let Some(wanted) = wanted else { return true };
        all.iter().any(|(name, of)| name != capability && wanted.admits(of) != Some(false))
    }

    /// The capability types of the new type, by name; those that it inherits included.
    pub(super) fn all_capabilities<'n>(
        &'n self,
        node: impl Fn(&str) -> Option<&'n NodeTemplate<'a>>,
    ) -> Vec<(SmolStr, &'n Effective)> {
        let own = self.capabilities.iter().filter_map(|known| {
            Some((known.name.clone(), &*node(&known.inner.0)?.shape.capability(&known.inner.1)?.of))
        });
        let mut all: Vec<(SmolStr, &Effective)> = own.collect();
        for base in &self.base.capabilities {
            if !all.iter().any(|(name, _)| *name == base.name) {
                all.push((base.name.clone(), &*base.of));
            }
        }
        all
    }

    /// Writes the node type.
    pub(super) fn define(&self, draft: &mut Draft, name: &str) -> Result<(), EditError> {
        let at = NodePath::keys(["node_types"]).key(name);
        let base = self.base.of.name().map_or(ROOT_NODE, SmolStr::as_str);
        let found = self.scope.get(SymbolKind::NodeType, base).and_then(|found| self.scope.prefixed(&found));
        draft.set(&at.key("derived_from"), &found.as_deref().unwrap_or(base).into())?;
        for property in &self.properties {
            draft.set(&at.key("properties").key(&property.name), &property.definition)?;
        }
        for attribute in &self.attributes {
            draft.set(&at.key("attributes").key(&attribute.name), &attribute.definition)?;
        }
        for member in &self.capabilities {
            if let Some(definition) = &member.definition {
                draft.set(&at.key("capabilities").key(&member.name), definition)?;
            }
        }
        let requirements = at.key("requirements");
        for member in &self.requirements {
            let Some(definition) = &member.definition else { continue };
            let item = mapping([(member.name.as_str(), definition.clone())]);
            match draft.tree().root().and_then(|root| root.at(&requirements)).is_some() {
                true => draft.append(&requirements, &item)?,
                false => draft.set(&requirements, &vec![item].into())?,
            }
        }
        Ok(())
    }

    /// Writes the inputs of the topology inside.
    pub(super) fn inputs(&self, draft: &mut Draft) -> Result<(), EditError> {
        let inputs = NodePath::keys(crate::tosca::model::INPUTS);
        for property in &self.properties {
            match &property.input {
                Some(piece) => paste(draft, &inputs, piece)?,
                None => draft.set(&inputs.key(&property.name), &property.definition)?,
            }
        }
        Ok(())
    }

    /// Writes the outputs of the topology inside.
    pub(super) fn outputs(&self, draft: &mut Draft) -> Result<(), EditError> {
        let outputs = NodePath::keys(crate::tosca::model::OUTPUTS);
        for attribute in &self.attributes {
            set_value(draft, &outputs.key(&attribute.name), "value", &attribute.value)?;
        }
        Ok(())
    }

    /// Writes the substitution mappings.
    pub(super) fn map(&self, draft: &mut Draft, name: &str) -> Result<(), EditError> {
        let at = NodePath::keys(MAPPINGS);
        draft.set(&at.key("node_type"), &name.into())?;
        for property in &self.properties {
            set_list(draft, &at.key("properties"), &property.name, &[&property.name])?;
        }
        for (section, members) in [("capabilities", &self.capabilities), ("requirements", &self.requirements)] {
            for member in members {
                set_list(draft, &at.key(section), &member.name, &[&member.inner.0, &member.inner.1])?;
            }
        }
        Ok(())
    }
}

/// The data types that a definition names.
fn data_types(definition: &Value, found: &mut Vec<(SymbolKind, SmolStr)>) {
    for key in ["type", "entry_schema", "key_schema"] {
        match definition.get(key) {
            Some(Value::String(name)) => found.push((SymbolKind::DataType, name.as_str().into())),
            Some(schema) => data_types(schema, found),
            None => {}
        }
    }
}

/// Writes a value; a function call goes on one line, if its names need no quotes.
pub(super) fn set_value(draft: &mut Draft, at: &NodePath, key: &str, value: &Value) -> Result<(), EditError> {
    let call = value.as_mapping().filter(|entries| entries.len() == 1).and_then(|entries| {
        let (function, argument) = entries.iter().next()?;
        let argument = match argument {
            Value::Sequence(names) => list_text(draft, &names.iter().map(Value::as_str).collect::<Option<Vec<_>>>()?)?,
            name => name.as_str().filter(|name| is_word(name))?.to_owned(),
        };
        let (pad, function) = (padding(draft), Function::named(function.as_str()?)?.name());
        Some(format!("{{{pad}{function}: {argument}{pad}}}"))
    });
    match call.filter(|text| text.len() <= SHORT && is_word(key)) {
        Some(text) => paste(draft, at, &Piece::line(key, &text, value.clone())),
        None => draft.set(&at.key(key), value),
    }
}

/// Writes a list of names on one line, if they need no quotes.
pub(super) fn set_list(draft: &mut Draft, at: &NodePath, key: &str, names: &[&str]) -> Result<(), EditError> {
    let value: Value = names.iter().map(|name| Value::from(*name)).collect::<Vec<_>>().into();
    match list_text(draft, names).filter(|text| text.len() <= SHORT && is_word(key)) {
        Some(text) => paste(draft, at, &Piece::line(key, &text, value)),
        None => draft.set(&at.key(key), &value),
    }
}

fn list_text(draft: &Draft, names: &[&str]) -> Option<String> {
    let pad = padding(draft);
    names.iter().all(|name| is_word(name)).then(|| format!("[{pad}{}{pad}]", names.join(", ")))
}

/// The space inside of brackets, as the file has it.
fn padding(draft: &Draft) -> &'static str {
    let text = draft.text();
    let is_padded = text.contains("[ ") || text.contains("{ ") || !text.contains(['[', '{']);
    if is_padded { " " } else { "" }
}

/// Whether a name needs no quotes.
fn is_word(name: &str) -> bool {
    name.starts_with(char::is_alphabetic) && crate::naming::valid_name(name).is_ok()
}

/// Inserts an entry at the end of a mapping, which is created if it is missing.
pub(super) fn paste(draft: &mut Draft, at: &NodePath, piece: &Piece) -> Result<(), EditError> {
    draft.paste(at, piece, crate::syntax::patch::InsertAt::Last)
}

/// Appends an item with one entry to a list, which is created if it is missing.
pub(super) fn paste_item(draft: &mut Draft, list: &NodePath, piece: &Piece) -> Result<(), EditError> {
    const STAND_IN: &str = "descriptorium-new-item";
    let item = mapping([(STAND_IN, Value::Null)]);
    let index = draft.tree().root().and_then(|root| root.at(list)).map_or(0, |list| list.items().len());
    match index {
        0 => draft.set(list, &vec![item].into())?,
        _ => draft.append(list, &item)?,
    }
    let at = list.index(index);
    draft.paste(&at, piece, crate::syntax::patch::InsertAt::First)?;
    draft.remove(&at.key(STAND_IN))
}

/// Removes entries and items, and the collections around them that become empty.
pub(super) fn remove(draft: &mut Draft, paths: &SortedSet<NodePath>) -> Result<(), EditError> {
    // Backwards, so that indices stay valid.
    for path in paths.iter().rev() {
        draft.remove(path)?;
        let parent = path.parent().unwrap_or_default();
        if !parent.is_root() && is_bare(draft, &parent)? {
            draft.remove(&parent)?;
        }
    }
    Ok(())
}

pub(super) fn mapping<'a>(entries: impl IntoIterator<Item = (&'a str, Value)>) -> Value {
    Value::Mapping(entries.into_iter().map(|(key, value)| (Value::from(key), value)).collect::<Mapping>())
}

/// A free name: its own, or one with that of the node.
fn free(taken: &SortedSet<SmolStr>, node: &str, own: &str) -> SmolStr {
    let is_taken = |name: &str| taken.contains(name);
    if !is_taken(own) {
        return own.into();
    }
    crate::naming::free_name(&format!("{node}_{own}"), is_taken).into()
}
