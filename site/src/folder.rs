//! A folder of descriptors on disk. All access goes through a capability handle that no path can leave, neither by `..`
//! nor by a symbolic link.

pub mod atomic;
pub mod contents;
pub mod csar;
pub mod exclusions;
pub mod listing;
pub mod visible;

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use cap_std::ambient_authority;
use cap_std::fs::{Dir, Metadata};
use descriptorium_core::analysis::Analysis;
use descriptorium_core::analysis::reported;
use descriptorium_core::catalog::Catalog;
use descriptorium_core::diagnostic::Severity;
use descriptorium_core::markdown;
use descriptorium_core::package::{self, LeftOut, Package, PackageError};
use descriptorium_core::rules::catalog_settings::CatalogSettings;
use descriptorium_core::rules::catalog_settings::publication::Publication;
pub use descriptorium_core::rules::file as rules;
use descriptorium_core::rules::{Rule, catalog_settings, ignore};
use descriptorium_core::settings::Settings;
use descriptorium_core::symbol::DescriptorRef;
use descriptorium_core::text::{FilePath, Span};
use descriptorium_core::workspace::{SourceFile, Workspace};

use crate::pages::Appearance;
use crate::pages::attachments;
use crate::pages::documents::{Documents, Lookup, Sources};

/// Maximum size of a file.
pub const MAX_BYTES: u64 = 8 << 20;
/// The manifest of a site, which marks its output folder.
pub const SITE: &str = ".descriptorium-site";
/// Maximum nesting depth of folders.
const MAX_DEPTH: usize = 32;

/// A folder by its path. It is opened for each access, since it can be deleted and created again in the meantime.
#[derive(Clone, Debug)]
pub struct Folder {
    root: PathBuf,
}

/// A stamp that changes when a file is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stamp {
    length: u64,
    modified: Option<SystemTime>,
    /// The inode number and the change time (ctime), if the system has them.
    identity: (u64, i64, i64),
}

/// The reason why a file is not read, or not completely.
#[derive(Clone, Debug)]
pub struct FileFinding {
    pub path: String,
    pub code: &'static str,
    pub severity: Severity,
    pub message: String,
    pub help: Option<String>,
    /// The text as far as it can be read, and the location of the finding.
    pub place: Option<(Arc<str>, Span)>,
}

impl Folder {
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Folder { root: root.into() }
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    pub fn open(&self) -> io::Result<Dir> {
        Dir::open_ambient_dir(&self.root, ambient_authority())
    }

    /// The display name of the folder.
    pub fn title(&self) -> String {
        let absolute = self.root.canonicalize().unwrap_or_else(|_| self.root.clone());
        absolute.file_name().map_or_else(|| "Catalog".to_owned(), |name| name.to_string_lossy().into_owned())
    }
}

impl Stamp {
    fn of(metadata: &Metadata) -> Self {
        let modified = metadata.modified().ok().map(cap_std::time::SystemTime::into_std);
        Stamp { length: metadata.len(), modified, identity: identity(metadata) }
    }

    /// The modification time.
    pub fn modified(&self) -> Option<SystemTime> {
        self.modified
    }

    /// Size of a serialized stamp in bytes.
    pub const BYTES: usize = 48;

