//! Type checking of literal values (AD-TYPE-01 to 08, AD-DT-07).

use smol_str::SmolStr;

use crate::assembly::model::{self, DataType, Descriptor, Property};
use crate::schema;
use crate::syntax::plain::{Plain, is_whole, typed};
use crate::syntax::{Kind, Mapping, Node, NodePath, Sequence, parse};
use crate::text::Span;

/// A type error.
#[derive(Clone, PartialEq, Debug)]
pub struct Misfit {
    pub kind: MisfitKind,
    pub span: Span,
    /// The node, or the mapping that lacks a required member.
    pub path: NodePath,
    /// Whether it is inside a list, map or data type that is otherwise correct.
    pub inner: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub enum MisfitKind {
    /// Another kind of scalar is expected: `an integer`.
    Scalar {
        expected: &'static str,
    },
    /// `yes`, `off`: a boolean for some parsers, text for others. Contains the boolean.
    Truth(bool),
    /// Another kind of node is expected: `a list`.
    Form {
        expected: &'static str,
        found: &'static str,
    },
    /// A list or map written as JSON in a string.
    Json,
    /// A map written as a list of maps with one key each.
    Pairs,
    UnknownMember {
        data_type: SmolStr,
        member: SmolStr,
        /// The members that can still be added.
        open: Vec<SmolStr>,
    },
    MissingMember {
        data_type: SmolStr,
        member: SmolStr,
    },
}

/// The declared type of a value: its name, and the schema of its entries.
#[derive(Clone, Copy, Debug)]
pub struct DeclaredType<'a> {
    pub type_name: &'a str,
    pub entries: Option<&'a Node>,
    /// The descriptor whose data types are in scope.
    pub descriptor: &'a Descriptor,
}

/// The type errors of the node at `path`. References, nulls and values of unknown type are always accepted.
pub fn misfits(node: &Node, path: &NodePath, declared: DeclaredType<'_>) -> Vec<Misfit> {
    let mut checker = Checker { descriptor: declared.descriptor, misfits: Vec::new() };
    checker.value(At { node, path, inner: false }, declared.type_name, declared.entries);
    checker.misfits
}

/// The members of a data type, its own before inherited ones.
pub fn members<'a>(descriptor: &'a Descriptor, data_type: &'a DataType) -> Vec<&'a Property> {
    let mut members: Vec<&Property> = Vec::new();
    let mut seen: Vec<&str> = Vec::new();
    let mut current = Some(data_type);
    while let Some(data_type) = current.filter(|current| !seen.contains(&current.name.text.as_str())) {
        seen.push(&data_type.name.text);
        for member in &data_type.properties {
            if !members.iter().any(|own| own.name.text == member.name.text) {
                members.push(member);
            }
        }
        current = data_type.derived_from.as_ref().and_then(|base| descriptor.data_type(&base.value));
    }
    members
}

struct Checker<'a> {
    descriptor: &'a Descriptor,
    misfits: Vec<Misfit>,
}

/// The value being checked.
#[derive(Clone, Copy)]
struct At<'n> {
    node: &'n Node,
    path: &'n NodePath,
    inner: bool,
}

impl<'a> Checker<'a> {
    fn value(&mut self, at: At<'_>, type_name: &str, entries: Option<&Node>) {
        let refers = at.node.as_text().is_some_and(|text| text.contains("${"));
        if at.node.is_null() || refers || matches!(at.node.kind, Kind::Error | Kind::Alias(_)) {
            return;
        }
        match type_name {
            "list" => self.list(at, entries),
            "map" => self.map(at, entries),
            _ => match self.descriptor.data_type(type_name) {
                Some(data_type) => self.structure(at, data_type),
                None => self.scalar(at, type_name),
            },
        }
    }

