//! What is being dragged, told apart so that a move touches nothing but the boxes that move and their wires.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use descriptorium_core::scene::Drag;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::topology::Point;
use leptos::prelude::*;

use crate::model::shared::Shared;
use crate::state::editor::Editor;

/// The ways of wires, by the number of the wire in the scene.
pub type Ways = BTreeMap<usize, Vec<Point>>;

/// Each of these is set when it is another one only: everything on screen hangs on what is held, but not on where it is.
#[derive(Clone, Copy)]
pub struct Dragging {
    /// The boxes that were taken hold of; none while nothing is dragged.
    pub held: RwSignal<Vec<NodePath>>,
    /// How far they are from their places.
    pub by: RwSignal<Point>,
    /// The wires that change as they move, by number, and their ways.
    pub wires: RwSignal<BTreeSet<usize>>,
    pub ways: RwSignal<Ways>,
    drag: Memo<Option<Shared<Mutex<Drag>>>>,
}

impl Dragging {
    pub fn new(editor: Editor) -> Self {
        let held = RwSignal::new(Vec::<NodePath>::new());
        let drag = Memo::new(move |_| {
            let held = held.get();
            let drag = || editor.scene.with(|view| Drag::new(&view.scene, &held));
            (!held.is_empty()).then(|| Shared(Arc::new(Mutex::new(drag()))))
        });
        Dragging {
            held,
            by: RwSignal::new(Point::default()),
            wires: RwSignal::new(BTreeSet::new()),
            ways: RwSignal::new(Ways::new()),
            drag,
        }
    }

    /// Goes on with these boxes, so far from their places; with none it is over.
    pub fn follow(&self, held: &[NodePath], by: Point) {
        if self.held.with_untracked(|before| before != held) {
            self.held.set(held.to_vec());
        }
        change(self.by, by);
        let ways = self.drag.get_untracked().map_or_else(Ways::new, |drag| {
            // Nobody else has it.
            drag.lock().map(|mut drag| drag.routes(by)).unwrap_or_default().into_iter().collect()
        });
        change(self.wires, ways.keys().copied().collect());
        change(self.ways, ways);
    }

    /// Whether a box moves, by itself or with the frame that it is in.
    pub fn moves(&self, editor: Editor, path: &NodePath) -> bool {
        self.held.with(|held| {
            !held.is_empty()
                && editor.scene.with(|view| {
                    let parent = |path: &&NodePath| view.found(path).and_then(|found| found.parent.as_ref());
                    std::iter::successors(Some(path), parent).any(|path| held.binary_search(path).is_ok())
                })
        })
    }
}

/// Sets a signal if that changes it.
pub fn change<T: PartialEq + Send + Sync + 'static>(signal: RwSignal<T>, value: T) {
    if signal.with_untracked(|before| *before != value) {
        signal.set(value);
    }
}
