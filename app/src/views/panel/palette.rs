//! The palette: items that can be dragged onto the canvas or added with the keyboard. In an assembly these are the
//! descriptors of the catalog, elsewhere the kinds of boxes of the language.

use std::collections::HashMap;
use std::sync::Arc;

use descriptorium_core::language::Language;
use descriptorium_core::sorting::Sorting;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::topology::{Command, Point, Role};
use leptos::html::Div;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{KeyboardEvent, PointerEvent};

use crate::browser::dom::{lower_case, remember, remembered};
use crate::gestures::components::add_and_select;
use crate::gestures::pointer::SLACK;
use crate::model::addition::{Addition, held_at};
use crate::model::hit::{Hit, hit, lane_around};
use crate::model::shared::Shared;
use crate::state::canvas::Canvas;
use crate::state::editor::Editor;
use crate::state::modules::LoadState;
use crate::views::message::message;
use crate::views::panel::paging::{ROWS, rendered_pages};
use crate::views::picker::nearness;
use crate::words::inspector as words;

/// An item that is being dragged to the canvas, with the position of the pointer in the window.
#[derive(Clone, PartialEq, Debug)]
struct Carried {
    of: Addition,
    role: Role,
    x: f64,
    y: f64,
    /// Where it was picked up.
    from: (f64, f64),
    /// Why the open file does not accept it, if so.
    refused: Option<String>,
}

impl Carried {
    fn new(editor: Editor, of: Addition, role: Role, event: &PointerEvent) -> Self {
        let refused = editor.would_accept(&of.command(role, None)).err().map(|error| error.to_string());
        let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
        Carried { of, role, x, y, from: (x, y), refused }
    }
}

/// The key under which the browser remembers the items that were added last, one per line.
const RECENT: &str = "descriptorium.recent";
/// The number of these, and the number of items up to which their order does not change: everything is in sight.
const MOST_RECENT: usize = 5;
const FEW: usize = 10;

/// The keys of the items that were added last, the latest first.
fn recent() -> Vec<String> {
    remembered(RECENT).map_or(Vec::new(), |keys| keys.lines().map(str::to_owned).collect())
}

fn remember_added(key: &str) {
    let others = recent().into_iter().filter(|other| other != key);
    let keys: Vec<String> = std::iter::once(key.to_owned()).chain(others).take(MOST_RECENT).collect();
    remember(RECENT, Some(&keys.join("\n")));
}

/// A row of the palette. All versions of a descriptor share the row of the newest one, until they are shown.
#[derive(Clone, PartialEq, Debug)]
struct Row {
    of: Addition,
    /// The number of other versions, if this is the newest one.
    n_others: usize,
    is_older: bool,
}

impl Row {
    /// The name that all versions share.
    fn name(&self) -> String {
        self.of.unversioned().unwrap_or_default()
    }

    fn key(&self) -> (String, usize, bool) {
        (self.of.key(), self.n_others, self.is_older)
    }
}

/// The items, the versions of a descriptor together. Versions are given in ascending order, and returned in descending order.
fn by_name(items: Vec<Addition>) -> Vec<Vec<Addition>> {
    let mut groups: Vec<Vec<Addition>> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for item in items {
        let place = item.unversioned().map_or(groups.len(), |name| *places.entry(name).or_insert(groups.len()));
        match groups.get_mut(place) {
            Some(group) => group.insert(0, item),
            None => groups.push(vec![item]),
        }
    }
    groups
}

