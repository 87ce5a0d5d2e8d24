//! The findings that a check reports, and those that make it fail.

use clap::{Args, ValueEnum};
use descriptorium_core::diagnostic::Severity;
use descriptorium_core::rules::ignore::covers;

use crate::command::{Failure, Outcome, rules};
use crate::finding::{Counts, Finding};

#[derive(Args, Debug)]
pub struct Selection {
    /// Report only findings of these rules or groups of rules, separated by commas
    #[arg(long, value_name = "CODES", value_delimiter = ',')]
    select: Vec<String>,
    /// Do not report findings of these rules or groups of rules, separated by commas
    #[arg(long, value_name = "CODES", value_delimiter = ',')]
    ignore: Vec<String>,
    /// Exit with 1 if there are warnings (or infos), too
    #[arg(long, value_enum, value_name = "SEVERITY")]
    deny: Option<Denied>,
    /// Exit with 1 if there are more than N warnings
    #[arg(long, value_name = "N")]
    max_warnings: Option<usize>,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Denied {
    Warnings,
    /// Warnings and infos
    Infos,
}

impl Selection {
    /// Fails if a code is unknown: a misspelled one would silence nothing, or everything.
    pub fn validate(&self) -> Result<(), Failure> {
        self.select.iter().chain(&self.ignore).try_for_each(|code| rules::known(code).map(drop))
    }

    /// Whether findings of the rule `code` are reported.
    pub fn has(&self, code: &str) -> bool {
        let is_in = |codes: &[String]| codes.iter().any(|one| covers(one.trim_end_matches('/'), code));
        (self.select.is_empty() || is_in(&self.select)) && !is_in(&self.ignore)
    }

    /// Removes what is not reported. Files that could not be read, in whole or in part, always are: nothing is known
    /// about the rest of them.
    pub fn apply(&self, findings: &mut Vec<Finding>) {
        findings.retain(|finding| is_unread(finding) || self.has(finding.code));
    }

    /// Whether a check with these findings fails.
    pub fn outcome(&self, counts: Counts) -> Outcome {
        let n_denied = match self.deny {
            None => 0,
            Some(Denied::Warnings) => counts.warnings,
            Some(Denied::Infos) => counts.warnings + counts.infos,
        };
        let has_too_many = self.max_warnings.is_some_and(|most| counts.warnings > most);
        if counts.errors > 0 || n_denied > 0 || has_too_many { Outcome::ErrorsFound } else { Outcome::Clean }
    }
}

fn is_unread(finding: &Finding) -> bool {
    finding.severity == Severity::Error && ["yaml", "file"].iter().any(|group| covers(group, finding.code))
}
