//! The findings of all files, the open file first: filtered by severity, code, file and text. Each leads to its
//! position in the text and on the canvas, and can be fixed directly; all safe fixes can be applied at once.

use descriptorium_core::analysis::Analysis;
use descriptorium_core::diagnostic::{Diagnostic, Fix, Safety, Severity};
use descriptorium_core::sorted_map::SortedMap;
use descriptorium_core::sorting::Sorting;
use descriptorium_core::text::FilePath;
use leptos::html::Ul;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent};

use crate::gestures::navigation::{focus_canvas, to_canvas};
use crate::state::canvas::Canvas;
use crate::state::editor::Editor;
use crate::state::modules::LoadState;
use crate::views::message::message;
use crate::views::panel::show_more::More;
use crate::words::{Words, findings as words};

/// The number of findings that are listed at first, and of those added per click.
const PAGE: usize = 200;
const SEVERITIES: [(Severity, Words); 3] =
    [(Severity::Error, words::errors), (Severity::Warning, words::warnings), (Severity::Info, words::infos)];

/// The filter of the list.
#[derive(Clone, PartialEq, Debug)]
struct Filter {
    severities: Vec<Severity>,
    /// Empty values match all codes and all files.
    code: String,
    file: String,
    /// In lower case.
    text: String,
}

impl Default for Filter {
    fn default() -> Self {
        let severities = vec![Severity::Error, Severity::Warning];
        Filter { severities, code: String::new(), file: String::new(), text: String::new() }
    }
}

impl Filter {
    fn takes(&self, found: &Diagnostic) -> bool {
        self.severities.contains(&found.severity) && self.takes_but_severity(found)
    }

    fn takes_but_severity(&self, found: &Diagnostic) -> bool {
        let has = |place: &str| place.to_lowercase().contains(&self.text);
        (self.code.is_empty() || found.code == self.code)
            && (self.file.is_empty() || found.file.as_str() == self.file)
            && (self.text.is_empty() || has(&found.message) || has(found.code) || has(found.file.as_str()))
    }
}

