//! A released catalog, used to detect descriptors that changed without a new version.

use serde_yaml::Value;

use crate::language::Language;
use crate::sorted_map::SortedMap;
use crate::symbol::DescriptorRef;
use crate::syntax::plain;
use crate::text::FilePath;
use crate::workspace::{SourceFile, Workspace};

/// How a descriptor is found in another version of its catalog.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Identity {
    /// By its full name, or by its owner, name and version.
    Edition(DescriptorRef),
    /// By its path, if it states no version.
    Path(FilePath),
}

impl Identity {
    /// The identity of a descriptor whose path in the other catalog is `place`; `None` for other files.
    pub fn of(file: &SourceFile, place: impl FnOnce(&FilePath) -> Option<FilePath>) -> Option<Self> {
        file.language?;
        match file.edition() {
            Some(edition) => Some(Identity::Edition(edition)),
            // A descriptor with full names that has none cannot be referred to.
            None if file.language.is_some_and(Language::has_full_names) => None,
            None => place(&file.path).map(Identity::Path),
        }
    }
}

/// The contents of all descriptors at release time.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Released {
    contents: SortedMap<Identity, Vec<Value>>,
}

impl Released {
    /// The descriptors of a released workspace. `place` is the path of a released file in the workspace that is compared.
    pub fn of(workspace: &Workspace, place: &dyn Fn(&FilePath) -> Option<FilePath>) -> Self {
        let mut released = Released::default();
        for file in workspace.files() {
            if let Some((identity, content)) = Identity::of(file, place).zip(content(file)) {
                released.contents.entry(identity).or_default().push(content);
            }
        }
        released
    }

    /// Whether the released descriptor of the same identity had other contents.
    pub fn differs(&self, file: &SourceFile) -> bool {
        let identity = Identity::of(file, |path| Some(path.clone()));
        let before = identity.and_then(|identity| self.contents.get(&identity));
        before.is_some_and(|before| content(file).is_some_and(|content| !before.contains(&content)))
    }
}

/// The contents of a descriptor, without its full name, and without its layout, which is only presentation.
fn content(file: &SourceFile) -> Option<Value> {
    let mut content = plain::value(file.root.as_ref()?);
    if let Some(mapping) = content.as_mapping_mut().filter(|_| file.defines().is_some()) {
        mapping.shift_remove("designerLayout");
        mapping.shift_remove("name");
    }
    Some(content)
}
