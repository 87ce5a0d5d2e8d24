//! The messages of a host, the page around the modeller: they are handled one after another, and the host hears about
//! changes, the selection, findings and failures.

use std::collections::VecDeque;
use std::time::Duration;

use base64::prelude::{BASE64_STANDARD, Engine as _};
use descriptorium_core::document::Document;
use descriptorium_core::document::check::Check;
use descriptorium_core::document::preview::Preview;
use descriptorium_core::preview::question::{Intent, Question, Values};
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use js_sys::Uint8Array;
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde_json::{Map, Value, json};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;

use crate::browser::port::{self, MAX_MESSAGE, Port, Received};
use crate::gestures::actions::act;
use crate::gestures::{locale, navigation};
use crate::model::protocol::{
    self, Configure, Expand, HostPane, Message, Named, Nodes, Nothing, OfFile, Query, ThemeName, UndoBy, Wanted,
};
use crate::model::refusal::Refusal;
use crate::state::canvas::Canvas;
use crate::state::editor::{Editor, Tone};
use crate::state::keys;
use crate::state::operations::OPERATIONS;
use crate::storage::host::Link;
use crate::storage::{host_catalog, picture};
use crate::views::commands::unavailable;
use crate::views::theme::Theme;
use crate::words::locale::Locale;

/// The most messages that wait for the one that is being handled.
const MAX_QUEUE: usize = 1_000;
/// The pause between two reports of findings.
const DIAGNOSTICS: Duration = Duration::from_millis(250);

/// The result of a message.
type Handled = Result<Value, Refusal>;

/// A call of the host: the id of a request, the method and its parameters.
type Call = (Option<Value>, String, Value);

#[derive(Clone, Copy)]
struct Session {
    canvas: Canvas,
    theme: Theme,
    link: Link,
    queue: StoredValue<VecDeque<Call>>,
    is_busy: StoredValue<bool>,
    is_closed: StoredValue<bool>,
    /// Whether the host has chosen the panes.
    has_panes: StoredValue<bool>,
}

/// Connects to the host, which opens the files.
pub fn connect(canvas: Canvas, theme: Theme) {
    port::connect(move |port| Session::begin(canvas, theme, port));
}

impl Session {
    fn begin(canvas: Canvas, theme: Theme, port: Port) {
        let session = Session {
            canvas,
            theme,
            link: Link::new(canvas.editor, port.clone()),
            queue: StoredValue::new(VecDeque::new()),
            is_busy: StoredValue::new(false),
            is_closed: StoredValue::new(false),
            has_panes: StoredValue::new(false),
        };
        session.report();
        host_catalog::watch(session.link);
        port.receive(move |received| session.receive(received));
    }

    fn receive(self, received: Received) {
        let refuse = |refusal| self.link.answer(&Value::Null, Err(refusal));
        match received {
            _ if self.is_closed.get_value() => {}
            Received::TooLarge => refuse(Refusal::message_too_large(MAX_MESSAGE)),
            Received::NotJson => refuse(Refusal::not_json()),
            Received::Json(text) => match Message::read(&text) {
                Ok(Message::Answer { id, result }) => self.link.answered(id, result),
                Ok(Message::Call { id, method, params }) => self.enqueue((id, method, params)),
                Err((id, refusal)) => self.link.answer(&id, Err(refusal)),
            },
        }
    }

    /// Handles a message after those before it.
    fn enqueue(self, call: Call) {
        if self.queue.with_value(VecDeque::len) >= MAX_QUEUE {
            return self.link.answer(&call.0.unwrap_or_default(), Err(Refusal::too_many_messages()));
        }
        self.queue.update_value(|queue| queue.push_back(call));
        if self.is_busy.get_value() {
            return;
        }
        self.is_busy.set_value(true);
        spawn_local(async move {
            while let Some((id, method, params)) = self.queue.try_update_value(VecDeque::pop_front).flatten() {
                let result = self.handle(&method, params).await;
                let is_over = method == "close" && result.is_ok();
                match (id, result) {
                    (Some(id), result) => self.link.answer(&id, result),
                    (None, Err(refusal)) => self.link.notify("failed", &refusal.to_value(&method)),
                    (None, Ok(_)) => {}
                }
                if is_over {
                    self.close();
                }
            }
            self.is_busy.set_value(false);
        });
    }

