//! Boxes where somebody put them: the picture of the vendor's designer.

use serde_yaml::Value;

use crate::edit::EditError;
use crate::syntax::NodePath;
use crate::syntax::patch::Draft;
use crate::topology::Point;

use super::Subject;

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

    /// Where the part of this name was put by hand.
    pub(super) fn position(&self, name: &str) -> Option<Point> {
        let (_, (x, y)) = self.descriptor.positions.iter().find(|(other, _)| other == name)?;
        Some(Point { x: *x, y: *y })
    }
}

pub fn place_one(draft: &mut Draft, name: &str, point: Point) -> Result<(), EditError> {
    let element = NodePath::keys(["designerLayout", "elements", name]);
    for (key, number) in [("x", point.x), ("y", point.y)] {
        draft.set(&element.key(key), &Value::from(number.round() as i64))?;
    }
    Ok(())
}
