//! Finds every mention of a name in an assembly or resource descriptor, and resolves it.

use crate::assembly::context;
use crate::assembly::dynamic_type::{QuotedTemplate, variable_places};
use crate::assembly::interpolation::{Interpolation, PropertyPath, Segment};
use crate::assembly::model::{self, Component, Descriptor, DescriptorKind, Name, Property, Relationship, Text};
use crate::assembly::operation::calls;
use crate::assembly::resolution::{self, TypedValue, resolve_reference};
use crate::assembly::schema::PROPERTY_TYPES;
use crate::assembly::values::{Scope, values};
use crate::catalog::Catalog;
use crate::sorting::Sorting;
use crate::symbol::{Context, DescriptorRef, Mention, SymbolKind, Target};
use crate::syntax::{Node, NodePath, Style};
use crate::text::{FilePath, Span};
use crate::workspace::{SourceFile, Workspace};

/// The mentions in `file`, in source order.
pub fn mentions(file: &SourceFile, descriptor: &Descriptor, workspace: &Workspace, catalog: &Catalog) -> Vec<Mention> {
    mentions_in(file, descriptor, workspace, catalog, &[NodePath::root()])
}

/// The mentions below one of `places`, which are sections or entries of sections.
pub fn mentions_in(
    file: &SourceFile,
    descriptor: &Descriptor,
    workspace: &Workspace,
    catalog: &Catalog,
    places: &[NodePath],
) -> Vec<Mention> {
    let mut collector = Collector { file, descriptor, workspace, catalog, places, mentions: Vec::new() };
    collector.descriptor();
    collector.mentions.order_by_key(|mention| (mention.span.start, mention.span.end));
    collector.mentions
}

struct Collector<'a> {
    file: &'a SourceFile,
    descriptor: &'a Descriptor,
    workspace: &'a Workspace,
    catalog: &'a Catalog,
    /// The paths to search.
    places: &'a [NodePath],
    mentions: Vec<Mention>,
}

/// A named item of some descriptor, if it exists.
type NamedItem<'a> = Option<&'a Name>;

impl<'a> Collector<'a> {
    fn descriptor(&mut self) {
        let (descriptor, places) = (self.descriptor, self.places);
        for value in values(descriptor) {
            if !is_below(&value.path, places) {
                continue;
            }
            let interpolation = Interpolation::of(value.node, &self.file.text);
            for reference in interpolation.references() {
                self.reference(reference, value.scope, &value.path);
            }
        }
        for property in descriptor.all_properties() {
            if is_below(&property.name.path, places) {
                self.property_type(property);
            }
        }
        self.members(places);
        for component in descriptor.composition.iter().filter(|found| is_below(&found.name.path, places)) {
            self.part(component, context::COMPONENT_TYPE);
            self.type_variables(component);
            for dependency in &component.upgrade_dependencies {
                let target = self.local(descriptor.component(&dependency.value).map(|found| &found.name));
                self.whole(
                    context::UPGRADE_DEPENDENCY,
                    SymbolKind::Component,
                    dependency,
                    &component.name.path,
                    target,
                );
            }
        }
        for reference in descriptor.references.iter().filter(|found| is_below(&found.name.path, places)) {
            self.part(reference, context::REFERENCE_TYPE);
        }
        for relationship in descriptor.relationships.iter().filter(|found| is_below(&found.name.path, places)) {
            self.relationship(relationship);
        }
        for operation in descriptor.operations.iter().filter(|found| is_below(&found.name.path, places)) {
            if let Some(source) = &operation.source_operation {
                self.dotted(context::PROMOTED_OPERATION, SymbolKind::Operation, source, &operation.name.path);
            }
        }
        for metric in descriptor.metrics.iter().filter(|found| is_below(&found.name.path, places)) {
            if let Some(source) = &metric.source_metric {
                self.dotted(context::PROMOTED_METRIC, SymbolKind::Metric, source, &metric.name.path);
            }
        }
        for policy in descriptor.policies.iter().filter(|found| is_below(&found.name.path, places)) {
            if let Some(metric) = &policy.metric {
                if metric.value.contains('.') {
                    self.dotted(context::POLICY_METRIC, SymbolKind::Metric, metric, &policy.name.path);
                } else {
                    let own = descriptor.metrics.iter().find(|own| own.name.text == metric.value);
                    let target = self.local(own.map(|own| &own.name));
                    self.whole(context::POLICY_METRIC, SymbolKind::Metric, metric, &policy.name.path, target);
                }
            }
            if let Some(target_name) = &policy.target {
                let target = self.local(descriptor.component(&target_name.value).map(|found| &found.name));
                self.whole(context::POLICY_TARGET, SymbolKind::Component, target_name, &policy.name.path, target);
            }
        }
        for data_type in descriptor.data_types.iter().filter(|found| is_below(&found.name.path, places)) {
            if let Some(base) = &data_type.derived_from {
                let target = self.data_type(&base.value);
                self.whole(context::DERIVED_FROM, SymbolKind::DataType, base, &data_type.name.path, target);
            }
        }
    }

