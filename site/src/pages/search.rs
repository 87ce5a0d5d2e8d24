//! The contents of the search index: descriptors with their members, rules, and pages about the catalog. Also the
//! search page, which can be linked to with a query.

use descriptorium_core::analysis::Analysis;
use descriptorium_core::symbol::SymbolKind;
use descriptorium_core::syntax::plain::{Plain, typed};
use descriptorium_core::syntax::{Kind, Node, NodePath};
use descriptorium_core::text::Span;
use descriptorium_core::tosca::secret::secrets;
use descriptorium_core::workspace::SourceFile;

use hashbrown::{HashMap, HashSet};

use crate::content::{Content, Element};
use crate::finding::plural;
use crate::pages::address::Form;
use crate::pages::facts::{Definition, Facts};
use crate::pages::layout::{capitalized, kind_word, plural_label};
use crate::pages::model::Model;
use crate::pages::types::TypeEntry;
use crate::pages::{Page, PageId, Site, Subject, address, codes, section};
use crate::search::{Document, Weight};

/// Maximum length of the summary of a result, in characters.
const MAX_SUMMARY: usize = 140;

pub fn model(page: &Page<'_>) -> Model {
    let main = Content::of(|content| {
        content.element(Element::Heading(1), "", |content| content.text(&page.title()));
        content.element_with(Element::Group, &[("id", "search-page"), ("data-of-script", "")], |_| {});
        content.element(Element::WithoutScript, "", |content| {
            content.element(Element::Paragraph, "lead", |content| {
                content.text("Search requires JavaScript. You can also browse these lists:");
            });
            content.element(Element::List, "", |content| {
                for language in page.site.languages() {
                    content.element(Element::Item, "", |content| {
                        content.link(&page.to(&address::kind(language)), "", |content| {
                            content.text(&capitalized(&plural_label(language)));
                        });
                    });
                }
                content.element(Element::Item, "", |content| {
                    content.link(&page.to(address::CODES), "", |content| content.text("Rules"))
                });
            });
        });
    });
    let breadcrumbs = page.below_home();
    Model { breadcrumbs, main, ..Model::default() }
}

/// All documents of the index, in the order of the site.
pub fn documents(site: &Site, analysis: &Analysis) -> impl Iterator<Item = Document> {
    let descriptors = site.descriptors().filter_map(|facts| Some((facts, analysis.file(&facts.path)?)));
    let descriptors = descriptors.filter_map(|(facts, file)| descriptor(site, facts, analysis, file));
    descriptors.chain(others(site))
}

/// The documents that are not descriptors: rules, and pages about the catalog.
pub fn others(site: &Site) -> impl Iterator<Item = Document> {
    // A type that several files define is one result, which leads to the list of the files.
    let shared: HashMap<(&str, &str), (&str, usize)> = site
        .addresses
        .shared_types()
        .map(|(page, of)| ((of.section.as_str(), of.name.as_str()), (page.as_str(), of.definitions.len())))
        .collect();
    let mut known = HashSet::new();
    let types = site.types().all.iter().filter_map(move |one| {
        let key = (one.definition.section.as_str(), one.definition.name.as_str());
        let shared = shared.get(&key).copied();
        if shared.is_some() && !known.insert(key) {
            return None;
        }
        type_document(site, one, shared)
    });
    codes::all().map(|code| rule(&code)).chain(pages(site)).chain(types)
}

/// The document of a type, which is found by all of its names; with the page and the number of files that define it, if there
/// are several.
fn type_document(site: &Site, one: &TypeEntry, shared: Option<(&str, usize)>) -> Option<Document> {
    let Definition { section, name, summary, .. } = &one.definition;
    let own = || site.addresses.definition(&one.file, &one.path);
    let mut document = Document {
        title: name.clone(),
        kind: section.trim_end_matches('s').replace('_', " "),
        path: shared.map(|(page, _)| page).or_else(own)?.to_owned(),
        summary: shortened(summary),
        apart: shared.map_or_else(String::new, |(_, n_files)| format!("in {}", plural(n_files, "file"))),
        ..Document::default()
    };
    document.add(name, Weight::Name);
    titles(&mut document);
    site.names_of_type(&one.file, &one.path).iter().for_each(|one| document.add(&one.name, Weight::Name));
    document.add(summary, Weight::Prose);
    Some(document)
}

