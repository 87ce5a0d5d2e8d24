//! Values against their declared types and constraints.

use super::define::REPOSITORY_CREDENTIAL;
use super::{CheckedValue, Checker, Fault, FaultKind};
use crate::diagnostic::{Safety, Severity};
use crate::function::Call;
use crate::syntax::{Kind, Node};
use crate::text::Span;
use crate::tosca::effective::named;
use crate::tosca::types::clause::Rule;
use crate::tosca::types::data_type::{DataType, Special};
use crate::tosca::types::schema::Schema;
use crate::tosca::value::Value;
use crate::tosca::value::constraint::{Operator, Outcome};
use crate::tosca::value::decimal::Decimal;
use crate::tosca::value::primitive::Primitive;
use crate::tosca::value::read::{Mismatch, Remark, key, natural, read, shown, untyped};
use crate::tosca::value::unit::{Dimension, UnitError};
use crate::tosca::value::version::VersionError;

impl<'a> Checker<'a> {
    /// Checks a value. Without a declared type, only the functions in it are checked.
    pub(super) fn value(&self, at: &CheckedValue<'_, 'a>, node: &'a Node, schema: &Schema<'a>) {
        if matches!(node.kind, Kind::Error | Kind::Alias(_)) || self.call_instead(at, node, schema) {
            return;
        }
        let types = &self.entities.types;
        let Some(of) = schema.data_type(types).filter(|of| of.is_known()) else { return self.parts(at, node) };
        if node.is_null() && of.primitive != Some(Primitive::Null) {
            return self.null(at, node, of);
        }
        let value = match of.primitive {
            None => {
                self.complex(at, node, of);
                None
            }
            Some(Primitive::List) => self.list(at, node, schema),
            Some(Primitive::Map) => self.map(at, node, schema),
            Some(primitive) => self.scalar(at, node, primitive, of),
        };
        let rules = schema.rules(types);
        if of.rules.is_empty() && rules.is_empty() {
            return;
        }
        let value = value.or_else(|| (of.is_complex() && node.as_mapping().is_some()).then(|| untyped(node)));
        if let Some(value) = value {
            let written = (at.span_of(node), node);
            of.rules.iter().chain(rules).for_each(|rule| self.rule(at, written, &value, rule, None));
        }
    }

    /// A null value of a property means that none is assigned (D-15); an entry must have one.
    fn null(&self, at: &CheckedValue<'_, 'a>, node: &Node, of: &DataType<'_>) {
        let span = at.span_of(node);
        if at.parent.is_some() {
            let wanted = of.primitive.map_or("a mapping", Primitive::described);
            let message = format!("{} must be {wanted}, not null", at.named());
            return self.add(Fault::new(FaultKind::WrongType, span, message));
        }
        let message = format!("{} is null, which counts as not set", at.named());
        self.add(Fault::new(FaultKind::NullValue, span, message).help("set a value, or remove the line"));
    }

    /// Checks the functions in a value without a declared type.
    pub(super) fn parts(&self, at: &CheckedValue<'_, 'a>, node: &'a Node) {
        let none = Schema::default();
        for (index, item) in node.items().iter().enumerate() {
            self.value(&at.index(index, item.span), item, &none);
        }
        for (name, entry) in named(node) {
            self.value(&at.key(name, entry.key.span), &entry.value, &none);
        }
    }

