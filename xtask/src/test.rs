//! Everything that must pass before a change is merged.

use std::env;
use std::ffi::OsString;
use std::thread;
use std::time::Duration;

use crate::browser::{self, Browser, Engine};
use crate::build;
use crate::embed;
use crate::release;
use crate::shell::{Result, cargo, command, output, root, run, say, timed};
use crate::tools;

/// The packages and features that the tests are compiled with. Tests in browsers select them, too: with others, Cargo would
/// compile everything again.
const TESTED: [&str; 5] = ["--workspace", "--exclude", "xtask", "--features", "descriptorium-wasm/view"];
/// The variables that make the compiler a linter, as `cargo clippy` does. Everything is linted while it is compiled for the
/// tests: reading it for lints alone would mean to read all dependencies once more. The modeller, too, is compiled
/// natively for this, as nothing in it depends on the target.
const LINTING: [(&str, &str); 2] = [
    ("RUSTC_WORKSPACE_WRAPPER", "clippy-driver"),
    ("CLIPPY_ARGS", "--deny__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__"),
];

/// The message for steps that panicked.
const INTERRUPTED: &str = "interrupted";

/// One check.
type Step = (&'static str, fn() -> Result);

/// Steps that run one after the other, and others that run beside them.
type Beside = (&'static [Step], &'static [Step]);

/// First what is compiled natively, while the linker optimizes the modeller on one core. Then the tests, which leave a core free
/// from time to time, while others are compiled.
const STEPS: [Beside; 2] = [
    (
        &[
            ("one version", || release::release(&["--check".into()])),
            ("formatting", || run(cargo().args(["fmt", "--all", "--check"]))),
            ("compiling the tests, with lints", || {
                run(cargo().args(["test", "--locked", "--no-run"]).args(TESTED).envs(LINTING))
            }),
            // With `--all-targets`, all that the program of the modeller calls would be compiled natively, too.
            ("compiling the benchmarks, with lints", || {
                let rest = ["test", "--locked", "--no-run", "--lib", "--bench", "*"];
                run(cargo().args(rest).args(TESTED).envs(LINTING))
            }),
            ("lints of the tools", || run(cargo().args(["check", "--locked", "--package", "xtask"]).envs(LINTING))),
            ("documentation of the core", || document(&["--package", "descriptorium-core"])),
        ],
        &[("modeller", build::modeller), ("size of the modeller", || run(command("node").arg("app/sizes.mjs")))],
    ),
    (
        &[("tests", || {
            run(cargo().args(["test", "--locked", "--no-fail-fast"]).args(TESTED).envs(LINTING).envs(memory()))
        })],
        // Compiled without optimizations, in half of the CPU time: the stack frames that matter to some tests are the largest.
        &[("packages for JavaScript", || embed::test(&build::program_under_test()))],
    ),
];

/// Runs all checks, in the browsers that the arguments name, and fails if one of them failed.
pub fn test(arguments: &[OsString]) -> Result {
    let engines = browser::chosen(arguments)?;
    engines.iter().try_for_each(|engine| browser::can_prepare(*engine))?;
    say("Preparing the tools");
    let (tools, preparing) = timed(prepare);
    tools?;
    let mut times = vec![("preparation".to_owned(), preparing, true)];
    let mut record = |(name, (outcome, time)): (String, (Result, Duration))| {
        if let Err(message) = &outcome {
            eprintln!("error: {message}");
        }
        println!("    {name}: {}", seconds(time));
        times.push((name, time, outcome.is_ok()));
    };
    let browsers = thread::scope(|scope| {
        // Browsers are downloaded while the rest is compiled.
        let browsers = scope.spawn(|| timed(|| engines.iter().map(|engine| browser::prepare(*engine)).collect()));
        for (steps, beside) in STEPS {
            let beside = scope.spawn(|| all(beside));
            all(steps).into_iter().for_each(&mut record);
            match beside.join() {
                Ok(done) => done.into_iter().for_each(&mut record),
                Err(_) => record(("steps beside".to_owned(), (Err(INTERRUPTED.to_owned()), Duration::ZERO))),
            }
        }
        let (browsers, time): (Result<Vec<Browser>>, _) = match browsers.join() {
            Ok(done) => done,
            Err(_) => (Err(INTERRUPTED.to_owned()), Duration::ZERO),
        };
        let (browsers, outcome) = match browsers {
            Ok(browsers) => (browsers, Ok(())),
            Err(message) => (Vec::new(), Err(message)),
        };
        record(("browsers".to_owned(), (outcome, time)));
        browsers
    });
    for browser in &browsers {
        let name = format!("tests in {}", browser.engine.name());
        say(&name);
        record((name, timed(|| test_in(browser))));
    }
    summarize(&times)
}

/// Runs steps one after the other.
fn all(steps: &[Step]) -> Vec<(String, (Result, Duration))> {
    let done = steps.iter().map(|(name, step)| {
        say(name);
        ((*name).to_owned(), timed(step))
    });
    done.collect()
}

fn prepare() -> Result {
    tools::prepare_component("rustfmt", "fmt")?;
    tools::prepare_component("clippy", "clippy")?;
    tools::prepare_wasm()
}

/// Builds the documentation of the selected packages; a broken link is an error.
fn document(options: &[&str]) -> Result {
    let document = ["doc", "--locked", "--no-deps", "--document-private-items"];
    run(cargo().args(document).args(options).env("RUSTDOCFLAGS", "--deny warnings"))
}

/// The same for all packages. Cargo checks every dependency again for it, which takes minutes: too slow for the gate.
pub fn document_all() -> Result {
    document(&["--workspace", "--features", "descriptorium-wasm/view"])
}

/// Runs all checks with everything of which they try samples otherwise, which takes hours.
pub fn everything() -> Result {
    run(cargo().args(["xtask", "test"]).env("DESCRIPTORIUM_THOROUGH", "1"))
}

/// All tests in Chromium, whose driver can do most, and the main journeys in other browsers.
fn test_in(browser: &Browser) -> Result {
    let mut tests = cargo();
    // With the libraries, of which the filter leaves few tests: without them, Cargo would compile everything again.
    tests.args(["test", "--locked", "--lib", "--test", "browser"]).args(TESTED).envs(LINTING).envs(memory());
    // They often wait for the page, so one more than there are cores can run.
    let threads = thread::available_parallelism().map_or(1, usize::from) + 1;
    let filter = if browser.engine == Engine::Chromium { "browser::" } else { "browser::journeys::" };
    tests.args(["--", "--include-ignored", &format!("--test-threads={threads}"), filter]);
    // Not the released program, whose build alone takes as long as a quarter of these tests.
    tests.env("DESCRIPTORIUM_PROGRAM", build::program_under_test()).env("DESCRIPTORIUM_MODELLER", root().join("dist"));
    tests.env("DESCRIPTORIUM_CORE", embed::folder()).env("DESCRIPTORIUM_VIEW", embed::view_folder());
    run(browser.of(&mut tests))
}

/// The variable that puts the temporary files of tests into memory, where this system has room for them: on a disk, writing them
/// takes as much CPU time as the tests themselves.
fn memory() -> Option<(&'static str, &'static str)> {
    const FOLDER: &str = "/dev/shm";
    /// In KB; the tests use a quarter of it.
    const ROOM: u64 = 4_000_000;
    let table = output(command("df").args(["-Pk", FOLDER]))?;
    let free: u64 = table.lines().last()?.split_whitespace().nth(3)?.parse().ok()?;
    (free >= ROOM && env::var_os("TMPDIR").is_none()).then_some(("TMPDIR", FOLDER))
}

fn summarize(times: &[(String, Duration, bool)]) -> Result {
    say("Summary");
    for (name, time, passed) in times {
        println!("    {} {name:<32}{:>8}", if *passed { "ok    " } else { "FAILED" }, seconds(*time));
    }
    let failed = times.iter().filter(|(_, _, passed)| !passed).count();
    if failed == 0 { Ok(()) } else { Err(format!("{failed} of {} steps failed", times.len())) }
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}
