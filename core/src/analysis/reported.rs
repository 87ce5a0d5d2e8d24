//! Which files of a folder are reported: descriptors, and other files that are meant to be part of the catalog.

use crate::asd::cluster;
use crate::diagnostic::Diagnostic;
use crate::homing::placement::inventory;
use crate::package;
use crate::rules::{catalog_settings, yaml};
use crate::workspace::SourceFile;

/// Whether the findings of a file in a folder are reported.
pub fn is_reported(file: &SourceFile, found: &[Diagnostic]) -> bool {
    file.language.is_some() || is_meant(file, found)
}

/// Whether the findings in a file that is not recognized as a descriptor are reported. The settings and inventories are part
/// of the catalog.
pub fn is_meant(file: &SourceFile, found: &[Diagnostic]) -> bool {
    let is_part = || {
        file.path.name() == catalog_settings::FILE
            || inventory::of_file(file).is_some()
            || cluster::of_file(file).is_some()
    };
    may_be_descriptor(file, found) || !found.is_empty() && is_part()
}

/// Whether a file that is not recognized as a descriptor may be meant as one, given its findings: a list of descriptors, or
/// YAML that no parser can read.
pub fn may_be_descriptor(file: &SourceFile, found: &[Diagnostic]) -> bool {
    let is_yaml = !package::is_by_content(&file.path);
    found.iter().any(|found| found.code == "schema/not-one-mapping" || is_yaml && yaml::is_syntax_error(found))
}
