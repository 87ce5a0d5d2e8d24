//! Reads the files and folders given on the command line into one workspace.

pub mod contents;
mod dependencies;
mod intent;
mod scan;
mod watched;

use std::collections::BTreeSet;
use std::env;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, OnceLock};

use cap_std::fs::Dir;
use descriptorium_core::analysis::Analysis;
use descriptorium_core::analysis::reported::is_meant;
use descriptorium_core::asd::cluster;
use descriptorium_core::assembly::{intents, project};
use descriptorium_core::catalog::Catalog;
use descriptorium_core::content::Contents;
use descriptorium_core::homing::placement::inventory;
use descriptorium_core::package::is_source_path;
use descriptorium_core::released::{Identity, Released};
use descriptorium_core::rules::catalog_settings::{self, CatalogSettings};
use descriptorium_core::rules::markdown;
use descriptorium_core::sorted_map::{SortedMap, SortedSet};
use descriptorium_core::symbol::DescriptorRef;
use descriptorium_core::syntax::{NodePath, parse};
use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::{SourceFile, Workspace};

use crate::finding::{Finding, of_file};
use crate::folder::{self, FileFinding, Folder, OpenArchive, Published, rules};
use crate::pages::address;
use crate::parallel::in_parallel;
use crate::progress::Progress;
use contents::Roots;
use dependencies::Name;
pub use watched::Watched;

/// The files that were read, by their paths in the workspace.
type Sources = SortedMap<FilePath, Source>;

/// The files that were read, with the paths shown for them.
#[derive(Debug, Default)]
pub struct Input {
    files: Sources,
    /// The files by canonical path, so that each is read only once.
    real: SortedMap<PathBuf, FilePath>,
    /// The workspace paths of files on the command line, where they differ from the paths as written.
    listed_as: SortedMap<PathBuf, FilePath>,
    /// The opened archives, by their paths in the workspace.
    archives: SortedMap<String, PathBuf>,
    /// The descriptors that were requested by name.
    wanted: SortedSet<Name>,
    file_findings: Vec<FileFinding>,
    /// The settings of the folders; the first folder takes precedence.
    stated: CatalogSettings,
    /// The files to read for imported URLs.
    remote: SortedMap<String, PathBuf>,
    /// The baseline in the settings of a folder.
    baseline: Option<PathBuf>,
    /// The files and folders that were read, for `--watch`.
    watched: Option<Watched>,
    /// The folders whose files are checked.
    folders: Vec<PathBuf>,
    excluded: Excluded,
}

/// The files that are not checked, by the paths shown for them.
#[derive(Default)]
struct Excluded(Option<Box<IsExcluded>>);

type IsExcluded = dyn Fn(&str) -> bool + Send + Sync;

impl Excluded {
    fn has(&self, shown: &str) -> bool {
        self.0.as_ref().is_some_and(|leaves_out| leaves_out(shown))
    }
}

impl fmt::Debug for Excluded {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Excluded").field(&self.0.is_some()).finish()
    }
}

/// The result of a check.
#[derive(Debug)]
pub struct Checked {
    /// The files that were checked, with the paths shown for them: descriptors, and others that are named.
    pub files: Vec<String>,
    /// Whether any of them is an intent or a file of settings.
    pub has_others: bool,
    /// All findings, by file and position.
    pub findings: Vec<Finding>,
}

#[derive(Debug)]
struct Source {
    text: Arc<str>,
    /// The path as written on the command line.
    shown: String,
    /// The path on disk; `None` for a file in an archive.
    disk: Option<PathBuf>,
    /// Whether the file itself is named, rather than a folder.
    named: bool,
    /// Whether findings in the file are reported; other files are read only for their definitions.
    asked: bool,
    /// The parsed file, parsed on first use.
    parsed: OnceLock<Arc<SourceFile>>,
}

impl Source {
    fn of(text: String, shown: String, disk: Option<PathBuf>, reason: ReadReason) -> Self {
        let (named, asked) = (reason == ReadReason::Named, reason != ReadReason::Around);
        Source { text: text.into(), shown, disk, named, asked, parsed: OnceLock::new() }
    }

    /// The parsed file; `path` is its path in the workspace.
    fn parsed(&self, path: &FilePath) -> Arc<SourceFile> {
        Arc::clone(self.parsed.get_or_init(|| Arc::new(SourceFile::new(path.clone(), Arc::clone(&self.text)))))
    }
}

/// The reason why a file is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ReadReason {
    /// It was named on the command line.
    Named,
    /// It is in a folder or an archive that was named.
    Inside,
    /// It is in the catalog of a file that was named.
    Around,
}

