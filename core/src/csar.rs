//! CSAR packages: the `TOSCA.meta`, the manifest and the files of the package around a descriptor, and the archives that are
//! written from them. See chapter 6 of the TOSCA Simple Profile, and ETSI SOL004 for manifests.

pub mod manifest;
pub mod packing;

use crate::content::{Address, Contents, has};
use crate::csar::manifest::Manifest;
use crate::sorted_map::SortedMap;
use crate::sorting::gather;
use crate::text::FilePath;
use crate::workspace::SourceFile;

/// The file that marks the root of a package.
pub const META: &str = "TOSCA-Metadata/TOSCA.meta";
/// Maximum size of a text file of a package.
const MAX_TEXT: u64 = 8 << 20;

/// A package.
#[derive(Clone, Debug)]
pub struct Package {
    contents: Contents,
    /// Its folder in the workspace; empty for the root.
    folder: String,
    /// Its files by their paths in it, with their sizes.
    pub files: SortedMap<FilePath, u64>,
    pub meta: Meta,
    /// The manifest with its path; `None` if the package has none.
    pub manifest: Option<(FilePath, Manifest)>,
}

/// The version of `TOSCA.meta` itself.
pub const META_VERSION: &str = "TOSCA-Meta-File-Version";
/// The version of the archive format.
pub const CSAR_VERSION: &str = "CSAR-Version";
/// The creator of the archive.
pub const CREATED_BY: &str = "Created-By";
/// The path of the descriptor that an orchestrator starts with.
pub const ENTRY: &str = "Entry-Definitions";
/// The path of the manifest (ETSI SOL004).
pub const ENTRY_MANIFEST: &str = "ETSI-Entry-Manifest";
/// The keys that the package of an application has.
pub const REQUIRED_KEYS: [&str; 5] = [META_VERSION, CSAR_VERSION, CREATED_BY, ENTRY, ENTRY_MANIFEST];

/// A `TOSCA.meta`.
#[derive(Clone, Debug, Default)]
pub struct Meta {
    /// The keys with their values.
    pairs: Vec<(String, String)>,
    /// Lines without a key, with their numbers.
    malformed: Vec<(String, usize)>,
}

impl Meta {
    pub fn read(text: &str) -> Self {
        let mut meta = Meta::default();
        for (number, line) in (1..).zip(text.lines()) {
            match line.split_once(':').map(|(key, value)| (key.trim(), value.trim())) {
                Some((key, value)) if !key.is_empty() => meta.pairs.push((key.to_owned(), value.to_owned())),
                // A line that starts with a space continues the one before.
                _ if line.trim().is_empty() || (line.starts_with(' ') && !meta.pairs.is_empty()) => {}
                _ => meta.malformed.push((line.trim().to_owned(), number)),
            }
        }
        meta
    }

    /// The lines that are not a key with a value, and their numbers.
    pub fn malformed(&self) -> impl Iterator<Item = (&str, usize)> {
        self.malformed.iter().map(|(line, number)| (line.as_str(), *number))
    }

    /// The keys that name files, other than that of the descriptor, with their values: `ETSI-Entry-Change-Log`.
    pub fn entries(&self) -> impl Iterator<Item = (&str, &str)> {
        let entries = self.pairs.iter().map(|(key, value)| (key.as_str(), value.as_str()));
        entries.filter(|(key, _)| key.to_ascii_lowercase().starts_with("etsi-entry-"))
    }

    pub fn get(&self, key: &str) -> Option<&str> {
        self.pairs.iter().find(|(known, _)| known.eq_ignore_ascii_case(key)).map(|(_, value)| value.as_str())
    }
}

impl Package {
    /// The package of a descriptor; `None` if it is not in a package, or if the package is not available.
    pub fn around(file: &SourceFile, contents: &Contents) -> Option<Self> {
        marked_folder(file, contents).and_then(|folder| Package::read(folder, contents))
    }

