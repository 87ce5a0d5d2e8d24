//! Earlier versions of a folder, from its Git repository. Runs the `git` of the user, which reads every kind of repository;
//! nothing in the repository is executed or changed.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, SystemTime};

use descriptorium_core::text::FilePath;
use hashbrown::HashMap;

use crate::folder::{self, MAX_BYTES};
use crate::pages::recent::{LastChange, LastChanges};

/// A folder with the descriptors of a repository at a revision. It is deleted when it is dropped.
#[derive(Debug)]
pub struct Checkout {
    root: PathBuf,
    /// The folder of the repository in the working tree.
    repository: PathBuf,
}

impl Checkout {
    /// The descriptors, settings and exclusions of the repository around `path` at a revision.
    ///
    /// # Errors
    ///
    /// A message if `path` is not in a repository, the revision does not exist, or Git cannot be run.
    pub fn of(path: &Path, revision: &str) -> Result<Self, String> {
        let folder = if path.is_dir() { path } else { path.parent().unwrap_or(path) };
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let top = output(folder, &["rev-parse", "--show-toplevel"])
            .map_err(|why| format!("`{}` is not in a Git repository: {why}", path.display()))?;
        let repository = PathBuf::from(top.trim_end_matches(['\n', '\r']));
        let commit = format!("{revision}^{{commit}}");
        let commit = output(folder, &["rev-parse", "--verify", "--quiet", "--end-of-options", &commit])
            .map_err(|_| format!("unknown revision `{revision}`"))?;
        let cannot = |error: io::Error| format!("cannot read revision `{revision}`: {}", folder::reason(&error));
        let root = new_folder().map_err(cannot)?;
        let checkout = Checkout { root, repository };
        // The folder looks like a repository, so that exclusions apply as in the working tree.
        fs::create_dir(checkout.root.join(".git")).map_err(cannot)?;
        checkout.write(commit.trim()).map_err(cannot)?;
        Ok(checkout)
    }

    /// Where the revision has the file or folder at `path` in the working tree; it may not exist.
    pub fn place(&self, path: &Path) -> Option<PathBuf> {
        let (path, repository) = (path.canonicalize().ok()?, self.repository.canonicalize().ok()?);
        Some(self.root.join(path.strip_prefix(repository).ok()?))
    }

    /// The path of a file of the checkout within the repository.
    pub fn inner<'a>(&self, shown: &'a str) -> &'a str {
        let root = self.root.to_string_lossy();
        shown.strip_prefix(&*root).map_or(shown, |inner| inner.trim_start_matches('/'))
    }

    /// Writes the files of a commit.
    fn write(&self, commit: &str) -> io::Result<()> {
        read(&self.repository, commit, |path, content| {
            let place = self.root.join(path);
            place.parent().map_or(Ok(()), fs::create_dir_all)?;
            fs::write(place, content)
        })
    }
}

/// Reads the descriptors, settings and exclusions below `folder` at a commit, by paths relative to it.
fn read(folder: &Path, commit: &str, mut each: impl FnMut(&str, Vec<u8>) -> io::Result<()>) -> io::Result<()> {
    let listing = git(folder, &["ls-tree", "-r", "-z", "--long", commit]).output()?;
    let files: Vec<(String, String)> = listing.stdout.split(|byte| *byte == 0).filter_map(entry).collect();
    let mut cat = git(folder, &["cat-file", "--batch"]);
    let mut child = cat.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let (Some(mut to), Some(from)) = (child.stdin.take(), child.stdout.take()) else {
        return Err(io::ErrorKind::BrokenPipe.into());
    };
    let asked: String = files.iter().map(|(object, _)| format!("{object}\n")).collect();
    // Written by another thread: Git answers before it has read everything.
    let asking = thread::spawn(move || to.write_all(asked.as_bytes()));
    let mut from = BufReader::new(from);
    for (_, path) in &files {
        let mut head = String::new();
        from.read_line(&mut head)?;
        let length = head.trim_end().rsplit(' ').next().and_then(|length| length.parse().ok());
        let length: usize = length.ok_or_else(|| io::Error::other(format!("unexpected answer of Git: {head}")))?;
        let mut content = vec![0; length + 1];
        from.read_exact(&mut content)?;
        content.truncate(length);
        each(path, content)?;
    }
    let asked = asking.join().map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))?;
    asked.and(child.wait().map(drop))
}

/// Whether a folder is in a repository that has something of it in the commit that is checked out.
pub fn has_commits(folder: &Path) -> bool {
    output(folder, &["ls-tree", "--name-only", "HEAD"]).is_ok_and(|names| !names.is_empty())
}

/// The descriptors of a folder at the commit that is checked out.
#[derive(Debug)]
pub struct Committed {
    /// The short name of the commit.
    pub commit: String,
    /// The texts by path; files in another encoding than UTF-8 are missing.
    pub files: BTreeMap<FilePath, String>,
}

