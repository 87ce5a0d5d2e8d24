//! The parts of the settings that only the documentation uses: facts about descriptors, and pages.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::exclusion::{self, Exclusions};
use crate::markdown::is_web_address;
use crate::rules::catalog_settings::CatalogSettings;
use crate::syntax::NodePath;

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
    /// The index of each of them in the settings, where others may be invalid.
    pub indices: Vec<usize>,
    pub pages: Vec<NavigationEntry>,
}

/// A mistake in these parts: the path of the value, and the message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistake {
    pub path: NodePath,
    pub message: String,
}

impl Publication {
    /// These parts of `stated`, and the mistakes in them.
    pub fn of(stated: &CatalogSettings) -> (Self, Vec<Mistake>) {
        let mut mistakes = Vec::new();
        let all = NodePath::keys(["descriptors"]);
        let descriptors: Vec<(usize, DescriptorFacts)> = list(&stated.descriptors, &all, &mut mistakes);
        for (index, one) in &descriptors {
            let at = all.index(*index);
            let mut report = |path: NodePath, message: String| mistakes.push(Mistake { path, message });
            if one.files.is_empty() && one.names.is_empty() {
                report(at.clone(), "missing `files` or `names`, the descriptors that it is about".to_owned());
            }
            for (index, pattern) in one.files.iter().enumerate() {
                if let Some(mistake) = exclusion::mistake(pattern) {
                    report(at.key("files").index(index), format!("invalid pattern `{pattern}`: {mistake}"));
                }
            }
            if let Some(contact) = one.contact.as_ref().filter(|contact| address_of(contact).is_none()) {
                report(at.key("contact"), format!("`{contact}` is neither an e-mail address nor a web address"));
            }
            for (index, link) in one.links.iter().enumerate() {
                if !is_web_address(&link.url) {
                    let path = at.key("links").index(index).key("url");
                    report(path, format!("`{}` is not a web address", link.url));
                }
            }
        }
        if let Some(edit) = stated.site.edit.as_ref().filter(|edit| !edit.contains(PATH)) {
            let message = format!("`{edit}` does not contain `{PATH}`, which is replaced by the path of a file");
            mistakes.push(Mistake { path: NodePath::keys(["site", "edit"]), message });
        }
        let pages = list(&stated.site.pages, &NodePath::keys(["site", "pages"]), &mut mistakes);
        let (indices, descriptors) = descriptors.into_iter().unzip();
        let pages = pages.into_iter().map(|(_, page)| page).collect();
        (Publication { descriptors, indices, pages }, mistakes)
    }

    /// The patterns that match none of these descriptors, given by their paths and full names: the path of each in the
    /// settings, and the pattern.
    pub fn unmatched<'a>(
        &self,
        descriptors: impl Iterator<Item = (&'a str, &'a str)> + Clone,
    ) -> Vec<(NodePath, &str)> {
        let mut found = Vec::new();
        for (one, index) in self.descriptors.iter().zip(&self.indices) {
            let at = NodePath::keys(["descriptors"]).index(*index);
            for (index, pattern) in one.files.iter().enumerate() {
                let files = Exclusions::default().with_settings("", [pattern.as_str()]);
                let is_exception = pattern.starts_with('!') || exclusion::mistake(pattern).is_some();
                if !is_exception && !descriptors.clone().any(|(path, _)| files.leaves_out_file(path)) {
                    found.push((at.key("files").index(index), pattern.as_str()));
                }
            }
            for (index, pattern) in one.names.iter().enumerate() {
                if !descriptors.clone().any(|(_, name)| fits(pattern, name)) {
                    found.push((at.key("names").index(index), pattern.as_str()));
                }
            }
        }
        found
    }
}

/// The part of `edit` that is replaced by the path of a file.
const PATH: &str = "{path}";

/// The address of a link for a contact; `None` if it is neither an e-mail address nor a web address.
pub fn address_of(contact: &str) -> Option<String> {
    let is_mail = contact.contains('@') && !contact.contains(':');
    let address = if is_mail { format!("mailto:{contact}") } else { contact.to_owned() };
    is_web_address(&address).then_some(address)
}

/// Whether a name fits a pattern in which `*` matches any text.
pub fn fits(pattern: &str, name: &str) -> bool {
    let Some((first, rest)) = pattern.split_once('*') else { return pattern == name };
    let Some(mut left) = name.strip_prefix(first) else { return false };
    let mut parts: Vec<&str> = rest.split('*').collect();
    let last = parts.pop().unwrap_or_default();
    for part in parts {
        let Some(at) = left.find(part) else { return false };
        left = &left[at + part.len()..];
    }
    left.ends_with(last)
}

