//! Copies of components and references, with what links them to each other.

use std::collections::BTreeMap;

use smol_str::SmolStr;

use crate::assembly::mentions::ends;
use crate::edit::EditError;
use crate::syntax::NodePath;
use crate::syntax::patch::{Draft, Place};
use crate::topology::Point;

use super::names::unnumbered;
use super::place::place_one;
use super::section::free;
use super::{Subject, refused};

/// By how much a copy is drawn beside what it is a copy of.
const BESIDE: f64 = 40.0;

impl Subject<'_> {
    pub(super) fn duplicate(self, draft: &mut Draft, paths: &[NodePath]) -> Result<String, EditError> {
        if paths.is_empty() {
            return Err(refused("nothing is selected to be duplicated"));
        }
        let mut names: BTreeMap<SmolStr, SmolStr> = BTreeMap::new();
        let mut places = Vec::new();
        for path in paths {
            let part = self.part(path).map_err(|_| refused("only components and references can be duplicated"))?;
            let old = &part.name.text;
            if names.contains_key(old) {
                continue;
            }
            let new = self.free_part_name(unnumbered(old), &names);
            let section = path.parent().unwrap_or_default();
            let piece = draft.copy(path)?.named(&new);
            draft.paste(&section, &piece, Place::After(old))?;
            places.push(section.key(&new));
            names.insert(old.clone(), new);
        }
        places.extend(self.duplicate_relationships(draft, &names)?);
        self.rename_parts(draft, &places, &names)?;
        for (old, new) in &names {
            if let Some(Point { x, y }) = self.position(old) {
                place_one(draft, new, Point { x: x + BESIDE, y: y + BESIDE })?;
            }
        }
        Ok(match names.iter().next() {
            Some((old, _)) if names.len() == 1 => format!("Duplicate {old}"),
            _ => format!("Duplicate {} boxes", names.len()),
        })
    }

    /// Copies the relationships between what is copied; where the copies are.
    fn duplicate_relationships(
        &self,
        draft: &mut Draft,
        names: &BTreeMap<SmolStr, SmolStr>,
    ) -> Result<Vec<NodePath>, EditError> {
        let mut places: Vec<NodePath> = Vec::new();
        for relationship in &self.descriptor.relationships {
            let sources = ends(&relationship.source_capabilities);
            let targets = ends(&relationship.target_requirements);
            let all = sources.iter().chain(&targets).all(|name| names.contains_key(*name));
            if !all || sources.is_empty() || targets.is_empty() {
                continue;
            }
            let old = &relationship.name.text;
            let section = NodePath::keys(["relationships"]);
            let taken = |name: &str| {
                self.descriptor.relationships.iter().any(|other| other.name.text == name)
                    || places.contains(&section.key(name))
            };
            let new = free(unnumbered(old), "-", taken);
            let piece = draft.copy(&relationship.name.path)?.named(&new);
            draft.paste(&section, &piece, Place::After(old))?;
            places.push(section.key(&new));
        }
        Ok(places)
    }
}
