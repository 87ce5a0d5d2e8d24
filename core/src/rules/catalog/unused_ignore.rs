//! Ignore comments without effect.

use crate::diagnostic::Severity;
use crate::rules::{Check, Definition};

pub static RULE: Definition = Definition {
    code: "catalog/unused-ignore",
    severity: Severity::Warning,
    title: "unused ignore comment",
    doc: "Comments can suppress findings: `# descriptorium: ignore CODE` applies to the line it ends, or to the next \
          line if it is on its own line; `# descriptorium: ignore-file CODE` applies to the whole file. Separate \
          several codes with commas. A folder such as `yaml` covers all its rules, and a reason may follow after \
          `--`.\n\nOnce the problem is fixed, remove the comment. Otherwise it hides the next problem of the same kind.",
    sources: &[],
    bad: "name: assembly::a::1.0\n# descriptorium: ignore schema/unknown-key\nproperties: {}\ncomposition: {}\n",
    good: "name: assembly::a::1.0\n# descriptorium: ignore schema/unknown-key -- our own note\nx: 1\nproperties: {}\ncomposition: {}\n",
    check,
};

/// Reports nothing: unused comments are known only after all other rules have run, see [`crate::rules::ignore`].
fn check(_: &mut Check<'_>) {}
