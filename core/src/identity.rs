//! Identifiers by which descriptors of different languages refer to each other, such as the `asdId` of an application that
//! a homing demand names. A link needs the same identifier at both ends, and only one definition of it: names that are
//! merely similar, or defined twice, are not linked.

use smol_str::SmolStr;

use crate::sorted_map::SortedMap;
use crate::sorting::Sorting;
use crate::symbol::DescriptorRef;
use crate::syntax::NodePath;
use crate::text::{FilePath, Span};

/// The kinds of identifiers. Equal texts of different kinds are unrelated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Scheme {
    /// A descriptor: its full name, its `descriptor_id`, or a UUID in its metadata.
    Descriptor,
    /// A module of a service, as `resource-module-name` names it.
    Module,
    /// A virtual link that a connection point requires.
    VirtualLink,
    /// A file of a package, by its path in the workspace.
    Artifact,
}

impl Scheme {
    pub const ALL: [Scheme; 4] = [Scheme::Descriptor, Scheme::Module, Scheme::VirtualLink, Scheme::Artifact];

    /// The name of an identifier of this kind in texts.
    pub fn label(self) -> &'static str {
        match self {
            Scheme::Descriptor => "descriptor identifier",
            Scheme::Module => "module name",
            Scheme::VirtualLink => "virtual link",
            Scheme::Artifact => "artifact",
        }
    }
}

/// An identifier in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Identifier {
    pub scheme: Scheme,
    pub text: SmolStr,
    /// The identified definition, or the node that contains the name.
    pub path: NodePath,
    pub span: Span,
}

/// The identifiers of a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Identifiers {
    /// Those that identify the file or a part of it.
    pub defined: Vec<Identifier>,
    /// Those that refer to another file.
    pub named: Vec<Identifier>,
}

impl Identifiers {
    pub fn define(&mut self, scheme: Scheme, text: &str, path: NodePath, span: Span) {
        self.defined.extend(identifier(scheme, text, path, span));
    }

    pub fn name(&mut self, scheme: Scheme, text: &str, path: NodePath, span: Span) {
        self.named.extend(identifier(scheme, text, path, span));
    }

    pub fn is_empty(&self) -> bool {
        self.defined.is_empty() && self.named.is_empty()
    }
}

fn identifier(scheme: Scheme, text: &str, path: NodePath, span: Span) -> Option<Identifier> {
    let text = text.trim();
    (!text.is_empty()).then(|| Identifier { scheme, text: text.into(), path, span })
}

/// Whether a text identifies a descriptor wherever it is written: a UUID, or a full name such as `resource::vnf::1.0`.
pub fn is_universal(text: &str) -> bool {
    is_uuid(text) || DescriptorRef::parse(text).is_some()
}

/// Whether a text is a UUID.
pub fn is_uuid(text: &str) -> bool {
    let is_group = |group: &str, length: usize| group.len() == length && group.bytes().all(|b| b.is_ascii_hexdigit());
    let mut groups = text.split('-');
    [8, 4, 4, 4, 12].into_iter().all(|length| groups.next().is_some_and(|group| is_group(group, length)))
        && groups.next().is_none()
}

/// An identifier that is named in one file and defined in another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link {
    pub scheme: Scheme,
    pub text: SmolStr,
    /// The end in the file that was asked about.
    pub path: NodePath,
    pub span: Span,
    /// The other end.
    pub other: (FilePath, NodePath),
    /// Whether the other end is the definition.
    pub is_to_definition: bool,
}

/// The ends of an identifier in all files.
#[derive(Clone, Debug, Default)]
struct Ends {
    defined: Vec<(FilePath, NodePath)>,
    named: Vec<(FilePath, NodePath)>,
}

/// The identifiers of a catalog.
#[derive(Clone, Debug, Default)]
pub struct Index(SortedMap<(Scheme, SmolStr), Ends>);

impl Index {
    pub fn of<'a>(files: impl IntoIterator<Item = (&'a FilePath, &'a Identifiers)>) -> Self {
        let mut index: SortedMap<(Scheme, SmolStr), Ends> = SortedMap::new();
        for (file, identifiers) in files {
            for one in &identifiers.defined {
                let ends = index.entry((one.scheme, one.text.clone())).or_default();
                ends.defined.push((file.clone(), one.path.clone()));
            }
            for one in &identifiers.named {
                let ends = index.entry((one.scheme, one.text.clone())).or_default();
                ends.named.push((file.clone(), one.path.clone()));
            }
        }
        Index(index)
    }

    /// The links of a file with these identifiers, in the order of its text.
    pub fn links(&self, file: &FilePath, identifiers: &Identifiers) -> Vec<Link> {
        connect(file, identifiers, &|one| self.0.get(&(one.scheme, one.text.clone())).cloned().unwrap_or_default())
    }
}

