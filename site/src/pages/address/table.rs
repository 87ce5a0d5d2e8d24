//! The addresses of the descriptors of one site, and of the pages that belong to them.

use std::collections::{BTreeMap, BTreeSet};

use descriptorium_core::catalog::{Catalog, compare_versions};
use descriptorium_core::language::Language;
use descriptorium_core::symbol::DescriptorRef;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use hashbrown::HashMap;

use crate::pages::address::legacy::{Former, Legacy};
use crate::pages::address::{self, Form};
use crate::pages::changes;
use crate::pages::facts::{Definition, Facts};
use crate::pages::types::built_in::BuiltInType;

/// The pages of each descriptor, in the order of language, name, version and file.
#[derive(Clone, Debug, Default)]
pub struct Addresses {
    in_order: Vec<(FilePath, Address)>,
    of_file: HashMap<FilePath, usize>,
    languages: BTreeSet<Language>,
    /// The pages of names that several files share, with these files.
    duplicates: BTreeMap<String, Vec<FilePath>>,
    /// The pages of definitions, in the order of their text.
    definitions: HashMap<FilePath, Vec<(NodePath, String)>>,
    /// The pages of built-in types. Several files can define one, for different versions.
    built_in: Vec<(String, FilePath, NodePath)>,
    /// The page about all types.
    types: Option<String>,
    /// The sections and names that descriptors define.
    defined: BTreeSet<(String, String)>,
    /// The sections and names that several files define, which determine the addresses of definitions.
    ambiguous: BTreeSet<(String, String)>,
    /// The pages of types that several files define.
    shared_types: BTreeMap<String, SharedType>,
    /// The pages about the versions of a descriptor, with the versions in ascending order.
    histories: BTreeMap<String, Vec<FilePath>>,
    history_of: BTreeMap<FilePath, String>,
    comparisons: BTreeMap<(FilePath, FilePath), String>,
    /// Addresses that redirect to pages: those of highest versions, and those that a page has in a catalog with other files in
    /// addition, or with fewer.
    redirects: BTreeMap<String, String>,
    /// Addresses of earlier sites, with the pages that they redirect to.
    legacy: BTreeMap<String, String>,
}

/// A type that several files define: the section that holds it, its name, and the definitions in the order of the site.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct SharedType {
    pub section: String,
    pub name: String,
    pub definitions: Vec<(FilePath, NodePath)>,
}

/// The forms of a descriptor that are pages beside the main one.
const MORE_PAGES: [Form; 2] = [Form::Source, Form::Frame];
/// Up to this number of versions, comparisons that have no page of their own redirect to the history; of more, there would be
/// too many.
const MAX_REDIRECTED: usize = 100;

/// The address of a descriptor, from the root of the site.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Address {
    pub page: String,
}

impl Address {
    fn of_stem(stem: &str) -> Self {
        Address { page: Form::Html.of_stem(stem) }
    }

    /// The address without the ending of its form.
    pub fn stem(&self) -> &str {
        self.page.strip_suffix(Form::Html.ending()).unwrap_or(&self.page)
    }

    pub fn form(&self, form: Form) -> String {
        form.of_page(&self.page)
    }
}

