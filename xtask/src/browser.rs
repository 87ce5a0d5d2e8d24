//! The browser for the tests.

use std::env;
use std::path::PathBuf;

use crate::shell::{Result, command, output, run, say, which};

/// Chromium and its WebDriver.
pub struct Browser {
    pub chrome: PathBuf,
    pub driver: PathBuf,
}

/// Finds the browser, or installs it with the system's package manager.
pub fn prepare() -> Result<Browser> {
    if let Some(browser) = find() {
        return Ok(browser);
    }
    let root = output(command("id").arg("-u")).is_some_and(|user| user == "0");
    if !root || which("apt-get").is_none() {
        return Err("the browser tests need Chromium and ChromeDriver: install them (on Debian \
                    `apt-get install chromium chromium-driver`), or set CHROME and CHROMEDRIVER to their paths"
            .to_owned());
    }
    say("Installing Chromium, for the browser tests");
    run(command("apt-get").args(["update", "--quiet", "--quiet"]))?;
    run(command("apt-get")
        .args(["install", "--quiet", "--quiet", "--yes", "--no-install-recommends", "chromium", "chromium-driver"])
        .env("DEBIAN_FRONTEND", "noninteractive"))?;
    find().ok_or_else(|| "Chromium was installed, but is not on the path".to_owned())
}

fn find() -> Option<Browser> {
    let chosen = |variable: &str| env::var_os(variable).map(PathBuf::from);
    let named = |names: &[&str]| names.iter().find_map(|name| which(name));
    let chrome = chosen("CHROME").or_else(|| named(&["chromium", "chromium-browser", "google-chrome", "chrome"]))?;
    let driver = chosen("CHROMEDRIVER").or_else(|| named(&["chromedriver"]))?;
    Some(Browser { chrome, driver })
}
