//! `descriptorium check`.

mod fix;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use clap::{Args, ValueEnum};
use descriptorium_core::assembly::released::Released;
use descriptorium_core::document::Document;
use serde::Serialize;

use crate::command::{Failure, Judging, Outcome, or_here, put};
use crate::finding::baseline::{Baseline, Rest};
use crate::finding::{Counts, Finding, github, json, junit, plural, sarif, text};
use crate::folder;
use crate::input::{Checked, Input};

pub const EXAMPLES: &str = "\
Examples:
  descriptorium check                          all descriptors in this folder and below
  descriptorium check video/ shared/types.yaml a folder and a file, as one catalog
  descriptorium check catalog/video.yaml       one file; what it speaks of is looked up in its catalog, the folder
                                               above it that has a descriptorium.yaml, or else this one, if the file
                                               lies in a folder of it, or else the package, by its lmproject.yml
  descriptorium check catalog/video/           one folder of a catalog, in the same way
  descriptorium check video.csar               what is in an archive
  descriptorium check - --stdin-filename catalog/video.yaml < draft.yaml
                                               a text, as if it were in that file of its catalog
  descriptorium check --fix --dry-run          what safe fixes would change, as a patch
  descriptorium check --watch                  again whenever a file changes

In CI:
  descriptorium check --format github          annotations beside the lines, on GitHub and Gitea
  descriptorium check --format junit > check.xml
  descriptorium check --format sarif > check.sarif
                                               for the code scanning of a code host
  descriptorium check --write-baseline known.json
                                               notes what is found now, and ends with 0
  descriptorium check --baseline known.json    tells, and fails, only of what was not known then

A finding that is meant is ignored by a comment: `# descriptorium: ignore CODE -- why` behind the
value or on the line above it, `# descriptorium: ignore-file CODE` for the whole file. How severe a
rule is stands in `descriptorium.yaml`: `rules: {assembly/unused-property: off}`. Files that a
.gitignore or `exclude: [drafts/]` there leaves out are checked only if they are named.
`descriptorium rules CODE` says what a code means.";

#[derive(Args, Debug)]
pub struct Arguments {
    /// Files, folders and archives (.zip, .csar, .tgz) to check, taken together as one catalog; `-` for the standard
    /// input [default: the current folder]
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// With `-`: the file that the standard input is the text of, whose catalog is looked into
    #[arg(long, value_name = "FILE", default_value = "stdin.yaml")]
    stdin_filename: PathBuf,
    /// A folder with the same catalog as it was released: what has changed since must have another version
    #[arg(long, value_name = "DIR")]
    released: Option<PathBuf>,
    /// How to print what was found
    #[arg(long, value_enum, default_value_t = Format::Text, value_name = "FORMAT")]
    format: Format,
    /// Does what can be done safely: fixes that neither lose a comment nor change what a text means
    #[arg(long)]
    fix: bool,
    /// With --fix: prints the changes, as a patch or with --format json, and writes nothing
    #[arg(long, requires = "fix")]
    dry_run: bool,
    /// A file of known findings, which are not told again [default: what `descriptorium.yaml` names]
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Writes what is found into a file of known findings
    #[arg(long, value_name = "FILE", conflicts_with = "baseline")]
    write_baseline: Option<PathBuf>,
    /// Checks again whenever a file changes, until it is stopped
    #[arg(long, conflicts_with_all = ["fix", "write_baseline"])]
    watch: bool,
    #[command(flatten)]
    judging: Judging,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    /// For people: the lines in question and what to do about them
    Text,
    /// For programs: one object with all findings; `descriptorium schema check` describes it
    Json,
    /// SARIF 2.1.0
    Sarif,
    /// JUnit XML: a suite for each file, a failure for each error
    Junit,
    /// Workflow commands, which become annotations
    Github,
}

/// How long a watch rests between two looks.
const REST: Duration = Duration::from_millis(300);

pub(super) fn run(arguments: &Arguments) -> Result<Outcome, Failure> {
    let (given, paths): (Vec<_>, Vec<_>) = arguments.paths.iter().cloned().partition(|path| path == Path::new("-"));
    if !given.is_empty() && (arguments.watch || arguments.fix) {
        return Err(Failure("what stands in no file cannot be watched or mended: leave out `-`".to_owned()));
    }
    if arguments.watch {
        return watch(arguments);
    }
    let input = if given.is_empty() {
        Input::with_catalogs(&or_here(&paths))?
    } else {
        let read = folder::text("-", io::stdin().lock()).map_err(|problem| Failure(problem.message))?;
        Input::with_text(&paths, &arguments.stdin_filename, read)?
    };
    if arguments.fix {
        return fix::run(arguments, &input);
    }
    once(arguments, &input)
}

