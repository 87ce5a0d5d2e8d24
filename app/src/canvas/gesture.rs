//! Pointer, wheel and keys on the canvas, made into selections and commands.

use descriptorium_core::scene::ScenePort;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::topology::{Command, End, Point, PortKind};
use leptos::prelude::*;
use web_sys::{KeyboardEvent, MouseEvent, PointerEvent, WheelEvent};

use crate::canvas::Canvas;
use crate::canvas::hit::{Hit, between, enclosed, hit};
use crate::panel::actions::duplicate;

/// How far the pointer moves before a press is a drag, in CSS pixels.
const SLACK: f64 = 4.0;

/// What the pointer is doing.
#[derive(Clone, PartialEq, Debug)]
pub enum Gesture {
    None,
    Pan {
        last: Point,
    },
    /// Two fingers: how far apart they are, and the middle between them.
    Pinch {
        distance: f64,
        middle: Point,
    },
    /// Pressed on a box: a click as long as it stays within the slack, then a drag.
    Press {
        path: NodePath,
        at: Point,
        only: bool,
    },
    Move {
        paths: Vec<NodePath>,
        from: Point,
        to: Point,
    },
    Area {
        from: Point,
        to: Point,
    },
    Wire {
        vertex: NodePath,
        port: ScenePort,
        from: Point,
        to: Point,
        /// Whether it is drawn from what gives to what needs.
        forward: bool,
        over: Option<NodePath>,
        /// Whether what is under the pointer would take it, and why not.
        verdict: Option<Result<(), String>>,
    },
}

impl Gesture {
    /// What is being dragged, and how far from its place.
    pub fn moving(&self) -> Option<(&[NodePath], Point)> {
        match self {
            Gesture::Move { paths, from, to } => Some((paths, Point { x: to.x - from.x, y: to.y - from.y })),
            _ => None,
        }
    }

    /// Whether a box is under a wire that is drawn, and would take it.
    pub fn lights(&self, path: &NodePath) -> Option<bool> {
        match self {
            Gesture::Wire { over: Some(over), verdict: Some(verdict), .. } if over == path => Some(verdict.is_ok()),
            _ => None,
        }
    }
}

pub fn down(canvas: Canvas, event: &PointerEvent) {
    if let Some(svg) = canvas.svg.get_untracked() {
        // The pointer may be gone already; then there is nothing to capture.
        let _ = svg.set_pointer_capture(event.pointer_id());
        let _ = svg.focus();
    }
    let screen = canvas.screen(f64::from(event.client_x()), f64::from(event.client_y()));
    canvas.pointers.update_value(|pointers| {
        pointers.insert(event.pointer_id(), screen);
    });
    if let Some(pinch) = pinch(canvas) {
        return canvas.gesture.set(pinch);
    }
    let camera = canvas.camera.get_untracked();
    let at = camera.to_scene(screen);
    let found = canvas.editor.scene.with_untracked(|view| hit(&view.scene, at, 6.0 / camera.zoom));
    let selection = canvas.editor.selection;
    let adding = event.shift_key() || event.ctrl_key() || event.meta_key();
    let next = match found {
        _ if event.button() == 1 => Gesture::Pan { last: screen },
        _ if event.button() != 0 => return,
        Hit::Port { vertex, port } => {
            let forward = matches!(port.kind, PortKind::Capability | PortKind::Output)
                != (vertex.is_root() && matches!(port.kind, PortKind::Input | PortKind::Output));
            let from = End { vertex: vertex.clone(), port: port.name.clone() };
            if let Some(file) = canvas.editor.file.get_untracked() {
                canvas.possible.set(canvas.editor.analysis.get_untracked().acceptable_targets(&file, &from, port.kind));
            }
            Gesture::Wire { vertex, from: port.at, port, to: at, forward, over: None, verdict: None }
        }
        Hit::Box(path) => {
            let already = selection.with_untracked(|selection| selection.contains(&path));
            match (adding, already) {
                (true, true) => selection.update(|selection| selection.retain(|other| *other != path)),
                (true, false) => selection.update(|selection| selection.push(path.clone())),
                (false, false) => select(canvas, &path),
                (false, true) => {}
            }
            Gesture::Press { path, at, only: already && !adding }
        }
        Hit::Wire(path) => {
            select(canvas, &path);
            Gesture::None
        }
        Hit::Void if adding => Gesture::Area { from: at, to: at },
        Hit::Void => Gesture::Pan { last: screen },
    };
    canvas.gesture.set(next);
}

