//! Evaluates expressions: follows each `${...}` in its scope.

use smol_str::{SmolStr, format_smolstr};

use crate::assembly::expansion::InstanceKind;
use crate::assembly::expansion::blueprint::Expression;
use crate::assembly::expansion::codes;
use crate::assembly::expansion::engine::{Attempt, CreatedInstances, Engine, Key, Scope};
use crate::assembly::expansion::value::{self, PathError, Symbol, SymbolicValue, UnitId, segment_text};
use crate::assembly::interpolation::{Piece, PropertyPath, Segment};
use crate::assembly::model::{DescriptorKind, Property};
use crate::diagnostic::Severity;
use crate::similarity;

/// Maximum size of one value, in bytes.
const MAX_SIZE: u64 = 2 << 20;

impl<'a> Engine<'a> {
    /// Evaluates `expression`. The result is meaningless while `attempt` lacks something.
    pub fn evaluate(&self, expression: &Expression, scope: &Scope<'a, '_>, attempt: &mut Attempt) -> SymbolicValue {
        let (value, cost) = match expression {
            Expression::Literal(value) => return value.clone(),
            Expression::Reference(path) => return self.reference(path, scope, attempt),
            Expression::Mixed(pieces) => self.mixed(pieces, scope, attempt),
            Expression::List(items) => {
                let values = items.iter().map(|item| self.evaluate(item, scope, attempt)).collect::<Vec<_>>();
                let cost = values.len() as u64 * 32;
                (SymbolicValue::list(values), cost)
            }
            Expression::Map(entries) => {
                let values = entries.iter().map(|(key, value)| (key.clone(), self.evaluate(value, scope, attempt)));
                let values = values.collect::<Vec<_>>();
                let cost = values.len() as u64 * 48;
                (SymbolicValue::map(values), cost)
            }
        };
        if attempt.charge(cost) && value.size() <= MAX_SIZE {
            return value;
        }
        let message = "the value is too large to show".to_owned();
        self.found(scope.finding(codes::LIMIT, Severity::Error, scope.span, message), scope, attempt);
        SymbolicValue::error("too large")
    }

    /// Evaluates text with references in it, and returns its cost.
    fn mixed(&self, pieces: &[Piece], scope: &Scope<'a, '_>, attempt: &mut Attempt) -> (SymbolicValue, u64) {
        let mut parts = Vec::with_capacity(pieces.len());
        let mut size = 0;
        for piece in pieces {
            match piece {
                Piece::Text(text) => parts.push(value::Piece::Text(text.clone())),
                Piece::Reference(path) => match self.reference(path, scope, attempt) {
                    SymbolicValue::Scalar { text, .. } => parts.push(value::Piece::Text(text)),
                    SymbolicValue::Symbol(symbol) => parts.push(value::Piece::Symbol(symbol)),
                    SymbolicValue::Template(template) => parts.extend(template.pieces.iter().cloned()),
                    SymbolicValue::List(_) | SymbolicValue::Map(_) => {
                        let message = format!("`{}` is a collection and cannot be embedded in text", path_text(path));
                        let finding = scope.finding(codes::BAD_PATH, Severity::Error, path.span, message);
                        self.found(finding, scope, attempt);
                        parts.push(value::Piece::Symbol(Symbol::Error("collection in a text".into())));
                    }
                },
            }
            size += parts.last().map_or(0, value::Piece::size);
            if size > MAX_SIZE {
                return (SymbolicValue::null(), u64::MAX);
            }
        }
        (SymbolicValue::joined(parts), size)
    }

