//! Completions inside `${...}`, inside type expressions, and for names defined by another descriptor.

use crate::assembly;
use crate::assembly::command::Subject;
use crate::assembly::complete::type_text;
use crate::assembly::interpolation::PropertyPath;
use crate::assembly::model::{self, Component, Descriptor as Assembly, Property};
use crate::assembly::operation::calls;
use crate::assembly::resolution::{self, map_entries, resolve_reference};
use crate::assembly::values::{Scope, scope};
use crate::completion::cursor::{CursorContext, Reference};
use crate::completion::{Completion, CompletionKind, behind_key};
use crate::sorting::Sorting;
use crate::symbol::SymbolKind;
use crate::syntax::{Node, NodePath, Step};
use crate::text::Span;
use crate::workspace::SourceFile;

/// Maximum depth at which a value is searched for a suitable one.
const MAX_DEPTH: usize = 4;

/// The kind of value that a reference must have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Expected {
    Any,
    /// A list or a map: `items`.
    Collection,
    /// An integer: a quantity, a bound of a cluster, a period, a threshold.
    Number,
}

impl Expected {
    fn at(path: &NodePath) -> Self {
        let key = |index: usize| match path.steps().get(index) {
            Some(Step::Key(key)) => key.as_str(),
            Some(Step::Index(_)) | None => "",
        };
        match (key(0), key(2)) {
            ("composition", "items") => Expected::Collection,
            ("composition", "quantity") => Expected::Number,
            ("composition", "cluster") if path.steps().len() == 4 => Expected::Number,
            ("metrics", "publication-period" | "publication_period") => Expected::Number,
            ("policies", "properties") if path.steps().len() > 3 => Expected::Number,
            _ => Expected::Any,
        }
    }

    /// Whether a property of `of` is itself suitable.
    fn is(self, of: &Assembly, property: &Property) -> bool {
        resolution::own_property(of, &property.name.text).is_some_and(|resolved| self.has(&resolved.value(), 0))
    }

    /// Whether a property of `of` is suitable or contains a suitable value.
    fn can_be(self, of: &Assembly, property: &Property) -> bool {
        resolution::own_property(of, &property.name.text).is_some_and(|resolved| self.has(&resolved.value(), MAX_DEPTH))
    }

    /// Whether a value is suitable, or contains a suitable one up to this depth.
    fn has(self, place: &resolution::TypedValue<'_>, depth: usize) -> bool {
        let collection = || place.literal.is_some_and(|literal| literal.as_scalar().is_none());
        let fits = match self {
            Expected::Any => true,
            Expected::Collection => {
                matches!(place.type_name, Some("list" | "map")) || place.type_name.is_none() && collection()
            }
            Expected::Number => place.not_a_number().is_none(),
        };
        let Some(depth) = depth.checked_sub(1).filter(|_| !fits) else { return fits };
        if let Some(members) = place.members() {
            return members.into_iter().any(|member| self.has(&place.of_member(member), depth));
        }
        match place.type_name {
            Some("list" | "map") if place.literal.is_none() => self.has(&place.entry(None), depth),
            _ => {
                let items = place.literal.map_or(&[][..], Node::items).iter();
                let entries = map_entries(place.literal).into_iter().map(|(_, entry)| &entry.value);
                items.chain(entries).any(|value| self.has(&place.entry(Some(value)), depth))
            }
        }
    }
}

