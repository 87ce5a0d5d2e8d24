//! Provides the services of a language once its module has been fetched.

use descriptorium_core::language::Language;
use descriptorium_core::semantics::Services;

use crate::state::editor::Editor;
use crate::state::modules::{Fetched, LoadState};
use crate::state::operations::OPERATIONS;
use crate::words::shell as words;

/// Waits until the services of a language have arrived, which `load` fetches; the first time, the files of the language are
/// checked from then on.
///
/// # Errors
///
/// If the module could not be fetched. The error is a message for the user.
pub async fn provide(
    editor: Editor,
    language: Language,
    load: fn() -> Fetched<Option<&'static Services>>,
) -> Result<(), String> {
    let is_here = || editor.modules.provided().of(language).is_some();
    if is_here() {
        return Ok(());
    }
    editor.modules.set_load_state(language, LoadState::Loading);
    let services = load().await;
    // Another caller may have waited for it too.
    if is_here() {
        return Ok(());
    }
    match services {
        Some(services) => {
            editor.modules.provide(language, services);
            if let Some(operations) = OPERATIONS.get() {
                editor.serve(operations.settings);
            }
        }
        None => editor.modules.set_load_state(language, LoadState::Failed),
    }
    // Without them, the files of the other languages can be checked.
    editor.check();
    services.map(drop).ok_or_else(|| words::module_failed().to_owned())
}
