//! Everything that has to hold before a change lands.

use std::time::Duration;

use crate::browser::{self, Browser};
use crate::build;
use crate::shell::{Result, cargo, root, run, say, timed};
use crate::tools;

const FOR_BROWSER: [&str; 4] = ["--package", "descriptorium-app", "--target", "wasm32-unknown-unknown"];
const FOR_MACHINE: [&str; 3] = ["--workspace", "--exclude", "descriptorium-app"];

/// One thing that is looked at.
type Step = (&'static str, fn(&Browser) -> Result);

const STEPS: [Step; 9] = [
    ("formatting", |_| run(cargo().args(["fmt", "--all", "--check"]))),
    ("lints", |_| run(cargo().args(["clippy", "--locked", "--all-targets"]).args(FOR_MACHINE).args(DENY))),
    ("lints for WebAssembly", |_| {
        run(cargo().args(["clippy", "--locked", "--all-targets"]).args(FOR_BROWSER).args(DENY))
    }),
    ("documentation", |_| document(&FOR_MACHINE)),
    ("documentation of the modeller", |_| document(&FOR_BROWSER)),
    ("tests", |_| run(cargo().args(["test", "--locked"]).args(FOR_MACHINE).args(["--exclude", "xtask"]))),
    ("tests in WebAssembly", test_in_wasm),
    ("build", |_| build::build()),
    ("tests in a browser", test_in_browser),
];

const DENY: [&str; 3] = ["--", "--deny", "warnings"];

/// Takes every step, and fails if one of them did.
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

fn test_in_wasm(browser: &Browser) -> Result {
    // The runner takes the browser that the driver finds by itself, unless its settings name one.
    run(cargo().args(["test", "--locked"]).args(FOR_BROWSER).env("CHROMEDRIVER", &browser.driver))
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
