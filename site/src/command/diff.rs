//! `descriptorium diff`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, ValueEnum};
use descriptorium_core::analysis::Analysis;
use descriptorium_core::document::diff::{self, Comparison, Diff};
use descriptorium_core::rules::catalog_settings::CatalogSettings;
use descriptorium_core::schema::diff::{Difference, Impact};
use descriptorium_core::text::{FilePath, Span};
use descriptorium_core::workspace::SourceFile;

use crate::command::check::as_json;
use crate::command::{Failure, Outcome, find, put};
use crate::input::Input;
use crate::pages;
use crate::printable::{line, say};
use crate::versions::{self, Step, Tally, compare, of_catalogs};

pub const EXAMPLES: &str = "\
Changes are classified by their effect on the users of a descriptor: a removed capability or a newly
required property is `breaking`, a changed default or component is `behavior`, and everything that can
be used in addition is an `addition`. Comments, order and descriptions are ignored. In a comparison of
two catalogs, a removed descriptor is breaking, and a changed one only if its version is the same.

Examples:
  descriptorium diff streamer-1.0.yaml streamer-2.0.yaml
  descriptorium diff resource::streamer::1.0 resource::streamer::2.0 --catalog examples
  descriptorium diff released/ . --fail-on-breaking
                      compare two catalogs: new, removed and changed descriptors, by version";

#[derive(Args, Debug)]
pub struct Arguments {
    /// Old version: a descriptor, by file or full name, or a folder or archive of descriptors
    #[arg(value_name = "BEFORE")]
    before: String,
    /// New version
    #[arg(value_name = "AFTER")]
    after: String,
    /// Folder or archive in which full names are looked up [default: the catalog around the current folder, or that
    /// folder]
    #[arg(long, value_name = "DIR")]
    catalog: Option<PathBuf>,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text, value_name = "FORMAT")]
    format: Format,
    /// Exit with 1 if there is a breaking change
    #[arg(long)]
    fail_on_breaking: bool,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    Text,
    Json,
}

pub(super) fn run(arguments: &Arguments) -> Result<Outcome, Failure> {
    let is_catalog = |shown: &str| Path::new(shown).is_dir() || find::is_archive(Path::new(shown));
    if is_catalog(&arguments.before) && is_catalog(&arguments.after) {
        return catalogs(arguments);
    }
    let (before_input, before, old) = one(arguments, &arguments.before)?;
    let (after_input, after, new) = one(arguments, &arguments.after)?;
    let file = |analysis: &Analysis, path| {
        analysis.file(path).cloned().ok_or_else(|| Failure("the file no longer exists".to_owned()))
    };
    let (old, new) = (file(&before, &old)?, file(&after, &new)?);
    if old.language != new.language {
        return Err(Failure(format!(
            "`{}` and `{}` are different kinds of descriptors",
            arguments.before, arguments.after
        )));
    }
    say_broken(&before_input, [&old]);
    say_broken(&after_input, [&new]);
    let found = compare(before.context(&old), after.context(&new));
    let (old, new) = (Side { file: &old, input: &before_input }, Side { file: &new, input: &after_input });
    put(&match arguments.format {
        Format::Text => format!("{}\n{}\n", list(old, new, &found), summary(&found)),
        Format::Json => as_json(Diff::Descriptors(comparison(old, new, &found)))?,
    })?;
    let breaks = arguments.fail_on_breaking && found.iter().any(|one| one.impact == Impact::Breaking);
    Ok(if breaks { Outcome::ErrorsFound } else { Outcome::Clean })
}

/// One side of a comparison.
#[derive(Clone, Copy)]
struct Side<'a> {
    file: &'a SourceFile,
    input: &'a Input,
}

impl Side<'_> {
    fn path(self) -> String {
        self.input.shown(&self.file.path)
    }
}

/// A descriptor and the analysis of its catalog.
fn one(arguments: &Arguments, shown: &str) -> Result<(Input, Analysis, FilePath), Failure> {
    let (input, analysis) = if find::name_of(shown).is_some() {
        find::catalog_with(arguments.catalog.as_deref(), &[shown])?
    } else {
        let input = Input::read(&[PathBuf::from(shown)])?;
        let analysis = input.analyze(CatalogSettings::default());
        (input, analysis)
    };
    let file = find::file_of(&input, &analysis, shown)?;
    Ok((input, analysis, file))
}

