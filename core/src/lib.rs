//! What Descriptorium knows about orchestration descriptors: it parses, resolves, checks, draws, expands and edits
//! them, as text. Nothing in here reads a disk, a clock or a network; [`analysis`] is the boundary that the faces use, and
//! [`document`] the JSON that they print.
//!
//! The modules stand in reading order; each uses only those above it, but for [`language`], which is the one place that
//! tells the languages apart, and [`workspace`], which asks the project files of assemblies what their descriptors are
//! called.

pub mod sorting;

pub mod text;

pub mod edit;

pub mod diagnostic;

pub mod markdown;

pub mod syntax;

pub mod symbol;

pub mod hover;

pub mod inherited;

pub mod naming;

pub mod template;

pub mod schema;

pub mod profiles;

pub mod language;

pub mod exclusion;

pub mod package;

pub mod content;

pub mod workspace;

pub mod catalog;

pub mod settings;

pub mod memo;

pub mod context;

pub mod completion;

pub mod exports;

pub mod topology;

pub mod editing;

pub mod preview;

pub mod assembly;

pub mod tosca;

pub mod asd;

pub mod homing;

pub mod rules;

pub mod semantics;

pub mod scene;

pub mod analysis;

pub mod document;
