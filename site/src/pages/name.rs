//! The names of descriptors as pages show them.

use descriptorium_core::symbol::DescriptorRef;
use descriptorium_core::workspace::SourceFile;

/// The name of a descriptor on pages: its own, or else the name of its file.
pub fn name(file: &SourceFile) -> Name {
    let full = file.shown_name();
    match file.edition() {
        Some(edition) => Name { short: edition.name.to_string(), version: Some(edition.version.to_string()), full },
        None => Name { short: file.path.name().to_owned(), version: None, full },
    }
}

/// The full name of a descriptor, or else its name and version.
pub fn called(file: &SourceFile) -> String {
    file.defines().map_or_else(|| name(file).title(), DescriptorRef::to_string)
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    pub short: String,
    pub version: Option<String>,
    /// The unique name in the catalog: the full name, or the path of the file if the language has no full names.
    pub full: String,
}

impl Name {
    /// The short name and the version.
    pub fn title(&self) -> String {
        match &self.version {
            Some(version) => format!("{} {version}", self.short),
            None => self.short.clone(),
        }
    }
}
