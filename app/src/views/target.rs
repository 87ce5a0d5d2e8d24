//! The form for the target of a requirement, which is in the module of its language.

use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use leptos::prelude::*;

use crate::state::modules::Slot;

/// Shows the form for the requirement at a path of a file, with its title.
pub struct TargetView {
    pub view: fn(FilePath, NodePath, String) -> AnyView,
}

pub static TARGET: Slot<TargetView> = Slot::new();

/// The form; a note while its module is loading.
pub fn target(file: FilePath, path: NodePath, title: String) -> AnyView {
    match TARGET.get() {
        Some(form) => (form.view)(file, path, title),
        None => view! { <p class="empty">{crate::words::shell::loading()}</p> }.into_any(),
    }
}
