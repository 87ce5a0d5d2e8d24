//! The context of one page while its model is made: the site, its path, and its links.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use descriptorium_core::markdown::HeadingLevel;
use descriptorium_core::schema::diff::Difference;
use descriptorium_core::symbol::DescriptorRef;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::{FilePath, Span};
use descriptorium_core::tosca::deployment::Deployment;
use descriptorium_core::tosca::secret::secrets;
use descriptorium_core::workspace::SourceFile;
use serde_json::Value;

use crate::content::Content;
use crate::html::Href;
use crate::pages::about::Setting;
use crate::pages::address::{self, Form};
use crate::pages::diagram::LinkedDiagram;
use crate::pages::expansion::Expanded;
use crate::pages::facts::{Checked, Facts};
use crate::pages::model::{Model, RequestedForms};
use crate::pages::site::Site;
use crate::pages::subject::Subject;
use crate::pages::template::Placed;
use crate::pages::{deployment, documents, folders, section, source};
use crate::versions;

#[derive(Clone, Copy, Debug)]
pub struct Page<'a> {
    pub site: &'a Site,
    /// The analysis of the descriptor that the page is about, or of the whole catalog.
    pub checked: &'a Checked,
    pub subject: &'a Subject,
    pub path: &'a str,
    pub made: &'a SharedResults,
}

/// Results that several pages of a group share, computed once.
#[derive(Debug, Default)]
pub struct SharedResults {
    wanted: RequestedForms,
    /// The most recent model: the forms of a page are usually written one after the other.
    pub model: RefCell<Option<(Subject, Rc<Model>)>>,
    pub drawn: OnceCell<Option<LinkedDiagram>>,
    expanded: OnceCell<Option<Expanded>>,
    placed: OnceCell<Option<Placed>>,
    deployed: OnceCell<Option<Box<Deployment>>>,
    secrets: OnceCell<Vec<Span>>,
    compared: RefCell<Compared>,
}

/// Differences by the two versions.
type Compared = BTreeMap<(FilePath, FilePath), Arc<[Difference]>>;

impl SharedResults {
    /// The results for a page in a single form.
    pub fn only(form: Form) -> Self {
        SharedResults { wanted: RequestedForms::Only(form), ..SharedResults::default() }
    }
}

