//! The documentation of a catalog: which pages there are, where they lie, and what each says. A page is a function of
//! the analysis; nothing is written here.

pub mod address;
pub mod changes;
pub mod codes;
pub mod conformance;
pub mod descriptor;
pub mod drawing;
pub mod error;
pub mod expansion;
pub mod facts;
pub mod feed;
pub mod folders;
pub mod graph;
pub mod health;
pub mod home;
pub mod ingredients;
pub mod inherited;
pub mod kind;
pub mod layout;
pub mod plain;
pub mod problems;
pub mod recent;
pub mod search;
pub mod section;
pub mod source;
pub mod twin;
pub mod value;

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use descriptorium_core::catalog::{Catalog, Entry};
use descriptorium_core::language::Language;
use descriptorium_core::markdown::{self, HeadingLevel};
use descriptorium_core::rules::{Settings, stated};
use descriptorium_core::schema::alteration::Alteration;
use descriptorium_core::symbol::DescriptorRef;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::SourceFile;
use hashbrown::HashMap;

use crate::finding::{Counts, Finding};
use crate::folder::Problem;
use crate::html::{Href, Html};
use crate::search::Index;
use crate::versions;
use address::Addresses;
use drawing::Drawn;
use expansion::Expanded;
use facts::{Checked, Facts};
use recent::Recent;

/// The files that every site has: the style sheet of all pages, their icon, the scripts of the search, of drawings and of lists, and
/// the schema of the settings of a catalog.
pub const ASSETS: [(&str, &str); 6] = [
    (address::STYLE, concat!(include_str!("../../public/tokens.css"), include_str!("../../public/site.css"))),
    (address::ICON, include_str!("../../public/icon.svg")),
    (address::SCRIPT, include_str!("../../public/search.js")),
    (address::DRAWING_SCRIPT, include_str!("../../public/drawing.js")),
    (address::FILTER_SCRIPT, include_str!("../../public/filter.js")),
    (address::SCHEMA, stated::SCHEMA),
];

/// The script that lets a served page follow its folder.
pub const LIVE: &str = include_str!("../../public/live.js");

/// What all pages know: of each descriptor the facts. The pages of a descriptor are made of its analysis too.
#[derive(Debug)]
pub struct Site {
    pub catalog: Arc<Catalog>,
    /// The descriptors by what they are versions of, those of languages without full names too.
    editions: Catalog,
    pub settings: Settings,
    pub title: String,
    /// What the folder says of itself, in Markdown.
    readme: Option<String>,
    /// How the catalog wants its pages to look.
    pub look: Look,
    pub setting: Setting,
    /// What was written last, as far as that is known.
    pub recent: Recent,
    addresses: Addresses,
    /// In the order of their paths.
    pages: Vec<(String, PageId)>,
    /// In the order of the files.
    #[expect(
        clippy::vec_box,
        reason = "facts are large, and go from list to list and back into the store with each build"
    )]
    facts: Vec<Box<Facts>>,
    /// Where in the lists each file is.
    places: HashMap<FilePath, usize>,
    /// Findings on files that could not be read, and on what is no descriptor.
    unread: Vec<Finding>,
    /// How deep folders are told apart.
    depth: folders::Depth,
    /// What each of the facts is made of, and what is made of it.
    uses: Vec<Vec<Arc<Use>>>,
    used_by: Vec<Vec<Arc<Use>>>,
    index: OnceLock<Index>,
}

/// What a folder is called, and what it says of itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct About {
    pub title: String,
    pub readme: Option<String>,
    pub look: Look,
}

/// What a catalog adds to its pages.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Look {
    /// A style sheet that comes after ours.
    pub style: Option<String>,
    /// Markdown at the top and at the foot of every page.
    pub header: Option<String>,
    pub footer: Option<String>,
}

impl About {
    /// `readme` is in Markdown; a heading at its top is the title, unless the catalog states one.
    pub fn new(folder: String, readme: Option<String>, stated: Option<String>, look: Look) -> Self {
        let About { title, readme, .. } = About::of_readme(folder, readme);
        let stated = stated.filter(|title| !title.trim().is_empty());
        About { title: stated.unwrap_or(title), readme, look }
    }

