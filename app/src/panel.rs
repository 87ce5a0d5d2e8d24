//! The panels around the canvas: each reads the store and gives back changes.

pub mod files;
pub mod inputs;
pub mod inspector;
pub mod palette;
pub mod preview;
pub mod problems;
