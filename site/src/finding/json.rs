//! Findings as JSON, in the form of [`descriptorium_core::document::check`].

use descriptorium_core::document::check::{Check, Diagnostic};
pub use descriptorium_core::document::links::RuleLinks as Rules;
use serde_json::Value;

use crate::finding::Finding;

/// The document for a check of `n_files`; `n_known` findings were left out.
pub fn report(n_files: usize, n_known: usize, findings: &[Finding], base: Option<String>) -> Check {
    let rules = Rules::new(base);
    let diagnostics = findings.iter().map(|finding| Diagnostic::new(finding, &|code| rules.link(code)));
    Check::new(n_files, n_known, diagnostics.collect())
}

/// A finding as the pages of a site show it. Only this part of findings is stored between builds.
pub fn finding(finding: &Finding) -> Value {
    serde_json::to_value(Diagnostic::brief(finding)).unwrap_or_default()
}
