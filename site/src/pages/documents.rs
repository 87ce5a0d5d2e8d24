//! The documents of a catalog: Markdown files that are pages of its site, because the settings name them, or because the
//! README or another document links to them.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use descriptorium_core::markdown::{self, HeadingLevel};
use descriptorium_core::rules::catalog_settings::publication::{NavigationEntry, Publication};
use descriptorium_core::text::FilePath;
use serde_json::json;

use crate::content::{Content, Element, raw_html};
use crate::html::Href;
use crate::pages::model::Model;
use crate::pages::{Page, Site, address};

/// Maximum number of documents, and of entries of the navigation.
const MAX_DOCUMENTS: usize = 500;
/// Maximum size of all documents, in bytes.
const MAX_BYTES: usize = 32 << 20;
/// Maximum number of characters of a title.
const MAX_TITLE: usize = 200;
/// The names of the document of a folder.
const READMES: [&str; 3] = ["README.md", "readme.md", "index.md"];

/// The documents with their texts, and the other files that they link to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Documents {
    pub texts: BTreeMap<FilePath, String>,
    /// Files that are part of the site as they are: images, and others.
    pub files: BTreeSet<FilePath>,
    /// For the README and each document, its anchors as GitHub makes them from its headings, with the ids on its page.
    pub anchors: BTreeMap<FilePath, Anchors>,
    /// Unresolved links and images.
    pub broken: Vec<BrokenLink>,
}

/// The ids of headings by the fragments that lead to them on GitHub.
pub type Anchors = BTreeMap<String, String>;

/// An unresolved link or image of a document, as written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BrokenLink {
    pub document: FilePath,
    pub written: String,
    pub why: String,
}

/// How the folder of a catalog answers.
pub trait Lookup {
    /// The text of a Markdown file, or why it cannot be shown.
    fn text(&self, path: &FilePath) -> Result<String, String>;
    /// Whether a file may be part of the site.
    fn is_file(&self, path: &FilePath) -> bool;
    fn is_folder(&self, path: &str) -> bool;
    /// Whether a folder, or one in it, has files that may be descriptors.
    fn has_descriptors(&self, path: &str) -> bool;
}

/// The anchors of a document, whose title is the top of the page.
pub fn anchors(text: &str) -> Anchors {
    let title = (body(text).len() < text.trim_start_matches('\u{feff}').trim_start().len())
        .then(|| (title_line(text).unwrap_or_default(), "main".to_owned()));
    let headings = Content::default().introduction(&raw_html::as_markdown(body(text)), &|_| None);
    let (mut found, mut numbers) = (Anchors::new(), BTreeMap::<String, usize>::new());
    for (words, id) in title.into_iter().chain(headings.into_iter().map(|heading| (heading.text, heading.id))) {
        let kept = words.trim().chars().filter(|one| one.is_alphanumeric() || matches!(one, ' ' | '-' | '_'));
        let slug: String = kept.map(|one| if one == ' ' { '-' } else { one }).collect::<String>().to_lowercase();
        let number = numbers.entry(slug.clone()).or_default();
        let anchor = if *number == 0 { slug } else { format!("{slug}-{number}") };
        *number += 1;
        found.entry(anchor).or_insert(id);
    }
    found
}

impl Documents {
    /// The documents that the settings name, and those that the README and other documents link to.
    pub fn of(lookup: &dyn Lookup, readme: Option<(&FilePath, &str)>, publication: &Publication) -> Self {
        let mut documents = Documents::default();
        let settings = FilePath::new(descriptorium_core::rules::catalog_settings::FILE);
        let mut queue: Vec<FilePath> = Vec::new();
        let mut fragments: Vec<Fragment> = Vec::new();
        for written in publication.pages.iter().flat_map(paths).take(MAX_DOCUMENTS) {
            let path = FilePath::along("", written.split('/')).filter(is_markdown);
            match path {
                Some(path) => documents.open(lookup, path, settings.as_ref(), written, &mut queue),
                None => {
                    documents.report(settings.as_ref(), written, "it is not the path of a Markdown file in this folder")
                }
            }
        }
        if let Some((path, text)) = readme {
            documents.anchors.insert(path.clone(), anchors(text));
            documents.follow(lookup, path, text, (&mut queue, &mut fragments));
        }
        while let Some(path) = queue.pop() {
            let text = documents.texts.get(&path).cloned().unwrap_or_default();
            documents.anchors.insert(path.clone(), anchors(&text));
            documents.follow(lookup, &path, &text, (&mut queue, &mut fragments));
        }
        for Fragment { document, written, target, fragment } in fragments {
            let known = documents.anchors_of(&target);
            if known.is_some_and(|known| id_of(known, &fragment).is_none()) {
                documents.report(Some(&document), &written, "there is no such heading");
            }
        }
        documents
    }

