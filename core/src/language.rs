//! The languages, as a closed set: every dispatch over them is in this file.

use crate::assembly::model::DescriptorKind;
use crate::catalog::Catalog;
use crate::inherited::Inherited;
use crate::schema::alteration::{self, Alteration};
use crate::schema::{Record, outline};
use crate::symbol::{DescriptorRef, Mention, Symbol};
use crate::syntax::{Node, NodePath};
use crate::text::FilePath;
use crate::topology::Topology;
use crate::workspace::{SourceFile, Workspace};
use crate::{asd, assembly, homing, tosca};

/// A descriptor language.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Language {
    /// An assembly descriptor of IBM CP4NA or TNC-O.
    Assembly,
    /// A resource descriptor of IBM CP4NA or TNC-O.
    Resource,
    /// A service template of the TOSCA Simple Profile in YAML.
    Tosca,
    /// An ONAP application service descriptor.
    Asd,
    /// A homing template of ONAP HAS.
    Homing,
}

/// The content of a file, lowered from its tree.
#[derive(Clone, PartialEq, Debug)]
pub enum Descriptor {
    Assembly(Box<assembly::model::Descriptor>),
}

impl Language {
    /// The language of the file at `path` with the content `root`; `None` for any other YAML.
    pub fn recognize(path: &FilePath, root: &Node) -> Option<Self> {
        match assembly::recognize(path, root) {
            Some(DescriptorKind::Assembly) => Some(Language::Assembly),
            Some(DescriptorKind::Resource) => Some(Language::Resource),
            None if tosca::recognize(root) => Some(Language::Tosca),
            None if asd::recognize(root) => Some(Language::Asd),
            None if homing::recognize(root) => Some(Language::Homing),
            None => None,
        }
    }

    /// What a person calls it.
    pub fn label(self) -> &'static str {
        match self {
            Language::Assembly => "assembly descriptor",
            Language::Resource => "resource descriptor",
            Language::Tosca => "TOSCA service template",
            Language::Asd => "application service descriptor",
            Language::Homing => "homing template",
        }
    }

    /// The table of the root of a document.
    pub fn schema(self) -> &'static Record {
        match self {
            Language::Assembly => &assembly::schema::ASSEMBLY,
            Language::Resource => &assembly::schema::RESOURCE,
            Language::Tosca => &tosca::schema::SERVICE_TEMPLATE,
            Language::Asd => &asd::schema::ASD,
            Language::Homing => &homing::schema::TEMPLATE,
        }
    }

    pub fn lower(self, root: &Node) -> Option<Descriptor> {
        match self {
            Language::Assembly => Some(assembly_descriptor(root, DescriptorKind::Assembly)),
            Language::Resource => Some(assembly_descriptor(root, DescriptorKind::Resource)),
            Language::Tosca | Language::Asd | Language::Homing => None,
        }
    }

    /// What `root` says that it is a version of, in a language without full names.
    pub fn edition(self, root: &Node) -> Option<DescriptorRef> {
        match self {
            Language::Tosca => tosca::edition(root),
            Language::Asd => asd::edition(root),
            Language::Assembly | Language::Resource | Language::Homing => None,
        }
    }

    /// Every name that `file` defines, in the order of its text.
    pub fn symbols(self, file: &SourceFile) -> Vec<Symbol> {
        match (&file.descriptor, &file.root) {
            (Some(Descriptor::Assembly(descriptor)), _) => assembly::symbols(file, descriptor),
            (None, Some(root)) => outline::symbols(&file.path, root, self.schema()),
            (None, None) => Vec::new(),
        }
    }

    /// Every name that `file` speaks of, in the order of its text, and what it leads to.
    pub fn mentions(self, file: &SourceFile, workspace: &Workspace, catalog: &Catalog) -> Vec<Mention> {
        match (self, &file.descriptor) {
            (_, Some(Descriptor::Assembly(descriptor))) => {
                assembly::mentions::mentions(file, descriptor, workspace, catalog)
            }
            (Language::Tosca, None) => {
                tosca::mentions::spoken(file, workspace).into_iter().map(|spoken| spoken.mention).collect()
            }
            (Language::Homing, None) => homing::mentions::mentions(file),
            (Language::Assembly | Language::Resource | Language::Asd, None) => Vec::new(),
        }
    }

    /// Where `root` names other files by their paths, and how.
    pub fn named_files(self, root: &Node) -> Vec<(NodePath, &str)> {
        match self {
            Language::Tosca => tosca::imports::files(root),
            Language::Assembly | Language::Resource | Language::Asd | Language::Homing => Vec::new(),
        }
    }

    /// The key of the root whose text says what a descriptor is for.
    pub fn description_key(self) -> &'static str {
        match self {
            Language::Asd => "asdInfoDescription",
            Language::Assembly | Language::Resource | Language::Tosca | Language::Homing => "description",
        }
    }

    /// What the definitions in `file` have from types, as far as these are at hand.
    pub fn inherited<'a>(self, file: &'a SourceFile, workspace: &'a Workspace) -> Vec<Inherited<'a>> {
        match (self, &file.descriptor) {
            (Language::Assembly | Language::Resource, Some(Descriptor::Assembly(descriptor))) => {
                assembly::inherited::members(file, descriptor)
            }
            (Language::Tosca, _) => tosca::inherited::members(file, workspace),
            (Language::Assembly | Language::Resource, None) | (Language::Asd | Language::Homing, _) => Vec::new(),
        }
    }

    /// What became another from `before` to `after`, two files of this language, the worst first.
    pub fn difference(self, before: &SourceFile, after: &SourceFile) -> Vec<Alteration> {
        let texts = (&*before.text, &*after.text);
        let (Some(old_root), Some(new_root)) = (&before.root, &after.root) else { return Vec::new() };
        match (&before.descriptor, &after.descriptor) {
            (Some(Descriptor::Assembly(old)), Some(Descriptor::Assembly(new))) => {
                assembly::difference::difference((old, old_root, texts.0), (new, new_root, texts.1))
            }
            _ => {
                let mut found = alteration::of_trees((old_root, texts.0), (new_root, texts.1));
                // That the version is another is why there are two.
                let both = before.edition().is_some() && after.edition().is_some();
                let version = self.version_path().filter(|_| both);
                found.retain(|one| one.before.is_none() || one.after.is_none() || Some(&one.path) != version.as_ref());
                found
            }
        }
    }

    /// Where a file says which version it is, in a language without full names.
    fn version_path(self) -> Option<NodePath> {
        match self {
            Language::Tosca => Some(NodePath::keys(tosca::VERSION)),
            Language::Asd => Some(NodePath::keys([asd::VERSION])),
            Language::Assembly | Language::Resource | Language::Homing => None,
        }
    }

    /// What `file` is drawn as.
    pub fn topology(self, file: &SourceFile, workspace: &Workspace, catalog: &Catalog) -> Option<Topology> {
        let root = file.root.as_ref()?;
        match self {
            Language::Assembly | Language::Resource => match file.descriptor.as_ref()? {
                Descriptor::Assembly(descriptor) => Some(assembly::topology::topology(descriptor, workspace, catalog)),
            },
            Language::Tosca => Some(tosca::topology::topology(root, file.path.stem())),
            Language::Asd => Some(asd::topology::topology(root, file.path.stem())),
            Language::Homing => Some(homing::topology::topology(root, file.path.stem())),
        }
    }
}

fn assembly_descriptor(root: &Node, kind: DescriptorKind) -> Descriptor {
    Descriptor::Assembly(Box::new(assembly::model::Descriptor::lower(root, kind)))
}
