//! A real browser, controlled from outside through the WebDriver protocol, with the pointer and the keyboard of a user.
//!
//! Every failed step ends its test, with a screenshot in `target/browser/`.

#![expect(clippy::expect_used, clippy::panic, reason = "panics are reported in the calling test")]

use std::cell::RefCell;
use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde_json::{Value, json};

pub mod crash;
pub mod engine;
pub mod input;
pub mod session;

use engine::Engine;
use input::Input;
use session::Session;

/// The maximum time to wait for a condition.
const PATIENCE: Duration = Duration::from_secs(20);
/// The limits of the pause between two looks at a condition.
const SHORTEST_PAUSE: Duration = Duration::from_millis(10);
const LONGEST_PAUSE: Duration = Duration::from_millis(150);
/// The maximum lifetime of a page: a browser that hangs fails its test instead of blocking the run.
const LIFETIME: Duration = Duration::from_mins(20);
/// The key of an element in the protocol.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// A page in a browser that nothing else uses meanwhile. It is closed with this value.
pub struct Page {
    opened: Instant,
    complaints: RefCell<Vec<String>>,
    /// `None` only when the page is closed.
    session: Option<Session>,
    /// Whether other tests can use the browser later.
    is_shared: bool,
}

/// The position and size of an element in the window, in pixels.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Area {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

impl Area {
    /// The point in the center.
    pub fn center(self) -> (f64, f64) {
        (self.x + self.width / 2.0, self.y + self.height / 2.0)
    }
}

impl Page {
    /// Opens `url` in a window of 1440 by 900 pixels.
    pub fn open(url: &str) -> Page {
        // Only in Chromium, in which nearly all tests run, everything that pages have stored can be deleted.
        match Engine::of_run() == Engine::Chromium {
            true => Page::open_in(Session::take(), true, url),
            false => Page::open_with(url, &[]),
        }
    }

    /// The page at `url`, in a browser with additional `arguments`.
    pub fn open_with(url: &str, arguments: &[&str]) -> Page {
        Page::open_in(Session::start(arguments), false, url)
    }

    fn open_in(session: Session, is_shared: bool, url: &str) -> Page {
        let engine = session.engine;
        let complaints = RefCell::default();
        let page = Page { opened: Instant::now(), complaints, session: Some(session), is_shared };
        if engine != Engine::Chromium {
            page.send("/window/rect", Some(json!({ "width": 1440, "height": 900 })));
        }
        page.go(url);
        page
    }

    fn session(&self) -> &Session {
        self.session.as_ref().expect("a page that is not closed")
    }

