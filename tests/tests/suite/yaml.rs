//! What the YAML parser and its edits owe.

mod differential;
mod edit_laws;
mod edits;
mod events;
mod mutations;
mod official;
mod resilience;
mod spans;
mod texts;