    /// The anchors of a document, or of the README of the catalog.
    pub fn anchors_of(&self, target: &FilePath) -> Option<&Anchors> {
        let readme = || self.anchors.iter().find(|(path, _)| is_readme_of_root(path)).map(|(_, anchors)| anchors);
        if is_readme_of_root(target) { readme() } else { self.anchors.get(target) }
    }

    /// Adds a document, whose links are followed later.
    fn open(
        &mut self,
        lookup: &dyn Lookup,
        path: FilePath,
        from: Option<&FilePath>,
        written: &str,
        queue: &mut Vec<FilePath>,
    ) {
        if self.texts.contains_key(&path) {
            return;
        }
        if self.texts.len() == MAX_DOCUMENTS {
            return self.report(from, written, "there are too many documents");
        }
        let n_bytes: usize = self.texts.values().map(String::len).sum();
        match lookup.text(&path) {
            Ok(text) if n_bytes + text.len() > MAX_BYTES => {
                self.report(from, written, "the documents are too large together");
            }
            Ok(text) => {
                self.texts.insert(path.clone(), text);
                queue.push(path);
            }
            Err(why) => self.report(from, written, &why),
        }
    }

    fn report(&mut self, from: Option<&FilePath>, written: &str, why: &str) {
        if let Some(document) = from.cloned() {
            self.broken.push(BrokenLink { document, written: written.to_owned(), why: why.to_owned() });
        }
    }

    /// Adds what a document links to.
    fn follow(
        &mut self,
        lookup: &dyn Lookup,
        document: &FilePath,
        text: &str,
        (queue, fragments): (&mut Vec<FilePath>, &mut Vec<Fragment>),
    ) {
        for link in links(text) {
            let path = link.split(['#', '?']).next().unwrap_or_default();
            let fragment = link.split_once('#').map(|(_, fragment)| fragment).filter(|fragment| !fragment.is_empty());
            let mut leads_to = |target: &FilePath| {
                fragments.extend(fragment.map(|fragment| Fragment {
                    document: document.clone(),
                    written: link.clone(),
                    target: target.clone(),
                    fragment: fragment.to_owned(),
                }));
            };
            if path.is_empty() {
                leads_to(document);
            }
            // Full names, anchors, and paths from the root of a web server.
            if path.is_empty() || path.contains("::") || link.contains(':') {
                continue;
            }
            let decoded = percent_encoding::percent_decode_str(path).decode_utf8_lossy();
            let target = FilePath::along(document.folder(), decoded.trim_end_matches('/').split('/'));
            match target {
                _ if path.starts_with('/') => self.report(Some(document), &link, "paths are relative to the document"),
                None if is_root(document, &decoded) => {}
                None => self.report(Some(document), &link, "it leads out of the catalog"),
                Some(target) if is_markdown(&target) && !is_readme_of_root(&target) => {
                    leads_to(&target);
                    self.open(lookup, target, Some(document), &link, queue);
                }
                Some(target) if is_readme_of_root(&target) => leads_to(&target),
                Some(target) if lookup.is_file(&target) => drop(self.files.insert(target)),
                Some(target) if lookup.is_folder(target.as_str()) => {
                    let readme = READMES.iter().filter_map(|name| FilePath::in_folder(target.as_str(), name));
                    match readme.into_iter().find(|path| lookup.is_file(path)) {
                        Some(readme) => self.open(lookup, readme, Some(document), &link, queue),
                        // The list of its descriptors is its page.
                        None if lookup.has_descriptors(target.as_str()) => {}
                        None => self.report(Some(document), &link, "the folder has no README.md and no descriptors"),
                    }
                }
                Some(_) => self.report(Some(document), &link, "there is no such file"),
            }
        }
    }
}

/// A link to a heading, which is looked for when all documents are known.
struct Fragment {
    document: FilePath,
    written: String,
    target: FilePath,
    fragment: String,
}

/// The id to which a fragment leads: as on GitHub, or an id of the page itself.
pub fn id_of<'a>(anchors: &'a Anchors, fragment: &str) -> Option<&'a str> {
    let decoded = percent_encoding::percent_decode_str(fragment).decode_utf8_lossy();
    let by_heading = anchors.get(&*decoded.to_lowercase());
    by_heading.or_else(|| anchors.values().find(|id| **id == *decoded)).map(String::as_str)
}

/// Whether a link of a document leads to the root of the catalog.
fn is_root(document: &FilePath, link: &str) -> bool {
    let up = link.split('/').filter(|step| *step == "..").count();
    let is_plain = link.split('/').all(|step| matches!(step, "" | "." | ".."));
    let depth = document.folder().split('/').filter(|folder| !folder.is_empty()).count();
    is_plain && up == depth
}

