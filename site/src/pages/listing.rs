//! Tables of descriptors with one row for each name: its highest version, and how many others there are. A script filters,
//! sorts and pages them by the facts in the rows; without it, all rows are shown.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use descriptorium_core::symbol::DescriptorRef;
use descriptorium_core::text::FilePath;

use crate::content::{Content, Element};
use crate::finding::Counts;
use crate::pages::facts::Facts;
use crate::pages::layout::{self, kind_word};
use crate::pages::name::told_apart;
use crate::pages::{Page, Site, recent};

/// A name with its highest version.
#[derive(Clone, Copy, Debug)]
pub struct NameRow<'a> {
    pub facts: &'a Facts,
    /// The number of all versions and files with the name.
    pub n_versions: usize,
}

/// The names among `files`, which are in the order of the site.
pub fn by_name<'a>(files: impl IntoIterator<Item = &'a Facts>) -> Vec<NameRow<'a>> {
    let mut rows: Vec<NameRow<'a>> = Vec::new();
    let group = |facts: &'a Facts| {
        let DescriptorRef { kind, name, .. } = facts.edition.as_ref()?;
        Some((facts.language, kind, name))
    };
    let mut known = hashbrown::HashMap::new();
    for facts in files {
        let key = group(facts);
        match key.as_ref().and_then(|key| known.get(key)).copied() {
            Some(at) => {
                if let Some(row) = rows.get_mut::<usize>(at) {
                    *row = NameRow { facts, n_versions: row.n_versions + 1 };
                }
            }
            None => {
                known.extend(key.map(|key| (key, rows.len())));
                rows.push(NameRow { facts, n_versions: 1 });
            }
        }
    }
    rows.sort_by(|a, b| in_natural_order(&a.facts.name.short, &b.facts.name.short));
    rows
}

/// Compares names as people sort them: without regard to case, and numbers in them by their values.
pub fn in_natural_order(one: &str, other: &str) -> Ordering {
    let (mut a, mut b) = (one, other);
    loop {
        let is_number = |text: &str| text.starts_with(|first: char| first.is_ascii_digit());
        if is_number(a) && is_number(b) {
            let (left, right);
            (left, a) = number(a);
            (right, b) = number(b);
            // Without leading zeros, a longer number is larger.
            match left.len().cmp(&right.len()).then_with(|| left.cmp(right)) {
                Ordering::Equal => continue,
                order => return order,
            }
        }
        let (mut left, mut right) = (a.chars(), b.chars());
        match (left.next(), right.next()) {
            // Names that differ in case or zeros alone.
            (None, None) => return one.cmp(other),
            (left, right) if left == right => {}
            (left, right) => {
                let lower = |character: Option<char>| character.map(|one| one.to_lowercase().to_string());
                match lower(left).cmp(&lower(right)) {
                    Ordering::Equal => {}
                    order => return order,
                }
            }
        }
        (a, b) = (left.as_str(), right.as_str());
    }
}

/// The digits at the start of a text without leading zeros, and the rest.
fn number(text: &str) -> (&str, &str) {
    let end = text.find(|character: char| !character.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    (digits.trim_start_matches('0'), rest)
}

/// The beginning of a name, by which names are grouped: `fjord` for `fjord.streamer`.
pub fn namespace(facts: &Facts) -> Option<&str> {
    let name = &facts.name.short;
    facts.edition.as_ref()?;
    name.split_once(['.', ':', '/']).map(|(namespace, _)| namespace).filter(|namespace| !namespace.is_empty())
}

/// The descriptors that use any version of a name.
pub fn users<'a>(site: &'a Site, facts: &Facts) -> BTreeSet<&'a FilePath> {
    let versions = site.versions(facts.edition.as_ref()).iter().map(|entry| &entry.file);
    let files = versions.chain([&facts.path]);
    files.flat_map(|file| site.used_by(file)).map(|used| &used.user).collect()
}

/// A table with a row for each name.
pub fn table(page: &Page<'_>, content: &mut Content, rows: &[NameRow<'_>]) {
    let site = page.site;
    let is_mixed = rows.iter().any(|row| rows.first().is_some_and(|first| first.facts.language != row.facts.language));
    let has = |known: &dyn Fn(&Facts) -> bool| rows.iter().any(|row| known(row.facts));
    let has_owner = has(&|facts| site.ownership(&facts.path).is_some_and(|of| of.owner.is_some()));
    let has_change = has(&|facts| site.changes.contains_key(&facts.path));
    let has_version = has(&|facts| facts.name.version.is_some());
    let has_summary = has(&|facts| !facts.summary.is_empty());
    let mut titles = vec!["Name"];
    titles.extend(is_mixed.then_some("Kind"));
    titles.extend(has_version.then_some("Version"));
    titles.extend(has_summary.then_some("Description"));
    titles.extend(has_owner.then_some("Owner"));
    let is_used = rows.iter().any(|row| !users(site, row.facts).is_empty());
    titles.extend(is_used.then_some("Used by"));
    titles.extend(has_change.then_some("Changed"));
    titles.push("Findings");
    let apart = told_apart(rows.iter().map(|row| (row.facts.name.short.clone(), row.facts)));
    content.element(Element::Group, "scroll", |content| {
        content.open(Element::Table, &[("class", "descriptors"), ("data-list", "names")], None);
        content.element(Element::TableHead, "", |content| {
            content.element(Element::Row, "", |content| {
                for title in &titles {
                    let class = format!("of-{}", title.to_lowercase().replace(' ', "-"));
                    let attributes = [("scope", "col"), ("class", class.as_str())];
                    content.element_with(Element::Head, &attributes, |content| content.text(title));
                }
            });
        });
        content.element(Element::TableBody, "", |content| {
            for row in rows {
                write_row(page, content, row, (&titles, apart.get(&row.facts.path).copied()));
            }
        });
        content.close(Element::Table);
    });
}

