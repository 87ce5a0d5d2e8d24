//! What the keys and the list of commands do.

use descriptorium_core::scene::Rect;
use descriptorium_core::scene::fold::split;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use descriptorium_core::topology::{Command, Point};
use leptos::prelude::*;

use crate::canvas::Canvas;
use crate::canvas::arrange::{Arrangement, arrange};
use crate::canvas::camera::Camera;
use crate::canvas::clipboard::{copy_selected, paste_here};
use crate::canvas::folds::turn;
use crate::canvas::gesture::{end, moved_by};
use crate::canvas::map;
use crate::canvas::neighbors::{Direction, neighbor, reading_order};
use crate::canvas::question::Question;
use crate::canvas::spoken;
use crate::files::{FileQuestion, ask_about};
use crate::keys::{self, Action, FileAction};
use crate::language;
use crate::panel::actions::{Effects, duplicate};
use crate::save::save_all;
use crate::words::canvas as words;
use crate::words::inside;

/// The step of a move, in units of the drawing, and that of a far one.
const STEP: f64 = 8.0;
const FAR: f64 = 64.0;

/// How far a key pans, in CSS pixels.
const PAN: f64 = 80.0;

/// Does what is asked for: what shows the drawing and keeps what was done at once, all else as soon as it can be done.
/// Whether there was anything to do: where there was not, the key keeps its own meaning.
pub fn act(canvas: Canvas, action: Action) -> bool {
    let editor = canvas.editor;
    match action {
        Action::Save => {
            // What is being typed into a field is part of it.
            crate::dom::commit_field();
            save_all(editor);
        }
        Action::Undo => editor.undo(),
        Action::Redo => editor.redo(),
        Action::NextPane => next_pane(canvas),
        Action::Pan(direction) => {
            let (dx, dy) = direction.step(PAN);
            canvas.camera.update(|camera| *camera = camera.panned(-dx, -dy));
        }
        Action::ZoomIn => canvas.zoom_by(1.25),
        Action::ZoomOut => canvas.zoom_by(1.0 / 1.25),
        Action::ActualSize => canvas.zoom_by(1.0 / canvas.camera.get_untracked().zoom),
        Action::Fit => canvas.fit(),
        Action::Press(id) => crate::dom::press(id),
        Action::Text(action) => editor.ask_text(action),
        _ => match editor.part.here() {
            Some(part) => return (part.act)(canvas, action),
            // As long as the keyboard finds no boxes, it is not held among them.
            None if matches!(action, Action::Next | Action::Previous) => return false,
            None => editor.with_part(move |part| {
                (part.act)(canvas, action);
            }),
        },
    }
    true
}

