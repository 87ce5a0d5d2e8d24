//! The edits of diagrams of service templates.

use crate::context::FileContext;
use crate::edit::{Change, EditError};
use crate::editing::section::Section;
use crate::editing::{self, Boxes, link};
use crate::syntax::NodePath;
use crate::topology::{CandidateEnd, Command, ConnectionEnd, End, PortKind, VertexKind};
use crate::tosca::{complete, mentions, requirement};

/// The boxes: node templates, and groups with their members.
pub const BOXES: Boxes = Boxes {
    sections: &[
        Section { path: &["topology_template", "node_templates"], kind: VertexKind::NodeTemplate, links: &[] },
        Section { path: &["topology_template", "groups"], kind: VertexKind::Group, links: &[&["members"]] },
    ],
    names: complete::names,
    mentions: mentions::mentions,
};

pub fn run(context: FileContext<'_>, boxes: &Boxes, command: &Command) -> Result<Change, EditError> {
    match command {
        Command::Connect { source, target } if requirement::is_node(&target.vertex) => {
            requirement::connect(context, source, target)
        }
        _ => editing::run(context, boxes, command),
    }
}

/// Connects requirements and capabilities of node templates, and members of groups.
pub fn connection_starts(context: FileContext<'_>, vertex: &NodePath) -> Vec<ConnectionEnd> {
    let mut starts = requirement::starts(context, vertex);
    starts.extend(link::starts(context, &BOXES, vertex));
    starts
}

pub fn candidate_ends(context: FileContext<'_>, from: &End, kind: PortKind) -> Vec<CandidateEnd> {
    let mut ends = requirement::judged(context, from, kind);
    ends.extend(link::judged(context, &BOXES, from, kind));
    ends
}
