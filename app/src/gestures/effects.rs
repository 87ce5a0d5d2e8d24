//! The side effects of a command.

use descriptorium_core::analysis::Analysis;
use descriptorium_core::diagnostic::Severity;
use descriptorium_core::sorted_map::SortedSet;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::{FilePath, Span};
use descriptorium_core::topology::Command;

use crate::state::question::Effects;
use crate::words::inspector as words;

/// The side effects of `command` on `file` and on all other files; none if the command is refused.
pub fn effects(analysis: &Analysis, file: &FilePath, command: &Command) -> Effects {
    let change = analysis.command(file, command).ok();
    let found = change.and_then(|change| analysis.consequences(&change).ok()).unwrap_or_default();
    let own = |path: &NodePath| analysis.file(file)?.whole_span(path);
    let own: Vec<Span> = match command {
        Command::Remove(paths) => paths.iter().filter_map(own).collect(),
        _ => Vec::new(),
    };
    let located =
        |other: &FilePath, text: String| if other == file { text } else { words::in_file(&text, other.as_str()) };
    let lost = found.lost.into_iter();
    let lost = lost.filter(|loss| loss.file != *file || !own.iter().any(|own| own.contains(loss.span)));
    let bad = found.come.into_iter().filter(|found| found.severity != Severity::Info);
    let wrong = once(bad.map(|found| located(&found.file, found.message)));
    Effects { along: once(lost.map(|loss| located(&loss.file, loss.title))), wrong }
}

/// The texts in their order, equal ones once: a name may be used several times in one expression.
fn once(texts: impl Iterator<Item = String>) -> Vec<String> {
    let mut seen = SortedSet::new();
    texts.filter(|text| seen.insert(text.clone())).collect()
}
