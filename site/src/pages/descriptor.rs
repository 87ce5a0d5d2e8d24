//! The page of a descriptor: what it is for, how it looks, its sections, what it is made of and what is made of it.

use std::collections::BTreeMap;

use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::SourceFile;

use crate::html::{Href, Html};
use crate::pages::layout::{self, Body, capitalized, document, heading, plural_label};
use crate::pages::value::Values;
use crate::pages::{
    Name, Page, Site, Use, address, changes, drawing, expansion, folders, inherited, name, problems, section,
};

pub fn page(page: &Page<'_>, file: &SourceFile) -> String {
    let name = name(file);
    let mut contents = Vec::new();
    let mut has_drawing = false;
    let main = Html::of(|html| {
        head(page, html, file, &name, &mut contents);
        has_drawing = drawing::figure(page, html, file, &mut contents);
        findings(page, html, file, &mut contents);
        changes::since(page, html, file, &mut contents);
        if let Some(language) = file.language {
            section::write(&Values::new(page, file), language.schema(), html, &mut contents);
        }
        inherited::section(page, html, file, &mut contents);
        expansion::section(page, html, file, &mut contents);
        uses(page, html, file, &mut contents);
        used_by(page, html, file, &mut contents);
    });
    let here = name.version.clone().unwrap_or_else(|| name.short.clone());
    let forms = [("json", "application/json"), ("md", "text/markdown"), ("yaml", "application/yaml")];
    let twins = forms.into_iter().filter_map(|(ending, of)| Some((page.to_twin(&file.path, ending)?, of))).collect();
    let breadcrumbs = breadcrumbs(page, file);
    document(page, &Body { breadcrumbs, here: Some(&here), contents, main, twins, has_drawing, ..Body::default() })
}

/// The way to the page of a descriptor.
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

/// All versions of a descriptor, ascending, with their files.
pub fn versions(site: &Site, file: &SourceFile) -> Vec<(String, FilePath)> {
    let edition = site.facts(&file.path).and_then(|facts| facts.edition.as_ref());
    let versions = site.versions(edition).iter();
    versions.map(|entry| (entry.name.version.to_string(), entry.file.clone())).collect()
}

fn head(page: &Page<'_>, html: &mut Html, file: &SourceFile, name: &Name, contents: &mut Vec<(String, String)>) {
    html.element("div", "title", |html| {
        html.element("h1", "", |html| {
            html.text(&name.short);
            if let Some(version) = &name.version {
                html.text(" ");
                html.element("span", "version", |html| html.text(version));
            }
        });
        if let Some(language) = file.language {
            layout::kind(html, language);
        }
    });
    html.element("dl", "facts", |html| {
        if name.full != file.path.as_str() {
            fact(html, "Name", |html| html.element("code", "", |html| html.text(&name.full)));
        }
        fact(html, "File", |html| match page.to_line(&file.path, 0) {
            Some(href) => html.link(&href, "", |html| html.text(file.path.as_str())),
            None => html.text(file.path.as_str()),
        });
        ordered(page, html, file);
        let versions = versions(page.site, file);
        if versions.len() > 1 {
            fact(html, "Versions", |html| version_list(page, html, file, &versions));
        }
        offer(html, "Download", |html| downloads(page, html, file));
        if page.site.setting.modeller {
            offer(html, "Edit", |html| {
                let href = page.to(address::MODELLER).at(file.path.as_str());
                html.link(&href, "", |html| html.text("Open in the modeller"));
            });
        }
    });
    let description = file.root.as_ref().and_then(|root| root.get("description")?.as_text());
    if let Some(description) = description {
        page.introduction(html, description, file.path.folder(), contents);
    }
}

/// What orders the descriptor among others: its folder, its namespace and its metadata.
fn ordered(page: &Page<'_>, html: &mut Html, file: &SourceFile) {
    let (Some(href), Some(facts)) = (page.to_folders(), page.site.facts(&file.path)) else { return };
    let folder = page.site.depth.folder(&file.path);
    let link = |html: &mut Html, id: String, words: &str| html.link(&href.clone().at(&id), "", |html| html.text(words));
    fact(html, "Folder", |html| link(html, folders::folder_id(folder), folder));
    if let Some(namespace) = &facts.namespace {
        fact(html, "Namespace", |html| link(html, folders::namespace_id(namespace), namespace));
    }
    if !facts.metadata.is_empty() {
        fact(html, "Metadata", |html| {
            html.element("ul", "inline", |html| {
                for (key, value) in &facts.metadata {
                    let words = format!("{key}: {value}");
                    html.element("li", "", |html| link(html, folders::metadata_id(key, value), &words));
                }
            });
        });
    }
}

fn fact(html: &mut Html, term: &str, content: impl FnOnce(&mut Html)) {
    described(html, "", term, content);
}

/// The same of what can be done, which is left out on paper.
fn offer(html: &mut Html, term: &str, content: impl FnOnce(&mut Html)) {
    described(html, "offer", term, content);
}

