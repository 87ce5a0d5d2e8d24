//! The types that are available in every service template without an import: the normative types of chapters 5 and 8,
//! and the non-normative types of chapter 9, which the examples of the specification use.

use std::sync::OnceLock;

use smol_str::SmolStr;

use crate::memo::Memo;
use crate::settings::ToscaProfile;
use crate::symbol::SymbolKind;
use crate::syntax::Node;
use crate::text::FilePath;
use crate::tosca::value::primitive::{ABSTRACT, Primitive};
use crate::workspace::SourceFile;
use crate::workspace::built_in::{self, BuiltIn};

/// The files with built-in types. Each version or profile uses the first ones.
static FILES: [BuiltIn; 4] = [
    BuiltIn::new("tosca/examples.yaml", include_str!("built_in/examples.yaml")),
    BuiltIn::new("tosca/csd01.yaml", include_str!("built_in/csd01.yaml")),
    BuiltIn::new("tosca/oasis-1.2.yaml", include_str!("built_in/oasis-1.2.yaml")),
    BuiltIn::new("tosca/simple-1.3.yaml", include_str!("built_in/simple-1.3.yaml")),
];

/// Facts about the built-in files alone, which never change.
pub fn facts() -> &'static Memo {
    static FACTS: OnceLock<Memo> = OnceLock::new();
    FACTS.get_or_init(Memo::default)
}

/// The paths of the files with the built-in types of a version. If several define a type, the last one wins.
pub fn files(version: &str, profile: ToscaProfile) -> Vec<FilePath> {
    sources(version, profile).map(|file| file.path.clone()).collect()
}

/// The files with the built-in types of a version.
pub fn sources(version: &str, profile: ToscaProfile) -> impl Iterator<Item = &'static SourceFile> {
    built_in::provide(&FILES);
    let n_used = match profile {
        _ if is_1_3(version) => 4,
        ToscaProfile::Oasis12 => 3,
        ToscaProfile::Csd01 => 2,
    };
    FILES.iter().take(n_used).filter_map(|file| file.file().map(|file| &**file))
}

/// Whether the types of a version are built in. Dialects have their own, which may be missing.
pub fn has_types_of(version: &str) -> bool {
    let number = version.rsplit(['_', '/']).next();
    let is_simple = version.starts_with("tosca_simple_yaml_1_") || version.contains("/simple/yaml/1.");
    is_simple && number.is_some_and(|number| ["0", "1", "2", "3", "1.0", "1.1", "1.2", "1.3"].contains(&number))
}

/// Whether the built-in types of version 1.3 are available.
pub fn is_1_3(version: &str) -> bool {
    version == "tosca_simple_yaml_1_3" || version.ends_with("/simple/yaml/1.3")
}

/// The prefix of the namespace of built-in types (5.2).
pub const PREFIX: &str = "tosca";

/// The shorthand of a built-in type (T-0-13), if it has one.
pub fn shorthand(definition: &Node) -> Option<&str> {
    definition.get("metadata")?.get("shorthand")?.as_text()
}

/// The names of a built-in type other than its URI: shorthands, qualified names, and other spellings of the URI.
pub fn other_names(definition: &Node) -> Vec<SmolStr> {
    let also = definition.get("metadata").and_then(|metadata| metadata.get("also")?.as_text());
    let names = shorthand(definition).into_iter().chain(also.into_iter().flat_map(|also| also.split(", ")));
    names.flat_map(|name| [SmolStr::from(name), SmolStr::from(format!("{PREFIX}:{name}"))]).collect()
}

/// Whether a name is a primitive data type (3.2), which has no definition, in any spelling.
pub fn is_primitive(kind: SymbolKind, name: &str) -> bool {
    let is_abstract = || name.strip_prefix("tosca:").unwrap_or(name) == ABSTRACT;
    kind == SymbolKind::DataType && (Primitive::named(name).is_some() || is_abstract())
}

/// Whether a type is one of chapter 9, which are not normative.
pub fn is_example(file: &FilePath) -> bool {
    FILES.first().and_then(BuiltIn::file).is_some_and(|examples| examples.path == *file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_in_files_are_free_of_schema_errors() {
        for file in FILES.iter().filter_map(BuiltIn::file) {
            assert_eq!((file.errors.len(), file.violations()), (0, &[][..]), "{}", file.path);
            assert!(crate::tosca::template(file).is_some_and(|template| template.types().count() > 1), "{}", file.path);
        }
    }
}
