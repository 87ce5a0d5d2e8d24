//! Attaches files that the user dropped on a box or a row of the inspector, or chose: their text edit is a step of undo, and
//! they are written to the folder with the next save.

use descriptorium_core::content::Files as _;
use descriptorium_core::edit::FileChange;
use descriptorium_core::package::{self, MAX_FILE, Writing};
use descriptorium_core::scene::fold::split;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use descriptorium_core::topology::Command;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{DragEvent, Element, File, HtmlInputElement};

use crate::browser::file::read;
use crate::gestures::import::{has_folder, import_files, writable};
use crate::gestures::pointer::spot;
use crate::model::hit::{Hit, hit};
use crate::state::canvas::Canvas;
use crate::state::dragging::change;
use crate::words::{files as words, shell};

/// The rows of the inspector, by the paths of their values.
const ROWS: [&str; 3] = ["data-attach", "data-field", "data-group"];
/// Marks the row under a dragged file.
const OVER: &str = "data-over";
/// The id of the input that opens the file picker.
const INPUT: &str = "attach-file";

/// Attaches files to the part that they were dropped on, or imports them.
pub fn accept_files(canvas: Canvas, files: Vec<File>, drop: Option<&DragEvent>) {
    drag_over(canvas, None);
    match drop.and_then(|event| part_at(canvas, event)) {
        Some((path, _)) => attach(canvas, path, files),
        None => import_files(canvas, files),
    }
}

/// Highlights the part that would take a dragged file.
pub fn drag_over(canvas: Canvas, event: Option<&DragEvent>) {
    let found = event.and_then(|event| part_at(canvas, event));
    let (path, row) = found.unzip();
    let row = row.flatten();
    if let Ok(Some(before)) = document().query_selector(&format!("[{OVER}]"))
        && row.as_ref() != Some(&before)
    {
        // Removing an attribute of an element cannot fail.
        let _ = before.remove_attribute(OVER);
    }
    let in_diagram = path.filter(|_| row.is_none());
    if let Some(row) = row {
        let _ = row.set_attribute(OVER, "");
    }
    change(canvas.drop_target, in_diagram.map(|path| (path, true)));
}

/// The part under the pointer that takes files, and its row if it is in the inspector.
fn part_at(canvas: Canvas, event: &DragEvent) -> Option<(NodePath, Option<Element>)> {
    let editor = canvas.editor;
    let analysis = editor.analysis.get_untracked();
    let file = editor.file.get_untracked()?;
    let takes = |path: &NodePath| analysis.takes_files(&file, path);
    let element: Element = event.target()?.dyn_into().ok()?;
    let rows = ROWS.map(|row| format!("[{row}]")).join(", ");
    if let Ok(Some(row)) = element.closest(&rows) {
        let pointer = ROWS.iter().find_map(|name| row.get_attribute(name))?;
        let root = analysis.file(&file)?.root.clone()?;
        let path = NodePath::parse(&pointer, &root).filter(takes)?;
        return Some((path, Some(row)));
    }
    let is_inside = canvas.element.get_untracked().is_some_and(|canvas| canvas.contains(Some(&element)));
    let (x, y) = spot(event);
    let at = canvas.camera.get_untracked().to_scene(canvas.screen(x, y));
    let found = editor.scene.with_untracked(|view| hit(&view.scene, at, 0.0));
    match found {
        Hit::Box(path) | Hit::Port { vertex: path, .. } if is_inside && split(&path).is_none() && takes(&path) => {
            Some((path, None))
        }
        _ => None,
    }
}

/// Lets the user choose files for the part at a path.
pub fn choose(canvas: Canvas, path: NodePath) {
    let editor = canvas.editor;
    let takes = editor
        .file
        .get_untracked()
        .is_some_and(|file| editor.analysis.with_untracked(|analysis| analysis.takes_files(&file, &path)));
    if !takes {
        return editor.fail(&words::not_attached(words::takes_no_file()));
    }
    if let Some(before) = document().get_element_by_id(INPUT) {
        before.remove();
    }
    let Ok(Ok(input)) = document().create_element("input").map(JsCast::dyn_into::<HtmlInputElement>) else { return };
    input.set_type("file");
    input.set_multiple(true);
    input.set_id(INPUT);
    input.set_class_name("hidden");
    let chosen = Closure::once_into_js(move |event: web_sys::Event| {
        let input = event_target::<HtmlInputElement>(&event);
        let list = input.files();
        let all = list.iter().flat_map(|list| (0..list.length()).filter_map(|index| list.get(index)));
        attach(canvas, path, all.collect());
        input.remove();
        canvas.focus();
    });
    input.set_onchange(Some(chosen.unchecked_ref()));
    // The input is part of the page, so that the picker also opens in browsers that ignore detached ones.
    if let Some(body) = document().body()
        && body.append_child(&input).is_ok()
    {
        input.click();
    }
}

/// Attaches files to the part at a path, one after the other.
fn attach(canvas: Canvas, path: NodePath, files: Vec<File>) {
    let editor = canvas.editor;
    spawn_local(async move {
        for file in files {
            let name = file.name();
            let attached = match file.size() > MAX_FILE as f64 {
                true => Err(words::too_large().to_owned()),
                false => match read(&file).await {
                    Ok(bytes) => attach_one(canvas, &path, &name, bytes),
                    Err(why) => Err(why),
                },
            };
            if let Err(why) = attached {
                editor.fail(&words::not_attached(&format!("{name}: {why}")));
            }
        }
    });
}

/// Attaches a file, or returns the reason why it cannot be stored.
fn attach_one(canvas: Canvas, path: &NodePath, name: &str, bytes: Vec<u8>) -> Result<(), String> {
    let editor = canvas.editor;
    if untrack(|| editor.is_read_only()) {
        return Err(shell::read_only_folder().to_owned());
    }
    let (Some((open, operations)), Some(files)) = (editor.operations_here(), editor.other_files.get_value()) else {
        return Err(shell::loading().to_owned());
    };
    let analysis = editor.analysis.get_untracked();
    let at = analysis.attachment(&open, path, name).ok_or(words::takes_no_file())?;
    let is_text = package::is_source_path(&at);
    let at: FilePath = writable(at, if is_text { Writing::NewText } else { Writing::NewArtifact })?;
    let command = Command::Attach { path: path.clone(), file: at.clone() };
    let mut change = (operations.command)(&analysis, &open, &command).map_err(|error| error.to_string())?;
    let differs = || Err(words::file_differs(at.as_str()));
    let is_new = if is_text {
        let text = String::from_utf8(bytes).map_err(|_| words::not_utf8().to_owned())?;
        match analysis.file(&at) {
            Some(there) if *there.text != *text => return differs(),
            Some(_) => false,
            None => {
                change.files.push(FileChange::Create { path: at.clone(), text });
                true
            }
        }
    } else {
        let there = files.size(&at).is_ok().then(|| files.read(&at));
        if there.iter().flatten().any(|there| **there != *bytes) {
            return differs();
        }
        let is_same = there.is_some_and(|there| there.is_ok());
        if !is_same {
            files.add_file(at.clone(), bytes.into());
            editor.arrived();
        }
        !is_same
    };
    let is_edited = change.edits.values().any(|edit| !edit.is_empty());
    if is_edited || !change.files.is_empty() {
        // The error has been shown already.
        if editor.apply_quietly(&change).is_err() {
            return Ok(());
        }
    }
    let message = match (is_new, has_folder(editor)) {
        (false, _) => words::file_named,
        (true, true) => words::file_added,
        (true, false) => words::file_in_page,
    };
    editor.say(&message(at.as_str()));
    Ok(())
}