#[component]
pub fn Palette() -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let editor = Editor::expect();
    let search = RwSignal::new(String::new());
    let carried = RwSignal::new(None::<Carried>);
    let language = Memo::new(move |_| editor.drawn.get().file(&editor.file.get()?)?.language);
    let takes_components = Memo::new(move |_| language.get().is_some_and(Language::takes_components));
    let is_part = Memo::new(move |_| language.get().is_some_and(Language::is_only_a_part));
    // Only at a pause: the types do not change with every keystroke.
    let offers = Memo::new(move |_| {
        let analysis = editor.findings.get();
        let diagram = editor.diagram.get();
        let offers = editor.file.get().map_or(Vec::new(), |path| analysis.offers_in(&path, &diagram));
        offers.into_iter().map(Addition::Entry).collect::<Vec<_>>()
    });
    let is_mixed = Memo::new(move |_| {
        let kind = |of: &Addition| of.class().to_owned();
        offers.with(|offers| offers.iter().any(|of| offers.first().map(kind) != Some(kind(of))))
    });
    let takes = Memo::new(move |_| takes_components.get() || offers.with(|offers| !offers.is_empty()));
    let catalog = Memo::new(move |_| Shared(Arc::clone(editor.drawn.get().catalog())));
    // Not while items are added: the next click would hit another one.
    let recently_used = Memo::new(move |_| {
        editor.file.track();
        recent()
    });
    let found = Memo::new(move |_| {
        let catalog = catalog.get();
        let search = lower_case(search.get().trim());
        let own = editor.file.get();
        let entries = catalog.entries().filter(|entry| Some(&entry.file) != own.as_ref());
        let names = entries.map(|entry| Addition::Descriptor(entry.name.clone()));
        let near = |of: Addition| Some((nearness(&of.label(), &of.also(), &search)?, of));
        let mut found: Vec<_> = match takes_components.get() {
            true => names.filter_map(near).collect(),
            false => offers.get().into_iter().filter_map(near).collect(),
        };
        found.order_by_key(|(near, _)| *near);
        let mut found: Vec<Addition> = found.into_iter().map(|(_, of)| of).collect();
        // A name that two files define is a single item.
        found.dedup();
        let mut groups = by_name(found);
        if search.is_empty() && groups.len() > FEW {
            let recent = recently_used.get();
            let place = |of: &Addition| recent.iter().position(|key| *key == of.key());
            groups.order_by_key(|versions| versions.iter().filter_map(place).min().unwrap_or(recent.len()));
        }
        groups
    });
    // The names of which all versions are shown.
    let opened = RwSignal::new(Vec::<String>::new());
    let rows = Memo::new(move |_| {
        let opened = opened.read();
        let row = |versions: &Vec<Addition>| {
            let row = |(at, of): (usize, &Addition)| {
                let n_others = if at == 0 { versions.len() - 1 } else { 0 };
                Row { of: of.clone(), n_others, is_older: at > 0 }
            };
            let is_open = versions.first().and_then(Addition::unversioned).is_some_and(|name| opened.contains(&name));
            let shown = if is_open { versions.len() } else { 1 };
            versions.iter().enumerate().map(row).take(shown).collect::<Vec<_>>()
        };
        found.with(|groups| groups.iter().flat_map(row).collect::<Vec<_>>())
    });
    let turn = move |name: String, is_open: bool| {
        opened.update(|opened| {
            opened.retain(|other| *other != name);
            if is_open {
                opened.push(name);
            }
        });
    };
    let entered = RwSignal::new(None::<String>);
    let stop = Memo::new(move |_| {
        let entered = entered.get();
        rows.with(|rows| {
            let is_listed = |entered: &String| rows.iter().any(|row| row.of.key() == *entered);
            entered.filter(is_listed).or_else(|| rows.first().map(|row| row.of.key()))
        })
    });
    let n_pages = rendered_pages(Signal::derive(move || rows.with(|rows| rows.len().div_ceil(ROWS))));
    let page =
        move |number: usize| rows.with(|rows| rows.iter().skip(number * ROWS).take(ROWS).cloned().collect::<Vec<_>>());
    let stop = Selector::new(move || stop.get());
    // A kind that all items share is not repeated.
    let notes = move || takes_components.get_untracked() || is_mixed.get_untracked();
    let item = move |row: Row| {
        let name = row.name();
        let is_open = {
            let name = name.clone();
            move || opened.with(|opened| opened.contains(&name))
        };
        let toggle = (row.n_others > 0).then(|| {
            let (count, about) = (row.n_others, words::other_versions(row.n_others, &row.of.label()));
            let [now, said] = [is_open.clone(), is_open];
            let click = move |_| turn(name.clone(), !now());
            view! { <button type="button" class="palette-more" tabindex="-1" title=about.clone() aria-label=about aria-expanded=move || said().to_string() on:click=click>{format!("+{count}")}</button> }
        });
        view! { <div class="palette-row" class:older=row.is_older><Item of=row.of notes=notes() carried=carried canvas=canvas stop=stop.clone() />{toggle}</div> }
    };
    let why = move || match (takes.get(), found.with(Vec::is_empty)) {
        // The items of the language are not known yet.
        (false, _) if editor.modules.load_state() != LoadState::Loaded => None,
        (false, _) if is_part.get() => Some(crate::words::file_actions::no_components()),
        (false, _) => Some(crate::words::file_actions::nothing_to_add()),
        (true, true) if takes_components.get() => Some(words::no_descriptor()),
        (true, true) => Some(crate::words::canvas::no_matches()),
        (true, false) => None,
    };
    let focused = move |event: web_sys::FocusEvent| {
        let item = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        entered.set(item.and_then(|item| item.get_attribute("data-descriptor")));
    };
    let find = move || if takes_components.get() { words::find_descriptor() } else { words::find_box_to_add() };
    let typed = StoredValue::new((String::new(), 0.0));
    let list = NodeRef::<Div>::new();
    let key = move |event: KeyboardEvent| {
        let Some(list) = list.get_untracked() else { return };
        if !crate::browser::dom::rove(&event, &list, ".palette-item", typed) {
            show_versions(&event, &rows.get_untracked(), turn);
        }
    };
    let down = move |event: KeyboardEvent| {
        if event.key() == "ArrowDown" {
            event.prevent_default();
            crate::browser::dom::focus_on(".palette-item[tabindex='0']");
        }
    };
    view! {
        <section class="panel palette" aria-label=words::palette()>
            <h2 class="panel-title">{words::palette()}</h2>
            <input
                class="search"
                type="search"
                placeholder=find
                aria-label=find
                on:input=move |event| {
                    search.set(event_target_value(&event));
                    // A host may have more of them.
                    editor.host.sought.set(event_target_value(&event));
                }
                on:keydown=down
            />
            <div class="panel-body" title=move || if takes_components.get() { words::palette_hint() } else { words::palette_hint_of_boxes() } node_ref=list on:focusin=focused on:keydown=key>
                {move || why().map(|why| view! { <p class="empty">{why}</p> })}
                <For each=move || 0..n_pages.get() key=usize::clone children=move |number| {
                    view! { <For each=move || page(number) key=Row::key children=item.clone() /> }
                } />
            </div>
            <Ghost carried=carried />
        </section>
    }
}

