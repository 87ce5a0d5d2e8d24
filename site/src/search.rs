//! Search without a server: an index in script files, of which a page loads the few that a query needs. Scripts can be
//! loaded from a local disk, where pages cannot read other files.
//!
//! Documents are numbered in the order of the site. `search/root.js` locates the parts of the index, `search/t<n>.js`
//! contains a range of terms with their documents, and `search/d<n>.js` a range of documents as shown in results.
//! `public/search.js` reads them.

pub mod terms;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use hashbrown::HashMap;
use serde_json::{Value, json};
use smol_str::SmolStr;

use crate::hash::{Hash, Hasher};
use terms::{is_word, run_together, terms, title_term};

/// The folder of the index on the site.
pub const FOLDER: &str = "search/";

/// Documents per file.
const DOCUMENTS_IN_FILE: usize = 24;
/// Approximate size of the terms in a file, in bytes.
const BYTES_IN_FILE: usize = 12_000;
/// Maximum number of documents per term; the ones with the highest weights are kept. This limits the cost of terms that
/// nearly all documents contain.
const MAX_DOCUMENTS: usize = 1_500;
/// Maximum size in bytes of the words that are compared with misspelled ones.
const MAX_WORDS: usize = 80_000;
/// Maximum number of terms per document.
const MAX_TERMS: usize = 600;
/// Maximum number of members of a document that results can link to.
const MAX_PARTS: usize = 60;

/// The weight of a term in a document.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Weight {
    /// Part of a text.
    Prose,
    /// The name of a descriptor that the document uses.
    Use,
    /// The name of a member: a property, a component.
    Part,
    /// The name of the document.
    Name,
}

const WEIGHTS: [Weight; 4] = [Weight::Prose, Weight::Use, Weight::Part, Weight::Name];
const WEIGHT_NAMES: [&str; 4] = [" prose ", " use ", " part ", " name "];

/// An entry of the index.
#[derive(Clone, Debug, Default)]
pub struct Document {
    pub title: String,
    /// The version of a descriptor, or empty.
    pub version: String,
    /// The kind of document, in one word.
    pub kind: String,
    /// Its page, from the root of the site.
    pub path: String,
    pub summary: String,
    /// A text that tells it apart from others with the same title and version, or empty.
    pub apart: String,
    /// The anchors of its members: a prefix such as `/properties/`, and names such as `port`.
    pub parts: BTreeMap<String, Vec<String>>,
    /// The terms by which it is found.
    pub terms: HashMap<SmolStr, Weight>,
}

/// The files of the index, by their paths from the root of the site.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Index {
    pub files: BTreeMap<String, String>,
}

impl Document {
    /// Adds the terms of `text`.
    pub fn add(&mut self, text: &str, weight: Weight) {
        let names = if weight >= Weight::Part { run_together(text) } else { Vec::new() };
        for term in terms(text).into_iter().chain(names) {
            if self.terms.len() < MAX_TERMS || weight == Weight::Name {
                let known = self.terms.entry(term).or_insert(weight);
                *known = weight.max(*known);
            }
        }
    }

    /// Adds a title as a whole, by which the search finds names that begin with a query, the shortest first.
    pub fn add_title(&mut self, title: &str) {
        if let Some(term) = title_term(title) {
            self.terms.insert(term, Weight::Name);
        }
    }

    /// Adds the name of a file as a single term.
    pub fn add_whole(&mut self, name: &str) {
        if let [term, _, ..] = terms(name).as_slice() {
            self.terms.insert(term.clone(), Weight::Name);
        }
    }

    /// Adds a member: the id of its parent, and its name there.
    pub fn part(&mut self, parent: &str, name: &str) {
        self.add(name, Weight::Part);
        if self.parts.values().map(Vec::len).sum::<usize>() < MAX_PARTS {
            self.parts.entry(format!("{parent}/")).or_default().push(name.to_owned());
        }
    }

    /// A hash of everything that the index contains about the document.
    pub fn hash(&self) -> Hash {
        let mut hasher = Hasher::default();
        for part in [&self.title, &self.version, &self.kind, &self.path, &self.summary, &self.apart] {
            hasher.add(part);
        }
        for (parent, names) in &self.parts {
            hasher.add(parent).add(names.len().to_le_bytes());
            for name in names {
                hasher.add(name);
            }
        }
        let mut terms: Vec<(&SmolStr, &Weight)> = self.terms.iter().collect();
        terms.sort_unstable();
        let mut found_by = String::new();
        for (term, weight) in terms {
            // Terms contain no spaces.
            found_by.extend([term.as_str(), WEIGHT_NAMES[*weight as usize]]);
        }
        hasher.add(found_by);
        hasher.finish()
    }