    fn of_readme(folder: String, readme: Option<String>) -> Self {
        let look = Look::default();
        let Some(text) = readme else { return About { title: folder, readme: None, look } };
        let text = text.trim_start_matches('\u{feff}').trim_start();
        let first = text.lines().next().unwrap_or("");
        match first.strip_prefix("# ").map(markdown::summary).filter(|title| !title.is_empty()) {
            Some(title) => About { title, readme: Some(text[first.len()..].to_owned()), look },
            None => About { title: folder, readme: Some(text.to_owned()), look },
        }
    }
}

/// Where the pages are shown.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Setting {
    /// Whether `descriptorium serve` shows them.
    pub served: bool,
    /// Whether there is a modeller beside them.
    pub modeller: bool,
    /// The address that the site is published at, ending with a slash.
    pub base_url: Option<String>,
}

/// A page, by what it is about.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum PageId {
    Home,
    Kind(Language),
    Descriptor(FilePath),
    Source(FilePath),
    /// The drawing alone, to be shown elsewhere.
    Drawing(FilePath),
    /// The file itself, and its page for programs.
    Text(FilePath),
    Json(FilePath),
    Markdown(FilePath),
    /// All descriptors, for programs.
    Index,
    Folders,
    Health,
    Graph,
    Problems,
    Codes,
    Conformance,
    Code(&'static str),
    /// The versions of the descriptor in the file.
    Changes(FilePath),
    /// Two versions beside each other.
    Comparison(FilePath, FilePath),
    Search,
    NotFound,
    /// A page that is on more than one descriptor, for programs. That of the first one as JSON is the index.
    Twin(Box<PageId>, Form),
}

/// How programs read a page.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Form {
    Json,
    Markdown,
}

impl Form {
    pub const ALL: [Form; 2] = [Form::Json, Form::Markdown];

    /// How the names of its files end.
    pub fn ending(self) -> &'static str {
        match self {
            Form::Json => "json",
            Form::Markdown => "md",
        }
    }

    pub fn media_type(self) -> &'static str {
        match self {
            Form::Json => "application/json",
            Form::Markdown => "text/markdown",
        }
    }
}

impl PageId {
    /// The one descriptor that the page is about.
    fn file(&self) -> Option<&FilePath> {
        match self {
            PageId::Descriptor(file)
            | PageId::Source(file)
            | PageId::Drawing(file)
            | PageId::Text(file)
            | PageId::Json(file)
            | PageId::Markdown(file) => Some(file),
            PageId::Home
            | PageId::Folders
            | PageId::Kind(_)
            | PageId::Index
            | PageId::Health
            | PageId::Graph
            | PageId::Problems
            | PageId::Codes
            | PageId::Conformance
            | PageId::Code(_)
            | PageId::Changes(_)
            | PageId::Comparison(..)
            | PageId::Search
            | PageId::NotFound
            | PageId::Twin(..) => None,
        }
    }

    /// The descriptor that has to be read for the page; of two versions the later one.
    pub fn about(&self) -> Option<&FilePath> {
        match self {
            PageId::Changes(file) | PageId::Comparison(_, file) => Some(file),
            PageId::Twin(of, _) => of.about(),
            _ => self.file(),
        }
    }

    /// Whether it says of several descriptors what programs may want to know, and cannot read elsewhere.
    fn has_twins(&self) -> bool {
        match self {
            PageId::Home
            | PageId::Kind(_)
            | PageId::Folders
            | PageId::Health
            | PageId::Graph
            | PageId::Problems
            | PageId::Codes
            | PageId::Conformance
            | PageId::Code(_)
            | PageId::Changes(_)
            | PageId::Comparison(..) => true,
            // A descriptor has its own, a source has the text beside it, and the others say nothing.
            PageId::Descriptor(_)
            | PageId::Source(_)
            | PageId::Drawing(_)
            | PageId::Text(_)
            | PageId::Json(_)
            | PageId::Markdown(_)
            | PageId::Index
            | PageId::Search
            | PageId::NotFound
            | PageId::Twin(..) => false,
        }
    }
}

/// A descriptor that has a component or reference of another, or imports it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Use {
    pub user: FilePath,
    /// The component or reference, or the imports.
    pub part: NodePath,
    /// What its type says or the path of what is imported, and the file that is meant, if there is one.
    pub name: String,
    pub used: Option<FilePath>,
}

