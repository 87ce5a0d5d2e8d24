//! Paths of test inputs.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use descriptorium_core::text::FilePath;

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// A folder with rules and real descriptors next to the repository. `None`, with a printed line, if it does not exist
/// on this machine; tests that need it are skipped.
pub fn shared(name: &str) -> Option<PathBuf> {
    let shared = env::var_os("DESCRIPTORIUM_SHARED").map_or_else(|| root().join("../shared"), PathBuf::from);
    let found = shared.join(name);
    if found.exists() {
        return Some(found);
    }
    println!("skipped: {} does not exist (set DESCRIPTORIUM_SHARED)", found.display());
    None
}

/// A file of an npm package, such as `axe-core/axe.min.js`. `None`, with a printed line, if it is not installed.
pub fn package(file: &str) -> Option<PathBuf> {
    let found = root().join("app/node_modules").join(file);
    if found.exists() {
        return Some(found);
    }
    println!("skipped: {} does not exist (run `node app/bundle.mjs` to install it)", found.display());
    None
}

/// The files below `folder` whose names end with one of `endings`, sorted: path in the folder, and text. Invalid UTF-8
/// is read with replacement characters.
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
