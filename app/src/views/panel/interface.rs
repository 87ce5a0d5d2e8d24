//! The interface of a component's type besides properties - capabilities, requirements, operations, metrics - from
//! which entries can be promoted; and the scale policies of a cluster.

use descriptorium_core::analysis::Analysis;
use descriptorium_core::assembly::model::{Name, Text};
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use descriptorium_core::topology::Command;
use leptos::html::Details;
use leptos::prelude::*;

use crate::views::message::message;
use crate::views::panel::form::Form;
use crate::words::{Words, inspector as words};

/// The sections of a descriptor with entries to promote, and their headings.
const SECTIONS: [(&str, Words); 4] = [
    ("capabilities", words::capabilities),
    ("requirements", words::requirements),
    ("operations", words::operations),
    ("metrics", words::metrics),
];

/// An entry in the interface of a component's type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Member {
    name: String,
    detail: String,
    /// Why it cannot be promoted.
    refused: Option<String>,
}

/// The sections of the type of the component at `part` that are not empty.
#[component]
pub fn Interface(part: NodePath) -> impl IntoView {
    let form = Form::expect();
    let at = part.clone();
    let counts = Memo::new(move |_| {
        form.ask(|analysis, file| SECTIONS.map(|(section, _)| offered(analysis, file, &at, section).len()))
    });
    let sections = move |part: &NodePath| {
        let numbered = SECTIONS.into_iter().enumerate();
        let sections = numbered.map(|(at, (section, label))| {
            let count = Memo::new(move |_| counts.get()[at]);
            view! { <Section part=part.clone() section=section label=label() count=count /> }
        });
        sections.collect_view()
    };
    view! {
        <Show when=move || counts.get() != [0; SECTIONS.len()]>
            <h3 class="inspector-section">{words::of_type()}</h3>
            {sections(&part)}
        </Show>
    }
}

#[component]
fn Section(part: NodePath, section: &'static str, label: &'static str, count: Memo<usize>) -> impl IntoView {
    let form = Form::expect();
    let open = RwSignal::new(false);
    let details = NodeRef::<Details>::new();
    let toggled = move |_| {
        if let Some(details) = details.get_untracked() {
            open.set(details.open());
        }
    };
    let shown = part.clone();
    let members = Memo::new(move |_| {
        if open.get() { form.ask(|analysis, file| members(analysis, file, &shown, section)) } else { Vec::new() }
    });
    let group = format!("{part}/{section}");
    view! {
        <Show when=move || { count.get() > 0 }>
            <details class="group" node_ref=details on:toggle=toggled data-offers=group.clone()>
                <summary><span class="group-name">{label}</span><span class="group-count">{count}</span></summary>
                <div class="group-body">
                    <For each={move || members.get()} key=Member::clone children={
                        let part = part.clone();
                        move |member| view! { <Offer part=part.clone() section=section member=member /> }
                    } />
                </div>
            </details>
        </Show>
    }
}

#[component]
fn Offer(part: NodePath, section: &'static str, member: Member) -> impl IntoView {
    let form = Form::expect();
    let Member { name, detail, refused } = member;
    let path = part.key(section).key(&name);
    let button = match &refused {
        Some(_) => ().into_any(),
        None => {
            let title = words::promote_named(&name);
            let click = move |_| {
                form.command(&Command::Promote { path: path.clone(), name: None });
            };
            view! { <button type="button" class="mini promote" title=title.clone() aria-label=title on:click=click>"↥"</button> }.into_any()
        }
    };
    view! {
        <div class="offer" data-offer=name.clone()>
            <span class="offer-name">{name.clone()}" "<em>{detail}</em></span>
            {button}
            {refused.map(|why| view! { <p class="offer-why">{message(&why)}</p> })}
        </div>
    }
}

/// The names in a section of the type of `part`, with a short note on each.
fn offered(analysis: &Analysis, file: &FilePath, part: &NodePath, section: &str) -> Vec<(String, String)> {
    let Some(of) = analysis.part_type(file, part) else { return Vec::new() };
    let row = |name: &Name, detail: &Option<Text>| {
        let detail = detail.as_ref().map_or(String::new(), |text| text.value.to_string());
        (name.text.to_string(), detail)
    };
    match section {
        "capabilities" => of.capabilities.iter().map(|found| row(&found.name, &found.type_name)).collect(),
        "requirements" => of.requirements.iter().map(|found| row(&found.name, &found.type_name)).collect(),
        "operations" => of.operations.iter().map(|found| row(&found.name, &found.description)).collect(),
        "metrics" => of.metrics.iter().map(|found| row(&found.name, &found.type_name)).collect(),
        _ => Vec::new(),
    }
}

