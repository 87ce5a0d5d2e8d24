//! `descriptorium pack` and `descriptorium unpack`.

use std::fs;
use std::path::PathBuf;

use clap::Args;
use descriptorium_core::asd::packing::{Files, pack};
use descriptorium_core::content::Files as _;
use descriptorium_core::package::{self, MAX_TOTAL};

use crate::command::{Failure, Outcome, put_line, write_new};
use crate::folder;
use crate::folder::contents::OnDisk;
use crate::printable::say;

pub const PACK_EXAMPLES: &str = "\
The folder contains an application service descriptor with its charts and other files. `TOSCA.meta` and the manifest are
created if they are missing; an existing manifest keeps its metadata and its sets of files for other systems, and gets a new
list of files with digests. Hidden and excluded files are left out. The same files give the same bytes.

Examples:
  descriptorium pack shop --released 2026-01-31T00:00:00Z
  descriptorium pack shop --out build/shop-1.0.csar";

pub const UNPACK_EXAMPLES: &str = "\
Reverses `pack`: packing the folder again gives the same bytes, if `pack` has written the package.

Examples:
  descriptorium unpack shop.csar
  descriptorium unpack shop.csar --out shop";

#[derive(Args, Debug)]
pub struct PackArguments {
    /// Folder with the files of the package
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// New file to write [default: the name of the folder with the extension .csar]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Time of the release for a new manifest, such as 2026-01-31T00:00:00Z
    #[arg(long, value_name = "TIME")]
    released: Option<String>,
}

#[derive(Args, Debug)]
pub struct UnpackArguments {
    /// Package: a .csar, .zip, .tgz or .tar.gz archive
    #[arg(value_name = "FILE")]
    package: PathBuf,
    /// New or empty folder to write to [default: the name of the package without its extension]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Maximum size of a package, unpacked.
const MAX_PACKAGE: u64 = 1 << 30;

pub(super) fn run(arguments: &PackArguments) -> Result<Outcome, Failure> {
    let shown = arguments.folder.display();
    let cannot = |why: &str| Failure(format!("cannot pack `{shown}`: {why}"));
    if !arguments.folder.is_dir() {
        return Err(cannot("it is not a folder"));
    }
    if let Some(released) = arguments.released.as_deref().filter(|released| !is_time(released)) {
        return Err(Failure(format!("`{released}` is not a time such as 2026-01-31T00:00:00Z")));
    }
    let root = arguments.folder.canonicalize().map_err(|error| cannot(&folder::reason(&error)))?;
    let named = || root.file_name().map(|name| PathBuf::from(format!("{}.csar", name.to_string_lossy())));
    let out = arguments.out.clone().or_else(named).ok_or_else(|| cannot("the folder has no name: use `--out`"))?;
    let disk = OnDisk::new(&root);
    let mut files = Files::new();
    let mut total = 0;
    for (path, size) in disk.list() {
        total += size;
        if size > MAX_TOTAL || total > MAX_PACKAGE {
            return Err(cannot(&format!("`{path}` is too large")));
        }
        // An earlier package in the folder itself would otherwise be packed, too.
        if root.join(path.as_str()) == out || out.canonicalize().is_ok_and(|out| out == root.join(path.as_str())) {
            continue;
        }
        let bytes = disk.read(&path).map_err(|why| cannot(&format!("`{path}` cannot be read: {why}")))?;
        files.insert(path, bytes);
    }
    let packed = pack(&files, arguments.released.as_deref()).map_err(|why| cannot(&why))?;
    write_new(&out, &packed.bytes)?;
    put_line(&format!("wrote {}", out.display()))?;
    for note in &packed.notes {
        say(&format!("note: {note}"));
    }
    Ok(Outcome::Clean)
}

pub(super) fn unpack(arguments: &UnpackArguments) -> Result<Outcome, Failure> {
    let shown = arguments.package.display();
    let cannot = |why: &str| Failure(format!("cannot unpack `{shown}`: {why}"));
    let bytes = folder::archive(&arguments.package).map_err(|error| cannot(&folder::reason(&error)))?;
    let bytes = bytes.ok_or_else(|| cannot("it is not an archive"))?;
    let opened = package::open(&bytes).map_err(|error| cannot(&error.to_string()))?;
    if let Some(left) = opened.left_out.first() {
        return Err(cannot(&format!("`{}`: {}", left.path, left.why)));
    }
    let mut left = MAX_PACKAGE;
    let files =
        package::extract_all(&bytes, MAX_TOTAL, &mut left, |_| true).map_err(|error| cannot(&error.to_string()))?;
    if let Some((path, _)) = files.iter().find(|(_, content)| content.is_none()) {
        return Err(cannot(&format!("`{path}` is too large")));
    }
    let stem = || arguments.package.file_stem().map(PathBuf::from);
    let out = arguments.out.clone().or_else(stem).ok_or_else(|| cannot("it has no name: use `--out`"))?;
    let is_empty = fs::read_dir(&out).map_or(!out.exists(), |mut entries| entries.next().is_none());
    if !is_empty {
        return Err(Failure(format!("cannot write to `{}`: it is not empty", out.display())));
    }
    for (path, content) in &files {
        let target = out.join(path.as_str());
        let parent = target.parent().unwrap_or(&out);
        fs::create_dir_all(parent).map_err(|error| cannot(&folder::reason(&error)))?;
        write_new(&target, content.as_deref().unwrap_or_default())?;
    }
    put_line(&format!("wrote {} files to {}", files.len(), out.display()))?;
    Ok(Outcome::Clean)
}

/// Whether a text is a date and time as in RFC 3339.
fn is_time(text: &str) -> bool {
    humantime::parse_rfc3339(text).is_ok() || has_offset(text)
}

/// A time with an offset, such as `2024-01-12T11:30:00+01:00`.
fn has_offset(text: &str) -> bool {
    let Some(at) = text.len().checked_sub(6).filter(|at| text.is_char_boundary(*at)) else { return false };
    let (time, offset) = text.split_at(at);
    let digits = |text: &str| text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
    let parts = offset.strip_prefix(['+', '-']).and_then(|offset| offset.split_once(':'));
    parts.is_some_and(|(hours, minutes)| digits(hours) && digits(minutes))
        && humantime::parse_rfc3339(&format!("{time}Z")).is_ok()
}
