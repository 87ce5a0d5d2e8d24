//! The files that a site is made of. Each is read once for what it says of itself, and parsed again, a few at a time,
//! when its pages are made: no more than these are there at once.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use cap_std::fs::Dir;
use descriptorium_core::assembly::project;
use descriptorium_core::package;
use descriptorium_core::rules::catalog_settings::{self, CatalogSettings};
use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::{SourceFile, Workspace};
use hashbrown::HashMap;

use crate::command::Failure;
use crate::command::build::store::Store;
use crate::folder::listing::{self, Folders};
use crate::folder::{self, Folder, Problem, Stamp};
use crate::hash::{self, Hash, Hasher};
use crate::pages::facts::{Facts, text_hash};
use crate::pages::{About, Look, Site};
use crate::parallel::in_parallel;

/// Where the texts of a catalog come from, and what it says of itself.
#[derive(Debug)]
pub struct Source {
    texts: Texts,
    /// Stands for the folder or archive, by where it lies.
    pub place: Hash,
    /// The files; those of an archive have no stamps.
    files: BTreeMap<FilePath, Stamp>,
    /// What the folder and those in it hold.
    pub folders: Folders,
    /// When the archive was written, if it is one.
    archived: Option<SystemTime>,
    /// When their stamps were read.
    listed: SystemTime,
    /// Files that are not read, or not wholly.
    pub problems: Vec<Problem>,
    pub stated: CatalogSettings,
    pub about: About,
    /// The project files, which complete others, and what stands for their texts.
    projects: Workspace,
    projects_hash: Hash,
    /// The files that were read.
    known: Mutex<HashMap<FilePath, Known>>,
}

/// What is kept of a file until all are checked.
#[derive(Debug)]
enum Known {
    Text(Arc<str>),
    /// What others see of it, once one has looked.
    Interface(Arc<SourceFile>),
}

#[derive(Debug)]
enum Texts {
    Folder(Dir),
    Archive(BTreeMap<FilePath, Arc<str>>),
}

impl Texts {
    /// `None` for what is not of a catalog.
    fn read(&self, path: &FilePath) -> Option<Result<Arc<str>, Problem>> {
        match self {
            Texts::Folder(dir) => folder::read_listed(dir, path).map(|read| read.map(Arc::from)),
            Texts::Archive(texts) => texts.get(path).cloned().map(Ok),
        }
    }
}

