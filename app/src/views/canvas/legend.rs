//! The legend: the kinds of boxes, connections and ports in the diagram, its badges and marks. Everything is drawn as in
//! the diagram, and only what the diagram contains is listed.

use std::collections::HashMap;

use descriptorium_core::diagnostic::Severity;
use descriptorium_core::scene::markup::Markup;
use descriptorium_core::scene::shape::{PortFigure, arrow_path, connection_path, figure, joints_path, port_label};
use descriptorium_core::scene::{Connection, Rect, Scene, SceneBox, ScenePort};
use descriptorium_core::sorted_map::{SortedMap, SortedSet};
use descriptorium_core::sorting::gather;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::topology::diagrams::is_derivation;
use descriptorium_core::topology::{Badge, EdgeKind, Mark, Point, PortKind, PortNeed, VertexKind};
use leptos::prelude::*;

use crate::gestures::actions::act;
use crate::gestures::folds::{is_expanded, sign};
use crate::state::canvas::Canvas;
use crate::state::keys::{self, Action};
use crate::words::{canvas as canvas_words, diagrams, kinds, legend as words};

/// The number of boxes that are searched for one that can be expanded.
const SEARCHED: usize = 300;

/// A row of the legend.
#[derive(Clone, PartialEq, Debug)]
struct Entry {
    sign: Sign,
    label: &'static str,
}

/// A sign in the diagram.
#[derive(Clone, PartialEq, Debug)]
enum Sign {
    Box { kind: VertexKind, is_frame: bool },
    Badge(Badge),
    Mark,
    Line(EdgeKind),
    Joint(EdgeKind),
    Port { kind: PortKind, is_missing: bool },
    Fold,
    Finding(Severity),
}

#[component]
pub fn Legend() -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let editor = canvas.editor;
    let folds = Memo::new(move |_| {
        editor
            .scene
            .with(|view| view.scene.boxes.iter().take(SEARCHED).any(|found| is_expanded(editor, found).is_some()))
    });
    let entries = Memo::new(move |_| {
        let mut entries = editor.scene.with(|view| canvas.worst.with(|worst| entries(&view.scene, worst)));
        if folds.get() {
            let at = entries.iter().position(|entry| matches!(entry.sign, Sign::Line(_))).unwrap_or(entries.len());
            entries.insert(at, Entry { sign: Sign::Fold, label: words::expands() });
        }
        entries
    });
    let row = |entry: Entry| {
        let (view_box, markup) = drawn(&entry.sign);
        view! { <li><svg class="legend-sign" viewBox=view_box aria-hidden="true" inner_html=markup></svg><span>{entry.label}</span></li> }
    };
    let close = move |_| {
        act(canvas, Action::Legend);
        canvas.focus();
    };
    view! {
        <section class="legend" aria-label=words::legend()>
            <div class="legend-head">
                <h2>{words::legend()}</h2>
                <button type="button" class="mini" aria-label=crate::words::shell::close() title=keys::title(Action::Legend) on:click=close>"✕"</button>
            </div>
            <ul>{move || entries.get().into_iter().map(row).collect_view()}</ul>
        </section>
    }
}

