//! The core of Descriptorium: parses, resolves, checks, draws, expands and edits orchestration descriptors as text. It
//! does not access disk, clock or network; [`analysis`] is the API for the faces, and [`document`] the JSON that they
//! print.
//!
//! The modules are in reading order, and each uses only those above it. The exceptions are [`language`], the only
//! module that distinguishes between languages, and [`workspace`], which gets descriptor names from the project files
//! of assemblies.

pub mod sorting;

pub mod sorted_map;

pub mod number;

pub mod pattern;

pub mod text;

pub mod access;

pub mod edit;

pub mod diagnostic;

pub mod markdown;

pub mod syntax;

pub mod symbol;

pub mod similarity;

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

pub mod csar;

pub mod catalog;

pub mod settings;

pub mod released;

pub mod memo;

pub mod context;

pub mod completion;

pub mod assignable;

pub mod date;

pub mod exports;

pub mod function;

pub mod identity;

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

#[cfg(feature = "lsp")]
pub mod lsp;
