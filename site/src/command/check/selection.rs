//! The findings that a check reports, and those that make it fail.

use clap::Args;
use descriptorium_core::diagnostic::Severity;
use descriptorium_core::exclusion::{self, Exclusions};
use descriptorium_core::rules::ignore::covers;

use crate::command::{Denied, Failure, Outcome, rules};
use crate::finding::{Counts, Finding};
use crate::input::Input;

/// Files that are left out, in addition to those that the settings exclude.
#[derive(Args, Debug)]
pub struct Exclude {
    /// Leave out files and folders that match these patterns, as in a .gitignore, separated by commas; files that are
    /// named are not left out
    #[arg(long, value_name = "PATTERNS", value_delimiter = ',')]
    exclude: Vec<String>,
}

impl Exclude {
    /// Leaves out the files. Their names still resolve.
    pub fn apply(&self, input: &mut Input) -> Result<(), Failure> {
        for pattern in &self.exclude {
            if let Some(why) = exclusion::mistake(pattern) {
                return Err(Failure(format!("invalid pattern `{pattern}` of `--exclude`: {why}")));
            }
        }
        let exclusions = Exclusions::default().with_settings("", self.exclude.iter().map(String::as_str));
        if !exclusions.is_empty() {
            input.exclude(move |shown| exclusions.leaves_out_file(shown.trim_start_matches('/')));
        }
        Ok(())
    }
}

#[derive(Args, Debug)]
pub struct Selection {
    /// Report only findings of these rules or groups of rules, separated by commas
    #[arg(long, value_name = "CODES", value_delimiter = ',')]
    select: Vec<String>,
    /// Do not report findings of these rules or groups of rules, separated by commas
    #[arg(long, value_name = "CODES", value_delimiter = ',')]
    ignore: Vec<String>,
    /// Exit with 1 if there are findings of this severity or a higher one [default: errors]
    #[arg(long, value_enum, value_name = "SEVERITY")]
    deny: Option<Denied>,
    /// Exit with 1 if there are more than N warnings
    #[arg(long, value_name = "N")]
    max_warnings: Option<usize>,
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
        let has_denied = self.deny.unwrap_or(Denied::Errors).is_in(counts);
        let has_too_many = self.max_warnings.is_some_and(|most| counts.warnings > most);
        if has_denied || has_too_many { Outcome::ErrorsFound } else { Outcome::Clean }
    }
}

fn is_unread(finding: &Finding) -> bool {
    finding.severity == Severity::Error && ["yaml", "file"].iter().any(|group| covers(group, finding.code))
}
