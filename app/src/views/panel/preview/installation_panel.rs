//! The result of an installation: stages with commands, the sequence of SO-CNFM, the override values of each chart, the match
//! with clusters, and the networks. It is in the module of application service descriptors.

use descriptorium_core::asd::installation::helm;
use descriptorium_core::asd::installation::matching::Verdict;
use descriptorium_core::asd::packing::pack_around;
use descriptorium_core::context::FileContext;
use descriptorium_core::csar::packing::{NotPacked, Packed};
use descriptorium_core::document::preview::PartialValue;
use descriptorium_core::document::preview::installation::{Cluster, Installation, Item, Network};
use descriptorium_core::semantics::Outcome;
use descriptorium_core::text::FilePath;
use leptos::prelude::*;
use serde_json::Value;

use crate::browser::dom::is_hosted;
use crate::state::editor::Editor;
use crate::state::preview::ComputedPreview;
use crate::storage::download::download_text;
use crate::views::panel::preview::MAX_ROWS;
use crate::views::panel::preview::packing::pack_button;
use crate::words::{installation as words, packing, placement};

/// The panel for a descriptor.
pub fn panel(file: FilePath, found: Signal<Option<ComputedPreview>>) -> AnyView {
    let editor = Editor::expect();
    let document = Memo::new(move |_| {
        found.with(|found| match &*found.as_ref()?.outcome {
            Outcome::Installation(installation) => Some(Installation::new(installation)),
            Outcome::Expansion(_) | Outcome::Deployment(_) | Outcome::Placement(_) => None,
        })
    });
    let download = move |item: usize| {
        let text = found.with_untracked(|found| match &*found.as_ref()?.outcome {
            Outcome::Installation(installation) => {
                let item = installation.items.get(item)?;
                Some((item.file.clone()?, helm::text(&item.values)))
            }
            Outcome::Expansion(_) | Outcome::Deployment(_) | Outcome::Placement(_) => None,
        });
        if let Some((name, text)) = text {
            download_text(editor, &name, &text);
        }
    };
    view! {
        {move || document.with(|document| document.as_ref().map(|document| view! {
            <section class="placement" aria-label=words::stages()>
                {stages(document)}
                {commands(document)}
                {so_cnfm(document)}
                {values(document, download)}
                {clusters(&document.clusters)}
                {networks(&document.networks)}
            </section>
        }))}
        <section class="packing">{pack_button(editor, file, packing::pack_hint(), pack)}</section>
    }
    .into_any()
}

fn pack(context: FileContext<'_>) -> Result<Packed, NotPacked> {
    // A manifest states seconds.
    let now = String::from(js_sys::Date::new_0().to_iso_string());
    let released = format!("{}Z", now.split('.').next().unwrap_or(&now));
    pack_around(context, Some(&released))
}

/// The stages as rows, with the items that can run at any time beside them.
fn stages(document: &Installation) -> impl IntoView + use<> {
    let staged = document.stages.iter().map(|stage| (stage.order.to_string(), stage.items.join(", ")));
    let unordered =
        (!document.unordered.is_empty()).then(|| (words::any_time().to_owned(), document.unordered.join(", ")));
    let rows = staged.take(MAX_ROWS).chain(unordered).map(|(stage, items)| {
        view! { <tr data-stage=stage.clone()><th scope="row">{stage.clone()}</th><td>{items}</td></tr> }
    });
    view! {
        <h2 class="inspector-section">{words::stages()}</h2>
        <table>
            <thead><tr><th scope="col">{words::stage()}</th><th scope="col">{words::items()}</th></tr></thead>
            <tbody>{rows.collect_view()}</tbody>
        </table>
    }
}

/// The commands in the order of the plan, to be selected and copied.
fn commands(document: &Installation) -> Option<impl IntoView + use<>> {
    let command = |id: &String| document.items.iter().find(|item| item.id == *id)?.command.clone();
    let staged = document.stages.iter().flat_map(|stage| &stage.items).chain(&document.unordered);
    let lines: Vec<String> = staged.take(MAX_ROWS).filter_map(command).collect();
    (!lines.is_empty()).then(|| {
        view! {
            <h3>{words::commands()}</h3>
            <pre class="code" tabindex="0" data-commands aria-label=words::commands()>{lines.join("\n")}</pre>
        }
    })
}

fn so_cnfm(document: &Installation) -> Option<impl IntoView + use<>> {
    let found = document.so_cnfm.as_ref()?;
    let rows = found.sequence.iter().take(MAX_ROWS).map(|one| {
        let command = one.command.clone().unwrap_or_else(|| words::not_deployed().to_owned());
        view! { <li><b>{one.item.clone()}</b>" "<code>{command}</code></li> }
    });
    let skipped = (!found.skipped.is_empty()).then(|| {
        view! { <p class="problem warning" data-skipped>{words::skipped(&found.skipped.join(", "))}</p> }
    });
    Some(view! {
        <details data-so-cnfm>
            <summary>{words::so_cnfm()}</summary>
            <p>{words::so_cnfm_hint()}</p>
            <ol>{rows.collect_view()}</ol>
        </details>
        {skipped}
    })
}

/// A value in one line.
fn shown(known: &PartialValue) -> String {
    match known {
        PartialValue::Value(value) => json(value),
        PartialValue::Symbol(text) | PartialValue::Beginning(text) => text.clone(),
        PartialValue::List(items) => format!("[{}]", items.iter().map(shown).collect::<Vec<_>>().join(", ")),
        PartialValue::Map(entries) => {
            let entries = entries.0.iter().map(|(key, value)| format!("{key}: {}", shown(value)));
            format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
        }
    }
}