/// The error for a path that cannot be read.
#[derive(Debug)]
pub struct CannotRead {
    pub path: String,
    pub reason: String,
}

impl Input {
    /// Reads every path: a folder with its subfolders, an archive, or a file with any name.
    pub fn read(paths: &[PathBuf]) -> Result<Self, CannotRead> {
        let mut input = Input::default();
        for path in paths {
            input.add(path)?;
        }
        Ok(input)
    }

    /// Like [`Input::read`], with as much of the surrounding catalogs as is needed to resolve names in these files.
    /// Other files of the catalogs are not checked.
    pub fn with_catalogs(paths: &[PathBuf]) -> Result<Self, CannotRead> {
        let mut input = Input::default();
        input.read_with_catalogs(paths)?;
        Ok(input)
    }

    /// Like [`Input::with_catalogs`], and also returns what was read, even after an error.
    pub fn watched(paths: &[PathBuf]) -> (Result<Self, CannotRead>, Watched) {
        let mut input = Input { watched: Some(Watched::default()), ..Input::default() };
        let read = input.read_with_catalogs(paths);
        let watched = input.watched.take().unwrap_or_default();
        (read.map(|()| input), watched)
    }

    fn read_with_catalogs(&mut self, paths: &[PathBuf]) -> Result<(), CannotRead> {
        let around = self.begin(paths, paths)?;
        self.look_around(around)
    }

    /// Records, before a file is read, what it is like.
    fn note(&mut self, path: &Path) {
        self.watched.iter_mut().for_each(|watched| watched.add(path));
    }

    /// The same, with `text` as the contents of the file at `path`, which does not need to exist.
    pub fn with_text(paths: &[PathBuf], path: &Path, text: String) -> Result<Self, CannotRead> {
        let all: Vec<PathBuf> = paths.iter().cloned().chain([path.to_owned()]).collect();
        let mut input = Input::default();
        let around = input.begin(paths, &all)?;
        input.file_findings.retain(|finding| resolved(Path::new(&finding.path)) != resolved(path));
        input.insert(path, text.clone(), Some(path.to_owned()), ReadReason::Named);
        if let Some(source) = input.key(path).and_then(|key| input.files.get_mut(&key)) {
            (source.text, source.parsed) = (text.into(), OnceLock::new());
        }
        input.look_around(around)?;
        Ok(input)
    }

    /// Reads `paths`, and returns the catalogs around `all` that still have to be read.
    fn begin(&mut self, paths: &[PathBuf], all: &[PathBuf]) -> Result<Vec<PathBuf>, CannotRead> {
        let roots = Input::catalogs(all);
        // A folder probably needs all of its catalog. Reading the catalog first also resolves links to other folders in
        // it.
        let has_folder = paths.iter().any(|path| path.is_dir());
        if has_folder {
            self.catalogs_around(&roots)?;
        }
        self.expect(all, &roots);
        for path in paths {
            self.add(path)?;
        }
        Ok(if has_folder { Vec::new() } else { roots })
    }

    /// The catalog in a folder or an archive, for looking up descriptors by name. None of its files is checked.
    pub fn catalog(path: &Path) -> Result<Self, CannotRead> {
        let mut input = Input::read(&[path.to_owned()])?;
        input.files.values_mut().for_each(|source| (source.asked, source.named) = (false, false));
        Ok(input)
    }

    /// Requests the descriptor with this name.
    pub fn want(&mut self, name: &DescriptorRef) {
        self.wanted.insert((name.kind.clone(), name.name.clone()));
    }

    /// Records the paths that the files on the command line have in the catalogs around them.
    fn expect(&mut self, paths: &[PathBuf], roots: &[PathBuf]) {
        let real = |path: &PathBuf| Some((path.clone(), path.canonicalize().ok()?));
        let roots: Vec<(PathBuf, PathBuf)> = roots.iter().filter_map(real).collect();
        for path in paths.iter().filter_map(|path| path.canonicalize().ok()) {
            let inside = roots.iter().find_map(|(root, real)| Some(root.join(path.strip_prefix(real).ok()?)));
            if let Some(key) = inside.and_then(|inside| key(&inside)) {
                self.listed_as.insert(path, key);
            }
        }
    }

