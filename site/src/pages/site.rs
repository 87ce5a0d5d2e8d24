//! The documentation of one catalog: its facts, its pages and their addresses.

use std::sync::{Arc, OnceLock};

use descriptorium_core::catalog::{Catalog, Entry};
use descriptorium_core::identity::{self, Link};
use descriptorium_core::language::Language;
use descriptorium_core::settings::{RENAMED, Settings};
use descriptorium_core::symbol::DescriptorRef;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use hashbrown::HashMap;

use crate::finding::{Counts, Finding, of_file};
use crate::folder::FileFinding;
use crate::pages::about::{About, Appearance, Setting};
use crate::pages::address::table::Addresses;
use crate::pages::address::{self, Form};
use crate::pages::applications::Applications;
use crate::pages::attachments::Attachments;
use crate::pages::facts::{Checked, Facts};
use crate::pages::fingerprints::around;
use crate::pages::imports::TypeName;
use crate::pages::name::{Name, told_apart};
use crate::pages::ownership::{Ownership, Stated};
use crate::pages::recent::{LastChanges, Recent};
use crate::pages::subject::{PageId, Subject};
use crate::pages::template::Inventories;
use crate::pages::tree::Tree;
use crate::pages::types::built_in::{self, BuiltInType};
use crate::pages::types::{self, TypeGraph};
use crate::pages::uses::{DefinitionUse, DefinitionUses, Use, used_by};
use crate::pages::{changes, codes, deployment, documents, folders, imports, layout, search};
use crate::search::Index;

/// Approximate number of files per descriptor, over all pages and forms; a capacity hint.
const PAGES_OF_DESCRIPTOR: usize = 8;

/// The data that all pages share: the facts about each descriptor. Pages about a descriptor also read its analysis.
#[derive(Debug)]
pub struct Site {
    pub catalog: Arc<Catalog>,
    /// The descriptors grouped by name, for languages with and without full names.
    editions: Catalog,
    pub settings: Settings,
    pub title: String,
    /// The README of the folder, in Markdown.
    pub readme: Option<String>,
    /// The style, header and footer of the catalog.
    pub look: Appearance,
    pub setting: Setting,
    /// Owners, tags and links of the descriptors, in the order of the files.
    ownership: Vec<Ownership>,
    /// The most recently changed files, if known.
    pub recent: Recent,
    /// The last change of each descriptor, if it is known.
    pub changes: LastChanges,
    pub addresses: Addresses,
    /// Sorted by path.
    pages: Vec<(String, PageId)>,
    /// Sorted by file.
    #[expect(
        clippy::vec_box,
        reason = "facts are large, and go from list to list and back into the store with each build"
    )]
    facts: Vec<Box<Facts>>,
    /// The index of each file in the lists.
    places: HashMap<FilePath, usize>,
    /// The indices of the applications with each identifier.
    peers: HashMap<String, Vec<usize>>,
    /// The inventories of candidates for templates, and the clusters for applications.
    pub inventories: Inventories,
    /// The packages of the applications, and the clusters that they match.
    pub applications: Applications,
    /// The files that are part of the site as they are.
    pub attachments: Attachments,
    /// Findings about unreadable files, and about files that are not descriptors.
    pub unread: Vec<Finding>,
    /// The depth at which folders are listed separately.
    pub depth: folders::Depth,
    /// The uses of other descriptors by each descriptor, in the order of the files.
    uses: Vec<Vec<Arc<Use>>>,
    used_by: Vec<Vec<Arc<Use>>>,
    /// The built-in types that are in use, by section and name.
    pub built_in: Vec<BuiltInType>,
    types: OnceLock<TypeGraph>,
    /// The prefixes of imports, computed on first use.
    prefixed_names: OnceLock<imports::PrefixedNames>,
    /// The descriptors that can replace nodes, by the name of the node type.
    substituting: OnceLock<HashMap<String, Vec<FilePath>>>,
    /// The uses of definitions with their own pages.
    definition_uses: DefinitionUses,
    /// The identifiers of all descriptors.
    identifiers: identity::Index,
    index: OnceLock<Index>,
    /// Computed on first use.
    tree: OnceLock<Tree>,
    /// Texts that tell descriptors with the same name and version apart, computed on first use.
    apart: OnceLock<HashMap<FilePath, String>>,
}

