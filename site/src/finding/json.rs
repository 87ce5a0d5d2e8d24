//! Findings as JSON, in the form of [`descriptorium_core::document::check`].

use std::collections::BTreeMap;

use descriptorium_core::document::check::{Check, Diagnostic, RuleLink};
use serde_json::Value;

use crate::finding::Finding;
use crate::pages::address;
use crate::pages::codes;

/// The addresses of rule pages in findings.
pub struct Rules {
    titles: BTreeMap<&'static str, &'static str>,
    /// The address of the published site, which has a page for each rule.
    base: Option<String>,
}

impl Rules {
    pub fn new(base: Option<String>) -> Self {
        Rules { titles: codes::all().map(|code| (code.code, code.title)).collect(), base }
    }

    pub fn link(&self, code: &str) -> Option<RuleLink> {
        let title = (*self.titles.get(code)?).to_owned();
        Some(RuleLink { title, url: self.base.as_ref().map(|base| address::published_code(base, code)) })
    }
}

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
