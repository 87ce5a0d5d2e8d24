//! Redirects from the addresses of earlier sites to the current ones, which need neither scripts nor a server.

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
    Model { breadcrumbs: page.below_home(), main, moved_to: Some(href), ..Model::default() }
}