    fn scalar(&self, at: &CheckedValue<'_, 'a>, node: &Node, of: Primitive, data_type: &DataType<'_>) -> Option<Value> {
        let reading = match read(node, of) {
            Ok(reading) => reading,
            Err(mismatch) => {
                self.mismatch(at, node, of, &mismatch);
                return None;
            }
        };
        match reading.remark {
            Some(Remark::Unquoted(noun)) => {
                let message =
                    format!("{} is a string, but without quotes, YAML reads the value as a {noun}", at.named());
                let quoted = format!("\"{}\"", key(node));
                let severity = self.lenient();
                let fault = Fault::new(FaultKind::UnquotedString, node.span, message).help("quote the value");
                self.add(fault.replace(node.span, quoted, Safety::Safe).severity(severity));
            }
            Some(Remark::UnitSpelling(spelling, span)) => {
                let message = format!("the unit in {} should be written `{spelling}`", at.named());
                let is_simple = node.span.contains(span) && !span.is_empty();
                let fault = Fault::new(FaultKind::UnitSpelling, node.span, message);
                self.add(if is_simple { fault.replace(span, spelling, Safety::Safe) } else { fault });
            }
            None => {}
        }
        if let Value::Quantity(dimension, amount) = &reading.value
            && amount.is_negative()
        {
            let message = format!("{} is negative, which no {} can be", at.named(), dimension.noun());
            self.add(Fault::new(FaultKind::BadUnit, node.span, message).severity(Severity::Warning));
        }
        if data_type.special == Some(Special::Json)
            && let Value::Text(text) = &reading.value
            && let Err(error) = serde_json::from_str::<serde::de::IgnoredAny>(text)
        {
            let message = format!("{} is not valid JSON: {}", at.named(), error.to_string().to_lowercase());
            self.add(Fault::new(FaultKind::MalformedJson, node.span, message));
        }
        Some(reading.value)
    }

    fn mismatch(&self, at: &CheckedValue<'_, 'a>, node: &Node, of: Primitive, mismatch: &Mismatch) {
        let span = at.span_of(node);
        let wrong = |message: String| Fault::new(FaultKind::WrongType, span, message);
        let fault = match mismatch {
            Mismatch::OtherType if operator(node).is_some() => self.constraint_as_value(at, node),
            Mismatch::OtherType => wrong(format!("{} must be {}, not {}", at.named(), of.described(), shown(node))),
            Mismatch::OldBoolean(meant) => {
                let message = format!("{} must be `true` or `false`, not {}", at.named(), shown(node));
                let safety =
                    if key(node).eq_ignore_ascii_case(&meant.to_string()) { Safety::Unsafe } else { Safety::Safe };
                let fault = Fault::new(FaultKind::OldBoolean, span, message);
                fault.help(format!("write `{meant}`")).replace(span, meant.to_string(), safety)
            }
            Mismatch::Version(error) => bad_version(at, node, *error),
            Mismatch::Unit(dimension, error) => bad_unit(at, node, *dimension, *error),
            Mismatch::BoundCount(count) => {
                let message = format!("{} must have two bounds, not {count}", at.named());
                Fault::new(FaultKind::BadRange, span, message)
            }
            Mismatch::Bound { is_lower } => {
                let (bound, expected) = match is_lower {
                    true => ("lower", "an integer"),
                    false => ("upper", "an integer or `UNBOUNDED`"),
                };
                let message = format!("the {bound} bound of {} must be {expected}", at.named());
                Fault::new(FaultKind::BadRange, span, message)
            }
            Mismatch::EmptyRange => {
                let message = format!("the upper bound of {} is less than the lower one", at.named());
                Fault::new(FaultKind::BadRange, span, message)
            }
        };
        self.add(fault);
    }

    fn constraint_as_value(&self, at: &CheckedValue<'_, 'a>, node: &Node) -> Fault {
        let operator = operator(node).map_or("", Operator::name);
        let message = format!("{} is set to the constraint `{operator}`, not to a value", at.named());
        let fault = Fault::new(FaultKind::ConstraintAsValue, at.span_of(node), message);
        fault.help("conditions for the selection of a node belong in `node_filter`")
    }

    fn list(&self, at: &CheckedValue<'_, 'a>, node: &'a Node, schema: &Schema<'a>) -> Option<Value> {
        let Some(list) = node.as_sequence() else {
            self.mismatch(at, node, Primitive::List, &Mismatch::OtherType);
            return None;
        };
        match schema.entry_schema(&self.entities.types) {
            Some(entry) => {
                for (index, item) in list.items.iter().enumerate() {
                    self.value(&at.index(index, item.span), item, &entry);
                }
            }
            None => {
                self.parts(at, node);
                self.mixed(at, &list.items);
            }
        }
        Some(untyped(node))
    }