    /// Reads everything that the named files depend on: their imports, the settings of the catalogs around them, and, if
    /// they use full names, the descriptors of these catalogs.
    fn look_around(&mut self, roots: Vec<PathBuf>) -> Result<(), CannotRead> {
        self.imports();
        if !roots.is_empty() && self.uses_catalog() {
            self.catalogs_around(&roots)?;
            self.imports();
            return Ok(());
        }
        for root in &roots {
            self.note(&root.join(catalog_settings::FILE));
            let settings = FilePath::new(catalog_settings::FILE).zip(Folder::new(root).open().ok());
            let text = settings.and_then(|(path, dir)| Some((folder::read(&dir, &path).ok()?, dir)));
            if let Some((text, dir)) = text {
                let reason = self.settings(root, &dir, &text, ReadReason::Around);
                self.insert_file(&root.join(catalog_settings::FILE), text, reason);
            }
        }
        if !self.remote.is_empty() {
            self.imports();
        }
        Ok(())
    }

    /// Whether any of the files to check may refer to a descriptor by its full name.
    fn uses_catalog(&self) -> bool {
        let asked: Vec<(&FilePath, &Source)> = self.files.iter().filter(|(_, source)| source.asked).collect();
        let uses = |(path, source): &(&FilePath, &Source)| match source.parsed(path).language {
            Some(language) => language.has_full_names(),
            None if intents::descriptor_name(&source.parsed(path)).is_some() => true,
            // A project file may declare it to be its descriptor.
            None => source.disk.as_deref().is_some_and(|disk| project_above(disk).is_some()),
        };
        in_parallel(&asked, uses).contains(&true)
    }

    /// Reads the catalogs at `roots`.
    fn catalogs_around(&mut self, roots: &[PathBuf]) -> Result<(), CannotRead> {
        for root in roots {
            let cannot = |error: io::Error| CannotRead { path: shown(root), reason: folder::reason(&error) };
            self.folder(root, ReadReason::Around).map_err(cannot)?;
        }
        Ok(())
    }

    /// Reads the direct and indirect imports of the files to check, as far as they exist.
    fn imports(&mut self) {
        // A file without this word has no imports, in any language.
        let may_import = |(_, source): &(&FilePath, &Source)| source.text.contains("imports");
        let asked = self.files.iter().filter(|(_, source)| source.asked).filter(may_import);
        let asked: Vec<(&FilePath, &Source)> = asked.collect();
        in_parallel(&asked, |(path, source)| drop(source.parsed(path)));
        let mut queue: Vec<FilePath> = asked.into_iter().map(|(path, _)| path.clone()).collect();
        let mut seen: SortedSet<FilePath> = queue.iter().cloned().collect();
        while let Some(path) = queue.pop() {
            let Some(source) = self.files.get(&path) else { continue };
            let Some(disk) = source.disk.clone().filter(|_| may_import(&(&path, source))) else { continue };
            for (_, written, key) in source.parsed(&path).named_files() {
                let remote = self.remote.get(written);
                let key = key.or_else(|| self::key(remote?));
                let Some(key) = key.filter(|key| is_source_path(key) && !seen.contains(key)) else { continue };
                if !self.files.contains_key(&key) {
                    let disk = remote.cloned().unwrap_or_else(|| disk.with_file_name(written));
                    self.note(&disk);
                    let text = folder::open_regular(&disk).ok().and_then(|file| folder::text(&shown(&disk), file).ok());
                    let Some(text) = text else { continue };
                    self.files.insert(key.clone(), Source::of(text, shown(&disk), Some(disk), ReadReason::Around));
                }
                seen.insert(key.clone());
                queue.push(key);
            }
        }
    }

    /// The folders of the catalogs around the given paths, without duplicates.
    pub fn catalogs(paths: &[PathBuf]) -> Vec<PathBuf> {
        let mut roots = Vec::new();
        for root in paths.iter().filter_map(|path| catalog_root(path)) {
            if !roots.contains(&root) {
                roots.push(root);
            }
        }
        roots
    }

    /// Reads one more path.
    pub fn add(&mut self, path: &Path) -> Result<(), CannotRead> {
        let cannot = |error: io::Error| CannotRead { path: shown(path), reason: folder::reason(&error) };
        if !path.is_dir() {
            self.note(path);
        }
        let is_dir = fs::metadata(path).map_err(cannot)?.is_dir();
        if is_dir { self.folder(path, ReadReason::Inside) } else { self.file(path) }.map_err(cannot)
    }

