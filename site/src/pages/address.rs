//! Where each page lies: names that every file system and every web server takes as they are, and no two alike.

use std::collections::{BTreeMap, BTreeSet};

use descriptorium_core::catalog::{Catalog, compare_versions};
use descriptorium_core::language::Language;
use descriptorium_core::text::FilePath;
use hashbrown::{HashMap, HashSet};

use crate::html::{Href, published};
use crate::pages::facts::Facts;
use crate::pages::layout::kind_word;
use crate::pages::{Name, changes};

pub const HOME: &str = "index.html";
pub const PROBLEMS: &str = "problems.html";
pub const CODES: &str = "codes/index.html";
pub const CONFORMANCE: &str = "codes/conformance.html";
/// Of the settings of a catalog, for editors.
pub const SCHEMA: &str = "codes/descriptorium.schema.json";
pub const HEALTH: &str = "health.html";
/// Only where the address of the site is known.
pub const FEED: &str = "feed.xml";
pub const FOLDERS: &str = "folders.html";
pub const GRAPH: &str = "dependencies.html";
pub const INDEX: &str = "index.json";
pub const THEME: &str = "assets/theme.css";
pub const SEARCH: &str = "search.html";
pub const NOT_FOUND: &str = "404.html";
pub const STYLE: &str = "assets/site.css";
pub const ICON: &str = "assets/icon.svg";
/// Only where pages are served.
pub const LIVE: &str = "assets/live.js";
pub const SCRIPT: &str = "assets/search.js";
/// Only where there is a modeller.
pub const MODELLER_FOLDER: &str = "modeller/";
pub const MODELLER: &str = "modeller/index.html";
/// Only on pages with a drawing.
pub const DRAWING_SCRIPT: &str = "assets/drawing.js";
/// Only on pages with rows that can be left out.
pub const FILTER_SCRIPT: &str = "assets/filter.js";

/// The longest that a part of a path becomes.
const MAX_LENGTH: usize = 80;

/// The pages of each descriptor, in the order of language, name, version and file.
#[derive(Clone, Debug, Default)]
pub struct Addresses {
    in_order: Vec<(FilePath, Address)>,
    of_file: HashMap<FilePath, usize>,
    languages: BTreeSet<Language>,
    /// The pages on the versions of a descriptor, with these, ascending.
    histories: BTreeMap<String, Vec<FilePath>>,
    history_of: BTreeMap<FilePath, String>,
    comparisons: BTreeMap<(FilePath, FilePath), String>,
}

/// Paths from the root of the site.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Address {
    pub page: String,
    pub source: String,
    pub drawing: String,
}

impl Address {
    fn of(stem: &str) -> Self {
        let [page, source, drawing] = [".html", ".source.html", ".svg"].map(|ending| [stem, ending].concat());
        Address { page, source, drawing }
    }

    /// The same descriptor in another form: `json`, `md`, `yaml`.
    pub fn twin(&self, ending: &str) -> String {
        twin(&self.page, ending)
    }
}

/// Where a page lies in another form: `json`, `md`.
pub fn twin(page: &str, ending: &str) -> String {
    [page.trim_end_matches(".html"), ".", ending].concat()
}