    pub fn to_bytes(self) -> [u8; Stamp::BYTES] {
        let since = self.modified.and_then(|modified| modified.duration_since(SystemTime::UNIX_EPOCH).ok());
        let (seconds, nanos) = since.map_or((u64::MAX, 0), |since| (since.as_secs(), u64::from(since.subsec_nanos())));
        let (inode, changed, changed_nanos) = self.identity;
        let parts = [self.length, seconds, nanos, inode, changed.cast_unsigned(), changed_nanos.cast_unsigned()];
        let mut bytes = [0; Stamp::BYTES];
        bytes.chunks_exact_mut(8).zip(parts).for_each(|(to, part)| to.copy_from_slice(&part.to_le_bytes()));
        bytes
    }

    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut parts = bytes.chunks_exact(8).map(|part| part.try_into().map(u64::from_le_bytes).ok());
        let mut part = || parts.next().flatten();
        let (length, seconds, nanos) = (part()?, part()?, part()?);
        let since = (seconds != u64::MAX).then(|| Duration::new(seconds, u32::try_from(nanos).unwrap_or_default()));
        let modified = since.and_then(|since| SystemTime::UNIX_EPOCH.checked_add(since));
        let identity = (part()?, part()?.cast_signed(), part()?.cast_signed());
        Some(Stamp { length, modified, identity })
    }

    /// The stamp at a path, without following a symbolic link.
    pub fn of_path(path: &Path) -> io::Result<Self> {
        Ok(Stamp::of(&Metadata::from_just_metadata(fs::symlink_metadata(path)?)))
    }

    /// The stamp of a file in a folder.
    pub fn inside(dir: &Dir, path: &FilePath) -> io::Result<Self> {
        let metadata = dir.metadata(path.as_str())?;
        if metadata.is_file() { Ok(Stamp::of(&metadata)) } else { Err(io::ErrorKind::NotFound.into()) }
    }

    /// The stamp of a file at any path.
    pub fn of_file(path: &Path) -> io::Result<Self> {
        Ok(Stamp::of(&Metadata::from_file(&open_regular(path)?)?))
    }

    /// Whether the file was modified so shortly before `now` that another write could have the same time.
    pub fn is_fresh(&self, now: SystemTime) -> bool {
        let age = self.modified.and_then(|modified| now.duration_since(modified).ok());
        age.is_none_or(|age| age.as_secs() < 2)
    }
}

#[cfg(unix)]
fn identity(metadata: &Metadata) -> (u64, i64, i64) {
    use cap_std::fs::MetadataExt;
    (metadata.ino(), metadata.ctime(), metadata.ctime_nsec())
}

#[cfg(not(unix))]
fn identity(_: &Metadata) -> (u64, i64, i64) {
    (0, 0, 0)
}

impl FileFinding {
    pub fn new(path: impl Into<String>, rule: &'static Rule, message: impl Into<String>) -> Self {
        FileFinding::of(path, (rule.code, rule.severity), message)
    }

