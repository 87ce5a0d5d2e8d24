//! Differential test with `serde_yaml`: both parsers read the same values. For differences, a [`Reason`] explains why
//! ours is right.

use std::collections::BTreeMap;

use descriptorium_core::syntax::{Document, SyntaxErrorKind, Tree, alias, parse, plain};
use serde::Deserialize;
use serde_yaml::Value;

use super::mutations;
use super::texts;

/// Grammar errors of libyaml, on which `serde_yaml` is based, each with a case of the official suite that our parser
/// passes. Cases without a difference are reported.
const STRAYS: &[(&str, &str)] = &[
    ("652Z", "`{ ?foo: bar }`: `?` without a blank begins plain text"),
    ("HM87/01", "`[?x]`: the same"),
    ("Y2GN", "`&an:chor value`: a colon may stand in an anchor"),
];

/// The reason for a difference.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Reason {
    /// `012` is the integer 12 in the core schema of YAML 1.2 (`[-+]? [0-9]+`), and text for libyaml.
    LeadingZeros,
    /// The last line of a block scalar ends with a line break even if the text does not (L24T/01 of the official
    /// suite).
    LastLineBreak,
    /// The tag `!` makes a scalar a text (52DL, 8MK2, S4JQ, UKK6/02 of the official suite), and is a tag for libyaml.
    NonSpecificTag,
}

#[test]
fn every_text_that_serde_yaml_reads_has_the_same_value() {
    let (mut same, mut unread, mut faults) = (0, 0, Vec::new());
    let mut differences: BTreeMap<Reason, usize> = BTreeMap::new();
    for text in texts::all() {
        let Some(theirs) = their_values(&text.text) else {
            unread += 1;
            continue;
        };
        let fault = fault(&text.text, &theirs, &mut differences);
        match (STRAYS.iter().find(|(name, _)| *name == text.name), fault) {
            (None, None) => same += 1,
            // There is no value to compare.
            (None, Some(_)) if text.invalid => {}
            (None, Some(fault)) => faults.push(format!("{}: {fault}", text.name)),
            (Some((name, reason)), Some(_)) => println!("{name}: {reason}"),
            (Some((name, _)), None) => faults.push(format!("{name}: they stray no more")),
        }
    }
    println!("{same} texts have the same value, {unread} are not read by them; differences: {differences:?}");
    assert!(faults.is_empty(), "{}\n{}", faults.len(), faults.join("\n"));
}

/// Mutated texts that both parsers accept have the same value. Excluded are texts in which libyaml is known to be wrong
/// or accepts invalid input: tags, an inner byte order mark, and those named by [`STRAYS`].
#[test]
fn mutated_texts_have_the_same_value_in_both_parsers() {
    println!("the seed is {}", texts::seed());
    let (mut same, mut faults) = (0, Vec::new());
    for (index, text) in texts::all().iter().enumerate() {
        let mut chance = texts::chance(index);
        for _ in 0..texts::rounds(text.text.len()) {
            let mutated = mutations::mutated(&text.text, &mut chance);
            let (strays, sound) =
                (mutated.contains(['!', '?', '&', '\u{feff}']), parse::parse(&mutated).errors.is_empty());
            let theirs = if strays || !sound { None } else { their_values(&mutated) };
            let Some(theirs) = theirs else { continue };
            match fault(&mutated, &theirs, &mut BTreeMap::new()) {
                None => same += 1,
                Some(fault) => faults.push(format!("{}: {fault} in\n{mutated}", text.name)),
            }
        }
    }
    println!("{same} mutated texts have the same value");
    assert!(faults.is_empty() && same > 100, "{}\n{}", faults.len(), faults.join("\n"));
}

/// The values of the documents in `text`, with merge keys applied; `None` unless all can be read.
fn their_values(text: &str) -> Option<Vec<Value>> {
    serde_yaml::Deserializer::from_str(text)
        .map(|document| {
            let mut value = Value::deserialize(document).ok()?;
            value.apply_merge().ok()?;
            Some(value)
        })
        .collect()
}

fn fault(text: &str, theirs: &[Value], differences: &mut BTreeMap<Reason, usize>) -> Option<String> {
    let tree = parse::parse(text);
    // libyaml continues flow collections in lines that are not indented, which the official suite rejects.
    let accepted = [SyntaxErrorKind::FlowIndentation, SyntaxErrorKind::QuotedIndentation];
    if let Some(error) = tree.errors.iter().find(|error| !accepted.contains(&error.kind)) {
        return Some(format!("{error:?} at {:?}", error.span.of(text)));
    }
    let ours: Vec<Value> = tree.documents.into_iter().map(our_value).collect();
    // A text without a document is null for libyaml.
    let theirs = if ours.is_empty() && *theirs == [Value::Null] { &[] } else { theirs };
    if ours.len() != theirs.len() {
        return Some(format!("{} documents, not {}", ours.len(), theirs.len()));
    }
    ours.iter().zip(theirs).find_map(|(ours, theirs)| difference(ours, theirs, text, differences))
}

fn our_value(document: Document) -> Value {
    let tree = Tree { documents: vec![document], ..Tree::default() };
    alias::expand(&tree).0.as_deref().map_or(Value::Null, plain::value)
}

/// The unexplained difference of two values; explained ones are counted.
fn difference(ours: &Value, theirs: &Value, text: &str, differences: &mut BTreeMap<Reason, usize>) -> Option<String> {
    match (ours, theirs) {
        (Value::Sequence(ours), Value::Sequence(theirs)) if ours.len() == theirs.len() => {
            ours.iter().zip(theirs).find_map(|(ours, theirs)| difference(ours, theirs, text, differences))
        }
        (Value::Mapping(ours), Value::Mapping(theirs)) if ours.len() == theirs.len() => {
            ours.iter().zip(theirs).find_map(|((our_key, ours), (their_key, theirs))| {
                difference(our_key, their_key, text, differences)
                    .or_else(|| difference(ours, theirs, text, differences))
            })
        }
        (Value::Tagged(ours), Value::Tagged(theirs)) if ours.tag == theirs.tag => {
            difference(&ours.value, &theirs.value, text, differences)
        }
        (ours, theirs) if ours == theirs => None,
        (ours, theirs) => match reason(ours, theirs, text) {
            Some(reason) => {
                *differences.entry(reason).or_default() += 1;
                None
            }
            None => Some(format!("{ours:?} is not {theirs:?}")),
        },
    }
}

fn reason(ours: &Value, theirs: &Value, text: &str) -> Option<Reason> {
    match (ours, theirs) {
        (Value::Number(ours), Value::String(theirs)) => {
            let digits = theirs.trim_start_matches(['-', '+']);
            let zeros = digits.len() > 1 && digits.starts_with('0');
            (zeros && theirs.parse().ok() == ours.as_f64()).then_some(Reason::LeadingZeros)
        }
        (Value::String(ours), Value::String(theirs)) => {
            let unended = !text.ends_with(['\n', '\r']) && ours.strip_suffix('\n') == Some(theirs);
            unended.then_some(Reason::LastLineBreak)
        }
        (ours, Value::Tagged(theirs)) if theirs.tag == "!" => {
            let same = match (ours, &theirs.value) {
                (Value::String(ours), Value::String(theirs)) => theirs == ours,
                (Value::String(ours), Value::Number(theirs)) => theirs.to_string() == *ours,
                (ours, theirs) => ours.is_null() && theirs.is_null(),
            };
            same.then_some(Reason::NonSpecificTag)
        }
        _ => None,
    }
}