/// The right arrow shows the other versions of the focused item, the left one hides them.
fn show_versions(event: &KeyboardEvent, rows: &[Row], turn: impl Fn(String, bool)) {
    let is_open = match event.key().as_str() {
        "ArrowRight" => true,
        "ArrowLeft" => false,
        _ => return,
    };
    let item = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    let Some(key) = item.and_then(|item| item.get_attribute("data-descriptor")) else { return };
    let Some(row) = rows.iter().find(|row| row.of.key() == key) else { return };
    let name = row.name();
    let newest = rows.iter().find(|row| row.n_others > 0 && row.name() == name);
    if let Some(newest) = newest.filter(|_| !name.is_empty()) {
        event.prevent_default();
        if !is_open {
            // The item that has the focus may be hidden now.
            crate::browser::dom::focus_on(&format!("[data-descriptor='{}']", newest.of.key()));
        }
        turn(name, is_open);
    }
}

#[component]
fn Item(
    of: Addition,
    /// Whether the kind or the version is shown.
    notes: bool,
    carried: RwSignal<Option<Carried>>,
    canvas: Canvas,
    /// The item that is the tab stop.
    stop: Selector<Option<String>>,
) -> impl IntoView {
    let editor = Editor::expect();
    let class = format!("palette-item {}", of.class());
    let (name, note, key, icon) = (of.label(), of.note(), of.key(), of.icon());
    let note_class = if of.has_roles() { "palette-version" } else { "palette-kind" };
    let title = title(editor, &of);
    let own = Some(key.clone());
    let (taken, added) = (of.clone(), of);
    let is_stop = move || stop.selected(&own);
    let down = move |event: PointerEvent| {
        if event.button() != 0 {
            return;
        }
        event.prevent_default();
        let target = event_target::<web_sys::Element>(&event);
        // Without pointer capture the drag ends where the pointer leaves the palette; nothing else is lost.
        let _ = target.set_pointer_capture(event.pointer_id());
        if let Ok(Some(item)) = target.closest(".palette-item") {
            let item: web_sys::HtmlElement = item.unchecked_into();
            let _ = item.focus();
            let _ = item.set_pointer_capture(event.pointer_id());
        }
        carried.set(Some(Carried::new(editor, taken.clone(), role(event.shift_key()), &event)));
    };
    let moved = move |event: PointerEvent| {
        carried.update(|carried| {
            if let Some(carried) = carried {
                let role = role(event.shift_key());
                if carried.role == role {
                    (carried.x, carried.y) = (f64::from(event.client_x()), f64::from(event.client_y()));
                } else {
                    let from = carried.from;
                    *carried = Carried { from, ..Carried::new(editor, carried.of.clone(), role, &event) };
                }
            }
        });
    };
    let up = move |event: PointerEvent| {
        let Some(dropped) = carried.try_update(Option::take).flatten() else { return };
        let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
        if (x - dropped.from.0).hypot(y - dropped.from.1) <= SLACK {
            // A click, as the Enter key.
            add(editor, &dropped.of, &dropped.of.command(dropped.role, None));
        } else if canvas.covers((x, y)) {
            let pointed = canvas.camera.get_untracked().to_scene(canvas.screen(x, y));
            let at = held_at(pointed);
            // The vendor's designer shows nothing left of and above its origin, so the view moves instead of the box.
            let (x, y) = (at.x.max(0.0), at.y.max(0.0));
            if (x, y) != (at.x, at.y) {
                canvas.camera.update(|camera| {
                    *camera = camera.panned((at.x - x) * camera.zoom, (at.y - y) * camera.zoom);
                });
            }
            let scene = editor.scene.with_untracked(|view| Arc::clone(&view.scene));
            let members = match hit(&scene, pointed, 0.0) {
                Hit::Box(path) | Hit::Port { vertex: path, .. } if !path.is_root() => targets(editor, path),
                _ => Vec::new(),
            };
            let lane = lane_around(&scene, pointed);
            let command = dropped.of.command_in(dropped.role, Some(Point { x, y }), lane, members);
            add(editor, &dropped.of, &command);
            canvas.name_new_box();
        } else if !canvas.is_shown() {
            add(editor, &dropped.of, &dropped.of.command(dropped.role, None));
        }
    };
    let press = move |event: KeyboardEvent| {
        if matches!(event.key().as_str(), "Enter" | " ") {
            event.prevent_default();
            let selected = editor.selection.get_untracked().into_iter().filter(|path| !path.is_root()).collect();
            add(editor, &added, &added.command_in(role(event.shift_key()), None, None, selected));
        }
    };
    view! {
        <div
            class=class
            role="button"
            tabindex=move || if is_stop() { "0" } else { "-1" }
            data-descriptor=key
            title=title
            on:pointerdown=down
            on:pointermove=moved
            on:pointerup=up
            on:pointercancel=move |_| carried.set(None)
            on:keydown=press
        >
            <svg class="palette-icon" viewBox="0 0 16 16" aria-hidden="true"><path d=icon /></svg>
            <span class="palette-name">{name}</span>
            {notes.then(|| view! { <span class=note_class>{note}</span> })}
        </div>
    }
}

