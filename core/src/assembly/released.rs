//! A released catalog, used to detect descriptors that changed without a new version.

use serde_yaml::Value;

use crate::assembly::descriptor;
use crate::sorted_map::SortedMap;
use crate::symbol::DescriptorRef;
use crate::syntax::plain;
use crate::workspace::{SourceFile, Workspace};

/// The contents of all descriptors at release time.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Released {
    contents: SortedMap<DescriptorRef, Vec<Value>>,
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

    /// Whether the released descriptor of the same name had other contents.
    pub fn differs(&self, file: &SourceFile) -> bool {
        let Some((name, content)) = named_content(file) else { return false };
        self.contents.get(&name).is_some_and(|before| !before.contains(&content))
    }
}

/// The name and contents of a descriptor, without its layout, which is only presentation.
fn named_content(file: &SourceFile) -> Option<(DescriptorRef, Value)> {
    let descriptor = descriptor(file)?;
    let mut content = plain::value(file.root.as_ref()?);
    if let Some(mapping) = content.as_mapping_mut() {
        mapping.shift_remove("designerLayout");
        mapping.shift_remove("name");
    }
    Some((descriptor.full_name.clone()?, content))
}