impl Page<'_> {
    /// The data of the page, if JSON is requested.
    pub fn data(&self, make: impl FnOnce() -> Value) -> Value {
        if self.made.wanted.has(Form::Json) { make() } else { Value::Null }
    }

    /// The short content of the page, if Markdown is requested.
    pub fn summary(&self, make: impl FnOnce(&mut Content)) -> Option<Content> {
        self.made.wanted.has(Form::Markdown).then(|| Content::of(make))
    }

    /// The expansion of the descriptor of this page.
    pub fn expanded(&self, file: &SourceFile) -> Option<&Expanded> {
        self.made.expanded.get_or_init(|| Expanded::of(self, file)).as_ref()
    }

    /// The placement of the template of this page.
    pub fn placed(&self, file: &SourceFile) -> Option<&Placed> {
        self.made.placed.get_or_init(|| Placed::of(self, file)).as_ref()
    }

    /// The deployment of the service template of this page.
    pub fn deployed(&self, file: &SourceFile) -> Option<&Deployment> {
        self.made.deployed.get_or_init(|| deployment::deployed(self, file)).as_deref()
    }

    /// The locations of the values of the descriptor of this page that are not shown.
    pub fn secrets(&self, file: &SourceFile) -> &[Span] {
        self.made.secrets.get_or_init(|| secrets(self.checked.analysis.context(file)))
    }

    /// The title of the page.
    pub fn title(&self) -> String {
        self.site.title_of(self.subject)
    }

    /// The breadcrumbs of a page about the whole catalog.
    pub fn below_home(&self) -> Vec<(String, Option<Href>)> {
        vec![(self.site.title.clone(), Some(self.to(address::HOME)))]
    }

    /// The changes between two versions.
    pub fn compared(&self, before: &SourceFile, after: &SourceFile) -> Arc<[Difference]> {
        let mut compared = self.made.compared.borrow_mut();
        let found = compared.entry((before.path.clone(), after.path.clone()));
        Arc::clone(found.or_insert_with(|| {
            let analysis = &self.checked.analysis;
            versions::compare(analysis.context(before), analysis.context(after)).into()
        }))
    }

    pub fn to(&self, path: &str) -> Href {
        match (&self.site.setting, self.subject) {
            // This page is shown instead of missing pages in any folder, so relative links would not work.
            (Setting { served: true, .. }, Subject::NotFound) => Href::of_root(path),
            (Setting { base_url: Some(base), .. }, Subject::NotFound) => {
                Href::of_root(&format!("{}{path}", root(base)))
            }
            _ => Href::between(self.path, path),
        }
    }

    /// Whether the page is shown instead of missing pages and the address of the site is unknown. Its links then work
    /// only in the root folder.
    pub fn is_placeless(&self) -> bool {
        *self.subject == Subject::NotFound && !self.site.setting.served && self.site.setting.base_url.is_none()
    }

    /// The page of the descriptor in `file`.
    pub fn to_file(&self, file: &FilePath) -> Option<Href> {
        Some(self.to(&self.site.addresses.get(file)?.page))
    }

    /// The page of a descriptor that the settings name as a successor, by its full name or its path.
    pub fn to_successor(&self, name: &str) -> Option<Href> {
        let by_name = DescriptorRef::parse(name)
            .and_then(|name| Some(self.site.catalog.resolve_range(&name).found()?.file.clone()));
        self.to_file(&by_name.or_else(|| FilePath::new(name))?)
    }

    /// The page of folders, namespaces and metadata, if it exists.
    pub fn to_folders(&self) -> Option<Href> {
        self.site.at(address::FOLDERS).is_some().then(|| self.to(address::FOLDERS))
    }

    /// The history of the descriptor in `file`, if it has several versions.
    pub fn to_changes(&self, file: &FilePath) -> Option<Href> {
        Some(self.to(self.site.addresses.history(file)?))
    }

    /// The data of the page as JSON, which is complete even where the page is not.
    pub fn to_data(&self) -> Href {
        let form = self.site.at(self.path).map_or(Form::Html, |id| id.form);
        let stem = self.path.strip_suffix(form.ending()).unwrap_or(self.path);
        self.to(&Form::Json.of_stem(stem))
    }

    pub fn to_comparison(&self, before: &FilePath, after: &FilePath) -> Option<Href> {
        Some(self.to(self.site.addresses.comparison(before, after)?))
    }

    /// The descriptor in `file` in another form.
    pub fn to_form(&self, file: &FilePath, form: Form) -> Option<Href> {
        Some(self.to(&self.site.addresses.get(file)?.form(form)))
    }

    /// A line of the source of `file`; the first line is 0.
    pub fn to_line(&self, file: &FilePath, line: usize) -> Option<Href> {
        Some(self.to_form(file, Form::Source)?.at(&source::line_id(line)))
    }

    pub fn to_code(&self, code: &str) -> Option<Href> {
        let path = address::code(code);
        self.site.at(&path).is_some().then(|| self.to(&path))
    }

    /// The link to the definition at `path` in `file`: to its own page, or into the page of its descriptor.
    pub fn to_definition(&self, file: &FilePath, path: &NodePath) -> Option<Href> {
        if let Some(page) = self.site.addresses.definition(file, path) {
            return Some(self.to(page));
        }
        let href = self.to_file(file)?;
        // Unknown sections are shown without anchors.
        let record = self.site.facts(file)?.language.schema();
        Some(match section::nearest_id(record, path) {
            Some(id) => href.at(&id),
            None => href,
        })
    }

    /// Resolves a link in a description: the full name of a descriptor, or a path relative to the folder of the text.
    fn resolve(&self, folder: &str, link: &str) -> Option<Href> {
        if let Some(name) = DescriptorRef::parse(link) {
            return self.to_file(&self.site.catalog.resolve_range(&name).found()?.file);
        }
        let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
        if path.is_empty() {
            return None;
        }
        let path = percent_encoding::percent_decode_str(path.trim_end_matches('/')).decode_utf8_lossy();
        let href = match FilePath::along(folder, path.split('/')) {
            Some(target) => {
                let href = self.href_of(&target)?;
                // Documents have ids of their own, to which the fragments of GitHub lead.
                if let Some(anchors) = self.site.look.documents.anchors_of(&target) {
                    return Some(match documents::id_of(anchors, anchor) {
                        Some(id) => href.at(id),
                        None => href,
                    });
                }
                href
            }
            // The root of the catalog.
            None => path.contains("..").then(|| self.to(address::HOME))?,
        };
        Some(if anchor.is_empty() { href } else { href.at(anchor) })
    }

    /// The page of a file or folder of the catalog: a descriptor, a document, a file that is part of the site, or the list of
    /// the descriptors in a folder.
    fn href_of(&self, target: &FilePath) -> Option<Href> {
        let document = |path: &FilePath| {
            let is_known = self.site.look.documents.texts.contains_key(path);
            is_known.then(|| self.to(&address::document(path)))
        };
        if target.folder().is_empty() && target.name().eq_ignore_ascii_case("README.md") {
            return Some(self.to(address::HOME));
        }
        let own = self.to_file(target).or_else(|| document(target)).or_else(|| self.to_attachment(target));
        own.or_else(|| {
            let readmes = ["README.md", "readme.md", "index.md"];
            readmes.iter().find_map(|name| document(&FilePath::in_folder(target.as_str(), name)?))
        })
        .or_else(|| {
            let is_below = |facts: &&Facts| {
                facts.path.as_str().strip_prefix(target.as_str()).is_some_and(|rest| rest.starts_with('/'))
            };
            // The first row of the folder, or of one in it.
            let first = self.site.by_file().find(is_below)?;
            let folder = folders::folder_id(self.site.depth.folder(&first.path));
            Some(self.to_folders().map_or_else(|| self.to(address::HOME), |href| href.at(&folder)))
        })
    }

    /// Markdown from a file in `folder`.
    pub fn markdown(&self, content: &mut Content, text: &str, folder: &str) {
        content.markdown(text, HeadingLevel::H2, &|link| self.resolve(folder, link));
    }

    /// Like [`Page::markdown`], but inline.
    pub fn markdown_in_line(&self, content: &mut Content, text: &str, folder: &str) {
        content.markdown_in_line(text, &|link| self.resolve(folder, link));
    }

    /// Markdown from a header or footer of the catalog, which may also link to pages of the site.
    pub fn own_markdown(&self, content: &mut Content, text: &str) {
        let to_page = |link: &str| {
            let (path, id) = link.split_once('#').unwrap_or((link, ""));
            let path = path.trim_start_matches("./");
            let href = self.site.at(path).is_some().then(|| self.to(path))?;
            Some(if id.is_empty() { href } else { href.at(id) })
        };
        content.markdown(text, HeadingLevel::H2, &|link| self.resolve("", link).or_else(|| to_page(link)));
    }

    /// A description directly under the title of the page. Its top-level headings are added to `contents`.
    pub fn introduction(&self, content: &mut Content, text: &str, folder: &str, contents: &mut Vec<(String, String)>) {
        content.element(crate::content::Element::Group, "prose description", |content| {
            let own = OnceCell::new();
            let resolve = |link: &str| match link.strip_prefix('#') {
                Some(fragment) => {
                    documents::id_of(own.get_or_init(|| documents::anchors(text)), fragment).map(Href::here)
                }
                None => self.resolve(folder, link),
            };
            let headings = content.introduction(text, &resolve).into_iter();
            let highest = headings.filter(|heading| heading.level == HeadingLevel::H2 as u8);
            contents.extend(highest.map(|heading| (heading.id, heading.text)));
        });
    }
}

/// The path of a URL, ending with a slash: `/docs/` for `https://example.org/docs/`.
fn root(base: &str) -> &str {
    let rest = base.split_once("://").map_or(base, |(_, rest)| rest);
    rest.find('/').map_or("/", |slash| &rest[slash..])
}
