//! The card that describes the connection or the port under the pointer: its ends, its type, and its value in the text.

use descriptorium_core::scene::Rect;
use descriptorium_core::scene::{Connection, ScenePort};
use descriptorium_core::syntax::NodePath;
use descriptorium_core::topology::{EdgeKind, Point};
use leptos::html::Div;
use leptos::prelude::*;

use crate::gestures::connect::connection_end;
use crate::gestures::ports;
use crate::model::aria_labels;
use crate::model::comparison::Difference;
use crate::model::free_space::{self, on_screen};
use crate::model::hit::Hit;
use crate::model::scene_view::SceneView;
use crate::state::canvas::Canvas;
use crate::words::{canvas as words, diagrams, inspector, kinds, placement, preview};

/// The distance from the pointer, in CSS pixels.
const AWAY: f64 = 12.0;
/// The most connections of a port that are listed.
const MOST: usize = 6;

/// The content of a card.
#[derive(Clone, PartialEq, Debug)]
struct Told {
    title: String,
    /// Its kind, with its type.
    kind: String,
    /// Names and contents; the second are code if the third says so.
    rows: Vec<(String, String, bool)>,
}

#[component]
pub fn Card() -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let told = Memo::new(move |_| {
        let (hit, at) = canvas.card.get()?;
        Some((told(canvas, &hit)?, at))
    });
    let element = NodeRef::<Div>::new();
    let size = RwSignal::new((0.0, 0.0));
    Effect::new(move |_| {
        told.track();
        if let Some(element) = element.get() {
            let rect = element.get_bounding_client_rect();
            size.set((rect.width(), rect.height()));
        }
    });
    let place = Memo::new(move |_| {
        let (_, at) = told.get()?;
        let (camera, canvas_size) = (canvas.camera.get(), canvas.size.get());
        let pointer = Rect { x: at.x - AWAY, y: at.y - AWAY, width: 2.0 * AWAY, height: 2.0 * AWAY };
        let taken = canvas.editor.scene.with_untracked(|view| {
            let lit = canvas.focus.get_untracked();
            let is_lit = |path: &NodePath| lit.as_ref().is_none_or(|focus| focus.has_box(path));
            let boxes = view.scene.boxes.iter().filter(|found| !found.frame && is_lit(&found.path));
            let screen = Rect { x: 0.0, y: 0.0, width: canvas_size.0, height: canvas_size.1 };
            boxes.map(|found| on_screen(found.rect, camera)).filter(|rect| rect.overlaps(screen)).collect::<Vec<_>>()
        });
        Some(free_space::place(size.get(), pointer, &taken, canvas_size))
    });
    let left = move || format!("{:.0}px", place.get().map_or(-999.0, |at: Point| at.x));
    let top = move || format!("{:.0}px", place.get().map_or(-999.0, |at: Point| at.y));
    let content = move || {
        told.get().map(|(Told { title, kind, rows }, _)| {
            let rows = rows.into_iter().map(|(name, text, is_code)| {
                view! { <dt>{name}</dt><dd class:code=is_code>{text}</dd> }
            });
            view! {
                <p class="card-title">{title}</p>
                <p class="card-kind">{kind}</p>
                <dl>{rows.collect_view()}</dl>
            }
        })
    };
    view! {
        <Show when=move || told.with(Option::is_some)>
            <div class="card" role="tooltip" node_ref=element style:left=left style:top=top>{content}</div>
        </Show>
    }
}

fn told(canvas: Canvas, hit: &Hit) -> Option<Told> {
    canvas.editor.scene.with(|view| match hit {
        Hit::Connection(path) => {
            let connection = view.connection(path)?;
            Some(of_connection(canvas, view, connection))
        }
        Hit::Port { vertex, port } => Some(of_port(canvas, view, vertex, port)),
        Hit::Box(path) => of_box(canvas, path),
        Hit::Void => None,
    })
}

