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
use crate::command::{Failure, Outcome, find, put, put_styled};
use crate::content::{Content, Element, markdown};
use crate::finding::plural;
use crate::git::Checkout;
use crate::input::Input;
use crate::pages;
use crate::printable::{Tone, line, paint, say};
use crate::versions::{self, Step, Tally, compare, of_catalogs};

pub const USAGE: &str = "\
descriptorium diff [OPTIONS] <BEFORE> <AFTER>
       descriptorium diff [OPTIONS] --git <REV> [PATH]";

pub const EXAMPLES: &str = "\
Changes are classified by their effect on the users of a descriptor: a removed capability or a newly required property is `breaking`, a changed default or component is `behavior`, and everything that can be used in addition is an `addition`. Comments, order and descriptions are ignored. In a comparison of two catalogs, a removed descriptor is breaking, and a changed one only if its version is the same.

Examples:
  descriptorium diff streamer-1.0.yaml streamer-2.0.yaml
  descriptorium diff resource::streamer::1.0 resource::streamer::2.0 --catalog examples
  descriptorium diff released/ . --fail-on-breaking
    compare two catalogs: new, removed and changed descriptors, by version
  descriptorium diff --git HEAD
    compare the current folder with the last commit
  descriptorium diff --git main catalog/assemblies/video.yaml
    compare a descriptor with its state on the branch `main`
  descriptorium diff --git origin/main --format markdown > summary.md
    a summary for a pull request";

#[derive(Args, Debug)]
pub struct Arguments {
    /// Old version: a descriptor, by file or full name, or a folder or archive of descriptors; with --git: the file or
    /// folder to compare [default: the current folder]
    #[arg(value_name = "BEFORE", required_unless_present = "git")]
    before: Option<String>,
    /// New version
    #[arg(value_name = "AFTER", required_unless_present = "git", conflicts_with = "git")]
    after: Option<String>,
    /// Compare with this revision of the Git repository, such as `HEAD`, `main` or `v1.2`
    #[arg(long, value_name = "REV", conflicts_with = "catalog")]
    git: Option<String>,
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
    /// A summary for a pull request
    Markdown,
}

/// The compared versions, by their paths or names.
struct Versions {
    before: String,
    after: String,
    /// The repository at a revision, if the old version is in it.
    checkout: Option<Checkout>,
    /// The revision, as written.
    revision: String,
}

impl Versions {
    fn of(arguments: &Arguments) -> Result<Self, Failure> {
        let Some(revision) = &arguments.git else {
            let text = |version: &Option<String>| version.clone().unwrap_or_default();
            let (before, after) = (text(&arguments.before), text(&arguments.after));
            return Ok(Versions { before, after, checkout: None, revision: String::new() });
        };
        let after = arguments.before.clone().unwrap_or_else(|| ".".to_owned());
        let path = Path::new(&after);
        if !path.exists() {
            return Err(Failure(format!("cannot find `{after}`: with --git, name a file or folder")));
        }
        let checkout = Checkout::of(path, revision).map_err(Failure)?;
        let before = checkout.place(path).ok_or_else(|| Failure(format!("`{after}` is outside its repository")))?;
        if path.is_dir() {
            // A new folder is compared with an empty one.
            std::fs::create_dir_all(&before)
                .map_err(|error| Failure(format!("cannot read `{after}`: {}", crate::folder::reason(&error))))?;
        } else if !before.is_file() {
            return Err(Failure(format!("`{after}` does not exist in revision `{revision}`")));
        }
        let before = before.to_string_lossy().into_owned();
        Ok(Versions { before, after, checkout: Some(checkout), revision: revision.clone() })
    }

    /// The path shown for a file of the old version.
    fn old_path(&self, input: &Input, file: &FilePath) -> String {
        let shown = input.shown(file);
        match &self.checkout {
            Some(checkout) => format!("{}:{}", self.revision, checkout.inner(&shown)),
            None => shown,
        }
    }

