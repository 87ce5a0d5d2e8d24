//! The dialogs for the name of an extracted descriptor, and of a type derived from that of a node template.

use descriptorium_core::syntax::NodePath;
use descriptorium_core::topology::Command;
use leptos::prelude::*;

use crate::gestures::components::{extract, proposed_name, proposed_type};
use crate::state::canvas::Canvas;
use crate::views::prompt::{Prompt, PromptField};
use crate::words::{canvas as words, file_actions, language_actions};

/// Asks for the name of the assembly that the selected components are moved to, or of the node type for node templates.
#[component]
pub fn Extract(title: String) -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let of_type = untrack(|| proposed_type(canvas.editor));
    let (text, label) = match of_type {
        Some(_) => (words::extract_nodes_means(), file_actions::name_of_node_type()),
        None => (words::extract_means(), file_actions::name_of_assembly()),
    };
    let name = of_type.or_else(|| untrack(|| proposed_name(canvas.editor))).unwrap_or_default();
    let name = PromptField::new(label, "new-assembly", name);
    let typed = name.text;
    let go = move || extract(canvas.editor, typed.get_untracked().trim());
    view! { <Prompt title=title text=text.to_owned() fields=vec![name] verb=file_actions::create() go=go /> }
}

/// Asks for the name of the type that is derived from that of a node template.
#[component]
pub fn DeriveType(title: String, path: NodePath, name: String) -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let name = PromptField::new(file_actions::name_of_node_type(), "new-type", name);
    let typed = name.text;
    let go = move || {
        let name = typed.get_untracked().trim().into();
        let command = Command::DeriveType { path: path.clone(), name: Some(name) };
        canvas.editor.command(&command).map_err(|error| error.to_string())
    };
    let text = language_actions::derive_from_means().to_owned();
    view! { <Prompt title=title text=text fields=vec![name] verb=file_actions::create() go=go /> }
}
