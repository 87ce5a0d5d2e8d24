//! Adds the distances between demands and a location to the objective.

use serde_yaml::{Mapping, Value};

use crate::context::FileContext;
use crate::edit::{Change, EditError};
use crate::editing::{append, put};
use crate::homing::command::constraint::Members;
use crate::homing::objective::{self, DISTANCE};
use crate::homing::view::View;
use crate::syntax::NodePath;

/// The section of the objective.
pub const OPTIMIZATION: &str = "optimization";

/// The version that introduced the second form.
const SECOND_FORM: &str = "2020-08-13";

/// Why the distances between so many demands and locations cannot be added.
pub fn refusal(n_demands: usize, n_locations: usize) -> Option<String> {
    match (n_demands, n_locations) {
        (1.., 1) => None,
        _ => Some("a distance in the objective is between a location and a demand".to_owned()),
    }
}

/// Adds the distance of each demand at `members` to the location there.
pub fn add(context: FileContext<'_>, members: &[NodePath]) -> Result<Change, EditError> {
    let file = context.file;
    let root = file.root.as_ref().ok_or_else(|| EditError::Missing(OPTIMIZATION.to_owned()))?;
    let view = View::new(root);
    let Members { demands, mut locations } = Members::of(context, members)?;
    if let Some(why) = refusal(demands.len(), locations.len()) {
        return Err(EditError::Refused(why));
    }
    let location = locations.pop().unwrap_or_default();
    let counted = objective::distances(&view);
    let has = |demand: &str| {
        counted.iter().any(|one| {
            let ends: Vec<_> = one.ends.iter().filter_map(|(_, end)| view.text(end)).collect();
            ends.contains(&demand) && ends.contains(&location.as_str())
        })
    };
    let new: Vec<&String> = demands.iter().filter(|demand| !has(demand)).collect();
    if new.is_empty() {
        return Err(EditError::Refused(format!("the objective already has the distance to `{location}`")));
    }
    let has_function = objective::function(&view).is_some();
    let is_second = has_function || view.is_since(SECOND_FORM);
    let mut draft = file.draft();
    let list = objective::operands(&view, is_second);
    if root.at(&list).is_some_and(|node| node.as_sequence().is_none() && !node.is_null()) {
        return Err(EditError::Refused(
            "the operands of the objective are not a list; change them in the text".to_owned(),
        ));
    }
    let given = view.optimization().map(|(_, node)| node).or(view.template.get(OPTIMIZATION));
    let is_other = !is_second && given.is_some_and(|all| !all.entries().is_empty() && all.get("minimize").is_none());
    if is_other {
        return Err(EditError::Refused("the objective is not a sum to minimize; change it in the text".to_owned()));
    }
    if is_second && !has_function {
        let operation = Mapping::from_iter([entry("operator", "sum".into())]);
        let fields = [entry("goal", "minimize".into()), entry("operation_function", operation.into())];
        put(file, &mut draft, &view.base.key(OPTIMIZATION), &Mapping::from_iter(fields).into())?;
    }
    for demand in new {
        let (from, to) = (Value::from(location.as_str()), Value::from(demand.as_str()));
        let operand = match is_second {
            false => Mapping::from_iter([entry(DISTANCE, vec![from, to].into())]),
            true => {
                let params = Mapping::from_iter([entry("demand", to), entry("location", from)]);
                Mapping::from_iter([entry("function", DISTANCE.into()), entry("params", params.into())])
            }
        };
        append(file, &mut draft, &list, operand.into())?;
    }
    let title = format!("Minimize the distance to `{location}`");
    Ok(Change::of_file(title, file.path.clone(), draft.finish()))
}

fn entry(key: &str, value: Value) -> (Value, Value) {
    (key.into(), value)
}
