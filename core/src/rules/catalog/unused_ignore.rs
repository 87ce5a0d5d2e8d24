//! Comments that ask for a finding to be left out which is not there.

use crate::diagnostic::Severity;
use crate::rules::{Check, Definition};

pub static RULE: Definition = Definition {
    code: "catalog/unused-ignore",
    severity: Severity::Warning,
    title: "a comment ignores a finding that is not there",
    doc: "A finding that is known and meant can be left out by a comment: `# descriptorium: ignore CODE` behind a value \
          speaks of its line, on a line of its own of the next one; `# descriptorium: ignore-file CODE` speaks of the \
          whole file. Several codes are kept apart by commas, a folder such as `yaml` stands for all codes in it, and a \
          reason can follow behind `--`.\n\nWhen what was found is mended, the comment should go as well: otherwise it \
          hides the next fault of the same kind.",
    sources: &[],
    bad: "name: assembly::a::1.0\n# descriptorium: ignore schema/unknown-key\nproperties: {}\ncomposition: {}\n",
    good: "name: assembly::a::1.0\n# descriptorium: ignore schema/unknown-key -- our own note\nx: 1\nproperties: {}\ncomposition: {}\n",
    check,
};

/// Nothing: what is not found is known when all other rules have been checked. See [`crate::rules::ignore`].
fn check(_: &mut Check<'_>) {}