    /// A finding of a rule, given by its code and severity.
    pub fn of(path: impl Into<String>, (code, severity): (&'static str, Severity), message: impl Into<String>) -> Self {
        FileFinding { path: path.into(), code, severity, message: message.into(), help: None, place: None }
    }

    /// The reason why a file in an archive is skipped.
    pub fn of_left_out(left_out: &LeftOut) -> Self {
        FileFinding::new(&left_out.path, &rules::UNREADABLE, format!("not read: {}", left_out.why))
    }

    /// The findings of a file that is not recognized as a descriptor, if it is probably meant to be one.
    pub fn of_broken(file: SourceFile) -> Vec<Self> {
        let is_broken = !file.errors.is_empty() || file.tree.documents.len() > 1;
        let is_list = file.root.as_ref().is_some_and(|root| root.as_sequence().is_some());
        if !is_broken && !is_list {
            return Vec::new();
        }
        let path = file.path.clone();
        let mut workspace = Workspace::default();
        workspace.insert(Arc::new(file));
        let analysis = Analysis::new(workspace, Settings::default());
        let (Some(file), found) = (analysis.file(&path), analysis.diagnostics(&path)) else { return Vec::new() };
        if !reported::may_be_descriptor(file, found) {
            return Vec::new();
        }
        let file_findings = found.iter().map(|found| FileFinding {
            path: path.to_string(),
            code: found.code,
            severity: found.severity,
            message: found.message.clone(),
            help: found.help.clone(),
            place: Some((Arc::clone(&file.text), found.span)),
        });
        file_findings.collect()
    }

    /// Whether the file is a descriptor as far as it can be read; other YAML files are ignored.
    pub fn is_of_descriptor(&self) -> bool {
        let Some((text, _)) = &self.place else { return true };
        let path = FilePath::new(self.path.trim_start_matches('/'));
        path.is_some_and(|path| SourceFile::new(path, Arc::clone(text)).language.is_some())
    }

    pub fn help(self, help: impl Into<String>) -> Self {
        FileFinding { help: Some(help.into()), ..self }
    }
}

/// Whether a file with this name is read: YAML, JSON or CSV by extension, and not hidden.
pub fn is_descriptor_name(name: &str) -> bool {
    FilePath::new(name).is_some_and(|path| package::is_catalog_path(&path))
}

/// Whether [`listing::list`] would find a file at this path, unless a pattern excludes it.
pub fn is_listed(path: &FilePath) -> bool {
    package::is_catalog_path(path)
}

/// Whether a file at this path is part of the catalog in the folder `dir` at `root`, if it exists.
pub fn is_in_catalog(dir: &Dir, root: &Path, path: &FilePath) -> bool {
    is_listed(path) && !exclusions::leaves_out(dir, root, path)
}

/// Maximum size of an archive in bytes.
const MAX_ARCHIVE: u64 = 512 << 20;

/// An archive that was opened.
#[derive(Debug)]
pub struct OpenArchive {
    pub package: Package,
    /// The findings of the archive, with paths relative to it; those of the archive itself have an empty path.
    pub file_findings: Vec<FileFinding>,
}

/// Why pipes, sockets and devices are not read.
const NOT_REGULAR: &str = "it is not a regular file";

/// Opens a regular file. Opening or reading a pipe or a device may never end.
pub fn open_regular(path: &Path) -> io::Result<File> {
    let kind = fs::metadata(path)?.file_type();
    if kind.is_file() {
        File::open(path)
    } else if kind.is_dir() {
        Err(io::ErrorKind::IsADirectory.into())
    } else {
        Err(io::Error::other(NOT_REGULAR))
    }
}

/// The bytes of the file, if it is an archive.
pub fn archive(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let mut file = open_regular(path)?;
    let mut bytes = Vec::new();
    (&mut file).take(4).read_to_end(&mut bytes)?;
    if !package::is_archive(&bytes) {
        // Descriptors have other names.
        let has_name = path.file_name().and_then(|name| name.to_str()).is_some_and(package::has_archive_name);
        return if has_name { Err(io::Error::other(PackageError::NotAnArchive)) } else { Ok(None) };
    }
    if file.metadata()?.len() > MAX_ARCHIVE {
        return Err(io::Error::other(PackageError::TooLarge));
    }
    file.read_to_end(&mut bytes)?;
    Ok(Some(bytes))
}

/// The contents of the file, if it is an archive.
pub fn package(path: &Path) -> io::Result<Option<OpenArchive>> {
    let Some(bytes) = archive(path)? else { return Ok(None) };
    let package = package::open(&bytes).map_err(io::Error::other)?;
    let mut file_findings: Vec<FileFinding> = package.left_out.iter().map(FileFinding::of_left_out).collect();
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    file_findings.extend(csar::findings(&name, &bytes, &package));
    Ok(Some(OpenArchive { package, file_findings }))
}

fn unreadable(path: &str, error: &io::Error) -> FileFinding {
    FileFinding::new(path, &rules::UNREADABLE, format!("cannot be read: {}", reason(error)))
}

fn not_regular(path: &str) -> FileFinding {
    FileFinding::new(path, &rules::UNREADABLE, format!("cannot be read: {NOT_REGULAR}"))
}

/// The message of the operating system, in the style of our own.
pub fn reason(error: &io::Error) -> String {
    if let Some(error) = error.get_ref().and_then(|error| error.downcast_ref::<atomic::ReadOnly>()) {
        return error.to_string();
    }
    match error.kind() {
        io::ErrorKind::NotFound => "no such file or folder".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::StorageFull => "the disk is full".to_owned(),
        io::ErrorKind::ReadOnlyFilesystem => "the file system is read-only".to_owned(),
        io::ErrorKind::AddrInUse => "the address is already in use".to_owned(),
        io::ErrorKind::NotADirectory => "it is not a folder".to_owned(),
        io::ErrorKind::IsADirectory => "it is a folder".to_owned(),
        _ => {
            // Removes the number, as in `File name too long (os error 36)`.
            let words = error.to_string();
            let words = words.split(" (os error ").next().unwrap_or_default();
            let mut characters = words.chars();
            characters.next().map_or_else(String::new, |first| first.to_lowercase().chain(characters).collect())
        }
    }
}

/// A file named by the `site` settings that is not read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// The key of the setting.
    pub key: &'static str,
    /// Why, starting with the path as written.
    pub why: String,
}

