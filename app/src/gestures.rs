//! Pointer, keys and clipboard, translated into selections and commands.

pub mod actions;
pub mod address;
pub mod all_actions;
pub mod attach;
pub mod clipboard;
pub mod components;
pub mod confirm;
pub mod connect;
pub mod diagrams;
pub mod effects;
pub mod files;
pub mod fixes;
pub mod folds;
pub mod import;
pub mod isolation;
pub mod language_actions;
pub mod lazy;
pub mod locale;
pub mod menu;
pub mod navigation;
pub mod pointer;
pub mod reconnect;
pub mod selection;
pub mod targets;
pub mod text_answers;
pub mod text_pane;
