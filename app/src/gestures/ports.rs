//! The ports of a box: one of them is selected, all of them are shown, and their values are edited on the canvas.

use descriptorium_core::analysis::form::Control;
use descriptorium_core::scene::ScenePort;
use descriptorium_core::sorted_map::SortedSet;
use descriptorium_core::sorting::Sorting;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::topology::ConnectionEnd;
use leptos::prelude::*;

use crate::gestures::actions::act;
use crate::gestures::connect::connection_end;
use crate::gestures::navigation::reveal;
use crate::model::aria_labels;
use crate::state::canvas::Canvas;
use crate::state::keys::Action;
use crate::state::question::Question;
use crate::words::canvas as words;

/// The most characters of a value that are shown.
const LONGEST: usize = 120;

/// The box that a command for ports is about: the selected one, or the boundary if nothing is selected.
fn subject(canvas: Canvas) -> Option<NodePath> {
    let selection = canvas.editor.selection.get_untracked();
    match selection.as_slice() {
        [] => Some(NodePath::root()),
        [path] => Some(path.clone()),
        _ => None,
    }
}

/// The ports of a box from top to bottom, first those on the left, without connection points, which are selected as boxes are.
fn drawn(canvas: Canvas, vertex: &NodePath) -> Vec<ScenePort> {
    let found = canvas.editor.scene.with_untracked(|view| Some(view.found(vertex)?.ports.clone()));
    let mut ports = found.unwrap_or_default();
    ports.retain(|port| port.path.is_none());
    ports.order_by(|one, other| other.kind.is_left().cmp(&one.kind.is_left()).then(one.at.y.total_cmp(&other.at.y)));
    ports
}

/// Selects the next port of a box.
pub fn step(canvas: Canvas, by: isize) {
    let Some(vertex) = subject(canvas) else { return canvas.announcement.set(words::select_one().to_owned()) };
    let ports = drawn(canvas, &vertex);
    let ends: Vec<ConnectionEnd> = ports.iter().map(|port| connection_end(&vertex, port)).collect();
    let selected = canvas.port.get_untracked();
    let at = selected.and_then(|selected| ends.iter().position(|end| *end == selected));
    let count = isize::try_from(ends.len()).unwrap_or_default();
    let next = match at.and_then(|at| isize::try_from(at).ok()) {
        _ if count == 0 => return canvas.announcement.set(words::no_ports().to_owned()),
        Some(at) => (at + by).rem_euclid(count),
        None if by > 0 => 0,
        None => count - 1,
    };
    let next = usize::try_from(next).unwrap_or_default();
    if let Some(port) = ends.get(next) {
        choose(canvas, port.clone());
        canvas.announcement.update(|text| text.push_str(&words::position(next + 1, ends.len())));
    }
}

/// Selects a port with its box, and announces it.
fn choose(canvas: Canvas, port: ConnectionEnd) {
    let vertex = port.end.vertex.clone();
    canvas.editor.selection.set(vec![vertex.clone()]);
    reveal(canvas, &vertex);
    let value = value(canvas, &port);
    let label = canvas.editor.scene.with_untracked(|view| {
        let found = view.found(&vertex)?;
        let shown = found.ports.iter().find(|shown| connection_end(&vertex, shown) == port)?;
        Some(aria_labels::of_any_port(found, shown, value.as_deref()))
    });
    canvas.announcement.set(label.unwrap_or_else(|| port.end.port.to_string()));
    canvas.port.set(Some(port));
}

/// The ports of a box whose values the text can contain, each value once.
pub fn with_values(canvas: Canvas, vertex: &NodePath) -> Vec<ConnectionEnd> {
    let analysis = canvas.editor.analysis.get_untracked();
    let Some(file) = canvas.editor.file.get_untracked() else { return Vec::new() };
    let shown = drawn(canvas, vertex).into_iter().map(|port| connection_end(vertex, &port));
    let mut seen = SortedSet::new();
    let mut ports: Vec<ConnectionEnd> = shown.chain(analysis.all_ports(&file, vertex)).collect();
    ports.retain(|port| analysis.port_value(&file, port).is_some_and(|path| seen.insert(path)));
    ports
}

/// Edits the value of the selected port, or of a port of the selected box, which is chosen if there are several.
pub fn edit_one(canvas: Canvas) {
    if let Some(port) = canvas.port.get_untracked() {
        return edit(canvas, port);
    }
    let Some(vertex) = subject(canvas) else { return canvas.announcement.set(words::select_one().to_owned()) };
    match with_values(canvas, &vertex).as_slice() {
        [] => canvas.editor.fail(words::no_values()),
        [only] => edit(canvas, only.clone()),
        _ => canvas.ask(Question::Value(vertex), None),
    }
}