impl Subject<'_> {
    /// After `${`, after `${component.`, or deeper.
    pub(super) fn complete_reference(&self, reference: &Reference, place: &CursorContext) -> Vec<Completion> {
        let descriptor = self.descriptor;
        let property = |found: &Property| described(found, reference.replaces);
        let scope = scope(descriptor, &place.path);
        let wanted = Expected::at(&place.path);
        let Some(head) = &reference.head else {
            return self.complete_head(descriptor, scope, wanted, reference.replaces);
        };
        let ends: Vec<&str> = match (head.as_str(), scope) {
            ("instance", _) => {
                let word = |name: &str| item(name, "of this instance", reference.replaces);
                return ["name", "id", "index"].map(word).to_vec();
            }
            ("source", Scope::Relationship(relationship)) => {
                assembly::mentions::ends(&relationship.source_capabilities)
            }
            ("target", Scope::Relationship(relationship)) => {
                assembly::mentions::ends(&relationship.target_requirements)
            }
            (part, _) => vec![part],
        };
        let parts: Vec<&Component> = ends.iter().filter_map(|name| descriptor.part(name)).collect();
        let types = parts.iter().filter_map(|part| self.descriptor_of(part));
        let mut items: Vec<Completion> = types
            .flat_map(|of| of.properties.iter().filter(move |found| wanted.can_be(of, found)).map(property))
            .collect();
        for part in parts.into_iter().filter(|_| wanted == Expected::Any) {
            let own = part.properties.iter().map(property);
            items.extend(own.filter(|own| !items.iter().any(|other| other.label == own.label)).collect::<Vec<_>>());
        }
        items.dedup();
        if items.is_empty() {
            items = self.complete_inside(descriptor, scope, wanted, head, reference.replaces);
        }
        items
    }

    /// Whole references with braces, where a count or a collection is expected.
    pub(super) fn whole_references(&self, place: &CursorContext) -> Vec<Completion> {
        let descriptor = self.descriptor;
        let wanted = Expected::at(&place.path);
        if wanted == Expected::Any {
            return Vec::new();
        }
        let own = descriptor.properties.iter().chain(&descriptor.private_properties);
        let fitting = own.filter(|property| wanted.is(descriptor, property));
        let items = fitting.map(|property| {
            let found = described(property, place.replaces);
            let label = format!("${{{}}}", found.label);
            // Braces within flow collections need quotes.
            let insert = if place.in_flow { format!("'{label}'") } else { label.clone() };
            Completion { label, insert, ..found }
        });
        items.collect()
    }

    /// The first name of a reference.
    fn complete_head(
        &self,
        descriptor: &Assembly,
        scope: Scope<'_>,
        wanted: Expected,
        replaces: Span,
    ) -> Vec<Completion> {
        let fits = |property: &&Property| wanted.can_be(descriptor, property);
        let mut own: Vec<&Property> = descriptor.properties.iter().filter(fits).collect();
        // Suitable properties go before those that contain a suitable value.
        own.order_by_key(|property| !wanted.is(descriptor, property));
        let mut items: Vec<Completion> = own.into_iter().map(|property| described(property, replaces)).collect();
        // Items must come from a property of the assembly itself (AD-ITEM-01).
        let is_part_fit = |part: &&Component| match (wanted, self.descriptor_of(part)) {
            (Expected::Any, _) | (Expected::Number, None) => true,
            (Expected::Number, Some(of)) => of.properties.iter().any(|property| wanted.can_be(of, property)),
            (Expected::Collection, _) => false,
        };
        let parts = descriptor.composition.iter().map(|part| (part, SymbolKind::Component));
        let parts = parts.chain(descriptor.references.iter().map(|part| (part, SymbolKind::Reference)));
        let parts = parts.filter(|(part, _)| is_part_fit(part));
        items.extend(parts.map(|(part, kind)| Completion {
            kind: CompletionKind::Symbol(kind),
            ..item(&part.name.text, &type_text(&part.type_name), replaces)
        }));
        if wanted != Expected::Any {
            return items;
        }
        let words: &[&str] = match scope {
            Scope::Relationship(_) => &["source", "target", "instance"],
            Scope::Part(part) if part.items.is_some() => &["item", "instance"],
            Scope::Root | Scope::Part(_) | Scope::Declaration => &["instance"],
        };
        items.extend(words.iter().map(|word| Completion {
            kind: CompletionKind::Symbol(SymbolKind::Reference),
            ..item(word, "", replaces)
        }));
        items
    }

    /// The keys of the value that `head` resolves to: members of its data type, or the keys of a literal map.
    fn complete_inside(
        &self,
        descriptor: &Assembly,
        scope: Scope<'_>,
        wanted: Expected,
        head: &str,
        replaces: Span,
    ) -> Vec<Completion> {
        let Some(path) = PropertyPath::parse(head) else { return Vec::new() };
        let place = match (path.head(), scope) {
            ("item", Scope::Part(part)) => resolution::item_value(descriptor, part).map(|place| (place, 1)),
            _ => resolve_reference(self.workspace, self.catalog, descriptor, scope, &path)
                .map(|resolved| (resolved.value(), resolved.length)),
        };
        let Some((place, length)) = place else { return Vec::new() };
        let Ok(place) = place.follow(path.segments.get(length..).unwrap_or_default()) else { return Vec::new() };
        match place.members() {
            Some(members) => {
                let fitting = members.into_iter().filter(|member| wanted.has(&place.of_member(member), MAX_DEPTH));
                fitting.map(|member| described(member, replaces)).collect()
            }
            None => {
                let entries = map_entries(place.literal).into_iter();
                let fitting = entries.filter(|(_, entry)| wanted.has(&place.entry(Some(&entry.value)), MAX_DEPTH));
                fitting.map(|(key, _)| item(key, "", replaces)).collect()
            }
        }
    }

    /// In the expression of a `dynamicType`: properties of the component, and descriptors inside quotes.
    pub(super) fn complete_template(&self, place: &CursorContext, offset: usize) -> Option<Vec<Completion>> {
        let (file, descriptor) = (self.file, self.descriptor);
        let component = descriptor.composition.iter().find(|part| place.path == part.name.path.key("dynamicType"))?;
        let span = component.dynamic_type.as_ref()?.span;
        let before = file.text.get(span.start as usize..offset)?;
        let open = before.rfind('{').filter(|open| !before[*open..].contains('}'))?;
        let code = &before[open..];
        // The quote of the surrounding YAML scalar is before the brace, so it is not counted.
        let quoted = code.matches('\'').count() % 2 == 1 || code.matches('"').count() % 2 == 1;
        if quoted {
            let start = offset - code.len() + code.rfind(['\'', '"'])? + 1;
            let entries = self.catalog.entries().filter(|entry| Some(&entry.name) != descriptor.full_name.as_ref());
            let names = entries.map(|entry| Completion {
                kind: CompletionKind::Symbol(SymbolKind::Descriptor),
                ..item(&entry.name.to_string(), entry.file.as_str(), Span::new(start, offset))
            });
            return Some(names.collect());
        }
        let word = code.len() - code.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_').len();
        let replaces = Span::new(offset - word, offset);
        let properties = component.properties.iter();
        Some(
            properties
                .map(|found| item(&found.name.text.replace('-', "_"), "property of the component", replaces))
                .collect(),
        )
    }

    /// Names from other definitions: properties of a type, inputs of an operation, members of a data type, transitions
    /// of a lifecycle.
    pub(super) fn complete_names(&self, place: &CursorContext) -> Vec<Completion> {
        let (file, descriptor) = (self.file, self.descriptor);
        let mut items = match place.parent.steps() {
            [Step::Key(section), Step::Key(part), Step::Key(kind)] if kind == "properties" => match section.as_str() {
                "composition" | "references" => self.settable(descriptor, section, part, place.replaces),
                "relationships" => self.inputs(descriptor, part, place.replaces),
                _ => Vec::new(),
            },
            _ => self.member_names(descriptor, &place.parent, place.replaces),
        };
        items.extend(self.known_keys(place));
        items.retain(|item| place.is_free(file.root.as_deref(), &item.label));
        // A property of a part is a mapping with a `value`.
        let value = if model::gives_values(&place.parent) { value_of_key(file, place) } else { ":".to_owned() };
        let behind = behind_key(file, place, &value);
        items.into_iter().map(|item| Completion { insert: format!("{}{behind}", item.label), ..item }).collect()
    }

    /// The properties of a part that can be set.
    fn settable(&self, descriptor: &Assembly, section: &str, part: &str, replaces: Span) -> Vec<Completion> {
        let Some(part) = descriptor.part(part) else { return Vec::new() };
        let is_reference = section == "references";
        let properties = self.descriptor_of(part).map_or(&[][..], |of| &of.properties);
        let open = |found: &&Property| is_reference || !found.read_only && found.static_or_mapped().is_none();
        let open = properties.iter().filter(open);
        let mut items = match is_reference {
            // Instances are found by these properties, so none is required.
            true => open.map(|found| described(found, replaces)).collect(),
            false => named(open, replaces),
        };
        let built_in: &[&str] = if is_reference {
            &["name", "deploymentLocation", "resourceManager"]
        } else {
            &["deploymentLocation", "resourceManager"]
        };
        for name in built_in {
            if !items.iter().any(|item| item.label == *name) {
                items.push(item(name, "of every instance", replaces));
            }
        }
        items
    }

    /// The inputs of the operations that a relationship calls.
    fn inputs(&self, descriptor: &Assembly, relationship: &str, replaces: Span) -> Vec<Completion> {
        let found = descriptor.relationships.iter().find(|found| found.name.text == relationship);
        let mut inputs: Vec<&Property> = Vec::new();
        for call in found.map(|found| calls(descriptor, found)).unwrap_or_default() {
            let operations = call.implementations(self.workspace, self.catalog).unwrap_or_default();
            for input in operations.iter().flat_map(|operation| &operation.properties) {
                if !inputs.iter().any(|known| known.name.text == input.name.text) {
                    inputs.push(input);
                }
            }
        }
        named(inputs, replaces)
    }

    /// The members of the data type of the value at `path`.
    fn member_names(&self, descriptor: &Assembly, path: &NodePath, replaces: Span) -> Vec<Completion> {
        let Some(place) = resolution::declared_value(self.workspace, self.catalog, descriptor, path) else {
            return Vec::new();
        };
        let members = place.members().unwrap_or_default();
        named(members, replaces)
    }

    fn descriptor_of(&self, part: &Component) -> Option<&Assembly> {
        assembly::resolve(self.workspace, self.catalog, part.of.as_ref()?).map(|(_, of)| of)
    }
}

