//! The most recently changed versions of descriptors.

use std::cmp::Reverse;
use std::time::{Duration, SystemTime};

use descriptorium_core::text::FilePath;
use hashbrown::HashMap;

use crate::content::{Content, Element};
use crate::pages::layout::titled_link;
use crate::pages::{Page, Site};

/// The last change of each file.
pub type LastChanges = HashMap<FilePath, LastChange>;

/// The last change of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LastChange {
    pub date: SystemTime,
    /// The author and the abbreviated commit, if the folder is in a Git repository.
    pub commit: Option<(String, String)>,
}

/// Maximum number of entries in a feed.
const MAX: usize = 50;
/// Maximum number of entries on the home page.
const MAX_LISTED: usize = 8;

/// Files whose times differ by less than this may come from one copy or Git checkout, which says nothing about changes.
const AT_ONCE: Duration = Duration::from_hours(1);

/// Up to fifty descriptors by modification time, the latest first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Recent {
    written: Vec<(FilePath, SystemTime)>,
    /// The number of entries that were not written together with the oldest descriptor.
    n_changed: usize,
}

/// The last change of each descriptor: from the history of the repository, or else the modification time of its file. A file
/// that was modified at about the same time as the oldest one may come from a copy, which says nothing about changes.
pub fn changes(
    site: &Site,
    commits: Option<&LastChanges>,
    date: impl Fn(&FilePath) -> Option<SystemTime>,
) -> LastChanges {
    let files = site.by_file().map(|facts| &facts.path);
    if let Some(commits) = commits {
        return files.filter_map(|file| Some((file.clone(), commits.get(file)?.clone()))).collect();
    }
    let dates: Vec<(&FilePath, SystemTime)> = files.filter_map(|file| Some((file, date(file)?))).collect();
    let oldest = dates.iter().map(|(_, date)| *date).min();
    let later = oldest.and_then(|oldest| oldest.checked_add(AT_ONCE));
    let changed = dates.into_iter().filter(|(_, date)| later.is_some_and(|later| *date > later));
    changed.map(|(file, date)| (file.clone(), LastChange { date, commit: None })).collect()
}

/// Writes a date.
pub fn date(content: &mut Content, date: SystemTime) {
    let stamp = rfc3339(date);
    content.element_with(Element::Time, &[("datetime", &stamp)], |content| content.text(&day(date)));
}

/// The day of a date: `2026-11-21`.
pub fn day(date: SystemTime) -> String {
    rfc3339(date).get(..10).unwrap_or_default().to_owned()
}

impl Recent {
    /// Descriptors without a date are left out; those with the same date keep the order of the site.
    pub fn of(site: &Site, date: impl Fn(&FilePath) -> Option<SystemTime>) -> Self {
        let dates = site.descriptors().filter_map(|facts| Some((&facts.path, date(&facts.path)?)));
        let mut dates: Vec<(&FilePath, SystemTime)> = dates.collect();
        let oldest = dates.iter().map(|(_, date)| *date).min();
        dates.sort_by_key(|(_, date)| Reverse(*date));
        dates.truncate(MAX);
        let is_later = |date: &SystemTime| {
            oldest.and_then(|oldest| oldest.checked_add(AT_ONCE)).is_some_and(|oldest| *date > oldest)
        };
        let n_changed = dates.iter().filter(|(_, date)| is_later(date)).count();
        Recent { written: dates.into_iter().map(|(file, date)| (file.clone(), date)).collect(), n_changed }
    }

    pub fn written(&self) -> &[(FilePath, SystemTime)] {
        &self.written
    }

    /// The entries for the home page. If all files have the same date, as after a checkout, there are none.
    pub fn changed(&self) -> &[(FilePath, SystemTime)] {
        &self.written[..self.n_changed.min(MAX_LISTED)]
    }
}

/// A list of changes with their dates, linked to comparisons with the previous version.
pub fn list(page: &Page<'_>, content: &mut Content, max: usize) {
    content.element(Element::List, "recent", |content| {
        for (file, date) in page.site.recent.changed().iter().take(max) {
            let Some(facts) = page.site.facts(file) else { continue };
            content.element(Element::Item, "", |content| {
                self::date(content, *date);
                content.text(" ");
                titled_link(page, content, facts, page.site.apart(file));
                if let Some(before) = page.site.version_before(facts)
                    && let Some(href) = page.to_comparison(&before.file, file)
                {
                    content.text(", ");
                    content.link(&href, "", |content| content.text(&format!("changes since {}", before.name.version)));
                }
            });
        }
    });
}

/// `2026-11-21T20:15:00Z`.
pub fn rfc3339(date: SystemTime) -> String {
    humantime::format_rfc3339_seconds(date).to_string()
}
