//! Redirects from addresses that a page had, or has in a catalog with other files. They need neither scripts nor a server.

use crate::content::{Content, Element};
use crate::pages::Page;
use crate::pages::model::Model;

pub fn model(page: &Page<'_>, to: &str) -> Model {
    let href = page.to(to);
    let main = Content::of(|content| {
        content.element(Element::Heading(1), "", |content| content.text(&page.title()));
        content.element(Element::Paragraph, "lead", |content| {
            content.text("This page has moved: ");
            content.link(&href, "", |content| content.text(&page.title()));
            content.text(".");
        });
    });
    Model { main, moved_to: Some(href), ..Model::default() }
}
