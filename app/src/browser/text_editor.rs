//! The interface to the text editor, which is written in JavaScript (`editor/editor.js`) and loaded lazily. Offsets are
//! in its units: UTF-16 units, and 1 for a line break.

use descriptorium_core::diagnostic::Severity;
use js_sys::{Array, Object, Reflect};
use wasm_bindgen::prelude::*;

use crate::words;

#[wasm_bindgen(module = "/editor/load.js")]
extern "C" {
    #[wasm_bindgen(catch, js_name = textEditor)]
    async fn fetched(
        parent: &web_sys::Element,
        label: &str,
        phrases: &JsValue,
        app: &JsValue,
    ) -> Result<JsValue, JsValue>;
}

#[wasm_bindgen]
extern "C" {
    /// A text editor in the page.
    #[derive(Clone)]
    pub type TextEditor;

    #[wasm_bindgen(method, js_name = remount)]
    fn remount_with(this: &TextEditor, parent: &web_sys::Element, label: &str, phrases: &JsValue);

    /// Shows the text of a file, scrolled to where the user left it.
    #[wasm_bindgen(method)]
    pub fn show(this: &TextEditor, name: &str, text: &str, read_only: bool);

    /// Replaces the text by `text` with the smallest change.
    #[wasm_bindgen(method)]
    pub fn reset(this: &TextEditor, text: &str);

    /// The length of the text.
    #[wasm_bindgen(method)]
    pub fn length(this: &TextEditor) -> usize;

    #[wasm_bindgen(method, js_name = forgetCompletions)]
    pub fn forget_completions(this: &TextEditor);

    #[wasm_bindgen(method, js_name = setReadOnly)]
    pub fn set_read_only(this: &TextEditor, read_only: bool);

    #[wasm_bindgen(method, js_name = edit)]
    fn edit_flat(this: &TextEditor, changes: &Array);

    #[wasm_bindgen(method, js_name = setDiagnostics)]
    fn set_diagnostics(this: &TextEditor, places: &[u32]);

    #[wasm_bindgen(method, js_name = setHints)]
    fn set_hints(this: &TextEditor, hints: &Array);

    #[wasm_bindgen(method)]
    fn highlight(this: &TextEditor, ranges: &Array);

    /// Selects the text from `anchor` to `head` and scrolls it into view.
    #[wasm_bindgen(method)]
    pub fn select(this: &TextEditor, anchor: usize, head: usize);

    /// The selection as `[anchor, head]`.
    #[wasm_bindgen(method)]
    fn selection(this: &TextEditor) -> Array;

    /// Runs a command of the text editor itself, by its name in `commands` of `editor.js`.
    #[wasm_bindgen(method)]
    pub fn run(this: &TextEditor, command: &str);

    /// Focuses the text editor.
    #[wasm_bindgen(method)]
    pub fn focus(this: &TextEditor);
}

/// A replacement of a piece of text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    pub from: usize,
    pub to: usize,
    pub insert: String,
}

/// A completion for the text between `from` and `to`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Completions {
    pub from: usize,
    pub to: usize,
    pub options: Vec<CompletionItem>,
}

impl Completions {
    /// The same after `length` more units were typed at the cursor.
    #[must_use]
    pub fn grown(mut self, length: usize) -> Self {
        self.to += length;
        let pieces = self.options.iter_mut().flat_map(|option| &mut option.also);
        for piece in pieces.filter(|piece| piece.from >= self.from) {
            (piece.from, piece.to) = (piece.from + length, piece.to + length);
        }
        self
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompletionItem {
    pub label: String,
    pub detail: String,
    pub info: String,
    pub kind: &'static str,
    pub insert: String,
    /// Changes elsewhere in the text, such as an import.
    pub also: Vec<Piece>,
}

/// A note on a range of the text, in HTML that the core has rendered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    pub from: usize,
    pub to: usize,
    pub html: String,
}

/// The message of a finding, and the titles of its fixes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Finding {
    pub message: String,
    pub code: &'static str,
    pub help: String,
    pub fixes: Vec<String>,
}

/// The events and queries of the text editor.
pub struct Callbacks {
    /// The changes by the user, and their kind: `input.type`, `input.paste`, `delete.backward` ...
    pub edited: Box<dyn Fn(Vec<Piece>, String)>,
    pub selected: Box<dyn Fn(usize)>,
    pub complete: Box<dyn Fn(usize) -> Option<Completions>>,
    pub hover: Box<dyn Fn(usize) -> Option<Note>>,
    /// A finding by its index in the list that was shown last.
    pub finding: Box<dyn Fn(usize) -> Finding>,
    /// Applies a fix, by the index of the finding and the index of the fix.
    pub fix: Box<dyn Fn(usize, usize)>,
    pub undo: Box<dyn Fn()>,
    pub redo: Box<dyn Fn()>,
    /// Goes to the definition of the name at this offset.
    pub define: Box<dyn Fn(usize)>,
    /// Offers the fixes for the findings in the line at this offset.
    pub fix_line: Box<dyn Fn(usize)>,
}

