//! The actions that are loaded lazily.

use descriptorium_core::scene::Rect;
use descriptorium_core::scene::fold::split;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::topology::diagrams::DiagramKey;
use descriptorium_core::topology::foreign::is_foreign;
use descriptorium_core::topology::{Command, Point};
use leptos::prelude::*;

use crate::browser::dom::remember;
use crate::gestures::attach;
use crate::gestures::clipboard::{copy_selected, paste_here};
use crate::gestures::components::duplicate;
use crate::gestures::confirm::remove;
use crate::gestures::diagrams;
use crate::gestures::files::ask_about;
use crate::gestures::folds::{toggle, toggle_hosting};
use crate::gestures::isolation;
use crate::gestures::lazy::open_menu;
use crate::gestures::locale;
use crate::gestures::navigation::{announce, back, go_to, open_type, order, reveal, select};
use crate::gestures::pointer::{end, moved_by};
use crate::gestures::ports;
use crate::gestures::reconnect;
use crate::gestures::selection::{has_action, is_left_to_host};
use crate::gestures::targets;
use crate::model::arrange::{Arrangement, arrange, bounding_box};
use crate::model::camera::Camera;
use crate::model::hit::next_lane;
use crate::model::neighbors::{Direction, neighbor};
use crate::model::scene_view::Drawing;
use crate::state::canvas::{Canvas, LEGEND_SHOWN, MAP_HIDDEN, Naming, WHEEL_ZOOMS};
use crate::state::gesture::Gesture;
use crate::state::keys::{self, Action, FileAction};
use crate::state::question::{FileQuestion, Question};
use crate::storage::picture;
use crate::words::{canvas as words, legend};