    fn folder(&mut self, root: &Path, reason: ReadReason) -> io::Result<()> {
        let _progress = Progress::start(format!("reading {}", shown(root)));
        let dir = Folder::new(root).open()?;
        let listing = folder::listing::list(&dir, root)?;
        self.watched.iter_mut().for_each(|watched| watched.add_listed(root, &listing));
        if reason != ReadReason::Around {
            listing.say_left_out(root);
            self.note(&root.join("README.md"));
            self.folders.push(root.to_owned());
        }
        // Without symbolic links, the canonical path of a file follows from that of its folder.
        let real = root.canonicalize().ok().filter(|_| !listing.has_links);
        let mut file_findings = listing.file_findings;
        file_findings.extend(folder::readme(&dir).and_then(Result::err));
        let paths: Vec<FilePath> = listing.files.into_keys().collect();
        let texts = in_parallel(&paths, |path| folder::read_listed(&dir, path));
        for (path, read) in paths.into_iter().zip(texts) {
            match read {
                Some(Ok(text)) => {
                    let is_settings = path.as_str() == catalog_settings::FILE;
                    let reason = if is_settings { self.settings(root, &dir, &text, reason) } else { reason };
                    let disk = root.join(path.as_str());
                    let real = real.as_ref().map(|real| real.join(path.as_str())).or_else(|| disk.canonicalize().ok());
                    self.insert_as(&disk, real, text, Some(disk.clone()), reason);
                }
                Some(Err(finding)) if finding.is_of_descriptor() => file_findings.push(finding),
                Some(Err(FileFinding { .. })) | None => {}
            }
        }
        if reason != ReadReason::Around {
            self.file_findings.extend(file_findings.into_iter().map(|finding| under(root, finding)));
        }
        Ok(())
    }

    /// Applies the settings of a catalog, and returns why their file was read.
    fn settings(&mut self, root: &Path, dir: &Dir, text: &str, mut reason: ReadReason) -> ReadReason {
        // Broken settings affect all findings, so they are always reported.
        let mut stated = CatalogSettings::read(text).inspect_err(|_| reason = ReadReason::Inside).unwrap_or_default();
        for finding in settings_findings(root, dir, text, &stated) {
            // A folder may be both given and the catalog of a file.
            let is_same = |known: &FileFinding| (&known.path, &known.message) == (&finding.path, &finding.message);
            if !self.file_findings.iter().any(is_same) {
                self.file_findings.push(finding);
            }
        }
        let imports = std::mem::take(&mut stated.tosca.imports);
        for (url, path) in imports {
            let disk = root.join(path);
            // Files are known by their paths from the current folder.
            if let Some(key) = key(&disk) {
                stated.tosca.imports.insert(url.clone(), key.to_string());
            }
            self.remote.insert(url, disk);
        }
        let baseline = stated.baseline.as_ref().map(|path| root.join(path));
        self.baseline = self.baseline.take().or(baseline);
        self.stated = std::mem::take(&mut self.stated).or(stated);
        reason
    }

    fn file(&mut self, path: &Path) -> io::Result<()> {
        if let Some(OpenArchive { package, file_findings }) = folder::package(path)? {
            self.file_findings.extend(file_findings.into_iter().map(|finding| under(path, finding)));
            if let Some(key) = key(path) {
                self.archives.insert(key.to_string(), path.to_owned());
            }
            for (inner, text) in package.files {
                self.insert(&path.join(inner.as_str()), text, None, ReadReason::Inside);
            }
            return Ok(());
        }
        match folder::text(&shown(path), folder::open_regular(path)?) {
            Ok(text) => self.insert_file(path, text, ReadReason::Named),
            // There is nothing to check if the only file is unreadable.
            Err(finding) if finding.place.is_none() => return Err(io::Error::other(finding.message)),
            Err(finding) => self.file_findings.push(finding),
        }
        Ok(())
    }

    fn insert_file(&mut self, path: &Path, text: String, reason: ReadReason) {
        self.insert(path, text, Some(path.to_owned()), reason);
    }

    fn insert(&mut self, path: &Path, text: String, disk: Option<PathBuf>, reason: ReadReason) {
        self.insert_as(path, path.canonicalize().ok(), text, disk, reason);
    }

    /// Inserts the file at `path`, with its canonical path `real`, if known.
    fn insert_as(
        &mut self,
        path: &Path,
        real: Option<PathBuf>,
        text: String,
        disk: Option<PathBuf>,
        reason: ReadReason,
    ) {
        let shown = shown(path);
        let same = real.as_ref().and_then(|real| self.real.get(real));
        if let Some(source) = same.and_then(|key| self.files.get_mut(key)) {
            if reason == ReadReason::Named || (reason == ReadReason::Inside && !source.asked) {
                (source.asked, source.shown) = (true, shown);
            }
            source.named |= reason == ReadReason::Named;
            return;
        }
        let listed_as = real.as_ref().and_then(|real| self.listed_as.get(real)).cloned();
        let Some(key) = listed_as.or_else(|| key(path)) else {
            let message = "the file name contains a character that is not allowed in paths of a catalog";
            return self.file_findings.push(FileFinding::new(shown, &rules::BAD_NAME, message));
        };
        if let Some(real) = real {
            self.real.insert(real, key.clone());
        }
        self.files.insert(key, Source::of(text, shown, disk, reason));
    }

