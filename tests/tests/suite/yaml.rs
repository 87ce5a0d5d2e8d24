//! What the YAML parser and its edits owe.

mod edits;
mod events;
mod official;