/// The dragged item, next to the pointer.
#[component]
fn Ghost(carried: RwSignal<Option<Carried>>) -> impl IntoView {
    let ghost = NodeRef::<Div>::new();
    Effect::new(move |_| {
        let (Some(carried), Some(ghost)) = (carried.get(), ghost.get()) else { return };
        let place = format!("translate({:.0}px, {:.0}px)", carried.x - 90.0, carried.y - 20.0);
        // Set through the object model, which a strict content policy allows.
        let _ = web_sys::HtmlElement::style(&ghost).set_property("transform", &place);
    });
    let label = move || {
        carried.with(|carried| {
            carried.as_ref().map(|carried| match carried.role {
                Role::Reference if carried.of.has_roles() => words::as_reference(&carried.of.label()),
                _ => carried.of.label(),
            })
        })
    };
    let refused = move || carried.with(|carried| carried.as_ref().and_then(|carried| carried.refused.clone()));
    view! {
        <div
            class="ghost"
            class:shown=move || carried.with(Option::is_some)
            class:refuses=move || refused().is_some()
            node_ref=ghost
            aria-hidden="true"
        >
            {label}
            {move || refused().map(|why| view! { <span class="ghost-why">{message(&why)}</span> })}
        </div>
    }
}

/// A description of an item for the pointer: its whole name, and the first paragraph of its description.
fn title(editor: Editor, of: &Addition) -> String {
    let (name, about) = match of {
        Addition::Descriptor(name) => {
            let analysis = editor.drawn.get_untracked();
            let entry = analysis.catalog().resolve_range(name).found().map(|entry| entry.file.clone());
            let descriptor = entry.as_ref().and_then(|file| analysis.descriptor(file));
            let about = descriptor.and_then(|found| found.description.as_ref()).map(|text| text.value.to_string());
            (of.key(), about.unwrap_or_default())
        }
        Addition::Entry(offer) => (format!("{} {}", of.label(), of.note()), offer.detail.clone()),
    };
    let first = about.trim().split("\n\n").next().unwrap_or_default();
    let first = first.split_whitespace().collect::<Vec<_>>().join(" ");
    if first.is_empty() { name } else { format!("{}\n{first}", name.trim()) }
}

