//! A catalog of files in memory.

use std::sync::Arc;

use descriptorium_core::analysis::Analysis;
use descriptorium_core::catalog::Catalog as Index;
use descriptorium_core::content::{Contents, InMemory};
use descriptorium_core::document::links::{self, RuleLinks};
use descriptorium_core::edit::{Change, FileChange};
use descriptorium_core::exclusion::Exclusions;
use descriptorium_core::package;
use descriptorium_core::rules::catalog_settings::{self, CatalogSettings};
use descriptorium_core::sorted_map::SortedMap;
use descriptorium_core::symbol::DescriptorRef;
use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::{SourceFile, Workspace};

use crate::arguments;
use crate::error::{Code, Error};

/// Maximum size of a text in bytes, as for files that the program reads.
const MAX_TEXT: usize = 8 << 20;

/// A catalog. Files that are not descriptors, such as scripts and charts, are only read where a descriptor names them.
pub struct Catalog {
    /// The settings that the caller states.
    stated: CatalogSettings,
    /// All files, including those of the workspace.
    files: SortedMap<FilePath, Arc<[u8]>>,
    /// The files that the settings exclude: they are only read if others name them.
    exclusions: Exclusions,
    pub analysis: Analysis,
    /// Whether the files were checked; until then, only their contents are known.
    is_open: bool,
}

impl Catalog {
    pub fn new(stated: CatalogSettings) -> Self {
        let exclusions = Exclusions::default();
        Catalog { stated, files: SortedMap::new(), exclusions, analysis: Analysis::default(), is_open: false }
    }

    /// Adds or replaces a file before the files are opened. Returns the path and the text of a descriptor.
    pub fn add(&mut self, path: &str, content: Vec<u8>) -> Result<(FilePath, Option<String>), Error> {
        let path = arguments::path(path)?;
        let text = std::str::from_utf8(&content).ok().filter(|text| self.is_source(&path, text)).map(str::to_owned);
        let too_large = text.as_ref().is_some_and(|text| text.len() > MAX_TEXT);
        if too_large {
            return Err(too_large_error(&path));
        }
        self.files.insert(path.clone(), content.into());
        Ok((path, text))
    }

    /// Adds or replaces a file.
    pub fn put(&mut self, path: &str, content: Vec<u8>) -> Result<(), Error> {
        let (path, text) = self.add(path, content)?;
        if !self.is_open {
            return Ok(());
        }
        match text {
            Some(text) => self.set(&path, Some(text))?,
            None if self.analysis.file(&path).is_some() => self.set(&path, None)?,
            None => {}
        }
        self.analysis = self.analysis.with_contents(self.contents());
        Ok(())
    }

    /// Adds the files of an archive.
    pub fn put_archive(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let bad = |error: package::PackageError| Error::new(Code::BadArchive, error.to_string());
        // Packages in the archive appear as folders.
        for (path, text) in package::open(bytes).map_err(bad)?.files {
            self.files.insert(path, text.into_bytes().into());
        }
        let mut left = package::MAX_TOTAL;
        let extracted = package::extract_all(bytes, package::MAX_FILE, &mut left, |_| true).map_err(bad)?;
        for (path, content) in extracted.files {
            if let Some(content) = content {
                self.files.entry(path).or_insert_with(|| content.into());
            }
        }
        Ok(())
    }

    /// Checks all files.
    pub fn open(&mut self) {
        self.exclusions = exclusions(&self.files, &self.stated);
        let workspace = sources(&self.files, &self.exclusions).with_contents(self.contents());
        let settings = self.stated.with_catalog(&workspace).settings();
        self.analysis = Analysis::new(workspace, settings);
        self.is_open = true;
    }

    /// Reads all files without checking them. Only their diagrams are known then, without those in packages.
    #[cfg(feature = "view")]
    pub fn open_unchecked(&mut self) {
        let workspace = sources(&self.files, &Exclusions::default());
        self.analysis = Analysis::default().of_state(&workspace);
        self.is_open = true;
    }

    /// Replaces or adds a text. Returns whether it was enough to read it: the settings and files of packages have a meaning for
    /// others, which must be checked again.
    #[cfg(feature = "view")]
    pub fn type_text(&mut self, path: &str, text: String) -> Result<bool, Error> {
        let path = arguments::path(path)?;
        if self.analysis.file(&path).is_none() && !self.is_source(&path, &text) {
            self.add(path.as_str(), text.into_bytes())?;
            return Ok(false);
        }
        let is_enough = path.as_str() != catalog_settings::FILE;
        if text.len() > MAX_TEXT {
            return Err(too_large_error(&path));
        }
        self.files.insert(path.clone(), text.as_bytes().into());
        if let Some(change) = self.analysis.workspace().change_to(&path, Some(text)) {
            self.analysis = self.analysis.changed_at_once(&change)?;
        }
        Ok(is_enough)
    }

    /// Replaces the text of a file, or adds it. Files that depend on it are checked when their findings are asked for.
    pub fn update(&mut self, path: &str, text: String) -> Result<(), Error> {
        let path = arguments::path(path)?;
        if text.len() > MAX_TEXT {
            return Err(too_large_error(&path));
        }
        let is_known = self.analysis.file(&path).is_some();
        if !is_known && !self.is_source(&path, &text) {
            return self.put(path.as_str(), text.into_bytes());
        }
        self.files.insert(path.clone(), text.as_bytes().into());
        self.set(&path, Some(text))
    }

