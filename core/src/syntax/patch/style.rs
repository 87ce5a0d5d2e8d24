//! Detects the style of a text, so that new text matches it.

use std::cell::OnceCell;

use smol_str::SmolStr;

use crate::sorted_map::{SortedMap, SortedSet};
use crate::syntax::plain::{Plain, typed};
use crate::syntax::{Kind, Node, Style, Tree};

use super::{collection, guard, lines, print};

/// How strings are written that could be plain.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Quotes {
    Plain,
    Single,
    Double,
}

/// The style for new text.
#[derive(Clone, Copy, Debug)]
pub(super) struct TextStyle {
    /// The indentation of a mapping in a mapping.
    pub(super) step: usize,
    /// The indentation of a sequence in a mapping.
    pub(super) offset: usize,
    /// The number of columns from a dash to its value.
    pub(super) dash: usize,
    pub(super) strings: Quotes,
    /// How strings with `${` in them are written in block context.
    pub(super) references: Quotes,
    pub(super) keys: Quotes,
    /// The quotes to use where quotes are required.
    pub(super) needed: Quotes,
}

impl TextStyle {
    /// The style around `near`, with that of `root` as the fallback.
    pub(super) fn new(text: &str, root: Option<&Node>, near: Option<&Node>) -> Self {
        TextStyle::around(text, &Survey::of(text, root), near)
    }

    /// The style around `near`, with that of `whole` as the fallback.
    pub(super) fn around(text: &str, whole: &Survey, near: Option<&Node>) -> Self {
        let around = Survey::of(text, near);
        let mut beside = Survey::of(text, None);
        if let Some(near) = near {
            beside.scalars(near);
        }
        let number = |pick: fn(&Survey) -> &Counts<usize>| commonest(pick(&around)).or(commonest(pick(whole)));
        let quotes = |pick: fn(&Survey) -> &Counts<Quotes>| {
            commonest(pick(&beside)).or(commonest(pick(whole))).unwrap_or(Quotes::Plain)
        };
        let needed = commonest(&beside.needed).or(commonest(&whole.needed)).unwrap_or(Quotes::Double);
        // Empty brackets alone do not determine the style: only quoted keys do.
        if whole.is_json && !whole.keys.is_empty() {
            let quotes = Quotes::Double;
            return TextStyle {
                step: 2,
                offset: 2,
                dash: 2,
                strings: quotes,
                references: quotes,
                keys: quotes,
                needed: quotes,
            };
        }
        TextStyle {
            step: number(|survey| &survey.steps).unwrap_or(2),
            offset: number(|survey| &survey.offsets).unwrap_or(2),
            dash: number(|survey| &survey.dashes).unwrap_or(2),
            strings: quotes(|survey| &survey.strings),
            references: commonest(&whole.references).unwrap_or(quotes(|survey| &survey.strings)),
            keys: commonest(&beside.keys).unwrap_or(Quotes::Plain),
            needed,
        }
    }

    /// The quotes for `text` as a string value.
    pub(super) fn quotes(self, text: &str) -> Quotes {
        if text.contains("${") { self.references } else { self.strings }
    }
}

type Counts<T> = SortedMap<T, usize>;

/// The most frequent value; the lowest of several.
fn commonest<T: Copy + Ord>(counts: &Counts<T>) -> Option<T> {
    counts.iter().rev().max_by_key(|(_, count)| **count).map(|(value, _)| *value)
}

/// Maximum number of nodes to inspect: the first few thousand determine the style of a text.
const MAX_NODES: usize = 4_000;
/// A text shorter than this, in bytes, is inspected again after each edit.
const SHORT_TEXT: usize = 4_096;

/// Facts about a whole text while it is edited, computed on first use.
#[derive(Debug, Default)]
pub(super) struct StyleCache {
    survey: OnceCell<(usize, Survey)>,
    aliases: OnceCell<SortedSet<SmolStr>>,
}

impl StyleCache {
    pub(super) fn survey(&self, text: &str, tree: &Tree) -> &Survey {
        &self.survey.get_or_init(|| (text.len(), Survey::of(text, tree.root()))).1
    }

    /// The names that aliases use.
    pub(super) fn aliases(&self, tree: &Tree) -> &SortedSet<SmolStr> {
        self.aliases.get_or_init(|| {
            let mut names = SortedSet::new();
            tree.root().into_iter().for_each(|root| guard::aliases(root, &mut names));
            names
        })
    }

    /// A cache for a text without aliases, whose style must be determined again.
    pub(super) fn without_aliases() -> Self {
        StyleCache { survey: OnceCell::new(), aliases: OnceCell::from(SortedSet::new()) }
    }

