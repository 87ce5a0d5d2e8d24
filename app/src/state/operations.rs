//! The lazily loaded operations on descriptors that the state and the gestures call.

use descriptorium_core::analysis::{Analysis, Checker};
use descriptorium_core::edit::{Change, EditError, TextEdit};
use descriptorium_core::language::Language;
use descriptorium_core::text::FilePath;
use descriptorium_core::topology::{CandidateEnd, Command, ConnectionEnd, End, MovedEnd, PortKind};

use crate::browser::text_editor::{Completions, Note};
use crate::model::snapshot::SettingsOf;
use crate::state::editor::Editor;
use crate::state::modules::{Fetched, Slot};
use crate::state::question::Effects;

/// The table of operations.
pub struct Operations {
    pub check: Checker,
    /// Fetches the services of a language.
    pub services: fn(Editor, Language) -> Fetched<Result<(), String>>,
    /// Determines the settings of a catalog, including those in its files.
    pub settings: SettingsOf,
    pub command: fn(&Analysis, &FilePath, &Command) -> Result<Change, EditError>,
    pub effects: fn(&Analysis, &FilePath, &Command) -> Effects,
    pub acceptable_targets: fn(&Analysis, &FilePath, &End, PortKind) -> Vec<ConnectionEnd>,
    pub candidate_targets: fn(&Analysis, &FilePath, &End, PortKind) -> Vec<CandidateEnd>,
    pub reconnection_targets: fn(&Analysis, &FilePath, &MovedEnd) -> Vec<CandidateEnd>,
    pub complete: fn(&Analysis, &FilePath, &str, usize) -> Option<Completions>,
    pub note: fn(&Analysis, &FilePath, &str, usize) -> Option<Note>,
    pub edit_of_lines: fn(&str, &str) -> TextEdit,
    pub watch_files: fn(Editor),
    /// Makes files of any kind around the open catalog available.
    pub surround: fn(Editor),
}

/// The operations, once they have arrived.
pub static OPERATIONS: Slot<Operations> = Slot::new();
