//! Everything that must pass before a change is merged.

use std::ffi::OsString;
use std::thread;
use std::time::Duration;

use crate::browser::{self, Browser, Engine};
use crate::build;
use crate::embed;
use crate::release;
use crate::shell::{Result, cargo, command, root, run, say, timed};
use crate::tools;

/// Everything, as it is linted and documented. The modeller, too, is compiled natively for this: nothing in it depends on
/// the target, and a second set of all dependencies would take minutes.
const ALL: [&str; 3] = ["--workspace", "--features", "descriptorium-wasm/view"];
/// The packages whose tests run natively. Tests in browsers select them, too: with fewer packages, Cargo would unify
/// features differently, and compile everything again.
const TESTED: [&str; 3] = ["--workspace", "--exclude", "xtask"];
const DENY: [&str; 3] = ["--", "--deny", "warnings"];

/// One check.
type Step = (&'static str, fn() -> Result);

const STEPS: [Step; 7] = [
    ("one version", || release::release(&["--check".into()])),
    ("formatting", || run(cargo().args(["fmt", "--all", "--check"]))),
    ("lints", || run(cargo().args(["clippy", "--locked", "--all-targets"]).args(ALL).args(DENY))),
    ("documentation", || {
        let document = ["doc", "--locked", "--no-deps", "--document-private-items"];
        run(cargo().args(document).args(ALL).env("RUSTDOCFLAGS", "--deny warnings"))
    }),
    ("tests", || run(cargo().args(["test", "--locked", "--no-fail-fast"]).args(TESTED))),
    // Compiled without optimizations, in half of the CPU time: the stack frames that matter here are the largest.
    ("tests in WebAssembly", || {
        // With the crate of the next step, so that the core is compiled once for both.
        let tests = [
            "--package",
            "descriptorium-core",
            "--package",
            "descriptorium-wasm",
            "--test",
            "wasm",
            "--profile",
            "dev",
            "--target",
            tools::WASM,
        ];
        run(cargo().args(["test", "--locked"]).args(tests))
    }),
    ("packages for JavaScript", || embed::test(&build::program_under_test())),
];

/// Runs all checks, in the browsers that the arguments name, and fails if one of them failed.
pub fn test(arguments: &[OsString]) -> Result {
    let engines = browser::chosen(arguments)?;
    say("Preparing the tools");
    let (browsers, preparing) = timed(|| prepare(&engines));
    let browsers = browsers?;
    let mut times = vec![("preparation".to_owned(), preparing, true)];
    let mut record = |name: String, (outcome, time): (Result, Duration)| {
        if let Err(message) = &outcome {
            eprintln!("error: {message}");
        }
        println!("    {name}: {}", seconds(time));
        times.push((name, time, outcome.is_ok()));
    };
    thread::scope(|scope| {
        // The linker optimizes the modeller for minutes on one core, which the steps before the browsers leave free.
        let modeller = scope.spawn(|| timed(build::modeller));
        for (name, step) in STEPS {
            say(name);
            record(name.to_owned(), timed(step));
        }
        let interrupted = |_| (Err("the build of the modeller was interrupted".to_owned()), Duration::ZERO);
        record("modeller, built meanwhile".to_owned(), modeller.join().unwrap_or_else(interrupted));
    });
    say("size of the modeller");
    record("size of the modeller".to_owned(), timed(|| run(command("node").arg("app/sizes.mjs"))));
    for browser in &browsers {
        let name = format!("tests in {}", browser.engine.name());
        say(&name);
        record(name, timed(|| test_in(browser)));
    }
    summarize(&times)
}

fn prepare(engines: &[Engine]) -> Result<Vec<Browser>> {
    tools::prepare_component("rustfmt", "fmt")?;
    tools::prepare_component("clippy", "clippy")?;
    tools::prepare_wasm()?;
    engines.iter().map(|engine| browser::prepare(*engine)).collect()
}

/// All tests in Chromium, whose driver can do most, and the main journeys in other browsers.
fn test_in(browser: &Browser) -> Result {
    let mut tests = cargo();
    tests.args(["test", "--locked", "--test", "browser"]).args(TESTED);
    // They often wait for the page, so one more than there are cores can run.
    let threads = thread::available_parallelism().map_or(1, usize::from) + 1;
    tests.args(["--", "--include-ignored", &format!("--test-threads={threads}")]);
    if browser.engine != Engine::Chromium {
        tests.arg("browser::journeys::");
    }
    // Not the released program, whose build alone takes as long as a quarter of these tests.
    tests.env("DESCRIPTORIUM_PROGRAM", build::program_under_test()).env("DESCRIPTORIUM_MODELLER", root().join("dist"));
    tests.env("DESCRIPTORIUM_CORE", embed::folder()).env("DESCRIPTORIUM_VIEW", embed::view_folder());
    run(browser.of(&mut tests))
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
