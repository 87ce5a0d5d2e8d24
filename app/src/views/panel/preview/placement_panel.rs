//! The result of a placement: the plan and the terms of its value, the ranked candidates, other plans, the conflict if there
//! is no plan, the ranges in which the plan stays the same, and the result of conductor. It is in the module of homing
//! templates.

use descriptorium_core::analysis::Analysis;
use descriptorium_core::document::Named;
use descriptorium_core::document::preview::placement::{
    Candidate, Interval, Member, Placement, PlacementPlan, Reason, Term,
};
use descriptorium_core::homing::placement::inventory::{MAX_INVENTED, invented};
use descriptorium_core::homing::placement::preview::{INVENTORY, WHY};
use descriptorium_core::homing::placement::sensitivity::Bound;
use descriptorium_core::homing::view::View;
use descriptorium_core::number::rounded;
use descriptorium_core::semantics::Outcome;
use descriptorium_core::text::FilePath;
use leptos::prelude::*;
use serde_yaml::Value;

use crate::state::editor::Editor;
use crate::state::preview::ComputedPreview;
use crate::views::panel::preview::inventory_table::{InventoryTable, give};
use crate::views::panel::preview::placement_map::PlacementMap;
use crate::views::panel::show_more::More;
use crate::words::placement as words;

/// The number of candidates of a demand that are listed at first, and of those added per click.
const PAGE: usize = 25;
/// Maximum number of candidates of a demand that are listed.
const MAX_LISTED: usize = 2000;

/// A computed placement as the document of `expand`.
type Document = Memo<Option<Placement>>;

/// The panel for the template in `file`.
pub fn panel(file: FilePath, found: Signal<Option<ComputedPreview>>) -> AnyView {
    // Putting the results of thousands of candidates in words takes longer than a frame.
    let n_listed = RwSignal::new(PAGE);
    let document = Memo::new(move |_| {
        let most = n_listed.get();
        found.with(|found| match &*found.as_ref()?.outcome {
            Outcome::Placement(placement) => Some(Placement::with_first(placement, most)),
            Outcome::Expansion(_) | Outcome::Deployment(_) | Outcome::Installation(_) => None,
        })
    });
    view! {
        <PlacementMap file=file.clone() found=found />
        <Invention file=file.clone() />
        <InventoryTable file=file.clone() />
        {move || document.with(|document| document.as_ref().map(|document| view! {
            <section class="placement" aria-label=words::result()>
                {result(document)}
                {conflict(&document.conflict)}
                {terms(&document.terms)}
                {plans(&document.plans)}
                {why(document.why.as_ref())}
            </section>
        }))}
        <Candidates file=file document=document found=found n_listed=n_listed />
        {move || document.with(|document| document.as_ref().map(|document| view! {
            <section class="placement">
                {conductor(document)}
                {sensitivity(document)}
                {assumed(document)}
            </section>
        }))}
    }
    .into_any()
}

/// The form that invents candidates, and the mark of invented ones.
#[component]
fn Invention(file: FilePath) -> impl IntoView {
    let editor = Editor::expect();
    let file = StoredValue::new(file);
    let count = RwSignal::new(10_usize);
    let invent = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let path = file.get_value();
        let number = count.get_untracked().clamp(1, MAX_INVENTED);
        let analysis = editor.analysis.get_untracked();
        let Some(text) = inventory_of(&analysis, &path, number) else { return };
        let name = words::invented(number);
        editor.say(&name);
        give(editor, path, text, name);
    };
    let is_invented = Memo::new(move |_| {
        editor.questions.with(|all| {
            let given = file.with_value(|file| all.get(file)?.parameter(INVENTORY));
            let texts = given.and_then(Value::as_sequence).into_iter().flatten();
            texts.filter_map(Value::as_str).any(|text| text.contains("\"inventory_provider\":\"invented\""))
        })
    });
    let set = move |event| {
        if let Ok(number) = event_target_value(&event).trim().parse() {
            count.set(number);
        }
    };
    view! {
        <form class="invent" title=words::invent_hint() on:submit=invent>
            <label class="field-label" for="n-invented">{words::per_demand()}</label>
            <input id="n-invented" type="number" min="1" max=MAX_INVENTED.to_string() prop:value=move || count.get().to_string() on:change=set />
            <button type="submit" class="mini" data-invent>{words::invent()}</button>
        </form>
        <Show when=move || is_invented.get()>
            <p class="problem warning" role="status" data-invented>{words::is_invented()}</p>
        </Show>
    }
}

