//! Files of any kind: scripts, charts, certificates, images. A workspace only knows their paths and sizes; contents and
//! digests are read on demand from a folder on disk, a server, a folder opened in the browser, or an archive in memory.
//! A file in an archive has the address `csar/app.csar!/charts/web.tgz!/values.yaml`.

use std::any::Any;
use std::fmt::{self, Debug};
use std::ops::Bound;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use sha2::{Digest, Sha256};

use crate::package::{self, MAX_TOTAL, PackageError};
use crate::sorted_map::SortedMap;
use crate::sorting::gather;
use crate::text::FilePath;

/// Separates the address of an archive from the path of a file in it.
pub const INSIDE: &str = "!/";
/// Maximum nesting of archives. Deeper nesting is an attack rather than a package.
const MAX_NESTED: usize = 4;
/// Maximum number of opened archives in the cache.
const MAX_KEPT: usize = 8;

/// The address of a file: a path, followed by paths inside nested archives.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Address {
    /// The file of the workspace.
    pub file: FilePath,
    /// The paths inside nested archives.
    pub inside: Vec<FilePath>,
}

impl Address {
    /// Parses an address; `None` if it is not a path, or if archives are nested too deep. A `!/` after a name that is not
    /// an archive's belongs to the path.
    pub fn parse(text: &str) -> Option<Self> {
        let mut paths = Vec::new();
        let mut rest = text;
        let mut from = 0;
        while let Some(at) = rest.get(from..).and_then(|behind| behind.find(INSIDE)).map(|at| at + from) {
            let (before, behind) = (&rest[..at], &rest[at + INSIDE.len()..]);
            if package::has_archive_name(before) {
                paths.push(FilePath::new(before)?);
                (rest, from) = (behind, 0);
            } else {
                from = at + INSIDE.len();
            }
        }
        paths.push(FilePath::new(rest)?);
        let inside = paths.split_off(1);
        let file = paths.pop()?;
        (inside.len() <= MAX_NESTED).then_some(Address { file, inside })
    }

    /// The address of a file in the archive at this one.
    pub fn inside(&self, path: FilePath) -> Option<Self> {
        let inside: Vec<FilePath> = self.inside.iter().cloned().chain([path]).collect();
        (inside.len() <= MAX_NESTED).then(|| Address { file: self.file.clone(), inside })
    }
}

impl From<FilePath> for Address {
    fn from(file: FilePath) -> Self {
        Address { file, inside: Vec::new() }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.file)?;
        self.inside.iter().try_for_each(|path| write!(formatter, "{INSIDE}{path}"))
    }
}

/// Why the content of a file is not available.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Absence {
    /// The file does not exist.
    Missing,
    /// Not fetched yet: the face is fetching it, and the caller can ask again.
    Coming,
    /// Larger than the limit of 64 MiB.
    TooLarge,
    /// The file, or an archive around it, cannot be read.
    Unreadable(String),
}

impl fmt::Display for Absence {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Absence::Missing => formatter.write_str("file not found"),
            Absence::Coming => formatter.write_str("not loaded yet"),
            Absence::TooLarge => write!(formatter, "larger than {} MiB", MAX_TOTAL >> 20),
            Absence::Unreadable(why) => formatter.write_str(why),
        }
    }
}

/// The files in a folder and its subfolders, in order. An empty folder is the root.
pub fn below<'a, T>(files: &'a SortedMap<FilePath, T>, folder: &str) -> impl Iterator<Item = (&'a FilePath, &'a T)> {
    // `0` is the character after `/`.
    let bounds = FilePath::new(folder).zip(FilePath::new(&format!("{folder}0")));
    let bounds = bounds
        .map_or((Bound::Unbounded, Bound::Unbounded), |(first, end)| (Bound::Included(first), Bound::Excluded(end)));
    let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
    files.range::<FilePath, _>(bounds).filter(move |(path, _)| path.as_str().starts_with(&prefix))
}

/// Whether there is a file or folder at a path.
pub fn has<T>(files: &SortedMap<FilePath, T>, path: &FilePath) -> bool {
    files.contains_key(path) || below(files, path.as_str()).next().is_some()
}