/// Whether a file is the README whose text begins the first page.
fn is_readme_of_root(path: &FilePath) -> bool {
    path.folder().is_empty() && path.name().eq_ignore_ascii_case("README.md")
}

fn is_markdown(path: &FilePath) -> bool {
    path.name().to_ascii_lowercase().ends_with(".md")
}

/// The links and images of a text as written, except web addresses. Code is not a link.
fn links(text: &str) -> BTreeSet<String> {
    let found = RefCell::new(BTreeSet::new());
    let text = raw_html::as_markdown(text);
    let note = |link: &str| {
        found.borrow_mut().insert(link.to_owned());
        None
    };
    let events = markdown::events(&text, HeadingLevel::H1, &note);
    let mut found = found.into_inner();
    for event in events {
        // Names in code are only links if something has that name.
        if let markdown::Event::Code(code) = event {
            found.remove(&*code);
        }
    }
    found
}

/// The paths of an entry of the navigation.
fn paths(entry: &NavigationEntry) -> Vec<&str> {
    match entry {
        NavigationEntry::Page(path) => vec![path],
        NavigationEntry::Group(group) => group.pages.iter().map(String::as_str).collect(),
    }
}

/// A part of the navigation: documents, possibly under a title.
pub struct NavigationPart<'a> {
    pub title: Option<&'a str>,
    pub documents: Vec<FilePath>,
}

/// The navigation through the documents that the settings name, as far as they exist.
pub fn navigation(site: &Site) -> Vec<NavigationPart<'_>> {
    let known = |written: &str| {
        let path = FilePath::along("", written.split('/'))?;
        site.look.documents.texts.contains_key(&path).then_some(path)
    };
    let mut parts: Vec<NavigationPart<'_>> = Vec::new();
    for entry in site.look.publication.pages.iter().take(MAX_DOCUMENTS) {
        match entry {
            NavigationEntry::Page(path) => match parts.last_mut().filter(|part| part.title.is_none()) {
                Some(part) => part.documents.extend(known(path)),
                None => parts.push(NavigationPart { title: None, documents: known(path).into_iter().collect() }),
            },
            NavigationEntry::Group(group) => parts.push(NavigationPart {
                title: Some(&group.title),
                documents: group.pages.iter().take(MAX_DOCUMENTS).filter_map(|path| known(path)).collect(),
            }),
        }
    }
    parts.retain(|part| !part.documents.is_empty());
    parts
}

/// The title of a document: its first heading, or the name of its file.
pub fn title(path: &FilePath, text: &str) -> String {
    let title =
        title_line(text).filter(|title| !title.is_empty()).unwrap_or_else(|| path.stem().replace(['-', '_'], " "));
    title.chars().take(MAX_TITLE).collect()
}

/// The words of the heading at the top of a document.
fn title_line(text: &str) -> Option<String> {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with("<!--"));
    first.and_then(|line| line.strip_prefix("# ")).map(markdown::summary)
}

/// The text of a document below its title.
fn body(text: &str) -> &str {
    let trimmed = text.trim_start_matches('\u{feff}').trim_start();
    match trimmed.strip_prefix("# ") {
        Some(rest) => rest.split_once('\n').map_or("", |(_, body)| body),
        None => trimmed,
    }
}

pub fn model(page: &Page<'_>, path: &FilePath) -> Model {
    let Some(text) = page.site.look.documents.texts.get(path) else { return crate::pages::error::not_found(page) };
    let mut contents = Vec::new();
    let order: Vec<FilePath> = navigation(page.site).into_iter().flat_map(|part| part.documents).collect();
    let main = Content::of(|content| {
        content.element(Element::Heading(1), "", |content| content.text(&page.title()));
        page.introduction(content, body(text), path.folder(), &mut contents);
        if let Some(href) = page.to_editor(path) {
            content.element(Element::Paragraph, "note", |content| {
                content.link(&href, "", |content| content.text("Edit this page"));
            });
        }
        neighbors(page, content, &order, path);
    });
    let data = page.data(|| json!({ "title": page.title(), "file": path, "text": text }));
    Model { breadcrumbs: page.below_home(), contents, main, data, ..Model::default() }
}

