//! The codes of all findings: those of the rules, of files that cannot be read, and of previews.

use crate::diagnostic::Severity;
use crate::document::rules;
use crate::language::Language;
use crate::rules::{Rule, file};

/// A code with its documentation.
#[derive(Clone, Copy, Debug)]
pub struct Code {
    pub code: &'static str,
    /// The default severity; the severity of a preview's findings depends on the location.
    pub severity: Option<Severity>,
    pub title: &'static str,
    pub doc: &'static str,
    pub bad: &'static str,
    pub good: &'static str,
}

impl Code {
    fn of_rule(rule: &'static Rule) -> Self {
        let Rule { code, severity, title, doc, bad, good, .. } = *rule;
        Code { code, severity: Some(severity), title, doc, bad, good }
    }

    fn of_preview(&(code, doc): &'static (&'static str, &'static str)) -> Self {
        // The title is the text up to the first period or colon outside of inline code.
        let mut in_code = false;
        let end = doc.find(|letter| {
            in_code ^= letter == '`';
            !in_code && matches!(letter, '.' | ':')
        });
        let title = &doc[..end.unwrap_or(doc.len())];
        Code { code, severity: None, title, doc, bad: "", good: "" }
    }

    /// The document form, as `rules --format json` prints it.
    pub fn document(&self) -> rules::Rule {
        let rule = file::RULES.iter().copied().chain(crate::rules::all()).find(|rule| rule.code == self.code);
        rule.map_or_else(
            || rules::Rule {
                code: self.code.to_owned(),
                severity: self.severity,
                title: self.title.to_owned(),
                documentation: self.doc.to_owned(),
                bad: self.bad.to_owned(),
                good: self.good.to_owned(),
                sources: Vec::new(),
            },
            rules::Rule::new,
        )
    }
}

/// All codes in alphabetical order.
pub fn all() -> impl Iterator<Item = Code> {
    let rules = file::RULES.iter().copied().chain(crate::rules::all()).map(Code::of_rule);
    let previewers = Language::ALL.into_iter().filter_map(|language| language.services().preview.as_ref());
    let of_previews = previewers.flat_map(|previewer| previewer.codes).map(Code::of_preview);
    let mut codes: Vec<Code> = rules.chain(of_previews).collect();
    codes.sort_by_key(|code| code.code);
    // Languages may share preview codes.
    codes.dedup_by_key(|code| code.code);
    codes.into_iter()
}
