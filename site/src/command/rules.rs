//! `descriptorium rules`.

use clap::{Args, ValueEnum};
use descriptorium_core::document::rules::Rules;
use descriptorium_core::rules::ignore::covers;
use descriptorium_core::similarity::closest;

use crate::command::check::as_json;
use crate::command::{Failure, Outcome, put};
use crate::pages::codes::{self, Code};

pub const EXAMPLES: &str = "\
Examples:
  descriptorium rules
    list all rules
  descriptorium rules yaml
    list the rules of a group
  descriptorium rules assembly/no-such-property
    explain a rule, with a bad and a good example
  descriptorium rules --format json
    all rules as JSON";

#[derive(Args, Debug)]
pub struct Arguments {
    /// Code of a rule, or a group of rules [default: all]
    #[arg(value_name = "CODE")]
    code: Option<String>,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text, value_name = "FORMAT")]
    format: Format,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    /// Markdown
    Text,
    Json,
}

pub(super) fn run(arguments: &Arguments) -> Result<Outcome, Failure> {
    let wanted = arguments.code.as_deref().map(|code| code.trim_end_matches('/'));
    let found = wanted.map_or_else(|| Ok(codes::all().collect()), known)?;
    put(&match (arguments.format, found.as_slice()) {
        (Format::Json, found) => as_json(Rules { rules: found.iter().map(Code::document).collect() })?,
        (Format::Text, [one]) if wanted == Some(one.code) => explained(one),
        (Format::Text, found) => list(found),
    })?;
    Ok(Outcome::Clean)
}

/// The rules with a code, or in a group.
///
/// # Errors
///
/// There are none.
pub(super) fn known(wanted: &str) -> Result<Vec<Code>, Failure> {
    let found: Vec<Code> = codes::all().filter(|code| covers(wanted.trim_end_matches('/'), code.code)).collect();
    if !found.is_empty() {
        return Ok(found);
    }
    let hint = near(wanted).map(|near| format!("did you mean `{near}`?"));
    let hint = hint.unwrap_or_else(|| "run `descriptorium rules` to list all rules".to_owned());
    Err(Failure(format!("unknown rule `{wanted}`; {hint}")))
}

/// The closest rule or group, by spelling, by the name without its group, or by a part of the name.
fn near(wanted: &str) -> Option<&'static str> {
    let all: Vec<&str> = codes::all().map(|code| code.code).collect();
    let folders = all.iter().filter_map(|code| Some(code.split_once('/')?.0));
    let last = |code: &'static str| code.rsplit('/').next().unwrap_or(code);
    let name = wanted.rsplit('/').next().unwrap_or(wanted);
    let called = |name: &str| all.iter().find(|code| last(code) == name).copied();
    closest(wanted, all.iter().copied().chain(folders))
        .or_else(|| called(name))
        .or_else(|| called(closest(name, all.iter().map(|code| last(code)))?))
        .or_else(|| all.iter().find(|code| !name.is_empty() && last(code).contains(name)).copied())
}

fn severity(code: &Code) -> &'static str {
    code.severity.map_or("varies", |severity| severity.name())
}

fn list(codes: &[Code]) -> String {
    let width = codes.iter().map(|code| code.code.len()).max().unwrap_or(0);
    codes.iter().map(|code| format!("{:<width$}  {:<7}  {}\n", code.code, severity(code), code.title)).collect()
}

fn explained(code: &Code) -> String {
    let mut text = format!("# {}\n\n{} ({})\n\n{}\n", code.code, code.title, severity(code), code.doc);
    if !code.bad.is_empty() {
        text += &format!("\n## Example\n\n```yaml\n{}```\n\n## Fixed\n\n```yaml\n{}```\n", code.bad, code.good);
    }
    text
}
