//! Changes between two versions of a descriptor, counted by their impact and as documents.

pub use descriptorium_core::analysis::versions::{Step, compare, of_catalogs};
use descriptorium_core::document::Document;
use descriptorium_core::document::diff::{Comparison, Diff};
use descriptorium_core::schema::diff::{Difference, Impact};
use descriptorium_core::workspace::SourceFile;
use serde_json::Value;

/// The number of changes by impact.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    pub breaking: usize,
    pub behavior: usize,
    pub additions: usize,
}

impl Tally {
    pub fn of(alterations: &[Difference]) -> Self {
        let count = |impact| alterations.iter().filter(|one| one.impact == impact).count();
        Tally {
            breaking: count(Impact::Breaking),
            behavior: count(Impact::Behavior),
            additions: count(Impact::Addition),
        }
    }
}

/// `2 breaking changes, 1 change of behavior and 3 additions`.
impl std::fmt::Display for Tally {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let words = |count: usize, one: &str, many: &str| match count {
            0 => None,
            1 => Some(format!("1 {one}")),
            count => Some(format!("{count} {many}")),
        };
        let parts = [
            words(self.breaking, "breaking change", "breaking changes"),
            words(self.behavior, "behavior change", "behavior changes"),
            words(self.additions, "addition", "additions"),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        match parts.as_slice() {
            [] => formatter.write_str("no changes that affect users"),
            [one] => formatter.write_str(one),
            [rest @ .., last] => write!(formatter, "{} and {last}", rest.join(", ")),
        }
    }
}

/// The changes between two files, with the paths shown for them.
pub fn comparison(
    (before, before_path): (&SourceFile, String),
    (after, after_path): (&SourceFile, String),
    found: &[Difference],
) -> Comparison {
    Comparison::new((before, before_path), (after, after_path), found)
}

/// The changes between two files as JSON, in the format of `diff`.
pub fn json(before: (&SourceFile, String), after: (&SourceFile, String), found: &[Difference]) -> Value {
    let document = Document::new(Diff::Descriptors(comparison(before, after, found)));
    serde_json::to_value(document).unwrap_or_default()
}
