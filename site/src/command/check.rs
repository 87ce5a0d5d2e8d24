//! `descriptorium check`.

pub(super) mod fix;
pub(super) mod selection;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use clap::{Args, ValueEnum};
use descriptorium_core::analysis::Analysis;
use descriptorium_core::document::Document;
use descriptorium_core::released::Released;
use descriptorium_core::text::FilePath;
use serde::Serialize;

use crate::command::check::selection::{Exclude, Selection};
use crate::command::{Failure, Outcome, ValidationOptions, or_here, put_exactly, put_line};
use crate::finding::baseline::{Baseline, Rest};
use crate::finding::{Counts, Finding, concise, github, gitlab, json, junit, plural, sarif, text};
use crate::folder;
use crate::input::{Checked, Input};
use crate::printable::{self, say};

pub const EXAMPLES: &str = "\
Examples:
  descriptorium check
    all descriptors in this folder and its subfolders
  descriptorium check video/ shared/types.yaml
    a folder and a file, as one catalog
  descriptorium check catalog/video.yaml
    one file; other descriptors are found in its catalog: the nearest folder above with a descriptorium.yaml, or else the current folder if it contains the file, or else the package (lmproject.yml)
  descriptorium check catalog/video/
    one folder of a catalog, in the same way
  descriptorium check video.csar
    the descriptors in an archive
  descriptorium check - --stdin-filename catalog/video.yaml < draft.yaml
    standard input, as the contents of a file in a catalog
  descriptorium check --fix --dry-run
    show the changes that safe fixes would make
  descriptorium check --fix --unsafe-fixes
    also apply fixes that may change the meaning
  descriptorium check --exclude drafts/,test-*.yaml
    leave out folders and files
  descriptorium check --watch
    check again whenever a file changes

In CI:
  descriptorium check --format github
    annotations on GitHub and Gitea
  descriptorium check --format junit > check.xml
  descriptorium check --format sarif > check.sarif
    for code scanning
  descriptorium check --format gitlab > codequality.json
    for merge requests in GitLab
  descriptorium check --deny warnings
    exit with 1 if there is a warning, too
  descriptorium check --select yaml,tosca/type
    report two groups of rules only
  descriptorium check --write-baseline known.json
    save the current findings, and exit with 0
  descriptorium check --baseline known.json
    report new findings only

To ignore a finding, add a comment after the value or on the line above it: `# descriptorium: ignore CODE -- why`, or `# descriptorium: ignore-file CODE` for the whole file. Syntax errors cannot be ignored, and are reported in every YAML file of a folder except templates. To change the severity of a rule, use `descriptorium.yaml`: `rules: {assembly/unused-property: off}`. Files that are excluded by a .gitignore or by `exclude: [drafts/]` are checked only if they are named. `descriptorium rules CODE` explains a code.";

#[derive(Args, Debug)]
pub struct Arguments {
    /// Files, folders and archives (.zip, .csar, .tgz) to check as one catalog; `-` for standard input [default: the
    /// current folder]
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// With `-`: file name for standard input, which determines the catalog
    #[arg(long, value_name = "FILE", default_value = "stdin.yaml")]
    stdin_filename: PathBuf,
    /// Folder with the released version of the catalog; released descriptors must neither change nor be removed
    #[arg(long, value_name = "DIR")]
    released: Option<PathBuf>,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text, value_name = "FORMAT")]
    format: Format,
    /// Apply safe fixes, which lose neither comments nor values and keep the meaning
    #[arg(long)]
    fix: bool,
    /// Also apply fixes that may change the meaning, where a finding has only one; without --fix: count them as fixable
    #[arg(long)]
    unsafe_fixes: bool,
    /// With --fix: print the changes, as a patch or with --format json, without writing files
    #[arg(long, requires = "fix")]
    dry_run: bool,
    /// File of known findings, which are not reported [default: `baseline` in `descriptorium.yaml`]
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Save the current findings as known findings
    #[arg(long, value_name = "FILE", conflicts_with = "baseline")]
    write_baseline: Option<PathBuf>,
    /// Check again whenever a file changes, until interrupted
    #[arg(long, conflicts_with_all = ["fix", "write_baseline"])]
    watch: bool,
    /// Print nothing but findings: no summary and no hints
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    exclude: Exclude,
    #[command(flatten)]
    selection: Selection,
    #[command(flatten)]
    validation: ValidationOptions,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    /// Findings with source lines and help, for people
    Text,
    /// One line for each finding; `[*]` marks those that --fix corrects
    Concise,
    /// JSON with all findings; see `descriptorium schema check`
    Json,
    /// SARIF 2.1.0
    Sarif,
    /// JUnit XML: a suite for each file, a failure for each error
    Junit,
    /// Workflow commands, which create annotations
    Github,
    /// Code Quality report
    Gitlab,
}

