//! Where the inputs of the suites lie.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use descriptorium_core::text::FilePath;

/// The folder of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The folder of a name beside the repository's own files that others keep: rules and real descriptors. `None`, and a
/// printed line, where this machine has none; what needs it is skipped then.
pub fn shared(name: &str) -> Option<PathBuf> {
    let shared = env::var_os("DESCRIPTORIUM_SHARED").map_or_else(|| root().join("../shared"), PathBuf::from);
    let found = shared.join(name);
    if found.exists() {
        return Some(found);
    }
    println!("skipped: there is no {} (set DESCRIPTORIUM_SHARED)", found.display());
    None
}

/// A file of an npm package that the preparation installs, such as `axe-core/axe.min.js`. `None`, and a printed line, where
/// it was not.
pub fn package(file: &str) -> Option<PathBuf> {
    let found = root().join("app/node_modules").join(file);
    if found.exists() {
        return Some(found);
    }
    println!("skipped: there is no {} (`node app/bundle.mjs` installs it)", found.display());
    None
}

/// The files below `folder` whose names end with one of `endings`, sorted: path in the folder, and text. What is not
/// UTF-8 is read with replacement characters.
pub fn texts(folder: &Path, endings: &[&str]) -> Vec<(FilePath, String)> {
    let mut found = Vec::new();
    let mut queue = vec![folder.to_path_buf()];
    while let Some(current) = queue.pop() {
        let Ok(entries) = fs::read_dir(&current) else { continue };
        for entry in entries.flatten() {
            let path = entry.path();
            if path.is_dir() {
                queue.push(path);
                continue;
            }
            let relative = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            if !endings.iter().any(|ending| relative.ends_with(ending)) {
                continue;
            }
            if let (Some(name), Ok(bytes)) = (FilePath::new(&relative), fs::read(&path)) {
                found.push((name, String::from_utf8_lossy(&bytes).into_owned()));
            }
        }
    }
    found.sort();
    found
}
