//! A folder, served by the program to the modeller in the browser.

#![expect(clippy::expect_used, reason = "panics are reported in the calling test")]

use std::fs;
use std::path::{Path, PathBuf};

use descriptorium_tests::browser::Page;
use descriptorium_tests::browser::input::{CONTROL, ESCAPE};
use descriptorium_tests::{paths, repository};
use tempfile::TempDir;

use super::product::Program;
use super::text_pane;

/// A descriptor that can be connected to others of its kind, and has nothing else.
pub const PART: &str = "\
name: resource::part::1.0
capabilities:
  Out: {type: t}
requirements:
  In: {type: t}
lifecycle: {Create: {}}
";

/// A folder, the program that serves it, and the modeller with this folder.
pub struct Served {
    pub page: Page,
    pub origin: String,
    folder: TempDir,
    program: Option<Program>,
}

impl Served {
    /// A copy of `examples/`.
    pub fn examples() -> Self {
        Served::with(|folder| {
            for (path, text) in paths::texts(&paths::root().join("examples"), &[".yaml", ".sh", ".json"]) {
                write(folder, path.as_str(), &text);
            }
        })
    }

    /// A copy of `examples/` with the files that packages need besides YAML.
    pub fn examples_with_packages() -> Self {
        Served::with(|folder| {
            for (path, text) in paths::texts(&paths::root().join("examples"), &[""]) {
                write(folder, path.as_str(), &text);
            }
        })
    }

    /// A folder with these files.
    pub fn files(files: &[(&str, &str)]) -> Self {
        Served::with(|folder| files.iter().for_each(|(path, text)| write(folder, path, text)))
    }

    /// A folder with these files, which is a Git repository in which they are committed.
    pub fn committed(files: &[(&str, &str)]) -> Self {
        Served::with(|folder| {
            files.iter().for_each(|(path, text)| write(folder, path, text));
            repository::commit_all(folder);
        })
    }

    fn with(fill: impl FnOnce(&Path)) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        fill(folder.path());
        let program = Program::serve(folder.path());
        let page = Page::open(&program.modeller());
        page.area(".file.current");
        Served { page, origin: program.origin.clone(), folder, program: Some(program) }
    }

    /// The path on disk.
    pub fn at(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    /// The text on disk.
    pub fn disk(&self, path: &str) -> String {
        fs::read_to_string(self.at(path)).expect("a file")
    }

    /// Changes a file on disk.
    pub fn change(&self, path: &str, text: &str) {
        write(self.folder.path(), path, text);
    }

    /// Writes bytes to disk that may be no text.
    pub fn change_bytes(&self, path: &str, content: &[u8]) {
        fs::write(self.at(path), content).expect("a file");
    }

    /// Deletes a file on disk.
    pub fn remove(&self, path: &str) {
        fs::remove_file(self.at(path)).expect("a file");
    }

    /// Moves the folder away, and returns its new path.
    pub fn move_away(&self) -> PathBuf {
        let elsewhere = self.folder.path().with_extension("elsewhere");
        fs::rename(self.folder.path(), &elsewhere).expect("a folder");
        elsewhere
    }

    /// Moves the folder back.
    pub fn move_back(&self, elsewhere: &Path) {
        fs::rename(elsewhere, self.folder.path()).expect("a folder");
    }

    /// Opens a file in the modeller, and fits its whole diagram into the view.
    pub fn open(&self, path: &str) {
        self.open_as_it_opens(path);
        self.page.run("document.querySelector('.canvas-bar button:last-child')?.click();", &[]);
    }

    /// Opens a file in the modeller, without changing the view.
    pub fn open_as_it_opens(&self, path: &str) {
        self.page.click(&format!("[data-file='{path}']"));
        self.page.area(&format!(".file.current[data-file='{path}']"));
        let text = self.disk(path);
        self.page.wait_for("the text of the file", || (self.text() == text).then_some(()));
    }

    /// The text in the text editor.
    pub fn text(&self) -> String {
        text_pane::text(&self.page)
    }

    /// Puts the cursor after the first occurrence of `before`, and focuses the text editor.
    pub fn put_cursor_behind(&self, before: &str) {
        text_pane::put_cursor_behind(&self.page, before);
    }

    /// Waits until the text has changed, and returns the added and the removed lines.
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

    /// Since `before`, the text has these lines more, and these less.
    pub fn expect_changes(&self, before: &str, added: &[&str], removed: &[&str]) {
        let (now, gone) = self.changed(before);
        assert_eq!(
            (now, gone),
            (added.iter().map(ToString::to_string).collect(), removed.iter().map(ToString::to_string).collect())
        );
    }

    /// Chooses an entry of the open list by its name.
    pub fn choose_entry(&self, name: &str) {
        let script = "return [...document.querySelectorAll('.picker-item')].findIndex((item) => item.textContent.includes(arguments[0]));";
        let found = || self.page.run(script, &[name.into()]).as_i64().filter(|at| *at >= 0);
        let at = self.page.wait_for(&format!("the choice {name}"), found);
        self.page.run("document.querySelectorAll('.picker-item')[arguments[0]].click();", &[at.into()]);
        self.page.wait_until_gone(".dialog");
    }

    /// The center of a port of the box at a selector.
    pub fn port_of(&self, of: &str, name: &str) -> (f64, f64) {
        self.page.place(&format!("{of} [data-port='{name}'] .port-shape"))
    }

    /// Undoes until the text is the one before a gesture.
    pub fn undo_to(&self, before: &str) {
        self.page.click("#undo");
        self.page.wait_for("the text as before", || (self.text() == before).then_some(()));
    }

    /// Undoes step by step until the text is an earlier one.
    pub fn undo_all_to(&self, before: &str) {
        self.page.wait_for("the text as before", || {
            let same = self.text() == before;
            if !same {
                self.page.click("#undo");
            }
            same.then_some(())
        });
    }

    /// Waits until the notice contains `part`.
    pub fn wait_for_notice(&self, part: &str) {
        self.page.wait_for_text(".notice", |notice| notice.contains(part));
    }

    /// The offset of the diagram in pixels, and the zoom.
    pub fn camera(&self) -> (f64, f64, f64) {
        let script = "const {e, f, a} = new DOMMatrix(document.querySelector('.canvas-diagram').style.transform); return [e, f, a];";
        let numbers = self.page.run(script, &[]);
        let number = |at: usize| numbers[at].as_f64().unwrap_or(f64::NAN);
        (number(0), number(1), number(2))
    }

    /// An empty point of the canvas below the diagram.
    pub fn void(&self) -> (f64, f64) {
        let canvas = self.page.area(".canvas-svg");
        let frame = self.page.area(".box.boundary .box-shape");
        (frame.center().0, (frame.y + frame.height + canvas.y + canvas.height) / 2.0)
    }
}

