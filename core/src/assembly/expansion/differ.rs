//! Compares two snapshots: what scaling or an upgrade changes, and how each resource is updated.

use std::collections::{HashMap, HashSet};

use smol_str::SmolStr;

use crate::assembly::expansion::plan::{ResourceUpdates, UpdateKind};
use crate::assembly::expansion::snapshot::{LEVELS, Snapshot};
use crate::assembly::expansion::{Instance, InstanceKind, RelationshipInstance};
use crate::preview::frame::{Difference, DifferenceKind};
use crate::preview::{ItemProperty, Origin, PartialValue};

/// One side of a comparison.
pub struct Side<'s> {
    pub snapshot: &'s Snapshot,
    pub instances: &'s [Instance],
    /// In the order of the relationships of the snapshot.
    pub relationships: &'s [RelationshipInstance],
}

/// How each resource that exists on both sides is updated, and which relationships change.
pub fn resource_updates(before: &Side<'_>, after: &Side<'_>) -> ResourceUpdates {
    let mut update_kinds = HashMap::new();
    let was: HashMap<&str, &Instance> = before.instances.iter().map(|found| (found.name.as_str(), found)).collect();
    let is: HashMap<&str, &Instance> = after.instances.iter().map(|found| (found.name.as_str(), found)).collect();
    for (at, leaf) in after.snapshot.leaves.iter().enumerate() {
        let (Some(was), Some(is)) = (was.get(leaf.name.as_str()), is.get(leaf.name.as_str())) else { continue };
        let Some(&old) = before.snapshot.indices.get(&leaf.name) else { continue };
        let changed = changed_properties(was, is);
        if changed.is_empty() && was.type_name == is.type_name {
            continue;
        }
        let is_active = [before.snapshot.leaves[old].wanted, leaf.wanted] == [LEVELS - 1; 2];
        let is_volatile = changed.iter().all(|name| leaf.volatile.contains(name));
        let update = if was.type_name == is.type_name && is_volatile && is_active {
            UpdateKind::Reconfigure
        } else {
            upgraded(before.snapshot, after.snapshot, at)
        };
        update_kinds.insert(at, update);
    }
    cascade(before.snapshot, after.snapshot, &mut update_kinds);
    let changed_dependencies = changed_dependencies(before, after, &update_kinds);
    ResourceUpdates { update_kinds, changed_dependencies, ..ResourceUpdates::default() }
}

/// Upgraded with its `Upgrade` transition if the descriptor has one and is another version of the same name; otherwise
/// reinstalled.
fn upgraded(before: &Snapshot, after: &Snapshot, at: usize) -> UpdateKind {
    let leaf = &after.leaves[at];
    let was = before.indices.get(&leaf.name).and_then(|&was| before.leaves[was].of.as_ref());
    let is_same = match (was, &leaf.of) {
        (Some(was), Some(is)) => (&was.kind, &was.name) == (&is.kind, &is.name),
        _ => false,
    };
    if is_same && leaf.has("Upgrade") { UpdateKind::Upgrade } else { UpdateKind::Replace }
}

/// A replaced resource reports new outputs, so resources that read them cannot just be reconfigured.
fn cascade(before: &Snapshot, after: &Snapshot, update_kinds: &mut HashMap<usize, UpdateKind>) {
    let mut readers: Vec<Vec<usize>> = vec![Vec::new(); after.leaves.len()];
    for (at, leaf) in after.leaves.iter().enumerate().filter(|(_, leaf)| before.indices.contains_key(&leaf.name)) {
        for source in leaf.reads.iter().map(|read| read.leaf).chain(leaf.holds.iter().copied()) {
            readers[source].push(at);
        }
    }
    let mut open: Vec<usize> =
        update_kinds.iter().filter(|(_, update)| **update == UpdateKind::Replace).map(|(at, _)| *at).collect();
    while let Some(source) = open.pop() {
        for &reader in &readers[source] {
            let is_settled = matches!(update_kinds.get(&reader), Some(UpdateKind::Replace | UpdateKind::Upgrade));
            if is_settled {
                continue;
            }
            let update = upgraded(before, after, reader);
            update_kinds.insert(reader, update);
            if update == UpdateKind::Replace {
                open.push(reader);
            }
        }
    }
}

/// The properties of an instance whose values changed. Reported values are not inputs, so they do not count.
fn changed_properties(was: &Instance, is: &Instance) -> Vec<SmolStr> {
    if was.properties == is.properties {
        return Vec::new();
    }
    let old: HashMap<&str, &PartialValue> =
        was.properties.iter().map(|property| (property.name.as_str(), &property.value)).collect();
    let unset = PartialValue::Symbol("<unset>".to_owned());
    let differs = |name: &str, value: &PartialValue| old.get(name).copied().unwrap_or(&unset) != value;
    let mut changed: Vec<SmolStr> = is
        .properties
        .iter()
        .filter(|property| property.origin != Origin::Runtime && differs(&property.name, &property.value))
        .map(|property| property.name.clone())
        .collect();
    let names: HashSet<&str> = is.properties.iter().map(|property| property.name.as_str()).collect();
    let is_input = |property: &&ItemProperty| property.origin != Origin::Runtime;
    let gone = was.properties.iter().filter(is_input).filter(|property| !names.contains(property.name.as_str()));
    changed.extend(gone.filter(|property| property.value != unset).map(|property| property.name.clone()));
    changed
}

