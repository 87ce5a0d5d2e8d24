//! Fingerprints of pages: hashes of everything that a page depends on. A page whose fingerprint has not changed is not
//! written again. A fingerprint may change without the page, but never the other way round.

use std::collections::BTreeSet;

use descriptorium_core::content::Address;
use descriptorium_core::csar::{META, Package};
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use descriptorium_core::tosca::type_uses::Relation;
use descriptorium_core::workspace::SourceFile;
use hashbrown::HashMap;
use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};

use crate::finding::{Counts, Finding};
use crate::hash::{self, Hash, Hasher};
use crate::pages::address::Form;
use crate::pages::facts::{Checked, Facts, Verdict};
use crate::pages::health::Coverage;
use crate::pages::imports::TypeName;
use crate::pages::uses::DefinitionUse;
use crate::pages::{Name, Site, Subject, Use, applications, changes};

/// The fingerprints of a site that are known before anything is checked.
#[derive(Debug)]
pub struct Fingerprints<'a> {
    site: &'a Site,
    /// The inputs of every page: the program, the style, and the descriptors with their addresses.
    frame: Hash,
    /// Of each descriptor, in the order of the files.
    of_descriptor: Vec<DescriptorFingerprints>,
    /// Everything.
    whole: Hash,
}

#[derive(Clone, Copy, Debug)]
struct DescriptorFingerprints {
    /// The frame, the texts of all dependencies, and the package.
    check: Hash,
    /// The inputs of its pages.
    pages: Hash,
}

/// The fingerprints of the pages about the whole catalog.
#[derive(Debug)]
pub struct CatalogFingerprints {
    /// The tables of descriptors.
    rows: Hash,
    /// The inputs of the first page.
    home: Hash,
    /// The uses, and the findings about them.
    health: Hash,
    /// The types with their members.
    types: Hash,
    findings: Hash,
    clusters: Hash,
    /// The files that are part of the site as they are, with the places that name them.
    attachments: Hash,
    frame: Hash,
}

impl<'a> Fingerprints<'a> {
    pub fn new(site: &'a Site) -> Self {
        let frame = frame(site);
        let closures = closures(site);
        let mut whole = Hasher::default();
        whole.add(frame).add(site.readme.as_deref().unwrap_or_default());
        whole.add(site.inventories.hash()).add(site.applications.hash());
        site.attachments.add_to(&mut whole);
        site.unread.iter().for_each(|found| finding(found, &mut whole));
        let affected = affected(site);
        let mut of_descriptor = Vec::with_capacity(site.n_descriptors());
        for ((facts, closure), used_by) in site.by_file().zip(closures).zip(site.all_used_by()) {
            whole.add(facts.text);
            let mut hasher = Hasher::default();
            hasher.add(frame).add(closure).add(site.applications.package_hash(&facts.path));
            hasher.add(format!("{:?}", site.ownership(&facts.path)));
            around_file(site, facts, &mut hasher);
            let check = hasher.clone().finish();
            if facts.language.has_candidates() {
                hasher.add(site.inventories.hash());
            }
            for attachment in facts.files.iter().filter_map(|one| site.attachments.get(&one.file)) {
                hasher.add(&attachment.address).add(attachment.size.to_le_bytes());
            }
            for one in used_by {
                let Use { user, part, name, used } = &**one;
                hasher.add(user.as_str()).add(part.to_string()).add(name);
                hasher.add(used.as_ref().map_or("", FilePath::as_str));
                // The page of the part follows from the text of its own file, which is not an input of this page.
                hasher.add(site.addresses.definition(user, part).unwrap_or_default());
            }
            hasher.add(format!("{:?}", site.changes.get(&facts.path)));
            for entry in site.history(facts) {
                hasher.add(affected.get(&entry.file).copied().unwrap_or_default());
            }
            for link in site.links(&facts.path) {
                let (other, path) = &link.other;
                hasher.add(link.scheme.label()).add(&link.text).add(other.as_str()).add(path.to_string());
                add_numbers(&mut hasher, [usize::from(link.is_to_definition)]);
            }
            of_descriptor.push(DescriptorFingerprints { check, pages: hasher.finish() });
        }
        Fingerprints { site, frame, of_descriptor, whole: whole.finish() }
    }

    fn of(&self, file: &FilePath) -> Option<&DescriptorFingerprints> {
        self.of_descriptor.get(self.site.place(file)?)
    }

