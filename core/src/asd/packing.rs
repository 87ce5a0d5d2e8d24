//! Writes a package: a ZIP archive with `TOSCA.meta`, a manifest with the digests of all files, and the files. The same files
//! give the same bytes.

use std::fmt::Write as _;
use std::io::{Cursor, Write as _};
use std::sync::Arc;

use sha2::{Digest, Sha256};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::asd;
use crate::asd::model::Application;
use crate::asd::package::{self, META, Manifest, Meta, Package};
use crate::content::{Absence, hexadecimal};
use crate::context::FileContext;
use crate::sorted_map::{SortedMap, SortedSet};
use crate::sorting::gather;
use crate::syntax::alias;
use crate::syntax::parse::parse;
use crate::text::FilePath;

/// The files of a package by path.
pub type Files = SortedMap<FilePath, Arc<[u8]>>;

/// A written package.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Packed {
    pub bytes: Vec<u8>,
    /// The path of the descriptor in the package.
    pub descriptor: FilePath,
    /// Changes to report to the author: `the signature of the manifest is removed`.
    pub notes: Vec<String>,
}

/// Packs files. `TOSCA.meta` and the manifest are created if they are missing; an existing manifest keeps everything but its
/// list of files. A new manifest needs the time of the release (RFC 3339). Returns the reason if it is impossible.
pub fn pack(files: &Files, released: Option<&str>) -> Result<Packed, String> {
    let mut files = files.clone();
    let mut notes = Vec::new();
    let meta_path = path(META)?;
    let meta = match files.get(&meta_path) {
        Some(bytes) => Some(Meta::read(text_of(bytes, META)?)),
        None => None,
    };
    let stated = meta.as_ref().and_then(|meta| meta.get("Entry-Definitions"));
    let descriptor = match stated {
        Some(stated) => {
            let entry = FilePath::new(stated).filter(|path| files.contains_key(path));
            entry.ok_or_else(|| format!("`{META}` names the missing descriptor `{stated}`"))?
        }
        None => only_descriptor(&files)?,
    };
    let application = application(&files, &descriptor)
        .ok_or_else(|| format!("`{descriptor}` is not an application service descriptor"))?;
    let manifest_path = match meta.as_ref().and_then(|meta| meta.get("ETSI-Entry-Manifest")) {
        Some(stated) => path(stated)?,
        None => {
            let at_root = files.keys().find(|path| !path.as_str().contains('/') && path.as_str().ends_with(".mf"));
            at_root.cloned().map_or_else(|| path(&format!("{}.mf", descriptor.stem())), Ok)?
        }
    };
    if meta.is_none() {
        let text = format!(
            "TOSCA-Meta-File-Version: 1.0\nCSAR-Version: 1.1\nCreated-By: {}\nEntry-Definitions: \
             {descriptor}\nETSI-Entry-Manifest: {manifest_path}\n",
            one_line(application.text("asdProvider").unwrap_or_default()),
        );
        files.insert(meta_path.clone(), Arc::from(text.into_bytes()));
        notes.push(format!("created `{META}`"));
    }
    let before = match files.get(&manifest_path) {
        Some(bytes) => Some(text_of(bytes, manifest_path.as_str())?.to_owned()),
        None => None,
    };
    let head = match &before {
        Some(text) => Kept::of(text),
        None => {
            let released = released.ok_or("a new manifest needs the time of the release (RFC 3339)")?;
            notes.push(format!("created `{manifest_path}`"));
            let of = |key: &str| one_line(application.text(key).unwrap_or_default());
            let text = format!(
                "metadata:\n  application_name: {}\n  application_provider: {}\n  release_date_time: \
                 {}\n  entry_definition_type: asd\n",
                of("asdApplicationName"),
                of("asdProvider"),
                one_line(released),
            );
            Kept { metadata: text, sets: String::new(), listed: SortedSet::new(), is_signed: false }
        }
    };
    if head.is_signed {
        notes.push("the signature of the manifest is removed, because it would not match".to_owned());
    }
    let mut text = head.metadata;
    for (path, bytes) in &files {
        // Files of sets for other systems are listed there.
        if *path == manifest_path || head.listed.contains(path.as_str()) {
            continue;
        }
        let _ = write!(text, "\nSource: {path}\nAlgorithm: SHA-256\nHash: {}\n", digest(bytes));
    }
    if !head.sets.is_empty() {
        text.push('\n');
        text.push_str(&head.sets);
    }
    files.insert(manifest_path, Arc::from(text.into_bytes()));
    let bytes = archive(&files, &meta_path).map_err(|error| format!("the archive cannot be written: {error}"))?;
    Ok(Packed { bytes, descriptor, notes })
}

/// Why a descriptor cannot be packed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotPacked {
    /// A file has not been loaded yet.
    Coming,
    Refused(String),
}

