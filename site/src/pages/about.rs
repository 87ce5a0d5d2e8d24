//! The title, texts and style of the site of a catalog, and its address.

use descriptorium_core::markdown;
use descriptorium_core::rules::catalog_settings::publication::Publication;

use crate::pages::documents::Documents;

/// The title and the README of a folder, and the style of its site.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct About {
    pub title: String,
    pub readme: Option<String>,
    pub look: Appearance,
}

/// The style and the texts that a catalog adds to its pages.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Appearance {
    /// A style sheet that comes after ours.
    pub style: Option<String>,
    /// Markdown at the top and at the foot of every page.
    pub header: Option<String>,
    pub footer: Option<String>,
    /// Facts about descriptors, and the navigation.
    pub publication: Publication,
    /// The web address of the repository, and that where a file is edited, with `{path}` for its path.
    pub repository: Option<String>,
    pub edit: Option<String>,
    /// The Markdown files that are pages of the site, with their texts, and the files that these and the README link to.
    pub documents: Documents,
}

impl About {
    /// `readme` is Markdown; a heading at its top becomes the title, unless the settings contain one.
    pub fn new(folder: String, readme: Option<String>, stated: Option<String>, look: Appearance) -> Self {
        let About { title, readme, .. } = About::of_readme(folder, readme);
        let stated = stated.filter(|title| !title.trim().is_empty());
        About { title: stated.unwrap_or(title), readme, look }
    }

    fn of_readme(folder: String, readme: Option<String>) -> Self {
        let look = Appearance::default();
        let Some(text) = readme else { return About { title: folder, readme: None, look } };
        let text = text.trim_start_matches('\u{feff}').trim_start();
        let first = text.lines().next().unwrap_or("");
        match first.strip_prefix("# ").map(markdown::summary).filter(|title| !title.is_empty()) {
            Some(title) => About { title, readme: Some(text[first.len()..].to_owned()), look },
            None => About { title: folder, readme: Some(text.to_owned()), look },
        }
    }
}

/// How the pages are published.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Setting {
    /// Whether they are shown by `descriptorium serve`.
    pub served: bool,
    /// Whether the site includes the modeller.
    pub modeller: bool,
    /// Whether diagrams are also PNG files.
    pub images: bool,
    /// Whether the site includes the script of the element `<descriptorium-view>`.
    pub view: bool,
    /// The address of the published site, ending with a slash.
    pub base_url: Option<String>,
}