    /// Without a schema, entries can have any type, but all the same (D-18).
    fn mixed(&self, at: &CheckedValue<'_, 'a>, items: &[Node]) {
        let is_value = |item: &&Node| !item.is_null() && Call::of(item).is_none();
        let mut of = items.iter().filter(is_value).map(|item| (item, natural(item)));
        let Some((_, first)) = of.next() else { return };
        if let Some((item, other)) = of.find(|(_, other)| !other.fits(first) && !first.fits(*other)) {
            let (first, other) = (first.described(), other.described());
            let message = format!("{} has no `entry_schema` and mixes {first} with {other}", at.named());
            self.add(Fault::new(FaultKind::MixedList, item.span, message));
        }
    }

    fn map(&self, at: &CheckedValue<'_, 'a>, node: &'a Node, schema: &Schema<'a>) -> Option<Value> {
        let Some(mapping) = node.as_mapping() else {
            self.mismatch(at, node, Primitive::Map, &Mismatch::OtherType);
            return None;
        };
        let types = &self.entities.types;
        let (entry_schema, key_schema) = (schema.entry_schema(types), schema.key_schema(types));
        let none = Schema::default();
        for entry in &mapping.entries {
            let name = key(&entry.key);
            let place = at.key(&name, entry.key.span);
            self.key(&place, &entry.key, key_schema.as_deref());
            self.value(&place, &entry.value, entry_schema.as_deref().unwrap_or(&none));
        }
        Some(untyped(node))
    }

    fn key(&self, at: &CheckedValue<'_, 'a>, node: &'a Node, schema: Option<&Schema<'a>>) {
        if let Some(schema) = schema {
            return self.value(at, node, schema);
        }
        let of = natural(node);
        if of == Primitive::String {
            return;
        }
        let message = match of {
            Primitive::Null => format!("{} has no key", at.named()),
            _ => format!("the key of {} is read as a string", at.named()),
        };
        let severity = if of == Primitive::Null { Severity::Error } else { Severity::Warning };
        let fault = Fault::new(FaultKind::NumericKey, at.span_of(node), message).severity(severity);
        let is_scalar = node.as_scalar().is_some() && of != Primitive::Null;
        let quoted = format!("\"{}\"", key(node));
        self.add(if is_scalar { fault.replace(node.span, quoted, Safety::Safe) } else { fault });
    }

    /// A value of a data type with properties.
    fn complex(&self, at: &CheckedValue<'_, 'a>, node: &'a Node, of: &DataType<'a>) {
        if node.as_mapping().is_none() {
            let message = format!("{} must be a mapping of `{}`, not {}", at.named(), of.name, shown(node));
            return self.add(Fault::new(FaultKind::WrongType, at.span_of(node), message));
        }
        if operator(node).is_some_and(|operator| !of.fields.contains_key(operator.name())) {
            return self.add(self.constraint_as_value(at, node));
        }
        // A template instead of a value: one finding instead of three, for its two keys and its properties (T-5.3.4-4).
        let wrapped = node.entry("properties").filter(|entry| entry.value.as_mapping().is_some());
        if let Some(wrapped) = wrapped.filter(|_| node.get("type").is_some() && !of.fields.is_empty())
            && !["type", "properties"].iter().any(|key| of.fields.contains_key(key))
        {
            let message = format!("the data type `{}` has no property `properties`", of.name);
            let fault = Fault::new(FaultKind::UnknownProperty, wrapped.key.span, message);
            return self.add(fault.help("write the values of its properties in place of `type` and `properties`"));
        }
        let mut unknown = None;
        for (name, entry) in named(node) {
            let place = at.key(name, entry.key.span);
            match of.fields.get(name) {
                Some(field) => self.value(&place, &entry.value, &field.schema),
                // The root of data types has no fields: a value of it can be anything.
                None if of.fields.is_empty() => self.value(&place, &entry.value, &Schema::default()),
                None => {
                    let message = format!("the data type `{}` has no property `{name}`", of.name);
                    let missing = of.fields.keys().filter(|field| node.entry(field).is_none());
                    let fault = Fault::new(FaultKind::UnknownProperty, entry.key.span, message);
                    unknown = unknown.or(Some(name));
                    self.add(fault.unknown(name, missing));
                }
            }
        }
        for field in of.fields.values().filter(|field| field.is_required && field.default.is_none()) {
            if node.get(field.name).is_none_or(Node::is_null) {
                let message = format!("{} lacks the required property `{}` of `{}`", at.named(), field.name, of.name);
                let fault = Fault::new(FaultKind::RequiredUnset, at.span, message);
                self.add(fault.related(field.file, field.span, "defined here"));
            }
        }
        match of.special.filter(|_| unknown.is_none()) {
            Some(Special::PortSpec) => self.port_spec(at, node),
            Some(Special::TimeInterval) => self.time_interval(at, node),
            Some(Special::Credential) => self.credential(at, node),
            _ => {}
        }
    }

