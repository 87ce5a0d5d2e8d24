//! The points where connections with the same start branch. A dot there distinguishes them from crossings.

use super::Connection;
use crate::sorted_map::SortedMap;
use crate::topology::{EdgeKind, Point};

/// The point where connections of a kind begin or end together, in tenths of a unit.
type Trunk = (i64, i64, EdgeKind);

/// Connections with a shared end beyond this number are not examined: their lines form a comb, whose teeth are seen.
const MOST: usize = 400;

/// The connections with their joints: corners where three or more lines of the same trunk meet.
pub(super) fn marked(mut connections: Vec<Connection>) -> Vec<Connection> {
    let mut trunks: SortedMap<Trunk, Vec<usize>> = SortedMap::new();
    for (number, connection) in connections.iter_mut().enumerate() {
        // Those of earlier routes.
        connection.joints.clear();
        for end in [connection.points.first(), connection.points.last()].into_iter().flatten() {
            #[expect(clippy::cast_possible_truncation, reason = "saturates far beyond the size of any diagram")]
            let [x, y] = [end.x, end.y].map(|along| (along * 10.0).round() as i64);
            trunks.entry((x, y, connection.kind)).or_default().push(number);
        }
    }
    for members in trunks.into_values().filter(|members| (2..=MOST).contains(&members.len())) {
        let corners: Vec<(usize, Point)> = members
            .iter()
            .flat_map(|&number| {
                let points = connections[number].points.as_slice();
                let inner = points.get(1..points.len().saturating_sub(1)).unwrap_or_default();
                inner.iter().map(move |&point| (number, point))
            })
            .collect();
        let found: Vec<(usize, Point)> = {
            let lines: Vec<&[Point]> = members.iter().map(|&number| connections[number].points.as_slice()).collect();
            corners.into_iter().filter(|&(_, corner)| directions(&lines, corner) >= 3).collect()
        };
        for (number, joint) in found {
            let joints = &mut connections[number].joints;
            if !joints.contains(&joint) {
                joints.push(joint);
            }
        }
    }
    connections
}

/// The number of directions in which lines leave a point.
fn directions(lines: &[&[Point]], at: Point) -> u32 {
    const NEAR: f64 = 0.5;
    let mut found = [false; 4];
    for segment in lines.iter().flat_map(|line| line.windows(2)) {
        let &[from, to] = segment else { continue };
        let (is_level, is_upright) = ((from.y - to.y).abs() < NEAR, (from.x - to.x).abs() < NEAR);
        if is_level && (from.y - at.y).abs() < NEAR {
            let (left, right) = (from.x.min(to.x), from.x.max(to.x));
            let within = left - NEAR <= at.x && at.x <= right + NEAR;
            found[0] |= within && left < at.x - NEAR;
            found[1] |= within && right > at.x + NEAR;
        } else if is_upright && (from.x - at.x).abs() < NEAR {
            let (top, bottom) = (from.y.min(to.y), from.y.max(to.y));
            let within = top - NEAR <= at.y && at.y <= bottom + NEAR;
            found[2] |= within && top < at.y - NEAR;
            found[3] |= within && bottom > at.y + NEAR;
        }
    }
    found.map(u32::from).iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::NodePath;

    fn connection(target: &str, points: &[(f64, f64)]) -> Connection {
        Connection {
            path: NodePath::keys([target]),
            label: String::new(),
            is_labelled: false,
            kind: EdgeKind::Mapping,
            source: NodePath::keys(["source"]),
            target: NodePath::keys([target]),
            source_port: Some("out".into()),
            target_port: Some("in".into()),
            points: points.iter().map(|&(x, y)| Point { x, y }).collect(),
            joints: Vec::new(),
        }
    }

    #[test]
    fn a_branch_has_a_dot_and_a_bend_or_a_crossing_has_none() {
        let straight = connection("a", &[(0.0, 0.0), (100.0, 0.0)]);
        let branch = connection("b", &[(0.0, 0.0), (40.0, 0.0), (40.0, 50.0), (100.0, 50.0)]);
        let both = marked(vec![straight.clone(), branch.clone()]);
        assert!(both[0].joints.is_empty());
        assert_eq!(both[1].joints, [Point { x: 40.0, y: 0.0 }], "only where it leaves the other");
        assert!(marked(vec![branch.clone()])[0].joints.is_empty(), "a bend");
        let crossing = connection("c", &[(-20.0, 25.0), (60.0, 25.0)]);
        assert!(marked(vec![crossing, branch]).iter().all(|found| found.joints.is_empty()), "another value");
    }
}
