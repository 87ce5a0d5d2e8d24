//! The exports of a service template: its version and its types.

use std::hash::{Hash, Hasher};

use crate::context::FileContext;
use crate::exports::{self, Exports, Fingerprint, NodeRole, by_path};
use crate::syntax::{Kind, Node};
use crate::text::FilePath;
use crate::tosca::effective::INHERITED;
use crate::tosca::template;
use crate::tosca::version::KEY;
use crate::workspace::SourceFile;

/// The exports of a file. Importers can only use its types, and no check depends on descriptions, so neither templates
/// nor descriptions are included; only whether it has a topology that substitutes nodes, as imports of such files are
/// not unused.
pub fn exports(file: &SourceFile) -> Exports {
    let mut hasher = Fingerprint::default();
    for entry in file.root.as_ref().map_or(&[][..], |root| root.entries()) {
        let Some(key) = entry.key.as_text().filter(|key| [KEY, "imports"].contains(key) || key.ends_with("_types"))
        else {
            continue;
        };
        key.hash(&mut hasher);
        match key {
            KEY | "imports" => exports::hash(&entry.value, NodeRole::Value, &[], &mut hasher),
            _ => hash_entries(&entry.value, hash_type, &mut hasher),
        }
    }
    substitutes(file).hash(&mut hasher);
    Exports {
        defines: Some(by_path(&file.path)),
        hash: hasher.finish(),
        // What is unresolved in a library may be defined by its importer, if there is another file.
        asks_if_alone: template(file).is_some_and(|template| !template.is_entry),
        ..Exports::default()
    }
}

/// Whether the topology of a file can be substituted for a node.
pub fn substitutes(file: &SourceFile) -> bool {
    let topology = file.root.as_ref().and_then(|root| root.get("topology_template"));
    topology.is_some_and(|topology| topology.get("substitution_mappings").is_some())
}

/// A hash of what others can see of a type.
pub fn visible(of: &Node) -> u64 {
    let mut hasher = Fingerprint::default();
    hash_type(of, &mut hasher);
    hasher.finish()
}

/// Whether types that build on a type of this section mention it. Artifact types are also found by file extensions, and
/// types of imported files may depend on types of their importer.
pub fn is_used_by_mention(file: &SourceFile, section: &str) -> bool {
    section != "artifact_types" && file.root.as_ref().is_none_or(|root| root.entry("imports").is_none())
}

/// Hashes a type without its description and those of its members.
fn hash_type(node: &Node, hasher: &mut Fingerprint) {
    hash_fields(node, hasher, |key, value, hasher| match key {
        Some(key) if INHERITED.contains(&key) => hash_entries(value, hash_member, hasher),
        _ => exports::hash(value, NodeRole::Value, &[], hasher),
    });
}

fn hash_member(node: &Node, hasher: &mut Fingerprint) {
    hash_fields(node, hasher, |_, value, hasher| exports::hash(value, NodeRole::Value, &[], hasher));
}

/// Hashes named entries of a mapping or a list of mappings. An entry named `description` is included.
fn hash_entries(node: &Node, hash_value: fn(&Node, &mut Fingerprint), hasher: &mut Fingerprint) {
    if let Kind::Sequence(sequence) = &node.kind {
        (4_u8, sequence.items.len()).hash(hasher);
        sequence.items.iter().for_each(|item| hash_entries(item, hash_value, hasher));
    } else if let Kind::Mapping(mapping) = &node.kind {
        (5_u8, mapping.entries.len()).hash(hasher);
        for entry in &mapping.entries {
            exports::hash(&entry.key, NodeRole::Value, &[], hasher);
            hash_value(&entry.value, hasher);
        }
    } else {
        exports::hash(node, NodeRole::Value, &[], hasher);
    }
}

/// Hashes the fields of a definition except its description.
fn hash_fields(node: &Node, hasher: &mut Fingerprint, hash_value: fn(Option<&str>, &Node, &mut Fingerprint)) {
    let Kind::Mapping(mapping) = &node.kind else { return exports::hash(node, NodeRole::Value, &[], hasher) };
    5_u8.hash(hasher);
    for entry in &mapping.entries {
        let key = entry.key.as_text();
        if key != Some("description") || entry.value.as_scalar().is_none() {
            exports::hash(&entry.key, NodeRole::Value, &[], hasher);
            hash_value(key, &entry.value, hasher);
        }
    }
    6_u8.hash(hasher);
}

/// The imported files that are in the workspace.
pub fn sources(context: FileContext<'_>) -> Vec<FilePath> {
    let named = context.workspace.named_files(context.file).into_iter().filter_map(|(.., path)| path);
    named.filter(|path| context.workspace.file(path).is_some()).collect()
}
