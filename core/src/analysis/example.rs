//! Splits the examples of rules, and other texts, into several files.

use std::sync::Arc;

use crate::analysis::Analysis;
use crate::content::{Contents, InMemory};
use crate::package::is_source_path;
use crate::profiles;
use crate::released::Released;
use crate::rules::catalog_settings::CatalogSettings;
use crate::settings::Settings;
use crate::text::FilePath;
use crate::workspace::Workspace;

/// Paths and texts.
type Files = Vec<(FilePath, String)>;

/// The name of a file without a `# file:` line.
pub const UNNAMED: &str = "descriptor.yaml";

/// The analysis of an example: with the profile on its first line (`# profile: tnco`), and with the released versions
/// of files after lines such as `# released: its/name.yaml`. Files other than YAML and JSON are its contents.
pub fn analysis(text: &str) -> Analysis {
    let (now, before) = parts(text);
    let released =
        (!before.is_empty()).then(|| Arc::new(Released::of(&Workspace::new(before), &|path| Some(path.clone()))));
    Analysis::against(workspace(now), settings(text.lines().next()), released)
}

/// The settings in lines such as `profile: tnco`.
pub fn settings<'a>(lines: impl IntoIterator<Item = &'a str>) -> Settings {
    let mut settings = CatalogSettings::default();
    for line in lines {
        let named = line.trim_start_matches("# ").strip_prefix("profile: ");
        if let Some((language, key)) = named.and_then(|written| profiles::parse(written.trim())) {
            settings.set_profile(language, key);
        }
    }
    settings.settings()
}

/// The workspace of the files that are YAML or JSON, with all of them as its contents.
pub fn workspace(files: Vec<(FilePath, String)>) -> Workspace {
    let of_bytes = |(path, text): &(FilePath, String)| (path.clone(), text.clone().into_bytes().into());
    let contents = Contents::of(Arc::new(InMemory(files.iter().map(of_bytes).collect())));
    let is_catalog = |(path, _): &(FilePath, String)| is_source_path(path);
    Workspace::new(files.into_iter().filter(is_catalog)).with_contents(contents)
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