/// Does what [`act`] does not do at once. Whether there was anything to do.
pub fn act_later(canvas: Canvas, action: Action) -> bool {
    let editor = canvas.editor;
    let is_of_another = || editor.selection.with_untracked(|paths| paths.iter().any(|path| split(path).is_some()));
    if changes_selection(action) && is_of_another() {
        editor.fail(inside::is_of_another());
        return true;
    }
    match action {
        Action::Commands => canvas.ask(Question::Commands, None),
        Action::Shortcuts => canvas.ask(Question::Shortcuts, None),
        Action::Speak(language) => language::choose(canvas, language),
        Action::Select(direction) => go(canvas, direction, false),
        Action::Extend(direction) => go(canvas, direction, true),
        Action::Next => return step(canvas, 1),
        Action::Previous => return step(canvas, -1),
        Action::NextWire => step_wire(canvas, 1),
        Action::PreviousWire => step_wire(canvas, -1),
        Action::SelectAll => {
            let mut all = order(canvas);
            all.retain(|path| split(path).is_none());
            editor.selection.set(all);
            announce(canvas);
        }
        Action::SelectSeveral => {
            let is_on = !canvas.several.get_untracked();
            canvas.several.set(is_on);
            editor.say(if is_on { words::several_on() } else { words::several_off() });
        }
        Action::SelectNone => {
            end(canvas);
            canvas.several.set(false);
            editor.selection.set(Vec::new());
            announce(canvas);
        }
        Action::Copy => with_some(canvas, |_| copy_selected(canvas, false)),
        Action::Cut => with_some(canvas, |_| copy_selected(canvas, true)),
        Action::Paste => paste_here(canvas, None),
        Action::Search => canvas.ask(Question::Search, None),
        Action::Menu => canvas.ask_what_to_do(None),
        Action::Find => canvas.ask(Question::Find, None),
        Action::Add => canvas.ask(Question::Add { at: None }, None),
        Action::Connect => with_one(canvas, |path| canvas.ask(Question::Start(path), None)),
        Action::Promote => with_one(canvas, |path| canvas.ask(Question::Promote(path), None)),
        Action::Open => with_one(canvas, |path| {
            if !open_type(canvas, &path) {
                editor.fail(words::no_descriptor_to_open());
            }
        }),
        Action::Turn => with_one(canvas, |path| turn(canvas, &path)),
        Action::Back => back(canvas),
        Action::Inspect => {
            crate::dom::press("tab-inspector");
            crate::dom::write_over(".inspector .name-line input");
        }
        Action::Duplicate => with_some(canvas, |_| duplicate(editor)),
        Action::Remove => with_some(canvas, |paths| remove(canvas, paths)),
        Action::Retype => with_one(canvas, |path| {
            if let Some(file) = editor.file.get_untracked() {
                canvas.ask(Question::Retype { file, path }, None);
            }
        }),
        Action::Extract => with_some(canvas, |_| canvas.ask(Question::Extract, None)),
        // A refusal is said.
        Action::Inline => with_one(canvas, |path| drop(editor.command(&Command::Inline { path }))),
        Action::Move(direction) => with_some(canvas, |paths| nudge(canvas, &paths, direction.step(STEP))),
        Action::MoveFar(direction) => with_some(canvas, |paths| nudge(canvas, &paths, direction.step(FAR))),
        Action::Arrange(how) => with_some(canvas, |paths| set_in_line(canvas, &paths, how)),
        Action::Tidy => tidy(canvas),
        Action::TidySelection => with_some(canvas, |paths| tidy_these(canvas, &paths)),
        Action::FitSelection => with_some(canvas, |paths| fit_to(canvas, &paths)),
        Action::Table => {
            canvas.as_table.update(|as_table| *as_table = !*as_table);
            // What is shown now takes the keyboard, once it is shown.
            request_animation_frame(move || canvas.focus());
        }
        Action::Map => map::turn(canvas),
        Action::CopyLink => crate::address::copy_link(canvas),
        Action::SavePicture => editor.with_part(move |part| (part.save_svg)(editor)),
        Action::SavePixels => editor.with_part(move |part| (part.save_png)(editor)),
        Action::New(template) => canvas.ask(Question::File(FileQuestion::New(template)), None),
        Action::File(action) => match action {
            FileAction::New => canvas.ask(Question::File(FileQuestion::Kinds), None),
            FileAction::Open => canvas.ask(Question::File(FileQuestion::Open), None),
            FileAction::Rename => ask_about(canvas, FileQuestion::Rename),
            FileAction::Duplicate => ask_about(canvas, FileQuestion::Duplicate),
            FileAction::Delete => ask_about(canvas, FileQuestion::Delete),
            FileAction::Download => {
                if let Some(path) = editor.file.get_untracked() {
                    crate::begin::download(editor, &path);
                }
            }
        },
        Action::Documentation => {
            // Where the browser refuses a new page, nothing is lost.
            let _ = window().open_with_url_and_target_and_features("../", "_blank", "noopener");
        }
        // Done at once.
        Action::Save
        | Action::Undo
        | Action::Redo
        | Action::NextPane
        | Action::Pan(_)
        | Action::ZoomIn
        | Action::ZoomOut
        | Action::ActualSize
        | Action::Fit
        | Action::Press(_)
        | Action::Text(_) => return false,
    }
    true
}

/// Whether an action changes what is selected in the text, which has to be of the text that is drawn.
fn changes_selection(action: Action) -> bool {
    matches!(
        action,
        Action::Connect
            | Action::Promote
            | Action::Cut
            | Action::Duplicate
            | Action::Remove
            | Action::Retype
            | Action::Extract
            | Action::Inline
            | Action::Move(_)
            | Action::MoveFar(_)
            | Action::Arrange(_)
            | Action::TidySelection
    )
}