/// Packs the package around a descriptor, with the texts of the workspace. A descriptor that is not in a package is packed with
/// the artifacts that it names.
pub fn pack_around(context: FileContext<'_>, released: &str) -> Result<Packed, NotPacked> {
    let (file, workspace) = (context.file, context.workspace);
    let contents = workspace.contents();
    let refused = |why: String| NotPacked::Refused(why);
    // Asks whether the list of files has been loaded.
    if contents.size(&file.path.clone().into()) == Err(Absence::Coming) {
        return Err(NotPacked::Coming);
    }
    let marked = Package::around(file, contents);
    let is_marked = marked.is_some();
    let package = marked.unwrap_or_else(|| Package::at(Package::folder_of(file, contents), contents));
    let mut wanted: SortedSet<FilePath> = package.files.keys().cloned().collect();
    // The workspace may have files that are not saved yet.
    let texts: SortedMap<FilePath, Arc<[u8]>> = gather(workspace.files().filter_map(|other| {
        let path = FilePath::new(package.relative(&other.path)?)?;
        Some((path, Arc::from(other.text.as_bytes())))
    }));
    wanted.extend(texts.keys().cloned());
    if !is_marked {
        let artifacts = asd::application(file).into_iter().flat_map(Application::items);
        let named: Vec<&str> = artifacts
            .filter_map(|item| item.text("artifactId"))
            .filter(|path| package::is_path(path) && !path.is_empty())
            .map(|path| path.trim_end_matches('/'))
            .collect();
        let is_in = |path: &FilePath, artifact: &str| {
            let rest = path.as_str().strip_prefix(artifact);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        if let Some(missing) = named.iter().find(|artifact| !wanted.iter().any(|path| is_in(path, artifact))) {
            return Err(refused(format!("`{missing}` is not available")));
        }
        let own = package.relative(&file.path);
        wanted.retain(|path| Some(path.as_str()) == own || named.iter().any(|artifact| is_in(path, artifact)));
    }
    let mut files = Files::new();
    for path in wanted {
        let bytes = match (texts.get(&path), package.address(path.as_str())) {
            (Some(text), _) => Ok(Arc::clone(text)),
            (None, Some(address)) => contents.bytes(&address),
            (None, None) => Err(Absence::Missing),
        };
        let bytes = bytes.map_err(|why| match why {
            Absence::Coming => NotPacked::Coming,
            why => refused(format!("`{path}` cannot be read: {why}")),
        })?;
        files.insert(path, bytes);
    }
    pack(&files, Some(released)).map_err(refused)
}

fn path(text: &str) -> Result<FilePath, String> {
    FilePath::new(text).ok_or_else(|| format!("`{text}` is not a path in a package"))
}

fn text_of<'a>(bytes: &'a [u8], name: &str) -> Result<&'a str, String> {
    std::str::from_utf8(bytes).map_err(|_| format!("`{name}` is not UTF-8"))
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn digest(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes))
}

fn application(files: &Files, path: &FilePath) -> Option<Application> {
    let tree = parse(std::str::from_utf8(files.get(path)?).ok()?);
    let root = alias::expand(&tree).0?;
    asd::recognize(&root).then(|| Application::lower(&root))
}

/// The only descriptor of the files.
fn only_descriptor(files: &Files) -> Result<FilePath, String> {
    let is_yaml = |path: &&FilePath| path.as_str().ends_with(".yaml") || path.as_str().ends_with(".yml");
    let found: Vec<&FilePath> =
        files.keys().filter(is_yaml).filter(|path| application(files, path).is_some()).collect();
    match found.as_slice() {
        [one] => Ok((*one).clone()),
        [] => Err("no file is an application service descriptor".to_owned()),
        [one, other, ..] => Err(format!("several descriptors, such as `{one}` and `{other}`: name one in `{META}`")),
    }
}

/// The parts of a manifest that are kept.
struct Kept {
    /// Everything before the list of files, with a line break at the end.
    metadata: String,
    /// The sets of files for other systems.
    sets: String,
    /// The files that are listed there.
    listed: SortedSet<String>,
    is_signed: bool,
}

