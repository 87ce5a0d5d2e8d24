//! Writes the pages about the whole catalog and the other files, and stores results for the next build.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use descriptorium_core::analysis::Analysis;
use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::Workspace;
use hashbrown::HashMap;

use crate::command::Failure;
use crate::command::build::checking::CheckResult;
use crate::command::build::documents::Documents;
use crate::command::build::output::{Manifest, Output, WrittenFile};
use crate::command::build::plan::{PageAt, Plan, Work};
use crate::command::build::source::Source;
use crate::command::build::store::{self, Store};
use crate::hash::{self, Hash, Hasher};
use crate::pages::facts::Checked;
use crate::pages::fingerprints::{CatalogFingerprints, Fingerprints};
use crate::pages::{self, SharedResults, Site, sitemap};
use crate::parallel::in_parallel;
use crate::search::{self, Document, Index, Kept};

const SITEMAP: &str = "sitemap.xml";

pub struct Writing<'a> {
    site: &'a Site,
    fingerprints: &'a Fingerprints<'a>,
    out: &'a Output<'a>,
    /// The results of checking, without the verdicts.
    found: HashMap<&'a FilePath, CheckResult>,
    documents: &'a Documents,
    pub checked: Checked,
    of_catalog: CatalogFingerprints,
    /// The search documents of pages that are not about a descriptor.
    others: Vec<Document>,
    /// The hash of all search documents.
    all_said: Hash,
}

impl<'a> Writing<'a> {
    pub fn new(
        site: &'a Site,
        fingerprints: &'a Fingerprints<'a>,
        out: &'a Output<'a>,
        mut found: HashMap<&'a FilePath, CheckResult>,
        documents: &'a Documents,
    ) -> Self {
        let mut verdicts = BTreeMap::new();
        for (file, found) in &mut found {
            verdicts.insert((*file).clone(), std::mem::take(&mut found.verdict));
        }
        let nothing =
            Analysis::of_some(Workspace::default(), Arc::clone(&site.catalog), site.settings.clone(), None, []);
        let checked = Checked::new(nothing, verdicts);
        let others: Vec<Document> = pages::search::others(site).collect();
        let mut all_said = Hasher::default();
        all_said.add(fingerprints.frame());
        let of_descriptors = site.descriptors().filter_map(|facts| Some(found.get(&facts.path)?.said));
        for said in of_descriptors.chain(others.iter().map(Document::hash)) {
            all_said.add(said);
        }
        let of_catalog = CatalogFingerprints::of(site, fingerprints.frame(), &checked);
        Writing { site, fingerprints, out, found, documents, checked, of_catalog, others, all_said: all_said.finish() }
    }

    /// Writes everything except the pages of descriptors; returns the list of all files.
    pub fn run<'b>(&'b self, plan: &'b Plan<'b>) -> Result<Manifest<'b>, Failure> {
        let mut others = Vec::new();
        for done in in_parallel(&plan.others, |work| self.write(work)) {
            others.extend(done?);
        }
        Ok(plan.after.clone().extend(others))
    }

    fn write(&self, work: &Work<'_>) -> Result<Vec<WrittenFile<'a>>, Failure> {
        match work {
            Work::Pages(pages) => self.pages(pages),
            Work::Index => self.index(),
            Work::Sitemap(base) => {
                let content = || sitemap::sitemap(self.site, base).into_bytes();
                Ok(vec![self.file(SITEMAP, self.fingerprints.frame(), &content)?])
            }
            Work::File(path, content) => Ok(vec![self.file(path, hash::of(content), &|| content.to_vec())?]),
            Work::Attachment(path, file) => {
                let content = self.site.attachments.read(file);
                let content = match content {
                    Ok(content) => content,
                    Err(why) => {
                        self.out.leave_out(path, format!("cannot read `{file}`: {why}"));
                        return Ok(Vec::new());
                    }
                };
                Ok(vec![self.file(path, hash::of(&content), &|| content.to_vec())?])
            }
        }
    }

    fn file(&self, path: &str, hash: Hash, content: &dyn Fn() -> Vec<u8>) -> Result<WrittenFile<'a>, Failure> {
        if !self.out.has(path, hash) {
            self.out.write(path, &content())?;
        }
        Ok((path.to_owned().into(), Some(hash)))
    }

    fn pages(&self, pages: &[PageAt<'_>]) -> Result<Vec<WrittenFile<'a>>, Failure> {
        let made = SharedResults::default();
        let page = |(path, id): &PageAt<'_>| {
            let hash = self.fingerprints.of_page(&id.subject).unwrap_or_else(|| self.of_catalog.of_page(&id.subject));
            self.file(path, hash, &|| self.site.render(path, id, &self.checked, &made).into_bytes())
        };
        pages.iter().map(page).collect()
    }

    fn index(&self) -> Result<Vec<WrittenFile<'a>>, Failure> {
        if let Some(files) = self.out.all_in(search::FOLDER, self.all_said) {
            return Ok(files.into_iter().map(|path| (Cow::Owned(path.to_owned()), Some(self.all_said))).collect());
        }
        let others: Vec<Kept> = self.others.iter().map(|other| self.documents.keep(other.clone())).collect();
        let all: Vec<&Kept> = self.kept()?.into_iter().map(|(_, kept)| kept).chain(&others).collect();
        let index = Index::of_kept(&self.documents.terms(), &all);
        let put =
            |(path, content): (&String, &String)| self.file(path, self.all_said, &|| content.clone().into_bytes());
        index.files.iter().map(put).collect()
    }

    /// The search documents of the descriptors, in the order of the site.
    fn kept(&self) -> Result<Vec<(&FilePath, &Kept)>, Failure> {
        let checked = self.site.descriptors().filter_map(|facts| Some((&facts.path, self.found.get(&facts.path)?)));
        let kept =
            checked.map(|(file, found)| Some((file, found.document.as_ref().or_else(|| self.documents.get(file))?)));
        let damaged =
            || Failure("the cache of the previous build is damaged; use `--clean` to rebuild everything".to_owned());
        kept.collect::<Option<_>>().ok_or_else(damaged)
    }

    /// Stores results for the next build, in the file `beside`, which is next to the folder of the site.
    pub fn remember(&self, beside: &Path, store: &Store, source: &Source, plan: &Plan<'_>) -> Result<(), Failure> {
        let files = source.stamps().map(|(path, stamp)| {
            let outcome = self.checked.verdict(path).zip(self.found.get(path));
            let outcome = outcome.map(|(verdict, found)| (self.fingerprints.of_check(path), verdict, found.said));
            (path, stamp, self.site.facts(path), outcome)
        });
        let folders = plan.descriptors.iter().filter_map(|pages| Some(pages.first()?.0.rsplit_once('/')?.0));
        let is_new = self.found.values().any(|found| found.document.is_some());
        let new = is_new.then(|| self.kept()).transpose()?;
        let (folders, files) = (self.out.folders(folders), files.collect::<Vec<_>>());
        let (place, projects, sources) = (source.place, source.projects(), &source.folders);
        let known = store::StoredCatalog { place, projects, sources, files: &files, folders: &folders };
        store.write(beside, &known, new.as_deref());
        Ok(())
    }
}
