//! The modeller: descriptors on a canvas and as YAML, side by side and both live.

use leptos::mount::mount_to_body;
use leptos::prelude::*;

/// Puts the editor into the page.
pub fn start_editor() {
    console_error_panic_hook::set_once();
    mount_to_body(|| view! { <main>"Descriptorium"</main> });
}