/// Runs an action that [`crate::gestures::actions::act`] leaves to the lazily loaded module, and returns whether there
/// was anything to do.
pub fn act(canvas: Canvas, action: Action) -> bool {
    let editor = canvas.editor;
    if is_left_to_host(editor, action) {
        return false;
    }
    // A box of another file can be connected and placed.
    let is_of_another = |path: &NodePath| split(path).is_some() || is_foreign(path) && changes_text(action);
    if changes_selection(action) && editor.selection.with_untracked(|paths| paths.iter().any(is_of_another)) {
        editor.fail(crate::words::folds::is_of_another());
        return true;
    }
    if !untrack(|| has_action(editor, action)) {
        let is_whole = editor.diagram.with_untracked(DiagramKey::is_topology);
        editor.fail(if is_whole { words::not_in_this_language() } else { words::not_in_this_diagram() });
        return true;
    }
    match action {
        Action::Commands => canvas.ask(Question::Commands, None),
        Action::Shortcuts => canvas.ask(Question::Shortcuts, None),
        Action::SetLocale(locale) => locale::choose(canvas, locale),
        Action::Select(direction) => go(canvas, direction, false),
        Action::Extend(direction) => go(canvas, direction, true),
        Action::Next => return step(canvas, 1),
        Action::Previous => return step(canvas, -1),
        Action::NextConnection => step_connection(canvas, 1),
        Action::PreviousConnection => step_connection(canvas, -1),
        Action::NextPort => ports::step(canvas, 1),
        Action::PreviousPort => ports::step(canvas, -1),
        Action::SelectAll => {
            let mut all = order(canvas);
            let is_box = |path: &NodePath| editor.scene.with_untracked(|view| view.found(path).is_some());
            all.retain(|path| split(path).is_none() && is_box(path));
            editor.selection.set(all);
            announce(canvas);
        }
        Action::SelectSeveral => {
            let is_on = !canvas.selects_several.get_untracked();
            canvas.selects_several.set(is_on);
            editor.say(if is_on { words::several_on() } else { words::several_off() });
        }
        // Ends a drag first.
        Action::SelectNone if canvas.gesture.with_untracked(|gesture| *gesture != Gesture::None) => end(canvas),
        Action::SelectNone => {
            canvas.selects_several.set(false);
            editor.selection.set(Vec::new());
            announce(canvas);
        }
        Action::Copy => with_some(canvas, |_| copy_selected(canvas, false)),
        Action::Cut => with_some(canvas, |_| copy_selected(canvas, true)),
        Action::Paste => paste_here(canvas, None),
        Action::Search => canvas.ask(Question::Search, None),
        Action::Menu => open_menu(canvas, None),
        Action::Find => canvas.ask(Question::Find, None),
        Action::Add => canvas.ask(Question::Add { at: None }, None),
        Action::Connect => with_one(canvas, |path| {
            canvas.ask(
                match canvas.port.get_untracked() {
                    Some(from) => Question::End { from, on: None, moved: None },
                    None => Question::Start(path),
                },
                None,
            );
        }),
        Action::Target => with_one(canvas, |path| targets::ask(canvas, &path)),
        Action::ReconnectSource | Action::ReconnectTarget => reconnect::ask(canvas, action),
        Action::Promote => with_one(canvas, |path| canvas.ask(Question::Promote(path), None)),
        Action::EditValue => ports::edit_one(canvas),
        Action::TogglePorts => ports::toggle_all(canvas),
        Action::Open | Action::Rename if canvas.port.with_untracked(Option::is_some) => ports::edit_one(canvas),
        Action::Open => with_one(canvas, |path| {
            if !open_type(canvas, &path) {
                editor.fail(words::no_descriptor_to_open());
            }
        }),
        Action::ShowType => with_one(canvas, |path| {
            if !diagrams::show_type(canvas, &path) {
                editor.fail(crate::words::diagrams::no_type());
            }
        }),
        Action::More => canvas.ask(Question::More, None),
        Action::ToggleFold => with_one(canvas, |path| toggle(canvas, &path)),
        Action::ToggleHosting => toggle_hosting(canvas),
        Action::Diagrams => canvas.ask(Question::Diagrams, None),
        Action::NextDiagram => diagrams::show_next(canvas),
        Action::Back => back(canvas),
        Action::Rename => rename(canvas),
        Action::Inspect => {
            crate::browser::dom::press("tab-inspector");
            crate::browser::dom::write_over(".inspector .name-line input");
        }
        Action::Duplicate => with_some(canvas, |_| duplicate(editor)),
        Action::Remove => with_some(canvas, |paths| remove(canvas, paths)),
        Action::Retype => with_one(canvas, |path| {
            if let Some(file) = editor.file.get_untracked() {
                canvas.ask(Question::Retype { file, path }, None);
            }
        }),
        Action::Extract => with_some(canvas, |_| canvas.ask(Question::Extract, None)),
        Action::Attach => with_one(canvas, |path| attach::choose(canvas, path)),
        Action::Convert => canvas.ask(Question::Forms, None),
        // `command` has already shown the error.
        Action::Inline => with_one(canvas, |path| drop(editor.command(&Command::Inline { path }))),
        Action::Move(direction) => with_some(canvas, |paths| nudge(canvas, &paths, direction.step(STEP))),
        Action::MoveFar(direction) => with_some(canvas, |paths| nudge(canvas, &paths, direction.step(FAR))),
        Action::Arrange(how) => with_some(canvas, |paths| set_in_line(canvas, &paths, how)),
        Action::Tidy => tidy(canvas),
        Action::TidySelection => with_some(canvas, |paths| tidy_these(canvas, &paths)),
        Action::Unplace => unplace(canvas),
        Action::FitSelection => with_some(canvas, |paths| fit_to(canvas, &paths)),
        Action::Table => {
            canvas.as_table.update(|as_table| *as_table = !*as_table);
            // The visible tab receives the focus once it is rendered.
            request_animation_frame(move || canvas.focus());
        }
        Action::Isolate => isolation::toggle(canvas),
        Action::IsolationDepth => {
            isolation::adjust(canvas, |around| around.depth = isolation::next(isolation::DEPTHS, around.depth));
        }
        Action::IsolationFlow => {
            isolation::adjust(canvas, |around| around.flow = isolation::next(isolation::FLOWS, around.flow));
        }
        Action::ShowAll => isolation::show_all(canvas),
        Action::Map => toggle_map(canvas),
        Action::Legend => toggle_legend(canvas),
        Action::WheelZooms => toggle_wheel(canvas),
        Action::CopyLink => crate::gestures::address::copy_link(canvas),
        Action::SaveSvg => picture::save_svg(editor),
        Action::SavePng => picture::save_png(editor),
        Action::New(template) => canvas.ask(Question::File(FileQuestion::New(template)), None),
        Action::File(action) => match action {
            FileAction::New => canvas.ask(Question::File(FileQuestion::Kinds), None),
            FileAction::Open => canvas.ask(Question::File(FileQuestion::Open), None),
            FileAction::Rename => ask_about(canvas, FileQuestion::Rename),
            FileAction::Duplicate => ask_about(canvas, FileQuestion::Duplicate),
            FileAction::Delete => ask_about(canvas, FileQuestion::Delete),
            FileAction::Download => {
                if let Some(path) = editor.file.get_untracked() {
                    crate::storage::download::download(editor, &path);
                }
            }
        },
        Action::Documentation => {
            // If the browser blocks the new page, nothing is lost.
            let _ = window().open_with_url_and_target_and_features("../", "_blank", "noopener");
        }
        // Already done by `actions::act`.
        Action::Save
        | Action::Undo
        | Action::Redo
        | Action::NextPane
        | Action::Pan(_)
        | Action::ZoomIn
        | Action::ZoomOut
        | Action::ActualSize
        | Action::Fit
        | Action::FilesPane
        | Action::ViewsPane
        | Action::CanvasOnly
        | Action::Press(_)
        | Action::Text(_) => return false,
    }
    true
}

