//! The part of a diagram that belongs to some items: their connections, and the boxes at the other ends. The rest is
//! dimmed.

use std::collections::HashSet;

use descriptorium_core::scene::Connection;
use descriptorium_core::syntax::NodePath;

use crate::model::scene_view::SceneView;

/// The items that are not dimmed.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Focus {
    boxes: HashSet<NodePath>,
    /// By their indices in the scene.
    connections: HashSet<usize>,
    /// The ports at the ends of these connections.
    ports: HashSet<(NodePath, String)>,
}

impl Focus {
    /// The items around `subjects`, which are paths of boxes, of ports on the border and of connections; `None` if the
    /// diagram shows none of them, or if they are all that it shows.
    pub fn around(view: &SceneView, subjects: &[NodePath]) -> Option<Focus> {
        let subjects: HashSet<&NodePath> = subjects.iter().filter(|path| !path.is_root()).collect();
        if subjects.is_empty() {
            return None;
        }
        let boxes = &view.scene.boxes;
        // The contents of a frame belong to it. Outer boxes come before the boxes in them.
        let mut own: HashSet<&NodePath> = HashSet::new();
        for found in boxes {
            if subjects.contains(&found.path) || found.parent.as_ref().is_some_and(|parent| own.contains(parent)) {
                own.insert(&found.path);
            }
        }
        let own_ports: HashSet<&str> =
            subjects.iter().filter_map(|path| view.port(path)).map(|port| port.name.as_str()).collect();
        let is_own_port =
            |path: &NodePath, port: Option<&str>| path.is_root() && port.is_some_and(|port| own_ports.contains(port));
        let is_lit = |connection: &Connection| {
            subjects.contains(&connection.path)
                || own.contains(&connection.source)
                || own.contains(&connection.target)
                || is_own_port(&connection.source, connection.source_port.as_deref())
                || is_own_port(&connection.target, connection.target_port.as_deref())
        };
        let mut focus = Focus::default();
        focus.boxes.extend(own.iter().map(|path| (*path).clone()));
        for (index, connection) in view.scene.connections.iter().enumerate().filter(|(_, found)| is_lit(found)) {
            focus.connections.insert(index);
            let ends = [(&connection.source, &connection.source_port), (&connection.target, &connection.target_port)];
            for (path, port) in ends {
                focus.boxes.insert(path.clone());
                focus.ports.extend(port.iter().map(|port| (path.clone(), port.to_string())));
            }
        }
        let border = own_ports.into_iter().map(|port| (NodePath::root(), port.to_owned()));
        focus.ports.extend(border);
        if focus.boxes.is_empty() && focus.ports.is_empty() {
            return None;
        }
        // The frames around lit boxes are not dimmed, as their headers name what is in them. Inner boxes come last.
        for found in boxes.iter().rev() {
            if focus.boxes.contains(&found.path) {
                focus.boxes.extend(found.parent.clone());
            }
        }
        Some(focus)
    }

    pub fn has_box(&self, path: &NodePath) -> bool {
        self.boxes.contains(path)
    }

    pub fn has_connection(&self, index: usize) -> bool {
        self.connections.contains(&index)
    }

    pub fn has_port(&self, path: &NodePath, port: &str) -> bool {
        self.ports.contains(&(path.clone(), port.to_owned()))
    }

    /// The lit connections, by their indices in the scene.
    pub fn connections(&self) -> impl Iterator<Item = usize> {
        self.connections.iter().copied()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use descriptorium_core::scene::Scene;
    use descriptorium_core::text::FilePath;
    use descriptorium_core::workspace::Workspace;
    use descriptorium_core::{analysis::Analysis, settings::Settings};

    use super::*;

    fn view() -> (SceneView, Arc<Scene>) {
        let text = "name: assembly::s::1.0\nproperties:\n  size: {default: '1'}\ncomposition:\n  a: {type: 'resource::p::1.0', \
                    properties: {size: {value: '${size}'}}}\n  b: {type: 'resource::p::1.0', properties: {size: {value: \
                    '${a.out}'}}}\n  c: {type: 'resource::p::1.0', properties: {}}\n";
        let part = "name: resource::p::1.0\nproperties:\n  size: {}\n  out: {read-only: true}\n";
        let path = FilePath::new("s.yaml").expect("a path");
        let files = [(path.clone(), text.to_owned()), (FilePath::new("p.yaml").expect("a path"), part.to_owned())];
        let analysis = Analysis::new(Workspace::new(files), Settings::default());
        let scene = Arc::new(analysis.scene(&path).expect("a diagram"));
        let view = SceneView::plain(&path, Arc::clone(&scene), None, &analysis, None);
        ((*view.0).clone(), scene)
    }

    #[test]
    fn a_box_lights_its_connections_and_neighbors() {
        let (view, scene) = view();
        let of = |name: &str| NodePath::keys(["composition", name]);
        let focus = Focus::around(&view, &[of("b")]).expect("a focus");
        assert!(focus.has_box(&of("a")) && focus.has_box(&of("b")) && !focus.has_box(&of("c")));
        let lit = |index: &usize| focus.has_connection(*index);
        assert_eq!((0..scene.connections.len()).filter(lit).count(), 1, "not that of `a` to the border");
        assert!(focus.has_port(&of("a"), "out") && !focus.has_port(&of("a"), "size"));
        assert!(focus.has_box(&NodePath::root()), "the frame");
        let alone = Focus::around(&view, &[of("c")]).expect("a focus");
        assert!(!alone.has_box(&of("a")) && alone.connections().count() == 0);
        for nothing in [vec![], vec![NodePath::root()], vec![of("gone")]] {
            assert_eq!(Focus::around(&view, &nothing), None);
        }
    }
}