    /// Analyzes the files together. `stated` overrides the settings of the catalog.
    pub fn analyze(&self, stated: CatalogSettings) -> Analysis {
        self.analyze_against(stated, None)
    }

    /// The same, compared with an earlier version of the files.
    pub fn analyze_against(&self, stated: CatalogSettings, released: Option<Arc<Released>>) -> Analysis {
        let asked = self.files.iter().filter(|(_, source)| source.asked).map(|(path, _)| path.clone());
        let asked: Vec<FilePath> = asked.collect();
        let _progress = Progress::start(format!("checking {}", crate::finding::plural(asked.len(), "file")));
        self.analysis(stated, released, asked)
    }

    /// The analysis of the files and their dependencies, without findings.
    pub fn unchecked(&self) -> Analysis {
        self.analysis(CatalogSettings::default(), None, Vec::new())
    }

    fn analysis(&self, stated: CatalogSettings, released: Option<Arc<Released>>, checked: Vec<FilePath>) -> Analysis {
        let contents = Contents::of(Arc::new(self.roots()));
        let intents = self.files.iter().filter(|(_, source)| source.named);
        let intents = intents.filter_map(|(path, source)| intent::descriptor_of(&source.parsed(path)));
        let wanted = intents.map(|name| (name.kind, name.name)).chain(self.wanted.iter().cloned()).collect();
        let settings = stated.or(self.stated.clone()).settings();
        let workspace = dependencies::workspace(&self.files, &wanted, &settings).with_contents(contents);
        let catalog = Arc::new(Catalog::of(&workspace));
        Analysis::of_some(workspace, catalog, settings, released, checked)
    }

    /// The folders and archives of the files.
    fn roots(&self) -> Roots {
        let mut roots = Roots { archives: self.archives.clone(), ..Roots::default() };
        for (path, source) in &self.files {
            // A package has files beside and above the folder of its descriptor.
            let (mut within, mut disk) = (path.as_str(), source.disk.as_deref());
            while let (Some(at), false) = (disk, within.is_empty()) {
                let (above, name) = within.rsplit_once('/').unwrap_or(("", within));
                let Some(folder) = at.parent().filter(|_| at.file_name().is_some_and(|own| own == name)) else { break };
                let shown = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
                roots.folders.entry(above.to_owned()).or_insert_with(|| shown.to_owned());
                (within, disk) = (above, Some(folder));
            }
        }
        roots
    }

    /// All files, parsed.
    pub fn workspace(&self) -> Workspace {
        let files: Vec<(&FilePath, &Source)> = self.files.iter().collect();
        let mut workspace = Workspace::default();
        in_parallel(&files, |(path, source)| source.parsed(path)).into_iter().for_each(|file| workspace.insert(file));
        workspace
    }

    /// The path shown for a file.
    pub fn shown(&self, path: &FilePath) -> String {
        self.files.get(path).map_or_else(|| path.to_string(), |source| source.shown.clone())
    }

    /// The path of a file relative to the given folder or archive `root`.
    pub fn inner(&self, path: &FilePath, root: &Path) -> String {
        let (whole, root) = (self.shown(path), shown(root));
        let inner = whole.strip_prefix(root.trim_end_matches('/')).map(|inner| inner.trim_start_matches('/'));
        inner.map(str::to_owned).unwrap_or(whole)
    }

    /// The findings about descriptors that could not be read, and so are not in the workspace.
    pub fn unread(&self) -> impl Iterator<Item = &FileFinding> {
        let name = |finding: &FileFinding| finding.path.rsplit('/').next().is_some_and(folder::is_descriptor_name);
        self.file_findings.iter().filter(move |finding| finding.code.starts_with("file/") && name(finding))
    }

    /// The path on disk of a file to check; `None` for a file in an archive.
    pub fn on_disk(&self, path: &FilePath) -> Option<&Path> {
        self.files.get(path).filter(|source| source.asked)?.disk.as_deref()
    }

    /// The baseline in the settings of the catalog.
    pub fn baseline(&self) -> Option<PathBuf> {
        self.baseline.clone()
    }

    /// The address of the published site in the settings of the catalog.
    pub fn site(&self) -> Option<String> {
        address::base(self.stated.site.url.as_deref()?).ok()
    }