/// Whether an action changes the selection by way of the text, which must be the text that the diagram shows.
pub fn changes_selection(action: Action) -> bool {
    matches!(
        action,
        Action::Connect
            | Action::Target
            | Action::ReconnectSource
            | Action::ReconnectTarget
            | Action::Promote
            | Action::Cut
            | Action::Duplicate
            | Action::Remove
            | Action::Retype
            | Action::Extract
            | Action::Inline
            | Action::Attach
            | Action::Move(_)
            | Action::MoveFar(_)
            | Action::Arrange(_)
            | Action::TidySelection
    )
}

/// Whether an action changes the text of boxes, more than their connections and positions.
fn changes_text(action: Action) -> bool {
    use Action::{Arrange, Connect, Move, MoveFar, TidySelection};
    !matches!(action, Connect | Move(_) | MoveFar(_) | Arrange(_) | TidySelection)
}

/// Lays out all boxes again and stores their new positions, so that the diagram is the same when it is opened again. The
/// boxes of a diagram with lanes have no positions.
pub fn tidy(canvas: Canvas) {
    let editor = canvas.editor;
    let Some(file) = editor.file.get_untracked() else { return };
    let Drawing { diagram, is_flipped, .. } = editor.scene.with_untracked(|view| view.drawing.clone());
    let places = editor.analysis.get_untracked().tidied(&file, &diagram, is_flipped);
    // `command` has already shown the error.
    if !places.is_empty() && editor.place(places, keys::name(Action::Tidy)).is_err() {
        return;
    }
    lay_out_again(canvas);
    canvas.announcement.set(words::tidied().to_owned());
}

/// Removes all stored positions.
fn unplace(canvas: Canvas) {
    if !has_placed(canvas) {
        return canvas.editor.say(words::nothing_placed());
    }
    // `command` has already shown the error.
    let diagram = canvas.editor.diagram.get_untracked();
    if canvas.editor.command(&Command::Unplace(diagram)).is_ok() {
        lay_out_again(canvas);
        canvas.announcement.set(words::arranged_again().to_owned());
    }
}

/// Whether any box was placed by hand.
pub fn has_placed(canvas: Canvas) -> bool {
    canvas.editor.scene.with_untracked(|view| view.base.boxes.iter().any(|found| found.placed))
}

/// Lays out the diagram as when it is opened, and fits it into the view.
fn lay_out_again(canvas: Canvas) {
    canvas.editor.redraw.update(|number| *number += 1);
    canvas.fit();
}

/// Lays out these boxes again and stores their new positions.
pub fn tidy_these(canvas: Canvas, paths: &[NodePath]) {
    let Some(file) = canvas.editor.file.get_untracked() else { return };
    let analysis = canvas.editor.analysis.get_untracked();
    let places = canvas
        .editor
        .scene
        .with_untracked(|view| analysis.arranged((&file, &view.drawing.diagram), &view.scene, paths));
    if !places.is_empty() {
        // `command` has already shown the error.
        let _ = canvas.editor.place(places, keys::name(Action::TidySelection));
    }
}