/// `value` on the line below a completed key, or after it within a flow collection.
fn value_of_key(file: &SourceFile, place: &CursorContext) -> String {
    if place.in_flow {
        return ": {value: }".to_owned();
    }
    let start = place.replaces.start as usize;
    let line = file.lines.span(&file.text, file.lines.line(start));
    format!(":\n{}value: ", " ".repeat(start - line.start as usize + 2))
}

fn item(label: &str, detail: &str, replaces: Span) -> Completion {
    let kind = CompletionKind::Symbol(SymbolKind::Property);
    let (label, detail) = (label.to_owned(), detail.to_owned());
    Completion { insert: label.clone(), label, replaces, kind, detail, doc: String::new(), also: None }
}

fn described(property: &Property, replaces: Span) -> Completion {
    let doc = property.description.as_ref().map_or(String::new(), |doc| doc.value.to_string());
    Completion { doc, ..item(&property.name.text, &type_text(&property.type_name), replaces) }
}

/// The properties as names to be set, required ones first and marked.
fn named<'a>(properties: impl IntoIterator<Item = &'a Property>, replaces: Span) -> Vec<Completion> {
    let mut properties: Vec<&Property> = properties.into_iter().collect();
    properties.order_by_key(|property| !property.must_be_set());
    let completion = |property: &Property| {
        let found = described(property, replaces);
        if !property.must_be_set() {
            return found;
        }
        let detail = match found.detail.as_str() {
            "" => "required".to_owned(),
            detail => format!("required, {detail}"),
        };
        Completion { detail, ..found }
    };
    properties.into_iter().map(completion).collect()
}
