//! Box positions, stored in the format of the vendor's designer.

use serde_yaml::Value;

use crate::assembly::model::Descriptor;
use crate::edit::EditError;
use crate::sorted_map::SortedSet;
use crate::syntax::NodePath;
use crate::syntax::patch::Draft;
use crate::topology::Point;

use super::Subject;
use super::section::{remove_if_empty, remove_if_there};

impl Subject<'_> {
    pub(super) fn place(self, draft: &mut Draft, positions: &[(NodePath, Point)]) -> Result<String, EditError> {
        for (path, point) in positions {
            place_one(draft, &self.part(path)?.name.text, *point)?;
        }
        Ok(match positions {
            [(path, _)] => format!("Move {}", path.last_key().unwrap_or("box")),
            _ => format!("Move {} boxes", positions.len()),
        })
    }

    /// Removes the positions of all parts, and nothing else.
    pub(super) fn unplace(self, draft: &mut Draft) -> Result<String, EditError> {
        let layout = NodePath::keys(["designerLayout"]);
        let elements = layout.key("elements");
        for (name, _) in &self.descriptor.positions {
            let element = elements.key(name);
            for key in ["x", "y"] {
                remove_if_there(draft, &element.key(key))?;
            }
            remove_if_empty(draft, &element)?;
        }
        remove_if_empty(draft, &elements)?;
        remove_if_empty(draft, &layout)?;
        Ok("Remove manual arrangement".to_owned())
    }

    /// The stored position of the part `name`.
    pub(super) fn position(&self, name: &str) -> Option<Point> {
        let (_, (x, y)) = self.descriptor.positions.iter().find(|(other, _)| other == name)?;
        Some(Point { x: *x, y: *y })
    }
}

/// Occupied positions, so that new boxes do not cover others.
pub struct TakenPlaces(SortedSet<(u64, u64)>);

impl TakenPlaces {
    /// Offset of a copy from its original.
    pub const BESIDE: f64 = 40.0;

    pub fn of(descriptor: &Descriptor) -> Self {
        TakenPlaces(descriptor.positions.iter().map(|(_, (x, y))| bits(*x, *y)).collect())
    }

    /// Takes the position, or the next free one beside it.
    pub fn take(&mut self, mut place: Point) -> Point {
        // Each occupied position can be hit at most once.
        for _ in 0..self.0.len() {
            if !self.0.contains(&bits(place.x, place.y)) {
                break;
            }
            place = Point { x: place.x + Self::BESIDE, y: place.y + Self::BESIDE };
        }
        self.0.insert(bits(place.x, place.y));
        place
    }
}

/// A key for equal positions; both zeros are equal.
fn bits(x: f64, y: f64) -> (u64, u64) {
    ((x + 0.0).to_bits(), (y + 0.0).to_bits())
}

pub fn place_one(draft: &mut Draft, name: &str, point: Point) -> Result<(), EditError> {
    let element = NodePath::keys(["designerLayout", "elements", name]);
    for (key, number) in [("x", point.x), ("y", point.y)] {
        draft.set(&element.key(key), &Value::from(number.round() as i64))?;
    }
    Ok(())
}