    /// The title of a summary.
    fn title(&self) -> String {
        match self.checkout {
            Some(_) => format!("Descriptor changes since {}", self.revision),
            None => "Descriptor changes".to_owned(),
        }
    }
}

pub(super) fn run(arguments: &Arguments) -> Result<Outcome, Failure> {
    let versions = Versions::of(arguments)?;
    let is_catalog = |shown: &str| Path::new(shown).is_dir() || find::is_archive(Path::new(shown));
    if is_catalog(&versions.before) && is_catalog(&versions.after) {
        return catalogs(arguments, &versions);
    }
    let (before_input, before, old) = one(arguments, &versions.before)?;
    let (after_input, after, new) = one(arguments, &versions.after)?;
    let file = |analysis: &Analysis, path| {
        analysis.file(path).cloned().ok_or_else(|| Failure("the file no longer exists".to_owned()))
    };
    let (old, new) = (file(&before, &old)?, file(&after, &new)?);
    if old.language != new.language {
        return Err(Failure(format!(
            "`{}` and `{}` are different kinds of descriptors",
            versions.before, versions.after
        )));
    }
    say_broken(&before_input, [&old]);
    say_broken(&after_input, [&new]);
    let found = compare(before.context(&old), after.context(&new));
    let old = Side { file: &old, path: versions.old_path(&before_input, &old.path) };
    let new = Side { file: &new, path: after_input.shown(&new.path) };
    match arguments.format {
        Format::Text => put_styled(&format!("{}\n{}\n", list(&old, &new, &found), summary(&found)))?,
        Format::Json => put(&as_json(Diff::Descriptors(comparison(&old, &new, &found)))?)?,
        Format::Markdown => {
            let change = Changes { word: "changed", old: Some(&old), new: Some(&new), found: &found };
            put(&as_markdown(&versions, &[change]))?;
        }
    }
    let breaks = arguments.fail_on_breaking && found.iter().any(|one| one.impact == Impact::Breaking);
    Ok(if breaks { Outcome::ErrorsFound } else { Outcome::Clean })
}

/// One side of a comparison.
struct Side<'a> {
    file: &'a SourceFile,
    /// The path shown for the file.
    path: String,
}

/// The changes of a descriptor: new, removed, a new version, or changed.
struct Changes<'a> {
    word: &'static str,
    old: Option<&'a Side<'a>>,
    new: Option<&'a Side<'a>>,
    found: &'a [Difference],
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

/// Where a difference is: in the new version, or else in the old one.
fn place(old: &Side<'_>, new: &Side<'_>, one: &Difference) -> String {
    let line_of = |file: &SourceFile, span: Option<Span>| span.map(|span| file.lines.line(span.start as usize) + 1);
    match (line_of(old.file, one.before), line_of(new.file, one.after)) {
        (_, Some(line)) => format!("{}:{line}", new.path),
        (Some(line), None) => format!("{}:{line}", old.path),
        (None, None) => new.path.clone(),
    }
}

/// Lists the changes, one per line, with their locations.
fn list(old: &Side<'_>, new: &Side<'_>, found: &[Difference]) -> String {
    let (before, after) = (pages::name(old.file).full, pages::name(new.file).full);
    // A file without a name is known by its path, which may be another one in a repository.
    let is_named = new.file.defines().is_some();
    let (before, after) = (line(&before), line(&after));
    let mut text = if before == after || !is_named { format!("{after}\n") } else { format!("{before} -> {after}\n") };
    for one in found {
        let place = place(old, new, one);
        let tone = match one.impact {
            Impact::Breaking => Tone::Bad,
            Impact::Behavior => Tone::Notice,
            Impact::Addition => Tone::Good,
        };
        let impact = paint(tone, &format!("{:<9}", one.impact.name()));
        text += &format!("  {impact} {}  {}\n", line(&one.message), paint(Tone::Faint, &format!("({})", line(&place))));
    }
    text
}

