//! The stages of a plan as bars, and controls to step through them and see all states at each point.

use std::collections::HashSet;

use descriptorium_core::preview::plan::Effect;
use descriptorium_core::preview::states::ItemState;
use descriptorium_core::sorted_map::SortedMap;
use leptos::prelude::*;

use crate::state::preview::{ComputedPreview, PreviewState, class};
use crate::views::panel::preview::kinds::kind;
use crate::words::preview as words;

/// The maximum number of stages.
const MOST: usize = 120;
/// The minimum and maximum height of a bar, in pixels.
const LEAST: f64 = 4.0;
const HIGHEST: f64 = 26.0;

#[component]
pub fn Timeline() -> impl IntoView {
    let stage = expect_context::<PreviewState>();
    let all = Memo::new(move |_| stage.n_stages());
    let done = Memo::new(move |_| stage.n_done());
    let is_stepping = Memo::new(move |_| stage.step.get().is_some());
    let status = move || match (is_stepping.get(), done.get()) {
        (false, _) => words::n_stages(all.get()),
        (true, 0) => words::before_first().to_owned(),
        (true, done) => words::after_stage(done, all.get()),
    };
    let is_over = move || is_stepping.get() && done.get() >= all.get();
    let chosen = move |event| {
        if let Ok(step) = event_target_value(&event).parse::<usize>() {
            stage.step.set(Some(step));
        }
    };
    view! {
        <Show when=move || { all.get() > 0 }>
            <div class="timeline" role="group" aria-label=words::step_through()>
                <Bars />
                <div class="timeline-row">
                    <button type="button" class="mini" id="step-back" data-step="back" aria-label=words::previous_stage() title=words::previous_stage() disabled=move || done.get() == 0 on:click=move |_| stage.back()>"◂"</button>
                    <input type="range" class="timeline-at" min="0" max=move || all.get().to_string() prop:value=move || done.get().to_string() aria-label=words::stages_done() aria-valuetext=status on:input=chosen />
                    <button type="button" class="mini" id="step-next" data-step="next" aria-label=words::next_stage() title=words::next_stage() disabled=is_over on:click=move |_| stage.forward()>"▸"</button>
                    <span class="timeline-status">{status}</span>
                    <Show when=move || is_stepping.get()>
                        <button type="button" class="mini" data-step="end" on:click=move |_| stage.step.set(None)>{words::done()}</button>
                    </Show>
                </div>
                <p class="item-states" role="status">{move || is_stepping.get().then(|| counted(stage))}</p>
            </div>
        </Show>
    }
}

/// A bar for each stage, with a height that shows the number of actions.
#[component]
fn Bars() -> impl IntoView {
    let stage = expect_context::<PreviewState>();
    let sizes = Memo::new(move |_| {
        stage.found.with(|found| {
            let stages = found.iter().filter_map(ComputedPreview::plan).flat_map(|plan| &plan.stages);
            stages.take(MOST).map(Vec::len).collect::<Vec<_>>()
        })
    });
    let bars = move || {
        let sizes = sizes.get();
        let most = sizes.iter().copied().max().unwrap_or(1) as f64;
        let bars = sizes.into_iter().enumerate().map(|(number, size)| {
            let height = LEAST + (HIGHEST - LEAST) * (size as f64 / most).sqrt();
            let title = words::actions_of(size, number + 1);
            let is_done = move || stage.step.get().is_some_and(|step| step > number);
            let is_next = move || stage.step.get() == Some(number);
            let go = move |_| stage.step.set(Some(number + 1));
            // The range input next to it is for the keyboard.
            view! {
                <span class="timeline-bar" class:done=is_done class:next=is_next title=title on:click=go>
                    <span class="timeline-fill" style:height=format!("{height:.0}px")></span>
                </span>
            }
        });
        bars.collect_view()
    };
    view! { <div class="timeline-bars" aria-hidden="true">{bars}</div> }
}

/// The number of items in each state: `7 instances: 2 active, 1 created, 4 not there`, and the same for relationships.
/// Items that the plan does not affect are counted separately, so that the numbers add up.
fn counted(stage: PreviewState) -> AnyView {
    let (mut items, mut links) = (SortedMap::new(), SortedMap::new());
    let Some(kind) = stage.found.with(|found| Some(kind(&found.as_ref()?.outcome))) else { return ().into_any() };
    let untouched = stage.found.with(|found| {
        let Some(found) = found else { return 0 };
        let actions = found.plan().into_iter().flat_map(|plan| &plan.stages).flatten();
        let of_links = actions.filter(|action| matches!(action.effect, Effect::Makes | Effect::Ceases));
        let of_links: HashSet<&str> = of_links.map(|action| action.instance.as_str()).collect();
        stage.states.with(|states| {
            for (name, state) in states.iter() {
                let counts = if of_links.contains(name.as_str()) { &mut links } else { &mut items };
                *counts.entry(*state).or_insert(0_usize) += 1;
            }
            found.frame().items().filter(|item| !states.contains_key(item.name)).count()
        })
    });
    let chips = |counts: SortedMap<ItemState, usize>| {
        let chips = counts.into_iter().map(|(state, count)| {
            let label = format!("{count} {}", words::item_state(state).to_lowercase());
            view! { <span class=format!("item-state{}", class(Some(state)))>{label}</span> }
        });
        chips.collect_view()
    };
    let count = |counts: &SortedMap<ItemState, usize>| counts.values().sum::<usize>();
    let (n_items, n_links) = (count(&items) + untouched, count(&links));
    let rest = (untouched > 0).then(|| view! { <span class="item-state">{words::untouched(untouched)}</span> });
    let links = (n_links > 0).then(|| {
        view! { <span class="item-states-of">{(kind.n_links)(n_links)}":"</span>{chips(links)} }
    });
    view! { <span class="item-states-of">{(kind.n_items)(n_items)}":"</span>{chips(items)}{rest}{links} }.into_any()
}