/// What two pointers on the canvas do.
fn pinch(canvas: Canvas) -> Option<Gesture> {
    canvas.pointers.with_value(|pointers| {
        let mut points = pointers.values();
        let (first, second) = (points.next()?, points.next()?);
        let distance = (first.x - second.x).hypot(first.y - second.y).max(1.0);
        let middle = Point { x: (first.x + second.x) / 2.0, y: (first.y + second.y) / 2.0 };
        Some(Gesture::Pinch { distance, middle })
    })
}

pub fn moved(canvas: Canvas, event: &PointerEvent) {
    let screen = canvas.screen(f64::from(event.client_x()), f64::from(event.client_y()));
    canvas.pointers.update_value(|pointers| {
        if let Some(pointer) = pointers.get_mut(&event.pointer_id()) {
            *pointer = screen;
        }
    });
    let camera = canvas.camera.get_untracked();
    let at = camera.to_scene(screen);
    match canvas.gesture.get_untracked() {
        Gesture::None => hover(canvas, at, camera.zoom),
        Gesture::Pinch { distance, middle } => {
            if let Some(Gesture::Pinch { distance: now, middle: there }) = pinch(canvas) {
                let zoomed = camera.panned(there.x - middle.x, there.y - middle.y).zoomed(now / distance, there);
                canvas.camera.set(zoomed);
                canvas.gesture.set(Gesture::Pinch { distance: now, middle: there });
            }
        }
        Gesture::Pan { last } => {
            canvas.camera.set(camera.panned(screen.x - last.x, screen.y - last.y));
            canvas.gesture.set(Gesture::Pan { last: screen });
        }
        Gesture::Press { at: from, .. } => {
            if (at.x - from.x).hypot(at.y - from.y) * camera.zoom > SLACK {
                let mut paths = canvas.editor.selection.get_untracked();
                paths.retain(|path| !path.is_root());
                if !paths.is_empty() {
                    canvas.gesture.set(Gesture::Move { paths, from, to: at });
                }
            }
        }
        Gesture::Move { paths, from, .. } => canvas.gesture.set(Gesture::Move { paths, from, to: at }),
        Gesture::Area { from, .. } => canvas.gesture.set(Gesture::Area { from, to: at }),
        Gesture::Wire { vertex, port, from, forward, .. } => {
            let found = canvas.editor.scene.with_untracked(|view| hit(&view.scene, at, 8.0 / camera.zoom));
            let (over, verdict) = match link(&vertex, &port, &found) {
                Some((over, command)) => {
                    let verdict = match command {
                        Ok(command) => canvas.editor.would_accept(&command).map_err(|error| error.to_string()),
                        Err(why) => Err(why.to_owned()),
                    };
                    (Some(over), Some(verdict))
                }
                None => (None, None),
            };
            canvas.gesture.set(Gesture::Wire { vertex, port, from, to: at, forward, over, verdict });
        }
    }
}

pub fn up(canvas: Canvas, event: &PointerEvent) {
    canvas.pointers.update_value(|pointers| {
        pointers.remove(&event.pointer_id());
    });
    let screen = canvas.screen(f64::from(event.client_x()), f64::from(event.client_y()));
    let at = canvas.camera.get_untracked().to_scene(screen);
    let gesture = canvas.gesture.get_untracked();
    end(canvas);
    match gesture {
        Gesture::None | Gesture::Pan { .. } | Gesture::Pinch { .. } => {}
        Gesture::Press { path, only, .. } => {
            if only {
                select(canvas, &path);
            }
        }
        Gesture::Move { paths, from, to } => drop_boxes(canvas, &paths, to.x - from.x, to.y - from.y),
        Gesture::Area { from, to } => {
            let paths = canvas.editor.scene.with_untracked(|view| enclosed(&view.scene, between(from, to)));
            canvas.editor.selection.set(paths);
        }
        Gesture::Wire { vertex, port, .. } => {
            let reach = 8.0 / canvas.camera.get_untracked().zoom;
            let found = canvas.editor.scene.with_untracked(|view| hit(&view.scene, at, reach));
            match link(&vertex, &port, &found) {
                Some((_, Ok(command))) => {
                    // A refusal has been said already.
                    let _ = canvas.editor.command(&command);
                }
                Some((_, Err(why))) => canvas.editor.fail(&format!("Not done: {why}")),
                None => {}
            }
        }
    }
}

pub fn cancel(canvas: Canvas, event: &PointerEvent) {
    canvas.pointers.update_value(|pointers| {
        pointers.remove(&event.pointer_id());
    });
    end(canvas);
}

