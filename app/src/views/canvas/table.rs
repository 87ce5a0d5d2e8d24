//! The diagram as a table: a row for each box, followed by a row for each of its connections. All keys of the canvas
//! work here too.

use descriptorium_core::scene::fold::closes;
use descriptorium_core::scene::{SceneBox, ScenePort};
use descriptorium_core::sorted_map::SortedSet;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::topology::VertexKind;
use leptos::prelude::*;
use web_sys::KeyboardEvent;

use crate::browser::dom::{focus, keep_keyboard};
use crate::gestures::actions::act;
use crate::gestures::navigation::select;
use crate::model::aria_labels;
use crate::model::neighbors::reading_order;
use crate::model::scene_view::SceneView;
use crate::state::canvas::Canvas;
use crate::state::keys::{self, Action};
use crate::words::{canvas as words, kinds};
use leptos::attr::custom::custom_attribute;

#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
struct Row {
    path: NodePath,
    /// The box under which a connection is listed.
    under: Option<NodePath>,
    name: String,
    kind: String,
    detail: String,
    badge: String,
    n_connections: usize,
    /// The number of expanded boxes around it.
    depth: usize,
}

pub fn table() -> AnyView {
    view! { <Table /> }.into_any()
}

#[component]
fn Table() -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let editor = canvas.editor;
    let open = RwSignal::new(SortedSet::<NodePath>::new());
    let rows = Memo::new(move |_| editor.scene.with(|view| open.with(|open| rows(view, open))));
    // The focused row, always in range.
    let at = RwSignal::new(0_usize);
    let here = Memo::new(move |_| rows.with(|rows| at.get().min(rows.len().saturating_sub(1))));
    let go = move |number: usize| {
        at.set(number);
        focus(&row_id(number));
    };
    let toggle = move |path: &NodePath, wanted: bool| {
        open.update(|open| {
            if wanted {
                open.insert(path.clone())
            } else {
                open.remove(path)
            };
        });
    };
    let key = move |event: KeyboardEvent| {
        let Some(row) = rows.with_untracked(|rows| rows.get(here.get_untracked()).cloned()) else { return };
        let plain = keys::chord(&event);
        let last = rows.with_untracked(Vec::len).saturating_sub(1);
        let number = here.get_untracked();
        match plain.as_str() {
            "ArrowDown" => go((number + 1).min(last)),
            "ArrowUp" => go(number.saturating_sub(1)),
            "Home" => go(0),
            "End" => go(last),
            "ArrowRight" if row.under.is_none() && row.n_connections > 0 => {
                if open.with_untracked(|open| open.contains(&row.path)) {
                    go((number + 1).min(last));
                } else {
                    toggle(&row.path, true);
                }
            }
            "ArrowLeft" => match &row.under {
                Some(under) => {
                    let above = rows.with_untracked(|rows| rows.iter().position(|row| row.path == *under));
                    if let Some(above) = above {
                        go(above);
                    }
                }
                None => toggle(&row.path, false),
            },
            "ArrowRight" => {}
            _ => {
                // The other keys act on the focused row.
                if editor.selection.with_untracked(Vec::is_empty) {
                    select(canvas, &row.path);
                }
                return;
            }
        }
        event.prevent_default();
    };
    Effect::new(move |before: Option<()>| {
        if before.is_none() {
            let selected = editor.selection.with_untracked(|selection| selection.last().cloned());
            let number = rows.with_untracked(|rows| rows.iter().position(|row| Some(&row.path) == selected.as_ref()));
            go(number.unwrap_or(0));
        }
    });
    // Changed rows are rendered again, which removes the focused one.
    Effect::new(move |before: Option<()>| {
        rows.track();
        if before.is_some() {
            keep_keyboard(move || focus(&row_id(here.get_untracked())));
        }
    });
    let items = move || {
        let all = rows.get().into_iter().enumerate();
        all.map(|(number, row)| view! { <OneRow row=row number=number here=here at=at open=open /> }).collect_view()
    };
    view! {
        <div class="canvas-table">
            <div class="table-head">
                <span>{words::components_and_connections()}</span>
                <button type="button" class="mini" title=keys::title(Action::Table) on:click=move |_| { act(canvas, Action::Table); }>{words::as_diagram()}</button>
            </div>
            <table role="treegrid" aria-label=words::components() on:keydown=key>
                <thead>
                    <tr>
                        <th scope="col">{crate::words::inspector::name()}</th>
                        <th scope="col">{crate::words::findings::kind()}</th>
                        <th scope="col">{crate::words::inspector::type_name()}</th>
                        <th scope="col">{words::count()}</th>
                        <th scope="col">{words::connections()}</th>
                    </tr>
                </thead>
                <tbody>{items}</tbody>
            </table>
        </div>
    }
}

