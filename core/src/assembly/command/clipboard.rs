//! Copy and paste of components and references, within a descriptor or between descriptors. The clipboard holds YAML
//! with the original sections, the relationships between the copied parts, and their positions.

use smol_str::SmolStr;

use crate::assembly::mentions::ends;
use crate::assembly::model::{Descriptor, DescriptorKind};
use crate::edit::EditError;
use crate::sorted_map::SortedMap;
use crate::syntax::NodePath;
use crate::syntax::patch::Draft;
use crate::topology::Point;
use crate::workspace::SourceFile;

use super::position::{TakenPlaces, place_one};
use super::section::{free, put_piece};
use super::{Subject, refused};
use crate::naming::unnumbered;
use crate::naming::valid_name;

impl Subject<'_> {
    /// Copies the parts at `paths` to YAML.
    pub fn clip(&self, paths: &[NodePath]) -> Result<String, EditError> {
        let source = self.file.draft();
        let mut clip = Draft::new("");
        let mut names: Vec<&SmolStr> = Vec::new();
        for part in self.descriptor.composition.iter().chain(&self.descriptor.references) {
            let path = &part.name.path;
            let section = path.parent().and_then(|parent| parent.last_key().map(str::to_owned));
            let (Some(section), true) = (section, paths.contains(path)) else { continue };
            put_piece(&mut clip, &section, &source.copy(path)?)?;
            names.push(&part.name.text);
        }
        if names.is_empty() {
            return Err(refused("only components and references can be copied"));
        }
        for relationship in &self.descriptor.relationships {
            let sources = ends(&relationship.source_capabilities);
            let targets = ends(&relationship.target_requirements);
            let has_ends = !sources.is_empty() && !targets.is_empty();
            if has_ends && sources.iter().chain(&targets).all(|end| names.iter().any(|name| name.as_str() == *end)) {
                put_piece(&mut clip, "relationships", &source.copy(&relationship.name.path)?)?;
            }
        }
        for name in names {
            if let Some(place) = self.position(name) {
                place_one(&mut clip, name, place)?;
            }
        }
        Ok(clip.text().to_owned())
    }

    /// Pastes copied parts under free names, around `at` if given.
    pub(super) fn paste(self, draft: &mut Draft, text: &str, at: Option<Point>) -> Result<String, EditError> {
        if self.descriptor.kind == DescriptorKind::Resource {
            return Err(refused("a resource has no components; open an assembly to paste some"));
        }
        let file = SourceFile::new(self.file.path.clone(), text);
        let nothing = || refused("the clipboard contains no components or references");
        let root = file.root.as_ref().filter(|root| root.as_mapping().is_some()).ok_or_else(nothing)?;
        let descriptor = Descriptor::lower(root, DescriptorKind::Assembly);
        // The pasted parts: path in the text, and new name.
        let mut pieces: Vec<(NodePath, SmolStr)> = Vec::new();
        let mut names: SortedMap<SmolStr, SmolStr> = SortedMap::new();
        for part in &descriptor.composition {
            if let Some(of) = &part.of {
                self.refuse_containment(of)?;
            }
        }
        for part in descriptor.composition.iter().chain(&descriptor.references) {
            let new = self.name_for(valid_name(&part.name.text)?, &names);
            pieces.push((part.name.path.clone(), new.clone()));
            names.insert(part.name.text.clone(), new);
        }
        if pieces.is_empty() {
            return Err(nothing());
        }
        let n_parts = pieces.len();
        for relationship in &descriptor.relationships {
            let old = &relationship.name.text;
            let taken = |name: &str| {
                let there = self.descriptor.relationships.iter().any(|other| other.name.text == name);
                there || pieces.iter().skip(n_parts).any(|(_, other)| other == name)
            };
            let new = if taken(old) { free(unnumbered(old), "-", taken) } else { old.clone() };
            pieces.push((relationship.name.path.clone(), new));
        }
        let mut renamed = file.draft();
        let places: Vec<NodePath> = pieces.iter().map(|(path, _)| path.clone()).collect();
        let clip = Subject { file: &file, descriptor: &descriptor, ..self };
        clip.rename_parts(&mut renamed, &places, &names)?;
        for (path, new) in &pieces {
            let section = path.parent().and_then(|section| section.last_key().map(str::to_owned)).unwrap_or_default();
            put_piece(draft, &section, &renamed.copy(path)?.named(new))?;
        }
        let mut places = TakenPlaces::of(self.descriptor);
        let found: Vec<(&SmolStr, Option<Point>)> = names.iter().map(|(old, new)| (new, clip.position(old))).collect();
        let by = at.zip(middle(found.iter().filter_map(|(_, place)| *place)));
        let by = by.map_or(Point::default(), |(at, middle)| Point { x: at.x - middle.x, y: at.y - middle.y });
        for (new, place) in &found {
            let place = place.map(|place| Point { x: place.x + by.x, y: place.y + by.y });
            // A single part without a position goes to the pointer; several are laid out automatically.
            if let Some(place) = place.or(at.filter(|_| found.len() == 1)) {
                place_one(draft, new, places.take(place))?;
            }
        }
        Ok(match pieces.as_slice() {
            [(_, name)] => format!("Paste {name}"),
            _ => format!("Paste {n_parts} boxes"),
        })
    }

    /// The name itself if it is free, otherwise numbered.
    fn name_for(&self, old: &str, also_taken: &SortedMap<SmolStr, SmolStr>) -> SmolStr {
        let taken = self.descriptor.part(old).is_some() || also_taken.values().any(|other| other == old);
        if taken { self.free_part_name(unnumbered(old), also_taken) } else { old.into() }
    }
}

/// The center of the bounding box of `places`; `None` if there are none.
fn middle(places: impl Iterator<Item = Point> + Clone) -> Option<Point> {
    let middle = |of: fn(&Point) -> f64| {
        let all = || places.clone().map(|place| of(&place));
        Some((all().reduce(f64::min)? + all().reduce(f64::max)?) / 2.0)
    };
    Some(Point { x: middle(|place| place.x)?, y: middle(|place| place.y)? })
}
