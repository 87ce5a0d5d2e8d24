//! The items as a tree: the type of each, and its values with their origins.

use std::collections::HashSet;

use descriptorium_core::document::Document;
use descriptorium_core::document::preview::Preview;
use descriptorium_core::preview::frame::Item;
use descriptorium_core::preview::{ItemProperty, Origin};
use descriptorium_core::sorted_map::SortedSet;
use descriptorium_core::text::FilePath;
use leptos::html::Details;
use leptos::prelude::*;
use web_sys::KeyboardEvent;

use crate::state::editor::Editor;
use crate::state::preview::{ComputedPreview, PreviewState, class};
use crate::storage::download::download_text;
use crate::views::panel::preview::kind::Kind;
use crate::views::panel::preview::kinds::kind;
use crate::views::panel::show_more::More;
use crate::words::preview as words;
use leptos::attr::custom::custom_attribute;

/// The number of items that are listed at first, and of those added per click.
const PAGE: usize = 100;

/// An item of the list, comparable so that its row is updated when it changes.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Row {
    name: String,
    kind: &'static str,
    depth: usize,
    /// Whether it has children, which can be collapsed.
    holds: bool,
}

/// The names of the collapsed items.
type Closed = RwSignal<SortedSet<String>>;

#[component]
pub fn Instances(found: Signal<Option<ComputedPreview>>) -> AnyView {
    let stage = expect_context::<PreviewState>();
    let draw = move |_| {
        stage.is_drawn.update(|is_drawn| *is_drawn = !*is_drawn);
        if stage.is_drawn.get_untracked() {
            crate::browser::dom::show_side("canvas");
        }
    };
    let editor = Editor::expect();
    // A frame may not download files.
    let is_hosted = Editor::expect().host.is_present;
    let save = move |_| found.with_untracked(|found| found.iter().for_each(|found| save(editor, found)));
    let search = RwSignal::new(String::new());
    let limit = RwSignal::new(PAGE);
    let closed = Closed::default();
    let rows = Memo::new(move |_| {
        let rows = |found: &ComputedPreview| rows(found, &search.read(), &closed.read(), limit.get());
        found.with(|found| found.as_ref().map(rows).unwrap_or_default())
    });
    let total = Memo::new(move |_| found.with(|found| found.as_ref().map_or(0, |found| found.frame().n_items())));
    let listed = Memo::new(move |_| rows.with(|(_, listed)| *listed));
    let shown = move || rows.with(|(rows, _)| rows.clone());
    // The list is rebuilt for another file, so its words may be constant.
    let Some(of) = found.with_untracked(kind_of) else { return ().into_any() };
    view! {
        <h2 class="inspector-section">{move || (of.heading)(total.get())}</h2>
        <Show when=move || { total.get() > 0 }>
            {of.draw_hint.map(|hint| view! {
                <button type="button" class="mini draw-instances" id="draw-instances" data-draw="instances" aria-pressed=move || stage.is_drawn.get().to_string() title=hint() on:click=draw>{crate::words::findings::show_on_canvas()}</button>
            })}
            {(!is_hosted).then(|| view! { <button type="button" class="mini" id="save-expansion" data-save="expansion" title=(of.save_hint)() on:click=save>{words::save_expansion()}</button> })}
        </Show>
        <Show when=move || { total.get() > 12 }>
            <input class="search" type="search" placeholder=(of.search)() aria-label=(of.search)() data-filter="instance" on:input=move |event| search.set(event_target_value(&event)) />
        </Show>
        <div class="instances" role="list">
            <For each=shown key=Row::clone children=move |row| view! { <InstanceRow found=found row=row closed=closed of=of /> } />
        </div>
        <More total=listed limit=limit page=PAGE />
    }
    .into_any()
}

fn kind_of(found: &Option<ComputedPreview>) -> Option<&'static Kind> {
    Some(kind(&found.as_ref()?.outcome))
}

