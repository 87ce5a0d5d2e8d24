//! A scene with an index for the canvas. The previous scene is kept while nothing moves.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, Weak};

use descriptorium_core::analysis::Analysis;
use descriptorium_core::scene::shape::flag_of;
use descriptorium_core::scene::{Connection, Rect, Scene, SceneBox, ScenePort, layout};
use descriptorium_core::sorted_map::SortedSet;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use descriptorium_core::topology::diagrams::DiagramKey;
use descriptorium_core::topology::{Point, Topology};

use crate::model::hit::marks;
use crate::model::isolation::{Isolate, Isolated, Isolation};
use crate::model::shared::Shared;
use crate::model::snapshot::Snapshot;

/// The number of cached diagrams.
const KEPT: usize = 64;

/// The diagrams of files in all states of the undo history, so that undo restores the diagram with the text: the
/// position of a box without a stored one depends on the previous layout.
#[derive(Default)]
pub struct DiagramCache {
    kept: VecDeque<(Weak<Snapshot>, Shared<SceneView>)>,
    /// The state that was rendered last.
    last: Option<Shared<Snapshot>>,
}

impl DiagramCache {
    pub fn of(&self, path: &FilePath, analysis: &Shared<Snapshot>, choice: Choice<'_>) -> Option<Shared<SceneView>> {
        let of = |analysis: &Shared<Snapshot>| {
            let is = |(of, view): &&(Weak<Snapshot>, Shared<SceneView>)| {
                std::ptr::eq(of.as_ptr(), Arc::as_ptr(&analysis.0))
                    && view.file.as_ref() == Some(path)
                    && view.drawing.diagram == *choice.diagram
                    && view.drawing.is_flipped == choice.is_flipped()
                    && view.with_ports == *choice.with_ports
            };
            self.kept.iter().find(is).map(|(_, view)| view.clone())
        };
        // A check returns another analysis of the same files.
        let is_same = |last: &&Shared<Snapshot>| last.is_of_same_state(analysis);
        of(analysis).or_else(|| of(self.last.as_ref().filter(is_same)?))
    }

    /// `before`, with the boxes that only `topology` has, at their last known positions: restored boxes return to where
    /// they were.
    fn with_previous_boxes(&self, path: &FilePath, topology: &Topology, before: &SceneView) -> Option<Scene> {
        let (drawing, before) = (&before.drawing, &*before.base);
        let there: HashSet<&NodePath> = before.boxes.iter().map(|found| &found.path).collect();
        let vertices = topology.graph.node_weights().filter(|vertex| !there.contains(&vertex.path));
        let mut new: HashSet<&NodePath> = vertices.map(|vertex| &vertex.path).collect();
        if new.is_empty() {
            return None;
        }
        let mut boxes = Vec::new();
        let is_like = |view: &SceneView| view.file.as_ref() == Some(path) && view.drawing == *drawing;
        for (_, view) in self.kept.iter().rev().filter(|(_, view)| is_like(view)) {
            boxes.extend(view.base.boxes.iter().filter(|found| new.remove(&found.path)).cloned());
        }
        (!boxes.is_empty()).then(|| {
            boxes.splice(0..0, before.boxes.iter().cloned());
            Scene { boxes, ..before.clone() }
        })
    }

    /// Forgets the diagram of the present state, which is to be laid out again. Those of earlier states stay for undo.
    pub fn forget(&mut self, path: &FilePath, analysis: &Shared<Snapshot>) {
        let last = self.last.take().filter(|last| last.is_of_same_state(analysis));
        let is_present = |of: &Weak<Snapshot>| {
            [Some(analysis), last.as_ref()]
                .into_iter()
                .flatten()
                .any(|one| std::ptr::eq(of.as_ptr(), Arc::as_ptr(&one.0)))
        };
        self.kept.retain(|(of, view)| view.file.as_ref() != Some(path) || !is_present(of));
    }

    pub fn keep(&mut self, analysis: &Shared<Snapshot>, view: &Shared<SceneView>, choice: Choice<'_>) {
        self.last = Some(analysis.clone());
        self.kept.retain(|(of, _)| of.strong_count() > 0);
        if view.file.as_ref().is_some_and(|path| self.of(path, analysis, choice).is_some()) {
            return;
        }
        if self.kept.len() == KEPT {
            self.kept.pop_front();
        }
        self.kept.push_back((Arc::downgrade(&analysis.0), view.clone()));
    }
}

