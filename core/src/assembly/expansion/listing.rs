//! Lists the evaluated instances in source order, with symbols in values written as text.

use std::collections::HashSet;

use smol_str::SmolStr;

use crate::assembly::expansion::blueprint::Expression;
use crate::assembly::expansion::codes;
use crate::assembly::expansion::engine::{CreatedInstances, Engine, Evaluated, InstanceGroup, Key};
use crate::assembly::expansion::relationships::RelationshipUnit;
use crate::assembly::expansion::value::{Piece, Symbol, SymbolicValue, UnitId};
use crate::assembly::expansion::{Instance, InstanceKind, RelationshipInstance};
use crate::assembly::model::Property;
use crate::diagnostic::Severity;
use crate::preview::{ItemProperty, PartialValue};
use crate::syntax::Node;
use crate::workspace::SourceFile;

/// Up to this many names, comparing one by one is faster than a set.
const LINEAR_LIMIT: usize = 16;
/// Maximum number of properties followed to find the one whose value is missing.
const MAX_CHAIN_LENGTH: usize = 100;

/// A row of the instance tree.
pub enum Row {
    Unit(UnitId),
    /// The group of the part with this index in an assembly.
    Group(UnitId, usize),
}

impl Row {
    pub fn unit(&self) -> Option<UnitId> {
        match self {
            Row::Unit(unit) => Some(*unit),
            Row::Group(..) => None,
        }
    }
}

impl<'a> Engine<'a> {
    /// Evaluates everything below `root` and returns the tree: parents before children, in source order.
    pub async fn grow(&mut self, root: UnitId) -> Vec<Row> {
        let mut rows = Vec::new();
        let mut open = vec![Row::Unit(root)];
        while let Some(row) = open.pop() {
            match &row {
                Row::Unit(unit) => open.extend(self.grow_unit(*unit).into_iter().rev()),
                Row::Group(home, part) => {
                    let units =
                        self.instance_group(*home, *part).map_or(&[][..], |instance_group| &instance_group.units);
                    open.extend(units.iter().rev().copied().map(Row::Unit));
                }
            }
            rows.push(row);
            self.progress.piece().await;
        }
        rows
    }

    /// Evaluates the values and parts of `unit` and returns the rows below it.
    fn grow_unit(&mut self, unit: UnitId) -> Vec<Row> {
        self.demand(Key::Type(unit));
        for name in self.property_names(unit) {
            self.demand(Key::Value(unit, name));
        }
        let parts = match &self.units[unit].base {
            Some(base) if self.units[unit].kind == InstanceKind::Assembly && !self.units[unit].is_stopped => {
                base.parts.len()
            }
            _ => 0,
        };
        let mut rows = Vec::new();
        for part in 0..parts {
            self.demand(Key::Instances(unit, part));
            match self.units[unit].parts.get(&part).map(|made| &**made) {
                Some(CreatedInstances::Single(child)) => rows.push(Row::Unit(*child)),
                Some(CreatedInstances::Many(_)) => rows.push(Row::Group(unit, part)),
                Some(CreatedInstances::Nothing) | None => {}
            }
        }
        rows
    }

    pub fn instance_group(&self, home: UnitId, part: usize) -> Option<&InstanceGroup> {
        match &**self.units[home].parts.get(&part)? {
            CreatedInstances::Many(instance_group) => Some(instance_group),
            CreatedInstances::Single(_) | CreatedInstances::Nothing => None,
        }
    }

    /// The properties to show: those of the type, then those that only the composition has.
    fn property_names(&self, unit: UnitId) -> Vec<SmolStr> {
        let is_reference = self.units[unit].kind == InstanceKind::Reference;
        let base = self.units[unit].base.as_ref().filter(|_| !is_reference);
        let declared = base.map_or(&[][..], |base| &base.descriptor.properties);
        let given = self.part(unit).map_or(&[][..], |(part, _)| &part.component.properties);
        let names = declared.iter().chain(given).map(|property| &property.name.text);
        let mut found: Vec<SmolStr> = Vec::with_capacity(declared.len() + given.len());
        if declared.len() + given.len() <= LINEAR_LIMIT {
            for name in names {
                if !found.contains(name) {
                    found.push(name.clone());
                }
            }
            return found;
        }
        let mut seen = HashSet::new();
        found.extend(names.filter(|name| seen.insert(*name)).cloned());
        found
    }

