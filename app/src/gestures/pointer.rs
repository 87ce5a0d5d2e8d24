//! Pointer and wheel on the canvas, translated into selections and commands.

use std::time::Duration;

use descriptorium_core::language::Edit;
use descriptorium_core::scene::fold::split;
use descriptorium_core::scene::shape::ROW;
use descriptorium_core::scene::{Connection, Rect, ScenePort};
use descriptorium_core::sorting::Sorting;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::topology::{Beside, Command, ConnectionEnd, MovedEnd, Point, VertexKind};
use leptos::prelude::*;
use web_sys::{MouseEvent, PointerEvent, WheelEvent};

use crate::browser::dom::is_mac;
use crate::gestures::actions::act;
use crate::gestures::components::select_new;
use crate::gestures::connect::{candidates, command, connection_end, ends_on, is_derivation, is_forward};
use crate::gestures::folds::{nests, sign_at, toggle};
use crate::gestures::lazy::open_menu;
use crate::gestures::navigation::{open_type, select};
use crate::gestures::selection::{has_edit, takes_new_box};
use crate::model::arrange::bounding_box;
use crate::model::connection_targets::ConnectionTargets;
use crate::model::hit::{Hit, between as area_between, container_at, enclosed, hit, lane_at, own};
use crate::model::scene_view::SceneView;
use crate::model::shared::Shared;
use crate::model::snap::{Guide, snap};
use crate::state::canvas::Canvas;
use crate::state::gesture::{Click, Gesture};
use crate::state::keys::Action;
use crate::state::question::Question;
use crate::words::canvas as words;

/// The distance at which a press becomes a drag, in CSS pixels.
pub const SLACK: f64 = 4.0;

/// The distance at which a dragged box snaps to an alignment, in CSS pixels.
const SNAP: f64 = 6.0;

/// The least distance from its port at which dropping a connection on empty space means something, in CSS pixels.
const AWAY: f64 = 32.0;

/// How far a mouse pointer may miss a port or a connection, in CSS pixels.
pub const REACH: f64 = 6.0;

/// The same for a finger.
const FINGER: f64 = 16.0;

/// The duration of a long press.
const LONG: Duration = Duration::from_millis(480);

/// Holds the pointer, which was pressed on the canvas or on something above it. Returns its position.
fn press(canvas: Canvas, event: &PointerEvent) -> Point {
    canvas.editor.forget_notice();
    canvas.card.set(None);
    if let Some(element) = canvas.element.get_untracked() {
        // The pointer may be gone already; then there is nothing to capture.
        let _ = element.set_pointer_capture(event.pointer_id());
        let _ = element.focus();
        canvas.pointed.set(true);
    }
    let screen = place(canvas, event);
    canvas.pointers.update_value(|pointers| {
        pointers.insert(event.pointer_id(), screen);
    });
    canvas.presses.update_value(|presses| *presses += 1);
    screen
}

/// The pointer was pressed on the handle of an end of a connection, at `start` in the diagram.
pub fn down_on_end(canvas: Canvas, event: &PointerEvent, from: ConnectionEnd, moved: MovedEnd, start: Point) {
    let at = canvas.camera.get_untracked().to_scene(press(canvas, event));
    let gesture = begin_connection(canvas, from, Some(moved), start, at);
    canvas.set_gesture(gesture);
}

