//! Duplicates components and references with the relationships between them.

use smol_str::SmolStr;

use crate::assembly::mentions::ends;
use crate::edit::EditError;
use crate::sorted_map::SortedMap;
use crate::syntax::NodePath;
use crate::syntax::patch::{Draft, InsertAt};

use super::position::{TakenPlaces, place_one};
use super::section::free;
use super::{Subject, refused};
use crate::naming::unnumbered;

impl Subject<'_> {
    pub(super) fn duplicate(self, draft: &mut Draft, paths: &[NodePath]) -> Result<String, EditError> {
        if paths.is_empty() {
            return Err(refused("nothing is selected"));
        }
        let mut names: SortedMap<SmolStr, SmolStr> = SortedMap::new();
        // The originals, and the names of their copies.
        let mut copies: Vec<(NodePath, SmolStr)> = Vec::new();
        for path in paths {
            let part = self.part(path).map_err(|_| refused("only components and references can be duplicated"))?;
            let old = &part.name.text;
            if names.contains_key(old) {
                continue;
            }
            let new = self.free_part_name(unnumbered(old), &names);
            copies.push((path.clone(), new.clone()));
            names.insert(old.clone(), new);
        }
        self.copy_relationships(&names, &mut copies);
        let originals: Vec<NodePath> = copies.iter().map(|(path, _)| path.clone()).collect();
        let mut renamed = draft.clone();
        self.rename_parts(&mut renamed, &originals, &names)?;
        for (path, new) in &copies {
            let section = path.parent().unwrap_or_default();
            let place = path.last_key().map_or(InsertAt::Last, InsertAt::After);
            draft.paste(&section, &renamed.copy(path)?.named(new), place)?;
        }
        let mut places = TakenPlaces::of(self.descriptor);
        for (old, new) in &names {
            if let Some(place) = self.position(old) {
                place_one(draft, new, places.take(place))?;
            }
        }
        Ok(match names.iter().next() {
            Some((old, _)) if names.len() == 1 => format!("Duplicate {old}"),
            _ => format!("Duplicate {} boxes", names.len()),
        })
    }

    /// Copies the relationships between duplicated parts.
    fn copy_relationships(&self, names: &SortedMap<SmolStr, SmolStr>, copies: &mut Vec<(NodePath, SmolStr)>) {
        let mut taken: Vec<SmolStr> = Vec::new();
        for relationship in &self.descriptor.relationships {
            let sources = ends(&relationship.source_capabilities);
            let targets = ends(&relationship.target_requirements);
            let all = sources.iter().chain(&targets).all(|name| names.contains_key(*name));
            if !all || sources.is_empty() || targets.is_empty() {
                continue;
            }
            let is_taken = |name: &str| {
                self.descriptor.relationships.iter().any(|other| other.name.text == name)
                    || taken.iter().any(|other| other == name)
            };
            let new = free(unnumbered(&relationship.name.text), "-", is_taken);
            copies.push((relationship.name.path.clone(), new.clone()));
            taken.push(new);
        }
    }
}
