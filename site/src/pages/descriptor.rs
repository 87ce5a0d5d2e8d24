//! The page of a descriptor: description, diagram, sections, components and uses.

pub mod data;
mod opening;
pub mod summary;

use std::collections::{BTreeMap, BTreeSet};

use descriptorium_core::rules::catalog_settings::publication::address_of;
use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::SourceFile;

use crate::content::{Content, Element};
use crate::finding::{Counts, plural};
use crate::html::Href;
use crate::pages::address::Form;
use crate::pages::address::table::Address;
use crate::pages::layout::{self, capitalized, heading, plural_label};
use crate::pages::model::Model;
use crate::pages::value::Values;
use crate::pages::{
    Name, Ownership, Page, Site, Use, UseKind, address, artifacts, changes, deployment, diagram, embed, expansion,
    findings, folders, inherited, installation, links, name, recent, section, template,
};

pub fn model(page: &Page<'_>, file: &SourceFile) -> Model {
    let name = name(file);
    let mut contents = Vec::new();
    let mut has_diagram = false;
    let main = Content::of(|content| {
        has_diagram = head(page, content, file, &name);
        opening::usage(content, file, &name, &mut contents);
        opening::about(page, content, file, &mut contents);
        let has_drawing = diagram::figure(page, content, file, &mut contents);
        has_diagram |= has_drawing;
        findings(page, content, file, &mut contents);
        template::sections(page, content, file, &mut contents);
        deployment::sections(page, content, file, &mut contents);
        has_diagram |= deployment::has_diagram(file);
        artifacts::section(page, content, file, &mut contents);
        changes::since(page, content, file, &mut contents);
        section::write(&Values::new(page, file).hiding(page.secrets(file).to_vec()), content, &mut contents);
        inherited::section(page, content, file, &mut contents);
        expansion::section(page, content, file, &mut contents);
        installation::sections(page, content, file, &mut contents);
        links::sections(page, content, file, &mut contents);
        uses(page, content, file, &mut contents);
        used_by(page, content, file, &mut contents);
        embed::section(page, content, file, has_drawing, &mut contents);
        neighbors(page, content, file);
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

/// The beginning of the page: title and version, notices, purpose, overview and facts. Returns whether there is a diagram.
fn head(page: &Page<'_>, content: &mut Content, file: &SourceFile, name: &Name) -> bool {
    content.element(Element::Group, "title", |content| {
        content.element(Element::Heading(1), "", |content| {
            content.text(&name.short);
            if let Some(version) = &name.version {
                content.text(" ");
                content.element(Element::Span, "version", |content| content.text(version));
            }
        });
        version_list(page, content, file);
        if let Some(language) = file.language {
            layout::kind(content, language);
        }
        actions(page, content, file);
    });
    opening::notices(page, content, file);
    opening::lead(page, content, file);
    content.open(Element::Group, &[("class", "card")], None);
    let has_overview = diagram::overview(page, content, file);
    content.element(Element::Terms, "facts", |content| {
        if name.full != file.path.as_str() {
            fact(content, "Name", |content| content.code(&name.full));
        }
        ownership(page, content, file);
        if let Some(change) = page.site.changes.get(&file.path) {
            fact(content, "Changed", |content| {
                recent::date(content, change.date);
                if let Some((author, commit)) = &change.commit {
                    content.text(&format!(", {author} "));
                    content.code(commit);
                }
            });
        }
        let counts = |is_part: bool| {
            let uses = page.site.uses(&file.path).iter().filter(|one| one.is_part() == is_part);
            uses.filter(|one| one.kind() != UseKind::Import).map(|one| &one.part).collect::<BTreeSet<_>>().len()
        };
        let (n_parts, n_references) = (counts(true), counts(false));
        if n_parts + n_references > 0 {
            fact(content, "Made of", |content| {
                let words = [(n_parts, "component"), (n_references, "reference")];
                let words: Vec<String> =
                    words.iter().filter(|(count, _)| *count > 0).map(|(count, word)| plural(*count, word)).collect();
                content.link(&Href::here("uses"), "", |content| content.text(&words.join(", ")));
            });
        }
        let users: BTreeSet<&FilePath> = page.site.used_by(&file.path).iter().map(|one| &one.user).collect();
        fact(content, "Used by", |content| {
            match users.len() {
                0 => content.text("no other descriptor"),
                count => content.link(&Href::here("used-by"), "", |content| content.text(&plural(count, "descriptor"))),
            }
            if !users.is_empty() || !page.site.uses(&file.path).is_empty() {
                content.text(", ");
                let own = page.site.addresses.get(&file.path).map_or("", Address::stem);
                let href = page.to(address::GRAPH).query("of", own);
                content.link(&href, "", |content| content.text("neighborhood"));
            }
        });
        let found = Counts::of(page.checked.findings(&file.path));
        fact(content, "Findings", |content| match found.is_clean() {
            true => content.element(Element::Span, "clean", |content| content.text("✓ none")),
            false => content.link(&Href::here("findings"), "", |content| content.text(&found.to_string())),
        });
        if let Some((name, n_files)) = page.site.facts(&file.path).and_then(|facts| page.site.conflict(facts)) {
            fact(content, "Conflict", |content| {
                let words = format!("{n_files} files have this name and version");
                content.link(&page.to(name), "", |content| content.text(&words));
            });
        }
        fact(content, "File", |content| content.text_to(page.to_line(&file.path, 0).as_ref(), file.path.as_str()));
        ordered(page, content, file);
    });
    content.close(Element::Group);
    has_overview
}

/// Buttons and menus for the descriptor, which are left out on paper.
fn actions(page: &Page<'_>, content: &mut Content, file: &SourceFile) {
    content.element(Element::Group, "offer actions", |content| {
        if let Some(href) = page.to_form(&file.path, Form::Source) {
            content.link(&href, "action", |content| content.text("Source"));
        }
        if let Some(href) = page.to_editor(&file.path) {
            content.link(&href, "action", |content| content.text("Edit"));
        }
        if page.site.setting.modeller {
            let href = page.to(address::MODELLER).at(file.path.as_str());
            content.link(&href, "action", |content| content.text("Open in the modeller"));
        }
        if !page.site.setting.served {
            content.link(&Href::here("embed"), "action", |content| content.text("Embed"));
        }
        content.element(Element::Details, "choice", |content| {
            content.element(Element::Summary, "action", |content| content.text("Download"));
            content.element(Element::List, "", |content| {
                for (form, words) in [
                    (Form::Yaml, "YAML"),
                    (Form::Json, "JSON"),
                    (Form::Markdown, "Markdown"),
                    (Form::Svg, "Diagram (SVG)"),
                    (Form::DarkSvg, "Diagram, dark (SVG)"),
                    (Form::Png, "Diagram (PNG)"),
                ]
                .into_iter()
                .filter(|(form, _)| form.is_in(&page.site.setting))
                {
                    if let Some(href) = page.to_form(&file.path, form) {
                        content.element(Element::Item, "", |content| {
                            content.link(&href, "", |content| content.text(words))
                        });
                    }
                }
            });
        });
    });
}

/// The owner, lifecycle, tags and links of the descriptor.
fn ownership(page: &Page<'_>, content: &mut Content, file: &SourceFile) {
    let Some(Ownership { owner, contact, lifecycle, tags, links, .. }) = page.site.ownership(&file.path) else {
        return;
    };
    let address = contact.as_deref().and_then(address_of).and_then(|address| Href::of_web(&address));
    match (owner, contact) {
        (Some(owner), _) => fact(content, "Owner", |content| {
            content.text(owner);
            if let Some(href) = address {
                content.text(" ");
                content.link(&href, "", |content| content.text("contact"));
            } else if let Some(contact) = contact {
                content.text(&format!(" ({contact})"));
            }
        }),
        (None, Some(contact)) => fact(content, "Contact", |content| content.text_to(address.as_ref(), contact)),
        (None, None) => {}
    }
    if let Some(lifecycle) = lifecycle {
        fact(content, "Lifecycle", |content| content.text(lifecycle.name()));
    }
    if !tags.is_empty() {
        fact(content, "Tags", |content| {
            for tag in tags {
                content.element(Element::Span, "tag", |content| content.text(tag));
                content.text(" ");
            }
        });
    }
    if !links.is_empty() {
        fact(content, "Links", |content| {
            content.element(Element::List, "inline", |content| {
                for link in links {
                    let Some(href) = Href::of_web(&link.url) else { continue };
                    content.element(Element::Item, "", |content| {
                        content.link(&href, "", |content| content.text(&link.title))
                    });
                }
            });
        });
    }
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
    // The others are in the title and among the facts.
    let is_other = |key: &str| !matches!(key, "template_name" | "template_version" | "template_author");
    let metadata: Vec<_> = facts.metadata.iter().filter(|(key, _)| is_other(key)).collect();
    if !metadata.is_empty() {
        fact(content, "Metadata", |content| {
            content.element(Element::List, "inline", |content| {
                for (key, value) in metadata {
                    let words = format!("{key}: {value}");
                    content
                        .element(Element::Item, "", |content| link(content, folders::metadata_id(key, value), &words));
                }
            });
        });
    }
}

fn fact(content: &mut Content, term: &str, write: impl FnOnce(&mut Content)) {
    content.element(Element::Group, "", |content| {
        content.element(Element::Term, "", |content| content.text(term));
        content.element(Element::Meaning, "", write);
    });
}

/// A menu of all versions.
fn version_list(page: &Page<'_>, content: &mut Content, file: &SourceFile) {
    let versions = versions(page.site, file);
    if versions.len() < 2 {
        return;
    }
    let own = versions.iter().position(|(_, path)| *path == file.path);
    content.element(Element::Details, "choice versions", |content| {
        content.element(Element::Summary, "action", |content| {
            content.text(&match own {
                Some(at) if at + 1 == versions.len() => format!("latest of {} versions", versions.len()),
                Some(_) => format!("1 of {} versions", versions.len()),
                // Another file has its name and version.
                None => format!("{} other versions", versions.len()),
            });
        });
        content.element(Element::List, "", |content| {
            for (version, path) in versions.iter().rev() {
                let is_current = *path == file.path;
                content.element(Element::Item, "", |content| match page.to_file(path) {
                    Some(href) => {
                        let current: &[(&str, &str)] = if is_current { &[("aria-current", "page")] } else { &[] };
                        content.link_with(&href, current, |content| content.text(version));
                    }
                    None => content.text(version),
                });
            }
            if let Some(href) = page.to_changes(&file.path) {
                content.element(Element::Item, "all", |content| {
                    content.link(&href, "", |content| content.text("Changes of all versions"))
                });
            }
        });
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
                let row = Content::of(|content| content.text_to(page.to_file(user).as_ref(), full));
                (row, kind, parts(page, &uses))
            }),
        );
    });
    contents.push(("used-by".to_owned(), "Used by".to_owned()));
}

/// Links to the names before and after that of the descriptor.
fn neighbors(page: &Page<'_>, content: &mut Content, file: &SourceFile) {
    let Some(facts) = page.site.facts(&file.path) else { return };
    let [before, after] = page.site.tree().neighbors(page.site, facts);
    let pair = [(before, "previous"), (after, "next")];
    if pair.iter().all(|(other, _)| other.is_none()) {
        return;
    }
    content.element(Element::Group, "neighbors offer", |content| {
        for (other, class) in pair {
            let Some((other, href)) = other.and_then(|other| Some((other, page.to_file(&other.path)?))) else {
                continue;
            };
            content.link(&href, class, |content| content.text(&other.name.short));
        }
    });
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