    /// The values of the properties to show.
    pub fn properties(&self, unit: UnitId) -> impl Iterator<Item = (&SmolStr, &Evaluated)> {
        let names = self.property_names(unit).into_iter();
        names.filter_map(move |name| self.units[unit].values.get_key_value(&name))
    }

    /// Reports required properties without a value: an error at the root, a warning below (S0:137).
    pub fn check_required(&mut self, unit: UnitId) {
        if self.units[unit].kind == InstanceKind::Reference {
            return;
        }
        let mut found = Vec::new();
        for (name, evaluated) in self.properties(unit) {
            let base = self.units[unit].base.as_ref();
            let own: Option<(&Property, &SourceFile)> =
                base.and_then(|base| Some((*base.properties.get(name.as_str())?, base.file)));
            let given = self.given(unit, name);
            let is_required = [own, given].into_iter().flatten().any(|(property, _)| property.required);
            if !is_required || !evaluated.value.is_unset() || self.follows_from_another(unit, name) {
                continue;
            }
            let (severity, place, help) = match self.part(unit) {
                None => {
                    let place = own.map(|(property, file)| (file, property.name.span));
                    (Severity::Error, place, "set it in the inputs, or add a default")
                }
                Some((part, file)) => {
                    let span = given.map_or(part.component.name.span, |(property, _)| property.name.span);
                    (Severity::Warning, Some((file, span)), "add a `value` in the composition")
                }
            };
            let Some((file, span)) = place else { continue };
            let message = format!("required property `{name}` has no value");
            found.push(self.finding_at(file, codes::REQUIRED_UNSET, severity, span, message, unit).help(help));
        }
        for finding in found {
            self.report.add(finding);
        }
    }

    /// Whether the property has no value because it is mapped from a required property that has none. Only that one is
    /// reported.
    fn follows_from_another(&self, unit: UnitId, name: &str) -> bool {
        let (mut unit, mut name) = (unit, SmolStr::from(name));
        for _ in 0..MAX_CHAIN_LENGTH {
            let Some((home, source)) = self.mapped_from(unit, &name) else { return false };
            let base = self.units[home].base.as_ref();
            let own = base.and_then(|base| base.own_property(&source));
            let given = self.given(home, &source).map(|(property, _)| property);
            if [own, given].into_iter().flatten().any(|property| property.required) {
                return true;
            }
            (unit, name) = (home, source);
        }
        false
    }

