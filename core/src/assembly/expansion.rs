//! Previews what an orchestrator makes of an assembly: instances with their values, relationships, and the plan that
//! creates, changes or removes them.
//!
//! A value that only a running system knows stays a symbol, through any number of nested assemblies.
//! - [`engine`] evaluates on demand what [`effective_value`], [`count`], [`parts`] and [`template`] define, as
//!   [`value`]s;
//! - [`reading`] follows references, in values that a [`blueprint`] has parsed;
//! - [`relationships`] creates relationship instances;
//! - [`mod@expand`] carries out an intent: it compares ([`differ`]) the [`snapshot`]s before and after, with the instances
//!   that [`target`] selects;
//!   [`plan`] and [`dependencies`] order the tasks, [`schedule`] divides them into stages, and [`reasons`] explains
//!   them with [`cause`]s and a [`trigger`];
//! - [`question`] defines the preview form, and [`frame`] adapts the result to the previews of all languages;
//! - [`input`] reads the values of the intent, [`listing`] lists the instances, [`report`] collects findings, and
//!   [`codes`] documents their codes.

mod blueprint;
mod cause;
pub mod codes;
mod count;
mod dependencies;
pub mod diagram;
mod differ;
mod effective_value;
mod engine;
mod expand;
mod frame;
mod input;
mod listing;
mod parts;
mod plan;
pub mod question;
mod reading;
mod reasons;
mod relationships;
mod report;
pub mod request;
mod result;
mod schedule;
mod snapshot;
mod target;
pub mod template;
mod trigger;
mod value;

pub use expand::{expand, expand_in_pieces};
pub use input::input_fields;
pub use result::*;

/// Every finding code of the expansion, with its explanation.
pub const CODES: &[(&str, &str)] = codes::CODES;
