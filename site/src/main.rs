//! The program `descriptorium`.

use std::process::ExitCode;

use mimalloc::MiMalloc;

/// A site is made of millions of small pieces of memory, which this gives and takes in half the time.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    descriptorium::command::main()
}