pub fn down(canvas: Canvas, event: &PointerEvent) {
    let screen = press(canvas, event);
    if let Some(pinch) = pinch(canvas) {
        // A second finger ends the gesture of the first one.
        end(canvas);
        return canvas.set_gesture(pinch);
    }
    let zoom = canvas.camera.get_untracked().zoom;
    let at = canvas.camera.get_untracked().to_scene(screen);
    let found = found_at(canvas, event, at);
    let selection = canvas.editor.selection;
    let (button, adding) = (button(event), is_adding(event) || canvas.selects_several.get_untracked());
    let pan = Gesture::Pan { from: screen, last: screen, moved: false };
    // Boxes inside an expanded box have no connections here.
    let found = match found {
        Hit::Port { vertex, .. } if split(&vertex).is_some() => Hit::Box(vertex),
        // In multi-selection mode, a press near the border of a box selects it instead of starting a connection at a
        // port. A connection point is selected by itself.
        Hit::Port { port: ScenePort { path: Some(path), .. }, .. } if adding => Hit::Box(path),
        Hit::Port { vertex, .. } if adding => Hit::Box(vertex),
        Hit::Port { vertex, .. } if !untrack(|| has_edit(canvas.editor, Edit::Connect)) => Hit::Box(vertex),
        // The members of a type are not connected by hand.
        Hit::Port { vertex, port } if is_member_of_type(canvas, &vertex, &port) => Hit::Box(vertex),
        found => found,
    };
    let next = match found {
        _ if button == 0 && canvas.holds_space.get_untracked() => pan,
        Hit::Box(path) if button == 0 && !adding && sign_at(canvas, &path, at, reach(event) / zoom) => {
            toggle(canvas, &path);
            Gesture::None
        }
        _ if button == 1 => pan,
        _ if button != 0 => return,
        Hit::Port { vertex, port } => begin_connection(canvas, connection_end(&vertex, &port), None, port.at, at),
        Hit::Box(path) => {
            let already = selection.with_untracked(|selection| selection.contains(&path));
            let click = match (adding, already) {
                (true, true) => Click::TakeOut,
                (false, true) => Click::Only,
                (true, false) => {
                    selection.update(|selection| selection.push(path.clone()));
                    Click::Done
                }
                (false, false) => {
                    select(canvas, &path);
                    Click::Done
                }
            };
            Gesture::Press { path, at, click }
        }
        Hit::Connection(_) | Hit::Void if adding => Gesture::Area { from: at, to: at },
        Hit::Connection(path) => {
            canvas.pointed_at.set(Some((path.clone(), at)));
            select(canvas, &path);
            Gesture::None
        }
        Hit::Void => pan,
    };
    canvas.set_gesture(next);
    if event.pointer_type() == "touch" {
        await_long_press(canvas, event.pointer_id(), screen, spot(event));
    }
}

fn is_member_of_type(canvas: Canvas, vertex: &NodePath, port: &ScenePort) -> bool {
    let is_type =
        canvas.editor.scene.with_untracked(|view| view.found(vertex).is_some_and(|found| found.kind.is_type()));
    is_type && !is_derivation(&connection_end(vertex, port))
}

/// Whether a press extends or reduces the selection.
pub fn is_adding(event: &MouseEvent) -> bool {
    event.shift_key() || event.meta_key() || (event.ctrl_key() && !is_mac())
}

/// The effective button of a press: on a Mac, Ctrl and a click is a right click.
fn button(event: &MouseEvent) -> i16 {
    if event.button() == 0 && event.ctrl_key() && is_mac() { 2 } else { event.button() }
}

/// Opens the context menu if a finger rests long enough: at `from` on the canvas, at `spot` in the window.
fn await_long_press(canvas: Canvas, finger: i32, from: Point, spot: (f64, f64)) {
    let began = canvas.presses.get_value();
    let rested = move || {
        let rests = canvas.pointers.try_with_value(|pointers| {
            let at = pointers.get(&finger).filter(|_| pointers.len() == 1);
            at.is_some_and(|at| (at.x - from.x).hypot(at.y - from.y) <= SLACK)
        });
        if rests != Some(true) || canvas.presses.try_get_value() != Some(began) {
            return;
        }
        if let Gesture::Press { .. } | Gesture::Pan { moved: false, .. } | Gesture::None =
            canvas.gesture.get_untracked()
        {
            open_menu(canvas, Some((spot, FINGER)));
        }
    };
    // On a busy page, pending moves of the finger are handled first.
    set_timeout(move || request_animation_frame(move || set_timeout(rested, Duration::ZERO)), LONG);
}

