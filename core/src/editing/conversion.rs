//! Conversions of a descriptor to another form of its language.

use crate::context::FileContext;
use crate::edit::{Change, EditError, TextEdit};
use crate::editing::layout;
use crate::text::Span;
use crate::topology::diagrams::DiagramKey;

/// A descriptor in another form.
#[derive(Clone, PartialEq, Debug)]
pub struct Conversion {
    /// The name of the form on the command line.
    pub to: &'static str,
    pub change: Change,
    /// The parts that the form cannot express, in text order.
    pub left_out: Vec<LeftOut>,
}

/// A part that a form cannot express.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeftOut {
    pub message: String,
    /// Its location in the source; `None` for something that the source lacks.
    pub span: Option<Span>,
}

/// The change of a file to its converted text. Stored positions belong to paths of the old form, so they are removed.
pub fn change_to(context: FileContext<'_>, to: &str, text: &str) -> Result<Change, EditError> {
    let file = context.file;
    let mut change = layout::unplace(context, &DiagramKey::default())?;
    change.title = format!("Convert to {to}");
    change.edits.insert(file.path.clone(), TextEdit::between(&file.text, text));
    Ok(change)
}
