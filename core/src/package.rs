//! Archives of descriptors, as orchestrators take them: `.zip` and `.csar`, `.tgz` and `.tar.gz`. Bytes in, texts out;
//! nothing here reads a disk, and nothing in an archive reaches out of it or makes it grow without bounds.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Cursor, Read};

use flate2::read::GzDecoder;
use tar::Archive;
use zip::ZipArchive;

use crate::text::FilePath;

/// The most bytes that one file of an archive may have.
pub const MAX_FILE: u64 = 8 << 20;
/// The most bytes that the YAML of an archive may have together, unpacked.
pub const MAX_TOTAL: u64 = 64 << 20;
/// The most bytes that are unpacked to find the YAML in a `.tgz`, where what is passed over has to be unpacked too.
const MAX_UNPACKED: u64 = 256 << 20;
/// The most entries that are looked at.
pub const MAX_ENTRIES: usize = 50_000;

/// The YAML files of an archive.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Package {
    pub files: BTreeMap<FilePath, String>,
    /// What is YAML by its name and was not taken, with the reason.
    pub left_out: Vec<LeftOut>,
    /// What is there besides: the names of files that are no descriptors.
    pub others: Vec<String>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeftOut {
    pub path: String,
    pub why: &'static str,
}

/// Why an archive cannot be opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PackageError {
    /// It is of another kind.
    NotAnArchive,
    /// It cannot be read to its end: what the reader says.
    Broken(String),
    /// It has more entries, or becomes larger, than any package of descriptors.
    TooLarge,
}

impl fmt::Display for PackageError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PackageError::NotAnArchive => formatter.write_str("this is no .zip, .csar, .tgz or .tar.gz archive"),
            PackageError::Broken(why) => write!(formatter, "the archive is damaged: {why}"),
            PackageError::TooLarge => formatter.write_str("the archive is too large to be a package of descriptors"),
        }
    }
}

impl std::error::Error for PackageError {}

/// Whether these are the first bytes of an archive that [`open`] reads; no YAML begins like that.
pub fn is_archive(bytes: &[u8]) -> bool {
    Format::of(bytes).is_some()
}

/// The extensions of files that a catalog may contain: YAML, TOSCA definitions (also YAML), and JSON.
pub const EXTENSIONS: [&str; 4] = ["yaml", "yml", "tosca", "json"];

/// Folders of generated files; LMCTL copies the descriptors of a project into the last one.
const OUTPUTS: [&str; 3] = ["node_modules", "target", "_lmctl"];

/// Whether a file of this path belongs to a catalog: YAML, neither hidden nor the output of a build tool; or JSON, if
/// [`is_json_descriptor`] says so too.
pub fn is_catalog_path(path: &FilePath) -> bool {
    is_source_path(path) && path.folder().split('/').all(|folder| folder.is_empty() || is_entered(folder))
}

/// Whether a file at this path is read if another file names it: YAML or JSON in any folder that is not hidden.
pub fn is_source_path(path: &FilePath) -> bool {
    let is_known = EXTENSIONS.iter().any(|known| has_extension(path.name(), known));
    is_known && !path.as_str().split('/').any(|name| name.starts_with('.'))
}

/// Whether a folder of this name can be part of a catalog: it is neither hidden nor the output of a build tool.
pub fn is_entered(name: &str) -> bool {
    !name.starts_with('.') && !OUTPUTS.contains(&name)
}

/// Whether every system takes a file of this name for what it is.
pub fn is_portable(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name).to_ascii_lowercase();
    let numbered = |prefix| stem.strip_prefix(prefix).is_some_and(|rest: &str| rest.len() == 1 && rest != "0");
    let device = matches!(stem.as_str(), "con" | "prn" | "aux" | "nul") || numbered("com") || numbered("lpt");
    let odd = |character: char| character.is_control() || "<>:\"|?*\\".contains(character);
    !device && !name.contains(odd) && !name.ends_with(['.', ' ']) && name.len() <= 200
}

/// Whether the file is JSON, of which only descriptors and the intents for them belong to a catalog.
pub fn is_json(path: &FilePath) -> bool {
    has_extension(path.name(), "json")
}

