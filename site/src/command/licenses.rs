//! `descriptorium licenses`.

use clap::Args;

use crate::command::{Failure, Outcome, put_exactly};
use crate::modeller;

pub const NOTES: &str = "\
The licenses of the packages in the modeller follow if it is part of the program. They are also in its list of shortcuts.";

/// Collected by the build script.
const NOTICES: &str = include_str!(concat!(env!("OUT_DIR"), "/licenses.txt"));

#[derive(Args, Debug)]
pub struct Arguments {}

pub(super) fn run(_: &Arguments) -> Result<Outcome, Failure> {
    put_exactly(NOTICES)?;
    if let Some(modeller) = modeller::embedded_notices() {
        put_exactly(&format!("\n{}\nThe modeller, which is part of this program:\n\n{modeller}", "=".repeat(80)))?;
    }
    Ok(Outcome::Clean)
}
