//! The modeller: descriptors on a canvas and as YAML, side by side, with every change visible in both at once.
//!
//! State is in one store, [`state::editor::Editor`]; views read it and return changes.
//!
//! The modules are layers, listed from the bottom up: each uses only those above it in this list, and no two files
//! import each other, directly or through others (`tests/tests/suite/app_layers.rs`). A function of an upper layer that
//! a lower one has to call, or that is loaded lazily, is registered in a table which the lower layer declares
//! ([`state::modules::Slot`]).

pub mod words;

pub mod browser;

pub mod model;

pub mod state;

pub mod storage;

pub mod gestures;

pub mod views;

pub mod lazy;

pub mod app;

use leptos::mount::mount_to_body;

/// Mounts the editor in the page.
pub fn start_editor() {
    console_error_panic_hook::set_once();
    mount_to_body(app::App);
}
