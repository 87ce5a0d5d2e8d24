//! Differences between two versions of a descriptor, or between two catalogs, as `diff` prints them.

use serde::Serialize;

use crate::analysis::{Analysis, versions};
use crate::schema::diff::{self, Impact};
use crate::text::{FilePath, Position, Span};
use crate::workspace::SourceFile;

/// The path shown for a file.
pub type Shown<'a> = &'a dyn Fn(&FilePath) -> String;

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "compared", rename_all = "kebab-case")]
pub enum Diff {
    /// Two versions of a descriptor.
    Descriptors(Comparison),
    /// Two catalogs.
    Catalogs { descriptors: Vec<Step> },
}

/// The differences between two versions of a descriptor.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Comparison {
    pub before: Side,
    pub after: Side,
    pub counts: Counts,
    pub changes: Vec<Difference>,
    /// The full names of all that use the earlier descriptor, directly or not, if a change breaks users; only on the pages of sites.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub affected: Vec<String>,
}

/// A compared descriptor.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Side {
    /// The full name; for a descriptor without one, the path of its file.
    pub name: String,
    pub file: String,
}

/// The number of changes of each impact.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Counts {
    pub breaking: usize,
    pub behavior: usize,
    pub addition: usize,
}

/// One difference.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Difference {
    /// The impact on users of the descriptor.
    pub impact: Impact,
    /// The root key that contains it.
    pub section: String,
    /// Its path: keys and indices, each preceded by `/`. If both versions have it, the path in the later version.
    pub path: String,
    pub message: String,
    /// Its position in the earlier version; `null` if it was added.
    pub before: Option<Location>,
    /// Its position in the later version; `null` if it was removed.
    pub after: Option<Location>,
}

/// A position in a text. Lines and columns start at 1, and columns count characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Location {
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub line: usize,
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub column: usize,
}

/// A descriptor of one or both catalogs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "change", rename_all = "kebab-case")]
pub enum Step {
    /// Only in the earlier catalog.
    Gone { before: Side },
    /// Only in the later catalog.
    New { after: Side },
    /// A new version, compared with the highest earlier one.
    Version(Comparison),
    /// The same version with different text.
    Changed(Comparison),
}

impl Counts {
    pub fn new(found: &[diff::Difference]) -> Self {
        let count = |impact| found.iter().filter(|one| one.impact == impact).count();
        Counts {
            breaking: count(Impact::Breaking),
            behavior: count(Impact::Behavior),
            addition: count(Impact::Addition),
        }
    }
}

impl Comparison {
    /// Compares two files, each with its displayed path.
    pub fn new(
        (before, before_path): (&SourceFile, String),
        (after, after_path): (&SourceFile, String),
        found: &[diff::Difference],
    ) -> Self {
        let location = |file: &SourceFile, span: Option<Span>| {
            let Position { line, column } = file.lines.position(&file.text, span?.start as usize);
            Some(Location { line: line + 1, column: column + 1 })
        };
        let changes = found.iter().map(|one| Difference {
            impact: one.impact,
            section: one.section.to_string(),
            path: one.path.to_string(),
            message: one.message.clone(),
            before: location(before, one.before),
            after: location(after, one.after),
        });
        let (counts, changes) = (Counts::new(found), changes.collect());
        let (before, after) = (Side::new(before, before_path), Side::new(after, after_path));
        Comparison { before, after, counts, changes, affected: Vec::new() }
    }
}

impl Side {
    /// A file with its displayed path.
    pub fn new(file: &SourceFile, path: String) -> Self {
        Side { name: file.shown_name(), file: path }
    }
}

impl Diff {
    /// Compares two catalogs, each with the displayed paths of its files; `inner` paths match files without a name.
    pub fn of_catalogs(before: (&Analysis, Shown<'_>, Shown<'_>), after: (&Analysis, Shown<'_>, Shown<'_>)) -> Self {
        let ((old, old_shown, old_inner), (new, new_shown, new_inner)) = (before, after);
        let compared = |then: &SourceFile, now: &SourceFile| {
            let found = versions::compare(old.context(then), new.context(now));
            Comparison::new((then, old_shown(&then.path)), (now, new_shown(&now.path)), &found)
        };
        let steps = versions::of_catalogs((old, old_inner), (new, new_inner)).into_iter();
        let steps = steps.map(|step| match step {
            versions::Step::Gone(file) => Step::Gone { before: Side::new(file, old_shown(&file.path)) },
            versions::Step::New(file) => Step::New { after: Side::new(file, new_shown(&file.path)) },
            versions::Step::NewVersion(then, now) => Step::Version(compared(then, now)),
            versions::Step::Changed(then, now) => Step::Changed(compared(then, now)),
        });
        Diff::Catalogs { descriptors: steps.collect() }
    }
}
