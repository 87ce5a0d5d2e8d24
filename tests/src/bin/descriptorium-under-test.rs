//! The program itself, built for the tests that start it as a process: Cargo builds the binaries of the package under
//! test only.

use std::process::ExitCode;

fn main() -> ExitCode {
    descriptorium::command::main()
}