/// Goes to the nearest box in a direction, or to the first box if nothing is selected.
pub fn go(canvas: Canvas, direction: Direction, extend: bool) {
    let editor = canvas.editor;
    let last = editor.selection.with_untracked(|selection| selection.last().filter(|path| !path.is_root()).cloned());
    let from = last.as_ref().and_then(|path| box_near(canvas, path, direction));
    let next = match &from {
        Some(Near::Box(path)) => editor.scene.with_untracked(|view| neighbor(&view.scene, path, direction)),
        Some(Near::End(path)) => Some(path.clone()),
        None => order(canvas).into_iter().next(),
    };
    let Some(next) = next else {
        return canvas.announcement.set(words::no_box_further().to_owned());
    };
    if !extend {
        return go_to(canvas, &next);
    }
    editor.selection.update(|selection| {
        selection.retain(|path| *path != next);
        selection.push(next.clone());
    });
    reveal(canvas, &next);
    announce(canvas);
}

/// The start of a step.
pub enum Near {
    Box(NodePath),
    /// The end of the connection that is farther in the direction of the step.
    End(NodePath),
}

pub fn box_near(canvas: Canvas, path: &NodePath, direction: Direction) -> Option<Near> {
    canvas.editor.scene.with_untracked(|view| {
        if view.rect(path).is_some() {
            return Some(Near::Box(path.clone()));
        }
        let connection = view.connection(path)?;
        let end = match direction {
            Direction::Left | Direction::Up => &connection.source,
            Direction::Right | Direction::Down => &connection.target,
        };
        (!end.is_root()).then(|| Near::End(end.clone()))
    })
}

/// Goes to the next box in reading order, or to the first one if nothing is selected. After the last box, and before
/// the first, the focus leaves the canvas.
pub fn step(canvas: Canvas, by: isize) -> bool {
    let order = order(canvas);
    let last = canvas.editor.selection.with_untracked(|selection| selection.last().cloned());
    let at = last.and_then(|path| order.iter().position(|other| *other == path));
    let next = at.map_or((by > 0).then_some(0), |at| at.checked_add_signed(by));
    let Some(next) = next.and_then(|next| order.get(next)) else { return false };
    go_to(canvas, next);
    true
}

/// Goes through the connections of a box.
pub fn step_connection(canvas: Canvas, by: isize) {
    let Some(path) = canvas.editor.selection.with_untracked(|selection| selection.last().cloned()) else {
        return canvas.announcement.set(words::select_first().to_owned());
    };
    let of = canvas.connections_of.with_value(|of| of.clone());
    let found = canvas.editor.scene.with_untracked(|view| {
        let is_box = view.rect(&path).is_some();
        let of = if is_box { Some(path.clone()) } else { of }?;
        let mut connections: Vec<NodePath> = Vec::new();
        for connection in view.connections_of(&of) {
            if !connections.contains(&connection.path) {
                connections.push(connection.path.clone());
            }
        }
        let count = isize::try_from(connections.len()).ok().filter(|count| *count > 0)?;
        let at = connections.iter().position(|connection| *connection == path).and_then(|at| isize::try_from(at).ok());
        let next = match at {
            Some(at) => (at + by).rem_euclid(count),
            None if by > 0 => 0,
            None => count - 1,
        };
        let next = usize::try_from(next).ok().and_then(|next| connections.into_iter().nth(next))?;
        Some((of, next))
    });
    let Some((of, next)) = found else {
        return canvas.announcement.set(words::no_connections().to_owned());
    };
    canvas.connections_of.set_value(Some(of));
    select(canvas, &next);
    announce(canvas);
}

/// Zooms so that these boxes fill the view.
pub fn fit_to(canvas: Canvas, paths: &[NodePath]) {
    let rects: Vec<Rect> =
        canvas.editor.scene.with_untracked(|view| paths.iter().filter_map(|path| view.rect(path)).collect());
    let Some(bounds) = bounding_box(&rects) else { return };
    let (width, height) = canvas.size.get_untracked();
    canvas.camera.set(Camera::fitting(bounds.grown(24.0), width, height));
}