fn begin_connection(canvas: Canvas, from: ConnectionEnd, moved: Option<MovedEnd>, start: Point, to: Point) -> Gesture {
    let found = match &moved {
        Some(_) => candidates(canvas, &from, moved.as_ref()).map(|found| {
            let accepted = found.into_iter().filter(|candidate| candidate.refused.is_none());
            accepted.map(|candidate| candidate.end).collect()
        }),
        None => canvas.editor.operations_here().map(|(file, operations)| {
            (operations.acceptable_targets)(&canvas.editor.analysis.get_untracked(), &file, &from.end, from.kind)
        }),
    };
    if let Some(found) = found {
        canvas.connection_targets.set(ConnectionTargets::new(found));
    }
    let moved = moved.map(Box::new);
    Gesture::Connect { forward: is_forward(&from), from, moved, start, to, target: None, verdict: None }
}

/// The gesture of two pointers on the canvas.
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
    let screen = place(canvas, event);
    canvas.pointers.update_value(|pointers| {
        if let Some(pointer) = pointers.get_mut(&event.pointer_id()) {
            *pointer = screen;
        }
    });
    let camera = canvas.camera.get_untracked();
    let at = camera.to_scene(screen);
    match canvas.gesture.get_untracked() {
        Gesture::None => hover(canvas, event, at),
        Gesture::Pinch { distance, middle } => {
            if let Some(Gesture::Pinch { distance: now, middle: there }) = pinch(canvas) {
                let zoomed = camera.panned(there.x - middle.x, there.y - middle.y).zoomed(now / distance, there);
                canvas.camera.set(zoomed);
                canvas.set_gesture(Gesture::Pinch { distance: now, middle: there });
            }
        }
        Gesture::Pan { from, last, moved } => {
            let moved = moved || (screen.x - from.x).hypot(screen.y - from.y) > SLACK;
            if moved {
                canvas.camera.set(camera.panned(screen.x - last.x, screen.y - last.y));
                canvas.set_gesture(Gesture::Pan { from, last: screen, moved });
            }
        }
        Gesture::Press { at: from, .. } => {
            if (at.x - from.x).hypot(at.y - from.y) * camera.zoom > SLACK {
                // Boxes inside an expanded box move with it.
                let mut paths: Vec<NodePath> = canvas.editor.selection.get_untracked().iter().map(own).collect();
                paths.retain(|path| !path.is_root());
                paths.order();
                paths.dedup();
                if !paths.is_empty() {
                    canvas.set_gesture(Gesture::Move { paths, from, to: at, guides: Vec::new(), into: None });
                }
            }
        }
        Gesture::Move { paths, from, into: before, .. } => {
            // Shift keeps to one axis, Ctrl turns snapping off.
            let along = if event.shift_key() { on_axis(from, at) } else { at };
            let is_free = event.ctrl_key() || event.meta_key();
            let (to, guides) = if is_free { (along, Vec::new()) } else { in_line(canvas, &paths, from, along) };
            let to = if event.shift_key() { on_axis(from, to) } else { to };
            // Copies are placed beside the original, in no frame.
            let into = (!event.alt_key()).then(|| new_frame(canvas, &paths, at)).flatten().map(|frame| {
                before.filter(|(known, _)| *known == frame).unwrap_or_else(|| {
                    let command = Command::Enclose { boxes: paths.clone(), frame: frame.clone(), side: Beside::Same };
                    let verdict = canvas.editor.would_accept(&command).map_err(|error| error.to_string());
                    (frame, verdict)
                })
            });
            canvas.set_gesture(Gesture::Move { paths, from, to, guides, into });
        }
        Gesture::Area { from, .. } => canvas.set_gesture(Gesture::Area { from, to: at }),
        Gesture::Connect { from, moved, start, forward, target: before, verdict: known, .. } => {
            let target = target(&end_at(canvas, found_at(canvas, event, at), &from), &from, moved.as_deref());
            let verdict = match &target {
                _ if target == before => known,
                over => over.as_ref().map(|over| check_target(canvas, &from, moved.as_deref(), over)),
            };
            canvas.set_gesture(Gesture::Connect { from, moved, start, to: at, forward, target, verdict });
        }
    }
}

/// A point on the horizontal or the vertical line through `from`, whichever is nearer.
fn on_axis(from: Point, at: Point) -> Point {
    if (at.x - from.x).abs() >= (at.y - from.y).abs() { Point { y: from.y, ..at } } else { Point { x: from.x, ..at } }
}

