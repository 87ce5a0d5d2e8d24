//! `descriptorium convert`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use descriptorium_core::asd::form::Form;
use descriptorium_core::document::convert::{Conversion, NotConverted};
use descriptorium_core::tosca::convert::Refusal;
use descriptorium_core::tosca::version::Version;
use descriptorium_core::workspace::SourceFile;
use descriptorium_core::{asd, tosca};

use crate::command::check::as_json;
use crate::command::{Failure, Outcome, find, put, put_line, write_new};
use crate::printable::say;

pub const EXAMPLES: &str = "\
Application service descriptors have four forms: plain YAML as in the ONAP wiki (`asd`), and the service templates of ONAP (`onap`), O-RAN-SC (`oran-sc`) and O-RAN working group 6 (`wg6`). Service templates of the TOSCA Simple Profile are converted to version `1.2` or `1.3`; convert the files that they import as well. Comments stay with their subjects. Everything that the target cannot express is listed on standard error, with its line.

Examples:
  descriptorium convert Definitions/asd.yaml --to wg6
  descriptorium convert shop.yaml --to onap --out Definitions/asd.yaml
  descriptorium convert service.yaml --to 1.3 --out service-1.3.yaml";

#[derive(Args, Debug)]
pub struct Arguments {
    /// Application service descriptor in any form, or service template
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Form or version to write
    #[arg(long, value_enum, value_name = "FORM")]
    to: Target,
    /// New file to write [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Output format; `json` contains the text and everything that was not converted
    #[arg(long, value_enum, default_value_t = Format::Text, value_name = "FORMAT")]
    format: Format,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Target {
    /// Plain YAML with the names of the information model
    Asd,
    /// Service template of ONAP
    Onap,
    /// Service template of O-RAN-SC
    OranSc,
    /// Service template of O-RAN working group 6
    Wg6,
    /// TOSCA Simple Profile 1.2
    #[value(name = "1.2")]
    Tosca12,
    /// TOSCA Simple Profile 1.3
    #[value(name = "1.3")]
    Tosca13,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    Text,
    Json,
}

impl Target {
    /// The name on the command line.
    fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }
}

pub(super) fn run(arguments: &Arguments) -> Result<Outcome, Failure> {
    let shown = arguments.file.display().to_string();
    let (input, analysis) = find::catalog_with(None, &[&shown])?;
    let file = find::file_of(&input, &analysis, &shown)?;
    let cannot = |reason: &str| Failure(format!("cannot convert `{shown}`: {reason}"));
    let file: &SourceFile = analysis.file(&file).ok_or_else(|| cannot("it is not a descriptor"))?;
    let converted = match arguments.to {
        Target::Asd => application(file, Form::Plain),
        Target::Onap => application(file, Form::Onap),
        Target::OranSc => application(file, Form::OranSc),
        Target::Wg6 => application(file, Form::Wg6),
        Target::Tosca12 => template(file, Version::V1_2),
        Target::Tosca13 => template(file, Version::V1_3),
    };
    let (text, not_converted) = converted.map_err(cannot)?;
    if let Some(out) = &arguments.out {
        write_new(out, text.as_bytes())?;
    }
    match (arguments.format, &arguments.out) {
        (Format::Json, _) => {
            put(&as_json(Conversion { file: shown, to: arguments.to.name(), text, not_converted })?)?;
        }
        (Format::Text, out) => {
            match out {
                Some(out) => put_line(&format!("wrote {}", out.display()))?,
                None => put(&text)?,
            }
            for NotConverted { message, line } in &not_converted {
                let line = line.map_or_else(String::new, |line| format!("line {line}: "));
                say(&format!("not converted: {line}{message}"));
            }
        }
    }
    Ok(Outcome::Clean)
}

const UNREADABLE: &str = "it has syntax errors, which `check` lists";

/// Converts an application service descriptor, or returns why that is not possible.
fn application(file: &SourceFile, to: Form) -> Result<(String, Vec<NotConverted>), &'static str> {
    let application = asd::application(file).ok_or("it is not an application service descriptor")?;
    if !file.errors.is_empty() {
        return Err(UNREADABLE);
    }
    let converted = asd::convert::convert(file, application, to);
    let not_converted = converted.left_out.into_iter().map(|left_out| NotConverted {
        line: left_out.span.map(|span| file.lines.line(span.start as usize) + 1),
        message: left_out.message,
    });
    Ok((converted.text, not_converted.collect()))
}

/// Converts a service template, or returns why that is not possible.
fn template(file: &SourceFile, to: Version) -> Result<(String, Vec<NotConverted>), &'static str> {
    let converted = tosca::convert::convert(file, to).map_err(|refusal| match refusal {
        Refusal::NotATemplate => "it is not a TOSCA service template",
        Refusal::Unreadable => UNREADABLE,
        Refusal::OtherVersion => "its `tosca_definitions_version` is not a version of the TOSCA Simple Profile",
    })?;
    let not_converted = converted
        .not_converted
        .into_iter()
        .map(|one| NotConverted { line: Some(file.lines.line(one.span.start as usize) + 1), message: one.message });
    Ok((converted.text, not_converted.collect()))
}
