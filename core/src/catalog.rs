//! The index of definitions: the descriptors of a workspace by name and version.

pub mod range;

use std::cmp::Ordering;
use std::sync::Arc;

use smol_str::SmolStr;

use crate::catalog::range::Range;
use crate::similarity::closest;
use crate::sorted_map::SortedMap;
use crate::sorting::{Sorting, gather};
use crate::symbol::DescriptorRef;
use crate::text::FilePath;
use crate::workspace::Workspace;

/// The descriptors of a workspace, by kind and name, with versions in ascending order.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Catalog {
    // States of a workspace share the versions of a name; none of the lists is empty.
    kinds: SortedMap<SmolStr, SortedMap<SmolStr, Arc<Vec<Entry>>>>,
}

/// A descriptor: its name and its file.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    pub name: DescriptorRef,
    pub file: FilePath,
}

impl Entry {
    /// Orders the versions of a name, and files that define the same version.
    fn compare(&self, other: &Self) -> Ordering {
        compare_versions(&self.name.version, &other.name.version).then_with(|| self.file.cmp(&other.file))
    }
}

/// The result of resolving a name.
#[derive(Clone, PartialEq, Debug)]
pub enum Resolution<'a> {
    Found(&'a Entry),
    /// Several files define it; the first one is used.
    Ambiguous(Vec<&'a Entry>),
    /// The catalog has other versions: in ascending order, not empty.
    OtherVersion(Vec<&'a Entry>),
    Missing,
}

impl<'a> Resolution<'a> {
    /// The definition, if the exact name and version exist.
    pub fn found(&self) -> Option<&'a Entry> {
        match self {
            Resolution::Found(entry) => Some(entry),
            Resolution::Ambiguous(entries) => entries.first().copied(),
            Resolution::OtherVersion(_) | Resolution::Missing => None,
        }
    }
}

impl Catalog {
    pub fn of(workspace: &Workspace) -> Self {
        let defined = workspace.files().filter_map(|file| Some((file.defines()?.clone(), file.path.clone())));
        Catalog::of_names(defined)
    }

    /// Builds a catalog from names and the files that define them.
    pub fn of_names(defined: impl IntoIterator<Item = (DescriptorRef, FilePath)>) -> Self {
        let mut kinds: SortedMap<_, SortedMap<_, Vec<Entry>>> = SortedMap::new();
        for (name, file) in defined {
            let names = kinds.entry(name.kind.clone()).or_default();
            names.entry(name.name.clone()).or_default().push(Entry { name, file });
        }
        for entries in kinds.values_mut().flat_map(SortedMap::values_mut) {
            entries.order_by(Entry::compare);
        }
        let shared =
            |names: SortedMap<_, _>| gather(names.into_iter().map(|(name, entries)| (name, Arc::new(entries))));
        Catalog { kinds: gather(kinds.into_iter().map(|(kind, names)| (kind, shared(names)))) }
    }

    /// Records that `file` now defines `now` instead of `before`.
    pub fn update(&mut self, file: &FilePath, before: Option<&DescriptorRef>, now: Option<&DescriptorRef>) {
        if before == now {
            return;
        }
        if let Some(name) = before {
            self.remove(name, file);
        }
        if let Some(name) = now {
            let entry = Entry { name: name.clone(), file: file.clone() };
            let names = self.kinds.entry(name.kind.clone()).or_default();
            let entries = Arc::make_mut(names.entry(name.name.clone()).or_default());
            let at = entries.partition_point(|other| other.compare(&entry).is_lt());
            entries.insert(at, entry);
        }
    }

    fn remove(&mut self, name: &DescriptorRef, file: &FilePath) {
        let Some(names) = self.kinds.get_mut(&name.kind) else { return };
        if let Some(entries) = names.get_mut(&name.name) {
            let entries = Arc::make_mut(entries);
            entries.retain(|entry| entry.file != *file || entry.name != *name);
            if entries.is_empty() {
                names.remove(&name.name);
            }
        }
        if names.is_empty() {
            self.kinds.remove(&name.kind);
        }
    }

    /// Every descriptor, by kind, name and version.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.kinds.values().flat_map(SortedMap::values).flat_map(|entries| entries.iter())
    }

    /// The versions of a descriptor, ascending.
    pub fn versions(&self, kind: &str, name: &str) -> &[Entry] {
        self.kinds.get(kind).and_then(|names| names.get(name)).map_or(&[], |entries| entries.as_slice())
    }

    /// Resolves an exact name. Names are compared as written: `1.0` and `1` differ (S0:32).
    pub fn resolve(&self, name: &DescriptorRef) -> Resolution<'_> {
        let versions = self.versions(&name.kind, &name.name);
        let same = |entry: &&Entry| entry.name.version == name.version;
        let matching: Vec<&Entry> = versions.iter().filter(same).collect();
        match (matching.as_slice(), versions) {
            ([entry], _) => Resolution::Found(entry),
            ([_, ..], _) => Resolution::Ambiguous(matching),
            ([], []) => Resolution::Missing,
            ([], _) => Resolution::OtherVersion(versions.iter().collect()),
        }
    }

    /// Resolves a name to the highest version in its range (AD-RFS-04); an exact version is a range of one.
    pub fn resolve_range(&self, name: &DescriptorRef) -> Resolution<'_> {
        let Some(range) = Range::of_reference(&name.version) else { return self.resolve(name) };
        let versions = self.versions(&name.kind, &name.name);
        match (versions.iter().rev().find(|entry| range.contains(&entry.name.version)), versions) {
            (Some(entry), _) => self.resolve(&entry.name),
            (None, []) => Resolution::Missing,
            (None, _) => Resolution::OtherVersion(versions.iter().collect()),
        }
    }

    /// The descriptor that was probably meant by `name`: another version or kind of the same name, or a similar name;
    /// `None` if nothing is close.
    pub fn closest(&self, name: &str) -> Option<&Entry> {
        let Some(wanted) = DescriptorRef::parse(name) else {
            let names: Vec<(String, &Entry)> = self.entries().map(|entry| (entry.name.to_string(), entry)).collect();
            let best = closest(name, names.iter().map(|(name, _)| name.as_str()))?.to_owned();
            return names.into_iter().find(|(name, _)| *name == best).map(|(_, entry)| entry);
        };
        let of_name = |name: &str| -> Vec<(&SmolStr, &Arc<Vec<Entry>>)> {
            self.kinds.iter().filter_map(|(kind, names)| Some((kind, names.get(name)?))).collect()
        };
        let mut candidates = of_name(&wanted.name);
        if candidates.is_empty() {
            let names = self.kinds.values().flat_map(SortedMap::keys).map(SmolStr::as_str);
            candidates = of_name(closest(&wanted.name, names)?);
        }
        // The same kind goes first; among versions the same spelling, then an equal version, then the highest.
        let (_, versions) = candidates.into_iter().min_by_key(|(kind, _)| **kind != wanted.kind)?;
        let same = versions.iter().find(|entry| entry.name.version == wanted.version);
        let equal =
            || versions.iter().find(|entry| compare_versions(&entry.name.version, &wanted.version) == Ordering::Equal);
        same.or_else(equal).or(versions.last())
    }
}