/// The gesture is over, whatever came of it.
fn end(canvas: Canvas) {
    canvas.gesture.set(Gesture::None);
    if !canvas.possible.with_untracked(Vec::is_empty) {
        canvas.possible.set(Vec::new());
    }
}

/// A double click on a component opens its descriptor.
pub fn double(canvas: Canvas, event: &MouseEvent) {
    let screen = canvas.screen(f64::from(event.client_x()), f64::from(event.client_y()));
    let camera = canvas.camera.get_untracked();
    let found = canvas.editor.scene.with_untracked(|view| hit(&view.scene, camera.to_scene(screen), 6.0 / camera.zoom));
    if let Hit::Box(path) = found {
        open_type(canvas, &path);
    }
}

fn open_type(canvas: Canvas, path: &NodePath) {
    let analysis = canvas.editor.analysis.get_untracked();
    let Some(file) = canvas.editor.file.get_untracked() else { return };
    let Some(topology) = analysis.topology(&file) else { return };
    let of = topology.vertex(path).and_then(|index| topology.graph[index].of.clone());
    let entry = of.as_ref().and_then(|of| analysis.catalog().resolve_range(of).found());
    if let Some(entry) = entry {
        canvas.editor.show(&entry.file);
    }
}

pub fn wheel(canvas: Canvas, event: &WheelEvent) {
    event.prevent_default();
    let screen = canvas.screen(f64::from(event.client_x()), f64::from(event.client_y()));
    if event.shift_key() {
        let delta = if event.delta_x() == 0.0 { event.delta_y() } else { event.delta_x() };
        return canvas.camera.update(|camera| *camera = camera.panned(-delta, 0.0));
    }
    // A wheel gives lines or pixels, a pinch small pixels with the control key.
    let unit = if event.delta_mode() == 1 { 30.0 } else { 1.0 };
    let strength = if event.ctrl_key() { 0.01 } else { 0.0015 };
    let factor = (-event.delta_y() * unit * strength).exp().clamp(0.5, 2.0);
    canvas.camera.update(|camera| *camera = camera.zoomed(factor, screen));
}

pub fn key(canvas: Canvas, event: &KeyboardEvent) {
    let step = if event.shift_key() { 64.0 } else { 8.0 };
    let plain = !event.ctrl_key() && !event.meta_key() && !event.alt_key();
    let handled = match event.key().as_str() {
        "Delete" | "Backspace" => remove_selected(canvas),
        "Escape" => {
            end(canvas);
            canvas.editor.selection.set(Vec::new());
            true
        }
        "Enter" => {
            let first = canvas.editor.selection.with_untracked(|selection| selection.first().cloned());
            first.inspect(|path| open_type(canvas, path)).is_some()
        }
        "ArrowLeft" => nudge(canvas, -step, 0.0),
        "ArrowRight" => nudge(canvas, step, 0.0),
        "ArrowUp" => nudge(canvas, 0.0, -step),
        "ArrowDown" => nudge(canvas, 0.0, step),
        "+" | "=" if plain => {
            canvas.zoom_by(1.25);
            true
        }
        "-" if plain => {
            canvas.zoom_by(1.0 / 1.25);
            true
        }
        "0" if plain => {
            canvas.fit();
            true
        }
        "d" if event.ctrl_key() || event.meta_key() => {
            duplicate(canvas.editor);
            true
        }
        "a" if event.ctrl_key() || event.meta_key() => {
            let all = canvas.editor.scene.with_untracked(|view| {
                let boxes = view.scene.boxes.iter().map(|found| found.path.clone());
                boxes.filter(|path| !path.is_root()).collect::<Vec<_>>()
            });
            canvas.editor.selection.set(all);
            true
        }
        _ => false,
    };
    if handled {
        event.prevent_default();
    }
}

/// Takes away what is selected.
pub fn remove_selected(canvas: Canvas) -> bool {
    let paths: Vec<NodePath> =
        canvas.editor.selection.get_untracked().into_iter().filter(|path| !path.is_root()).collect();
    if paths.is_empty() {
        return false;
    }
    if canvas.editor.command(&Command::Remove(paths)).is_ok() {
        canvas.editor.selection.set(Vec::new());
    }
    true
}

/// Moves what is selected by a step; without a selection, the view.
fn nudge(canvas: Canvas, dx: f64, dy: f64) -> bool {
    let paths = canvas.editor.selection.get_untracked();
    let boxes: Vec<NodePath> = canvas.editor.scene.with_untracked(|view| {
        paths.into_iter().filter(|path| !path.is_root() && view.found(path).is_some()).collect()
    });
    if boxes.is_empty() {
        canvas.camera.update(|camera| *camera = camera.panned(-dx * 4.0, -dy * 4.0));
    } else {
        canvas.editor.command_repeatedly(&Command::Place(moved_by(canvas, &boxes, dx, dy)));
    }
    true
}