    /// The workspace path of the file given as `path`.
    pub fn key(&self, path: &Path) -> Option<FilePath> {
        let found = path.canonicalize().ok().and_then(|real| self.real.get(&real));
        found.cloned().or_else(|| key(path))
    }

    /// Whether a file itself is named, rather than its folder.
    pub fn is_named(&self, path: &FilePath) -> bool {
        self.files.get(path).is_some_and(|source| source.named)
    }

    /// Excludes the files that `leaves_out` from the check, by the paths shown for them. They are still read, so that names
    /// resolve; files that are named are checked.
    pub fn exclude(&mut self, leaves_out: impl Fn(&str) -> bool + Send + Sync + 'static) {
        for source in self.files.values_mut().filter(|source| source.asked && !source.named) {
            source.asked = !leaves_out(&source.shown);
        }
        self.file_findings.retain(|finding| !leaves_out(&finding.path));
        self.excluded = Excluded(Some(Box::new(leaves_out)));
    }

    /// The findings in the documents of the catalogs that the folders are, or are part of: in those inside of the folders.
    fn of_documents(&self, analysis: &Analysis) -> Vec<FileFinding> {
        let mut found: Vec<FileFinding> = Vec::new();
        for folder in &self.folders {
            // A folder without settings above it is a catalog of its own, as for `build`.
            let stated = stated_root(folder).filter(|root| root.join(catalog_settings::FILE).is_file());
            let root = stated.unwrap_or_else(|| folder.clone());
            let Ok(dir) = Folder::new(&root).open() else { continue };
            let text = FilePath::new(catalog_settings::FILE).and_then(|path| folder::read(&dir, &path).ok());
            let stated = text.and_then(|text| CatalogSettings::read(&text).ok()).unwrap_or_default();
            let (mut look, _) = folder::look(&dir, &stated.site);
            let readme = folder::readme(&dir).and_then(Result::ok);
            let inner = |path: &FilePath| FilePath::new(&self.inner_of_disk(path, &root)?);
            let linked = analysis.workspace().files().flat_map(|file| {
                let links = markdown::linked_files(file);
                links.into_iter().filter_map(|link| inner(&link)).collect::<Vec<_>>()
            });
            let published = Published {
                stated: &stated,
                readme: readme.as_deref(),
                catalog: analysis.catalog(),
                linked: linked.collect(),
            };
            let of_catalog = folder::publish((&dir, &root), &mut look, &published);
            let of_catalog = of_catalog.into_iter().map(|finding| under(&root, finding));
            let is_own = |finding: &FileFinding| {
                let is_inside = is_same(folder, &root)
                    || resolved(Path::new(&finding.path))
                        .zip(resolved(folder))
                        .is_some_and(|(file, folder)| file.starts_with(folder));
                is_inside && !self.excluded.has(&finding.path)
            };
            for finding in of_catalog.filter(is_own) {
                let same = |known: &FileFinding| {
                    (&known.path, &known.message, known.place.as_ref().map(|(_, span)| *span))
                        == (&finding.path, &finding.message, finding.place.as_ref().map(|(_, span)| *span))
                };
                if !found.iter().any(same) {
                    found.push(finding);
                }
            }
        }
        found
    }

    /// The path of a file of the workspace, which may not exist, in the folder `root`.
    fn inner_of_disk(&self, path: &FilePath, root: &Path) -> Option<String> {
        let root = key(root).map_or_else(String::new, |root| root.to_string());
        let inner = path.as_str().strip_prefix(&root)?;
        (root.is_empty() || inner.starts_with('/')).then(|| inner.trim_start_matches('/').to_owned())
    }

    /// The file at a path within one of these folders.
    pub fn within(&self, roots: &[PathBuf], inner: &str) -> Option<FilePath> {
        let mut keys = roots.iter().filter_map(|root| self.key(&root.join(inner)));
        keys.find(|key| self.files.contains_key(key))
    }

    /// Findings about the descriptors of this released catalog that are missing in the `checked` one, where `place` is the
    /// path of a released file.
    pub fn removed(&self, checked: &Input, place: &dyn Fn(&FilePath) -> Option<FilePath>) -> Vec<Finding> {
        let editions: BTreeSet<DescriptorRef> = checked.workspace().files().filter_map(|file| file.edition()).collect();
        let workspace = self.workspace();
        let removed = workspace.files().filter_map(|file| {
            let known = place(&file.path);
            let is_there = match Identity::of(file, |path| Some(path.clone()))? {
                Identity::Edition(edition) => editions.contains(&edition),
                Identity::Path(_) => known.is_some(),
            };
            if is_there {
                return None;
            }
            let name = match file.edition() {
                Some(edition) if file.defines().is_none() => format!("{} {}", edition.name, edition.version),
                Some(edition) => edition.to_string(),
                None => self.shown(&file.path),
            };
            let message = format!("`{name}` was released, and is missing in the catalog");
            let finding = FileFinding::new(self.shown(&file.path), &rules::REMOVED_RELEASE, message)
                .help("keep released versions, and mark them as deprecated in their description");
            let place = Some((Arc::clone(&file.text), file.version_span()));
            Some(of_file(&FileFinding { place, ..finding }, self.shown(&file.path)))
        });
        removed.collect()
    }