/// The row of a name, with what tells it apart if another row has the same name.
fn write_row(page: &Page<'_>, content: &mut Content, row: &NameRow<'_>, (titles, apart): (&[&str], Option<&str>)) {
    let (site, facts) = (page.site, row.facts);
    let ownership = site.ownership(&facts.path);
    let owner = ownership.and_then(|of| of.owner.as_deref()).unwrap_or_default();
    let lifecycle = ownership.and_then(|of| of.lifecycle).map(|lifecycle| lifecycle.name()).unwrap_or_default();
    let tags = ownership.map(|of| of.tags.join("\n")).unwrap_or_default();
    let counts = Counts::of(page.checked.findings(&facts.path));
    let findings = match counts {
        Counts { errors: 1.., .. } => "errors",
        Counts { warnings: 1.., .. } => "warnings",
        Counts { infos: 1.., .. } => "infos",
        _ => "none",
    };
    let facets = [
        ("data-kind", kind_word(facts.language)),
        ("data-namespace", namespace(facts).unwrap_or_default()),
        ("data-owner", owner),
        ("data-lifecycle", lifecycle),
        ("data-tags", &tags),
        ("data-folder", site.depth.folder(&facts.path)),
        ("data-findings", findings),
    ];
    let facets: Vec<(&'static str, &str)> = facets.into_iter().filter(|(_, value)| !value.is_empty()).collect();
    content.element_with(Element::Row, &facets, |content| {
        content.row_head(|content| {
            let short = &facts.name.short;
            match page.to_file(&facts.path) {
                Some(href) => content.link(&href, "name", |content| content.text(short)),
                None => content.text(short),
            }
            // The kind has a column of its own.
            let apart = apart.filter(|words| !titles.contains(&"Kind") || *words != kind_word(facts.language));
            apart.into_iter().for_each(|words| layout::apart(content, words));
        });
        if titles.contains(&"Kind") {
            content.element(Element::Cell, "", |content| layout::kind(content, facts.language));
        }
        if titles.contains(&"Version") {
            content.element(Element::Cell, "version", |content| {
                content.text(facts.name.version.as_deref().unwrap_or_default());
                if row.n_versions > 1 {
                    content.text(" ");
                    let more = format!("+{}", row.n_versions - 1);
                    match page.to_changes(&facts.path) {
                        Some(href) => content.link(&href, "others", |content| content.text(&more)),
                        None => content.element(Element::Span, "others", |content| content.text(&more)),
                    }
                }
            });
        }
        if titles.contains(&"Description") {
            content.element(Element::Cell, "summary", |content| content.text(&facts.summary));
        }
        if titles.contains(&"Owner") {
            content.element_with(Element::Cell, &[("class", "owner"), ("data-label", "Owner")], |content| {
                content.text(owner)
            });
        }
        if titles.contains(&"Used by") {
            let n_users = users(site, facts).len();
            content.element(Element::Cell, "number", |content| {
                if n_users > 0 {
                    content.text(&n_users.to_string());
                }
            });
        }
        if titles.contains(&"Changed") {
            content.element_with(Element::Cell, &[("class", "changed"), ("data-label", "Changed")], |content| {
                if let Some(change) = site.changes.get(&facts.path) {
                    recent::date(content, change.date);
                }
            });
        }
        content.element(Element::Cell, "marks", |content| layout::counts(content, counts));
    });
}

/// The place of the controls that a script adds to the list after it.
pub fn controls(content: &mut Content) {
    content.element_with(Element::Group, &[("class", "list-controls"), ("data-of-script", "")], |_| {});
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_names_are_ordered_by_their_values() {
        let mut names = ["b", "a-10", "A-9", "a-9b", "a-09", "a", "a.1", "a-100000000000000000000000", "ä"];
        names.sort_by(|one, other| in_natural_order(one, other));
        assert_eq!(names, ["a", "A-9", "a-09", "a-9b", "a-10", "a-100000000000000000000000", "a.1", "b", "ä"]);
        for one in names {
            for other in names {
                assert_eq!(in_natural_order(one, other), in_natural_order(other, one).reverse(), "{one} {other}");
            }
        }
    }
}