/// The changes of a box, while the file is compared.
fn of_box(canvas: Canvas, path: &NodePath) -> Option<Told> {
    let compared = canvas.compared.get()?;
    let found = compared.of_box(path)?;
    let kind = match found.difference {
        Difference::Added => preview::added(),
        Difference::Changed => preview::changed(),
        Difference::Removed => preview::removed(),
    };
    let n_more = found.messages.len().saturating_sub(MOST);
    let mut rows: Vec<_> =
        found.messages.iter().take(MOST).map(|message| (String::new(), message.clone(), false)).collect();
    if n_more > 0 {
        rows.push((String::new(), crate::words::shell::and_more(n_more), false));
    }
    Some(Told { title: found.label.clone(), kind: kind.to_owned(), rows })
}

fn of_connection(canvas: Canvas, view: &SceneView, connection: &Connection) -> Told {
    let from = end(view, &connection.source, connection.source_port.as_deref());
    let to = end(view, &connection.target, connection.target_port.as_deref());
    let mut rows = vec![(words::from().to_owned(), from, false), (words::to().to_owned(), to, false)];
    let type_name = [(&connection.source, &connection.source_port), (&connection.target, &connection.target_port)]
        .into_iter()
        .find_map(|(path, port)| type_of(view, path, port.as_deref()?));
    rows.extend(type_name.map(|name| (inspector::type_name().to_owned(), name, false)));
    rows.extend(ports::text_at(canvas, &connection.path).map(|value| (placement::value().to_owned(), value, true)));
    let kind = match connection.kind {
        EdgeKind::Mapping => placement::value(),
        EdgeKind::Dependency => words::order(),
        EdgeKind::Relationship => words::relationship_kind(),
        EdgeKind::Success => diagrams::on_success(),
        EdgeKind::Failure => diagrams::on_failure(),
        EdgeKind::Derivation => kinds::derived_type(),
        EdgeKind::Offer => diagrams::offers(),
        EdgeKind::Demand => diagrams::requires(),
    };
    let title = Some(connection.label.clone()).filter(|label| !label.is_empty());
    let title = title.or_else(|| connection.path.last_key().map(str::to_owned)).unwrap_or_default();
    Told { title, kind: kind.to_owned(), rows }
}

fn of_port(canvas: Canvas, view: &SceneView, vertex: &NodePath, port: &ScenePort) -> Told {
    let of = view.found(vertex).map(|found| found.kind);
    let kind = of.map_or(String::new(), |of| kinds::port_of(of, port).to_owned());
    let mut rows = Vec::new();
    rows.extend(port.type_name.as_ref().map(|name| (inspector::type_name().to_owned(), name.to_string(), false)));
    let ends = |connection: &&Connection| {
        let at = |path: &NodePath, name: Option<&str>| path == vertex && name == Some(port.name.as_str());
        at(&connection.source, connection.source_port.as_deref())
            || at(&connection.target, connection.target_port.as_deref())
    };
    let connections: Vec<&Connection> = view.scene.connections.iter().filter(ends).collect();
    let text = ports::value(canvas, &connection_end(vertex, port));
    let is_set = text.is_some();
    rows.extend(text.map(|value| (placement::value().to_owned(), value, true)));
    for connection in connections.iter().take(MOST) {
        let is_in = connection.target == *vertex && connection.target_port.as_ref() == Some(&port.name);
        rows.push(match is_in {
            true => (words::from().to_owned(), end(view, &connection.source, connection.source_port.as_deref()), false),
            false => (words::to().to_owned(), end(view, &connection.target, connection.target_port.as_deref()), false),
        });
    }
    if connections.len() > MOST {
        rows.push((String::new(), crate::words::shell::and_more(connections.len() - MOST), false));
    }
    match aria_labels::lack(port) {
        Some(lack) => rows.push((String::new(), lack.to_owned(), false)),
        None if connections.is_empty() && !is_set => {
            rows.push((String::new(), words::not_connected().to_owned(), false))
        }
        None => {}
    }
    Told { title: port.name.to_string(), kind, rows }
}

/// The name of an end of a connection.
fn end(view: &SceneView, path: &NodePath, port: Option<&str>) -> String {
    let name = view.name(path);
    port.map_or(name.clone(), |port| format!("{name}.{port}"))
}

fn type_of(view: &SceneView, path: &NodePath, port: &str) -> Option<String> {
    let found = view.found(path)?.ports.iter().find(|found| found.name == port)?;
    found.type_name.as_ref().map(ToString::to_string)
}