    /// The package that starts with a descriptor: the one that names it in `TOSCA.meta`, or its folder, if there is a manifest
    /// with its name (ETSI SOL004).
    pub fn starting_with(file: &SourceFile, contents: &Contents) -> Option<Self> {
        let Some(folder) = marked_folder(file, contents) else {
            let folder = file.path.folder();
            let name = format!("{}.mf", file.path.stem());
            let address = FilePath::in_folder(folder, &name).map(Address::from)?;
            let text = text(contents, &address)?;
            let manifest = Some((FilePath::new(&name)?, Manifest::read(&text)));
            return Some(Package { manifest, ..Package::at(folder, contents) });
        };
        // Lists the files only for the descriptor that the package starts with.
        let meta = Meta::read(&text(contents, &FilePath::in_folder(folder, META)?.into())?);
        let entry = meta.get(ENTRY).and_then(|entry| FilePath::in_folder(folder, entry));
        (entry.as_ref() == Some(&file.path)).then(|| Package::read(folder, contents)).flatten()
    }

    /// The folder of the package of a descriptor. Without a package, it is that of the descriptor, or the one around its
    /// `Definitions`.
    pub fn folder_of<'a>(file: &'a SourceFile, contents: &Contents) -> &'a str {
        marked_folder(file, contents).unwrap_or_else(|| match file.path.folder() {
            "Definitions" => "",
            folder => folder.strip_suffix("/Definitions").unwrap_or(folder),
        })
    }

    /// The files of a folder, without anything about a package.
    pub fn at(folder: &str, contents: &Contents) -> Self {
        let relative = |path: &FilePath| {
            let rest = path.as_str().strip_prefix(folder)?;
            FilePath::new(rest.strip_prefix('/').unwrap_or(rest))
        };
        let files = contents.list_folder(folder).into_iter();
        Package {
            contents: contents.clone(),
            folder: folder.to_owned(),
            files: gather(files.filter_map(|(path, size)| Some((relative(&path)?, size)))),
            meta: Meta::default(),
            manifest: None,
        }
    }

    fn read(folder: &str, contents: &Contents) -> Option<Self> {
        let mut package = Package::at(folder, contents);
        package.meta = Meta::read(&package.text(META)?);
        let named = package.meta.get(ENTRY_MANIFEST).map(str::to_owned);
        let at_root = || {
            let mut names = package.files.keys().map(FilePath::as_str);
            names.find(|path| !path.contains('/') && path.ends_with(".mf")).map(str::to_owned)
        };
        if let Some(path) = named.or_else(at_root)
            && let Some(text) = package.text(&path)
            && let Some(path) = FilePath::new(&path)
        {
            package.manifest = Some((path, Manifest::read(&text)));
        }
        Some(package)
    }

    /// Its folder in the workspace; empty for the root.
    pub fn folder(&self) -> &str {
        &self.folder
    }

    pub fn contents(&self) -> &Contents {
        &self.contents
    }

    /// The path of a file in the package.
    pub fn relative<'p>(&self, path: &'p FilePath) -> Option<&'p str> {
        match self.folder.as_str() {
            "" => Some(path.as_str()),
            folder => path.as_str().strip_prefix(folder)?.strip_prefix('/'),
        }
    }

    /// Whether an artifact may be there. Files that are not listed can exist, but are expected only in a package: asking a
    /// server for each artifact that is merely named would fail.
    pub fn may_have(&self, artifact: &str) -> bool {
        !self.meta.pairs.is_empty() || self.has(artifact)
    }

    /// The address of a file of the package.
    pub fn address(&self, path: &str) -> Option<Address> {
        FilePath::in_folder(&self.folder, path).map(Address::from)
    }

    /// Whether the package has a file at this path, or a folder.
    pub fn has(&self, path: &str) -> bool {
        FilePath::new(path.trim_end_matches('/')).is_some_and(|path| has(&self.files, &path))
    }

    /// The text of a file of the package.
    pub fn text(&self, path: &str) -> Option<String> {
        let address = self.address(path)?;
        text(&self.contents, &address)
    }
}

/// The folder around a file that has a `TOSCA.meta`.
fn marked_folder<'a>(file: &'a SourceFile, contents: &Contents) -> Option<&'a str> {
    file.path
        .folders()
        .find(|folder| FilePath::in_folder(folder, META).is_some_and(|meta| contents.size(&meta.into()).is_ok()))
}

/// The text of a file; `None` if it is missing, too large, or not text.
pub fn text(contents: &Contents, address: &Address) -> Option<String> {
    if contents.size(address).ok()? > MAX_TEXT {
        return None;
    }
    String::from_utf8(contents.bytes(address).ok()?.to_vec()).ok()
}
