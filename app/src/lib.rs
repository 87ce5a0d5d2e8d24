//! The modeller: descriptors on a canvas and as YAML, side by side and both live.
//!
//! State is in one store, [`editor::Editor`]; the panes read it and give back changes.

pub mod address;
pub mod app;
pub mod ask;
pub mod begin;
pub mod binding;
pub mod busy;
pub mod canvas;
pub mod changes;
pub mod command;
pub mod diff;
pub mod disk;
pub mod dom;
pub mod editor;
pub mod example;
pub mod files;
pub mod fixes;
pub mod follow;
pub mod history;
pub mod jump;
pub mod keep;
pub mod keys;
pub mod language;
pub mod later;
pub mod message;
pub mod names;
pub mod offsets;
pub mod open;
pub mod opening;
pub mod panel;
pub mod picker;
pub mod picture;
pub mod save;
pub mod search;
pub mod server;
pub mod splitter;
pub mod text_pane;
pub mod theme;
pub mod toolbar;
pub mod view;
pub mod words;

use leptos::mount::mount_to_body;

/// Puts the editor into the page.
pub fn start_editor() {
    console_error_panic_hook::set_once();
    mount_to_body(app::App);
}