/// The inputs of a diagram other than the text. The layouts of different drawings are unrelated.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Drawing {
    /// Which of the diagrams of the file it is.
    pub diagram: DiagramKey,
    /// Whether the services of the language have drawn it, which know the types.
    is_served: bool,
    /// Whether hosts are drawn the opposite way from the default: as frames, or as boxes with connections.
    pub is_flipped: bool,
}

impl Drawing {
    fn of(analysis: &Analysis, path: Option<&FilePath>, choice: Choice<'_>) -> Self {
        let is_served = path.is_some_and(|path| analysis.is_drawn_by_services(path));
        Drawing { diagram: choice.diagram.clone(), is_served, is_flipped: choice.is_flipped() }
    }
}

/// The choices of the user that determine a diagram.
#[derive(Clone, Copy, Debug)]
pub struct Choice<'a> {
    /// Which of the diagrams of the file is shown.
    pub diagram: &'a DiagramKey,
    /// The boxes that are expanded or collapsed; the root, if hosts are drawn the opposite way from the default.
    pub toggled: &'a SortedSet<NodePath>,
    /// The boxes with all of their ports.
    pub with_ports: &'a SortedSet<NodePath>,
}

impl Choice<'_> {
    pub fn is_flipped(self) -> bool {
        self.toggled.contains(&NodePath::root())
    }
}

/// The diagram of one file.
#[derive(Clone, Debug, Default)]
pub struct SceneView {
    pub file: Option<FilePath>,
    pub drawing: Drawing,
    /// The boxes with all of their ports.
    pub with_ports: SortedSet<NodePath>,
    pub scene: Arc<Scene>,
    /// The layout of the whole diagram, without folds.
    pub base: Arc<Scene>,
    /// The part that is shown, if that is not the whole diagram, and its layout without folds.
    part: Option<(Isolated, Arc<Scene>)>,
    /// The topology that `base` is the layout of.
    topology: Option<Arc<Topology>>,
    index: HashMap<NodePath, usize>,
    /// The bounding box of each connection.
    extents: Vec<Rect>,
}

#[cfg(test)]
impl SceneView {
    /// The topology of a file, with no box expanded or collapsed.
    pub fn plain(
        path: &FilePath,
        base: Arc<Scene>,
        topology: Option<Arc<Topology>>,
        analysis: &Analysis,
        isolation: Option<(&Isolation, Isolate)>,
    ) -> Shared<SceneView> {
        let (diagram, none) = (DiagramKey::default(), SortedSet::new());
        let choice = Choice { diagram: &diagram, toggled: &none, with_ports: &none };
        SceneView::of(None, Some(path), base, topology, analysis, choice, isolation)
    }
}

impl SceneView {
    /// The diagram of `path`, based on the previous one: known boxes stay in place, and if nothing is visibly different
    /// it is the identical object. Invalid text leaves the diagram as it was.
    pub fn next(
        before: Option<&Shared<SceneView>>,
        path: Option<&FilePath>,
        analysis: &Analysis,
        diagrams: &DiagramCache,
        choice: Choice<'_>,
        isolation: Option<(&Isolation, Isolate)>,
    ) -> Shared<SceneView> {
        let drawing = Drawing::of(analysis, path, choice);
        let same_file = before.filter(|before| before.file.as_ref() == path && before.drawing == drawing);
        let topology = path.and_then(|path| {
            let mut topology = analysis.drawn_as(path, &drawing.diagram, drawing.is_flipped)?;
            analysis.show_all_ports(path, choice.with_ports, &mut topology);
            Some(Arc::new(topology))
        });
        let drawn = same_file.zip(topology.as_ref());
        // Changes that only move text, or that the diagram does not show, keep the layout.
        let is_drawn = |(before, topology): &(&Shared<SceneView>, &Arc<Topology>)| {
            before.topology.as_ref().is_some_and(|drawn| drawn.is_drawn_as(topology))
        };
        if let Some((before, _)) = drawn.filter(is_drawn) {
            let base = Arc::clone(&before.base);
            return SceneView::of(Some(before), path, base, topology, analysis, choice, isolation);
        }
        let scene = path.zip(topology.as_ref()).map(|(path, topology)| {
            let more = same_file.and_then(|before| diagrams.with_previous_boxes(path, topology, before));
            layout(topology, more.as_ref().or(same_file.map(|before| &*before.base)))
        });
        let says_something = |line: &str| !line.trim_start().is_empty() && !line.trim_start().starts_with('#');
        let broken = path
            .and_then(|path| analysis.file(path))
            .is_some_and(|file| file.root.is_none() && file.text.lines().any(says_something));
        match (same_file, scene) {
            (Some(before), None) if broken => before.clone(),
            (_, scene) => {
                let base = Arc::new(scene.unwrap_or_default());
                SceneView::of(before, path, base, topology, analysis, choice, isolation)
            }
        }
    }

