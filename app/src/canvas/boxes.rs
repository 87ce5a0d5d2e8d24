//! The boxes of the drawing, those on screen only.

use std::collections::{HashMap, HashSet};

use descriptorium_core::diagnostic::Severity;
use descriptorium_core::scene::shape::{Anchor, Figure, Line, PortFigure, figure, port_label};
use descriptorium_core::scene::{SceneBox, ScenePort};
use descriptorium_core::syntax::NodePath;
use descriptorium_core::topology::{Point, VertexKind};
use leptos::prelude::*;

use crate::canvas::{Canvas, folds, spoken};
use crate::editor::Editor;
use crate::words::kinds;

/// What of the boxes is drawn: frames lie under the wires, all else over them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layer {
    Frames,
    FramePorts,
    Boxes,
}

/// One layer of the boxes.
#[component]
pub fn Boxes(layer: Layer) -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let scene = canvas.editor.scene;
    let paths = Memo::new(move |_| {
        let area = canvas.visible.get();
        scene.with(|view| {
            let mut paths = view.boxes_in(area);
            paths.retain(|path| view.found(path).is_some_and(|found| found.frame == (layer != Layer::Boxes)));
            // A key that is there twice is drawn once.
            let mut seen = HashSet::new();
            paths.retain(|path| seen.insert(path.clone()));
            paths
        })
    });
    view! {
        <For each=move || paths.get() key=NodePath::clone children=move |path| view! { <OneBox path=path layer=layer /> } />
    }
}

#[component]
fn OneBox(path: NodePath, layer: Layer) -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let editor = canvas.editor;
    let id = path.to_string();
    let wanted = path.clone();
    let found = Memo::new(move |_| editor.scene.with(|view| view.found(&wanted).cloned()));
    let turns = Memo::new(move |_| found.with(|found| found.as_ref().and_then(|found| folds::is_open(editor, found))));
    // What follows is asked for whenever any of it changes, and mostly stays as it is: no memos of their own.
    let dragged = path.clone();
    let transform = move || {
        let moves = canvas.dragging.moves(editor, &dragged);
        let by = if moves { canvas.dragging.by.get() } else { Point::default() };
        let rect = found.with(|found| found.as_ref().map(|found| found.rect)).unwrap_or_default();
        format!("translate({:.1} {:.1})", rect.x + by.x, rect.y + by.y)
    };
    let checked = path.clone();
    let worst = Memo::new(move |_| canvas.worst.with(|worst| worst.get(&checked).copied()));
    let own = path.clone();
    let class = move || {
        let (kind, frame) = found.with(|found| {
            found.as_ref().map_or(("", ""), |found| (kind_class(found.kind), if found.frame { " frame" } else { "" }))
        });
        let selected = if editor.selection.with(|selection| selection.contains(&own)) { " selected" } else { "" };
        let takes = canvas.lit.with(|lit| lit.as_ref().filter(|(path, _)| *path == own).map(|(_, takes)| *takes));
        let target = match takes {
            Some(true) => " accepts",
            Some(false) => " refuses",
            None => "",
        };
        let possible = if canvas.possible.with(|possible| possible.has_any_on(&own)) { " possible" } else { "" };
        format!("box {kind}{frame}{selected}{target}{possible}")
    };
    let label =
        move || found.with(|found| found.as_ref().map_or(String::new(), |found| spoken::of_box(found, worst.get())));
    let ring = move || {
        let current = editor.selection.with(|selection| selection.last() == Some(&path));
        let rect = found.with(|found| found.as_ref().map(|found| found.rect)).filter(|_| current)?;
        let (width, height) = (rect.width + 10.0, rect.height + 10.0);
        Some(view! { <rect class="box-focus" x="-5" y="-5" rx="12" width=width height=height /> })
    };
    view! {
        <g class=class data-id=id transform=transform role="img" aria-label=label>
            {move || found.get().map(|found| draw(canvas, &found, layer, worst, turns))}
            {(layer != Layer::FramePorts).then_some(ring)}
        </g>
    }
}

