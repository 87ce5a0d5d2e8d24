//! What scaling or an upgrade makes different, and how a resource becomes what it has to be.

use std::collections::{HashMap, HashSet};

use smol_str::SmolStr;

use crate::assembly::expansion::plan::{Swap, Turns};
use crate::assembly::expansion::world::{LEVELS, World};
use crate::assembly::expansion::{Instance, InstanceKind, RelationshipInstance};
use crate::preview::frame::{Difference, DifferenceKind};
use crate::preview::{ItemProperty, Known, Origin};

/// One side of a comparison.
pub struct Side<'s> {
    pub world: &'s World,
    pub instances: &'s [Instance],
    /// In the order of the relationships of the world.
    pub relationships: &'s [RelationshipInstance],
}

/// How each resource of `after` that was there before becomes what it has to be, and which relationships are others.
pub fn turns(before: &Side<'_>, after: &Side<'_>) -> Turns {
    let mut swaps = HashMap::new();
    let was: HashMap<&str, &Instance> = before.instances.iter().map(|found| (found.name.as_str(), found)).collect();
    let is: HashMap<&str, &Instance> = after.instances.iter().map(|found| (found.name.as_str(), found)).collect();
    for (at, leaf) in after.world.leaves.iter().enumerate() {
        let (Some(was), Some(is)) = (was.get(leaf.name.as_str()), is.get(leaf.name.as_str())) else { continue };
        let Some(&old) = before.world.places.get(&leaf.name) else { continue };
        let changed = changed_properties(was, is);
        if changed.is_empty() && was.type_name == is.type_name {
            continue;
        }
        let is_active = [before.world.leaves[old].wanted, leaf.wanted] == [LEVELS - 1; 2];
        let is_volatile = changed.iter().all(|name| leaf.volatile.contains(name));
        let swap = if was.type_name == is.type_name && is_volatile && is_active {
            Swap::Reconfigure
        } else {
            upgraded(before.world, after.world, at)
        };
        swaps.insert(at, swap);
    }
    cascade(before.world, after.world, &mut swaps);
    let changed_ties = changed_ties(before, after, &swaps);
    Turns { swaps, changed_ties, ..Turns::default() }
}

/// By its transition `Upgrade`, if its descriptor has that and is another version of what it was; else all anew.
fn upgraded(before: &World, after: &World, at: usize) -> Swap {
    let leaf = &after.leaves[at];
    let was = before.places.get(&leaf.name).and_then(|&was| before.leaves[was].of.as_ref());
    let is_same = match (was, &leaf.of) {
        (Some(was), Some(is)) => (&was.kind, &was.name) == (&is.kind, &is.name),
        _ => false,
    };
    if is_same && leaf.has("Upgrade") { Swap::Upgrade } else { Swap::Replace }
}

/// What reads the outputs of something that is replaced gets other values, and cannot just be reconfigured.
fn cascade(before: &World, after: &World, swaps: &mut HashMap<usize, Swap>) {
    let mut readers: Vec<Vec<usize>> = vec![Vec::new(); after.leaves.len()];
    for (at, leaf) in after.leaves.iter().enumerate().filter(|(_, leaf)| before.places.contains_key(&leaf.name)) {
        for source in leaf.reads.iter().map(|read| read.leaf).chain(leaf.holds.iter().copied()) {
            readers[source].push(at);
        }
    }
    let mut open: Vec<usize> = swaps.iter().filter(|(_, swap)| **swap == Swap::Replace).map(|(at, _)| *at).collect();
    while let Some(source) = open.pop() {
        for &reader in &readers[source] {
            let is_settled = matches!(swaps.get(&reader), Some(Swap::Replace | Swap::Upgrade));
            if is_settled {
                continue;
            }
            let swap = upgraded(before, after, reader);
            swaps.insert(reader, swap);
            if swap == Swap::Replace {
                open.push(reader);
            }
        }
    }
}

/// The properties of an instance that have another value than before; what it reports is no input.
fn changed_properties(was: &Instance, is: &Instance) -> Vec<SmolStr> {
    if was.properties == is.properties {
        return Vec::new();
    }
    let old: HashMap<&str, &Known> =
        was.properties.iter().map(|property| (property.name.as_str(), &property.value)).collect();
    let unset = Known::Symbol("<unset>".to_owned());
    let differs = |name: &str, value: &Known| old.get(name).copied().unwrap_or(&unset) != value;
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

/// The relationships of one name with other ends or other values than before, or with values of what is replaced.
fn changed_ties(before: &Side<'_>, after: &Side<'_>, swaps: &HashMap<usize, Swap>) -> HashSet<String> {
    let was: HashMap<&str, &RelationshipInstance> =
        before.world.ties.iter().map(|tie| tie.key.as_str()).zip(before.relationships).collect();
    let mut changed = HashSet::new();
    for (tie, is) in after.world.ties.iter().zip(after.relationships) {
        let Some(was) = was.get(tie.key.as_str()) else { continue };
        let is_same = (&was.source, &was.target) == (&is.source, &is.target) && values_of(was) == values_of(is);
        let reads_new = tie.reads.iter().any(|read| swaps.get(&read.leaf) == Some(&Swap::Replace));
        if !is_same || reads_new {
            changed.insert(tie.key.clone());
        }
    }
    changed
}

fn values_of(relationship: &RelationshipInstance) -> Vec<(&SmolStr, &Known)> {
    relationship.properties.iter().map(|property| (&property.name, &property.value)).collect()
}

/// What is different: instances, then relationships, in the order of `after`; what is gone comes after them.
pub fn differences(before: &Side<'_>, after: &Side<'_>, turns: &Turns) -> Vec<Difference> {
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
        let place = after.world.places.get(found.name.as_str()).filter(|_| found.kind != InstanceKind::Reference);
        let swap = place.and_then(|leaf| turns.swaps.get(leaf));
        let is_same = properties.is_empty() && was.type_name == found.type_name;
        let kind = match swap {
            Some(Swap::Reconfigure) => DifferenceKind::Reconfigured,
            Some(Swap::Upgrade) => DifferenceKind::Upgraded,
            Some(Swap::Replace) => DifferenceKind::Replaced,
            None if is_same => continue,
            None => DifferenceKind::Changed,
        };
        differences.push(Difference { name, kind, properties });
    }
    let keys = |side: &Side<'_>| side.world.ties.iter().map(|tie| tie.key.clone()).collect::<HashSet<String>>();
    let (old, new) = (keys(before), keys(after));
    for tie in &after.world.ties {
        if !old.contains(&tie.key) {
            differences.push(plain(tie.name.clone(), DifferenceKind::Added));
        } else if turns.changed_ties.contains(&tie.key) {
            differences.push(plain(tie.name.clone(), DifferenceKind::Replaced));
        }
    }
    let gone = singles(before.instances).map(full_name).filter(|name| !is.contains_key(name));
    let gone = gone.chain(before.world.ties.iter().filter(|tie| !new.contains(&tie.key)).map(|tie| tie.name.clone()));
    differences.extend(gone.map(|name| plain(name, DifferenceKind::Removed)));
    differences
}

/// The groups over lists, by name, in which an item of before stands at another place now: what is named by its place
/// gets the values of another one (S0:619).
pub fn moved_lists(before: &World, after: &World) -> Vec<SmolStr> {
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

/// The name that tells it from all others: references are known within their assembly only.
fn full_name(instance: &Instance) -> String {
    match (instance.kind, &instance.parent) {
        (InstanceKind::Reference, Some(parent)) => format!("{parent}~{}", instance.name),
        _ => instance.name.clone(),
    }
}
