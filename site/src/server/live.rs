//! The current state of the served folder. It is synchronized with the disk on every request.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Instant, SystemTime};

use cap_std::fs::Dir;
use descriptorium_core::analysis::{Analysis, reported};
use descriptorium_core::catalog::Catalog;
use descriptorium_core::content::Contents;
use descriptorium_core::edit::{Change, FileChange, TextEdit};
use descriptorium_core::language::Language;
use descriptorium_core::package;
use descriptorium_core::rules::catalog_settings::{self, CatalogSettings};
use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::{Workspace, named_in};

use crate::finding::Finding;
use crate::folder::contents::OnDisk;
use crate::folder::listing::{self, Folders};
use crate::folder::{self, FileFinding, Folder, Published, Stamp};
use crate::git;
use crate::hash::Hash;
use crate::input;
use crate::pages::applications::{self, Applications};
use crate::pages::attachments::Attachments;
use crate::pages::facts::{Checked, Facts};
use crate::pages::recent::{self, LastChanges, Recent};
use crate::pages::template::Inventories;
use crate::pages::{About, Setting, Site};
use crate::server::store;

#[derive(Debug)]
pub struct Live {
    folder: Folder,
    stated: CatalogSettings,
    /// Whether pages link to the modeller.
    modeller: bool,
    state: Mutex<Option<State>>,
    /// Locked while a file is written.
    writing: Mutex<()>,
    /// The last commit of each file, and the commit with which the history ended.
    commits: Mutex<Option<(String, Arc<LastChanges>)>>,
}

/// A snapshot of the folder.
#[derive(Debug)]
pub struct Snapshot {
    folder: Folder,
    pub analysis: Analysis,
    pub about: About,
    /// The hash of each file that was read.
    pub etags: BTreeMap<FilePath, String>,
    pub file_findings: Vec<FileFinding>,
    /// Files that cannot be read. The site does not list them, since they may be anything.
    pub passed_over: Vec<FileFinding>,
    /// Whether pages link to the modeller.
    modeller: bool,
    /// The state of the packages of applications.
    packages: Hash,
    /// The modification time of each file.
    dates: BTreeMap<FilePath, SystemTime>,
    /// The last commit of each file, if the folder is in a repository.
    commits: Option<Arc<LastChanges>>,
    hash: OnceLock<String>,
    site: OnceLock<Documentation>,
    /// The ETags of pages that were requested.
    tags: Mutex<BTreeMap<String, String>>,
}

/// The pages of the folder and their data.
#[derive(Debug)]
pub struct Documentation {
    site: Site,
    checked: Checked,
}

impl Documentation {
    /// The page at a path as a document, or a file of the search index.
    pub fn page(&self, path: &str) -> Option<String> {
        self.site.page(path, &self.checked)
    }

    /// The content of a file that is part of the site as it is.
    pub fn attachment(&self, path: &str) -> Option<Arc<[u8]>> {
        self.site.attachments.at(path)?.ok()
    }

    /// The "not found" page.
    pub fn not_found(&self) -> String {
        self.site.not_found(&self.checked)
    }
}

#[derive(Debug)]
struct State {
    files: BTreeMap<FilePath, Held>,
    folders: Folders,
    snapshot: Arc<Snapshot>,
    /// The start of the scan that produced this.
    looked: Instant,
}

/// A file as last read.
#[derive(Clone, Debug)]
struct Held {
    stamp: Stamp,
    /// Whether it changed so recently before the read that the stamp is not reliable.
    fresh: bool,
    /// `None` if it is not part of a catalog.
    content: Option<Result<Text, FileFinding>>,
}

#[derive(Clone, Debug)]
struct Text {
    text: Arc<str>,
    etag: String,
    /// The files that it names, computed on first use.
    named: OnceLock<Vec<FilePath>>,
}

impl Text {
    fn of(text: String) -> Self {
        Text { etag: store::etag(text.as_bytes()), text: text.into(), named: OnceLock::new() }
    }

    /// The files named in the text; `path` is the path of the text.
    fn named(&self, path: &FilePath) -> &[FilePath] {
        self.named.get_or_init(|| named_in(path, &self.text))
    }
}