fn draw(
    canvas: Canvas,
    found: &SceneBox,
    layer: Layer,
    worst: Memo<Option<Severity>>,
    turns: Memo<Option<bool>>,
) -> impl IntoView + use<> {
    let mut figure = figure(found);
    let ports = std::mem::take(&mut figure.ports);
    let ports = (layer != Layer::Frames).then(|| {
        found.ports.iter().zip(ports).map(|(port, figure)| draw_port(canvas, &found.path, port, figure)).collect_view()
    });
    let body = (layer != Layer::FramePorts).then(|| draw_body(found, figure, worst));
    let sign = (layer != Layer::FramePorts).then_some(move || {
        turns.get().map(|is_open| {
            let (disc, stroke) = folds::sign(is_open);
            view! {
                <g class="box-turn"><circle cx=disc.x cy=disc.y r=disc.width /><path d=stroke /></g>
            }
        })
    });
    view! { {body}{sign}{ports} }
}

fn draw_body(found: &SceneBox, figure: Figure, worst: Memo<Option<Severity>>) -> impl IntoView + use<> {
    let cards = figure.cards.into_iter().map(|card| view! { <path class="box-behind" d=card /> });
    let badge = figure.badge.map(|badge| {
        view! { <path class="box-badge" d=badge.outline />{line("box-badge-text", badge.text)} }
    });
    let mark = move || {
        worst.get().map(|severity| {
            let class = format!("box-mark {}", severity.name());
            view! { <circle class=class cx="0" cy="0" r="6" /> }
        })
    };
    view! {
        {leptos::svg::title().child(format!("{}\n{}", found.label, found.detail))}
        {cards.collect_view()}
        <path class="box-shape" d=figure.outline />
        <path class="box-icon" d=figure.icon />
        <path class="box-sign" d=figure.sign />
        {line("box-label", figure.label)}
        {line("box-detail", figure.detail)}
        {badge}
        {mark}
    }
}

fn draw_port(canvas: Canvas, vertex: &NodePath, port: &ScenePort, figure: PortFigure) -> impl IntoView + use<> {
    let (vertex, name, kind) = (vertex.clone(), port.name.clone(), port.kind);
    let class = move || {
        let possible = canvas.possible.with(|possible| possible.has(&vertex, &name, kind));
        format!("port {}{}", port_label(kind), if possible { " possible" } else { "" })
    };
    let title = match &port.type_name {
        Some(type_name) => format!("{} {}: {type_name}", kinds::port(port.kind), port.name),
        None => format!("{} {}", kinds::port(port.kind), port.name),
    };
    let flag = figure.flag.map(|flag| view! { <path class="port-flag" d=flag /> });
    view! {
        <g class=class data-port=port.name.to_string()>
            {leptos::svg::title().child(title)}
            {flag}
            <path class="port-shape" d=figure.glyph />
            {line("port-label", figure.label)}
        </g>
    }
}

pub fn line(class: &'static str, line: Line) -> impl IntoView {
    let anchor = match line.anchor {
        Anchor::Start => "start",
        Anchor::Middle => "middle",
        Anchor::End => "end",
    };
    view! { <text class=class x=line.at.x y=line.at.y text-anchor=anchor>{line.text}</text> }
}

/// The worst finding in each part of the open file that has one, but for hints.
pub fn worst(editor: Editor) -> HashMap<NodePath, Severity> {
    let analysis = editor.analysis.get();
    let mut worst: HashMap<NodePath, Severity> = HashMap::new();
    let Some(file) = editor.file.get().and_then(|file| analysis.file(&file)) else { return worst };
    let found = analysis.diagnostics(&file.path).iter();
    for diagnostic in found.filter(|diagnostic| diagnostic.severity != Severity::Info) {
        let at = file.path_at(diagnostic.span.start as usize);
        for path in std::iter::successors(Some(at), NodePath::parent).filter(|path| !path.is_root()) {
            let severity = worst.entry(path).or_insert(diagnostic.severity);
            *severity = diagnostic.severity.min(*severity);
        }
    }
    worst
}

pub fn kind_class(kind: VertexKind) -> &'static str {
    match kind {
        VertexKind::Boundary => "boundary",
        VertexKind::Resource => "resource",
        VertexKind::Assembly => "assembly",
        VertexKind::Unknown => "unknown",
        VertexKind::Reference => "reference",
        VertexKind::NodeTemplate => "node-template",
        VertexKind::Group => "group",
        VertexKind::DeploymentItem => "deployment-item",
        VertexKind::Demand => "demand",
        VertexKind::Constraint => "constraint",
        VertexKind::Location => "location",
    }
}