/// How long a watch sleeps between two scans of the files.
const REST: Duration = Duration::from_millis(300);

pub(super) fn run(arguments: &Arguments) -> Result<Outcome, Failure> {
    arguments.selection.validate()?;
    let (given, paths): (Vec<_>, Vec<_>) = arguments.paths.iter().cloned().partition(|path| path == Path::new("-"));
    if !given.is_empty() && (arguments.watch || arguments.fix) {
        return Err(Failure("standard input cannot be watched or fixed: remove `-`".to_owned()));
    }
    if arguments.watch {
        return watch(arguments);
    }
    let mut input = if given.is_empty() {
        Input::with_catalogs(&or_here(&paths))?
    } else {
        let read = folder::text("-", io::stdin().lock()).map_err(|finding| Failure(finding.message))?;
        Input::with_text(&paths, &arguments.stdin_filename, read)?
    };
    arguments.exclude.apply(&mut input)?;
    if arguments.fix {
        return fix::run(arguments, &input);
    }
    once(arguments, &input)
}

/// The analysis of the input, and findings about released descriptors that were removed.
fn analyze(arguments: &Arguments, input: &Input) -> Result<(Analysis, Vec<Finding>), Failure> {
    let before = arguments.released.as_ref().map(|folder| Input::read(std::slice::from_ref(folder))).transpose()?;
    let paths = or_here(&arguments.paths);
    // The released folder corresponds to the catalog, or to a folder that was given.
    let mut roots = Input::catalogs(&paths);
    roots.extend(paths.iter().filter(|path| path.is_dir()).cloned());
    let place = |before: &Input, path: &FilePath| {
        let released = arguments.released.as_deref().unwrap_or(Path::new("."));
        input.within(&roots, &before.inner(path, released))
    };
    let released = before.as_ref().map(|before| {
        let place = |path: &FilePath| place(before, path);
        Arc::new(Released::of(&before.workspace(), &place))
    });
    let analysis = input.analyze_against(arguments.validation.stated()?, released);
    // Around a single file, only as much of the catalog is read as the file needs.
    let has_catalog = paths.iter().any(|path| path.is_dir());
    let removed = |before: Input| before.removed(input, &|path| place(&before, path));
    let removed = before.filter(|_| has_catalog).map_or_else(Vec::new, removed);
    Ok((analysis, removed))
}

fn once(arguments: &Arguments, input: &Input) -> Result<Outcome, Failure> {
    let (analysis, removed) = analyze(arguments, input)?;
    let mut checked = input.findings(&analysis);
    checked.findings.extend(removed);
    if let Some(path) = &arguments.write_baseline {
        arguments.selection.apply(&mut checked.findings);
        let baseline = Baseline::of(path, &checked.findings);
        folder::write(path, baseline.print().as_bytes())
            .map_err(|error| Failure(format!("cannot write `{}`: {}", path.display(), folder::reason(&error))))?;
        let findings = plural(checked.findings.len(), "finding");
        put_line(&format!("{findings} saved in {}", path.display()))?;
        return Ok(Outcome::Clean);
    }
    report(arguments, input, checked)
}

/// The selected findings that are not in the baseline.
fn unknown(arguments: &Arguments, input: &Input, files: &[String], findings: Vec<Finding>) -> Result<Rest, Failure> {
    let mut rest = match arguments.baseline.clone().or_else(|| input.baseline()) {
        Some(path) => Baseline::read(&path).map_err(Failure)?.rest(files, findings),
        None => Rest { findings, n_known: 0, n_gone: 0 },
    };
    arguments.selection.apply(&mut rest.findings);
    Ok(rest)
}

