//! A scene made ready for the canvas: boxes found by path, and the scene before kept while nothing moves.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Weak};

use descriptorium_core::analysis::Analysis;
use descriptorium_core::scene::{Rect, Scene, SceneBox};
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;

use crate::canvas::hit::overlap;
use crate::editor::Shared;

/// How many drawings are kept.
const KEPT: usize = 64;

/// How files were drawn in the states that a session of edits went through, so that a step back brings back the drawing
/// with the text: where a box without a place of its own stands depends on what was there before.
#[derive(Default)]
pub struct Drawings(VecDeque<(Weak<Analysis>, Shared<SceneView>)>);

impl Drawings {
    pub fn of(&self, path: &FilePath, analysis: &Shared<Analysis>) -> Option<Shared<SceneView>> {
        let is = |(of, view): &&(Weak<Analysis>, Shared<SceneView>)| {
            std::ptr::eq(of.as_ptr(), Arc::as_ptr(&analysis.0)) && view.file.as_ref() == Some(path)
        };
        self.0.iter().find(is).map(|(_, view)| view.clone())
    }

    pub fn keep(&mut self, analysis: &Shared<Analysis>, view: &Shared<SceneView>) {
        self.0.retain(|(of, _)| of.strong_count() > 0);
        if self.0.len() == KEPT {
            self.0.pop_front();
        }
        self.0.push_back((Arc::downgrade(&analysis.0), view.clone()));
    }
}

/// The drawing of one file.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SceneView {
    pub file: Option<FilePath>,
    pub scene: Scene,
    index: HashMap<NodePath, usize>,
}

impl SceneView {
    /// The drawing of `path`, on from the one before: what that has stays where it is, and if nothing at all looks
    /// different it is the very same. Text that cannot be drawn at the moment leaves the drawing as it was.
    pub fn next(before: Option<&Shared<SceneView>>, path: Option<&FilePath>, analysis: &Analysis) -> Shared<SceneView> {
        let before = before.filter(|before| before.file.as_ref() == path);
        let scene = path.and_then(|path| analysis.scene(path, before.map(|before| &before.scene)));
        let says_something = |line: &str| !line.trim_start().is_empty() && !line.trim_start().starts_with('#');
        let broken = path
            .and_then(|path| analysis.file(path))
            .is_some_and(|file| file.root.is_none() && file.text.lines().any(says_something));
        match (before, scene) {
            (Some(before), None) if broken => before.clone(),
            (Some(before), Some(scene)) if before.scene == scene => before.clone(),
            (_, scene) => Shared(Arc::new(SceneView::new(path.cloned(), scene.unwrap_or_default()))),
        }
    }

    fn new(file: Option<FilePath>, scene: Scene) -> Self {
        let index = scene.boxes.iter().enumerate().map(|(at, found)| (found.path.clone(), at)).collect();
        SceneView { file, scene, index }
    }

    pub fn found(&self, path: &NodePath) -> Option<&SceneBox> {
        self.scene.boxes.get(*self.index.get(path)?)
    }

    /// The innermost of what is drawn that holds `path`: a box or a wire.
    pub fn drawn(&self, path: &NodePath) -> Option<NodePath> {
        let mut steps = std::iter::successors(Some(path.clone()), NodePath::parent).filter(|path| !path.is_root());
        steps.find(|path| self.found(path).is_some() || self.scene.wires.iter().any(|wire| wire.path == *path))
    }

    /// The paths of the boxes that reach into `area`.
    pub fn boxes_in(&self, area: Rect) -> Vec<NodePath> {
        let boxes = self.scene.boxes.iter().filter(|found| overlap(found.rect, area));
        boxes.map(|found| found.path.clone()).collect()
    }

    /// The indices of the wires that reach into `area`.
    pub fn wires_in(&self, area: Rect) -> Vec<usize> {
        let wires = self.scene.wires.iter().enumerate();
        let reaching = wires.filter(|(_, wire)| {
            let xs = wire.points.iter().map(|point| point.x);
            let ys = wire.points.iter().map(|point| point.y);
            let (left, right) = extent(xs);
            let (top, bottom) = extent(ys);
            overlap(Rect { x: left, y: top, width: right - left + 1.0, height: bottom - top + 1.0 }, area)
        });
        reaching.map(|(at, _)| at).collect()
    }
}

fn extent(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), value| (least.min(value), most.max(value)))
}