    async fn handle(self, method: &str, params: Value) -> Handled {
        match method {
            "open" => {
                let opened = self.link.open(protocol::read(params)?).await?;
                if !self.has_panes.get_value() {
                    self.editor().host.options.update(|options| options.set_panes(HostPane::ALL.into_iter()));
                }
                return Ok(opened);
            }
            "configure" => return self.configure(protocol::read(params)?),
            "close" => return protocol::read::<Nothing>(params).map(|_| Value::Null),
            "update" | "remove" | "select" | "reveal" | "expand" | "saved" | "command" | "get" => {}
            _ => return Err(Refusal::unknown_method(method)),
        }
        if !self.link.is_open() {
            return Err(Refusal::not_open());
        }
        match method {
            "update" => self.link.update(protocol::read(params)?),
            "remove" => self.link.remove(&protocol::read::<OfFile>(params)?.path),
            "saved" => self.link.saved(&protocol::read(params)?),
            "select" => self.select(protocol::read(params)?),
            "reveal" => self.reveal(protocol::read(params)?),
            "expand" => self.expand(protocol::read(params)?).await,
            "command" => self.command(&protocol::read::<Named>(params)?.name).await,
            _ => self.get(protocol::read(params)?).await,
        }
    }

    fn editor(self) -> Editor {
        self.canvas.editor
    }

    fn close(self) {
        self.is_closed.set_value(true);
        self.queue.update_value(VecDeque::clear);
        self.link.close();
    }

    /// The file with this path, or the open one.
    fn file(self, path: Option<&str>) -> Result<FilePath, Refusal> {
        let Some(path) = path else {
            let open = self.editor().file.get_untracked();
            return open.ok_or_else(Refusal::no_open_file);
        };
        let path = protocol::path(path)?;
        let is_there = self.editor().analysis.get_untracked().text(&path).is_some();
        if is_there { Ok(path) } else { Err(Refusal::no_file(path.as_str())) }
    }

    /// The nodes of a file at these pointers.
    fn nodes(self, file: &FilePath, at: Vec<String>) -> Result<Vec<NodePath>, Refusal> {
        let analysis = self.editor().analysis.get_untracked();
        let source = analysis.file(file);
        let node =
            |at: String| source.and_then(|source| source.node_at(&at)).ok_or_else(|| Refusal::no_node(&at, file));
        at.into_iter().map(node).collect()
    }

    fn select(self, Nodes { path, at }: Nodes) -> Handled {
        let editor = self.editor();
        editor.settle();
        let file = self.file(path.as_deref())?;
        let nodes = self.nodes(&file, at.into_vec())?;
        editor.show(&file);
        match nodes.as_slice() {
            [node] => navigation::go_to(self.canvas, node),
            _ => editor.selection.set(nodes),
        }
        Ok(Value::Null)
    }

    fn reveal(self, Nodes { path, at }: Nodes) -> Handled {
        let editor = self.editor();
        editor.settle();
        let file = self.file(path.as_deref())?;
        let nodes = self.nodes(&file, at.into_vec())?;
        editor.show(&file);
        if let Some(node) = nodes.first() {
            navigation::reveal(self.canvas, node);
            let analysis = editor.analysis.get_untracked();
            if let Some(span) = analysis.file(&file).and_then(|file| file.whole_span(node)) {
                editor.reveal_span(span, false);
            }
        }
        Ok(Value::Null)
    }

    /// Waits until the functions for a file have been loaded.
    async fn loaded(self, file: &FilePath) -> Result<(), Refusal> {
        let editor = self.editor();
        editor.loaded().await.map_err(Refusal::refused)?;
        let language = editor.analysis.get_untracked().file(file).and_then(|file| file.language);
        match (language, OPERATIONS.get()) {
            (Some(language), Some(operations)) => {
                (operations.services)(editor, language).await.map_err(Refusal::refused)
            }
            _ => Ok(()),
        }
    }

    /// Runs a command of the command palette.
    async fn command(self, name: &str) -> Handled {
        let action = keys::by_id(name).ok_or_else(|| Refusal::no_command(name))?;
        if let Some(file) = self.editor().file.get_untracked() {
            self.loaded(&file).await?;
        }
        if let Some(why) = unavailable(self.canvas, action) {
            return Err(Refusal::refused(why));
        }
        self.editor().forget_notice();
        if !act(self.canvas, action) {
            return Err(Refusal::not_available());
        }
        let notice = self.editor().notice.get_untracked();
        match notice.filter(|notice| notice.tone == Tone::Failure) {
            Some(failure) => Err(Refusal::refused(failure.text)),
            None => Ok(Value::Null),
        }
    }

