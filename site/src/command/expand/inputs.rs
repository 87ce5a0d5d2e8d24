//! Reads the inputs of an expansion: a file, overridden by options of the command line.

use std::path::Path;

use descriptorium_core::preview::question::Question;
use descriptorium_core::semantics::Previewer;
use serde_yaml::Value;

use crate::command::Failure;
use crate::command::expand::{Arguments, placement};
use crate::folder;

/// The inputs and settings from the file of `--inputs`, overridden by the command line.
pub fn read(arguments: &Arguments, previewer: &Previewer) -> Result<Question, Failure> {
    let mut given = match placement::first_input(arguments) {
        Some(path) => of_file(path, previewer)?,
        None => Question::default(),
    };
    let settings = arguments.settings.iter().map(|(name, value)| (name.clone(), Value::String(value.clone())));
    given.inputs.extend(settings);
    for (name, state) in [("intendedState", arguments.state), ("outputsFrom", arguments.outputs_from)] {
        given.settings.extend(state.map(|state| (name.to_owned(), Value::from(state.name()))));
    }
    Ok(given)
}

/// Maximum size of a file of inputs in bytes. Inventories of 200,000 candidates are larger than any descriptor.
const MAX_BYTES: u64 = 128 << 20;

/// Reads a file of inputs.
pub fn of_file(path: &Path, previewer: &Previewer) -> Result<Question, Failure> {
    (previewer.read)(&text_of(path)?).map_err(|why| cannot(path, &why))
}

/// The text of a file.
pub fn text_of(path: &Path) -> Result<String, Failure> {
    let opened = folder::open_regular(path).map_err(|error| cannot(path, &folder::reason(&error)))?;
    folder::text_up_to(MAX_BYTES, &path.display().to_string(), opened).map_err(|finding| cannot(path, &finding.message))
}

fn cannot(path: &Path, why: &str) -> Failure {
    Failure(format!("cannot read `{}`: {why}", path.display()))
}