/// The offset for boxes that are dragged from `from` to `to`, snapped to an alignment with another box if one is near.
fn in_line(canvas: Canvas, paths: &[NodePath], from: Point, to: Point) -> (Point, Vec<Guide>) {
    let zoom = canvas.camera.get_untracked().zoom;
    let visible = canvas.visible.get_untracked();
    canvas.editor.scene.with_untracked(|view| {
        let moving: Vec<Rect> = paths.iter().filter_map(|path| view.found(path)).map(|found| found.rect).collect();
        let Some(rect) = bounding_box(&moving) else { return (to, Vec::new()) };
        let rect = Rect { x: rect.x + to.x - from.x, y: rect.y + to.y - from.y, ..rect };
        let near = view.scene.boxes.iter().filter(|found| !found.frame && found.rect.overlaps(visible));
        let others: Vec<Rect> =
            near.filter(|found| paths.binary_search(&found.path).is_err()).map(|found| found.rect).collect();
        let (by, guides) = snap(rect, &others, SNAP / zoom);
        (Point { x: to.x + by.x, y: to.y + by.y }, guides)
    })
}

/// The item under a connection: ports that only name other boxes lead away from theirs, so the box itself is meant.
fn end_at(canvas: Canvas, found: Hit, from: &ConnectionEnd) -> Hit {
    match found {
        // A type derives from another one as a whole.
        Hit::Port { vertex, port } if is_derivation(from) && port.name != from.end.port => {
            let is_end = is_derivation(&connection_end(&vertex, &port));
            if is_end { Hit::Port { vertex, port } } else { Hit::Box(vertex) }
        }
        Hit::Port { vertex, .. } if is_derivation(from) => Hit::Box(vertex),
        Hit::Port { vertex, port } if port.kind == from.kind && port.path.is_none() => {
            let names_others =
                |view: &Shared<SceneView>| view.found(&vertex).is_some_and(|found| !found.kind.has_capabilities());
            match canvas.editor.scene.with_untracked(names_others) {
                true => Hit::Box(vertex),
                false => Hit::Port { vertex, port },
            }
        }
        found => found,
    }
}

/// The item that a connection would be dropped on, if any. The box and the port where a moved end was are none.
fn target(found: &Hit, from: &ConnectionEnd, moved: Option<&MovedEnd>) -> Option<Hit> {
    match found {
        Hit::Port { vertex, port } if moved.is_some_and(|moved| moved.is_at(&connection_end(vertex, port).end)) => None,
        Hit::Box(vertex) if moved.is_some_and(|moved| moved.from.vertex == *vertex) => None,
        Hit::Port { vertex, .. } | Hit::Box(vertex) if split(vertex).is_some() => {
            Some(Hit::Box(own(vertex))).filter(|_| own(vertex) != from.end.vertex)
        }
        Hit::Port { vertex, .. } | Hit::Box(vertex) if *vertex != from.end.vertex => Some(found.clone()),
        Hit::Port { .. } | Hit::Box(_) | Hit::Connection(_) | Hit::Void => None,
    }
}

/// Whether a port or a box accepts a connection, or why not.
fn check_target(canvas: Canvas, from: &ConnectionEnd, moved: Option<&MovedEnd>, over: &Hit) -> Result<(), String> {
    let check = |to: &ConnectionEnd| {
        let command = command(from, moved, to).map_err(str::to_owned)?;
        canvas.editor.would_accept(&command).map_err(|error| error.to_string())
    };
    match over {
        Hit::Port { vertex, port } => check(&connection_end(vertex, port)),
        Hit::Box(vertex) => match ends_on(canvas, from, moved, vertex)?.as_slice() {
            // Moving an end may cause a finding, and so may another parent.
            [only] if moved.is_some() || is_derivation(from) => check(only),
            _ => Ok(()),
        },
        Hit::Connection(_) | Hit::Void => Ok(()),
    }
}