    fn part(&mut self, part: &'a Component, context: Context) {
        if let (Some(type_name), Some(of)) = (&part.type_name, &part.of) {
            let target = match self.resolve(of) {
                Some((file, _)) => Target::Found { file: file.path.clone(), path: NodePath::root() },
                None => Target::Missing { owner: None },
            };
            let path = part.name.path.key("type");
            let mention = Mention {
                context,
                kind: SymbolKind::Descriptor,
                name: type_name.value.clone(),
                span: type_name.span,
                path,
                target,
            };
            self.mentions.push(mention);
        }
        let of = part.of.as_ref().and_then(|of| self.resolve(of));
        for property in &part.properties {
            let name = &property.name;
            let target = match (&of, &part.of) {
                (Some((file, type_descriptor)), Some(of)) => match type_descriptor.property(&name.text) {
                    Some(found) => Target::Found { file: file.path.clone(), path: found.name.path.clone() },
                    None => Target::Missing { owner: Some(of.clone()) },
                },
                _ => Target::Unknown,
            };
            let mention = Mention {
                context: context::PROPERTY_KEY,
                kind: SymbolKind::Property,
                name: name.text.clone(),
                span: name.span,
                path: name.path.clone(),
                target,
            };
            self.mentions.push(mention);
        }
    }

    fn relationship(&mut self, relationship: &'a Relationship) {
        let path = &relationship.name.path;
        for source in &relationship.source_capabilities {
            if source.value.contains('.') {
                self.dotted(context::SOURCE_CAPABILITY, SymbolKind::Capability, source, path);
            } else {
                self.part_name(context::SOURCE_CAPABILITY, &source.value, source.span, path);
            }
        }
        for requirement in &relationship.target_requirements {
            if requirement.value.contains('.') {
                self.dotted(context::TARGET_REQUIREMENT, SymbolKind::Requirement, requirement, path);
            } else {
                self.part_name(context::TARGET_REQUIREMENT, &requirement.value, requirement.span, path);
            }
        }
        for operation in relationship.create.iter().chain(&relationship.cease) {
            self.relationship_operation(relationship, operation);
        }
        self.operation_inputs(relationship);
    }

    /// The properties of a relationship are inputs of the operations that it calls.
    fn operation_inputs(&mut self, relationship: &'a Relationship) {
        for call in calls(self.descriptor, relationship) {
            for (file, operation) in call.declarations(self.workspace, self.catalog) {
                for own in &relationship.properties {
                    let inputs = operation.properties.iter();
                    for input in inputs.filter(|input| input.name.text == own.name.text) {
                        let target = Target::Found { file: file.path.clone(), path: input.name.path.clone() };
                        let (name, path) = (&own.name.text, &own.name.path);
                        self.push(context::OPERATION_INPUT, SymbolKind::Property, name, own.name.span, path, target);
                    }
                }
            }
        }
    }

    /// The variables of a `dynamicType`, which may be written with `_` for a `-` in the property.
    fn type_variables(&mut self, component: &'a Component) {
        let Some(template) = &component.dynamic_type else { return };
        let path = component.name.path.key("dynamicType");
        let raw = template.span.of(&self.file.text);
        let written = QuotedTemplate::of(raw);
        for (at, variable) in variable_places(&written.text) {
            let same = |property: &&Property| property.name.text.replace('-', "_") == variable.replace('-', "_");
            let Some(property) = component.properties.iter().find(same) else { continue };
            let Some(at) = written.place(at).filter(|at| raw[*at..].starts_with(variable)) else { continue };
            let start = template.span.start as usize + at;
            let span = Span::new(start, start + variable.len());
            let name = &property.name.text;
            let target = self.part_property(component, name);
            self.push(context::TYPE_VARIABLE, SymbolKind::Property, name, span, &path, target);
        }
    }