impl Addresses {
    /// `editions` groups the descriptors that are versions of each other.
    pub fn of<'a>(facts: impl Iterator<Item = &'a Facts>, editions: &Catalog, built_in: &[BuiltInType]) -> Self {
        let mut ordered: Vec<&Facts> = facts.collect();
        ordered.sort_by(|a, b| {
            let version = |facts: &'a Facts| facts.name.version.as_deref().unwrap_or("");
            let versions = || compare_versions(version(a), version(b));
            let names = a.language.cmp(&b.language).then_with(|| a.name.short.cmp(&b.name.short));
            names.then_with(versions).then_with(|| a.path.cmp(&b.path))
        });
        let mut addresses = Addresses::default();
        let n_of_name = n_of_name(&ordered);
        addresses.ambiguous = ambiguous(&ordered);
        let definitions = ordered.iter().flat_map(|facts| &facts.definitions);
        addresses.defined = definitions.map(|of| (of.section.clone(), of.name.clone())).collect();
        for facts in &ordered {
            let (language, file) = (facts.language, facts.path.clone());
            let by_name = facts.edition.as_ref().map(|edition| (edition, address::of_name(language, edition)));
            let stem = match by_name {
                Some((edition, stem)) if n_of_name.get(&(language, edition)) == Some(&1) => stem,
                Some((_, stem)) => {
                    addresses.duplicates.entry(Form::Html.of_stem(&stem)).or_default().push(file.clone());
                    address::of_file(language, &file)
                }
                None => address::of_file(language, &file),
            };
            addresses.define(facts);
            addresses.languages.insert(language);
            addresses.of_file.insert(file.clone(), addresses.in_order.len());
            addresses.in_order.push((file, Address::of_stem(&stem)));
        }
        let with_types = ordered.iter().find(|facts| !facts.definitions.is_empty()).map(|facts| facts.language);
        addresses.types = with_types.or(built_in.first().map(|one| one.language)).map(address::types);
        for one in built_in {
            let Definition { section, name, path, .. } = &one.definition;
            let Some(stem) = address::of_type(one.language, section, name) else { continue };
            let page = Form::Html.of_stem(&stem);
            for file in &one.files {
                addresses.definitions.entry(file.clone()).or_default().push((path.clone(), page.clone()));
            }
            addresses.built_in.push((page, one.file.clone(), path.clone()));
        }
        let histories = histories(editions);
        addresses.versions(&ordered, &histories);
        addresses.redirect_versions(&ordered);
        addresses.redirect_files(&ordered);
        addresses.redirect_legacy(&Legacy::of(&ordered, &histories), &ordered, &histories);
        addresses
    }

    /// Adds the pages of the definitions of a descriptor. Of duplicate names, the first is used. A definition whose name is
    /// unique has the address of its name, and that in its file redirects to it; otherwise it is the other way round, and the
    /// page of the name lists the definitions.
    fn define(&mut self, facts: &Facts) {
        let stem = address::of_file(facts.language, &facts.path);
        let mut pages: Vec<(NodePath, String)> = Vec::new();
        for Definition { section, name, path, .. } in &facts.definitions {
            let in_file = Form::Html.of_stem(&address::of_definition(&stem, section, name));
            let by_name = address::of_type(facts.language, section, name).map(|stem| Form::Html.of_stem(&stem));
            let is_ambiguous = self.is_ambiguous(section, name);
            let page = by_name.as_ref().filter(|_| !is_ambiguous).unwrap_or(&in_file).clone();
            if pages.iter().any(|(_, other)| *other == page) {
                continue;
            }
            match by_name {
                Some(shared) if is_ambiguous => {
                    let new = || SharedType { section: section.clone(), name: name.clone(), definitions: Vec::new() };
                    let shared = self.shared_types.entry(shared).or_insert_with(new);
                    shared.definitions.push((facts.path.clone(), path.clone()));
                }
                Some(page) => self.redirects.extend([(in_file, page)]),
                None => {}
            }
            pages.push((path.clone(), page));
        }
        if !pages.is_empty() {
            self.definitions.insert(facts.path.clone(), pages);
        }
    }

    fn versions(&mut self, ordered: &[&Facts], histories: &[Vec<FilePath>]) {
        let places: HashMap<&FilePath, &Facts> = ordered.iter().map(|facts| (&facts.path, *facts)).collect();
        let edition = |file: &FilePath| {
            let facts = places.get(file)?;
            Some((facts.language, facts.edition.as_ref()?))
        };
        for files in histories {
            let Some((language, last)) = files.last().and_then(edition) else { continue };
            let history = address::versions(language, last);
            for (before, after) in changes::compared(files) {
                let Some(((_, one), (_, other))) = edition(before).zip(edition(after)) else { continue };
                let page = address::comparison(language, one, other);
                self.comparisons.insert((before.clone(), after.clone()), page);
            }
            self.history_of.extend(files.iter().map(|file| (file.clone(), history.clone())));
            self.histories.insert(history, files.to_vec());
        }
    }

    /// Redirects to versions: from the address of the highest one, and from the pages about versions that there are no more or
    /// not yet, because another version was added or removed, or another file has the same name and version.
    fn redirect_versions(&mut self, ordered: &[&Facts]) {
        let mut of_name: BTreeMap<String, Vec<(Language, &DescriptorRef)>> = BTreeMap::new();
        for (language, edition) in ordered.iter().filter_map(|facts| Some((facts.language, facts.edition.as_ref()?))) {
            let versions = of_name.entry(address::versions(language, edition)).or_default();
            // Files with the same version are adjacent.
            if versions.last().is_none_or(|(_, last)| *last != edition) {
                versions.push((language, edition));
            }
        }
        let pairs: BTreeSet<&String> = self.comparisons.values().collect();
        let mut moved = Vec::new();
        for (history, versions) in of_name {
            let Some((language, last)) = versions.last().copied() else { continue };
            let highest = Form::Html.of_stem(&address::of_name(language, last));
            moved.push((address::latest(language, last), highest.clone()));
            let is_page = self.histories.contains_key(&history);
            if !is_page {
                moved.push((history.clone(), highest.clone()));
            }
            let to = if is_page { &history } else { &highest };
            let compared = if versions.len() <= MAX_REDIRECTED { &versions[..] } else { &[] };
            for (at, (_, after)) in compared.iter().enumerate() {
                let pages = compared.iter().take(at).map(|(_, before)| address::comparison(language, before, after));
                moved.extend(pages.filter(|page| !pairs.contains(page)).map(|page| (page, to.clone())));
            }
        }
        self.redirects.extend(moved);
    }

    /// Redirects from the address of a file to that of its name and version. If several files share these, it is the other way
    /// round for pages that only a descriptor has: they lead to the list of the files. Their addresses by file have no redirects
    /// once a single file is left: two for each file would make a third of all files of a site.
    fn redirect_files(&mut self, ordered: &[&Facts]) {
        let mut moved = Vec::new();
        for facts in ordered {
            let Some(Address { page }) = self.get(&facts.path) else { continue };
            let of_file = address::of_file(facts.language, &facts.path);
            if *page != Form::Html.of_stem(&of_file) {
                moved.push((Form::Html.of_stem(&of_file), page.clone()));
            }
        }
        for page in self.duplicates.keys() {
            moved.extend(MORE_PAGES.map(|form| (form.of_page(page), page.clone())));
        }
        self.redirects.extend(moved);
    }

    /// Adds redirects from the addresses of earlier sites, unless another page now has the address. One that several
    /// descriptors may have had, depending on the other files, leads to the list of their kind.
    fn redirect_legacy(&mut self, legacy: &Legacy<'_>, ordered: &[&Facts], histories: &[Vec<FilePath>]) {
        let mut moved: Vec<(String, String)> = Vec::new();
        let languages: HashMap<&FilePath, Language> =
            ordered.iter().map(|facts| (&facts.path, facts.language)).collect();
        let target = |former: &Former, file: &FilePath, page: String| match languages.get(file) {
            Some(language) if former.is_shared => address::kind(*language),
            _ => page,
        };
        for (file, Address { page }) in &self.in_order {
            let Some(former) = legacy.descriptors.get(file) else { continue };
            let forms = [Form::Html, Form::Source];
            moved.extend(forms.map(|form| (form.of_stem(&former.stem), target(former, file, form.of_page(page)))));
        }
        for last in histories.iter().filter_map(|files| files.last()) {
            let (Some(former), Some(page)) = (legacy.histories.get(last), self.history_of.get(last)) else { continue };
            moved.push((Form::Html.of_stem(&former.stem), target(former, last, page.clone())));
        }
        for ((before, after), page) in &self.comparisons {
            let Some(former) = legacy.comparisons.get(&(before, after)) else { continue };
            moved.push((Form::Html.of_stem(&former.stem), target(former, after, page.clone())));
        }
        // Definitions whose name is not unique had addresses below that of the name of their descriptor.
        for facts in ordered {
            let Some(edition) = &facts.edition else { continue };
            let stem = address::of_name(facts.language, edition);
            if self.duplicates.contains_key(&Form::Html.of_stem(&stem)) {
                continue;
            }
            let ambiguous = facts.definitions.iter().filter(|of| self.is_ambiguous(&of.section, &of.name));
            moved.extend(ambiguous.filter_map(|of| {
                let page = self.definition(&facts.path, &of.path)?.to_owned();
                Some((Form::Html.of_stem(&address::of_definition(&stem, &of.section, &of.name)), page))
            }));
        }
        moved.retain(|(from, to)| from != to);
        if moved.is_empty() {
            return;
        }
        // Some file systems ignore case.
        let taken: hashbrown::HashSet<String> = self.all_pages().map(|page| page.to_lowercase()).collect();
        moved.retain(|(from, _)| !taken.contains(&from.to_lowercase()));
        self.legacy.extend(moved);
    }

    /// The addresses of all pages below the folders of the languages, in all of their forms, and of all redirects.
    fn all_pages(&self) -> impl Iterator<Item = String> + '_ {
        let descriptors = self.in_order.iter().map(|(_, address)| address.page.as_str());
        let descriptors = descriptors.chain(self.duplicates.keys().map(String::as_str));
        let about = [address::ARTIFACTS, address::IMPORTS, address::NAMESPACES].into_iter();
        let about = about.chain(self.definitions.values().flatten().map(|(_, page)| page.as_str()));
        let about = about.chain(self.shared_types.keys().map(String::as_str)).chain(self.types());
        let about = about.chain(self.built_in.iter().map(|(page, ..)| page.as_str()));
        let about = about.chain(self.histories.keys().chain(self.comparisons.values()).map(String::as_str));
        let kinds = self.languages.iter().map(|language| address::kind(*language));
        let forms = [Form::Html, Form::Json, Form::Markdown];
        let all = descriptors.flat_map(|page| Form::ALL.map(|form| form.of_page(page)));
        let all = all.chain(about.flat_map(move |page| forms.map(|form| form.of_page(page))));
        let all = all.chain(kinds.flat_map(move |page| forms.map(|form| form.of_page(&page))));
        all.chain(self.redirects.keys().cloned())
    }

    /// The page of a name that several files share, and their number.
    pub fn conflict(&self, language: Language, edition: &DescriptorRef) -> Option<(&str, usize)> {
        let page = Form::Html.of_stem(&address::of_name(language, edition));
        self.duplicates.get_key_value(&page).map(|(page, files)| (page.as_str(), files.len()))
    }

    /// The pages of names that several files share, with these files.
    pub fn duplicates(&self) -> impl Iterator<Item = (&String, &Vec<FilePath>)> {
        self.duplicates.iter()
    }

    /// Whether several files define the name.
    pub fn is_ambiguous(&self, section: &str, name: &str) -> bool {
        self.ambiguous.contains(&(section.to_owned(), name.to_owned()))
    }

    /// The sections and names that several files define.
    pub fn ambiguous(&self) -> impl Iterator<Item = &(String, String)> {
        self.ambiguous.iter()
    }

    /// The definitions in `file` that have their own pages.
    pub fn definitions(&self, file: &FilePath) -> &[(NodePath, String)] {
        self.definitions.get(file).map_or(&[], Vec::as_slice)
    }

    /// The page about all types, if there are any.
    pub fn types(&self) -> Option<&str> {
        self.types.as_deref()
    }

    /// Whether a descriptor defines the name.
    pub fn has_definition(&self, section: &str, name: &str) -> bool {
        self.defined.contains(&(section.to_owned(), name.to_owned()))
    }

    /// The pages of built-in types, each with its file and its path there.
    pub fn built_in(&self) -> &[(String, FilePath, NodePath)] {
        &self.built_in
    }

    /// The page of the definition at `path` in `file`, if it has its own page.
    pub fn definition(&self, file: &FilePath, path: &NodePath) -> Option<&str> {
        self.definitions(file).iter().find(|(other, _)| other == path).map(|(_, page)| page.as_str())
    }

    /// The pages about the versions of a descriptor, with the versions in ascending order.
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

    /// Addresses that redirect, with the pages that they redirect to.
    pub fn redirects(&self) -> impl Iterator<Item = (&String, &String)> {
        self.redirects.iter()
    }

    /// Addresses of earlier sites, with the pages that they redirect to.
    pub fn legacy(&self) -> impl Iterator<Item = (&String, &String)> {
        self.legacy.iter()
    }

    /// The pages of types that several files define.
    pub fn shared_types(&self) -> impl Iterator<Item = (&String, &SharedType)> {
        self.shared_types.iter()
    }

    pub fn get(&self, file: &FilePath) -> Option<&Address> {
        self.in_order.get(*self.of_file.get(file)?).map(|(_, address)| address)
    }

    pub fn descriptors(&self) -> impl ExactSizeIterator<Item = &(FilePath, Address)> {
        self.in_order.iter()
    }

    pub fn languages(&self) -> impl Iterator<Item = Language> {
        self.languages.iter().copied()
    }
}

