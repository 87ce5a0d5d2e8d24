//! What a catalog says of itself in the file `descriptorium.yaml` at its root: which product its descriptors are for, and
//! how strictly they are judged.

use serde::Deserialize;

use crate::rules::{Packaging, Profile, Settings};
use crate::text::FilePath;
use crate::workspace::Workspace;

/// What the file is called.
pub const FILE: &str = "descriptorium.yaml";

/// The settings that are stated; the others are as usual.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Stated {
    pub profile: Option<Profile>,
    pub packaging: Option<Packaging>,
    pub strict: Option<bool>,
}

impl Stated {
    pub fn read(text: &str) -> Result<Self, serde_yaml::Error> {
        serde_yaml::from_str::<Option<Stated>>(text).map(Option::unwrap_or_default)
    }

    /// What the catalog in `workspace` states. A file that cannot be read states nothing; a rule says so.
    pub fn of(workspace: &Workspace) -> Self {
        let file = FilePath::new(FILE).and_then(|path| workspace.file(&path));
        file.and_then(|file| Stated::read(&file.text).ok()).unwrap_or_default()
    }

    /// What this states, and else what `other` does.
    pub fn or(self, other: Stated) -> Self {
        Stated {
            profile: self.profile.or(other.profile),
            packaging: self.packaging.or(other.packaging),
            strict: self.strict.or(other.strict),
        }
    }

    pub fn settings(self) -> Settings {
        Settings {
            profile: self.profile.unwrap_or_default(),
            packaging: self.packaging.unwrap_or_default(),
            strict: self.strict.unwrap_or_default(),
        }
    }
}
