//! The messages between the modeller and the page around it: JSON-RPC 2.0, with the parameters of each message of the host.
//! `core/src/document/protocol.schema.json` describes them.

use descriptorium_core::document::check::{Position, Range};
use descriptorium_core::edit::{Replace, TextEdit};
use descriptorium_core::sorted_map::SortedMap;
use descriptorium_core::text::{FilePath, LineIndex, Span, byte_of_utf16};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::model::refusal::Refusal;

/// A message from the host.
#[derive(Clone, PartialEq, Debug)]
pub enum Message {
    /// A request, or a notification if there is no id.
    Call { id: Option<Value>, method: String, params: Value },
    /// The answer to the request with this number: its result, or the message of an error.
    Answer { id: u64, result: Result<Value, String> },
}

impl Message {
    /// Reads a message. Fails with the id of the request, if there is one.
    pub fn read(text: &str) -> Result<Message, (Value, Refusal)> {
        let mut message: Value = serde_json::from_str(text).map_err(|_| (Value::Null, Refusal::not_json()))?;
        let id = message.get("id").filter(|id| id.is_string() || id.is_number()).cloned();
        let invalid = |why: &str| Err((id.clone().unwrap_or_default(), Refusal::invalid_message(why)));
        if message.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
            return invalid("`jsonrpc`");
        }
        if let Some(method) = message.get("method") {
            if message.get("id").is_some() && id.is_none() {
                return invalid("`id`");
            }
            let Some(method) = method.as_str().map(str::to_owned) else { return invalid("`method`") };
            let params = message.get_mut("params").map_or_else(|| json!({}), Value::take);
            return Ok(Message::Call { id, method, params });
        }
        // An answer is never answered, even if no request has its id: no request has number 0.
        let number = id.as_ref().and_then(Value::as_u64).unwrap_or_default();
        if let Some(error) = message.get("error") {
            let why = error.get("message").and_then(Value::as_str).unwrap_or_default();
            return Ok(Message::Answer { id: number, result: Err(why.chars().take(MAX_ERROR).collect()) });
        }
        match message.get_mut("result") {
            Some(result) => Ok(Message::Answer { id: number, result: Ok(result.take()) }),
            None => invalid("`method`"),
        }
    }
}

/// The most characters of an error of the host that are shown.
const MAX_ERROR: usize = 500;

/// A notification, or with an id a request.
pub fn call(id: Option<u64>, method: &str, params: &Value) -> String {
    let mut message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
    if let (Some(id), Some(message)) = (id, message.as_object_mut()) {
        message.insert("id".to_owned(), id.into());
    }
    message.to_string()
}

/// The answer to a request.
pub fn answer(id: &Value, result: Result<Value, Refusal>) -> String {
    let message = match result {
        Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
        Err(refusal) => json!({ "jsonrpc": "2.0", "id": id, "error": refusal.to_error() }),
    };
    message.to_string()
}

/// Reads the parameters of a message.
pub fn read<T: DeserializeOwned>(params: Value) -> Result<T, Refusal> {
    if !params.is_object() {
        return Err(Refusal::no_object());
    }
    serde_json::from_value(params).map_err(Refusal::invalid)
}

/// The path of a file: relative, with `/`, and without `..`.
pub fn path(path: &str) -> Result<FilePath, Refusal> {
    FilePath::new(path).ok_or_else(|| Refusal::invalid_path(path))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Open {
    /// The texts by path.
    pub files: SortedMap<String, String>,
    /// The file to show.
    #[serde(default)]
    pub file: Option<String>,
    #[serde(default)]
    pub title: Option<String>,
    /// In the shape of `descriptorium.yaml`; they override the settings in the files.
    #[serde(default)]
    pub settings: Value,
    #[serde(default)]
    pub read_only: Option<bool>,
    /// Texts that were changed and not saved, such as before a reload; none for a deleted file.
    #[serde(default)]
    pub unsaved: SortedMap<String, Option<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TextUpdate {
    pub path: String,
    /// The whole text.
    #[serde(default)]
    pub text: Option<String>,
    /// Changes of the text with the given version.
    #[serde(default)]
    pub edits: Option<Vec<Edit>>,
    /// The version on which the text or the changes are based; without it, it is the text that the host had last.
    #[serde(default)]
    pub version: Option<u32>,
}

/// A replacement of the text in a range. The ranges of all edits refer to the text before.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Edit {
    pub range: TextRange,
    pub text: String,
}

/// A range in the form of the Language Server Protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TextRange {
    pub start: Place,
    pub end: Place,
}

/// Lines start at 0; characters are counted from 0 in units of UTF-16.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    pub line: usize,
    pub character: usize,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OfFile {
    pub path: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Saved {
    pub path: String,
    pub version: u32,
}

/// Nodes of a file; without a path, of the open one.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nodes {
    #[serde(default)]
    pub path: Option<String>,
    #[serde(default)]
    pub at: OneOrMore,
}

/// One pointer, or a list of pointers.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected the path of a node, such as `/composition/web`, or a list of them")]
pub enum OneOrMore {
    One(String),
    More(Vec<String>),
}

