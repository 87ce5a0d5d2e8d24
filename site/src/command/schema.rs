//! `descriptorium schema`.

use clap::Args;
use clap::builder::PossibleValuesParser;
use descriptorium_core::document::schema::{self, Named};

use crate::command::{Failure, Outcome, put};

pub const EXAMPLES: &str = "\
Names:
  settings
    the settings of a catalog, `descriptorium.yaml`
  check
    the output of `check --format json`
  change
    the output of `check --fix --dry-run --format json`
  expand
    the output of `expand`, as JSON and as YAML
  candidates
    the output of `expand --why NODE.REQUIREMENT`
  replacements
    the output of `expand --why NODE`
  diff
    the output of `diff --format json`
  convert
    the output of `convert --format json`
  rules
    the output of `rules --format json`
  edits
    a change that is not applied, in the package `@descriptorium/core`
  scene
    a diagram as data, in the package `@descriptorium/core`
  protocol
    the messages between the modeller in a frame and the page around it
  descriptor
    the JSON document of a descriptor in a site

Every document has `\"descriptorium\": 1` at its root. Within this major version, keys and words may be added; no key is removed, renamed or given another meaning. Lines and columns count from 1, columns in characters.

Editors with a YAML language server read the schema of the settings: put this at the top of `descriptorium.yaml`,
  # yaml-language-server: $schema=descriptorium.schema.json
and next to that file the output of
  descriptorium schema > descriptorium.schema.json
A site has it at `codes/descriptorium.schema.json`; its address works as well.";

#[derive(Args, Debug)]
pub struct Arguments {
    /// The document to describe
    #[arg(value_name = "NAME", default_value = "settings", hide_possible_values = true,
          value_parser = PossibleValuesParser::new(schema::ALL.iter().map(|schema| schema.name)))]
    name: String,
}

pub(super) fn run(arguments: &Arguments) -> Result<Outcome, Failure> {
    let schema = Named::find(&arguments.name).ok_or_else(|| Failure(format!("unknown schema `{}`", arguments.name)))?;
    put(&schema.text())?;
    Ok(Outcome::Clean)
}
