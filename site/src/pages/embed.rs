//! How to show a descriptor in another page: as a frame, an element, a picture or a graph. The snippets are complete if
//! the address of the site is known.

use std::borrow::Cow;

use descriptorium_core::topology::notation;
use descriptorium_core::workspace::SourceFile;
use serde_json::json;

use crate::content::{Content, Element};
use crate::html::{Href, Html, encode, published};
use crate::pages::address::{self, Form};
use crate::pages::layout::heading;
use crate::pages::{Page, called, name, picture};

/// The size of a frame in pixels.
const WIDTH: usize = 800;
const HEIGHT: usize = 420;
/// Limits of Mermaid, which refuses larger graphs: characters and edges.
const MAX_MERMAID: usize = 50_000;
const MAX_EDGES: usize = 500;

/// Adds the section to the page of a descriptor, unless it is served: a served folder has no address that others could use.
pub fn section(
    page: &Page<'_>,
    content: &mut Content,
    file: &SourceFile,
    has_diagram: bool,
    contents: &mut Vec<(String, String)>,
) {
    if page.site.setting.served {
        return;
    }
    let root = Href::between(page.path, "");
    content.element_with(Element::Section, &[("class", "embed offer"), ("data-root", root.as_str())], |content| {
        heading(content, "embed", "Embed");
        content.element(Element::Paragraph, "", |content| {
            content.text("Show this descriptor in another page.");
            if page.site.setting.base_url.is_none() {
                content.element(Element::Span, "relative", |content| {
                    content.text(" The addresses are relative to the root of this site: put its address before them.");
                });
            }
        });
        let snippets = Snippets { page, file };
        snippets.all(content, has_diagram);
    });
    contents.push(("embed".to_owned(), "Embed".to_owned()));
}

struct Snippets<'a> {
    page: &'a Page<'a>,
    file: &'a SourceFile,
}

/// A part of a snippet.
enum Part<'a> {
    Text(Cow<'a, str>),
    /// An address, which a script completes if that of the site is unknown.
    Address(String),
}

use Part::Address;

/// A part that stays as it is.
fn text<'a>(text: impl Into<Cow<'a, str>>) -> Part<'a> {
    Part::Text(text.into())
}

impl Snippets<'_> {
    fn all(&self, content: &mut Content, has_diagram: bool) {
        let name = Html::of(|html| html.text_only(&called(self.file).replace('"', "'"))).into_string();
        snippet(content, "Frame", "Works everywhere, without scripts.", "html", &frame(self.page, self.file, "100%"));
        let has_script = self.page.site.setting.view;
        let note = match has_script {
            true => {
                "Adds findings, preview and source, and takes the colors of its page. Other hosts need an \
                     `Access-Control-Allow-Origin` from this one."
            }
            false => {
                "Adds findings, preview and source, and takes the colors of its page. The script is in the npm package \
                      `@descriptorium/view`; `build --view` adds it to the site."
            }
        };
        let script = match has_script {
            true => self.address(address::VIEW_SCRIPT),
            false => text("descriptorium-view.js"),
        };
        snippet(
            content,
            "Element",
            note,
            "html",
            &[
                text("<script type=\"module\" src=\""),
                script,
                text("\"></script>\n<descriptorium-view src=\""),
                self.form(Form::Json),
                text("\"></descriptorium-view>"),
            ],
        );
        if has_diagram {
            self.pictures(content, &name);
        }
        if self.page.site.setting.modeller {
            let at = format!("#{}", encode(self.file.path.as_str()));
            let parts = [
                text("<a href=\""),
                self.address(address::MODELLER),
                text(&at),
                text("\">"),
                text(&name),
                text("</a>"),
            ];
            snippet(content, "Link into the modeller", "Opens the descriptor for editing.", "html", &parts);
        }
    }

    fn pictures(&self, content: &mut Content, name: &str) {
        let page = || self.form(Form::Html);
        snippet(
            content,
            "Picture",
            "Follows light and dark mode. The modeller opens both files.",
            "html",
            &[
                text("<a href=\""),
                page(),
                text("\">\n  <picture>\n    <source srcset=\""),
                self.form(Form::DarkSvg),
                text("\" media=\"(prefers-color-scheme: dark)\">\n    <img src=\""),
                self.form(Form::Svg),
                text("\" alt=\""),
                text(name),
                text("\">\n  </picture>\n</a>"),
            ],
        );
        let alternative = called(self.file).replace(['[', ']', '\\'], " ");
        let parts = [text("[!["), text(&alternative), text("]("), self.form(Form::Svg), text(")]("), page(), text(")")];
        snippet(content, "Markdown", "A picture that links to this page.", "markdown", &parts);
        let topology = self.page.checked.analysis.topology(&self.file.path);
        let Some(topology) = topology.filter(|topology| topology.graph.edge_count() <= MAX_EDGES) else { return };
        let graph = notation::mermaid(&topology);
        if graph.len() <= MAX_MERMAID {
            let parts = [text("```mermaid\n"), text(&graph), text("```")];
            snippet(
                content,
                "Mermaid",
                "The text of the graph, for Markdown on GitHub, GitLab and others.",
                "markdown",
                &parts,
            );
        }
    }

    fn form(&self, form: Form) -> Part<'static> {
        Address(address_of(self.page, self.file, form))
    }

    fn address(&self, path: &str) -> Part<'static> {
        Address(published(self.page.site.setting.base_url.as_deref().unwrap_or_default(), path))
    }
}

