//! The commands of this repository, as `cargo xtask <command>`.
//!
//! Under the name `wasm-bindgen` the same program is what Trunk looks for: the library behind that tool, of exactly
//! the version that the app is compiled with.

mod bench;
mod browser;
mod build;
mod page;
mod run;
mod shell;
mod split;
mod test;
mod tools;

use std::env::args_os;
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use crate::shell::Result;

const USAGE: &str = "\
usage: cargo xtask <command>

  run [FOLDER] [OPTIONS]   builds all of it, quickly, and serves FOLDER (examples/ unless given) on this machine
  build                    builds the modeller into dist/ and the program into target/release/, optimized
  test                     formatting, lints, tests native, in WebAssembly and in a browser, documentation
  bench canvas [FOLDER]    pages with drawings of many boxes, in target/bench/, for benchmarks of graph editors
  trunk [ARGUMENTS]        Trunk, with everything it needs, for instance `cargo xtask trunk serve`

Each installs what it lacks; target/tools/ holds the tools, app/node_modules/ the packages of the text editor.";

fn main() -> ExitCode {
    let mut arguments = args_os();
    let name = arguments.next().unwrap_or_default();
    let outcome = match Path::new(&name).file_stem().and_then(|stem| stem.to_str()) {
        Some("wasm-bindgen") => tools::wasm_bindgen(name, arguments.collect()),
        _ => command(arguments.collect()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("\nerror: {message}");
            ExitCode::FAILURE
        }
    }
}

fn command(mut arguments: Vec<OsString>) -> Result {
    if arguments.is_empty() {
        return Err(USAGE.to_owned());
    }
    let command = arguments.remove(0);
    match command.to_str() {
        Some("run") => run::run(&arguments),
        Some("build") => build::build(),
        Some("test") => test::test(),
        Some("bench") => bench::bench(&arguments),
        Some("trunk") => build::trunk(&arguments),
        Some("wasm-test-runner") => tools::wasm_test_runner(arguments),
        Some("help" | "--help" | "-h") => {
            println!("{USAGE}");
            Ok(())
        }
        _ => Err(format!("no command `{}`\n\n{USAGE}", command.display())),
    }
}