/// Reads the style, header and footer of the site. A refused file adds nothing.
pub fn look(dir: &Dir, stated: &catalog_settings::SiteSettings) -> (Appearance, Vec<Refused>) {
    let mut refused = Vec::new();
    let mut text = |key: &'static str, named: &Option<String>, extensions: &[&str]| {
        let named = named.as_deref()?;
        let path = FilePath::new(named.trim_start_matches("./"));
        let read = path.ok_or_else(|| "it must be a path inside this folder".to_owned()).and_then(|path| {
            visible::check(dir, &path, extensions)?;
            read(dir, &path).map_err(|finding| finding.message)
        });
        read.map_err(|why| refused.push(Refused { key, why: format!("`{named}` cannot be used: {why}") })).ok()
    };
    let style = text("style", &stated.style, visible::STYLES);
    let header = text("header", &stated.header, visible::MARKDOWN);
    let footer = text("footer", &stated.footer, visible::MARKDOWN);
    let look = Appearance {
        style,
        header,
        footer,
        repository: web_address("repository", &stated.repository, &mut refused),
        edit: web_address("edit", &stated.edit, &mut refused),
        ..Appearance::default()
    };
    (look, refused)
}

/// A web address of the settings.
fn web_address(key: &'static str, stated: &Option<String>, refused: &mut Vec<Refused>) -> Option<String> {
    let address = stated.as_deref()?;
    let is_web = markdown::is_web_address(address) && address.starts_with("http");
    if !is_web {
        refused.push(Refused { key, why: format!("`{address}` is not a web address") });
    }
    is_web.then(|| address.to_owned())
}

/// Everything that the documents of a catalog follow from, except for the folder.
pub struct Published<'a> {
    pub stated: &'a CatalogSettings,
    pub readme: Option<&'a str>,
    pub catalog: &'a Catalog,
    /// The files to which the descriptions of descriptors link.
    pub linked: Vec<FilePath>,
}

/// The facts about descriptors in the settings, and the documents of the catalog: those that the settings name, and those
/// that its README and its descriptors link to. Returns findings about everything that these cannot show.
pub fn publish((dir, root): (&Dir, &Path), look: &mut Appearance, published: &Published<'_>) -> Vec<FileFinding> {
    let Published { stated, readme, catalog, linked } = published;
    let publication = Publication::of(stated).0;
    let readme_path = readme_path(dir);
    let path = |named: &Option<String>| FilePath::new(named.as_deref()?.trim_start_matches("./"));
    let (header, footer) = (path(&stated.site.header), path(&stated.site.footer));
    let settings = FilePath::new(catalog_settings::FILE).and_then(|path| read(dir, &path).ok()).unwrap_or_default();
    let sources = Sources {
        readme: readme_path.as_ref().zip(*readme),
        frame: [header.as_ref().zip(look.header.as_deref()), footer.as_ref().zip(look.footer.as_deref())],
        settings: &settings,
        pages: &publication.pages,
        linked,
    };
    let (documents, mut found) = Documents::of(&InFolder { dir, root, catalog }, sources);
    (look.documents, look.publication) = (documents, publication);
    let levels = stated.settings();
    found.retain_mut(|one| {
        let severity = ignore::leveled(one.severity, levels.level(one.code));
        severity.is_some_and(|severity| {
            one.severity = severity;
            true
        })
    });
    found
}

/// Maximum number of files among which descriptors are looked for.
const MAX_SEEN: usize = 10_000;

/// The files of a folder that documents may link to.
struct InFolder<'a> {
    dir: &'a Dir,
    root: &'a Path,
    catalog: &'a Catalog,
}