/// What the catalog was when it was released, if that was named.
fn released(arguments: &Arguments) -> Result<Option<Arc<Released>>, Failure> {
    let released = arguments.released.as_ref().map(|folder| Input::read(std::slice::from_ref(folder))).transpose()?;
    Ok(released.map(|before| Arc::new(Released::of(&before.workspace()))))
}

fn once(arguments: &Arguments, input: &Input) -> Result<Outcome, Failure> {
    let analysis = input.analyze_against(arguments.judging.stated()?, released(arguments)?);
    let checked = input.findings(&analysis);
    if let Some(path) = &arguments.write_baseline {
        let baseline = Baseline::of(path, &checked.findings);
        folder::write(path, baseline.print().as_bytes())
            .map_err(|error| Failure(format!("cannot write `{}`: {}", path.display(), folder::reason(&error))))?;
        let findings = plural(checked.findings.len(), "finding");
        put(&format!("{findings} written into {}\n", path.display()))?;
        return Ok(Outcome::Clean);
    }
    report(arguments, input, checked)
}

/// What is not known already.
fn unknown(arguments: &Arguments, input: &Input, files: &[String], findings: Vec<Finding>) -> Result<Rest, Failure> {
    Ok(match arguments.baseline.clone().or_else(|| input.baseline()) {
        Some(path) => Baseline::read(&path).map_err(Failure)?.rest(files, findings),
        None => Rest { findings, n_known: 0, n_gone: 0 },
    })
}

/// Prints what is not known already.
fn report(arguments: &Arguments, input: &Input, checked: Checked) -> Result<Outcome, Failure> {
    let Checked { files, findings } = checked;
    let rest = unknown(arguments, input, &files, findings)?;
    let counts = Counts::of(&rest.findings);
    put(&match arguments.format {
        Format::Text => as_text(files.len(), counts, &rest),
        Format::Json => as_json(json::report(files.len(), rest.n_known, &rest.findings, input.site()))?,
        Format::Sarif => pretty(&sarif::report(&rest.findings, input.site().as_deref()))?,
        Format::Junit => junit::report(&files, &rest.findings),
        Format::Github => github::report(&rest.findings),
    })?;
    if files.is_empty() && rest.findings.is_empty() {
        let _ = writeln!(
            io::stderr(),
            "there is no descriptor here: in folders, files that end in .yaml, .yml, .tosca or .json are looked at, but not \
             in hidden folders, `node_modules`, `target` and `_lmctl`, nor what `exclude` or a .gitignore leaves out; \
             `descriptorium new` begins a descriptor"
        );
    }
    if rest.n_gone > 0 {
        let gone = plural(rest.n_gone, "known finding");
        let _ = writeln!(io::stderr(), "{gone} gone since the baseline was written; write it again to keep them out");
    }
    Ok(if counts.errors > 0 { Outcome::ErrorsFound } else { Outcome::Clean })
}

/// Checks, waits until something has changed that the check read, and checks again.
fn watch(arguments: &Arguments) -> Result<Outcome, Failure> {
    let paths = or_here(&arguments.paths);
    loop {
        let (read, mut watched) = Input::watched(&paths);
        arguments.baseline.iter().chain(&arguments.released).for_each(|path| watched.add(path));
        match read {
            Ok(input) => {
                input.baseline().iter().for_each(|path| watched.add(path));
                if let Err(Failure(message)) = once(arguments, &input) {
                    let _ = writeln!(io::stderr(), "descriptorium: {message}");
                }
            }
            // It may be there again soon.
            Err(error) => {
                let Failure(message) = Failure::from(error);
                let _ = writeln!(io::stderr(), "descriptorium: {message}");
            }
        }
        let _ = writeln!(io::stderr(), "waiting for changes; Ctrl+C ends");
        while watched.is_unchanged() {
            thread::sleep(REST);
        }
    }
}

fn as_text(n_files: usize, counts: Counts, rest: &Rest) -> String {
    let mut output = String::new();
    for finding in &rest.findings {
        output.push_str(&text::print(finding));
        output.push_str("\n\n");
    }
    let known = if rest.n_known > 0 { format!(", and {} known", rest.n_known) } else { String::new() };
    output.push_str(&format!("{} checked: {counts}{known}\n", plural(n_files, "descriptor")));
    output
}

/// A document as the program prints it.
pub(super) fn as_json(content: impl Serialize) -> Result<String, Failure> {
    pretty(&Document::new(content))
}

fn pretty(value: &impl Serialize) -> Result<String, Failure> {
    let text = serde_json::to_string_pretty(value).map_err(|error| Failure(format!("cannot print: {error}")))?;
    Ok(text + "\n")
}