impl Site {
    pub fn new(
        mut facts: Vec<Box<Facts>>,
        catalog: Arc<Catalog>,
        settings: Settings,
        about: About,
        unread: &[FileFinding],
        setting: Setting,
    ) -> Self {
        let About { title, readme, look } = about;
        facts.sort_by(|a, b| a.path.cmp(&b.path));
        let ownership = {
            let stated = Stated::of(&look.publication);
            facts.iter().map(|facts| stated.facts_about(facts)).collect()
        };
        let places: HashMap<FilePath, usize> = facts.iter().map(|facts| facts.path.clone()).zip(0..).collect();
        let mut peers: HashMap<String, Vec<usize>> = HashMap::new();
        for (place, facts) in facts.iter().enumerate() {
            facts.peers.iter().for_each(|id| peers.entry(id.clone()).or_default().push(place));
        }
        let editions = facts.iter().filter_map(|facts| Some((facts.edition.clone()?, facts.path.clone())));
        let editions = Catalog::of_names(editions);
        let built_in = built_in::used(facts.iter().map(|facts| &**facts), &settings);
        let addresses = Addresses::of(facts.iter().map(|facts| &**facts), &editions, &built_in);
        let depth = folders::Depth::of(facts.iter().map(|facts| &facts.path));
        let has_folders = folders::has_any(facts.iter().map(|facts| &**facts), depth);
        let uses = |facts: &Facts| facts.uses(&catalog, |file| places.contains_key(file)).into_iter().map(Arc::new);
        let uses: Vec<Vec<Arc<Use>>> = facts.iter().map(|facts| uses(facts).collect()).collect();
        let mut site = Site {
            title,
            readme,
            look,
            ownership,
            recent: Recent::default(),
            changes: HashMap::new(),
            pages: pages(&addresses, &setting, has_folders),
            addresses,
            setting,
            depth,
            inventories: Inventories::default(),
            applications: Applications::default(),
            attachments: Attachments::default(),
            unread: unread.iter().map(|finding| of_file(finding, finding.path.clone())).collect(),
            used_by: used_by(&uses, &places),
            definition_uses: DefinitionUses::of(facts.iter().map(|facts| &**facts), &built_in),
            built_in,
            types: OnceLock::new(),
            prefixed_names: OnceLock::new(),
            substituting: OnceLock::new(),
            identifiers: identity::Index::of(facts.iter().map(|facts| (&facts.path, &facts.identifiers))),
            uses,
            places,
            peers,
            index: OnceLock::new(),
            tree: OnceLock::new(),
            apart: OnceLock::new(),
            catalog,
            editions,
            settings,
            facts,
        };
        let tosca = [
            (address::IMPORTS, Subject::Imports, imports::has_any(&site)),
            (address::NAMESPACES, Subject::Namespaces, imports::has_namespaces(&site)),
        ];
        let documents: Vec<FilePath> = site.look.documents.texts.keys().cloned().collect();
        site.add_pages(documents.into_iter().map(|path| (address::document(&path), Subject::Document(path))));
        site.add_pages(tosca.into_iter().filter(|one| one.2).map(|(path, subject, _)| (path.to_owned(), subject)));
        site
    }

    /// Adds findings about files that are not descriptors.
    pub fn note(&mut self, findings: impl IntoIterator<Item = Finding>) {
        self.unread.extend(findings);
    }

    /// Adds the files that are not descriptors, and the page of the clusters if it has something to show.
    pub fn complete(&mut self, inventories: Inventories, applications: Applications) {
        if applications.has_matches() {
            self.add_pages([(address::CLUSTERS.to_owned(), Subject::Clusters)]);
        }
        (self.inventories, self.applications) = (inventories, applications);
    }

    /// Adds the files that are part of the site as they are, and the pages about them.
    pub fn attach(&mut self, attachments: Attachments) {
        let archives = attachments.archives.keys().map(|file| (address::archive(file), Subject::Archive(file.clone())));
        let mut added: Vec<(String, Subject)> = archives.collect();
        let has_files = self.by_file().flat_map(|facts| &facts.files).any(|one| attachments.get(&one.file).is_some());
        if has_files || !added.is_empty() {
            added.push((address::ARTIFACTS.to_owned(), Subject::Artifacts));
        }
        self.attachments = attachments;
        self.add_pages(added);
    }

