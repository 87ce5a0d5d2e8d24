//! The items that the palette offers to add to the diagram.

use descriptorium_core::scene::shape::kind_icon;
use descriptorium_core::symbol::DescriptorRef;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::topology::{Command, Offer, Point, Role, VertexKind};

use crate::words::{canvas as words, kinds};

/// The corner of a new box that is held by its title at a point of the diagram.
pub fn held_at(point: Point) -> Point {
    Point { x: (point.x - 90.0).round(), y: (point.y - 20.0).round() }
}

/// An item that can be added.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Addition {
    /// A component with a descriptor of the catalog as its type.
    Descriptor(DescriptorRef),
    /// An entry in a section of boxes.
    Entry(Offer),
}

impl Addition {
    /// A unique key among all items.
    pub fn key(&self) -> String {
        match self {
            Addition::Descriptor(of) => of.to_string(),
            Addition::Entry(offer) => {
                let file = offer.import.as_ref().map_or("", |file| file.as_str());
                format!("{}/{}{file}", offer.section, offer.of.as_deref().unwrap_or_default())
            }
        }
    }

    /// The name that all versions of a descriptor share. Other items have no versions.
    pub fn unversioned(&self) -> Option<String> {
        match self {
            Addition::Descriptor(of) => Some(format!("{}::{}", of.kind, of.name)),
            Addition::Entry(_) => None,
        }
    }

    pub fn label(&self) -> String {
        match self {
            Addition::Descriptor(of) => of.name.to_string(),
            Addition::Entry(offer) if offer.kind.is_type() && offer.of.is_none() => {
                words::new_one(kinds::noun(offer.noun))
            }
            Addition::Entry(offer) => offer.of.as_deref().unwrap_or(kinds::vertex(offer.kind)).to_owned(),
        }
    }

    /// A short note: the version or the kind.
    pub fn note(&self) -> String {
        match self {
            Addition::Descriptor(of) => of.version.to_string(),
            Addition::Entry(Offer { import: Some(file), kind, noun, .. }) => {
                let noun =
                    if kind.is_type() { words::derived(kinds::noun(noun)) } else { kinds::vertex(*kind).to_owned() };
                format!("{noun}, {}", words::imports(file.name()))
            }
            Addition::Entry(Offer { of: Some(_), kind, noun, .. }) if kind.is_type() => {
                words::derived(kinds::noun(noun))
            }
            Addition::Entry(offer) if offer.of.is_some() => kinds::vertex(offer.kind).to_owned(),
            Addition::Entry(_) => String::new(),
        }
    }

    /// Additional search terms.
    pub fn also(&self) -> String {
        match self {
            Addition::Descriptor(of) => format!("{} {} {of}", of.version, of.kind),
            Addition::Entry(offer) => format!("{} {} {}", kinds::vertex(offer.kind), offer.noun, offer.detail),
        }
    }

    /// The CSS class of its kind.
    pub fn class(&self) -> &str {
        match self {
            Addition::Descriptor(of) => &of.kind,
            Addition::Entry(offer) => offer.kind.class(),
        }
    }

    /// The icon of its kind, 16 by 16.
    pub fn icon(&self) -> String {
        match self {
            Addition::Descriptor(of) if of.kind == "assembly" => kind_icon(VertexKind::Assembly, ""),
            Addition::Descriptor(_) => kind_icon(VertexKind::Resource, ""),
            Addition::Entry(offer) => kind_icon(offer.kind, offer.of.as_deref().unwrap_or_default()),
        }
    }

    /// Whether it can also be added as a reference.
    pub fn has_roles(&self) -> bool {
        matches!(self, Addition::Descriptor(_))
    }

    /// The command that adds it for these boxes if it applies to boxes; otherwise at a point, or in the lane around that
    /// point.
    pub fn command_in(
        &self,
        role: Role,
        at: Option<Point>,
        lane: Option<&NodePath>,
        members: Vec<NodePath>,
    ) -> Command {
        if let Some(over) = self.command_over(members) {
            return over;
        }
        match (self, lane) {
            (Addition::Entry(Offer { kind: VertexKind::DeploymentItem, of, .. }), Some(lane)) => {
                Command::AddInside { frame: lane.clone(), of: of.clone() }
            }
            _ => self.command(role, at),
        }
    }

    /// The command that adds it for these boxes, if it applies to boxes: a policy.
    fn command_over(&self, members: Vec<NodePath>) -> Option<Command> {
        match self {
            Addition::Entry(Offer { kind: VertexKind::Policy, import: None, section, of: Some(of), .. })
                if !members.is_empty() =>
            {
                Some(Command::AddOver { section: section.clone(), of: of.clone(), members })
            }
            _ => None,
        }
    }

    /// The command that adds it.
    pub fn command(&self, role: Role, at: Option<Point>) -> Command {
        match self.clone() {
            Addition::Descriptor(of) => Command::Add { of, role, name: None, at },
            Addition::Entry(Offer { section, of: Some(of), import: Some(file), .. }) => {
                Command::AddImported { section, of, file, at }
            }
            Addition::Entry(Offer { section, of, .. }) => Command::AddEntry { section, of, name: None, at },
        }
    }
}
