//! Splits the examples of rules, and other texts, into several files.

use std::sync::Arc;

use crate::analysis::Analysis;
use crate::assembly::released::Released;
use crate::content::{Contents, InMemory};
use crate::package;
use crate::settings::{HomingProfile, Profile, Settings};
use crate::text::FilePath;
use crate::workspace::Workspace;

/// Paths and texts.
type Files = Vec<(FilePath, String)>;

/// The name of a file without a `# file:` line.
pub const UNNAMED: &str = "descriptor.yaml";

/// The analysis of an example: with the profile on its first line (`# profile: tnco`, `# profile: conductor`), and with the released versions
/// of files after lines such as `# released: its/name.yaml`.
pub fn analysis(text: &str) -> Analysis {
    let profile = if text.starts_with("# profile: tnco\n") { Profile::Tnco } else { Profile::Cp4na };
    let homing = match text.starts_with("# profile: conductor\n") {
        true => HomingProfile::Conductor,
        false => HomingProfile::Guide,
    };
    let (now, before) = parts(text);
    let released = (!before.is_empty()).then(|| Arc::new(Released::of(&Workspace::new(before))));
    Analysis::against(of_files(now), Settings { profile, homing, ..Settings::default() }, released)
}

/// The workspace of the files in `text`.
pub fn workspace(text: &str) -> Workspace {
    of_files(files(text))
}

/// A workspace of descriptors. If there are other files too, such as scripts, those are its contents.
fn of_files(files: Files) -> Workspace {
    let (descriptors, others): (Files, Files) = files.into_iter().partition(|(path, _)| package::is_source_path(path));
    if others.is_empty() {
        return Workspace::new(descriptors);
    }
    let all = descriptors.iter().chain(&others);
    let contents = all.map(|(path, text)| (path.clone(), text.as_bytes().into())).collect();
    Workspace::new(descriptors).with_contents(Contents::of(Arc::new(InMemory(contents))))
}

/// The files in `text`: each starts with a line `# file: its/name.yaml`; a text without such a line is a single file.
pub fn files(text: &str) -> Files {
    parts(text).0
}

/// The files in `text`, and the released ones.
fn parts(text: &str) -> (Files, Files) {
    let (mut now, mut before) = (Files::new(), Files::new());
    for line in text.split_inclusive('\n') {
        if let Some(path) = file_line(line) {
            now.push((path, String::new()));
        } else if let Some(path) = released_line(line) {
            before.push((path, String::new()));
        } else {
            if now.is_empty() && before.is_empty() {
                now.extend(FilePath::new(UNNAMED).map(|path| (path, String::new())));
            }
            let last = if before.is_empty() { now.last_mut() } else { before.last_mut() };
            if let Some((_, content)) = last {
                content.push_str(line);
            }
        }
    }
    (now, before)
}

/// The path in a line `# file: its/name.yaml`.
pub fn file_line(line: &str) -> Option<FilePath> {
    FilePath::new(line.strip_prefix("# file: ")?.trim())
}

/// The path in a line `# released: its/name.yaml`; only such files follow.
fn released_line(line: &str) -> Option<FilePath> {
    FilePath::new(line.strip_prefix("# released: ")?.trim())
}
