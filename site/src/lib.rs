//! The program `descriptorium`: it checks catalogs of descriptors, expands them, renders them as documentation, and
//! serves them to the modeller. The commands are thin: what they say is a function of the core's analysis.

pub mod command;
pub mod content;
pub mod finding;
pub mod folder;
pub mod graph;
pub mod hash;
pub mod html;
pub mod input;
pub mod lsp;
pub mod pages;
pub mod parallel;
pub mod progress;
pub mod search;
pub mod server;
pub mod versions;