    /// Sends a request of the protocol, and returns the response.
    fn send(&self, path: &str, body: Option<Value>) -> Value {
        self.try_send(path, body).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    fn try_send(&self, path: &str, body: Option<Value>) -> Result<Value, String> {
        if self.opened.elapsed() > LIFETIME {
            return Err(format!("the page was driven for more than {} minutes", LIFETIME.as_secs() / 60));
        }
        match body {
            Some(body) => self.session().post(path, &body),
            None => self.session().get(path),
        }
    }

    /// The result of `script`, or nothing if the tab no longer exists.
    pub fn try_run(&self, script: &str, arguments: &[Value]) -> Option<Value> {
        self.try_send("/execute/sync", Some(json!({ "script": script, "args": arguments }))).ok()
    }

    /// Runs `script`, the body of a function of `arguments`, and returns its result.
    pub fn run(&self, script: &str, arguments: &[Value]) -> Value {
        self.send("/execute/sync", Some(json!({ "script": script, "args": arguments })))
    }

    /// Waits until `done` returns a value; `what` describes it in the failure message.
    pub fn wait_for<T>(&self, what: &str, done: impl Fn() -> Option<T>) -> T {
        let start = Instant::now();
        loop {
            if let Some(value) = done() {
                return value;
            }
            let elapsed = start.elapsed();
            assert!(elapsed < PATIENCE, "timeout while waiting for {what}");
            // Asking costs the page milliseconds: what takes longer is asked about less often.
            thread::sleep((elapsed / 8).clamp(SHORTEST_PAUSE, LONGEST_PAUSE));
        }
    }

    /// Waits until the page has an element at `selector`, and returns its area.
    pub fn area(&self, selector: &str) -> Area {
        let script = "const e = document.querySelector(arguments[0]); if (!e) return null; \
                      const r = e.getBoundingClientRect(); return [r.x, r.y, r.width, r.height];";
        self.wait_for(selector, || {
            let numbers = self.run(script, &[json!(selector)]);
            let number = |at: usize| numbers[at].as_f64();
            Some(Area { x: number(0)?, y: number(1)?, width: number(2)?, height: number(3)? })
        })
    }

    /// Waits until the page has an element at `selector`, and returns its text.
    pub fn text(&self, selector: &str) -> String {
        let script = "return document.querySelector(arguments[0])?.textContent ?? null;";
        self.wait_for(selector, || self.run(script, &[json!(selector)]).as_str().map(str::to_owned))
    }

    /// The current texts of all elements at `selector`.
    pub fn texts(&self, selector: &str) -> Vec<String> {
        let script = "return [...document.querySelectorAll(arguments[0])].map((e) => e.textContent);";
        let texts = self.run(script, &[json!(selector)]);
        texts.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
    }

    /// Waits until the text of the element at `selector` satisfies `expected`.
    pub fn wait_for_text(&self, selector: &str, expected: impl Fn(&str) -> bool) -> String {
        self.wait_for(&format!("another text in {selector}"), || {
            Some(self.text(selector)).filter(|text| expected(text))
        })
    }

    /// Waits until there is no element at `selector`.
    pub fn wait_until_gone(&self, selector: &str) {
        let script = "return document.querySelector(arguments[0]) === null;";
        self.wait_for(&format!("the end of {selector}"), || {
            self.run(script, &[json!(selector)]).as_bool().filter(|gone| *gone)
        });
    }

    /// Performs `input` with the pointer and the keyboard. Waits until all lazily loaded modules have arrived, as a
    /// person would be slower.
    pub fn perform(&self, input: Input) {
        let script = "return !document.querySelector(\".modeller[data-part='coming']\");";
        self.wait_for("all modules of the modeller", || self.run(script, &[]).as_bool().filter(|whole| *whole));
        self.send("/actions", Some(input.request()));
    }

    /// Performs `input`, and returns whether the tab has survived it.
    pub fn try_perform(&self, input: Input) -> bool {
        self.try_send("/actions", Some(input.request())).is_ok()
    }

    /// Scrolls the element at `selector` into view, waits until its position is stable, and returns its center: during
    /// a change of layout, the pointer would hit another element.
    pub fn place(&self, selector: &str) -> (f64, f64) {
        let script = "const at = () => {
                const r = document.querySelector(arguments[0])?.getBoundingClientRect();
                return r && [r.x + r.width / 2, r.y + r.height / 2];
            };
            const frame = () => new Promise((done) => requestAnimationFrame(done));
            document.querySelector(arguments[0])?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
            const before = at();
            return frame().then(frame).then(at).then((now) =>
                before && now && before.every((number, n) => number === now[n])
                && 0 <= now[0] && now[0] < innerWidth && 0 <= now[1] && now[1] < innerHeight ? now : null);";
        self.wait_for(&format!("{selector} to be stable in view"), || {
            let numbers = self.run(script, &[json!(selector)]);
            Some((numbers[0].as_f64()?, numbers[1].as_f64()?))
        })
    }

    /// Performs touch gestures, see [`input::touches`].
    pub fn touch(&self, ways: &[Vec<(f64, f64)>], rest: u32) {
        self.send("/actions", Some(input::touches(ways, rest)));
    }

    /// Clicks the element at `selector`.
    pub fn click(&self, selector: &str) {
        self.perform(Input::new().click(self.place(selector)));
    }

    /// Waits until the page has an element at `selector`, and focuses it.
    pub fn focus(&self, selector: &str) {
        let script = "const e = document.querySelector(arguments[0]); e?.focus(); return e !== null;";
        self.wait_for(selector, || (self.run(script, &[selector.into()]) == true).then_some(()));
    }

    /// Types `text` into the focused element.
    pub fn type_text(&self, text: &str) {
        self.perform(Input::new().text(text));
    }

    /// Presses a key combination: `page.press(&[CONTROL, "z"])`.
    pub fn press(&self, keys: &[&str]) {
        self.perform(Input::new().press(keys));
    }

