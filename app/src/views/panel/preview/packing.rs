//! The button that downloads the package of a descriptor.

use descriptorium_core::context::FileContext;
use descriptorium_core::csar::packing::{NotPacked, Packed};
use descriptorium_core::text::FilePath;
use leptos::prelude::*;

use crate::state::editor::Editor;
use crate::storage::download::download_bytes;
use crate::words::packing as words;

/// Packs a descriptor with everything that it names.
pub type Pack = fn(FileContext<'_>) -> Result<Packed, NotPacked>;

/// The button. `hint` is its tooltip.
pub fn pack_button(editor: Editor, file: FilePath, hint: &'static str, pack: Pack) -> impl IntoView {
    // Files that are not loaded yet are fetched, and the package is written when the last one has arrived.
    let is_packing = RwSignal::new(false);
    Effect::new(move |_| {
        editor.n_fetched.track();
        if is_packing.get() && untrack(|| download(editor, &file, pack)) {
            is_packing.set(false);
        }
    });
    // A frame may not download files.
    (!editor.host.is_present).then(|| {
        view! {
            <button type="button" class="tool" data-pack title=hint disabled=move || is_packing.get() on:click=move |_| is_packing.set(true)>{words::pack()}</button>
        }
    })
}

/// Downloads the package of a descriptor, and returns whether that is done.
fn download(editor: Editor, path: &FilePath, pack: Pack) -> bool {
    let analysis = editor.analysis.get_untracked();
    let Some(file) = analysis.file(path) else { return true };
    match pack(analysis.context(file)) {
        Ok(packed) => {
            download_bytes(editor, &format!("{}.csar", path.stem()), &packed.bytes);
            if !packed.notes.is_empty() {
                editor.say(&words::packed(&packed.notes.join("; ")));
            }
            true
        }
        Err(NotPacked::Coming) => false,
        Err(why @ (NotPacked::Missing(_) | NotPacked::Refused(_))) => {
            editor.fail(&words::not_packed(&why.to_string()));
            true
        }
    }
}
