//! The browsers in which the product is tested: their drivers, and the capabilities of a session.

#![expect(clippy::expect_used, clippy::panic, reason = "panics are reported in the calling test")]

use std::env;
use std::ffi::OsString;
use std::io::{BufRead, BufReader};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

/// The number of attempts to start a driver: another process may take the port that it has chosen.
const ATTEMPTS: u32 = 5;
/// The number of attempts to connect to a driver that does not print when it is ready, and the time between them.
const CONNECTS: u32 = 200;
const CONNECT_PAUSE: Duration = Duration::from_millis(25);

/// A browser engine with its driver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Engine {
    Chromium,
    Firefox,
    /// WebKitGTK in its MiniBrowser, which needs a display.
    WebKit,
}

/// A running driver.
#[derive(Debug)]
pub struct Driver {
    pub process: Child,
    /// The driver writes to it until the end.
    _output: BufReader<ChildStdout>,
    pub port: u16,
}

impl Engine {
    /// The engine that `DESCRIPTORIUM_BROWSER` names, in lower case; Chromium by default.
    pub fn of_run() -> Engine {
        match env::var("DESCRIPTORIUM_BROWSER").as_deref() {
            Err(_) | Ok("chromium") => Engine::Chromium,
            Ok("firefox") => Engine::Firefox,
            Ok("webkit") => Engine::WebKit,
            Ok(other) => panic!("DESCRIPTORIUM_BROWSER is `{other}`, not chromium, firefox or webkit"),
        }
    }

    /// Starts its driver, the one on the path unless a variable names another.
    pub fn start(self) -> Driver {
        let (variable, name) = match self {
            Engine::Chromium => ("CHROMEDRIVER", "chromedriver"),
            Engine::Firefox => ("GECKODRIVER", "geckodriver"),
            Engine::WebKit => ("WEBKITDRIVER", "WebKitWebDriver"),
        };
        let program = env::var_os(variable).unwrap_or_else(|| OsString::from(name));
        let started = (0..ATTEMPTS).find_map(|_| self.try_start(&program));
        started.unwrap_or_else(|| panic!("{} does not listen", program.display()))
    }

    fn try_start(self, program: &OsString) -> Option<Driver> {
        let given = (self != Engine::Chromium).then(free_port);
        let mut process = Command::new(program)
            .arg(format!("--port={}", given.unwrap_or(0)))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("cannot start {}: {error}", program.display()));
        let mut output = BufReader::new(process.stdout.take().expect("the output is piped"));
        let port = match given {
            Some(port) => is_listening(port).then_some(port),
            None => printed_port(&mut output),
        };
        if port.is_none() {
            let _killed = process.kill();
            let _waited = process.wait();
        }
        Some(Driver { process, _output: output, port: port? })
    }

    /// The capabilities of a session with a new `profile` and additional `arguments` for the browser.
    pub fn capabilities(self, profile: &Path, arguments: &[&str]) -> Value {
        let wanted = match self {
            Engine::Chromium => chromium(profile, arguments),
            Engine::Firefox => {
                let mut options = json!({ "args": ["-headless"] });
                if let Some(binary) = env::var_os("FIREFOX") {
                    options["binary"] = json!(binary.to_string_lossy());
                }
                json!({ "moz:firefoxOptions": options })
            }
            Engine::WebKit => {
                let browser = env::var_os("MINIBROWSER").expect("MINIBROWSER is the path of WebKit's MiniBrowser");
                let options = json!({ "binary": browser.to_string_lossy(), "args": ["--automation"] });
                json!({ "webkitgtk:browserOptions": options })
            }
        };
        json!({ "capabilities": { "alwaysMatch": wanted } })
    }
}

fn chromium(profile: &Path, more: &[&str]) -> Value {
    let profile = format!("--user-data-dir={}", profile.display());
    let mut arguments = vec![
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-dev-shm-usage",
        // Pages for the address bar, which nobody sees here, take 4 % of the time.
        "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup",
        "--window-size=1440,900",
        "--hide-scrollbars",
        &profile,
    ];
    arguments.extend(more);
    let mut options = json!({ "args": arguments });
    if let Some(chrome) = env::var_os("CHROME") {
        options["binary"] = json!(chrome.to_string_lossy());
    }
    json!({ "goog:chromeOptions": options, "goog:loggingPrefs": { "browser": "ALL" } })
}

/// A port that is free at this moment.
fn free_port() -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
    listener.local_addr().expect("an address").port()
}

fn is_listening(port: u16) -> bool {
    (0..CONNECTS).any(|_| {
        let connected = TcpStream::connect(("127.0.0.1", port)).is_ok();
        if !connected {
            thread::sleep(CONNECT_PAUSE);
        }
        connected
    })
}

/// The port from the output of ChromeDriver; `None` if it ended before it was listening.
fn printed_port(output: &mut impl BufRead) -> Option<u16> {
    let mut line = String::new();
    while output.read_line(&mut line).is_ok_and(|read| read > 0) {
        if let Some((_, port)) = line.trim_end().trim_end_matches('.').rsplit_once("started successfully on port ") {
            return Some(port.parse().unwrap_or_else(|error| panic!("{line}: {error}")));
        }
        line.clear();
    }
    None
}
