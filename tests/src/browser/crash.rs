//! A tab that ends as badly as it can: its process is killed, whatever it is doing.

use std::fs;
use std::process::Command;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use serde_json::json;

use super::Page;

/// A blow that is on its way, and tells when it fell.
pub type Blow = JoinHandle<Instant>;

impl Page {
    /// Kills the process of the page when `delay` is over. `None`, and a printed line, where the system does not say
    /// which one that is.
    pub fn kill_in(&self, delay: Duration) -> Option<Blow> {
        // Of the processes that draw pages, the one with the modeller in it is by far the largest.
        let Some(process) = renderers(self.driver.id()).into_iter().max_by_key(|process| pages_of(*process)) else {
            println!("skipped: there is no /proc that tells the processes of the browser");
            return None;
        };
        Some(thread::spawn(move || {
            thread::sleep(delay);
            let moment = Instant::now();
            let killed = Command::new("kill").args(["-KILL", &process.to_string()]).status();
            assert!(killed.is_ok_and(|status| status.success()), "process {process} could not be killed");
            moment
        }))
    }

    /// Opens `url` in another tab, in the place of the one that was killed; `home` is a tab that is left alone.
    pub fn open_after_crash(&self, home: &str, url: &str) {
        self.wait_for("the tab to be dead", || self.try_run("return 1;", &[]).is_none().then_some(()));
        let closed = self.agent.delete(format!("{}/window", self.session)).call();
        assert!(closed.is_ok(), "what is left of the tab closes");
        self.send("/window", Some(json!({ "handle": home })));
        self.open_tab(url);
    }

    /// Opens `url` in another tab, and gives the name of the one before.
    pub fn open_tab(&self, url: &str) -> String {
        let home = self.send("/window", None).as_str().unwrap_or_default().to_owned();
        let tab = self.send("/window/new", Some(json!({ "type": "tab" })));
        self.send("/window", Some(json!({ "handle": tab["handle"] })));
        self.send("/url", Some(json!({ "url": url })));
        home
    }
}

/// The processes below `root` that draw pages.
fn renderers(root: u32) -> Vec<u32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let all: Vec<(u32, u32)> = entries
        .filter_map(|entry| {
            let process = entry.file_name().to_str()?.parse().ok()?;
            let state = fs::read_to_string(entry.path().join("stat")).ok()?;
            // The name of the program, which stands in brackets, may have anything in it.
            let parent = state.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()?;
            Some((process, parent))
        })
        .collect();
    let mut found = vec![root];
    let mut at = 0;
    while let Some(parent) = found.get(at).copied() {
        found.extend(all.iter().filter(|(_, of)| *of == parent).map(|(process, _)| *process));
        at += 1;
    }
    let is_renderer = |process: &u32| {
        let line = fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).contains("--type=renderer")
    };
    found.retain(is_renderer);
    found
}

/// How much memory a process holds, in pages.
fn pages_of(process: u32) -> u64 {
    let sizes = fs::read_to_string(format!("/proc/{process}/statm")).unwrap_or_default();
    sizes.split(' ').nth(1).and_then(|resident| resident.parse().ok()).unwrap_or(0)
}
