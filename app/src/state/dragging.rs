//! The boxes that are being dragged, as separate signals, so that a move only updates these boxes and their
//! connections.

use std::sync::{Arc, Mutex};

use descriptorium_core::scene::Drag;
use descriptorium_core::sorted_map::{SortedMap, SortedSet};
use descriptorium_core::syntax::NodePath;
use descriptorium_core::topology::Point;
use leptos::prelude::*;

use crate::model::shared::Shared;
use crate::state::editor::Editor;

/// The routes of connections, by their index in the scene.
pub type Routes = SortedMap<usize, Vec<Point>>;

/// Each signal is only set if its value changes: everything on screen depends on which boxes are held, but not on their
/// offset.
#[derive(Clone, Copy)]
pub struct Dragging {
    /// The boxes that are being dragged; empty otherwise.
    pub held: RwSignal<Vec<NodePath>>,
    /// Their offset from their positions.
    pub by: RwSignal<Point>,
    /// The connections that change during the drag, by index, and their routes.
    pub connections: RwSignal<SortedSet<usize>>,
    pub routes: RwSignal<Routes>,
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
            connections: RwSignal::new(SortedSet::new()),
            routes: RwSignal::new(Routes::new()),
            drag,
        }
    }

    /// Continues dragging these boxes at this offset; without boxes, the drag is over.
    pub fn follow(&self, held: &[NodePath], by: Point) {
        if self.held.with_untracked(|before| before != held) {
            self.held.set(held.to_vec());
        }
        change(self.by, by);
        let routes = self.drag.get_untracked().map_or_else(Routes::new, |drag| {
            // The reference count is one.
            drag.lock().map(|mut drag| drag.routes(by)).unwrap_or_default().into_iter().collect()
        });
        change(self.connections, routes.keys().copied().collect());
        change(self.routes, routes);
    }

    /// Whether a box moves, by itself or with the frame around it.
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

/// Sets a signal if its value changes.
pub fn change<T: PartialEq + Send + Sync + 'static>(signal: RwSignal<T>, value: T) {
    if signal.with_untracked(|before| *before != value) {
        signal.set(value);
    }
}
