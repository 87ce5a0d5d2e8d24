//! Links to the pages of a published site.

use std::collections::BTreeMap;

use crate::document::check::RuleLink;
use crate::document::codes;
use crate::markdown::is_web_address;

/// Normalizes the address of a published site, so that it ends with a slash, or returns why it is not valid.
pub fn base(text: &str) -> Result<String, String> {
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let has_host = host.is_some_and(|host| !host.is_empty() && !host.starts_with('/'));
    if !has_host || text.contains(['?', '#', '"', '<', '>']) || !is_web_address(text) {
        return Err("expected an address such as https://example.org/catalog/".to_owned());
    }
    Ok(format!("{}/", text.trim_end_matches('/')))
}

/// The address of the page of a code in the site published at `base`, which ends with a slash.
pub fn published_code(base: &str, code: &str) -> String {
    format!("{base}codes/{code}.html")
}

/// The links of findings to the pages of their rules.
pub struct RuleLinks {
    titles: BTreeMap<&'static str, &'static str>,
    /// The address of the published site, which has a page for each rule.
    base: Option<String>,
}

impl RuleLinks {
    pub fn new(base: Option<String>) -> Self {
        RuleLinks { titles: codes::all().map(|code| (code.code, code.title)).collect(), base }
    }

    pub fn link(&self, code: &str) -> Option<RuleLink> {
        let title = (*self.titles.get(code)?).to_owned();
        Some(RuleLink { title, url: self.base.as_ref().map(|base| published_code(base, code)) })
    }
}
