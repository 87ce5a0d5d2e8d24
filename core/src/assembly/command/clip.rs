//! Components and references on their way to another place, or another descriptor: as the YAML that they are, in the
//! sections that they were in, with what links them to each other and where they were put.

use std::collections::BTreeMap;

use smol_str::SmolStr;

use crate::assembly::mentions::ends;
use crate::assembly::model::DescriptorKind;
use crate::edit::EditError;
use crate::symbol::DescriptorRef;
use crate::syntax::patch::Draft;
use crate::syntax::{Node, NodePath};
use crate::topology::Point;

use super::names::unnumbered;
use super::place::place_one;
use super::section::{free, put_piece};
use super::{Subject, refused, valid_name};

/// By how much a box is put beside one that is there.
const BESIDE: f64 = 40.0;

const PARTS: [&str; 2] = ["composition", "references"];

impl Subject<'_> {
    /// The parts at `paths` as a text of their own.
    pub fn clip(&self, paths: &[NodePath]) -> Result<String, EditError> {
        let source = Draft::of(&self.file.text, &self.file.tree);
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

    /// Puts what such a text holds into the descriptor, under names that are free.
    pub(super) fn paste(self, draft: &mut Draft, text: &str) -> Result<String, EditError> {
        if self.descriptor.kind == DescriptorKind::Resource {
            return Err(refused("a resource has no components; open an assembly to compose"));
        }
        let clip = Draft::new(text);
        let mut names: BTreeMap<SmolStr, SmolStr> = BTreeMap::new();
        let mut places = Vec::new();
        for section in PARTS {
            for (old, part) in entries(&clip, section) {
                if section == "composition"
                    && let Some(of) = part.get("type").and_then(Node::as_text).and_then(DescriptorRef::parse)
                {
                    self.refuse_containment(&of)?;
                }
                let new = self.name_for(valid_name(&old)?, &names);
                let piece = clip.copy(&NodePath::keys([section, old.as_str()]))?.named(&new);
                put_piece(draft, section, &piece)?;
                places.push(NodePath::keys([section, new.as_str()]));
                names.insert(old, new);
            }
        }
        if names.is_empty() {
            return Err(refused("what was copied holds no components or references"));
        }
        let mut linked: Vec<SmolStr> = Vec::new();
        for (old, _) in entries(&clip, "relationships") {
            let taken = |name: &str| {
                let there = self.descriptor.relationships.iter().any(|other| other.name.text == name);
                there || linked.iter().any(|other| other == name)
            };
            let new = if taken(&old) { free(unnumbered(&old), "-", taken) } else { old.clone() };
            let piece = clip.copy(&NodePath::keys(["relationships", old.as_str()]))?.named(&new);
            put_piece(draft, "relationships", &piece)?;
            places.push(NodePath::keys(["relationships", new.as_str()]));
            linked.push(new);
        }
        self.rename_parts(draft, &places, &names)?;
        for (old, new) in &names {
            if let Some(place) = place_of(&clip, old) {
                place_one(draft, new, self.free_place(place))?;
            }
        }
        Ok(match places.as_slice() {
            [path] => format!("Paste {}", path.last_key().unwrap_or("component")),
            _ => format!("Paste {} boxes", names.len()),
        })
    }

    /// The name itself where it is free; else with a number.
    fn name_for(&self, old: &str, also_taken: &BTreeMap<SmolStr, SmolStr>) -> SmolStr {
        let taken = self.descriptor.part(old).is_some() || also_taken.values().any(|other| other == old);
        if taken { self.free_part_name(unnumbered(old), also_taken) } else { old.into() }
    }

    /// The place, or beside it as long as something was put there.
    fn free_place(&self, mut place: Point) -> Point {
        // Each one there takes one place.
        for _ in &self.descriptor.positions {
            if self.descriptor.positions.iter().any(|(_, (x, y))| (*x, *y) == (place.x, place.y)) {
                place = Point { x: place.x + BESIDE, y: place.y + BESIDE };
            }
        }
        place
    }
}

/// The entries of a section of a text, by name.
fn entries<'c>(clip: &'c Draft, section: &str) -> Vec<(SmolStr, &'c Node)> {
    let section = clip.tree().root().and_then(|root| root.get(section));
    let entries = section.map_or(&[][..], Node::entries);
    entries.iter().filter_map(|entry| Some((SmolStr::from(entry.key.as_text()?), &entry.value))).collect()
}

fn place_of(clip: &Draft, name: &str) -> Option<Point> {
    let path = NodePath::keys(["designerLayout", "elements", name]);
    let element = clip.tree().root()?.at(&path)?;
    let number = |key: &str| element.get(key)?.as_text()?.parse::<f64>().ok().filter(|number| number.is_finite());
    Some(Point { x: number("x")?, y: number("y")? })
}