impl Live {
    pub fn new(folder: Folder, stated: CatalogSettings, modeller: bool) -> Self {
        Live { folder, stated, modeller, state: Mutex::new(None), writing: Mutex::new(()), commits: Mutex::new(None) }
    }

    /// The settings from the command line.
    pub fn stated(&self) -> &CatalogSettings {
        &self.stated
    }

    pub fn open(&self) -> io::Result<Dir> {
        self.folder.open()
    }

    /// Files of any kind in the folder. Changed archives are reopened.
    pub fn contents(&self) -> Contents {
        Contents::of(Arc::new(OnDisk::new(self.folder.root())))
    }

    /// The path of the folder.
    pub fn root(&self) -> &Path {
        self.folder.root()
    }

    /// The name of the folder.
    pub fn title(&self) -> String {
        self.folder.title()
    }

    /// The last commit of each file of the folder. The history is read again when there is a new commit.
    fn commits(&self) -> Option<Arc<LastChanges>> {
        let head = git::head(self.folder.root())?;
        let mut known = self.commits.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, commits)) = known.as_ref().filter(|(of, _)| *of == head) {
            return Some(Arc::clone(commits));
        }
        let commits = Arc::new(git::last_changes(self.folder.root())?);
        *known = Some((head, Arc::clone(&commits)));
        Some(commits)
    }

    /// A lock to hold between reading and writing a file.
    pub fn writing(&self) -> MutexGuard<'_, ()> {
        self.writing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The current state of the folder.
    pub fn now(&self) -> io::Result<Arc<Snapshot>> {
        let asked = Instant::now();
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(state) = state.as_ref().filter(|state| state.looked >= asked) {
            return Ok(Arc::clone(&state.snapshot)); // Another request scanned the folder while this one waited.
        }
        let looked = Instant::now();
        let dir = self.folder.open()?;
        let none = Folders::new();
        let folders = state.as_ref().map_or(&none, |before| &before.folders);
        let listing = listing::list_again(&dir, self.folder.root(), folders)?;
        let before = state.take();
        let known = before.as_ref().map(|state| &state.files);
        let mut files = read(&dir, listing.files.into_iter(), known);
        if listing.is_partial {
            add_named(&dir, &mut files, known);
        }
        let stated = stated(&files);
        let (mut look, refused) = folder::look(&dir, &stated.site);
        let mut file_findings = listing.file_findings;
        file_findings.extend(refused.into_iter().filter_map(|refused| {
            let rule = descriptorium_core::rules::find("catalog/bad-settings")?;
            let message = format!("invalid `{}` of the site: {}", refused.key, refused.why);
            Some(FileFinding::new(catalog_settings::FILE, rule, message))
        }));
        let readme = folder::readme(&dir).transpose().unwrap_or_else(|finding| {
            file_findings.push(finding);
            None
        });
        // Findings in the documents also follow from the descriptors, which are not known yet.
        let (readme_text, nothing) = (readme.as_deref(), Catalog::default());
        let published = Published { stated: &stated, readme: readme_text, catalog: &nothing, linked: Vec::new() };
        folder::publish((&dir, self.folder.root()), &mut look, &published);
        let about = About::new(self.title(), readme, stated.site.title, look);
        let snapshot = self.snapshot(&files, file_findings, about, before);
        *state = Some(State { files, folders: listing.folders, snapshot: Arc::clone(&snapshot), looked });
        Ok(snapshot)
    }

    fn snapshot(
        &self,
        files: &BTreeMap<FilePath, Held>,
        mut file_findings: Vec<FileFinding>,
        about: About,
        before: Option<State>,
    ) -> Arc<Snapshot> {
        let unread = files.values().filter_map(|held| held.content.clone()?.err());
        let (of_descriptors, passed_over): (Vec<FileFinding>, Vec<FileFinding>) =
            unread.partition(FileFinding::is_of_descriptor);
        file_findings.extend(of_descriptors);
        let texts = files.iter().filter_map(|(path, held)| Some((path, held.content.as_ref()?.as_ref().ok()?)));
        let etags: BTreeMap<FilePath, String> =
            texts.clone().map(|(path, text)| (path.clone(), text.etag.clone())).collect();
        let same_file_findings = |snapshot: &Snapshot| {
            let key = |finding: &FileFinding| (finding.path.clone(), finding.message.clone());
            let same = |before: &[FileFinding], now: &[FileFinding]| before.iter().map(key).eq(now.iter().map(key));
            same(&snapshot.file_findings, &file_findings) && same(&snapshot.passed_over, &passed_over)
        };
        // Findings about charts follow from files that are not part of the catalog, so that all is checked again.
        let before = before.map(|state| state.snapshot);
        let before = before.filter(|before| before.packages == applications::stamp(before.analysis.workspace()));
        let same =
            |before: &&Arc<Snapshot>| before.etags == etags && before.about == about && same_file_findings(before);
        if let Some(before) = before.as_ref().filter(same) {
            return Arc::clone(before);
        }
        let texts: Vec<(FilePath, Arc<str>)> =
            texts.map(|(path, text)| (path.clone(), Arc::clone(&text.text))).collect();
        let analysis =
            before.and_then(|before| before.analysis.changed(&change(before.analysis.workspace(), &texts)).ok());
        let analysis = match analysis {
            Some(analysis) => analysis.with_stated_settings(&self.stated),
            None => {
                let workspace = input::workspace(&texts).with_contents(self.contents());
                let settings = self.stated.with_catalog(&workspace).settings();
                Analysis::new(workspace, settings)
            }
        };
        let date = |(path, held): (&FilePath, &Held)| Some((path.clone(), held.stamp.modified()?));
        let dates = files.iter().filter(|(_, held)| held.content.is_some()).filter_map(date).collect();
        let (hash, site, tags) = Default::default();
        Arc::new(Snapshot {
            folder: self.folder.clone(),
            packages: applications::stamp(analysis.workspace()),
            analysis,
            about,
            etags,
            file_findings,
            passed_over,
            modeller: self.modeller,
            dates,
            commits: self.commits(),
            hash,
            site,
            tags,
        })
    }
}

