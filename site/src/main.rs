//! The program `descriptorium`.

use std::process::ExitCode;

fn main() -> ExitCode {
    descriptorium::command::main()
}