/// Whether a JSON text is a descriptor, or an intent for one: homing templates are written so, and what the vendor's tools
/// keep in `Behaviour/Configurations`. Everything else in JSON is something else.
pub fn is_json_descriptor(text: &str) -> bool {
    let has = |key: &str| text.contains(&format!("\"{key}\""));
    let is_homing = || has("homing_template_version") || has("demands") && (has("constraints") || has("optimization"));
    let is_intent = || has("descriptorName") && (has("assemblyName") || has("properties"));
    text.trim_start().starts_with('{') && (is_homing() || is_intent())
}

fn has_extension(name: &str, wanted: &str) -> bool {
    let parts = name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty());
    parts.is_some_and(|(_, extension)| extension.eq_ignore_ascii_case(wanted))
}

/// The YAML files in an archive.
pub fn open(bytes: &[u8]) -> Result<Package, PackageError> {
    match Format::of(bytes).ok_or(PackageError::NotAnArchive)? {
        Format::Zip => zip(bytes),
        Format::TarGz => tar_gz(bytes),
    }
}

/// Whether a file is an archive by its name.
pub fn has_archive_name(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = name.to_ascii_lowercase();
    has_extension(name, "zip")
        || has_extension(name, "csar")
        || has_extension(name, "tgz")
        || stem.strip_suffix(".tar.gz").is_some_and(|stem| !stem.is_empty())
}

/// The sizes of the files of an archive in bytes, as it declares them. Paths that lead out of the archive are skipped.
pub fn sizes(bytes: &[u8]) -> Result<BTreeMap<FilePath, u64>, PackageError> {
    let mut found = BTreeMap::new();
    each_file(bytes, |path, size, _| {
        found.insert(path, size);
        Ok(true)
    })?;
    Ok(found)
}

/// The content of the file at a path of an archive; `None` if it is missing, or larger than [`MAX_TOTAL`].
pub fn extract(bytes: &[u8], path: &FilePath) -> Result<Option<Vec<u8>>, PackageError> {
    let mut found = None;
    each_file(bytes, |at, _, entry| {
        if at != *path {
            return Ok(true);
        }
        let mut content = Vec::new();
        entry.take(MAX_TOTAL + 1).read_to_end(&mut content).map_err(broken)?;
        found = (content.len() as u64 <= MAX_TOTAL).then_some(content);
        Ok(false)
    })?;
    Ok(found)
}

/// Visits each file of an archive, with its path, declared size and content, until the visitor stops.
fn each_file(
    bytes: &[u8],
    mut see: impl FnMut(FilePath, u64, &mut dyn Read) -> Result<bool, PackageError>,
) -> Result<(), PackageError> {
    let path = |name: &str| FilePath::new(name.trim_start_matches("./"));
    match Format::of(bytes).ok_or(PackageError::NotAnArchive)? {
        Format::Zip => {
            let broken = |error: zip::result::ZipError| PackageError::Broken(error.to_string());
            let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(broken)?;
            if archive.len() > MAX_ENTRIES {
                return Err(PackageError::TooLarge);
            }
            for index in 0..archive.len() {
                let mut entry = archive.by_index(index).map_err(broken)?;
                let name = entry.name().map_err(broken)?.into_owned();
                let size = entry.size();
                if let Some(path) = path(&name).filter(|_| entry.is_file())
                    && !see(path, size, &mut entry)?
                {
                    return Ok(());
                }
            }
        }
        Format::TarGz => {
            let mut archive = Archive::new(GzDecoder::new(bytes).take(MAX_UNPACKED));
            for (number, entry) in archive.entries().map_err(broken)?.enumerate() {
                if number >= MAX_ENTRIES {
                    return Err(PackageError::TooLarge);
                }
                // At the size limit, the archive looks truncated.
                let mut entry = entry.map_err(broken)?;
                let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
                let size = entry.size();
                if let Some(path) = path(&name).filter(|_| entry.header().entry_type().is_file())
                    && !see(path, size, &mut entry)?
                {
                    return Ok(());
                }
            }
        }
    }
    Ok(())
}

enum Format {
    Zip,
    TarGz,
}

impl Format {
    fn of(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Some(Format::Zip),
            [0x1f, 0x8b, ..] => Some(Format::TarGz),
            _ => None,
        }
    }
}

