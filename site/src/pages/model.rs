//! The model of a page: its content for people and its data for programs, independent of output forms. The page modules
//! make models from facts; [`forms`](crate::pages::forms) writes models as HTML, Markdown and JSON.

use serde_json::Value;

use crate::content::Content;
use crate::html::Href;
use crate::pages::address::Form;

/// One page, before it is written.
#[derive(Debug, Default)]
pub struct Model {
    /// The breadcrumbs, without this page.
    pub breadcrumbs: Vec<(String, Option<Href>)>,
    /// The name of this page in the breadcrumbs, if not its title.
    pub here: Option<String>,
    /// The headings in the table of contents: id and text.
    pub contents: Vec<(String, String)>,
    pub main: Content,
    /// A shorter form of `main` for Markdown.
    pub summary: Option<Content>,
    /// The data for the JSON form; null if that form is not requested.
    pub data: Value,
    /// Other files with the same content, each with its media type.
    pub alternates: Vec<(Href, &'static str)>,
    /// Whether it has a diagram, and needs the zoom script.
    pub has_diagram: bool,
    /// Whether it has rows that can be filtered, and needs the filter script.
    pub has_filter: bool,
    /// Whether it has a list of descriptors, and needs the script for lists.
    pub has_list: bool,
    /// Whether it shows the neighborhoods of descriptors.
    pub has_neighborhoods: bool,
    /// The target of the redirect, if the page is one.
    pub moved_to: Option<Href>,
    /// The class of the body, for pages that look different.
    pub class: &'static str,
}

/// The requested forms of a page. Parts that only other forms need are not computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RequestedForms {
    #[default]
    All,
    Only(Form),
}

impl RequestedForms {
    pub fn has(self, form: Form) -> bool {
        match self {
            RequestedForms::All => true,
            RequestedForms::Only(only) => only == form,
        }
    }
}
