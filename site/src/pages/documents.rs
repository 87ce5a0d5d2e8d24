//! The documents of a catalog: Markdown files that are pages of its site, because the settings name them, or because the
//! README or another document links to them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use descriptorium_core::markdown::remarks::{Part, Remark, remarks};
use descriptorium_core::markdown::{self, is_web_address};
use descriptorium_core::rules::Rule;
use descriptorium_core::rules::catalog_settings;
use descriptorium_core::rules::catalog_settings::publication::NavigationEntry;
use descriptorium_core::rules::markdown::{
    self as markdown_rules, Target, broken_link, mermaid, raw_html, remote_image,
};
use descriptorium_core::symbol::DescriptorRef;
use descriptorium_core::syntax::Node;
use descriptorium_core::text::{FilePath, Span};
use descriptorium_core::workspace::SourceFile;
use serde_json::json;

use crate::content::description::is_image_name;
use crate::content::{Content, Element};
use crate::folder::FileFinding;
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
}

/// The ids of headings by the fragments that lead to them on GitHub.
pub type Anchors = BTreeMap<String, String>;

/// How the folder of a catalog answers.
pub trait Lookup {
    /// The text of a Markdown file, or why it cannot be shown.
    fn text(&self, path: &FilePath) -> Result<String, String>;
    /// Whether a file may be part of the site.
    fn is_file(&self, path: &FilePath) -> bool;
    fn is_folder(&self, path: &str) -> bool;
    /// Whether a folder, or one in it, has files that may be descriptors.
    fn has_descriptors(&self, path: &str) -> bool;
    /// Why a file is not part of the site although it could be by its path, if so.
    fn refusal(&self, path: &FilePath) -> Option<&'static str>;
    /// Whether the catalog has a descriptor with this name.
    fn has_name(&self, name: &DescriptorRef) -> bool;
}

/// The texts and files that lead to the documents of a catalog.
#[derive(Clone, Copy, Default)]
pub struct Sources<'a> {
    pub readme: Option<(&'a FilePath, &'a str)>,
    /// The texts at the top and at the foot of each page, with the paths of their files.
    pub frame: [Option<(&'a FilePath, &'a str)>; 2],
    /// The text of the settings, and the part about pages.
    pub settings: &'a str,
    pub pages: &'a [NavigationEntry],
    /// The files to which the descriptions of descriptors link.
    pub linked: &'a [FilePath],
}

/// The anchors of a document, whose title is the top of the page.
pub fn anchors(text: &str) -> Anchors {
    let title = (body(text).len() < text.trim_start_matches('\u{feff}').trim_start().len())
        .then(|| (title_line(text).unwrap_or_default(), "main".to_owned()));
    let headings = Content::default().introduction(body(text), &|_| None);
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
    /// The documents that the settings name, and those that the README, descriptions and other documents link to, with
    /// findings about everything that they cannot show.
    pub fn of(lookup: &dyn Lookup, sources: Sources<'_>) -> (Self, Vec<FileFinding>) {
        let (documents, queue, fragments, found) = Default::default();
        let mut reader = Reader { lookup, documents, queue, fragments, found };
        reader.pages(sources);
        for file in sources.linked {
            reader.target(file, None, "");
        }
        if let Some((path, text)) = sources.readme {
            reader.documents.anchors.insert(path.clone(), anchors(text));
            reader.follow(path, false, text);
        }
        for (path, text) in sources.frame.into_iter().flatten() {
            reader.follow(path, true, text);
        }
        while let Some(path) = reader.queue.pop() {
            let text = reader.documents.texts.get(&path).cloned().unwrap_or_default();
            reader.documents.anchors.insert(path.clone(), anchors(&text));
            reader.follow(&path, false, &text);
        }
        for Fragment { from, address, target, fragment } in std::mem::take(&mut reader.fragments) {
            let known = reader.documents.anchors_of(&target);
            if known.is_some_and(|known| id_of(known, &fragment).is_none()) {
                reader.unresolved(&from, &address, "there is no such heading");
            }
        }
        let Reader { documents, mut found, .. } = reader;
        let start = |one: &FileFinding| one.place.as_ref().map(|(_, span)| *span);
        found.sort_by(|a, b| (&a.path, start(a)).cmp(&(&b.path, start(b))));
        (documents, found)
    }

    /// The anchors of a document, or of the README of the catalog.
    pub fn anchors_of(&self, target: &FilePath) -> Option<&Anchors> {
        let readme = || self.anchors.iter().find(|(path, _)| is_readme_of_root(path)).map(|(_, anchors)| anchors);
        if is_readme_of_root(target) { readme() } else { self.anchors.get(target) }
    }
}

