//! What other files see of a service template: its types, and the files that it imports.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use smol_str::SmolStr;

use crate::context::FileContext;
use crate::exports::{self, Exports, Part};
use crate::text::FilePath;
use crate::workspace::SourceFile;

/// Files are named by their paths. Of a file that is imported, only the types can be named.
pub fn exports(file: &SourceFile) -> Exports {
    let by_path = |path: &FilePath| (SmolStr::new_static("file"), SmolStr::new(path.as_str()));
    let mut hasher = DefaultHasher::new();
    for entry in file.root.as_ref().map_or(&[][..], |root| root.entries()) {
        if entry.key.as_text().is_some_and(|key| key == "imports" || key.ends_with("_types")) {
            entry.key.as_text().hash(&mut hasher);
            exports::hash(&entry.value, Part::Value, &[], &mut hasher);
        }
    }
    let named = file.named_files().into_iter().filter_map(|(.., path)| path);
    Exports {
        uses: named.map(|path| by_path(&path)).collect(),
        defines: Some(by_path(&file.path)),
        hash: hasher.finish(),
        asks_catalog: false,
    }
}

/// The files that are imported, as far as they are in the workspace.
pub fn sources(context: FileContext<'_>) -> Vec<FilePath> {
    let named = context.file.named_files().into_iter().filter_map(|(.., path)| path);
    named.filter(|path| context.workspace.file(path).is_some()).collect()
}
