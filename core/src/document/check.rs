//! Findings, as `check` prints them.

use serde::Serialize;

use crate::analysis::{Analysis, reported};
use crate::diagnostic::Severity;
use crate::document::change::{Edit, FileChange};
use crate::document::finding::{self, Finding};
use crate::text::{FilePath, Span};
use crate::workspace::SourceFile;

/// The findings in a catalog.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Check {
    /// The number of checked descriptors.
    pub files: usize,
    pub counts: Counts,
    /// The number of findings omitted because they are in the baseline.
    pub known: usize,
    pub diagnostics: Vec<Diagnostic>,
}

/// The number of findings of each severity.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Counts {
    pub error: usize,
    pub warning: usize,
    pub info: usize,
}

/// A finding. A finding about a whole file is at the first position of the file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Diagnostic {
    /// The path of the file. For a file in an archive, the path in the archive follows that of the archive.
    pub file: String,
    /// The code of the rule: `assembly/no-such-property`.
    pub code: String,
    pub severity: Severity,
    #[serde(flatten)]
    pub region: Region,
    pub message: String,
    /// How to fix it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleLink>,
    /// Other locations that the finding refers to; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub related: Vec<Related>,
    /// Alternative changes that fix the finding.
    pub fixes: Vec<Fix>,
}

/// The violated rule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RuleLink {
    pub title: String,
    /// The page of the rule, if the settings of the catalog contain the URL of its site.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
}

/// Another location that a finding refers to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Related {
    pub file: String,
    #[serde(flatten)]
    pub region: Region,
    pub message: String,
}

/// A change that fixes a finding.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Fix {
    pub title: String,
    /// Whether it neither loses a comment nor changes the meaning of the text. `--fix` applies only safe fixes.
    pub safe: bool,
    /// Absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub edits: Vec<Edit>,
    /// Files that are created, deleted or renamed after the edits; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<FileChange>,
}

/// A range of text; the end is exclusive. Lines and columns start at 1, and columns count characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Region {
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub line: usize,
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub column: usize,
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub end_line: usize,
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub end_column: usize,
    pub range: Range,
}

/// The same range in the form of the Language Server Protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Range {
    pub start: Position,
    pub end: Position,
}

/// A position in the form of the Language Server Protocol: lines start at 0, and characters are counted from 0 in units of
/// UTF-16.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Position {
    pub line: usize,
    pub character: usize,
}

impl Range {
    fn new(place: &finding::Location) -> Self {
        let position = |line: usize, character: usize| Position { line, character };
        let (start, end) = place.characters;
        Range { start: position(place.start.line, start), end: position(place.end.line, end) }
    }

    /// The range of a span in a file.
    pub fn of_span(file: &SourceFile, span: Span) -> Self {
        Range::new(&finding::Location::new(&file.text, &file.lines, span))
    }
}

impl Region {
    /// The range of a location, or the first position of the file without a location.
    pub fn new(place: Option<&finding::Location>) -> Self {
        let (start, end) = place.map(|place| (place.start, place.end)).unwrap_or_default();
        Region {
            line: start.line + 1,
            column: start.column + 1,
            end_line: end.line + 1,
            end_column: end.column + 1,
            range: place.map(Range::new).unwrap_or_default(),
        }
    }
}

impl Diagnostic {
    /// The document form of a finding; `rule` returns the link for a rule code.
    pub fn new(finding: &Finding, rule: &dyn Fn(&str) -> Option<RuleLink>) -> Self {
        let related = finding.related.iter().map(|related| Related {
            file: related.file.clone(),
            region: Region::new(Some(&related.place)),
            message: related.message.clone(),
        });
        let fixes = finding.fixes.iter().map(|fix| Fix {
            title: fix.title.clone(),
            safe: fix.safe,
            edits: fix.edits.iter().map(Edit::new).collect(),
            files: fix.files.clone(),
        });
        Diagnostic {
            file: finding.file.clone(),
            code: finding.code.to_owned(),
            severity: finding.severity,
            region: Region::new(finding.place.as_ref()),
            message: finding.message.clone(),
            help: finding.help.clone(),
            rule: rule(finding.code),
            related: related.collect(),
            fixes: fixes.collect(),
        }
    }

    /// The short form, without the parts that depend on other files and settings: related locations, edits of fixes,
    /// and the rule.
    pub fn brief(finding: &Finding) -> Self {
        let mut diagnostic = Diagnostic::new(finding, &|_| None);
        diagnostic.related.clear();
        for fix in &mut diagnostic.fixes {
            fix.edits.clear();
            fix.files.clear();
        }
        diagnostic
    }
}

impl Check {
    /// The findings in the files of a workspace, or in one of them, as far as they have been checked.
    pub fn of(analysis: &Analysis, only: Option<&FilePath>, link: &dyn Fn(&str) -> Option<RuleLink>) -> Self {
        let is_asked = |file: &&SourceFile| only.is_none_or(|path| *path == file.path);
        let is_reported = |file: &&SourceFile| reported::is_reported(file, analysis.diagnostics(&file.path));
        let files = analysis.workspace().files().map(|file| &**file).filter(is_asked).filter(is_reported);
        let files: Vec<&FilePath> = files.map(|file| &file.path).collect();
        let found = files.iter().flat_map(|path| analysis.diagnostics(path));
        let findings = found.map(|found| Finding::of_diagnostic(found, analysis, &FilePath::to_string));
        let diagnostics = findings.map(|finding| Diagnostic::new(&finding, link)).collect();
        Check::new(files.len(), 0, diagnostics)
    }

    pub fn new(files: usize, known: usize, diagnostics: Vec<Diagnostic>) -> Self {
        let count = |severity| diagnostics.iter().filter(|found| found.severity == severity).count();
        let counts =
            Counts { error: count(Severity::Error), warning: count(Severity::Warning), info: count(Severity::Info) };
        Check { files, counts, known, diagnostics }
    }
}
