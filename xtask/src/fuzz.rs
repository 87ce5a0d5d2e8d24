//! Runs the fuzzer of the test package.

use std::ffi::OsString;

use crate::shell::{Result, command, run, say, target};

/// Builds the fuzzer and the program that it starts, and runs it with the options in `arguments`.
pub fn fuzz(arguments: &[OsString]) -> Result {
    say("Building the fuzzer");
    run(command("cargo").args([
        "build",
        "--locked",
        "--profile",
        "fuzz",
        "--package",
        "descriptorium-tests",
        "--bins",
    ]))?;
    say("Fuzzing");
    run(command(target().join("fuzz/fuzz")).arg("--keep").args(arguments))
}
