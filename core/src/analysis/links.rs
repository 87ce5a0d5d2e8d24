//! Links between descriptors of different languages, by the identifiers that both have.

use crate::analysis::Analysis;
use crate::identity::{self, Identifiers, Index, Link};
use crate::syntax::NodePath;
use crate::text::FilePath;

impl Analysis {
    /// The links of a file, in text order.
    pub fn links(&self, file: &FilePath) -> Vec<Link> {
        let all = self.all_identifiers();
        let index = Index::of(all.iter().map(|(path, identifiers)| (*path, identifiers)));
        index.links(file, &self.identifiers(file))
    }

    /// The links at an offset.
    pub fn links_at(&self, file: &FilePath, offset: usize) -> Vec<Link> {
        let Identifiers { mut defined, mut named } = self.identifiers(file);
        defined.retain(|one| one.span.touches(offset));
        named.retain(|one| one.span.touches(offset));
        self.links_of(file, Identifiers { defined, named })
    }

    /// The definition in another file that a box of the diagram links to, if there is exactly one.
    pub fn linked(&self, file: &FilePath, path: &NodePath) -> Option<(FilePath, NodePath)> {
        let Identifiers { mut named, .. } = self.identifiers(file);
        named.retain(|one| one.path.starts_with(path));
        let links = self.links_of(file, Identifiers { defined: Vec::new(), named });
        let (first, rest) = links.split_first()?;
        rest.iter().all(|link| link.other.0 == first.other.0).then(|| first.other.clone())
    }

    /// The name of a link's other end, with its kind and file, in Markdown.
    pub(super) fn describe_link(&self, link: &Link) -> String {
        let (file, path) = &link.other;
        let source = self.file(file);
        let full = || Some(source?.defines()?.to_string());
        let short = || Some(source?.edition()?.name.to_string());
        let name =
            path.last_key().map(str::to_owned).or_else(full).or_else(short).unwrap_or_else(|| file.name().to_owned());
        let language = source.and_then(|source| source.language).map_or("descriptor", |language| language.label());
        let relation = if link.is_to_definition { "" } else { "named by " };
        format!("{relation}**{name}** — {language}, same {}\n\n*{file}*", link.scheme.label())
    }

    fn identifiers(&self, file: &FilePath) -> Identifiers {
        let found = || {
            let file = self.file(file)?;
            Some((file.language?.semantics().identifiers)(file))
        };
        found().unwrap_or_default()
    }

    fn links_of(&self, file: &FilePath, identifiers: Identifiers) -> Vec<Link> {
        // Most positions have no identifier, so the other files are not read for them.
        if identifiers.is_empty() {
            return Vec::new();
        }
        identity::links(file, &identifiers, &self.all_identifiers())
    }

    fn all_identifiers(&self) -> Vec<(&FilePath, Identifiers)> {
        self.workspace.files().map(|file| (&file.path, self.identifiers(&file.path))).collect()
    }
}
