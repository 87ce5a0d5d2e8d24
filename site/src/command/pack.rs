//! `descriptorium pack` and `descriptorium unpack`.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use descriptorium_core::content::Files as _;
use descriptorium_core::csar::packing::{Files, NotPacked, Packed};
use descriptorium_core::package::{self, MAX_TOTAL};
use descriptorium_core::sorted_map::SortedSet;
use descriptorium_core::text::FilePath;
use descriptorium_core::{asd, tosca};

use crate::command::{Failure, Outcome, put_line, write_new};
use crate::folder;
use crate::folder::contents::OnDisk;
use crate::input::Input;
use crate::printable::say;

pub const PACK_EXAMPLES: &str = "\
Packs an application service descriptor or a TOSCA service template. A folder is packed with all of its files, except hidden and excluded ones. A file is packed with everything that it names: imports, artifacts and implementations, or charts. If any of these files is missing, all of them are listed, and no package is written. `TOSCA.meta` is created if it is missing. A manifest gets a new list of files with digests, and keeps its metadata and its sets of files for other systems; packages of applications always have one. The same files give the same bytes.

A folder of service templates starts with the one that `TOSCA.meta` names, the only YAML file at its root, or the only one that no other imports.

Examples:
  descriptorium pack shop --released 2026-01-31T00:00:00Z
  descriptorium pack shop --out build/shop-1.0.csar
  descriptorium pack service.yaml --include README.md --out service.csar";

pub const UNPACK_EXAMPLES: &str = "\
Reverses `pack`: packing the folder again gives the same bytes, if `pack` has written the package. Nothing is written if the package is damaged, or has entries that lead out of it.

Examples:
  descriptorium unpack shop.csar
  descriptorium unpack shop.csar --out shop";

#[derive(Args, Debug)]
pub struct PackArguments {
    /// Folder with the files of the package, or the descriptor to pack
    #[arg(value_name = "FILE|DIR")]
    path: PathBuf,
    /// New file to write [default: the name of the folder or file with the extension .csar]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// File or folder to include in addition to what the service template names
    #[arg(long, value_name = "PATH")]
    include: Vec<PathBuf>,
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
    let shown = arguments.path.display();
    let cannot = |why: &str| Failure(format!("cannot pack `{shown}`: {why}"));
    if let Some(released) = arguments.released.as_deref().filter(|released| !is_time(released)) {
        return Err(Failure(format!("`{released}` is not a time such as 2026-01-31T00:00:00Z")));
    }
    let real = arguments.path.canonicalize().map_err(|error| cannot(&folder::reason(&error)))?;
    let name = if real.is_dir() { real.file_name() } else { real.file_stem() };
    let named = || name.map(|name| PathBuf::from(format!("{}.csar", name.to_string_lossy())));
    let out = arguments.out.clone().or_else(named).ok_or_else(|| cannot("the folder has no name: use `--out`"))?;
    let packed = match real.is_dir() {
        true if !arguments.include.is_empty() => return Err(cannot("a folder is packed with all of its files")),
        true => of_folder(&real, &out, arguments.released.as_deref()),
        false => of_file(&real, arguments),
    };
    let packed = packed.map_err(|why| cannot(&why))?;
    write_new(&out, &packed.bytes)?;
    put_line(&format!("wrote {}", out.display()))?;
    for note in &packed.notes {
        say(&format!("note: {note}"));
    }
    Ok(Outcome::Clean)
}

/// Packs all files of the folder at a canonical path.
fn of_folder(root: &Path, out: &Path, released: Option<&str>) -> Result<Packed, String> {
    let disk = OnDisk::new(root);
    let mut files = Files::new();
    let mut total = 0;
    for (path, size) in disk.list() {
        total += size;
        if size > MAX_TOTAL || total > MAX_PACKAGE {
            return Err(format!("`{path}` is too large"));
        }
        // An earlier package in the folder itself would otherwise be packed, too.
        if root.join(path.as_str()) == out || out.canonicalize().is_ok_and(|out| out == root.join(path.as_str())) {
            continue;
        }
        let bytes = disk.read(&path).map_err(|why| format!("`{path}` cannot be read: {why}"))?;
        files.insert(path, bytes);
    }
    if asd::packing::is_of_application(&files) {
        return asd::packing::pack(&files, released);
    }
    tosca::packing::pack_folder(&files).map_err(|why| listed(why, |line| line.to_owned()))
}

