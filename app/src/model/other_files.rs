//! Files of any kind around the open catalog: in its folder, on its server, and in archives that were opened next to
//! it. They are listed and read on demand, asynchronously.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use descriptorium_core::content::{Absence, Files, below};
use descriptorium_core::package::{self, MAX_TOTAL};
use descriptorium_core::sorted_map::{SortedMap, SortedSet};
use descriptorium_core::sorting::gather;
use descriptorium_core::text::FilePath;

/// The sizes of files in bytes.
pub type Sizes = SortedMap<FilePath, u64>;

/// A request for a list or a file.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Request {
    /// The list of all files.
    List,
    /// The content of a file.
    Bytes(FilePath),
}

/// An archive that was opened next to a catalog. Its files count as files of a folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenedArchive {
    pub folder: FilePath,
    pub bytes: Arc<[u8]>,
}

/// The files, as far as they have been listed and read.
pub struct OtherFiles {
    known: Mutex<Cache>,
    /// Starts to fetch a list or a file.
    fetch: Box<dyn Fn(Request) + Send + Sync>,
}

#[derive(Default)]
struct Cache {
    list: Option<Result<Sizes, String>>,
    /// The most recently read files, the latest last.
    read: Vec<Read>,
    n_read: u64,
    coming: SortedSet<Request>,
    /// The number of requests, including those that were pending.
    n_coming: u32,
    archives: Vec<(OpenedArchive, Sizes)>,
    /// Files that were dropped on the page and are not in the folder, with the numbers that are their stamps.
    dropped: SortedMap<FilePath, (u64, Arc<[u8]>)>,
}

struct Read {
    path: FilePath,
    stamp: u64,
    content: Result<Arc<[u8]>, Absence>,
}

impl Read {
    fn size(&self) -> u64 {
        self.content.as_ref().map_or(0, |bytes| bytes.len() as u64)
    }
}

impl fmt::Debug for OtherFiles {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("OtherFiles").finish_non_exhaustive()
    }
}

impl OtherFiles {
    /// Starts without any files. `fetch` starts a request and returns at once; [`OtherFiles::set_list`] and
    /// [`OtherFiles::set_content`] receive the results.
    pub fn new(fetch: impl Fn(Request) + Send + Sync + 'static) -> Self {
        OtherFiles { known: Mutex::default(), fetch: Box::new(fetch) }
    }

    fn known(&self) -> MutexGuard<'_, Cache> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts a request, unless it is pending.
    fn request(&self, wanted: Request) -> Absence {
        let is_new = {
            let mut known = self.known();
            known.n_coming += 1;
            known.coming.insert(wanted.clone())
        };
        if is_new {
            (self.fetch)(wanted);
        }
        Absence::Coming
    }

    /// Whether a request is pending.
    pub fn is_fetching(&self) -> bool {
        !self.known().coming.is_empty()
    }

    /// Receives the list of files outside archives, or an error.
    pub fn set_list(&self, list: Result<Sizes, String>) {
        let mut known = self.known();
        known.coming.remove(&Request::List);
        known.list = Some(list);
    }

    /// Receives the content of a file, or an error.
    pub fn set_content(&self, path: FilePath, content: Result<Arc<[u8]>, Absence>) {
        let mut known = self.known();
        known.coming.remove(&Request::Bytes(path.clone()));
        known.n_read += 1;
        let stamp = known.n_read;
        known.read.retain(|other| other.path != path);
        known.read.push(Read { path, stamp, content });
        while known.read.len() > 1 && known.read.iter().map(Read::size).sum::<u64>() > MAX_TOTAL {
            known.read.remove(0);
        }
    }

    /// Adds the files of an archive and replaces an archive in the same folder. An unreadable archive adds none.
    pub fn add(&self, archive: OpenedArchive) {
        let sizes = package::sizes(&archive.bytes).unwrap_or_default();
        let mut known = self.known();
        known.archives.retain(|(other, _)| other.folder != archive.folder);
        known.archives.push((archive, sizes));
    }

    /// The files that were dropped on the page and are not in the folder.
    pub fn dropped(&self) -> Vec<(FilePath, Arc<[u8]>)> {
        self.known().dropped.iter().map(|(path, (_, bytes))| (path.clone(), Arc::clone(bytes))).collect()
    }

    /// Notes that a dropped file is in the folder now.
    pub fn set_saved(&self, path: &FilePath) {
        let mut known = self.known();
        let Some((_, bytes)) = known.dropped.remove(path) else { return };
        if let Some(Ok(list)) = &mut known.list {
            list.insert(path.clone(), bytes.len() as u64);
        }
        drop(known);
        self.set_content(path.clone(), Ok(bytes));
    }