fn sizes_below(sizes: &SortedMap<FilePath, u64>, folder: &str) -> SortedMap<FilePath, u64> {
    gather(below(sizes, folder).map(|(path, size)| (path.clone(), *size)))
}

/// The source of files outside archives.
pub trait Files: Debug + Send + Sync {
    /// The files with their sizes in bytes.
    fn list(&self) -> SortedMap<FilePath, u64>;

    /// The files in a folder, which is empty for the root, with their sizes in bytes.
    fn list_folder(&self, folder: &str) -> SortedMap<FilePath, u64> {
        sizes_below(&self.list(), folder)
    }

    /// The size of a file in bytes. Files that are not listed may exist too.
    fn size(&self, path: &FilePath) -> Result<u64, Absence>;

    /// A number that changes when the file does, so that an archive is opened again.
    fn stamp(&self, path: &FilePath) -> u64;

    /// The content of a file, of at most [`MAX_TOTAL`] bytes.
    fn read(&self, path: &FilePath) -> Result<Arc<[u8]>, Absence>;

    /// The number of answers so far that were [`Absence::Coming`], or would have been. Whatever was derived while it increased
    /// has to be derived again.
    fn n_coming(&self) -> u32 {
        0
    }

    /// [`package::sizes`]. It is part of this trait so that a program without files, such as the first module of the modeller,
    /// has no code that reads archives.
    fn sizes_in(&self, archive: &[u8]) -> Result<SortedMap<FilePath, u64>, PackageError> {
        package::sizes(archive)
    }

    /// [`package::extract`], for the same reason.
    fn extract(&self, archive: &[u8], path: &FilePath) -> Result<Option<Vec<u8>>, PackageError> {
        package::extract(archive, path)
    }
}

/// The files of any kind around a workspace. Cloning is cheap.
#[derive(Clone, Debug, Default)]
pub struct Contents {
    files: Option<Arc<dyn Files>>,
    /// Edited texts that are not saved yet, with their stamps. They replace the files.
    edited: Arc<SortedMap<FilePath, (u64, Arc<str>)>>,
    /// The most recently opened archives, the latest last.
    opened: Arc<Mutex<Vec<Arc<OpenArchive>>>>,
    /// Values that were derived from files, the latest last.
    derived: Arc<Mutex<Vec<Derived>>>,
}

/// A value derived from a file or folder, such as an unpacked chart.
#[derive(Debug)]
struct Derived {
    address: Address,
    stamp: u64,
    /// Its approximate size in bytes.
    size: u64,
    value: Arc<dyn Any + Send + Sync>,
}

/// Maximum size of all derived values that are kept, in bytes.
const MAX_DERIVED: u64 = 64 << 20;

/// The files of an archive.
#[derive(Debug)]
struct OpenArchive {
    address: Address,
    stamp: u64,
    bytes: Arc<[u8]>,
    sizes: SortedMap<FilePath, u64>,
}

impl Contents {
    pub fn of(files: Arc<dyn Files>) -> Self {
        Contents { files: Some(files), ..Contents::default() }
    }

    /// The same files with the unsaved texts of `other`.
    #[must_use]
    pub fn with_edits_of(self, other: &Contents) -> Self {
        Contents { edited: Arc::clone(&other.edited), ..self }
    }

    /// Replaces a file by an edited text.
    pub fn edit(&mut self, path: FilePath, text: Arc<str>) {
        // Files have times or small numbers as their stamps.
        static LAST: AtomicU32 = AtomicU32::new(0);
        let stamp = u64::MAX - u64::from(LAST.fetch_add(1, Ordering::Relaxed));
        Arc::make_mut(&mut self.edited).insert(path, (stamp, text));
    }

    /// Reads a file instead of an edited text.
    pub fn forget(&mut self, path: &FilePath) {
        if self.edited.contains_key(path) {
            Arc::make_mut(&mut self.edited).remove(path);
        }
    }

    /// The files in a folder whose texts were edited, added to those listed there.
    fn with_edited(&self, mut listed: SortedMap<FilePath, u64>, folder: &str) -> SortedMap<FilePath, u64> {
        for (path, (_, text)) in below(&self.edited, folder) {
            listed.insert(path.clone(), text.len() as u64);
        }
        listed
    }

    /// Whether the files around the workspace are known; otherwise every file seems to be missing.
    pub fn is_known(&self) -> bool {
        self.files.is_some()
    }

