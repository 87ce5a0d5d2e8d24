//! The program `descriptorium`.

use std::process::ExitCode;

use mimalloc::MiMalloc;

/// mimalloc: building a site makes millions of small allocations, and takes about half the time with it.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    descriptorium::command::main()
}
