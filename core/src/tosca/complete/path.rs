//! Completion of the paths of imported service templates (3.5.8), and of the files of artifacts and operations (3.5.7, 3.5.14).

use super::word;
use crate::completion::Completion;
use crate::completion::cursor::CursorContext;
use crate::context::FileContext;
use crate::tosca::template;

/// Maximum number of files that are offered.
const MAX_FILES: usize = 500;

pub fn values(context: FileContext<'_>, cursor: &CursorContext) -> Vec<Completion> {
    let words = cursor.path.words();
    let folder = context.file.path.folder();
    match words.as_slice() {
        ["imports", ""] | ["imports", "", "file"] | ["imports", "", _, "file"] | ["imports", "", _] => {
            let others = context.workspace.files().filter(|file| file.path != context.file.path);
            let templates = others.filter(|file| template(file).is_some()).take(MAX_FILES);
            templates.map(|file| word(file.path.relative_to(folder), "service template", cursor)).collect()
        }
        [.., "artifacts", _]
        | [.., "artifacts", _, "file"]
        | [.., "implementation"]
        | [.., "implementation", "primary"] => {
            let files = context.workspace.contents().list_outside_archives(folder);
            let others = files.keys().filter(|path| **path != context.file.path).take(MAX_FILES);
            others.map(|path| word(path.relative_to(folder), "file", cursor)).collect()
        }
        _ => Vec::new(),
    }
}
