//! The program as a process, in a folder of its own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// A folder that goes when the test ends.
pub struct Folder(TempDir);

impl Folder {
    pub fn new(files: &[(&str, &str)]) -> Self {
        let folder = Folder(TempDir::with_prefix("descriptorium-test").expect("a temporary folder"));
        for (path, text) in files {
            folder.write(path, text);
        }
        folder
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn at(&self, path: &str) -> PathBuf {
        self.path().join(path)
    }

    pub fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        let file = self.at(path);
        fs::create_dir_all(file.parent().expect("a folder")).expect("folders can be made");
        fs::write(file, text).expect("files can be written");
    }

    /// The program, to be run in this folder.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_descriptorium-under-test"));
        command.args(arguments).current_dir(self.path()).stdin(Stdio::null());
        command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").env_remove("DESCRIPTORIUM_MODELLER");
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Run {
        Run::of(self.command(arguments).output().expect("the program starts"))
    }
}

/// What a process left behind.
#[derive(Debug)]
pub struct Run {
    pub code: i32,
    pub output: String,
    pub errors: String,
}

impl Run {
    pub fn of(output: Output) -> Self {
        Run {
            code: output.status.code().expect("the program ended by itself"),
            output: String::from_utf8(output.stdout).expect("UTF-8 comes out"),
            errors: String::from_utf8(output.stderr).expect("UTF-8 comes out"),
        }
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.output).unwrap_or_else(|error| panic!("no JSON ({error}): {self:?}"))
    }
}
