//! Read-only files that come with the program instead of a catalog, such as the normative types of TOSCA.

use std::sync::{Arc, OnceLock};

use crate::text::FilePath;
use crate::workspace::SourceFile;

/// The beginning of the paths of built-in files. Windows forbids colons in file names, so portable catalogs have no
/// such paths.
const FOLDER: &str = "built-in:";

/// The known files. A language provides them when it first needs them, because their texts are loaded with it.
static KNOWN: OnceLock<&'static [BuiltIn]> = OnceLock::new();

/// A file that comes with the program. It is parsed on first use.
pub struct BuiltIn {
    name: &'static str,
    text: &'static str,
    file: OnceLock<Option<Arc<SourceFile>>>,
}

impl BuiltIn {
    /// A file with this path below [`FOLDER`].
    pub const fn new(name: &'static str, text: &'static str) -> Self {
        BuiltIn { name, text, file: OnceLock::new() }
    }

    pub fn file(&self) -> Option<&Arc<SourceFile>> {
        let read = || {
            let path = FilePath::new(&format!("{FOLDER}{}", self.name))?;
            Some(Arc::new(SourceFile::new(path, self.text)))
        };
        self.file.get_or_init(read).as_ref()
    }
}

/// Makes files available in every workspace. Only the first call has an effect.
pub fn provide(files: &'static [BuiltIn]) {
    KNOWN.get_or_init(|| files);
}

/// Whether the file at `path` is built in, and can therefore not be edited.
pub fn is_built_in(path: &FilePath) -> bool {
    path.as_str().starts_with(FOLDER)
}

/// The built-in file at `path`, once it is provided.
pub(super) fn file(path: &FilePath) -> Option<&'static Arc<SourceFile>> {
    let name = path.as_str().strip_prefix(FOLDER)?;
    KNOWN.get()?.iter().find(|file| file.name == name)?.file()
}
