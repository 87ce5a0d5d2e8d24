//! Incremental parsing after an edit gives the same result as parsing the whole text.

use descriptorium_core::edit::{Replace, TextEdit};
use descriptorium_core::syntax::parse::incremental::parse_part;
use descriptorium_core::syntax::parse::parse;
use descriptorium_core::syntax::{Node, Tree};
use descriptorium_core::text::{FilePath, LineIndex, Span, floor_boundary};
use descriptorium_core::workspace::SourceFile;

use super::mutations;
use super::texts::{self, Chance};

/// Texts to type letter by letter.
const TYPED: &[&str] = &[
    "x",
    "  name: value\n",
    "\n  key: \"text # no comment\" # a comment\n",
    "\n",
    "- item\n",
    "${a.b}",
    "# note\n",
    "'it''s'",
    "a: {b: [c, 'd'], e: &f g}\n",
    "*f",
    "<<: *f\n",
    "|\n    block\n",
    "? key\n",
    "---\n",
    "!!str ",
    "\t",
    "@",
    "[",
    "\r\n",
    "ä𝄞",
];

#[test]
fn parsing_after_an_edit_equals_parsing_all() {
    println!("the seed is {}", texts::seed());
    let (mut n_checked, mut n_parts, mut faults) = (0, 0, Vec::new());
    for (index, text) in texts::all().iter().enumerate() {
        let mut chance = texts::chance(index);
        // Fewer edits in long texts, since every edit also parses the whole text for comparison.
        let (rounds, most) = if text.text.len() > 8_000 { (2, 6) } else { (texts::rounds(text.text.len()).min(4), 60) };
        for round in 0..rounds {
            let start = if round % 2 == 0 { text.text.clone() } else { mutations::mutated(&text.text, &mut chance) };
            let mut at = Typing::new(start);
            for edit in edits(&at.text, &mut chance).iter().take(most) {
                n_checked += 1;
                match at.edit(edit) {
                    Ok(is_part) => n_parts += usize::from(is_part),
                    Err(fault) => {
                        faults.push(format!("{}: {fault}", text.name));
                        break;
                    }
                }
            }
        }
    }
    println!("of {n_checked} edits {n_parts} were done by parsing a part");
    assert!(faults.is_empty(), "{}\n{}", faults.len(), faults.iter().take(12).cloned().collect::<String>());
    assert!(
        n_parts * 2 > n_checked && n_checked > 100,
        "a part of the text is enough for most of {n_checked}: {n_parts}"
    );
}

/// Types and deletes a text letter by letter at one place, and replaces a larger range.
fn edits(text: &str, chance: &mut Chance) -> Vec<Replace> {
    let typed = chance.pick(TYPED).copied().unwrap_or("x");
    // Mostly at the end of a line.
    let mut at = chance.boundary(text);
    if chance.below(3) > 0 {
        at = text[at..].find('\n').map_or(text.len(), |end| at + end + chance.below(2));
    }
    let typed: Vec<(usize, &str)> =
        typed.char_indices().map(|(from, letter)| (at + from, &typed[from..from + letter.len_utf8()])).collect();
    let insert = typed.iter().map(|&(at, letter)| Replace { span: Span::at(at), text: letter.to_owned() });
    let delete =
        typed.iter().rev().map(|&(at, letter)| Replace { span: Span::new(at, at + letter.len()), text: String::new() });
    let mut all: Vec<Replace> = insert.chain(delete).collect();
    let (one, other) = (chance.boundary(text), chance.boundary(text));
    let (start, end) = (one.min(other), one.max(other).min(one.min(other) + 60));
    let span = Span::new(start, floor_boundary(text, end));
    let moved = chance.boundary(text);
    let moved_end = floor_boundary(text, (moved + 30).min(text.len()));
    all.push(Replace { span, text: text[moved..moved_end].to_owned() });
    all
}

/// A text and its tree, which are edited.
struct Typing {
    text: String,
    tree: Tree,
    file: SourceFile,
}

impl Typing {
    fn new(text: String) -> Self {
        let path = FilePath::new("a.yaml").expect("a plain path");
        Typing { tree: parse(&text), file: SourceFile::new(path, text.as_str()), text }
    }

    /// Applies an edit. Returns whether incremental parsing sufficed, or the first difference from a full parse.
    fn edit(&mut self, edit: &Replace) -> Result<bool, String> {
        let change = TextEdit::replace(edit.span, edit.text.as_str());
        let text = change.apply(&self.text).expect("fits");
        let fresh = parse(&text);
        let part = parse_part(&self.tree, &self.text, edit, &text);
        let is_part = part.is_some();
        let tree = part.unwrap_or_else(|| fresh.clone());
        if tree != fresh {
            let at = edit.span.range();
            let [from, to] = [at.start.saturating_sub(60), at.end + 60].map(|at| floor_boundary(&self.text, at));
            let what = if tree.errors != fresh.errors {
                format!("{:?}\nis not\n{:?}", tree.errors, fresh.errors)
            } else if tree.comments != fresh.comments {
                format!("{:?}\nis not\n{:?}", tree.comments, fresh.comments)
            } else {
                let roots = tree.documents.iter().zip(&fresh.documents);
                roots.filter_map(|(one, other)| difference(&one.root, &other.root)).collect()
            };
            let what: String = what.chars().take(2000).collect();
            return Err(format!("{edit:?} in\n{:?}\n{what}\n", &self.text[from..to]));
        }
        let file = self.file.edited(&change, text.as_str());
        let whole = SourceFile::new(file.path.clone(), text.as_str());
        let is_same = *file.tree == *whole.tree
            && file.root == whole.root
            && file.errors == whole.errors
            && file.lines == LineIndex::new(&text)
            && file.language == whole.language
            && file.descriptor == whole.descriptor;
        if !is_same {
            return Err(format!("{edit:?}: the file differs in\n{}\n", self.text));
        }
        (self.text, self.tree, self.file) = (text, tree, file);
        Ok(is_part)
    }
}

/// The first difference between two trees.
fn difference(one: &Node, other: &Node) -> Option<String> {
    if one == other {
        return None;
    }
    let same_length = one.entries().len() == other.entries().len() && one.items().len() == other.items().len();
    let entries = one.entries().iter().zip(other.entries());
    let entries = entries.flat_map(|(one, other)| [(&one.key, &other.key), (&one.value, &other.value)]);
    let mut pairs = entries.chain(one.items().iter().zip(other.items()));
    let inner = pairs.find_map(|(one, other)| difference(one, other)).filter(|_| same_length);
    let brief = |node: &Node| format!("{node:?}").chars().take(700).collect::<String>();
    Some(inner.unwrap_or_else(|| format!("{}\nis not\n{}", brief(one), brief(other))))
}
