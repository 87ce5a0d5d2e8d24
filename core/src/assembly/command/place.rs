//! Boxes where somebody put them: the picture of the vendor's designer.

use serde_yaml::Value;

use crate::edit::EditError;
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

    /// Takes the places of all parts away, and nothing else that the picture has.
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
        Ok("Tidy".to_owned())
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
