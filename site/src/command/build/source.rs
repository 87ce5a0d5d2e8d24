//! The source files of a site. Each is parsed once for its facts, and again in batches when its pages are written, so
//! that memory is needed only for one batch.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use cap_std::fs::Dir;
use descriptorium_core::analysis::{Analysis, reported};
use descriptorium_core::asd::cluster;
use descriptorium_core::assembly::project;
use descriptorium_core::catalog::Catalog;
use descriptorium_core::content::Contents;
use descriptorium_core::homing::placement::inventory;
use descriptorium_core::package;
use descriptorium_core::rules::catalog::{bad_settings, unmatched_pattern};
use descriptorium_core::rules::catalog_settings::{self, CatalogSettings};
use descriptorium_core::rules::ignore;
use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::{SourceFile, Workspace};
use hashbrown::HashMap;

use crate::command::Failure;
use crate::command::build::store::Store;
use crate::finding::{Finding, of_file};
use crate::folder::listing::{self, Folders};
use crate::folder::{self, FileFinding, Folder, OpenArchive, Published, Refused, Stamp};
use crate::hash::{self, Hash, Hasher};
use crate::input::contents;
use crate::pages::applications::Applications;
use crate::pages::facts::{Facts, text_hash};
use crate::pages::template::Inventories;
use crate::pages::{About, Site};
use crate::parallel::in_parallel;

/// The files and settings of a catalog.
#[derive(Debug)]
pub struct Source {
    texts: Texts,
    /// The files of any kind.
    contents: Contents,
    /// A hash of the location of the folder or archive.
    pub place: Hash,
    /// The files; those in an archive have no stamps.
    files: BTreeMap<FilePath, Stamp>,
    /// The entries of the folder and its subfolders.
    pub folders: Folders,
    /// The modification time of the archive, if it is one.
    archived: Option<SystemTime>,
    /// The time when their stamps were read.
    listed: SystemTime,
    /// Files that are not read, or not completely.
    pub file_findings: Vec<FileFinding>,
    pub stated: CatalogSettings,
    pub about: About,
    /// The README as it is written.
    readme: Option<String>,
    /// The project files, which complete other files, and a hash of their texts.
    projects: Workspace,
    projects_hash: Hash,
    /// The files that were read.
    known: Mutex<HashMap<FilePath, KeptFile>>,
}

/// The data of a file that is kept until all files are checked.
#[derive(Debug)]
enum KeptFile {
    Text(Arc<str>),
    /// The exports of the file, computed on first use.
    Interface(Arc<SourceFile>),
}

#[derive(Debug)]
enum Texts {
    Folder(Dir),
    Archive(BTreeMap<FilePath, Arc<str>>),
}

impl Texts {
    /// `None` if it is not part of a catalog.
    fn read(&self, path: &FilePath) -> Option<Result<Arc<str>, FileFinding>> {
        match self {
            Texts::Folder(dir) => folder::read_listed(dir, path).map(|read| read.map(Arc::from)),
            Texts::Archive(texts) => texts.get(path).cloned().map(Ok),
        }
    }
}

/// The index of the full names.
pub fn catalog(facts: &[Box<Facts>]) -> Catalog {
    Catalog::of_names(facts.iter().filter_map(|facts| Some((facts.full_name()?.clone(), facts.path.clone()))))
}

