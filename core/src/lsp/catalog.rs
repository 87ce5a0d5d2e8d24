//! The files of a workspace folder, checked together. Open documents take precedence over the disk; those that are not
//! saved yet belong to the first folder, so that they can refer to its files.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use crate::analysis::Analysis;
use crate::document::links;
use crate::edit::{Change, FileChange};
use crate::exclusion;
use crate::package;
use crate::rules::catalog_settings::{self, CatalogSettings};
use crate::text::FilePath;
use crate::workspace::Workspace;
use crate::workspace::built_in::is_built_in;
use lsp_types::notification::{Notification as _, PublishDiagnostics};
use lsp_types::{PublishDiagnosticsParams, TextDocumentItem, Uri};

use crate::lsp::convert::Encoding;
use crate::lsp::{Outgoing, convert};

/// The files of workspace folders, as far as the editor has not opened them. Each folder is named by its canonical path.
pub trait Disk {
    /// The path without links; `None` if nothing is there.
    fn canonical(&self, path: &Path) -> Option<PathBuf>;
    /// The descriptors and settings of a folder, including excluded files that they name.
    fn workspace(&self, root: &Path) -> io::Result<Workspace>;
    /// The text of a file. An excluded one is read only if another file names it.
    fn read(&self, root: &Path, path: &FilePath, is_named: &dyn Fn() -> bool) -> Option<String>;
    /// The text of a file that another one names, even if it is excluded.
    fn read_named(&self, root: &Path, path: &FilePath) -> Option<String>;
}

/// A folder, or the unsaved documents of a client without folders.
pub struct Catalog {
    disk: Option<Rc<dyn Disk>>,
    /// The positions that the client understands.
    pub encoding: Encoding,
    /// The canonical path of the folder; empty without one.
    root: PathBuf,
    /// The settings from the command line.
    stated: CatalogSettings,
    /// The address of the published site, if the settings contain it.
    pub site: Option<String>,
    pub analysis: Analysis,
    /// The analysis from which findings were published last, and the site that they linked to.
    published: Option<(Analysis, Option<String>)>,
    /// The open files, with their versions.
    pub open: BTreeMap<FilePath, i32>,
    /// The addresses of the open documents that have no file yet. Their paths in the workspace are made up.
    unsaved: BTreeMap<FilePath, Uri>,
}

impl Catalog {
    pub fn of_folder(
        disk: Rc<dyn Disk>,
        root: PathBuf,
        stated: CatalogSettings,
        encoding: Encoding,
    ) -> io::Result<Self> {
        let root = disk.canonical(&root).unwrap_or(root);
        let workspace = disk.workspace(&root)?;
        Ok(Catalog::new(Some(disk), (root, workspace), stated, encoding))
    }

    pub fn without_folder(stated: CatalogSettings, encoding: Encoding) -> Self {
        Catalog::new(None, (PathBuf::new(), Workspace::default()), stated, encoding)
    }

    fn new(
        disk: Option<Rc<dyn Disk>>,
        (root, workspace): (PathBuf, Workspace),
        stated: CatalogSettings,
        encoding: Encoding,
    ) -> Self {
        let all = stated.with_catalog(&workspace);
        let analysis = Analysis::new(workspace, all.settings());
        let (open, unsaved) = (BTreeMap::new(), BTreeMap::new());
        Catalog { disk, encoding, root, stated, site: site(&all), analysis, published: None, open, unsaved }
    }

    /// The path of the folder; empty without one.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The file at an address; `None` if it is outside of the folder or of another type.
    pub fn file(&self, uri: &Uri) -> Option<FilePath> {
        if let Some((path, _)) = self.unsaved.iter().find(|(_, unsaved)| *unsaved == uri) {
            return Some(path.clone());
        }
        let disk = self.disk.as_ref()?;
        let path = convert::path_of(uri)?;
        let relative = match path.strip_prefix(&self.root) {
            Ok(relative) => relative.to_owned(),
            // The folder may have been opened through a link.
            Err(_) => disk.canonical(&path)?.strip_prefix(&self.root).ok()?.to_owned(),
        };
        let path = FilePath::new(&relative.to_string_lossy().replace('\\', "/"))?;
        package::is_source_path(&path).then_some(path)
    }

