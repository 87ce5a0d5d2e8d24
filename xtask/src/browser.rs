//! The browsers for the tests, and their drivers.

use std::env;
use std::ffi::OsString;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::shell::{Result, tools, which};

/// The version of the driver for Firefox, which has no package in Debian.
const GECKODRIVER: &str = "0.37.1";

/// A browser in which the product is tested. All tests run in Chromium, the main journeys in the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Engine {
    Chromium,
    Firefox,
    WebKit,
}

impl Engine {
    const ALL: [Engine; 3] = [Engine::Chromium, Engine::Firefox, Engine::WebKit];
    /// Without `--browsers`. WebKit differs most from Chromium, and its driver need not be compiled.
    const DEFAULT: [Engine; 2] = [Engine::Chromium, Engine::WebKit];

    /// The name in `--browsers` and for the tests.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Chromium => "chromium",
            Engine::Firefox => "firefox",
            Engine::WebKit => "webkit",
        }
    }

    /// Debian's packages with the browser and, if there is one, its driver.
    fn packages(self) -> &'static [&'static str] {
        match self {
            Engine::Chromium => &["chromium", "chromium-driver"],
            Engine::Firefox => &["firefox-esr"],
            Engine::WebKit => &["webkit2gtk-driver", "xvfb"],
        }
    }

    /// Its programs with the variables that can name others; the first of the names that is found.
    fn programs(self) -> &'static [(&'static str, &'static [&'static str])] {
        match self {
            Engine::Chromium => &[
                ("CHROME", &["chromium", "chromium-browser", "google-chrome", "chrome"]),
                ("CHROMEDRIVER", &["chromedriver"]),
            ],
            Engine::Firefox => &[("FIREFOX", &["firefox-esr", "firefox"])],
            Engine::WebKit => &[("WEBKITDRIVER", &["WebKitWebDriver"]), ("MINIBROWSER", &["MiniBrowser"])],
        }
    }

    /// Its programs, by their variables; nothing if one is missing.
    fn find(self) -> Option<Vec<(&'static str, PathBuf)>> {
        let program = |(variable, names): &(&'static str, &[&str])| {
            let chosen = env::var_os(variable).map(PathBuf::from);
            let found = chosen.or_else(|| names.iter().find_map(|name| which(name).or_else(|| in_libraries(name))));
            Some((*variable, found?))
        };
        self.programs().iter().map(program).collect()
    }
}

/// A program of WebKitGTK, which is not on the path.
fn in_libraries(name: &str) -> Option<PathBuf> {
    let libraries = Path::new("/usr/lib").read_dir().ok()?.flatten().map(|entry| entry.path());
    let mut folders: Vec<PathBuf> = libraries.chain([PathBuf::from("/usr/libexec")]).collect();
    folders.sort();
    let versions = ["webkit2gtk-4.1", "webkitgtk-6.0", "webkit2gtk-4.0"];
    let paths = folders.iter().flat_map(|folder| versions.map(|version| folder.join(version).join(name)));
    paths.into_iter().find(|path| path.is_file())
}

/// The browsers that `--browsers` names.
pub fn chosen(arguments: &[OsString]) -> Result<Vec<Engine>> {
    let names = match arguments {
        [] => return Ok(Engine::DEFAULT.to_vec()),
        [option, names] if option == "--browsers" => names.to_str().unwrap_or_default(),
        _ => return Err("usage: cargo xtask test [--browsers all|chromium,firefox,webkit]".to_owned()),
    };
    if names == "all" {
        return Ok(Engine::ALL.to_vec());
    }
    let engine = |name: &str| {
        let found = Engine::ALL.into_iter().find(|engine| engine.name() == name);
        found.ok_or_else(|| format!("unknown browser `{name}`: use all, or some of chromium,firefox,webkit"))
    };
    names.split(',').map(engine).collect()
}

/// A browser that is ready: the variables for its tests, and its display.
pub struct Browser {
    pub engine: Engine,
    variables: Vec<(&'static str, OsString)>,
    display: Option<Child>,
}

impl Browser {
    /// Sets the variables of its tests.
    pub fn of<'a>(&self, tests: &'a mut Command) -> &'a mut Command {
        tests.env("DESCRIPTORIUM_BROWSER", self.engine.name());
        tests.envs(self.variables.iter().map(|(name, value)| (name, value)))
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if let Some(display) = &mut self.display {
            let _killed = display.kill();
            let _waited = display.wait();
        }
    }
}

/// Fails at once, instead of minutes later, if a browser is missing and cannot be installed.
pub fn can_prepare(engine: Engine) -> Result {
    match engine.find() {
        Some(_) => Ok(()),
        None => crate::tools::can_install(engine.packages(), &purpose(engine)).map_err(|error| advice(engine, &error)),
    }
}

/// Finds a browser, or installs it with the system's package manager.
pub fn prepare(engine: Engine) -> Result<Browser> {
    let found = match engine.find() {
        Some(found) => found,
        None => {
            install(engine)?;
            engine.find().ok_or_else(|| format!("{} was installed, but is not found", engine.name()))?
        }
    };
    let mut variables: Vec<(&str, OsString)> = found.into_iter().map(|(name, path)| (name, path.into())).collect();
    let mut display = None;
    match engine {
        Engine::Chromium => {}
        Engine::Firefox => variables.push(("GECKODRIVER", geckodriver()?.into())),
        Engine::WebKit if env::var_os("DISPLAY").is_some() => {}
        Engine::WebKit => {
            let (server, number) = virtual_display()?;
            variables.push(("DISPLAY", format!(":{number}").into()));
            display = Some(server);
        }
    }
    Ok(Browser { engine, variables, display })
}

fn install(engine: Engine) -> Result {
    crate::tools::install(engine.packages(), &purpose(engine)).map_err(|error| advice(engine, &error))
}

fn purpose(engine: Engine) -> String {
    format!("the browser tests in {}", engine.name())
}

/// The error for a missing browser, with the ways out.
fn advice(engine: Engine, error: &str) -> String {
    let variables: Vec<&str> = engine.programs().iter().map(|(variable, _)| *variable).collect();
    format!("{error}; or set {} to the paths, or leave it out with --browsers", variables.join(" and "))
}

/// The driver for Firefox, compiled if necessary.
fn geckodriver() -> Result<PathBuf> {
    if let Some(driver) = env::var_os("GECKODRIVER").map(PathBuf::from).or_else(|| which("geckodriver")) {
        return Ok(driver);
    }
    let driver = tools().join(format!("geckodriver{}", env::consts::EXE_SUFFIX));
    if !driver.is_file() {
        crate::tools::compile("geckodriver", GECKODRIVER, &[])?;
    }
    Ok(driver)
}

/// An X server without a screen, and its number.
fn virtual_display() -> Result<(Child, String)> {
    let mut server = Command::new("Xvfb")
        .args(["-displayfd", "1", "-screen", "0", "1600x1000x24", "-nolisten", "tcp"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| format!("cannot start Xvfb, the display for WebKit: {error}"))?;
    let mut number = String::new();
    if let Some(printed) = server.stdout.take() {
        BufReader::new(printed).read_line(&mut number).map_err(|error| format!("Xvfb: {error}"))?;
    }
    match number.trim() {
        "" => Err("Xvfb, the display for WebKit, ended at once".to_owned()),
        number => Ok((server, number.to_owned())),
    }
}
