//! Previews, as far as languages have them.

use std::pin::Pin;

use crate::assembly::expansion::Expansion;
use crate::assembly::expansion::diagram::diagram;
use crate::context::FileContext;
use crate::preview::InputField;
use crate::preview::frame::{Diagram, Frame};
use crate::preview::progress::Progress;
use crate::preview::question::{Form, Question};
use crate::symbol::DescriptorRef;
use crate::syntax::NodePath;

/// The functions of a language that has a preview.
pub struct Previewer {
    /// The values that a descriptor takes from outside.
    pub inputs: fn(FileContext<'_>) -> Vec<InputField>,
    /// The questions that can be asked of a descriptor, given its last preview and the selected boxes.
    pub form: fn(FileContext<'_>, Option<&Outcome>, &[NodePath]) -> Form,
    /// Reads a question from a text, or says why that is impossible.
    pub read: fn(&str) -> Result<Question, String>,
    /// Whether a file that is no descriptor may contain a question, at a glance.
    pub may_ask: fn(&str) -> bool,
    /// Whether the question in a text is about the descriptor of this name, in whatever version.
    pub asks_of: fn(&DescriptorRef, &str) -> bool,
    pub compute: Compute,
    /// Every code that a preview reports, with its documentation.
    pub codes: &'static [(&'static str, &'static str)],
}

/// Computes a preview in pieces.
pub type Compute = for<'a> fn(FileContext<'a>, &'a Question, &'a Progress) -> Computation<'a>;

/// A preview that is being computed.
pub type Computation<'a> = Pin<Box<dyn Future<Output = Outcome> + 'a>>;

/// A computed preview: a variant for each kind. All of them fit the [`Frame`]; the details of a variant are for the panel
/// and the document of its own.
#[derive(Clone, PartialEq, Debug)]
pub enum Outcome {
    /// The instances and relationships of an assembly or a resource.
    Expansion(Box<Expansion>),
}

impl Outcome {
    pub fn frame(&self) -> &(dyn Frame + 'static) {
        match self {
            Outcome::Expansion(expansion) => &**expansion,
        }
    }

    /// The items and links as a diagram. This is no method of the frame, which the first screen of the modeller needs.
    pub fn diagram(&self) -> Diagram {
        match self {
            Outcome::Expansion(expansion) => diagram(expansion),
        }
    }
}
