//! Converts the open descriptor to the other forms.

use crate::asd;
use crate::asd::convert::convert;
use crate::asd::form::Form;
use crate::context::FileContext;
use crate::edit::EditError;
use crate::editing::conversion::{Conversion, change_to};

/// The descriptor in each of the other forms.
pub fn conversions(context: FileContext<'_>) -> Result<Vec<Conversion>, EditError> {
    let file = context.file;
    let Some(application) = asd::application(file) else { return Ok(Vec::new()) };
    let others = Form::ALL.into_iter().filter(|to| *to != application.form);
    let conversion = |to: Form| {
        let converted = convert(file, application, to);
        let change = change_to(context, to.name(), &converted.text)?;
        Ok(Conversion { to: to.name(), change, left_out: converted.left_out })
    };
    others.map(conversion).collect()
}
