//! The errors of the API.

use descriptorium_core::edit::EditError;
use serde::Serialize;
use wasm_bindgen::JsValue;

/// The kind of an error, on which callers can rely.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Code {
    /// An argument has the wrong form; the message names it.
    InvalidArgument,
    /// There is no file, descriptor, node or rule with this name.
    NotFound,
    /// The descriptor has no answer to this question, such as a preview of a file of types.
    NotSupported,
    /// An edit is not possible; the message has the reason.
    Refused,
    /// An archive cannot be read.
    BadArchive,
    /// An unexpected failure.
    Failed,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Error {
    code: Code,
    message: String,
}

impl Error {
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Error { code, message: message.into() }
    }

    pub fn not_found(message: impl Into<String>) -> Self {
        Error::new(Code::NotFound, message)
    }

    pub fn invalid(message: impl Into<String>) -> Self {
        Error::new(Code::InvalidArgument, message)
    }
}

impl From<EditError> for Error {
    fn from(error: EditError) -> Self {
        Error::new(Code::Refused, error.to_string())
    }
}

impl From<Error> for JsValue {
    fn from(error: Error) -> Self {
        JsValue::from_str(&serde_json::to_string(&error).unwrap_or_default())
    }
}
