//! Checks descriptors that changed, and writes their stale pages.

use std::collections::BTreeSet;
use std::sync::Arc;

use descriptorium_core::analysis::Analysis;
use descriptorium_core::text::FilePath;
use hashbrown::HashMap;

use crate::command::Failure;
use crate::command::build::documents::Documents;
use crate::command::build::output::Output;
use crate::command::build::plan::Plan;
use crate::command::build::source::Source;
use crate::command::build::store::Record;
use crate::hash::Hash;
use crate::pages::facts::{Checked, Verdict};
use crate::pages::fingerprints::{self, Fingerprints};
use crate::pages::forms::Rendered;
use crate::pages::{self, Site};
use crate::parallel::in_parallel;
use crate::search::{Document, Kept};

/// How many descriptors are parsed and checked together.
const AT_ONCE: usize = 48;

/// The result of checking a descriptor.
#[derive(Debug)]
pub struct CheckResult {
    pub verdict: Verdict,
    /// The hash of its search document.
    pub said: Hash,
    /// The search document, unless it is the same as in the previous build.
    pub document: Option<Kept>,
}

/// The inputs of checking.
pub struct Checking<'a> {
    source: &'a Source,
    site: &'a Site,
    out: &'a Output<'a>,
    plan: &'a Plan<'a>,
    /// The results of the previous build that are still valid.
    known: HashMap<&'a FilePath, CheckResult>,
    /// The descriptors that have to be checked again.
    unknown: Vec<&'a FilePath>,
    /// The search documents of the previous build, with their hashes.
    said: HashMap<&'a FilePath, Hash>,
    documents: &'a Documents,
}

impl<'a> Checking<'a> {
    /// Moves results of the previous build out of `records`.
    pub fn new(
        source: &'a Source,
        site: &'a Site,
        fingerprints: &Fingerprints<'_>,
        out: &'a Output<'a>,
        plan: &'a Plan<'a>,
        records: &mut HashMap<FilePath, Record>,
        documents: &'a Documents,
    ) -> Self {
        let (mut said, mut unknown, mut known) = (HashMap::new(), Vec::new(), HashMap::new());
        for facts in site.descriptors() {
            let outcome = records.get_mut(&facts.path).and_then(|record| record.outcome.take());
            said.extend(outcome.as_ref().map(|outcome| (&facts.path, outcome.document)));
            let outcome = outcome.filter(|outcome| outcome.of == fingerprints.of_check(&facts.path));
            if outcome.is_none() || plan.stale.contains_key(&facts.path) {
                unknown.push(&facts.path);
            }
            let found =
                outcome.map(|outcome| CheckResult { verdict: outcome.verdict, said: outcome.document, document: None });
            known.extend(found.map(|found| (&facts.path, found)));
        }
        Checking { source, site, out, plan, known, unknown, said, documents }
    }

    /// Checks the unknown descriptors, and returns the results of all.
    pub fn run(mut self) -> Result<HashMap<&'a FilePath, CheckResult>, Failure> {
        let shares: Vec<&[&FilePath]> = self.unknown.chunks(AT_ONCE).collect();
        let new = in_parallel(&shares, |files| self.check(files));
        self.source.release();
        for new in new {
            self.known.extend(new?);
        }
        Ok(self.known)
    }

    /// Checks a batch of descriptors with the files around them, and writes their stale pages.
    fn check(&self, files: &[&'a FilePath]) -> Result<Vec<(&'a FilePath, CheckResult)>, Failure> {
        let site = self.site;
        let versions = |file: &&FilePath| {
            let edition = site.facts(file).and_then(|facts| facts.edition.as_ref());
            site.versions(edition).iter().map(|entry| &entry.file)
        };
        // Diagrams show what is inside of the substitutes of nodes.
        let substitutes = |file: &&'a FilePath| {
            site.facts(file).into_iter().flat_map(move |facts| fingerprints::substitutes(site, facts))
        };
        let others = files.iter().flat_map(versions).chain(files.iter().flat_map(substitutes));
        let whole: BTreeSet<&FilePath> = files.iter().copied().chain(others).collect();
        let workspace = self.source.workspace(site, &whole, &fingerprints::around(site, whole.iter().copied()))?;
        let mut workspace = workspace.with_contents(self.source.contents().clone());
        // An imported file that is not a descriptor is another fault than one that is missing.
        let known: Vec<&FilePath> = workspace.files().filter_map(|file| Some(&site.facts(&file.path)?.path)).collect();
        let imported = known.into_iter().filter_map(|file| site.facts(file)).flat_map(|facts| &facts.imports);
        let others: BTreeSet<&FilePath> = imported.filter(|path| site.facts(path).is_none()).collect();
        for file in others.into_iter().filter_map(|path| self.source.other(path)) {
            workspace.insert(Arc::new(file));
        }
        let (catalog, settings) = (Arc::clone(&site.catalog), site.settings.clone());
        let paths = files.iter().map(|file| (*file).clone());
        let analysis = Analysis::of_some(workspace, catalog, settings, None, paths);
        let checked = Checked::of(analysis, files.iter().copied());
        for group in files.iter().filter_map(|file| self.plan.stale.get(*file)).flatten() {
            for (path, page) in site.render_group(group, &checked) {
                match page {
                    Rendered::Text(text) => self.out.write(path, text.as_bytes())?,
                    Rendered::Picture(picture) if self.out.is_known(path, |png| picture.is_in(png)) => {}
                    Rendered::Picture(picture) => match picture.png() {
                        Some(png) => self.out.write(path, &png)?,
                        None => self.out.leave_out(path, "the diagram is too large for a picture".to_owned()),
                    },
                }
            }
        }
        let analysis = &checked.analysis;
        let documents: Vec<(&FilePath, Document)> = files
            .iter()
            .filter_map(|file| {
                let (facts, parsed) = (site.facts(file)?, analysis.file(file)?);
                Some((*file, pages::search::descriptor(site, facts, analysis, parsed)?))
            })
            .collect();
        let mut verdicts = checked.verdicts;
        let found = documents.into_iter().map(|(file, document)| {
            let (verdict, said) = (verdicts.remove(file).unwrap_or_default(), document.hash());
            let is_known = self.said.get(file) == Some(&said);
            (file, CheckResult { verdict, said, document: (!is_known).then(|| self.documents.keep(document)) })
        });
        Ok(found.collect())
    }
}
