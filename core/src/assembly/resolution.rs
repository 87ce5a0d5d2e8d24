//! Resolves `${...}`: the property it reads, the type of the value, and the literal if it is known.

use smol_str::SmolStr;

use crate::assembly::interpolation::{Interpolation, PropertyPath, Segment};
use crate::assembly::literal::members;
use crate::assembly::mentions::ends;
use crate::assembly::model::{Component, Descriptor, Property, entry_schema};
use crate::assembly::values::Scope;
use crate::catalog::Catalog;
use crate::schema::form;
use crate::syntax::{Entry, Kind, Node, NodePath, Step};
use crate::workspace::Workspace;

/// The property that a reference reads.
#[derive(Clone, Copy, Debug)]
pub struct ResolvedProperty<'a> {
    /// Its component or reference; `None` for a property of the descriptor itself.
    pub part: Option<&'a Component>,
    /// Its declaration in the descriptor of the type, with that descriptor.
    pub declared: Option<(&'a Descriptor, &'a Property)>,
    /// Its entry in the composition.
    pub given: Option<&'a Property>,
    /// The number of segments that name the property; the rest is a path into its value.
    pub length: usize,
}

/// The type of a value, and the value itself if it is known.
#[derive(Clone, Copy, Debug, Default)]
pub struct TypedValue<'a> {
    /// The name of the type; `None` if it is not declared.
    pub type_name: Option<&'a str>,
    /// The schema of the entries.
    pub entry_schema: Option<&'a Node>,
    /// The descriptor whose data types are in scope.
    pub descriptor: Option<&'a Descriptor>,
    /// The literal value.
    pub literal: Option<&'a Node>,
}

/// Why a path into a value cannot be followed.
#[derive(Clone, PartialEq, Debug)]
pub enum PathError {
    /// A key of something that is not a map; describes the value.
    NotAMap(SmolStr),
    /// An index of something that is not a list; describes the value.
    NotAList(SmolStr),
    /// None of these keys.
    UnknownKey(Vec<SmolStr>),
    /// An index out of range for a list of this length.
    OutOfRange(usize),
}

/// The property that `reference` in `descriptor` reads; `None` if it is unknown or does not exist.
pub fn resolve_reference<'a>(
    workspace: &'a Workspace,
    catalog: &Catalog,
    descriptor: &'a Descriptor,
    scope: Scope<'_>,
    reference: &PropertyPath,
) -> Option<ResolvedProperty<'a>> {
    let head = reference.head();
    let named = match (head, scope) {
        ("instance", _) | ("item", Scope::Part(_)) => return None,
        ("source", Scope::Relationship(relationship)) => {
            ends(&relationship.source_capabilities).first().and_then(|end| descriptor.part(end))
        }
        ("target", Scope::Relationship(relationship)) => {
            ends(&relationship.target_requirements).first().and_then(|end| descriptor.part(end))
        }
        _ => descriptor.part(head),
    };
    match (named, reference.name(1)) {
        (Some(part), Some(name)) => {
            let of = part.of.as_ref().and_then(|of| crate::assembly::resolve(workspace, catalog, of));
            let declared = of.and_then(|(_, of)| Some((of, of.property(name)?)));
            let given = part.property(name);
            let found = ResolvedProperty { part: Some(part), declared, given, length: 2 };
            (declared.is_some() || given.is_some()).then_some(found)
        }
        _ => own_property(descriptor, head),
    }
}

/// The property `name` of the descriptor itself.
pub fn own_property<'a>(descriptor: &'a Descriptor, name: &str) -> Option<ResolvedProperty<'a>> {
    let found = descriptor.property(name).or_else(|| descriptor.private_property(name))?;
    Some(ResolvedProperty { part: None, declared: Some((descriptor, found)), given: None, length: 1 })
}

/// The value of `item`: an entry of the component's `items`.
pub fn item_value<'a>(descriptor: &'a Descriptor, part: &Component) -> Option<TypedValue<'a>> {
    let items = Interpolation::of(part.items.as_ref()?, "");
    let path = items.whole()?;
    let place =
        own_property(descriptor, path.head())?.value().follow(path.segments.get(1..).unwrap_or_default()).ok()?;
    let first = place
        .literal
        .and_then(|literal| literal.items().first().or_else(|| literal.entries().first().map(|entry| &entry.value)));
    Some(place.entry(first))
}