    /// The address of a file; `None` for one that comes with the program.
    pub fn uri(&self, path: &FilePath) -> Option<Uri> {
        if is_built_in(path) {
            return None;
        }
        self.unsaved.get(path).cloned().or_else(|| convert::uri_of(&self.root.join(path.as_str())))
    }

    /// A document was opened in the editor. If it has no file yet, it gets a path that no file has.
    pub fn open(&mut self, document: TextDocumentItem) {
        let path = match self.file(&document.uri) {
            Some(path) => path,
            None => {
                let Some(path) = self.new_path(&document) else { return };
                self.unsaved.insert(path.clone(), document.uri);
                path
            }
        };
        self.open.insert(path.clone(), document.version);
        self.put(&path, Some(document.text));
    }

    /// A document was changed in the editor.
    pub fn change(&mut self, path: &FilePath, version: i32, text: String) {
        self.open.insert(path.clone(), version);
        self.put(path, Some(text));
    }

    /// A document was closed in the editor; the disk is valid again.
    pub fn close(&mut self, path: &FilePath, out: &mut Vec<Outgoing>) {
        self.open.remove(path);
        if let Some(uri) = self.unsaved.remove(path) {
            self.put(path, None);
            let parameters = PublishDiagnosticsParams { uri, diagnostics: Vec::new(), version: None };
            out.push(published(parameters));
        }
        self.reread(path);
    }

    fn new_path(&self, document: &TextDocumentItem) -> Option<FilePath> {
        let name = document.uri.as_str().rsplit(['/', '\\', ':']).next()?;
        let is_plain = |sign: &char| sign.is_ascii_alphanumeric() || ['-', '_', '.'].contains(sign);
        let mut name: String = name.chars().filter(is_plain).collect::<String>().trim_start_matches('.').to_owned();
        let is_source = |name: &str| FilePath::new(name).is_some_and(|path| package::is_source_path(&path));
        if !is_source(&name) {
            match document.language_id.as_str() {
                language @ ("yaml" | "json") => name = format!("{name}.{language}"),
                _ => return None,
            }
        }
        // An existing file of this name keeps its path.
        let mut path = FilePath::new(&name)?;
        while self.analysis.file(&path).is_some() {
            name.insert(0, '_');
            path = FilePath::new(&name)?;
        }
        Some(path)
    }

    /// Takes back all published findings, before other catalogs may take over the files.
    pub fn withdraw(&mut self, out: &mut Vec<Outgoing>) {
        let Some((before, _)) = self.published.take() else { return };
        for file in before.workspace().files().filter(|file| !before.diagnostics(&file.path).is_empty()) {
            let Some(uri) = self.uri(&file.path) else { continue };
            let parameters = PublishDiagnosticsParams { uri, diagnostics: Vec::new(), version: None };
            out.push(published(parameters));
        }
    }

    /// The open documents with their texts, to be handed to another catalog.
    pub fn documents(&self) -> Vec<TextDocumentItem> {
        let document = |(path, version): (&FilePath, &i32)| {
            let text = self.analysis.file(path)?.text.to_string();
            Some(TextDocumentItem::new(self.uri(path)?, "yaml".to_owned(), *version, text))
        };
        self.open.iter().filter_map(document).collect()
    }

    /// Files changed on disk.
    pub fn files_changed(&mut self, paths: &[FilePath], names: &[&str]) {
        paths.iter().for_each(|path| self.reread(path));
        if names.iter().any(|name| *name == exclusion::FILE || *name == catalog_settings::FILE) {
            self.list_again();
        }
    }

    /// Sets the text of a file; `None` deletes it.
    fn put(&mut self, path: &FilePath, text: Option<String>) {
        let Some(change) = self.analysis.workspace().change_to(path, text) else { return };
        let Ok(analysis) = self.analysis.changed_at_once(&change) else { return };
        let before = std::mem::replace(&mut self.analysis, analysis);
        if path.as_str() != catalog_settings::FILE {
            return self.read_named();
        }
        let stated = self.stated.with_catalog(self.analysis.workspace());
        self.site = site(&stated);
        self.analysis = std::mem::take(&mut self.analysis).with_stated_settings(&self.stated);
        if stated.exclude != self.stated.with_catalog(before.workspace()).exclude {
            self.list_again();
        }
    }