fn described(html: &mut Html, class: &str, term: &str, content: impl FnOnce(&mut Html)) {
    html.element("div", class, |html| {
        html.element("dt", "", |html| html.text(term));
        html.element("dd", "", content);
    });
}

fn downloads(page: &Page<'_>, html: &mut Html, file: &SourceFile) {
    html.element("ul", "inline", |html| {
        for (ending, words) in [("yaml", "YAML"), ("json", "JSON"), ("md", "Markdown")] {
            if let Some(href) = page.to_twin(&file.path, ending) {
                html.element("li", "", |html| html.link(&href, "", |html| html.text(words)));
            }
        }
    });
}

fn version_list(page: &Page<'_>, html: &mut Html, file: &SourceFile, versions: &[(String, FilePath)]) {
    html.element("ul", "inline", |html| {
        for (version, path) in versions.iter().rev() {
            html.element("li", "", |html| match page.to_file(path).filter(|_| *path != file.path) {
                Some(href) => html.link(&href, "", |html| html.text(version)),
                None => html.element_with("strong", &[("aria-current", "page")], |html| html.text(version)),
            });
        }
        if let Some(href) = page.to_changes(&file.path) {
            html.element("li", "", |html| html.link(&href, "", |html| html.text("compare")));
        }
    });
}

fn findings(page: &Page<'_>, html: &mut Html, file: &SourceFile, contents: &mut Vec<(String, String)>) {
    let findings = page.checked.findings(&file.path);
    if findings.is_empty() {
        return;
    }
    html.element("section", "", |html| {
        heading(html, "findings", "Findings");
        problems::list(page, html, findings, Some(&file.path));
    });
    contents.push(("findings".to_owned(), "Findings".to_owned()));
}

fn uses(page: &Page<'_>, html: &mut Html, file: &SourceFile, contents: &mut Vec<(String, String)>) {
    let uses = page.site.uses(&file.path);
    if uses.is_empty() {
        return;
    }
    let mut by_name: BTreeMap<&str, Vec<&Use>> = BTreeMap::new();
    for one in uses {
        by_name.entry(&one.name).or_default().push(one);
    }
    html.element("section", "", |html| {
        heading(html, "uses", "Uses");
        use_table(
            html,
            "As",
            by_name.into_iter().map(|(name, uses)| {
                let used = uses.first().and_then(|one| one.used.as_ref());
                let row = Html::of(|html| match used.and_then(|used| page.to_file(used)) {
                    Some(href) => html.link(&href, "", |html| html.text(name)),
                    None => {
                        html.element_with("span", &[("class", "broken"), ("title", "not in this catalog")], |html| {
                            html.text(name)
                        })
                    }
                });
                (row, parts(page, &uses))
            }),
        );
    });
    contents.push(("uses".to_owned(), "Uses".to_owned()));
}

fn used_by(page: &Page<'_>, html: &mut Html, file: &SourceFile, contents: &mut Vec<(String, String)>) {
    let uses = page.site.used_by(&file.path);
    if uses.is_empty() {
        return;
    }
    let mut by_user: BTreeMap<&FilePath, Vec<&Use>> = BTreeMap::new();
    for one in uses {
        by_user.entry(&one.user).or_default().push(one);
    }
    html.element("section", "", |html| {
        heading(html, "used-by", "Used by");
        use_table(
            html,
            "As",
            by_user.into_iter().map(|(user, uses)| {
                let full = page.site.facts(user).map_or(user.as_str(), |facts| &facts.name.full);
                let row = Html::of(|html| match page.to_file(user) {
                    Some(href) => html.link(&href, "", |html| html.text(full)),
                    None => html.text(full),
                });
                (row, parts(page, &uses))
            }),
        );
    });
    contents.push(("used-by".to_owned(), "Used by".to_owned()));
}

/// The components and references of uses, each linked to where it is described.
fn parts(page: &Page<'_>, uses: &[&Use]) -> Html {
    Html::of(|html| {
        html.element("ul", "inline", |html| {
            for one in uses {
                let part = one.part.last_key().unwrap_or("");
                html.element("li", "", |html| match page.to_definition(&one.user, &one.part) {
                    Some(href) => html.link(&href, "code", |html| html.text(part)),
                    None => html.text(part),
                });
            }
        });
    })
}

fn use_table(html: &mut Html, second: &str, rows: impl Iterator<Item = (Html, Html)>) {
    html.element("table", "uses", |html| {
        html.element("thead", "", |html| {
            html.element("tr", "", |html| {
                html.element_with("th", &[("scope", "col")], |html| html.text("Descriptor"));
                html.element_with("th", &[("scope", "col")], |html| html.text(second));
            });
        });
        html.element("tbody", "", |html| {
            for (descriptor, parts) in rows {
                html.element("tr", "", |html| {
                    html.element_with("th", &[("scope", "row")], |html| html.append(&descriptor));
                    html.element("td", "", |html| html.append(&parts));
                });
            }
        });
    });
}
