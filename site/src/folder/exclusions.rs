//! Collects the patterns that exclude files from a folder on disk: those of the settings around it, and of the `.gitignore`
//! files in it and above it, up to the root of the Git repository.

use std::fs;
use std::path::Path;

use cap_std::fs::Dir;
use descriptorium_core::exclusion::{self, Exclusions};
use descriptorium_core::rules::catalog_settings::{self, CatalogSettings};
use descriptorium_core::text::FilePath;

use crate::folder::MAX_BYTES;

/// The exclusions that apply to the folder at `root` from the folders above it and from its own settings.
pub fn around(root: &Path) -> Exclusions {
    let Ok(root) = root.canonicalize() else { return Exclusions::default() };
    let has = |name: &'static str| move |folder: &&Path| folder.join(name).exists();
    let repository = root.ancestors().find(has(".git"));
    let catalog = root.ancestors().find(has(catalog_settings::FILE));
    // One path is above the other, so the shorter one is the topmost.
    let top = [repository, catalog].into_iter().flatten().min_by_key(|folder| folder.as_os_str().len());
    let top = top.unwrap_or(&root);
    let below_top = |folder: &Path| -> Option<String> {
        let names = folder.strip_prefix(top).ok()?.components();
        let names: Option<Vec<&str>> = names.map(|name| name.as_os_str().to_str()).collect();
        Some(names?.join("/"))
    };
    let Some(prefix) = below_top(&root) else { return Exclusions::default() };
    let mut exclusions = Exclusions::at(&prefix);
    let mut above: Vec<&Path> = root.ancestors().skip(1).collect();
    above.retain(|folder| repository.is_some_and(|repository| folder.starts_with(repository)));
    for folder in above.into_iter().rev() {
        if let (Some(at), Some(text)) = (below_top(folder), read(&folder.join(exclusion::FILE))) {
            exclusions = exclusions.with_list_above(&at, &text);
        }
    }
    let settings = catalog.and_then(|folder| Some((below_top(folder)?, read(&folder.join(catalog_settings::FILE))?)));
    let Some((at, text)) = settings else { return exclusions };
    let stated = CatalogSettings::read(&text).unwrap_or_default();
    exclusions.with_settings(&at, stated.exclude.iter().map(String::as_str))
}

fn read(path: &Path) -> Option<String> {
    let is_small = fs::metadata(path).is_ok_and(|metadata| metadata.is_file() && metadata.len() <= MAX_BYTES);
    is_small.then(|| fs::read_to_string(path).ok()).flatten()
}

/// Adds the patterns of the `.gitignore` in a folder inside `root`.
pub fn with_list(exclusions: Exclusions, root: &Dir, folder: &str) -> Exclusions {
    let list = FilePath::in_folder(folder, exclusion::FILE);
    let text = list.and_then(|list| crate::folder::read(root, &list).ok());
    text.into_iter().fold(exclusions, |exclusions, text| exclusions.with_list(folder, &text))
}

/// Whether the file at `path` in the folder at `root` is excluded.
pub fn leaves_out(dir: &Dir, root: &Path, path: &FilePath) -> bool {
    let folders = path.as_str().match_indices('/').map(|(slash, _)| &path.as_str()[..slash]);
    let all = std::iter::once("").chain(folders);
    all.fold(around(root), |exclusions, folder| with_list(exclusions, dir, folder)).leaves_out_file(path.as_str())
}
