//! Everything that must pass before a change is merged.

use std::time::Duration;

use crate::browser::{self, Browser};
use crate::build;
use crate::shell::{Result, cargo, command, root, run, say, timed};
use crate::tools;

/// The packages that are compiled only natively, and those for the browser.
const NATIVE: [&str; 3] = ["--workspace", "--exclude", "descriptorium-app"];
const WASM: [&str; 6] =
    ["--package", "descriptorium-app", "--package", "descriptorium-core", "--target", "wasm32-unknown-unknown"];
const DENY: [&str; 3] = ["--", "--deny", "warnings"];

/// One check.
type Step = (&'static str, fn(&Browser) -> Result);

const STEPS: [Step; 10] = [
    ("formatting", |_| run(cargo().args(["fmt", "--all", "--check"]))),
    ("lints", |_| run(cargo().args(["clippy", "--locked", "--all-targets"]).args(NATIVE).args(DENY))),
    // Benchmarks run only natively.
    ("lints for WebAssembly", |_| {
        run(cargo().args(["clippy", "--locked", "--lib", "--bins", "--tests"]).args(WASM).args(DENY))
    }),
    ("documentation", |_| document(&NATIVE)),
    ("documentation of the modeller", |_| document(&WASM)),
    ("tests", |_| run(cargo().args(["test", "--locked", "--workspace", "--exclude", "xtask"]))),
    ("tests in WebAssembly", |_| {
        run(cargo().args(["test", "--locked", "--package", "descriptorium-core", "--test", "wasm"]).args(&WASM[4..]))
    }),
    ("build", |_| build::build()),
    ("size of the modeller", |_| run(command("node").arg("app/sizes.mjs"))),
    ("tests in a browser", test_in_browser),
];

/// Runs all checks, and fails if one of them failed.
pub fn test() -> Result {
    say("Preparing the tools");
    let (browser, preparing) = timed(prepare);
    let browser = browser?;
    let mut times = vec![("preparation", preparing, true)];
    for (name, step) in STEPS {
        say(name);
        let (outcome, time) = timed(|| step(&browser));
        if let Err(message) = &outcome {
            eprintln!("error: {message}");
        }
        println!("    {name}: {}", seconds(time));
        times.push((name, time, outcome.is_ok()));
    }
    summarize(&times)
}

fn prepare() -> Result<Browser> {
    tools::prepare_component("rustfmt", "fmt")?;
    tools::prepare_component("clippy", "clippy")?;
    tools::prepare_wasm()?;
    tools::prepare_trunk()?;
    browser::prepare()
}

fn document(packages: &[&str]) -> Result {
    run(cargo()
        .args(["doc", "--locked", "--no-deps", "--document-private-items"])
        .args(packages)
        .env("RUSTDOCFLAGS", "--deny warnings"))
}

fn test_in_browser(browser: &Browser) -> Result {
    run(cargo()
        .args(["test", "--locked", "--package", "descriptorium-tests", "--test", "browser"])
        .env("CHROME", &browser.chrome)
        .env("CHROMEDRIVER", &browser.driver)
        .env("DESCRIPTORIUM_PROGRAM", build::program())
        .env("DESCRIPTORIUM_MODELLER", root().join("dist")))
}

fn summarize(times: &[(&str, Duration, bool)]) -> Result {
    say("Summary");
    for &(name, time, passed) in times {
        println!("    {} {name:<32}{:>8}", if passed { "ok    " } else { "FAILED" }, seconds(time));
    }
    let failed = times.iter().filter(|(_, _, passed)| !passed).count();
    if failed == 0 { Ok(()) } else { Err(format!("{failed} of {} steps failed", times.len())) }
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}