impl Lookup for InFolder<'_> {
    fn text(&self, path: &FilePath) -> Result<String, String> {
        visible::check(self.dir, path, visible::MARKDOWN)?;
        if exclusions::leaves_out(self.dir, self.root, path) {
            return Err("it is excluded".to_owned());
        }
        read(self.dir, path).map_err(|finding| finding.message)
    }

    fn is_file(&self, path: &FilePath) -> bool {
        let extension =
            Path::new(path.as_str()).extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        // A link could lead to a hidden file.
        let leads_to_itself = |path: &str| {
            let target = self.dir.canonicalize(path);
            target.is_ok_and(|target| target == Path::new(path) && !visible::is_hidden(&target))
        };
        let is_plain = |path: &str| self.dir.symlink_metadata(path).is_ok_and(|metadata| metadata.is_file());
        let is_there = match extension {
            "" => leads_to_itself(path.as_str()) && is_plain(path.as_str()),
            extension => visible::check(self.dir, path, &[extension]).is_ok(),
        };
        // The site has no files of folders that belong to build tools.
        is_there
            && path.as_str().split('/').all(package::is_entered)
            && !exclusions::leaves_out(self.dir, self.root, path)
    }

    fn refusal(&self, path: &FilePath) -> Option<&'static str> {
        let size = self.dir.metadata(path.as_str()).map_or(0, |metadata| metadata.len());
        if size > package::MAX_TOTAL {
            return Some("it is larger than 64 MiB");
        }
        let is_svg = path.name().to_ascii_lowercase().ends_with(".svg");
        let is_active = || self.dir.read(path.as_str()).is_ok_and(|bytes| !attachments::is_still(&bytes));
        (is_svg && is_active())
            .then_some("images in SVG with scripts, event handlers or references are never part of a site")
    }

    fn has_name(&self, name: &DescriptorRef) -> bool {
        self.catalog.resolve_range(name).found().is_some()
    }

    fn is_folder(&self, path: &str) -> bool {
        !visible::is_hidden(Path::new(path)) && self.dir.metadata(path).is_ok_and(|metadata| metadata.is_dir())
    }

    fn has_descriptors(&self, path: &str) -> bool {
        let (mut folders, mut n_seen) = (vec![(path.to_owned(), 0)], 0);
        while let Some((folder, depth)) = folders.pop() {
            for entry in self.dir.read_dir(&folder).into_iter().flatten().filter_map(Result::ok) {
                let name = entry.file_name();
                let Some(name) = name.to_str() else { continue };
                n_seen += 1;
                let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
                match is_folder {
                    true if depth < MAX_DEPTH && package::is_entered(name) => {
                        folders.push((format!("{folder}/{name}"), depth + 1));
                    }
                    true => {}
                    false if [".yaml", ".yml", ".json"].iter().any(|ending| name.ends_with(ending)) => return true,
                    // A folder this large is not searched further.
                    false if n_seen > MAX_SEEN => return true,
                    false => {}
                }
            }
        }
        false
    }
}

/// Deletes temporary files that a killed process left in a folder and its listed subfolders.
pub fn clear_drafts(root: &Dir) {
    clear_below(root, 0);
}

fn clear_below(dir: &Dir, depth: usize) {
    atomic::clear(dir);
    if depth == MAX_DEPTH {
        return;
    }
    let entries = dir.entries().into_iter().flatten().filter_map(Result::ok);
    let folders = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
    let entered = folders.map(|entry| entry.file_name()).filter(|name| name.to_str().is_some_and(package::is_entered));
    // Keeps only the names: the number of open folders is limited.
    for name in entered.collect::<Vec<_>>() {
        let inner = dir.open_dir(name).ok().filter(|inner| inner.symlink_metadata(SITE).is_err());
        inner.iter().for_each(|inner| clear_below(inner, depth + 1));
    }
}

/// Deletes temporary files that a killed process left in the folder at `path`.
pub fn clear_drafts_in(path: &Path) {
    if let Ok(dir) = Folder::new(path).open() {
        atomic::clear(&dir);
    }
}

/// The README of the folder, in Markdown; `None` if there is none.
pub fn readme(dir: &Dir) -> Option<Result<String, FileFinding>> {
    let path = readme_path(dir)?;
    Some(match visible::check(dir, &path, visible::MARKDOWN) {
        Ok(()) => read(dir, &path),
        Err(why) => Err(FileFinding::new(path.as_str(), &rules::UNREADABLE, format!("cannot be read: {why}"))),
    })
}

/// The path of the README of a folder.
fn readme_path(dir: &Dir) -> Option<FilePath> {
    let names = ["README.md", "readme.md", "Readme.md"].into_iter();
    names.filter(|name| dir.symlink_metadata(name).is_ok()).find_map(FilePath::new)
}

