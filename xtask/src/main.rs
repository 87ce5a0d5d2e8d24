//! The `cargo xtask` commands of this repository.
//!
//! Trunk also runs this program under the name `wasm-bindgen`.

mod bench;
mod bindgen;
mod browser;
mod build;
mod embed;
mod fuzz;
#[path = "../../site/build/licenses.rs"]
mod licenses;
mod notices;
mod package;
mod page;
mod release;
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

  run [FOLDER] [OPTIONS]   quickly build everything and serve FOLDER (default: examples/) on this machine
  build                    build the optimized modeller into dist/ and the program into target/release/
  modeller                 build only the optimized modeller into dist/, as portals embed it
  embed [--test]           build the packages for JavaScript into target/embed/; --test compiles them quickly, and tests
                           them in Node
  package [--test]         build packages of the program with the modeller in it into target/packages/; --test installs
                           each into an empty environment and uses it there
  test [--browsers NAMES]  check formatting, lints, tests (native, Node, browsers) and documentation; NAMES are
                           all, or some of chromium,firefox,webkit (default: chromium,webkit)
  release VERSION          change the version in all files that state it, and date the changes in CHANGELOG.md; with
                           --check instead of a version, only compare the files
  bench canvas [FOLDER]    create pages with large diagrams in target/bench/, for benchmarks of graph editors
  fuzz [MINUTES] [OPTIONS] mutate all test inputs, and keep those that break a law in tests/suites/fuzz/
  licenses                 print the licenses of the third-party packages in the modeller
  trunk [ARGUMENTS]        run Trunk with everything it needs, such as `cargo xtask trunk serve`

Missing tools are installed into target/tools/, packages of the text editor into app/node_modules/.";

fn main() -> ExitCode {
    let mut arguments = args_os();
    let name = arguments.next().unwrap_or_default();
    let outcome = match Path::new(&name).file_stem().and_then(|stem| stem.to_str()) {
        Some("wasm-bindgen") => bindgen::program(&arguments.collect::<Vec<_>>()),
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
    let asks_for_help = arguments.iter().any(|argument| argument == "--help" || argument == "-h");
    match command.to_str() {
        // Before anything is built, which takes minutes.
        Some("run") if asks_for_help => {
            println!("{USAGE}\n\nThe options of `run` are those of `descriptorium serve`.");
            Ok(())
        }
        Some("run") => run::run(&arguments),
        Some("build") => build::build(),
        Some("modeller") => build::modeller_alone(),
        Some("embed") => embed::embed(&arguments),
        Some("package") => package::package(&arguments),
        Some("test") => test::test(&arguments),
        Some("release") => release::release(&arguments),
        Some("bench") => bench::bench(&arguments),
        Some("fuzz") => fuzz::fuzz(&arguments),
        Some("trunk") => build::trunk(&arguments),
        Some("licenses") => notices::print(),
        Some("help" | "--help" | "-h") => {
            println!("{USAGE}");
            Ok(())
        }
        _ => Err(format!("unknown command `{}`\n\n{USAGE}", command.display())),
    }
}
