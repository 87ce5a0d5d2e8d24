//! The parts of a preview that are shown outside its panel: the items on the canvas, and the current step of the plan.

use std::collections::HashMap;
use std::sync::Arc;

use descriptorium_core::language::Language;
use descriptorium_core::preview::frame::{Frame, Item};
use descriptorium_core::preview::plan::Plan;
use descriptorium_core::preview::progress::Progress;
use descriptorium_core::preview::states::{ItemState, states_after};
use descriptorium_core::semantics::Outcome;
use leptos::prelude::*;

use crate::model::shared::Shared;
use crate::state::editor::Editor;

/// Whether the preview is offered: if the language of the open file has one, or is not known yet.
pub fn is_offered(editor: Editor) -> bool {
    let language = editor.file.get().and_then(|file| editor.drawn.get().file(&file)?.language);
    language.is_none_or(Language::has_preview)
}

/// The state of the preview, in the context of every component, so that the canvas sees what the panel previews.
#[derive(Clone, Copy)]
pub struct PreviewState {
    /// The computed preview, while the panel is open.
    pub found: RwSignal<Option<ComputedPreview>>,
    /// Whether the canvas shows it.
    pub is_drawn: RwSignal<bool>,
    /// The number of completed stages of the plan; `None` if the user is not stepping through it.
    pub step: RwSignal<Option<usize>>,
    /// The state of every item after that stage, by name.
    pub states: Memo<Shared<HashMap<String, ItemState>>>,
}

impl PreviewState {
    /// No preview.
    pub fn empty() -> Self {
        let found = RwSignal::new(None::<ComputedPreview>);
        let step = RwSignal::new(None);
        let states = Memo::new(move |_| {
            let all = step.get().and_then(|step| {
                found.with(|found| {
                    let states = states_after(found.as_ref()?.plan()?, step);
                    Some(states.into_iter().map(|(name, state)| (name.to_owned(), state)).collect())
                })
            });
            Shared(Arc::new(all.unwrap_or_default()))
        });
        PreviewState { found, is_drawn: RwSignal::new(false), step, states }
    }

    pub fn n_stages(self) -> usize {
        self.found.with(|found| found.as_ref().and_then(ComputedPreview::plan).map_or(0, |plan| plan.stages.len()))
    }

    /// The number of completed stages: all of them if the user is not stepping through the plan.
    pub fn n_done(self) -> usize {
        let all = self.n_stages();
        self.step.get().map_or(all, |step| step.min(all))
    }

    /// Goes to the next stage, starting before the first one.
    pub fn forward(self) {
        let all = untrack(|| self.n_stages());
        self.step.update(|step| *step = Some(step.map_or(0, |done| (done + 1).min(all))));
    }

    /// Goes to the previous stage, starting at the last one.
    pub fn back(self) {
        let done = untrack(|| self.n_done());
        self.step.set(Some(done.saturating_sub(1)));
    }

    pub fn state_of(self, name: &str) -> Option<ItemState> {
        self.states.with(|states| states.get(name).copied())
    }

    /// Hides the preview.
    pub fn close(self) {
        self.is_drawn.set(false);
        self.step.set(None);
    }
}

/// The CSS class of a state.
pub fn class(state: Option<ItemState>) -> String {
    state.map_or_else(String::new, |state| format!(" state-{}", state.name().to_lowercase().replace(' ', "-")))
}

/// A computed preview with its items by name.
#[derive(Clone)]
pub struct ComputedPreview {
    pub outcome: Arc<Outcome>,
    index: Arc<HashMap<String, usize>>,
}

/// Previews are compared by identity.
impl PartialEq for ComputedPreview {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.outcome, &other.outcome)
    }
}

impl ComputedPreview {
    pub async fn of(outcome: Outcome, pace: &Progress) -> Self {
        let mut index = HashMap::with_capacity(outcome.frame().n_items());
        for (at, item) in outcome.frame().items().enumerate() {
            index.insert(item.name.to_owned(), at);
            pace.piece().await;
        }
        ComputedPreview { outcome: Arc::new(outcome), index: Arc::new(index) }
    }

    pub fn frame(&self) -> &dyn Frame {
        self.outcome.frame()
    }

    pub fn plan(&self) -> Option<&Plan> {
        self.frame().plan()
    }

    /// The index of the item of this name.
    pub fn index(&self, name: &str) -> Option<usize> {
        self.index.get(name).copied()
    }

    pub fn item(&self, name: &str) -> Option<Item<'_>> {
        self.frame().item(self.index(name)?)
    }

    /// The number of items around this one.
    pub fn depth(&self, of: Item<'_>) -> usize {
        let parents = std::iter::successors(Some(of), |found| self.item(found.parent?));
        parents.take(60).count() - 1
    }
}