/// The links of a file with a few identifiers, as [`Index::links`] without an index.
pub fn links(file: &FilePath, identifiers: &Identifiers, all: &[(&FilePath, Identifiers)]) -> Vec<Link> {
    let among = |one: &Identifier, (path, found): (&FilePath, &[Identifier]), ends: &mut Vec<(FilePath, NodePath)>| {
        let same = found.iter().filter(|other| (other.scheme, &other.text) == (one.scheme, &one.text));
        ends.extend(same.map(|other| (path.clone(), other.path.clone())));
    };
    connect(file, identifiers, &|one| {
        let mut ends = Ends::default();
        for (path, found) in all {
            among(one, (path, &found.defined), &mut ends.defined);
            among(one, (path, &found.named), &mut ends.named);
        }
        ends
    })
}

fn connect(file: &FilePath, identifiers: &Identifiers, ends: &dyn Fn(&Identifier) -> Ends) -> Vec<Link> {
    let mut links = Vec::new();
    let named = identifiers.named.iter().map(|one| (one, true));
    for (one, is_to_definition) in named.chain(identifiers.defined.iter().map(|one| (one, false))) {
        let Ends { defined, named } = ends(one);
        if defined.len() != 1 {
            continue;
        }
        let others = if is_to_definition { defined } else { named };
        links.extend(others.into_iter().filter(|(other, _)| other != file).map(|other| Link {
            scheme: one.scheme,
            text: one.text.clone(),
            path: one.path.clone(),
            span: one.span,
            other,
            is_to_definition,
        }));
    }
    links.order_by(|one, other| (one.span.start, &one.other).cmp(&(other.span.start, &other.other)));
    links
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str) -> FilePath {
        FilePath::new(name).expect("a plain path")
    }

    #[test]
    fn links_need_one_definition_and_the_same_kind() {
        let (mut one, mut other, mut third) = (Identifiers::default(), Identifiers::default(), Identifiers::default());
        one.define(Scheme::Module, "gateway", NodePath::root(), Span::at(0));
        other.name(Scheme::Module, "gateway", NodePath::keys(["demands"]), Span::at(3));
        third.name(Scheme::Descriptor, "gateway", NodePath::root(), Span::at(0));
        let (a, b, c) = (file("a.yaml"), file("b.yaml"), file("c.yaml"));
        let index = Index::of([(&a, &one), (&b, &other), (&c, &third)]);
        let to: Vec<_> =
            index.links(&b, &other).into_iter().map(|link| (link.other.0, link.is_to_definition)).collect();
        assert_eq!(to, [(a.clone(), true)]);
        let from: Vec<_> = index.links(&a, &one).into_iter().map(|link| link.other).collect();
        assert_eq!(from, [(b.clone(), NodePath::keys(["demands"]))]);
        let all = [(&a, one.clone()), (&b, other.clone()), (&c, third.clone())];
        for (file, identifiers) in &all {
            assert_eq!(links(file, identifiers, &all), index.links(file, identifiers), "{file}");
        }
        assert!(index.links(&c, &third).is_empty());
        // With a second definition, neither is meant for certain.
        third.define(Scheme::Module, "gateway", NodePath::root(), Span::at(0));
        let index = Index::of([(&a, &one), (&b, &other), (&c, &third)]);
        assert!(index.links(&b, &other).is_empty() && index.links(&a, &one).is_empty());
    }

    #[test]
    fn universal_identifiers_are_uuids_and_full_names() {
        for text in ["3b8f6d10-52c4-4f0e-9d6b-7a1e2c94d051", "resource::vnf::1.0"] {
            assert!(is_universal(text), "{text}");
        }
        for text in ["", "vnf", "1.0", "3b8f6d10-52c4-4f0e-9d6b-7a1e2c94d05", "3b8f6d10-52c4-4f0e-9d6b-7a1e2c94d051-1"]
        {
            assert!(!is_universal(text), "{text}");
        }
    }
}
