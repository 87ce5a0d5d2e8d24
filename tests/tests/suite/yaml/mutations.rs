//! Mutated texts are parsed in linear time, and an error affects only its own entry.

use std::sync::Arc;
use std::time::{Duration, Instant};

use descriptorium_core::syntax::{Entry, Kind, Node, parse};

use super::spans;
use super::texts::{self, Chance, Text};

/// Typical typing errors.
const SLIPS: &[&str] = &[
    "\"", "'", "[", "{", "]", "}", ":", ": ", "-", "- ", "#", " #", "&", "*", "!", "|", ">", "@", "`", "%", ",", "\\",
    "${", "? ", "\t", " ", "\n", "\r", "x", "ä", "𝄞", "\u{feff}", "\0", "---\n", "...\n",
];

#[test]
fn cut_and_mutated_texts_are_parsed() {
    println!("the seed is {}", texts::seed());
    let mut faults = Vec::new();
    for (index, text) in texts::all().iter().enumerate() {
        let mut chance = texts::chance(index);
        for _ in 0..texts::rounds(text.text.len()) {
            let cut = &text.text[..chance.boundary(&text.text)];
            faults.extend(check(text, cut));
            faults.extend(check(text, &mutated(&text.text, &mut chance)));
        }
    }
    assert!(faults.is_empty(), "{}\n{}", faults.len(), faults.join("\n"));
}

fn check(from: &Text, text: &str) -> Option<String> {
    let faults = spans::faults_of(text, &parse::parse(text));
    (!faults.is_empty()).then(|| format!("{}: {}\nin\n{text}", from.name, faults.join("; ")))
}

/// `text` after a few random mutations.
pub fn mutated(text: &str, chance: &mut Chance) -> String {
    let mut mutated = text.to_owned();
    for _ in 0..=chance.below(4) {
        mutate(&mut mutated, chance);
    }
    mutated
}

fn mutate(text: &mut String, chance: &mut Chance) {
    let at = chance.boundary(text);
    match chance.below(3) {
        0 => text.insert_str(at, chance.pick(SLIPS).copied().unwrap_or("")),
        1 if at < text.len() => {
            text.remove(at);
        }
        _ => {
            let end = chance.boundary(text);
            let (start, end) = (at.min(end), at.max(end).min(at.min(end) + 200));
            let end = descriptorium_core::text::floor_boundary(text, end);
            let moved = text[start..end].to_owned();
            text.insert_str(chance.boundary(text), &moved);
        }
    }
}

/// Texts whose root is a valid block mapping, and its entries.
fn mappings() -> Vec<(&'static Text, Vec<Entry>)> {
    let entries = |text: &'static Text| {
        let mut tree = parse::parse(&text.text);
        let (sound, single) = (tree.errors.is_empty(), tree.documents.len() == 1);
        match Arc::unwrap_or_clone(tree.documents.pop()?.root).kind {
            Kind::Mapping(mapping) if sound && single && !mapping.flow => Some((text, mapping.entries)),
            _ => None,
        }
    };
    texts::all().iter().filter_map(entries).collect()
}