pub fn up(canvas: Canvas, event: &PointerEvent) {
    canvas.pointers.update_value(|pointers| {
        pointers.remove(&event.pointer_id());
    });
    let screen = place(canvas, event);
    let at = canvas.camera.get_untracked().to_scene(screen);
    match canvas.gesture.get_untracked() {
        Gesture::None | Gesture::Pinch { .. } => {}
        Gesture::Pan { moved, .. } => {
            if !moved && event.button() == 0 && !canvas.editor.selection.with_untracked(Vec::is_empty) {
                canvas.editor.selection.set(Vec::new());
            }
        }
        Gesture::Press { path, click, .. } => match click {
            Click::Done => {}
            Click::Only => select(canvas, &path),
            Click::TakeOut => {
                canvas.editor.selection.update(|selection| selection.retain(|other| *other != path));
            }
        },
        Gesture::Move { paths, from, to, .. } if event.alt_key() => drop_copies(canvas, &paths, from, to),
        Gesture::Move { paths, from, to, .. } => drop_boxes(canvas, &paths, (from, to), at),
        Gesture::Area { from, to } => {
            let paths = canvas.editor.scene.with_untracked(|view| enclosed(&view.scene, area_between(from, to)));
            canvas.editor.selection.update(|selection| {
                selection.extend(paths.into_iter().filter(|path| !selection.contains(path)).collect::<Vec<_>>());
            });
        }
        Gesture::Connect { from, moved, start, .. } => {
            let away = (at.x - start.x).hypot(at.y - start.y) * canvas.camera.get_untracked().zoom;
            drop_connection(canvas, event, &from, moved.as_deref(), (at, away));
        }
    }
    end(canvas);
}

/// Finishes a connection that is dropped at `at`, at the distance `away` from its start. A moved end that is dropped on
/// nothing stays where it was.
fn drop_connection(
    canvas: Canvas,
    event: &PointerEvent,
    from: &ConnectionEnd,
    moved: Option<&MovedEnd>,
    (at, away): (Point, f64),
) {
    let found = found_at(canvas, event, at);
    match target(&end_at(canvas, found.clone(), from), from, moved) {
        Some(Hit::Port { vertex, port }) => connect_and_select(canvas, from, moved, &connection_end(&vertex, &port)),
        Some(Hit::Box(vertex)) => match ends_on(canvas, from, moved, &vertex) {
            Ok(ends) => match ends.as_slice() {
                [only] => connect_and_select(canvas, from, moved, only),
                _ => {
                    let question = Question::End { from: from.clone(), on: Some(vertex), moved: moved.cloned() };
                    canvas.ask(question, Some(spot(event)));
                }
            },
            Err(why) => canvas.editor.fail(&crate::words::shell::not_done(&why)),
        },
        _ if moved.is_some() => {}
        Some(Hit::Connection(_) | Hit::Void) | None => match found {
            // A click, anywhere on the port and its name.
            Hit::Port { vertex, port } if away <= SLACK || port.name == from.end.port => {
                let part = port.path.as_ref().filter(|_| port.name == from.end.port);
                select(canvas, part.unwrap_or(&vertex));
                canvas.port.set(part.is_none().then(|| from.clone()));
            }
            Hit::Void | Hit::Connection(_) if away > AWAY && canvas.covers(spot(event)) => {
                if !untrack(|| takes_new_box(canvas.editor)) {
                    canvas.editor.fail(words::ends_at_a_box());
                } else if from.end.vertex.is_root() {
                    // New components cannot be offered for the ports of the assembly itself, as these have no known
                    // counterpart.
                    canvas.editor.fail(words::only_to_existing());
                } else {
                    canvas.ask(Question::Beyond { from: from.clone(), at: Some(at) }, Some(spot(event)));
                }
            }
            _ => {}
        },
    }
}

/// Connects two ports, or moves an end of an existing connection. Shows an error and returns `false` if that is refused.
pub fn connect(canvas: Canvas, from: &ConnectionEnd, moved: Option<&MovedEnd>, to: &ConnectionEnd) -> bool {
    match command(from, moved, to) {
        Ok(command) => {
            let replaced = replaced(canvas, &command);
            let is_done = canvas.editor.command(&command).is_ok();
            if let Some((name, value)) = replaced.filter(|_| is_done) {
                canvas.editor.say(&words::replaced(&name, &value));
            }
            if let Some(moved) = moved.filter(|_| is_done) {
                select_moved(canvas, moved, to);
            }
            is_done
        }
        Err(why) => {
            canvas.editor.fail(&crate::words::shell::not_done(why));
            false
        }
    }
}