/// Writes `content` to the file at `path` atomically; the file may be new. Special files such as `/dev/stdout` are
/// written directly.
pub fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    let is_plain = path.file_name().is_some_and(|name| name.to_str().is_some());
    if !is_plain || (path.exists() && !path.is_file()) {
        return fs::write(path, content);
    }
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let (dir, name) = parted(&path)?;
    atomic::clear(&dir);
    atomic::Draft::write(&dir, name, content)?.replace(name)
}

/// Replaces the file at `path` with `after` atomically, if it still contains `before`.
pub fn replace(path: &Path, before: &[u8], after: &[u8]) -> io::Result<()> {
    let path = path.canonicalize()?;
    let (dir, name) = parted(&path)?;
    if dir.read(name)? != before {
        return Err(io::Error::other("it changed after it was read"));
    }
    atomic::Draft::write(&dir, name, after)?.replace(name)
}

/// Why the file at `path` cannot be written by [`replace`], as far as this is known before.
pub fn may_replace(path: &Path) -> io::Result<()> {
    let path = path.canonicalize()?;
    let (dir, name) = parted(&path)?;
    atomic::may_write(&dir, name)
}

/// The folder of a file, and its name there.
fn parted(path: &Path) -> io::Result<(Dir, &str)> {
    let name = path.file_name().and_then(|name| name.to_str()).ok_or(io::ErrorKind::InvalidFilename)?;
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    Ok((Folder::new(parent).open()?, name))
}

/// The text of a file that another one names, if it can be read. It may be in a folder that is not listed.
pub fn read_named(dir: &Dir, path: &FilePath) -> Option<String> {
    package::is_source_path(path).then(|| read_descriptor(dir, path).ok()).flatten()
}

/// The text of a file that was listed; `None` for JSON and CSV that is not part of a catalog.
pub fn read_listed(dir: &Dir, path: &FilePath) -> Option<Result<String, FileFinding>> {
    let read = read_descriptor(dir, path);
    let is_ours = || match &read {
        Ok(text) => package::is_part(path, text),
        Err(_) => begins_as_descriptor(dir, path),
    };
    (!package::is_by_content(path) || is_ours()).then_some(read)
}

/// Whether a JSON or CSV file that cannot be read as text begins like a part of a catalog, or cannot be read at all.
fn begins_as_descriptor(dir: &Dir, path: &FilePath) -> bool {
    if dir.metadata(path.as_str()).is_ok_and(|metadata| !metadata.is_file()) {
        return false;
    }
    let mut bytes = Vec::new();
    let read = dir.open(path.as_str()).and_then(|file| file.take(MAX_BYTES).read_to_end(&mut bytes));
    read.is_err() || package::is_part(path, &String::from_utf8_lossy(&bytes))
}

/// The text of a descriptor. Links to hidden files and to files of other kinds are refused: their text would be published.
pub fn read_descriptor(dir: &Dir, path: &FilePath) -> Result<String, FileFinding> {
    let target = dir.canonicalize(path.as_str()).map_err(|error| unreadable(path.as_str(), &error))?;
    if let Some(why) = visible::target_of_descriptor(&target) {
        return Err(FileFinding::new(path.as_str(), &rules::UNREADABLE, format!("cannot be read: {why}")));
    }
    read(dir, path)
}

/// The text of a file in a folder.
pub fn read(dir: &Dir, path: &FilePath) -> Result<String, FileFinding> {
    let failed = |error: io::Error| unreadable(path.as_str(), &error);
    if !dir.metadata(path.as_str()).map_err(failed)?.is_file() {
        return Err(not_regular(path.as_str()));
    }
    text(path.as_str(), dir.open(path.as_str()).map_err(failed)?)
}

/// Reads a text from `source`, for the file shown as `path`.
pub fn text(path: &str, source: impl Read) -> Result<String, FileFinding> {
    text_up_to(MAX_BYTES, path, source)
}

/// Reads a text of at most `limit` bytes from `source`, for the file shown as `path`.
pub fn text_up_to(limit: u64, path: &str, source: impl Read) -> Result<String, FileFinding> {
    let mut bytes = Vec::new();
    source.take(limit + 1).read_to_end(&mut bytes).map_err(|error| unreadable(path, &error))?;
    if bytes.len() as u64 > limit {
        let message = format!("larger than {} MiB, not read", limit >> 20);
        let finding = FileFinding::new(path, &rules::TOO_LARGE, message);
        return Err(finding.help("split it, or exclude it with `exclude` in `descriptorium.yaml`"));
    }
    if let Some(text) = of_utf16(&bytes) {
        return Err(FileFinding {
            place: Some((text.into(), Span::at(0))),
            ..FileFinding::new(path, &rules::NOT_UTF8, "the file is UTF-16").help("save it as UTF-8")
        });
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        not_utf8(path, error.as_bytes(), at)
    })
}