impl Site {
    pub fn new(
        mut facts: Vec<Box<Facts>>,
        catalog: Arc<Catalog>,
        settings: Settings,
        about: About,
        unread: &[Problem],
        setting: Setting,
    ) -> Self {
        let About { title, readme, look } = about;
        facts.sort_by(|a, b| a.path.cmp(&b.path));
        let places: HashMap<FilePath, usize> = facts.iter().map(|facts| facts.path.clone()).zip(0..).collect();
        let editions = facts.iter().filter_map(|facts| Some((facts.edition.clone()?, facts.path.clone())));
        let editions = Catalog::of_names(editions);
        let addresses = Addresses::of(facts.iter().map(|facts| &**facts), &editions);
        let mut pages = Vec::with_capacity(PAGES_OF_DESCRIPTOR * facts.len());
        pages.extend([
            (address::HOME.to_owned(), PageId::Home),
            (address::PROBLEMS.to_owned(), PageId::Problems),
            (address::CODES.to_owned(), PageId::Codes),
            (address::CONFORMANCE.to_owned(), PageId::Conformance),
            (address::SEARCH.to_owned(), PageId::Search),
            (address::HEALTH.to_owned(), PageId::Health),
            (address::GRAPH.to_owned(), PageId::Graph),
            (address::INDEX.to_owned(), PageId::Index),
            (address::NOT_FOUND.to_owned(), PageId::NotFound),
        ]);
        pages.extend(codes::all().map(|code| (address::code(code.code), PageId::Code(code.code))));
        for (file, path) in addresses.descriptors() {
            pages.extend([
                (path.page.clone(), PageId::Descriptor(file.clone())),
                (path.twin("json"), PageId::Json(file.clone())),
                (path.twin("md"), PageId::Markdown(file.clone())),
                (path.source.clone(), PageId::Source(file.clone())),
                (path.drawing.clone(), PageId::Drawing(file.clone())),
                (path.twin("yaml"), PageId::Text(file.clone())),
            ]);
        }
        for (path, versions) in addresses.histories() {
            pages.extend(versions.last().map(|file| (path.clone(), PageId::Changes(file.clone()))));
        }
        for ((before, after), path) in addresses.comparisons() {
            pages.push((path.clone(), PageId::Comparison(before.clone(), after.clone())));
        }
        let depth = folders::Depth::of(facts.iter().map(|facts| &facts.path));
        if folders::has_any(facts.iter().map(|facts| &**facts), depth) {
            pages.push((address::FOLDERS.to_owned(), PageId::Folders));
        }
        pages.extend(addresses.languages().map(|language| (address::kind(language), PageId::Kind(language))));
        let mut twins = Vec::new();
        for (path, id) in pages.iter().filter(|(_, id)| id.has_twins()) {
            let forms = Form::ALL.into_iter().filter(|form| (id, form) != (&PageId::Home, &Form::Json));
            let twin = |form: Form| (address::twin(path, form.ending()), PageId::Twin(Box::new(id.clone()), form));
            twins.extend(forms.map(twin));
        }
        pages.extend(twins);
        pages.sort_by(|(a, _), (b, _)| a.cmp(b));
        let uses = |facts: &Facts| facts.uses(&catalog, |file| places.contains_key(file)).into_iter().map(Arc::new);
        let uses: Vec<Vec<Arc<Use>>> = facts.iter().map(|facts| uses(facts).collect()).collect();
        Site {
            title,
            readme,
            look,
            setting,
            recent: Recent::default(),
            addresses,
            pages,
            depth,
            unread: unread.iter().map(|problem| Finding::of_problem(problem, problem.path.clone())).collect(),
            used_by: used_by(&uses, &places),
            uses,
            places,
            index: OnceLock::new(),
            catalog,
            editions,
            settings,
            facts,
        }
    }

    /// Has findings told that are on no descriptor.
    pub fn note(&mut self, findings: impl IntoIterator<Item = Finding>) {
        self.unread.extend(findings);
    }

