//! The effective value of a property: fixed by its descriptor, set from outside, reported at run time, or a default, in
//! this order.

use smol_str::SmolStr;

use crate::assembly::expansion::InstanceKind;
use crate::assembly::expansion::blueprint::{Expression, default_of};
use crate::assembly::expansion::codes;
use crate::assembly::expansion::engine::{Attempt, Engine, Evaluated, Key, Scope};
use crate::assembly::expansion::input;
use crate::assembly::expansion::value::{Symbol, SymbolicValue, UnitId};
use crate::assembly::model::Property;
use crate::diagnostic::Severity;
use crate::preview::Origin;
use crate::syntax::Node;
use crate::workspace::SourceFile;

/// A property as set in the composition, with the file that sets it.
type Assigned<'a> = Option<(&'a Property, &'a SourceFile)>;

impl<'a> Engine<'a> {
    /// The value of the property `name` of `unit`, and its origin.
    pub fn effective_value(&self, unit: UnitId, name: &SmolStr, attempt: &mut Attempt) -> Evaluated {
        let instance = &self.units[unit];
        if !instance.is_typed {
            attempt.needs.push(Key::Type(unit));
            return evaluated(SymbolicValue::null(), Origin::Unset);
        }
        let is_reference = instance.kind == InstanceKind::Reference;
        let base = instance.base.as_ref().filter(|_| !is_reference);
        let own = base.and_then(|base| Some((base.own_property(name)?, base.file)));
        let given = self.given(unit, name);
        let declared = own.map(|(property, _)| property);
        let type_name = declared.or(given.map(|(property, _)| property)).and_then(|property| self.type_of(property));

        if let Some((node, file)) = own.and_then(|(property, file)| Some((property.value.as_ref()?, file)))
            && let expression = self.expression(node, file)
            && !node.is_null()
            && !is_handed_through(&expression, name)
        {
            self.check_ignored(unit, name, given, attempt);
            let scope = Scope { file, span: node.span, home: unit, instance: unit, ends: None, name };
            let value = self.evaluate_for(&expression, type_name, &scope, attempt);
            let origin = if expression.is_literal() { Origin::Static } else { Origin::Mapped };
            // The default of an output holds until the output is reported.
            let is_open = !expression.is_literal() && !value.is_known();
            let default = || self.default_value(unit, name, own, given, type_name, attempt);
            return Evaluated { until_reported: is_open.then(default).flatten(), value, origin };
        }
        let is_read_only = declared.is_some_and(|property| property.read_only);
        if is_read_only {
            self.check_ignored(unit, name, given, attempt);
        } else if let Some(input) = self.inputs.properties.get(name.as_str()).filter(|_| instance.place.is_none()) {
            return evaluated(input::convert(input, type_name), Origin::Intent);
        } else if let Some((property, file)) = given
            && let Some(node) = property.value.as_ref().filter(|node| !node.is_null())
        {
            let expression = self.expression(node, file);
            let origin = if expression.is_literal() { Origin::Set } else { Origin::Mapped };
            return evaluated(self.given_value(unit, name, attempt), origin);
        }
        let default = self.default_value(unit, name, own, given, type_name, attempt);
        if is_read_only || given.is_some_and(|(property, _)| property.read_only) {
            let property = name.clone();
            let reported = match instance.kind {
                InstanceKind::Resource => Some(Symbol::Runtime { unit, property }),
                InstanceKind::Unresolved => Some(Symbol::Unknown { unit, property }),
                InstanceKind::Assembly | InstanceKind::Reference | InstanceKind::Group => None,
            };
            if let Some(symbol) = reported {
                return Evaluated {
                    value: SymbolicValue::Symbol(symbol),
                    origin: Origin::Runtime,
                    until_reported: default,
                };
            }
        }
        match (default, instance.kind) {
            (Some(value), _) => evaluated(value, Origin::Default),
            (None, InstanceKind::Unresolved) => {
                evaluated(SymbolicValue::Symbol(Symbol::Unknown { unit, property: name.clone() }), Origin::Unset)
            }
            (None, _) => evaluated(SymbolicValue::Symbol(Symbol::Unset), Origin::Unset),
        }
    }

    /// The value or default that the composition sets, evaluated before the type of `unit` is known.
    pub fn entry(&self, unit: UnitId, name: &SmolStr, attempt: &mut Attempt) -> SymbolicValue {
        let Some((property, file)) = self.given(unit, name) else { return SymbolicValue::Symbol(Symbol::Unset) };
        if let Some(node) = property.value.as_ref().filter(|node| !node.is_null()) {
            let type_name = self.type_of(property);
            let scope = self.outer_scope(unit, node, file, name);
            return self.evaluate_for(&self.expression(node, file), type_name, &scope, attempt);
        }
        match default_of(property) {
            Some(node) => {
                let scope = self.outer_scope(unit, node, file, name);
                self.evaluate_for(&self.expression(node, file), self.type_of(property), &scope, attempt)
            }
            None => SymbolicValue::Symbol(Symbol::Unset),
        }
    }