/// The declared type of the value at `path`, in a property of `descriptor` or of one of its parts.
pub fn declared_value<'a>(
    workspace: &'a Workspace,
    catalog: &Catalog,
    descriptor: &'a Descriptor,
    path: &NodePath,
) -> Option<TypedValue<'a>> {
    let (property, rest) = match path.steps() {
        [Step::Key(section), Step::Key(name), Step::Key(_), rest @ ..]
            if section == "properties" || section == "private-properties" =>
        {
            (own_property(descriptor, name)?, rest)
        }
        [Step::Key(section), Step::Key(part), Step::Key(_), Step::Key(name), Step::Key(_), rest @ ..]
            if section == "composition" || section == "references" =>
        {
            let of = descriptor.part(part)?.of.as_ref()?;
            (own_property(crate::assembly::resolve(workspace, catalog, of)?.1, name)?, rest)
        }
        _ => return None,
    };
    let mut place = property.value();
    for step in rest {
        let members = place.members();
        let member = members.as_ref().and_then(|members| match step {
            Step::Key(key) => members.iter().find(|member| member.name.text == *key),
            Step::Index(_) => None,
        });
        place = match member {
            Some(member) => place.of_member(member),
            None => place.entry(None),
        };
    }
    Some(place)
}

impl<'a> ResolvedProperty<'a> {
    /// The value of the property itself.
    pub fn value(&self) -> TypedValue<'a> {
        let declared = self.declared.map(|(_, property)| property);
        let typed = [declared, self.given].into_iter().flatten().find(|property| property.type_name.is_some());
        let fixed = declared.and_then(|property| property.value.as_ref());
        let given = self.given.and_then(|property| property.value.as_ref().or(property.default.as_ref()));
        let default = declared.and_then(|property| property.default.as_ref());
        TypedValue {
            type_name: typed.and_then(|property| property.type_name.as_ref()).map(|name| name.value.as_str()),
            entry_schema: typed.or(declared).and_then(|property| property.entry_schema.as_ref()),
            descriptor: self.declared.map(|(descriptor, _)| descriptor),
            literal: fixed.or(given).or(default).filter(|node| is_literal(node)),
        }
    }

    /// Whether its value is a default.
    pub fn is_default(&self) -> bool {
        let mut properties = self.declared.iter().map(|(_, property)| *property).chain(self.given);
        properties.all(|property| property.value.is_none())
    }

    /// Whether it yields a value for each of several instances (AD-REF-15).
    pub fn is_multiple(&self) -> bool {
        self.part.is_some_and(Component::is_multiple)
    }
}

