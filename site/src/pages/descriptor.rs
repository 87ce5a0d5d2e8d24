//! The page of a descriptor: description, diagram, sections, components and uses.

pub mod data;
mod opening;
pub mod summary;

use std::collections::BTreeMap;

use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::SourceFile;

use crate::content::{Content, Element};
use crate::html::Href;
use crate::pages::address::Form;
use crate::pages::layout::{self, capitalized, heading, plural_label};
use crate::pages::model::Model;
use crate::pages::value::Values;
use crate::pages::{
    Name, Page, Site, Use, UseKind, address, changes, deployment, diagram, expansion, findings, folders, inherited,
    installation, links, name, section, template,
};

pub fn model(page: &Page<'_>, file: &SourceFile) -> Model {
    let name = name(file);
    let mut contents = Vec::new();
    let mut has_diagram = false;
    let main = Content::of(|content| {
        head(page, content, file, &name);
        has_diagram = diagram::figure(page, content, file, &mut contents);
        opening::about(page, content, file, &mut contents);
        opening::usage(content, file, &name, &mut contents);
        findings(page, content, file, &mut contents);
        template::sections(page, content, file, &mut contents);
        deployment::sections(page, content, file, &mut contents);
        has_diagram |= deployment::has_diagram(file);
        changes::since(page, content, file, &mut contents);
        section::write(&Values::new(page, file).hiding(page.secrets(file).to_vec()), content, &mut contents);
        inherited::section(page, content, file, &mut contents);
        expansion::section(page, content, file, &mut contents);
        installation::sections(page, content, file, &mut contents);
        links::sections(page, content, file, &mut contents);
        uses(page, content, file, &mut contents);
        used_by(page, content, file, &mut contents);
    });
    let here = name.version.clone().unwrap_or_else(|| name.short.clone());
    Model {
        breadcrumbs: breadcrumbs(page, file),
        here: Some(here),
        contents,
        main,
        summary: page.summary(|content| summary::write(page, content, file)),
        data: page.data(|| data::data(page, file)),
        has_diagram,
        ..Model::default()
    }
}

/// The breadcrumbs of the page of a descriptor.
pub fn breadcrumbs(page: &Page<'_>, file: &SourceFile) -> Vec<(String, Option<Href>)> {
    let name = name(file);
    let mut crumbs = vec![(page.site.title.clone(), Some(page.to(address::HOME)))];
    if let Some(language) = file.language {
        let href = page.to(&address::kind(language));
        crumbs.push((capitalized(&plural_label(language)), Some(href)));
    }
    if name.version.is_some() {
        let newest = versions(page.site, file).last().and_then(|(_, newest)| page.to_file(newest));
        crumbs.push((name.short, newest));
    }
    crumbs
}

/// All versions of a descriptor in ascending order, with their files.
pub fn versions(site: &Site, file: &SourceFile) -> Vec<(String, FilePath)> {
    let versions = site.facts(&file.path).into_iter().flat_map(|facts| site.history(facts));
    versions.map(|entry| (entry.name.version.to_string(), entry.file.clone())).collect()
}

fn head(page: &Page<'_>, content: &mut Content, file: &SourceFile, name: &Name) {
    content.element(Element::Group, "title", |content| {
        content.element(Element::Heading(1), "", |content| {
            content.text(&name.short);
            if let Some(version) = &name.version {
                content.text(" ");
                content.element(Element::Span, "version", |content| content.text(version));
            }
        });
        if let Some(language) = file.language {
            layout::kind(content, language);
        }
    });
    opening::notices(page, content, file);
    opening::lead(page, content, file);
    content.element(Element::Terms, "facts", |content| {
        if name.full != file.path.as_str() {
            fact(content, "Name", |content| content.code(&name.full));
        }
        fact(content, "File", |content| match page.to_line(&file.path, 0) {
            Some(href) => content.link(&href, "", |content| content.text(file.path.as_str())),
            None => content.text(file.path.as_str()),
        });
        if let Some((name, n_files)) = page.site.facts(&file.path).and_then(|facts| page.site.conflict(facts)) {
            fact(content, "Conflict", |content| {
                let words = format!("{n_files} files have this name and version");
                content.link(&page.to(name), "", |content| content.text(&words));
            });
        }
        ordered(page, content, file);
        let versions = versions(page.site, file);
        if versions.len() > 1 {
            fact(content, "Versions", |content| version_list(page, content, file, &versions));
        }
        offer(content, "Download", |content| downloads(page, content, file));
        if page.site.setting.modeller {
            offer(content, "Edit", |content| {
                let href = page.to(address::MODELLER).at(file.path.as_str());
                content.link(&href, "", |content| content.text("Open in the modeller"));
            });
        }
    });
}

/// The folder, namespace and metadata of the descriptor, linked to descriptors that share them.
fn ordered(page: &Page<'_>, content: &mut Content, file: &SourceFile) {
    let (Some(href), Some(facts)) = (page.to_folders(), page.site.facts(&file.path)) else { return };
    let folder = page.site.depth.folder(&file.path);
    let link = |content: &mut Content, id: String, words: &str| {
        content.link(&href.clone().at(&id), "", |content| content.text(words))
    };
    fact(content, "Folder", |content| link(content, folders::folder_id(folder), folder));
    if let Some(namespace) = &facts.namespace {
        fact(content, "Namespace", |content| link(content, folders::namespace_id(namespace), namespace));
    }
    if !facts.metadata.is_empty() {
        fact(content, "Metadata", |content| {
            content.element(Element::List, "inline", |content| {
                for (key, value) in &facts.metadata {
                    let words = format!("{key}: {value}");
                    content
                        .element(Element::Item, "", |content| link(content, folders::metadata_id(key, value), &words));
                }
            });
        });
    }
}

