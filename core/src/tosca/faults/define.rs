//! Definitions of properties, attributes, parameters and data types: their types, constraints and defaults.

use std::collections::HashSet;
use std::rc::Rc;

use super::{CheckedValue, Checker, Fault, FaultKind};
use crate::diagnostic::{Safety, Severity};
use crate::symbol::SymbolKind;
use crate::syntax::{Entry, Node, NodePath};
use crate::tosca::effective::named;
use crate::tosca::entity::Entity;
use crate::tosca::interfaces;
use crate::tosca::model::{SECTIONS, is_type};
use crate::tosca::types::clause::{Clause, ClauseError, Rule, clauses};
use crate::tosca::types::data_type::{DataType, Special};
use crate::tosca::types::members::Properties;
use crate::tosca::types::property::{Property, is_definition};
use crate::tosca::types::schema::{Schema, type_name};
use crate::tosca::value::Value;
use crate::tosca::value::constraint::{Condition, Operator, contradiction};
use crate::tosca::value::primitive::{ABSTRACT, Primitive, YAML_NAMES};
use crate::tosca::value::read::{Remark, key, read, shown};

/// The noun for the credential of a repository.
pub(super) const REPOSITORY_CREDENTIAL: &str = "the credential of repository";

/// The place of a definition: messages call it by the noun.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Property,
    Attribute,
    /// An input of an operation in a type.
    Input,
    /// An input or output of a topology or workflow.
    Parameter(&'static str),
}

impl Role {
    fn noun(self) -> &'static str {
        match self {
            Role::Property => "property",
            Role::Attribute => "attribute",
            Role::Input => "input",
            Role::Parameter(noun) => noun,
        }
    }
}

impl<'a> Checker<'a> {
    /// Checks the version of the template, and the credentials of its repositories (3.5.6, 3.9.3.5).
    pub(super) fn metadata(&self) {
        let named_type = |name| Schema::named(self.entities.types.named(name));
        let metadata = self.root.get("metadata").into_iter().flat_map(named);
        for (name, entry) in metadata.filter(|(name, _)| *name == "template_version") {
            let place = CheckedValue::root("metadata", name, entry.key.span, &Entity::Anywhere);
            self.value(&place, &entry.value, &named_type("version"));
        }
        for (name, entry) in self.root.get("repositories").into_iter().flat_map(named) {
            let Some(credential) = entry.value.entry("credential").filter(|entry| !entry.value.is_null()) else {
                continue;
            };
            let place = CheckedValue::root(REPOSITORY_CREDENTIAL, name, credential.key.span, &Entity::Anywhere);
            self.value(&place, &credential.value, &named_type("tosca.datatypes.Credential"));
        }
    }

    /// Checks the types that the file defines.
    pub(super) fn definitions(&self) {
        for (kind, section) in SECTIONS.iter().filter(|(kind, _)| is_type(*kind)) {
            let section = self.root.at(&NodePath::keys(section.iter().copied()));
            for (name, entry) in section.into_iter().flat_map(named) {
                self.version(name, &entry.value);
                match kind {
                    SymbolKind::DataType => self.data_type(name, entry),
                    kind => self.entity_type(*kind, name, entry),
                }
            }
        }
    }

    /// The version of a type (3.6.1).
    fn version(&self, name: &'a str, of: &'a Node) {
        let Some(entry) = of.entry("version").filter(|entry| !entry.value.is_null()) else { return };
        let place = CheckedValue::root("the version of", name, entry.key.span, &Entity::Anywhere);
        self.value(&place, &entry.value, &Schema::named(self.entities.types.named("version")));
    }