fn inventory_of(analysis: &Analysis, file: &FilePath, count: usize) -> Option<String> {
    let root = analysis.file(file)?.root.clone()?;
    Some(invented(&View::new(&root), count))
}

/// A number with at most two decimals.
fn number(value: f64) -> String {
    rounded(value, 2)
}

/// The candidates of a plan.
fn names(candidates: &Named<String>) -> String {
    candidates.0.iter().map(|(_, name)| name.as_str()).collect::<Vec<_>>().join(", ")
}

/// The heading with the state of the search.
fn result(document: &Placement) -> impl IntoView + use<> {
    let first = document.plans.first();
    let state = match (first, document.gap) {
        (None, _) if document.conflict.is_empty() && !document.optimal && !document.partial => {
            words::no_plan_yet().to_owned()
        }
        (None, _) => words::no_plan().to_owned(),
        (Some(_), _) if document.solver == "conductor" => words::by_conductor().to_owned(),
        (Some(_), _) if document.partial => words::partial().to_owned(),
        (Some(_), _) if document.optimal => words::optimal().to_owned(),
        (Some(_), gap) => words::best_so_far(&number(gap.unwrap_or(1.0) * 100.0)),
    };
    let value = first.map(
        |plan| view! { ": "<b class="number" data-value>{number(plan.value)}</b>" ("{document.objective.clone()}")" },
    );
    let placed = first.map(|plan| {
        let rows = plan.candidates.0.iter().map(|(demand, candidate)| {
            view! { <tr><th scope="row">{demand.clone()}</th><td data-placed=demand.clone()>{candidate.clone()}</td></tr> }
        });
        view! {
            <table>
                <thead><tr><th scope="col">{words::demand()}</th><th scope="col">{words::candidate()}</th></tr></thead>
                <tbody>{rows.collect_view()}</tbody>
            </table>
        }
    });
    view! {
        <h2 class="inspector-section">{words::result()}</h2>
        <p role="status" data-result>{state}{value}</p>
        {placed}
    }
}

/// The constraints that exclude each other, with the least change of each.
fn conflict(members: &[Member]) -> Option<impl IntoView + use<>> {
    let rows = members.iter().map(|member| {
        let change = match (&member.plan, member.change.as_str()) {
            (None, "unknown") => words::helps_unknown().to_owned(),
            (None, _) => words::helps_not().to_owned(),
            (Some(_), "removed") => words::without_it().to_owned(),
            (Some(_), change) => change.to_owned(),
        };
        let plan = member.plan.as_ref().map(|plan| format!("{} ({})", names(&plan.candidates), number(plan.value)));
        view! { <tr data-conflict=member.constraint.clone()><th scope="row">{member.constraint.clone()}</th><td>{change}</td><td>{plan}</td></tr> }
    });
    let rows = rows.collect_view();
    (!members.is_empty()).then(|| {
        view! {
            <h3>{words::conflict()}</h3>
            <p>{words::conflict_hint()}</p>
            <table>
                <thead><tr><th scope="col">{words::constraint()}</th><th scope="col">{words::least_change()}</th><th scope="col">{words::plan_then()}</th></tr></thead>
                <tbody>{rows}</tbody>
            </table>
        }
    })
}

