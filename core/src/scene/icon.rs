//! The icons of box kinds, each in a tile. Node templates have one for each kind of normative type.

use super::shape::command;
use crate::topology::{Point, VertexKind};

type Strokes = &'static [&'static [(f64, f64)]];

/// A chip with pins.
const COMPUTE: Strokes = &[
    &[(-3.5, -3.5), (3.5, -3.5), (3.5, 3.5), (-3.5, 3.5), (-3.5, -3.5)],
    &[(-1.5, -6.0), (-1.5, -3.5)],
    &[(1.5, -6.0), (1.5, -3.5)],
    &[(-1.5, 6.0), (-1.5, 3.5)],
    &[(1.5, 6.0), (1.5, 3.5)],
    &[(-6.0, 0.0), (-3.5, 0.0)],
    &[(6.0, 0.0), (3.5, 0.0)],
];

/// Disks on each other.
const STORAGE: Strokes = &[
    &[(-5.0, -4.0), (-3.0, -5.5), (3.0, -5.5), (5.0, -4.0), (3.0, -2.5), (-3.0, -2.5), (-5.0, -4.0)],
    &[(-5.0, -4.0), (-5.0, 4.0), (-3.0, 5.5), (3.0, 5.5), (5.0, 4.0), (5.0, -4.0)],
    &[(-5.0, 0.0), (-3.0, 1.5), (3.0, 1.5), (5.0, 0.0)],
];

/// Nodes on a line.
const NETWORK: Strokes = &[
    &[(-6.0, 0.0), (6.0, 0.0)],
    &[(0.0, 0.0), (0.0, -2.5)],
    &[(-2.0, -2.5), (2.0, -2.5), (2.0, -5.5), (-2.0, -5.5), (-2.0, -2.5)],
    &[(-4.0, 0.0), (-4.0, 2.5)],
    &[(-6.0, 2.5), (-2.0, 2.5), (-2.0, 5.5), (-6.0, 5.5), (-6.0, 2.5)],
    &[(4.0, 0.0), (4.0, 2.5)],
    &[(2.0, 2.5), (6.0, 2.5), (6.0, 5.5), (2.0, 5.5), (2.0, 2.5)],
];

/// A socket.
const PORT: Strokes = &[
    &[(-5.0, -5.0), (5.0, -5.0), (5.0, 5.0), (-5.0, 5.0), (-5.0, -5.0)],
    &[(-2.0, -2.0), (-2.0, 1.5)],
    &[(2.0, -2.0), (2.0, 1.5)],
];

/// A window with a prompt.
const SOFTWARE: Strokes = &[
    &[(-5.5, -4.5), (5.5, -4.5), (5.5, 4.5), (-5.5, 4.5), (-5.5, -4.5)],
    &[(-3.0, -1.5), (-1.0, 0.5), (-3.0, 2.5)],
    &[(0.5, 2.5), (3.0, 2.5)],
];

/// The icon of a node template with this type, by the words in the name of the type.
fn of_type(name: &str) -> Option<Strokes> {
    let name = name.to_ascii_lowercase();
    let rows: [(&[&str], Strokes); 5] = [
        (&["storage", "volume", "database", "dbms"], STORAGE),
        (&["port", "cpd", "connectionpoint", "endpoint"], PORT),
        (&["network", "subnet", "virtuallink", "router", "loadbalancer"], NETWORK),
        (&["compute", "vdu", "server", "host", "vm"], COMPUTE),
        (&["software", "application", "container", "runtime", "image", "web"], SOFTWARE),
    ];
    rows.into_iter().find(|(words, _)| words.iter().any(|word| name.contains(word))).map(|(_, strokes)| strokes)
}

/// The strokes of the icon of a box.
pub(super) fn sign(kind: VertexKind, type_name: &str, center: Point) -> String {
    let by_type = of_type(type_name).filter(|_| kind == VertexKind::NodeTemplate);
    let strokes: Strokes = by_type.unwrap_or_else(|| of_kind(kind));
    let mut path = String::new();
    for stroke in strokes {
        for (index, &(x, y)) in stroke.iter().enumerate() {
            command(&mut path, if index == 0 { 'M' } else { 'L' }, &[Point { x: center.x + x, y: center.y + y }]);
        }
    }
    path
}

fn of_kind(kind: VertexKind) -> Strokes {
    match kind {
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
        // A shield.
        VertexKind::Policy => {
            &[&[(0.0, -5.5), (4.5, -4.0), (4.5, 0.5), (0.0, 5.5), (-4.5, 0.5), (-4.5, -4.0), (0.0, -5.5)]]
        }
        // A target.
        VertexKind::Demand => &[
            &[
                (1.5, -3.7),
                (3.7, -1.5),
                (3.7, 1.5),
                (1.5, 3.7),
                (-1.5, 3.7),
                (-3.7, 1.5),
                (-3.7, -1.5),
                (-1.5, -3.7),
                (1.5, -3.7),
            ],
            &[(-6.0, 0.0), (-2.0, 0.0)],
            &[(2.0, 0.0), (6.0, 0.0)],
            &[(0.0, -6.0), (0.0, -2.0)],
            &[(0.0, 2.0), (0.0, 6.0)],
        ],
        // A gauge between two limits.
        VertexKind::Constraint => {
            &[&[(-5.0, -4.0), (-5.0, 4.0)], &[(5.0, -4.0), (5.0, 4.0)], &[(-5.0, 0.0), (5.0, 0.0)]]
        }
        // A form with rows.
        VertexKind::NodeType | VertexKind::OtherType => &[
            &[(-5.0, -5.0), (5.0, -5.0), (5.0, 5.0), (-5.0, 5.0), (-5.0, -5.0)],
            &[(-5.0, -2.0), (5.0, -2.0)],
            &[(-5.0, 1.5), (5.0, 1.5)],
        ],
        // A plug between two sides.
        VertexKind::CapabilityType => &[
            &[(-6.0, 0.0), (-3.0, 0.0)],
            &[(3.0, 0.0), (6.0, 0.0)],
            &[(0.0, -4.5), (-3.0, -2.0), (-3.0, 2.0), (0.0, 4.5), (3.0, 2.0), (3.0, -2.0), (0.0, -4.5)],
        ],
        // A form with an arrow to somewhere else.
        VertexKind::ForeignType => &[
            &[(0.0, -5.0), (-5.0, -5.0), (-5.0, 5.0), (5.0, 5.0), (5.0, 0.0)],
            &[(-1.0, 1.0), (5.0, -5.0)],
            &[(1.5, -5.0), (5.0, -5.0), (5.0, -1.5)],
        ],
        // Stacked forms.
        VertexKind::TypeSection => &[
            &[(-3.0, -5.0), (5.0, -5.0), (5.0, 3.0)],
            &[(-5.0, -2.5), (2.5, -2.5), (2.5, 5.0), (-5.0, 5.0), (-5.0, -2.5)],
        ],
        // An arrow to the next step.
        VertexKind::Step => {
            &[&[(-5.0, 0.0), (4.5, 0.0)], &[(0.5, -4.0), (4.5, 0.0), (0.5, 4.0)], &[(-5.0, -3.0), (-5.0, 3.0)]]
        }
        // A pin.
        VertexKind::Location => {
            &[&[(0.0, 5.8), (-4.0, -0.6), (-3.0, -4.2), (0.0, -5.4), (3.0, -4.2), (4.0, -0.6), (0.0, 5.8)]]
        }
    }
}
