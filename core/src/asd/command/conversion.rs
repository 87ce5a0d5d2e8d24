//! Converts the open descriptor to the other forms.

use crate::asd;
use crate::asd::convert::convert;
use crate::asd::form::Form;
use crate::context::FileContext;
use crate::edit::EditError;
use crate::editing::conversion::{Conversion, LeftOut, change_to};

/// The descriptor in each of the other forms.
pub fn conversions(context: FileContext<'_>) -> Result<Vec<Conversion>, EditError> {
    let file = context.file;
    let Some(application) = asd::application(file) else { return Ok(Vec::new()) };
    let others = Form::ALL.into_iter().filter(|to| *to != application.form);
    let conversion = |to: Form| {
        let converted = convert(file, application, to);
        let line = |start: u32| file.lines.line(start as usize) + 1;
        let left_out = converted.left_out.into_iter();
        let left_out =
            left_out.map(|one| LeftOut { message: one.message, line: one.span.map(|span| line(span.start)) });
        Ok(Conversion {
            to: to.name(),
            change: change_to(context, to.name(), &converted.text)?,
            left_out: left_out.collect(),
        })
    };
    others.map(conversion).collect()
}