#[test]
fn entries_before_a_truncation_are_intact() {
    let (mut checked, mut faults) = (0, Vec::new());
    println!("the seed is {}", texts::seed());
    for (index, (text, entries)) in mappings().iter().enumerate() {
        let mut chance = texts::chance(index);
        for _ in 0..texts::rounds(text.text.len()) {
            let cut = &text.text[..chance.boundary(&text.text)];
            let tree = parse::parse(cut);
            let left = tree.root().map_or(&[][..], |root| root.entries());
            // The truncated entry is the last one that has started.
            let whole = entries.iter().take_while(|entry| entry.key.span.range().end < cut.len()).count();
            for (index, entry) in entries.iter().enumerate().take(whole.saturating_sub(1)) {
                checked += 1;
                if !left.get(index).is_some_and(|left| same(left, entry)) {
                    faults.push(format!("{} at {}: {:?} is lost", text.name, cut.len(), entry.key.as_text()));
                }
            }
        }
    }
    println!("{checked} entries stand before a cut");
    assert!(faults.is_empty() && checked > 100, "{}\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn a_slip_costs_its_own_entry() {
    let (mut checked, mut faults) = (0, Vec::new());
    let slips: Vec<&str> = SLIPS.iter().copied().filter(|slip| !slip.contains(['\n', '\r', '\0'])).collect();
    println!("the seed is {}", texts::seed());
    for (index, (text, entries)) in mappings().iter().enumerate() {
        let mut chance = texts::chance(index);
        for _ in 0..texts::rounds(text.text.len()) {
            let index = chance.below(entries.len());
            let (Some(entry), Some(slip)) = (entries.get(index), chance.pick(&slips)) else { continue };
            if entry.key.span.is_empty() || !text.text[entry.key.span.range().end..].starts_with(':') {
                continue;
            }
            let (start, end) = (entry.key.span.range().end + 1, entry.value.span.range().end);
            let at = start + chance.below(end.saturating_sub(start) + 1);
            if !text.text.is_char_boundary(at) {
                continue;
            }
            let broken = format!("{}{slip}{}", &text.text[..at], &text.text[at..]);
            let tree = parse::parse(&broken);
            let left = tree.root().map_or(&[][..], |root| root.entries());
            for (other, entry) in entries.iter().enumerate().filter(|(other, _)| *other != index) {
                checked += 1;
                if !left.iter().any(|left| same(left, entry)) {
                    let line = broken[..at].lines().count();
                    faults.push(format!(
                        "{} with {slip:?} in line {line}: entry {other} {:?} is lost",
                        text.name,
                        entry.key.as_text()
                    ));
                    break;
                }
            }
        }
    }
    println!("{checked} entries stand beside a slip");
    assert!(faults.is_empty() && checked > 100, "{}\n{}", faults.len(), faults.join("\n"));
}

/// Incompletely typed keys, and remains of keys.
const HALF_TYPED: &[&str] =
    &["requ", "re", "r e", "'requ'", "requ:", "requ :", "requ: \"", "requ: '", "requ: [", "requ: {a", "requ:x"];

/// An incomplete key among the entries of any mapping, at any depth, affects neither these nor anything around them.
#[test]
fn a_half_typed_key_costs_nothing_else() {
    println!("the seed is {}", texts::seed());
    let (mut checked, mut faults) = (0, Vec::new());
    for (index, text) in texts::all().iter().enumerate() {
        let tree = parse::parse(&text.text);
        let Some(root) = tree.root() else { continue };
        // Nothing may be between an explicit key and its value, and a key in brackets (LX3P, Q9WF) looks like the
        // content of an unclosed bracket before it.
        let odd = text.official && (text.text.contains('?') || ["LX3P", "Q9WF"].contains(&&*text.name));
        if !tree.errors.is_empty() || tree.documents.len() != 1 || odd {
            continue;
        }
        let places = places(&text.text, root);
        let mut chance = texts::chance(index);
        for _ in 0..texts::rounds(text.text.len()) {
            let (Some(&(line, column)), Some(typed)) = (chance.pick(&places), chance.pick(HALF_TYPED)) else {
                continue;
            };
            let broken = format!("{}{}{typed}\n{}", &text.text[..line], " ".repeat(column), &text.text[line..]);
            let after = parse::parse(&broken);
            checked += 1;
            let kept = after.documents.len() == 1 && after.root().is_some_and(|after| keeps(root, after));
            if !kept {
                let line = broken[..line].lines().count() + 1;
                faults.push(format!("{} with {typed:?} as line {line}: {:?}", text.name, after.errors));
            }
        }
    }
    println!("{checked} half-typed keys cost nothing else");
    assert!(faults.is_empty() && checked > 100, "{}\n{}", faults.len(), faults.join("\n"));
}

/// The positions in `text` where a new entry of a block mapping is allowed, with its column: before each entry and
/// after the last one.
fn places(text: &str, root: &Node) -> Vec<(usize, usize)> {
    let line = |at: usize| text[..at].rfind(['\n', '\r']).map_or(0, |before| before + 1);
    let (mut found, mut queue) = (Vec::new(), vec![root]);
    while let Some(node) = queue.pop() {
        if let Some(mapping) = node.as_mapping().filter(|mapping| !mapping.flow) {
            let keys = mapping.entries.iter().map(|entry| entry.key.span.range().start);
            let alone = keys.filter(|&at| text[line(at)..at].bytes().all(|byte| byte == b' '));
            found.extend(alone.map(|at| (line(at), at - line(at))));
            let (start, end) = (node.span.range().start, node.span.range().end);
            let column = start - line(start);
            found.extend(text[end..].find('\n').filter(|_| text.is_ascii()).map(|behind| (end + behind + 1, column)));
        }
        queue.extend(node.entries().iter().map(|entry| &entry.value).chain(node.items()));
    }
    found
}

/// Whether `after` contains all of `before` and one more entry.
fn keeps(before: &Node, after: &Node) -> bool {
    match (&before.kind, &after.kind) {
        (Kind::Mapping(left), Kind::Mapping(right)) => {
            let more = right.entries.len() - left.entries.len().min(right.entries.len());
            let mut rest = right.entries.iter();
            more <= 1
                && left.entries.iter().all(|entry| {
                    rest.any(|other| {
                        spans::same_kind(&entry.key.kind, &other.key.kind) && keeps(&entry.value, &other.value)
                    })
                })
        }
        (Kind::Sequence(left), Kind::Sequence(right)) => {
            left.items.len() == right.items.len()
                && left.items.iter().zip(&right.items).all(|(left, right)| keeps(left, right))
        }
        (left, right) => spans::same_kind(left, right),
    }
}

fn same(left: &Entry, right: &Entry) -> bool {
    spans::same_kind(&left.key.kind, &right.key.kind) && spans::same_kind(&left.value.kind, &right.value.kind)
}

/// Repetitions that could be slow to parse.
const REPEATED: &[&str] = &[
    "[",
    "{",
    "]",
    "- ",
    "? ",
    ": ",
    "a: ",
    "\"",
    "'",
    "''",
    "\\",
    "\"\\",
    "${",
    "[${",
    "[${ ",
    "{a: ${",
    "&a ",
    "*a ",
    "!",
    "!a ",
    "#",
    "|\n",
    ">\n",
    "a:\n",
    "- \"a\n",
    "\"a\n",
    "'a\n",
    "x\n",
    "x: 'y\n",
    "[a\n",
    "{a: b\n",
    "a: [\n",
    "- [\n",
    "a: |\n",
    "\t",
    "\ta\n",
    " ",
    "\r",
    "\n",
    ",",
    "[,",
    "%TAG\n",
    "---\n",
    "...\n",
    "&a [*a, ",
    "a: b # c\n",
    "a\n b\n",
    "- a\n",
    "? a\n",
    "a b ",
    "a:b ",
    "\"a\" ",
    "[[], ",
    "- - ",
    "\"\\x",
    "a: \"x\n foo\n",
    "a: &b\n",
    "!!a &b\n",
    "'a' 'b'\n",
    "[a]: ",
    "  - a\n b\n",
    "a:\n  - b\n c\n",
    "é",
    "\u{feff}",
];

#[test]
fn time_grows_with_length_only() {
    let mut faults = Vec::new();
    for pattern in REPEATED {
        let text = |length: usize| pattern.repeat(length / pattern.len());
        let (short, long) = (text(4_000), text(64_000));
        // Sixteen short texts compared with one of the same total length: it takes 16 times as long if the time is
        // quadratic. Both take a while, so that other load on the machine affects both.
        let ratio = || time(&long, 1).as_secs_f64() / time(&short, 16).as_secs_f64();
        let ratios: Vec<_> = (0..20).map(|_| ratio()).take_while(|&ratio| ratio > 8.0).collect();
        if ratios.len() == 20 {
            faults.push(format!("{pattern:?}: a text of 64 KB takes {ratios:?} times as long as 16 of 4 KB"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn time(text: &str, times: usize) -> Duration {
    let start = Instant::now();
    (0..times).for_each(|_| drop(parse::parse(text)));
    start.elapsed()
}
