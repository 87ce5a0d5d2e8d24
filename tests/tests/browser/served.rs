//! A folder of our own, served by the program to the modeller in the browser.

#![expect(clippy::expect_used, clippy::panic, reason = "what fails here fails the test that calls it")]

use std::env;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

use descriptorium_tests::browser::Page;
use descriptorium_tests::place;
use tempfile::TempDir;

/// A folder, the program that serves it, and the modeller that has it open.
pub struct Served {
    pub page: Page,
    pub origin: String,
    folder: TempDir,
    program: Child,
    _output: BufReader<ChildStdout>,
}

impl Served {
    /// A copy of `examples/`. `None`, and a printed line, where the product was not built.
    pub fn examples() -> Option<Self> {
        Served::with(|folder| {
            for (path, text) in place::texts(&place::root().join("examples"), &[".yaml"]) {
                write(folder, path.as_str(), &text);
            }
        })
    }

    /// Files of one's own.
    pub fn files(files: &[(&str, &str)]) -> Option<Self> {
        Served::with(|folder| files.iter().for_each(|(path, text)| write(folder, path, text)))
    }

    fn with(fill: impl FnOnce(&Path)) -> Option<Self> {
        let Some(program) = env::var_os("DESCRIPTORIUM_PROGRAM") else {
            println!("skipped: `cargo xtask test` builds the program and sets DESCRIPTORIUM_PROGRAM");
            return None;
        };
        let folder = tempfile::tempdir().expect("a folder");
        fill(folder.path());
        let mut program = Command::new(program)
            .args(["serve", "--port", "0"])
            .arg(folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut output = BufReader::new(program.stdout.take().expect("the output is piped"));
        let mut line = String::new();
        output.read_line(&mut line).expect("the program says where it serves");
        let origin = line.split_whitespace().find(|word| word.starts_with("http://127.0.0.1:"));
        let origin = origin.unwrap_or_else(|| panic!("no address in {line}")).trim_end_matches('/').to_owned();
        let page = Page::open(&format!("{origin}/modeller/"));
        page.area(".file.current");
        Some(Served { page, origin, folder, program, _output: output })
    }

    /// What is on disk.
    pub fn disk(&self, path: &str) -> String {
        fs::read_to_string(self.folder.path().join(path)).expect("a file")
    }

    /// Somebody else changes a file.
    pub fn change(&self, path: &str, text: &str) {
        write(self.folder.path(), path, text);
    }

    /// Opens a file in the modeller.
    pub fn open(&self, path: &str) {
        self.page.click(&format!("[data-file='{path}']"));
        self.page.area(&format!(".file.current[data-file='{path}']"));
        let text = self.disk(path);
        self.page.wait_for("the text of the file", || (self.text() == text).then_some(()));
    }

    /// What is in the text editor.
    pub fn text(&self) -> String {
        let script = "const content = document.querySelector('.cm-content');
            const view = (content.cmTile ?? content.cmView).view;
            return view.state.doc.toString();";
        self.page.run(script, &[]).as_str().expect("a text").to_owned()
    }

    /// Puts the cursor behind the first place where `before` stands, and the keyboard into the text editor.
    pub fn put_cursor_behind(&self, before: &str) {
        let script = "const content = document.querySelector('.cm-content');
            const view = (content.cmTile ?? content.cmView).view;
            const at = view.state.doc.toString().indexOf(arguments[0]) + arguments[0].length;
            view.dispatch({ selection: { anchor: at }, scrollIntoView: true });
            view.focus();";
        self.page.run(script, &[before.into()]);
    }

    /// Waits until the text is another one, and gives the lines that came and those that went.
    pub fn changed(&self, before: &str) -> (Vec<String>, Vec<String>) {
        let now = self.page.wait_for("another text", || Some(self.text()).filter(|now| now != before));
        let lines = |text: &str, other: &str| {
            let mut rest: Vec<&str> = other.lines().collect();
            let mut found = Vec::new();
            for line in text.lines() {
                match rest.iter().position(|other| *other == line) {
                    Some(at) => drop(rest.remove(at)),
                    None => found.push(line.to_owned()),
                }
            }
            found
        };
        (lines(&now, before), lines(before, &now))
    }

    /// Waits until the text is the one before a gesture, and takes the gesture back to come there.
    pub fn undo_to(&self, before: &str) {
        self.page.click("#undo");
        self.page.wait_for("the text as it was", || (self.text() == before).then_some(()));
    }

    /// Waits until the notice has `part` in it.
    pub fn wait_for_notice(&self, part: &str) {
        self.page.wait_for_text(".notice", |notice| notice.contains(part));
    }
}

impl Served {
    /// Ends the program.
    pub fn stop(&mut self) {
        let _killed = self.program.kill();
        let _waited = self.program.wait();
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.stop();
    }
}

fn write(folder: &Path, path: &str, text: &str) {
    let path = folder.join(path);
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, text).expect("a file");
}
