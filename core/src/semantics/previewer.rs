//! Previews of the languages that have them.

use std::pin::Pin;

use crate::asd::installation::{self, Installation};
use crate::assembly::expansion::Expansion;
use crate::assembly::expansion::diagram::diagram;
use crate::context::FileContext;
use crate::homing::placement::preview::Placement;
use crate::preview::InputField;
use crate::preview::frame::{Diagram, Frame};
use crate::preview::progress::Progress;
use crate::preview::question::{Form, Question};
use crate::symbol::DescriptorRef;
use crate::syntax::NodePath;
use crate::tosca::deployment::{self, Deployment};

/// The functions of a language with a preview.
pub struct Previewer {
    /// The inputs of a descriptor.
    pub inputs: fn(FileContext<'_>) -> Vec<InputField>,
    /// The questions that can be asked about a descriptor, given its last preview and the selected boxes.
    pub form: fn(FileContext<'_>, Option<&Outcome>, &[NodePath]) -> Form,
    /// Reads a question from a text, or returns the reason why it cannot.
    pub read: fn(&str) -> Result<Question, String>,
    /// A quick check whether a file other than a descriptor may contain a question.
    pub may_ask: fn(&str) -> bool,
    /// Whether a preview depends on files other than descriptors.
    pub reads_other_files: bool,
    /// Whether the question in a text is about the descriptor with this name, in any version.
    pub asks_of: fn(&DescriptorRef, &str) -> bool,
    pub compute: Compute,
    /// Every code reported by previews, with its documentation.
    pub codes: &'static [(&'static str, &'static str)],
}

/// Computes a preview in pieces.
pub type Compute = for<'a> fn(FileContext<'a>, &'a Question, &'a Progress) -> Computation<'a>;

/// A preview being computed.
pub type Computation<'a> = Pin<Box<dyn Future<Output = Outcome> + 'a>>;

/// A computed preview, with a variant for each kind. All implement [`Frame`]; the details of a variant are for its own
/// panel and document.
#[derive(Clone, PartialEq, Debug)]
pub enum Outcome {
    /// The instances and relationships of an assembly or a resource.
    Expansion(Box<Expansion>),
    /// The nodes and relationships of a TOSCA topology.
    Deployment(Box<Deployment>),
    /// The placement of a homing template.
    Placement(Box<Placement>),
    /// The installation of an application: its plan, values, clusters and networks.
    Installation(Box<Installation>),
}

impl Outcome {
    pub fn frame(&self) -> &(dyn Frame + 'static) {
        match self {
            Outcome::Expansion(expansion) => &**expansion,
            Outcome::Deployment(deployment) => &**deployment,
            Outcome::Placement(placement) => &**placement,
            Outcome::Installation(installation) => &**installation,
        }
    }

    /// The items and links as a diagram. Not a method of the frame, which is part of the first screen of the modeller.
    pub fn diagram(&self) -> Diagram {
        match self {
            Outcome::Expansion(expansion) => diagram(expansion),
            Outcome::Deployment(deployment) => deployment::diagram::diagram(deployment),
            Outcome::Installation(installation) => installation::diagram::diagram(installation),
            // The candidates of a placement are a table.
            Outcome::Placement(_) => Diagram::default(),
        }
    }
}