impl Kept {
    fn of(text: &str) -> Self {
        let mut kept = Kept {
            metadata: String::new(),
            sets: String::new(),
            listed: SortedSet::new(),
            is_signed: text.contains("-----BEGIN "),
        };
        let signature = text.find("-----BEGIN ").unwrap_or(text.len());
        let (mut in_list, mut in_sets) = (false, false);
        for line in text.get(..signature).unwrap_or(text).lines() {
            let key = line.split(':').next().unwrap_or_default().trim().to_ascii_lowercase();
            let is_top = !line.starts_with([' ', '\t']);
            match key.as_str() {
                "non_mano_artifact_sets" if is_top => in_sets = true,
                "source" if is_top => (in_list, in_sets) = (true, false),
                _ => {}
            }
            if in_sets {
                kept.sets.push_str(line.trim_end());
                kept.sets.push('\n');
            } else if !in_list {
                kept.metadata.push_str(line.trim_end());
                kept.metadata.push('\n');
            }
        }
        kept.metadata.truncate(kept.metadata.trim_end().len());
        kept.metadata.push('\n');
        kept.sets.truncate(kept.sets.trim_end().len());
        if !kept.sets.is_empty() {
            kept.sets.push('\n');
        }
        kept.listed = Manifest::read(&kept.sets).sources.into_iter().map(|source| source.path).collect();
        kept
    }
}

/// The ZIP archive: `TOSCA.meta` first, then all files by path, without times of their own.
fn archive(files: &Files, first: &FilePath) -> zip::result::ZipResult<Vec<u8>> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let rest = files.iter().filter(|(path, _)| *path != first);
    for (path, bytes) in files.get_key_value(first).into_iter().chain(rest) {
        writer.start_file(path.as_str(), options)?;
        writer.write_all(bytes)?;
    }
    Ok(writer.finish()?.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::package::extract_all;

    const ASD: &str = "asdId: a\nasdProvider: Example\nasdApplicationName: shop\n";

    fn files(list: &[(&str, &str)]) -> Files {
        list.iter().map(|(name, text)| (path(name).expect("a path"), Arc::from(text.as_bytes()))).collect()
    }

    fn unpacked(bytes: &[u8]) -> Files {
        let all = extract_all(bytes, 1 << 20, &mut (1 << 20), |_| true).expect("an archive");
        all.into_iter().map(|(path, bytes)| (path, Arc::from(bytes.expect("small")))).collect()
    }

    /// The digest is the published SHA-256 test vector for `abc`.
    #[test]
    fn a_package_has_a_manifest_with_digests() {
        let packed =
            pack(&files(&[("Definitions/shop.yaml", ASD), ("Files/abc", "abc")]), Some("2026-01-31T00:00:00Z"));
        let packed = packed.expect("a package");
        let all = unpacked(&packed.bytes);
        let manifest = std::str::from_utf8(&all[&path("shop.mf").expect("a path")]).expect("text").to_owned();
        assert!(manifest.starts_with("metadata:\n  application_name: shop\n  application_provider: Example\n"));
        let hash = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert!(manifest.contains(&format!("Source: Files/abc\nAlgorithm: SHA-256\nHash: {hash}\n")), "{manifest}");
        assert!(manifest.contains("Source: TOSCA-Metadata/TOSCA.meta\n") && !manifest.contains("Source: shop.mf"));
        assert_eq!(packed.notes.len(), 2);
    }

    #[test]
    fn packing_what_was_unpacked_gives_the_same_bytes() {
        let manifest = "metadata:\n  application_name: shop\n  release_date_time: 2024-01-12T11:30:00Z\n\nSource: gone\n\n\
                        Source: old\nAlgorithm: SHA-256\nHash: 00\n\nnon_mano_artifact_sets:\n  onap_others:\n    source: \
                        Files/x\n-----BEGIN CMS-----\nabc\n-----END CMS-----\n";
        let first = pack(&files(&[("a.yaml", ASD), ("a.mf", manifest), ("Files/x", "x")]), None).expect("a package");
        assert!(first.notes.iter().any(|note| note.contains("signature")));
        let again = pack(&unpacked(&first.bytes), None).expect("a package");
        assert_eq!(first.bytes, again.bytes);
        let third = pack(&unpacked(&again.bytes), Some("2030-01-01T00:00:00Z")).expect("a package");
        assert_eq!((third.bytes, third.notes), (again.bytes.clone(), Vec::new()));
        let text = String::from_utf8(unpacked(&again.bytes)[&path("a.mf").expect("a path")].to_vec()).expect("text");
        assert!(!text.contains("gone") && !text.contains("CMS") && text.matches("Files/x").count() == 1, "{text}");
    }

    #[test]
    fn files_without_one_descriptor_are_refused() {
        for (list, why) in [
            (&[("a.yaml", "x: 1\n")][..], "no file"),
            (&[("a.yaml", ASD), ("b.yaml", ASD)], "several"),
            (&[("a.yaml", ASD)], "RFC 3339"),
            (&[("a.yaml", ASD), (META, "Entry-Definitions: b.yaml\n")], "missing descriptor"),
            (&[("a.yaml", ASD), (META, "Entry-Definitions: a.yaml\nETSI-Entry-Manifest: ../x\n")], "not a path"),
        ] {
            let refused = pack(&files(list), None).expect_err("it is refused");
            assert!(refused.contains(why), "{refused}");
        }
    }
}