impl Default for OneOrMore {
    fn default() -> Self {
        OneOrMore::More(Vec::new())
    }
}

impl OneOrMore {
    pub fn into_vec(self) -> Vec<String> {
        match self {
            OneOrMore::One(at) => vec![at],
            OneOrMore::More(all) => all,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expand {
    #[serde(default)]
    pub path: Option<String>,
    #[serde(default)]
    pub inputs: Value,
    #[serde(default)]
    pub intent: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Named {
    pub name: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Query {
    pub what: Wanted,
    #[serde(default)]
    pub path: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Wanted {
    Text,
    Files,
    Svg,
    Png,
    Diagnostics,
    Selection,
}

/// Without parameters, nothing.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Configure {
    #[serde(default)]
    pub theme: Option<ThemeName>,
    /// Custom properties of the style sheet: `{"--accent": "#0a6"}`.
    #[serde(default)]
    pub variables: SortedMap<String, String>,
    #[serde(default)]
    pub lang: Option<String>,
    #[serde(default)]
    pub read_only: Option<bool>,
    #[serde(default)]
    pub panes: Option<Vec<HostPane>>,
    #[serde(default)]
    pub controls: Option<bool>,
    #[serde(default)]
    pub save: Option<bool>,
    #[serde(default)]
    pub undo: Option<UndoBy>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ThemeName {
    Auto,
    Light,
    Dark,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum UndoBy {
    Own,
    Host,
}

/// A part of the window that a host can leave out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HostPane {
    Files,
    Palette,
    Canvas,
    Text,
    #[serde(rename = "problems")]
    Findings,
    Inspector,
    Preview,
}

impl HostPane {
    pub const ALL: [HostPane; 7] = [
        HostPane::Files,
        HostPane::Palette,
        HostPane::Canvas,
        HostPane::Text,
        HostPane::Findings,
        HostPane::Inspector,
        HostPane::Preview,
    ];

    /// The number of the pane as a bit.
    pub fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// Whether a host may set this custom property: colors, sizes and names of fonts, but nothing that could be fetched.
pub fn is_variable(name: &str, value: &str) -> bool {
    let is_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let is_value = |c: char| c.is_ascii_alphanumeric() || " #.,%()/-+*'\"".contains(c);
    let fetches = ["url(", "image", "src(", "element("];
    let lower = value.to_ascii_lowercase();
    name.strip_prefix("--").is_some_and(|rest| !rest.is_empty() && rest.chars().all(is_name))
        && name.len() <= 64
        && value.len() <= 200
        && value.chars().all(is_value)
        && !fetches.iter().any(|name| lower.contains(name))
}

/// The edit of `text` that these changes are.
pub fn text_edit(text: &str, edits: Vec<Edit>) -> Result<TextEdit, Refusal> {
    let lines = LineIndex::new(text);
    let byte = |place: Place| {
        if place.line >= lines.count() {
            return text.len();
        }
        let span = lines.span(text, place.line);
        span.start as usize + byte_of_utf16(span.of(text), place.character)
    };
    let replaces = edits.into_iter().map(|edit| {
        let (start, end) = (byte(edit.range.start), byte(edit.range.end));
        if start > end {
            return Err(Refusal::reversed_range());
        }
        Ok(Replace { span: Span::new(start, end), text: edit.text })
    });
    TextEdit::new(replaces.collect::<Result<_, _>>()?).ok_or_else(Refusal::overlap)
}

/// The range of a span.
pub fn range(text: &str, lines: &LineIndex, span: Span) -> Range {
    let position = |offset: u32| {
        let place = lines.position_utf16(text, offset as usize);
        Position { line: place.line, character: place.column }
    };
    Range { start: position(span.start), end: position(span.end) }
}

/// The changes of `text` that this edit makes.
pub fn edits(text: &str, edit: &TextEdit) -> Value {
    let lines = LineIndex::new(text);
    let of = |replace: &Replace| json!({ "range": range(text, &lines, replace.span), "text": replace.text });
    edit.replaces().iter().map(of).collect()
}

/// Whether a link in a text may be followed: to a page of the web, or to an address for mail.
pub fn is_web_link(href: &str) -> bool {
    let lower = href.trim_start().to_ascii_lowercase();
    ["http://", "https://", "mailto:"].iter().any(|scheme| lower.starts_with(scheme))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> (Value, i32) {
        let (id, refusal) = Message::read(text).expect_err(text);
        (id, i32::try_from(refusal.to_error()["code"].as_i64().unwrap_or_default()).unwrap_or_default())
    }

    #[test]
    fn calls_and_answers_are_told_apart() {
        let call = |id, method: &str, params| Message::Call { id, method: method.to_owned(), params };
        for (text, message) in [
            (r#"{"jsonrpc":"2.0","method":"close"}"#, call(None, "close", json!({}))),
            (
                r#"{"jsonrpc":"2.0","id":"a","method":"get","params":{"what":"svg"}}"#,
                call(Some(json!("a")), "get", json!({"what": "svg"})),
            ),
            (r#"{"jsonrpc":"2.0","id":3,"result":null}"#, Message::Answer { id: 3, result: Ok(Value::Null) }),
            (r#"{"jsonrpc":"2.0","id":"x","result":1}"#, Message::Answer { id: 0, result: Ok(json!(1)) }),
            (r#"{"jsonrpc":"2.0","id":null,"error":{}}"#, Message::Answer { id: 0, result: Err(String::new()) }),
            (
                r#"{"jsonrpc":"2.0","id":3,"error":{"code":1,"message":"locked"}}"#,
                Message::Answer { id: 3, result: Err("locked".to_owned()) },
            ),
        ] {
            assert_eq!(Message::read(text), Ok(message), "{text}");
        }
    }

    #[test]
    fn malformed_messages_are_refused_with_their_id() {
        for (text, id, code) in [
            ("", Value::Null, -32700),
            ("{", Value::Null, -32700),
            ("[]", Value::Null, -32600),
            ("\"open\"", Value::Null, -32600),
            (r#"{"method":"open","id":1}"#, json!(1), -32600),
            (r#"{"jsonrpc":"1.0","method":"open"}"#, Value::Null, -32600),
            (r#"{"jsonrpc":"2.0","method":7,"id":2}"#, json!(2), -32600),
            (r#"{"jsonrpc":"2.0","method":"open","id":{}}"#, Value::Null, -32600),
            (r#"{"jsonrpc":"2.0","id":9}"#, json!(9), -32600),
        ] {
            assert_eq!(refused(text), (id, code), "{text}");
        }
        let deep = "[".repeat(100_000);
        assert_eq!(refused(&deep).1, -32700);
    }

    #[test]
    fn invalid_parameters_are_named() {
        let why = |params: Value| {
            read::<Open>(params).err().map(|refusal| refusal.to_error()["message"].to_string()).unwrap_or_default()
        };
        assert!(why(json!({"files": {}, "colour": 1})).contains("colour"));
        assert!(why(json!({})).contains("files"));
        assert!(why(json!([1])).contains("params"));
        assert!(why(json!({"files": {"a.yaml": 1}})).contains("integer"));
        for bad in ["../a.yaml", "/a.yaml", "a/../../b.yaml", "C:\\a.yaml", "", "a//b.yaml"] {
            assert!(path(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn edits_are_in_units_of_utf16_and_round_trip() {
        let (before, after) = ("a: 😀x\nb: 1\n", "a: 😀yy\nb: 1\nc: 2\n");
        let edit = TextEdit::new(vec![
            Replace { span: Span::new(7, 8), text: "yy".to_owned() },
            Replace { span: Span::new(14, 14), text: "c: 2\n".to_owned() },
        ]);
        let edit = edit.expect("they are disjoint");
        assert_eq!(edit.apply(before).as_deref(), Ok(after));
        let sent = edits(before, &edit);
        assert_eq!(sent[0]["range"], json!({"start": {"line": 0, "character": 5}, "end": {"line": 0, "character": 6}}));
        let read: Vec<Edit> = serde_json::from_value(sent).expect("they are edits");
        assert_eq!(
            text_edit(before, read).and_then(|edit| edit.apply(before).map_err(|_| Refusal::overlap())).as_deref(),
            Ok(after)
        );
        let at = |line, character| Place { line, character };
        let edit = |start, end| Edit { range: TextRange { start, end }, text: String::new() };
        assert!(text_edit(before, vec![edit(at(1, 0), at(0, 0))]).is_err());
        assert!(text_edit(before, vec![edit(at(0, 0), at(0, 2)), edit(at(0, 1), at(0, 3))]).is_err());
        assert!(
            text_edit(before, vec![edit(at(70, 0), at(90, 2))])
                .is_ok_and(|edit| edit.apply(before).as_deref() == Ok(before))
        );
    }

    #[test]
    fn variables_fetch_nothing() {
        for (name, value) in
            [("--accent", "#0a6"), ("--text", "rgb(1 2 3 / 50%)"), ("--font", "\"Open Sans\", sans-serif")]
        {
            assert!(is_variable(name, value), "{name}: {value}");
        }
        for (name, value) in [
            ("--a", "url(https://example.org/x)"),
            ("--a", "URL(x)"),
            ("--a", "image-set('x' 1x)"),
            ("--a", "red; color: blue"),
            ("--a", "u\\72l(x)"),
            ("color", "red"),
            ("--", "red"),
            ("--A", "red"),
        ] {
            assert!(!is_variable(name, value), "{name}: {value}");
        }
    }

    #[test]
    fn only_links_of_the_web_are_followed() {
        assert!(
            ["https://example.org", "HTTP://example.org", "mailto:a@example.org"].iter().all(|href| is_web_link(href))
        );
        assert!(
            !["javascript:alert(1)", "data:text/html,x", "/x", "file:///etc/passwd", "java\nscript:x"]
                .iter()
                .any(|href| is_web_link(href))
        );
    }
}
