//! `descriptorium convert`.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use descriptorium_core::asd;
use descriptorium_core::asd::convert::convert;
use descriptorium_core::asd::form::Form;
use descriptorium_core::workspace::SourceFile;

use crate::command::{Failure, Outcome, find, put, put_line};
use crate::folder;
use crate::printable::say;

pub const EXAMPLES: &str = "\
Application service descriptors have four forms: plain YAML as in the ONAP wiki (`asd`), and the service
templates of ONAP (`onap`), O-RAN-SC (`oran-sc`) and O-RAN working group 6 (`wg6`). Comments stay with their
subjects. Whatever the target cannot express is listed on standard error.

Examples:
  descriptorium convert Definitions/asd.yaml --to wg6
  descriptorium convert shop.yaml --to onap --out Definitions/asd.yaml";

#[derive(Args, Debug)]
pub struct Arguments {
    /// Application service descriptor, in any form
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Form to convert to
    #[arg(long, value_enum, value_name = "FORM")]
    to: FormName,
    /// New file to write [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum FormName {
    /// Plain YAML with the names of the information model
    Asd,
    /// Service template of ONAP
    Onap,
    /// Service template of O-RAN-SC
    OranSc,
    /// Service template of O-RAN working group 6
    Wg6,
}

impl From<FormName> for Form {
    fn from(name: FormName) -> Self {
        match name {
            FormName::Asd => Form::Plain,
            FormName::Onap => Form::Onap,
            FormName::OranSc => Form::OranSc,
            FormName::Wg6 => Form::Wg6,
        }
    }
}

pub(super) fn run(arguments: &Arguments) -> Result<Outcome, Failure> {
    let shown = arguments.file.display();
    let (input, analysis) = find::catalog_with(None, &[&shown.to_string()])?;
    let file = find::file_of(&input, &analysis, &shown.to_string())?;
    let cannot = || Failure(format!("cannot convert `{shown}`: it is not an application service descriptor"));
    let file: &SourceFile = analysis.file(&file).ok_or_else(cannot)?;
    let application = asd::application(file).ok_or_else(cannot)?;
    if !file.errors.is_empty() {
        return Err(Failure(format!("cannot convert `{shown}`: it has syntax errors, which `check` lists")));
    }
    let converted = convert(file, application, arguments.to.into());
    match &arguments.out {
        Some(out) => {
            write_new(out, &converted.text)?;
            put_line(&format!("wrote {}", out.display()))?;
        }
        None => put(&converted.text)?,
    }
    for left_out in &converted.left_out {
        say(&format!("not converted: {left_out}"));
    }
    Ok(Outcome::Clean)
}

fn write_new(out: &Path, text: &str) -> Result<(), Failure> {
    let cannot =
        |error: std::io::Error| Failure(format!("cannot write `{}`: {}", out.display(), folder::reason(&error)));
    let mut file = OpenOptions::new().write(true).create_new(true).open(out).map_err(cannot)?;
    file.write_all(text.as_bytes()).map_err(cannot)
}
