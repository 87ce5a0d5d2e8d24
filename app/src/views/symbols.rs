//! Names in the text: an outline of the file, definitions, occurrences in all files, and renaming.

use descriptorium_core::analysis::Analysis;
use descriptorium_core::sorting::Sorting;
use descriptorium_core::symbol::{Symbol, SymbolKind};
use descriptorium_core::text::{FilePath, Span};
use leptos::html::{Button, Input, Ul};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::KeyboardEvent;

use crate::state::editor::Editor;
use crate::words::{kinds, text as words};

/// The maximum number of occurrences; the rest are counted.
const SHOWN: usize = 500;
/// The maximum number of lines of a definition.
const PEEKED: usize = 40;

/// A line with an occurrence.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Occurrence {
    file: FilePath,
    span: Span,
    line: usize,
    text: String,
    is_definition: bool,
}

/// Renames `symbol` with all its references; `done` closes the dialog.
#[component]
pub fn Rename(symbol: Symbol, done: Callback<()>) -> impl IntoView {
    let editor = Editor::expect();
    let (name, kind) = (symbol.name.to_string(), kinds::label(symbol.kind));
    let input = NodeRef::<Input>::new();
    let refused = RwSignal::new(None::<String>);
    Effect::new(move |_| {
        if let Some(input) = input.get() {
            // A new element in the page accepts the focus.
            let _ = input.focus();
            input.select();
        }
    });
    let files = {
        let mentions = editor.analysis.get_untracked().references(&symbol.file, &symbol.path);
        let mut files: Vec<_> = mentions.iter().map(|(file, _)| file.clone()).chain([symbol.file.clone()]).collect();
        files.order();
        files.dedup();
        let places = mentions.len() + 1;
        if files.len() == 1 { words::places(places) } else { words::places_in_files(places, files.len()) }
    };
    let key = move |event: KeyboardEvent| match event.key().as_str() {
        _ if event.is_composing() => {}
        "Enter" => {
            event.prevent_default();
            let name = event_target_value(&event);
            let analysis = editor.analysis.get_untracked();
            match analysis.rename(&symbol.file, &symbol.path, name.trim()) {
                Ok(change) => {
                    editor.apply(&change);
                    done.run(());
                }
                Err(why) => refused.set(Some(why.to_string())),
            }
        }
        "Escape" => {
            event.prevent_default();
            done.run(());
        }
        _ => refused.set(None),
    };
    view! {
        <div class="text-bar" role="dialog" aria-label=crate::words::file_actions::rename()>
            <label class="text-bar-field">
                <span>{words::rename_the(kind)}", "<em>{files}</em></span>
                <input type="text" node_ref=input spellcheck="false" autocomplete="off" data-input="rename" value=name on:keydown=key />
            </label>
            <button type="button" class="mini" on:click=move |_| done.run(())>{crate::words::file_actions::cancel()}</button>
            {move || refused.get().map(|why| view! { <p class="field-finding error" role="alert">{why}</p> })}
        </div>
    }
}

/// Shows the definition of `symbol` next to the text; `done` closes the dialog.
#[component]
pub fn Peek(symbol: Symbol, done: Callback<()>) -> impl IntoView {
    let editor = Editor::expect();
    let head = words::symbol_in_file(kinds::label(symbol.kind), &symbol.name, symbol.file.as_str());
    let go = NodeRef::<Button>::new();
    Effect::new(move |_| {
        if let Some(go) = go.get() {
            // A new element in the page accepts the focus.
            let _ = go.focus();
        }
    });
    let target = symbol.clone();
    let text = Memo::new(move |_| written(&editor.analysis.get(), &symbol).unwrap_or_default());
    let open = move |_| {
        done.run(());
        editor.show_place(&target.file, target.span);
    };
    let key = move |event: KeyboardEvent| {
        if event.key() == "Escape" {
            event.prevent_default();
            done.run(());
        }
    };
    view! {
        <section class="references" aria-label=words::definition() on:keydown=key>
            <div class="references-head">
                <span>{head}</span>
                <button type="button" class="mini" node_ref=go data-way="open" on:click=open>{words::go_there()}</button>
                <button type="button" class="mini" on:click=move |_| done.run(())>{crate::words::shell::close()}</button>
            </div>
            <pre class="peek" tabindex="0" role="region" aria-label=words::definition_text()>{text}</pre>
        </section>
    }
}