/// Downloads the preview in the format of `descriptorium expand`.
fn save(editor: Editor, found: &ComputedPreview) {
    let Some(file) = editor.file.get_untracked() else { return };
    let stem = file.name().rsplit_once('.').map_or(file.name(), |(stem, _)| stem);
    let question = editor.questions.with_untracked(|all| all.get(&file).cloned()).unwrap_or_default();
    let analysis = editor.analysis.get_untracked();
    let preview = Preview::new((&analysis, &file), &question, &found.outcome, &FilePath::to_string, &|_| None);
    // As JSON first, where a value with symbols is a mapping instead of a YAML tag.
    let document = serde_json::to_value(Document::new(preview)).map_err(|error| error.to_string());
    match document.and_then(|document| serde_yaml::to_string(&document).map_err(|error| error.to_string())) {
        Ok(text) => download_text(editor, &format!("{stem}.{}.yaml", kind(&found.outcome).file), &text),
        Err(error) => editor.fail(&crate::words::files::not_downloaded(&error)),
    }
}

/// The first rows that match the search, and the number of all matches. Without a search, the rows of the tree that are
/// not in a collapsed item.
fn rows(found: &ComputedPreview, search: &str, closed: &SortedSet<String>, limit: usize) -> (Vec<Row>, usize) {
    let search = search.trim().to_lowercase();
    let frame = found.frame();
    let row =
        |item: Item<'_>, depth: usize, holds: bool| Row { name: item.name.to_owned(), kind: item.kind, depth, holds };
    if !search.is_empty() {
        let has = |text: &str| text.to_lowercase().contains(&search);
        let fitting = || frame.items().filter(|item| has(item.name) || has(item.type_name));
        return (fitting().take(limit).map(|item| row(item, 0, false)).collect(), fitting().count());
    }
    let parents: HashSet<&str> = frame.items().filter_map(|item| item.parent).collect();
    let mut hidden: HashSet<&str> = HashSet::new();
    let mut listed: Vec<Item<'_>> = Vec::new();
    // Parents come before their children.
    for item in frame.items() {
        match item.parent.filter(|parent| closed.contains(*parent) || hidden.contains(parent)) {
            Some(_) => drop(hidden.insert(item.name)),
            None => listed.push(item),
        }
    }
    let own = |item: &Item<'_>| row(*item, found.depth(*item), parents.contains(item.name));
    (listed.iter().take(limit).map(own).collect(), listed.len())
}

