//! The package around a descriptor: its `TOSCA.meta`, its manifest and its files.

use crate::asd::model::Application;
use crate::content::{Address, Contents, below};
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

/// A `TOSCA.meta`: its keys with their values and lines.
#[derive(Clone, Debug, Default)]
pub struct Meta(Vec<(String, String, usize)>);

impl Meta {
    pub fn read(text: &str) -> Self {
        let pairs = text.lines().enumerate().filter_map(|(number, line)| {
            let (key, value) = line.split_once(':')?;
            Some((key.trim().to_owned(), value.trim().to_owned(), number + 1))
        });
        Meta(pairs.collect())
    }

    pub fn get(&self, key: &str) -> Option<&str> {
        self.0.iter().find(|(known, ..)| known.eq_ignore_ascii_case(key)).map(|(_, value, _)| value.as_str())
    }
}

/// A manifest.
#[derive(Clone, Debug, Default)]
pub struct Manifest {
    /// The entries of `metadata`, with their lines.
    pub metadata: Vec<(String, String, usize)>,
    pub sources: Vec<Source>,
    /// The names of the sets under `non_mano_artifact_sets`, with their lines.
    pub sets: Vec<(String, usize)>,
}

/// A listed file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Source {
    pub path: String,
    pub line: usize,
    pub algorithm: Option<String>,
    /// The digest as written.
    pub hash: Option<String>,
}

impl Manifest {
    pub fn read(text: &str) -> Self {
        let mut manifest = Manifest::default();
        let (mut in_metadata, mut in_sets) = (false, false);
        for (number, line) in text.lines().enumerate() {
            let (number, indented) = (number + 1, line.starts_with([' ', '\t']));
            let Some((key, value)) = line.split_once(':').map(|(key, value)| (key.trim(), value.trim())) else {
                continue;
            };
            let lower = key.to_ascii_lowercase();
            match lower.as_str() {
                "metadata" if !indented => (in_metadata, in_sets) = (true, false),
                "non_mano_artifact_sets" => (in_metadata, in_sets) = (false, true),
                "source" => {
                    in_metadata = false;
                    let path = value.trim_matches(['"', '\'']).to_owned();
                    manifest.sources.push(Source { path, line: number, ..Source::default() });
                }
                "algorithm" | "hash" => {
                    if let Some(last) = manifest.sources.last_mut() {
                        let field = if lower == "hash" { &mut last.hash } else { &mut last.algorithm };
                        *field = Some(value.to_owned());
                    }
                }
                _ if in_metadata && indented => {
                    manifest.metadata.push((key.to_owned(), value.trim_matches(['"', '\'']).to_owned(), number));
                }
                _ if in_sets && value.is_empty() => manifest.sets.push((key.to_owned(), number)),
                _ => {}
            }
        }
        manifest
    }

    /// The value of a metadata entry.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.metadata.iter().find(|(known, ..)| known == key).map(|(_, value, _)| value.as_str())
    }
}

impl Package {
    /// The package of a descriptor; `None` if it is not in a package, or if the package is not available.
    pub fn around(file: &SourceFile, contents: &Contents) -> Option<Self> {
        marked_folder(file, contents).and_then(|folder| Package::read(folder, contents))
    }

    /// The package of a descriptor, or the folder that will become one, if it has an artifact of the descriptor.
    pub fn with_artifacts(file: &SourceFile, application: &Application, contents: &Contents) -> Option<Self> {
        Package::around(file, contents).or_else(|| {
            let folder = Package::folder_of(file, contents);
            // The folder may be a whole catalog, so only the folders of the artifacts are listed.
            let is_there = |artifact: &str| {
                FilePath::in_folder(folder, artifact.trim_end_matches('/')).is_some_and(|path| {
                    let beside = contents.list_outside_archives(path.folder());
                    beside.contains_key(&path) || below(&beside, path.as_str()).next().is_some()
                })
            };
            let mut artifacts = application.items().filter_map(|item| item.text("artifactId"));
            let has_one = artifacts.any(|artifact| is_path(artifact) && is_there(artifact));
            has_one.then(|| Package::at(folder, contents))
        })
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
        let named = package.meta.get("ETSI-Entry-Manifest").map(str::to_owned);
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
        !self.meta.0.is_empty() || self.has(artifact)
    }

    /// The address of a file of the package.
    pub fn address(&self, path: &str) -> Option<Address> {
        FilePath::in_folder(&self.folder, path).map(Address::from)
    }

    /// Whether the package has a file at this path, or a folder.
    pub fn has(&self, path: &str) -> bool {
        FilePath::new(path.trim_end_matches('/'))
            .is_some_and(|path| self.files.contains_key(&path) || below(&self.files, path.as_str()).next().is_some())
    }

    /// The text of a file of the package.
    pub fn text(&self, path: &str) -> Option<String> {
        let address = self.address(path)?;
        text(&self.contents, &address)
    }
}

/// The folder around a file that has a `TOSCA.meta`.
fn marked_folder<'a>(file: &'a SourceFile, contents: &Contents) -> Option<&'a str> {
    let mut folder = file.path.folder();
    loop {
        let meta = FilePath::in_folder(folder, META)?;
        if contents.size(&meta.into()).is_ok() {
            return Some(folder);
        }
        if folder.is_empty() {
            return None;
        }
        folder = folder.rfind('/').map_or("", |slash| &folder[..slash]);
    }
}

/// The text of a file; `None` if it is missing, too large, or not text.
pub fn text(contents: &Contents, address: &Address) -> Option<String> {
    if contents.size(address).ok()? > MAX_TEXT {
        return None;
    }
    String::from_utf8(contents.bytes(address).ok()?.to_vec()).ok()
}

/// Whether an artifact is in the package rather than at a URI.
pub fn is_path(artifact: &str) -> bool {
    !artifact.contains("://") && !artifact.starts_with("oci:")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manifest_has_metadata_and_sources() {
        let text = "metadata:\n  application_name: shop\n  entry_definition_type: asd\n\nSource: a.yaml\nAlgorithm: \
                    SHA-256\nHash: 0a\nSource: b\n\nnon_mano_artifact_sets:\n    onap_others:\n        source:c/d.txt\n";
        let manifest = Manifest::read(text);
        assert_eq!(manifest.get("application_name"), Some("shop"));
        assert_eq!(manifest.sets, [("onap_others".to_owned(), 11)]);
        let sources: Vec<_> = manifest.sources.iter().map(|source| (source.path.as_str(), source.line)).collect();
        assert_eq!(sources, [("a.yaml", 5), ("b", 8), ("c/d.txt", 12)]);
        assert_eq!(manifest.sources[0].hash.as_deref(), Some("0a"));
    }
}