/// The lines of a definition, and the number of the remaining ones.
fn written(analysis: &Analysis, symbol: &Symbol) -> Option<String> {
    let file = analysis.file(&symbol.file)?;
    let now = analysis.symbols(&symbol.file).into_iter().find(|found| found.path == symbol.path)?;
    let first = file.lines.line(now.full_span.start as usize);
    let last = file.lines.line((now.full_span.end as usize).saturating_sub(1)).max(first);
    let lines = (first..=last).take(PEEKED).map(|line| file.lines.span(&file.text, line).of(&file.text).trim_end());
    let mut text = lines.collect::<Vec<_>>().join("\n");
    let rest = (last + 1 - first).saturating_sub(PEEKED);
    if rest > 0 {
        text += &format!("\n{}", words::lines_more(rest));
    }
    Some(text)
}

/// The outline of the open file, which can be searched; `done` closes the dialog.
#[component]
pub fn Outline(file: FilePath, done: Callback<()>) -> impl IntoView {
    let editor = Editor::expect();
    let search = RwSignal::new(String::new());
    let input = NodeRef::<Input>::new();
    let list = NodeRef::<Ul>::new();
    Effect::new(move |_| {
        if let Some(input) = input.get() {
            // A new element in the page accepts the focus.
            let _ = input.focus();
        }
    });
    let open = file.clone();
    let language = Memo::new(move |_| editor.analysis.get().file(&open)?.language);
    let symbols = Memo::new(move |_| {
        let search = search.get().trim().to_lowercase();
        let symbols = editor.analysis.get().symbols(&file).into_iter();
        symbols
            .filter(|symbol| {
                symbol.name.to_lowercase().contains(&search)
                    || kinds::label(symbol.kind).to_lowercase().contains(&search)
            })
            .collect::<Vec<_>>()
    });
    let go = move |symbol: &Symbol| {
        done.run(());
        editor.show_place(&symbol.file, symbol.span);
    };
    let key = move |event: KeyboardEvent| {
        let target = event_target::<web_sys::Element>(&event);
        let at = target.get_attribute("data-at").and_then(|at| at.parse::<u32>().ok());
        match (event.key().as_str(), at) {
            ("Escape", _) => done.run(()),
            ("Enter", None) => {
                if let Some(first) = symbols.with_untracked(|symbols| symbols.first().cloned()) {
                    go(&first);
                }
            }
            ("ArrowDown", None) => focus_item(list.get_untracked().as_ref(), 0),
            ("ArrowDown", Some(at)) => focus_item(list.get_untracked().as_ref(), at + 1),
            ("ArrowUp", Some(at)) => focus_item(list.get_untracked().as_ref(), at.saturating_sub(1)),
            _ => return,
        }
        event.prevent_default();
    };
    let rows = move || {
        let rows = symbols.get().into_iter().take(SHOWN).enumerate().map(|(at, symbol)| {
            let depth = symbol.path.steps().len().saturating_sub(1).min(8);
            let name = symbol.name.to_string();
            let (kind, detail) = match (symbol.kind, language.get()) {
                (SymbolKind::Descriptor, Some(language)) => (kinds::descriptor_in(language), String::new()),
                (kind, _) => (kinds::label(kind), symbol.detail.clone()),
            };
            view! {
                <li class=format!("outline-{depth}")>
                    <button type="button" class="reference" data-at=at.to_string() data-symbol=symbol.path.to_string() on:click=move |_| go(&symbol)>
                        <span class="outline-name">{name}</span>
                        <span class="outline-kind">{kind}" "{detail}</span>
                    </button>
                </li>
            }
        });
        rows.collect_view()
    };
    view! {
        <section class="references outline" aria-label=words::outline() on:keydown=key>
            <div class="references-head">
                <input type="search" class="search" node_ref=input placeholder=words::find_in_file() aria-label=words::find_in_file() data-filter="outline" on:input=move |event| search.set(event_target_value(&event)) />
                <button type="button" class="mini" on:click=move |_| done.run(())>{crate::words::shell::close()}</button>
            </div>
            <ul node_ref=list>{rows}</ul>
        </section>
    }
}