    /// [`Files::n_coming`].
    pub fn n_coming(&self) -> u32 {
        self.files.as_ref().map_or(0, |files| files.n_coming())
    }

    /// The files in the archive at an address, or all outside archives, with their sizes in bytes.
    pub fn list(&self, archive: Option<&Address>) -> Result<SortedMap<FilePath, u64>, Absence> {
        match archive {
            Some(archive) => Ok(self.open(archive)?.sizes.clone()),
            None => Ok(self.with_edited(self.files.as_ref().map(|files| files.list()).unwrap_or_default(), "")),
        }
    }

    /// The files in a folder, with their sizes in bytes. No archive is read.
    pub fn list_outside_archives(&self, folder: &str) -> SortedMap<FilePath, u64> {
        self.with_edited(self.stored_in(folder), folder)
    }

    fn stored_in(&self, folder: &str) -> SortedMap<FilePath, u64> {
        self.files.as_ref().map(|files| files.list_folder(folder)).unwrap_or_default()
    }

    /// The files in a folder outside archives, with their sizes in bytes. An archive can be entered as a folder.
    pub fn list_folder(&self, folder: &str) -> SortedMap<FilePath, u64> {
        let listed = self.stored_in(folder);
        let stored = if listed.is_empty() { self.list_entered(None, folder) } else { listed };
        self.with_edited(stored, folder)
    }

    /// The files in a folder of an archive, with their sizes in bytes.
    pub fn list_folder_of(&self, archive: &Address, folder: &str) -> SortedMap<FilePath, u64> {
        let listed = sizes_below(&self.list(Some(archive)).unwrap_or_default(), folder);
        if listed.is_empty() { self.list_entered(Some(archive), folder) } else { listed }
    }

    /// The files in a folder whose path enters an archive as if it was a folder.
    fn list_entered(&self, around: Option<&Address>, folder: &str) -> SortedMap<FilePath, u64> {
        let entered = || {
            let (archive, rest) = split(&FilePath::in_folder(folder, "file")?)?;
            let address = match around {
                Some(around) => around.inside(archive.clone())?,
                None => archive.clone().into(),
            };
            let rest = rest.as_str().strip_suffix("file")?.trim_end_matches('/').to_owned();
            let inner = self.list_folder_of(&address, &rest).into_iter();
            Some(gather(
                inner.filter_map(|(path, size)| Some((FilePath::in_folder(archive.as_str(), path.as_str())?, size))),
            ))
        };
        entered().unwrap_or_default()
    }

    /// The size of a file in bytes.
    pub fn size(&self, address: &Address) -> Result<u64, Absence> {
        let size = match archive_of(address) {
            Some((archive, path)) => self.open(&archive)?.sizes.get(path).copied().ok_or(Absence::Missing),
            None => match self.edited.get(&address.file) {
                Some((_, text)) => Ok(text.len() as u64),
                None => self.files()?.size(&address.file),
            },
        };
        match (size, in_place(address)) {
            (Err(Absence::Missing), Some(inside)) => self.size(&inside),
            (size, _) => size,
        }
    }

    /// The content of a file.
    pub fn bytes(&self, address: &Address) -> Result<Arc<[u8]>, Absence> {
        match (self.bytes_at(address), in_place(address)) {
            (Err(Absence::Missing), Some(inside)) => self.bytes(&inside),
            (bytes, _) => bytes,
        }
    }

    fn bytes_at(&self, address: &Address) -> Result<Arc<[u8]>, Absence> {
        let Some((archive, path)) = archive_of(address) else {
            return match self.edited.get(&address.file) {
                Some((_, text)) => Ok(Arc::clone(text).into()),
                None => self.files()?.read(&address.file),
            };
        };
        let opened = self.open(&archive)?;
        match opened.sizes.get(path) {
            None => Err(Absence::Missing),
            Some(size) if *size > MAX_TOTAL => Err(Absence::TooLarge),
            Some(_) => self
                .files()?
                .extract(&opened.bytes, path)
                .map_err(|error| Absence::Unreadable(error.to_string()))?
                .map_or(Err(Absence::TooLarge), |bytes| Ok(bytes.into())),
        }
    }

