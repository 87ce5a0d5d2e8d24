//! What the palette offers to add to the diagram.

use descriptorium_core::symbol::DescriptorRef;
use descriptorium_core::topology::{Command, Offer, Point, Role};

use crate::words::kinds;

/// Something that can be added.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Addition {
    /// A component of a descriptor of the catalog.
    Descriptor(DescriptorRef),
    /// An entry in a section of boxes.
    Entry(Offer),
}

impl Addition {
    /// Identifies it among all that is offered.
    pub fn key(&self) -> String {
        match self {
            Addition::Descriptor(of) => of.to_string(),
            Addition::Entry(offer) => format!("{}/{}", offer.section, offer.of.as_deref().unwrap_or_default()),
        }
    }

    pub fn label(&self) -> String {
        match self {
            Addition::Descriptor(of) => of.name.to_string(),
            Addition::Entry(offer) => offer.of.as_deref().unwrap_or(kinds::vertex(offer.kind)).to_owned(),
        }
    }

    /// A word or two on it: its version, or what it is.
    pub fn note(&self) -> String {
        match self {
            Addition::Descriptor(of) => of.version.to_string(),
            Addition::Entry(offer) if offer.of.is_some() => kinds::vertex(offer.kind).to_owned(),
            Addition::Entry(_) => String::new(),
        }
    }

    /// Further words for the search.
    pub fn also(&self) -> String {
        match self {
            Addition::Descriptor(of) => format!("{} {} {of}", of.version, of.kind),
            Addition::Entry(offer) => format!("{} {} {}", kinds::vertex(offer.kind), offer.noun, offer.detail),
        }
    }

    /// The class of its kind in the style sheet.
    pub fn class(&self) -> &str {
        match self {
            Addition::Descriptor(of) => &of.kind,
            Addition::Entry(offer) => offer.kind.class(),
        }
    }

    /// Whether it can be added as a reference too.
    pub fn has_roles(&self) -> bool {
        matches!(self, Addition::Descriptor(_))
    }

    /// The command that adds it.
    pub fn command(&self, role: Role, at: Option<Point>) -> Command {
        match self.clone() {
            Addition::Descriptor(of) => Command::Add { of, role, name: None, at },
            Addition::Entry(Offer { section, of, .. }) => Command::AddEntry { section, of, name: None, at },
        }
    }
}