/// Selects one thing, and shows it in the text.
pub fn select(canvas: Canvas, path: &NodePath) {
    canvas.editor.selection.set(vec![path.clone()]);
    let Some(file) = canvas.editor.file.get_untracked() else { return };
    let analysis = canvas.editor.analysis.get_untracked();
    let span = analysis.file(&file).and_then(|source| source.key_span(path));
    if let Some(span) = span {
        canvas.editor.reveal_span(span, false);
    }
}

/// As [`select`], with the place brought on screen and said.
pub fn go_to(canvas: Canvas, path: &NodePath) {
    select(canvas, path);
    reveal(canvas, path);
    announce(canvas);
}

/// Opens the descriptor of a box; whether there is one.
pub fn open_type(canvas: Canvas, path: &NodePath) -> bool {
    let analysis = canvas.editor.analysis.get_untracked();
    let Some(file) = canvas.editor.file.get_untracked() else { return false };
    let Some((origin, inner)) = analysis.origin(&file, path) else { return false };
    let Some(topology) = analysis.topology(&origin) else { return false };
    let of = topology.vertex(&inner).and_then(|index| topology.graph[index].of.clone());
    let entry = of.as_ref().and_then(|of| analysis.catalog().resolve_range(of).found());
    let other = entry.filter(|entry| entry.file != file);
    if let Some(entry) = other {
        let name = entry.name.name.to_string();
        canvas.trail.update(|trail| trail.push((file.clone(), path.clone())));
        canvas.led_to.set_value(Some(entry.file.clone()));
        canvas.editor.show(&entry.file);
        let count = canvas.editor.scene.with_untracked(|view| reading_order(&view.scene).len());
        canvas.said.set(words::drilled_in(count, &name));
    }
    other.is_some()
}

/// Goes back to the drawing from which this one was opened, and to the box there.
fn back(canvas: Canvas) {
    let Some((file, path)) = canvas.trail.try_update(Vec::pop).flatten() else {
        return canvas.said.set(words::nothing_led_here().to_owned());
    };
    canvas.led_to.set_value(Some(file.clone()));
    canvas.editor.show(&file);
    go_to(canvas, &path);
    let name = super::trail::title(canvas, &file);
    canvas.said.update(|said| *said = words::drilled_out(&name, said));
}

/// Lays all boxes out anew, and forgets where they were put.
fn tidy(canvas: Canvas) {
    let placed = canvas.editor.scene.with_untracked(|view| view.scene.boxes.iter().any(|found| found.placed));
    if placed && canvas.editor.command(&Command::Unplace).is_err() {
        return;
    }
    canvas.editor.redraw.update(|number| *number += 1);
    canvas.fit();
    canvas.said.set(words::tidied().to_owned());
}

/// Lays these out anew, and puts them there.
fn tidy_these(canvas: Canvas, paths: &[NodePath]) {
    let Some(file) = canvas.editor.file.get_untracked() else { return };
    let analysis = canvas.editor.analysis.get_untracked();
    let places = canvas.editor.scene.with_untracked(|view| analysis.tidied(&file, &view.scene, paths));
    if !places.is_empty() {
        // A refusal is said.
        let _ = canvas.editor.place(places, title_of(Action::TidySelection));
    }
}

/// What an action is called in the table of keys.
fn title_of(action: Action) -> &'static str {
    keys::shortcut(action).map_or("", |row| (row.title)())
}

/// Takes these away; what goes along is shown before.
pub fn remove(canvas: Canvas, paths: Vec<NodePath>) {
    if let Some(file) = canvas.editor.file.get_untracked() {
        carefully(canvas, &file, Command::Remove(paths));
    }
}

/// Does what is asked for in a file. What it does besides is shown before, if there is anything.
pub fn carefully(canvas: Canvas, file: &FilePath, command: Command) {
    let (editor, file) = (canvas.editor, file.clone());
    editor.with_part(move |part| {
        let effects = (part.effects)(&editor.analysis.get_untracked(), &file, &command);
        if effects == Effects::default() {
            return go_on(canvas, &file, &command);
        }
        canvas.ask(Question::Sure { file, command, effects }, None);
    });
}

/// Does what is asked for with all that it does besides.
pub fn go_on(canvas: Canvas, file: &FilePath, command: &Command) {
    let done = canvas.editor.command_in(file, command).is_ok();
    if let (Command::Remove(paths), true) = (command, done) {
        // Of a mapping, the property may be left.
        canvas.editor.selection.update(|selection| selection.retain(|path| !paths.contains(path)));
    }
}