    fn scalar(&mut self, at: At<'_>, type_name: &str) {
        let expected = match type_name {
            "string" | "key" | "certificate" => "a string",
            "integer" => "an integer",
            "float" => "a number",
            "boolean" => "`true` or `false`",
            "timestamp" => "a date and time with a time zone, such as `2019-09-07T15:50-04:00`",
            _ => return,
        };
        let Some(scalar) = at.node.as_scalar() else { return self.form(at, expected) };
        let text = scalar.value.trim();
        let fits = match type_name {
            "integer" => is_whole(text) || matches!(typed(scalar), Plain::Integer(_)),
            "float" => text.parse::<f64>().is_ok() || matches!(typed(scalar), Plain::Integer(_) | Plain::Float(_)),
            "boolean" => matches!(text.to_ascii_lowercase().as_str(), "true" | "false"),
            "timestamp" => is_timestamp(text),
            _ => true,
        };
        if fits {
            return;
        }
        match (type_name, truth(text)) {
            ("boolean", Some(truth)) => self.report(at, MisfitKind::Truth(truth)),
            _ => self.report(at, MisfitKind::Scalar { expected }),
        }
    }

    fn list(&mut self, at: At<'_>, entries: Option<&Node>) {
        match at.node.as_sequence() {
            Some(sequence) => {
                let items = sequence.items.iter().enumerate();
                let items = items.map(|(index, item)| (at.path.index(index), item));
                self.entries(items.collect(), entries);
            }
            None if json(at.node).is_some_and(|parsed| parsed.as_sequence().is_some()) => {
                self.report(at, MisfitKind::Json);
            }
            None => self.form(at, "a list"),
        }
    }

    fn map(&mut self, at: At<'_>, entries: Option<&Node>) {
        match (at.node.as_mapping(), at.node.as_sequence()) {
            (Some(mapping), _) => self.entries(values(mapping, at.path), entries),
            (None, Some(sequence)) if is_pairs(sequence) => {
                self.report(at, MisfitKind::Pairs);
                let mappings = sequence.items.iter().enumerate();
                let mappings = mappings.filter_map(|(index, item)| Some((at.path.index(index), item.as_mapping()?)));
                self.entries(mappings.flat_map(|(path, mapping)| values(mapping, &path)).collect(), entries);
            }
            _ if json(at.node).is_some_and(|parsed| parsed.as_mapping().is_some()) => {
                self.report(at, MisfitKind::Json);
            }
            _ => self.form(at, "a mapping"),
        }
    }

    fn entries(&mut self, entries: Vec<(NodePath, &Node)>, schema: Option<&Node>) {
        let Some(schema) = schema else { return };
        let Some(type_name) = model::entry_type(schema) else { return };
        for (path, node) in entries {
            self.value(At { node, path: &path, inner: true }, &type_name.value, model::entry_schema(schema));
        }
    }

    fn structure(&mut self, at: At<'_>, data_type: &'a DataType) {
        let Some(mapping) = at.node.as_mapping() else { return self.form(at, "a mapping") };
        let members = members(self.descriptor, data_type);
        let name = &data_type.name.text;
        for entry in &mapping.entries {
            let Some(key) = entry.key.as_text() else { continue };
            let path = at.path.key(key);
            let inside = At { node: &entry.value, path: &path, inner: true };
            match members.iter().find(|member| member.name.text == key) {
                Some(member) => {
                    let type_name = member.type_name.as_ref().map_or("string", |type_name| type_name.value.as_str());
                    self.value(inside, type_name, member.entry_schema.as_ref());
                }
                None => {
                    let open = members.iter().map(|member| member.name.text.clone());
                    let open = open.filter(|member| at.node.get(member).is_none()).collect();
                    let kind = MisfitKind::UnknownMember { data_type: name.clone(), member: key.into(), open };
                    self.misfits.push(Misfit { kind, span: entry.key.span, path, inner: true });
                }
            }
        }
        let needed = members.iter().filter(|member| member.required && member.given().is_none());
        for member in needed.filter(|member| at.node.get(&member.name.text).is_none()) {
            let kind = MisfitKind::MissingMember { data_type: name.clone(), member: member.name.text.clone() };
            self.report(At { inner: true, ..at }, kind);
        }
    }

