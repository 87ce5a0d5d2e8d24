//! The panels around the canvas: each reads the store and returns changes.

pub mod actions;
pub mod component;
pub mod field;
pub mod files;
pub mod findings;
pub mod form;
pub mod inputs;
pub mod inspector;
pub mod intent;
pub mod interface;
pub mod language_actions;
pub mod load_inputs;
pub mod other_files;
pub mod paging;
pub mod palette;
pub mod preview;
pub mod settings;
pub mod show_more;
pub mod type_members;