/// Creates a text editor in `parent`. It exists as long as the page. `None` if the script cannot be loaded.
pub async fn create(parent: &web_sys::Element, label: &str, callbacks: Callbacks) -> Option<TextEditor> {
    let Callbacks { edited, selected, complete, hover, finding, fix, undo, redo, define, fix_line } = callbacks;
    let edited = Closure::<dyn Fn(Array, String)>::new(move |changes: Array, kind| edited(pieces(&changes), kind));
    let selected = Closure::<dyn Fn(usize, usize)>::new(move |_anchor, head| selected(head));
    let complete = Closure::<dyn Fn(usize) -> JsValue>::new(move |offset| completions(complete(offset)));
    let hover = Closure::<dyn Fn(usize) -> JsValue>::new(move |offset| hover(offset).map_or(JsValue::NULL, note));
    let finding = Closure::<dyn Fn(usize) -> JsValue>::new(move |number| finding_object(&finding(number)));
    let app = object([
        ("edited", edited.into_js_value()),
        ("selected", selected.into_js_value()),
        ("complete", complete.into_js_value()),
        ("hover", hover.into_js_value()),
        ("finding", finding.into_js_value()),
        ("fix", Closure::<dyn Fn(usize, usize)>::new(fix).into_js_value()),
        ("undo", Closure::<dyn Fn()>::new(undo).into_js_value()),
        ("redo", Closure::<dyn Fn()>::new(redo).into_js_value()),
        ("define", Closure::<dyn Fn(usize)>::new(define).into_js_value()),
        ("fixLine", Closure::<dyn Fn(usize)>::new(fix_line).into_js_value()),
    ]);
    fetched(parent, label, &phrases(), &app).await.ok().map(JsCast::unchecked_into)
}

/// The words of the text editor, by their English names.
fn phrases() -> JsValue {
    let phrases = Object::new();
    for (english, phrase) in words::phrases::all() {
        // Setting a property of a plain object cannot fail.
        let _ = Reflect::set(&phrases, &english.into(), &phrase.into());
    }
    phrases.into()
}

impl TextEditor {
    /// Moves the text editor to another parent and updates its words to the current language.
    pub fn remount(&self, parent: &web_sys::Element, label: &str) {
        self.remount_with(parent, label, &phrases());
    }

    /// Applies changes from outside of the text editor; the cursor stays at the text around it.
    pub fn edit(&self, pieces: &[Piece]) {
        self.edit_flat(&flat(pieces));
    }

    /// Shows findings: start, end and severity of each, in this order.
    pub fn diagnose(&self, findings: impl Iterator<Item = (usize, usize, Severity)>) {
        let number = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        let places = findings.flat_map(|(from, to, severity)| [number(from), number(to), severity as u32]);
        self.set_diagnostics(&places.collect::<Vec<u32>>());
    }

    /// Shows hints behind places of the text: the offset, the text and the reason of each, in the order of the text.
    pub fn hint(&self, hints: impl Iterator<Item = (usize, String, String)>) {
        let flat = hints.flat_map(|(at, text, reason)| [JsValue::from(at), text.into(), reason.into()]);
        self.set_hints(&flat.collect::<Array>());
    }

    /// Marks the lines of these ranges as the selection on the canvas.
    pub fn mark(&self, ranges: &[(usize, usize)]) {
        let flat = ranges.iter().flat_map(|(from, to)| [JsValue::from(*from), JsValue::from(*to)]);
        self.highlight(&flat.collect::<Array>());
    }

    /// The position of the cursor.
    pub fn head(&self) -> usize {
        self.selection().get(1).as_f64().map_or(0, |head| head as usize)
    }

    /// The selected range; if nothing is selected, the empty range at the cursor.
    pub fn range(&self) -> (usize, usize) {
        let (anchor, head) = (self.selection().get(0).as_f64().map_or(0, |anchor| anchor as usize), self.head());
        (anchor.min(head), anchor.max(head))
    }
}

fn pieces(changes: &Array) -> Vec<Piece> {
    let number = |value: JsValue| value.as_f64().map_or(0, |number| number as usize);
    let starts = (0..changes.length()).step_by(3);
    let pieces = starts.map(|at| Piece {
        from: number(changes.get(at)),
        to: number(changes.get(at + 1)),
        insert: changes.get(at + 2).as_string().unwrap_or_default(),
    });
    pieces.collect()
}

/// Start, end and text of each replacement, in this order.
fn flat(pieces: &[Piece]) -> Array {
    let flat = Array::new();
    for piece in pieces {
        flat.push(&piece.from.into());
        flat.push(&piece.to.into());
        flat.push(&piece.insert.as_str().into());
    }
    flat
}

fn completions(found: Option<Completions>) -> JsValue {
    let Some(found) = found else { return JsValue::NULL };
    let options = found.options.iter().map(|choice| {
        object([
            ("label", choice.label.as_str().into()),
            ("detail", choice.detail.as_str().into()),
            ("info", if choice.info.is_empty() { JsValue::UNDEFINED } else { choice.info.as_str().into() }),
            ("kind", choice.kind.into()),
            ("insert", choice.insert.as_str().into()),
            ("also", flat(&choice.also).into()),
        ])
    });
    let options = options.collect::<Array>();
    object([("from", found.from.into()), ("to", found.to.into()), ("options", options.into())])
}

fn note(note: Note) -> JsValue {
    let Some(card) = leptos::prelude::document().create_element("div").ok() else { return JsValue::NULL };
    card.set_class_name("cm-note");
    // The HTML is safe: the core renders it and removes everything executable.
    card.set_inner_html(&note.html);
    object([("from", note.from.into()), ("to", note.to.into()), ("node", card.into())])
}

fn finding_object(finding: &Finding) -> JsValue {
    let fixes = finding.fixes.iter().map(|fix| JsValue::from(fix.as_str())).collect::<Array>();
    object([
        ("message", finding.message.as_str().into()),
        ("code", finding.code.into()),
        ("help", finding.help.as_str().into()),
        ("fixes", fixes.into()),
    ])
}

fn object<const N: usize>(members: [(&str, JsValue); N]) -> JsValue {
    let object = Object::new();
    for (name, value) in members {
        // Setting a property of a plain object cannot fail.
        let _ = Reflect::set(&object, &name.into(), &value);
    }
    object.into()
}