    /// Whether findings in a file are reported: it was given, and is a descriptor or meant to be one.
    pub fn reports(&self, analysis: &Analysis, file: &SourceFile) -> bool {
        let source = self.files.get(&file.path);
        let is_asked = source.is_none_or(|source| source.asked);
        let is_named = source.is_some_and(|source| source.named);
        is_asked && (file.language.is_some() || is_named || is_meant(file, analysis.diagnostics(&file.path)))
    }

    /// The findings.
    pub fn findings(&self, analysis: &Analysis) -> Checked {
        let (mut files, mut has_others) = (Vec::new(), false);
        let mut findings: Vec<Finding> =
            self.file_findings.iter().map(|finding| of_file(finding, finding.path.clone())).collect();
        findings.extend(self.of_documents(analysis).iter().map(|finding| of_file(finding, finding.path.clone())));
        for file in analysis.workspace().files().filter(|file| self.reports(analysis, file)) {
            let file_name = self.shown(&file.path);
            let found = analysis.diagnostics(&file.path);
            let is_other = file.path.name() == catalog_settings::FILE
                || project::FILES.contains(&file.path.name())
                || intents::descriptor_name(file).is_some()
                || inventory::of_file(file).is_some()
                || cluster::of_file(file).is_some();
            has_others |= is_other;
            let of_intent = intent::findings(file, &file_name, analysis);
            findings.extend(of_intent.iter().map(|finding| of_file(finding, finding.path.clone())));
            if file.language.is_none() && !is_other && !is_meant(file, found) {
                let message = "not recognized as a descriptor by its name or sections";
                let help = "a descriptor has a `name` such as `assembly::video::1.0` or `resource::gateway::1.0`";
                let finding = FileFinding::new(file_name.clone(), &rules::NOT_A_DESCRIPTOR, message).help(help);
                findings.push(of_file(&finding, finding.path.clone()));
            }
            files.push(file_name);
            let shown = |path: &FilePath| self.shown(path);
            findings.extend(found.iter().map(|found| Finding::of_diagnostic(found, analysis, &shown)));
        }
        findings.sort_by(|a, b| a.file.cmp(&b.file));
        Checked { files, has_others, findings }
    }
}

/// Settings that prevent building a site: an invalid address, and files that cannot be used.
fn settings_findings(root: &Path, dir: &Dir, text: &str, stated: &CatalogSettings) -> Vec<FileFinding> {
    let url = stated.site.url.as_deref().and_then(|url| address::base(url).err()).map(|why| ("url", why));
    let (_, refused) = folder::look(dir, &stated.site);
    let wrong = url.into_iter().chain(refused.into_iter().map(|refused| (refused.key, refused.why)));
    let shown = shown(&root.join(catalog_settings::FILE));
    let tree = parse::parse(text);
    let file_findings = wrong.filter_map(|(key, message)| {
        let span = tree.root().and_then(|root| root.at(&NodePath::keys(["site", key]))).map(|node| node.span);
        let rule = descriptorium_core::rules::find("catalog/bad-settings")?;
        let finding = FileFinding::new(shown.clone(), rule, format!("invalid `{key}` of the site: {message}"));
        Some(FileFinding { place: Some((text.into(), span.unwrap_or_default())), ..finding })
    });
    file_findings.collect()
}

/// The folder of the catalog around a path: the nearest one with settings or a project file; otherwise, for a file, the
/// current folder if it contains the file and is neither the root nor the home folder.
fn catalog_root(path: &Path) -> Option<PathBuf> {
    if path.is_dir() {
        return stated_root(path).filter(|root| !is_same(root, path));
    }
    let name = path.file_name()?.to_str()?;
    if !folder::is_descriptor_name(name) {
        return None;
    }
    stated_root(path).or_else(|| here_above(&resolved(path)?).map(|_| PathBuf::from(".")))
}

/// The current folder, if a file is in one of its subfolders.
fn here_above(file: &Path) -> Option<PathBuf> {
    let here = Path::new(".").canonicalize().ok()?;
    let folder = file.parent()?;
    (is_catalog(&here) && folder != here && folder.starts_with(&here)).then_some(here)
}