/// Packs the descriptor at a canonical path with everything that it names.
fn of_file(real: &Path, arguments: &PackArguments) -> Result<Packed, String> {
    // With canonical paths, a descriptor can name files outside the current folder.
    let input = Input::with_catalogs(&[real.to_owned()]).map_err(|error| error.reason)?;
    let analysis = input.unchecked();
    let file = input.key(real).and_then(|path| analysis.file(&path));
    let file = file.ok_or("it is not a descriptor")?;
    let context = analysis.context(file);
    if asd::application(file).is_some() {
        let packed = asd::packing::pack_around(context, arguments.released.as_deref());
        return packed.map_err(|why| listed(why, |line| line.to_owned()));
    }
    if tosca::template(file).is_none() {
        return Err("it is neither an application service descriptor nor a service template".to_owned());
    }
    let mut extra = SortedSet::new();
    for path in &arguments.include {
        let cannot = |why: &str| format!("`{}` cannot be included: {why}", path.display());
        let real = path.canonicalize().map_err(|error| cannot(&folder::reason(&error)))?;
        let key =
            input.key(&real).ok_or_else(|| cannot("its name contains a character that is not allowed in paths"))?;
        match real.is_dir() {
            true => {
                let inner = OnDisk::new(&real).list().into_keys();
                extra.extend(inner.filter_map(|path| FilePath::in_folder(key.as_str(), path.as_str())));
            }
            false => drop(extra.insert(key)),
        }
    }
    // Shows files as they are named from the current folder.
    let here = std::env::current_dir().ok().and_then(|here| here.canonicalize().ok());
    let here = here.and_then(|here| Some(format!("{}/", input.key(&here)?)));
    let shown = |line: &str| match here.as_deref().and_then(|here| line.strip_prefix(here)) {
        Some(inner) => inner.to_owned(),
        None => line.to_owned(),
    };
    tosca::packing::pack(context, None, &extra).map_err(|why| listed(why, shown))
}

/// The reason, with missing files in the order of their paths as shown.
fn listed(why: NotPacked, shown: impl Fn(&str) -> String) -> String {
    match why {
        NotPacked::Missing(files) => NotPacked::Missing(files.iter().map(|line| shown(line)).collect()).to_string(),
        NotPacked::Coming | NotPacked::Refused(_) => why.to_string(),
    }
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
    let mut complete = Files::new();
    for (path, content) in files.files {
        let content = content.ok_or_else(|| cannot(&format!("`{path}` is too large")))?;
        complete.insert(path, Arc::from(content));
    }
    if let Some(path) = file_and_folder(&complete) {
        return Err(cannot(&format!("`{path}` is both a file and a folder")));
    }
    let stem = || arguments.package.file_stem().map(PathBuf::from);
    let out = arguments.out.clone().or_else(stem).ok_or_else(|| cannot("it has no name: use `--out`"))?;
    let is_empty = fs::read_dir(&out).map_or(!out.exists(), |mut entries| entries.next().is_none());
    if !is_empty {
        return Err(Failure(format!("cannot write to `{}`: it is not empty", out.display())));
    }
    let is_new = !out.exists();
    let written = write_files(&out, &complete);
    if written.is_err() {
        // Half a package would look like a whole one. The folder was empty before.
        let inner = fs::read_dir(&out).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path());
        for path in inner.chain(is_new.then(|| out.clone())) {
            let _ = if path.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
        }
    }
    written?;
    put_line(&format!("wrote {} files to {}", complete.len(), out.display()))?;
    Ok(Outcome::Clean)
}

/// A path that is a file, and a folder of another file.
fn file_and_folder(files: &Files) -> Option<&FilePath> {
    let folders = |path: &FilePath| {
        let text = path.as_str();
        text.match_indices('/').filter_map(|(slash, _)| FilePath::new(&text[..slash])).collect::<Vec<_>>()
    };
    files.keys().flat_map(folders).find_map(|folder| files.get_key_value(&folder).map(|(path, _)| path))
}

fn write_files(out: &Path, files: &Files) -> Result<(), Failure> {
    for (path, content) in files {
        let target = out.join(path.as_str());
        let parent = target.parent().unwrap_or(out);
        let cannot =
            |error: std::io::Error| Failure(format!("cannot write `{}`: {}", parent.display(), folder::reason(&error)));
        fs::create_dir_all(parent).map_err(cannot)?;
        write_new(&target, content)?;
    }
    Ok(())
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