/// Edits the value of a port where it is drawn.
pub fn edit(canvas: Canvas, port: ConnectionEnd) {
    let editor = canvas.editor;
    let Some(file) = editor.file.get_untracked() else { return };
    if editor.analysis.with_untracked(|analysis| analysis.port_value(&file, &port)).is_none() {
        return editor.fail(words::no_value());
    }
    if canvas.as_table.get_untracked() || untrack(|| editor.is_read_only()) {
        act(canvas, Action::Inspect);
        return;
    }
    // A new field would take the focus from the one that is open.
    if canvas.valued.with_untracked(|open| open.as_ref() == Some(&port)) {
        return;
    }
    if drawn(canvas, &port.end.vertex).iter().all(|shown| connection_end(&port.end.vertex, shown) != port) {
        editor.with_ports.update(|all| {
            all.entry(file).or_default().insert(port.end.vertex.clone());
        });
    }
    choose(canvas, port.clone());
    canvas.valued.set(Some(port));
}

/// Whether a box shows all of its ports; reactive.
pub fn has_all(canvas: Canvas, vertex: &NodePath) -> bool {
    let Some(file) = canvas.editor.file.get() else { return false };
    canvas.editor.with_ports.with(|all| all.get(&file).is_some_and(|boxes| boxes.contains(vertex)))
}

/// The number of ports of a box that are not drawn; reactive.
pub fn n_hidden(canvas: Canvas, vertex: &NodePath) -> usize {
    let Some(file) = canvas.editor.file.get() else { return 0 };
    let drawn: Vec<ConnectionEnd> = canvas.editor.scene.with(|view| {
        let ports = view.found(vertex).map_or(&[][..], |found| &found.ports);
        ports.iter().map(|port| connection_end(vertex, port)).collect()
    });
    let all = canvas.editor.drawn.with(|analysis| analysis.all_ports(&file, vertex));
    all.iter().filter(|port| !drawn.contains(port)).count()
}

/// Shows all ports of a box, or only those that matter.
pub fn toggle_all(canvas: Canvas) {
    match subject(canvas) {
        Some(vertex) => toggle(canvas, vertex),
        None => canvas.announcement.set(words::select_one().to_owned()),
    }
}

pub fn toggle(canvas: Canvas, vertex: NodePath) {
    let Some(file) = canvas.editor.file.get_untracked() else { return };
    if !untrack(|| has_all(canvas, &vertex)) && untrack(|| n_hidden(canvas, &vertex)) == 0 {
        return canvas.editor.say(words::all_ports_shown());
    }
    let at = vertex.clone();
    canvas.editor.with_ports.update(|all| {
        let boxes = all.entry(file).or_default();
        if !boxes.remove(&at) {
            boxes.insert(at);
        }
    });
    let count = canvas.editor.scene.with_untracked(|view| view.found(&vertex).map_or(0, |found| found.ports.len()));
    canvas.editor.say(&words::n_ports_shown(count));
    reveal(canvas, &vertex);
}

/// The value of a port, on one line. Secrets are hidden.
pub fn value(canvas: Canvas, port: &ConnectionEnd) -> Option<String> {
    let analysis = canvas.editor.drawn.get_untracked();
    let file = canvas.editor.file.get_untracked()?;
    let path = analysis.port_value(&file, port)?;
    let text = text_at(canvas, &path)?;
    let rows = analysis.form(&file, &path.parent()?);
    let is_secret = rows.iter().any(|row| row.path == path && row.control == Control::Secret);
    Some(if is_secret { crate::words::preview::secret().to_owned() } else { text })
}

/// The text of the value at a path, on one line.
pub fn text_at(canvas: Canvas, path: &NodePath) -> Option<String> {
    let analysis = canvas.editor.drawn.get_untracked();
    let file = analysis.file(&canvas.editor.file.get_untracked()?)?.clone();
    let node = file.root.as_ref()?.at(path)?;
    let text = file.text.get(node.span.start as usize..node.span.end as usize)?;
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut shown: String = line.chars().take(LONGEST).collect();
    if shown.len() < line.len() {
        shown.push('…');
    }
    Some(shown).filter(|shown| !shown.is_empty())
}
