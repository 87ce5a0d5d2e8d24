//! Automatic arrangement of boxes, ignoring manual positions.

use crate::analysis::Analysis;
use crate::scene::{self, Scene};
use crate::sorted_map::SortedSet;
use crate::sorting::gather;
use crate::syntax::NodePath;
use crate::text::FilePath;
use crate::topology::{Point, Topology};

impl Analysis {
    /// The positions that an automatic layout gives to the boxes at `paths`, with their current top left corner in
    /// `scene`.
    pub fn arranged(&self, path: &FilePath, scene: &Scene, paths: &[NodePath]) -> Vec<(NodePath, Point)> {
        let Some(topology) = self.topology(path) else { return Vec::new() };
        let wanted: SortedSet<&NodePath> = gather(paths.iter().filter(|path| !path.is_root()));
        let alone = Topology {
            title: topology.title.clone(),
            graph: topology.graph.filter_map(
                |_, vertex| {
                    let mut vertex = vertex.clone();
                    (vertex.position, vertex.parent) = (None, None);
                    wanted.contains(&vertex.path).then_some(vertex)
                },
                |_, edge| Some(edge.clone()),
            ),
        };
        let laid_out = scene::layout(&alone, None);
        let there: Vec<_> = scene.boxes.iter().filter(|found| wanted.contains(&found.path)).collect();
        let least = |places: &mut dyn Iterator<Item = f64>| places.fold(f64::INFINITY, f64::min);
        let dx = least(&mut there.iter().map(|found| found.rect.x))
            - least(&mut laid_out.boxes.iter().map(|found| found.rect.x));
        let dy = least(&mut there.iter().map(|found| found.rect.y))
            - least(&mut laid_out.boxes.iter().map(|found| found.rect.y));
        if !dx.is_finite() || !dy.is_finite() {
            return Vec::new();
        }
        let place = |found: &scene::SceneBox| Point { x: (found.rect.x + dx).round(), y: (found.rect.y + dy).round() };
        laid_out.boxes.iter().map(|found| (found.path.clone(), place(found))).collect()
    }
}