fn comparison(old: &Side<'_>, new: &Side<'_>, found: &[Difference]) -> Comparison {
    versions::comparison((old.file, old.path.clone()), (new.file, new.path.clone()), found)
}

/// A summary in Markdown: the number of changes by impact, and the changes of each descriptor, breaking ones first.
fn as_markdown(versions: &Versions, all: &[Changes<'_>]) -> String {
    let mut sorted: Vec<&Changes<'_>> = all.iter().collect();
    sorted.sort_by_key(|changes| !breaks_users(changes));
    let content = Content::of(|content| {
        content.element(Element::Heading(2), "", |content| content.text(&versions.title()));
        content.element(Element::Paragraph, "", |content| {
            if all.is_empty() {
                return content.text("No descriptor changed.");
            }
            totals(content, all);
        });
        for changes in sorted {
            one_in_markdown(content, changes);
        }
    });
    markdown::write(&content)
}

/// Whether users of the descriptor are affected: it was removed, or changed without a new version in a breaking way.
fn is_breaking(changes: &Changes<'_>) -> bool {
    changes.new.is_none() || changes.found.iter().any(|one| one.impact == Impact::Breaking)
}

/// Whether a change breaks users that change nothing: those of the version before keep it.
fn breaks_users(changes: &Changes<'_>) -> bool {
    changes.word != NEW_VERSION && is_breaking(changes)
}

/// The kind of change of a new version.
const NEW_VERSION: &str = "version";

/// The number of changes of all descriptors, apart from those of new versions. A removed descriptor is a breaking change, and
/// a new one an addition.
fn totals(content: &mut Content, all: &[Changes<'_>]) {
    let (versions, others): (Vec<&Changes<'_>>, Vec<&Changes<'_>>) =
        all.iter().partition(|changes| changes.word == NEW_VERSION);
    let total = |all: &[&Changes<'_>]| {
        let (mut tally, mut n_affected) = (Tally::default(), 0);
        for changes in all {
            let own = Tally::of(changes.found);
            let (is_removed, is_new) = (changes.new.is_none(), changes.old.is_none());
            tally.breaking += own.breaking + usize::from(is_removed);
            tally.behavior += own.behavior;
            tally.additions += own.additions + usize::from(is_new);
            n_affected += usize::from(own != Tally::default() || is_removed || is_new);
        }
        (tally, n_affected)
    };
    let (tally, n_affected) = total(&others);
    if n_affected > 0 {
        content.element(Element::Strong, "", |content| content.text(&tally.to_string()));
        content.text(&format!(" in {}.", plural(n_affected, "descriptor")));
    } else {
        content.text("No changes that affect users of existing versions.");
    }
    if !versions.is_empty() {
        let before = if versions.len() == 1 { "the version before" } else { "the versions before" };
        let (tally, _) = total(&versions);
        content.text(&format!(" {}: {tally} since {before}.", plural(versions.len(), "new version")));
    }
}

fn one_in_markdown(content: &mut Content, changes: &Changes<'_>) {
    let Changes { word, old, new, found } = changes;
    let Some(side) = new.or(*old) else { return };
    let version = old.filter(|_| *word == NEW_VERSION).and_then(|old| pages::name(old.file).version);
    content.element(Element::Heading(3), "", |content| {
        content.code(&pages::name(side.file).full);
        content.text(&match (*word, version) {
            (_, Some(version)) => format!(": new version after {version}"),
            ("gone", _) => ": removed".to_owned(),
            (word, _) => format!(": {word}"),
        });
    });
    content.element(Element::Paragraph, "", |content| content.code(&side.path));
    let (Some(old), Some(new)) = (old, new) else { return };
    if found.is_empty() {
        return content.element(Element::Paragraph, "", |content| content.text("No changes that affect users."));
    }
    content.element(Element::List, "", |content| {
        for one in *found {
            content.element(Element::Item, "", |content| {
                if one.impact == Impact::Breaking {
                    content.element(Element::Strong, "", |content| content.text(one.impact.name()));
                } else {
                    content.text(one.impact.name());
                }
                content.text(": ");
                content.text_with_code(&one.message);
                content.text(" (");
                content.code(&place(old, new, one));
                content.text(")");
            });
        }
    });
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

fn catalogs(arguments: &Arguments, versions: &Versions) -> Result<Outcome, Failure> {
    let read = |path: &str| Ok::<_, Failure>(Input::read(&[PathBuf::from(path)])?);
    let (before, after) = (read(&versions.before)?, read(&versions.after)?);
    let (old, new) = (before.analyze(CatalogSettings::default()), after.analyze(CatalogSettings::default()));
    say_broken(&before, old.workspace().files());
    say_broken(&after, new.workspace().files());
    let inner_before = |file: &FilePath| before.inner(file, Path::new(&versions.before));
    let inner_after = |file: &FilePath| after.inner(file, Path::new(&versions.after));
    let steps = of_catalogs((&old, &inner_before), (&new, &inner_after));
    let old_side = |file| Side { file, path: versions.old_path(&before, &file.path) };
    let new_side = |file| Side { file, path: after.shown(&file.path) };
    // The kind of change, the two sides, and the differences.
    type Row<'a> = (&'static str, Option<Side<'a>>, Option<Side<'a>>, Vec<Difference>);
    let row = |step| -> Row<'_> {
        match step {
            Step::Gone(file) => ("gone", Some(old_side(file)), None, Vec::new()),
            Step::New(file) => ("new", None, Some(new_side(file)), Vec::new()),
            Step::NewVersion(then, now) | Step::Changed(then, now) => {
                let word = if matches!(step, Step::NewVersion(..)) { "version" } else { "changed" };
                let found = compare(old.context(then), new.context(now));
                (word, Some(old_side(then)), Some(new_side(now)), found)
            }
        }
    };
    let rows: Vec<Row<'_>> = steps.into_iter().map(row).collect();
    let all: Vec<Changes<'_>> = rows
        .iter()
        .map(|(word, old, new, found)| Changes { word, old: old.as_ref(), new: new.as_ref(), found })
        .collect();
    let breaks = all.iter().any(breaks_users);
    match arguments.format {
        Format::Text if all.is_empty() => put("no differences\n")?,
        Format::Text => put_styled(&all.iter().map(as_text).collect::<String>())?,
        Format::Json => put(&as_json(Diff::Catalogs { descriptors: all.iter().filter_map(document).collect() })?)?,
        Format::Markdown => put(&as_markdown(versions, &all))?,
    }
    Ok(if breaks && arguments.fail_on_breaking { Outcome::ErrorsFound } else { Outcome::Clean })
}

/// The changes of a descriptor as text.
fn as_text(changes: &Changes<'_>) -> String {
    let Changes { word, old, new, found } = changes;
    let text = match (old, new) {
        (Some(old), Some(new)) => list(old, new, found),
        (one, other) => one.or(*other).map_or_else(String::new, |side| line(&pages::name(side.file).full).into_owned()),
    };
    let tone = match *word {
        "gone" => Tone::Bad,
        "changed" => Tone::Notice,
        _ => Tone::Good,
    };
    format!("{} {}\n", paint(tone, &format!("{word:<8}")), text.trim_end())
}

/// The changes of a descriptor for the JSON document.
fn document(changes: &Changes<'_>) -> Option<diff::Step> {
    let side = |side: &Side<'_>| diff::Side::new(side.file, side.path.clone());
    Some(match (changes.word, changes.old, changes.new) {
        ("version", Some(old), Some(new)) => diff::Step::Version(comparison(old, new, changes.found)),
        (_, Some(old), Some(new)) => diff::Step::Changed(comparison(old, new, changes.found)),
        (_, Some(old), None) => diff::Step::Gone { before: side(old) },
        (_, None, Some(new)) => diff::Step::New { after: side(new) },
        (_, None, None) => return None,
    })
}