    /// The diagram of `path` from `topology`, laid out in `base`: the part that is shown, with its folds.
    pub fn of(
        before: Option<&Shared<SceneView>>,
        path: Option<&FilePath>,
        base: Arc<Scene>,
        topology: Option<Arc<Topology>>,
        analysis: &Analysis,
        choice: Choice<'_>,
        isolation: Option<(&Isolation, Isolate)>,
    ) -> Shared<SceneView> {
        let toggled = choice.toggled;
        let part = isolation.zip(topology.as_deref()).and_then(|((by, isolate), topology)| {
            let known =
                before.filter(|before| Arc::ptr_eq(&before.base, &base)).and_then(|before| before.part.as_ref());
            let known = known.filter(|(isolated, _)| isolated.by == *by).cloned();
            known.or_else(|| isolate(topology, &base, by).map(|(isolated, scene)| (isolated, Arc::new(scene))))
        });
        let unfolded = part.as_ref().map_or(&base, |(_, scene)| scene);
        let scene = match path.filter(|_| !toggled.is_empty()) {
            Some(path) => Arc::new(analysis.folded(path, unfolded, toggled)),
            None => Arc::clone(unfolded),
        };
        let isolated = |part: &Option<(Isolated, _)>| part.as_ref().map(|(isolated, _)| isolated.clone());
        let drawing = Drawing::of(analysis, path, choice);
        let is = |one: &Arc<Scene>, other: &Arc<Scene>| Arc::ptr_eq(one, other) || one == other;
        let is_same = |before: &&Shared<SceneView>| {
            before.file.as_ref() == path
                && before.drawing == drawing
                && before.with_ports == *choice.with_ports
                && is(&before.base, &base)
                && isolated(&before.part) == isolated(&part)
                && is(&before.scene, &scene)
        };
        before.filter(is_same).cloned().unwrap_or_else(|| {
            let with_ports = choice.with_ports.clone();
            let view = SceneView::new(path.cloned(), base, scene);
            Shared(Arc::new(SceneView { topology, drawing, with_ports, part, ..view }))
        })
    }

    fn new(file: Option<FilePath>, base: Arc<Scene>, scene: Arc<Scene>) -> Self {
        let index = scene.boxes.iter().enumerate().map(|(at, found)| (found.path.clone(), at)).collect();
        let extents = scene.connections.iter().map(extent).collect();
        SceneView { file, scene, base, index, extents, ..SceneView::default() }
    }

    /// The topology of the layout.
    pub fn topology(&self) -> Option<Arc<Topology>> {
        self.topology.clone()
    }

    /// The part that is shown, if that is not the whole diagram.
    pub fn isolated(&self) -> Option<&Isolated> {
        self.part.as_ref().map(|(isolated, _)| isolated)
    }

    /// Whether the whole diagram has this box or connection, and the part that is shown does not.
    pub fn hides(&self, path: &NodePath) -> bool {
        let has = |scene: &Scene| {
            scene.boxes.iter().any(|found| found.path == *path)
                || scene.connections.iter().any(|connection| connection.path == *path)
        };
        self.part.as_ref().is_some_and(|(_, part)| !has(part) && has(&self.base))
    }

    /// The boxes of the whole diagram that are not in the part that is shown.
    pub fn hidden(&self) -> Vec<&SceneBox> {
        let Some((_, part)) = &self.part else { return Vec::new() };
        let shown: HashSet<&NodePath> = part.boxes.iter().map(|found| &found.path).collect();
        let is_hidden = |found: &&SceneBox| !found.kind.is_background() && !shown.contains(&found.path);
        self.base.boxes.iter().filter(is_hidden).collect()
    }

    /// The position to store for a box that is moved to `at`. A frame around a part of its contents is smaller than in
    /// the whole diagram, and all of its contents move with it.
    pub fn position_of(&self, path: &NodePath, at: Point) -> Point {
        let whole = || self.base.boxes.iter().find(|found| found.path == *path);
        match self.found(path).filter(|found| found.frame && self.part.is_some()).zip(whole()) {
            Some((shown, whole)) => {
                Point { x: at.x + whole.rect.x - shown.rect.x, y: at.y + whole.rect.y - shown.rect.y }
            }
            None => at,
        }
    }