    fn entity_type(&self, kind: SymbolKind, name: &'a str, entry: &'a Entry) {
        let node = &entry.value;
        if node.as_mapping().is_none() {
            return;
        }
        let members = self.entities.types.members(kind, self.entities.types.named(name));
        let entity = match kind {
            SymbolKind::NodeType => Entity::NodeType(Rc::clone(&members)),
            SymbolKind::RelationshipType => Entity::RelationshipType(Rc::clone(&members)),
            _ => Entity::Anywhere,
        };
        self.section(node, "properties", Role::Property, &members.properties, &entity);
        self.section(node, "attributes", Role::Attribute, &members.attributes, &entity);
        self.homonyms(node, &members.properties);
        for (name, capability) in node.get("capabilities").into_iter().flat_map(named) {
            let Some(of) = members.capabilities.get(name) else { continue };
            let node = &capability.value;
            self.section(node, "properties", Role::Property, &of.properties, &entity);
            self.section(node, "attributes", Role::Attribute, &of.attributes, &entity);
        }
        if kind == SymbolKind::InterfaceType {
            self.interface(node, &entity);
        }
        for (_, interface) in node.get("interfaces").into_iter().flat_map(named) {
            self.interface(&interface.value, &entity);
        }
        for (_, added) in interfaces::of_relationships(node) {
            for (_, interface) in named(added) {
                self.interface(&interface.value, &Entity::Anywhere);
            }
        }
    }

    /// The inputs of an interface and of its operations.
    fn interface(&self, node: &'a Node, entity: &Entity<'a>) {
        let none = Properties::new();
        self.section(node, "inputs", Role::Input, &none, entity);
        let operations = node.get("operations").into_iter().flat_map(named);
        for (name, entry) in named(node).chain(operations) {
            if !["inputs", "operations", "type", "notifications"].contains(&name) {
                self.section(&entry.value, "inputs", Role::Input, &none, entity);
            }
        }
    }

    fn section(&self, node: &'a Node, key: &str, role: Role, effective: &Properties<'a>, entity: &Entity<'a>) {
        for (name, entry) in node.get(key).into_iter().flat_map(named) {
            let own = || Rc::new(Property::refined(None, "", &self.entities.context.file.path, name, entry));
            let property = effective.get(name).cloned().unwrap_or_else(own);
            self.definition(role, entry, &property, entity);
        }
    }

    /// Checks a definition with everything that it inherits.
    pub(super) fn definition(&self, role: Role, entry: &'a Entry, property: &Property<'a>, entity: &Entity<'a>) {
        let (node, name) = (&entry.value, property.name);
        if node.is_null() {
            return;
        }
        let place = CheckedValue::root(role.noun(), name, entry.key.span, entity);
        if !is_definition(node) {
            // A value sets the inherited definition (D-44).
            return self.value(&place, node, &property.schema);
        }
        self.type_name(&place, node);
        let types = &self.entities.types;
        let of = property.schema.data_type(types).filter(|of| of.is_known()).cloned();
        self.schemas(&place, node, of.as_deref());
        let mut is_contradiction = false;
        if let Some(constraints) = node.get("constraints") {
            self.constraints(&place, constraints, of.as_deref());
            is_contradiction = self.combined(&place, constraints, property);
        }
        if let Some(default) = node.get("default").filter(|default| !default.is_null()) {
            let noun = match role {
                Role::Property => "default of property",
                Role::Attribute => "default of attribute",
                Role::Input | Role::Parameter(_) => "default of input",
            };
            let place = CheckedValue::root(noun, name, default.span, entity);
            // No value meets constraints that contradict each other.
            match property.schema.type_name.filter(|_| is_contradiction) {
                Some(type_name) => self.value(&place, default, &Schema::named(type_name)),
                None => self.value(&place, default, &property.schema),
            }
        }
    }

    /// An attribute and the property that it reflects have the same type (D-43).
    fn homonyms(&self, node: &'a Node, properties: &Properties<'a>) {
        for (name, entry) in node.get("attributes").into_iter().flat_map(named) {
            let Some(property) = properties.get(name) else { continue };
            let (Some(own), Some(of)) = (type_name(&entry.value), property.schema.type_name) else { continue };
            let types = &self.entities.types;
            let (one, other) = (types.data_type(types.named(own)), types.data_type(of));
            if !one.fits(&other) || !other.fits(&one) {
                let message = format!("attribute `{name}` has the type `{own}`, but the property has `{}`", of.name);
                let fault = Fault::new(FaultKind::ClashingAttribute, entry.key.span, message);
                self.add(fault.related(property.file, property.span, "the property"));
            }
        }
    }

