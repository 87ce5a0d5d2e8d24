//! What an assembly becomes: its instances with their values, its relationships, and the order in which they come to
//! life, change and go.
//!
//! Nothing is made up: what only a running system knows stays a symbol, through any number of assemblies.
//! - [`engine`] works out on demand what [`values`], [`count`], [`parts`] and [`template`] describe, as [`term`]s;
//! - [`reading`] follows references, in values that a [`blueprint`] has taken apart;
//! - [`relate`] makes relationships;
//! - [`deed`] takes what is asked for as the step from one [`world`] to another, which [`differ`] compares, and [`aim`]
//!   finds what it is about; [`plan`] and [`ties`] say what has to come after what, [`schedule`] makes stages of it, and
//!   [`wording`] words them with [`cause`]s and a [`trigger`];
//! - [`question`] offers what can be asked, and [`frame`] is what previews of all languages show;
//! - [`input`] reads the intent, [`listing`] writes the instances down, [`report`] collects what is wrong, [`codes`] lists how that is called.

mod aim;
mod blueprint;
mod cause;
pub mod codes;
mod count;
mod deed;
mod differ;
pub mod drawing;
mod engine;
mod frame;
pub mod given;
mod input;
mod listing;
mod parts;
mod plan;
pub mod question;
mod reading;
mod relate;
mod report;
mod result;
mod schedule;
pub mod template;
mod term;
mod ties;
mod trigger;
mod values;
mod wording;
mod world;

pub use deed::{expand, expand_in_pieces};
pub use input::input_fields;
pub use result::*;

/// Every code that an expansion reports, with what it means.
pub const CODES: &[(&str, &str)] = codes::CODES;
