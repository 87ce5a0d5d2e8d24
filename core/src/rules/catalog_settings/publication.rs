//! The parts of the settings that only the documentation uses: facts about descriptors, and pages.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::exclusion;
use crate::rules::catalog_settings::CatalogSettings;

/// Facts about the descriptors with matching paths and names.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields, expecting = "facts as keys and values")]
pub struct DescriptorFacts {
    /// Paths of descriptors, as `.gitignore` patterns.
    #[cfg_attr(feature = "schema", schemars(with = "OneOrMany"))]
    #[serde(deserialize_with = "one_or_many")]
    pub files: Vec<String>,
    /// Full names of descriptors, in which `*` matches any text: `resource::streamer*`.
    #[cfg_attr(feature = "schema", schemars(with = "OneOrMany"))]
    #[serde(deserialize_with = "one_or_many")]
    pub names: Vec<String>,
    /// The team or person responsible.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub owner: Option<String>,
    /// An e-mail or web address of the owner.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub contact: Option<String>,
    #[cfg_attr(feature = "schema", schemars(with = "Lifecycle"))]
    pub lifecycle: Option<Lifecycle>,
    /// The full name of the descriptor to use instead of a deprecated one.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub successor: Option<String>,
    /// Tags, in addition to those of earlier entries.
    #[cfg_attr(feature = "schema", schemars(with = "OneOrMany"))]
    #[serde(deserialize_with = "one_or_many")]
    pub tags: Vec<String>,
    /// Links, in addition to those of earlier entries.
    pub links: Vec<WebLink>,
}

/// The maturity of a descriptor.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Lifecycle {
    /// It may change or disappear without notice.
    Experimental,
    /// It is maintained.
    Production,
    /// New descriptors should not use it.
    Deprecated,
}

impl Lifecycle {
    pub fn name(self) -> &'static str {
        match self {
            Lifecycle::Experimental => "experimental",
            Lifecycle::Production => "production",
            Lifecycle::Deprecated => "deprecated",
        }
    }

    /// The lifecycle with a name, in any case.
    pub fn named(name: &str) -> Option<Self> {
        let all = [Lifecycle::Experimental, Lifecycle::Production, Lifecycle::Deprecated];
        all.into_iter().find(|one| one.name().eq_ignore_ascii_case(name.trim()))
    }
}

/// A link to a page outside of the catalog.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, expecting = "`title` and `url`")]
pub struct WebLink {
    pub title: String,
    #[cfg_attr(feature = "schema", schemars(regex(pattern = "^https?://")))]
    pub url: String,
}

/// An entry of the navigation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged, expecting = "expected the path of a Markdown file, or `title` and `pages`")]
pub enum NavigationEntry {
    /// The path of a file in Markdown.
    Page(String),
    Group(NavigationGroup),
}

/// Pages under a title.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NavigationGroup {
    pub title: String,
    /// Paths of files in Markdown.
    pub pages: Vec<String>,
}

/// A text, or a list of texts.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged, expecting = "expected a text or a list of texts")]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

fn one_or_many<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    Ok(match OneOrMany::deserialize(from)? {
        OneOrMany::One(text) => vec![text],
        OneOrMany::Many(texts) => texts,
    })
}

/// The parts of the settings that only the documentation uses.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Publication {
    pub descriptors: Vec<DescriptorFacts>,
    pub pages: Vec<NavigationEntry>,
}

/// A mistake in these parts: the keys and indices that lead to it, and the message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistake {
    pub key: &'static str,
    /// The index in the list of `key`, if it is one.
    pub index: Option<usize>,
    pub message: String,
}

impl Publication {
    /// These parts of `stated`, and the mistakes in them.
    pub fn of(stated: &CatalogSettings) -> (Self, Vec<Mistake>) {
        let mut mistakes = Vec::new();
        let descriptors: Vec<DescriptorFacts> = list(&stated.descriptors, "descriptors", &mut mistakes);
        for (index, one) in descriptors.iter().enumerate() {
            let mut report =
                |message: String| mistakes.push(Mistake { key: "descriptors", index: Some(index), message });
            if one.files.is_empty() && one.names.is_empty() {
                report("missing `files` or `names`, the descriptors that it is about".to_owned());
            }
            for pattern in &one.files {
                if let Some(mistake) = exclusion::mistake(pattern) {
                    report(format!("invalid pattern `{pattern}`: {mistake}"));
                }
            }
            let urls = one.links.iter().map(|link| &link.url);
            for url in urls.filter(|url| !crate::markdown::is_web_address(url)) {
                report(format!("`{url}` is not a web address"));
            }
        }
        let pages = list(&stated.site.pages, "pages", &mut mistakes);
        (Publication { descriptors, pages }, mistakes)
    }
}

/// The valid items of a list.
fn list<T: for<'de> Deserialize<'de>>(value: &Value, key: &'static str, mistakes: &mut Vec<Mistake>) -> Vec<T> {
    let items = match value {
        Value::Null => return Vec::new(),
        Value::Array(items) => items,
        _ => {
            mistakes.push(Mistake { key, index: None, message: "must be a list".to_owned() });
            return Vec::new();
        }
    };
    let mut read = Vec::new();
    for (index, item) in items.iter().enumerate() {
        match T::deserialize(item) {
            Ok(item) => read.push(item),
            Err(error) => mistakes.push(Mistake { key, index: Some(index), message: error.to_string() }),
        }
    }
    read
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Publication, Vec<Mistake>) {
        Publication::of(&CatalogSettings::read(text).expect("settings"))
    }

    #[test]
    fn facts_and_pages_are_read() {
        let (read, mistakes) = read(
            "descriptors:\n  - files: resources/\n    owner: media\n    tags: [video, edge]\n  - names: [\"resource::a*\"]\n    \
             lifecycle: deprecated\n    links: [{title: Runbook, url: https://example.org/}]\nsite:\n  pages: [docs/a.md, {title: \
             More, pages: [docs/b.md]}]\n",
        );
        assert_eq!(mistakes, []);
        assert_eq!(
            (read.descriptors[0].files.as_slice(), read.descriptors[0].tags.len()),
            (&["resources/".to_owned()][..], 2)
        );
        assert_eq!(read.descriptors[1].lifecycle, Some(Lifecycle::Deprecated));
        assert_eq!(read.pages.len(), 2);
    }

    #[test]
    fn mistakes_have_a_place() {
        for (text, index, part) in [
            ("descriptors: [{owner: a}]", Some(0), "missing `files`"),
            ("descriptors: [{files: a, owners: b}]", Some(0), "unknown field `owners`"),
            ("descriptors: [{files: a}, {files: '[', owner: x}]", Some(1), "invalid pattern"),
            ("descriptors: [{files: a, links: [{title: x, url: 'javascript:1'}]}]", Some(0), "not a web address"),
            ("descriptors: {a: b}", None, "must be a list"),
            ("site: {pages: [{title: x}]}", Some(0), "expected the path"),
        ] {
            let (_, mistakes) = read(text);
            let found = mistakes.first().unwrap_or_else(|| panic!("{text} has a mistake"));
            assert!(found.index == index && found.message.contains(part), "{text}: {found:?}");
        }
    }
}
