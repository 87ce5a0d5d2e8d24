//! Builds the product: the modeller, and the program that serves it. Release builds are optimized for size and speed;
//! quick builds take less time. Neither needs Trunk, which takes minutes to compile.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use crate::shell::{Result, cargo, command, root, run, say, target};
use crate::{page, tools};

/// The cargo profile for quick builds, and their folder in `target/`.
const QUICK: &str = "quick";
/// The cargo profile of the released modeller, and its folder in `target/`.
const RELEASE: &str = "wasm";
/// The environment variable with the modeller for the program, see site/build.rs.
pub const EMBED: &str = "DESCRIPTORIUM_EMBED";
/// The environment variable that splits the modeller, and the core of the element for pages.
pub const SPLIT: &str = "DESCRIPTORIUM_SPLIT";
/// Lets leptos erase the types of views, which it otherwise instantiates for each combination of elements.
const ERASED: &str = "--cfg=erase_components";
/// The binary of the app, which is compiled to WebAssembly.
const EDITOR: &str = "editor";

/// Builds the modeller into `dist/`, and the program with the modeller in it into `target/release/`.
pub fn build() -> Result {
    let compressed = compressed_modeller()?;
    say("Building the program, with the modeller in it");
    run(cargo().args(["build", "--locked", "--release", "--package", "descriptorium"]).env(EMBED, &compressed))?;
    // A modeller next to the program would take precedence.
    let beside = target().join("release/modeller");
    match fs::remove_dir_all(&beside) {
        Err(error) if beside.exists() => Err(format!("cannot remove {}: {error}", beside.display())),
        _ => Ok(()),
    }
}

/// Builds the modeller into `dist/`, and returns a folder with its compressed files.
pub fn compressed_modeller() -> Result<PathBuf> {
    modeller_alone()?;
    let compressed = target().join("embedded");
    run(command("node").arg("app/compress.mjs").arg(root().join("dist")).arg(&compressed))?;
    Ok(compressed)
}

/// Builds the modeller into `dist/`, without the program.
pub fn modeller_alone() -> Result {
    tools::prepare_wasm()?;
    say("Building the modeller into dist/");
    modeller()
}

/// Builds the modeller into `dist/`, silently.
pub fn modeller() -> Result {
    run(cargo().args(["fetch", "--locked", "--quiet", "--target", tools::WASM]))?;
    run(compile_released_modeller().arg("--quiet"))?;
    page::assemble(&module(RELEASE), &root().join("dist"))
}

/// Runs both builds at the same time: each has single large crates that occupy one core for minutes.
fn side_by_side(program: &mut Command, modeller: &mut Command) -> Result {
    thread::scope(|scope| {
        let program = scope.spawn(|| run(program));
        let modeller = run(modeller);
        let program = program.join().map_err(|_| "the build of the program was interrupted".to_owned());
        modeller.and(program?)
    })
}

/// A command that compiles the modeller with a cargo profile; split into several modules with [`SPLIT`] (app/build.rs).
fn compile_modeller(profile: &str) -> Command {
    let mut command = cargo();
    command.args(["build", "--locked", "--package", "descriptorium-app", "--bin", EDITOR]);
    command.args(["--target", tools::WASM, "--profile", profile]);
    command
}

/// A command that compiles the modeller as it is released.
fn compile_released_modeller() -> Command {
    let mut command = compile_modeller(RELEASE);
    let flags: Vec<String> = [ERASED.to_owned()].into_iter().chain(reproducible()).collect();
    // As cargo encodes them. They replace those of .cargo/config.toml.
    command.env(SPLIT, "1").env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"));
    command
}

/// Compiler flags that keep the paths of this machine out of messages, so that a build is the same wherever it is made.
pub fn reproducible() -> Vec<String> {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(env::home_dir()?.join(".cargo"))).unwrap_or_default();
    // The folder of each registry has its host in its name.
    let registries = fs::read_dir(home.join("registry/src")).into_iter().flatten().flatten().map(|entry| entry.path());
    let renamed = registries.map(|folder| (folder, "crates")).chain([(root(), ".")]);
    renamed.map(|(folder, name)| format!("--remap-path-prefix={}={name}", folder.display())).collect()
}

/// The module that [`compile_modeller`] creates.
fn module(profile: &str) -> PathBuf {
    target().join(format!("{}/{profile}/{EDITOR}.wasm", tools::WASM))
}

/// Runs Trunk with inherited input and output, for a modeller that is split into several modules.
pub fn trunk(arguments: &[OsString]) -> Result {
    tools::prepare_wasm()?;
    tools::prepare_trunk()?;
    run(command("trunk").env(SPLIT, "1").args(arguments))
}

/// The path of the program in the build of the tests.
pub fn program_under_test() -> PathBuf {
    target().join(format!("debug/descriptorium-under-test{}", env::consts::EXE_SUFFIX))
}

/// Builds the program with the modeller as one module next to it, and returns the path of the program.
pub fn quick() -> Result<PathBuf> {
    tools::prepare_wasm()?;
    say("Building the modeller and the program");
    // Cargo locks the folder of a profile, so the program has its own.
    let folder = target().join("program");
    let mut program = cargo();
    program.args(["build", "--locked", "--profile", QUICK, "--package", "descriptorium", "--target-dir"]).arg(&folder);
    side_by_side(&mut program, &mut compile_modeller(QUICK))?;
    page::assemble(&module(QUICK), &folder.join(QUICK).join("modeller"))?;
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