fn members(analysis: &Analysis, file: &FilePath, part: &NodePath, section: &str) -> Vec<Member> {
    let offered = offered(analysis, file, part, section).into_iter();
    let members = offered.map(|(name, detail)| {
        let command = Command::Promote { path: part.key(section).key(&name), name: None };
        let refused = analysis.command(file, &command).err().map(|why| why.to_string());
        Member { name, detail, refused }
    });
    members.collect()
}

/// The scale policies of a cluster, and a button to add one for a metric.
#[component]
pub fn Scaling(part: NodePath) -> impl IntoView {
    let form = Form::expect();
    let at = part.clone();
    let is_cluster = Memo::new(move |_| form.ask(|analysis, file| is_cluster(analysis, file, &at)));
    view! {
        <Show when=move || is_cluster.get()>
            <h3 class="inspector-section">{words::scaling()}</h3>
            <Policies part=part.clone() />
        </Show>
    }
}

#[component]
fn Policies(part: NodePath) -> impl IntoView {
    let form = Form::expect();
    let editor = form.editor();
    let at = part.clone();
    let policies = Memo::new(move |_| form.ask(|analysis, file| policies(analysis, file, &at)));
    let metrics = Memo::new(move |_| form.ask(|analysis, file| analysis.load_metrics(file)));
    let chosen = RwSignal::new(None::<String>);
    let own = format!("{}.", part.last_key().unwrap_or(""));
    let metric = Memo::new(move |_| {
        let chosen = chosen.get();
        metrics.with(|metrics| {
            let is_chosen = metrics.iter().find(|metric| Some(metric.as_str()) == chosen.as_deref());
            // Most policies are for a metric of the cluster itself.
            let first = || metrics.iter().find(|metric| metric.starts_with(&own)).or(metrics.first());
            is_chosen.or_else(first).cloned()
        })
    });
    let add = move |_| {
        if let Some(metric) = metric.get_untracked() {
            form.command(&Command::AddPolicy { target: part.clone(), metric });
        }
    };
    let rows = move || {
        let rows = policies.get().into_iter().map(|(path, name, metric)| {
            let show = move |_| editor.selection.set(vec![path.clone()]);
            view! {
                <div class="offer" data-policy=name.clone()>
                    <span class="offer-name">{name.clone()}" "<em>{words::scaled_by(&metric)}</em></span>
                    <button type="button" class="mini" on:click=show>{crate::words::shortcuts::edit()}</button>
                </div>
            }
        });
        rows.collect_view()
    };
    let options = move || {
        let metrics = metrics.get().into_iter();
        metrics
            .map(|found| {
                let name = found.to_string();
                view! { <option value=name.clone() selected=move || metric.with(|metric| metric.as_ref() == Some(&found))>{name.clone()}</option> }
            })
            .collect_view()
    };
    let none = move || metrics.with(Vec::is_empty);
    view! {
        {rows}
        <Show when=none><p class="empty">{words::no_load_metric()}</p></Show>
        <div class="field-input" class:hidden=none>
            <select aria-label=words::metric() data-input="policy-metric" on:change=move |event| chosen.set(Some(event_target_value(&event)))>{options}</select>
            <button type="button" class="mini" data-input="add-policy" on:click=add>{words::add_policy()}</button>
        </div>
    }
}

/// Whether the component at `path` is a cluster.
fn is_cluster(analysis: &Analysis, file: &FilePath, path: &NodePath) -> bool {
    analysis.part(file, path).is_some_and(|part| part.cluster.is_some())
}

/// The policies that scale the component at `path`: path, name and metric.
fn policies(analysis: &Analysis, file: &FilePath, path: &NodePath) -> Vec<(NodePath, String, String)> {
    let Some(descriptor) = analysis.descriptor(file) else { return Vec::new() };
    let is = |text: &Option<Text>| text.as_ref().is_some_and(|text| Some(text.value.as_str()) == path.last_key());
    let policies = descriptor.policies.iter().filter(|policy| is(&policy.target));
    policies
        .map(|policy| {
            let metric = policy.metric.as_ref().map_or(String::new(), |metric| metric.value.to_string());
            (policy.name.path.clone(), policy.name.text.to_string(), metric)
        })
        .collect()
}