    /// The value set in the composition. Reuses the one already evaluated if choosing the type needed it.
    fn given_value(&self, unit: UnitId, name: &SmolStr, attempt: &mut Attempt) -> SymbolicValue {
        let declared = self.units[unit]
            .base
            .as_ref()
            .and_then(|base| base.own_property(name))
            .and_then(|property| self.type_of(property));
        let Some((property, file)) = self.given(unit, name) else { return SymbolicValue::Symbol(Symbol::Unset) };
        let type_name = declared.or(self.type_of(property));
        if let Some(value) = self.units[unit].entries.get(name) {
            return input::shaped(value.clone(), type_name);
        }
        let Some(node) = &property.value else { return SymbolicValue::Symbol(Symbol::Unset) };
        let scope = self.outer_scope(unit, node, file, name);
        self.evaluate_for(&self.expression(node, file), type_name, &scope, attempt)
    }

    fn outer_scope<'s>(&self, unit: UnitId, node: &Node, file: &'a SourceFile, name: &'s str) -> Scope<'a, 's> {
        let home = self.units[unit].place.map_or(unit, |(parent, _)| parent);
        // A reference has no instance of its own: `instance` is the referring assembly.
        let instance = if self.units[unit].kind == InstanceKind::Reference { home } else { unit };
        Scope { file, span: node.span, home, instance, ends: None, name }
    }

    /// The default in the composition, otherwise that of the type.
    fn default_value(
        &self,
        unit: UnitId,
        name: &str,
        own: Assigned<'a>,
        given: Assigned<'a>,
        type_name: Option<&str>,
        attempt: &mut Attempt,
    ) -> Option<SymbolicValue> {
        let default = |found: Assigned<'a>| found.and_then(|(property, file)| Some((default_of(property)?, file)));
        let (node, file) = default(given).or_else(|| default(own))?;
        let is_reference = self.units[unit].kind == InstanceKind::Reference;
        let scope = Scope { file, span: node.span, home: unit, instance: unit, ends: None, name };
        let scope = if is_reference { self.outer_scope(unit, node, file, name) } else { scope };
        Some(self.evaluate_for(&self.expression(node, file), type_name, &scope, attempt))
    }

    /// Evaluates `expression` as a value of this type.
    fn evaluate_for(
        &self,
        expression: &Expression,
        type_name: Option<&str>,
        scope: &Scope<'a, '_>,
        attempt: &mut Attempt,
    ) -> SymbolicValue {
        attempt.is_gathered = false;
        let value = self.evaluate(expression, scope, attempt);
        let is_whole = matches!(expression, Expression::Reference(_)) && attempt.is_gathered;
        let is_single = type_name.is_some_and(|name| SINGLE_TYPES.contains(&name));
        if is_whole && is_single && matches!(value, SymbolicValue::List(_) | SymbolicValue::Map(_)) {
            let message = "a property of a component with several instances yields a collection of values".to_owned();
            let finding = scope.finding(codes::MANY_VALUES, Severity::Warning, scope.span, message);
            let finding = finding.help("declare the property as a `list` (or a `map` for a group over a map)");
            self.found(finding, scope, attempt);
        }
        input::shaped(value, type_name)
    }

    /// Reports a value in the composition that has no effect.
    fn check_ignored(&self, unit: UnitId, name: &str, given: Assigned<'a>, attempt: &mut Attempt) {
        let Some((property, file)) = given else { return };
        let Some(node) = property.value.as_ref().filter(|node| !node.is_null()) else { return };
        let scope = self.outer_scope(unit, node, file, name);
        let message = format!("`{name}` is fixed or reported by the component's descriptor, so this value is ignored");
        self.found(scope.finding(codes::IGNORED_VALUE, Severity::Warning, node.span, message), &scope, attempt);
    }
}

/// The built-in scalar types (S0:77-93).
const SINGLE_TYPES: &[&str] = &["string", "boolean", "integer", "float", "timestamp", "key", "certificate"];

fn evaluated(value: SymbolicValue, origin: Origin) -> Evaluated {
    Evaluated { value, origin, until_reported: None }
}

/// Whether `expression` refers to the property `name` itself, which passes an input through (AD-PROP-21).
pub fn is_handed_through(expression: &Expression, name: &str) -> bool {
    match expression {
        Expression::Reference(path) => path.segments.len() == 1 && path.head() == name,
        Expression::Literal(_) | Expression::Mixed(_) | Expression::List(_) | Expression::Map(_) => false,
    }
}