/// Number of bytes that are inspected to detect UTF-16 without a byte order mark.
const SAMPLE: usize = 1024;

/// Decodes UTF-16, detected by a byte order mark, or because most code units have a zero byte on the same side, as with
/// ASCII keys.
fn of_utf16(bytes: &[u8]) -> Option<String> {
    let (little, big) = (u16::from_le_bytes as fn([u8; 2]) -> u16, u16::from_be_bytes as fn([u8; 2]) -> u16);
    let pairs = |bytes: &[u8]| bytes.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect::<Vec<_>>();
    let (unit, pairs) = match bytes {
        [0xff, 0xfe, rest @ ..] => (little, pairs(rest)),
        [0xfe, 0xff, rest @ ..] => (big, pairs(rest)),
        _ => {
            let sample = pairs(&bytes[..bytes.len().min(SAMPLE)]);
            let n_nul = |side: usize| sample.iter().filter(|pair| pair.get(side) == Some(&0)).count();
            let unit = match (n_nul(0), n_nul(1)) {
                (0, after) if after > sample.len() / 2 => little,
                (before, 0) if before > sample.len() / 2 => big,
                _ => return None,
            };
            (unit, pairs(bytes))
        }
    };
    let units = pairs.into_iter().map(unit);
    Some(char::decode_utf16(units).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER)).collect())
}

fn not_utf8(path: &str, bytes: &[u8], at: usize) -> FileFinding {
    let text = String::from_utf8_lossy(bytes);
    let end = at + char::REPLACEMENT_CHARACTER.len_utf8();
    let byte = bytes.get(at).copied().unwrap_or_default();
    let message = format!("byte 0x{byte:02X} is not valid UTF-8");
    let help = "save the file as UTF-8; this looks like an older encoding such as Latin-1 or Windows-1252";
    FileFinding {
        place: Some((text.into_owned().into(), Span::new(at, end))),
        ..FileFinding::new(path, &rules::NOT_UTF8, message).help(help)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_files_and_other_kinds_are_not_read() {
        for name in ["a.yaml", "a.YML", "a.layout.yaml", "video.v1.yml", "template.json"] {
            assert!(is_descriptor_name(name), "{name}");
        }
        for name in [".a.yaml", ".yaml", "yaml", "a.yaml.bak", "a.jsonl", ".json", "a"] {
            assert!(!is_descriptor_name(name), "{name}");
        }
        let listed = |path| is_listed(&FilePath::new(path).expect("a path"));
        assert!(listed("a.yaml") && listed("video/target.yaml"));
        assert!(!listed(".github/a.yaml") && !listed("x/node_modules/a.yaml") && !listed("target/a.yaml"));
    }

    #[test]
    fn a_byte_that_is_no_text_has_its_place() {
        let finding = text("a.yaml", &b"name: x\ndescription: caf\xe9\n"[..]).expect_err("Latin-1");
        let (text, span) = finding.place.expect("a place");
        assert_eq!((finding.code, span.of(&text), span.start), ("file/not-utf8", "\u{fffd}", 24));
    }

    #[test]
    fn utf16_is_recognized() {
        for written in ["\u{feff}name: x\n", "name: x\n"] {
            for bytes in [u16::to_le_bytes, u16::to_be_bytes] {
                let bytes: Vec<u8> = written.encode_utf16().flat_map(bytes).collect();
                let finding = text("a.yaml", bytes.as_slice()).expect_err("UTF-16");
                let (text, _) = finding.place.expect("a place");
                let read = text.trim_start_matches('\u{feff}');
                assert_eq!((finding.message.as_str(), read), ("the file is UTF-16", "name: x\n"));
            }
        }
        for bytes in [&b""[..], b"name: \0x\n", b"\0\0\0\0"] {
            assert!(text("a.yaml", bytes).is_ok(), "{bytes:?}");
        }
    }
}
