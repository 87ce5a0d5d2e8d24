//! Tabs used for indentation.

use crate::sorted_map::SortedSet;
use crate::sorting::gather;
use crate::diagnostic::{Safety, Severity};
use crate::edit::TextEdit;
use crate::rules::yaml::errors;
use crate::rules::{Check, Definition};
use crate::syntax::parse::cursor::TAB_COLUMNS;
use crate::syntax::{SyntaxError, SyntaxErrorKind};
use crate::text::Span;
use crate::workspace::SourceFile;

pub static RULE: Definition = Definition {
    code: "yaml/tab-indentation",
    severity: Severity::Error,
    title: "tab in indentation",
    doc: "YAML indentation consists of spaces. Tabs are not allowed, because their width depends on the editor.",
    sources: &["AD-DOC-12", "T-0-10", "HAS-10"],
    bad: "name: assembly::a::1.0\nproperties:\n\taddress: {type: string}\ncomposition: {}\n",
    good: "name: assembly::a::1.0\nproperties:\n  address: {type: string}\ncomposition: {}\n",
    check,
};

fn check(cx: &mut Check<'_>) {
    let file = cx.file;
    for (number, error) in errors(cx, RULE.code).into_iter().enumerate() {
        let line = file.lines.line(error.span.start as usize);
        let before = Span::new(file.lines.start(line), error.span.start as usize);
        let is_first = before.of(&file.text).trim().is_empty();
        let edit =
            match Some(line).filter(|_| is_first && number < MAX_UNCLEAR).and_then(|line| intended_depth(file, line)) {
                Some(depth) => TextEdit::replace(before.cover(error.span), " ".repeat(depth)),
                None => TextEdit::replace(error.span, error.span.of(&file.text).replace('\t', "  ")),
            };
        let finding = cx.report(error.span, "tab in the indentation");
        finding.help("indent with spaces").fix("Replace with spaces", Safety::Unsafe, edit);
    }
}

/// Maximum number of tabs whose surroundings are examined; each can take a look at the whole text.
const MAX_UNCLEAR: usize = 100;

/// The spans whose structure is unclear because of tabs. Each reaches from the line above a tab to the next line that
/// is not indented deeper (or, if the tab seems to end the block, to the next that is indented less), and includes the
/// line that contains both.
pub fn unclear(file: &SourceFile) -> Vec<Span> {
    let is_tab = |error: &&SyntaxError| error.kind == SyntaxErrorKind::TabIndentation;
    let start = |line: usize| file.lines.start(line);
    let mut found = Vec::new();
    for (number, error) in file.errors.iter().filter(is_tab).enumerate() {
        if number == MAX_UNCLEAR {
            found.push(Span::new(error.span.range().start, file.text.len()));
            break;
        }
        let tab = file.lines.line(error.span.start as usize);
        let Some(above) = above(file, tab) else { continue };
        let shallower = |line: &usize, most: usize| depth(file, *line).is_some_and(|depth| depth <= most);
        let most = above.depth - usize::from(n_tabs(file, tab) * TAB_COLUMNS.unsigned_abs() < above.depth);
        let end = (tab + 1..file.lines.count()).find(|line| shallower(line, most));
        found.push(Span::new(start(above.line), end.map_or(file.text.len(), start)));
        let holder =
            above.depth.checked_sub(1).and_then(|most| (0..above.line).rev().find(|line| shallower(line, most)));
        found.extend(holder.map(|holder| file.lines.span(&file.text, holder)));
    }
    found
}

/// A line with content, indented by spaces.
struct Indented {
    line: usize,
    /// Its indentation, and the column of its content after list dashes.
    depth: usize,
    column: usize,
    /// Whether its content continues below, as the value of a key or the lines of a text.
    holds: bool,
}

/// The intended indentation of a line with tabs: that of the last line without tabs, or inside it that of the next
/// deeper line (two columns deeper if there is none), plus two columns for each smaller number of tabs between them.
fn intended_depth(file: &SourceFile, tab: usize) -> Option<usize> {
    let above = above(file, tab)?;
    let own = if above.holds {
        let next = (tab + 1..file.lines.count()).find_map(|line| depth(file, line));
        next.filter(|next| *next > above.column).unwrap_or(above.column + 2)
    } else {
        above.column
    };
    let between = (above.line + 1..tab).map(|line| n_tabs(file, line)).filter(|n_tabs| *n_tabs > 0);
    let less: SortedSet<usize> = gather(between.filter(|less| *less < n_tabs(file, tab)));
    Some(own + 2 * less.len())
}

/// Number of tabs in the indentation of a line.
fn n_tabs(file: &SourceFile, line: usize) -> usize {
    let line = file.lines.span(&file.text, line).of(&file.text);
    line.chars().take_while(|character| character.is_whitespace()).filter(|character| *character == '\t').count()
}

/// Maximum number of lines searched for one without a tab. Bounds the cost of files indented with tabs throughout.
const MAX_LINES: usize = 200;

/// The last line above this one with content, indented by spaces.
fn above(file: &SourceFile, line: usize) -> Option<Indented> {
    (line.saturating_sub(MAX_LINES)..line).rev().find_map(|line| {
        let depth = depth(file, line)?;
        let said = file.lines.span(&file.text, line).of(&file.text).trim();
        let items = said.len() - said.trim_start_matches("- ").trim_start().len();
        let said = &said[items..];
        if said.starts_with('#') {
            return None;
        }
        // Skip anchors, tags and block scalar headers.
        let mut words = said.split(" #").next().unwrap_or_default().split_whitespace().rev();
        let last = words.find(|word| !word.starts_with(['&', '!', '|', '>']));
        let is_held = |word: &str| word.ends_with(':') || word == "-";
        Some(Indented { line, depth, column: depth + items, holds: last.is_none_or(is_held) })
    })
}

/// Number of leading spaces of a line with content; `None` if there is a tab among them.
fn depth(file: &SourceFile, line: usize) -> Option<usize> {
    let line = file.lines.span(&file.text, line).of(&file.text);
    let content = line.trim_start_matches(' ');
    (!content.starts_with('\t') && !content.trim().is_empty()).then_some(line.len() - content.len())
}