impl Addresses {
    /// `editions` has the descriptors by what they are versions of.
    pub fn of<'a>(facts: impl Iterator<Item = &'a Facts>, editions: &Catalog) -> Self {
        let mut found: Vec<&Facts> = facts.collect();
        found.sort_by(|a, b| {
            let versions = || compare_versions(version(&a.name), version(&b.name));
            let names = a.language.cmp(&b.language).then_with(|| a.name.short.cmp(&b.name.short));
            names.then_with(versions).then_with(|| a.path.cmp(&b.path))
        });
        let mut taken = Taken::default();
        let mut addresses = Addresses::default();
        for Facts { language, name, path, .. } in found {
            let (language, file) = (*language, path.clone());
            let stem = match &name.version {
                Some(version) => format!("{}/{}/{}", folder(language), slug(&name.short), slug(version)),
                None => format!("{}/{}", folder(language), slug(file.as_str())),
            };
            addresses.languages.insert(language);
            addresses.of_file.insert(file.clone(), addresses.in_order.len());
            addresses.in_order.push((file, Address::of(&taken.vacant(stem))));
        }
        addresses.versions(editions, &mut taken);
        addresses
    }

    fn versions(&mut self, editions: &Catalog, taken: &mut Taken) {
        let mut named: BTreeMap<(&str, &str), Vec<FilePath>> = BTreeMap::new();
        for entry in editions.entries() {
            named.entry((&entry.name.kind, &entry.name.name)).or_default().push(entry.file.clone());
        }
        for (_, files) in named.into_iter().filter(|(_, files)| files.len() > 1) {
            let folder = files.last().and_then(|file| self.get(file)?.page.rsplit_once('/')).map(|(folder, _)| folder);
            let Some(folder) = folder.map(str::to_owned) else { continue };
            let mut page = |stem: String| format!("{}.html", taken.vacant(stem));
            let history = page(format!("{folder}/versions"));
            for (before, after) in changes::compared(&files) {
                let version = |file: &FilePath| {
                    let page = self.get(file).map(|address| address.page.clone()).unwrap_or_default();
                    page.rsplit('/').next().unwrap_or_default().trim_end_matches(".html").to_owned()
                };
                let stem = format!("{folder}/{}-to-{}", version(&before), version(&after));
                self.comparisons.insert((before, after), page(stem));
            }
            self.history_of.extend(files.iter().map(|file| (file.clone(), history.clone())));
            self.histories.insert(history, files);
        }
    }

    /// The pages on the versions of a descriptor, with these, ascending.
    pub fn histories(&self) -> impl Iterator<Item = (&String, &Vec<FilePath>)> {
        self.histories.iter()
    }

    pub fn history(&self, file: &FilePath) -> Option<&str> {
        self.history_of.get(file).map(String::as_str)
    }

    pub fn comparisons(&self) -> impl Iterator<Item = (&(FilePath, FilePath), &String)> {
        self.comparisons.iter()
    }

    pub fn comparison(&self, before: &FilePath, after: &FilePath) -> Option<&str> {
        self.comparisons.get(&(before.clone(), after.clone())).map(String::as_str)
    }

    pub fn get(&self, file: &FilePath) -> Option<&Address> {
        self.in_order.get(*self.of_file.get(file)?).map(|(_, address)| address)
    }

    pub fn descriptors(&self) -> impl Iterator<Item = &(FilePath, Address)> {
        self.in_order.iter()
    }

    pub fn languages(&self) -> impl Iterator<Item = Language> {
        self.languages.iter().copied()
    }
}

fn version(name: &Name) -> &str {
    name.version.as_deref().unwrap_or("")
}

/// The folder of the descriptors of a language: `assembly`.
fn folder(language: Language) -> String {
    slug(&kind_word(language).to_ascii_lowercase())
}

/// The page that lists the descriptors of a language.
pub fn kind(language: Language) -> String {
    format!("{}/index.html", folder(language))
}

/// The page of a code of diagnostics.
pub fn code(code: &str) -> String {
    let parts: Vec<String> = code.split('/').map(slug).collect();
    format!("codes/{}.html", parts.join("/"))
}

/// The address that a site is published at, with a slash at its end; why it cannot be one otherwise.
pub fn base(text: &str) -> Result<String, String> {
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let has_host = host.is_some_and(|host| !host.is_empty() && !host.starts_with('/'));
    if !has_host || text.contains(['?', '#', '"', '<', '>']) || Href::of_web(text).is_none() {
        return Err("an address such as https://example.org/catalog/ is expected".to_owned());
    }
    Ok(format!("{}/", text.trim_end_matches('/')))
}

/// The page of a code on the web, where the site is published at `base`, which has a slash at its end.
pub fn published_code(base: &str, name: &str) -> String {
    published(base, &code(name))
}

/// What the names of pages begin with that there are already, each in small letters: some systems take large letters for
/// the same.
#[derive(Debug, Default)]
struct Taken(HashSet<String>);