/// Identifies a finding wherever its text has moved to: the file, the code, the message, and the index among equal
/// ones.
type Key = (FilePath, &'static str, String, usize);

/// The filtered findings in order, and the position of each.
#[derive(Clone, PartialEq, Default)]
struct Filtered {
    list: Vec<(Key, Diagnostic)>,
    places: SortedMap<Key, usize>,
}

impl Filtered {
    fn find(&self, key: &Key) -> Option<&Diagnostic> {
        self.places.get(key).and_then(|at| self.list.get(*at)).map(|(_, found)| found)
    }
}

pub fn findings() -> AnyView {
    view! { <Findings /> }.into_any()
}

#[component]
fn Findings() -> impl IntoView {
    let editor = Editor::expect();
    let filter = RwSignal::new(Filter::default());
    let limit = RwSignal::new(PAGE);
    let list = NodeRef::<Ul>::new();
    let found = Memo::new(move |_| {
        let (analysis, open) = (editor.findings.get(), editor.file.get());
        filter.with(|filter| wanted(&analysis, open.as_ref(), filter))
    });
    let total = Memo::new(move |_| found.with(|found| found.list.len()));
    let n_all = Memo::new(move |_| editor.findings.get().all_diagnostics().count());
    let any = Memo::new(move |_| n_all.get() > 0);
    let safe =
        Memo::new(move |_| found.with(|found| found.list.iter().filter(|(_, found)| has_safe_fix(found)).count()));
    let of_kind = Memo::new(move |_| editor.findings.get().n_fixable());
    let fix_all = move |_| {
        let filter = filter.get_untracked();
        editor.settle();
        match editor.analysis.get_untracked().fix_all(|found, _| filter.takes(found)) {
            Ok(fixed) => {
                editor.apply(&fixed.change);
                focus_row_soon(list, 0);
            }
            Err(error) => editor.fail(&crate::words::shell::not_done(&error.to_string())),
        }
    };
    let shown =
        move || found.with(|found| found.list.iter().take(limit.get()).map(|(key, _)| key.clone()).collect::<Vec<_>>());
    let is_all_known = move || editor.drawn.get().is_checked() && editor.modules.load_state() == LoadState::Loaded;
    let is_unknown = Memo::new(move |_| !any.get() && !is_all_known());
    // There are no findings at all, not only none that match the filter.
    let is_well = Memo::new(move |_| {
        total.get() == 0 && !is_unknown.get() && (!any.get() || filter.with(|filter| *filter == Filter::default()))
    });
    let n_files = Memo::new(move |_| editor.drawn.get().workspace().files().count());
    let status = move || {
        // Read before the memos that depend on it: an effect misses a change that such a memo has already taken note of
        // without changing itself (reactive_graph 0.2).
        let total = total.get();
        match (is_unknown.get(), is_well.get()) {
            (true, _) if editor.modules.load_state() == LoadState::Failed => {
                crate::words::shell::not_checked().to_owned()
            }
            (true, _) => crate::words::shell::checking().to_owned(),
            (false, true) => words::no_findings(n_files.get()),
            (false, false) => words::n_findings(total),
        }
    };
    view! {
        <div class="problems" data-unknown=move || is_unknown.get().to_string()>
            <Filters filter=filter />
            <div class="problem-head" class:well=is_well>
                <span class="problem-total" aria-live="polite">{status}</span>
                <Show when=move || { safe.get() > 0 }>
                    <button type="button" class="mini" id="fix-all" on:click=fix_all title=words::fix_all_hint()>
                        {move || words::fix_all(safe.get())}
                    </button>
                </Show>
            </div>
            <Show when=move || is_unknown.get()>
                <div class="first-check">
                    <progress class="busy-bar" max="100" value=move || editor.checking.get() aria-label=crate::words::shell::checking()></progress>
                    <p class="empty">{words::first_check()}</p>
                </div>
            </Show>
            <Show when=move || total.get() == 0 && !is_unknown.get() && !is_well.get()>
                <p class="empty">{words::no_match()}</p>
            </Show>
            <Show when=move || is_well.get() && any.get()>
                <p class="empty hidden-hints">{move || words::infos_hidden(n_all.get())}</p>
            </Show>
            <ul class="problem-list" node_ref=list on:keydown=move |event| row_key(list, &event)>
                <For each=shown key=Key::clone children=move |key| {
                    let live = Memo::new(move |before: Option<&Option<Diagnostic>>| {
                        let now = found.with(|found| found.find(&key).cloned());
                        // A row that is being removed keeps its last content.
                        now.or_else(|| before.cloned().flatten())
                    });
                    view! { <Row found=live of_kind=of_kind list=list /> }
                } />
            </ul>
            <More total=total limit=limit page=PAGE />
        </div>
    }
}

/// The findings that match the filter: the open file first, then by severity.
fn wanted(analysis: &Analysis, open: Option<&FilePath>, filter: &Filter) -> Filtered {
    let mut found: Vec<Diagnostic> = analysis.all_diagnostics().filter(|found| filter.takes(found)).cloned().collect();
    found.order_by_key(|found| (Some(&found.file) != open, found.severity));
    let mut same: SortedMap<(FilePath, &'static str, String), usize> = SortedMap::new();
    let keyed = found.into_iter().map(|found| {
        let count = same.entry((found.file.clone(), found.code, found.message.clone())).or_default();
        *count += 1;
        ((found.file.clone(), found.code, found.message.clone(), *count), found)
    });
    let list: Vec<(Key, Diagnostic)> = keyed.collect();
    let places = list.iter().enumerate().map(|(at, (key, _))| (key.clone(), at)).collect();
    Filtered { list, places }
}

fn has_safe_fix(found: &Diagnostic) -> bool {
    found.fixes.iter().any(Fix::is_plain)
}

/// The filter controls.
#[component]
fn Filters(filter: RwSignal<Filter>) -> impl IntoView {
    let editor = Editor::expect();
    // Codes, files and severities with their counts, independent of the filter.
    let codes = Memo::new(move |_| tally(editor.findings.get().all_diagnostics().map(|found| found.code.to_owned())));
    let files = Memo::new(move |_| tally(editor.findings.get().all_diagnostics().map(|found| found.file.to_string())));
    let severities = SEVERITIES.map(|(severity, label)| {
        let count = Memo::new(move |_| {
            let analysis = editor.findings.get();
            let of = |found: &&Diagnostic| found.severity == severity;
            filter.with(|filter| analysis.all_diagnostics().filter(of).filter(|found| filter.takes_but_severity(found)).count())
        });
        let is_on = move || filter.with(|filter| filter.severities.contains(&severity));
        let toggle = move |_| {
            filter.update(|filter| match filter.severities.iter().position(|other| *other == severity) {
                Some(at) => drop(filter.severities.remove(at)),
                None => filter.severities.push(severity),
            });
        };
        view! {
            <button type="button" class=format!("chip {}", severity.name()) data-severity=severity.name() aria-pressed=move || is_on().to_string() on:click=toggle>
                {label()}" "{count}
            </button>
        }
    });
    let choice = |all: &'static str, words: Memo<Vec<(String, usize)>>, now: Signal<String>| {
        move || {
            let now = now.get();
            // The selected values stay in the lists when their last finding is fixed.
            let gone = (!now.is_empty() && !words.with(|words| words.iter().any(|(word, _)| *word == now)))
                .then(|| (now.clone(), 0));
            let words = words.get().into_iter().chain(gone).map(|(word, count)| {
                view! { <option value=word.clone() selected=word == now>{format!("{word} ({count})")}</option> }
            });
            view! { <option value="">{all}</option>{words.collect_view()} }
        }
    };
    let code = Signal::derive(move || filter.with(|filter| filter.code.clone()));
    let file = Signal::derive(move || filter.with(|filter| filter.file.clone()));
    view! {
        <div class="filters" role="group" aria-label=words::filter()>
            <input type="search" placeholder=words::find() aria-label=words::find_in_findings() data-filter="text" on:input=move |event| filter.update(|filter| filter.text = event_target_value(&event).trim().to_lowercase()) />
            <span class="chips">{severities.collect_view()}</span>
            <select aria-label=words::kind() data-filter="code" on:change=move |event| filter.update(|filter| filter.code = event_target_value(&event))>
                {choice(words::all_kinds(), codes, code)}
            </select>
            <select aria-label=crate::words::file_actions::file() data-filter="file" on:change=move |event| filter.update(|filter| filter.file = event_target_value(&event))>
                {choice(words::all_files(), files, file)}
            </select>
        </div>
    }
}

fn tally(words: impl Iterator<Item = String>) -> Vec<(String, usize)> {
    let mut counts = SortedMap::new();
    for word in words {
        *counts.entry(word).or_insert(0) += 1;
    }
    counts.into_iter().collect()
}

/// Applies the safe fixes of a rule in all files, and says what is left.
fn fix_kind(editor: Editor, code: &'static str) -> bool {
    editor.settle();
    let fixed = match editor.analysis.get_untracked().fix_all_of(code) {
        Ok(fixed) => fixed,
        Err(error) => {
            editor.fail(&crate::words::shell::not_done(&error.to_string()));
            return false;
        }
    };
    // The error has been shown already.
    if fixed.change.edits.is_empty() || editor.apply_quietly(&fixed.change).is_err() {
        return false;
    }
    let left = fixed.analysis.all_diagnostics().filter(|found| found.code == code).count();
    match left {
        0 => editor.say(&fixed.change.title),
        left => editor.say(&words::left_of_kind(left, &fixed.change.title)),
    }
    true
}

/// A finding with links to its position, and its fixes; `of_kind` has the number of safe fixes of each rule.
#[component]
fn Row(
    found: Memo<Option<Diagnostic>>,
    of_kind: Memo<SortedMap<&'static str, usize>>,
    list: NodeRef<Ul>,
) -> impl IntoView {
    let editor = Editor::expect();
    let canvas = expect_context::<Canvas>();
    let Some(first) = found.get_untracked() else { return ().into_any() };
    // The identity of the row is constant; its position and its fixes move with the text.
    let place = move || {
        let Some((file, span)) = found.with(|found| found.as_ref().map(|found| (found.file.clone(), found.span)))
        else {
            return String::new();
        };
        let analysis = editor.findings.get();
        let line = analysis.file(&file).map_or(0, |file| file.lines.line(span.start as usize)) + 1;
        format!("{file}:{line}")
    };
    let to_text = move |_| {
        if let Some(found) = found.get_untracked() {
            editor.show_place(&found.file, found.span);
            to_canvas(canvas, &found.file, found.span.start as usize);
        }
    };
    let to_canvas = move |_| {
        if let Some(found) = found.get_untracked() {
            editor.show(&found.file);
            if to_canvas(canvas, &found.file, found.span.start as usize) {
                focus_canvas(canvas);
            } else {
                editor.say(words::not_drawn());
            }
        }
    };
    let fixes = move || {
        let titles = found.with(|found| {
            let fixes = found.iter().flat_map(|found| &found.fixes);
            fixes.map(|fix| (fix.change.title.clone(), fix.safety)).collect::<Vec<_>>()
        });
        let buttons = titles.into_iter().enumerate().map(|(index, (title, safety))| {
            let fix = move |event: web_sys::MouseEvent| {
                let at = row_of(list, &event_target::<web_sys::Element>(&event)).unwrap_or(0);
                // The findings may be older than the last keystrokes; the fix has to apply to the current text.
                editor.settle();
                let change = found.with_untracked(|found| Some(found.as_ref()?.fixes.get(index)?.change.clone()));
                if let Some(change) = change {
                    editor.apply(&change);
                    focus_row_soon(list, at);
                }
            };
            let hint = if safety == Safety::Safe { words::safe() } else { words::unsafe_fix() };
            view! { <button type="button" class="fix" title=hint on:click=fix><span lang="en">{message(&title)}</span></button> }
        });
        buttons.collect_view()
    };
    let n_of_kind = Memo::new(move |_| {
        let is_fixable = found.with(|found| found.as_ref().is_some_and(has_safe_fix)) && !editor.is_read_only();
        let count = of_kind.with(|of_kind| of_kind.get(first.code).copied());
        count.filter(|count| is_fixable && *count > 1)
    });
    let fix_kind = move || {
        n_of_kind.get().map(|count| {
            let fix = move |event: web_sys::MouseEvent| {
                let at = row_of(list, &event_target::<web_sys::Element>(&event)).unwrap_or(0);
                if fix_kind(editor, first.code) {
                    focus_row_soon(list, at);
                }
            };
            view! { <button type="button" class="fix of-kind" title=words::fix_kind_hint() on:click=fix>{words::fix_kind(count)}</button> }
        })
    };
    let help = move || {
        let help = found.with(|found| found.as_ref().and_then(|found| found.help.clone()));
        help.map(|help| view! { <span class="problem-help" lang="en">{message(&help)}</span> })
    };
    view! {
        <li class=format!("problem {}", first.severity.name()) data-code=first.code data-file-of=first.file.to_string()>
            <button type="button" class="problem-main" title=words::show_in_text() on:click=to_text>
                <span class="visually-hidden">{words::severity(first.severity)}": "</span>
                <span class="problem-message" lang="en">{message(&first.message)}</span>
                {help}
                <span class="problem-place"><span class="path"><bdi>{place}</bdi></span><span>" · "{first.code}</span></span>
            </button>
            <span class="problem-ways">
                {fixes}
                {fix_kind}
                <button type="button" class="fix to-canvas" on:click=to_canvas>{words::show_on_canvas()}</button>
            </span>
        </li>
    }
    .into_any()
}

/// Up and down go to other findings, left and right to the buttons of one.
fn row_key(list: NodeRef<Ul>, event: &KeyboardEvent) {
    let target = event_target::<web_sys::Element>(event);
    let Some(at) = row_of(list, &target) else { return };
    let last = list.get_untracked().map_or(0, |list| list.child_element_count() as usize).saturating_sub(1);
    match event.key().as_str() {
        "ArrowDown" => focus_row(list, (at + 1).min(last)),
        "ArrowUp" => focus_row(list, at.saturating_sub(1)),
        "Home" => focus_row(list, 0),
        "End" => focus_row(list, last),
        "ArrowRight" | "ArrowLeft" => {
            let Ok(Some(row)) = target.closest("li") else { return };
            let Ok(buttons) = row.query_selector_all("button") else { return };
            let own = (0..buttons.length())
                .find(|index| buttons.get(*index).is_some_and(|button| target.is_same_node(Some(&button))));
            let own: u32 = own.unwrap_or(0);
            let step = if event.key() == "ArrowRight" { own + 1 } else { own.saturating_sub(1) };
            focus_node(buttons.get(step));
        }
        _ => return,
    }
    event.prevent_default();
}

/// The index of the row that contains an element.
fn row_of(list: NodeRef<Ul>, inside: &web_sys::Element) -> Option<usize> {
    let row = inside.closest("li.problem").ok()??;
    let rows = list.get_untracked()?.children();
    (0..rows.length()).find(|index| rows.item(*index).as_ref() == Some(&row)).map(|index| index as usize)
}

/// Like [`focus_row`], after a change: the list is updated a moment later.
fn focus_row_soon(list: NodeRef<Ul>, at: usize) {
    request_animation_frame(move || focus_row(list, at));
}

/// Focuses a row, or the last one if there are fewer.
fn focus_row(list: NodeRef<Ul>, at: usize) {
    let rows = list.get_untracked().and_then(|list| list.query_selector_all(".problem-main").ok());
    let Some(rows) = rows else { return };
    let at = u32::try_from(at).unwrap_or(0).min(rows.length().saturating_sub(1));
    focus_node(rows.get(at));
}

fn focus_node(node: Option<web_sys::Node>) {
    if let Some(element) = node.and_then(|node| node.dyn_into::<HtmlElement>().ok()) {
        // An element in the page accepts the focus.
        let _ = element.focus();
    }
}

#[cfg(test)]
mod tests {
    use descriptorium_core::settings::Settings;
    use descriptorium_core::workspace::Workspace;

    use super::*;

    #[test]
    fn a_filter_combines_its_conditions() {
        let files = [
            ("a.yaml", "name: assembly::a::1.0\nproperties:\n  p: {read_only: true}\ncomposition: {}\n"),
            ("b.yaml", "name: assembly::b::1.0\nproperties:\n  p: {read_only: true}\n  p: {}\ncomposition: {}\n"),
        ];
        let files = files.map(|(path, text)| (FilePath::new(path).expect("a plain path"), text.to_owned()));
        let analysis = Analysis::new(Workspace::new(files), Settings::default());
        let open = FilePath::new("b.yaml").expect("a plain path");
        let all = Filter { severities: SEVERITIES.map(|(severity, _)| severity).to_vec(), ..Filter::default() };
        let wanted = |filter: &Filter| {
            let wanted = wanted(&analysis, Some(&open), filter);
            assert!(wanted.list.iter().all(|(key, found)| wanted.find(key) == Some(found)));
            wanted.list
        };
        let everything = wanted(&all);
        assert_eq!(everything.len(), analysis.all_diagnostics().count());
        assert_eq!(everything.first().map(|(_, found)| &found.file), Some(&open), "the open file comes first");
        let keys: descriptorium_core::sorted_map::SortedSet<_> =
            everything.iter().map(|(key, _)| key.clone()).collect();
        assert_eq!(keys.len(), everything.len(), "keys tell findings apart");
        let in_a = wanted(&Filter { file: "a.yaml".to_owned(), ..all.clone() });
        assert!(!in_a.is_empty() && in_a.iter().all(|(_, found)| found.file.as_str() == "a.yaml"));
        let duplicate = wanted(&Filter { text: "duplicate-key".to_owned(), ..all.clone() });
        assert!(!duplicate.is_empty() && duplicate.iter().all(|(_, found)| found.code == "yaml/duplicate-key"));
        assert!(wanted(&Filter { severities: Vec::new(), ..all }).is_empty());
    }
}
