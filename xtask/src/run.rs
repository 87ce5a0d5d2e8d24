//! Builds the product and serves a folder.

use std::ffi::OsString;

use crate::build;
use crate::shell::{Result, command, run as run_to_end, say};

/// Builds the product, then serves the folder with the options in `arguments`; the default folder is `examples/`.
pub fn run(arguments: &[OsString]) -> Result {
    let program = build::quick()?;
    let folder_given = arguments.first().is_some_and(|first| !first.to_string_lossy().starts_with('-'));
    let folder = (!folder_given).then_some("examples");
    say("Serving");
    run_to_end(command(program).arg("serve").args(folder).args(arguments))
}