    fn form(&mut self, at: At<'_>, expected: &'static str) {
        self.report(at, MisfitKind::Form { expected, found: schema::form(at.node) });
    }

    fn report(&mut self, at: At<'_>, kind: MisfitKind) {
        self.misfits.push(Misfit { kind, span: at.node.span, path: at.path.clone(), inner: at.inner });
    }
}

fn values<'n>(mapping: &'n Mapping, path: &NodePath) -> Vec<(NodePath, &'n Node)> {
    let entries = mapping.entries.iter();
    entries.filter_map(|entry| Some((path.key(entry.key.as_text()?), &entry.value))).collect()
}

/// Whether a list consists of maps with one key each.
fn is_pairs(sequence: &Sequence) -> bool {
    !sequence.items.is_empty() && sequence.items.iter().all(|item| item.entries().len() == 1)
}

/// Parses the list or map that a string contains as JSON.
fn json(node: &Node) -> Option<Node> {
    let text = node.as_text()?.trim();
    if !text.starts_with(['[', '{']) {
        return None;
    }
    let tree = parse::parse(text);
    let root = tree.root().filter(|_| tree.errors.is_empty())?;
    Some(root.clone())
}

/// The YAML 1.1 booleans.
pub fn truth(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" | "y" => Some(true),
        "false" | "no" | "off" | "n" => Some(false),
        _ => None,
    }
}

/// An ISO 8601 date and time with a time zone; seconds are optional (AD-TYPE-02).
fn is_timestamp(text: &str) -> bool {
    let Some((date, time)) = text.split_once(['T', 't', ' ']) else { return false };
    let zone = time.find(['Z', 'z', '+', '-']);
    let Some((clock, zone)) = zone.map(|at| time.split_at(at)) else { return false };
    let zone_fits = match zone.strip_prefix(['+', '-']) {
        Some(offset) => match offset.split_once(':') {
            Some((hours, minutes)) => number_in(hours, 2, 0..=14) && number_in(minutes, 2, 0..=59),
            None => matches!(offset.len(), 2 | 4) && number_in(offset, offset.len(), 0..=1459),
        },
        None => zone.len() == 1,
    };
    zone_fits && is_date(date) && is_clock(clock.trim_end())
}

fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let [year, month, day] = parts.as_slice() else { return false };
    number_in(year, 4, 0..=9999) && number_in(month, 2, 1..=12) && number_in(day, 2, 1..=31)
}

fn is_clock(text: &str) -> bool {
    let mut parts = text.split(':');
    let (Some(hours), Some(minutes), seconds, None) = (parts.next(), parts.next(), parts.next(), parts.next()) else {
        return false;
    };
    let seconds_fit = seconds.is_none_or(|seconds| {
        let (whole, fraction) = seconds.split_once(['.', ',']).unwrap_or((seconds, "0"));
        number_in(whole, 2, 0..=60) && !fraction.is_empty() && fraction.bytes().all(|byte| byte.is_ascii_digit())
    });
    number_in(hours, 2, 0..=24) && number_in(minutes, 2, 0..=59) && seconds_fit
}

fn number_in(text: &str, digits: usize, range: std::ops::RangeInclusive<u32>) -> bool {
    let digits = text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit());
    digits && text.parse().is_ok_and(|number| range.contains(&number))
}

#[cfg(test)]
mod tests {
    use super::is_timestamp;

    #[test]
    fn a_timestamp_is_a_date_a_time_and_a_zone() {
        for good in ["2019-09-07T15:50-04:00", "2019-09-07T15:50:01.5Z", "2019-09-07 15:50:00 +0100"] {
            assert!(is_timestamp(good), "{good}");
        }
        for bad in
            ["07/09/2019", "2019-09-07", "2019-09-07T15:50", "2019-13-07T15:50Z", "2019-09-07T15:50:Z", "Tomorrow"]
        {
            assert!(!is_timestamp(bad), "{bad}");
        }
    }
}