/// The rows for a diagram, without those that depend on the services of its language.
fn entries(scene: &Scene, worst: &HashMap<NodePath, Severity>) -> Vec<Entry> {
    let mut entries = Vec::new();
    // A kind is drawn as a frame if all its boxes are frames.
    let mut frames: SortedMap<VertexKind, bool> = SortedMap::new();
    for found in scene.boxes.iter().filter(|found| found.kind != VertexKind::Boundary) {
        let is_frame = frames.entry(found.kind).or_insert(true);
        *is_frame &= found.frame;
    }
    entries.extend(frames.iter().map(|(&kind, &is_frame)| {
        let label = if kind == VertexKind::Stage { words::stage() } else { kinds::vertex(kind) };
        Entry { sign: Sign::Box { kind, is_frame }, label }
    }));
    let mut badges: Vec<Entry> = Vec::new();
    for badge in scene.boxes.iter().filter_map(|found| found.badge.as_ref()) {
        let label = match badge {
            Badge::Count(text) if text.starts_with('+') => words::hidden_boxes(),
            Badge::Count(_) => words::instances(),
            Badge::Each(_) => words::each(),
            Badge::Some(..) => words::some(),
            Badge::Text(_) => words::directives(),
            Badge::Stage(_) => words::order_of_deployment(),
        };
        if badges.iter().all(|other| other.label != label) {
            badges.push(Entry { sign: Sign::Badge(sample(badge)), label });
        }
    }
    entries.extend(badges);
    if scene.boxes.iter().any(|found| !found.marks.is_empty()) {
        entries.push(Entry { sign: Sign::Mark, label: kinds::vertex(VertexKind::Policy) });
    }
    let lines: SortedSet<EdgeKind> = gather(scene.connections.iter().map(|connection| connection.kind));
    let has_capabilities =
        scene.boxes.iter().any(|found| found.kind.has_capabilities() && found.kind != VertexKind::Boundary);
    entries.extend(lines.iter().map(|&kind| {
        let label = match kind {
            EdgeKind::Relationship if has_capabilities => kinds::relationship(),
            EdgeKind::Relationship => kinds::reference(),
            EdgeKind::Mapping => words::value(),
            EdgeKind::Dependency => canvas_words::order(),
            EdgeKind::Success => diagrams::on_success(),
            EdgeKind::Failure => diagrams::on_failure(),
            EdgeKind::Derivation => kinds::derived_type(),
            EdgeKind::Offer => diagrams::offers(),
            EdgeKind::Demand => diagrams::requires(),
        };
        Entry { sign: Sign::Line(kind), label }
    }));
    if let Some(joined) = scene.connections.iter().find(|connection| !connection.joints.is_empty()) {
        entries.push(Entry { sign: Sign::Joint(joined.kind), label: words::joint() });
    }
    let shown = || {
        let ports = scene.boxes.iter().flat_map(|found| found.ports.iter().map(|port| (found.kind, port)));
        ports.filter(|(_, port)| port.need != PortNeed::Optional)
    };
    let mut ports: SortedMap<PortKind, &'static str> = SortedMap::new();
    // The line of derivations shows what these ports mean.
    for (of, port) in shown().filter(|(of, port)| !(of.is_type() && is_derivation(&port.name))) {
        ports.entry(port.kind).or_insert(kinds::port_of(of, port));
    }
    entries.extend(ports.iter().map(|(&kind, &label)| Entry { sign: Sign::Port { kind, is_missing: false }, label }));
    for (is_value, label) in [(false, words::missing()), (true, words::unset())] {
        let is_such = |port: &ScenePort| port.need == PortNeed::Missing && port.kind.is_value() == is_value;
        if let Some((_, port)) = shown().find(|(_, port)| is_such(port)) {
            entries.push(Entry { sign: Sign::Port { kind: port.kind, is_missing: true }, label });
        }
    }
    let mut severities: SortedSet<Severity> = SortedSet::new();
    severities.extend(scene.boxes.iter().filter_map(|found| worst.get(&found.path)).copied());
    entries.extend(severities.iter().filter_map(|&severity| {
        let label = match severity {
            Severity::Error => canvas_words::has_errors(),
            Severity::Warning => canvas_words::has_warnings(),
            Severity::Info => return None,
        };
        Some(Entry { sign: Sign::Finding(severity), label })
    }));
    entries
}

/// A badge that represents all of its kind.
fn sample(badge: &Badge) -> Badge {
    match badge {
        Badge::Count(text) if text.starts_with('+') => Badge::Count("+n".to_owned()),
        Badge::Count(_) | Badge::Each(_) | Badge::Some(..) => Badge::Count("×n".to_owned()),
        Badge::Text(_) => Badge::Text("…".to_owned()),
        Badge::Stage(_) => Badge::Text("n".to_owned()),
    }
}