impl Source {
    /// Opens the catalog in a folder or an archive. Folders that have not changed since `store` was written are not
    /// read again.
    pub(in crate::command) fn open(path: &Path, store: &Store) -> Result<Self, Failure> {
        let shown = path.display();
        let contents = contents::around(path);
        let place = hash::of(path.canonicalize().unwrap_or_default().to_string_lossy().as_bytes());
        let cannot = |error: io::Error| Failure(format!("cannot read `{shown}`: {}", folder::reason(&error)));
        let folder = Folder::new(path);
        let listed = SystemTime::now();
        let (texts, files, folders, mut file_findings) = if path.is_file() {
            let package = folder::package(path).map_err(cannot)?;
            let OpenArchive { package, file_findings } =
                package.ok_or_else(|| Failure(format!("`{shown}` is neither a folder nor an archive")))?;
            let texts: BTreeMap<FilePath, Arc<str>> =
                package.files.into_iter().map(|(path, text)| (path, text.into())).collect();
            let files = texts.keys().map(|path| (path.clone(), Stamp::default())).collect();
            (Texts::Archive(texts), files, Folders::new(), file_findings)
        } else {
            let dir = folder.open().map_err(cannot)?;
            let none = Folders::new();
            let before = if store.place == place { &store.sources } else { &none };
            let listing = listing::list_again(&dir, path, before).map_err(cannot)?;
            listing.say_left_out(folder.root());
            (Texts::Folder(dir), listing.files, listing.folders, listing.file_findings)
        };
        let dir = match &texts {
            Texts::Folder(dir) => Some(dir),
            Texts::Archive(_) => None,
        };
        let settings = FilePath::new(catalog_settings::FILE).and_then(|path| texts.read(&path)?.ok());
        let stated = settings
            .map_or_else(|| Ok(CatalogSettings::default()), |text| CatalogSettings::read(&text))
            .map_err(|error| {
                Failure(format!(
                    "cannot read the settings in `{}`: {error}; run `check` for details",
                    catalog_settings::FILE
                ))
            })?;
        let (look, refused) = dir.map_or_else(Default::default, |dir| folder::look(dir, &stated.site));
        if let Some(Refused { key, why }) = refused.first() {
            return Err(Failure(format!("invalid `{key}` of the site in `{}`: {why}", catalog_settings::FILE)));
        }
        let readme = dir.and_then(folder::readme).transpose().unwrap_or_else(|finding| {
            file_findings.push(finding);
            None
        });
        let about = About::new(folder.title(), readme.clone(), stated.site.title.clone(), look);
        let mut projects = Workspace::default();
        let mut hasher = Hasher::default();
        for path in files.keys().filter(|path: &&FilePath| project::FILES.contains(&path.name())) {
            if let Some(Ok(text)) = texts.read(path) {
                hasher.add(path.as_str()).add(text.as_bytes());
                projects.insert(Arc::new(SourceFile::new(path.clone(), text)));
            }
        }
        let (projects_hash, known) = (hasher.finish(), Mutex::default());
        let archived = Stamp::of_path(path).ok().filter(|_| dir.is_none()).and_then(|stamp| stamp.modified());
        Ok(Source {
            texts,
            contents,
            place,
            files,
            folders,
            archived,
            listed,
            file_findings,
            stated,
            about,
            readme,
            projects,
            projects_hash,
            known,
        })
    }

    /// Adds the documents of the catalog, to which its README and the descriptors link, and findings about them.
    pub fn publish(&mut self, folder: &Path, facts: &[Box<Facts>], catalog: &Catalog) {
        let Texts::Folder(dir) = &self.texts else { return };
        let published = Published {
            stated: &self.stated,
            readme: self.readme.as_deref(),
            catalog,
            linked: facts.iter().flat_map(|facts| facts.links.iter().cloned()).collect(),
        };
        self.file_findings.extend(folder::publish((dir, folder), &mut self.about.look, &published));
    }

    /// The findings in files that are not descriptors: settings, inventories and descriptions of clusters.
    pub fn of_others(&self, site: &Site) -> Vec<Finding> {
        let others: Vec<&FilePath> = self.files.keys().filter(|path| site.facts(path).is_none()).collect();
        let read = |path: &&FilePath| {
            let is_settings = path.name() == catalog_settings::FILE;
            let is_wanted =
                |text: &str| is_settings || inventory::may_be_inventory(text) || cluster::may_be_cluster(text);
            let text = self.texts.read(path)?.ok().filter(|text| is_wanted(text))?;
            Some(Arc::new(SourceFile::new((*path).clone(), text)))
        };
        let files: Vec<Arc<SourceFile>> = in_parallel(&others, read).into_iter().flatten().collect();
        let mut workspace = Workspace::default();
        files.iter().for_each(|file| workspace.insert(Arc::clone(file)));
        let workspace = workspace.with_contents(self.contents.clone());
        let paths = files.iter().map(|file| file.path.clone());
        let analysis = Analysis::of_some(workspace, Arc::clone(&site.catalog), site.settings.clone(), None, paths);
        let mut all = Vec::new();
        for file in &files {
            let diagnostics = analysis.diagnostics(&file.path);
            // Those of a file that may be a descriptor were found when it was read.
            let is_known = reported::may_be_descriptor(file, diagnostics);
            if is_known || !reported::is_meant(file, diagnostics) && file.path.name() != catalog_settings::FILE {
                continue;
            }
            let found = diagnostics.iter();
            let mut found: Vec<Finding> =
                found.map(|found| Finding::of_diagnostic(found, &analysis, &FilePath::to_string)).collect();
            if file.path.as_str() == catalog_settings::FILE {
                found.extend(self.unmatched(site, file));
                found.sort_by_key(|found| found.place.as_ref().map(|place| place.start));
            }
            all.extend(found);
        }
        all
    }

