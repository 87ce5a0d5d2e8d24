//! Building the product and serving a folder with it.

use std::ffi::OsString;

use crate::build;
use crate::shell::{Result, command, run as run_to_end, say};

/// Builds, then serves the folder and with the options in `arguments`; `examples/` if no folder comes first.
pub fn run(arguments: &[OsString]) -> Result {
    let program = build::quick()?;
    let folder_given = arguments.first().is_some_and(|first| !first.to_string_lossy().starts_with('-'));
    let folder = (!folder_given).then_some("examples");
    say("Serving");
    run_to_end(command(program).arg("serve").args(folder).args(arguments))
}