impl Snapshot {
    /// The documentation.
    pub fn documentation(&self) -> &Documentation {
        self.site.get_or_init(|| {
            let setting = Setting { served: true, modeller: self.modeller, images: false, view: false, base_url: None };
            let facts = self.analysis.workspace().files().filter_map(|file| Facts::of(file)).map(Box::new);
            let facts: Vec<Box<Facts>> = facts.collect();
            let (catalog, settings) = (Arc::clone(self.analysis.catalog()), self.analysis.settings());
            let mut about = self.about.clone();
            let mut file_findings = self.file_findings.clone();
            if let Ok(dir) = self.folder.open() {
                let stated = CatalogSettings::of(self.analysis.workspace());
                let readme = folder::readme(&dir).and_then(Result::ok);
                let linked = facts.iter().flat_map(|facts| facts.links.iter().cloned()).collect();
                let published = Published { stated: &stated, readme: readme.as_deref(), catalog: &catalog, linked };
                file_findings.extend(folder::publish((&dir, self.folder.root()), &mut about.look, &published));
            }
            let mut site = Site::new(facts, catalog, settings, about, &file_findings, setting);
            let date = |file: &FilePath| {
                let commits = self.commits.as_deref();
                commits.map_or_else(|| self.dates.get(file).copied(), |commits| Some(commits.get(file)?.date))
            };
            site.recent = Recent::of(&site, date);
            site.changes = recent::changes(&site, self.commits.as_deref(), |file| self.dates.get(file).copied());
            if site.languages().any(Language::has_candidates) {
                let workspace = self.analysis.workspace();
                let inventories = Inventories::new(workspace.files().cloned());
                let files = workspace.files().cloned();
                let applications = Applications::new(files, workspace.contents().clone(), &inventories.clusters);
                site.complete(inventories, applications);
            }
            let linked = site.look.documents.files.clone();
            let attachments = Attachments::of(&site, self.analysis.workspace().contents().clone(), linked);
            site.attach(attachments);
            let others = self.analysis.workspace().files().filter(|file| file.language.is_none());
            let found = others.map(|file| (file, self.analysis.diagnostics(&file.path)));
            let found = found.filter(|(file, found)| reported::is_meant(file, found));
            let found = found.flat_map(|(_, found)| found);
            site.note(found.map(|found| Finding::of_diagnostic(found, &self.analysis, &FilePath::to_string)));
            let checked = Checked::of(self.analysis.clone(), site.descriptors().map(|facts| &facts.path));
            Documentation { site, checked }
        })
    }

