//! The plan as a sequence of stages; an expanded action shows its dependencies and their reasons.

use descriptorium_core::preview::frame::Role;
use descriptorium_core::preview::plan::{Action, Plan, Waiting};
use leptos::html::{Details, Li};
use leptos::prelude::*;

use crate::state::preview::{ComputedPreview, PreviewState};
use crate::views::message::message;
use crate::views::panel::preview::timeline::Timeline;
use crate::views::panel::show_more::More;
use crate::words::preview as words;

/// The number of stages, and of actions per stage, that are listed at first and added per click.
const STAGES: usize = 120;
const ACTIONS: usize = 40;
/// If the next stage has at most this many actions, all of them are expanded.
const FEW: usize = 8;
/// The maximum number of steps of a cycle in the list.
const MAX_CYCLE_STEPS: usize = 200;

fn plan_of(found: &Option<ComputedPreview>) -> Option<&Plan> {
    found.as_ref()?.plan()
}

#[component]
pub fn PlanView(found: Signal<Option<ComputedPreview>>) -> impl IntoView {
    let limit = RwSignal::new(STAGES);
    let stages = Memo::new(move |_| found.with(|found| plan_of(found).map_or(0, |plan| plan.stages.len())));
    let trigger =
        Memo::new(move |_| found.with(|found| plan_of(found)?.trigger.as_ref().map(|trigger| words::when(trigger))));
    let none = Memo::new(move |_| {
        let is_cut_off = |found: &ComputedPreview| {
            found.frame().findings().iter().any(|finding| found.frame().role(finding) == Role::CutOff)
        };
        if found.with(|found| found.as_ref().is_some_and(is_cut_off)) {
            words::too_large()
        } else {
            words::nothing_to_do()
        }
    });
    let cycle = Memo::new(move |_| found.with(|found| plan_of(found).map_or(Vec::new(), |plan| plan.deadlock.clone())));
    view! {
        <h2 class="inspector-section">{move || match stages.get() {
            0 => words::plan().to_owned(),
            count => words::plan_of(count),
        }}</h2>
        {move || trigger.get().map(|trigger| view! { <p class="trigger">{trigger}</p> })}
        {move || deadlock(&cycle.read())}
        <Show when=move || stages.get() == 0><p class="empty">{move || none.get()}</p></Show>
        <Timeline />
        <ol class="plan">
            <For each=move || 0..stages.get().min(limit.get()) key=|stage| *stage children=move |stage| view! { <Stage found=found stage=stage /> } />
        </ol>
        <More total=stages limit=limit page=STAGES what=words::stages_left() />
    }
}

#[component]
fn Stage(found: Signal<Option<ComputedPreview>>, stage: usize) -> impl IntoView {
    let limit = RwSignal::new(ACTIONS);
    let steps = expect_context::<PreviewState>();
    let is_done = Memo::new(move |_| steps.step.get().is_some_and(|step| step > stage));
    let is_last = Memo::new(move |_| steps.step.get() == Some(stage + 1));
    let item = NodeRef::<Li>::new();
    Effect::new(move |_| {
        if let Some(item) = item.get().filter(|_| is_last.get()) {
            crate::browser::dom::bring_near(&item);
        }
    });
    let keys = Memo::new(move |_| {
        found.with(|found| {
            let actions = plan_of(found).and_then(|plan| plan.stages.get(stage)).map_or(&[][..], Vec::as_slice);
            // The keys are in the order of the stage, which is sorted.
            let shown = actions.iter().take(limit.get());
            let keys = shown.map(|action| (action.action.clone(), action.instance.clone())).collect::<Vec<_>>();
            (keys, actions.len())
        })
    });
    let opened = Signal::derive(move || is_last.get() && keys.with(|(_, total)| *total <= FEW));
    let total = Memo::new(move |_| keys.with(|(_, total)| *total));
    let shown = move || keys.with(|(keys, _)| keys.clone());
    view! {
        <li class="stage" class:done=is_done class:last=is_last node_ref=item>
            <ul>
                <For each=shown key=Clone::clone children=move |(action, instance)| view! { <ActionRow found=found stage=stage action=action instance=instance opened=opened /> } />
            </ul>
            <More total=total limit=limit page=ACTIONS />
        </li>
    }
}

/// An action; when expanded, it shows its dependencies and its calls.
#[component]
fn ActionRow(
    found: Signal<Option<ComputedPreview>>,
    stage: usize,
    action: String,
    instance: String,
    /// Whether it is expanded automatically.
    opened: Signal<bool>,
) -> impl IntoView {
    let open = RwSignal::new(false);
    Effect::new(move |before: Option<bool>| {
        let now = opened.get();
        if before.unwrap_or(false) != now {
            open.set(now);
        }
        now
    });
    let details = NodeRef::<Details>::new();
    let toggled = move |_| {
        if let Some(details) = details.get_untracked() {
            open.set(details.open());
        }
    };
    let key = StoredValue::new((action.clone(), instance.clone()));
    let live = Memo::new(move |_| {
        open.get().then(|| {
            found.with(|found| {
                let stage = plan_of(found)?.stages.get(stage)?;
                let is_it = |found: &&Action| {
                    key.with_value(|(action, instance)| found.action == *action && found.instance == *instance)
                };
                stage.iter().find(is_it).cloned()
            })
        })
    });
    view! {
        <li class="action">
            <details node_ref=details on:toggle=toggled prop:open=open>
                <summary>
                    <span class="action-name">{action}</span>
                    " "
                    <span class="action-instance">{instance}</span>
                </summary>
                {move || live.get().flatten().map(|action| reasons(&action))}
            </details>
        </li>
    }
}

fn reasons(action: &Action) -> impl IntoView + use<> {
    let calls = action
        .operations
        .iter()
        .map(|call| view! { <li class="reason">{message(&words::calls(&call.to_string()))}</li> });
    let reasons = action.reasons.iter().map(|reason| {
        let after = match &reason.after {
            Some(after) => words::after(&after.action, &after.instance),
            None => String::new(),
        };
        view! { <li class="reason">{message(&after)}<span lang="en">{message(&reason.cause.to_string())}</span></li> }
    });
    let first = (action.reasons.is_empty() && action.operations.is_empty())
        .then(|| view! { <li class="reason">{words::waits_for_nothing()}</li> });
    view! { <ul class="reasons">{calls.collect_view()}{reasons.collect_view()}{first}</ul> }
}

/// The cycle that makes a plan impossible, each action with its dependency.
fn deadlock(cycle: &[Waiting]) -> Option<impl IntoView + use<>> {
    let steps = cycle.iter().take(MAX_CYCLE_STEPS).map(|waiting| {
        view! {
            <li>
                <span class="action-name">{waiting.step.action.clone()}</span>
                " "
                <span class="action-instance">{waiting.step.instance.clone()}</span>
                <span class="reason">{message(&words::waits(&waiting.cause.to_string()))}</span>
            </li>
        }
    });
    (!cycle.is_empty()).then(|| {
        view! {
            <p class="deadlock-title">{words::deadlock()}</p>
            <ol class="deadlock">{steps.collect_view()}</ol>
        }
    })
}