/// Moves boxes by a step. Consecutive steps are a single step of undo.
pub fn nudge(canvas: Canvas, paths: &[NodePath], (dx, dy): (f64, f64)) {
    let lane = canvas.editor.scene.with_untracked(|view| {
        let (frame, side) = next_lane(&view.scene, paths.first()?, dx > 0.0)?;
        Some(Command::Enclose { boxes: paths.to_vec(), frame: frame.clone(), side })
    });
    if let Some(command) = lane.filter(|_| dx != 0.0) {
        // The error has been shown already.
        let _ = canvas.editor.command(&command);
        return;
    }
    let positions = moved_by(canvas, paths, dx, dy);
    if !positions.is_empty() {
        canvas.editor.command_repeatedly(&Command::Place(positions));
    }
    if let [path] = paths {
        reveal(canvas, path);
    }
}

/// Aligns or distributes boxes.
pub fn set_in_line(canvas: Canvas, paths: &[NodePath], how: Arrangement) {
    let found: Vec<(NodePath, Rect)> = canvas
        .editor
        .scene
        .with_untracked(|view| paths.iter().filter_map(|path| Some((path.clone(), view.found(path)?.rect))).collect());
    let (paths, rects): (Vec<NodePath>, Vec<Rect>) = found.into_iter().unzip();
    let places = arrange(&rects, how).into_iter().map(|place| Point { x: place.x.round(), y: place.y.round() });
    let places = canvas.editor.scene.with_untracked(|view| {
        let stored = |(path, at): (NodePath, Point)| (path.clone(), view.position_of(&path, at));
        paths.into_iter().zip(places).map(stored).collect()
    });
    // `command` has already shown the error.
    let _ = canvas.editor.place(places, keys::name(Action::Arrange(how)));
}

pub fn with_some(canvas: Canvas, then: impl FnOnce(Vec<NodePath>)) {
    let paths = canvas.editor.selection.get_untracked();
    let paths: Vec<NodePath> = paths.into_iter().filter(|path| !path.is_root()).collect();
    if paths.is_empty() {
        return canvas.announcement.set(words::nothing_selected().to_owned());
    }
    then(paths);
}

/// Edits the name of the selected box where it is drawn; other names in the inspector.
fn rename(canvas: Canvas) {
    with_one(canvas, |path| {
        let is_drawn = !canvas.as_table.get_untracked()
            && !untrack(|| canvas.editor.is_read_only())
            && path.last_key().is_some()
            && canvas
                .editor
                .scene
                .with_untracked(|view| view.found(&path).is_some_and(|found| split(&found.path).is_none()));
        match is_drawn {
            true => {
                reveal(canvas, &path);
                canvas.naming.set(Some(Naming { path, since: None }));
            }
            false => drop(act(canvas, Action::Inspect)),
        }
    });
}

pub fn with_one(canvas: Canvas, then: impl FnOnce(NodePath)) {
    let paths = canvas.editor.selection.get_untracked();
    match paths.as_slice() {
        [path] => then(path.clone()),
        _ => canvas.announcement.set(words::select_one().to_owned()),
    }
}

/// The steps of a move with the keys, in units of the diagram: small and large.
pub const STEP: f64 = 8.0;

pub const FAR: f64 = 64.0;

/// Lets the wheel zoom or move the view, and remembers the choice.
fn toggle_wheel(canvas: Canvas) {
    let zooms = !canvas.wheel_zooms.get_untracked();
    canvas.wheel_zooms.set(zooms);
    remember(WHEEL_ZOOMS, zooms.then_some("zooms"));
    canvas.editor.say(if zooms { words::wheel_zooms() } else { words::wheel_pans() });
}

/// Shows or hides the legend, and remembers the choice.
fn toggle_legend(canvas: Canvas) {
    let is_wanted = !canvas.has_legend.get_untracked();
    canvas.has_legend.set(is_wanted);
    remember(LEGEND_SHOWN, is_wanted.then_some("shown"));
    canvas.announcement.set(if is_wanted { legend::shown() } else { legend::hidden() }.to_owned());
}

/// Shows or hides the minimap, and remembers the choice.
fn toggle_map(canvas: Canvas) {
    let is_wanted = !canvas.has_map.get_untracked();
    canvas.has_map.set(is_wanted);
    remember(MAP_HIDDEN, (!is_wanted).then_some("hidden"));
    canvas.announcement.set(if is_wanted { words::map_shown() } else { words::map_hidden() }.to_owned());
}
