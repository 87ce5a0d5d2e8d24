//! What of the preview is shown beside it: the instances on the canvas, and how far the plan has been gone through.

use std::collections::HashMap;
use std::sync::Arc;

use descriptorium_core::expansion::standing::{Standing, standing};
use leptos::prelude::*;

use crate::editor::Shared;
use crate::panel::preview::work::Found;

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
