//! What an assembly becomes when it is installed: its instances with their values, its relationships, and the order in
//! which they come to life.
//!
//! Nothing is made up: what only a running system knows stays a symbol, through any number of assemblies.
//! - [`engine`] works out on demand what [`values`], [`count`], [`parts`] and [`template`] describe, as [`term`]s;
//! - [`reading`] follows references, in values that a [`blueprint`] has taken apart;
//! - [`relate`] makes relationships, [`plan`] and [`schedule`] the stages, which [`wording`] words;
//! - [`input`] reads the intent, [`listing`] writes the instances down, [`report`] collects what is wrong, [`codes`] lists how that is called.

mod blueprint;
pub mod codes;
mod count;
mod engine;
mod input;
mod listing;
mod parts;
mod plan;
mod reading;
mod relate;
mod report;
mod schedule;
pub mod template;
mod term;
mod values;
mod wording;

pub use input::input_fields;

use crate::assembly::expansion::engine::Engine;
use crate::assembly::expansion::listing::Row;
use crate::catalog::Catalog;
use crate::expansion::{Expansion, Inputs};
use crate::text::FilePath;
use crate::workspace::Workspace;

/// Every code that an expansion reports, with what it means.
pub const CODES: &[(&str, &str)] = codes::CODES;

/// What the descriptor in `file` becomes with these inputs. Empty if there is no descriptor in it.
pub fn expand(workspace: &Workspace, catalog: &Catalog, file: &FilePath, inputs: &Inputs) -> Expansion {
    let mut engine = Engine::new(workspace, catalog, inputs);
    let Some(base) = engine.blueprint(file) else { return Expansion::default() };
    engine.check_inputs(&base);
    let root = engine.plant(base);
    let rows = engine.grow(root);
    let units = || rows.iter().filter_map(Row::unit);
    let mut bonds = Vec::new();
    let mut calls = relate::MOST_CALLS;
    for unit in units() {
        engine.relate(unit, &mut bonds, &mut calls);
    }
    for unit in units() {
        engine.check_required(unit);
    }
    let plan = engine.plan(units(), &bonds, inputs.intended_state.as_deref());
    let instances = rows.iter().filter_map(|row| engine.instance(row)).collect();
    let relationships = bonds.into_iter().map(|bond| engine.relationship(bond)).collect();
    Expansion { instances, relationships, plan, diagnostics: engine.report.into_diagnostics() }
}
