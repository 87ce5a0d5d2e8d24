//! The package of an application.

use crate::asd::model::Application;
use crate::content::Contents;
use crate::csar::Package;
use crate::workspace::SourceFile;

/// The package of a descriptor, or the folder that will become one, if it has an artifact of the descriptor.
pub fn with_artifacts(file: &SourceFile, application: &Application, contents: &Contents) -> Option<Package> {
    Package::around(file, contents).or_else(|| {
        // The size of a path below `chart.tgz` would have to be read in the archive, which may not be there.
        let package = Package::at(Package::folder_of(file, contents), contents);
        let mut artifacts = application.items().filter_map(|item| item.text("artifactId"));
        artifacts.any(|artifact| is_path(artifact) && package.has(artifact)).then_some(package)
    })
}

/// Whether an artifact is in the package rather than at a URI.
pub fn is_path(artifact: &str) -> bool {
    !artifact.contains("://") && !artifact.starts_with("oci:")
}
