//! The YAML parser and its edits.

mod differential;
mod edit_laws;
mod edits;
mod events;
mod format;
mod incremental;
pub mod mutations;
mod official;
mod resilience;
mod spans;
pub mod texts;