    /// Answers the document of `descriptorium expand`, and shows the preview with these inputs.
    async fn expand(self, Expand { path, inputs, intent }: Expand) -> Handled {
        let (editor, file) = (self.editor(), self.file(path.as_deref())?);
        self.loaded(&file).await?;
        editor.settle();
        let analysis = editor.analysis.get_untracked();
        let unsupported = || Refusal::no_preview(&file);
        let previewer = analysis.previewer(&file).ok_or_else(unsupported)?;
        let form = analysis.question_form(&file, None, &[]);
        let mut question = match inputs {
            Value::Null => Question::default(),
            // The content of a file for `expand --inputs`.
            Value::String(text) => (previewer.read)(&text).map_err(|why| Refusal::invalid_value("inputs", why))?,
            Value::Object(values) => Question { inputs: yaml(values)?, ..Question::default() },
            _ => return Err(Refusal::inputs()),
        };
        let first = || form.intents.first().map(|first| Intent { name: first.name.clone(), parameters: Values::new() });
        question.intent = match intent {
            Some(name) => Some(form.intent(&name).ok_or_else(|| {
                let names: Vec<&str> = form.intents.iter().map(|intent| intent.name.as_str()).collect();
                Refusal::unknown_value("intent", &name, &names)
            })?),
            None => question.intent.or_else(first),
        };
        let outcome = analysis.preview(&file, &question).ok_or_else(unsupported)?;
        let preview = Preview::new((&analysis, &file), &question, &outcome, &FilePath::to_string, &|_| None);
        let document = json(&Document::new(preview));
        editor.show(&file);
        editor.questions.update(|questions| drop(questions.insert(file, question)));
        // The page around the modeller keeps the focus.
        crate::browser::dom::click("tab-preview");
        document
    }

    async fn get(self, Query { what, path }: Query) -> Handled {
        let editor = self.editor();
        match what {
            Wanted::Text => {
                let file = self.file(path.as_deref())?;
                self.link.report_changes();
                let text = editor.analysis.get_untracked().text(&file);
                Ok(json!({ "path": file, "text": text.as_deref(), "version": self.link.version(&file) }))
            }
            Wanted::Files => {
                self.link.report_changes();
                let texts = editor.analysis.get_untracked().texts();
                let files = texts.into_iter().map(|(path, text)| (path.to_string(), Value::from(&*text)));
                Ok(json!({ "files": files.collect::<Map<_, _>>() }))
            }
            Wanted::Svg | Wanted::Png => {
                if let Some(path) = path {
                    editor.show(&self.file(Some(&path))?);
                }
                editor.settle();
                if what == Wanted::Svg {
                    return Ok(json!({ "svg": picture::picture(editor).ok_or_else(Refusal::no_diagram)?.1 }));
                }
                let blob = picture::png(editor).await.map_err(Refusal::refused)?;
                let bytes = JsFuture::from(blob.array_buffer()).await;
                let bytes = bytes.map_err(|error| Refusal::refused(crate::browser::dom::reason(error)))?;
                let bytes = Uint8Array::new(bytes.unchecked_ref::<js_sys::ArrayBuffer>()).to_vec();
                Ok(json!({ "png": format!("data:image/png;base64,{}", BASE64_STANDARD.encode(bytes)) }))
            }
            Wanted::Diagnostics => {
                let only = path.map(|path| self.file(Some(&path))).transpose()?;
                editor.settle();
                diagnostics(editor, only.as_ref())
            }
            Wanted::Selection => Ok(selection(editor)),
        }
    }