/// Prints the findings that are not in the baseline.
fn report(arguments: &Arguments, input: &Input, checked: Checked) -> Result<Outcome, Failure> {
    let Checked { files, has_others, findings } = checked;
    let mark = |finding: &Finding| is_marked(finding, arguments.unsafe_fixes);
    let rest = unknown(arguments, input, &files, findings)?;
    let counts = Counts::of(&rest.findings);
    let summary = || {
        let n_files = plural(files.len(), if has_others { "file" } else { "descriptor" });
        if arguments.quiet { String::new() } else { summary(&n_files, counts, &rest, arguments.unsafe_fixes) }
    };
    // Each format escapes the texts of others in its own way.
    put_exactly(&match arguments.format {
        Format::Text => {
            let findings: String = rest.findings.iter().map(|one| text::print(one, mark(one)) + "\n\n").collect();
            printable::styled(&(findings + &summary())).into_owned()
        }
        Format::Concise => printable::styled(&(concise::report(&rest.findings, &mark) + &summary())).into_owned(),
        Format::Json => as_json(json::report(files.len(), rest.n_known, &rest.findings, input.site()))?,
        Format::Sarif => pretty(&sarif::report(&rest.findings, input.site().as_deref()))?,
        Format::Junit => junit::report(&files, &rest.findings),
        Format::Github => github::report(&rest.findings),
        Format::Gitlab => pretty(&gitlab::report(&rest.findings))?,
    })?;
    if !arguments.quiet {
        hint(&files, &rest);
    }
    Ok(arguments.selection.outcome(counts))
}

/// Advice about a check without descriptors, and about a baseline that is out of date.
fn hint(files: &[String], rest: &Rest) {
    if files.is_empty() && rest.findings.is_empty() {
        say(
            "no descriptors found: folders are searched for files that end with .yaml, .yml, .tosca, .json or .csv, except hidden \
             folders, `node_modules`, `target`, `_lmctl`, and files excluded by `exclude` or a .gitignore; \
             create a descriptor with `descriptorium new`",
        );
    }
    if rest.n_gone > 0 {
        let gone = plural(rest.n_gone, "known finding");
        let (verb, noun) = if rest.n_gone == 1 { ("occurs", "it") } else { ("occur", "them") };
        say(&format!("{gone} in the baseline no longer {verb}; write the baseline again to remove {noun}"));
    }
}

/// Checks, waits until any of the files that were read changes, and checks again.
fn watch(arguments: &Arguments) -> Result<Outcome, Failure> {
    let paths = or_here(&arguments.paths);
    loop {
        let (read, mut watched) = Input::watched(&paths);
        arguments.baseline.iter().chain(&arguments.released).for_each(|path| watched.add(path));
        match read {
            Ok(mut input) => {
                arguments.exclude.apply(&mut input)?;
                input.baseline().iter().for_each(|path| watched.add(path));
                if let Err(Failure(message)) = once(arguments, &input) {
                    say(&format!("descriptorium: {message}"));
                }
            }
            // The path may exist again soon, for example during a checkout.
            Err(error) => {
                let Failure(message) = Failure::from(error);
                say(&format!("descriptorium: {message}"));
            }
        }
        say("waiting for changes; press Ctrl+C to stop");
        while watched.is_unchanged() {
            thread::sleep(REST);
        }
    }
}

/// Whether a finding is marked with `[*]`, as one that would be fixed.
fn is_marked(finding: &Finding, even_unsafe: bool) -> bool {
    finding.is_fixable() || even_unsafe && finding.is_fixable_unsafely()
}

/// The last lines of a text for people.
fn summary(n_files: &str, counts: Counts, rest: &Rest, even_unsafe: bool) -> String {
    let known = if rest.n_known > 0 { format!(", and {} known", rest.n_known) } else { String::new() };
    let n_fixable = rest.findings.iter().filter(|finding| is_marked(finding, even_unsafe)).count();
    let n_unsafe = rest.findings.iter().filter(|finding| finding.is_fixable_unsafely()).count();
    let command = if even_unsafe && n_unsafe > 0 { "--fix --unsafe-fixes" } else { "--fix" };
    let fixable = match (n_fixable, if even_unsafe { 0 } else { n_unsafe }) {
        (0, 0) => String::new(),
        (0, n_unsafe) => format!("{} fixable with --fix --unsafe-fixes\n", plural(n_unsafe, "finding")),
        (n_fixable, 0) => format!("[*] {} fixable with {command}\n", plural(n_fixable, "finding")),
        (n_fixable, n_unsafe) => {
            format!("[*] {} fixable with --fix, {n_unsafe} more with --unsafe-fixes\n", plural(n_fixable, "finding"))
        }
    };
    format!("{n_files} checked: {counts}{known}\n{fixable}")
}

/// Serializes a document for output.
pub(super) fn as_json(content: impl Serialize) -> Result<String, Failure> {
    pretty(&Document::new(content))
}

/// The same for a value that is a whole document.
pub(super) fn pretty(value: &impl Serialize) -> Result<String, Failure> {
    let text = serde_json::to_string_pretty(value).map_err(|error| Failure(format!("cannot print: {error}")))?;
    Ok(printable::json(text + "\n"))
}