/// Selects a connection whose end was moved: its path may be another one.
fn select_moved(canvas: Canvas, moved: &MovedEnd, to: &ConnectionEnd) {
    let found = canvas.editor.scene.with_untracked(|view| {
        let connections = || view.scene.connections.iter();
        let is_moved = |connection: &&Connection| {
            let source = (&connection.source, &connection.source_port);
            let target = (&connection.target, &connection.target_port);
            let (end, other) = if moved.is_source { (source, target) } else { (target, source) };
            *end.0 == to.end.vertex
                && end.1.as_ref().is_none_or(|port| *port == to.end.port)
                && (other.0, other.1) == (&moved.other.vertex, &moved.other.port)
        };
        let same = connections().filter(is_moved).find(|connection| connection.path == moved.path);
        same.or_else(|| connections().find(is_moved)).map(|connection| connection.path.clone())
    });
    if let Some(path) = found {
        select(canvas, &path);
    }
}

/// The property whose value a mapping would replace, and its current source.
fn replaced(canvas: Canvas, command: &Command) -> Option<(String, String)> {
    let target = match command {
        Command::Map { target, .. } => target.clone(),
        Command::Reconnect { moved, to } if !moved.is_source => to.vertex.key("properties").key(&to.port),
        _ => return None,
    };
    let (analysis, path) = (canvas.editor.analysis.get_untracked(), canvas.editor.file.get_untracked()?);
    let file = analysis.file(&path)?;
    let before = file.root.as_ref()?.at(&target.key("value"))?;
    let text = file.text.get(before.span.range())?.trim();
    (!before.is_null()).then(|| (target.last_key().unwrap_or_default().to_owned(), text.to_owned()))
}

/// Connects two ports by pointer. A new relationship is selected, so that its states can be edited.
pub fn connect_and_select(canvas: Canvas, from: &ConnectionEnd, moved: Option<&MovedEnd>, to: &ConnectionEnd) {
    let relationships = || {
        let (analysis, file) = (canvas.editor.analysis.get_untracked(), canvas.editor.file.get_untracked()?);
        let found = &analysis.descriptor(&file)?.relationships;
        Some(found.iter().map(|found| found.name.path.clone()).collect::<Vec<_>>())
    };
    let before = relationships().unwrap_or_default();
    if connect(canvas, from, moved, to)
        && moved.is_none()
        && let Some(new) = relationships().unwrap_or_default().into_iter().find(|path| !before.contains(path))
    {
        canvas.editor.selection.set(vec![new]);
    }
}

pub fn cancel(canvas: Canvas, event: &PointerEvent) {
    canvas.pointers.update_value(|pointers| {
        pointers.remove(&event.pointer_id());
    });
    end(canvas);
}

/// Ends the gesture, whatever its result.
pub fn end(canvas: Canvas) {
    canvas.set_gesture(Gesture::None);
    if !canvas.connection_targets.with_untracked(ConnectionTargets::is_empty) {
        canvas.connection_targets.set(ConnectionTargets::default());
    }
}

/// A double click on a component opens its descriptor, and on the row of a port its value; on empty space it opens the list
/// of components to add. In multi-selection mode it counts as two clicks.
pub fn double(canvas: Canvas, event: &MouseEvent) {
    if canvas.selects_several.get_untracked() {
        return;
    }
    let screen = canvas.screen(f64::from(event.client_x()), f64::from(event.client_y()));
    let camera = canvas.camera.get_untracked();
    let at = camera.to_scene(screen);
    let found = canvas.editor.scene.with_untracked(|view| hit(&view.scene, at, REACH / camera.zoom));
    if let Some(port) = valued_at(canvas, &found, at) {
        canvas.editor.selection.set(vec![port.end.vertex.clone()]);
        canvas.port.set(Some(port));
        act(canvas, Action::EditValue);
        return;
    }
    match found {
        Hit::Box(path) => drop(open_type(canvas, &path)),
        Hit::Void => canvas.ask(Question::Add { at: Some(at) }, Some(spot(event))),
        Hit::Port { .. } | Hit::Connection(_) => {}
    }
}