/// The address of a descriptor in a form, relative to the root of the site if its address is unknown.
fn address_of(page: &Page<'_>, file: &SourceFile, form: Form) -> String {
    let path = page.site.addresses.get(&file.path).map(|address| address.form(form)).unwrap_or_default();
    published(page.site.setting.base_url.as_deref().unwrap_or_default(), &path)
}

/// The frame with a width, which may be relative.
fn frame<'a>(page: &Page<'_>, file: &SourceFile, width: &str) -> Vec<Part<'a>> {
    let title = Html::of(|html| html.text_only(&name(file).title().replace('"', "'"))).into_string();
    let rest = format!(
        "\" title=\"{title}\" width=\"{width}\" height=\"{HEIGHT}\" loading=\"lazy\" \
         sandbox=\"allow-popups allow-popups-to-escape-sandbox\"></iframe>"
    );
    vec![text("<iframe src=\""), Address(address_of(page, file, Form::Frame)), text(rest)]
}

fn snippet(content: &mut Content, title: &str, note: &str, language: &str, parts: &[Part<'_>]) {
    content.element(Element::Details, "snippet", |content| {
        content.element(Element::Summary, "", |content| content.text(title));
        content.element(Element::Paragraph, "", |content| content.text_with_code(note));
        content.element_with(Element::Preformatted, &[("tabindex", "0")], |content| {
            content.element(Element::Code, &format!("language-{language}"), |content| {
                for part in parts {
                    match part {
                        Part::Text(text) => content.text(text),
                        Address(address) => content.element(Element::Span, "address", |content| content.text(address)),
                    }
                }
            });
        });
    });
}

/// The answer to consumers of [oEmbed](https://oembed.com/) about a descriptor.
pub fn oembed(page: &Page<'_>, file: &SourceFile) -> String {
    let parts = frame(page, file, &WIDTH.to_string());
    let parts = parts.iter().map(|part| match part {
        Part::Text(text) => &**text,
        Address(address) => address,
    });
    let mut document = json!({
        "version": "1.0",
        "type": "rich",
        "provider_name": page.site.title,
        "provider_url": page.site.setting.base_url,
        "title": name(file).title(),
        "html": parts.collect::<String>(),
        "width": WIDTH,
        "height": HEIGHT,
    });
    if page.site.setting.images {
        document["thumbnail_url"] = address_of(page, file, Form::Card).into();
        document["thumbnail_width"] = picture::WIDTH.into();
        document["thumbnail_height"] = picture::CARD_HEIGHT.into();
    }
    document.to_string() + "\n"
}
