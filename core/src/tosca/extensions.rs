//! The artifact types that list the extensions of files (3.6.4), and the type that a file has by its name (3.5.7).

use crate::symbol::SymbolKind;
use crate::syntax::Node;
use crate::tosca::effective::Definition;
use crate::tosca::scope::Scope;

/// The extensions of all artifact types that a service template can use.
pub struct Extensions<'s, 'a> {
    scope: &'s Scope<'a>,
    /// The extensions in lower case, without the period.
    claims: Vec<(String, Definition<'a>)>,
}

/// The artifact type of a file, by its extension.
#[derive(Clone, Copy, Debug)]
pub enum FileType<'a> {
    /// The most derived of the types with the extension.
    Known(Definition<'a>),
    /// No type has the extension.
    Unknown,
    /// Several unrelated types have it.
    Ambiguous,
}

impl<'s, 'a> Extensions<'s, 'a> {
    pub fn of(scope: &'s Scope<'a>) -> Self {
        let claims = scope.definitions(SymbolKind::ArtifactType).into_iter().flat_map(|definition| {
            let list = definition.node.get("file_ext");
            let texts = list.into_iter().flat_map(|list| list.items().iter().chain([list])).filter_map(Node::as_text);
            let extensions: Vec<_> = texts.map(|text| text.trim_start_matches('.').to_lowercase()).collect();
            extensions.into_iter().map(move |extension| (extension, definition))
        });
        Extensions { scope, claims: claims.collect() }
    }

    /// The type of the file at a path.
    pub fn type_of(&self, file: &str) -> FileType<'a> {
        let name = file.rsplit('/').next().unwrap_or(file).to_lowercase();
        let parts = || name.match_indices('.').map(|(dot, _)| &name[dot + 1..]);
        let of: Vec<_> = self.claims.iter().filter(|(extension, _)| parts().any(|part| part == extension)).collect();
        let is_most_derived = |one: &Definition<'a>| {
            let one = self.scope.effective_of(SymbolKind::ArtifactType, *one);
            of.iter().all(|(_, other)| one.derives_from(other.name))
        };
        match of.iter().find(|(_, one)| is_most_derived(one)) {
            Some((_, one)) => FileType::Known(*one),
            None if of.is_empty() => FileType::Unknown,
            None => FileType::Ambiguous,
        }
    }
}
