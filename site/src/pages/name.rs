//! The names of descriptors as pages show them.

use std::collections::{BTreeMap, BTreeSet};

use descriptorium_core::symbol::DescriptorRef;
use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::SourceFile;
use hashbrown::HashMap;

use crate::pages::facts::Facts;
use crate::pages::layout::kind_word;

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

/// For descriptors that are shown with the same text, what tells them apart: their kinds if these differ, or else their folders,
/// or else the paths of their files.
pub fn told_apart<'a>(texts: impl IntoIterator<Item = (String, &'a Facts)>) -> HashMap<&'a FilePath, &'a str> {
    let mut groups: BTreeMap<String, Vec<&Facts>> = BTreeMap::new();
    for (text, facts) in texts {
        groups.entry(text).or_default().push(facts);
    }
    let mut found = HashMap::new();
    for same in groups.values().filter(|same| same.len() > 1) {
        let kind = |facts: &'a Facts| kind_word(facts.language);
        let folder = |facts: &'a Facts| facts.path.folder();
        let qualities: [&dyn Fn(&'a Facts) -> &'a str; 2] = [&kind, &folder];
        let path: &dyn Fn(&'a Facts) -> &'a str = &|facts| facts.path.as_str();
        let tells = |quality: &&dyn Fn(&'a Facts) -> &'a str| {
            let texts: BTreeSet<&str> = same.iter().map(|facts| quality(facts)).collect();
            texts.len() == same.len() && !texts.contains("")
        };
        let quality = qualities.into_iter().find(tells).unwrap_or(path);
        found.extend(same.iter().map(|facts| (&facts.path, quality(facts))));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_with_the_same_text_is_told_apart() {
        let facts = |(path, text): &(&str, &str)| {
            let path = FilePath::new(path).expect("a plain path");
            Facts::of(&SourceFile::new(path, (*text).to_owned())).expect("a descriptor")
        };
        const ASSEMBLY: &str = "name: assembly::shop::1.0\nproperties: {}\n";
        const RESOURCE: &str = "name: resource::shop::1.0\nlifecycle: {Install: {}}\n";
        const TEMPLATE: &str = "tosca_definitions_version: tosca_simple_yaml_1_2\n";
        for (files, expected) in [
            (&[("a.yaml", ASSEMBLY), ("a/b.yaml", TEMPLATE)][..], &[][..]),
            (&[("a.yaml", ASSEMBLY), ("b.yaml", RESOURCE)], &["assembly", "resource"]),
            (&[("a/x.yaml", TEMPLATE), ("b/x.yaml", TEMPLATE)], &["a", "b"]),
            // One of them has no folder, or both have the same one.
            (&[("x.yaml", TEMPLATE), ("b/x.yaml", TEMPLATE)], &["x.yaml", "b/x.yaml"]),
            (&[("a/x.yaml", ASSEMBLY), ("a/y.yaml", ASSEMBLY)], &["a/x.yaml", "a/y.yaml"]),
            (
                &[("a/x.yaml", ASSEMBLY), ("a/y.yaml", ASSEMBLY), ("b.yaml", RESOURCE)],
                &["a/x.yaml", "a/y.yaml", "b.yaml"],
            ),
        ] {
            let facts: Vec<Facts> = files.iter().map(facts).collect();
            let apart = told_apart(facts.iter().map(|facts| (facts.name.title(), facts)));
            let found: Vec<&str> = facts.iter().filter_map(|facts| apart.get(&facts.path).copied()).collect();
            assert_eq!(found, expected, "{files:?}");
        }
    }
}
