//! What the expansion starts from: a file of inputs, and over it what is set on the command line.

use std::fs::File;
use std::path::Path;

use descriptorium_core::assembly::expansion::given::{self, Given};
use serde_yaml::Value;

use crate::command::Failure;
use crate::command::expand::Arguments;
use crate::folder;

/// The file of inputs, and over it what is set on the command line.
pub fn read(arguments: &Arguments) -> Result<Given, Failure> {
    let mut given = match &arguments.inputs {
        Some(path) => of_file(path)?,
        None => Given::default(),
    };
    let settings = arguments.settings.iter().map(|(name, value)| (name.clone(), Value::String(value.clone())));
    given.inputs.properties.extend(settings);
    if let Some(state) = arguments.state {
        given.inputs.intended_state = Some(state.state().name().to_owned());
    }
    given.inputs.outputs_from = arguments.outputs_from.map(|state| state.state());
    Ok(given)
}

/// What a file gives.
pub fn of_file(path: &Path) -> Result<Given, Failure> {
    let cannot = |why: &str| Failure(format!("cannot read `{}`: {why}", path.display()));
    let opened = File::open(path).map_err(|error| cannot(&folder::reason(&error)))?;
    let text = folder::text(&path.display().to_string(), opened).map_err(|problem| cannot(&problem.message))?;
    given::read(&text).map_err(|why| cannot(&why))
}