/// The folder that contains the folder of a package, if that is the current folder or inside it.
fn packages_of(package: &Path) -> Option<PathBuf> {
    let (here, folder) = (Path::new(".").canonicalize().ok()?, package.parent()?);
    (is_catalog(folder) && folder.starts_with(&here)).then(|| folder.to_owned())
}

/// Whether a folder is neither the root of the disk nor the home folder, which are never whole catalogs.
fn is_catalog(folder: &Path) -> bool {
    let home = env::home_dir().and_then(|home| home.canonicalize().ok());
    folder.parent().is_some() && home.is_none_or(|home| home != folder)
}

/// The nearest folder at or above a path with settings, or else with a project file. If the package is in the current
/// folder next to other packages, their common parent is the catalog.
pub fn stated_root(path: &Path) -> Option<PathBuf> {
    let real = resolved(path)?;
    let holds = |name: &'static str| move |folder: &&Path| folder.join(name).is_file();
    let above = || real.ancestors().skip(usize::from(!real.is_dir()));
    let stated = || above().find(holds(catalog_settings::FILE)).map(Path::to_owned);
    let package = || project_above(path).map(|package| packages_of(&package).unwrap_or(package));
    let root = stated().or_else(package)?;
    let root = root.as_path();
    // Keeps the form of the path on the command line if it leads there; otherwise relative to the current folder.
    let as_written = path.ancestors().map(|folder| if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
    let written = as_written.into_iter().find(|folder| is_same(folder, root)).map(Path::to_owned);
    let from_here = || {
        let here = Path::new(".").canonicalize().ok()?;
        Some(here.strip_prefix(root).ok()?.components().map(|_| "..").collect())
    };
    written.or_else(from_here).or_else(|| Some(root.to_owned()))
}

/// The nearest folder with a project file: the path itself or one above it.
fn project_above(path: &Path) -> Option<PathBuf> {
    let real = resolved(path)?;
    let above = || real.ancestors().skip(usize::from(!real.is_dir()));
    let found = project::FILES.iter().find_map(|name| above().find(|folder| folder.join(name).is_file()));
    found.map(Path::to_owned)
}

fn is_same(one: &Path, other: &Path) -> bool {
    one.canonicalize().is_ok_and(|one| other.canonicalize().is_ok_and(|other| one == other))
}

/// A canonical path. For files in archives, and for missing files, as far as it exists on disk.
pub fn resolved(path: &Path) -> Option<PathBuf> {
    let path = if path.is_relative() { Path::new(".").join(path) } else { path.to_owned() };
    path.ancestors().find_map(|above| Some(above.canonicalize().ok()?.join(path.strip_prefix(above).ok()?)))
}

/// Parses the files of `texts` with one thread per processor.
pub fn workspace(texts: &[(FilePath, Arc<str>)]) -> Workspace {
    let parse = |(path, text): &(FilePath, Arc<str>)| Arc::new(SourceFile::new(path.clone(), Arc::clone(text)));
    let mut workspace = Workspace::default();
    in_parallel(texts, parse).into_iter().for_each(|file| workspace.insert(file));
    workspace
}

fn under(root: &Path, finding: FileFinding) -> FileFinding {
    // Not joined as paths: an absolute path in an archive would replace that of the archive.
    let inner = finding.path.trim_start_matches('/');
    let path = if inner.is_empty() { shown(root) } else { format!("{}/{inner}", shown(root)) };
    FileFinding { path: path.strip_prefix("./").map(str::to_owned).unwrap_or(path), ..finding }
}

/// The usual form of a path: with `/`, and without a leading `./`.
fn shown(path: &Path) -> String {
    let inner: PathBuf = path.components().filter(|component| *component != Component::CurDir).collect();
    let text = inner.to_string_lossy();
    let text = if cfg!(windows) { text.replace('\\', "/") } else { text.into_owned() };
    if text.is_empty() { ".".to_owned() } else { text }
}

/// The path of a file in the workspace: as shown, or the path on disk.
fn key(path: &Path) -> Option<FilePath> {
    let leaves = path.components().any(|component| component == Component::ParentDir);
    let path = if leaves { resolved(path)? } else { path.to_owned() };
    let names = path.components().filter_map(|component| match component {
        Component::Normal(name) => Some(name.to_str()),
        Component::Prefix(_) | Component::RootDir | Component::CurDir | Component::ParentDir => None,
    });
    let names: Option<Vec<&str>> = names.collect();
    FilePath::new(&names?.join("/"))
}