    /// Keys of values whose type is a data type.
    fn members(&mut self, places: &[NodePath]) {
        let descriptor = self.descriptor;
        let own = descriptor.properties.iter().chain(&descriptor.private_properties);
        for property in own.filter(|property| is_below(&property.name.path, places)) {
            if let Some(resolved) = resolution::own_property(descriptor, &property.name.text) {
                self.member_keys(property, resolved.value(), &self.file.path.clone());
            }
        }
        for part in descriptor.composition.iter().chain(&descriptor.references) {
            if part.properties.is_empty() || !is_below(&part.name.path, places) {
                continue;
            }
            let Some((file, of)) = part.of.as_ref().and_then(|of| self.resolve(of)) else { continue };
            if of.data_types.is_empty() {
                continue;
            }
            for property in &part.properties {
                if let Some(resolved) = resolution::own_property(of, &property.name.text) {
                    self.member_keys(property, resolved.value(), &file.path);
                }
            }
        }
    }

    fn member_keys(&mut self, property: &'a Property, place: TypedValue<'a>, file: &FilePath) {
        if place.type_name.is_none_or(|name| PROPERTY_TYPES.contains(&name) && place.entry_schema.is_none()) {
            return;
        }
        for (node, key) in [(&property.value, "value"), (&property.default, "default")] {
            if let Some(node) = node {
                self.literal(node, place, file, &property.name.path.key(key));
            }
        }
    }

    fn literal(&mut self, node: &'a Node, place: TypedValue<'a>, file: &FilePath, path: &NodePath) {
        let members = place.members();
        for entry in node.entries() {
            let Some(key) = entry.key.as_text() else { continue };
            let inner = match &members {
                None => Some(place.entry(None)),
                Some(members) => members.iter().find(|member| member.name.text == key).map(|member| {
                    let target = Target::Found { file: file.clone(), path: member.name.path.clone() };
                    self.push(context::MEMBER, SymbolKind::Property, key, entry.key.span, &path.key(key), target);
                    place.of_member(member)
                }),
            };
            if let Some(inner) = inner {
                self.literal(&entry.value, inner, file, &path.key(key));
            }
        }
        for (index, item) in node.items().iter().enumerate() {
            // A map may be written as a list of maps.
            let inner = if place.type_name == Some("map") { place } else { place.entry(None) };
            self.literal(item, inner, file, &path.index(index));
        }
    }

    /// The steps of a reference into a value of a data type.
    fn member_steps(&mut self, reference: &PropertyPath, scope: Scope<'a>, path: &NodePath) {
        let Some(resolved) = resolve_reference(self.workspace, self.catalog, self.descriptor, scope, reference) else {
            return;
        };
        if reference.segments.len() <= resolved.length {
            return;
        }
        let file = match resolved.part {
            None => Some(self.file),
            Some(part) => part.of.as_ref().and_then(|of| self.resolve(of)).map(|(file, _)| file),
        };
        let (Some(file), mut place) = (file, resolved.value()) else { return };
        // Several instances yield several values, so one step may select an instance.
        let mut of_instance = resolved.is_multiple();
        for segment in reference.segments.iter().skip(resolved.length) {
            let is_member = |name: &str| {
                place.members().is_some_and(|members| members.iter().any(|member| member.name.text == name))
            };
            if of_instance && !matches!(segment, Segment::Name { name, .. } if is_member(name)) {
                of_instance = false;
                continue;
            }
            of_instance = false;
            if let (Segment::Name { name, span }, Some(members)) = (segment, place.members())
                && let Some(member) = members.iter().find(|member| member.name.text == *name)
            {
                let target = Target::Found { file: file.path.clone(), path: member.name.path.clone() };
                self.push(context::MEMBER, SymbolKind::Property, name, *span, path, target);
            }
            let Ok(next) = place.follow(std::slice::from_ref(segment)) else { return };
            place = next;
        }
    }

    /// `source.operation`: every source must have the operation.
    fn relationship_operation(&mut self, relationship: &'a Relationship, text: &Text) {
        let Some((head, operation)) = text.value.split_once('.') else { return };
        let ends = match head {
            "source" => ends(&relationship.source_capabilities),
            "target" => ends(&relationship.target_requirements),
            _ => {
                return self.dotted(
                    context::RELATIONSHIP_OPERATION,
                    SymbolKind::Operation,
                    text,
                    &relationship.name.path,
                );
            }
        };
        if operation.contains('.') {
            return; // Names contain no periods; the rule about the format reports this.
        }
        let span = within(text, head.len() + 1, operation.len(), self.file);
        let target = self.in_all(&ends, |descriptor| descriptor.operation(operation).map(|found| &found.name));
        self.push(
            context::RELATIONSHIP_OPERATION,
            SymbolKind::Operation,
            operation,
            span,
            &relationship.name.path,
            target,
        );
    }

