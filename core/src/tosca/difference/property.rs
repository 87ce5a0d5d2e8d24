//! Differences of properties, attributes and parameters, and of their constraints.

use std::collections::HashSet;

use super::{ChangedMember, Comparison, Side};
use crate::schema::diff::{Impact, quoted, quoted_beside, same};
use crate::sorting::gather;
use crate::symbol::SymbolKind;
use crate::tosca::types::TypeName;
use crate::tosca::types::clause::Rule;
use crate::tosca::types::property::Property;
use crate::tosca::types::schema::Schema;
use crate::tosca::value::constraint::{Condition, implies};
use crate::tosca::value::primitive::Primitive;

/// Maximum depth of entry schemas.
const MAX_DEPTH: usize = 16;

/// The use of a value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// They set it, so that it must accept what it accepted.
    Set,
    /// They read it, so that it must not be anything else than it was.
    Read,
}

impl Role {
    /// The impact if more values are possible, and if fewer are.
    fn impacts(self) -> (Impact, Impact) {
        match self {
            Role::Set => (Impact::Addition, Impact::Breaking),
            Role::Read => (Impact::Breaking, Impact::Behavior),
        }
    }
}

/// Whether users must set a value.
fn must_be_set(property: &Property<'_>) -> bool {
    property.is_required && property.default.is_none()
}

impl<'a> Comparison<'a> {
    /// Compares a definition with everything that it inherits; `None` where a version has none.
    pub(super) fn property(
        &mut self,
        place: &ChangedMember,
        old: Option<&Property<'a>>,
        new: Option<&Property<'a>>,
        role: Role,
    ) {
        let (old, new) = match (old, new) {
            (Some(old), Some(new)) => (old, new),
            (Some(_), None) => return self.removed(Impact::Breaking, place),
            (None, Some(new)) if role == Role::Set && must_be_set(new) => {
                return self.add(Impact::Breaking, place, "was added and must be set");
            }
            (None, Some(_)) => return self.added(Impact::Addition, place),
            (None, None) => return,
        };
        self.schemas(place, &old.schema, &new.schema, role, 0);
        let must = role == Role::Set;
        match (must && must_be_set(old), must && must_be_set(new)) {
            (false, true) => {
                self.add(Impact::Breaking, place, "must now be set: it is required and has no default");
            }
            (true, false) => self.add(Impact::Addition, place, "no longer needs to be set"),
            _ => self.default(place, old, new),
        }
        if old.status != new.status && (old.status.unwrap_or("supported")) != new.status.unwrap_or("supported") {
            let status = new.status.unwrap_or("supported");
            self.add(Impact::Behavior, place, format!("now has the status `{status}`"));
        }
    }

    fn default(&mut self, place: &ChangedMember, old: &Property<'a>, new: &Property<'a>) {
        let texts = (self.text_of(&self.before, old), self.text_of(&self.after, new));
        let message = match (old.default, new.default, texts) {
            (Some((_, one)), Some((_, other)), _) if same(one, other) => return,
            (Some((_, one)), Some((_, other)), (Some(before), Some(after))) => {
                let (one, other) = quoted_beside((one, before), (other, after));
                format!("has the default {other} (was {one})")
            }
            (None, Some((_, other)), (_, Some(after))) => format!("now has the default {}", quoted(other, after)),
            (Some((_, one)), None, (Some(before), _)) => {
                format!("no longer has a default (it was {})", quoted(one, before))
            }
            _ => return,
        };
        self.add(Impact::Behavior, place, message);
    }

