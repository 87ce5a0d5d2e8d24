//! The questions that dialogs ask.

use descriptorium_core::content::Address;
use descriptorium_core::edit::Change;
use descriptorium_core::editing::conversion::Conversion;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::template::Template;
use descriptorium_core::text::FilePath;
use descriptorium_core::topology::{Command, ConnectionEnd, MovedEnd, Point};

use crate::model::other_files::OpenedArchive;

/// A question for the user.
#[derive(Clone, PartialEq, Debug)]
pub enum Question {
    /// Choose a command.
    Commands,
    /// Show the shortcuts.
    Shortcuts,
    /// Choose an action for the selection or for the diagram, there at a point.
    Menu { at: Option<Point> },
    /// Search text in all files.
    Search,
    /// Go to a box.
    Find,
    /// Show another diagram of the file, or add one.
    Diagrams,
    /// Choose one of the edits of the selection that only its language has.
    More,
    /// Add a component, at a position if there is one.
    Add { at: Option<Point> },
    /// Choose the port of a box whose value is edited.
    Value(NodePath),
    /// Choose the port of a box at which a connection starts.
    Start(NodePath),
    /// Choose the port at which a connection ends: any, or one of a box. With `moved`, an end of an existing connection is
    /// moved there.
    End { from: ConnectionEnd, on: Option<NodePath>, moved: Option<MovedEnd> },
    /// Choose one of several ends of the selected connection to move, each with its other end.
    MovedEnd(Vec<(MovedEnd, ConnectionEnd)>),
    /// Choose a new component for a connection that was dropped on empty space.
    Beyond { from: ConnectionEnd, at: Option<Point> },
    /// Choose a port or property of a box to promote.
    Promote(NodePath),
    /// Name the assembly that the selection is moved to.
    Extract,
    /// Name the type that is derived from that of the node template at a path, with a proposal.
    DeriveType { path: NodePath, name: String },
    /// Choose another descriptor for a component.
    Retype { file: FilePath, path: NodePath },
    /// Choose one of several requirements of a box that have no target.
    Targets(Vec<(String, NodePath)>),
    /// Choose the target of the requirement at a path, or state conditions for it.
    Target { file: FilePath, path: NodePath },
    /// Confirm a command with its side effects.
    Confirm { file: FilePath, command: Command, effects: Effects },
    /// Choose the form that the descriptor is converted to.
    Forms,
    /// Confirm a conversion with everything that the form cannot express.
    Convert(Conversion),
    /// Choose how to import dropped archives and pictures.
    Import(Vec<Import>),
    /// A question about a file.
    File(FileQuestion),
}

/// An open question, and the point of the window that it is about.
#[derive(Clone, PartialEq, Debug)]
pub struct OpenQuestion {
    pub question: Question,
    pub at: Option<(f64, f64)>,
}

/// Questions about files.
#[derive(Clone, PartialEq, Debug)]
pub enum FileQuestion {
    /// Choose the kind of a new file.
    Kinds,
    /// Name a new file.
    New(Template),
    /// Choose a file to open.
    Open,
    /// Choose an action for a file.
    Menu(FilePath),
    Rename(FilePath),
    Duplicate(FilePath),
    Delete(FilePath),
    /// Show a file of any kind.
    Content(Address),
}

/// The side effects of a command.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Effects {
    /// The other edits that come with it.
    pub along: Vec<String>,
    /// The findings that the change would add.
    pub wrong: Vec<String>,
}

/// The content of an imported file.
#[derive(Clone, PartialEq, Debug)]
pub struct Import {
    pub name: String,
    /// The change that adds its files to the workspace.
    pub change: Change,
    /// Whether it is an archive or a picture: files that belong together and can be opened separately.
    pub is_bundle: bool,
    /// The files that were left out, and why.
    pub left_out: Vec<String>,
    /// The archive itself, whose other files are available as long as the page is open.
    pub archive: Option<OpenedArchive>,
}