    /// The fingerprint of a page about one descriptor, or about none; `None` for pages about the whole catalog.
    pub fn of_page(&self, subject: &Subject) -> Option<Hash> {
        match subject {
            Subject::Comparison(before, after) => {
                let mut hasher = Hasher::default();
                hasher.add(self.of(before)?.pages).add(self.of(after)?.pages);
                Some(hasher.finish())
            }
            Subject::Definition(file, path) => {
                let mut hasher = Hasher::default();
                hasher.add(self.of(file)?.pages);
                uses_of_type(self.site, file, path, &mut hasher);
                Some(hasher.finish())
            }
            Subject::BuiltIn(file, path) => {
                let mut hasher = Hasher::default();
                hasher.add(self.frame).add(file.as_str()).add(path.to_string());
                uses_of_type(self.site, file, path, &mut hasher);
                Some(hasher.finish())
            }
            Subject::Conformance
            | Subject::Search
            | Subject::NotFound
            | Subject::Duplicates(_)
            | Subject::SharedType(_)
            | Subject::Redirect(_) => Some(self.frame),
            // The versions are a part of what each of them is made of.
            _ => Some(self.of(subject.read_from()?)?.pages),
        }
    }

    /// The fingerprint of the findings in a descriptor, and of its search document.
    pub fn of_check(&self, file: &FilePath) -> Hash {
        self.of(file).map_or_else(Hash::default, |of| of.check)
    }

    /// The fingerprint of the whole site.
    pub fn whole(&self) -> Hash {
        self.whole
    }

    /// The fingerprint of files that depend only on the program and the style of the catalog.
    pub fn frame(&self) -> Hash {
        self.frame
    }
}

impl CatalogFingerprints {
    pub fn of(site: &Site, frame: Hash, checked: &Checked) -> Self {
        let (mut rows, mut health, mut findings) = (Hasher::default(), Hasher::default(), Hasher::default());
        for facts in site.descriptors() {
            let verdict = checked.verdict(&facts.path);
            let Counts { errors, warnings, infos } = verdict.map(Verdict::counts).unwrap_or_default();
            // Uses by the same descriptor are adjacent.
            let n_users = site.used_by(&facts.path).chunk_by(|a, b| a.user == b.user).count();
            rows.add(facts.namespace.as_deref().unwrap_or_default()).add(&facts.summary);
            rows.add(format!("{:?}{:?}", site.ownership(&facts.path), site.changes.get(&facts.path)));
            let has_namespace = usize::from(facts.namespace.is_some());
            add_numbers(&mut rows, [has_namespace, facts.metadata.len(), n_users, errors, warnings, infos]);
            for (key, value) in &facts.metadata {
                rows.add(key).add(value);
            }
            let Coverage { described, all } = facts.coverage.unwrap_or_default();
            add_numbers(&mut health, [described, all]);
            for name in verdict.into_iter().flat_map(|verdict| &verdict.missing) {
                health.add(name);
            }
            for one in site.uses(&facts.path) {
                health.add(one.part.to_string()).add(&one.name);
                health.add(one.used.as_ref().map_or("", FilePath::as_str));
            }
        }
        site.all_findings(checked).for_each(|found| finding(found, &mut findings));
        let Counts { errors, warnings, infos } = site.counts(checked);
        add_numbers(&mut rows, [errors, warnings, infos]);
        rows.add(site.readme.as_deref().unwrap_or_default());
        let mut types = Hasher::default();
        for one in &site.types().all {
            types.add(one.file.as_str()).add(format!("{:?}", one.definition));
            types.add(format!("{:?} {:?} {:?} {:?}", one.base, one.offers, one.requires, one.sources));
        }
        let mut attachments = Hasher::default();
        site.attachments.add_to(&mut attachments);
        for facts in site.by_file() {
            for import in &facts.stated_imports {
                types.add(facts.path.as_str()).add(format!("{import:?}"));
            }
            for named in &facts.files {
                attachments.add(facts.path.as_str()).add(named.path.to_string()).add(named.file.as_str());
            }
            types.add(facts.namespace.as_deref().unwrap_or_default());
        }
        let rows = rows.finish();
        health.add(rows);
        let clusters = site.applications.hash();
        let mut home = health.clone();
        home.add(format!("{:?}", site.recent.changed()));
        CatalogFingerprints {
            rows,
            home: home.finish(),
            health: health.finish(),
            types: types.finish(),
            findings: findings.finish(),
            clusters,
            attachments: attachments.finish(),
            frame,
        }
    }