    /// Adds pages in all their forms.
    fn add_pages(&mut self, added: impl IntoIterator<Item = (String, Subject)>) {
        for (path, subject) in added {
            let forms = subject.forms().iter();
            self.pages
                .extend(forms.map(|form| (form.of_page(&path), PageId { subject: subject.clone(), form: *form })));
        }
        self.pages.sort_by(|(a, _), (b, _)| a.cmp(b));
    }

    /// All pages in all their forms, in the order of their paths from the root of the site.
    pub fn pages(&self) -> &[(String, PageId)] {
        &self.pages
    }

    /// The paths of the HTML pages, without redirects.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.pages.iter().filter(|(_, id)| id.is_page()).map(|(path, _)| path.as_str())
    }

    /// The page at a path.
    pub fn at(&self, path: &str) -> Option<&PageId> {
        let place = self.pages.binary_search_by(|(other, _)| other.as_str().cmp(path)).ok()?;
        self.pages.get(place).map(|(_, id)| id)
    }

    /// The index of a descriptor in the order of the files.
    pub fn place(&self, file: &FilePath) -> Option<usize> {
        self.places.get(file).copied()
    }

    /// The search index, computed on first use.
    pub fn search_index(&self, checked: &Checked) -> &Index {
        self.index.get_or_init(|| Index::of(search::documents(self, &checked.analysis)))
    }

    pub fn facts(&self, file: &FilePath) -> Option<&Facts> {
        self.facts.get(*self.places.get(file)?).map(|facts| &**facts)
    }

    /// The applications that share an identifier with a descriptor, and itself.
    pub fn peers(&self, facts: &Facts) -> impl Iterator<Item = &FilePath> {
        let places = facts.peers.iter().filter_map(|id| self.peers.get(id)).flatten();
        places.filter_map(|place| Some(&self.facts.get(*place)?.path))
    }

    /// The owner, tags and links of a descriptor.
    pub fn ownership(&self, file: &FilePath) -> Option<&Ownership> {
        self.ownership.get(*self.places.get(file)?)
    }

    /// All descriptors, in the order of the files.
    pub fn by_file(&self) -> impl Iterator<Item = &Facts> + Clone {
        self.facts.iter().map(|facts| &**facts)
    }

    /// All findings, starting with those about files that could not be read.
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

    /// Whether a descriptor is a part of another one.
    pub fn is_part(&self, file: &FilePath) -> bool {
        self.used_by(file).iter().any(|one| one.is_part())
    }

    /// The links of a descriptor with those of other languages, in the order of its text.
    pub fn links(&self, file: &FilePath) -> Vec<Link> {
        self.facts(file).map_or_else(Vec::new, |facts| self.identifiers.links(file, &facts.identifiers))
    }

    /// The uses of each descriptor by others, in the order of the files.
    pub fn all_used_by(&self) -> &[Vec<Arc<Use>>] {
        &self.used_by
    }

    /// The types and templates that name a definition. If several files define the name, those of the files that import
    /// this one.
    pub fn uses_of_definition(&self, file: &FilePath, path: &NodePath) -> Vec<&DefinitionUse> {
        if let Some(of) = self.built_in_at(file, path) {
            let is_own = |name: &String| self.addresses.has_definition(&of.definition.section, name);
            let names = of.names.iter().filter(|name| !is_own(name));
            return names.flat_map(|name| self.definition_uses.of_name(&of.definition.section, name)).collect();
        }
        let definitions = self.facts(file).map_or(&[][..], |facts| &facts.definitions);
        let Some(of) = definitions.iter().find(|of| of.path == *path) else { return Vec::new() };
        let all = self.definition_uses.of_name(&of.section, &of.name).iter();
        let is_unique = !self.addresses.is_ambiguous(&of.section, &of.name);
        // Built-in types only name each other.
        let all = all.filter(|one| self.places.contains_key(&one.user));
        all.filter(|one| is_unique || around(self, [&one.user]).contains(&file)).collect()
    }

    /// The names by which the files of the site can refer to a type.
    pub fn names_of_type(&self, file: &FilePath, path: &NodePath) -> Vec<TypeName> {
        if let Some(of) = self.built_in_at(file, path) {
            return of.names.iter().map(|name| TypeName { name: name.clone(), used_in: None }).collect();
        }
        self.prefixed_names
            .get_or_init(|| imports::PrefixedNames::of(self))
            .of_type(file, path.last_key().unwrap_or_default())
    }

    /// All types, computed on first use.
    pub fn types(&self) -> &TypeGraph {
        self.types.get_or_init(|| types::graph(self))
    }

    /// The descriptors whose topologies can replace nodes of a type.
    pub fn substituting(&self, node_type: &str) -> &[FilePath] {
        let found = self.substituting.get_or_init(|| deployment::substituting(self)).get(node_type);
        found.map_or(&[], Vec::as_slice)
    }

    /// The built-in type at a path, if it is in use.
    pub fn built_in_at(&self, file: &FilePath, path: &NodePath) -> Option<&BuiltInType> {
        self.built_in.iter().find(|one| one.definition.path == *path && one.files.contains(file))
    }

    /// The names of the descriptors as a tree.
    pub fn tree(&self) -> &Tree {
        self.tree.get_or_init(|| Tree::of(self))
    }

    /// A text that tells a descriptor apart from others with the same name and version, if there are any.
    pub fn apart(&self, file: &FilePath) -> Option<&str> {
        let titles = || told_apart(self.by_file().map(|facts| (facts.name.title(), facts)));
        let apart = self
            .apart
            .get_or_init(|| titles().into_iter().map(|(file, words)| (file.clone(), words.to_owned())).collect());
        apart.get(file).map(String::as_str)
    }

    /// The descriptor at an index in the order of the files.
    pub fn at_place(&self, place: usize) -> Option<&Facts> {
        self.facts.get(place).map(|facts| &**facts)
    }

    /// All descriptors, by language, name, version and file.
    pub fn descriptors(&self) -> impl Iterator<Item = &Facts> {
        self.addresses.descriptors().filter_map(|(file, _)| self.facts(file))
    }

    /// The descriptors of a language, by name, version and file.
    pub fn of_language(&self, language: Language) -> impl Iterator<Item = &Facts> {
        self.descriptors().filter(move |facts| facts.language == language)
    }

    /// The files with the versions of the same descriptor, ascending.
    pub fn versions(&self, edition: Option<&DescriptorRef>) -> &[Entry] {
        edition.map_or(&[], |edition| self.editions.versions(&edition.kind, &edition.name))
    }

    /// The versions in the history of a descriptor, ascending: those with one file, if there are several.
    pub fn history(&self, facts: &Facts) -> impl DoubleEndedIterator<Item = &Entry> {
        let versions = self.versions(facts.edition.as_ref()).iter();
        versions.filter(|entry| self.addresses.history(&entry.file).is_some())
    }

    /// The previous version of a descriptor.
    pub fn version_before(&self, facts: &Facts) -> Option<&Entry> {
        self.addresses.history(&facts.path)?;
        self.history(facts).rev().skip_while(|entry| entry.file != facts.path).nth(1)
    }

    /// The page of the name of a descriptor and the number of its files, if several have it.
    pub fn conflict(&self, facts: &Facts) -> Option<(&str, usize)> {
        self.addresses.conflict(facts.language, facts.edition.as_ref()?)
    }

    pub fn languages(&self) -> impl Iterator<Item = Language> {
        self.addresses.languages()
    }

    /// Whether there is a feed, which requires absolute addresses.
    pub fn has_feed(&self) -> bool {
        self.setting.base_url.is_some()
    }

    /// The title of the page about a subject.
    pub fn title_of(&self, subject: &Subject) -> String {
        let name = |file: &FilePath| self.facts(file).map(|facts| &facts.name);
        match subject {
            Subject::Home => self.title.clone(),
            Subject::Kind(language) => layout::capitalized(&layout::plural_label(*language)),
            Subject::Folders => folders::title(self),
            Subject::Health => "Health".to_owned(),
            Subject::Graph => "Dependencies".to_owned(),
            Subject::Clusters => "Clusters".to_owned(),
            Subject::Artifacts => "Artifacts".to_owned(),
            Subject::Archive(file) => file.name().to_owned(),
            Subject::Imports => "Imports".to_owned(),
            Subject::Document(path) => {
                let text = self.look.documents.texts.get(path).map_or("", String::as_str);
                documents::title(path, text)
            }
            Subject::Namespaces => "Namespaces".to_owned(),
            Subject::Findings => "Findings".to_owned(),
            Subject::Codes => "Rules".to_owned(),
            Subject::Conformance => "Conformance".to_owned(),
            Subject::Search => "Search".to_owned(),
            Subject::Code(code) => (*code).to_owned(),
            Subject::Changes(file) => format!("Versions of {}", name(file).map_or(file.as_str(), |name| &name.short)),
            Subject::Comparison(before, after) => name(before)
                .zip(name(after))
                .map_or_else(String::new, |(old, new)| format!("{} {}", new.short, changes::from_to(old, new))),
            Subject::Descriptor(file) => name(file).map_or_else(String::new, Name::title),
            Subject::Types => "TOSCA types".to_owned(),
            Subject::Definition(_, path) | Subject::BuiltIn(_, path) => path.last_key().unwrap_or_default().to_owned(),
            Subject::Duplicates(files) => files.first().and_then(name).map_or_else(String::new, Name::title),
            Subject::SharedType(of) => of.name.clone(),
            Subject::NotFound => "Not found".to_owned(),
            Subject::Redirect(to) => self.at(to).map_or_else(String::new, |id| self.page_title(id)),
        }
    }

    /// The title of a page.
    pub fn page_title(&self, id: &PageId) -> String {
        match &id.subject {
            Subject::Descriptor(file) if id.form == Form::Source => {
                let full = self.facts(file).map_or(file.as_str(), |facts| &facts.name.full);
                format!("Source of {full}")
            }
            subject => self.title_of(subject),
        }
    }

    /// The number of descriptors.
    pub fn n_descriptors(&self) -> usize {
        self.facts.len()
    }
}

