//! `descriptorium licenses`.

use clap::Args;

use crate::command::{Failure, Outcome, put_exactly};

pub const NOTES: &str = "\
The licenses of the packages in the modeller are in the file `licenses.txt` next to it, and in its list of
shortcuts.";

/// Collected by the build script.
const NOTICES: &str = include_str!(concat!(env!("OUT_DIR"), "/licenses.txt"));

#[derive(Args, Debug)]
pub struct Arguments {}

pub(super) fn run(_: &Arguments) -> Result<Outcome, Failure> {
    put_exactly(NOTICES)?;
    Ok(Outcome::Clean)
}