/// The port at a point, or in whose row the point is, if the text can contain its value.
fn valued_at(canvas: Canvas, found: &Hit, at: Point) -> Option<ConnectionEnd> {
    let port = match found {
        Hit::Port { vertex, port } => connection_end(vertex, port),
        Hit::Box(path) => canvas.editor.scene.with_untracked(|view| {
            let found = view.found(path).filter(|found| !found.frame)?;
            let is_at = |port: &&ScenePort| {
                (port.at.y - at.y).abs() < ROW / 2.0 && (port.at.x - at.x).abs() < found.rect.width / 2.0
            };
            Some(connection_end(path, found.ports.iter().find(is_at)?))
        })?,
        Hit::Connection(_) | Hit::Void => return None,
    };
    let file = canvas.editor.file.get_untracked()?;
    canvas.editor.analysis.with_untracked(|analysis| analysis.port_value(&file, &port)).map(|_| port)
}

pub fn wheel(canvas: Canvas, event: &WheelEvent) {
    event.prevent_default();
    let screen = canvas.screen(f64::from(event.client_x()), f64::from(event.client_y()));
    let zooms = canvas.wheel_zooms.get_untracked() && !event.shift_key();
    // Browsers report a pinch as a wheel with Ctrl.
    if event.ctrl_key() || event.meta_key() || zooms {
        return canvas.camera.update(|camera| *camera = camera.zoomed(wheel_factor(event), screen));
    }
    let unit = unit(event);
    let (dx, dy) = match event.shift_key() && event.delta_x() == 0.0 {
        true => (event.delta_y(), 0.0),
        false => (event.delta_x(), event.delta_y()),
    };
    canvas.camera.update(|camera| *camera = camera.panned(-dx * unit, -dy * unit));
}

/// The zoom factor of a wheel event.
pub fn wheel_factor(event: &WheelEvent) -> f64 {
    // A wheel reports lines or many pixels, a pinch few pixels with the control key.
    let delta = event.delta_y() * unit(event);
    let is_pinch = event.ctrl_key() && delta.abs() < 50.0;
    (-delta * if is_pinch { 0.01 } else { 0.0015 }).exp().clamp(0.5, 2.0)
}

/// The pixels of a unit of a wheel event, which is a pixel or a line.
fn unit(event: &WheelEvent) -> f64 {
    if event.delta_mode() == 1 { 30.0 } else { 1.0 }
}

/// The position of a pointer on the canvas.
fn place(canvas: Canvas, event: &PointerEvent) -> Point {
    canvas.screen(f64::from(event.client_x()), f64::from(event.client_y()))
}

/// The position of an event in the window.
pub fn spot(event: &MouseEvent) -> (f64, f64) {
    (f64::from(event.client_x()), f64::from(event.client_y()))
}

fn found_at(canvas: Canvas, event: &PointerEvent, at: Point) -> Hit {
    let zoom = canvas.camera.get_untracked().zoom;
    canvas.editor.scene.with_untracked(|view| hit(&view.scene, at, reach(event) / zoom))
}

fn reach(event: &PointerEvent) -> f64 {
    if event.pointer_type() == "touch" { FINGER } else { REACH }
}

/// Places copies of boxes where they are dropped; the boxes themselves stay.
fn drop_copies(canvas: Canvas, paths: &[NodePath], from: Point, to: Point) {
    let editor = canvas.editor;
    // Copies are in the order of their originals.
    let originals: Vec<NodePath> = editor.scene.with_untracked(|view| {
        view.scene.boxes.iter().filter(|found| paths.contains(&found.path)).map(|found| found.path.clone()).collect()
    });
    let places = moved_by(canvas, &originals, to.x - from.x, to.y - from.y);
    if select_new(editor, || drop(editor.command(&Command::Duplicate(paths.to_vec())))) {
        let copies = editor.selection.get_untracked().into_iter();
        let places = copies.zip(places).map(|(copy, (_, at))| (copy, at)).collect();
        // The error has been shown already.
        let _ = editor.complete(&editor.analysis.get_untracked(), &Command::Place(places));
    }
}

