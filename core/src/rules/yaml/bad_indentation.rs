//! Lines whose indentation matches no enclosing level.

use std::ops::Range;

use crate::sorted_map::SortedMap;
use crate::diagnostic::{Safety, Severity};
use crate::edit::{Replace, TextEdit};
use crate::rules::yaml::errors;
use crate::rules::{Check, Definition};
use crate::sorting::Sorting;
use crate::syntax::{SyntaxError, SyntaxErrorKind};
use crate::text::Span;
use crate::workspace::SourceFile;

pub static RULE: Definition = Definition {
    code: "yaml/bad-indentation",
    severity: Severity::Error,
    title: "inconsistent indentation",
    doc: "All entries of a mapping and all items of a list have the same indentation. A line whose indentation \
          differs from its neighbors makes the text invalid YAML.\n\nThe lines of a collection in brackets must be indented \
          deeper than their key, and so must the lines of quoted text. Most parsers accept otherwise, so that is a \
          warning.",
    sources: &["AD-DOC-01", "T-0-10", "HAS-10"],
    bad: "\
name: assembly::a::1.0
properties:
  address:
    type: string
   port:
    type: integer
composition: {}
",
    good: "\
name: assembly::a::1.0
properties:
  address:
    type: string
  port:
    type: integer
composition: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let file = cx.file;
    // The parsing of candidate fixes is limited, so that checking takes linear time.
    let mut budget = MAX_PARSED;
    let mut faults: Vec<Fault> = Vec::new();
    for error in errors(cx, RULE.code) {
        match error.kind {
            SyntaxErrorKind::FlowIndentation => {
                let finding = cx.report(error.span, "expected deeper indentation than the key");
                finding.severity(Severity::Warning).help("the line is inside brackets that are still open");
                continue;
            }
            SyntaxErrorKind::QuotedIndentation => {
                quoted_text(cx, error);
                continue;
            }
            _ => {}
        }
        let line = file.lines.line(error.span.start as usize);
        let depth = indent(file, line);
        // The lines of a block with the same wrong indentation are one fault.
        match faults.last_mut() {
            Some(last) if last.depth == depth && is_inside(file, last.end..line, depth) => {
                (last.end, last.n_lines) = (line, last.n_lines + 1);
            }
            _ => faults.push(Fault { span: error.span, line, end: line, depth, n_lines: 1 }),
        }
    }
    for fault in faults {
        let mut finding = cx.report(fault.span, "indentation does not match any enclosing level");
        finding = finding.help("indent the line like its neighbors");
        for (to, edit) in fixes(file, &fault, &mut budget) {
            finding = finding.fix(format!("Indent by {to} spaces"), Safety::Unsafe, edit);
        }
    }
}

/// Lines with the same wrong indentation in one block.
struct Fault {
    /// The indentation of the first.
    span: Span,
    /// The first and the last of them.
    line: usize,
    end: usize,
    depth: usize,
    n_lines: usize,
}

/// Whether none of these lines is indented less than `depth`.
fn is_inside(file: &SourceFile, lines: Range<usize>, depth: usize) -> bool {
    lines.into_iter().all(|line| is_blank(file, line) || indent(file, line) >= depth)
}

/// Reports quoted text that continues at or to the left of its key.
fn quoted_text(cx: &mut Check<'_>, error: &SyntaxError) {
    let file = cx.file;
    let Some(text) = error.related else { return };
    let first = file.lines.line(text.start as usize);
    let start = file.lines.span(&file.text, first).of(&file.text);
    let own = start.len() - start.trim_start_matches([' ', '-']).len();
    let lines = first + 1..=file.lines.line(text.end as usize);
    let outdented = lines.filter(|line| !is_empty(file, *line) && indent(file, *line) <= own);
    let replaces = outdented.map(|line| {
        let missing = own + 2 - indent(file, line);
        Replace { span: Span::at(file.lines.start(line)), text: " ".repeat(missing) }
    });
    let edit = TextEdit::new(replaces.collect());
    let finding = cx.report(error.span, "quoted text continues without indentation");
    let finding = finding.severity(Severity::Warning).help("most parsers read it, but YAML requires indentation");
    if let Some(edit) = edit {
        finding.fix("Indent the text", Safety::Safe, edit);
    }
}

/// Maximum length of all texts that are parsed to find fixes, in bytes.
const MAX_PARSED: usize = 2 << 20;