    /// Names of types that YAML uses, or that values cannot have.
    fn type_name(&self, at: &CheckedValue<'_, 'a>, node: &Node) {
        let Some(written) = node.get("type") else { return };
        let Some(name) = written.as_text() else { return };
        if let Some((yaml, tosca)) = YAML_NAMES.iter().find(|(yaml, _)| *yaml == name)
            && self.entities.types.scope.find(&[SymbolKind::DataType], name).is_none()
        {
            let message = format!("the type of {} should be written `{tosca}`, not `{yaml}`", at.named());
            let fault = Fault::new(FaultKind::YamlTypeName, written.span, message);
            self.add(fault.replace(written.span, *tosca, Safety::Safe));
        }
        if name.strip_prefix("tosca:").unwrap_or(name) == ABSTRACT {
            let message = format!("{} cannot have the abstract type `scalar-unit`", at.named());
            let fault = Fault::new(FaultKind::AbstractType, written.span, message);
            self.add(fault.help("use `scalar-unit.size`, `scalar-unit.time` or `scalar-unit.frequency`"));
        }
    }

    /// The schemas of entries and of external texts, which only some types have.
    fn schemas(&self, at: &CheckedValue<'_, 'a>, node: &'a Node, of: Option<&DataType<'a>>) {
        for key in ["entry_schema", "key_schema"] {
            let Some(entry) = node.entry(key) else { continue };
            let expected: &[Primitive] =
                if key == "entry_schema" { &[Primitive::List, Primitive::Map] } else { &[Primitive::Map] };
            let is_allowed = of.is_none_or(|of| of.primitive.is_some_and(|of| expected.contains(&of)));
            if !is_allowed {
                let types = if expected.len() == 1 { "the type `map`" } else { "the types `list` and `map`" };
                let message = format!("`{key}` of {} applies only to {types}", at.named());
                self.add(Fault::new(FaultKind::MisplacedEntrySchema, entry.key.span, message));
                continue;
            }
            self.entry_schema(at, &entry.value);
        }
        for key in ["external-schema", "external_schema", "schema"] {
            let (Some(entry), Some(of)) = (node.entry(key), of) else { continue };
            match of.special {
                Some(Special::Json) => self.json_schema(at, &entry.value),
                Some(Special::Xml) => {}
                _ => {
                    let message = format!("`{key}` of {} applies only to the types `json` and `xml`", at.named());
                    self.add(Fault::new(FaultKind::MisplacedSchema, entry.key.span, message));
                }
            }
        }
    }

    fn entry_schema(&self, at: &CheckedValue<'_, 'a>, node: &'a Node) {
        let Some(name) = type_name(node) else { return };
        self.type_name(at, node);
        let of = self.entities.types.data_type(self.entities.types.named(name));
        let of = of.is_known().then_some(&*of);
        self.schemas(at, node, of);
        if let Some(constraints) = node.get("constraints") {
            self.constraints(at, constraints, of);
        }
    }

    fn json_schema(&self, at: &CheckedValue<'_, 'a>, node: &Node) {
        let Some(text) = node.as_text() else { return };
        if let Err(error) = serde_json::from_str::<serde::de::IgnoredAny>(text) {
            let message =
                format!("the schema of {} is not valid JSON: {}", at.named(), error.to_string().to_lowercase());
            self.add(Fault::new(FaultKind::MalformedSchema, node.span, message));
        }
    }

    /// Checks each clause against the type.
    pub(super) fn constraints(&self, at: &CheckedValue<'_, 'a>, node: &'a Node, of: Option<&DataType<'a>>) {
        let Some(of) = of else { return };
        for clause in clauses(node) {
            self.clause(at, &clause, of);
        }
    }