    /// Looks up a member in the types of all `parts`: returns the first match, or the first part that lacks it.
    fn in_all(&self, parts: &[&str], find: impl Fn(&'a Descriptor) -> NamedItem<'a>) -> Target {
        let mut result = Target::Unknown;
        for part in parts {
            let found = self.member(part, &find);
            match (&found, &result) {
                (Target::Missing { .. }, _) => return found,
                (Target::Found { .. }, Target::Unknown) => result = found,
                _ => {}
            }
        }
        result
    }

    /// The types that a property uses: its own and those of its entries.
    fn property_type(&mut self, property: &'a Property) {
        let mut names: Vec<Text> = property.type_name.iter().cloned().collect();
        let mut schema = property.entry_schema.as_ref();
        while let Some(node) = schema {
            names.extend(model::entry_type(node));
            schema = model::entry_schema(node);
        }
        for name in names.iter().filter(|name| !PROPERTY_TYPES.contains(&name.value.as_str())) {
            let target = self.data_type(&name.value);
            self.whole(context::PROPERTY_TYPE, SymbolKind::DataType, name, &property.name.path, target);
        }
    }

    /// AD-REF-05: `instance`, `item`, `source` and `target` take precedence in their contexts; then components and
    /// references, then a property of the descriptor.
    fn reference(&mut self, reference: &PropertyPath, scope: Scope<'a>, path: &NodePath) {
        let Some(Segment::Name { name: head, span }) = reference.segments.first() else { return };
        self.member_steps(reference, scope, path);
        let member = match reference.segments.get(1) {
            Some(Segment::Name { name, span }) => Some((name, *span)),
            _ => None,
        };
        match (head.as_str(), scope) {
            ("instance", _) => return,
            ("item", Scope::Part(_)) => return,
            ("source", Scope::Relationship(relationship)) => {
                return self.end_property(&ends(&relationship.source_capabilities), member, path);
            }
            ("target", Scope::Relationship(relationship)) => {
                return self.end_property(&ends(&relationship.target_requirements), member, path);
            }
            _ => {}
        }
        if let (Some(part), Some((property, property_span))) = (self.descriptor.part(head), member) {
            let kind = self.part_kind(head);
            let target = self.local(Some(&part.name));
            self.push(context::VALUE, kind, head, *span, path, target);
            let target = self.part_property(part, property);
            return self.push(context::VALUE, SymbolKind::Property, property, property_span, path, target);
        }
        let own = self.descriptor.property(head).or_else(|| {
            let mut private = self.descriptor.private_properties.iter();
            private.find(|property| property.name.text == *head)
        });
        match (own, member) {
            (Some(own), _) => {
                let target = self.local(Some(&own.name));
                self.push(context::VALUE, SymbolKind::Property, head, *span, path, target);
            }
            (None, Some(_)) if self.descriptor.kind == DescriptorKind::Assembly => {
                let target = Target::Missing { owner: None };
                self.push(context::VALUE, SymbolKind::Component, head, *span, path, target);
            }
            (None, _) => {
                let target = Target::Missing { owner: None };
                self.push(context::VALUE, SymbolKind::Property, head, *span, path, target);
            }
        }
    }

    /// A property of a component or reference, declared by its type or in the composition. Every instance has a name. A
    /// found instance also has an id (S0:790), while a created one only sees its own (S0:151).
    fn part_property(&self, part: &'a Component, name: &str) -> Target {
        let is_reference = self.part_kind(&part.name.text) == SymbolKind::Reference;
        let built_in = name == "name" || name == "id" && is_reference;
        let own = part.property(name).map(|property| &property.name);
        let found = self.member(&part.name.text, |descriptor| descriptor.property(name).map(|property| &property.name));
        match (found, own) {
            (Target::Found { file, path }, _) => Target::Found { file, path },
            (_, Some(own)) => self.local(Some(own)),
            (Target::Missing { .. }, None) if built_in => Target::Unknown,
            (missing_or_unknown, None) => missing_or_unknown,
        }
    }

    fn end_property(&mut self, ends: &[&str], member: Option<(&smol_str::SmolStr, Span)>, path: &NodePath) {
        let Some((name, span)) = member else { return };
        let mut target = Target::Unknown;
        for end in ends {
            let Some(part) = self.descriptor.part(end) else { continue };
            match self.part_property(part, name) {
                Target::Unknown => {}
                missing @ Target::Missing { .. } => {
                    target = missing;
                    break;
                }
                found @ Target::Found { .. } => target = found,
            }
        }
        self.push(context::VALUE, SymbolKind::Property, name, span, path, target);
    }

    /// `component.member`: a mention of the component and one of a member of its type.
    fn dotted(&mut self, context: Context, kind: SymbolKind, text: &Text, path: &NodePath) {
        let Some((head, member)) = text.value.split_once('.') else { return };
        let head_span = within(text, 0, head.len(), self.file);
        self.part_name(context, head, head_span, path);
        if member.contains('.') {
            return; // Names contain no periods; the rule about the format reports this.
        }
        let span = within(text, head.len() + 1, member.len(), self.file);
        let target = self.member(head, |descriptor| {
            let mut names: Box<dyn Iterator<Item = &Name>> = match kind {
                SymbolKind::Capability => Box::new(descriptor.capabilities.iter().map(|found| &found.name)),
                SymbolKind::Requirement => Box::new(descriptor.requirements.iter().map(|found| &found.name)),
                SymbolKind::Metric => Box::new(descriptor.metrics.iter().map(|found| &found.name)),
                _ => Box::new(descriptor.operations.iter().map(|found| &found.name)),
            };
            names.find(|name| name.text == member)
        });
        self.push(context, kind, member, span, path, target);
    }

    /// Looks up a member in the type of the part `name`.
    fn member(&self, name: &str, find: impl Fn(&'a Descriptor) -> NamedItem<'a>) -> Target {
        let Some(of) = self.descriptor.part(name).and_then(|part| part.of.as_ref()) else { return Target::Unknown };
        let Some((file, descriptor)) = self.resolve(of) else { return Target::Unknown };
        match find(descriptor) {
            Some(found) => Target::Found { file: file.path.clone(), path: found.path.clone() },
            None => Target::Missing { owner: Some(of.clone()) },
        }
    }

    fn part_kind(&self, name: &str) -> SymbolKind {
        let reference = self.descriptor.component(name).is_none() && self.descriptor.reference(name).is_some();
        if reference { SymbolKind::Reference } else { SymbolKind::Component }
    }

    fn part_name(&mut self, context: Context, name: &str, span: Span, path: &NodePath) {
        let target = self.local(self.descriptor.part(name).map(|part| &part.name));
        self.push(context, self.part_kind(name), name, span, path, target);
    }

    fn data_type(&self, name: &str) -> Target {
        let found = self.descriptor.data_types.iter().find(|data_type| data_type.name.text == name);
        self.local(found.map(|data_type| &data_type.name))
    }

    fn local(&self, name: Option<&Name>) -> Target {
        match name {
            Some(name) => Target::Found { file: self.file.path.clone(), path: name.path.clone() },
            None => Target::Missing { owner: None },
        }
    }

    fn resolve(&self, of: &DescriptorRef) -> Option<(&'a SourceFile, &'a Descriptor)> {
        super::resolve(self.workspace, self.catalog, of)
    }

    fn whole(&mut self, context: Context, kind: SymbolKind, text: &Text, path: &NodePath, target: Target) {
        self.push(context, kind, &text.value, text.span, path, target);
    }

    fn push(&mut self, context: Context, kind: SymbolKind, name: &str, span: Span, path: &NodePath, target: Target) {
        self.mentions.push(Mention { context, kind, name: name.into(), span, path: path.clone(), target });
    }
}

fn is_below(path: &NodePath, places: &[NodePath]) -> bool {
    places.iter().any(|place| path.starts_with(place))
}

/// The names of the components and references at an end of a relationship.
pub fn ends(texts: &[Text]) -> Vec<&str> {
    texts.iter().map(|text| text.value.split('.').next().unwrap_or(&text.value)).collect()
}

/// The span of `length` bytes at `start` of a scalar's content; exact unless the scalar is escaped.
pub fn within(text: &Text, start: usize, length: usize, file: &SourceFile) -> Span {
    let raw = text.span.of(&file.text);
    let quote = usize::from(raw.starts_with(['\'', '"']));
    let at = text.span.start as usize + quote;
    let exact = file.text.get(at..at + text.value.len()) == Some(text.value.as_str());
    if exact { Span::new(at + start, at + start + length) } else { text.span }
}

/// Whether a scalar is quoted, which decides whether its content can be edited in place.
pub fn is_quoted(node: &Node) -> bool {
    node.as_scalar().is_some_and(|scalar| scalar.style != Style::Plain)
}

/// The file and path that a resolved target refers to.
pub fn place<'a>(workspace: &'a Workspace, target: &Target) -> Option<(&'a SourceFile, NodePath)> {
    let Target::Found { file, path } = target else { return None };
    let found: &FilePath = file;
    Some((workspace.file(found)?.as_ref(), path.clone()))
}
