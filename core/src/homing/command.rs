//! The edits of diagrams of homing templates.

use crate::context::FileContext;
use crate::edit::{Change, EditError};
use crate::editing::section::Section;
use crate::editing::{self, Boxes, link};
use crate::homing::{complete, mentions, view};
use crate::syntax::{Node, NodePath};
use crate::topology::{CandidateEnd, Command, ConnectionEnd, End, PortKind, VertexKind};

/// The boxes: locations, constraints and demands. Constraints refer to the others.
pub const BOXES: Boxes = Boxes {
    sections: &[
        Section { path: &["locations"], kind: VertexKind::Location, links: &[] },
        Section {
            path: &["constraints"],
            kind: VertexKind::Constraint,
            links: &[&["demands"], &["properties", LOCATION]],
        },
        Section { path: &["demands"], kind: VertexKind::Demand, links: &[] },
    ],
    names: complete::names,
    mentions: |context| mentions::mentions(context.file),
};

/// The property of a constraint that refers to a location.
const LOCATION: &str = "location";
/// The types of constraints with a location (guide, "Constraints").
const AT_LOCATION: [&str; 2] = ["distance_to_location", "network_to_location"];

pub fn run(context: FileContext<'_>, boxes: &Boxes, command: &Command) -> Result<Change, EditError> {
    if context.file.root.as_ref().is_some_and(|root| view::is_request(root)) {
        return Err(EditError::Refused("the template is part of a plan request: edit it in the text".to_owned()));
    }
    if let Command::Connect { target, .. } = command
        && let Some(why) = refusal(context, target)
    {
        return Err(EditError::Refused(why));
    }
    editing::run(context, boxes, command)
}

pub fn connection_starts(context: FileContext<'_>, vertex: &NodePath) -> Vec<ConnectionEnd> {
    let mut starts = link::starts(context, &BOXES, vertex);
    starts.retain(|start| refusal(context, &start.end).is_none());
    starts
}

pub fn candidate_ends(context: FileContext<'_>, from: &End, kind: PortKind) -> Vec<CandidateEnd> {
    let mut ends = link::candidates(context, &BOXES, from, kind);
    for candidate in &mut ends {
        candidate.refused = refusal(context, &candidate.end.end).or(candidate.refused.take());
    }
    ends
}

/// The reason why a port of a constraint of this type cannot be connected.
fn refusal(context: FileContext<'_>, end: &End) -> Option<String> {
    let constraint = context.file.root.as_ref()?.at(&end.vertex)?;
    let of = constraint.get("type").and_then(Node::as_text)?;
    let is_wrong = end.port == LOCATION && !AT_LOCATION.contains(&of);
    is_wrong.then(|| format!("constraints of type `{of}` have no location"))
}