    pub(super) fn clause(&self, at: &CheckedValue<'_, 'a>, clause: &Clause<'a>, of: &DataType<'a>) {
        let Some(operator) = clause.operator else { return };
        let is_schema = operator == Operator::Schema;
        if is_schema && !matches!(of.special, Some(Special::Json | Special::Xml)) {
            let message = format!("`schema` applies only to the types `json` and `xml`, not to `{}`", of.name);
            return self.add(Fault::new(FaultKind::NotApplicable, clause.span, message));
        }
        let Err(error) = clause.condition(of.primitive) else { return self.operands(at, clause, of) };
        let operand = clause.operand;
        let span = if operand.span.is_empty() { clause.span } else { operand.span };
        let message = error.message(clause, &at.named(), of.name, of.primitive);
        let fault = match error {
            ClauseError::NotApplicable => {
                let fault = Fault::new(FaultKind::NotApplicable, clause.span, message);
                // Some orchestrators compare values of complex types by their own rules.
                if of.is_complex() { fault.severity(Severity::Warning) } else { fault }
            }
            ClauseError::Operand(_) | ClauseError::EmptyRange | ClauseError::Pattern(_) => {
                Fault::new(FaultKind::BadOperand, span, message)
            }
            ClauseError::OperandType(node) => {
                Fault::new(FaultKind::OperandType, if node.span.is_empty() { span } else { node.span }, message)
            }
            ClauseError::Unsupported(_) => Fault::new(FaultKind::UncheckedPattern, span, message),
            ClauseError::NoValues => Fault::new(FaultKind::Unsatisfiable, span, message),
            ClauseError::Postponed => {
                if is_schema && of.special == Some(Special::Json) {
                    self.json_schema(at, operand);
                }
                return;
            }
        };
        self.add(fault);
    }

    /// The notation of the operands of a clause that can be decided.
    fn operands(&self, at: &CheckedValue<'_, 'a>, clause: &Clause<'a>, of: &DataType<'a>) {
        let name = clause.operator.map_or("", Operator::name);
        for node in clause.values() {
            if of.is_complex() && !of.fields.is_empty() && node.as_scalar().is_some() && !node.is_null() {
                let message =
                    format!("`{name}` of {} needs a mapping of `{}`, not {}", at.named(), of.name, shown(node));
                self.add(Fault::new(FaultKind::OperandType, node.span, message));
            }
            if of.primitive == Some(Primitive::String)
                && let Ok(reading) = read(node, Primitive::String)
                && let Some(Remark::Unquoted(noun)) = reading.remark
            {
                let message = format!(
                    "`{name}` of {} compares strings, but without quotes, YAML reads {} as a {noun}",
                    at.named(),
                    shown(node)
                );
                let fault = Fault::new(FaultKind::UnquotedString, node.span, message).help("quote the value");
                let quoted = format!("\"{}\"", key(node));
                self.add(fault.replace(node.span, quoted, Safety::Safe).severity(self.lenient()));
            }
        }
    }

    /// Checks the constraints of a definition together with those that it inherits. Returns whether no value meets them.
    fn combined(&self, at: &CheckedValue<'_, 'a>, node: &'a Node, property: &Property<'a>) -> bool {
        let types = &self.entities.types;
        let Some(of) = property.schema.data_type(types).filter(|of| of.is_known()) else { return false };
        let rules: Vec<&Rule<'a>> = of.rules.iter().chain(property.schema.rules(types)).collect();
        let file = &self.entities.context.file.path;
        let is_own = |rule: &Rule<'a>| rule.file == file && node.span.contains(rule.span);
        for rule in rules.iter().filter(|rule| is_own(rule)) {
            let wider = rules.iter().find(|base| !is_own(base) && widens(&rule.condition, &base.condition));
            if let Some(base) = wider {
                let message = format!(
                    "`in_range: {}` of {} widens the inherited range {}",
                    rule.written,
                    at.named(),
                    base.written
                );
                let fault = Fault::new(FaultKind::WidenedRange, rule.span, message);
                self.add(fault.related(base.file, base.span, "the inherited constraint"));
                return false;
            }
        }
        self.contradicted(at, node, &rules)
    }

