//! Questions about the focused or open file.

use descriptorium_core::text::FilePath;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::state::canvas::Canvas;
use crate::state::question::{FileQuestion, Question};
use crate::words::file_actions as words;

/// Opens a question about the file of the focused row, or else about the open file.
pub fn ask_about(canvas: Canvas, question: impl Fn(FilePath) -> FileQuestion) {
    let row = file_at(document().active_element().map(Into::into));
    let path = row.or_else(|| canvas.editor.file.get_untracked());
    let there = path.filter(|path| canvas.editor.analysis.get_untracked().file(path).is_some());
    match there {
        Some(path) => canvas.ask(Question::File(question(path)), None),
        None => canvas.editor.fail(words::no_file_is_open()),
    }
}

/// The file in the row of an event target.
pub fn file_at(target: Option<web_sys::EventTarget>) -> Option<FilePath> {
    let element = target?.dyn_into::<web_sys::Element>().ok()?;
    FilePath::new(&element.closest("[data-file]").ok()??.get_attribute("data-file")?)
}
