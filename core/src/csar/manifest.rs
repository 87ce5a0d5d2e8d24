//! The manifest of a package (ETSI SOL004): its metadata, and its files with their digests.

use sha2::{Digest, Sha224, Sha256, Sha384, Sha512};

use crate::content::{Contents, hexadecimal};
use crate::csar::Package;
use crate::edit::{Replace, TextEdit};
use crate::sorted_map::{SortedMap, SortedSet};
use crate::sorting::gather;
use crate::text::{FilePath, Span};

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
    /// Whether it is a member of a set under `non_mano_artifact_sets`. The file can also have an entry of its own.
    pub is_in_set: bool,
}

impl Manifest {
    pub fn read(text: &str) -> Self {
        let mut manifest = Manifest::default();
        let (mut in_metadata, mut in_sets) = (false, false);
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with('#')) {
            let (number, indented) = (number + 1, line.starts_with([' ', '\t']));
            let Some((key, value)) = line.split_once(':').map(|(key, value)| (key.trim(), value.trim())) else {
                continue;
            };
            let lower = key.to_ascii_lowercase();
            match lower.as_str() {
                "metadata" if !indented => (in_metadata, in_sets) = (true, false),
                "non_mano_artifact_sets" => (in_metadata, in_sets) = (false, true),
                "source" => {
                    // The sets end at the next entry at the margin.
                    (in_metadata, in_sets) = (false, in_sets && indented);
                    let path = value.trim_matches(['"', '\'']).to_owned();
                    manifest.sources.push(Source { path, line: number, is_in_set: in_sets, ..Source::default() });
                }
                "algorithm" | "hash" => {
                    if let Some(last) = manifest.sources.last_mut() {
                        let field = if lower == "hash" { &mut last.hash } else { &mut last.algorithm };
                        *field = Some(value.to_owned());
                    }
                }
                _ if in_metadata => {
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

/// An issue of a manifest, with advice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ManifestIssue {
    pub message: String,
    pub help: String,
}

impl Package {
    /// The files of the manifest that the package does not contain.
    pub fn missing_sources(&self) -> Vec<ManifestIssue> {
        let Some((path, manifest)) = &self.manifest else { return Vec::new() };
        let mut seen = SortedSet::new();
        let is_missing = |file: &str| !file.is_empty() && !file.contains("://") && !self.has(file);
        let missing = manifest.sources.iter().filter(|source| is_missing(&source.path) && seen.insert(&source.path));
        let issue = |source: &Source| {
            let (file, line) = (&source.path, source.line);
            let name = file.rsplit('/').next().unwrap_or_default();
            let moved = self.files.keys().find(|other| other.name() == name);
            ManifestIssue {
                message: format!("`{path}` lists `{file}` in line {line}, which is not in the package"),
                help: match moved {
                    Some(moved) => format!("the package has `{moved}`"),
                    None => "add the file, or remove it from the manifest".to_owned(),
                },
            }
        };
        missing.map(issue).collect()
    }

    /// The files that the manifest lists again, excluding members of sets.
    pub fn duplicate_sources(&self) -> Vec<ManifestIssue> {
        let Some((path, manifest)) = &self.manifest else { return Vec::new() };
        let mut lines: SortedMap<&str, usize> = SortedMap::new();
        let mut found = Vec::new();
        for source in manifest.sources.iter().filter(|source| !source.path.is_empty() && !source.is_in_set) {
            let (file, line) = (source.path.as_str(), source.line);
            match lines.get(file) {
                Some(first) => found.push(ManifestIssue {
                    message: format!("`{path}` lists `{file}` again in line {line}"),
                    help: format!("remove one of the entries; the first is in line {first}"),
                }),
                None => drop(lines.insert(file, line)),
            }
        }
        found
    }

    /// The files whose digests differ from those in the manifest.
    pub fn wrong_digests(&self) -> Vec<ManifestIssue> {
        let Some((path, manifest)) = &self.manifest else { return Vec::new() };
        let issue = |source: &Source| {
            let stated = source.hash.as_ref()?;
            let algorithm = source.algorithm.as_deref().unwrap_or(SHA_256);
            let (file, line) = (&source.path, source.line);
            if digest(algorithm, &[]).is_none() {
                return Some(ManifestIssue {
                    message: format!(
                        "unknown algorithm `{algorithm}` of the digest of `{file}` in line {line} of `{path}`"
                    ),
                    help: "use `SHA-256` or `SHA-512`".to_owned(),
                });
            }
            let bytes = self.contents.bytes(&self.address(&source.path)?).ok()?;
            let digest = digest(algorithm, &bytes)?;
            (!stated.eq_ignore_ascii_case(&digest)).then(|| ManifestIssue {
                message: format!("wrong digest of `{file}` in line {line} of `{path}`"),
                help: format!("the file has the digest {digest}; `descriptorium pack` writes all digests"),
            })
        };
        manifest.sources.iter().filter_map(issue).collect()
    }

    /// The text of the manifest with the digests of files that were edited; `None` if it has none of them. `before` are the files
    /// before the edits: a digest that was wrong then is not that of the file that was meant, and stays.
    pub fn manifest_after_edits(
        &self,
        before: &Contents,
        is_edited: impl Fn(&FilePath) -> bool,
    ) -> Option<(&FilePath, String)> {
        let (path, manifest) = self.manifest.as_ref()?;
        let text = self.text(path.as_str())?;
        let replace = |source: &Source| {
            let address = self.address(&source.path).filter(|address| is_edited(&address.file))?;
            let stated = source.hash.as_deref()?;
            let algorithm = source.algorithm.as_deref().unwrap_or(SHA_256);
            let own = |contents: &Contents| digest(algorithm, &contents.bytes(&address).ok()?);
            let (old, new) = (own(before)?, own(&self.contents)?);
            // The digest is in one of the lines below that of the file.
            let start: usize = text.split_inclusive('\n').take(source.line).map(str::len).sum();
            let at = start + text.get(start..)?.find(stated)?;
            let is_right = stated.eq_ignore_ascii_case(&old) && old != new;
            is_right.then(|| Replace { span: Span::new(at, at + stated.len()), text: new })
        };
        let replaces: Vec<Replace> = manifest.sources.iter().filter_map(replace).collect();
        let edit = TextEdit::new(replaces).filter(|edit| !edit.is_empty())?;
        Some((path, edit.apply(&text).ok()?))
    }

    /// The files of the package that the manifest does not list. Signatures need not be listed, and the manifest only if it
    /// `lists_itself`.
    pub fn unlisted_files(&self, lists_itself: bool) -> Vec<ManifestIssue> {
        let Some((path, manifest)) = &self.manifest else { return Vec::new() };
        let listed: SortedSet<&str> = gather(manifest.sources.iter().map(|source| source.path.as_str()));
        let is_listed = |file: &str| {
            listed.contains(file) || file.match_indices('/').any(|(slash, _)| listed.contains(&file[..slash]))
        };
        let is_own =
            |file: &str| (file == path.as_str() && !lists_itself) || file.ends_with(".cms") || file.ends_with(".cert");
        let unlisted = self.files.keys().map(|file| file.as_str()).filter(|file| !is_listed(file) && !is_own(file));
        let issue = |file: &str| ManifestIssue {
            message: format!("`{file}` is not listed in `{path}`"),
            help: format!("add `Source: {file}`"),
        };
        unlisted.map(issue).collect()
    }
}

/// The algorithm of the digests that are written, and of those without one.
pub const SHA_256: &str = "SHA-256";

/// The digest of a file in hexadecimal digits; `None` if the algorithm is unknown.
pub fn digest(algorithm: &str, bytes: &[u8]) -> Option<String> {
    // Some tools omit the hyphen.
    Some(match algorithm.to_uppercase().replace('-', "").as_str() {
        "SHA224" => hexadecimal(&Sha224::digest(bytes)),
        "SHA256" => hexadecimal(&Sha256::digest(bytes)),
        "SHA384" => hexadecimal(&Sha384::digest(bytes)),
        "SHA512" => hexadecimal(&Sha512::digest(bytes)),
        _ => return None,
    })
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
        assert_eq!(manifest.sources.iter().map(|source| source.is_in_set).collect::<Vec<_>>(), [false, false, true]);
        assert_eq!(manifest.sources[0].hash.as_deref(), Some("0a"));
    }

    /// The digests are the test vectors for `abc` in FIPS 180-4; those of the long ones are shortened.
    #[test]
    fn digests_have_the_algorithm_of_the_manifest() {
        for (algorithm, start, length) in [
            ("SHA-224", "23097d223405d8228642a477bda255b3", 56),
            ("SHA-256", "ba7816bf8f01cfea414140de5dae2223", 64),
            ("sha384", "cb00753f45a35e8bb5a03d699ac65007", 96),
            ("SHA512", "ddaf35a193617abacc417349ae204131", 128),
        ] {
            let digest = digest(algorithm, b"abc").expect("a known algorithm");
            assert!(digest.starts_with(start) && digest.len() == length, "{algorithm}: {digest}");
        }
        assert_eq!(digest("MD5", b"abc"), None);
    }
}