    fn reference(&self, path: &PropertyPath, scope: &Scope<'a, '_>, attempt: &mut Attempt) -> SymbolicValue {
        let needs = attempt.needs.len();
        let found = self.head(path, scope, attempt);
        if attempt.needs.len() > needs {
            return SymbolicValue::null();
        }
        let Some((value, rest)) = found else {
            let mut finding = scope.finding(
                codes::UNRESOLVED_REFERENCE,
                Severity::Error,
                path.span,
                format!("unresolved reference `${{{}}}`", path_text(path)),
            );
            finding.help = self.suggestion(path, scope);
            self.found(finding, scope, attempt);
            return SymbolicValue::error(format_smolstr!("unresolved {}", path_text(path)));
        };
        let is_item = path.head() == "item";
        attempt.is_gathered &= rest.is_empty();
        match value.descend(rest, is_item) {
            Ok((value, guess)) => {
                if let Some(key) = guess {
                    let message = format!("`{}` is read as `{key}`, the spelling of the item", path_text(path));
                    let finding = scope.finding(codes::ITEM_KEY_GUESS, Severity::Warning, path.span, message);
                    let finding = finding.help(format!("use the spelling of the item: `{key}`"));
                    self.found(finding, scope, attempt);
                }
                if let SymbolicValue::Symbol(symbol) = &value
                    && !attempt.charge(symbol.size())
                {
                    return SymbolicValue::error("too large");
                }
                value
            }
            Err(astray) => {
                let message = match &astray {
                    PathError::Key(key) => format!("unknown key `{key}` in `{}`", path_text(path)),
                    PathError::Index { index, length } => {
                        format!(
                            "index {index} of `{}` is out of range: the list has {length} items, counted from 0",
                            path_text(path)
                        )
                    }
                    PathError::NoCollection(step) => {
                        format!("`{}` reads `{step}`, but the value is not a collection", path_text(path))
                    }
                };
                self.found(scope.finding(codes::BAD_PATH, Severity::Error, path.span, message), scope, attempt);
                SymbolicValue::error(format_smolstr!("no {}", path_text(path)))
            }
        }
    }

