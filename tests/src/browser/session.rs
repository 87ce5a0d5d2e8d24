//! Browsers, each with its driver. Starting one takes a quarter of an average test, so tests use them in turn.

#![expect(clippy::expect_used, clippy::panic, reason = "panics are reported in the calling test")]

use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};
use tempfile::TempDir;
use ureq::Agent;

use super::PATIENCE;
use super::engine::{Driver, Engine};

/// A running browser, which ends with this value.
pub struct Session {
    pub engine: Engine,
    agent: Agent,
    /// The address of the session at the driver.
    url: String,
    driver: Driver,
    _profile: TempDir,
}

/// The browsers that wait for their next test, and the number of those that have one.
struct Pool {
    idle: Vec<Session>,
    n_used: usize,
}

static POOL: Mutex<Pool> = Mutex::new(Pool { idle: Vec::new(), n_used: 0 });

fn pool() -> MutexGuard<'static, Pool> {
    POOL.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Session {
    /// A browser with an empty page and nothing stored.
    pub fn take() -> Session {
        let idle = pool().idle.pop();
        let session = idle.unwrap_or_else(|| Session::start(&[]));
        pool().n_used += 1;
        session
    }

    /// Makes a browser that was taken available to other tests, unless it is `broken`.
    pub fn give_back(self, broken: bool) {
        let is_fresh = !broken && self.refresh().is_ok();
        let mut pool = pool();
        pool.n_used -= 1;
        // Idle browsers would outlive the process. While tests are left, another one almost always has a browser.
        let is_last = pool.n_used == 0;
        let mut ended = if is_last { std::mem::take(&mut pool.idle) } else { Vec::new() };
        let place = if is_fresh && !is_last { &mut pool.idle } else { &mut ended };
        place.push(self);
        // The browsers in `ended` end here, without the lock.
        drop(pool);
    }

    /// Starts a browser with additional `arguments`.
    pub fn start(arguments: &[&str]) -> Session {
        let engine = Engine::of_run();
        let driver = engine.start();
        let profile = tempfile::tempdir().expect("a folder for the browser");
        let config = Agent::config_builder().http_status_as_error(false).timeout_global(Some(PATIENCE * 3));
        let url = format!("http://127.0.0.1:{}/session", driver.port);
        let mut session = Session { engine, agent: config.build().into(), url, driver, _profile: profile };
        let capabilities = engine.capabilities(session._profile.path(), arguments);
        let started = session.post("", &capabilities).unwrap_or_else(|error| panic!("no session: {error}"));
        let id = started["sessionId"].as_str().expect("a session has a name");
        session.url = format!("{}/{id}", session.url);
        session
    }

    /// The process id of the driver.
    pub fn process(&self) -> u32 {
        self.driver.process.id()
    }

    pub fn get(&self, path: &str) -> Result<Value, String> {
        value_of(self.agent.get(format!("{}{path}", self.url)).call())
    }

    pub fn post(&self, path: &str, body: &Value) -> Result<Value, String> {
        value_of(self.agent.post(format!("{}{path}", self.url)).send_json(body))
    }

    pub fn delete(&self, path: &str) -> Result<Value, String> {
        value_of(self.agent.delete(format!("{}{path}", self.url)).call())
    }

    /// Sends a command of the DevTools.
    pub fn devtools(&self, command: &str, parameters: &Value) -> Result<Value, String> {
        self.post("/goog/cdp/execute", &json!({ "cmd": command, "params": parameters }))
    }

    /// Closes all pages and opens an empty one. Pages of other tests have other origins, as their ports differ, but pages on
    /// the disk share one, and so does the clipboard: what is stored is deleted.
    fn refresh(&self) -> Result<(), String> {
        // Releases keys and buttons, which would stay pressed in other pages.
        self.delete("/actions")?;
        let fresh = self.post("/window/new", &json!({ "type": "tab" }))?;
        let open = self.get("/window/handles")?;
        for old in open.as_array().into_iter().flatten().filter(|handle| **handle != fresh["handle"]) {
            self.post("/window", &json!({ "handle": old }))?;
            self.delete("/window")?;
        }
        self.post("/window", &json!({ "handle": fresh["handle"] }))?;
        // It was opened behind the others, without the focus.
        self.devtools("Page.bringToFront", &json!({}))?;
        self.devtools("Storage.clearDataForOrigin", &json!({ "origin": "*", "storageTypes": "all" }))?;
        self.devtools("Browser.resetPermissions", &json!({}))?;
        self.post("/se/log", &json!({ "type": "browser" }))?;
        Ok(())
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ended = self.delete("");
        let _killed = self.driver.process.kill();
        let _waited = self.driver.process.wait();
    }
}

/// The value in a response of the driver.
fn value_of(response: Result<ureq::http::Response<ureq::Body>, ureq::Error>) -> Result<Value, String> {
    let mut response = response.map_err(|error| error.to_string())?;
    let text = response.body_mut().with_config().limit(100_000_000).read_to_string();
    let answer: Value = serde_json::from_str(&text.map_err(|error| error.to_string())?)
        .map_err(|error| format!("the driver speaks no JSON: {error}"))?;
    let value = answer["value"].clone();
    match value["error"].as_str() {
        Some(error) => Err(format!("{error}: {}", value["message"].as_str().unwrap_or_default())),
        None => Ok(value),
    }
}