/// A dialog over the canvas: its shortcut, the selector that appears, and its title.
pub type Dialog = (&'static [&'static str], &'static str, &'static str);

/// The dialogs that every component has.
pub const DIALOGS: [Dialog; 4] = [
    (&[CONTROL, "k"], ".picker-item[aria-selected='true']", "commands"),
    (&["?"], ".dialog .shortcut", "shortcuts"),
    (&["a"], ".dialog .picker-item", "components to add"),
    (&["c"], ".dialog .picker-item", "ports to connect"),
];

impl Served {
    /// Calls `look` in each dialog, from a new file on, with `component` selected, and in the table of the canvas.
    pub fn look_at_dialogs(&self, component: &str, dialogs: &[Dialog], look: &mut dyn FnMut(&str)) {
        let page = &self.page;
        page.click("#new");
        page.area(".dialog .picker-item");
        look("kinds of a new file");
        page.click(".dialog .picker-item");
        page.area(".dialog [data-input='name']:focus");
        look("name of a new file");
        page.press(&[ESCAPE]);
        page.wait_until_gone(".dialog");
        page.click(&format!("[data-id='/composition/{component}'] .box-label"));
        page.area(&format!("[data-id='/composition/{component}'].selected"));
        page.area(".pad");
        for (keys, shown, state) in dialogs {
            page.press(keys);
            page.area(shown);
            look(state);
            page.press(&[ESCAPE]);
            page.wait_until_gone(".dialog");
        }
        page.press(&["g"]);
        page.area(".canvas-table tbody tr[aria-selected='true']");
        look("table");
        page.press(&["g"]);
        page.wait_until_gone(".canvas-table");
    }

    /// Stops the program.
    pub fn stop(&mut self) {
        self.program = None;
    }

    /// Starts the program again, at the same address.
    pub fn start(&mut self) {
        let folder = self.folder.path().to_owned();
        self.start_with(&folder);
    }

    /// Starts the program at the same address, with another folder.
    pub fn start_with(&mut self, folder: &Path) {
        let port = self.origin.rsplit_once(':').expect("a port").1;
        self.program = Some(Program::serve_at(folder, port));
    }

    /// The running program.
    pub fn program(&self) -> &Program {
        self.program.as_ref().expect("the program runs")
    }
}

fn write(folder: &Path, path: &str, text: &str) {
    let path = folder.join(path);
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, text).expect("a file");
}
