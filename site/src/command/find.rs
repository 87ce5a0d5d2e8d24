//! Finds the descriptors named on the command line, by file or by full name.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use descriptorium_core::analysis::Analysis;
use descriptorium_core::catalog::Catalog;
use descriptorium_core::similarity::closest;
use descriptorium_core::symbol::DescriptorRef;
use descriptorium_core::text::FilePath;

use crate::command::Failure;
use crate::folder;
use crate::input::{Input, stated_root};

/// Whether `path` is an archive that can be opened.
pub(super) fn is_archive(path: &Path) -> bool {
    path.is_file() && folder::package(path).is_ok_and(|package| package.is_some())
}

/// The full name in `shown`, unless a file has that name.
pub(super) fn name_of(shown: &str) -> Option<DescriptorRef> {
    DescriptorRef::parse(shown).filter(|_| !Path::new(shown).exists())
}

/// The given catalog, or the one around the first of `descriptors`, including all of them that are files.
pub(super) fn catalog_with(catalog: Option<&Path>, descriptors: &[&str]) -> Result<(Input, Analysis), Failure> {
    let first = descriptors.first().copied().unwrap_or(".");
    let folder = catalog.map_or_else(|| folder_of(first), Path::to_owned);
    let mut input = Input::catalog(&folder)?;
    for shown in descriptors {
        match name_of(shown) {
            Some(name) => input.want(&name),
            None if Path::new(shown).exists() => input.add(Path::new(shown))?,
            None => return Err(nowhere(&input, shown)),
        }
    }
    let analysis = input.unchecked();
    Ok((input, analysis))
}

/// The analysis of all files of a catalog, for questions about more than a descriptor depends on.
pub(super) fn whole(input: &Input, analysis: &Analysis) -> Analysis {
    let workspace = input.workspace().with_contents(analysis.workspace().contents().clone());
    let catalog = Arc::new(Catalog::of(&workspace));
    Analysis::of_some(workspace, catalog, analysis.settings(), None, Vec::new())
}

/// The error for a name that is neither a file nor a descriptor, with a suggestion if a similar name exists.
fn nowhere(input: &Input, shown: &str) -> Failure {
    let workspace = input.workspace();
    let catalog = Catalog::of(&workspace);
    // A name may have been written without its kind or its version.
    let parts = |of: &DescriptorRef| [of.name.to_string(), format!("{}::{}", of.kind, of.name)];
    let of_part = |part: &str| {
        let found = catalog.entries().map(|entry| &entry.name).filter(|of| parts(of).iter().any(|own| own == part));
        found.last().map(DescriptorRef::to_string)
    };
    let near = |names: Vec<String>| closest(shown, names.iter().map(String::as_str)).map(str::to_owned);
    let files = || workspace.files().map(|file| input.shown(&file.path)).collect();
    let names = || catalog.entries().flat_map(|entry| parts(&entry.name)).collect();
    let meant = of_part(shown)
        .or_else(|| catalog.closest(shown).map(|entry| entry.name.to_string()))
        .or_else(|| near(files()))
        .or_else(|| of_part(&near(names())?));
    let hint = meant.map_or_else(String::new, |meant| format!("; did you mean `{meant}`?"));
    Failure(format!("cannot find `{shown}`: neither a file nor a descriptor has that name{hint}"))
}

/// The folder of the catalog around the file or the current folder; if there are no settings, the current folder, or
/// that of a file outside of it.
fn folder_of(shown: &str) -> PathBuf {
    let here = PathBuf::from(".");
    let file = Path::new(shown);
    if name_of(shown).is_some() || !file.exists() {
        return stated_root(&here).unwrap_or(here);
    }
    stated_root(file).unwrap_or_else(|| {
        let is_inside = match (here.canonicalize(), file.canonicalize()) {
            (Ok(here), Ok(file)) => file.starts_with(here),
            _ => true,
        };
        file.parent().filter(|_| !is_inside).map_or(here, Path::to_owned)
    })
}

/// The file of a descriptor.
pub(super) fn file_of(input: &Input, analysis: &Analysis, shown: &str) -> Result<FilePath, Failure> {
    match name_of(shown) {
        Some(name) => named(analysis, &name),
        None => {
            let path = input.key(Path::new(shown));
            let file = path.and_then(|path| analysis.file(&path)).filter(|file| file.language.is_some());
            let file = file.ok_or_else(|| Failure(format!("`{shown}` is not a descriptor")))?;
            Ok(file.path.clone())
        }
    }
}

fn named(analysis: &Analysis, name: &DescriptorRef) -> Result<FilePath, Failure> {
    let catalog = analysis.catalog();
    if let Some(entry) = catalog.resolve_range(name).found() {
        return Ok(entry.file.clone());
    }
    let versions: Vec<&str> =
        catalog.versions(&name.kind, &name.name).iter().map(|entry| entry.name.version.as_str()).collect();
    let hint = match (versions.as_slice(), catalog.closest(&name.to_string())) {
        ([], None) => String::new(),
        ([], Some(entry)) => format!("; did you mean `{}`?", entry.name),
        (versions, _) => format!("; available versions: {}", versions.join(", ")),
    };
    Err(Failure(format!("unknown descriptor `{name}`{hint}")))
}