    /// The compact form of the document, with numbers for terms.
    pub fn kept(self, terms: &Mutex<Terms>) -> Kept {
        let before = json!([self.title, self.version]).to_string();
        let mut behind = vec![json!(self.path), json!(self.summary), json!(self.parts)];
        behind.extend((!self.apart.is_empty()).then(|| json!(self.apart)));
        let behind = Value::Array(behind).to_string();
        let mut terms = terms.lock().unwrap_or_else(PoisonError::into_inner);
        let numbers = self.terms.into_iter().map(|(term, weight)| (terms.number(term), weight));
        Kept { kind: self.kind, before, behind, terms: numbers.collect() }
    }
}

/// A dictionary of terms.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    texts: Vec<SmolStr>,
    // Invariant: the index of each term in `texts`.
    numbers: HashMap<SmolStr, u32>,
}

impl Terms {
    /// A dictionary whose numbers are indices.
    pub fn of(texts: Vec<SmolStr>) -> Self {
        let numbers = (0..).zip(&texts).map(|(number, text)| (text.clone(), number)).collect();
        Terms { texts, numbers }
    }

    pub fn texts(&self) -> &[SmolStr] {
        &self.texts
    }

    fn number(&mut self, term: SmolStr) -> u32 {
        let next = u32::try_from(self.texts.len()).unwrap_or(u32::MAX);
        let number = *self.numbers.entry(term.clone()).or_insert(next);
        if number == next {
            self.texts.push(term);
        }
        number
    }
}

/// A document in compact form.
#[derive(Clone, PartialEq, Debug)]
pub struct Kept {
    pub kind: String,
    /// The result shown for it, as JSON, before and after its kind.
    pub before: String,
    pub behind: String,
    pub terms: Packed,
}

/// The terms of a document: numbers with weights.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Packed {
    /// For each term, four times the number plus the weight, as a variable-length integer (LEB128).
    bytes: Vec<u8>,
}

impl Packed {
    pub fn of_bytes(bytes: Vec<u8>) -> Self {
        Packed { bytes }
    }

    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub fn iter(&self) -> impl Iterator<Item = (u32, Weight)> {
        let mut rest = self.bytes.iter();
        std::iter::from_fn(move || {
            let (mut number, mut shift) = (0, 0);
            loop {
                let byte = *rest.next()?;
                number |= u64::from(byte & 0x7f).checked_shl(shift)?;
                if byte & 0x80 == 0 {
                    return Some((u32::try_from(number / 4).ok()?, WEIGHTS[(number % 4) as usize]));
                }
                shift += 7;
            }
        })
    }
}

impl FromIterator<(u32, Weight)> for Packed {
    fn from_iter<T: IntoIterator<Item = (u32, Weight)>>(terms: T) -> Self {
        let mut bytes = Vec::new();
        for (number, weight) in terms {
            let mut rest = u64::from(number) * 4 + weight as u64;
            while rest >= 0x80 {
                bytes.push((rest & 0x7f) as u8 | 0x80);
                rest >>= 7;
            }
            bytes.push(rest as u8);
        }
        bytes.shrink_to_fit();
        Packed { bytes }
    }
}

impl Kept {
    /// `[title, version, kind, path, summary, parts]`, and what tells it apart from others, if there are any.
    fn shown(&self, kinds: &BTreeMap<&str, usize>, text: &mut String) {
        text.push_str(self.before.strip_suffix(']').unwrap_or_default());
        text.push_str(&format!(",{},", kinds.get(self.kind.as_str()).copied().unwrap_or_default()));
        text.push_str(self.behind.strip_prefix('[').unwrap_or_default());
    }
}

impl Index {
    /// Builds the index of `documents`, in their order.
    pub fn of(documents: impl IntoIterator<Item = Document>) -> Self {
        let terms = Mutex::default();
        let documents: Vec<Kept> = documents.into_iter().map(|document| document.kept(&terms)).collect();
        let terms = terms.into_inner().unwrap_or_else(PoisonError::into_inner);
        Index::of_kept(&terms, &documents.iter().collect::<Vec<_>>())
    }

