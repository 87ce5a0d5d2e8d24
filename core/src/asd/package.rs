//! The package of an application.

use crate::asd::model::Application;
use crate::content::{Contents, has};
use crate::csar::Package;
use crate::text::FilePath;
use crate::workspace::SourceFile;

/// The package of a descriptor, or the folder that will become one, if it has an artifact of the descriptor.
pub fn with_artifacts(file: &SourceFile, application: &Application, contents: &Contents) -> Option<Package> {
    Package::around(file, contents).or_else(|| {
        let folder = Package::folder_of(file, contents);
        // The folder may be a whole catalog, so only the folders of the artifacts are listed.
        let is_there = |artifact: &str| {
            FilePath::in_folder(folder, artifact.trim_end_matches('/'))
                .is_some_and(|path| has(&contents.list_outside_archives(path.folder()), &path))
        };
        let mut artifacts = application.items().filter_map(|item| item.text("artifactId"));
        let has_one = artifacts.any(|artifact| is_path(artifact) && is_there(artifact));
        has_one.then(|| Package::at(folder, contents))
    })
}

/// Whether an artifact is in the package rather than at a URI.
pub fn is_path(artifact: &str) -> bool {
    !artifact.contains("://") && !artifact.starts_with("oci:")
}
