//! The result of a deployment: requirements without a target with their candidates, the effects on the surroundings, and the
//! archive of the service template. It is in the module of TOSCA.

use descriptorium_core::semantics::Outcome;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use descriptorium_core::topology::{Command, End};
use descriptorium_core::tosca::deployment::effects::Effects;
use descriptorium_core::tosca::deployment::{Candidate, Dangling};
use descriptorium_core::tosca::packing;
use leptos::prelude::*;

use crate::state::canvas::Canvas;
use crate::state::editor::Editor;
use crate::state::preview::ComputedPreview;
use crate::state::question::Question;
use crate::views::message::message;
use crate::views::panel::preview::MAX_ROWS;
use crate::views::panel::preview::packing::pack_button;
use crate::words::{canvas, deployment as words, file_actions, packing as packing_words, placement, targets};

/// The panel for a service template.
pub fn panel(file: FilePath, found: Signal<Option<ComputedPreview>>) -> AnyView {
    let editor = Editor::expect();
    let shown = Memo::new(move |_| {
        found.with(|found| match &*found.as_ref()?.outcome {
            Outcome::Deployment(deployment) => Some((deployment.dangling.clone(), deployment.effects.clone())),
            Outcome::Expansion(_) | Outcome::Placement(_) | Outcome::Installation(_) => None,
        })
    });
    let of = file.clone();
    view! {
        {move || shown.get().map(|(dangling, effects)| {
            let open = (!dangling.is_empty()).then(|| open(editor, &of, &dangling));
            view! {
                {open}
                {effects_of(&effects)}
            }
        })}
        <section class="packing">{pack_button(editor, file, packing_words::archive_hint(), packing::pack_around)}</section>
    }
    .into_any()
}

/// The requirements whose targets the orchestrator selects. Choosing one assigns it.
fn open(editor: Editor, file: &FilePath, dangling: &[Dangling]) -> impl IntoView + use<> {
    let canvas = expect_context::<Canvas>();
    let all = dangling.iter().take(MAX_ROWS).map(|one| {
        let wanted = one.node_type.as_ref().or(one.capability_type.as_ref()).map(|of| words::wanted(of));
        let accepted = one.candidates.iter().any(|candidate| candidate.rejected.is_none());
        let none = (!accepted).then(|| view! { <p class="empty">{words::no_candidates()}</p> });
        let rows = one.candidates.iter().take(MAX_ROWS).map(|candidate| row(editor, file, one, candidate));
        // Nodes of a substituting topology are in another file.
        let find = (!one.node.contains('/')).then(|| {
            let (file, path) = (file.clone(), one.path.clone());
            let ask = move |_| canvas.ask(Question::Target { file: file.clone(), path: path.clone() }, None);
            let title = targets::find_named(&one.requirement, &one.node);
            view! { <button type="button" class="mini" data-find=one.name.to_string() aria-label=title on:click=ask>{targets::find()}</button> }
        });
        view! {
            <h3>{words::open_requirement(&one.node, &one.requirement)}</h3>
            <p class="hint">{wanted}" "{find}</p>
            {none}
            <table data-open=one.name.to_string()>
                <thead><tr><th scope="col">{placement::candidate()}</th><th scope="col">{words::verdict()}</th><th></th></tr></thead>
                <tbody>{rows.collect_view()}</tbody>
            </table>
        }
    });
    view! {
        <section class="placement" aria-label=words::open_requirements()>
            <h2 class="inspector-section">{words::open_requirements()}</h2>
            {all.collect_view()}
        </section>
    }
}

fn row(editor: Editor, file: &FilePath, of: &Dangling, candidate: &Candidate) -> impl IntoView + use<> {
    let verdict = match (&candidate.rejected, &candidate.undecided) {
        (Some(why), _) => view! { <span lang="en">{message(why)}</span> }.into_any(),
        (None, Some(value)) => words::depends_on(value).into_any(),
        (None, None) => words::fits().into_any(),
    };
    // Nodes of a substituting topology are in another file.
    let is_own = !of.node.contains('/') && !candidate.node.contains('/');
    let vertex = NodePath::keys(["topology_template", "node_templates", &of.node]);
    let choose = is_own.then(|| choose_button(editor, file, candidate, End { vertex, port: of.requirement.clone() }));
    view! { <tr><th scope="row">{candidate.name()}</th><td>{verdict}</td><td>{choose.flatten()}</td></tr> }
}

/// The button that assigns a candidate to the requirement `target`, if the candidate is accepted.
pub fn choose_button(editor: Editor, file: &FilePath, candidate: &Candidate, target: End) -> Option<AnyView> {
    let port = candidate.capability.clone().filter(|_| candidate.rejected.is_none())?;
    let source = End { vertex: target.vertex.parent()?.key(&candidate.node), port };
    let (file, command) = (file.clone(), Command::Connect { source, target });
    // `command_in` has already shown the error.
    let choose = move |_| drop(editor.command_in(&file, &command));
    let name = candidate.name();
    Some(
        view! { <button type="button" class="mini" data-choose=name.clone() on:click=choose>{words::choose(&name)}</button> }
            .into_any(),
    )
}

fn effects_of(effects: &Effects) -> Option<impl IntoView + use<>> {
    let ports = effects.ports.iter().map(|port| {
        let protocol = if port.protocol.is_empty() { String::new() } else { format!("/{}", port.protocol) };
        [port.from.to_string(), port.to.to_string(), format!("{}{protocol}", port.port), port.endpoint.clone()]
    });
    let stacks = effects.stacks.iter().map(|stack| [stack.host.to_string(), joined(&stack.nodes)]);
    let policies = effects.policies.iter().map(|policy| [policy.name.to_string(), joined(&policy.targets)]);
    let scripts = effects.scripts.iter().map(|script| {
        let host = script.host.as_ref().map(ToString::to_string).unwrap_or_default();
        [script.node.to_string(), script.operation.to_string(), script.file.clone(), host]
    });
    let tables = [
        table("ports", words::ports(), &[canvas::from(), words::to(), words::port(), words::stated_by()], ports),
        table("stacks", words::stacks(), &[words::host(), words::nodes()], stacks),
        table("policies", words::policies(), &[words::policy(), words::nodes()], policies),
        table(
            "scripts",
            words::scripts(),
            &[words::node(), words::operation(), file_actions::file(), words::runs_on()],
            scripts,
        ),
    ];
    let tables: Vec<_> = tables.into_iter().flatten().collect();
    (!tables.is_empty()).then(|| {
        view! {
            <section class="placement" aria-label=words::effects()>
                <h2 class="inspector-section">{words::effects()}</h2>
                {tables}
            </section>
        }
    })
}

fn joined<T: ToString>(names: &[T]) -> String {
    names.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// A table with its title; nothing without rows.
fn table<const N: usize>(
    id: &'static str,
    title: &'static str,
    heads: &[&'static str; N],
    rows: impl Iterator<Item = [String; N]>,
) -> Option<AnyView> {
    let rows: Vec<_> = rows
        .take(MAX_ROWS)
        .map(|cells| {
            let cells = cells.into_iter().enumerate().map(|(at, cell)| match at {
                0 => view! { <th scope="row">{cell}</th> }.into_any(),
                _ => view! { <td>{cell}</td> }.into_any(),
            });
            view! { <tr>{cells.collect_view()}</tr> }
        })
        .collect();
    let heads = heads.iter().map(|head| view! { <th scope="col">{*head}</th> }).collect_view();
    (!rows.is_empty()).then(|| {
        view! {
            <h3>{title}</h3>
            <table data-effects=id><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>
        }
        .into_any()
    })
}
