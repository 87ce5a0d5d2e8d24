//! References followed: what `${...}` leads to, in the scope that it stands in.

use smol_str::{SmolStr, format_smolstr};

use crate::assembly::expansion::InstanceKind;
use crate::assembly::expansion::blueprint::Expression;
use crate::assembly::expansion::codes;
use crate::assembly::expansion::engine::{Attempt, Engine, Key, Made, Scope};
use crate::assembly::expansion::term::{self, Astray, Symbol, Term, UnitId, segment_text};
use crate::assembly::interpolation::{Piece, PropertyPath, Segment};
use crate::assembly::model::{DescriptorKind, Property};
use crate::catalog;
use crate::diagnostic::Severity;

/// How many bytes one value may take written out.
const LARGEST: u64 = 2 << 20;

impl<'a> Engine<'a> {
    /// The value of `expression`; anything while `attempt` lacks something.
    pub fn evaluate(&self, expression: &Expression, scope: &Scope<'a, '_>, attempt: &mut Attempt) -> Term {
        let (term, cost) = match expression {
            Expression::Literal(term) => return term.clone(),
            Expression::Reference(path) => return self.reference(path, scope, attempt),
            Expression::Mixed(pieces) => self.mixed(pieces, scope, attempt),
            Expression::List(items) => {
                let terms = items.iter().map(|item| self.evaluate(item, scope, attempt)).collect::<Vec<_>>();
                let cost = terms.len() as u64 * 32;
                (Term::list(terms), cost)
            }
            Expression::Map(entries) => {
                let terms = entries.iter().map(|(key, value)| (key.clone(), self.evaluate(value, scope, attempt)));
                let terms = terms.collect::<Vec<_>>();
                let cost = terms.len() as u64 * 48;
                (Term::map(terms), cost)
            }
        };
        if attempt.charge(cost) && term.size() <= LARGEST {
            return term;
        }
        let message = "a value is too large to be shown".to_owned();
        self.found(scope.finding(codes::LIMIT, Severity::Error, scope.span, message), scope, attempt);
        Term::error("too large")
    }

    /// A text with references in it, and what it costs.
    fn mixed(&self, pieces: &[Piece], scope: &Scope<'a, '_>, attempt: &mut Attempt) -> (Term, u64) {
        let mut parts = Vec::with_capacity(pieces.len());
        let mut size = 0;
        for piece in pieces {
            match piece {
                Piece::Text(text) => parts.push(term::Piece::Text(text.clone())),
                Piece::Reference(path) => match self.reference(path, scope, attempt) {
                    Term::Scalar { text, .. } => parts.push(term::Piece::Text(text)),
                    Term::Symbol(symbol) => parts.push(term::Piece::Symbol(symbol)),
                    Term::Template(template) => parts.extend(template.pieces.iter().cloned()),
                    Term::List(_) | Term::Map(_) => {
                        let message = format!("`{}` is a whole collection, which no text can hold", path_text(path));
                        let finding = scope.finding(codes::BAD_PATH, Severity::Error, path.span, message);
                        self.found(finding, scope, attempt);
                        parts.push(term::Piece::Symbol(Symbol::Error("collection in a text".into())));
                    }
                },
            }
            size += parts.last().map_or(0, term::Piece::size);
            if size > LARGEST {
                return (Term::null(), u64::MAX);
            }
        }
        (Term::joined(parts), size)
    }

    fn reference(&self, path: &PropertyPath, scope: &Scope<'a, '_>, attempt: &mut Attempt) -> Term {
        let needs = attempt.needs.len();
        let found = self.head(path, scope, attempt);
        if attempt.needs.len() > needs {
            return Term::null();
        }
        let Some((term, rest)) = found else {
            let mut finding = scope.finding(
                codes::UNRESOLVED_REFERENCE,
                Severity::Error,
                path.span,
                format!("`${{{}}}` leads to nothing", path_text(path)),
            );
            finding.help = self.suggestion(path, scope);
            self.found(finding, scope, attempt);
            return Term::error(format_smolstr!("unresolved {}", path_text(path)));
        };
        let is_item = path.head() == "item";
        attempt.is_gathered &= rest.is_empty();
        match term.descend(rest, is_item) {
            Ok((term, guess)) => {
                if let Some(key) = guess {
                    let message = format!("`{}` is read as `{key}`, the key that the item has", path_text(path));
                    let finding = scope.finding(codes::ITEM_KEY_GUESS, Severity::Warning, path.span, message);
                    let finding = finding.help(format!("write the key as the item has it: `{key}`"));
                    self.found(finding, scope, attempt);
                }
                if let Term::Symbol(symbol) = &term
                    && !attempt.charge(symbol.size())
                {
                    return Term::error("too large");
                }
                term
            }
            Err(astray) => {
                let message = match &astray {
                    Astray::Key(key) => format!("the value that `{}` goes into has no key `{key}`", path_text(path)),
                    Astray::Index { index, length } => {
                        format!("`{}` asks for item [{index}] of {length}, counted from 0", path_text(path))
                    }
                    Astray::NoCollection(step) => {
                        format!("`{}` looks for `{step}` in a value that has no such structure", path_text(path))
                    }
                };
                self.found(scope.finding(codes::BAD_PATH, Severity::Error, path.span, message), scope, attempt);
                Term::error(format_smolstr!("no {}", path_text(path)))
            }
        }
    }