    /// Adds a file that was dropped on the page.
    pub fn add_file(&self, path: FilePath, bytes: Arc<[u8]>) {
        let mut known = self.known();
        known.n_read += 1;
        let stamp = known.n_read;
        known.dropped.insert(path, (stamp, bytes));
    }

    /// The folders of the archives.
    pub fn archives(&self) -> Vec<FilePath> {
        self.known().archives.iter().map(|(archive, _)| archive.folder.clone()).collect()
    }

    /// Forgets a list or content, so that it is fetched again on the next request.
    pub fn forget(&self, wanted: &Request) {
        let mut known = self.known();
        match wanted {
            Request::List => known.list = None,
            Request::Bytes(path) => known.read.retain(|read| read.path != *path),
        }
    }

    /// All files with their sizes; [`Absence::Coming`] until they have been listed.
    pub fn sizes(&self) -> Result<Sizes, Absence> {
        let known = self.known();
        match &known.list {
            Some(Ok(list)) => {
                let inside = known.archives.iter().flat_map(|(archive, sizes)| {
                    let place = |path: &FilePath| FilePath::in_folder(archive.folder.as_str(), path.as_str());
                    sizes.iter().filter_map(move |(path, size)| Some((place(path)?, *size)))
                });
                let dropped = known.dropped.iter().map(|(path, (_, bytes))| (path.clone(), bytes.len() as u64));
                Ok(gather(list.iter().map(|(path, size)| (path.clone(), *size)).chain(inside).chain(dropped)))
            }
            Some(Err(why)) => Err(Absence::Unreadable(why.clone())),
            None => {
                drop(known);
                Err(self.request(Request::List))
            }
        }
    }
}

impl Cache {
    /// Whether the list of files, or an archive, has files below this path.
    fn is_folder(&self, path: &FilePath) -> bool {
        let listed = self.list.iter().flatten().map(|sizes| (path.clone(), sizes));
        let inside = self.archives.iter().filter_map(|(archive, sizes)| {
            let inside = path.as_str().strip_prefix(archive.folder.as_str())?.strip_prefix('/')?;
            Some((FilePath::new(inside)?, sizes))
        });
        listed.chain(inside).any(|(folder, sizes)| below(sizes, folder.as_str()).next().is_some())
    }

    /// The archive with the file at `path`, and the path in the archive.
    fn inside(&self, path: &FilePath) -> Option<(&OpenedArchive, FilePath, u64)> {
        self.archives.iter().find_map(|(archive, sizes)| {
            let inside = path.as_str().strip_prefix(archive.folder.as_str())?.strip_prefix('/')?;
            let inside = FilePath::new(inside)?;
            let size = *sizes.get(&inside)?;
            Some((archive, inside, size))
        })
    }
}

impl Files for OtherFiles {
    fn list(&self) -> Sizes {
        self.sizes().unwrap_or_default()
    }

    fn size(&self, path: &FilePath) -> Result<u64, Absence> {
        self.sizes()?.get(path).copied().ok_or(Absence::Missing)
    }

    fn n_coming(&self) -> u32 {
        self.known().n_coming
    }

    fn stamp(&self, path: &FilePath) -> u64 {
        let known = self.known();
        let read = known.read.iter().find(|read| read.path == *path).map(|read| read.stamp);
        read.or(known.dropped.get(path).map(|(stamp, _)| *stamp)).unwrap_or(0)
    }