fn summary(found: &[Difference]) -> String {
    Tally::of(found).to_string()
}

/// Lists the changes, one per line, with their locations.
fn list(old: Side<'_>, new: Side<'_>, found: &[Difference]) -> String {
    let (before, after) = (pages::name(old.file).full, pages::name(new.file).full);
    let (before, after) = (line(&before), line(&after));
    let mut text = if before == after { format!("{after}\n") } else { format!("{before} -> {after}\n") };
    for one in found {
        let line_of = |file: &SourceFile, span: Option<Span>| span.map(|span| file.lines.line(span.start as usize) + 1);
        let place = match (line_of(old.file, one.before), line_of(new.file, one.after)) {
            (_, Some(line)) => format!("{}:{line}", new.path()),
            (Some(line), None) => format!("{}:{line}", old.path()),
            (None, None) => new.path(),
        };
        text += &format!("  {:<9} {}  ({})\n", one.impact.name(), line(&one.message), line(&place));
    }
    text
}

fn comparison(old: Side<'_>, new: Side<'_>, found: &[Difference]) -> Comparison {
    versions::comparison((old.file, old.path()), (new.file, new.path()), found)
}

/// Warns on standard error about files with syntax errors, which are compared only as far as they can be read.
fn say_broken<'a>(input: &Input, files: impl IntoIterator<Item = &'a Arc<SourceFile>>) {
    let is_broken = |file: &&Arc<SourceFile>| file.language.is_some() && !file.errors.is_empty();
    for file in files.into_iter().filter(is_broken) {
        let shown = input.shown(&file.path);
        say(&format!(
            "`{shown}` has syntax errors and is compared only as far as it can be read: run `descriptorium check {shown}`"
        ));
    }
}

fn catalogs(arguments: &Arguments) -> Result<Outcome, Failure> {
    let read = |path: &str| Ok::<_, Failure>(Input::read(&[PathBuf::from(path)])?);
    let (before, after) = (read(&arguments.before)?, read(&arguments.after)?);
    let (old, new) = (before.analyze(CatalogSettings::default()), after.analyze(CatalogSettings::default()));
    say_broken(&before, old.workspace().files());
    say_broken(&after, new.workspace().files());
    let inner_before = |file: &FilePath| before.inner(file, Path::new(&arguments.before));
    let inner_after = |file: &FilePath| after.inner(file, Path::new(&arguments.after));
    let steps = of_catalogs((&old, &inner_before), (&new, &inner_after));
    let mut breaks = false;
    let side =
        |file: &SourceFile, input: &Input| diff::Side { name: pages::name(file).full, file: input.shown(&file.path) };
    let (mut text, mut descriptors) = (String::new(), Vec::new());
    for step in &steps {
        let (what, line, entry) = match step {
            Step::Gone(file) => {
                breaks = true;
                ("gone", line(&pages::name(file).full).into_owned(), diff::Step::Gone { before: side(file, &before) })
            }
            Step::New(file) => {
                ("new", line(&pages::name(file).full).into_owned(), diff::Step::New { after: side(file, &after) })
            }
            Step::NewVersion(then, now) => {
                let found = compare(old.context(then), new.context(now));
                let (then, now) = (Side { file: then, input: &before }, Side { file: now, input: &after });
                ("version", list(then, now, &found), diff::Step::Version(comparison(then, now, &found)))
            }
            Step::Changed(then, now) => {
                let found = compare(old.context(then), new.context(now));
                breaks |= found.iter().any(|one| one.impact == Impact::Breaking);
                let (then, now) = (Side { file: then, input: &before }, Side { file: now, input: &after });
                ("changed", list(then, now, &found), diff::Step::Changed(comparison(then, now, &found)))
            }
        };
        text += &format!("{what:<8} {}\n", line.trim_end());
        descriptors.push(entry);
    }
    if steps.is_empty() {
        text += "no differences\n";
    }
    put(&match arguments.format {
        Format::Text => text,
        Format::Json => as_json(Diff::Catalogs { descriptors })?,
    })?;
    Ok(if breaks && arguments.fail_on_breaking { Outcome::ErrorsFound } else { Outcome::Clean })
}