/// Up to two edits that remove a fault and cause no other, with the new indentation, best first. One that does not fit the
/// schema is left out if the other does.
fn fixes(file: &SourceFile, fault: &Fault, budget: &mut usize) -> Vec<(usize, TextEdit)> {
    let (line, depth) = (fault.line, fault.depth);
    if *budget < file.text.len() {
        return Vec::new();
    }
    let depths = depths_above(file, line);
    let shallower = depths.iter().copied().filter(|other| *other < depth).max();
    let deeper = depths.iter().copied().filter(|other| *other > depth).min();
    let mut tried: Vec<(usize, TextEdit)> = Vec::new();
    for to in [deeper, shallower].into_iter().flatten() {
        let block = block(file, line, depth);
        let own: Vec<usize> = own_lines(file, line, depth).collect();
        for lines in [own, vec![line], block] {
            tried.extend(moved(file, &lines, depth, to).map(|edit| (to, edit)));
        }
    }
    // The lines above may be those with the wrong indentation.
    if let Some(above) = shallower {
        let lines: Vec<usize> = (0..line)
            .rev()
            .take_while(|other| is_blank(file, *other) || indent(file, *other) >= above)
            .filter(|other| !is_blank(file, *other) && indent(file, *other) == above)
            .collect();
        tried.extend(moved(file, &lines, above, depth).map(|edit| (depth, edit)));
    }
    let broken =
        |errors: &[SyntaxError]| errors.iter().filter(|error| error.kind == SyntaxErrorKind::BadIndentation).count();
    let (n_before, n_broken) = (file.tree.errors.len(), broken(&file.tree.errors));
    let mut found: Vec<(Cost, usize, TextEdit)> = Vec::new();
    for (to, edit) in tried {
        if *budget < file.text.len() {
            break;
        }
        *budget -= file.text.len();
        let Ok(text) = edit.apply(&file.text) else { continue };
        let after = SourceFile::new(file.path.clone(), text);
        let errors = &after.tree.errors;
        if broken(errors) + fault.n_lines > n_broken || errors.len() + fault.n_lines > n_before {
            continue;
        }
        let cost = Cost {
            n_violations: after.violations().len(),
            n_odd_steps: n_odd_steps(&after),
            n_lines: edit.replaces().len(),
        };
        match found.iter_mut().find(|(_, other, _)| *other == to) {
            Some(known) if cost < known.0 => *known = (cost, to, edit),
            Some(_) => {}
            None => found.push((cost, to, edit)),
        }
    }
    found.order_by_key(|(cost, ..)| *cost);
    let least = found.first().map_or(0, |(cost, ..)| cost.n_violations);
    found.retain(|(cost, ..)| cost.n_violations == least);
    found.truncate(2);
    found.into_iter().map(|(_, to, edit)| (to, edit)).collect()
}

/// The cost of an edit: of several, the one with the lowest cost is most likely meant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Cost {
    /// Problems that the schema finds afterwards.
    n_violations: usize,
    n_odd_steps: usize,
    n_lines: usize,
}

/// The number of lines that are indented deeper than the line above by another number of spaces than most.
fn n_odd_steps(file: &SourceFile) -> usize {
    let depths: Vec<usize> =
        (0..file.lines.count()).filter(|line| !is_blank(file, *line)).map(|line| indent(file, line)).collect();
    let mut counts: SortedMap<usize, usize> = SortedMap::new();
    for pair in depths.windows(2) {
        let step = pair[1].saturating_sub(pair[0]);
        *counts.entry(step).or_default() += usize::from(step > 0);
    }
    counts.values().sum::<usize>() - counts.values().max().copied().unwrap_or(0)
}

/// Number of leading spaces of a line.
fn indent(file: &SourceFile, line: usize) -> usize {
    let text = file.lines.span(&file.text, line).of(&file.text);
    text.len() - text.trim_start_matches(' ').len()
}

fn is_empty(file: &SourceFile, line: usize) -> bool {
    file.lines.span(&file.text, line).of(&file.text).trim().is_empty()
}

/// Whether a line has no content but a comment.
fn is_blank(file: &SourceFile, line: usize) -> bool {
    let text = file.lines.span(&file.text, line).of(&file.text).trim_start();
    text.is_empty() || text.starts_with('#')
}

/// The indentations of the lines above that this line could continue, from the innermost outwards.
fn depths_above(file: &SourceFile, line: usize) -> Vec<usize> {
    let mut depths: Vec<usize> = Vec::new();
    for above in (0..line).rev().filter(|above| !is_blank(file, *above)) {
        let depth = indent(file, above);
        if depths.last().is_none_or(|last| depth < *last) {
            depths.push(depth);
        }
        if depth == 0 {
            break;
        }
    }
    depths
}

/// `line` and the deeper lines below it.
fn own_lines(file: &SourceFile, line: usize, depth: usize) -> impl Iterator<Item = usize> {
    let below = move |below: &usize| is_blank(file, *below) || indent(file, *below) > depth;
    std::iter::once(line).chain((line + 1..file.lines.count()).take_while(below))
}

/// `line` and all lines below it that are not indented less.
fn block(file: &SourceFile, line: usize, depth: usize) -> Vec<usize> {
    let below = |below: &usize| is_blank(file, *below) || indent(file, *below) >= depth;
    (line..file.lines.count()).take_while(below).collect()
}

/// Moves lines from one indentation to another.
fn moved(file: &SourceFile, lines: &[usize], from: usize, to: usize) -> Option<TextEdit> {
    let lines = lines.iter().filter(|line| !is_empty(file, **line) && indent(file, **line) >= from);
    let replaces = lines.map(|line| {
        let start = file.lines.start(*line);
        if to > from {
            Replace { span: Span::at(start), text: " ".repeat(to - from) }
        } else {
            Replace { span: Span::new(start, start + from - to), text: String::new() }
        }
    });
    TextEdit::new(replaces.collect())
}