/// A sign as in the diagram, with the part of the diagram that it occupies.
fn drawn(sign: &Sign) -> (&'static str, String) {
    let mut markup = Markup::default();
    let view_box = match sign {
        Sign::Box { kind, is_frame } => {
            let found = SceneBox { kind: *kind, frame: *is_frame, ..empty_box() };
            let figure = figure(&found, Badge::to_string);
            let frame = if *is_frame { " frame" } else { "" };
            markup.open("g", &[("class", &format!("box {}{frame}", kind.class()))]);
            markup.path("box-shape", &figure.outline);
            for (class, path) in [("box-head", &figure.head), ("box-icon", &figure.icon), ("box-sign", &figure.sign)] {
                markup.path(class, path);
            }
            markup.close("g");
            "-2 -2 76 50"
        }
        Sign::Badge(badge) => {
            let found = SceneBox { badge: Some(badge.clone()), ..empty_box() };
            let figure = figure(&found, Badge::to_string);
            markup.open("g", &[("class", "box")]);
            figure.cards.iter().for_each(|card| markup.path("box-behind", card));
            markup.path("box-shape", &figure.outline);
            if let Some(badge) = &figure.badge {
                markup.path("box-badge", &badge.outline);
                markup.line("box-badge-text", &badge.text);
            }
            markup.close("g");
            "8 -12 76 50"
        }
        Sign::Mark => {
            let mark = Mark { path: NodePath::root(), label: "…".to_owned() };
            let figure = figure(&SceneBox { marks: vec![mark], ..empty_box() }, Badge::to_string);
            markup.open("g", &[("class", "box")]);
            markup.path("box-shape", &figure.outline);
            markup.close("g");
            for mark in &figure.marks {
                markup.path("mark-shape", &mark.outline);
                markup.line("mark-text", &mark.text);
            }
            "-2 12 76 50"
        }
        Sign::Line(kind) => {
            line(&mut markup, &connection(*kind, &[(0.0, 12.0), (38.0, 12.0)]), None);
            "0 0 38 24"
        }
        Sign::Joint(kind) => {
            let straight = connection(*kind, &[(0.0, 5.0), (38.0, 5.0)]);
            let branch = connection(*kind, &[(0.0, 5.0), (14.0, 5.0), (14.0, 18.0), (38.0, 18.0)]);
            let joint = Connection { joints: vec![Point { x: 14.0, y: 5.0 }], ..branch.clone() };
            line(&mut markup, &branch, None);
            line(&mut markup, &straight, Some(&joint));
            "0 0 38 24"
        }
        Sign::Port { kind, is_missing } => {
            let need = if *is_missing { PortNeed::Missing } else { PortNeed::Plain };
            let port = ScenePort {
                name: "".into(),
                kind: *kind,
                type_name: None,
                path: None,
                need,
                at: Point { x: if kind.is_left() { 0.0 } else { 72.0 }, y: 23.0 },
            };
            let found = SceneBox { ports: vec![port], ..empty_box() };
            let figure = figure(&found, Badge::to_string);
            markup.open("g", &[("class", "box")]);
            markup.path("box-shape", &figure.outline);
            markup.close("g");
            let missing = if *is_missing { " missing" } else { "" };
            markup.open("g", &[("class", &format!("port {}{missing}", port_label(*kind)))]);
            for PortFigure { glyph, .. } in &figure.ports {
                markup.path("port-shape", glyph);
            }
            markup.close("g");
            if kind.is_left() { "-12 11 38 24" } else { "46 11 38 24" }
        }
        Sign::Fold => {
            let (disc, stroke) = self::sign(false);
            let [x, y, radius] = [disc.x, disc.y, disc.width].map(descriptorium_core::scene::shape::number);
            markup.open("g", &[("class", "box-turn")]);
            markup.element("circle", &[("cx", &x), ("cy", &y), ("r", &radius)], "");
            markup.path("", stroke);
            markup.close("g");
            "16 22 38 24"
        }
        Sign::Finding(severity) => {
            let class = format!("box-mark {}", severity.name());
            markup.element("circle", &[("class", &class), ("cx", "19"), ("cy", "12"), ("r", "6")], "");
            "0 0 38 24"
        }
    };
    (view_box, markup.text)
}

fn empty_box() -> SceneBox {
    SceneBox::bare(VertexKind::Resource, Rect { x: 0.0, y: 0.0, width: 72.0, height: 46.0 })
}

fn connection(kind: EdgeKind, points: &[(f64, f64)]) -> Connection {
    Connection {
        path: NodePath::root(),
        label: String::new(),
        kind,
        source: NodePath::root(),
        target: NodePath::root(),
        source_port: None,
        target_port: None,
        is_labelled: false,
        points: points.iter().map(|&(x, y)| Point { x, y }).collect(),
        joints: Vec::new(),
    }
}

fn line(markup: &mut Markup, connection: &Connection, joint: Option<&Connection>) {
    markup.open("g", &[("class", &format!("connection {}", connection.kind.class()))]);
    let path = connection_path(connection);
    markup.element("path", &[("class", "connection-line"), ("d", &path), ("fill", "none")], "");
    if let Some(arrow) = arrow_path(connection) {
        markup.path("connection-arrow", &arrow);
    }
    if let Some(joint) = joint {
        markup.path("connection-joint", &joints_path(joint));
    }
    markup.close("g");
}