/// Relationships of the same name whose ends or values changed, or that read values of a replaced resource.
fn changed_dependencies(
    before: &Side<'_>,
    after: &Side<'_>,
    update_kinds: &HashMap<usize, UpdateKind>,
) -> HashSet<String> {
    let was: HashMap<&str, &RelationshipInstance> = before
        .snapshot
        .dependencies
        .iter()
        .map(|dependency| dependency.key.as_str())
        .zip(before.relationships)
        .collect();
    let mut changed = HashSet::new();
    for (dependency, is) in after.snapshot.dependencies.iter().zip(after.relationships) {
        let Some(was) = was.get(dependency.key.as_str()) else { continue };
        let is_same = (&was.source, &was.target) == (&is.source, &is.target) && values_of(was) == values_of(is);
        let reads_new = dependency.reads.iter().any(|read| update_kinds.get(&read.leaf) == Some(&UpdateKind::Replace));
        if !is_same || reads_new {
            changed.insert(dependency.key.clone());
        }
    }
    changed
}

fn values_of(relationship: &RelationshipInstance) -> Vec<(&SmolStr, &PartialValue)> {
    relationship.properties.iter().map(|property| (&property.name, &property.value)).collect()
}

/// All differences: instances, then relationships, in the order of `after`, followed by the removed ones.
pub fn differences(before: &Side<'_>, after: &Side<'_>, resource_updates: &ResourceUpdates) -> Vec<Difference> {
    let was = by_name(before.instances);
    let is = by_name(after.instances);
    let mut differences = Vec::new();
    let plain = |name: String, kind| Difference { name, kind, properties: Vec::new() };
    for found in singles(after.instances) {
        let name = full_name(found);
        let Some(was) = was.get(&name) else {
            differences.push(plain(name, DifferenceKind::Added));
            continue;
        };
        let properties = changed_properties(was, found);
        let place = after.snapshot.indices.get(found.name.as_str()).filter(|_| found.kind != InstanceKind::Reference);
        let update = place.and_then(|leaf| resource_updates.update_kinds.get(leaf));
        let is_same = properties.is_empty() && was.type_name == found.type_name;
        let kind = match update {
            Some(UpdateKind::Reconfigure) => DifferenceKind::Reconfigured,
            Some(UpdateKind::Upgrade) => DifferenceKind::Upgraded,
            Some(UpdateKind::Replace) => DifferenceKind::Replaced,
            None if is_same => continue,
            None => DifferenceKind::Changed,
        };
        differences.push(Difference { name, kind, properties });
    }
    let keys = |side: &Side<'_>| {
        side.snapshot.dependencies.iter().map(|dependency| dependency.key.clone()).collect::<HashSet<String>>()
    };
    let (old, new) = (keys(before), keys(after));
    for dependency in &after.snapshot.dependencies {
        if !old.contains(&dependency.key) {
            differences.push(plain(dependency.name.clone(), DifferenceKind::Added));
        } else if resource_updates.changed_dependencies.contains(&dependency.key) {
            differences.push(plain(dependency.name.clone(), DifferenceKind::Replaced));
        }
    }
    let gone = singles(before.instances).map(full_name).filter(|name| !is.contains_key(name));
    let gone = gone.chain(
        before
            .snapshot
            .dependencies
            .iter()
            .filter(|dependency| !new.contains(&dependency.key))
            .map(|dependency| dependency.name.clone()),
    );
    differences.extend(gone.map(|name| plain(name, DifferenceKind::Removed)));
    differences
}

/// The names of groups over lists whose items moved. Instances are named by position, so each gets the values of
/// another item (S0:619).
pub fn moved_lists(before: &Snapshot, after: &Snapshot) -> Vec<SmolStr> {
    let moved = after.lists.iter().filter(|(name, (items, _))| {
        let Some((was, _)) = before.lists.get(*name) else { return false };
        let elsewhere = |at: usize| items.iter().enumerate().any(|(now, item)| now != at && *item == was[at]);
        (0..was.len().min(1000)).any(|at| items.get(at) != Some(&was[at]) && elsewhere(at))
    });
    moved.map(|(name, _)| name.clone()).collect()
}

fn singles(instances: &[Instance]) -> impl Iterator<Item = &Instance> {
    instances.iter().filter(|found| found.kind != InstanceKind::Group)
}

fn by_name(instances: &[Instance]) -> HashMap<String, &Instance> {
    singles(instances).map(|found| (full_name(found), found)).collect()
}

/// The unique name of an instance. References are only unique within their assembly.
fn full_name(instance: &Instance) -> String {
    match (instance.kind, &instance.parent) {
        (InstanceKind::Reference, Some(parent)) => format!("{parent}~{}", instance.name),
        _ => instance.name.clone(),
    }
}