#[component]
fn OneRow(
    row: Row,
    number: usize,
    here: Memo<usize>,
    at: RwSignal<usize>,
    open: RwSignal<SortedSet<NodePath>>,
) -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let Row { path, under, name, kind, detail, badge, n_connections, depth } = row;
    let (selected, expanded, focused, toggled) = (path.clone(), path.clone(), path.clone(), path.clone());
    let is_box = under.is_none();
    let take_focus = move |_| {
        at.set(number);
        if canvas.editor.selection.with_untracked(|selection| *selection != [focused.clone()]) {
            select(canvas, &focused);
        }
    };
    let expandable = is_box && n_connections > 0;
    let is_open = move || open.with(|open| open.contains(&expanded));
    let shown = is_open.clone();
    let turn = move |_| {
        open.update(|open| {
            if !open.remove(&toggled) {
                open.insert(toggled.clone());
            }
        });
    };
    view! {
        <tr
            {..custom_attribute("aria-level", (depth + if is_box { 1 } else { 2 }).to_string())}
            style:--depth=depth.to_string()
            id=row_id(number)
            data-row=path.to_string()
            class:connection-row=!is_box
            aria-expanded=move || expandable.then(|| is_open().to_string())
            aria-selected=move || canvas.editor.selection.with(|selection| selection.contains(&selected)).to_string()
            tabindex=move || if here.get() == number { "0" } else { "-1" }
            on:focus=take_focus
            on:click=move |_| focus(&row_id(number))
        >
            <th scope="row">
                {expandable.then(|| view! {
                    <button type="button" class="turn" tabindex="-1" aria-hidden="true" on:click=turn>{move || if shown() { "▾" } else { "▸" }}</button>
                })}
                {name}
            </th>
            <td>{kind}</td>
            <td>{detail}</td>
            <td>{badge}</td>
            <td>{(n_connections > 0).then(|| n_connections.to_string())}</td>
        </tr>
    }
}

fn row_id(number: usize) -> String {
    format!("row-{number}")
}

fn rows(view: &SceneView, open: &SortedSet<NodePath>) -> Vec<Row> {
    let mut rows = Vec::new();
    for path in reading_order(&view.scene) {
        let mut seen = SortedSet::new();
        let of_row = view.connections_of(&path).into_iter();
        let connections: Vec<_> = of_row.filter(|connection| seen.insert(&connection.path)).collect();
        let (n_connections, at) = (connections.len(), path.clone());
        let row = view.found(&path).map(|found| of_box(view, found)).or_else(|| view.port(&path).map(of_port));
        let row = row.or_else(|| view.mark(&path).map(|(name, boxes)| of_mark(name, &boxes)));
        let Some(row) = row else { continue };
        let depth = row.depth;
        rows.push(Row { path: at, n_connections, ..row });
        if open.contains(&path) {
            rows.extend(connections.into_iter().map(|connection| Row {
                path: connection.path.clone(),
                under: Some(path.clone()),
                name: connection.label.clone(),
                kind: String::new(),
                detail: aria_labels::of_connection(view, connection),
                badge: String::new(),
                n_connections: 0,
                depth,
            }));
        }
    }
    rows
}

fn of_mark(name: &str, boxes: &[&str]) -> Row {
    let kind = kinds::vertex(VertexKind::Policy).to_owned();
    Row { name: name.to_owned(), kind, detail: boxes.join(", "), ..Row::default() }
}

fn of_box(view: &SceneView, found: &SceneBox) -> Row {
    let parent = |found: &&SceneBox| view.found(found.parent.as_ref()?);
    let depth = std::iter::successors(Some(found), parent).filter(|found| closes(found)).count();
    Row {
        name: found.label.clone(),
        kind: kinds::vertex(found.kind).to_owned(),
        detail: found.detail.clone(),
        badge: found.badge.as_ref().map(kinds::badge).unwrap_or_default(),
        depth: depth - usize::from(closes(found)),
        ..Row::default()
    }
}

/// The row of a connection point: its networks are in place of a type.
fn of_port(port: &ScenePort) -> Row {
    Row {
        name: port.name.to_string(),
        kind: kinds::vertex(VertexKind::ConnectionPoint).to_owned(),
        detail: port.networks().unwrap_or_default().to_owned(),
        ..Row::default()
    }
}
