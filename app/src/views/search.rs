//! Full-text search in all files. It runs in slices, so that the page stays responsive with any number of files.

use std::ops::Range;
use std::sync::Arc;

use descriptorium_core::text::{FilePath, Span};
use descriptorium_core::workspace::SourceFile;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::browser::slices::Slices;
use crate::state::canvas::Canvas;
use crate::views::picker::{Matches, Narrowed, PickerItem, SHOWN};
use crate::words::{canvas, shell, text as words};

/// The number of characters of a line before the match.
const BEFORE: usize = 24;
/// The maximum number of characters of a line.
const SHOWN_OF_LINE: usize = 240;

/// The matches so far.
#[derive(Clone, Default)]
struct Search {
    found: Matches,
    places: Vec<(FilePath, Span)>,
    n_files: usize,
    is_done: bool,
}

/// Asks for a text, and lists its occurrences in all files; choosing one goes there.
#[component]
pub fn SearchAll(title: String) -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let query = RwSignal::new(canvas.searched.get_value());
    let exactly = RwSignal::new(false);
    let search = RwSignal::new(Search::default());
    let asked = StoredValue::new(0_u32);
    Effect::new(move |_| {
        let (query, exactly) = (query.get(), exactly.get());
        canvas.searched.set_value(query.clone());
        asked.update_value(|number| *number += 1);
        let number = asked.get_value();
        let files: Vec<_> = canvas.editor.analysis.get().workspace().files().cloned().collect();
        spawn_local(async move {
            let mut slices = Slices::begin();
            let mut now = Search::default();
            for file in files.iter().filter(|_| !query.is_empty()) {
                now.add(file, &query, exactly);
                if slices.is_over() {
                    // Matches can be chosen during the search.
                    let _ = search.try_set(now.clone());
                    slices.yield_now().await;
                    if asked.try_get_value() != Some(number) {
                        return;
                    }
                }
            }
            now.is_done = true;
            let _ = search.try_set(now);
        });
    });
    let choose = move |number: usize| {
        if let Some((file, span)) = search.with_untracked(|search| search.places.get(number).cloned()) {
            canvas.answer();
            // The focus returns to the previous element first.
            request_animation_frame(move || canvas.editor.show_place(&file, span));
        }
    };
    let status = move || {
        search.with(|search| match search.found.count {
            _ if query.with(String::is_empty) => String::new(),
            0 if search.is_done => words::no_results().to_owned(),
            _ if !search.is_done => words::searching().to_owned(),
            count if search.n_files == 1 => words::places(count),
            count => words::places_in_files(count, search.n_files),
        })
    };
    let rest = move || search.with(|search| search.found.count - search.found.listed.len());
    view! {
        <Narrowed title=title query=query found=Signal::derive(move || search.with(|search| search.found.clone())) choose=choose />
        <div class="dialog-head">
            <p class="picker-nothing"><span role="status" data-found>{status}</span>{move || (rest() > 0).then(|| format!(" ({})", shell::and_more(rest())))}</p>
            <button type="button" class="chip" data-exactly aria-pressed=move || exactly.get().to_string() on:click=move |_| exactly.update(|exactly| *exactly = !*exactly)>{canvas::match_case()}</button>
        </div>
    }
}

impl Search {
    /// Adds the matches in a file.
    fn add(&mut self, file: &Arc<SourceFile>, query: &str, exactly: bool) {
        let mut start = 0;
        let before = self.found.count;
        let needle = if exactly { query.to_owned() } else { query.to_lowercase() };
        for (number, line) in file.text.split_inclusive('\n').enumerate() {
            for (at, length) in places(line, &needle, exactly) {
                self.found.count += 1;
                if self.places.len() < SHOWN {
                    let (label, marked) = excerpt(line, at, length);
                    let choice = PickerItem {
                        label,
                        marked,
                        detail: format!("{}:{}", file.path, number + 1),
                        ..PickerItem::default()
                    };
                    self.found.listed.push((self.places.len(), choice));
                    self.places.push((file.path.clone(), Span::new(start + at, start + at + length)));
                }
            }
            start += line.len();
        }
        self.n_files += usize::from(self.found.count > before);
    }
}

/// The positions and lengths of `needle` in a line, in bytes; ignoring case unless `exactly` is set.
fn places(line: &str, needle: &str, exactly: bool) -> Vec<(usize, usize)> {
    if exactly {
        return line.match_indices(needle).map(|(at, found)| (at, found.len())).collect();
    }
    let small = line.to_lowercase();
    // A few letters are longer in lower case: then the whole line is the match.
    let is_same = small.len() == line.len();
    let found = small.match_indices(needle).map(|(at, found)| (at, found.len()));
    let found = found.filter(|(at, length)| is_same && line.get(*at..at + length).is_some());
    match small.contains(needle) && !is_same {
        true => vec![(0, line.trim_end().len())],
        false => found.collect(),
    }
}

/// The excerpt of a line that starts at a word shortly before `at`, and the range of the `length` matching bytes in it.
fn excerpt(line: &str, at: usize, length: usize) -> (String, Range<usize>) {
    let indent = line.len() - line.trim_start().len();
    let mut starts = line[..at].char_indices().rev().map(|(start, _)| start).take(BEFORE);
    let from = starts.by_ref().last().unwrap_or(at).max(indent.min(at));
    let is_cut = from > indent;
    let space = line[from..at].char_indices().find(|(_, character)| is_cut && character.is_whitespace());
    let word = space.map_or(0, |(start, space)| start + space.len_utf8());
    let cut = if is_cut { "…" } else { "" };
    let rest = line[from + word..].trim_end();
    let end = rest.char_indices().nth(SHOWN_OF_LINE).map_or(rest.len(), |(end, _)| end);
    let label = format!("{cut}{}", &rest[..end]);
    // The match may be trailing space.
    let start = (cut.len() + at - from - word).min(label.len());
    let marked = start..(start + length).min(label.len());
    (label, marked)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn search_ignores_case_unless_exact() {
        assert_eq!(places("Größe: GRÖSSE größe\n", "größe", false), [(0, 7), (17, 7)]);
        assert_eq!(places("Größe: größe\n", "größe", true), [(9, 7)]);
        assert_eq!(places("x\n", "y", false), []);
        // The lower case text has another length.
        assert_eq!(places("İx\n", "x", false), [(0, 3)]);
    }

    #[test]
    fn an_excerpt_starts_shortly_before_the_match() {
        let label = |line: &str, found: &str| {
            let (label, marked) = excerpt(line, line.find(found).expect("it is there"), found.len());
            assert_eq!(&label[marked], found.trim_end());
            label
        };
        assert_eq!(label("    type: web\n", "web"), "type: web");
        assert_eq!(label("web\n", "web\n"), "web");
        assert_eq!(
            label("description: The machine image of the streamers.\n", "stream"),
            "…machine image of the streamers."
        );
        assert_eq!(label("doc: aaaaaaaaaaaaaaaaaaaaaaaaaaaa\u{a0}bbb\u{3000}web\n", "web"), "…bbb\u{3000}web");
        assert_eq!(label(&"[web]".repeat(100), "web").chars().count(), SHOWN_OF_LINE);
        let line = format!("  {}web\n", "é".repeat(40));
        assert_eq!(label(&line, "web"), format!("…{}web", "é".repeat(24)));
    }
}
