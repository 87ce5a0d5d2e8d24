//! The work of a build: all files of the site, or the share of one shard, and the descriptor pages that are stale.

use std::borrow::Cow;
use std::collections::BTreeMap;

use descriptorium_core::text::FilePath;
use hashbrown::HashMap;

use crate::command::build::output::{Manifest, Output, Shard};
use crate::hash::Hasher;
use crate::pages::fingerprints::Fingerprints;
use crate::pages::{self, PageId, Site, address, feed, graph};

/// A page by its path.
pub type PageAt<'a> = (&'a str, &'a PageId);

/// The files of a site that are not pages.
#[derive(Debug)]
pub struct Files {
    feed: Option<String>,
    dependencies: String,
    modeller: BTreeMap<String, Vec<u8>>,
    /// The script of the element for descriptors in other pages.
    view: Option<Vec<u8>>,
}

/// Files that are written together because they share inputs.
#[derive(Debug)]
pub enum Work<'a> {
    Pages(Vec<PageAt<'a>>),
    /// The files that the search reads.
    Index,
    /// The list of addresses, below this one.
    Sitemap(&'a str),
    /// Any other file: its path and content.
    File(&'a str, &'a [u8]),
    /// A file of the catalog that is part of the site as it is: its path in the site, and the file.
    Attachment(&'a str, &'a FilePath),
}

#[derive(Debug)]
pub struct Plan<'a> {
    /// The pages of descriptors, grouped by descriptor.
    pub descriptors: Vec<Vec<PageAt<'a>>>,
    /// The stale ones, by the descriptor that they need.
    pub stale: HashMap<&'a FilePath, Vec<Vec<PageAt<'a>>>>,
    /// Pages about the whole catalog, and other files. They are written last because they need the checked descriptors.
    pub others: Vec<Work<'a>>,
    /// The pages of descriptors, as they will be listed.
    pub after: Manifest<'a>,
}

impl Files {
    pub fn of(site: &Site, modeller: BTreeMap<String, Vec<u8>>, view: Option<Vec<u8>>) -> Self {
        let feed = site.setting.base_url.as_deref().map(|base| feed::feed(site, base));
        Files { feed, dependencies: graph::script(site), modeller, view }
    }
}

impl<'a> Plan<'a> {
    pub fn of(
        site: &'a Site,
        fingerprints: &Fingerprints<'_>,
        files: &'a Files,
        shard: Shard,
        out: &Output<'_>,
    ) -> Self {
        let mut others = all_work(site, files);
        let mut index = 0..;
        others.retain(|_| index.next().is_some_and(|index| shard.has(index)));
        let is_of_descriptor = |work: &mut Work<'_>| matches!(work, Work::Pages(pages) if pages.iter().any(|(_, id)| id.subject.read_from().is_some()));
        let descriptors = others.extract_if(.., is_of_descriptor).filter_map(|work| match work {
            Work::Pages(pages) => Some(pages),
            Work::Index | Work::Sitemap(_) | Work::File(..) | Work::Attachment(..) => None,
        });
        let descriptors: Vec<Vec<PageAt<'a>>> = descriptors.collect();
        let mut written = Vec::with_capacity(site.pages().len());
        let mut stale: HashMap<&FilePath, Vec<Vec<PageAt<'a>>>> = HashMap::new();
        for pages in &descriptors {
            let mut is_stale = false;
            for (path, id) in pages {
                let hash = fingerprints.of_page(&id.subject);
                is_stale |= hash.is_none_or(|hash| !out.has(path, hash));
                written.push((Cow::Borrowed(*path), hash));
            }
            let file = pages.first().and_then(|(_, id)| id.subject.read_from()).filter(|_| is_stale);
            file.into_iter().for_each(|file| stale.entry(file).or_default().push(pages.clone()));
        }
        let part = (shard != Shard::WHOLE).then(|| {
            let mut all = Hasher::default();
            all.add(fingerprints.whole());
            for content in files.modeller.values().chain(&files.view) {
                all.add(content);
            }
            (shard, all.finish())
        });
        Plan { descriptors, stale, others, after: Manifest::new(part, written) }
    }
}

/// All work for a site. The index of an entry decides its shard.
fn all_work<'a>(site: &'a Site, files: &'a Files) -> Vec<Work<'a>> {
    let mut work = vec![Work::Index];
    work.extend(pages::ASSETS.iter().map(|(path, content)| Work::File(path, content)));
    work.extend(site.look.style.as_ref().map(|text| Work::File(address::THEME, text.as_bytes())));
    work.extend(site.setting.base_url.as_deref().map(Work::Sitemap));
    work.extend(files.feed.as_ref().map(|text| Work::File(address::FEED, text.as_bytes())));
    work.extend(files.view.as_ref().map(|content| Work::File(address::VIEW_SCRIPT, content)));
    work.push(Work::File(address::NEIGHBORHOOD_DATA, files.dependencies.as_bytes()));
    work.extend(files.modeller.iter().map(|(path, content)| Work::File(path, content)));
    work.extend(site.attachments.iter().map(|(file, of)| Work::Attachment(&of.address, file)));
    work.extend(site.groups().into_iter().map(Work::Pages));
    work
}
