//! What the YAML parser and its edits owe.

mod events;
mod official;