    pub fn found(&self, path: &NodePath) -> Option<&SceneBox> {
        self.scene.boxes.get(*self.index.get(path)?)
    }

    pub fn connection(&self, path: &NodePath) -> Option<&Connection> {
        self.scene.connections.iter().find(|connection| connection.path == *path)
    }

    /// The port on the border that represents `path`, such as a connection point.
    pub fn port(&self, path: &NodePath) -> Option<&ScenePort> {
        self.found(&NodePath::root())?.ports.iter().find(|port| port.path.as_ref() == Some(path))
    }

    /// The place of a box, of the flag of a port on the border, or of the first mark for a policy.
    pub fn rect(&self, path: &NodePath) -> Option<Rect> {
        let of_port = || Some(flag_of(self.found(&NodePath::root())?.rect, self.port(path)?));
        let of_mark = || marks(&self.scene).find(|(mark, _)| mark.path == *path).map(|(_, rect)| rect);
        self.found(path).map(|found| found.rect).or_else(of_port).or_else(of_mark)
    }

    /// The label of a policy, and the names of the boxes that it applies to.
    pub fn mark(&self, path: &NodePath) -> Option<(&str, Vec<&str>)> {
        let is_marked = |found: &&SceneBox| found.marks.iter().any(|mark| mark.path == *path);
        let marked: Vec<&SceneBox> = self.scene.boxes.iter().filter(is_marked).collect();
        let label = marked.first()?.marks.iter().find(|mark| mark.path == *path)?.label.as_str();
        Some((label, marked.iter().map(|found| found.label.as_str()).collect()))
    }

    /// The connections of a box, or of a port on the border.
    pub fn connections_of(&self, path: &NodePath) -> Vec<&Connection> {
        let port = self.port(path).map(|port| &port.name);
        let is_own = |connection: &&Connection| match port {
            Some(port) => connection.source.is_root() && connection.source_port.as_ref() == Some(port),
            None => connection.source == *path || connection.target == *path,
        };
        self.scene.connections.iter().filter(is_own).collect()
    }

    /// The name of a box or port in sentences: its label, since the path of an item of a list has no name.
    pub fn name(&self, path: &NodePath) -> String {
        let label = self.found(path).map(|found| found.label.as_str());
        let whole = || self.base.boxes.iter().find(|found| found.path == *path).map(|found| found.label.as_str());
        label
            .or_else(whole)
            .or_else(|| self.port(path).map(|port| port.name.as_str()))
            .or(path.last_key())
            .unwrap_or(crate::words::canvas::the_assembly())
            .to_owned()
    }

    /// The innermost box, connection or port that contains `path`, whether it is shown or not.
    pub fn drawn(&self, path: &NodePath) -> Option<NodePath> {
        let mut steps = std::iter::successors(Some(path.clone()), NodePath::parent).filter(|path| !path.is_root());
        steps.find(|path| {
            self.found(path).is_some()
                || self.port(path).is_some()
                || self.mark(path).is_some()
                || self.connection(path).is_some()
                || self.hides(path)
        })
    }

    /// The indices of the connections that intersect `area`.
    pub fn connections_in(&self, area: Rect) -> Vec<usize> {
        let connections = self.extents.iter().enumerate().filter(|(_, extent)| extent.overlaps(area));
        connections.map(|(at, _)| at).collect()
    }

    /// The number of boxes and connections that intersect `area` but not `drawn`.
    pub fn n_entering(&self, drawn: Rect, area: Rect) -> usize {
        let rects = self.scene.boxes.iter().map(|found| &found.rect).chain(&self.extents);
        rects.filter(|rect| rect.overlaps(area) && !rect.overlaps(drawn)).count()
    }
}

fn extent(connection: &Connection) -> Rect {
    let range = |values: &mut dyn Iterator<Item = f64>| {
        values.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), value| (least.min(value), most.max(value)))
    };
    let (left, right) = range(&mut connection.points.iter().map(|point| point.x));
    let (top, bottom) = range(&mut connection.points.iter().map(|point| point.y));
    Rect { x: left, y: top, width: right - left + 1.0, height: bottom - top + 1.0 }
}
