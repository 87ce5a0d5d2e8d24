//! Automatic arrangement of boxes, ignoring manual positions.

use crate::analysis::Analysis;
use crate::scene::{self, Scene, SceneBox};
use crate::sorted_map::{SortedMap, SortedSet};
use crate::sorting::gather;
use crate::syntax::NodePath;
use crate::text::FilePath;
use crate::topology::diagrams::DiagramKey;
use crate::topology::{Point, Topology, VertexKind};

impl Analysis {
    /// The positions that an automatic layout gives to all boxes of a diagram, with hosts drawn the other way if
    /// `is_flipped`. Frames enclose their contents, so there are none for them, except to replace stored ones. There are
    /// none in a diagram with lanes: their order follows from the text, and stored positions would remove the lanes.
    pub fn tidied(&self, path: &FilePath, diagram: &DiagramKey, is_flipped: bool) -> Vec<(NodePath, Point)> {
        let Some(mut topology) = self.drawn_as(path, diagram, is_flipped) else { return Vec::new() };
        let has_lanes = topology.graph.node_weights().any(|vertex| vertex.kind == VertexKind::Stage);
        if has_lanes || !diagram.kind.keeps_positions() {
            return Vec::new();
        }
        let mut placed: SortedSet<NodePath> = SortedSet::new();
        for vertex in topology.graph.node_weights_mut() {
            if vertex.position.take().is_some() {
                placed.insert(vertex.path.clone());
            }
        }
        let laid_out = scene::layout(&topology, None);
        let boxes = laid_out.boxes.iter().filter(|found| !found.frame && !found.path.is_root());
        let corner = |found: &SceneBox| Point { x: found.rect.x.round(), y: found.rect.y.round() };
        let mut places: Vec<(NodePath, Point)> = boxes.map(|found| (found.path.clone(), corner(found))).collect();
        if laid_out.boxes.iter().any(|found| found.frame && placed.contains(&found.path)) {
            let stored: SortedMap<&NodePath, Point> = gather(places.iter().map(|(path, at)| (path, *at)));
            for vertex in topology.graph.node_weights_mut() {
                vertex.position = stored.get(&vertex.path).copied();
            }
            let arranged = scene::layout(&topology, None);
            let frames = arranged.boxes.iter().filter(|found| found.frame && placed.contains(&found.path));
            // Rounded inwards: a frame encloses its stored position, too.
            let corner = |found: &SceneBox| Point { x: found.rect.x.ceil(), y: found.rect.y.ceil() };
            let frames: Vec<(NodePath, Point)> = frames.map(|found| (found.path.clone(), corner(found))).collect();
            places.extend(frames);
        }
        places
    }

    /// The positions that an automatic layout gives to the boxes at `paths`, with their current top left corner in
    /// `scene`.
    pub fn arranged(
        &self,
        (path, diagram): (&FilePath, &DiagramKey),
        scene: &Scene,
        paths: &[NodePath],
    ) -> Vec<(NodePath, Point)> {
        let Some(topology) = self.drawn_as(path, diagram, false) else { return Vec::new() };
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
        let place = |found: &SceneBox| Point { x: (found.rect.x + dx).round(), y: (found.rect.y + dy).round() };
        laid_out.boxes.iter().map(|found| (found.path.clone(), place(found))).collect()
    }
}
