//! The boxes of the diagram. Only those on screen are rendered.

use std::collections::HashSet;

use descriptorium_core::diagnostic::Severity;
use descriptorium_core::scene::markup::Markup;
use descriptorium_core::scene::shape::{
    Anchor, Detail, Figure, Line, PortFigure, SMALL_SIZE, figure_at, number, port_label,
};
use descriptorium_core::scene::{Rect, SceneBox, ScenePort};
use descriptorium_core::syntax::NodePath;
use descriptorium_core::topology::{ConnectionEnd, Point, PortNeed, VertexKind};
use leptos::prelude::*;

use crate::gestures::folds;
use crate::model::aria_labels;
use crate::state::canvas::Canvas;
use crate::views::canvas::progressive::keep_order;
use crate::words::kinds;

/// The layers of the boxes: frames are below the connections, everything else is above them.
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
    let paths = Memo::new(move |before: Option<&Vec<NodePath>>| {
        let area = canvas.drawn.get();
        scene.with(|view| {
            let is_here = |found: &&SceneBox| found.frame == (layer != Layer::Boxes) && found.rect.overlaps(area);
            let boxes: Vec<&SceneBox> = view.scene.boxes.iter().filter(is_here).collect();
            // Keys must be unique.
            let mut seen = HashSet::new();
            let paths = boxes.iter().map(|found| found.path.clone()).filter(|path| seen.insert(path.clone())).collect();
            // If boxes overlap, the last one is on top, as in hit testing.
            let rects: Vec<Rect> = boxes.iter().map(|found| found.rect).collect();
            let is_over = |(at, rect): (usize, &Rect)| rects.iter().skip(at + 1).any(|other| other.overlaps(*rect));
            let paths = match rects.iter().enumerate().any(is_over) {
                true => paths,
                false => keep_order(before.cloned().unwrap_or_default(), paths),
            };
            if canvas.dragging.held.with(Vec::is_empty) {
                return paths;
            }
            // A dragged box is above all others.
            let (mut paths, dragged): (Vec<NodePath>, Vec<NodePath>) =
                paths.into_iter().partition(|path| !canvas.dragging.moves(canvas.editor, path));
            paths.extend(dragged);
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
    let turns =
        Memo::new(move |_| found.with(|found| found.as_ref().and_then(|found| folds::is_expanded(editor, found))));
    // The following values are recomputed on every change and mostly stay the same, so memos would not help.
    let dragged = path.clone();
    let transform = move || {
        let moves = canvas.dragging.moves(editor, &dragged);
        let by = if moves { canvas.dragging.by.get() } else { Point::default() };
        let rect = found.with(|found| found.as_ref().map(|found| found.rect)).unwrap_or_default();
        format!("translate({:.1} {:.1})", rect.x + by.x, rect.y + by.y)
    };
    let checked = path.clone();
    let worst = Memo::new(move |_| canvas.worst.with(|worst| worst.get(&checked).copied()));
    let joined = path.clone();
    let possible = Memo::new(move |_| canvas.connection_targets.with(|possible| possible.on(&joined)));
    // Connection points are selected by themselves.
    let selected_ports = Memo::new(move |_| {
        let has_any = found.with(|found| {
            found
                .as_ref()
                .is_some_and(|found| !found.marks.is_empty() || found.ports.iter().any(|port| port.path.is_some()))
        });
        if has_any { editor.selection.get() } else { Vec::new() }
    });
    let of_port = path.clone();
    let port = Memo::new(move |_| canvas.port.get().filter(|port| port.end.vertex == of_port));
    let detail = Memo::new(move |_| canvas.level.get().detail);
    let block = Memo::new(move |_| detail.get().is_block());
    // The ports on a border are dimmed one by one.
    let bordered = path.clone();
    let lit_ports = Memo::new(move |_| {
        let of = |found: &SceneBox| {
            canvas.focus.with(|focus| {
                let focus = focus.as_ref()?;
                let lit = |port: &ScenePort| focus.has_port(&bordered, &port.name);
                Some(found.ports.iter().map(lit).collect::<Vec<bool>>())
            })
        };
        if layer != Layer::FramePorts { None } else { found.with(|found| found.as_ref().and_then(of)) }
    });
    let class = move || {
        let (kind, frame) = found.with(|found| {
            found.as_ref().map_or(("", ""), |found| (found.kind.class(), if found.frame { " frame" } else { "" }))
        });
        let (selected, current) = editor.selection.with(|selection| {
            let selected = if selection.contains(&path) { " selected" } else { "" };
            (selected, if selection.last() == Some(&path) { " current" } else { "" })
        });
        let takes = canvas
            .drop_target
            .with(|target| target.as_ref().filter(|(target, _)| *target == path).map(|(_, takes)| *takes));
        let target = match takes {
            Some(true) => " accepts",
            Some(false) => " refuses",
            None => "",
        };
        let possible = if possible.with(Vec::is_empty) { "" } else { " possible" };
        let is_targeted = |found: &SceneBox| {
            editor.selection.with(|selection| found.marks.iter().any(|mark| selection.contains(&mark.path)))
        };
        let targeted = if found.with(|found| found.as_ref().is_some_and(is_targeted)) { " targeted" } else { "" };
        let is_lit = canvas.focus.with(|focus| focus.as_ref().is_some_and(|focus| focus.has_box(&path)));
        let lit = if is_lit { " lit" } else { "" };
        let block = if block.get() { " block" } else { "" };
        format!("box {kind}{frame}{selected}{current}{target}{possible}{lit}{block}{targeted}")
    };
    let label = move || {
        found.with(|found| found.as_ref().map_or(String::new(), |found| aria_labels::of_box(found, worst.get())))
    };
    let markup = move || {
        found.with(|found| {
            let Some(found) = found else { return String::new() };
            possible.with(|possible| {
                let marks = Marks {
                    worst: worst.get(),
                    turns: turns.get(),
                    possible,
                    selected: &selected_ports.get(),
                    port: port.get(),
                    lit: lit_ports.get(),
                };
                drawn(found, layer, detail.get(), &marks)
            })
        })
    };
    view! { <g class=class data-id=id transform=transform role="img" aria-label=label inner_html=markup /> }
}

/// The state of a box that its content shows.
struct Marks<'a> {
    worst: Option<Severity>,
    /// Whether it is expanded, if it can be.
    turns: Option<bool>,
    /// The ports at which the connection in progress may end.
    possible: &'a [ConnectionEnd],
    /// The selected connection points and policies.
    selected: &'a [NodePath],
    /// The selected port.
    port: Option<ConnectionEnd>,
    /// Whether each port is lit, if some are dimmed.
    lit: Option<Vec<bool>>,
}

/// The content of a box. It is a single HTML string, because a zoom can render hundreds of boxes at once.
fn drawn(found: &SceneBox, layer: Layer, detail: Detail, marks: &Marks<'_>) -> String {
    let figure = figure_at(found, detail, kinds::badge, kinds::n_ports);
    let mut markup = Markup::default();
    if layer != Layer::FramePorts {
        body(&mut markup, found, &figure);
        if let Some(severity) = marks.worst {
            // Legible at any zoom, by the style sheet.
            let class = format!("box-mark {}", severity.name());
            markup.element("circle", &[("class", class.as_str()), ("cx", "0"), ("cy", "0"), ("r", "6")], "");
        }
        if let Some(is_open) = marks.turns.filter(|_| detail == Detail::Full) {
            let (disc, stroke) = folds::sign(is_open);
            let [x, y, radius] = [disc.x, disc.y, disc.width].map(number);
            markup.open("g", &[("class", "box-turn")]);
            markup.element("circle", &[("cx", &x), ("cy", &y), ("r", &radius)], "");
            markup.element("path", &[("d", stroke)], "");
            markup.close("g");
        }
    }
    if layer != Layer::Frames {
        for (index, (port, figure)) in found.ports.iter().zip(&figure.ports).enumerate() {
            let is_dimmed = marks.lit.as_ref().is_some_and(|lit| lit.get(index) == Some(&false));
            draw_port(&mut markup, port, figure, marks, is_dimmed);
        }
        for (mark, figure) in found.marks.iter().zip(&figure.marks) {
            let class = if marks.selected.contains(&mark.path) { "policy-mark selected" } else { "policy-mark" };
            markup.open("g", &[("class", class), ("data-mark", &mark.path.to_string())]);
            markup.element("title", &[], &format!("{} {}", kinds::vertex(VertexKind::Policy), mark.label));
            markup.path("mark-shape", &figure.outline);
            markup.line("mark-text", &figure.text);
            markup.close("g");
        }
    }
    if layer != Layer::FramePorts {
        let [width, height] = [found.rect.width + 10.0, found.rect.height + 10.0].map(number);
        let place = [("x", "-5"), ("y", "-5"), ("rx", "12"), ("width", &width), ("height", &height)];
        markup.element("rect", &[[("class", "box-focus")].as_slice(), &place].concat(), "");
    }
    markup.text
}

fn body(markup: &mut Markup, found: &SceneBox, figure: &Figure) {
    markup.open("title", &[]);
    markup.words(&found.label);
    markup.text.push('\n');
    markup.words(&found.detail);
    markup.close("title");
    figure.cards.iter().for_each(|card| markup.path("box-behind", card));
    markup.path("box-shape", &figure.outline);
    for (class, path) in [("box-head", &figure.head), ("box-icon", &figure.icon), ("box-sign", &figure.sign)] {
        if !path.is_empty() {
            markup.path(class, path);
        }
    }
    let size = number(figure.label_size);
    markup.open("g", &[("class", if found.frame { "box-title title" } else { "box-title" }), ("font-size", &size)]);
    markup.line("box-label", &figure.label);
    figure.label_rest.iter().for_each(|line| markup.line("box-label", line));
    markup.close("g");
    if !figure.detail.text.is_empty() {
        let size = number(SMALL_SIZE.max(figure.label_size * SMALL_SIZE / 14.0));
        markup.open("g", &[("font-size", &size)]);
        markup.line("box-detail", &figure.detail);
        markup.close("g");
    }
    if let Some(badge) = &figure.badge {
        markup.path("box-badge", &badge.outline);
        markup.line("box-badge-text", &badge.text);
    }
}

fn draw_port(markup: &mut Markup, port: &ScenePort, figure: &PortFigure, marks: &Marks<'_>, is_dimmed: bool) {
    let is_same = |other: &ConnectionEnd| other.kind == port.kind && other.end.port == port.name;
    let is_possible = marks.possible.iter().any(is_same);
    let is_selected = port.path.as_ref().is_some_and(|path| marks.selected.contains(path))
        || marks.port.as_ref().is_some_and(is_same);
    let possible = if is_possible { " possible" } else { "" };
    let dimmed = if is_dimmed { " dimmed" } else { "" };
    let selected = if is_selected { " selected" } else { "" };
    let need = match port.need {
        PortNeed::Plain => "",
        PortNeed::Missing => " missing",
        PortNeed::Optional => " optional",
    };
    let class = format!("port {}{need}{possible}{selected}{dimmed}", port_label(port.kind));
    markup.open("g", &[("class", class.as_str()), ("data-port", &port.name)]);
    if let Some(flag) = &figure.flag {
        markup.path("port-flag", flag);
    }
    markup.path("port-shape", &figure.glyph);
    markup.line("port-label", &figure.label);
    markup.close("g");
}

pub fn line(class: &'static str, line: Line) -> impl IntoView {
    let anchor = match line.anchor {
        Anchor::Start => "start",
        Anchor::Middle => "middle",
        Anchor::End => "end",
    };
    view! { <text class=class x=line.at.x y=line.at.y text-anchor=anchor>{line.text}</text> }
}