    /// The SHA-256 digest of a file.
    pub fn sha256(&self, address: &Address) -> Result<[u8; 32], Absence> {
        Ok(Sha256::digest(&self.bytes(address)?).into())
    }

    /// A number that changes when the file does, or the outermost archive around it.
    pub fn stamp(&self, address: &Address) -> u64 {
        let stamp = |path: &FilePath| match self.edited.get(path) {
            Some((stamp, _)) => *stamp,
            None => self.files.as_ref().map_or(0, |files| files.stamp(path)),
        };
        let entered = split(&address.file).map_or(0, |(archive, _)| stamp(&archive));
        stamp(&address.file).wrapping_add(entered.rotate_left(1))
    }

    /// A value derived from a file or folder, which is computed again only if the stamp differs. `compute` also returns its
    /// approximate size in bytes, and `None` if there is no value to keep.
    pub fn derive<T: Any + Send + Sync>(
        &self,
        address: &Address,
        stamp: u64,
        compute: impl FnOnce() -> Option<(T, u64)>,
    ) -> Option<Arc<T>> {
        let kept = || self.derived.lock().unwrap_or_else(PoisonError::into_inner);
        let is_same = |one: &Derived| one.address == *address && one.stamp == stamp;
        let cached = || {
            let mut kept = kept();
            let at = kept.iter().position(|one| is_same(one) && one.value.is::<T>())?;
            let one = kept.remove(at);
            let value = Arc::clone(&one.value);
            kept.push(one);
            value.downcast().ok()
        };
        if let Some(value) = cached() {
            return Some(value);
        }
        let (value, size) = compute()?;
        let value = Arc::new(value);
        let mut kept = kept();
        kept.retain(|one| one.address != *address || !one.value.is::<T>());
        kept.push(Derived { address: address.clone(), stamp, size, value: Arc::<T>::clone(&value) });
        while kept.len() > 1 && kept.iter().map(|one| one.size).sum::<u64>() > MAX_DERIVED {
            kept.remove(0);
        }
        Some(value)
    }

    fn files(&self) -> Result<&dyn Files, Absence> {
        self.files.as_deref().ok_or(Absence::Missing)
    }

    fn open(&self, archive: &Address) -> Result<Arc<OpenArchive>, Absence> {
        let kept = || self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        let stamp = self.stamp(archive);
        let is_same = |opened: &&Arc<OpenArchive>| opened.address == *archive && opened.stamp == stamp;
        if let Some(opened) = kept().iter().find(is_same) {
            return Ok(Arc::clone(opened));
        }
        let bytes = self.bytes(archive)?;
        let sizes = self.files()?.sizes_in(&bytes).map_err(|error| Absence::Unreadable(error.to_string()))?;
        let opened = Arc::new(OpenArchive { address: archive.clone(), stamp, bytes, sizes });
        let mut kept = kept();
        kept.retain(|other| other.address != *archive);
        if kept.len() >= MAX_KEPT {
            kept.remove(0);
        }
        kept.push(Arc::clone(&opened));
        Ok(opened)
    }
}

/// A digest in hexadecimal digits.
pub fn hexadecimal(digest: &[u8]) -> String {
    let digit = |number: u8| char::from_digit(u32::from(number), 16);
    digest.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).flatten().collect()
}

/// The archive around a file, and the path of the file in it.
fn archive_of(address: &Address) -> Option<(Address, &FilePath)> {
    let (path, around) = address.inside.split_last()?;
    Some((Address { file: address.file.clone(), inside: around.to_vec() }, path))
}

/// The archive that a path enters as if it was a folder, and the path in it.
fn split(path: &FilePath) -> Option<(FilePath, FilePath)> {
    let text = path.as_str();
    let (archive, rest) = text
        .match_indices('/')
        .map(|(slash, _)| (&text[..slash], &text[slash + 1..]))
        .find(|(folder, _)| package::has_archive_name(folder))?;
    Some((FilePath::new(archive)?, FilePath::new(rest)?))
}

/// The address of a file whose path enters an archive as if it was a folder.
fn in_place(address: &Address) -> Option<Address> {
    let (archive, rest) = split(address.inside.last().unwrap_or(&address.file))?;
    match archive_of(address) {
        Some((around, _)) => around.inside(archive)?.inside(rest),
        None => Address::from(archive).inside(rest),
    }
}

