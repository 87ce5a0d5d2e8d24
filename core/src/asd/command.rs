//! The edits of diagrams of application service descriptors.

use crate::editing::Boxes;
use crate::editing::section::Section;
use crate::topology::VertexKind;

/// The boxes: the deployment items.
pub const BOXES: Boxes = Boxes {
    sections: &[Section { path: &["deploymentItems"], kind: VertexKind::DeploymentItem, links: &[] }],
    names: |_, _, _| Vec::new(),
    mentions: |_| Vec::new(),
};
