//! The ends of the selected connection that can be moved to another port.

use descriptorium_core::scene::Connection;
use descriptorium_core::scene::fold::split;
use descriptorium_core::topology::{ConnectionEnd, EdgeEnd, MovedEnd, Point};
use leptos::prelude::*;

use crate::state::canvas::Canvas;
use crate::state::editor::Editor;
use crate::state::keys::Action;
use crate::state::question::Question;
use crate::words::canvas as words;

/// An end of the selected connection that can be moved.
#[derive(Clone, PartialEq, Debug)]
pub struct MovableEnd {
    pub moved: MovedEnd,
    /// The other end, from which the connection is drawn.
    pub from: ConnectionEnd,
    /// The route from the moved end to the other one.
    pub route: Vec<Point>,
}

/// The ends of the selected connection that can be moved; reactive. Of connections that are a single one in the text, ends
/// at the same port are one.
pub fn movable(editor: Editor) -> Vec<MovableEnd> {
    let (selection, file) = (editor.selection.get(), editor.file.get());
    let ([path], Some(file), false) = (selection.as_slice(), file, editor.is_read_only()) else { return Vec::new() };
    let mut found: Vec<MovableEnd> = Vec::new();
    editor.drawn.with(|analysis| {
        editor.scene.with(|view| {
            let is_own = |connection: &&Connection| {
                connection.path == *path && split(&connection.source).or(split(&connection.target)).is_none()
            };
            for connection in view.scene.connections.iter().filter(is_own) {
                for is_source in [true, false] {
                    let (moved, route) = end_of(connection, is_source);
                    if found.iter().any(|end| end.moved.is_source == is_source && end.moved.from == moved.from) {
                        continue;
                    }
                    if let Some(from) = analysis.reconnection_start(&file, &moved) {
                        found.push(MovableEnd { moved, from, route });
                    }
                }
            }
        });
    });
    found
}

/// An end of a connection, and the route from there.
fn end_of(connection: &Connection, is_source: bool) -> (MovedEnd, Vec<Point>) {
    let source = EdgeEnd { vertex: connection.source.clone(), port: connection.source_port.clone() };
    let target = EdgeEnd { vertex: connection.target.clone(), port: connection.target_port.clone() };
    let mut route = connection.points.clone();
    let (from, other) = match is_source {
        true => (source, target),
        false => {
            route.reverse();
            (target, source)
        }
    };
    (MovedEnd { path: connection.path.clone(), is_source, from, other }, route)
}

/// The ends that an action moves.
fn ends(editor: Editor, action: Action) -> Vec<MovableEnd> {
    let mut ends = untrack(|| movable(editor));
    ends.retain(|end| end.moved.is_source == (action == Action::ReconnectSource));
    ends
}

/// Why an end of the selected connection cannot be moved, if so.
pub fn unavailable(editor: Editor, action: Action) -> Option<&'static str> {
    let selection = editor.selection.get_untracked();
    let is_connection = match selection.as_slice() {
        [path] => editor.scene.with_untracked(|view| view.connection(path).is_some()),
        _ => false,
    };
    match action {
        _ if !is_connection => Some(words::select_connection()),
        _ if !ends(editor, action).is_empty() => None,
        Action::ReconnectSource => Some(words::source_stays()),
        _ => Some(words::target_stays()),
    }
}

/// Asks for the port to which an end of the selected connection is moved.
pub fn ask(canvas: Canvas, action: Action) {
    if let Some(why) = unavailable(canvas.editor, action) {
        return canvas.editor.fail(why);
    }
    let mut ends = ends(canvas.editor, action);
    let question = match ends.len() {
        1 => ends.pop().map(|end| Question::End { from: end.from, on: None, moved: Some(end.moved) }),
        _ => Some(Question::MovedEnd(ends.into_iter().map(|end| (end.moved, end.from)).collect())),
    };
    question.into_iter().for_each(|question| canvas.ask(question, None));
}