    /// Builds the index of `documents`, whose terms have these numbers.
    pub fn of_kept(terms: &Terms, documents: &[&Kept]) -> Self {
        let lists = PostingLists::of(terms.texts.len(), documents);
        let mut found: Vec<(&str, &[(u32, Weight)])> =
            terms.texts.iter().map(SmolStr::as_str).zip(lists.of_terms()).collect();
        found.retain(|(_, places)| !places.is_empty());
        found.sort_unstable_by_key(|(term, _)| *term);
        let words = words(&found);
        let kinds: BTreeSet<&str> = documents.iter().map(|document| document.kind.as_str()).collect();
        let kinds: BTreeMap<&str, usize> = kinds.into_iter().enumerate().map(|(number, kind)| (kind, number)).collect();
        let mut index = Index::default();
        let mut firsts = Vec::new();
        let mut rest = found.as_slice();
        while let Some((first, _)) = rest.first() {
            let (mut size, mut places) = (0, Vec::new());
            let fitting = rest.iter().take_while(|(term, of)| {
                let fits = size < BYTES_IN_FILE;
                if fits {
                    let of = postings(of);
                    size += term.len() + of.len() + 6;
                    places.push(of);
                }
                fits
            });
            let (fitting, others) = rest.split_at(fitting.count());
            let terms = front_coded(fitting.iter().map(|(term, _)| *term));
            index.add(&format!("t{}", firsts.len()), &json!([terms, places.join(" ")]).to_string());
            firsts.push(*first);
            rest = others;
        }
        for (number, documents) in documents.chunks(DOCUMENTS_IN_FILE).enumerate() {
            let mut shown = String::from("[");
            for (place, document) in documents.iter().enumerate() {
                shown.push_str(if place > 0 { "," } else { "" });
                document.shown(&kinds, &mut shown);
            }
            shown.push(']');
            index.add(&format!("d{number}"), &shown);
        }
        let kinds: Vec<&str> = kinds.into_keys().collect();
        let root = json!({
            "n": documents.len(),
            "inFile": DOCUMENTS_IN_FILE,
            "most": MAX_DOCUMENTS,
            "firsts": firsts,
            "kinds": kinds,
            "words": words,
        });
        index.add("root", &root.to_string());
        index
    }

    fn add(&mut self, name: &str, content: &str) {
        self.files.insert(format!("{FOLDER}{name}.js"), format!("descriptoriumIndex({name:?},{content});\n"));
    }
}

/// The documents that contain each term (an inverted index).
struct PostingLists {
    /// The lists of all terms one after the other, each in the order of the documents.
    all: Vec<(u32, Weight)>,
    /// The end of each term's list.
    ends: Vec<usize>,
}

impl PostingLists {
    fn of(n_terms: usize, documents: &[&Kept]) -> Self {
        let mut ends = vec![0; n_terms];
        for (term, _) in documents.iter().flat_map(|document| document.terms.iter()) {
            ends.get_mut(term as usize).into_iter().for_each(|count: &mut usize| *count += 1);
        }
        // Counting sort: first the start of each list, at last its end.
        let mut n_all = 0;
        for end in &mut ends {
            n_all += std::mem::replace(end, n_all);
        }
        let mut all = vec![(0, Weight::Prose); n_all];
        for (number, document) in (0..).zip(documents) {
            for (term, weight) in document.terms.iter() {
                let Some(next) = ends.get_mut(term as usize) else { continue };
                all.get_mut(*next).into_iter().for_each(|place| *place = (number, weight));
                *next += 1;
            }
        }
        PostingLists { all, ends }
    }

    /// The posting list of each term.
    fn of_terms(&self) -> impl Iterator<Item = &[(u32, Weight)]> {
        let starts = std::iter::once(&0).chain(&self.ends);
        starts.zip(&self.ends).map(|(start, end)| self.all.get(*start..*end).unwrap_or_default())
    }
}

/// Terms in order with front coding: the length of the prefix shared with the previous term as one digit, and the rest.
fn front_coded<'a>(terms: impl IntoIterator<Item = &'a str>) -> String {
    let mut coded = String::new();
    let mut before = "";
    for term in terms {
        let same = before.chars().zip(term.chars()).take(DIGITS.len() - 1).take_while(|(a, b)| a == b);
        let (common, length) = same.fold((0, 0), |(count, length), (same, _)| (count + 1, length + same.len_utf8()));
        coded.push(char::from(DIGITS[common]));
        coded.push_str(&term[length..]);
        coded.push(' ');
        before = term;
    }
    coded.pop();
    coded
}

