//! Members that data types of an assembly inherit.

use std::collections::HashSet;

use crate::assembly::model::{DataType, Descriptor};
use crate::inherited::{Inherited, MAX_CHAIN};
use crate::workspace::SourceFile;

/// All inherited members, by data type in source order, nearest base first.
pub fn members<'a>(file: &'a SourceFile, descriptor: &'a Descriptor) -> Vec<Inherited<'a>> {
    let mut found = Vec::new();
    for data_type in &descriptor.data_types {
        let mut known: HashSet<&str> = names(data_type).collect();
        let mut base = data_type.derived_from.as_ref();
        for _ in 0..MAX_CHAIN {
            let Some(name) = base else { break };
            let Some(next) = descriptor.data_types.iter().find(|one| one.name.text == name.value) else { break };
            for property in next.properties.iter().filter(|property| known.insert(&property.name.text)) {
                let Some(node) = file.root.as_ref().and_then(|root| root.at(&property.name.path)) else { continue };
                found.push(Inherited {
                    of: data_type.name.path.clone(),
                    section: "properties",
                    name: &property.name.text,
                    node,
                    from: &next.name.text,
                    file: &file.path,
                    path: next.name.path.clone(),
                });
            }
            base = next.derived_from.as_ref();
        }
    }
    found
}

fn names(data_type: &DataType) -> impl Iterator<Item = &str> {
    data_type.properties.iter().map(|property| property.name.text.as_str())
}
