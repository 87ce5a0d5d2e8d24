//! What the open assembly becomes: its instances with their values and where each came from, and the plan.

use descriptorium_core::diagnostic::Severity;
use descriptorium_core::expansion::plan::Action;
use descriptorium_core::expansion::{Expansion, Instance, InstanceProperty, Intent};
use descriptorium_core::language::Language;
use leptos::prelude::*;

use crate::editor::{Editor, Shared};
use crate::panel::inputs::InputsForm;

/// How many instances are listed; the rest is counted.
const SHOWN: usize = 500;

#[component]
pub fn Preview() -> impl IntoView {
    let editor = Editor::expect();
    let assembly = Memo::new(move |_| {
        let analysis = editor.analysis.get();
        editor
            .file
            .get()
            .filter(|path| analysis.file(path).is_some_and(|file| file.language == Some(Language::Assembly)))
    });
    let expansion = Memo::new(move |_| {
        let path = assembly.get()?;
        let inputs = editor.inputs.with(|inputs| inputs.get(&path).cloned()).unwrap_or_default();
        Some(Shared(std::sync::Arc::new(editor.analysis.get().expansion(&path, &inputs, &Intent::Install))))
    });
    view! {
        <div class="preview">
            <Show when=move || assembly.with(Option::is_none)>
                <p class="empty">"Open an assembly to see what it expands to."</p>
            </Show>
            {move || assembly.get().map(|file| view! { <InputsForm file=file /> })}
            {move || expansion.get().map(|expansion| view! { <Result expansion=expansion /> })}
        </div>
    }
}

#[component]
fn Result(expansion: Shared<Expansion>) -> impl IntoView {
    let errors = expansion.diagnostics.iter().filter(|diagnostic| diagnostic.severity != Severity::Info);
    let errors = errors.map(|diagnostic| {
        let class = format!("problem {}", diagnostic.severity.name());
        view! { <li class=class>{diagnostic.message.clone()}</li> }
    });
    let total = expansion.instances.len();
    let instances = expansion.instances.iter().take(SHOWN).map(|found| instance(found, depth(&expansion, found)));
    let rest = (total > SHOWN).then(|| view! { <p class="empty">{format!("and {} more", total - SHOWN)}</p> });
    let stages = expansion.plan.stages.iter().map(|stage| {
        view! { <li class="stage"><ul>{stage.iter().map(action).collect_view()}</ul></li> }
    });
    view! {
        <ul class="problem-list">{errors.collect_view()}</ul>
        <h4 class="inspector-section">{format!("Instances ({total})")}</h4>
        <div class="instances">{instances.collect_view()}</div>
        {rest}
        <h4 class="inspector-section">"Plan"</h4>
        <ol class="plan">{stages.collect_view()}</ol>
    }
}

fn depth(expansion: &Expansion, of: &Instance) -> usize {
    let mut depth = 0;
    let mut parent = of.parent.as_deref();
    while let Some(name) = parent.filter(|_| depth < 50) {
        depth += 1;
        parent = expansion.instances.iter().find(|found| found.name == name).and_then(|found| found.parent.as_deref());
    }
    depth
}

fn instance(found: &Instance, depth: usize) -> impl IntoView + use<> {
    let class = format!("instance {} depth-{}", found.kind.name(), depth.min(8));
    let properties = found.properties.iter().map(property).collect_view();
    view! {
        <details class=class data-instance=found.name.clone() open=depth == 0>
            <summary>
                <span class="instance-name">{found.name.clone()}</span>
                <span class="instance-type">{found.type_name.clone()}</span>
            </summary>
            <table class="values"><tbody>{properties}</tbody></table>
        </details>
    }
}

fn property(found: &InstanceProperty) -> impl IntoView + use<> {
    let symbolic = found.value.is_symbolic();
    let class = if symbolic { "value symbol" } else { "value" };
    view! {
        <tr data-property=found.name.to_string()>
            <th scope="row">{found.name.to_string()}</th>
            <td class=class>{found.value.to_string()}</td>
            <td class="origin">{found.origin.name()}</td>
        </tr>
    }
}

fn action(found: &Action) -> impl IntoView + use<> {
    let why: Vec<String> = found.reasons.iter().map(|reason| reason.cause.to_string()).collect();
    view! {
        <li class="action" title=why.join("\n")>
            <span class="action-name">{found.action.clone()}</span>
            " "
            <span class="action-instance">{found.instance.clone()}</span>
        </li>
    }
}
