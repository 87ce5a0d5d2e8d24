//! Pages in the place of one that cannot be shown.

use crate::html::{Href, Html};
use crate::pages::layout::{Body, document};
use crate::pages::{Page, address};

pub fn not_found(page: &Page<'_>) -> String {
    let main = Html::of(|html| {
        html.element("h1", "", |html| html.text("There is no such page"));
        html.element("p", "", |html| html.text("The descriptor may have been renamed, or have another version now."));
        html.element("p", "", |html| {
            html.link(&page.to(address::HOME), "", |html| html.text("All descriptors of the catalog"));
            if page.is_placeless() {
                html.text(", or else the ");
                html.link(&Href::of_root(""), "", |html| html.text("first page of this server"));
            }
        });
    });
    document(page, &Body { main, ..Body::default() })
}

/// A page of its own, without a site around it: what happened, and what to do.
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
pub fn code_in(html: &mut Html, text: &str) {
    for (index, part) in text.split('`').enumerate() {
        if index % 2 == 1 {
            html.element("code", "", |html| html.text(part));
        } else {
            html.text(part);
        }
    }
}