impl Committed {
    /// # Errors
    ///
    /// A message if the folder is not in a repository with a commit, or Git cannot be run.
    pub fn of(folder: &Path) -> Result<Self, String> {
        let commit = output(folder, &["rev-parse", "--short", "HEAD"])?.trim().to_owned();
        let mut files = BTreeMap::new();
        let read = read(folder, &commit, |path, content| {
            files.extend(FilePath::new(path).zip(String::from_utf8(content).ok()));
            Ok(())
        });
        read.map_err(|error| folder::reason(&error))?;
        Ok(Committed { commit, files })
    }
}

/// Maximum number of commits that are read for the last changes of files.
const MAX_COMMITS: &str = "20000";

/// The commit that is checked out in a folder; `None` outside of a repository, and in one whose history is cut off.
pub fn head(folder: &Path) -> Option<String> {
    if !folder.is_dir() {
        return None;
    }
    let said = output(folder, &["rev-parse", "--is-shallow-repository", "HEAD"]).ok()?;
    let (is_shallow, head) = said.split_once('\n')?;
    (is_shallow == "false").then(|| head.trim().to_owned())
}

/// The last commit of each file in a folder, by paths relative to it; `None` without a complete history.
pub fn last_changes(folder: &Path) -> Option<LastChanges> {
    head(folder)?;
    let arguments = [
        "-c",
        "core.quotePath=false",
        "log",
        "--max-count",
        MAX_COMMITS,
        "--name-only",
        "--relative",
        "-z",
        "--format=%x01%ct%x02%an%x02%h",
        "--",
        ".",
    ];
    let log = output(folder, &arguments).ok()?;
    let mut changes = HashMap::new();
    for commit in log.split('\u{1}').filter(|commit| !commit.trim().is_empty()) {
        let mut parts = commit.split('\0');
        let mut facts = parts.next()?.split('\u{2}');
        let (date, author, hash) = (facts.next()?, facts.next()?, facts.next()?);
        let date = SystemTime::UNIX_EPOCH.checked_add(Duration::from_secs(date.trim().parse().ok()?))?;
        for path in parts.map(|path| path.trim_start_matches('\n')).filter_map(FilePath::new) {
            // The first commit in the log is the last one.
            let commit = Some((author.to_owned(), hash.trim().to_owned()));
            changes.entry(path).or_insert(LastChange { date, commit });
        }
    }
    Some(changes)
}

impl Drop for Checkout {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.root);
    }
}

/// The object and the path in an entry of a listing, if it is a file that is read: `100644 blob HASH SIZE\tPATH`.
fn entry(line: &[u8]) -> Option<(String, String)> {
    let (facts, path) = std::str::from_utf8(line).ok()?.split_once('\t')?;
    let mut facts = facts.split_ascii_whitespace();
    let (mode, object, size) = (facts.next()?, facts.nth(1)?, facts.next()?);
    let name = path.rsplit('/').next().unwrap_or(path);
    let is_wanted = folder::is_descriptor_name(name) || name == descriptorium_core::exclusion::FILE;
    let is_plain = mode.starts_with("100") && size.parse::<u64>().is_ok_and(|size| size <= MAX_BYTES);
    // Git refuses such names itself; a file must not be written outside of the folder.
    let is_inside = path.split('/').all(|name| !matches!(name, "" | "." | ".." | ".git"));
    (is_wanted && is_plain && is_inside).then(|| (object.to_owned(), path.to_owned()))
}

/// A new folder that only this user can read.
fn new_folder() -> io::Result<PathBuf> {
    let mut random = [0; 16];
    getrandom::fill(&mut random).map_err(io::Error::other)?;
    let name: String = random.iter().map(|byte| format!("{byte:02x}")).collect();
    let path = std::env::temp_dir().join(format!("descriptorium-{name}"));
    let mut builder = fs::DirBuilder::new();
    builder.recursive(false);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(&path)?;
    path.canonicalize()
}

/// A command of Git in a folder, without hooks, watchers and prompts. A repository can come from others: the programs that its
/// settings name, for watching files, checking signatures and fetching missing objects, are never run, and a folder that only
/// looks like a bare repository is none.
fn git(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new("git");
    let settings = ["core.fsmonitor=false", "log.showSignature=false", "safe.bareRepository=explicit"];
    command.arg("-C").arg(folder).arg("--no-optional-locks");
    command.args(settings.into_iter().flat_map(|setting| ["-c", setting])).args(arguments);
    command
        .env("GIT_NO_LAZY_FETCH", "1")
        .env("GIT_ALLOW_PROTOCOL", "none")
        .env("GIT_TERMINAL_PROMPT", "0")
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .stderr(Stdio::piped());
    command
}

/// The output of a command of Git, or the first line of what it says when it fails.
fn output(folder: &Path, arguments: &[&str]) -> Result<String, String> {
    let output = git(folder, arguments).output().map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => "the program `git` is not installed".to_owned(),
        _ => folder::reason(&error),
    })?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(said.lines().next().unwrap_or("it failed").trim_start_matches("fatal: ").to_owned())
}