/// An item; its values are only created when it is expanded.
#[component]
fn InstanceRow(found: Signal<Option<ComputedPreview>>, row: Row, closed: Closed, of: &'static Kind) -> impl IntoView {
    let editor = Editor::expect();
    let stage = expect_context::<PreviewState>();
    let Row { name, kind, depth, holds } = row;
    let known = name.clone();
    let item_state = Memo::new(move |_| stage.state_of(&known));
    let badge = move || {
        let state = item_state.get()?;
        Some(view! { <span class=format!("item-state{}", class(Some(state)))>{words::item_state(state)}</span> })
    };
    let name = StoredValue::new(name);
    let open = RwSignal::new(depth == 0 && kind == of.unfolded);
    let details = NodeRef::<Details>::new();
    let toggled = move |_| {
        if let Some(details) = details.get_untracked() {
            open.set(details.open());
        }
    };
    let summary = Memo::new(move |_| {
        let described = |found: &ComputedPreview| {
            let at = name.with_value(|name| found.index(name))?;
            Some((of.describe)(&found.outcome, at))
        };
        found.with(|found| described(found.as_ref()?)).unwrap_or_default()
    });
    let properties = Memo::new(move |_| {
        let properties = |found: &ComputedPreview| Some(name.with_value(|name| found.item(name))?.properties.to_vec());
        let is_open = open.get();
        found.with(|found| properties(found.as_ref().filter(|_| is_open)?)).unwrap_or_default()
    });
    let origin =
        Memo::new(move |_| found.with(|found| name.with_value(|name| found.as_ref()?.item(name)?.origin.cloned())));
    let show = move |_| {
        if let Some((file, path)) = origin.get_untracked() {
            editor.show(&file);
            editor.selection.set(vec![path]);
        }
    };
    let is_closed = Memo::new(move |_| name.with_value(|name| closed.read().contains(name)));
    let close = move |is_closed: bool| {
        closed.update(|closed| match is_closed {
            true => drop(closed.insert(name.get_value())),
            false => drop(name.with_value(|name| closed.remove(name))),
        });
    };
    // As in any tree: the right and left arrows expand and collapse, and left on a collapsed item goes to its parent.
    let key = move |event: KeyboardEvent| {
        match event.key().as_str() {
            "ArrowRight" if holds && is_closed.get_untracked() => close(false),
            "ArrowLeft" if holds && !is_closed.get_untracked() => close(true),
            "ArrowLeft" => {
                let parent =
                    |found: &ComputedPreview| name.with_value(|name| Some(found.item(name)?.parent?.to_owned()));
                let Some(parent) = found.with_untracked(|found| parent(found.as_ref()?)) else { return };
                crate::browser::dom::focus_on(&format!("[data-instance='{parent}'] summary"));
            }
            _ => return,
        }
        event.prevent_default();
    };
    let turn = holds.then(|| {
        view! {
            <button
                type="button"
                class="turn-instance"
                aria-expanded=move || (!is_closed.get()).to_string()
                aria-label=(of.within)(&name.get_value())
                on:click=move |_| close(!is_closed.get_untracked())
            >
                {move || if is_closed.get() { "▸" } else { "▾" }}
            </button>
        }
    });
    view! {
        <div class=format!("instance-row depth-{}", depth.min(8)) role="listitem" {..custom_attribute("aria-level", (depth + 1).to_string())} data-instance=name.get_value() on:keydown=key>
        {turn}
        <details class=format!("instance {kind}") node_ref=details on:toggle=toggled open=open.get_untracked()>
            <summary>
                <span class="instance-name">{name.get_value()}</span>
                <span class="instance-type">{summary}</span>
                {badge}
            </summary>
            <Show when=move || open.get() && origin.with(Option::is_some)>
                <button type="button" class="link instance-origin" on:click=show>{(of.go_to)()}</button>
            </Show>
            <table class="values"><tbody>
                <For each=move || properties.get() key=|property| property.name.clone() children=move |property| {
                    let name = property.name.clone();
                    let live = Memo::new(move |before: Option<&ItemProperty>| {
                        let now = properties.with(|found| found.iter().find(|found| found.name == name).cloned());
                        // A row that is being removed keeps its last content.
                        now.or_else(|| before.cloned()).unwrap_or_else(|| property.clone())
                    });
                    view! { <PropertyRow property=live /> }
                } />
            </tbody></table>
        </details>
        </div>
    }
}

#[component]
fn PropertyRow(property: Memo<ItemProperty>) -> impl IntoView {
    let name = property.with_untracked(|property| property.name.to_string());
    let class = move || if property.with(|property| property.value.is_symbolic()) { "value symbol" } else { "value" };
    let until = move || {
        let until = property.with(|property| property.until_reported.as_ref().map(ToString::to_string));
        until.map(|until| view! { <span class="until">{words::until_then(&until)}</span> })
    };
    view! {
        <tr data-property=name.clone()>
            <th scope="row">{name.clone()}</th>
            <td class=class>{move || property.with(|property| property.value.to_string())}{until}</td>
            <td class="origin" title=move || property.with(|property| meaning(property.origin))>{move || property.with(|property| words::origin(property.origin))}</td>
        </tr>
    }
}

/// The meaning of an origin.
fn meaning(origin: Origin) -> &'static str {
    match origin {
        Origin::Intent => words::from_inputs(),
        Origin::Default => words::its_default(),
        Origin::Static => words::its_static(),
        Origin::Set => words::its_literal(),
        Origin::Mapped => words::its_mapping(),
        Origin::Runtime => words::its_runtime(),
        Origin::Unset => words::its_nothing(),
    }
}