/// All pages in all their forms, in the order of their paths.
fn pages(addresses: &Addresses, setting: &Setting, has_folders: bool) -> Vec<(String, PageId)> {
    let mut subjects: Vec<(String, Subject)> = Vec::with_capacity(2 * addresses.descriptors().len());
    subjects.extend([
        (address::HOME.to_owned(), Subject::Home),
        (address::FINDINGS.to_owned(), Subject::Findings),
        (address::CODES.to_owned(), Subject::Codes),
        (address::CONFORMANCE.to_owned(), Subject::Conformance),
        (address::SEARCH.to_owned(), Subject::Search),
        (address::HEALTH.to_owned(), Subject::Health),
        (address::GRAPH.to_owned(), Subject::Graph),
        (address::NOT_FOUND.to_owned(), Subject::NotFound),
    ]);
    subjects.extend(has_folders.then(|| (address::FOLDERS.to_owned(), Subject::Folders)));
    subjects.extend(codes::all().map(|code| (address::code(code.code), Subject::Code(code.code))));
    subjects.extend(addresses.languages().map(|language| (address::kind(language), Subject::Kind(language))));
    for (file, address) in addresses.descriptors() {
        subjects.push((address.page.clone(), Subject::Descriptor(file.clone())));
        let definitions = addresses.definitions(file).iter();
        subjects
            .extend(definitions.map(|(path, page)| (page.clone(), Subject::Definition(file.clone(), path.clone()))));
    }
    let built_in = addresses.built_in().iter();
    subjects.extend(built_in.map(|(page, file, path)| (page.clone(), Subject::BuiltIn(file.clone(), path.clone()))));
    subjects.extend(addresses.types().map(|page| (page.to_owned(), Subject::Types)));
    subjects.extend(addresses.duplicates().map(|(page, files)| (page.clone(), Subject::Duplicates(files.clone()))));
    for (page, versions) in addresses.histories() {
        subjects.extend(versions.last().map(|file| (page.clone(), Subject::Changes(file.clone()))));
    }
    for ((before, after), page) in addresses.comparisons() {
        subjects.push((page.clone(), Subject::Comparison(before.clone(), after.clone())));
    }
    let renamed = RENAMED.iter().map(|(old, new)| (address::code(old), Subject::Redirect(address::code(new))));
    subjects.extend(renamed);
    subjects.extend(addresses.shared_types().map(|(page, of)| (page.clone(), Subject::SharedType(of.clone()))));
    let redirects = addresses.redirects().chain(addresses.legacy());
    subjects.extend(redirects.map(|(from, to)| (from.clone(), Subject::Redirect(to.clone()))));
    let mut pages = Vec::with_capacity(PAGES_OF_DESCRIPTOR * subjects.len());
    for (path, subject) in subjects {
        for form in subject.forms().iter().filter(|form| form.is_in(setting)) {
            pages.push((form.of_page(&path), PageId { subject: subject.clone(), form: *form }));
        }
    }
    pages.sort_by(|(a, _), (b, _)| a.cmp(b));
    pages
}