impl Taken {
    /// The first of `stem`, `stem-2`, `stem-3` that no page in any form begins with; it is taken from then on.
    fn vacant(&mut self, stem: String) -> String {
        if self.take(&stem) {
            return stem;
        }
        (2..).map(|number| format!("{stem}-{number}")).find(|other| self.take(other)).unwrap_or_default()
    }

    /// Whether it was free. The page of a source could be that of another descriptor: `a.source.html`.
    fn take(&mut self, stem: &str) -> bool {
        let mut key = stem.to_lowercase();
        let is_taken = |key: &str| self.0.contains(key);
        if is_taken(&key) || key.strip_suffix(SOURCE).is_some_and(is_taken) {
            return false;
        }
        let length = key.len();
        key.push_str(SOURCE);
        if is_taken(&key) {
            return false;
        }
        key.truncate(length);
        self.0.insert(key)
    }
}

/// What the page of a source has behind the name of that of the descriptor.
const SOURCE: &str = ".source";

/// A name as a part of a path: letters, digits, `.`, `-` and `_`, and none that means something to a system.
fn slug(name: &str) -> String {
    let mut slug = String::new();
    for character in name.chars() {
        match character {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '.' | '_' => slug.push(character),
            _ if slug.ends_with('-') => {}
            _ => slug.push('-'),
        }
    }
    slug.truncate(MAX_LENGTH);
    let slug = slug.trim_matches(['.', '-']);
    let stem = slug.split('.').next().unwrap_or("").to_ascii_lowercase();
    let numbered = |prefix| stem.strip_prefix(prefix).is_some_and(|rest: &str| rest.len() == 1);
    let device = matches!(stem.as_str(), "con" | "prn" | "aux" | "nul") || numbered("com") || numbered("lpt");
    if slug.is_empty() {
        "unnamed".to_owned()
    } else if device || stem == "index" || slug.to_ascii_lowercase().ends_with(".html") {
        format!("{slug}_")
    } else {
        slug.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_a_path_means_nothing_to_a_system() {
        for (name, expected) in [
            ("c_streamer", "c_streamer"),
            ("1.0", "1.0"),
            ("../../etc/passwd", "etc-passwd"),
            ("..", "unnamed"),
            ("", "unnamed"),
            ("größe 2", "gr-e-2"),
            ("CON", "CON_"),
            ("nul.txt", "nul.txt_"),
            ("lpt1", "lpt1_"),
            ("index", "index_"),
            ("x.html", "x.html_"),
            (".hidden", "hidden"),
            ("a/b\\c:d", "a-b-c-d"),
            ("a\u{202e}b\0c", "a-b-c"),
        ] {
            assert_eq!(slug(name), expected, "{name:?}");
        }
        assert!(slug(&"x".repeat(500)).len() <= MAX_LENGTH);
    }

    #[test]
    fn a_site_is_published_at_an_address_of_the_web() {
        for text in ["https://example.org/docs", "https://example.org/docs/", "https://example.org/docs//"] {
            assert_eq!(base(text).as_deref(), Ok("https://example.org/docs/"), "{text}");
        }
        for text in
            ["httpx", "http://", "https:///docs", "https://a b", "https://a/?x", "https://a/#x", "mailto:a@b", "a.org"]
        {
            assert!(base(text).is_err(), "{text}");
        }
    }

    #[test]
    fn names_that_differ_in_case_only_have_pages_of_their_own() {
        let mut taken = Taken::default();
        let mut vacant = |stems: &[&str]| stems.iter().map(|stem| taken.vacant((*stem).to_owned())).collect::<Vec<_>>();
        assert_eq!(vacant(&["a/X/1", "a/x/1", "a/x/1", "a/x/1-2"]), ["a/X/1", "a/x/1-2", "a/x/1-3", "a/x/1-2-2"]);
        // `b.source.html` is the source of `b`, whichever comes first.
        assert_eq!(vacant(&["b", "b.source", "c.source", "c"]), ["b", "b.source-2", "c.source", "c-2"]);
    }
}