    fn contradicted(&self, at: &CheckedValue<'_, 'a>, node: &Node, rules: &[&Rule<'a>]) -> bool {
        let conditions: Vec<&Condition> = rules.iter().map(|rule| &rule.condition).collect();
        let Some((one, other)) = contradiction(&conditions) else { return false };
        let (Some(one), Some(other)) = (rules.get(one), rules.get(other)) else { return false };
        if other.file != &self.entities.context.file.path || !node.span.contains(other.span) {
            return false;
        }
        let message = format!(
            "no value of {} meets both `{}: {}` and `{}: {}`",
            at.named(),
            one.operator.name(),
            one.written,
            other.operator.name(),
            other.written
        );
        let fault = Fault::new(FaultKind::Unsatisfiable, other.span, message);
        self.add(fault.related(one.file, one.span, "the other constraint"));
        true
    }

    fn data_type(&self, name: &'a str, entry: &'a Entry) {
        let node = &entry.value;
        let own = |key: &str| node.get(key).filter(|value| !value.is_null());
        if Primitive::named(name).is_some() {
            return; // The name always refers to the primitive type.
        }
        let base = own("derived_from").and_then(Node::as_text);
        let properties = own("properties").filter(|section| section.as_mapping().is_some());
        if properties.is_some_and(|section| section.entries().is_empty()) {
            let message = format!("data type `{name}` has an empty `properties` section");
            self.add(Fault::new(FaultKind::EmptyDataType, entry.key.span, message));
        } else if base.is_none() && properties.is_none() && node.as_mapping().is_some() {
            let message = format!("data type `{name}` needs `derived_from` or at least one property");
            let fault = Fault::new(FaultKind::EmptyDataType, entry.key.span, message);
            // Without any keyname it is a placeholder.
            self.add(if node.entries().is_empty() { fault.severity(Severity::Warning) } else { fault });
        }
        let of = self.entities.types.data_type(self.entities.types.named(name));
        if let (Some(primitive), Some(section)) =
            (of.primitive, node.entry("properties").filter(|_| properties.is_some()))
        {
            let message =
                format!("data type `{name}` derives from `{}`, so it cannot have properties", primitive.name());
            self.add(Fault::new(FaultKind::FieldsOfPrimitive, section.key.span, message));
            return;
        }
        let place = CheckedValue::root("data type", name, entry.key.span, &Entity::Anywhere);
        if let Some(constraints) = own("constraints") {
            self.constraints(&place, constraints, of.is_known().then_some(&*of));
            self.contradicted(&place, constraints, &of.rules.iter().collect::<Vec<_>>());
        }
        self.schemas(&place, node, of.is_known().then_some(&*of));
        self.section(node, "properties", Role::Property, &of.fields, &Entity::Anywhere);
        if of.is_complex() {
            self.endless(name, entry);
        }
    }

    /// Reports a data type that contains itself in required properties, so that no value can be complete (D-62).
    fn endless(&self, name: &'a str, entry: &Entry) {
        let mut known = HashSet::new();
        let mut open = vec![self.entities.types.named(name)];
        while let Some(next) = open.pop() {
            let of = self.entities.types.data_type(next);
            let needed = of.fields.values().filter(|field| field.is_required && field.default.is_none());
            for field in needed.filter_map(|field| field.schema.type_name) {
                if field.name == name {
                    let message = format!("data type `{name}` requires a value of itself, so no value can be complete");
                    self.add(Fault::new(FaultKind::EndlessDataType, entry.key.span, message));
                    return;
                }
                if known.insert(field) {
                    open.push(field);
                }
            }
        }
    }
}

/// Whether a range admits values that another excludes.
fn widens(own: &Condition, base: &Condition) -> bool {
    let (Condition::InRange(lower, upper), Condition::InRange(base_lower, base_upper)) = (own, base) else {
        return false;
    };
    let is_less = |one: &Value, other: &Value| one.order(other).is_some_and(std::cmp::Ordering::is_lt);
    let above = match (upper, base_upper) {
        (Some(upper), Some(base)) => is_less(base, upper),
        (None, Some(_)) => true,
        (_, None) => false,
    };
    above || is_less(lower, base_lower)
}
