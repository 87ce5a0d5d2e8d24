//! The examples of the rules, and other texts that hold several files.

use crate::analysis::Analysis;
use crate::rules::{Profile, Settings};
use crate::text::FilePath;
use crate::workspace::Workspace;

/// What a file is called that no line names.
pub const UNNAMED: &str = "descriptor.yaml";

/// An example as its rule sees it: under the profile that its first line names, `# profile: tnco`.
pub fn analysis(text: &str) -> Analysis {
    let profile = if text.starts_with("# profile: tnco\n") { Profile::Tnco } else { Profile::Cp4na };
    Analysis::new(Workspace::new(files(text)), Settings { profile, ..Settings::default() })
}

/// The files in `text`: each begins after a line `# file: its/name.yaml`; a text without such a line is one file.
pub fn files(text: &str) -> Vec<(FilePath, String)> {
    let mut files: Vec<(FilePath, String)> = Vec::new();
    for line in text.split_inclusive('\n') {
        if let Some(path) = file_line(line) {
            files.push((path, String::new()));
            continue;
        }
        if files.is_empty() {
            files.extend(FilePath::new(UNNAMED).map(|path| (path, String::new())));
        }
        if let Some((_, content)) = files.last_mut() {
            content.push_str(line);
        }
    }
    files
}

/// The path that a line `# file: its/name.yaml` begins.
pub fn file_line(line: &str) -> Option<FilePath> {
    FilePath::new(line.strip_prefix("# file: ")?.trim())
}
