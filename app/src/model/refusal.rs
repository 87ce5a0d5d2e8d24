//! Why a message of a host is refused. The texts are for developers, and English like those of the core.

use std::fmt::Display;

use descriptorium_core::text::FilePath;
use serde_json::{Value, json};

/// Why a message is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    reason: Reason,
    message: String,
}

/// The kind of a refusal, on which hosts can rely.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reason {
    /// The message is not JSON.
    NotJson,
    /// The message does not follow JSON-RPC 2.0.
    InvalidMessage,
    UnknownMethod,
    /// A parameter is missing, unknown, or has an invalid value; the text names it.
    InvalidParameter,
    TooLarge,
    /// Nothing is open.
    NotOpen,
    NotFound,
    /// The text was changed here too.
    Conflict,
    /// The modeller cannot do it at the moment; the text says why.
    Refused,
}

impl Reason {
    /// The number of JSON-RPC, and the word that distinguishes the errors of the modeller.
    fn code(self) -> (i32, &'static str) {
        match self {
            Reason::NotJson => (-32700, "not-json"),
            Reason::InvalidMessage => (-32600, "invalid-message"),
            Reason::UnknownMethod => (-32601, "unknown-method"),
            Reason::InvalidParameter => (-32602, "invalid-parameter"),
            Reason::TooLarge => (-32000, "too-large"),
            Reason::NotOpen => (-32000, "not-open"),
            Reason::NotFound => (-32000, "not-found"),
            Reason::Conflict => (-32000, "conflict"),
            Reason::Refused => (-32000, "refused"),
        }
    }
}

impl Refusal {
    fn new(reason: Reason, message: impl Into<String>) -> Self {
        Refusal { reason, message: message.into() }
    }

    pub fn not_json() -> Self {
        Refusal::new(Reason::NotJson, "the message is not valid JSON")
    }

    /// A message that does not follow JSON-RPC 2.0, because of this key.
    pub fn invalid_message(key: &str) -> Self {
        Refusal::new(Reason::InvalidMessage, format!("not a message of JSON-RPC 2.0: invalid or missing {key}"))
    }

    pub fn unknown_method(method: &str) -> Self {
        Refusal::new(Reason::UnknownMethod, format!("unknown method `{}`", brief(method)))
    }

    pub fn message_too_large(most: u32) -> Self {
        Refusal::new(Reason::TooLarge, format!("the message has more than {most} characters"))
    }

    pub fn text_too_large(most: usize) -> Self {
        Refusal::new(Reason::TooLarge, format!("a text has more than {} MiB", most >> 20))
    }

    pub fn too_many_files(most: usize) -> Self {
        Refusal::new(Reason::TooLarge, format!("`files` has more than {most} files"))
    }

    pub fn too_many_messages() -> Self {
        Refusal::new(Reason::Refused, "too many messages wait for an answer")
    }

    pub fn not_open() -> Self {
        Refusal::new(Reason::NotOpen, "no files are open: send `open` first")
    }

    /// A parameter with an error.
    pub fn invalid(why: impl Display) -> Self {
        Refusal::new(Reason::InvalidParameter, why.to_string())
    }

    pub fn invalid_value(parameter: &str, why: impl Display) -> Self {
        Refusal::invalid(format!("invalid `{}`: {why}", brief(parameter)))
    }

    pub fn unknown_value(parameter: &str, value: &str, expected: &[&str]) -> Self {
        let expected = expected.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        Refusal::invalid(format!("unknown `{parameter}` `{}`: expected one of {expected}", brief(value)))
    }

    pub fn no_object() -> Self {
        Refusal::invalid("`params` is not an object")
    }

    pub fn invalid_path(path: &str) -> Self {
        let path = brief(path);
        Refusal::invalid(format!("invalid path `{path}`: expected a relative path such as `assemblies/web.yaml`"))
    }

    pub fn unwritable(path: &FilePath, why: &str) -> Self {
        Refusal::invalid(format!("invalid path `{}`: {why}", brief(path.as_str())))
    }

    pub fn reversed_range() -> Self {
        Refusal::invalid("the range of an edit ends before it starts")
    }

    pub fn overlap() -> Self {
        Refusal::invalid("two edits overlap")
    }

    pub fn text_or_edits() -> Self {
        Refusal::invalid("expected either `text` or `edits`")
    }

    pub fn inputs() -> Self {
        Refusal::invalid("invalid `inputs`: expected an object or a text")
    }

    pub fn no_file(path: &str) -> Self {
        Refusal::new(Reason::NotFound, format!("no file `{}`", brief(path)))
    }

    pub fn no_open_file() -> Self {
        Refusal::new(Reason::NotFound, "no file is open")
    }

    pub fn no_node(at: &str, file: &FilePath) -> Self {
        Refusal::new(Reason::NotFound, format!("no node `{}` in `{file}`", brief(at)))
    }

    pub fn no_command(name: &str) -> Self {
        Refusal::new(Reason::NotFound, format!("no command `{}`", brief(name)))
    }

    pub fn no_diagram() -> Self {
        Refusal::new(Reason::NotFound, "the diagram is empty")
    }

    pub fn no_version(path: &FilePath, number: u32) -> Self {
        Refusal::new(Reason::NotFound, format!("version {number} of `{path}` is not known: send its text"))
    }

    /// The text was changed here too.
    pub fn conflict(path: &FilePath) -> Self {
        Refusal::new(Reason::Conflict, format!("`{path}` was changed in the modeller too"))
    }

    /// The modeller cannot do it at the moment.
    pub fn refused(why: impl Display) -> Self {
        Refusal::new(Reason::Refused, why.to_string())
    }

    pub fn no_preview(file: &FilePath) -> Self {
        Refusal::refused(format!("`{file}` has no preview"))
    }

    pub fn not_available() -> Self {
        Refusal::refused("the command is not available here")
    }

    /// The error of JSON-RPC.
    pub fn to_error(&self) -> Value {
        let (code, word) = self.reason.code();
        json!({ "code": code, "message": self.message, "data": { "code": word } })
    }

    /// The refusal of a notification, which has no answer.
    pub fn to_value(&self, method: &str) -> Value {
        json!({ "method": brief(method), "code": self.reason.code().1, "message": self.message })
    }
}

/// The beginning of a text of the host.
fn brief(text: &str) -> String {
    text.chars().take(80).collect()
}
