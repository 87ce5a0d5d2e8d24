//! The program `descriptorium`: checks catalogs of descriptors, expands them, renders them as documentation sites, and
//! serves them to the modeller. Commands only read input and print output; all results come from the core.

pub mod command;
pub mod content;
pub mod finding;
pub mod folder;
pub mod git;
pub mod graph;
pub mod hash;
pub mod html;
pub mod input;
pub mod lsp;
pub mod modeller;
pub mod pages;
pub mod parallel;
pub mod printable;
pub mod progress;
pub mod search;
pub mod server;
pub mod versions;