    /// A token in clear text (5.3.4). That of a repository has a rule of its own.
    fn credential(&self, at: &CheckedValue<'_, 'a>, node: &Node) {
        let token = node.get("token").filter(|token| token.as_text().is_some_and(|text| !text.is_empty()));
        if let Some(token) = token.filter(|token| !token.is_null() && at.noun != REPOSITORY_CREDENTIAL) {
            let message = format!("{} contains a secret in clear text", at.named());
            self.add(Fault::new(FaultKind::LiteralSecret, token.span, message).help("use `get_input`"));
        }
    }

    /// The rules for ports that the data type cannot express (5.3.9).
    fn port_spec(&self, at: &CheckedValue<'_, 'a>, node: &Node) {
        let keys = ["source", "source_range", "target", "target_range"];
        if keys.iter().all(|key| node.get(key).is_none_or(Node::is_null)) {
            let message =
                format!("{} needs at least one of `source`, `source_range`, `target`, `target_range`", at.named());
            return self.add(Fault::new(FaultKind::IncompletePort, at.span, message));
        }
        for (port, range) in [("source", "source_range"), ("target", "target_range")] {
            let (Some(port_node), Some(range_node)) = (node.get(port), node.get(range)) else { continue };
            let (Ok(port_value), Ok(bounds)) =
                (read(port_node, Primitive::Integer), read(range_node, Primitive::Range))
            else {
                continue;
            };
            if let (Value::Number(value), Value::Range(lower, upper)) = (port_value.value, bounds.value)
                && (value < lower || upper.is_some_and(|upper| value > upper))
            {
                let message = format!("`{port}` of {} is outside of `{range}`", at.named());
                self.add(Fault::new(FaultKind::IncompletePort, port_node.span, message));
            }
        }
    }

    fn time_interval(&self, at: &CheckedValue<'_, 'a>, node: &Node) {
        let time =
            |key: &str| node.get(key).and_then(|node| Some((node, read(node, Primitive::Timestamp).ok()?.value)));
        if let (Some((_, start)), Some((end_node, end))) = (time("start_time"), time("end_time"))
            && end.order(&start).is_some_and(std::cmp::Ordering::is_lt)
        {
            let message = format!("the end of {} precedes its start", at.named());
            self.add(Fault::new(FaultKind::EndBeforeStart, end_node.span, message));
        }
    }