    /// The paths of all pages from the root of the site, in order.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.pages.iter().map(|(path, _)| path.as_str())
    }

    /// What the page at a path is about.
    fn at(&self, path: &str) -> Option<&PageId> {
        let place = self.pages.binary_search_by(|(other, _)| other.as_str().cmp(path)).ok()?;
        self.pages.get(place).map(|(_, id)| id)
    }

    /// The page at a path, as a whole document; or the file of the search there.
    pub fn page(&self, path: &str, checked: &Checked) -> Option<String> {
        match self.at(path) {
            Some(page) => Some(self.render(path, page, checked, &Made::default())),
            None if path == address::THEME => self.look.style.clone(),
            None if path.starts_with("search/") => self.index(checked).files.get(path).cloned(),
            None => None,
        }
    }

    /// The pages, those of one descriptor together and each with what it is for programs, by what comes first in them.
    pub fn groups(&self) -> Vec<Vec<(&str, &PageId)>> {
        let mut groups: Vec<Vec<(&str, &PageId)>> = Vec::new();
        let mut of_file: HashMap<&FilePath, usize> = HashMap::new();
        let mut of_page: BTreeMap<&PageId, usize> = BTreeMap::new();
        // Mostly the pages of a descriptor follow each other.
        let mut last: Option<(&FilePath, usize)> = None;
        for (path, id) in &self.pages {
            let next = groups.len();
            let at = match (id, id.file()) {
                (_, Some(file)) => match last.filter(|(last, _)| *last == file) {
                    Some((_, at)) => at,
                    None => *of_file.entry(file).or_insert(next),
                },
                (PageId::Twin(of, _), None) => *of_page.entry(of).or_insert(next),
                (_, None) if id.has_twins() => *of_page.entry(id).or_insert(next),
                (_, None) => next,
            };
            last = id.file().map(|file| (file, at));
            match groups.get_mut(at) {
                Some(group) => group.push((path, id)),
                None => groups.push(vec![(path, id)]),
            }
        }
        groups
    }

    /// The pages of a group: what several of them show is made once.
    pub fn render_group<'a>(&self, group: &[(&'a str, &PageId)], checked: &Checked) -> Vec<(&'a str, String)> {
        let made = Made::default();
        group.iter().map(|(path, id)| (*path, self.render(path, id, checked, &made))).collect()
    }

    /// What the search reads; made when it is asked for first.
    fn index(&self, checked: &Checked) -> &Index {
        self.index.get_or_init(|| Index::of(search::documents(self, &checked.analysis)))
    }

    /// Where a page on several descriptors lies for programs.
    fn twins(&self, path: &str) -> impl Iterator<Item = (String, Form)> {
        let has = self.at(path).is_some_and(PageId::has_twins);
        Form::ALL.into_iter().filter(move |_| has).map(|form| (address::twin(path, form.ending()), form))
    }

    /// The page that says that there is none.
    pub fn not_found(&self, checked: &Checked) -> String {
        self.render(address::NOT_FOUND, &PageId::NotFound, checked, &Made::default())
    }

    /// A page of a group, for which `made` is.
    pub fn render(&self, path: &str, id: &PageId, checked: &Checked, made: &Made) -> String {
        let whole = |path: &str, id: &PageId| made.page.get_or_init(|| self.write(path, id, checked, made)).as_str();
        match id {
            PageId::Twin(of, Form::Markdown) => plain::markdown(whole(&address::twin(path, "html"), of)),
            _ if id.has_twins() => whole(path, id).to_owned(),
            _ => self.write(path, id, checked, made),
        }
    }

    fn write(&self, path: &str, id: &PageId, checked: &Checked, made: &Made) -> String {
        let analysis = &checked.analysis;
        let page = Page { site: self, checked, path, made };
        match id {
            PageId::Twin(of, _) => twin::of_page(&page, of),
            PageId::Home => home::page(&page),
            PageId::Kind(language) => kind::page(&page, *language),
            PageId::Descriptor(file) => self.file_page(&page, file, descriptor::page),
            PageId::Source(file) => self.file_page(&page, file, source::page),
            PageId::Drawing(file) => self.file_page(&page, file, drawing::alone),
            PageId::Changes(file) => self.file_page(&page, file, changes::page),
            PageId::Comparison(before, after) => match (analysis.file(before), analysis.file(after)) {
                (Some(before), Some(after)) => changes::comparison(&page, before, after),
                _ => error::not_found(&page),
            },
            PageId::Text(file) => self.file_page(&page, file, |_, file| file.text.to_string()),
            PageId::Json(file) => self.file_page(&page, file, twin::descriptor),
            PageId::Markdown(file) => self.file_page(&page, file, twin::markdown),
            PageId::Index => twin::index(&page),
            PageId::Folders => folders::page(&page),
            PageId::Health => health::page(&page),
            PageId::Graph => graph::page(&page),
            PageId::Problems => problems::page(&page),
            PageId::Codes => codes::page(&page),
            PageId::Conformance => conformance::page(&page),
            PageId::Code(code) => codes::all()
                .find(|rule| rule.code == *code)
                .map_or_else(|| error::not_found(&page), |code| codes::code_page(&page, &code)),
            PageId::Search => search::page(&page),
            PageId::NotFound => error::not_found(&page),
        }
    }

    fn file_page(&self, page: &Page<'_>, file: &FilePath, write: fn(&Page<'_>, &SourceFile) -> String) -> String {
        page.checked.analysis.file(file).map_or_else(|| error::not_found(page), |file| write(page, file))
    }

    pub fn facts(&self, file: &FilePath) -> Option<&Facts> {
        self.facts.get(*self.places.get(file)?).map(|facts| &**facts)
    }

    /// All descriptors, in the order of the files.
    fn by_file(&self) -> impl Iterator<Item = &Facts> + Clone {
        self.facts.iter().map(|facts| &**facts)
    }

    /// What is wrong anywhere: on files that could not be read first.
    pub fn all_findings<'a>(&'a self, checked: &'a Checked) -> impl Iterator<Item = &'a Finding> {
        self.unread.iter().chain(checked.verdicts.values().flat_map(|verdict| &verdict.findings))
    }

    pub fn counts(&self, checked: &Checked) -> Counts {
        *checked.counts.get_or_init(|| Counts::of(self.all_findings(checked)))
    }

    pub fn uses(&self, file: &FilePath) -> &[Arc<Use>] {
        self.places.get(file).and_then(|place| self.uses.get(*place)).map_or(&[], Vec::as_slice)
    }

    pub fn used_by(&self, file: &FilePath) -> &[Arc<Use>] {
        self.places.get(file).and_then(|place| self.used_by.get(*place)).map_or(&[], Vec::as_slice)
    }

    /// All descriptors, by language, name, version and file.
    pub fn descriptors(&self) -> impl Iterator<Item = &Facts> {
        self.addresses.descriptors().filter_map(|(file, _)| self.facts(file))
    }

    /// The descriptors of a language, by name, version and file.
    pub fn of_language(&self, language: Language) -> impl Iterator<Item = &Facts> {
        self.descriptors().filter(move |facts| facts.language == language)
    }

    /// The versions of what this is a version of, ascending.
    pub fn versions(&self, edition: Option<&DescriptorRef>) -> &[Entry] {
        edition.map_or(&[], |edition| self.editions.versions(&edition.kind, &edition.name))
    }

    /// The version of a descriptor that comes before it.
    pub fn version_before(&self, facts: &Facts) -> Option<&Entry> {
        let versions = self.versions(facts.edition.as_ref());
        versions.get(versions.iter().position(|entry| entry.file == facts.path)?.checked_sub(1)?)
    }

    pub fn languages(&self) -> impl Iterator<Item = Language> {
        self.addresses.languages()
    }

    /// Whether there is a feed, which needs full addresses.
    pub fn has_feed(&self) -> bool {
        self.setting.base_url.is_some()
    }

    /// What a page is called.
    pub fn page_title(&self, id: &PageId) -> String {
        let name = |file: &FilePath| self.facts(file).map(|facts| &facts.name);
        match id {
            PageId::Home => self.title.clone(),
            PageId::Kind(language) => layout::capitalized(&layout::plural_label(*language)),
            PageId::Folders => folders::title(self),
            PageId::Health => "Health".to_owned(),
            PageId::Graph => "Dependencies".to_owned(),
            PageId::Problems => "Findings".to_owned(),
            PageId::Codes => "Rules".to_owned(),
            PageId::Conformance => "Conformance".to_owned(),
            PageId::Search => "Search".to_owned(),
            PageId::Code(code) => (*code).to_owned(),
            PageId::Changes(file) => format!("Versions of {}", name(file).map_or(file.as_str(), |name| &name.short)),
            PageId::Comparison(before, after) => name(before)
                .zip(name(after))
                .map_or_else(String::new, |(old, new)| format!("{} {}", new.short, changes::from_to(old, new))),
            PageId::Source(file) => format!("Source of {}", name(file).map_or(file.as_str(), |name| &name.full)),
            PageId::Descriptor(file)
            | PageId::Drawing(file)
            | PageId::Text(file)
            | PageId::Json(file)
            | PageId::Markdown(file) => name(file).map_or_else(String::new, Name::title),
            PageId::NotFound => "Not found".to_owned(),
            PageId::Index | PageId::Twin(..) => String::new(),
        }
    }

    /// How many descriptors there are.
    pub fn n_descriptors(&self) -> usize {
        self.addresses.descriptors().count()
    }
}