    /// The fingerprint of a page about the whole catalog.
    pub fn of_page(&self, subject: &Subject) -> Hash {
        let part = match subject {
            Subject::Kind(_) | Subject::Folders => self.rows,
            // A code says where it was found.
            Subject::Codes | Subject::Code(_) | Subject::Findings => self.findings,
            Subject::Types => self.types,
            Subject::Home => self.home,
            Subject::Clusters => self.clusters,
            Subject::Artifacts | Subject::Archive(_) => self.attachments,
            Subject::Imports | Subject::Namespaces => self.types,
            Subject::Document(_) => self.rows,
            _ => self.health,
        };
        let mut hasher = Hasher::default();
        hasher.add(self.frame).add(part);
        if *subject == Subject::Health {
            hasher.add(self.findings);
        }
        hasher.finish()
    }
}

/// For each descriptor with several versions, a hash of those that a breaking change of it affects.
fn affected(site: &Site) -> HashMap<&FilePath, Hash> {
    let with_history = site.by_file().filter(|facts| site.addresses.history(&facts.path).is_some());
    let hashes = with_history.map(|facts| {
        let mut hasher = Hasher::default();
        for (file, is_reference) in changes::affected_by(site, &facts.path) {
            hasher.add(file.as_str());
            add_numbers(&mut hasher, [usize::from(is_reference)]);
        }
        (&facts.path, hasher.finish())
    });
    hashes.collect()
}

/// The answers of the folder that a check asks for: whether the files exist that the descriptor names and links to, and the
/// package that starts with a service template.
fn around_file(site: &Site, facts: &Facts, hasher: &mut Hasher) {
    let contents = site.attachments.contents();
    for file in facts.files.iter().map(|one| &one.file).chain(&facts.links) {
        let is_there = contents.size(&file.clone().into()).is_ok() || !contents.list_folder(file.as_str()).is_empty();
        add_numbers(hasher, [usize::from(is_there)]);
    }
    for import in facts.imports.iter().filter(|path| site.facts(path).is_none()) {
        let text = contents.sha256(&import.clone().into()).ok();
        add_numbers(hasher, [usize::from(text.is_some())]);
        hasher.add(text.unwrap_or_default());
    }
    if facts.tosca_version.is_none() {
        return;
    }
    for folder in facts.path.folders() {
        let meta = FilePath::in_folder(folder, META).map(Address::from);
        let meta = meta.and_then(|meta| contents.sha256(&meta).ok());
        add_numbers(hasher, [usize::from(meta.is_some())]);
        hasher.add(meta.unwrap_or_default());
    }
    let stub = SourceFile::new(facts.path.clone(), String::new());
    if let Some(package) = Package::starting_with(&stub, contents) {
        hasher.add(applications::hash_of(&package));
    }
}

/// The uses of a type, its names in other files, and the types that derive from it.
fn uses_of_type(site: &Site, file: &FilePath, path: &NodePath, hasher: &mut Hasher) {
    for TypeName { name, used_in } in site.names_of_type(file, path) {
        hasher.add(name).add(used_in.as_ref().map_or("", FilePath::as_str));
    }
    for DefinitionUse { relation, user, by } in site.uses_of_definition(file, path) {
        hasher.add(relation.name()).add(user.as_str()).add(by.to_string());
        hasher.add(site.addresses.definition(user, by).unwrap_or_default());
    }
    let types = site.types();
    let derived = types.at(file, path).map_or_else(Vec::new, |index| types.descendants(index));
    for (one, depth) in derived.into_iter().filter_map(|(at, depth)| Some((types.get(at)?, depth))) {
        hasher.add(one.file.as_str()).add(one.path.to_string());
        add_numbers(hasher, [depth]);
    }
}

fn frame(site: &Site) -> Hash {
    let mut hasher = Hasher::default();
    hasher.add(env!("DESCRIPTORIUM_PROGRAM_HASH")).add(&site.title);
    hasher.add(format!("{:?} {:?} {:?}", site.look, site.setting, site.settings));
    for (file, address) in site.addresses.descriptors() {
        hasher.add(file.as_str()).add(&address.page);
        let Some(facts) = site.facts(file) else { continue };
        let Name { short, version, full } = &facts.name;
        hasher.add(facts.language.label()).add(full).add(short).add(version.as_deref().unwrap_or_default());
        hasher.add(facts.edition.as_ref().map_or("", |edition| &edition.kind));
    }
    // The addresses of other forms, and of other pages of a descriptor, follow from the addresses of these, and from the names
    // that several files define.
    for (section, name) in site.addresses.ambiguous() {
        hasher.add(section).add(name);
    }
    // Among these are the built-in types, because any page can link to one.
    let others = site.pages().iter().filter(|(_, id)| id.form == Form::Html && id.subject.file().is_none());
    for (path, id) in others {
        hasher.add(path);
        match &id.subject {
            Subject::Redirect(to) => {
                hasher.add(to);
            }
            Subject::Duplicates(files) => {
                for file in files {
                    hasher.add(file.as_str());
                }
            }
            Subject::SharedType(of) => {
                for (file, path) in &of.definitions {
                    hasher.add(file.as_str()).add(path.to_string());
                }
            }
            _ => {}
        }
    }
    hasher.finish()
}

