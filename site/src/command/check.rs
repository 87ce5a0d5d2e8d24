//! `descriptorium check`.

use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use descriptorium_core::released::Released;
use serde_json::Value;

use crate::command::{Failure, Judging, Outcome, or_here, put};
use crate::finding::{Counts, Finding, json, plural, sarif, text};
use crate::input::Input;

pub const EXAMPLES: &str = "\
Examples:
  descriptorium check                          all descriptors in this folder and below
  descriptorium check video/ shared/types.yaml a folder and a file, as one catalog
  descriptorium check video.csar               what is in an archive
  descriptorium check --format sarif > check.sarif
                                               for the code scanning of a code host";

#[derive(Args, Debug)]
pub struct Arguments {
    /// Files, folders and archives (.zip, .csar, .tgz) to check, taken together as one catalog [default: the current
    /// folder]
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// A folder with the same catalog as it was released: what has changed since must have another version
    #[arg(long, value_name = "DIR")]
    released: Option<PathBuf>,
    /// How to print what was found
    #[arg(long, value_enum, default_value_t = Format::Text, value_name = "FORMAT")]
    format: Format,
    #[command(flatten)]
    judging: Judging,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    /// For people: the lines in question and what to do about them
    Text,
    /// For programs: one object with all diagnostics, lines and columns from 1
    Json,
    /// SARIF 2.1.0
    Sarif,
}

pub(super) fn run(arguments: &Arguments) -> Result<Outcome, Failure> {
    let input = Input::read(&or_here(&arguments.paths))?;
    let released = arguments.released.as_ref().map(|folder| Input::read(std::slice::from_ref(folder))).transpose()?;
    let released = released.map(|before| Arc::new(Released::of(&before.workspace())));
    let analysis = input.analyze_against(arguments.judging.stated(), released);
    let (n_files, findings) = input.findings(&analysis);
    let counts = Counts::of(&findings);
    put(&match arguments.format {
        Format::Text => as_text(n_files, counts, &findings),
        Format::Json => as_json(&json::report(n_files, &findings))?,
        Format::Sarif => as_json(&sarif::report(&findings))?,
    })?;
    Ok(if counts.errors > 0 { Outcome::ErrorsFound } else { Outcome::Clean })
}

fn as_text(n_files: usize, counts: Counts, findings: &[Finding]) -> String {
    let mut output = String::new();
    for finding in findings {
        output.push_str(&text::print(finding));
        output.push_str("\n\n");
    }
    output.push_str(&format!("{} checked: {counts}\n", plural(n_files, "descriptor")));
    output
}

pub(super) fn as_json(value: &Value) -> Result<String, Failure> {
    let text = serde_json::to_string_pretty(value).map_err(|error| Failure(format!("cannot print: {error}")))?;
    Ok(text + "\n")
}