/// A part of a document.
#[derive(Clone)]
struct Place {
    document: FilePath,
    text: Arc<str>,
    span: Span,
    /// Whether it is an image.
    is_image: bool,
    /// Whether it is at the top or at the foot of each page.
    is_frame: bool,
}

struct Reader<'a> {
    lookup: &'a dyn Lookup,
    documents: Documents,
    /// The documents whose links are not yet followed.
    queue: Vec<FilePath>,
    fragments: Vec<Fragment>,
    found: Vec<FileFinding>,
}

impl Reader<'_> {
    /// Opens the pages that the settings name.
    fn pages(&mut self, sources: Sources<'_>) {
        let Some(document) = FilePath::new(catalog_settings::FILE) else { return };
        let file = SourceFile::new(document.clone(), sources.settings.to_owned());
        let stated = file.root.as_ref().and_then(|root| root.get("site")?.get("pages"));
        for written in sources.pages.iter().flat_map(paths).take(MAX_DOCUMENTS) {
            let span = stated.and_then(|pages| scalar(pages, written)).unwrap_or_default();
            let from = Place {
                document: document.clone(),
                text: Arc::clone(&file.text),
                span,
                is_image: false,
                is_frame: false,
            };
            match FilePath::along("", written.split('/')).filter(is_markdown) {
                Some(path) => self.open(path, Some(&from), written),
                None => self.unresolved(&from, written, "it is not the path of a Markdown file in this folder"),
            }
        }
    }

    /// Adds a document, whose links are followed later.
    fn open(&mut self, path: FilePath, from: Option<&Place>, address: &str) {
        if self.documents.texts.contains_key(&path) {
            return;
        }
        let n_bytes: usize = self.documents.texts.values().map(String::len).sum();
        let read = match self.documents.texts.len() {
            MAX_DOCUMENTS => Err("there are too many documents".to_owned()),
            _ => self.lookup.text(&path),
        };
        let why = match read {
            Ok(text) if n_bytes + text.len() > MAX_BYTES => "the documents are too large together".to_owned(),
            Ok(text) => {
                self.documents.texts.insert(path.clone(), text);
                return self.queue.push(path);
            }
            Err(why) => why,
        };
        from.into_iter().for_each(|from| self.unresolved(from, address, &why));
    }

    fn unresolved(&mut self, from: &Place, address: &str, why: &str) {
        let noun = if from.is_image { "image" } else { "link" };
        self.report(from, &broken_link::RULE.rule(), format!("unresolved {noun} `{address}`: {why}"));
    }

    fn report(&mut self, from: &Place, rule: &Rule, message: String) {
        let place = Some((Arc::clone(&from.text), from.span));
        let found =
            FileFinding { place, ..FileFinding::of(from.document.as_str(), (rule.code, rule.severity), message) };
        self.found.push(found);
    }

    /// Adds what a document links to, and reports what it cannot show. Links at the top and at the foot of each page start at
    /// the root.
    fn follow(&mut self, document: &FilePath, is_frame: bool, text: &str) {
        let text: Arc<str> = text.into();
        let folder = if is_frame { "" } else { document.folder() };
        for Remark { place, part } in remarks(&text) {
            let span = Span::new(place.start, place.end);
            let is_image = matches!(part, Part::Image(_));
            let from = Place { document: document.clone(), text: Arc::clone(&text), span, is_image, is_frame };
            match &part {
                Part::Image(address) if is_web_address(address) => {
                    self.report(&from, &remote_image::RULE.rule(), remote_image::message(address));
                }
                Part::Link(address) | Part::Image(address) => self.link(folder, &from, address),
                Part::Mermaid => self.report(&from, &mermaid::RULE.rule(), mermaid::MESSAGE.to_owned()),
                Part::Html(_) | Part::TooLong => {
                    let message = raw_html::message(&part).unwrap_or_default();
                    self.report(&from, &raw_html::RULE.rule(), message);
                }
            }
        }
    }

    /// Adds the target of a link or an image.
    fn link(&mut self, folder: &str, from: &Place, address: &str) {
        let (target, is_own) = match Target::of(address, folder) {
            Err(why) => return self.unresolved(from, address, why),
            Ok(Target::Root) => return,
            Ok(Target::Descriptor(name)) => {
                if !self.lookup.has_name(&name) {
                    self.unresolved(from, address, markdown_rules::UNKNOWN_NAME);
                }
                return;
            }
            Ok(Target::Own) => (from.document.clone(), true),
            Ok(Target::File(target)) => (target, false),
        };
        let fragment = address.split_once('#').map(|(_, fragment)| fragment).filter(|fragment| !fragment.is_empty());
        if let Some(fragment) = fragment.filter(|_| is_markdown(&target)) {
            let (from, address, fragment) = (from.clone(), address.to_owned(), fragment.to_owned());
            self.fragments.push(Fragment { from, address, target: target.clone(), fragment });
        }
        // These may also link to pages of the site, whose addresses are not known yet.
        let is_page = from.is_frame && target.name().ends_with(".html") && !self.lookup.is_file(&target);
        if !is_own && !is_page {
            self.target(&target, Some(from), address);
        }
    }

    /// Adds a file or folder to which a link leads.
    fn target(&mut self, target: &FilePath, from: Option<&Place>, address: &str) {
        let is_image = from.is_some_and(|from| from.is_image);
        let why = if is_readme_of_root(target) && !is_image {
            return;
        } else if is_markdown(target) && !is_image {
            return self.open(target.clone(), from, address);
        } else if self.lookup.is_file(target) {
            match self.lookup.refusal(target) {
                Some(why) => why,
                None => {
                    self.documents.files.insert(target.clone());
                    match is_image && !is_image_name(target.name()) {
                        true => "it is not an image that browsers show",
                        false => return,
                    }
                }
            }
        } else if is_image || !self.lookup.is_folder(target.as_str()) {
            markdown_rules::NO_FILE
        } else {
            let readme = READMES.iter().filter_map(|name| FilePath::in_folder(target.as_str(), name));
            match readme.into_iter().find(|path| self.lookup.is_file(path)) {
                Some(readme) => return self.open(readme, from, address),
                // The list of its descriptors is its page.
                None if self.lookup.has_descriptors(target.as_str()) => return,
                None => "the folder has no README.md and no descriptors",
            }
        };
        from.into_iter().for_each(|from| self.unresolved(from, address, why));
    }
}

