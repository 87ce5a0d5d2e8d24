//! The tested product, as it was built.

#![expect(clippy::expect_used, clippy::panic, reason = "panics are reported in the calling test")]

use std::env;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

use descriptorium_tests::browser::Page;
use descriptorium_tests::{paths, static_host};
use serde_json::json;
use tempfile::TempDir;

/// The address of the modeller on a static host. `None`, and a printed line, if it was not built.
pub fn modeller() -> Option<String> {
    let folder = built()?;
    let address = static_host::serve(&folder).expect("a free address");
    Some(format!("http://{address}/"))
}

/// The modeller on a static host, in a browser whose folder dialog returns a folder with `files`: paths and texts. It
/// is the folder `catalog` in the private file system of the page, which has the same interface.
pub fn modeller_beside(files: &[(&str, &str)]) -> Option<Page> {
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
    let page = Page::open(&modeller()?);
    page.area("#open-folder");
    assert_eq!(page.run(SCRIPT, &[json!(files)]), true);
    Some(page)
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

/// A copy of the modeller below `path` of a folder, to be changed. `None`, and a printed line, if it was not built.
pub fn copy(path: &str) -> Option<TempDir> {
    let from = built()?;
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
    Some(folder)
}

fn built() -> Option<PathBuf> {
    let folder = env::var_os("DESCRIPTORIUM_MODELLER").map(PathBuf::from);
    if folder.is_none() {
        println!("skipped: `cargo xtask test` builds the modeller and sets DESCRIPTORIUM_MODELLER");
    }
    folder
}

/// The script of the text editor. `None`, and a printed line, if it was not bundled.
pub fn text_editor() -> Option<PathBuf> {
    let script = paths::root().join("app/generated/text-editor.js");
    if env::var_os("DESCRIPTORIUM_MODELLER").is_some() && script.is_file() {
        return Some(script);
    }
    println!("skipped: `cargo xtask test` bundles the text editor");
    None
}

/// The program. `None`, and a printed line, if it was not built.
pub fn program() -> Option<PathBuf> {
    let program = env::var_os("DESCRIPTORIUM_PROGRAM").map(PathBuf::from);
    if program.is_none() {
        println!("skipped: `cargo xtask test` builds the program and sets DESCRIPTORIUM_PROGRAM");
    }
    program
}

/// The program, serving a folder until it is dropped.
pub struct Program {
    /// Its origin, without a slash at the end.
    pub origin: String,
    process: Child,
    _output: BufReader<ChildStdout>,
}

impl Program {
    /// `None`, and a printed line, if it was not built.
    pub fn serve(folder: &Path) -> Option<Self> {
        let mut process = Command::new(program()?)
            .args(["serve", "--port", "0"])
            .arg(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut output = BufReader::new(process.stdout.take().expect("the output is piped"));
        let mut line = String::new();
        output.read_line(&mut line).expect("the program prints its address");
        let origin = line.split_whitespace().find(|word| word.starts_with("http://127.0.0.1:"));
        let origin = origin.unwrap_or_else(|| panic!("no address in {line}")).trim_end_matches('/').to_owned();
        Some(Program { origin, process, _output: output })
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _killed = self.process.kill();
        let _waited = self.process.wait();
    }
}