/// The value of the plan, term by term.
fn terms(terms: &[Term]) -> Option<impl IntoView + use<>> {
    let total = terms.iter().map(|term| term.value).sum();
    let rows = terms.iter().map(|term| {
        view! {
            <tr>
                <th scope="row">{format!("{} – {}", term.of, term.demand)}</th>
                <td class="number">{number(term.number)}</td>
                <td class="number">{number(term.weight)}</td>
                <td class="number">{number(term.value)}</td>
            </tr>
        }
    });
    let rows = rows.collect_view();
    (!terms.is_empty()).then(|| {
        view! {
            <h3>{words::terms()}</h3>
            <table>
                <thead><tr>
                    <th scope="col">{words::term()}</th><th scope="col" class="number">{words::distance()}</th>
                    <th scope="col" class="number">{words::weight()}</th><th scope="col" class="number">{words::value()}</th>
                </tr></thead>
                <tbody>{rows}</tbody>
                <tfoot><tr><th scope="row" colspan="3">{words::total()}</th><td class="number">{number(total)}</td></tr></tfoot>
            </table>
        }
    })
}

/// The best plan and the following ones.
fn plans(plans: &[PlacementPlan]) -> Option<impl IntoView + use<>> {
    let rows = plans.iter().enumerate().map(|(index, plan)| {
        let extra = plan.extra.map(|extra| format!("+{}", number(extra)));
        view! {
            <tr data-plan=index.to_string()>
                <th scope="row">{index + 1}</th>
                <td>{names(&plan.candidates)}</td>
                <td class="number">{number(plan.value)}</td>
                <td class="number">{number(plan.cost)}</td>
                <td class="number">{extra}</td>
            </tr>
        }
    });
    let rows = rows.collect_view();
    (plans.len() > 1).then(|| {
        view! {
            <h3>{words::plans()}</h3>
            <table>
                <thead><tr>
                    <th scope="col">"#"</th><th scope="col">{crate::words::preview::plan()}</th><th scope="col" class="number">{words::value()}</th>
                    <th scope="col" class="number">{words::cost()}</th><th scope="col" class="number">{words::extra()}</th>
                </tr></thead>
                <tbody>{rows}</tbody>
            </table>
        }
    })
}

/// The reason for which a candidate is not chosen.
fn why(reason: Option<&Reason>) -> Option<impl IntoView + use<>> {
    let reason = reason?;
    let candidate = reason.candidate.as_str();
    let text = match (reason.result.as_str(), &reason.plan) {
        ("chosen", _) => words::why_chosen(candidate),
        ("worse", Some(plan)) => words::why_worse(candidate, &number(plan.extra.unwrap_or_default())),
        ("excluded", _) => {
            let by: Vec<&str> = reason.conflict.iter().map(|member| member.constraint.as_str()).collect();
            words::why_excluded(candidate, &by.join(", "))
        }
        _ => words::why_unknown(candidate),
    };
    let cost = reason.cost.map(|cost| words::why_cost(candidate, &number(cost)));
    Some(view! {
        <h3>{words::ask_why_of(candidate)}</h3>
        <p role="status" data-why>{text}" "{cost}</p>
    })
}

/// The candidates of each demand as tables, ranked.
#[component]
fn Candidates(
    file: FilePath,
    document: Document,
    found: Signal<Option<ComputedPreview>>,
    n_listed: RwSignal<usize>,
) -> impl IntoView {
    let demands = Memo::new(move |_| {
        let names = |document: &Placement| document.demands.0.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
        document.with(|document| document.as_ref().map(names).unwrap_or_default())
    });
    view! {
        <section class="placement">
            <For each=move || demands.get() key=String::clone children=move |demand| {
                view! { <CandidatesOf file=file.clone() document=document found=found demand=demand n_listed=n_listed /> }
            } />
        </section>
    }
}