/// Compares dotted numbers numerically: `1.10` is above `1.2`, and `1.0` equals `1`. Other parts are above every number
/// and compare as text.
pub fn compare_versions(left: &str, right: &str) -> Ordering {
    let mut parts = (left.split('.'), right.split('.'));
    loop {
        let (a, b) = match (parts.0.next(), parts.1.next()) {
            (None, None) => return Ordering::Equal,
            (a, b) => (a.unwrap_or("0"), b.unwrap_or("0")),
        };
        let order = rank(a).cmp(&rank(b));
        if order != Ordering::Equal {
            return order;
        }
    }
}

/// The sort key of a version part: whether it is not a number, the number of digits, and the text.
fn rank(part: &str) -> (bool, usize, &str) {
    if part.is_empty() || !part.bytes().all(|byte| byte.is_ascii_digit()) {
        return (true, 0, part);
    }
    let digits = part.trim_start_matches('0');
    (false, digits.len(), digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_compare_as_numbers() {
        assert_eq!(compare_versions("1.10", "1.2"), Ordering::Greater);
        assert_eq!(compare_versions("1", "1.0.0"), Ordering::Equal);
        assert_eq!(compare_versions("2.0", "10"), Ordering::Less);
    }

    /// Sorting panics if the order is not total, such as `a < b < c < a`.
    #[test]
    fn all_versions_have_one_order() {
        let ascending =
            ["1", "1.2", "1.9", "1.10", "1.99999999999999999999", "1.100000000000000000000", "1.10b", "1.1b"];
        for (at, low) in ascending.iter().enumerate() {
            for (other, high) in ascending.iter().enumerate() {
                assert_eq!(compare_versions(low, high), at.cmp(&other), "{low} and {high}");
            }
        }
        assert_eq!(compare_versions("1.01", "1.1.0"), Ordering::Equal);
    }

    fn catalog(names: &[&str]) -> Catalog {
        let files = names.iter().enumerate().map(|(number, name)| {
            let path = FilePath::new(&format!("{number}.yaml")).expect("a plain path");
            (path, format!("name: {name}\nlifecycle: {{Create: {{}}}}\n"))
        });
        Catalog::of(&Workspace::new(files))
    }

    #[test]
    fn suggestions_are_similar_names() {
        let catalog = catalog(&[
            "resource::lb::1.0",
            "assembly::firewall::1.0",
            "resource::gateway::1.0",
            "resource::gateway::1.2",
            "resource::gateway::2.0",
        ]);
        let hint = |name| catalog.closest(name).map(|entry| entry.name.to_string());
        for (name, meant) in [
            ("resource::firewall::2.0", "assembly::firewall::1.0"),
            ("resource::gatway::1.2", "resource::gateway::1.2"),
            ("resource::gateway::1.2.0", "resource::gateway::1.2"),
            ("resource::gateway::3.0", "resource::gateway::2.0"),
        ] {
            assert_eq!(hint(name).as_deref(), Some(meant), "{name}");
        }
        for name in ["resource::ue::1.0", "resource::gnb::1.0"] {
            assert_eq!(hint(name), None, "{name} has nothing to do with any");
        }
    }

    /// The oracle is a catalog built from the same names from scratch.
    #[test]
    fn an_updated_catalog_equals_a_new_one() {
        let names = [
            "resource::web::1.0",
            "resource::web::1.0.0",
            "resource::web::2.0",
            "resource::db::1.0",
            "assembly::web::1.0",
        ];
        let names: Vec<DescriptorRef> = names.iter().filter_map(|name| DescriptorRef::parse(name)).collect();
        let files: Vec<FilePath> = (0..4).filter_map(|number| FilePath::new(&format!("{number}.yaml"))).collect();
        let mut defined: SortedMap<FilePath, DescriptorRef> = SortedMap::new();
        let mut catalog = Catalog::default();
        for step in 0_usize..400 {
            // A multiplicative hash decorrelates names and files.
            let mixed = step.wrapping_mul(2_654_435_761) >> 8;
            let (file, name) = (&files[mixed % files.len()], names.get(mixed / 7 % (names.len() + 1)));
            catalog.update(file, defined.get(file), name);
            defined.remove(file);
            defined.extend(name.map(|name| (file.clone(), name.clone())));
            let fresh = defined.iter().map(|(file, name)| (name.clone(), file.clone()));
            assert_eq!(catalog, Catalog::of_names(fresh), "after step {step}");
        }
    }

    #[test]
    fn full_names_are_compared_as_written() {
        let catalog = catalog(&["resource::web::1.0", "resource::web::1.0.0"]);
        let found = |name| catalog.resolve(&DescriptorRef::parse(name).expect("a full name")).found().is_some();
        assert!(found("resource::web::1.0") && found("resource::web::1.0.0"));
        assert!(!found("resource::web::1") && !found("resource::web::01.0"));
    }
}
