//! What is being dragged, told apart so that a move touches nothing but the boxes that move and their wires.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use descriptorium_core::scene::Drag;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::topology::Point;
use leptos::prelude::*;

use crate::canvas::gesture::Gesture;
use crate::editor::{Editor, Shared};

/// The ways of wires, by the number of the wire in the scene.
pub type Ways = BTreeMap<usize, Vec<Point>>;

#[derive(Clone, Copy)]
pub struct Dragging {
    /// The boxes that were taken hold of; none while nothing is dragged.
    pub held: Memo<Vec<NodePath>>,
    /// How far they are from their places.
    pub by: Memo<Point>,
    /// The wires that change as they move, by number, and their ways.
    pub wires: Memo<BTreeSet<usize>>,
    pub ways: Memo<Ways>,
}

impl Dragging {
    pub fn new(editor: Editor, gesture: RwSignal<Gesture>) -> Self {
        let held =
            Memo::new(move |_| gesture.with(|gesture| gesture.moving().map_or(Vec::new(), |(held, _)| held.to_vec())));
        let by = Memo::new(move |_| gesture.with(|gesture| gesture.moving().map_or(Point::default(), |(_, by)| by)));
        let drag = Memo::new(move |_| {
            let held = held.get();
            let drag = || editor.scene.with(|view| Drag::new(&view.scene, &held));
            (!held.is_empty()).then(|| Shared(Arc::new(Mutex::new(drag()))))
        });
        let ways = Memo::new(move |_| {
            let Some(drag) = drag.get() else { return Ways::new() };
            // Nobody else has it.
            drag.lock().map(|mut drag| drag.ways(by.get())).unwrap_or_default().into_iter().collect()
        });
        // Others need not be told of a move.
        let wires = Memo::new(move |_| ways.with(|ways| ways.keys().copied().collect()));
        Dragging { held, by, wires, ways }
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