/// The host or group into which boxes would move at a point, if they are not in it: the root path takes them out of
/// theirs. While hosts are drawn as boxes, only groups are frames.
fn new_frame(canvas: Canvas, paths: &[NodePath], at: Point) -> Option<NodePath> {
    if !untrack(|| has_edit(canvas.editor, Edit::Host)) {
        return None;
    }
    let nests = untrack(|| nests(canvas.editor));
    canvas.editor.scene.with_untracked(|view| {
        let is_node = |path: &NodePath| view.found(path).is_some_and(|found| found.kind == VertexKind::NodeTemplate);
        if !paths.iter().all(is_node) {
            return None;
        }
        let frame = container_at(&view.scene, paths, at).filter(|found| nests || found.kind == VertexKind::Group);
        let frame = frame.map_or_else(NodePath::root, |found| found.path.clone());
        let is_inside = |path: &NodePath| {
            let parent = view.found(path).and_then(|found| found.parent.clone());
            parent.unwrap_or_default() == frame
        };
        (!paths.iter().all(is_inside)).then_some(frame)
    })
}

/// Drops boxes that were dragged by an offset, with the pointer at `at`.
fn drop_boxes(canvas: Canvas, paths: &[NodePath], (from, to): (Point, Point), at: Point) {
    if let Some(frame) = new_frame(canvas, paths, at) {
        let is_placed = |path: &NodePath| {
            canvas.editor.scene.with_untracked(|view| view.found(path).is_some_and(|found| found.placed))
        };
        let placed: Vec<NodePath> = paths.iter().filter(|path| is_placed(path)).cloned().collect();
        let positions = moved_by(canvas, &placed, to.x - from.x, to.y - from.y);
        let command = Command::Enclose { boxes: paths.to_vec(), frame, side: Beside::Same };
        // The error has been shown already, and the boxes are back at their positions.
        if canvas.editor.command(&command).is_ok() && !positions.is_empty() {
            // A stored position would take the box back to where it was.
            let _ = canvas.editor.complete(&canvas.editor.analysis.get_untracked(), &Command::Place(positions));
        }
        return;
    }
    let lane = canvas.editor.scene.with_untracked(|view| {
        let (frame, side) = lane_at(&view.scene, to)?;
        let is_inside = |path: &NodePath| view.found(path).is_some_and(|found| found.parent.as_ref() == Some(frame));
        // Boxes in a lane are arranged automatically.
        let stays = side == Beside::Same && paths.iter().all(is_inside);
        Some((!stays).then(|| Command::Enclose { boxes: paths.to_vec(), frame: frame.clone(), side }))
    });
    if let Some(lane) = lane {
        if let Some(command) = lane {
            // The error has been shown already.
            let _ = canvas.editor.command(&command);
        }
        return;
    }
    let positions = moved_by(canvas, paths, to.x - from.x, to.y - from.y);
    if !positions.is_empty() {
        // The error has been shown already, and the boxes are back at their positions.
        let _ = canvas.editor.command(&Command::Place(positions));
    }
}

/// The positions of boxes after a move.
pub fn moved_by(canvas: Canvas, paths: &[NodePath], dx: f64, dy: f64) -> Vec<(NodePath, Point)> {
    canvas.editor.scene.with_untracked(|view| {
        let found = paths.iter().filter_map(|path| Some((path.clone(), view.found(path)?.rect)));
        let moved = |rect: Rect| Point { x: (rect.x + dx).round(), y: (rect.y + dy).round() };
        found.map(|(path, rect)| (path.clone(), view.position_of(&path, moved(rect)))).collect()
    })
}

fn hover(canvas: Canvas, event: &PointerEvent, at: Point) {
    let hit = Some(found_at(canvas, event, at)).filter(|hit| match hit {
        // A finger does not hover.
        _ if event.pointer_type() == "touch" => false,
        Hit::Box(path) => !path.is_root(),
        Hit::Connection(_) | Hit::Port { .. } => true,
        Hit::Void => false,
    });
    canvas.point_at(hit, place(canvas, event));
}

/// The pointer has left the canvas.
pub fn left(canvas: Canvas) {
    canvas.point_at(None, Point::default());
}