/// Links to the documents before and after one.
fn neighbors(page: &Page<'_>, content: &mut Content, order: &[FilePath], path: &FilePath) {
    let Some(at) = order.iter().position(|other| other == path) else { return };
    let before = at.checked_sub(1).and_then(|before| order.get(before));
    let pair = [(before, "previous"), (order.get(at + 1), "next")];
    if pair.iter().all(|(document, _)| document.is_none()) {
        return;
    }
    content.element(Element::Group, "neighbors", |content| {
        for (document, class) in pair {
            let Some(document) = document else { continue };
            content.link(&page.to(&address::document(document)), class, |content| {
                content.text(&page.site.title_of(&crate::pages::Subject::Document(document.clone())));
            });
        }
    });
}

impl Page<'_> {
    /// The page where a file of the catalog is edited, if the settings have one.
    pub fn to_editor(&self, file: &FilePath) -> Option<Href> {
        let edit = self.site.look.edit.as_deref()?;
        let path: Vec<String> = file.as_str().split('/').map(crate::html::encode).collect();
        Href::of_web(&edit.replace("{path}", &path.join("/")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Folder(BTreeMap<&'static str, &'static str>);

    impl Lookup for Folder {
        fn text(&self, path: &FilePath) -> Result<String, String> {
            self.0.get(path.as_str()).map(|text| (*text).to_owned()).ok_or_else(|| "there is no such file".to_owned())
        }

        fn is_file(&self, path: &FilePath) -> bool {
            self.0.contains_key(path.as_str())
        }

        fn is_folder(&self, path: &str) -> bool {
            self.0.keys().any(|file| file.starts_with(&format!("{path}/")))
        }

        fn has_descriptors(&self, path: &str) -> bool {
            self.0.keys().any(|file| file.starts_with(&format!("{path}/")) && file.ends_with(".yaml"))
        }
    }

    /// The oracle is the way in which GitHub makes anchors: lower case, without punctuation, with hyphens for spaces, and with
    /// numbers for those that are there already.
    #[test]
    fn fragments_lead_to_headings_as_on_github() {
        let found = anchors("# The `title`!\n\n## A & B_c\n\n### Part 1.2\n\n## A & B_c\n\n## Größe\n");
        let ids =
            ["the-title", "a--b_c", "part-12", "a--b_c-1", "größe", "gr%C3%B6%C3%9Fe", "Part-12", "text-part-1-2"];
        let ids = ids.map(|fragment| id_of(&found, fragment).unwrap_or("none"));
        let part = "text-part-1-2";
        assert_eq!(ids, ["main", "text-a-b-c", part, "text-a-b-c-2", "text-größe", "text-größe", part, part]);
        assert_eq!(id_of(&found, "gone"), None);
        let folder =
            Folder(BTreeMap::from([("b.md", "# B\n\n## One\n\n[up](README.md#here) [own](#one) [bad](#two)\n")]));
        let readme = "# C\n\n## Here\n\n[b](b.md#one) [b](b.md#three) [here](#here) [there](#there)\n";
        let path = FilePath::new("README.md").expect("a path");
        let found = Documents::of(&folder, Some((&path, readme)), &Publication::default());
        let broken: Vec<&str> = found.broken.iter().map(|one| one.written.as_str()).collect();
        assert_eq!(broken, ["#there", "b.md#three", "#two"]);
    }

    #[test]
    fn documents_are_followed_and_dead_ends_reported() {
        let folder = Folder(BTreeMap::from([
            ("docs/a.md", "# A\n\n## Part\n\n[b](b.md) ![x](../img/x.png) [root](..) `../img/none.png`"),
            ("docs/b.md", "[a](a.md) [gone](gone.md) [out](../../x.md)"),
            ("docs/c.md", "never linked"),
            ("more/README.md", "More.\n\n[none](../scripts/) [some](../list)"),
            ("list/deep/x.yaml", ""),
            ("img/x.png", ""),
            ("scripts/run.sh", ""),
        ]));
        let readme = "See [A](docs/a.md#part), [more](more/), [script](scripts/run.sh), <img src=\"img/x.png\">, \
                      [web](https://example.org) and [name](resource::a::1.0).";
        let path = FilePath::new("README.md").expect("a path");
        let found = Documents::of(&folder, Some((&path, readme)), &Publication::default());
        assert_eq!(
            found.texts.keys().map(FilePath::as_str).collect::<Vec<_>>(),
            ["docs/a.md", "docs/b.md", "more/README.md"]
        );
        assert_eq!(found.files.iter().map(FilePath::as_str).collect::<Vec<_>>(), ["img/x.png", "scripts/run.sh"]);
        let broken: Vec<(&str, &str)> =
            found.broken.iter().map(|one| (one.document.as_str(), one.written.as_str())).collect();
        let of_folder = ("more/README.md", "../scripts/");
        assert_eq!(broken, [of_folder, ("docs/b.md", "../../x.md"), ("docs/b.md", "gone.md")]);
    }
}
