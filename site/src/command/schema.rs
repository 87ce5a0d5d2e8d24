//! `descriptorium schema`.

use descriptorium_core::rules::stated;

use crate::command::{Failure, Outcome, put};

pub const EXAMPLES: &str = "\
Editors with a YAML language server read it: put this at the top of `descriptorium.yaml`,
  # yaml-language-server: $schema=descriptorium.schema.json
and beside that file what is printed here:
  descriptorium schema > descriptorium.schema.json
A site has it at `codes/descriptorium.schema.json`, whose address serves as well.";

pub(super) fn run() -> Result<Outcome, Failure> {
    put(stated::SCHEMA)?;
    Ok(Outcome::Clean)
}
