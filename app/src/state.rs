//! The reactive state of the modeller, and the tables of functions that upper layers and lazily loaded modules register.

pub mod canvas;
pub mod command;
pub mod dragging;
pub mod editor;
pub mod folds;
pub mod gesture;
pub mod host;
pub mod isolation;
pub mod keys;
pub mod loading;
pub mod modules;
pub mod opening;
pub mod operations;
pub mod panes;
pub mod preview;
pub mod progress;
pub mod question;
pub mod services;
pub mod text_pane;
pub mod unsaved;