fn order(canvas: Canvas) -> Vec<NodePath> {
    canvas.editor.scene.with_untracked(|view| reading_order(&view.scene))
}

/// Goes to the box that lies next, or from nothing to the first one.
fn go(canvas: Canvas, direction: Direction, extend: bool) {
    let editor = canvas.editor;
    let last = editor.selection.with_untracked(|selection| selection.last().filter(|path| !path.is_root()).cloned());
    let from = last.as_ref().and_then(|path| box_near(canvas, path, direction));
    let next = match &from {
        Some(Near::Box(path)) => editor.scene.with_untracked(|view| neighbor(&view.scene, path, direction)),
        Some(Near::End(path)) => Some(path.clone()),
        None => order(canvas).into_iter().next(),
    };
    let Some(next) = next else {
        return canvas.said.set(words::no_box_further().to_owned());
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

/// From where a step is taken.
enum Near {
    Box(NodePath),
    /// The end of a wire that lies in the direction of the step.
    End(NodePath),
}

fn box_near(canvas: Canvas, path: &NodePath, direction: Direction) -> Option<Near> {
    canvas.editor.scene.with_untracked(|view| {
        if view.found(path).is_some() {
            return Some(Near::Box(path.clone()));
        }
        let wire = view.scene.wires.iter().find(|wire| wire.path == *path)?;
        let end = match direction {
            Direction::Left | Direction::Up => &wire.source,
            Direction::Right | Direction::Down => &wire.target,
        };
        (!end.is_root()).then(|| Near::End(end.clone()))
    })
}

/// Goes from what is selected to the next box in reading order, from nothing on to the first one; past the last one, and
/// from nothing back, the keyboard leaves the canvas.
fn step(canvas: Canvas, by: isize) -> bool {
    let order = order(canvas);
    let last = canvas.editor.selection.with_untracked(|selection| selection.last().cloned());
    let at = last.and_then(|path| order.iter().position(|other| *other == path));
    let next = at.map_or((by > 0).then_some(0), |at| at.checked_add_signed(by));
    let Some(next) = next.and_then(|next| order.get(next)) else { return false };
    go_to(canvas, next);
    true
}

/// Goes from a box to its wires, one after the other.
fn step_wire(canvas: Canvas, by: isize) {
    let Some(path) = canvas.editor.selection.with_untracked(|selection| selection.last().cloned()) else {
        return canvas.said.set(words::select_first().to_owned());
    };
    let of = canvas.wires_of.with_value(|of| of.clone());
    let found = canvas.editor.scene.with_untracked(|view| {
        let is_box = view.found(&path).is_some();
        let of = if is_box { Some(path.clone()) } else { of }?;
        let mut wires: Vec<NodePath> = Vec::new();
        for wire in view.scene.wires.iter().filter(|wire| wire.source == of || wire.target == of) {
            if !wires.contains(&wire.path) {
                wires.push(wire.path.clone());
            }
        }
        let count = isize::try_from(wires.len()).ok().filter(|count| *count > 0)?;
        let at = wires.iter().position(|wire| *wire == path).and_then(|at| isize::try_from(at).ok());
        let next = match at {
            Some(at) => (at + by).rem_euclid(count),
            None if by > 0 => 0,
            None => count - 1,
        };
        let next = usize::try_from(next).ok().and_then(|next| wires.into_iter().nth(next))?;
        Some((of, next))
    });
    let Some((of, next)) = found else {
        return canvas.said.set(words::no_wires().to_owned());
    };
    canvas.wires_of.set_value(Some(of));
    select(canvas, &next);
    announce(canvas);
}

/// Says what is selected.
pub fn announce(canvas: Canvas) {
    let order = order(canvas);
    let selection = canvas.editor.selection.get_untracked();
    let text = canvas.editor.scene.with_untracked(|view| spoken::of_selection(view, &selection, &order));
    canvas.said.set(text);
}

/// Moves the view by as little as shows a box.
pub fn reveal(canvas: Canvas, path: &NodePath) {
    const MARGIN: f64 = 48.0;
    let Some(rect) = canvas.editor.scene.with_untracked(|view| view.found(path).map(|found| found.rect)) else {
        return;
    };
    let (width, height) = canvas.size.get_untracked();
    let camera = canvas.camera.get_untracked();
    let from = camera.to_screen(Point { x: rect.x, y: rect.y });
    let shift = |start: f64, length: f64, room: f64| {
        let before = MARGIN - start;
        let behind = room - MARGIN - (start + length);
        if before > 0.0 || length > room - 2.0 * MARGIN { before } else { behind.min(0.0) }
    };
    let dx = shift(from.x, rect.width * camera.zoom, width);
    let dy = shift(from.y, rect.height * camera.zoom, height);
    if dx != 0.0 || dy != 0.0 {
        canvas.camera.set(camera.panned(dx, dy));
    }
}

/// Shows these as large as they fit.
fn fit_to(canvas: Canvas, paths: &[NodePath]) {
    let rects: Vec<Rect> = canvas
        .editor
        .scene
        .with_untracked(|view| paths.iter().filter_map(|path| view.found(path)).map(|found| found.rect).collect());
    let Some(bounds) = around(&rects) else { return };
    let (width, height) = canvas.size.get_untracked();
    canvas.camera.set(Camera::fitting(bounds, width, height));
}

/// The least rectangle around these.
pub fn around(rects: &[Rect]) -> Option<Rect> {
    let left = rects.iter().map(|rect| rect.x).reduce(f64::min)?;
    let top = rects.iter().map(|rect| rect.y).reduce(f64::min)?;
    let right = rects.iter().map(|rect| rect.x + rect.width).reduce(f64::max)?;
    let bottom = rects.iter().map(|rect| rect.y + rect.height).reduce(f64::max)?;
    Some(Rect { x: left, y: top, width: right - left, height: bottom - top })
}

/// Moves boxes by a step; one step of undo with the steps just before.
fn nudge(canvas: Canvas, paths: &[NodePath], (dx, dy): (f64, f64)) {
    let positions = moved_by(canvas, paths, dx, dy);
    if !positions.is_empty() {
        canvas.editor.command_repeatedly(&Command::Place(positions));
    }
    if let [path] = paths {
        reveal(canvas, path);
    }
}

/// Sets boxes in line, or at equal distances.
fn set_in_line(canvas: Canvas, paths: &[NodePath], how: Arrangement) {
    let found: Vec<(NodePath, Rect)> = canvas
        .editor
        .scene
        .with_untracked(|view| paths.iter().filter_map(|path| Some((path.clone(), view.found(path)?.rect))).collect());
    let (paths, rects): (Vec<NodePath>, Vec<Rect>) = found.into_iter().unzip();
    let places = arrange(&rects, how).into_iter().map(|place| Point { x: place.x.round(), y: place.y.round() });
    // A refusal is said.
    let _ = canvas.editor.place(paths.into_iter().zip(places).collect(), title_of(Action::Arrange(how)));
}

fn with_some(canvas: Canvas, then: impl FnOnce(Vec<NodePath>)) {
    let paths = canvas.editor.selection.get_untracked();
    let paths: Vec<NodePath> = paths.into_iter().filter(|path| !path.is_root()).collect();
    if paths.is_empty() {
        return canvas.said.set(words::nothing_selected().to_owned());
    }
    then(paths);
}

fn with_one(canvas: Canvas, then: impl FnOnce(NodePath)) {
    let paths = canvas.editor.selection.get_untracked();
    match paths.as_slice() {
        [path] => then(path.clone()),
        _ => canvas.said.set(words::select_one().to_owned()),
    }
}

/// Gives the keyboard to the pane after the one that has it: the files, the palette, the canvas, the tab that is shown.
fn next_pane(canvas: Canvas) {
    let panes = [".files", ".palette", ".center", "#right"];
    let enter = |side: &str, selector: &str| {
        crate::dom::show_side(side);
        crate::dom::focus_on(selector);
    };
    let active = document().active_element();
    let has = |pane: &&str| active.as_ref().is_some_and(|active| matches!(active.closest(pane), Ok(Some(_))));
    let at = panes.iter().position(has).unwrap_or(panes.len() - 1);
    match (at + 1) % panes.len() {
        0 => enter("files", ".files [tabindex='0']"),
        1 => enter("files", ".palette .search"),
        2 => {
            crate::dom::show_side("canvas");
            canvas.focus();
        }
        _ => enter("views", "#right [role='tab'][aria-selected='true']"),
    }
}