    /// Drags from `from` to `to`.
    pub fn drag(&self, from: (f64, f64), to: (f64, f64)) {
        self.perform(Input::new().drag(from, to));
    }

    /// Sends a DevTools command, for what WebDriver does not support.
    pub fn devtools(&self, command: &str, parameters: Value) -> Value {
        self.session().devtools(command, &parameters).unwrap_or_else(|error| panic!("{command}: {error}"))
    }

    /// Opens `url` again with a `script` that runs before those of the page, to simulate another browser.
    pub fn open_after(&self, script: &str, url: &str) {
        self.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": script }));
        self.go(url);
    }

    /// Opens `url` in the same tab.
    pub fn go(&self, url: &str) {
        self.send("/url", Some(json!({ "url": url })));
    }

    /// Reloads the page.
    pub fn reload(&self) {
        self.send("/refresh", Some(json!({})));
    }

    /// Closes the tab, as a user would without saving, and opens `url` in another one of the same browser.
    pub fn reopen(&self, url: &str) {
        let old = self.send("/window", None);
        let new = self.send("/window/new", Some(json!({ "type": "tab" })));
        assert!(self.session().delete("/window").is_ok(), "{old} closes");
        self.send("/window", Some(json!({ "handle": new["handle"] })));
        self.go(url);
    }

    /// Enters the frame at `selector`: all following steps are in the page there.
    pub fn enter_frame(&self, selector: &str) {
        let found = self.send("/element", Some(json!({ "using": "css selector", "value": selector })));
        self.send("/frame", Some(json!({ "id": found })));
    }

    /// Enters the frame that `script` returns, such as one in a shadow root.
    pub fn enter_frame_of(&self, script: &str) {
        let found = self.run(script, &[]);
        self.send("/frame", Some(json!({ "id": found })));
    }

    /// Returns from all frames to the page.
    pub fn leave_frame(&self) {
        self.send("/frame", Some(json!({ "id": null })));
    }

    /// Selects the files of the `<input type="file">` at `selector`.
    pub fn choose_file(&self, selector: &str, path: &str) {
        let found = self.send("/element", Some(json!({ "using": "css selector", "value": selector })));
        let element = found[ELEMENT].as_str().expect("an element has a name").to_owned();
        self.send(&format!("/element/{element}/value"), Some(json!({ "text": path })));
    }

    /// Writes a screenshot to `target/browser/<name>.png`.
    pub fn screenshot(&self, name: &str) {
        let Ok(Value::String(picture)) = self.try_send("/screenshot", None) else { return };
        let Ok(picture) = BASE64_STANDARD.decode(picture) else { return };
        let file = crate::paths::root().join("target/browser").join(format!("{name}.png"));
        let written = fs::create_dir_all(file.with_file_name("")).and_then(|()| fs::write(&file, picture));
        println!("{} {}", if written.is_ok() { "see" } else { "could not write" }, file.display());
    }

    /// The errors that the browser has logged: exceptions, failed requests, violations of the content policy. Only
    /// Chromium's driver reports them.
    pub fn complaints(&self) -> Vec<String> {
        if self.session().engine != Engine::Chromium {
            return Vec::new();
        }
        let log = self.send("/se/log", Some(json!({ "type": "browser" })));
        let entries = log.as_array().cloned().unwrap_or_default();
        let bad = entries.iter().filter(|entry| matches!(entry["level"].as_str(), Some("SEVERE" | "WARNING")));
        self.complaints.borrow_mut().extend(bad.filter_map(|entry| entry["message"].as_str().map(str::to_owned)));
        self.complaints.borrow().clone()
    }

    /// Fails if the browser has logged an error.
    pub fn expect_no_complaints(&self) {
        let complaints = self.complaints();
        assert!(complaints.is_empty(), "errors in the browser:\n{}", complaints.join("\n"));
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        if thread::panicking() {
            let test = thread::current().name().unwrap_or("test").replace("::", "-");
            self.screenshot(&test);
            if let Ok(log) = self.try_send("/se/log", Some(json!({ "type": "browser" }))) {
                println!("the browser's log: {log:#}");
            }
        }
        let Some(session) = self.session.take() else { return };
        if self.is_shared {
            session.give_back(thread::panicking());
        }
    }
}