/// The valid items of a list, with their indices.
fn list<T: for<'de> Deserialize<'de>>(value: &Value, at: &NodePath, mistakes: &mut Vec<Mistake>) -> Vec<(usize, T)> {
    let items = match value {
        Value::Null => return Vec::new(),
        Value::Array(items) => items,
        _ => {
            mistakes.push(Mistake { path: at.clone(), message: "must be a list".to_owned() });
            return Vec::new();
        }
    };
    let mut read = Vec::new();
    for (index, item) in items.iter().enumerate() {
        match T::deserialize(item) {
            Ok(item) => read.push((index, item)),
            Err(error) => mistakes.push(Mistake { path: at.index(index), message: error.to_string() }),
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
        for (text, path, part) in [
            ("descriptors: [{owner: a}]", "/descriptors/0", "missing `files`"),
            ("descriptors: [{files: a, owners: b}]", "/descriptors/0", "unknown field `owners`"),
            ("descriptors: [{files: a}, {files: '[', owner: x}]", "/descriptors/1/files/0", "invalid pattern"),
            (
                "descriptors: [{files: a, links: [{title: x, url: 'javascript:1'}]}]",
                "/descriptors/0/links/0/url",
                "not a web address",
            ),
            ("descriptors: [{files: a, contact: 'javascript:1'}]", "/descriptors/0/contact", "neither an e-mail"),
            ("descriptors: [{files: a, contact: 'Video team'}]", "/descriptors/0/contact", "neither an e-mail"),
            ("descriptors: {a: b}", "/descriptors", "must be a list"),
            ("site: {pages: [{title: x}]}", "/site/pages/0", "expected the path"),
            ("site: {edit: 'https://e.org/edit/'}", "/site/edit", "does not contain `{path}`"),
        ] {
            let (_, mistakes) = read(text);
            let found = mistakes.first().unwrap_or_else(|| panic!("{text} has a mistake"));
            assert!(found.path.to_string() == path && found.message.contains(part), "{text}: {found:?}");
        }
        // The index counts the invalid entries before.
        let (read, mistakes) = read("descriptors: [{owners: a}, {files: a, contact: x}, {files: b}]");
        let paths: Vec<String> = mistakes.iter().map(|one| one.path.to_string()).collect();
        assert_eq!(
            (paths, read.indices),
            (vec!["/descriptors/0".to_owned(), "/descriptors/1/contact".to_owned()], vec![1, 2])
        );
    }

    #[test]
    fn contacts_are_addresses() {
        for (contact, address) in [
            ("a@example.org", Some("mailto:a@example.org")),
            ("mailto:a@example.org", Some("mailto:a@example.org")),
            ("https://example.org/@a", Some("https://example.org/@a")),
            ("example.org", None),
            ("javascript:a@b", None),
        ] {
            assert_eq!(address_of(contact).as_deref(), address, "{contact}");
        }
    }

    #[test]
    fn patterns_without_a_descriptor_are_found() {
        let (read, _) = read(
            "descriptors: [{owners: a}, {files: [a/, '*.yml', '!b/'], names: 'resource::a::*'}, {names: ['*', 'b::*']}]",
        );
        let found = |all: &[(&str, &str)]| -> Vec<String> {
            read.unmatched(all.iter().copied()).into_iter().map(|(path, pattern)| format!("{path} {pattern}")).collect()
        };
        let both = ["/descriptors/1/files/1 *.yml", "/descriptors/2/names/1 b::*"];
        assert_eq!(found(&[("a/x.yaml", "resource::a::1.0")]), both);
        assert_eq!(found(&[]).len(), 5);
    }

    #[test]
    fn a_star_matches_any_text() {
        for (pattern, name, is_match) in [
            ("resource::a::1.0", "resource::a::1.0", true),
            ("resource::a", "resource::a::1.0", false),
            ("resource::*", "resource::a::1.0", true),
            ("*", "", true),
            ("*::1.0", "resource::a::1.0", true),
            ("resource::*::1.*", "resource::a.b::1.0", true),
            ("resource::*::2.*", "resource::a.b::1.0", false),
            ("a*a", "a", false),
            ("a*b*c", "a-c-b-c", true),
        ] {
            assert_eq!(fits(pattern, name), is_match, "{pattern} {name}");
        }
    }
}