    /// The text of the file with the default of a property.
    fn text_of(&self, side: &Side<'a>, property: &Property<'a>) -> Option<&'a str> {
        let (file, _) = property.default?;
        side.scope.source(file).map(|file| &*file.text)
    }

    /// Compares the types of values, with their entries and constraints.
    fn schemas(&mut self, place: &ChangedMember, old: &Schema<'a>, new: &Schema<'a>, role: Role, depth: usize) {
        let (wider, narrower) = role.impacts();
        let (one, other) = (self.type_of(&self.before, old), self.type_of(&self.after, new));
        if let (Some(one), Some(other)) = (one, other)
            && one != other
        {
            let is_wider = self.derives_from(SymbolKind::DataType, one, other);
            let is_narrower = self.derives_from(SymbolKind::DataType, other, one);
            let impact = if is_wider && !is_narrower {
                wider
            } else if is_narrower && !is_wider {
                narrower
            } else {
                Impact::Breaking
            };
            return self.add(impact, place, format!("now has the type `{other}` (was `{one}`)"));
        }
        let (rules, new_rules) = (old.rules(&self.before.types).to_vec(), new.rules(&self.after.types).to_vec());
        self.rules_for(place, &rules, &new_rules, role);
        if depth < MAX_DEPTH {
            for (noun, old, new) in [("entries", &old.entry, &new.entry), ("keys", &old.key, &new.key)] {
                if let (Some(old), Some(new)) = (old, new) {
                    let place = ChangedMember { words: format!("the {noun} of {}", place.words), ..place.clone() };
                    self.schemas(&place, old, new, role, depth + 1);
                } else if let (None, Some(new)) = (old, new) {
                    let of = self.type_of(&self.after, new).unwrap_or("string");
                    self.add(narrower, place, format!("now has {noun} of type `{of}`"));
                } else if let (Some(old), None) = (old, new) {
                    let of = self.type_of(&self.before, old).unwrap_or("string");
                    self.add(wider, place, format!("now has {noun} of any type (was `{of}`)"));
                }
            }
        }
    }

    /// Compares the entry schemas of data types.
    pub(super) fn entries(
        &mut self,
        place: &ChangedMember,
        old: Option<&Schema<'a>>,
        new: Option<&Schema<'a>>,
        role: Role,
    ) {
        let (wider, narrower) = role.impacts();
        match (old, new) {
            (Some(old), Some(new)) => self.schemas(place, old, new, role, 0),
            (None, Some(new)) => {
                let of = self.type_of(&self.after, new).unwrap_or("string");
                self.add(narrower, place, format!("now have the type `{of}`"));
            }
            (Some(_), None) => self.add(wider, place, "no longer have a type"),
            (None, None) => {}
        }
    }

    /// The name of a data type as its definition calls it.
    fn type_of(&self, side: &Side<'a>, schema: &Schema<'a>) -> Option<&'a str> {
        let TypeName { name, .. } = schema.type_name?;
        let found = Primitive::named(name).map(Primitive::name);
        let defined = || side.types.find(SymbolKind::DataType, schema.type_name?).map(|found| found.name);
        found.or_else(defined).or(Some(name))
    }

    /// Compares the constraints of a data type.
    pub(super) fn rules(&mut self, place: &ChangedMember, old: &[Rule<'a>], new: &[Rule<'a>]) {
        self.rules_for(place, old, new, Role::Set);
    }

    /// Compares constraints by their meaning: `in_range: [1, 4]` says the same as two bounds.
    fn rules_for(&mut self, place: &ChangedMember, old: &[Rule<'a>], new: &[Rule<'a>], role: Role) {
        let (wider, narrower) = role.impacts();
        let removed = without(old, new);
        let added = without(new, old);
        let is_stricter = added.iter().any(|rule| !follows(rule, old));
        let is_looser = removed.iter().any(|rule| !follows(rule, new));
        let impact = match (is_stricter, is_looser) {
            (false, false) => return,
            (true, false) => narrower,
            (false, true) => wider,
            (true, true) => Impact::Breaking,
        };
        let shown = |rules: &[&Rule<'a>]| {
            let each = rules.iter().map(|rule| format!("`{}: {}`", rule.operator.name(), rule.written));
            each.collect::<Vec<_>>().join(", ")
        };
        let message = match (added.is_empty(), removed.is_empty()) {
            (false, true) => format!("has the new constraint {}", shown(&added)),
            (true, _) => format!("no longer has the constraint {}", shown(&removed)),
            (false, false) => format!("has the constraint {} (was {})", shown(&added), shown(&removed)),
        };
        self.add(impact, place, message);
    }
}

/// Maximum number of constraints of a definition that are compared by their meaning.
const MAX_COMPARED: usize = 100;

/// The rules that are not among others, as written.
fn without<'r, 'a>(rules: &'r [Rule<'a>], others: &[Rule<'a>]) -> Vec<&'r Rule<'a>> {
    let key = |rule: &Rule<'a>| (rule.operator, rule.written.clone());
    let known: HashSet<_> = gather(others.iter().map(key));
    rules.iter().filter(|rule| !known.contains(&key(rule))).take(MAX_COMPARED).collect()
}

/// Whether a constraint follows from others, by its meaning.
fn follows(rule: &Rule<'_>, others: &[Rule<'_>]) -> bool {
    let conditions: Vec<Condition> = others.iter().take(MAX_COMPARED).map(|other| other.condition.clone()).collect();
    implies(&conditions, &rule.condition)
}