/// The sections and names that several files define.
fn ambiguous(all: &[&Facts]) -> BTreeSet<(String, String)> {
    let mut known: HashMap<(&str, &str), &FilePath> = HashMap::new();
    let mut found = BTreeSet::new();
    for facts in all {
        for Definition { section, name, .. } in &facts.definitions {
            let first = *known.entry((section, name)).or_insert(&facts.path);
            if *first != facts.path {
                found.insert((section.clone(), name.clone()));
            }
        }
    }
    found
}

/// The number of files with each name.
fn n_of_name<'a>(facts: &[&'a Facts]) -> HashMap<(Language, &'a DescriptorRef), usize> {
    let mut counts = HashMap::new();
    for facts in facts {
        if let Some(edition) = &facts.edition {
            *counts.entry((facts.language, edition)).or_default() += 1;
        }
    }
    counts
}

/// The files of the descriptors that have several versions, ascending, in the order of their names.
fn histories(editions: &Catalog) -> Vec<Vec<FilePath>> {
    let mut named: BTreeMap<(&str, &str), Vec<FilePath>> = BTreeMap::new();
    let mut n_files: HashMap<&DescriptorRef, usize> = HashMap::new();
    editions.entries().for_each(|entry| *n_files.entry(&entry.name).or_default() += 1);
    // Files with the same version contradict each other.
    for entry in editions.entries().filter(|entry| n_files.get(&entry.name) == Some(&1)) {
        named.entry((&entry.name.kind, &entry.name.name)).or_default().push(entry.file.clone());
    }
    named.into_values().filter(|files| files.len() > 1).collect()
}
