//! The dialogs for the names of new components and of extracted descriptors.

use descriptorium_core::assembly::model::Text;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::topology::Command;
use leptos::prelude::*;

use crate::gestures::components::{extract, proposed_name, proposed_type};
use crate::model::shared::Shared;
use crate::model::snapshot::Snapshot;
use crate::state::canvas::Canvas;
use crate::state::editor::Editor;
use crate::views::prompt::{Prompt, PromptField};
use crate::words::{canvas as words, file_actions};

/// Asks for the name of a new component, which has a generated one.
#[component]
pub fn Name(title: String, path: NodePath) -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let was = path.last_key().unwrap_or_default().to_owned();
    let name = PromptField::new(words::name_it(), "component-name", was.clone());
    let typed = name.text;
    // It belongs to the same step as the addition.
    let since = canvas.editor.analysis.get_untracked();
    let go = move || {
        let name = typed.get_untracked().trim().to_owned();
        if name == was {
            return Ok(());
        }
        let renamed = path.parent().map(|parent| parent.key(&name));
        let rename = |since: &Shared<Snapshot>, path: &NodePath, name: &str| {
            let command = Command::Rename { path: path.clone(), name: name.into() };
            canvas.editor.complete(since, &command).map_err(|why| why.to_string())
        };
        rename(&since, &path, &name)?;
        // The same for the relationship that was added with it and is named after it; if that is refused, the
        // relationship keeps its name.
        if let Some((path, name)) = called_after(canvas.editor, &was, &name) {
            let _ = rename(&canvas.editor.analysis.get_untracked(), &path, &name);
        }
        canvas.editor.say(&words::called(&name));
        canvas.editor.selection.set(renamed.into_iter().collect());
        Ok(())
    };
    view! { <Prompt title=title text=String::new() fields=vec![name] verb=file_actions::rename() go=go /> }
}

/// The only relationship of a component that is named after its old name, and the corresponding new name; `None` if
/// that is in use.
fn called_after(editor: Editor, was: &str, name: &str) -> Option<(NodePath, String)> {
    let (analysis, file) = (editor.analysis.get_untracked(), editor.file.get_untracked()?);
    let relationships = analysis.descriptor(&file)?.relationships.iter();
    let is_of = |ends: &[Text]| ends.iter().any(|end| end.value.split('.').next() == Some(name));
    let mut renamed = relationships.clone().filter_map(|found| {
        let (from, to) = found.name.text.split_once("-to-")?;
        let other = if from == was && is_of(&found.source_capabilities) {
            format!("{name}-to-{to}")
        } else if to == was && is_of(&found.target_requirements) {
            format!("{from}-to-{name}")
        } else {
            return None;
        };
        Some((found.name.path.clone(), other))
    });
    let only = renamed.next().filter(|_| renamed.next().is_none());
    only.filter(|(_, name)| relationships.clone().all(|found| *found.name.text != **name))
}

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