/// One page while it is written: what it can speak of, and where it lies.
#[derive(Debug)]
pub struct Page<'a> {
    pub site: &'a Site,
    /// The descriptor that the page is about, or all of them where it is about the catalog.
    pub checked: &'a Checked,
    pub path: &'a str,
    made: &'a Made,
}

/// What several pages of a group show, once it was made for one of them.
#[derive(Debug, Default)]
pub struct Made {
    /// The page that is in other forms too.
    page: OnceCell<String>,
    drawn: OnceCell<Option<Drawn>>,
    expanded: OnceCell<Option<Expanded>>,
    compared: RefCell<Compared>,
}

/// What became another, by the two versions.
type Compared = BTreeMap<(FilePath, FilePath), Arc<[Alteration]>>;

impl Page<'_> {
    /// What the descriptor that the page is about expands to.
    fn expanded(&self, file: &SourceFile) -> Option<&Expanded> {
        self.made.expanded.get_or_init(|| Expanded::of(self, file)).as_ref()
    }

    /// What the page is called.
    pub fn title(&self) -> String {
        self.site.at(self.path).map_or_else(String::new, |id| self.site.page_title(id))
    }

    /// What became another from one version to the other.
    fn compared(&self, before: &SourceFile, after: &SourceFile) -> Arc<[Alteration]> {
        let mut compared = self.made.compared.borrow_mut();
        let found = compared.entry((before.path.clone(), after.path.clone()));
        Arc::clone(found.or_insert_with(|| versions::compare(before, after).into()))
    }

    pub fn to(&self, path: &str) -> Href {
        match (&self.site.setting, self.path) {
            // This page is shown in the place of others, wherever they would lie.
            (Setting { served: true, .. }, address::NOT_FOUND) => Href::of_root(path),
            (Setting { base_url: Some(base), .. }, address::NOT_FOUND) => {
                Href::of_root(&format!("{}{path}", root(base)))
            }
            _ => Href::between(self.path, path),
        }
    }

    /// Whether the page is shown in the place of others and does not know where these would lie, so that its links lead to
    /// where they should only from the folder of the site itself.
    pub fn is_placeless(&self) -> bool {
        self.path == address::NOT_FOUND && !self.site.setting.served && self.site.setting.base_url.is_none()
    }

    /// The page of the descriptor in `file`.
    pub fn to_file(&self, file: &FilePath) -> Option<Href> {
        Some(self.to(&self.site.addresses.get(file)?.page))
    }

    /// The page of folders, namespaces and metadata, if there are several of these.
    pub fn to_folders(&self) -> Option<Href> {
        self.site.at(address::FOLDERS).is_some().then(|| self.to(address::FOLDERS))
    }

    pub fn to_drawing(&self, file: &FilePath) -> Option<Href> {
        Some(self.to(&self.site.addresses.get(file)?.drawing))
    }

    /// The history of the descriptor in `file`, if there are several versions of it.
    pub fn to_changes(&self, file: &FilePath) -> Option<Href> {
        Some(self.to(self.site.addresses.history(file)?))
    }

    pub fn to_comparison(&self, before: &FilePath, after: &FilePath) -> Option<Href> {
        Some(self.to(self.site.addresses.comparison(before, after)?))
    }

    /// The descriptor in `file` in another form: `json`, `md`, `yaml`.
    pub fn to_twin(&self, file: &FilePath, ending: &str) -> Option<Href> {
        Some(self.to(&self.site.addresses.get(file)?.twin(ending)))
    }

    /// A line, from 0, of the text of `file`.
    pub fn to_line(&self, file: &FilePath, line: usize) -> Option<Href> {
        Some(self.to(&self.site.addresses.get(file)?.source).at(&source::line_id(line)))
    }

    pub fn to_code(&self, code: &str) -> Option<Href> {
        let path = address::code(code);
        self.site.at(&path).is_some().then(|| self.to(&path))
    }

    /// Where what is defined at `path` in `file` is described.
    pub fn to_definition(&self, file: &FilePath, path: &NodePath) -> Option<Href> {
        let href = self.to_file(file)?;
        // What the language does not have is shown as it is, without places that could be led to.
        let record = self.site.facts(file)?.language.schema();
        Some(match section::nearest_id(record, path) {
            Some(id) => href.at(&id),
            None => href,
        })
    }

    /// Where a link of a description leads: the full name of a descriptor, or its file, from the folder of the text.
    fn resolve(&self, folder: &str, link: &str) -> Option<Href> {
        if let Some(name) = DescriptorRef::parse(link) {
            return self.to_file(&self.site.catalog.resolve_range(&name).found()?.file);
        }
        self.to_file(&FilePath::along(folder, link.split('#').next()?.split('/'))?)
    }

    /// A text in Markdown that stands in a file of `folder`.
    pub fn markdown(&self, html: &mut Html, text: &str, folder: &str) {
        html.markdown(text, HeadingLevel::H2, &|link| self.resolve(folder, link));
    }

    /// A text in Markdown of the catalog itself, which may lead to the pages of the site too.
    pub fn own_markdown(&self, html: &mut Html, text: &str) {
        let to_page = |link: &str| {
            let (path, id) = link.split_once('#').unwrap_or((link, ""));
            let path = path.trim_start_matches("./");
            let href = self.site.at(path).is_some().then(|| self.to(path))?;
            Some(if id.is_empty() { href } else { href.at(id) })
        };
        html.markdown(text, HeadingLevel::H2, &|link| self.resolve("", link).or_else(|| to_page(link)));
    }

    /// The same directly under the title of the page; its highest headings are a part of the `contents`.
    pub fn introduction(&self, html: &mut Html, text: &str, folder: &str, contents: &mut Vec<(String, String)>) {
        html.element("div", "prose description", |html| {
            contents.extend(html.introduction(text, &|link| self.resolve(folder, link)));
        });
    }
}