    fn configure(self, asked: Configure) -> Handled {
        let Configure { theme, variables, lang, read_only, panes, controls, save, undo } = asked;
        let tags = Locale::ALL.map(Locale::tag);
        let locale = lang.map(|tag| Locale::of_tag(&tag).ok_or_else(|| Refusal::unknown_value("lang", &tag, &tags)));
        let locale = locale.transpose()?;
        if let Some((name, _)) = variables.iter().find(|(name, value)| !protocol::is_variable(name, value)) {
            return Err(Refusal::invalid_value("variables", name));
        }
        let editor = self.editor();
        if let Some(theme) = theme {
            self.theme.choose(match theme {
                ThemeName::Auto => None,
                ThemeName::Light => Some(false),
                ThemeName::Dark => Some(true),
            });
        }
        let root = document().document_element().and_then(|root| root.dyn_into::<web_sys::HtmlElement>().ok());
        for (name, value) in variables.iter() {
            // Set through the object model, which a strict content policy allows.
            let _ = root.as_ref().map(|root| root.style().set_property(name, value));
        }
        if let Some(locale) = locale.filter(|locale| *locale != Locale::current()) {
            locale::choose(self.canvas, locale);
        }
        if let Some(read_only) = read_only {
            self.link.set_read_only(read_only);
        }
        if let Some(undo) = undo {
            editor.keep_steps(undo == UndoBy::Own);
        }
        self.has_panes.update_value(|has_panes| *has_panes |= panes.is_some());
        editor.host.options.update(|options| {
            if let Some(panes) = panes {
                options.set_panes(panes.into_iter());
            }
            options.controls = controls.unwrap_or(options.controls);
            options.save = save.unwrap_or(options.save);
            options.undoes = undo.map_or(options.undoes, |undo| undo == UndoBy::Host);
        });
        Ok(Value::Null)
    }

    /// Tells the host about changes from now on.
    fn report(self) {
        let (link, editor) = (self.link, self.editor());
        let is_open = move || link.is_open() && !self.is_closed.get_value();
        Effect::new(move |_| {
            editor.analysis.track();
            if is_open() {
                link.report_changes();
            }
        });
        Effect::new(move |_| {
            let files = editor.dirty.get();
            if is_open() {
                link.notify("dirty", &json!({ "files": files }));
            }
        });
        Effect::new(move |before: Option<Option<FilePath>>| {
            let file = editor.file.get();
            // Also after another catalog was opened.
            editor.served.track();
            if is_open() && before.is_some_and(|before| before != file) {
                link.notify("opened", &json!({ "path": file }));
            }
            file
        });
        Effect::new(move |before: Option<Value>| {
            editor.selection.track();
            editor.file.track();
            let selected = untrack(|| selection(editor));
            if is_open() && before.is_some_and(|before| before != selected) {
                link.notify("selected", &selected);
            }
            selected
        });
        Effect::new(move |_| {
            let notice = editor.notice.get().filter(|notice| notice.tone == Tone::Failure);
            if let Some(notice) = notice.filter(|_| is_open()) {
                link.notify("failed", &json!({ "message": notice.text }));
            }
        });
        let is_due = StoredValue::new(false);
        Effect::new(move |_| {
            editor.findings.track();
            if is_due.get_value() {
                return;
            }
            is_due.set_value(true);
            let report = move || {
                is_due.set_value(false);
                if !is_open() || !editor.findings.with_untracked(|analysis| analysis.is_checked()) {
                    return;
                }
                if let Ok(found) = diagnostics(editor, None) {
                    link.notify("diagnostics", &found);
                }
            };
            set_timeout(report, DIAGNOSTICS);
        });
    }
}

fn yaml(values: Map<String, Value>) -> Result<Values, Refusal> {
    let values = values.into_iter().map(|(name, value)| {
        let value = serde_yaml::to_value(&value);
        let value = value.map_err(|error| Refusal::invalid_value(&name, error))?;
        Ok((name, value))
    });
    values.collect()
}

fn json(document: &impl serde::Serialize) -> Handled {
    serde_json::to_value(document).map_err(Refusal::refused)
}

/// The findings in the shape of `check --format json`.
fn diagnostics(editor: Editor, only: Option<&FilePath>) -> Handled {
    let analysis = editor.findings.get_untracked();
    json(&Document::new(Check::of(&analysis, only, &|_| None)))
}

/// The selected nodes with the ranges of their texts.
fn selection(editor: Editor) -> Value {
    let analysis = editor.drawn.get_untracked();
    let file = editor.file.get_untracked();
    let source = file.as_ref().and_then(|file| analysis.file(file));
    let items = editor.selection.get_untracked().into_iter().filter(|path| !path.is_root()).map(|path| {
        let span = source.and_then(|source| Some((source, source.whole_span(&path)?)));
        let range = span.map(|(source, span)| protocol::range(&source.text, &source.lines, span));
        json!({ "at": path.to_string(), "range": range })
    });
    json!({ "path": file, "items": items.collect::<Vec<_>>() })
}
