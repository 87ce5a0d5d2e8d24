//! The pointer gesture that is in progress on the canvas.

use descriptorium_core::syntax::NodePath;
use descriptorium_core::topology::{ConnectionEnd, MovedEnd, Point};

use crate::model::hit::Hit;
use crate::model::snap::Guide;

/// The current pointer gesture.
#[derive(Clone, PartialEq, Debug)]
pub enum Gesture {
    None,
    /// Pressed on empty space: a click as long as it stays within the slack, then the view moves.
    Pan {
        from: Point,
        last: Point,
        moved: bool,
    },
    /// Two fingers: their distance, and the point between them.
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
        /// The alignment guides.
        guides: Vec<Guide>,
        /// The frame or box that the boxes would move into, and whether it accepts them, or why not. The root path takes
        /// them out.
        into: Option<(NodePath, Result<(), String>)>,
    },
    Area {
        from: Point,
        to: Point,
    },
    Connect {
        from: ConnectionEnd,
        /// The end of an existing connection that is moved; then `from` is its other end.
        moved: Option<Box<MovedEnd>>,
        start: Point,
        to: Point,
        /// Whether it goes from the providing to the requiring end.
        forward: bool,
        /// The item under the pointer.
        target: Option<Hit>,
        /// Whether that accepts the connection, or why not.
        verdict: Option<Result<(), String>>,
    },
}

/// The effect of a click on a box when the pointer is released.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Click {
    /// None: the box was selected on the press.
    Done,
    /// The box becomes the only selected one.
    Only,
    /// The box is deselected.
    TakeOut,
}

impl Gesture {
    /// The boxes being dragged, and their offset.
    pub fn moving(&self) -> Option<(&[NodePath], Point)> {
        match self {
            Gesture::Move { paths, from, to, .. } => Some((paths, Point { x: to.x - from.x, y: to.y - from.y })),
            _ => None,
        }
    }

    /// The box under a connection in progress, and whether it accepts the connection.
    pub fn drop_target(&self) -> Option<(NodePath, bool)> {
        match self {
            Gesture::Connect { target: Some(Hit::Box(over) | Hit::Port { vertex: over, .. }), verdict, .. } => {
                verdict.as_ref().map(|verdict| (over.clone(), verdict.is_ok()))
            }
            Gesture::Move { into: Some((frame, verdict)), .. } => Some((frame.clone(), verdict.is_ok())),
            _ => None,
        }
    }
}
