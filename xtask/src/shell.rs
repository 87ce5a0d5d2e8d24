//! Running other programs: where the repository is, what is said while they run, and what is said when they fail.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// What a command comes to; the error is for a person to read.
pub type Result<T = ()> = std::result::Result<T, String>;

/// The folder that holds the workspace.
pub fn root() -> PathBuf {
    let here = env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from);
    here.parent().map_or(here.clone(), Path::to_owned)
}

/// The folder that cargo builds into.
pub fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |target| root().join(target))
}

/// The folder of the tools this program installs, searched before `PATH`.
pub fn tools() -> PathBuf {
    target().join("tools/bin")
}

/// Says what is being done, for whoever waits.
pub fn say(what: &str) {
    println!("\n==> {what}");
}

/// The command `program`, run in the root of the repository with the tools on its path.
pub fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    let path = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths(std::iter::once(tools()).chain(env::split_paths(&path))).unwrap_or(path);
    command.current_dir(root()).env("PATH", path).stdin(Stdio::null());
    // Trunk takes nothing but `true` or `false` here, while the custom is any value.
    if env::var_os("NO_COLOR").is_some() {
        command.env_remove("NO_COLOR").env("CARGO_TERM_COLOR", "never").env("TRUNK_COLOR", "never");
    }
    command
}

/// The command `cargo`, the same as runs this program.
pub fn cargo() -> Command {
    command(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Runs `command` to its end, its output shown.
pub fn run(command: &mut Command) -> Result {
    let status = command.status().map_err(|error| format!("could not start `{}`: {error}", shown(command)))?;
    if status.success() { Ok(()) } else { Err(format!("`{}` failed, {status}", shown(command))) }
}

/// What `command` prints, or `None` if it cannot be run or fails.
pub fn output(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

/// Where `program` stands on the path.
pub fn which(program: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let file = format!("{program}{}", env::consts::EXE_SUFFIX);
    std::iter::once(tools()).chain(env::split_paths(&path)).map(|folder| folder.join(&file)).find(|path| path.is_file())
}

/// Runs `work` and gives the time it took.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let value = work();
    (value, start.elapsed())
}

fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}
