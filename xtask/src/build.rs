//! Builds the product: the modeller, and the program that serves it. Release builds use Trunk and are optimized for
//! size and speed; quick builds use neither Trunk nor link-time optimization.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::thread;

use crate::shell::{Result, cargo, command, root, run, say, target};
use crate::{page, tools};

/// The cargo profile for quick builds, and their folder in `target/`.
const QUICK: &str = "quick";
/// The binary of the app, which is compiled to WebAssembly.
const EDITOR: &str = "editor";

/// Builds the modeller into `dist/`, and the program with the modeller next to it into `target/release/`.
pub fn build() -> Result {
    modeller()?;
    say("Building the program");
    run(cargo().args(["build", "--locked", "--release", "--package", "descriptorium"]))?;
    let (from, to) = (root().join("dist"), target().join("release/modeller"));
    replace(&from, &to).map_err(|error| format!("cannot copy the modeller to {}: {error}", to.display()))
}

/// Builds the modeller into `dist/`.
pub fn modeller() -> Result {
    say("Building the modeller into dist/");
    trunk(&["build".into(), "--release".into()])
}

/// Runs Trunk with inherited input and output, for a modeller that is split into several modules (app/build.rs).
pub fn trunk(arguments: &[OsString]) -> Result {
    tools::prepare_wasm()?;
    tools::prepare_trunk()?;
    run(command("trunk").env("DESCRIPTORIUM_SPLIT", "1").args(arguments))
}

/// The path of the program that [`build`] creates.
pub fn program() -> PathBuf {
    program_in(&target(), "release")
}

/// Builds the program with the modeller as one module next to it, and returns the path of the program.
pub fn quick() -> Result<PathBuf> {
    tools::prepare_wasm()?;
    say("Building the modeller and the program");
    let build = ["build", "--locked", "--profile", QUICK];
    // Both builds have single large crates that occupy one core for minutes, so they run in parallel. Cargo locks its
    // target folder, so the program has its own.
    let folder = target().join("program");
    thread::scope(|scope| {
        let mut program = cargo();
        program.args(build).args(["--package", "descriptorium", "--target-dir"]).arg(&folder);
        let program = scope.spawn(move || run(&mut program));
        let modeller = ["--package", "descriptorium-app", "--bin", EDITOR, "--target", tools::WASM];
        let modeller = run(cargo().args(build).args(modeller));
        let program = program.join().map_err(|_| "the build of the program was interrupted".to_owned());
        modeller.and(program?)
    })?;
    let module = target().join(format!("{}/{QUICK}/{EDITOR}.wasm", tools::WASM));
    page::assemble(&module, &folder.join(QUICK).join("modeller"))?;
    Ok(program_in(&folder, QUICK))
}

fn program_in(target: &Path, profile: &str) -> PathBuf {
    target.join(format!("{profile}/descriptorium{}", env::consts::EXE_SUFFIX))
}

/// Copies the folder `from` to `to`.
pub fn replace(from: &Path, to: &Path) -> io::Result<()> {
    if to.exists() {
        fs::remove_dir_all(to)?;
    }
    copy(from, to)
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let place = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &place)?;
        } else {
            fs::copy(entry.path(), &place)?;
        }
    }
    Ok(())
}
