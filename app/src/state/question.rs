//! The questions that dialogs ask.

use descriptorium_core::content::Address;
use descriptorium_core::edit::Change;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::template::Template;
use descriptorium_core::text::FilePath;
use descriptorium_core::topology::{Command, ConnectionEnd, Point};

use crate::model::other_files::OpenedArchive;

/// Something to be asked.
#[derive(Clone, PartialEq, Debug)]
pub enum Question {
    /// Which command.
    Commands,
    /// Nothing: it shows the keys.
    Shortcuts,
    /// What can be done with what is selected; or with the drawing, and there at a place of it.
    Menu { at: Option<Point> },
    /// Which text to go to, in all files.
    Search,
    /// Which box to go to.
    Find,
    /// A component of which descriptor, and where it goes.
    Add { at: Option<Point> },
    /// Which port of a box a wire begins at.
    Start(NodePath),
    /// Which port a wire ends at: any, or one of a box.
    End { from: ConnectionEnd, on: Option<NodePath> },
    /// What a wire leads to that ends at nothing yet, and where it was dropped.
    Beyond { from: ConnectionEnd, at: Option<Point> },
    /// What a component that was just made is called.
    Name(NodePath),
    /// What of a box the assembly is to have too.
    Promote(NodePath),
    /// The name of the assembly that the selection goes into.
    Extract,
    /// Of which descriptor a part is to be.
    Retype { file: FilePath, path: NodePath },
    /// Whether it is to be done, with all that it does besides.
    Confirm { file: FilePath, command: Command, effects: Effects },
    /// What is to become of archives and pictures that were dropped.
    Import(Vec<Import>),
    /// Something about a file.
    File(FileQuestion),
}

/// A question, and the place in the window that it is about.
#[derive(Clone, PartialEq, Debug)]
pub struct Asked {
    pub question: Question,
    pub at: Option<(f64, f64)>,
}

/// Questions about files.
#[derive(Clone, PartialEq, Debug)]
pub enum FileQuestion {
    /// Of which kind a new one is.
    Kinds,
    /// What a new one is called.
    New(Template),
    /// Which one to open.
    Open,
    /// What is to be done with one.
    Menu(FilePath),
    Rename(FilePath),
    Duplicate(FilePath),
    Delete(FilePath),
    /// Nothing: it shows a file of any kind.
    Content(Address),
}

/// The side effects of a command.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Effects {
    /// What goes along with it.
    pub along: Vec<String>,
    /// The findings that the change would add.
    pub wrong: Vec<String>,
}

/// What a file brings with it.
#[derive(Clone, PartialEq, Debug)]
pub struct Import {
    pub name: String,
    /// The change that adds its files to what is open.
    pub change: Change,
    /// Whether it is an archive or a picture: files that belong together, and may stand for themselves.
    pub is_bundle: bool,
    /// What of it was left out, and why.
    pub left_out: Vec<String>,
    /// The archive itself, whose other files are known as long as the page is open.
    pub archive: Option<OpenedArchive>,
}