/// All occurrences of `symbol`, the definition first; `done` closes the list.
#[component]
pub fn References(symbol: Symbol, done: Callback<()>) -> impl IntoView {
    let editor = Editor::expect();
    let head = format!("{} {}", kinds::label(symbol.kind), symbol.name);
    let places = Memo::new(move |_| places(&editor.analysis.get(), &symbol));
    let list = NodeRef::<Ul>::new();
    Effect::new(move |_| focus_item(list.get().as_ref(), 0));
    let title = move || match places.with(Vec::len) {
        0 => words::no_occurrences(&head),
        1 => words::only_definition(&head),
        count => words::occurrences(count, &head),
    };
    let key = move |event: KeyboardEvent| {
        let target = event_target::<web_sys::Element>(&event);
        let at = target.get_attribute("data-at").and_then(|at| at.parse::<u32>().ok()).unwrap_or(0);
        match event.key().as_str() {
            "Escape" => done.run(()),
            "ArrowDown" => focus_item(list.get_untracked().as_ref(), at + 1),
            "ArrowUp" => focus_item(list.get_untracked().as_ref(), at.saturating_sub(1)),
            _ => return,
        }
        event.prevent_default();
    };
    let rows = move || {
        let places = places.get();
        let rows = places.into_iter().take(SHOWN).enumerate().map(|(at, place)| {
            let Occurrence { file, span, line, text, is_definition } = place;
            let label = format!("{}:{line}", file.name());
            let go = move |_| editor.show_place(&file, span);
            view! {
                <li>
                    <button type="button" class="reference" class:definition=is_definition data-at=at.to_string() on:click=go>
                        <span class="reference-place">{label}</span>
                        <code>{text}</code>
                    </button>
                </li>
            }
        });
        rows.collect_view()
    };
    let rest = move || places.with(Vec::len).saturating_sub(SHOWN);
    view! {
        <section class="references" aria-label=words::references() on:keydown=key>
            <div class="references-head">
                <span aria-live="polite">{title}</span>
                <button type="button" class="mini" on:click=move |_| done.run(())>{crate::words::shell::close()}</button>
            </div>
            <ul node_ref=list>{rows}</ul>
            <Show when=move || { rest() > 0 }><p class="empty">{move || crate::words::shell::and_more(rest())}</p></Show>
        </section>
    }
}

fn places(analysis: &Analysis, symbol: &Symbol) -> Vec<Occurrence> {
    let definition = analysis.symbols(&symbol.file).into_iter().find(|found| found.path == symbol.path);
    let definition = definition.map(|found| (found.file, found.span, true));
    let mentions = analysis.references(&symbol.file, &symbol.path).into_iter();
    let mentions = mentions.map(|(file, mention)| (file, mention.span, false));
    let all = definition.into_iter().chain(mentions);
    all.filter_map(|(path, span, is_definition)| {
        let file = analysis.file(&path)?;
        let line = file.lines.line(span.start as usize);
        let text = file.lines.span(&file.text, line).of(&file.text).trim().to_owned();
        Some(Occurrence { file: path, span, line: line + 1, text, is_definition })
    })
    .collect()
}

fn focus_item(list: Option<&web_sys::HtmlUListElement>, at: u32) {
    let items = list.and_then(|list| list.query_selector_all("button").ok());
    let item = items.and_then(|items| items.get(at.min(items.length().saturating_sub(1))));
    if let Some(item) = item.and_then(|item| item.dyn_into::<web_sys::HtmlElement>().ok()) {
        // An element in the page accepts the focus.
        let _ = item.focus();
    }
}

#[cfg(test)]
mod tests {
    use descriptorium_core::settings::Settings;
    use descriptorium_core::workspace::Workspace;

    use super::*;

    #[test]
    fn the_definition_comes_first_and_other_files_follow() {
        let files = [
            ("b.yaml", "name: resource::b::1.0\nproperties:\n  size: {type: string}\n"),
            (
                "a.yaml",
                "name: assembly::a::1.0\ncomposition:\n  x:\n    type: resource::b::1.0\n    properties:\n      size: {value: '1'}\n",
            ),
        ];
        let files = files.map(|(path, text)| (FilePath::new(path).expect("a plain path"), text.to_owned()));
        let analysis = Analysis::new(Workspace::new(files), Settings::default());
        let b = FilePath::new("b.yaml").expect("a plain path");
        let symbol = analysis.symbols(&b).into_iter().find(|symbol| symbol.name == "size").expect("it is there");
        let found = places(&analysis, &symbol);
        let listed: Vec<_> = found.iter().map(|place| (place.file.as_str(), place.line, place.text.as_str())).collect();
        assert_eq!(listed, [("b.yaml", 3, "size: {type: string}"), ("a.yaml", 6, "size: {value: '1'}")]);
        assert!(found[0].is_definition && !found[1].is_definition);
    }
}