/// How many pages a descriptor has, more or less, with what programs read.
const PAGES_OF_DESCRIPTOR: usize = 8;

/// The path of an address of the web, ending with a slash: `/docs/` of `https://example.org/docs/`.
fn root(base: &str) -> &str {
    let rest = base.split_once("://").map_or(base, |(_, rest)| rest);
    rest.find('/').map_or("/", |slash| &rest[slash..])
}

/// What uses each descriptor but itself.
fn used_by(uses: &[Vec<Arc<Use>>], places: &HashMap<FilePath, usize>) -> Vec<Vec<Arc<Use>>> {
    let mut used_by = vec![Vec::new(); uses.len()];
    for one in uses.iter().flatten() {
        let used = one.used.as_ref().filter(|used| **used != one.user);
        let list = used.and_then(|used| used_by.get_mut(*places.get(used)?));
        list.into_iter().for_each(|list: &mut Vec<Arc<Use>>| list.push(Arc::clone(one)));
    }
    used_by
}

/// The name of a descriptor as pages show it: what it says of itself, or that of its file.
pub fn name(file: &SourceFile) -> Name {
    let full = file.defines().map_or_else(|| file.path.to_string(), DescriptorRef::to_string);
    match file.edition() {
        Some(edition) => Name { short: edition.name.to_string(), version: Some(edition.version.to_string()), full },
        None => Name { short: file.path.name().to_owned(), version: None, full },
    }
}

/// What a descriptor is called where nothing beside it says so: by its full name, else by its name and version.
pub fn called(file: &SourceFile) -> String {
    file.defines().map_or_else(|| name(file).title(), DescriptorRef::to_string)
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    pub short: String,
    pub version: Option<String>,
    /// What no other of the catalog should be called: the path of the file, where the language has no full names.
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
