//! The pointer gesture that is in progress on the canvas.

use descriptorium_core::syntax::NodePath;
use descriptorium_core::topology::{ConnectionEnd, Point};

use crate::model::hit::Hit;
use crate::model::snap::Guide;

/// The current pointer gesture.
#[derive(Clone, PartialEq, Debug)]
pub enum Gesture {
    None,
    /// Pressed on nothing: a click as long as it stays within the slack, then the view moves.
    Pan {
        from: Point,
        last: Point,
        moved: bool,
    },
    /// Two fingers: how far apart they are, and the middle between them.
    Pinch {
        distance: f64,
        middle: Point,
    },
    /// Pressed on a box: a click as long as it stays within the slack, then a drag.
    Press {
        path: NodePath,
        at: Point,
        click: Click,
    },
    Move {
        paths: Vec<NodePath>,
        from: Point,
        to: Point,
        /// What the boxes stand in line with.
        guides: Vec<Guide>,
    },
    Area {
        from: Point,
        to: Point,
    },
    Wire {
        from: ConnectionEnd,
        start: Point,
        to: Point,
        /// Whether it is drawn from what gives to what needs.
        forward: bool,
        /// What is under the pointer.
        target: Option<Hit>,
        /// Whether that would take it, and why not.
        verdict: Option<Result<(), String>>,
    },
}

/// What a click on a box does when the pointer is let go of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Click {
    /// Nothing more: it was selected when it was pressed.
    Done,
    /// Of several that are selected, it is the only one then.
    Only,
    /// It is selected no longer.
    TakeOut,
}

impl Gesture {
    /// What is being dragged, and how far from its place.
    pub fn moving(&self) -> Option<(&[NodePath], Point)> {
        match self {
            Gesture::Move { paths, from, to, .. } => Some((paths, Point { x: to.x - from.x, y: to.y - from.y })),
            _ => None,
        }
    }

    /// The box under a wire that is drawn, and whether it would take that.
    pub fn drop_target(&self) -> Option<(NodePath, bool)> {
        match self {
            Gesture::Wire { target: Some(Hit::Box(over) | Hit::Port { vertex: over, .. }), verdict, .. } => {
                verdict.as_ref().map(|verdict| (over.clone(), verdict.is_ok()))
            }
            _ => None,
        }
    }
}