const DIGITS: &[u8; 64] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_";

/// The posting list of a term: the number of its documents if the list is truncated, a comma, and for each document the
/// difference to the previous number with the weight, in digits of five bits, the last of each number without the
/// sixth.
fn postings(all: &[(u32, Weight)]) -> String {
    let mut coded = String::new();
    let mut places = Cow::Borrowed(all);
    if all.len() > MAX_DOCUMENTS {
        let places = places.to_mut();
        places.sort_by_key(|(document, weight)| (std::cmp::Reverse(*weight), *document));
        places.truncate(MAX_DOCUMENTS);
        places.sort_unstable();
        coded = format!("{},", all.len());
    }
    let mut next = 0;
    for (document, weight) in places.iter().copied() {
        let mut number = (document - next) as usize * 4 + weight as usize;
        next = document + 1;
        while number >= 32 {
            coded.push(char::from(DIGITS[32 + number % 32]));
            number /= 32;
        }
        coded.push(char::from(DIGITS[number]));
    }
    coded
}

/// The words for spelling correction; if there are too many, those with the most documents.
fn words(found: &[(&str, &[(u32, Weight)])]) -> String {
    let mut words: Vec<(&str, usize)> =
        found.iter().filter(|(term, _)| is_word(term)).map(|(term, places)| (*term, places.len())).collect();
    words.sort_by_key(|(term, count)| (std::cmp::Reverse(*count), *term));
    let mut size = 0;
    words.retain(|(term, _)| {
        size += term.len();
        size <= MAX_WORDS
    });
    let mut words: Vec<&str> = words.into_iter().map(|(term, _)| term).collect();
    words.sort_unstable();
    front_coded(words)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    fn decode(coded: &str) -> Vec<String> {
        let mut before = String::new();
        let decoded = coded.split(' ').map(|piece| {
            let common = DIGITS.iter().position(|digit| Some(*digit) == piece.bytes().next()).expect("a digit");
            before = before.chars().take(common).chain(piece.chars().skip(1)).collect();
            before.clone()
        });
        decoded.collect()
    }

    #[test]
    fn terms_come_back_from_what_they_are_written_as() {
        let long = "x".repeat(70);
        let terms = ["größe", "größen", "gross", "resource::c_streamer::1.0", &long, &format!("{long}y")];
        assert_eq!(decode(&front_coded(terms)), terms);
    }

    #[test]
    fn places_are_written_as_gaps() {
        // 0*4+3 = 3; then 1*4+0 = 4; then 97*4+1 = 389 = 5 + 12*32.
        let places = vec![(0, Weight::Name), (2, Weight::Prose), (100, Weight::Use)];
        assert_eq!(postings(&places), format!("34{}{}", char::from(DIGITS[32 + 5]), char::from(DIGITS[12])));
        let many: Vec<(u32, Weight)> = (0..1_505).map(|number| (number, Weight::Prose)).collect();
        assert!(postings(&many).starts_with("1505,0"));
    }

    #[test]
    fn files_are_scripts_in_the_order_of_the_terms() {
        let document = |number: usize| {
            let mut document = Document { title: format!("gateway-{number:05}"), ..Document::default() };
            document.add(&format!("resource::gateway-{number:05}::1.0"), Weight::Name);
            document
        };
        let documents: Vec<Document> = (0..3_000).map(document).collect();
        let index = Index::of(documents.clone());
        let root = &index.files["search/root.js"];
        assert!(root.starts_with("descriptoriumIndex(\"root\",{") && root.ends_with("});\n"), "{root}");
        let root: Value = serde_json::from_str(root[26..root.len() - 3].trim_start_matches(',')).expect("JSON");
        let firsts: Vec<&str> = root["firsts"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
        assert!(firsts.len() > 4 && firsts.is_sorted(), "{firsts:?}");
        assert_eq!(root["n"], 3_000);
        for content in index.files.values() {
            assert!(content.len() < 3 * BYTES_IN_FILE, "{}", content.len());
        }
        assert_eq!(Index::of(documents), index);
    }
}
