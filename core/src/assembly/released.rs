//! A catalog as it was released, to tell what has changed since under a name that stayed.

use std::collections::BTreeMap;

use serde_yaml::Value;

use crate::assembly::descriptor;
use crate::symbol::DescriptorRef;
use crate::syntax::plain;
use crate::workspace::{SourceFile, Workspace};

/// What the descriptors of a catalog said when it was released.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Released {
    contents: BTreeMap<DescriptorRef, Vec<Value>>,
}

impl Released {
    pub fn of(workspace: &Workspace) -> Self {
        let mut released = Released::default();
        for file in workspace.files() {
            if let Some((name, content)) = named_content(file) {
                released.contents.entry(name).or_default().push(content);
            }
        }
        released
    }

    /// Whether a descriptor of the same name said something else.
    pub fn differs(&self, file: &SourceFile) -> bool {
        let Some((name, content)) = named_content(file) else { return false };
        self.contents.get(&name).is_some_and(|before| !before.contains(&content))
    }
}

/// The name of a descriptor and all that it says; the picture is for the eye only.
fn named_content(file: &SourceFile) -> Option<(DescriptorRef, Value)> {
    let descriptor = descriptor(file)?;
    let mut content = plain::value(file.root.as_ref()?);
    if let Some(mapping) = content.as_mapping_mut() {
        mapping.shift_remove("designerLayout");
        mapping.shift_remove("name");
    }
    Some((descriptor.full_name.clone()?, content))
}
