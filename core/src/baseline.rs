//! An earlier state of a catalog, to tell what has changed under a name that stayed.

use std::collections::BTreeMap;

use serde_yaml::Value;

use crate::language::Descriptor;
use crate::symbol::DescriptorRef;
use crate::syntax::plain;
use crate::workspace::{SourceFile, Workspace};

/// What the descriptors of a catalog said.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Baseline {
    contents: BTreeMap<DescriptorRef, Vec<Value>>,
}

impl Baseline {
    pub fn of(workspace: &Workspace) -> Self {
        let mut baseline = Baseline::default();
        for file in workspace.files() {
            if let Some((name, content)) = named_content(file) {
                baseline.contents.entry(name).or_default().push(content);
            }
        }
        baseline
    }

    /// Whether a descriptor of the same name said something else.
    pub fn differs(&self, file: &SourceFile) -> bool {
        let Some((name, content)) = named_content(file) else { return false };
        self.contents.get(&name).is_some_and(|before| !before.contains(&content))
    }
}

/// The name of a descriptor and all that it says; the picture is for the eye only.
fn named_content(file: &SourceFile) -> Option<(DescriptorRef, Value)> {
    let Descriptor::Assembly(descriptor) = file.descriptor.as_ref()?;
    let mut content = plain::value(file.root.as_ref()?);
    if let Some(mapping) = content.as_mapping_mut() {
        mapping.shift_remove("designerLayout");
        mapping.shift_remove("name");
    }
    Some((descriptor.full_name.clone()?, content))
}