    /// The ETag of a page, if it is known. A client that has this version does not need it rendered again.
    pub fn tag(&self, path: &str) -> Option<String> {
        self.tags.lock().unwrap_or_else(PoisonError::into_inner).get(path).cloned()
    }

    pub fn note_tag(&self, path: String, etag: String) {
        self.tags.lock().unwrap_or_else(PoisonError::into_inner).insert(path, etag);
    }

    /// A hash of all contents.
    pub fn etag(&self) -> &str {
        self.hash.get_or_init(|| {
            let files = self.etags.iter().map(|(path, etag)| format!("{path}\0{etag}\n"));
            let file_findings = self.file_findings.iter().chain(&self.passed_over);
            let file_findings = file_findings.map(|finding| format!("{}\0{}\n", finding.path, finding.message));
            let packages = [format!("{:?}", self.packages)];
            store::etag(files.chain(file_findings).chain(packages).collect::<String>().as_bytes())
        })
    }
}

/// The settings of the catalog.
fn stated(files: &BTreeMap<FilePath, Held>) -> CatalogSettings {
    let file = FilePath::new(catalog_settings::FILE).and_then(|path| files.get(&path));
    file.and_then(|held| CatalogSettings::read(&held.content.as_ref()?.as_ref().ok()?.text).ok()).unwrap_or_default()
}

/// The files of a listing. Files that may have changed since `before` are read again.
fn read(
    dir: &Dir,
    listing: impl Iterator<Item = (FilePath, Stamp)>,
    before: Option<&BTreeMap<FilePath, Held>>,
) -> BTreeMap<FilePath, Held> {
    let now = SystemTime::now();
    let files = listing.map(|(path, stamp)| {
        let known = before.and_then(|before| before.get(&path)).filter(|held| held.stamp == stamp && !held.fresh);
        let held = known.cloned().unwrap_or_else(|| {
            let content = folder::read_listed(dir, &path).map(|read| read.map(Text::of));
            Held { stamp, fresh: stamp.is_fresh(now), content }
        });
        (path, held)
    });
    files.collect()
}

/// Adds unlisted files that others name by path.
fn add_named(dir: &Dir, files: &mut BTreeMap<FilePath, Held>, before: Option<&BTreeMap<FilePath, Held>>) {
    let mut queue: Vec<FilePath> = files.keys().cloned().collect();
    while let Some(path) = queue.pop() {
        let text = files.get(&path).and_then(|held| held.content.as_ref()?.as_ref().ok());
        let named = text.map_or(&[][..], |text| text.named(&path)).iter();
        let missing: Vec<FilePath> = named.filter(|named| !files.contains_key(named)).cloned().collect();
        let listed = missing.into_iter().filter(package::is_source_path);
        let listed = listed.filter_map(|named| Some((named.clone(), Stamp::inside(dir, &named).ok()?)));
        let found = read(dir, listed, before);
        queue.extend(found.keys().cloned());
        files.extend(found);
    }
}

/// The change from the files in `before` to `texts`.
fn change(before: &Workspace, texts: &[(FilePath, Arc<str>)]) -> Change {
    let after: BTreeMap<&FilePath, &Arc<str>> = texts.iter().map(|(path, text)| (path, text)).collect();
    let mut change = Change { title: "Reload from disk".to_owned(), ..Change::default() };
    for (path, text) in &after {
        match before.file(path) {
            None => change.files.push(FileChange::Create { path: (*path).clone(), text: text.to_string() }),
            Some(file) if file.text != **text => {
                change.edits.insert((*path).clone(), TextEdit::between(&file.text, text));
            }
            Some(_) => {}
        }
    }
    let gone = before.files().map(|file| &file.path).filter(|path| !after.contains_key(path));
    change.files.extend(gone.map(|path| FileChange::Delete { path: path.clone() }));
    change
}