fn fact(content: &mut Content, term: &str, write: impl FnOnce(&mut Content)) {
    described(content, "", term, write);
}

/// The same of what can be done, which is left out on paper.
fn offer(content: &mut Content, term: &str, write: impl FnOnce(&mut Content)) {
    described(content, "offer", term, write);
}

fn described(content: &mut Content, class: &str, term: &str, write: impl FnOnce(&mut Content)) {
    content.element(Element::Group, class, |content| {
        content.element(Element::Term, "", |content| content.text(term));
        content.element(Element::Meaning, "", write);
    });
}

fn downloads(page: &Page<'_>, content: &mut Content, file: &SourceFile) {
    content.element(Element::List, "inline", |content| {
        for (form, words) in [(Form::Yaml, "YAML"), (Form::Json, "JSON"), (Form::Markdown, "Markdown")] {
            if let Some(href) = page.to_form(&file.path, form) {
                content.element(Element::Item, "", |content| content.link(&href, "", |content| content.text(words)));
            }
        }
    });
}

fn version_list(page: &Page<'_>, content: &mut Content, file: &SourceFile, versions: &[(String, FilePath)]) {
    content.element(Element::List, "inline", |content| {
        for (version, path) in versions.iter().rev() {
            content.element(Element::Item, "", |content| match page.to_file(path).filter(|_| *path != file.path) {
                Some(href) => content.link(&href, "", |content| content.text(version)),
                None => {
                    content.element_with(Element::Strong, &[("aria-current", "page")], |content| content.text(version))
                }
            });
        }
        if let Some(href) = page.to_changes(&file.path) {
            content.element(Element::Item, "", |content| content.link(&href, "", |content| content.text("compare")));
        }
    });
}

fn findings(page: &Page<'_>, content: &mut Content, file: &SourceFile, contents: &mut Vec<(String, String)>) {
    let findings = page.checked.findings(&file.path);
    if findings.is_empty() {
        return;
    }
    content.element(Element::Section, "", |content| {
        heading(content, "findings", "Findings");
        findings::list(page, content, findings, Some(&file.path));
    });
    contents.push(("findings".to_owned(), "Findings".to_owned()));
}

fn uses(page: &Page<'_>, content: &mut Content, file: &SourceFile, contents: &mut Vec<(String, String)>) {
    let uses = page.site.uses(&file.path);
    if uses.is_empty() {
        return;
    }
    let mut by_name: BTreeMap<(UseKind, &str), Vec<&Use>> = BTreeMap::new();
    for one in uses {
        by_name.entry((one.kind(), &one.name)).or_default().push(one);
    }
    content.element(Element::Section, "", |content| {
        heading(content, "uses", "Uses");
        use_table(
            content,
            by_name.into_iter().map(|((kind, name), uses)| {
                let used = uses.first().and_then(|one| one.used.as_ref());
                let row = Content::of(|content| match used.and_then(|used| page.to_file(used)) {
                    Some(href) => content.link(&href, "", |content| content.text(name)),
                    None => content.element_with(
                        Element::Span,
                        &[("class", "broken"), ("title", "not in this catalog")],
                        |content| content.text(name),
                    ),
                });
                (row, kind, parts(page, &uses))
            }),
        );
    });
    contents.push(("uses".to_owned(), "Uses".to_owned()));
}

fn used_by(page: &Page<'_>, content: &mut Content, file: &SourceFile, contents: &mut Vec<(String, String)>) {
    let uses = page.site.used_by(&file.path);
    if uses.is_empty() {
        return;
    }
    let mut by_user: BTreeMap<(UseKind, &FilePath), Vec<&Use>> = BTreeMap::new();
    for one in uses {
        by_user.entry((one.kind(), &one.user)).or_default().push(one);
    }
    content.element(Element::Section, "", |content| {
        heading(content, "used-by", "Used by");
        use_table(
            content,
            by_user.into_iter().map(|((kind, user), uses)| {
                let full = page.site.facts(user).map_or(user.as_str(), |facts| &facts.name.full);
                let row = Content::of(|content| match page.to_file(user) {
                    Some(href) => content.link(&href, "", |content| content.text(full)),
                    None => content.text(full),
                });
                (row, kind, parts(page, &uses))
            }),
        );
    });
    contents.push(("used-by".to_owned(), "Used by".to_owned()));
}

/// The components and references in a list of uses, each linked to its description.
fn parts(page: &Page<'_>, uses: &[&Use]) -> Content {
    Content::of(|content| {
        content.element(Element::List, "inline", |content| {
            for one in uses {
                let part = one.part.last_key().unwrap_or("");
                content.element(Element::Item, "", |content| match page.to_definition(&one.user, &one.part) {
                    Some(href) => content.link(&href, "code", |content| content.text(part)),
                    None => content.text(part),
                });
            }
        });
    })
}

/// The descriptors with their relation and the components or references. References are not parts, and say so.
fn use_table(content: &mut Content, rows: impl Iterator<Item = (Content, UseKind, Content)>) {
    content.table("uses", &["Descriptor", "Relation", "As"], |content| {
        for (descriptor, kind, parts) in rows {
            content.element(Element::Row, "", |content| {
                content.row_head(|content| content.append(&descriptor));
                content.element(Element::Cell, "", |content| match kind {
                    UseKind::Reference => {
                        let title = "already exists and is not a part";
                        let attributes = [("class", "relation reference"), ("title", title)];
                        content.element_with(Element::Marked, &attributes, |content| content.text(kind.name()));
                    }
                    UseKind::Component | UseKind::Import => content.text(kind.name()),
                });
                content.element(Element::Cell, "", |content| content.append(&parts));
            });
        }
    });
}
