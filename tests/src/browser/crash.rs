//! Crashes of a tab: its process is killed, whatever it is doing.

use std::fs;
use std::process::Command;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use serde_json::json;

use super::Page;

/// A scheduled kill, which returns the time when it happened.
pub type Kill = JoinHandle<Instant>;

impl Page {
    /// Kills the process of the page after `delay`, if it is busy until then. Needs /proc.
    pub fn kill_in(&self, delay: Duration) -> Kill {
        let before: Vec<(u32, u64)> =
            renderers(self.session().process()).into_iter().map(|process| (process, ticks_of(process))).collect();
        assert!(!before.is_empty(), "without /proc, the processes of the browser are unknown");
        thread::spawn(move || {
            thread::sleep(delay);
            // The other renderer processes are idle.
            let work = |(process, ticks): &(u32, u64)| ticks_of(*process).saturating_sub(*ticks);
            let (process, _) = before.into_iter().max_by_key(work).expect("a process");
            let moment = Instant::now();
            let killed = Command::new("kill").args(["-KILL", &process.to_string()]).status();
            assert!(killed.is_ok_and(|status| status.success()), "cannot kill process {process}");
            moment
        })
    }

    /// Opens `url` in another tab, instead of the one that was killed; `home` is a tab that is left alone.
    pub fn open_after_crash(&self, home: &str, url: &str) {
        self.wait_for("the tab to be dead", || self.try_run("return 1;", &[]).is_none().then_some(()));
        assert!(self.session().delete("/window").is_ok(), "the remaining tab closes");
        self.send("/window", Some(json!({ "handle": home })));
        self.open_tab(url);
    }

    /// Opens `url` in another tab, and returns the handle of the previous one.
    pub fn open_tab(&self, url: &str) -> String {
        let home = self.send("/window", None).as_str().unwrap_or_default().to_owned();
        let tab = self.send("/window/new", Some(json!({ "type": "tab" })));
        self.send("/window", Some(json!({ "handle": tab["handle"] })));
        self.send("/url", Some(json!({ "url": url })));
        home
    }
}

/// The renderer processes below `root`.
fn renderers(root: u32) -> Vec<u32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let all: Vec<(u32, u32)> = entries
        .filter_map(|entry| {
            let process = entry.file_name().to_str()?.parse().ok()?;
            let state = fs::read_to_string(entry.path().join("stat")).ok()?;
            // The name of the program, in parentheses, may contain anything.
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

/// The processor time of a process in clock ticks; 0 if it has ended.
fn ticks_of(process: u32) -> u64 {
    let state = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The name of the program, in parentheses, may contain anything. User and system time are fields 14 and 15, so they
    // are the 12th and 13th after it.
    let fields: Vec<&str> = state.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace().collect();
    fields.iter().skip(11).take(2).filter_map(|field| field.parse::<u64>().ok()).sum()
}