    /// Checks one condition. `source` describes where a value that is not written here comes from.
    pub(super) fn rule(
        &self,
        at: &CheckedValue<'_, 'a>,
        (span, node): (Span, &Node),
        value: &Value,
        rule: &Rule<'_>,
        source: Option<&str>,
    ) {
        let by = source.map(|source| format!(" {source}")).unwrap_or_default();
        match rule.condition.check(value) {
            Outcome::Met => {}
            Outcome::Violated => {
                let operator = rule.operator.name();
                let is_length = matches!(rule.operator, Operator::Length | Operator::MinLength | Operator::MaxLength);
                let what = match value.length().filter(|_| is_length) {
                    Some(length) => format!("has length {length}"),
                    None => format!("is {}", shown(node)),
                };
                let message = format!("{} {what}{by}, which violates `{operator}: {}`", at.named(), rule.written);
                let fault = Fault::new(FaultKind::ConstraintViolated, span, message);
                self.add(fault.related(rule.file, rule.span, "the constraint"));
            }
            Outcome::Unordered if matches!(value, Value::Version(_)) => {
                let message = format!(
                    "{} cannot be compared with `{}`: versions with different qualifiers have no order",
                    at.named(),
                    rule.written
                );
                self.add(Fault::new(FaultKind::UnorderedVersions, span, message));
            }
            Outcome::Unordered => {}
        }
    }

    /// The typed value of a literal, if it has no functions.
    pub(super) fn literal(&self, node: &Node, schema: &Schema<'a>) -> Option<Value> {
        let of = schema.data_type(&self.entities.types).filter(|of| of.is_known())?;
        match of.primitive.filter(|of| !of.has_entries()) {
            Some(primitive) => read(node, primitive).ok().map(|reading| reading.value),
            None => Some(untyped(node)),
        }
    }
}

/// The constraint operator that a mapping with one key has as its key.
fn operator(node: &Node) -> Option<Operator> {
    let [entry] = node.entries() else { return None };
    Operator::named(entry.key.as_text()?)
}

fn bad_version(at: &CheckedValue<'_, '_>, node: &Node, error: VersionError) -> Fault {
    let reason = match error {
        VersionError::Malformed => "it needs the form `major.minor.fix.qualifier-build`",
        VersionError::BuildWithoutQualifier => "a build number needs a qualifier",
        VersionError::QualifierWithoutFix => "a qualifier needs a fix number",
        VersionError::QualifiedZero => "version zero cannot have a qualifier",
    };
    let message = format!("{} must be a version, not {}: {reason}", at.named(), shown(node));
    let fault = Fault::new(FaultKind::BadVersion, at.span_of(node), message);
    // A single number is a major version.
    match node.as_text().filter(|text| text.parse::<u32>().is_ok()) {
        Some(text) => {
            let version = format!("{text}.0");
            fault.help(format!("write `{version}`")).replace(node.span, version, Safety::Unsafe)
        }
        None => fault,
    }
}

fn bad_unit(at: &CheckedValue<'_, '_>, node: &Node, dimension: Dimension, error: UnitError) -> Fault {
    let (name, value) = (at.named(), shown(node));
    let message = match error {
        UnitError::NoUnit => format!("{name} needs a unit after {value}"),
        UnitError::NoScalar => format!("{name} needs a number before the unit {value}"),
        UnitError::OtherDimension(other) => {
            format!("{name} must be a {}, not {value}: its unit measures a {}", dimension.noun(), other.noun())
        }
        UnitError::UnknownUnit => format!("{name} has an unknown unit: {value}"),
        UnitError::Malformed => format!("{name} must be a {}, not {value}", dimension.noun()),
    };
    let fault = Fault::new(FaultKind::BadUnit, at.span_of(node), message);
    let fault = fault.help(format!("write a number and one of the units {}", dimension.unit_names().join(", ")));
    match (dimension, error) {
        // Sizes without a unit usually mean megabytes, but the author has to decide.
        (Dimension::Size, UnitError::NoUnit) if Decimal::parse(&key(node)).is_some_and(|number| number.is_whole()) => {
            fault.replace(node.span, format!("{} MB", key(node)), Safety::Unsafe)
        }
        _ => fault,
    }
}