    /// Reads a file from disk again, unless it is open in the editor. An excluded file is read only if another one names
    /// it.
    fn reread(&mut self, path: &FilePath) {
        if self.open.contains_key(path) {
            return;
        }
        let is_named = || !self.analysis.importers(path).is_empty();
        let text = self.disk.as_ref().and_then(|disk| disk.read(&self.root, path, &is_named));
        self.put(path, text);
    }

    /// Reads excluded files that other files now name.
    fn read_named(&mut self) {
        let Some(disk) = self.disk.clone() else { return };
        loop {
            let missing = self.analysis.workspace().missing_files().into_iter();
            let found = missing.filter_map(|path| Some((disk.read_named(&self.root, &path)?, path)));
            let files: Vec<FileChange> = found.map(|(text, path)| FileChange::Create { path, text }).collect();
            if files.is_empty() {
                return;
            }
            let Ok(analysis) = self.analysis.changed_at_once(&Change { files, ..Change::default() }) else { return };
            self.analysis = analysis;
        }
    }

    /// Reads files that are no longer excluded, and drops those that now are.
    fn list_again(&mut self) {
        let Some(Ok(now)) = self.disk.as_ref().map(|disk| disk.workspace(&self.root)) else { return };
        let mut files = Vec::new();
        for file in self.analysis.workspace().files().filter(|file| !self.open.contains_key(&file.path)) {
            if now.file(&file.path).is_none() {
                files.push(FileChange::Delete { path: file.path.clone() });
            }
        }
        for file in now.files().filter(|file| self.analysis.file(&file.path).is_none()) {
            files.push(FileChange::Create { path: file.path.clone(), text: file.text.to_string() });
        }
        if let Ok(analysis) = self.analysis.changed(&Change { files, ..Change::default() }) {
            self.analysis = analysis;
        }
    }

    /// Publishes the findings of every file that differ from those published last. Files that are due follow once they are
    /// checked; those in one of the folders `inner` belong to another catalog.
    pub fn publish(&mut self, out: &mut Vec<Outgoing>, inner: &[PathBuf]) {
        let now = self.analysis.clone();
        let (before, site) = self.published.replace((now.clone(), self.site.clone())).unzip();
        let site_changed = site.is_some_and(|site| site != self.site);
        let files = now.workspace().files().map(|file| &file.path);
        let gone = before.iter().flat_map(|before| before.workspace().files().map(|file| &file.path));
        let gone = gone.filter(|path| now.file(path).is_none());
        let is_own = |path: &&FilePath| {
            let place = self.root.join(path.as_str());
            !now.is_file_due(path) && !inner.iter().any(|root| place.starts_with(root))
        };
        for path in files.chain(gone).filter(is_own) {
            let known = before.as_ref().map(|before| before.diagnostics(path));
            let found = now.diagnostics(path);
            // The previous analysis is still available, so unchanged files can be compared by pointer.
            let is_same = |known| std::ptr::eq(known, found) && !site_changed;
            let same = known.is_some_and(|known| is_same(known) || known.is_empty() && found.is_empty());
            if same || known.is_none() && found.is_empty() {
                continue;
            }
            let Some(uri) = self.uri(path) else { continue };
            let file = now.file(path);
            let diagnostics = found.iter().filter_map(|one| convert::diagnostic(self, file?, one)).collect();
            let version = self.open.get(path).copied();
            let parameters = PublishDiagnosticsParams { uri, diagnostics, version };
            out.push(published(parameters));
        }
    }
}

fn published(parameters: PublishDiagnosticsParams) -> Outgoing {
    Outgoing::notification(PublishDiagnostics::METHOD, parameters)
}

/// The address of the site; `None` if it is missing or invalid.
fn site(stated: &CatalogSettings) -> Option<String> {
    links::base(stated.site.url.as_deref()?).ok()
}