    /// The patterns of the settings that match no descriptor. Their rule does not see the descriptors here.
    fn unmatched(&self, site: &Site, settings: &SourceFile) -> Vec<Finding> {
        let rule = &unmatched_pattern::RULE;
        let Some(severity) = ignore::leveled(rule.severity, site.settings.level(rule.code)) else { return Vec::new() };
        let descriptors = site.by_file().map(|facts| (facts.path.as_str(), facts.name.full.as_str()));
        let unmatched =
            self.about.look.publication.unmatched(descriptors).into_iter().filter(|_| site.n_descriptors() > 0);
        let found = unmatched.map(|(at, pattern)| {
            let place = Some((Arc::clone(&settings.text), bad_settings::span_at(settings, &at)));
            let (path, code) = (settings.path.as_str(), (rule.code, severity));
            FileFinding { place, ..FileFinding::of(path, code, unmatched_pattern::message(pattern)) }
        });
        found.map(|found| of_file(&found, settings.path.to_string())).collect()
    }

    /// The files of any kind.
    pub fn contents(&self) -> &Contents {
        &self.contents
    }

    /// The facts about the descriptors; those of unchanged files come from `store`.
    pub fn facts(&mut self, store: &mut Store) -> Vec<Box<Facts>> {
        if (store.place, store.projects) != (self.place, self.projects_hash) {
            *store = Store::default();
        }
        let mut facts = Vec::new();
        let mut file_findings = Vec::new();
        let mut new = self.files.clone();
        while !new.is_empty() {
            let mut unknown = Vec::new();
            for (path, stamp) in &new {
                let known =
                    store.files.get_mut(path).filter(|known| known.stamp == *stamp && known.stamp != Stamp::default());
                match known {
                    Some(known) => facts.extend(known.facts.take()),
                    None => unknown.push(path),
                }
            }
            for found in in_parallel(&unknown, |path| self.read(path)).into_iter().flatten() {
                match found {
                    Ok(found) => facts.push(Box::new(found)),
                    Err(found) => file_findings.extend(found),
                }
            }
            self.files.extend(new);
            new = self.named(&facts);
        }
        self.file_findings.extend(file_findings);
        facts
    }

    /// The facts about the descriptor in a file; `None` if it is not a descriptor.
    fn read(&self, path: &FilePath) -> Option<Result<Facts, Vec<FileFinding>>> {
        let text = match self.texts.read(path)? {
            Ok(text) => text,
            Err(finding) => return finding.is_of_descriptor().then(|| Err(vec![finding])),
        };
        let file = self.projects.complete(SourceFile::new(path.clone(), text));
        let Some(facts) = Facts::of(&file) else {
            let file_findings = FileFinding::of_broken(file);
            return (!file_findings.is_empty()).then_some(Err(file_findings));
        };
        self.known().insert(path.clone(), KeptFile::Text(file.text));
        Some(Ok(facts))
    }

    /// The files that descriptors name by path but that are not listed.
    fn named(&self, facts: &[Box<Facts>]) -> BTreeMap<FilePath, Stamp> {
        let Texts::Folder(dir) = &self.texts else { return BTreeMap::new() };
        let named = facts.iter().flat_map(|facts| &facts.imports).filter(|named| !self.files.contains_key(named));
        let named = named.filter(|named| package::is_source_path(named));
        named.filter_map(|named| Some((named.clone(), Stamp::inside(dir, named).ok()?))).collect()
    }

    /// The modification time of a file, or of the archive that contains it, if known. It is never later than `latest`.
    pub fn date(&self, file: &FilePath, latest: Option<SystemTime>) -> Option<SystemTime> {
        let date = self.files.get(file)?.modified().or(self.archived)?;
        Some(latest.map_or(date, |latest| date.min(latest)))
    }

    /// Frees the exports of the files after all of them are checked.
    pub fn release(&self) {
        self.known().clear();
    }

    /// A hash of the project files.
    pub fn projects(&self) -> Hash {
        self.projects_hash
    }

    /// The readable files with the stamps by which the next build recognizes them. A file modified just now gets the
    /// default stamp, which matches no file, since it could be modified again with the same stamp.
    pub fn stamps(&self) -> impl Iterator<Item = (&FilePath, Stamp)> {
        let unread: BTreeSet<&str> = self.file_findings.iter().map(|finding| finding.path.as_str()).collect();
        let files = self.files.iter().filter(move |(path, _)| !unread.contains(path.as_str()));
        files.map(|(path, stamp)| (path, if stamp.is_fresh(self.listed) { Stamp::default() } else { *stamp }))
    }

