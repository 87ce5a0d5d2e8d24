//! What of the preview is shown beside it: the instances on the canvas, and how far the plan has been gone through.

use std::collections::HashMap;
use std::sync::Arc;

use descriptorium_core::assembly::expansion::{Expansion, Instance};
use descriptorium_core::language::Language;
use descriptorium_core::preview::pace::Pace;
use descriptorium_core::preview::standing::{Standing, standing};
use leptos::prelude::*;

use crate::model::shared::Shared;
use crate::state::editor::Editor;

/// Whether the preview is offered: the language of the open file has one, or is not known.
pub fn is_offered(editor: Editor) -> bool {
    let language = editor.file.get().and_then(|file| editor.analysis.get().file(&file)?.language);
    language.is_none_or(Language::has_preview)
}

/// In the context of every component, so that the canvas sees what the panel previews.
#[derive(Clone, Copy)]
pub struct Stage {
    /// What is previewed, while the panel is open.
    pub found: RwSignal<Option<Found>>,
    /// Whether the canvas shows it.
    pub is_drawn: RwSignal<bool>,
    /// How many stages of the plan are done; `None` where nobody goes through it.
    pub step: RwSignal<Option<usize>>,
    /// Where everything stands then, by name.
    pub standing: Memo<Shared<HashMap<String, Standing>>>,
}

impl Stage {
    /// Nothing is previewed.
    pub fn empty() -> Self {
        let found = RwSignal::new(None::<Found>);
        let step = RwSignal::new(None);
        let standing = Memo::new(move |_| {
            let all = step.get().and_then(|step| {
                found.with(|found| {
                    let standing = standing(&found.as_ref()?.expansion.plan, step);
                    Some(standing.into_iter().map(|(name, standing)| (name.to_owned(), standing)).collect())
                })
            });
            Shared(Arc::new(all.unwrap_or_default()))
        });
        Stage { found, is_drawn: RwSignal::new(false), step, standing }
    }

    pub fn n_stages(self) -> usize {
        self.found.with(|found| found.as_ref().map_or(0, |found| found.expansion.plan.stages.len()))
    }

    /// How many stages are done: all of them where nobody goes through the plan.
    pub fn n_done(self) -> usize {
        let all = self.n_stages();
        self.step.get().map_or(all, |step| step.min(all))
    }

    /// Goes a stage on; who has not begun begins before the first.
    pub fn forward(self) {
        let all = untrack(|| self.n_stages());
        self.step.update(|step| *step = Some(step.map_or(0, |done| (done + 1).min(all))));
    }

    /// Goes a stage back; who has not begun comes from the last.
    pub fn back(self) {
        let done = untrack(|| self.n_done());
        self.step.set(Some(done.saturating_sub(1)));
    }

    pub fn standing_of(self, name: &str) -> Option<Standing> {
        self.standing.with(|standing| standing.get(name).copied())
    }

    /// Shows nothing of it any more.
    pub fn close(self) {
        self.is_drawn.set(false);
        self.step.set(None);
    }
}

/// What a standing is called in the style sheet.
pub fn class(standing: Option<Standing>) -> String {
    standing
        .map_or_else(String::new, |standing| format!(" stands-{}", standing.name().to_lowercase().replace(' ', "-")))
}

/// An expansion with its instances by name.
#[derive(Clone)]
pub struct Found {
    pub expansion: Arc<Expansion>,
    index: Arc<HashMap<String, usize>>,
}

/// An expansion counts as changed when it is another one.
impl PartialEq for Found {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.expansion, &other.expansion)
    }
}

impl Found {
    pub async fn of(expansion: Expansion, pace: &Pace) -> Self {
        let mut index = HashMap::with_capacity(expansion.instances.len());
        for (at, found) in expansion.instances.iter().enumerate() {
            index.insert(found.name.clone(), at);
            pace.piece().await;
        }
        Found { expansion: Arc::new(expansion), index: Arc::new(index) }
    }

    pub fn instance(&self, name: &str) -> Option<&Instance> {
        self.expansion.instances.get(*self.index.get(name)?)
    }

    /// How many instances hold this one.
    pub fn depth(&self, of: &Instance) -> usize {
        let parents = std::iter::successors(Some(of), |found| self.instance(found.parent.as_deref()?));
        parents.take(60).count() - 1
    }
}
