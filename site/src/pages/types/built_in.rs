//! The built-in types that the service templates of a site use, directly or through other built-in types. Only these have
//! pages, so a site without service templates has none of them.

use std::collections::{BTreeMap, BTreeSet};

use descriptorium_core::language::Language;
use descriptorium_core::settings::Settings;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use descriptorium_core::tosca::built_in;
use descriptorium_core::tosca::type_graph::definitions;
use descriptorium_core::workspace::SourceFile;

use crate::pages::facts::{self, Definition, Facts, Named};

/// The version whose built-in types are used, unless a service template has a later one.
const USUAL: &str = "tosca_simple_yaml_1_2";
const LATEST: &str = "tosca_simple_yaml_1_3";

/// A built-in type that is in use.
#[derive(Debug)]
pub struct BuiltInType {
    pub language: Language,
    /// The file with the definition of the latest version in use.
    pub file: FilePath,
    pub definition: Definition,
    /// Its name, its shorthand, and other spellings.
    pub names: Vec<String>,
    /// All files that define it. Service templates of other versions refer to these.
    pub files: Vec<FilePath>,
    /// The built-in types that it names.
    pub named: Vec<Named>,
}

/// The built-in types that these descriptors use, by section and name. A type that the catalog defines itself replaces the
/// built-in one.
pub fn used<'a>(all: impl Iterator<Item = &'a Facts> + Clone, settings: &Settings) -> Vec<BuiltInType> {
    let has_built_in = |facts: &&Facts| facts.tosca_version.as_deref().is_some_and(built_in::has_types_of);
    let Some(language) = all.clone().find(has_built_in).map(|facts| facts.language) else { return Vec::new() };
    let own = all.clone().flat_map(|facts| &facts.definitions);
    let own: BTreeSet<(&str, &str)> = own.map(|of| (of.section.as_str(), of.name.as_str())).collect();
    let is_latest = all.clone().filter_map(|facts| facts.tosca_version.as_deref()).any(built_in::is_1_3);
    let version = if is_latest { LATEST } else { USUAL };
    let mut known: BTreeMap<(String, String), BuiltInType> = BTreeMap::new();
    for file in built_in::sources(version, settings.tosca_profile) {
        add(file, language, &mut known);
    }
    let mut of_name: BTreeMap<(String, String), (String, String)> = BTreeMap::new();
    for (key, one) in &known {
        for name in &one.names {
            of_name.entry((key.0.clone(), name.clone())).or_insert_with(|| key.clone());
        }
    }
    let is_own = |section: &str, name: &str| own.contains(&(section, name));
    let named = all.filter(has_built_in).flat_map(|facts| &facts.named);
    let named = named.filter(|one| !is_own(&one.section, &one.name));
    let mut open: Vec<(String, String)> =
        named.filter_map(|one| of_name.get(&(one.section.clone(), one.name.clone())).cloned()).collect();
    let mut found = Vec::new();
    while let Some(key) = open.pop() {
        // Each is taken once.
        let Some(one) = known.remove(&key).filter(|_| !is_own(&key.0, &key.1)) else { continue };
        open.extend(one.named.iter().filter_map(|one| of_name.get(&(one.section.clone(), one.name.clone())).cloned()));
        found.push(one);
    }
    found.sort_by(|a, b| (&a.definition.section, &a.definition.name).cmp(&(&b.definition.section, &b.definition.name)));
    found
}

/// Adds the types of a built-in file, which replace those of earlier ones.
fn add(file: &SourceFile, language: Language, known: &mut BTreeMap<(String, String), BuiltInType>) {
    let mut named: BTreeMap<NodePath, Vec<Named>> = BTreeMap::new();
    for one in facts::named(file) {
        named.entry(one.by.clone()).or_default().push(one);
    }
    for definition in definitions(file) {
        let key = (definition.section.clone(), definition.name.clone());
        let mut files = known.remove(&key).map_or_else(Vec::new, |before| before.files);
        files.push(file.path.clone());
        let node = file.root.as_ref().and_then(|root| root.at(&definition.path));
        let also = node.map_or_else(Vec::new, built_in::other_names);
        let names = [definition.name.clone()].into_iter().chain(also.iter().map(ToString::to_string));
        let (names, named) = (names.collect(), named.remove(&definition.path).unwrap_or_default());
        known.insert(key, BuiltInType { language, file: file.path.clone(), definition, names, files, named });
    }
}
