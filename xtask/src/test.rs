//! Everything that must pass before a change is merged.

use std::ffi::OsString;
use std::time::Duration;

use crate::browser::{self, Browser, Engine};
use crate::build;
use crate::shell::{Result, cargo, command, root, run, say, timed};
use crate::tools;

/// The packages that are compiled only natively, and those for the browser.
const NATIVE: [&str; 3] = ["--workspace", "--exclude", "descriptorium-app"];
const WASM: [&str; 6] =
    ["--package", "descriptorium-app", "--package", "descriptorium-core", "--target", "wasm32-unknown-unknown"];
const DENY: [&str; 3] = ["--", "--deny", "warnings"];

/// One check.
type Step = (&'static str, fn() -> Result);

const STEPS: [Step; 9] = [
    ("formatting", || run(cargo().args(["fmt", "--all", "--check"]))),
    ("lints", || run(cargo().args(["clippy", "--locked", "--all-targets"]).args(NATIVE).args(DENY))),
    // Benchmarks run only natively.
    ("lints for WebAssembly", || {
        run(cargo().args(["clippy", "--locked", "--lib", "--bins", "--tests"]).args(WASM).args(DENY))
    }),
    ("documentation", || document(&NATIVE)),
    ("documentation of the modeller", || document(&WASM)),
    ("tests", || run(cargo().args(["test", "--locked", "--workspace", "--exclude", "xtask"]))),
    ("tests in WebAssembly", || {
        run(cargo().args(["test", "--locked", "--package", "descriptorium-core", "--test", "wasm"]).args(&WASM[4..]))
    }),
    ("build", || build::build()),
    ("size of the modeller", || run(command("node").arg("app/sizes.mjs"))),
];

/// Runs all checks, in the browsers that the arguments name, and fails if one of them failed.
pub fn test(arguments: &[OsString]) -> Result {
    let engines = browser::chosen(arguments)?;
    say("Preparing the tools");
    let (browsers, preparing) = timed(|| prepare(&engines));
    let browsers = browsers?;
    let mut times = vec![("preparation".to_owned(), preparing, true)];
    let mut check = |name: String, step: &dyn Fn() -> Result| {
        say(&name);
        let (outcome, time) = timed(step);
        if let Err(message) = &outcome {
            eprintln!("error: {message}");
        }
        println!("    {name}: {}", seconds(time));
        times.push((name, time, outcome.is_ok()));
    };
    for (name, step) in STEPS {
        check(name.to_owned(), &step);
    }
    for browser in &browsers {
        check(format!("tests in {}", browser.engine.name()), &|| test_in(browser));
    }
    summarize(&times)
}

fn prepare(engines: &[Engine]) -> Result<Vec<Browser>> {
    tools::prepare_component("rustfmt", "fmt")?;
    tools::prepare_component("clippy", "clippy")?;
    tools::prepare_wasm()?;
    engines.iter().map(|engine| browser::prepare(*engine)).collect()
}

fn document(packages: &[&str]) -> Result {
    run(cargo()
        .args(["doc", "--locked", "--no-deps", "--document-private-items"])
        .args(packages)
        .env("RUSTDOCFLAGS", "--deny warnings"))
}

/// All tests in Chromium, whose driver can do most, and the main journeys in other browsers.
fn test_in(browser: &Browser) -> Result {
    let mut tests = cargo();
    tests.args(["test", "--locked", "--package", "descriptorium-tests", "--test", "browser"]);
    tests.args(["--", "--include-ignored"]);
    if browser.engine != Engine::Chromium {
        tests.arg("browser::journeys::");
    }
    tests.env("DESCRIPTORIUM_PROGRAM", build::program()).env("DESCRIPTORIUM_MODELLER", root().join("dist"));
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