/// Pages about the catalog, by their titles and by synonyms.
fn pages(site: &Site) -> impl Iterator<Item = Document> {
    let pages = site.pages().iter().filter(|(_, id)| id.form == Form::Html);
    pages.filter_map(|(path, PageId { subject, .. })| {
        let (names, summary) = match subject {
            Subject::Kind(language) => ("", language.documentation().of_record(language.schema())),
            Subject::Types => ("capabilities requirements finder", "Types by capability, by requirement and by kind."),
            Subject::Folders => ("tags", "Descriptors by folder, namespace and metadata."),
            Subject::Health => (
                "coverage deprecated outdated unused",
                "Undocumented, deprecated, outdated and unused descriptors, and unresolved names.",
            ),
            Subject::Graph => ("graph", "Dependencies between descriptors."),
            Subject::Clusters => ("matrix kubernetes", "Applications and the clusters that meet their requirements."),
            Subject::Artifacts => ("files scripts archives csar", "Files of service templates, and archives."),
            Subject::Imports => ("graph libraries", "Imports between service templates and type libraries."),
            Subject::Namespaces => ("prefixes uri", "Namespaces of types."),
            Subject::Archive(_) => ("csar zip package", "An archive with its metadata and its files."),
            Subject::Findings => ("problems errors warnings", "All findings in the catalog."),
            Subject::Codes => ("codes checks", "All rules."),
            Subject::Conformance => {
                ("specification", "The rules of the specifications, with the codes that check them.")
            }
            _ => return None,
        };
        let mut document = Document {
            title: site.title_of(subject),
            kind: "page".to_owned(),
            path: path.clone(),
            summary: shortened(summary),
            ..Document::default()
        };
        document.add(&document.title.clone(), Weight::Name);
        document.add_title(&document.title.clone());
        document.add(names, Weight::Name);
        document.add(summary, Weight::Prose);
        Some(document)
    })
}

/// The document of a descriptor.
pub fn descriptor(site: &Site, facts: &Facts, analysis: &Analysis, file: &SourceFile) -> Option<Document> {
    let name = &facts.name;
    let mut document = Document {
        title: name.short.clone(),
        version: name.version.clone().unwrap_or_default(),
        kind: kind_word(facts.language).to_owned(),
        path: site.addresses.get(&file.path)?.page.clone(),
        summary: shortened(&facts.summary),
        apart: site.apart(&file.path).unwrap_or_default().to_owned(),
        ..Document::default()
    };
    document.add(&name.full, Weight::Name);
    match facts.edition.is_some() {
        true => titles(&mut document),
        false => document.add_title(&name.short),
    }
    document.add(file.path.as_str(), Weight::Use);
    // Its parts say less than a name: other files have them, too.
    document.add_whole(file.path.name());
    if let Some(of) = site.ownership(&file.path) {
        of.owner.iter().chain(&of.tags).for_each(|text| document.add(text, Weight::Use));
    }
    for symbol in analysis.symbols(&file.path) {
        if symbol.kind == SymbolKind::Descriptor {
            continue;
        }
        match shown_at(&symbol.path, &symbol.name) {
            Some(parent) => document.part(&parent, &symbol.name),
            None => document.add(&symbol.name, Weight::Part),
        }
    }
    for mention in analysis.mentions(&file.path) {
        if mention.kind == SymbolKind::Descriptor {
            document.add(&mention.name, Weight::Use);
        }
    }
    if let Some(root) = &file.root {
        for section in ["capabilities", "requirements"] {
            let types = root.get(section).map_or(&[][..], Node::entries).iter();
            for name in types.filter_map(|entry| entry.value.get("type")?.as_text()) {
                document.add(name, Weight::Use);
            }
        }
        texts(root, &secrets(analysis.context(file)), &mut document);
    }
    Some(document)
}

/// Adds the title of a document with a name, and the last part of it, by which people ask.
fn titles(document: &mut Document) {
    let title = document.title.clone();
    document.add_title(&title);
    title.rsplit(['.', ':', '/']).next().into_iter().for_each(|part| document.add_title(part));
}

/// The id for `path` without the name at its end; `None` if the page has no such id.
fn shown_at(path: &NodePath, name: &str) -> Option<String> {
    let parent = path.parent().filter(|parent| parent.steps().len() == 1)?;
    let parent = section::id_of(&parent);
    (section::id_of(path) == format!("{parent}/{name}")).then_some(parent)
}

/// All texts in a descriptor, except secret ones.
fn texts(node: &Node, secrets: &[Span], document: &mut Document) {
    match &node.kind {
        _ if secrets.contains(&node.span) => {}
        Kind::Scalar(scalar) if matches!(typed(scalar), Plain::Text(_)) && !scalar.value.starts_with("${") => {
            document.add(&scalar.value, Weight::Prose);
        }
        Kind::Scalar(_) | Kind::Null | Kind::Error | Kind::Alias(_) => {}
        Kind::Sequence(sequence) => sequence.items.iter().for_each(|item| texts(item, secrets, document)),
        Kind::Mapping(mapping) => {
            for entry in &mapping.entries {
                // Types are left out: nearly every property has one, so they would match everything.
                if !matches!(entry.key.as_text(), Some("type" | "name" | "designerLayout"))
                    || entry.value.as_text().is_none()
                {
                    texts(&entry.value, secrets, document);
                }
            }
        }
    }
}

fn rule(code: &codes::Code) -> Document {
    let mut document = Document {
        title: code.code.to_owned(),
        kind: "rule".to_owned(),
        path: address::code(code.code),
        summary: shortened(&capitalized(code.title)),
        ..Document::default()
    };
    document.add(code.code, Weight::Name);
    titles(&mut document);
    document.add(code.title, Weight::Part);
    document.add(code.doc, Weight::Prose);
    document
}

fn shortened(text: &str) -> String {
    let text = text.replace('`', "");
    match text.char_indices().nth(MAX_SUMMARY) {
        None => text,
        Some((end, _)) => {
            let cut = &text[..end];
            format!("{} …", cut.rsplit_once(' ').map_or(cut, |(words, _)| words))
        }
    }
}
