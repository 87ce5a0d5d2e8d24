//! The languages, as a closed set: every dispatch over them is in this file.

use crate::assembly;
use crate::assembly::model::DescriptorKind;
use crate::schema::Record;
use crate::syntax::Node;
use crate::text::FilePath;

/// A descriptor language.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Language {
    /// An assembly descriptor of IBM CP4NA or TNC-O.
    Assembly,
    /// A resource descriptor of IBM CP4NA or TNC-O.
    Resource,
}

/// The content of a file, lowered from its tree.
#[derive(Clone, PartialEq, Debug)]
pub enum Descriptor {
    Assembly(Box<assembly::model::Descriptor>),
}

impl Language {
    /// The language of the file at `path` with the content `root`; `None` for any other YAML.
    pub fn recognize(path: &FilePath, root: &Node) -> Option<Self> {
        assembly::recognize(path, root).map(|kind| match kind {
            DescriptorKind::Assembly => Language::Assembly,
            DescriptorKind::Resource => Language::Resource,
        })
    }

    /// What a person calls it.
    pub fn label(self) -> &'static str {
        match self {
            Language::Assembly => "assembly descriptor",
            Language::Resource => "resource descriptor",
        }
    }

    /// The table of the root of a document.
    pub fn schema(self) -> &'static Record {
        match self {
            Language::Assembly => &assembly::schema::ASSEMBLY,
            Language::Resource => &assembly::schema::RESOURCE,
        }
    }

    pub fn lower(self, root: &Node) -> Descriptor {
        match self {
            Language::Assembly => assembly_descriptor(root, DescriptorKind::Assembly),
            Language::Resource => assembly_descriptor(root, DescriptorKind::Resource),
        }
    }
}

fn assembly_descriptor(root: &Node, kind: DescriptorKind) -> Descriptor {
    Descriptor::Assembly(Box::new(assembly::model::Descriptor::lower(root, kind)))
}
