//! Which files of a folder may be read, and so be published: never hidden ones, which can contain secrets (`.env`,
//! `.git/config`), and through a symbolic link only files of the same kind.

use std::path::Path;

use cap_std::fs::Dir;
use descriptorium_core::package::EXTENSIONS;
use descriptorium_core::text::FilePath;

use crate::folder;

/// The extensions of texts in Markdown.
pub const MARKDOWN: &[&str] = &["md"];
/// The extensions of style sheets.
pub const STYLES: &[&str] = &["css"];

/// Why the file at `path` in the folder `dir` must not be read as one with any of the `extensions`; `Ok` if it may.
pub fn check(dir: &Dir, path: &FilePath, extensions: &[&str]) -> Result<(), String> {
    if is_hidden(Path::new(path.as_str())) {
        return Err("hidden files are never read, since they can contain secrets".to_owned());
    }
    if !has_extension(Path::new(path.as_str()), extensions) {
        return Err(format!("the file name must end with {}", listed(extensions)));
    }
    let found = dir.symlink_metadata(path.as_str()).map_err(|error| folder::reason(&error))?;
    let Ok(metadata) = dir.metadata(path.as_str()) else {
        return Err(match found.is_symlink() {
            true => "the symbolic link is broken or points outside the folder".to_owned(),
            false => "it cannot be accessed".to_owned(),
        });
    };
    if !metadata.is_file() {
        return Err(folder::NOT_REGULAR.to_owned());
    }
    let target = dir.canonicalize(path.as_str()).map_err(|error| folder::reason(&error))?;
    why_not_target(&target, extensions).map_or(Ok(()), Err)
}

/// Why the canonical path of a file must not be read as one with any of the `extensions`.
pub fn why_not_target(target: &Path, extensions: &[&str]) -> Option<String> {
    let shown = target.to_string_lossy();
    if is_hidden(target) {
        return Some(format!("the symbolic link points to `{shown}`; hidden files can contain secrets"));
    }
    (!has_extension(target, extensions))
        .then(|| format!("the symbolic link points to `{shown}`, which does not end with {}", listed(extensions)))
}

/// The same for a descriptor.
pub fn target_of_descriptor(target: &Path) -> Option<String> {
    why_not_target(target, &EXTENSIONS)
}

/// Whether a relative path has a hidden file or folder.
pub fn is_hidden(path: &Path) -> bool {
    path.iter().any(|name| name.to_string_lossy().starts_with('.'))
}

fn has_extension(path: &Path, extensions: &[&str]) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| extensions.iter().any(|known| known.eq_ignore_ascii_case(extension)))
}

fn listed(extensions: &[&str]) -> String {
    let written: Vec<String> = extensions.iter().map(|extension| format!("`.{extension}`")).collect();
    written.join(" or ")
}