    /// Resolves the first names of `path`. Returns the value and the remaining path. Checks the scopes in their order
    /// of precedence (AD-REF-05).
    fn head<'p>(
        &self,
        path: &'p PropertyPath,
        scope: &Scope<'a, '_>,
        attempt: &mut Attempt,
    ) -> Option<(SymbolicValue, &'p [Segment])> {
        let (rest, name) = (path.segments.get(1..).unwrap_or(&[]), path.name(1));
        match (path.head(), name, scope.ends) {
            ("instance", Some(name), _) if rest.len() == 1 => {
                return self.instance_value(scope.instance, name).map(|value| (value, &rest[1..]));
            }
            ("item", ..) => {
                if let Some(item) = &self.units[scope.instance].item {
                    return Some((item.clone(), rest));
                }
            }
            ("source", Some(name), Some((source, _))) => return Some((self.read(source, name, attempt)?, &rest[1..])),
            ("target", Some(name), Some((_, target))) => return Some((self.read(target, name, attempt)?, &rest[1..])),
            _ => {}
        }
        let base = self.units[scope.home].base.as_ref()?;
        if let (Some(name), DescriptorKind::Assembly) = (name, base.descriptor.kind)
            && let Some(part) = base.part(path.head())
        {
            return Some((self.read_part(scope.home, part, name, attempt)?, &rest[1..]));
        }
        let property = base.own_property(path.head())?;
        Some((self.value(scope.home, &property.name.text, attempt), rest))
    }

    /// `${instance.name}`, `${instance.id}` and `${instance.index}`.
    fn instance_value(&self, unit: UnitId, name: &str) -> Option<SymbolicValue> {
        let instance = &self.units[unit];
        let unknown = || SymbolicValue::Symbol(Symbol::Unknown { unit, property: name.into() });
        match name {
            "name" if instance.is_placeholder => Some(unknown()),
            "index" if instance.is_placeholder => Some(unknown()),
            "name" => Some(SymbolicValue::text(instance.name.clone())),
            "index" => Some(SymbolicValue::integer(instance.index)),
            "id" => Some(SymbolicValue::Symbol(Symbol::Id { unit })),
            _ => None,
        }
    }

    /// The property `name` of a component or reference of `home`: of all its instances, if it may have several.
    fn read_part(&self, home: UnitId, part: usize, name: &str, attempt: &mut Attempt) -> Option<SymbolicValue> {
        let unknown = |unit, property| Some(SymbolicValue::Symbol(Symbol::Unknown { unit, property }));
        let inside = || {
            let parts = self.units[home].base.as_ref().map(|base| &base.parts);
            let part = parts.and_then(|parts| parts.get(part)).map_or("", |part| part.component.name.text.as_str());
            unknown(home, format_smolstr!("{part}.{name}"))
        };
        if self.units[home].is_stopped {
            return inside();
        }
        let Some(made) = self.made(home, part, attempt) else { return Some(SymbolicValue::null()) };
        match &*made {
            CreatedInstances::Single(unit) => self.read(*unit, name, attempt),
            CreatedInstances::Many(instance_group) => {
                attempt.is_gathered = true;
                if let Some(placeholder) = instance_group.units.iter().find(|unit| self.units[**unit].is_placeholder) {
                    return unknown(*placeholder, name.into());
                }
                let gathered = self.units[home].gathered.get(&(part, name.into()));
                if gathered.is_none() {
                    attempt.needs.push(Key::Gathered(home, part, name.into()));
                    return Some(SymbolicValue::null());
                }
                gathered.cloned().flatten()
            }
            CreatedInstances::Nothing => inside(),
        }
    }

    /// The property `name` of an instance, as other instances see it; `None` if it does not have one.
    pub fn read(&self, unit: UnitId, name: &str, attempt: &mut Attempt) -> Option<SymbolicValue> {
        let instance = &self.units[unit];
        if !instance.is_typed {
            attempt.needs.push(Key::Type(unit));
            return Some(SymbolicValue::null());
        }
        let declared = instance.base.as_ref().and_then(|base| base.properties.get(name).copied());
        let given = self.given(unit, name).map(|(property, _)| property);
        let is_set = |property: &Property| property.value.is_some() || property.default.is_some();
        match instance.kind {
            InstanceKind::Reference if given.is_some_and(is_set) => Some(self.value(unit, name, attempt)),
            InstanceKind::Reference => {
                let exists = declared.is_some() || instance.base.is_none() || matches!(name, "id" | "name");
                exists.then(|| SymbolicValue::Symbol(Symbol::Lookup { unit, property: name.into() }))
            }
            InstanceKind::Assembly | InstanceKind::Resource | InstanceKind::Group | InstanceKind::Unresolved => {
                if declared.or(given).is_some() {
                    return Some(self.value(unit, name, attempt));
                }
                match (name, instance.kind) {
                    ("name", _) => self.instance_value(unit, "name"),
                    (_, InstanceKind::Unresolved) => {
                        Some(SymbolicValue::Symbol(Symbol::Unknown { unit, property: name.into() }))
                    }
                    _ => None,
                }
            }
        }
    }

    /// The effective value of a property that `unit` has.
    pub fn value(&self, unit: UnitId, name: &str, attempt: &mut Attempt) -> SymbolicValue {
        match self.units[unit].values.get(name) {
            Some(evaluated) => evaluated.value.clone(),
            None => {
                attempt.needs.push(Key::Value(unit, name.into()));
                SymbolicValue::null()
            }
        }
    }

    /// Records `finding` for the value in `scope`.
    pub fn found(
        &self,
        finding: crate::assembly::expansion::report::Finding,
        scope: &Scope<'a, '_>,
        attempt: &mut Attempt,
    ) {
        let name = &self.units[scope.instance].name;
        let subject = if scope.name.is_empty() { name.to_string() } else { format!("{name}.{}", scope.name) };
        attempt.findings.push(finding.on(subject));
    }

    /// The name that was probably meant.
    fn suggestion(&self, path: &PropertyPath, scope: &Scope<'a, '_>) -> Option<String> {
        let base = self.units[scope.home].base.as_ref()?;
        let head = path.head();
        let names: Vec<&str> = match path.name(1) {
            Some(_) => base.parts.iter().map(|part| part.component.name.text.as_str()).collect(),
            None => base.properties.keys().copied().collect(),
        };
        let meant = similarity::closest(head, names)?;
        Some(format!("did you mean `{meant}`?"))
    }
}

/// The path as written between the braces.
pub fn path_text(path: &PropertyPath) -> SmolStr {
    let mut text = String::new();
    for segment in &path.segments {
        if !text.is_empty() && matches!(segment, Segment::Name { .. }) {
            text.push('.');
        }
        text.push_str(&segment_text(segment));
    }
    text.into()
}