fn json(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// The override values of each chart.
fn values(document: &Installation, download: impl Fn(usize) + Copy + Send + 'static) -> AnyView {
    let charts = document.items.iter().enumerate().filter(|(_, item)| item.file.is_some());
    charts.take(MAX_ROWS).map(|(at, item)| values_of(item, move || download(at))).collect_view().into_any()
}

fn values_of(item: &Item, download: impl Fn() + Send + 'static) -> AnyView {
    let rows = item.values.0.iter().take(MAX_ROWS).map(|(path, one)| {
        let default = one.default.as_ref().map(json);
        view! {
            <tr data-value=path.clone()>
                <th scope="row">{path.clone()}</th><td>{shown(&one.known)}</td><td>{default}</td><td>{one.input.clone()}</td>
            </tr>
        }
    });
    let rows = rows.collect_view();
    let schemas = item.schemas.iter().map(|schema| {
        let (text, severity) = match schema.result.as_str() {
            "valid" => (words::schema_valid(), None),
            "invalid" => (words::schema_invalid(), Some("error")),
            _ => (words::schema_unknown(), Some("warning")),
        };
        let violations = schema.violations.iter().map(|one| view! { <li lang="en">{format!("{} {}", one.path, one.message)}</li> });
        let class = severity.map_or("empty".to_owned(), |severity| format!("problem {severity}"));
        view! { <p class=class data-schema=schema.result.clone()>{schema.chart.clone()}" "{text}</p><ul>{violations.collect_view()}</ul> }
    });
    let table = match item.values.is_empty() {
        true => view! { <p class="empty">{words::no_values()}</p> }.into_any(),
        false => view! {
            <table>
                <thead><tr>
                    <th scope="col">{words::path()}</th><th scope="col">{placement::value()}</th>
                    <th scope="col">{words::default()}</th><th scope="col">{words::input()}</th>
                </tr></thead>
                <tbody>{rows}</tbody>
            </table>
        }
        .into_any(),
    };
    // A frame may not download files.
    let save = (!is_hosted()).then(|| {
        view! { <button type="button" class="mini" data-download-values=item.id.clone() aria-label=words::download_values_of(&item.id) on:click=move |_| download()>{words::download_values()}</button> }
    });
    view! {
        <details open data-values=item.id.clone()>
            <summary>{words::values_of(&item.id)}</summary>
            {table}
            {schemas.collect_view()}
            {save}
        </details>
    }
    .into_any()
}

fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Ok => words::met(),
        Verdict::Unknown => words::not_known(),
        Verdict::Fail => words::not_met(),
    }
}

/// The clusters, the best first.
fn clusters(clusters: &[Cluster]) -> impl IntoView + use<> {
    let rows = clusters.iter().take(MAX_ROWS).enumerate().map(|(at, cluster)| {
        let is_best = at == 0;
        let requirements = cluster.requirements.iter().take(MAX_ROWS).map(|one| {
            view! {
                <tr data-requirement=one.name.clone()>
                    <th scope="row">{one.name.clone()}</th><td>{verdict(one.result)}</td><td lang="en">{one.reason.clone()}</td>
                </tr>
            }
        });
        view! {
            <details open=is_best data-cluster=cluster.name.clone()>
                <summary>{cluster.name.clone()}": "{verdict(cluster.result)}</summary>
                <table>
                    <thead><tr><th scope="col">{words::requirement()}</th><th scope="col">{placement::outcome()}</th><th scope="col">{words::reason()}</th></tr></thead>
                    <tbody>{requirements.collect_view()}</tbody>
                </table>
            </details>
        }
    });
    let rows = rows.collect_view();
    let none = clusters.is_empty().then(|| view! { <p class="empty">{words::no_cluster()}</p> });
    view! { <h3>{words::clusters()}</h3>{none}{rows} }
}

/// The networks of the connection points.
fn networks(networks: &[Network]) -> Option<impl IntoView + use<>> {
    let rows = networks.iter().take(MAX_ROWS).map(|one| {
        let interface = match &one.interface {
            None => words::cluster_network().to_owned(),
            Some(interface) => format!("{}, {}", interface.interface_type, interface.ipam),
        };
        let mate = one.mate.as_ref().map(|mate| format!(" ({})", words::pair_with(mate)));
        let attachments: Vec<String> =
            one.attachments.iter().map(|own| format!("{}/{}", shown(&own.namespace), shown(&own.name))).collect();
        let parameters: Vec<String> =
            one.parameters.iter().map(|own| format!("{} → {}:{}", own.attribute, own.chart, own.path)).collect();
        view! {
            <tr data-point=one.id.clone()>
                <th scope="row">{one.id.clone()}</th><td>{one.networks.join(", ")}{mate}</td><td>{interface}</td>
                <td>{attachments.join(", ")}</td><td>{parameters.join(", ")}</td>
            </tr>
        }
    });
    let rows = rows.collect_view();
    (!networks.is_empty()).then(|| {
        view! {
            <h3>{words::networks()}</h3>
            <table>
                <thead><tr>
                    <th scope="col">{words::connection_point()}</th><th scope="col">{words::networks()}</th>
                    <th scope="col">{words::interface()}</th><th scope="col">{words::attachments()}</th><th scope="col">{words::parameters()}</th>
                </tr></thead>
                <tbody>{rows}</tbody>
            </table>
        }
    })
}