/// Files in memory: an archive opened on its own.
#[derive(Debug, Default)]
pub struct InMemory(pub SortedMap<FilePath, Arc<[u8]>>);

impl Files for InMemory {
    fn list(&self) -> SortedMap<FilePath, u64> {
        gather(self.0.iter().map(|(path, bytes)| (path.clone(), bytes.len() as u64)))
    }

    fn size(&self, path: &FilePath) -> Result<u64, Absence> {
        self.0.get(path).map(|bytes| bytes.len() as u64).ok_or(Absence::Missing)
    }

    fn stamp(&self, _: &FilePath) -> u64 {
        0
    }

    fn read(&self, path: &FilePath) -> Result<Arc<[u8]>, Absence> {
        let bytes = self.0.get(path).ok_or(Absence::Missing)?;
        if bytes.len() as u64 > MAX_TOTAL { Err(Absence::TooLarge) } else { Ok(Arc::clone(bytes)) }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write};

    use flate2::Compression;
    use flate2::write::GzEncoder;
    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;

    fn path(path: &str) -> FilePath {
        FilePath::new(path).expect("a path")
    }

    fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in files {
            writer.start_file(*name, SimpleFileOptions::default()).expect("a file");
            writer.write_all(bytes).expect("its bytes");
        }
        writer.finish().expect("an archive").into_inner()
    }

    fn tgz(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut builder = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::fast()));
        for (name, bytes) in files {
            let mut header = tar::Header::new_gnu();
            header.set_size(bytes.len() as u64);
            builder.append_data(&mut header, name, *bytes).expect("a file");
        }
        builder.into_inner().and_then(GzEncoder::finish).expect("an archive")
    }

    #[test]
    fn addresses_lead_into_nested_archives() {
        let address = Address::parse("a/app.csar!/charts/web.tgz!/values.yaml").expect("an address");
        assert_eq!(address.inside, [path("charts/web.tgz"), path("values.yaml")]);
        assert_eq!(address.to_string(), "a/app.csar!/charts/web.tgz!/values.yaml");
        let odd = Address::parse("wow!/a.yaml").expect("a folder may be called so");
        assert_eq!((odd.file, odd.inside.len()), (path("wow!/a.yaml"), 0));
        for bad in ["", "a.zip!/", "a.zip!/../b", "/a", "a.zip!/b.zip!/c.zip!/d.zip!/e.zip!/f"] {
            assert_eq!(Address::parse(bad), None, "{bad}");
        }
    }

    /// A package like those of ONAP: a chart in a CSAR. The digest is the published SHA-256 test vector for `abc`.
    #[test]
    fn files_in_nested_archives_can_be_read() {
        let chart = tgz(&[("web/Chart.yaml", b"name: web\n"), ("web/abc", b"abc")]);
        let csar = zip(&[("TOSCA-Metadata/TOSCA.meta", b"x"), ("charts/web.tgz", &chart)]);
        let size = csar.len() as u64;
        let files = [(path("app.csar"), csar.into()), (path("run.sh"), b"#!/bin/sh\n".to_vec().into())];
        let contents = Contents::of(Arc::new(InMemory(files.into())));
        let at = |text| Address::parse(text).expect("an address");
        assert_eq!(contents.list(None), Ok([(path("app.csar"), size), (path("run.sh"), 10)].into()));
        let inside = contents.list(Some(&at("app.csar!/charts/web.tgz")));
        assert_eq!(inside, Ok([(path("web/Chart.yaml"), 10), (path("web/abc"), 3)].into()));
        let abc = at("app.csar!/charts/web.tgz!/web/abc");
        assert_eq!((contents.size(&abc), contents.bytes(&abc)), (Ok(3), Ok(b"abc".to_vec().into())));
        let digest = contents.sha256(&abc).expect("it is there");
        assert_eq!(digest[..4], [0xba, 0x78, 0x16, 0xbf]);
        assert_eq!(contents.bytes(&at("app.csar!/charts/no")), Err(Absence::Missing));
        assert_eq!(contents.size(&at("no.csar!/a")), Err(Absence::Missing));
        assert!(matches!(contents.size(&at("app.csar!/TOSCA-Metadata/TOSCA.meta")), Ok(1)));
        let not_one = Contents::of(Arc::new(InMemory([(path("a.zip"), b"text".to_vec().into())].into())));
        assert!(matches!(not_one.list(Some(&at("a.zip"))), Err(Absence::Unreadable(_))));
    }

    /// A package that is wrapped into another one is a folder of that one.
    #[test]
    fn archives_can_be_entered_as_folders() {
        let inner = zip(&[("Definitions/asd.yaml", b"abc"), ("b", b"b")]);
        let outer = zip(&[("a/app.csar", &inner), ("c.zip/d", b"d")]);
        let wrapped = [(path("a/app.csar"), inner.into()), (path("c.zip/d"), b"d".to_vec().into())];
        let unpacked = Contents::of(Arc::new(InMemory(wrapped.into())));
        let packed = Contents::of(Arc::new(InMemory([(path("x.csar"), outer.into())].into())));
        let at = |text: &str| Address::parse(text).expect("an address");
        for (contents, prefix) in [(&unpacked, ""), (&packed, "x.csar!/"), (&packed, "x.csar/")] {
            let file = at(&format!("{prefix}a/app.csar/Definitions/asd.yaml"));
            assert_eq!((contents.size(&file), contents.bytes(&file)), (Ok(3), Ok(b"abc".to_vec().into())), "{prefix}");
            // A folder may be named like an archive.
            assert_eq!(contents.bytes(&at(&format!("{prefix}c.zip/d"))), Ok(b"d".to_vec().into()), "{prefix}");
            assert_eq!(contents.size(&at(&format!("{prefix}a/app.csar/no"))), Err(Absence::Missing), "{prefix}");
        }
        let listed = unpacked.list_folder("a/app.csar");
        assert_eq!(listed, [(path("a/app.csar/Definitions/asd.yaml"), 3), (path("a/app.csar/b"), 1)].into());
        assert_eq!(unpacked.list_folder("a/app.csar/Definitions").len(), 1);
    }

    #[test]
    fn an_edited_text_replaces_its_file_until_it_is_forgotten() {
        let on_disk = [(path("a/values.yaml"), b"old".to_vec().into()), (path("b"), b"b".to_vec().into())];
        let before = Contents::of(Arc::new(InMemory(on_disk.into())));
        let at = |text: &str| Address::from(path(text));
        let mut contents = before.clone();
        contents.edit(path("a/values.yaml"), "newer".into());
        contents.edit(path("a/new.yaml"), "n".into());
        assert_eq!(contents.list_folder("a"), [(path("a/new.yaml"), 1), (path("a/values.yaml"), 5)].into());
        assert_eq!(contents.list(None).map(|all| all.len()), Ok(3));
        assert_eq!(contents.bytes(&at("a/values.yaml")), Ok(b"newer".to_vec().into()));
        assert_eq!((contents.size(&at("a/values.yaml")), contents.size(&at("a/new.yaml"))), (Ok(5), Ok(1)));
        let stamp = contents.stamp(&at("a/values.yaml"));
        contents.edit(path("a/values.yaml"), "other".into());
        assert_ne!(contents.stamp(&at("a/values.yaml")), stamp);
        contents.forget(&path("a/values.yaml"));
        assert_eq!(contents.bytes(&at("a/values.yaml")), Ok(b"old".to_vec().into()));
        assert_eq!(before.bytes(&at("a/new.yaml")), Err(Absence::Missing), "other states do not change");
        assert_eq!(before.clone().with_edits_of(&contents).size(&at("a/new.yaml")), Ok(1));
    }

    /// 65 MiB of zeros compress to a few KiB.
    #[test]
    fn archive_bombs_are_not_unpacked() {
        let large = vec![0; usize::try_from(MAX_TOTAL).expect("it fits") + 1];
        for (name, bytes) in [("a.zip", zip(&[("large", &large)])), ("a.tgz", tgz(&[("large", &large)]))] {
            let contents = Contents::of(Arc::new(InMemory([(path(name), bytes.into())].into())));
            let address = Address::parse(&format!("{name}!/large")).expect("an address");
            assert_eq!(contents.size(&address), Ok(MAX_TOTAL + 1), "{name}");
            assert_eq!(contents.bytes(&address), Err(Absence::TooLarge), "{name}");
        }
    }
}