    /// The texts of the descriptors that `site` shows, and of the files that determine how they are read, in order.
    /// Other files in the folder are private.
    pub fn published(&self, site: &Site) -> Vec<(&FilePath, Arc<str>)> {
        let is_setting = |name: &str| name == catalog_settings::FILE || project::FILES.contains(&name);
        let is_published = |path: &&FilePath| site.facts(path).is_some() || is_setting(path.name());
        let paths: Vec<&FilePath> = self.files.keys().filter(is_published).collect();
        let texts = in_parallel(&paths, |path| self.texts.read(path)?.ok());
        paths.into_iter().zip(texts).filter_map(|(path, text)| Some((path, text?))).collect()
    }

    /// The inventories of candidates and the descriptions of clusters, which are not descriptors.
    pub fn inventories(&self, site: &Site) -> Inventories {
        let others: Vec<&FilePath> = self.files.keys().filter(|path| site.facts(path).is_none()).collect();
        let read = |path: &&FilePath| {
            let is_wanted = |text: &str| inventory::may_be_inventory(text) || cluster::may_be_cluster(text);
            let text = self.texts.read(path)?.ok().filter(|text| is_wanted(text))?;
            Some(Arc::new(SourceFile::new((*path).clone(), text)))
        };
        Inventories::new(in_parallel(&others, read).into_iter().flatten())
    }

    /// The applications with the files of their packages.
    pub(in crate::command) fn applications(
        &self,
        site: &Site,
        inventories: &Inventories,
    ) -> Result<Applications, Failure> {
        let with_package = site.by_file().filter(|facts| facts.language.has_packages());
        let paths: Vec<&FilePath> = with_package.map(|facts| &facts.path).collect();
        let files = in_parallel(&paths, |path| self.parsed(site, path).map(Arc::new));
        let files: Vec<Arc<SourceFile>> = files.into_iter().collect::<Result<_, _>>()?;
        Ok(Applications::new(files, self.contents.clone(), &inventories.clusters))
    }

    /// A workspace with `whole` files, and the parts of `others` that they can see. `site` has the hashes of the files
    /// when they were first read.
    pub(in crate::command) fn workspace(
        &self,
        site: &Site,
        whole: &BTreeSet<&FilePath>,
        others: &BTreeSet<&FilePath>,
    ) -> Result<Workspace, Failure> {
        let mut files = Vec::new();
        for path in whole {
            files.push(Arc::new(self.parsed(site, path)?));
        }
        for path in others.difference(whole) {
            let known = self.known().get(*path).and_then(KeptFile::interface).cloned();
            files.push(match known {
                Some(file) => file,
                None => {
                    let file = Arc::new(self.parsed(site, path)?.into_interface());
                    self.known().insert((*path).clone(), KeptFile::Interface(Arc::clone(&file)));
                    file
                }
            });
        }
        Ok(self.projects.with(files))
    }

    /// A file that is not a descriptor, if it is part of the folder.
    pub fn other(&self, path: &FilePath) -> Option<SourceFile> {
        self.files.get(path)?;
        Some(SourceFile::new(path.clone(), self.texts.read(path)?.ok()?))
    }

    fn parsed(&self, site: &Site, path: &FilePath) -> Result<SourceFile, Failure> {
        let known = self.known().get(path).map(|known| Arc::clone(known.text()));
        let is_known = known.is_some();
        let text = known.or_else(|| self.texts.read(path)?.ok()).unwrap_or_default();
        let file = self.projects.complete(SourceFile::new(path.clone(), text));
        let same = is_known || site.facts(path).is_some_and(|facts| facts.text == text_hash(&file));
        if same { Ok(file) } else { Err(Failure(format!("`{path}` changed while it was read; run the build again"))) }
    }

    fn known(&self) -> MutexGuard<'_, HashMap<FilePath, KeptFile>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl KeptFile {
    fn interface(&self) -> Option<&Arc<SourceFile>> {
        match self {
            KeptFile::Interface(file) => Some(file),
            KeptFile::Text(_) => None,
        }
    }

    fn text(&self) -> &Arc<str> {
        match self {
            KeptFile::Interface(file) => &file.text,
            KeptFile::Text(text) => text,
        }
    }
}
