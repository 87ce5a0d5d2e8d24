//! The program `descriptorium`.

use std::process::ExitCode;

/// mimalloc: building a site makes millions of small allocations, and takes about half the time with it.
#[cfg(not(target_vendor = "apple"))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    descriptorium::command::main()
}