impl<'a> TypedValue<'a> {
    /// Follows `segments` into the value. Fails with the index of the segment that cannot be resolved, and the reason.
    /// Values of unknown type yield unknown values.
    pub fn follow(self, segments: &[Segment]) -> Result<TypedValue<'a>, (usize, PathError)> {
        let mut place = self;
        for (index, segment) in segments.iter().enumerate() {
            let next = match segment {
                Segment::Name { name, .. } => place.key(name),
                Segment::Index { index, .. } => place.index(*index),
            };
            place = next.map_err(|end| (index, end))?;
        }
        Ok(place)
    }

    /// The members of the data type, including inherited ones.
    pub fn members(&self) -> Option<Vec<&'a Property>> {
        let descriptor = self.descriptor?;
        Some(members(descriptor, descriptor.data_type(self.type_name?)?))
    }

    /// The value of a member of the data type.
    pub fn of_member(&self, member: &'a Property) -> TypedValue<'a> {
        TypedValue {
            type_name: member.type_name.as_ref().map(|type_name| type_name.value.as_str()),
            entry_schema: member.entry_schema.as_ref(),
            descriptor: self.descriptor,
            literal: None,
        }
    }

    /// The value of an entry of a list or map.
    pub fn entry(&self, literal: Option<&'a Node>) -> TypedValue<'a> {
        let (type_name, entry_schema) = match self.entry_schema {
            Some(schema) => (schema.as_text().or_else(|| schema.get("type")?.as_text()), entry_schema(schema)),
            None => (None, None),
        };
        TypedValue { type_name, entry_schema, descriptor: self.descriptor, literal }
    }

    /// Whether the type is declared and scalar.
    pub fn is_scalar(&self) -> bool {
        matches!(self.type_name, Some("string" | "boolean" | "integer" | "float" | "timestamp" | "key" | "certificate"))
    }

    /// Describes the value if it cannot be an integer.
    pub fn not_a_number(&self) -> Option<String> {
        match (self.type_name, self.literal) {
            (Some("integer"), _) | (Some("string") | None, None) => None,
            (Some("string") | None, Some(literal)) => match literal.as_text() {
                Some(text) if text.trim().parse::<u32>().is_ok() => None,
                Some(text) => Some(format!("`{text}`")),
                None => Some(form(literal).to_owned()),
            },
            (Some(other), _) => Some(format!("a value of type `{other}`")),
        }
    }

    fn key(self, name: &str) -> Result<TypedValue<'a>, PathError> {
        if let Some(members) = self.members() {
            let Some(member) = members.iter().find(|member| member.name.text == name) else {
                return Err(PathError::UnknownKey(members.iter().map(|member| member.name.text.clone()).collect()));
            };
            let literal = self.literal.and_then(|literal| literal.get(name)).filter(|node| is_literal(node));
            return Ok(TypedValue { literal, ..self.of_member(member) });
        }
        match (self.type_name, self.literal.map(|node| &node.kind)) {
            (Some("list"), _) => Err(PathError::NotAMap("a list".into())),
            (Some(scalar), _) if self.is_scalar() => {
                Err(PathError::NotAMap(format!("a value of type `{scalar}`").into()))
            }
            (Some("map"), Some(Kind::Sequence(_))) | (_, Some(Kind::Mapping(_))) => {
                let entries = map_entries(self.literal);
                match entries.iter().find(|(key, _)| *key == name) {
                    Some((_, entry)) => Ok(self.entry(Some(&entry.value).filter(|node| is_literal(node)))),
                    None => Err(PathError::UnknownKey(entries.into_iter().map(|(key, _)| key.into()).collect())),
                }
            }
            _ => Ok(self.entry(None)),
        }
    }

    fn index(self, index: usize) -> Result<TypedValue<'a>, PathError> {
        match (self.type_name, self.literal.map(|node| &node.kind)) {
            (Some("map"), _) => Err(PathError::NotAList("a map".into())),
            (Some(scalar), _) if self.is_scalar() => {
                Err(PathError::NotAList(format!("a value of type `{scalar}`").into()))
            }
            (_, Some(Kind::Sequence(sequence))) => match sequence.items.get(index) {
                Some(item) => Ok(self.entry(Some(item).filter(|node| is_literal(node)))),
                None => Err(PathError::OutOfRange(sequence.items.len())),
            },
            _ => Ok(self.entry(None)),
        }
    }
}

/// The entries of a map, which may be written as a list of maps (AD-TYPE-08).
pub fn map_entries(literal: Option<&Node>) -> Vec<(&str, &Entry)> {
    let Some(literal) = literal else { return Vec::new() };
    let own = literal.entries().iter();
    let listed = literal.items().iter().flat_map(Node::entries);
    own.chain(listed).filter_map(|entry| Some((entry.key.as_text()?, entry))).collect()
}

/// Whether a node is a literal: not null, an error or a reference.
fn is_literal(node: &Node) -> bool {
    match &node.kind {
        Kind::Scalar(scalar) => !node.is_null() && !scalar.value.contains("${"),
        Kind::Sequence(_) | Kind::Mapping(_) => true,
        Kind::Null | Kind::Alias(_) | Kind::Error => false,
    }
}

/// The collection that a component of `descriptor` has an instance for each entry of: `list` or `map`; `None` without
/// items, or if the type is unknown.
pub fn group(descriptor: &Descriptor, part: &Component) -> Option<&'static str> {
    let interpolation = Interpolation::of(part.items.as_ref()?, "");
    let path = interpolation.whole()?;
    let place =
        own_property(descriptor, path.head())?.value().follow(path.segments.get(1..).unwrap_or_default()).ok()?;
    match (place.type_name, place.literal.map(|literal| &literal.kind)) {
        (Some("map"), _) | (None, Some(Kind::Mapping(_))) => Some("map"),
        (Some("list"), _) | (None, Some(Kind::Sequence(_))) => Some("list"),
        _ => None,
    }
}

/// Whether a component of `descriptor` has one instance for each entry of a map.
pub fn is_map_group(descriptor: &Descriptor, part: &Component) -> bool {
    group(descriptor, part) == Some("map")
}