    fn read(&self, path: &FilePath) -> Result<Arc<[u8]>, Absence> {
        let known = self.known();
        if let Some((_, bytes)) = known.dropped.get(path) {
            return Ok(Arc::clone(bytes));
        }
        if let Some((archive, inside, size)) = known.inside(path) {
            let bytes = Arc::clone(&archive.bytes);
            drop(known);
            if size > MAX_TOTAL {
                return Err(Absence::TooLarge);
            }
            let content = package::extract(&bytes, &inside).map_err(|error| Absence::Unreadable(error.to_string()))?;
            return content.map(Arc::from).ok_or(Absence::TooLarge);
        }
        match known.read.iter().find(|read| read.path == *path) {
            Some(read) => read.content.clone(),
            // A folder has no content, so a request for it would fail.
            None if known.is_folder(path) => Err(Absence::Missing),
            None => {
                drop(known);
                Err(self.request(Request::Bytes(path.clone())))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write};

    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;

    fn path(path: &str) -> FilePath {
        FilePath::new(path).expect("a path")
    }

    /// Files, and the requests that they made.
    fn around() -> (OtherFiles, Arc<Mutex<Vec<Request>>>) {
        let asked = Arc::new(Mutex::new(Vec::new()));
        let log = Arc::clone(&asked);
        (OtherFiles::new(move |wanted| log.lock().expect("one thread").push(wanted)), asked)
    }

    #[test]
    fn files_are_fetched_once_on_demand() {
        let (around, asked) = around();
        let (a, b) = (path("a.sh"), path("b.sh"));
        assert_eq!((around.size(&a), around.size(&a)), (Err(Absence::Coming), Err(Absence::Coming)));
        assert_eq!((around.read(&a), around.read(&a)), (Err(Absence::Coming), Err(Absence::Coming)));
        assert_eq!(*asked.lock().expect("one thread"), [Request::List, Request::Bytes(a.clone())]);
        around.set_list(Ok([(a.clone(), 3)].into()));
        around.set_content(a.clone(), Ok(b"abc".to_vec().into()));
        assert_eq!((around.size(&a), around.size(&b)), (Ok(3), Err(Absence::Missing)));
        assert_eq!(around.read(&a), Ok(b"abc".to_vec().into()));
        let before = around.stamp(&a);
        around.forget(&Request::Bytes(a.clone()));
        assert_eq!(around.read(&a), Err(Absence::Coming));
        around.set_content(a.clone(), Ok(b"abcd".to_vec().into()));
        assert_ne!(around.stamp(&a), before, "an archive is opened again");
        around.set_list(Err("no access".to_owned()));
        assert_eq!(around.size(&a), Err(Absence::Unreadable("no access".to_owned())));
    }

    #[test]
    fn a_dropped_file_is_among_the_others() {
        let (around, asked) = around();
        let chart = path("charts/web.tgz");
        around.set_list(Ok([(path("a.yaml"), 1)].into()));
        around.add_file(chart.clone(), b"abc".to_vec().into());
        assert_eq!(around.sizes(), Ok([(path("a.yaml"), 1), (chart.clone(), 3)].into()));
        assert_eq!((around.size(&chart), around.read(&chart)), (Ok(3), Ok(b"abc".to_vec().into())));
        let before = around.stamp(&chart);
        around.add_file(chart.clone(), b"abcd".to_vec().into());
        assert_ne!(around.stamp(&chart), before);
        assert_eq!(around.dropped(), [(chart.clone(), b"abcd".to_vec().into())]);
        around.set_saved(&chart);
        assert_eq!((around.dropped(), around.size(&chart)), (Vec::new(), Ok(4)));
        assert_eq!(around.read(&chart), Ok(b"abcd".to_vec().into()));
        assert!(asked.lock().expect("one thread").is_empty());
        around.forget(&Request::Bytes(chart.clone()));
        assert_eq!(around.read(&chart), Err(Absence::Coming), "it may change in the folder");
    }

    #[test]
    fn a_folder_is_not_fetched() {
        let (around, asked) = around();
        around.set_list(Ok([(path("charts/web/Chart.yaml"), 3)].into()));
        assert_eq!(around.read(&path("charts/web")), Err(Absence::Missing));
        // Files that are not listed may exist too.
        assert_eq!(around.read(&path("charts/we")), Err(Absence::Coming));
        assert_eq!(*asked.lock().expect("one thread"), [Request::Bytes(path("charts/we"))]);
    }

    #[test]
    fn contents_are_kept_up_to_a_limit() {
        let (around, _) = around();
        let half: Arc<[u8]> = vec![0; usize::try_from(MAX_TOTAL / 2).expect("it fits")].into();
        for name in ["a", "b", "c"] {
            around.set_content(path(name), Ok(Arc::clone(&half)));
        }
        assert_eq!(around.read(&path("a")), Err(Absence::Coming), "the oldest one goes");
        assert!(around.read(&path("b")).is_ok() && around.read(&path("c")).is_ok());
    }

    #[test]
    fn the_files_of_an_archive_count_as_files_of_a_folder() {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, text) in [("b.yaml", "name: b"), ("scripts/run.sh", "#!/bin/sh")] {
            writer.start_file(name, SimpleFileOptions::default()).expect("a file");
            writer.write_all(text.as_bytes()).expect("its bytes");
        }
        let bytes = writer.finish().expect("an archive").into_inner();
        let (around, asked) = around();
        around.add(OpenedArchive { folder: path("pack"), bytes: bytes.into() });
        assert_eq!(around.read(&path("pack/scripts/run.sh")), Ok(b"#!/bin/sh".to_vec().into()));
        assert_eq!(around.read(&path("pack/no.sh")), Err(Absence::Coming), "it may be in the folder");
        around.set_list(Ok([(path("a.yaml"), 1)].into()));
        let all = around.sizes().expect("they are listed");
        assert_eq!(all, [(path("a.yaml"), 1), (path("pack/b.yaml"), 7), (path("pack/scripts/run.sh"), 9)].into());
        assert_eq!(around.archives(), [path("pack")]);
        assert_eq!(*asked.lock().expect("one thread"), [Request::Bytes(path("pack/no.sh"))]);
    }
}