#[component]
fn CandidatesOf(
    file: FilePath,
    document: Document,
    found: Signal<Option<ComputedPreview>>,
    demand: String,
    /// The number of candidates in the document.
    n_listed: RwSignal<usize>,
) -> impl IntoView {
    let editor = Editor::expect();
    let demand = StoredValue::new(demand);
    let file = StoredValue::new(file);
    let limit = RwSignal::new(PAGE);
    let all = move || {
        document.with(|document| {
            let all = document.as_ref()?.demands.0.iter().find(|(name, _)| demand.with_value(|demand| demand == name));
            let chosen = document.as_ref()?.plans.first().and_then(|plan| {
                let own = plan.candidates.0.iter().find(|(name, _)| demand.with_value(|demand| demand == name));
                own.map(|(_, candidate)| candidate.clone())
            });
            all.map(|(_, all)| (all.iter().take(limit.get()).cloned().collect::<Vec<_>>(), chosen))
        })
    };
    let all = Memo::new(move |_| all().unwrap_or_default());
    Effect::new(move |_| {
        let wanted = limit.get();
        if wanted > n_listed.get_untracked() {
            n_listed.set(wanted);
        }
    });
    let ask = move |candidate: &str| {
        let asked = demand.with_value(|demand| format!("{demand}={candidate}"));
        editor.questions.update(|questions| {
            let question = questions.entry(file.get_value()).or_default();
            question.settings.insert(WHY.to_owned(), Value::from(asked));
        });
    };
    let rows = move || {
        let (listed, chosen) = all.get();
        let rows = listed.into_iter().map(|candidate| {
            let is_chosen = chosen.as_deref() == Some(candidate.name.as_str());
            row(candidate, is_chosen, ask)
        });
        rows.collect_view()
    };
    // More candidates than the table lists are counted.
    let n_all = Memo::new(move |_| {
        found.with(|found| match &*found.as_ref()?.outcome {
            Outcome::Placement(placement) => {
                let problem = &placement.problem;
                let index = demand.with_value(|demand| problem.demand(demand))?;
                problem.demands.get(index).map(|demand| demand.candidates.len())
            }
            Outcome::Expansion(_) | Outcome::Deployment(_) | Outcome::Installation(_) => None,
        })
    });
    let n_all = move || n_all.get().unwrap_or_default();
    let total = Signal::derive(move || n_all().min(MAX_LISTED));
    let title = move || demand.with_value(|demand| words::candidates_for(demand, n_all()));
    view! {
        <details open data-candidates=demand.get_value()>
            <summary>{title}</summary>
            <table>
                <thead><tr>
                    <th scope="col">{words::candidate()}</th><th scope="col" class="number">{words::distance()}</th>
                    <th scope="col" class="number">{words::cost()}</th><th scope="col" class="number">{words::value()}</th>
                    <th scope="col">{words::outcome()}</th>
                </tr></thead>
                <tbody>{rows}</tbody>
            </table>
            <More total=total limit=limit page=PAGE />
        </details>
    }
}

/// A candidate, with the button that asks why it is not chosen.
fn row(candidate: Candidate, is_chosen: bool, ask: impl Fn(&str) + Copy + Send + 'static) -> impl IntoView {
    let Candidate { name, distance, cost, value, eliminated, .. } = candidate;
    let outcome = match eliminated {
        _ if is_chosen => view! { <b>{crate::words::preview::chosen()}</b> }.into_any(),
        Some(by) => view! { <span>{words::eliminated("")}<span lang="en">{by}</span></span> }.into_any(),
        None => {
            let (asked, label) = (name.clone(), words::ask_why_of(&name));
            view! { <button type="button" class="mini" aria-label=label on:click=move |_| ask(&asked)>{words::why()}</button> }
                .into_any()
        }
    };
    view! {
        <tr class:chosen=is_chosen data-candidate=name.clone()>
            <th scope="row">{name.clone()}</th>
            <td class="number">{distance.map(|distance| format!("{} km", number(distance)))}</td>
            <td class="number">{number(cost)}</td>
            <td class="number">{value.map(number)}</td>
            <td>{outcome}</td>
        </tr>
    }
}

