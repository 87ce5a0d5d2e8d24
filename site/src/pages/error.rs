//! Error pages.

use crate::content::{Content, Element};
use crate::html::{Href, Html};
use crate::pages::model::Model;
use crate::pages::{Page, address};

pub fn not_found(page: &Page<'_>) -> Model {
    let main = Content::of(|content| {
        content.element(Element::Heading(1), "", |content| content.text("Page not found"));
        content.element(Element::Paragraph, "", |content| {
            content.text("The descriptor may have been renamed, or may have a new version.");
        });
        content.element(Element::Paragraph, "", |content| {
            content.link(&page.to(address::HOME), "", |content| content.text("All descriptors in the catalog"));
            if page.is_placeless() {
                content.text(", or the ");
                content.link(&Href::of_root(""), "", |content| content.text("home page of this server"));
            }
        });
    });
    Model { main, ..Model::default() }
}

/// A stand-alone error page: what happened, and what to do.
pub fn alone(title: &str, explanation: &[&str]) -> String {
    let html = Html::of(|html| {
        html.element_with("html", &[("lang", "en")], |html| {
            html.element("head", "", |html| {
                html.void("meta", &[("charset", "utf-8")]);
                html.void("meta", &[("name", "viewport"), ("content", "width=device-width, initial-scale=1")]);
                html.element("title", "", |html| html.text_only(title));
                let style = Href::of_root(address::STYLE);
                html.void_to("link", &style, &[("rel", "stylesheet")]);
            });
            html.element("body", "alone", |html| {
                html.element_with("main", &[("id", "main")], |html| {
                    html.element("h1", "", |html| html.text(title));
                    for paragraph in explanation {
                        html.element("p", "", |html| code_in(html, paragraph));
                    }
                });
            });
        });
    });
    format!("<!DOCTYPE html>\n{}\n", html.as_str())
}

/// Text in which backticks mark code.
fn code_in(html: &mut Html, text: &str) {
    for (index, part) in text.split('`').enumerate() {
        if index % 2 == 1 {
            html.element("code", "", |html| html.text(part));
        } else {
            html.text(part);
        }
    }
}
