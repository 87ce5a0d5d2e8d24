//! The title, texts and style that a catalog gives its site, and where the site is published.

use descriptorium_core::markdown;

/// The title and the README of a folder, and the style of its site.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct About {
    pub title: String,
    pub readme: Option<String>,
    pub look: Look,
}

/// The style and the texts that a catalog adds to its pages.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Look {
    /// A style sheet that comes after ours.
    pub style: Option<String>,
    /// Markdown at the top and at the foot of every page.
    pub header: Option<String>,
    pub footer: Option<String>,
}

impl About {
    /// `readme` is in Markdown; a heading at its top is the title, unless the catalog states one.
    pub fn new(folder: String, readme: Option<String>, stated: Option<String>, look: Look) -> Self {
        let About { title, readme, .. } = About::of_readme(folder, readme);
        let stated = stated.filter(|title| !title.trim().is_empty());
        About { title: stated.unwrap_or(title), readme, look }
    }

    fn of_readme(folder: String, readme: Option<String>) -> Self {
        let look = Look::default();
        let Some(text) = readme else { return About { title: folder, readme: None, look } };
        let text = text.trim_start_matches('\u{feff}').trim_start();
        let first = text.lines().next().unwrap_or("");
        match first.strip_prefix("# ").map(markdown::summary).filter(|title| !title.is_empty()) {
            Some(title) => About { title, readme: Some(text[first.len()..].to_owned()), look },
            None => About { title: folder, readme: Some(text.to_owned()), look },
        }
    }
}

/// Where the pages are shown.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Setting {
    /// Whether `descriptorium serve` shows them.
    pub served: bool,
    /// Whether there is a modeller beside them.
    pub modeller: bool,
    /// The address that the site is published at, ending with a slash.
    pub base_url: Option<String>,
}