fn role(reference: bool) -> Role {
    if reference { Role::Reference } else { Role::Component }
}

/// The boxes that something applies to if it is dropped on one: the selected ones, if it is among them.
fn targets(editor: Editor, path: NodePath) -> Vec<NodePath> {
    let selected = editor.selection.get_untracked();
    if selected.contains(&path) { selected } else { vec![path] }
}

fn add(editor: Editor, of: &Addition, command: &Command) {
    add_and_select(editor, command);
    remember_added(&of.key());
    crate::browser::dom::show_side("canvas");
}

#[cfg(test)]
mod tests {
    use descriptorium_core::symbol::DescriptorRef;

    use super::*;

    #[test]
    fn versions_of_a_descriptor_are_together_the_newest_first() {
        let item = |name: &str| Addition::Descriptor(DescriptorRef::parse(name).expect("a name"));
        // Another kind has a name of its own.
        let names = ["resource::web::1.0", "resource::db::1.0", "resource::web::2.0", "assembly::web::1.0"];
        let groups = by_name(names.map(item).into());
        let keys: Vec<Vec<String>> =
            groups.iter().map(|versions| versions.iter().map(Addition::key).collect()).collect();
        assert_eq!(
            keys,
            [vec!["resource::web::2.0", "resource::web::1.0"], vec!["resource::db::1.0"], vec!["assembly::web::1.0"]]
        );
    }
}
