//! The links of a descriptor with those of other languages, by the identifiers that both have.

use descriptorium_core::identity::Link;
use descriptorium_core::workspace::SourceFile;

use crate::content::{Content, Element};
use crate::pages::Page;
use crate::pages::layout::{self, heading};

/// Number of rows that are shown at first.
const MAX_SHOWN: usize = 200;

/// The section on the page of the descriptor.
pub fn sections(page: &Page<'_>, content: &mut Content, file: &SourceFile, contents: &mut Vec<(String, String)>) {
    let links = page.site.links(&file.path);
    if links.is_empty() {
        return;
    }
    content.element(Element::Section, "", |content| {
        heading(content, "links", "Linked descriptors");
        layout::rows(content, &links, MAX_SHOWN, None, &|content, links| {
            content.table("uses", &["Descriptor", "Relation", "Identifier"], |content| {
                for link in links {
                    content.element(Element::Row, "", |content| row(page, content, file, link));
                }
            });
        });
    });
    contents.push(("links".to_owned(), "Linked descriptors".to_owned()));
}

fn row(page: &Page<'_>, content: &mut Content, file: &SourceFile, link: &Link) {
    let (other, path) = &link.other;
    let full = page.site.facts(other).map_or(other.as_str(), |facts| &facts.name.full);
    content.row_head(|content| {
        content.text_to(page.to_file(other).as_ref(), full);
        if let Some(part) = path.last_key() {
            content.text(": ");
            match page.to_definition(other, path) {
                Some(href) => content.link(&href, "code", |content| content.text(part)),
                None => content.code(part),
            }
        }
    });
    content.element(Element::Cell, "", |content| {
        content.text(if link.is_to_definition { "named here" } else { "names this" });
    });
    content.element(Element::Cell, "", |content| {
        content.text(link.scheme.label());
        content.text(" ");
        let line = file.lines.line(link.span.start as usize);
        match page.to_line(&file.path, line) {
            Some(href) => content.link(&href, "code", |content| content.text(&link.text)),
            None => content.code(&link.text),
        }
    });
}
