//! The tested product, as it was built.

#![expect(clippy::expect_used, clippy::panic, reason = "panics are reported in the calling test")]

use std::cell::RefCell;
use std::env;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use descriptorium_tests::browser::Page;
use descriptorium_tests::{paths, static_host};
use serde_json::json;
use tempfile::TempDir;

/// The address of the modeller on a static host. It is the same for all tests: what a browser has in its cache is not
/// loaded again.
pub fn modeller() -> String {
    static HOST: LazyLock<String> = LazyLock::new(|| {
        let address = static_host::serve(&built()).expect("a free address");
        format!("http://{address}/")
    });
    HOST.clone()
}

/// The modeller on a static host, in a browser whose folder dialog returns a folder with `files`: paths and texts. It
/// is the folder `catalog` in the private file system of the page, which has the same interface.
pub fn modeller_beside(files: &[(&str, &str)]) -> Page {
    const SCRIPT: &str = "const [files] = arguments;
        return (async () => {
            const root = await navigator.storage.getDirectory();
            const catalog = await root.getDirectoryHandle('catalog', { create: true });
            for (const [path, text] of files) {
                const steps = path.split('/'), name = steps.pop();
                let folder = catalog;
                for (const step of steps) folder = await folder.getDirectoryHandle(step, { create: true });
                const file = await (await folder.getFileHandle(name, { create: true })).createWritable();
                await file.write(text);
                await file.close();
            }
            window.showDirectoryPicker = async () => catalog;
            return true;
        })();";
    let page = Page::open(&modeller());
    page.area("#open-folder");
    assert_eq!(page.run(SCRIPT, &[json!(files)]), true);
    page
}

/// From now on downloads are recorded in `window.downloads`, with name and text, instead of being saved.
pub fn note_downloads(page: &Page) {
    page.run(
        "window.downloads = [];
        const create = URL.createObjectURL;
        URL.createObjectURL = (blob) => {
            blob.text().then((text) => window.downloads.push(text));
            return create.call(URL, blob);
        };
        HTMLAnchorElement.prototype.click = function () { window.downloads.push(this.download); };",
        &[],
    );
}

/// A copy of the modeller below `path` of a folder, to be changed.
pub fn copy(path: &str) -> TempDir {
    let from = built();
    let folder = tempfile::tempdir().expect("a folder");
    let mut queue = vec![(from, folder.path().join(path))];
    while let Some((from, to)) = queue.pop() {
        fs::create_dir_all(&to).expect("a folder");
        for entry in fs::read_dir(&from).expect("the built files").flatten() {
            let place = to.join(entry.file_name());
            if entry.path().is_dir() {
                queue.push((entry.path(), place));
            } else {
                fs::copy(entry.path(), place).expect("a file");
            }
        }
    }
    folder
}

/// The folder of the built modeller.
pub fn built() -> PathBuf {
    variable("DESCRIPTORIUM_MODELLER")
}

/// The script of the text editor.
pub fn text_editor() -> PathBuf {
    let script = paths::root().join("app/generated/text-editor.js");
    assert!(script.is_file(), "{} does not exist: run `cargo xtask test`", script.display());
    script
}

/// The package `@descriptorium/core`.
pub fn core() -> PathBuf {
    variable("DESCRIPTORIUM_CORE")
}

/// The package `@descriptorium/view`.
pub fn view() -> PathBuf {
    variable("DESCRIPTORIUM_VIEW")
}

/// The program.
pub fn program() -> PathBuf {
    variable("DESCRIPTORIUM_PROGRAM")
}

/// A path that `cargo xtask test` sets after building the product. A test that cannot run fails: it must not be counted
/// as passed.
fn variable(name: &str) -> PathBuf {
    env::var_os(name).map(PathBuf::from).unwrap_or_else(|| panic!("{name} is not set: run `cargo xtask test`"))
}

/// The program, serving a folder until it is dropped.
pub struct Program {
    /// Its origin, without a slash at the end.
    pub origin: String,
    /// The first page of a browser is opened with it: `#ticket=0123..`.
    pub ticket: String,
    process: Child,
    output: RefCell<BufReader<ChildStdout>>,
}

/// The ports that programs of earlier tests had. Programs of later ones get them again, because a browser has the modeller
/// of such an address in its cache, which saves it a quarter of the time for loading. Between tests, everything else that
/// it has stored is deleted.
static FREE_PORTS: Mutex<Vec<String>> = Mutex::new(Vec::new());

thread_local! {
    /// The ports of this test, which can start a program at one of them again.
    static OWN_PORTS: RefCell<Ports> = RefCell::default();
}

/// Ports that become free at the end of a test.
#[derive(Default)]
struct Ports(Vec<String>);

impl Drop for Ports {
    fn drop(&mut self) {
        free_ports().append(&mut self.0);
    }
}

fn free_ports() -> MutexGuard<'static, Vec<String>> {
    FREE_PORTS.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Program {
    pub fn serve(folder: &Path) -> Self {
        let earlier = free_ports().pop();
        // Another process may have it now.
        let program = earlier.and_then(|port| Program::try_serve(folder, &port));
        let program = program.unwrap_or_else(|| Program::serve_at(folder, "0"));
        let (_, port) = program.origin.rsplit_once(':').expect("a port");
        OWN_PORTS.with_borrow_mut(|own| own.0.push(port.to_owned()));
        program
    }

    /// The program at a port, which is free or was just used by another run.
    pub fn serve_at(folder: &Path, port: &str) -> Self {
        Program::try_serve(folder, port).unwrap_or_else(|| panic!("the program does not serve at port {port}"))
    }

    /// The program at a port, unless that is not free.
    fn try_serve(folder: &Path, port: &str) -> Option<Self> {
        let mut process = Command::new(program())
            .args(["serve", "--port", port])
            .arg(folder)
            // The secret of the tests is not the one of the user.
            .env("XDG_STATE_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/state"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut output = BufReader::new(process.stdout.take().expect("the output is piped"));
        let Some(address) = address(&mut output) else {
            let _ended = process.wait();
            return None;
        };
        let (origin, ticket) = address.split_once("/#").unwrap_or_else(|| panic!("no ticket in {address}"));
        let (origin, ticket) = (origin.to_owned(), format!("#{ticket}"));
        Some(Program { origin, ticket, process, output: RefCell::new(output) })
    }

    /// Waits until the program prints the next address, after the last one was used.
    pub fn next_address(&self) -> String {
        address(&mut *self.output.borrow_mut()).expect("the program prints another address")
    }

    /// The address of the modeller for the first page of a browser.
    pub fn modeller(&self) -> String {
        format!("{}/modeller/{}", self.origin, self.ticket)
    }

    /// Sends a signal to the program.
    pub fn signal(&self, name: &str) {
        let sent = Command::new("kill").args([&format!("-{name}"), &self.process.id().to_string()]).status();
        assert!(sent.is_ok_and(|status| status.success()), "{name} is sent");
    }
}

/// The first address in the next line, if there is a line.
fn address(output: &mut impl BufRead) -> Option<String> {
    let mut line = String::new();
    let read = output.read_line(&mut line).expect("the program prints its address");
    let address = line.split_whitespace().find(|word| word.starts_with("http://127.0.0.1:"));
    (read > 0).then(|| address.unwrap_or_else(|| panic!("no address in {line}")).to_owned())
}

impl Drop for Program {
    fn drop(&mut self) {
        let _killed = self.process.kill();
        let _waited = self.process.wait();
    }
}
