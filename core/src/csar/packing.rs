//! Writes a package: a ZIP archive with `TOSCA.meta`, a manifest with the digests of all files if the package has one, and
//! the files. The same files give the same bytes.

use std::fmt::{self, Write as _};
use std::io::{Cursor, Write as _};
use std::sync::Arc;

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::content::Absence;
use crate::csar::manifest::{Manifest, SHA_256, digest};
use crate::csar::{CREATED_BY, CSAR_VERSION, ENTRY, ENTRY_MANIFEST, META, META_VERSION, Meta, Package};
use crate::sorted_map::{SortedMap, SortedSet};
use crate::text::FilePath;
use crate::workspace::Workspace;

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

/// Why a descriptor cannot be packed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotPacked {
    /// A file has not been loaded yet.
    Coming,
    /// Files are missing: the place of each reference, and the name as written.
    Missing(Vec<String>),
    Refused(String),
}

impl fmt::Display for NotPacked {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotPacked::Coming => formatter.write_str("a file has not been loaded yet"),
            NotPacked::Missing(files) if files.len() == 1 => {
                write!(formatter, "a file is missing: {}", files.join(", "))
            }
            NotPacked::Missing(files) => write!(formatter, "{} files are missing: {}", files.len(), files.join(", ")),
            NotPacked::Refused(why) => formatter.write_str(why),
        }
    }
}

/// The files of a package that is being written.
#[derive(Clone, Debug)]
pub struct Draft {
    pub files: Files,
    /// The `TOSCA.meta` among the files.
    pub meta: Option<Meta>,
    pub notes: Vec<String>,
}

impl Draft {
    /// Reads the `TOSCA.meta` of the files, or returns why it cannot be read.
    pub fn of(files: Files) -> Result<Self, String> {
        let meta = match files.get(&path(META)?) {
            Some(bytes) => Some(Meta::read(text_of(bytes, META)?)),
            None => None,
        };
        Ok(Draft { files, meta, notes: Vec::new() })
    }

    /// The descriptor that `TOSCA.meta` names.
    pub fn stated_descriptor(&self) -> Result<Option<FilePath>, String> {
        let Some(stated) = self.meta.as_ref().and_then(|meta| meta.get(ENTRY)) else { return Ok(None) };
        let entry = FilePath::new(stated).filter(|path| self.files.contains_key(path));
        entry.map(Some).ok_or_else(|| format!("`{META}` names the missing descriptor `{stated}`"))
    }

    /// The manifest that `TOSCA.meta` names, which may not exist yet, or the one at the root.
    pub fn manifest(&self) -> Result<Option<FilePath>, String> {
        match self.meta.as_ref().and_then(|meta| meta.get(ENTRY_MANIFEST)) {
            Some(stated) => path(stated).map(Some),
            None => {
                Ok(self.files.keys().find(|path| path.folder().is_empty() && path.as_str().ends_with(".mf")).cloned())
            }
        }
    }

    /// Adds `TOSCA.meta`, with its keys in the order of the specification (6.2).
    pub fn add_meta(&mut self, author: &str, entry: &FilePath, manifest: Option<&FilePath>) -> Result<(), String> {
        let mut text =
            format!("{META_VERSION}: 1.0\n{CSAR_VERSION}: 1.1\n{CREATED_BY}: {}\n{ENTRY}: {entry}\n", one_line(author));
        if let Some(manifest) = manifest {
            let _ = writeln!(text, "{ENTRY_MANIFEST}: {manifest}");
        }
        self.files.insert(path(META)?, Arc::from(text.into_bytes()));
        self.notes.push(format!("created `{META}`"));
        Ok(())
    }

    /// Writes the list of files into the manifest, which keeps everything else. `lists_itself` also lists the manifest, without
    /// a digest. `new` is the metadata of a manifest that does not exist yet.
    pub fn list_files(
        &mut self,
        manifest: FilePath,
        lists_itself: bool,
        new: impl FnOnce() -> Result<String, String>,
    ) -> Result<(), String> {
        let head = match self.files.get(&manifest) {
            Some(bytes) => Kept::of(text_of(bytes, manifest.as_str())?),
            None => {
                let metadata = new()?;
                self.notes.push(format!("created `{manifest}`"));
                Kept { metadata, sets: String::new(), listed: SortedSet::new(), is_signed: false }
            }
        };
        if head.is_signed {
            self.notes.push("the signature of the manifest is removed, because it would not match".to_owned());
        }
        let mut text = head.metadata;
        if lists_itself {
            let _ = write!(text, "\nSource: {manifest}\n");
        }
        for (path, bytes) in &self.files {
            // Files of sets for other systems are listed there.
            if *path == manifest || head.listed.contains(path.as_str()) {
                continue;
            }
            let hash = digest(SHA_256, bytes).unwrap_or_default();
            let _ = write!(text, "\nSource: {path}\nAlgorithm: {SHA_256}\nHash: {hash}\n");
        }
        if !head.sets.is_empty() {
            text.push('\n');
            text.push_str(&head.sets);
        }
        self.files.insert(manifest, Arc::from(text.into_bytes()));
        Ok(())
    }

    /// The archive.
    pub fn pack(self, descriptor: FilePath) -> Result<Packed, String> {
        let bytes = archive(&self.files).map_err(|error| format!("the archive cannot be written: {error}"))?;
        Ok(Packed { bytes, descriptor, notes: self.notes })
    }
}

/// Reads files of a package by their paths in it. Texts of the workspace take precedence, because they may not be saved yet.
pub fn read(package: &Package, workspace: &Workspace, paths: SortedSet<FilePath>) -> Result<Files, NotPacked> {
    let mut files = Files::new();
    for path in paths {
        let address = package.address(path.as_str());
        let text = address.as_ref().and_then(|address| workspace.file(&address.file));
        let bytes = match (text, &address) {
            (Some(file), _) => Ok(Arc::from(file.text.as_bytes())),
            (None, Some(address)) => workspace.contents().bytes(address),
            (None, None) => Err(Absence::Missing),
        };
        let bytes = bytes.map_err(|why| match why {
            Absence::Coming => NotPacked::Coming,
            why => NotPacked::Refused(format!("`{path}` cannot be read: {why}")),
        })?;
        files.insert(path, bytes);
    }
    Ok(files)
}

pub fn path(text: &str) -> Result<FilePath, String> {
    FilePath::new(text).ok_or_else(|| format!("`{text}` is not a path in a package"))
}

fn text_of<'a>(bytes: &'a [u8], name: &str) -> Result<&'a str, String> {
    std::str::from_utf8(bytes).map_err(|_| format!("`{name}` is not UTF-8"))
}

/// A value for `TOSCA.meta` or a manifest, where each is one line.
pub fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
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
fn archive(files: &Files) -> zip::result::ZipResult<Vec<u8>> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let is_meta = |(path, _): &(&FilePath, &Arc<[u8]>)| path.as_str() == META;
    let rest = files.iter().filter(|file| !is_meta(file));
    for (path, bytes) in files.iter().filter(is_meta).chain(rest) {
        writer.start_file(path.as_str(), options)?;
        writer.write_all(bytes)?;
    }
    Ok(writer.finish()?.into_inner())
}