/// A link to a heading, which is looked for when all documents are known.
struct Fragment {
    from: Place,
    address: String,
    target: FilePath,
    fragment: String,
}

/// The place of a text among the scalars of a value.
fn scalar(node: &Node, text: &str) -> Option<Span> {
    if node.as_text() == Some(text) {
        return Some(node.span);
    }
    let values = node.entries().iter().map(|entry| &entry.value);
    node.items().iter().chain(values).find_map(|inner| scalar(inner, text))
}

/// The id to which a fragment leads: as on GitHub, or an id of the page itself.
pub fn id_of<'a>(anchors: &'a Anchors, fragment: &str) -> Option<&'a str> {
    let decoded = percent_encoding::percent_decode_str(fragment).decode_utf8_lossy();
    let by_heading = anchors.get(&*decoded.to_lowercase());
    by_heading.or_else(|| anchors.values().find(|id| **id == *decoded)).map(String::as_str)
}

/// Whether a file is the README whose text begins the first page.
fn is_readme_of_root(path: &FilePath) -> bool {
    path.folder().is_empty() && path.name().eq_ignore_ascii_case("README.md")
}

fn is_markdown(path: &FilePath) -> bool {
    path.name().to_ascii_lowercase().ends_with(".md")
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

        fn refusal(&self, path: &FilePath) -> Option<&'static str> {
            (self.0.get(path.as_str()) == Some(&"active")).then_some("it is active")
        }

        fn has_name(&self, name: &DescriptorRef) -> bool {
            &*name.name == "a"
        }
    }

    /// The documents of a README, and the findings as `FILE:OFFSET MESSAGE`.
    fn read(folder: &Folder, readme: &str) -> (Documents, Vec<String>) {
        let path = FilePath::new("README.md").expect("a path");
        let (documents, found) = Documents::of(folder, Sources { readme: Some((&path, readme)), ..Sources::default() });
        let found = found.into_iter().map(|one| {
            let start = one.place.map(|(_, span)| span.start).expect("a place");
            format!("{}:{start} {}", one.path, one.message)
        });
        (documents, found.collect())
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
        let broken = [
            "README.md:32 unresolved link `b.md#three`: there is no such heading",
            "README.md:66 unresolved link `#there`: there is no such heading",
            "b.md:52 unresolved link `#two`: there is no such heading",
        ];
        assert_eq!(read(&folder, readme).1, broken);
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
        let (found, broken) = read(&folder, readme);
        assert_eq!(
            found.texts.keys().map(FilePath::as_str).collect::<Vec<_>>(),
            ["docs/a.md", "docs/b.md", "more/README.md"]
        );
        assert_eq!(found.files.iter().map(FilePath::as_str).collect::<Vec<_>>(), ["img/x.png", "scripts/run.sh"]);
        assert_eq!(
            broken,
            [
                "docs/b.md:17 unresolved link `gone.md`: there is no such file",
                "docs/b.md:32 unresolved link `../../x.md`: it leads out of the catalog",
                "more/README.md:14 unresolved link `../scripts/`: the folder has no README.md and no descriptors",
            ]
        );
    }

    /// The offsets were counted by hand.
    #[test]
    fn what_cannot_be_shown_is_found_once_and_in_its_place() {
        let folder = Folder(BTreeMap::from([("a.svg", "active"), ("b.pdf", ""), ("c.md", "<u>c</u>")]));
        for (readme, found) in [
            ("![x](no.png)", "5 unresolved image `no.png`: there is no such file"),
            ("![x](a.svg)", "5 unresolved image `a.svg`: it is active"),
            ("[x](a.svg)", "4 unresolved link `a.svg`: it is active"),
            ("![x](b.pdf)", "5 unresolved image `b.pdf`: it is not an image that browsers show"),
            ("![x](../x.png)", "5 unresolved image `../x.png`: it leads out of the catalog"),
            ("![x](https://e.org/x.png)", "5 image `https://e.org/x.png` of another host is shown as a link"),
            (
                "[x](ftp://e.org/)",
                "4 unresolved link `ftp://e.org/`: only web and e-mail addresses, paths and full names of descriptors can be followed",
            ),
            ("[x](/etc/passwd)", "4 unresolved link `/etc/passwd`: paths are relative to the document"),
            (
                "[x](resource::b::1.0)",
                "4 unresolved link `resource::b::1.0`: the catalog has no descriptor with this name",
            ),
            ("- a\n\n  ```mermaid\n  graph TD\n  ```\n", "7 the Mermaid diagram is shown as code"),
            ("a <iframe src=x>", "2 `<iframe src=x>` is shown as text"),
        ] {
            assert_eq!(read(&folder, readme).1, [format!("README.md:{found}")], "{readme}");
        }
        for readme in
            ["<!-- why -->", "a <host> `<u>`", "[x](resource::a::1.0) <b.c@d.org>\n<details open>\n", "[x](.) [y](#)"]
        {
            assert_eq!(read(&folder, readme).1, [""; 0], "{readme}");
        }
        assert_eq!(read(&folder, "[x](c.md) [y](c.md)").1, ["c.md:0 `<u>` is shown as text"]);
    }
}