/// The result of conductor beside the best plan for its objective.
fn conductor(document: &Placement) -> impl IntoView + use<> {
    let own = &document.conductor;
    let text = match (own.result.as_str(), &own.missed) {
        ("found", None) => words::same_plan().to_owned(),
        ("found", Some(_)) => words::differs().to_owned(),
        ("not-found", Some(_)) => words::misses().to_owned(),
        ("not-found", None) => words::finds_nothing().to_owned(),
        ("random", _) => words::picks_any().to_owned(),
        ("fails", _) => words::fails(own.message.as_deref().unwrap_or_default()),
        _ => words::gave_up().to_owned(),
    };
    let line = |title: &'static str, plan: String, value: Option<f64>| {
        view! { <tr><th scope="row">{title}</th><td>{plan}</td><td class="number">{value.map(number)}</td></tr> }
    };
    let theirs = own.plan.as_ref().map(|plan| line(words::its_plan(), names(plan), own.value));
    let best = own.missed.as_ref().map(|best| line(words::best(), names(&best.candidates), Some(best.value)));
    let differs = own.missed.is_some();
    let table = (theirs.is_some() || best.is_some()).then(|| {
        view! {
            <table>
                <thead><tr><th></th><th scope="col">{words::candidate()}</th><th scope="col" class="number">{words::value()}</th></tr></thead>
                <tbody>{theirs}{best}</tbody>
            </table>
        }
    });
    view! {
        <h3>{words::conductor()}</h3>
        <p class:problem=differs class:warning=differs data-conductor=own.result.clone()>{text}</p>
        {table}
    }
}

/// The ranges of weights and thresholds in which the plan stays the same.
fn sensitivity(document: &Placement) -> Option<impl IntoView + use<>> {
    let ends = |range: Interval, unit: &str| {
        let end = |value: f64| format!("{}{unit}", number(value));
        match (range.from, range.to) {
            (Some(from), Some(to)) => format!("{} – {}", number(from), end(to)),
            (Some(from), None) => crate::words::preview::at_least(&end(from)),
            (None, Some(to)) => crate::words::preview::at_most(&end(to)),
            (None, None) => words::unlimited().to_owned(),
        }
    };
    let weights = document
        .weights
        .iter()
        .map(|one| (format!("{} – {}", one.of, one.demand), number(one.weight), ends(one.range, "")));
    let thresholds = document.ranges().map(|(constraint, bound, range)| {
        let name = match bound {
            None => constraint.to_owned(),
            Some(Bound::Lower) => words::lower_bound(constraint),
            Some(Bound::Upper) => words::upper_bound(constraint),
        };
        (name, String::new(), ends(range.range, &format!(" {}", range.unit)))
    });
    let rows: Vec<_> = weights.chain(thresholds).collect();
    (!rows.is_empty()).then(|| {
        let rows = rows.into_iter().map(|(name, now, range)| {
            view! { <tr data-range=name.clone()><th scope="row">{name.clone()}</th><td class="number">{now}</td><td class="number">{range}</td></tr> }
        });
        view! {
            <h3>{words::sensitivity()}</h3>
            <p>{words::sensitivity_hint()}</p>
            <table>
                <thead><tr><th></th><th scope="col" class="number">{words::weight()}</th><th scope="col" class="number">{words::range()}</th></tr></thead>
                <tbody>{rows.collect_view()}</tbody>
            </table>
        }
    })
}

/// The constraints that are assumed to hold.
fn assumed(document: &Placement) -> Option<impl IntoView + use<>> {
    let rows = document.assumed.0.iter().map(|(name, reason)| {
        view! { <li data-assumed=name.clone()><span class="badge">{words::assumed()}</span>" "<b>{name.clone()}</b>": "<span lang="en">{reason.clone()}</span></li> }
    });
    let rows = rows.collect_view();
    (!document.assumed.is_empty()).then(|| {
        view! {
            <h3>{words::assumed()}</h3>
            <p>{words::assumed_hint()}</p>
            <ul class="several">{rows}</ul>
        }
    })
}
