//! Git repositories.

#![expect(clippy::panic, reason = "panics are reported in the calling test")]

use std::path::Path;
use std::process::Command;

/// Makes `folder` a repository whose only commit has all its files.
pub fn commit_all(folder: &Path) {
    git(folder, &["init", "--quiet"]);
    git(folder, &["add", "."]);
    git(folder, &["commit", "--quiet", "--message", "One"]);
}

/// Runs Git in a folder, with a name and an address for commits.
pub fn git(folder: &Path, arguments: &[&str]) {
    let identity = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"];
    let run = Command::new("git").current_dir(folder).args(identity).args(arguments).output();
    if !run.as_ref().is_ok_and(|run| run.status.success()) {
        panic!("git {arguments:?}: {run:?}");
    }
}