fn drop_boxes(canvas: Canvas, paths: &[NodePath], dx: f64, dy: f64) {
    let positions = moved_by(canvas, paths, dx, dy);
    if !positions.is_empty() {
        // A refusal has been said already, and the boxes are back in their places.
        let _ = canvas.editor.command(&Command::Place(positions));
    }
}

/// Where boxes are when they have been moved.
fn moved_by(canvas: Canvas, paths: &[NodePath], dx: f64, dy: f64) -> Vec<(NodePath, Point)> {
    canvas.editor.scene.with_untracked(|view| {
        let found = paths.iter().filter_map(|path| Some((path.clone(), view.found(path)?.rect)));
        found.map(|(path, rect)| (path, Point { x: (rect.x + dx).round(), y: (rect.y + dy).round() })).collect()
    })
}

fn select(canvas: Canvas, path: &NodePath) {
    canvas.editor.selection.set(vec![path.clone()]);
    let Some(file) = canvas.editor.file.get_untracked() else { return };
    let analysis = canvas.editor.analysis.get_untracked();
    let span = analysis.file(&file).and_then(|source| source.key_span(path));
    if let Some(span) = span {
        canvas.editor.reveal_span(span, false);
    }
}

fn hover(canvas: Canvas, at: Point, zoom: f64) {
    let found = canvas.editor.scene.with_untracked(|view| hit(&view.scene, at, 6.0 / zoom));
    let path = match found {
        Hit::Wire(path) => Some(path),
        Hit::Box(_) | Hit::Port { .. } | Hit::Void => None,
    };
    if canvas.hover.get_untracked() != path {
        canvas.hover.set(path);
    }
}

/// What drawing a wire from a port to what was found asks for: the box under the pointer, and the command or why
/// there is none.
fn link(vertex: &NodePath, port: &ScenePort, found: &Hit) -> Option<(NodePath, Result<Command, &'static str>)> {
    let (other, other_port) = match found {
        Hit::Port { vertex: other, port } if other != vertex => (other, port),
        Hit::Box(other) if other != vertex && !other.is_root() => {
            return Some((other.clone(), Err("drop it on a port: a capability meets a requirement")));
        }
        Hit::Port { .. } | Hit::Box(_) | Hit::Wire(_) | Hit::Void => return None,
    };
    let end = |vertex: &NodePath, port: &ScenePort| End { vertex: vertex.clone(), port: port.name.clone() };
    let property = |vertex: &NodePath, port: &ScenePort| vertex.key("properties").key(&port.name);
    let command = match (flow(vertex, port), flow(other, other_port)) {
        (Flow::Gives, Flow::Needs) => {
            Ok(Command::Connect { source: end(vertex, port), target: end(other, other_port) })
        }
        (Flow::Needs, Flow::Gives) => {
            Ok(Command::Connect { source: end(other, other_port), target: end(vertex, port) })
        }
        (Flow::Reads, Flow::Takes) => {
            Ok(Command::Map { source: end(vertex, port), target: property(other, other_port) })
        }
        (Flow::Takes, Flow::Reads) => {
            Ok(Command::Map { source: end(other, other_port), target: property(vertex, port) })
        }
        (Flow::Gives, Flow::Gives) => Err("two capabilities: one of them has to be a requirement"),
        (Flow::Needs, Flow::Needs) => Err("two requirements: one of them has to be a capability"),
        (Flow::Gives | Flow::Needs, _) | (_, Flow::Gives | Flow::Needs) => {
            Err("a value cannot be joined with a capability or requirement")
        }
        (Flow::Reads, Flow::Reads) => Err("two values that are read: one of them has to be set"),
        (Flow::Takes, Flow::Takes) => Err("two values that are set: one of them has to be read"),
    };
    Some((other.clone(), command))
}

/// Which way a port works, seen from inside the assembly: its own inputs are read there, its own outputs are set.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flow {
    Gives,
    Needs,
    Reads,
    Takes,
}

fn flow(vertex: &NodePath, port: &ScenePort) -> Flow {
    match (port.kind, vertex.is_root()) {
        (PortKind::Capability, _) => Flow::Gives,
        (PortKind::Requirement, _) => Flow::Needs,
        (PortKind::Output, false) | (PortKind::Input, true) => Flow::Reads,
        (PortKind::Input, false) | (PortKind::Output, true) => Flow::Takes,
    }
}