    /// Whether the text, now of `length` bytes, has changed so much that its style must be determined again.
    pub(super) fn is_outgrown(&self, length: usize) -> bool {
        self.survey.get().is_some_and(|(surveyed, _)| length < SHORT_TEXT || length.abs_diff(*surveyed) > surveyed / 8)
    }
}

/// The number of occurrences of each style.
#[derive(Debug)]
pub(super) struct Survey {
    /// Whether the text read so far looks like JSON: collections in brackets, keys and strings in double quotes.
    is_json: bool,
    /// The number of nodes that may still be inspected.
    left: usize,
    steps: Counts<usize>,
    offsets: Counts<usize>,
    dashes: Counts<usize>,
    strings: Counts<Quotes>,
    references: Counts<Quotes>,
    keys: Counts<Quotes>,
    needed: Counts<Quotes>,
}

impl Survey {
    fn of(text: &str, node: Option<&Node>) -> Self {
        let mut survey = Survey {
            is_json: node.is_some_and(is_bracketed),
            left: MAX_NODES,
            steps: Counts::new(),
            offsets: Counts::new(),
            dashes: Counts::new(),
            strings: Counts::new(),
            references: Counts::new(),
            keys: Counts::new(),
            needed: Counts::new(),
        };
        if let Some(node) = node {
            survey.visit(text, node);
        }
        survey
    }

    fn visit(&mut self, text: &str, node: &Node) {
        let Some(left) = self.left.checked_sub(1) else { return };
        self.left = left;
        self.is_json &= node.as_scalar().is_some() || node.is_null() || is_bracketed(node);
        self.scalars(node);
        match &node.kind {
            Kind::Mapping(mapping) => {
                for entry in &mapping.entries {
                    if !mapping.flow && lines::is_first(text, entry.key.span.range().start) {
                        self.child(text, &entry.key, &entry.value);
                    }
                    self.visit(text, &entry.value);
                }
            }
            Kind::Sequence(sequence) => {
                let dash = lines::column(text, node.span.range().start);
                for item in &sequence.items {
                    let start = collection::start(item);
                    let same_line = node.span.range().start >= lines::line_start(text, start);
                    if !sequence.flow && same_line && !matches!(item.kind, Kind::Null) {
                        count(&mut self.dashes, lines::column(text, start).saturating_sub(dash));
                    }
                    self.visit(text, item);
                }
            }
            Kind::Null | Kind::Scalar(_) | Kind::Alias(_) | Kind::Error => {}
        }
    }

    /// Counts the indentation of a block collection below its key.
    fn child(&mut self, text: &str, key: &Node, value: &Node) {
        let start = value.span.range().start;
        if !lines::is_first(text, start) {
            return;
        }
        let (outer, inner) = (lines::column(text, key.span.range().start), lines::column(text, start));
        match &value.kind {
            Kind::Mapping(mapping) if !mapping.flow && inner > outer => count(&mut self.steps, inner - outer),
            Kind::Sequence(sequence) if !sequence.flow && inner >= outer => count(&mut self.offsets, inner - outer),
            _ => {}
        }
    }

    /// Counts the quotes of the scalars directly in `node`.
    fn scalars(&mut self, node: &Node) {
        for entry in node.entries() {
            if let Some(quotes) = quotes_of(&entry.key) {
                self.is_json &= quotes == Quotes::Double;
                count(&mut self.keys, quotes);
            }
            self.string(&entry.value);
        }
        for item in node.items() {
            self.string(item);
        }
    }

    fn string(&mut self, node: &Node) {
        let (Some(quotes), Some(scalar)) = (quotes_of(node), node.as_scalar()) else { return };
        if !matches!(typed(scalar), Plain::Text(_)) {
            return;
        }
        self.is_json &= quotes == Quotes::Double;
        if quotes != Quotes::Plain {
            count(&mut self.needed, quotes);
        }
        if scalar.value.contains("${") {
            count(&mut self.references, quotes);
        } else if quotes == Quotes::Plain || print::may_be_plain(&scalar.value) {
            count(&mut self.strings, quotes);
        }
    }
}

fn is_bracketed(node: &Node) -> bool {
    node.as_mapping().is_some_and(|mapping| mapping.flow) || node.as_sequence().is_some_and(|sequence| sequence.flow)
}

pub(super) fn quotes_of(node: &Node) -> Option<Quotes> {
    match node.as_scalar()?.style {
        Style::Plain => Some(Quotes::Plain),
        Style::SingleQuoted => Some(Quotes::Single),
        Style::DoubleQuoted => Some(Quotes::Double),
        Style::Literal | Style::Folded => None,
    }
}

fn count<T: Ord>(counts: &mut Counts<T>, value: T) {
    *counts.entry(value).or_default() += 1;
}
