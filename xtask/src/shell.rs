//! Runs other programs, and reports progress and errors.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The result of a command, with an error message for people.
pub type Result<T = ()> = std::result::Result<T, String>;

/// The root of the workspace.
pub fn root() -> PathBuf {
    let here = env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from);
    here.parent().map_or(here.clone(), Path::to_owned)
}

/// Cargo's target folder.
pub fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |target| root().join(target))
}

/// The folder for tools that this program installs, which precedes `PATH`.
pub fn tools() -> PathBuf {
    target().join("tools/bin")
}

/// Reports progress.
pub fn say(what: &str) {
    println!("\n==> {what}");
}

/// A command for `program`, run in the root of the repository with the installed tools in `PATH`.
pub fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    let path = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths(std::iter::once(tools()).chain(env::split_paths(&path))).unwrap_or(path);
    command.current_dir(root()).env("PATH", path).stdin(Stdio::null());
    // `NO_COLOR` allows any value by convention, but Trunk accepts only `true` or `false`.
    if env::var_os("NO_COLOR").is_some() {
        command.env_remove("NO_COLOR").env("CARGO_TERM_COLOR", "never").env("TRUNK_COLOR", "never");
    }
    command
}

/// A command for the `cargo` that runs this program.
pub fn cargo() -> Command {
    command(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Runs `command` and shows its output.
pub fn run(command: &mut Command) -> Result {
    let status = command.status().map_err(|error| format!("cannot start `{}`: {error}", shown(command)))?;
    if status.success() { Ok(()) } else { Err(format!("`{}` failed, {status}", shown(command))) }
}

/// The output of `command`, or `None` if it cannot be run or fails.
pub fn output(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

/// The path of `program`.
pub fn which(program: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let file = format!("{program}{}", env::consts::EXE_SUFFIX);
    std::iter::once(tools()).chain(env::split_paths(&path)).map(|folder| folder.join(&file)).find(|path| path.is_file())
}

/// Whether this user may install packages and change the root directory of a program.
pub fn is_root() -> bool {
    output(command("id").arg("-u")).is_some_and(|user| user == "0")
}

/// Creates the folder at `path`, or removes everything in it.
pub fn empty(path: &Path) -> Result {
    let removed = if path.exists() { fs::remove_dir_all(path) } else { Ok(()) };
    removed.and_then(|()| fs::create_dir_all(path)).map_err(|error| format!("cannot empty {}: {error}", path.display()))
}

/// Runs `work` and measures the time.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let value = work();
    (value, start.elapsed())
}

fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}