    /// The value that the first names of `path` stand for, and the rest that goes into it. In the order of precedence
    /// (AD-REF-05).
    fn head<'p>(
        &self,
        path: &'p PropertyPath,
        scope: &Scope<'a, '_>,
        attempt: &mut Attempt,
    ) -> Option<(Term, &'p [Segment])> {
        let (rest, name) = (path.segments.get(1..).unwrap_or(&[]), path.name(1));
        match (path.head(), name, scope.ends) {
            ("instance", Some(name), _) if rest.len() == 1 => {
                return self.instance_value(scope.instance, name).map(|term| (term, &rest[1..]));
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
    fn instance_value(&self, unit: UnitId, name: &str) -> Option<Term> {
        let instance = &self.units[unit];
        let unknown = || Term::Symbol(Symbol::Unknown { unit, property: name.into() });
        match name {
            "name" if instance.is_ghost => Some(unknown()),
            "index" if instance.is_ghost => Some(unknown()),
            "name" => Some(Term::text(instance.name.clone())),
            "index" => Some(Term::integer(instance.index)),
            "id" => Some(Term::Symbol(Symbol::Id { unit })),
            _ => None,
        }
    }

    /// The property `name` of a component or reference of `home`: of all its instances, if it may have several.
    fn read_part(&self, home: UnitId, part: usize, name: &str, attempt: &mut Attempt) -> Option<Term> {
        let unknown = |unit, property| Some(Term::Symbol(Symbol::Unknown { unit, property }));
        let inside = || {
            let parts = self.units[home].base.as_ref().map(|base| &base.parts);
            let part = parts.and_then(|parts| parts.get(part)).map_or("", |part| part.component.name.text.as_str());
            unknown(home, format_smolstr!("{part}.{name}"))
        };
        if self.units[home].is_stopped {
            return inside();
        }
        let Some(made) = self.made(home, part, attempt) else { return Some(Term::null()) };
        match &*made {
            Made::Single(unit) => self.read(*unit, name, attempt),
            Made::Many(crowd) => {
                attempt.is_gathered = true;
                if let Some(ghost) = crowd.units.iter().find(|unit| self.units[**unit].is_ghost) {
                    return unknown(*ghost, name.into());
                }
                let gathered = self.units[home].gathered.get(&(part, name.into()));
                if gathered.is_none() {
                    attempt.needs.push(Key::Gathered(home, part, name.into()));
                    return Some(Term::null());
                }
                gathered.cloned().flatten()
            }
            Made::Nothing => inside(),
        }
    }

    /// The property `name` of an instance, as others see it; `None` if it has none of that name.
    pub fn read(&self, unit: UnitId, name: &str, attempt: &mut Attempt) -> Option<Term> {
        let instance = &self.units[unit];
        if !instance.is_typed {
            attempt.needs.push(Key::Type(unit));
            return Some(Term::null());
        }
        let declared = instance.base.as_ref().and_then(|base| base.properties.get(name).copied());
        let given = self.given(unit, name).map(|(property, _)| property);
        let is_set = |property: &Property| property.value.is_some() || property.default.is_some();
        match instance.kind {
            InstanceKind::Reference if given.is_some_and(is_set) => Some(self.value(unit, name, attempt)),
            InstanceKind::Reference => {
                let exists = declared.is_some() || instance.base.is_none() || matches!(name, "id" | "name");
                exists.then(|| Term::Symbol(Symbol::Lookup { unit, property: name.into() }))
            }
            InstanceKind::Assembly | InstanceKind::Resource | InstanceKind::Group | InstanceKind::Unresolved => {
                if declared.or(given).is_some() {
                    return Some(self.value(unit, name, attempt));
                }
                match (name, instance.kind) {
                    ("name", _) => self.instance_value(unit, "name"),
                    (_, InstanceKind::Unresolved) => {
                        Some(Term::Symbol(Symbol::Unknown { unit, property: name.into() }))
                    }
                    _ => None,
                }
            }
        }
    }

    /// The effective value of a property that `unit` has.
    pub fn value(&self, unit: UnitId, name: &str, attempt: &mut Attempt) -> Term {
        match self.units[unit].values.get(name) {
            Some(value) => value.term.clone(),
            None => {
                attempt.needs.push(Key::Value(unit, name.into()));
                Term::null()
            }
        }
    }

    /// Notes `finding` of the value in `scope`.
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

    /// The name that may have been meant.
    fn suggestion(&self, path: &PropertyPath, scope: &Scope<'a, '_>) -> Option<String> {
        let base = self.units[scope.home].base.as_ref()?;
        let head = path.head();
        let names: Vec<&str> = match path.name(1) {
            Some(_) => base.parts.iter().map(|part| part.component.name.text.as_str()).collect(),
            None => base.properties.keys().copied().collect(),
        };
        let meant = catalog::closest(head, names)?;
        Some(format!("did you mean `{meant}`?"))
    }
}

/// The path as it is written between the braces.
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