/// Adds the parts of a finding that appear in lists and JSON.
fn finding(found: &Finding, hasher: &mut Hasher) {
    hasher.add(&found.file).add(found.code).add(found.severity.name()).add(&found.message);
    hasher.add(found.help.as_deref().unwrap_or_default());
    let place = found.place.as_ref();
    let line = place.map_or(usize::MAX, |place| place.start.line);
    let (column, end) = place.map(|place| (place.start.column, place.end)).unwrap_or_default();
    add_numbers(hasher, [line, column, end.line, end.column]);
}

fn add_numbers<const N: usize>(hasher: &mut Hasher, numbers: [usize; N]) {
    for number in numbers {
        hasher.add(number.to_le_bytes());
    }
}

/// All versions of what a descriptor names, and of itself, and what it imports; some more than once.
fn looked_at<'a>(site: &'a Site, facts: &'a Facts) -> impl Iterator<Item = &'a FilePath> {
    let names = facts.type_uses.iter().map(|part| &part.of).chain(&facts.edition);
    let versions = names.flat_map(|name| site.versions(Some(name))).map(|entry| &entry.file);
    let versions = versions.chain(substitutes(site, facts)).chain(site.peers(facts));
    versions.chain(facts.imports.iter().filter_map(|path| Some(&site.facts(path)?.path)))
}

/// The descriptors whose topologies can replace nodes of a service template. They need not be imported.
pub fn substitutes<'a>(site: &'a Site, facts: &'a Facts) -> impl Iterator<Item = &'a FilePath> {
    let named = facts.named.iter().filter(|one| one.section == "node_types" && one.relation == Relation::Uses);
    named.flat_map(|one| site.substituting(&one.name)).filter(|file| **file != facts.path)
}

/// The dependencies of the descriptors in `files`, direct and transitive, and `files` themselves.
pub fn around<'a>(site: &'a Site, files: impl IntoIterator<Item = &'a FilePath>) -> BTreeSet<&'a FilePath> {
    let mut queue: Vec<&FilePath> = files.into_iter().collect();
    let mut found: BTreeSet<&FilePath> = queue.iter().copied().collect();
    while let Some(file) = queue.pop() {
        let near = site.facts(file).into_iter().flat_map(|facts| looked_at(site, facts));
        queue.extend(near.filter(|near| found.insert(near)));
    }
    found
}

/// For each descriptor, the texts of all that it looks at, directly or through others, and its own.
fn closures(site: &Site) -> Vec<Hash> {
    let mut graph: DiGraph<&Facts, ()> = DiGraph::with_capacity(site.n_descriptors(), site.n_descriptors());
    for facts in site.by_file() {
        graph.add_node(facts);
    }
    for (from, facts) in site.by_file().enumerate() {
        let mut others: Vec<usize> = looked_at(site, facts).filter_map(|file| site.place(file)).collect();
        others.sort_unstable();
        others.dedup();
        for to in others.into_iter().filter(|to| *to != from) {
            graph.add_edge(NodeIndex::new(from), NodeIndex::new(to), ());
        }
    }
    // Those that speak of each other are one; what they speak of comes before them.
    let mut closures: Vec<Option<Hash>> = vec![None; site.n_descriptors()];
    for together in tarjan_scc(&graph) {
        let mut parts: Vec<Hash> = Vec::new();
        for node in &together {
            parts.extend([hash::of(graph[*node].path.as_str().as_bytes()), graph[*node].text]);
            parts.extend(graph.neighbors(*node).filter_map(|other| closures.get(other.index()).copied().flatten()));
        }
        parts.sort_unstable();
        let mut hasher = Hasher::default();
        for part in parts {
            hasher.add(part);
        }
        let hash = hasher.finish();
        for node in together {
            closures.get_mut(node.index()).into_iter().for_each(|closure| *closure = Some(hash));
        }
    }
    closures.into_iter().map(Option::unwrap_or_default).collect()
}
