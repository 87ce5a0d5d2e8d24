//! The icons of box kinds, each in a hexagon like in the vendor's designer.

use super::shape::command;
use crate::topology::{Point, VertexKind};

/// A hexagon with a flat top.
pub(super) fn hexagon(center: Point, radius: f64) -> String {
    let (half, high) = (radius / 2.0, radius * 0.866);
    let corners = [(radius, 0.0), (half, high), (-half, high), (-radius, 0.0), (-half, -high), (half, -high)];
    let mut path = String::new();
    for (index, (x, y)) in corners.into_iter().enumerate() {
        command(&mut path, if index == 0 { 'M' } else { 'L' }, &[Point { x: center.x + x, y: center.y + y }]);
    }
    path.push('Z');
    path
}

/// The strokes of an icon.
pub(super) fn sign(kind: VertexKind, center: Point) -> String {
    let strokes: &[&[(f64, f64)]] = match kind {
        // Layers of a plan.
        VertexKind::Boundary => &[&[(-5.0, -3.0), (5.0, -3.0)], &[(-5.0, 0.5), (5.0, 0.5)], &[(-5.0, 4.0), (1.0, 4.0)]],
        // A cube.
        VertexKind::Resource | VertexKind::NodeTemplate => &[
            &[(0.0, -5.5), (4.8, -2.8), (4.8, 2.8), (0.0, 5.5), (-4.8, 2.8), (-4.8, -2.8), (0.0, -5.5)],
            &[(-4.8, -2.8), (0.0, 0.0), (4.8, -2.8)],
            &[(0.0, 0.0), (0.0, 5.5)],
        ],
        // Connected parts.
        VertexKind::Assembly => &[
            &[(-4.5, -4.5), (-0.8, -4.5), (-0.8, -0.8), (-4.5, -0.8), (-4.5, -4.5)],
            &[(1.2, -4.5), (4.9, -4.5), (4.9, -0.8), (1.2, -0.8), (1.2, -4.5)],
            &[(-1.7, 1.4), (2.0, 1.4), (2.0, 5.1), (-1.7, 5.1), (-1.7, 1.4)],
        ],
        VertexKind::Unknown => &[
            &[(-3.0, -2.5), (-2.0, -4.8), (1.6, -4.8), (3.0, -2.4), (1.8, -0.6), (0.0, 0.6), (0.0, 2.2)],
            &[(0.0, 4.6), (0.0, 5.2)],
        ],
        // An arrow to somewhere else.
        VertexKind::Reference => &[&[(-4.0, 4.0), (4.0, -4.0)], &[(-1.5, -4.0), (4.0, -4.0), (4.0, 1.5)]],
        VertexKind::Group => &[&[(-5.0, -4.0), (5.0, -4.0), (5.0, 4.0), (-5.0, 4.0), (-5.0, -4.0)]],
        // A box with a lid.
        VertexKind::DeploymentItem => &[
            &[(-5.0, -1.5), (-5.0, 4.5), (5.0, 4.5), (5.0, -1.5)],
            &[(-5.5, -4.5), (5.5, -4.5), (5.5, -1.5), (-5.5, -1.5), (-5.5, -4.5)],
        ],
        // Steps.
        VertexKind::Stage => &[&[(-5.0, 4.5), (-1.7, 4.5), (-1.7, 0.0), (1.7, 0.0), (1.7, -4.5), (5.0, -4.5)]],
        // A line to a plug.
        VertexKind::ConnectionPoint => {
            &[&[(-5.5, 0.0), (0.0, 0.0)], &[(0.0, -3.0), (4.0, 0.0), (0.0, 3.0), (0.0, -3.0)]]
        }
        // A list of values.
        VertexKind::Chart => &[
            &[(-5.0, -4.0), (-2.0, -4.0)],
            &[(0.0, -4.0), (5.0, -4.0)],
            &[(-5.0, 0.0), (-2.0, 0.0)],
            &[(0.0, 0.0), (5.0, 0.0)],
            &[(-5.0, 4.0), (-2.0, 4.0)],
            &[(0.0, 4.0), (5.0, 4.0)],
        ],
        // Stacked machines.
        VertexKind::Cluster => &[
            &[(-5.0, -5.0), (5.0, -5.0), (5.0, -1.0), (-5.0, -1.0), (-5.0, -5.0)],
            &[(-5.0, 1.0), (5.0, 1.0), (5.0, 5.0), (-5.0, 5.0), (-5.0, 1.0)],
        ],
        // A target.
        VertexKind::Demand => &[&[(-5.5, 0.0), (5.5, 0.0)], &[(0.0, -5.5), (0.0, 5.5)]],
        // A gauge between two limits.
        VertexKind::Constraint => {
            &[&[(-5.0, -4.0), (-5.0, 4.0)], &[(5.0, -4.0), (5.0, 4.0)], &[(-5.0, 0.0), (5.0, 0.0)]]
        }
        // A pin.
        VertexKind::Location => {
            &[&[(0.0, 5.8), (-4.0, -0.6), (-3.0, -4.2), (0.0, -5.4), (3.0, -4.2), (4.0, -0.6), (0.0, 5.8)]]
        }
    };
    let mut path = String::new();
    for stroke in strokes {
        for (index, &(x, y)) in stroke.iter().enumerate() {
            command(&mut path, if index == 0 { 'M' } else { 'L' }, &[Point { x: center.x + x, y: center.y + y }]);
        }
    }
    path
}