fn zip(bytes: &[u8]) -> Result<Package, PackageError> {
    let broken = |error: zip::result::ZipError| PackageError::Broken(error.to_string());
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(broken)?;
    if archive.len() > MAX_ENTRIES {
        return Err(PackageError::TooLarge);
    }
    let mut unpacking = Unpacking::default();
    for index in 0..archive.len() {
        let entry = archive.by_index(index).map_err(broken)?;
        if entry.is_file() {
            let name = entry.name().map_err(broken)?.into_owned();
            unpacking.take(&name, entry)?;
        }
    }
    Ok(unpacking.package)
}

fn tar_gz(bytes: &[u8]) -> Result<Package, PackageError> {
    let mut archive = Archive::new(GzDecoder::new(bytes).take(MAX_UNPACKED));
    let package = tar(&mut archive);
    // Where the limit was reached, the archive seems to end in the middle.
    if archive.into_inner().limit() == 0 { Err(PackageError::TooLarge) } else { package }
}

fn tar(archive: &mut Archive<impl Read>) -> Result<Package, PackageError> {
    let mut unpacking = Unpacking::default();
    for (number, entry) in archive.entries().map_err(broken)?.enumerate() {
        let entry = entry.map_err(broken)?;
        if number >= MAX_ENTRIES {
            return Err(PackageError::TooLarge);
        }
        if entry.header().entry_type().is_file() {
            let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
            unpacking.take(&name, entry)?;
        }
    }
    Ok(unpacking.package)
}

fn broken(error: io::Error) -> PackageError {
    PackageError::Broken(error.to_string())
}

#[derive(Default)]
struct Unpacking {
    package: Package,
    total: u64,
}

impl Unpacking {
    /// Takes an entry if it is of a catalog; how large it says it is does not count.
    fn take(&mut self, name: &str, entry: impl Read) -> Result<(), PackageError> {
        let name = name.trim_start_matches("./");
        let Some(path) = FilePath::new(name) else {
            // An absolute path, or one that leads out of the archive.
            if EXTENSIONS[..3].iter().any(|known| has_extension(name, known)) {
                self.leave_out(name, "its path leads out of the archive");
            }
            return Ok(());
        };
        if !is_catalog_path(&path) {
            self.package.others.push(name.to_owned());
            return Ok(());
        }
        let mut content = Vec::new();
        entry.take(MAX_FILE + 1).read_to_end(&mut content).map_err(broken)?;
        self.total += content.len() as u64;
        if self.total > MAX_TOTAL {
            return Err(PackageError::TooLarge);
        }
        if content.len() as u64 > MAX_FILE {
            if !is_json(&path) {
                self.leave_out(name, "it is larger than 8 MiB");
            }
            return Ok(());
        }
        match String::from_utf8(content) {
            Ok(text) if is_json(&path) && !is_json_descriptor(&text) => self.package.others.push(name.to_owned()),
            Err(_) if is_json(&path) => self.package.others.push(name.to_owned()),
            Ok(text) => drop(self.package.files.insert(path, text)),
            Err(_) => self.leave_out(name, "it is not UTF-8"),
        }
        Ok(())
    }

    fn leave_out(&mut self, path: &str, why: &'static str) {
        self.package.left_out.push(LeftOut { path: path.to_owned(), why });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_of_tools_is_read_only_where_it_is_named() {
        let path = |path| FilePath::new(path).expect("a path");
        for (file, listed, named) in [
            ("types/nodes.tosca", true, true),
            ("video/_lmctl/build/staging/assembly.yml", false, true),
            ("node_modules/x/a.yaml", false, true),
            (".github/a.yaml", false, false),
            ("notes.txt", false, false),
        ] {
            assert_eq!((is_catalog_path(&path(file)), is_source_path(&path(file))), (listed, named), "{file}");
        }
    }

    #[test]
    fn names_that_are_devices_or_streams_somewhere_are_refused() {
        for name in ["con.yaml", "NUL.yml", "com1.yaml", "lpt9.x.yaml", "a.yaml:b.yaml", "a\n.yaml", "dir.", "dir "] {
            assert!(!is_portable(name), "{name:?}");
        }
        for name in ["console.yaml", "com.yaml", "com10.yaml", "größe.yaml", "a b.yaml", "video.v1.layout.yaml"] {
            assert!(is_portable(name), "{name:?}");
        }
    }
}