impl Source {
    /// The catalog in a folder or in an archive. What `store` says the folder held is not asked for again.
    pub(in crate::command) fn open(path: &Path, store: &Store) -> Result<Self, Failure> {
        let shown = path.display();
        let place = hash::of(path.canonicalize().unwrap_or_default().to_string_lossy().as_bytes());
        let cannot = |error: io::Error| Failure(format!("cannot read `{shown}`: {}", folder::reason(&error)));
        let folder = Folder::new(path);
        let listed = SystemTime::now();
        let (texts, files, folders, problems) = if path.is_file() {
            let package = folder::package(path).map_err(cannot)?;
            let package = package.ok_or_else(|| Failure(format!("`{shown}` is neither a folder nor an archive")))?;
            let problems = package.left_out.iter().map(Problem::of_left_out).collect();
            let texts: BTreeMap<FilePath, Arc<str>> =
                package.files.into_iter().map(|(path, text)| (path, text.into())).collect();
            let files = texts.keys().map(|path| (path.clone(), Stamp::default())).collect();
            (Texts::Archive(texts), files, Folders::new(), problems)
        } else {
            let dir = folder.open().map_err(cannot)?;
            let none = Folders::new();
            let before = if store.place == place { &store.sources } else { &none };
            let listing = listing::list_again(&dir, path, before).map_err(cannot)?;
            listing.say_left_out(folder.root());
            (Texts::Folder(dir), listing.files, listing.folders, listing.problems)
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
                    "the settings in `{}` cannot be read: {error}; `check` says more",
                    catalog_settings::FILE
                ))
            })?;
        let look = dir.map_or_else(Look::default, |dir| folder::look(dir, &stated.site));
        let parts = [
            ("style", &stated.site.style, &look.style),
            ("header", &stated.site.header, &look.header),
            ("footer", &stated.site.footer, &look.footer),
        ];
        for (key, named, text) in parts.into_iter().filter(|_| dir.is_some()) {
            if let (Some(named), None) = (named, text) {
                let cannot = "cannot be read as a file of this folder";
                return Err(Failure(format!(
                    "`{named}`, the `{key}` of the site by `{}`, {cannot}",
                    catalog_settings::FILE
                )));
            }
        }
        let about = About::new(folder.title(), dir.and_then(folder::readme), stated.site.title.clone(), look);
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
            place,
            files,
            folders,
            archived,
            listed,
            problems,
            stated,
            about,
            projects,
            projects_hash,
            known,
        })
    }

    /// What the descriptors say of themselves; of files that have not been written since then as `store` has it.
    pub fn facts(&mut self, store: &mut Store) -> Vec<Box<Facts>> {
        if (store.place, store.projects) != (self.place, self.projects_hash) {
            *store = Store::default();
        }
        let mut facts = Vec::new();
        let mut problems = Vec::new();
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
                    Err(problem) if problem.is_of_descriptor() => problems.push(problem),
                    Err(Problem { .. }) => {}
                }
            }
            self.files.extend(new);
            new = self.named(&facts);
        }
        self.problems.extend(problems);
        facts
    }

    /// The facts about the descriptor in a file; `None` if it is not a descriptor.
    fn read(&self, path: &FilePath) -> Option<Result<Facts, Problem>> {
        let text = match self.texts.read(path)? {
            Ok(text) => text,
            Err(problem) => return Some(Err(problem)),
        };
        let file = self.projects.complete(SourceFile::new(path.clone(), text));
        let facts = Facts::of(&file)?;
        self.known().insert(path.clone(), Known::Text(file.text));
        Some(Ok(facts))
    }

    /// The files that descriptors name by path and that are not listed.
    fn named(&self, facts: &[Box<Facts>]) -> BTreeMap<FilePath, Stamp> {
        let Texts::Folder(dir) = &self.texts else { return BTreeMap::new() };
        let named = facts.iter().flat_map(|facts| &facts.imports).filter(|named| !self.files.contains_key(named));
        let named = named.filter(|named| package::is_source_path(named));
        named.filter_map(|named| Some((named.clone(), Stamp::inside(dir, named).ok()?))).collect()
    }

    /// When a file was written, as far as that is known, never later than `latest`; what is in an archive, when that was.
    pub fn date(&self, file: &FilePath, latest: Option<SystemTime>) -> Option<SystemTime> {
        let date = self.files.get(file)?.modified().or(self.archived)?;
        Some(latest.map_or(date, |latest| date.min(latest)))
    }

    /// Lets go of what others see of the files, once all are checked.
    pub fn release(&self) {
        self.known().clear();
    }

    /// What stands for the project files.
    pub fn projects(&self) -> Hash {
        self.projects_hash
    }

    /// The files that could be read, with the stamps that they can be known by the next time: the default, which no file
    /// has, for one that was written only just now, since it could be written again and have the same.
    pub fn stamps(&self) -> impl Iterator<Item = (&FilePath, Stamp)> {
        let unread: BTreeSet<&str> = self.problems.iter().map(|problem| problem.path.as_str()).collect();
        let files = self.files.iter().filter(move |(path, _)| !unread.contains(path.as_str()));
        files.map(|(path, stamp)| (path, if stamp.is_fresh(self.listed) { Stamp::default() } else { *stamp }))
    }

    /// The texts of the descriptors that `site` shows, and of what says how they are read, in order. Whatever else lies in
    /// the folder is nobody else's business.
    pub fn published(&self, site: &Site) -> Vec<(&FilePath, Arc<str>)> {
        let is_setting = |name: &str| name == catalog_settings::FILE || project::FILES.contains(&name);
        let is_published = |path: &&FilePath| site.facts(path).is_some() || is_setting(path.name());
        let paths: Vec<&FilePath> = self.files.keys().filter(is_published).collect();
        let texts = in_parallel(&paths, |path| self.texts.read(path)?.ok());
        paths.into_iter().zip(texts).filter_map(|(path, text)| Some((path, text?))).collect()
    }

    /// A workspace with `whole` files, and `others` as far as those can see them. `site` knows what they were when they
    /// were read first.
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
            let known = self.known().get(*path).and_then(Known::interface).cloned();
            files.push(match known {
                Some(file) => file,
                None => {
                    let file = Arc::new(self.parsed(site, path)?.into_interface());
                    self.known().insert((*path).clone(), Known::Interface(Arc::clone(&file)));
                    file
                }
            });
        }
        Ok(self.projects.with(files))
    }

    fn parsed(&self, site: &Site, path: &FilePath) -> Result<SourceFile, Failure> {
        let known = self.known().get(path).map(|known| Arc::clone(known.text()));
        let is_known = known.is_some();
        let text = known.or_else(|| self.texts.read(path)?.ok()).unwrap_or_default();
        let file = self.projects.complete(SourceFile::new(path.clone(), text));
        let same = is_known || site.facts(path).is_some_and(|facts| facts.text == text_hash(&file));
        if same { Ok(file) } else { Err(Failure(format!("`{path}` was written while it was read; build once more"))) }
    }

    fn known(&self) -> MutexGuard<'_, HashMap<FilePath, Known>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    fn interface(&self) -> Option<&Arc<SourceFile>> {
        match self {
            Known::Interface(file) => Some(file),
            Known::Text(_) => None,
        }
    }

    fn text(&self) -> &Arc<str> {
        match self {
            Known::Interface(file) => &file.text,
            Known::Text(text) => text,
        }
    }
}