    pub fn remove(&mut self, path: &str) -> Result<(), Error> {
        let path = arguments::path(path)?;
        if self.files.remove(&path).is_none() {
            return Err(Error::not_found(format!("no file `{path}` in this catalog")));
        }
        if self.analysis.file(&path).is_some() {
            self.set(&path, None)?;
        }
        self.analysis = self.analysis.with_contents(self.contents());
        Ok(())
    }

    /// Sets the text of a descriptor or the settings; `None` deletes it.
    fn set(&mut self, path: &FilePath, text: Option<String>) -> Result<(), Error> {
        let Some(change) = self.analysis.workspace().change_to(path, text) else { return Ok(()) };
        self.analysis = self.analysis.changed_at_once(&change)?;
        if path.as_str() == catalog_settings::FILE {
            if exclusions(&self.files, &self.stated) != self.exclusions {
                self.open();
                return Ok(());
            }
            self.analysis = std::mem::take(&mut self.analysis).with_stated_settings(&self.stated);
        }
        self.read_named()
    }

    fn is_source(&self, path: &FilePath, text: &str) -> bool {
        is_source(path, text) && !self.exclusions.leaves_out_file(path.as_str())
    }

    /// Adds files in excluded folders that others now name.
    fn read_named(&mut self) -> Result<(), Error> {
        loop {
            let missing = self.analysis.workspace().missing_files().into_iter();
            let found = missing.filter_map(|path| Some((named(&self.files, &path)?, path)));
            let files: Vec<FileChange> = found.map(|(text, path)| FileChange::Create { path, text }).collect();
            if files.is_empty() {
                return Ok(());
            }
            self.analysis = self.analysis.changed_at_once(&Change { files, ..Change::default() })?;
        }
    }

    pub fn contents(&self) -> Contents {
        Contents::of(Arc::new(InMemory(self.files.clone())))
    }

    /// The file at a path.
    pub fn file(&self, path: &str) -> Result<&Arc<SourceFile>, Error> {
        let path = arguments::path(path)?;
        self.analysis.file(&path).ok_or_else(|| {
            Error::not_found(match self.files.contains_key(&path) {
                true => format!("`{path}` is neither a descriptor nor the settings of the catalog"),
                false => format!("no file `{path}` in this catalog"),
            })
        })
    }

    /// The file with a descriptor, given by its path or by its full name, which may have a range of versions.
    pub fn descriptor(&self, of: &str) -> Result<FilePath, Error> {
        let is_file = FilePath::new(of).is_some_and(|path| self.analysis.file(&path).is_some());
        let Some(name) = DescriptorRef::parse(of).filter(|_| !is_file) else {
            return Ok(self.file(of)?.path.clone());
        };
        let index: &Index = self.analysis.catalog();
        if let Some(entry) = index.resolve_range(&name).found() {
            return Ok(entry.file.clone());
        }
        let hint = index.closest(of).map_or_else(String::new, |entry| format!("; did you mean `{}`?", entry.name));
        Err(Error::not_found(format!("unknown descriptor `{name}`{hint}")))
    }

    /// The links of findings to the site of the catalog, if its settings have the address.
    pub fn rule_links(&self) -> RuleLinks {
        let stated = self.stated.with_catalog(self.analysis.workspace());
        RuleLinks::new(stated.site.url.and_then(|url| links::base(&url).ok()))
    }
}

/// Whether a text is part of a catalog, rather than a file that a descriptor names.
fn is_source(path: &FilePath, text: &str) -> bool {
    package::is_catalog_path(path) && package::is_part(path, text)
}

fn named(files: &SortedMap<FilePath, Arc<[u8]>>, path: &FilePath) -> Option<String> {
    let content = files.get(path).filter(|_| package::is_source_path(path))?;
    std::str::from_utf8(content).ok().map(str::to_owned)
}

/// The files that the settings of a catalog exclude.
pub fn exclusions(files: &SortedMap<FilePath, Arc<[u8]>>, stated: &CatalogSettings) -> Exclusions {
    let own = FilePath::new(catalog_settings::FILE).and_then(|path| std::str::from_utf8(files.get(&path)?).ok());
    let all = stated.clone().or(own.map(CatalogSettings::of_text).unwrap_or_default());
    Exclusions::default().with_settings("", all.exclude.iter().map(String::as_str))
}

/// The descriptors and settings among the files, and excluded files that they name.
pub fn sources(files: &SortedMap<FilePath, Arc<[u8]>>, exclusions: &Exclusions) -> Workspace {
    let texts = files.iter().filter_map(|(path, content)| {
        let text = std::str::from_utf8(content).ok().filter(|text| is_source(path, text))?;
        if exclusions.leaves_out_file(path.as_str()) {
            return None;
        }
        Some((path.clone(), text.to_owned()))
    });
    let mut workspace = Workspace::new(texts);
    loop {
        let missing = workspace.missing_files().into_iter();
        let found: Vec<SourceFile> =
            missing.filter_map(|path| Some(SourceFile::new(path.clone(), named(files, &path)?))).collect();
        if found.is_empty() {
            return workspace;
        }
        found.into_iter().for_each(|file| workspace.insert(Arc::new(file)));
    }
}

fn too_large_error(path: &FilePath) -> Error {
    Error::invalid(format!("the text of `{path}` is larger than 8 MiB"))
}