    /// The property without a value that this one is mapped from: of the same instance, or of the enclosing assembly.
    fn mapped_from(&self, unit: UnitId, name: &str) -> Option<(UnitId, SmolStr)> {
        let source = |home: UnitId, node: Option<&'a Node>, file: &SourceFile| {
            let Expression::Reference(path) = &*self.expression(node?, file) else { return None };
            let source = SmolStr::from(path.head());
            let is_other = home != unit || source != name;
            let evaluated = self.units[home].values.get(&source).filter(|_| is_other && path.segments.len() == 1)?;
            evaluated.value.is_unset().then_some((home, source))
        };
        let base = self.units[unit].base.as_ref();
        let own = base.and_then(|base| source(unit, base.own_property(name)?.value.as_ref(), base.file));
        own.or_else(|| {
            let (home, _) = self.units[unit].place?;
            let (given, file) = self.given(unit, name)?;
            source(home, given.value.as_ref(), file)
        })
    }

    /// The instance of a row.
    pub fn instance(&mut self, row: &Row) -> Option<Instance> {
        match row {
            Row::Unit(unit) => Some(self.unit_instance(*unit)),
            Row::Group(home, part) => {
                let instance_group = self.instance_group(*home, *part)?;
                let base = self.units[*home].base.as_ref()?;
                Some(Instance {
                    name: instance_group.name.to_string(),
                    type_name: String::new(),
                    parent: Some(self.units[*home].name.to_string()),
                    kind: InstanceKind::Group,
                    properties: Vec::new(),
                    origin: Some((base.file.path.clone(), base.parts.get(*part)?.component.name.path.clone())),
                    dynamic_type: false,
                    group: Some(instance_group.group.clone()),
                })
            }
        }
    }

    fn unit_instance(&mut self, unit: UnitId) -> Instance {
        let size: u64 = self.properties(unit).map(|(_, evaluated)| evaluated.value.size()).sum();
        let is_affordable = self.spend(size);
        if !is_affordable && let Some((part, file)) = self.part(unit) {
            let message = "the values of all instances together are too large to show".to_owned();
            let (code, severity) = (codes::LIMIT, Severity::Error);
            let finding = self.finding_at(file, code, severity, part.component.name.span, message, unit);
            self.report.add(finding);
        }
        let known = |value: &SymbolicValue| {
            if is_affordable { self.known(value) } else { PartialValue::Symbol("<error too large>".into()) }
        };
        let properties = self.properties(unit).map(|(name, evaluated)| ItemProperty {
            name: name.clone(),
            value: known(&evaluated.value),
            origin: evaluated.origin,
            until_reported: evaluated.until_reported.as_ref().map(known),
        });
        let instance = &self.units[unit];
        let parent = instance.place.map(|(home, part)| match self.instance_group(home, part) {
            Some(instance_group) => instance_group.name.to_string(),
            None => self.units[home].name.to_string(),
        });
        Instance {
            name: instance.name.to_string(),
            type_name: instance.type_name.to_string(),
            parent,
            kind: instance.kind,
            properties: properties.collect(),
            origin: self.part(unit).map(|(part, file)| (file.path.clone(), part.component.name.path.clone())),
            dynamic_type: instance.dynamic_type,
            group: None,
        }
    }

    pub fn relationship(&mut self, relation: &RelationshipUnit<'a>) -> RelationshipInstance {
        let size: u64 = relation.properties.iter().map(|(_, value, _)| value.size()).sum();
        let is_affordable = self.spend(size);
        let properties = relation.properties.iter().map(|(name, value, origin)| ItemProperty {
            name: name.clone(),
            value: if is_affordable { self.known(value) } else { PartialValue::Symbol("<error too large>".into()) },
            origin: *origin,
            until_reported: None,
        });
        let name = |unit: UnitId| self.units[unit].name.to_string();
        RelationshipInstance {
            name: relation.name.to_string(),
            owner: name(relation.owner),
            source: name(relation.source),
            target: name(relation.target),
            properties: properties.collect(),
            create: relation.create.clone(),
            cease: relation.cease.clone(),
        }
    }

    pub fn known(&self, value: &SymbolicValue) -> PartialValue {
        if let Some(value) = value.is_known().then(|| value.plain()).flatten() {
            return PartialValue::Value(value);
        }
        match value {
            SymbolicValue::Scalar { value, .. } => PartialValue::Value(value.clone()),
            SymbolicValue::List(list) => PartialValue::List(list.items.iter().map(|item| self.known(item)).collect()),
            SymbolicValue::Map(map) => {
                PartialValue::Map(map.entries.iter().map(|(key, item)| (key.to_string(), self.known(item))).collect())
            }
            SymbolicValue::Symbol(symbol) => PartialValue::Symbol(format!("<{}>", self.symbol(symbol))),
            SymbolicValue::Template(template) => {
                let pieces = template.pieces.iter().map(|piece| match piece {
                    Piece::Text(text) => text.to_string(),
                    Piece::Symbol(symbol) => format!("${{{}}}", self.symbol(symbol)),
                });
                PartialValue::Template(format!("<template {}>", pieces.collect::<String>()))
            }
        }
    }

    /// The symbol without its angle brackets.
    fn symbol(&self, symbol: &Symbol) -> String {
        let name = |unit: &UnitId| &self.units[*unit].name;
        match symbol {
            Symbol::Runtime { unit, property } => format!("runtime {}.{property}", name(unit)),
            Symbol::Id { unit } => format!("id of {}", name(unit)),
            Symbol::Lookup { unit, property } => {
                let owner = self.units[*unit].place.map_or("", |(home, _)| self.units[home].name.as_str());
                format!("lookup {owner}~{}.{property}", name(unit))
            }
            Symbol::Unknown { unit, property } => format!("unknown {}.{property}", name(unit)),
            Symbol::Unset => "unset".to_owned(),
            Symbol::Error(what) => format!("error {what}"),
        }
    }
}
