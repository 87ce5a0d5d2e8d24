//! Adds a constraint over demands, and a location if its type needs one.

use serde_yaml::{Mapping, Value};

use crate::context::FileContext;
use crate::edit::{Change, EditError};
use crate::editing::put;
use crate::homing::command::{AT_LOCATION, CONSTRAINTS, base, noun};
use crate::naming::free_name;
use crate::syntax::NodePath;

/// A constraint to add, with values to begin with.
#[derive(Debug)]
pub struct NewConstraint<'a> {
    of: &'a str,
    demands: Vec<String>,
    location: Option<String>,
}

/// The types that can be added over demands, each with the fewest and the most demands.
const TYPES: [(&str, usize, usize); 4] = [
    ("distance_to_location", 1, usize::MAX),
    ("distance_between_demands", 2, usize::MAX),
    ("zone", 2, usize::MAX),
    ("inventory_group", 2, 2),
];

/// The names of demands and locations, without duplicates.
#[derive(Default, Debug)]
pub struct Members {
    pub demands: Vec<String>,
    pub locations: Vec<String>,
}

impl Members {
    /// The demands and locations at `members`.
    pub fn of(context: FileContext<'_>, members: &[NodePath]) -> Result<Self, EditError> {
        let root = context.file.root.as_ref().ok_or_else(|| EditError::Missing(CONSTRAINTS.to_owned()))?;
        let mut found = Members::default();
        for vertex in members {
            let named = vertex.last_key().filter(|_| root.at(vertex).is_some());
            let name = named.ok_or_else(|| EditError::Missing(vertex.to_string()))?;
            let names = match noun(vertex) {
                Some("demand") => &mut found.demands,
                Some(_) => &mut found.locations,
                None => return Err(EditError::Refused(format!("select demands and locations; `{name}` is neither"))),
            };
            if !names.iter().any(|other| other == name) {
                names.push(name.to_owned());
            }
        }
        Ok(found)
    }
}

impl<'a> NewConstraint<'a> {
    /// A constraint of this type over the demands and the location at `members`.
    pub fn over(context: FileContext<'_>, of: &'a str, members: &[NodePath]) -> Result<Self, EditError> {
        let Members { demands, mut locations } = Members::of(context, members)?;
        match refusal(of, demands.len(), locations.len()) {
            Some(why) => Err(EditError::Refused(why)),
            None => Ok(NewConstraint { of, demands, location: locations.pop() }),
        }
    }

    /// Adds the constraint under a free name.
    pub fn add(&self, context: FileContext<'_>) -> Result<Change, EditError> {
        let file = context.file;
        let root = file.root.as_ref().ok_or_else(|| EditError::Missing(CONSTRAINTS.to_owned()))?;
        // The names of many demands would be too long for a name.
        let demands = match self.demands.as_slice() {
            few if few.len() <= 3 => few.join("_"),
            many => format!("{}_demands", many.len()),
        };
        let words = match (self.of, &self.location) {
            (_, Some(location)) => format!("{demands}_near_{location}"),
            ("distance_between_demands", _) => format!("{demands}_distance"),
            ("zone", _) => format!("{demands}_zone"),
            _ => format!("{demands}_group"),
        };
        let constraints = base(context).key(CONSTRAINTS);
        let name = free_name(&words, |name| root.at(&constraints.key(name)).is_some());
        let mut properties = Mapping::new();
        match self.of {
            "zone" => properties.extend([("qualifier", "same"), ("category", "region")].map(entry)),
            "inventory_group" => {}
            _ => properties.extend([("distance", "< 100 km")].map(entry)),
        }
        properties.extend(self.location.as_deref().map(|location| entry(("location", location))));
        let mut constraint = Mapping::from_iter([entry(("type", self.of))]);
        constraint.insert(
            "demands".into(),
            self.demands.iter().map(String::as_str).map(Value::from).collect::<Vec<_>>().into(),
        );
        if !properties.is_empty() {
            constraint.insert("properties".into(), properties.into());
        }
        let mut draft = file.draft();
        put(file, &mut draft, &constraints.key(&name), &constraint.into())?;
        Ok(Change::of_file(format!("Add the constraint `{name}`"), file.path.clone(), draft.finish()))
    }
}

fn entry((key, value): (&str, &str)) -> (Value, Value) {
    (key.into(), value.into())
}

/// The types of constraints over this many demands and locations, each with the reason if it is refused.
pub fn types(n_demands: usize, n_locations: usize) -> impl Iterator<Item = (&'static str, Option<String>)> {
    let of_kind = move |of: &str| AT_LOCATION.contains(&of) == (n_locations > 0);
    let types = TYPES.into_iter().filter(move |(of, ..)| of_kind(of));
    types.map(move |(of, ..)| (of, refusal(of, n_demands, n_locations)))
}

/// Why a constraint of this type cannot apply to this many demands and locations.
fn refusal(of: &str, n_demands: usize, n_locations: usize) -> Option<String> {
    let Some((_, least, most)) = TYPES.into_iter().find(|(name, ..)| *name == of) else {
        return Some(format!("a constraint of type `{of}` cannot be added to a selection"));
    };
    let n_wanted = usize::from(AT_LOCATION.contains(&of));
    if n_locations != n_wanted {
        return Some(match n_wanted {
            0 => format!("constraints of type `{of}` have no location"),
            _ => format!("constraints of type `{of}` have exactly one location"),
        });
    }
    match n_demands {
        few if few < least => Some(format!(
            "constraints of type `{of}` need at least {least} demand{}",
            if least == 1 { "" } else { "s" }
        )),
        many if many > most => Some(format!("constraints of type `{of}` apply to {most} demands")),
        _ => None,
    }
}
