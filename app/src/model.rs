//! Values and pure functions on top of the core: geometry of the diagram, undo history, line diffs. No signals.

pub mod addition;
pub mod aria_labels;
pub mod arrange;
pub mod busy;
pub mod camera;
pub mod comparison;
pub mod connection;
pub mod connection_targets;
pub mod disk;
pub mod focus;
pub mod free_space;
pub mod history;
pub mod hit;
pub mod level;
pub mod neighbors;
pub mod offsets;
pub mod openings;
pub mod other_files;
pub mod outlines;
pub mod scene_view;
pub mod shared;
pub mod snap;
pub mod snapshot;
pub mod text_diff;
