//! `descriptorium format`.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use descriptorium_core::package;
use descriptorium_core::rules::catalog_settings;
use descriptorium_core::syntax::patch::format;
use descriptorium_core::text::{FilePath, Span};
use descriptorium_core::workspace::SourceFile;

use crate::command::check::fix::patch;
use crate::command::check::selection::Exclude;
use crate::command::{Failure, Outcome, or_here, put, put_exactly, put_line};
use crate::finding::plural;
use crate::folder::{self, FileFinding};
use crate::input::Input;
use crate::parallel::in_parallel;
use crate::printable::say;

pub const EXAMPLES: &str = "\
Indentation, white space, blank lines and line breaks are changed; names, values, comments, order and quotes are not. The style is that of the modeller: each file keeps its own indentation. A file that does not parse is reported and left as it is.

Examples:
  descriptorium format
    all descriptors in this folder and its subfolders
  descriptorium format assemblies/ types.yaml
    a folder and a file
  descriptorium format --check
    list the files that would change; exit with 1 if any
  descriptorium format --check --diff
    also show the changes
  descriptorium format - < draft.yaml
    format standard input to standard output";

#[derive(Args, Debug)]
pub struct Arguments {
    /// Files and folders to format; `-` for standard input [default: the current folder]
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// List the files that are not formatted, without writing them, and exit with 1 if there are any
    #[arg(long)]
    check: bool,
    /// Print the changes as a patch, without writing files
    #[arg(long)]
    diff: bool,
    /// Print nothing but the names of files
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    exclude: Exclude,
}

/// The result for one file.
enum Formatted {
    Unchanged,
    /// The new text.
    Changed(String),
    /// The reason why it cannot be formatted.
    Refused(String),
}

pub(super) fn run(arguments: &Arguments) -> Result<Outcome, Failure> {
    if arguments.paths.iter().any(|path| path == Path::new("-")) {
        return standard_input(arguments);
    }
    let mut input = Input::read(&or_here(&arguments.paths))?;
    arguments.exclude.apply(&mut input)?;
    let workspace = input.workspace();
    let (files, others): (Vec<Arc<SourceFile>>, Vec<Arc<SourceFile>>) =
        workspace.files().map(Arc::clone).partition(|file| is_formatted(&input, file));
    let results = in_parallel(&files, |file| formatted(file));
    let (mut n_changed, mut n_refused, mut n_unread) = (0, 0, 0);
    // Without its errors, such a file may be a descriptor.
    let is_meant = |file: &&Arc<SourceFile>| input.on_disk(&file.path).is_some() && is_broken(file);
    for file in others.iter().filter(is_meant) {
        if let Formatted::Refused(why) = formatted(file) {
            n_unread += 1;
            say(&format!("cannot format `{}`: {why}", input.shown(&file.path)));
        }
    }
    for finding in input.unread() {
        n_unread += 1;
        say(&format!("cannot format `{}`: {}", finding.path, finding.message));
    }
    for (file, result) in files.iter().zip(results) {
        let shown = input.shown(&file.path);
        match result {
            Formatted::Unchanged => {}
            Formatted::Refused(why) => {
                n_refused += 1;
                say(&format!("cannot format `{shown}`: {why}"));
            }
            Formatted::Changed(after) => {
                n_changed += 1;
                write(arguments, &input, file, &after)?;
            }
        }
    }
    let is_dry = arguments.check || arguments.diff;
    if !arguments.quiet {
        summary(files.len() - n_refused, n_changed, is_dry)?;
    }
    let fails = n_refused + n_unread > 0 || arguments.check && n_changed > 0;
    Ok(if fails { Outcome::ErrorsFound } else { Outcome::Clean })
}

/// Whether a file is formatted: a descriptor, the settings of the catalog, or any other file that is named.
fn is_formatted(input: &Input, file: &SourceFile) -> bool {
    let is_meant = file.language.is_some() || file.path.name() == catalog_settings::FILE || input.is_named(&file.path);
    is_meant && input.on_disk(&file.path).is_some() && !package::is_csv(&file.path)
}

/// Whether a file that is not recognized as a descriptor has syntax errors, and may be meant as one.
fn is_broken(file: &SourceFile) -> bool {
    let again = || SourceFile::new(file.path.clone(), Arc::clone(&file.text));
    !file.tree.errors.is_empty() && !FileFinding::of_broken(again()).is_empty()
}

fn formatted(file: &SourceFile) -> Formatted {
    let edit = format::format(&file.text, &file.tree, Span::new(0, file.text.len()));
    match edit.and_then(|edit| edit.apply(&file.text)) {
        Ok(after) if *after == *file.text => Formatted::Unchanged,
        Ok(after) => Formatted::Changed(after),
        Err(error) => Formatted::Refused(error.to_string()),
    }
}

/// Writes the new text of a file, or shows the change.
fn write(arguments: &Arguments, input: &Input, file: &SourceFile, after: &str) -> Result<(), Failure> {
    let shown = input.shown(&file.path);
    if arguments.diff {
        put(&patch(&shown, &file.text, after))?;
    }
    if arguments.check {
        return put_line(&format!("not formatted: {shown}"));
    }
    let Some(place) = input.on_disk(&file.path).filter(|_| !arguments.diff) else { return Ok(()) };
    folder::replace(place, file.text.as_bytes(), after.as_bytes())
        .map_err(|error| Failure(format!("cannot write `{shown}`: {}", folder::reason(&error))))?;
    put_line(&format!("formatted: {shown}"))
}

fn summary(n_files: usize, n_changed: usize, is_dry: bool) -> Result<(), Failure> {
    if n_files == 0 {
        say("no descriptors found");
        return Ok(());
    }
    let (changed, others) = (plural(n_changed, "file"), n_files - n_changed);
    put_line(&match (n_changed, others) {
        (0, _) if n_files == 1 => "1 file is already formatted".to_owned(),
        (0, _) => format!("{} are already formatted", plural(n_files, "file")),
        (_, 0) if is_dry => format!("{changed} would be formatted"),
        (_, 0) => format!("{changed} formatted"),
        (_, others) => {
            let done = if is_dry { "would be formatted" } else { "formatted" };
            format!("{changed} {done}, {others} unchanged")
        }
    })
}

/// Formats standard input to standard output.
fn standard_input(arguments: &Arguments) -> Result<Outcome, Failure> {
    if arguments.paths.len() > 1 {
        return Err(Failure("standard input is formatted alone: remove the other paths".to_owned()));
    }
    let text = folder::text("-", io::stdin().lock()).map_err(|finding| Failure(finding.message))?;
    let path = FilePath::new("stdin.yaml").ok_or_else(|| Failure("cannot read standard input".to_owned()))?;
    match formatted(&SourceFile::new(path, text.clone())) {
        Formatted::Refused(why) => {
            say(&format!("cannot format standard input: {why}"));
            Ok(Outcome::ErrorsFound)
        }
        Formatted::Changed(after) => {
            match (arguments.diff, arguments.check) {
                (true, _) => put(&patch("stdin.yaml", &text, &after))?,
                (false, true) => put_line("not formatted: standard input")?,
                (false, false) => put_exactly(&after)?,
            }
            Ok(if arguments.check { Outcome::ErrorsFound } else { Outcome::Clean })
        }
        Formatted::Unchanged => {
            if !arguments.check && !arguments.diff {
                put_exactly(&text)?;
            }
            Ok(Outcome::Clean)
        }
    }
}
