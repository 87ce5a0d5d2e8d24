//! Cascading removal: for each mention of a removed name, the smallest construct that is meaningless without it,
//! according to the schema.

use crate::context::FileContext;
use crate::schema::{Need, Shape, spot};
use crate::sorting::Sorting;
use crate::symbol::{Mention, Removed, Target};
use crate::syntax::{Node, NodePath, Step};

/// The paths in the file that must be removed because they refer to something that is removed.
pub fn followers(context: FileContext<'_>, mentions: &[Mention], removed: &Removed) -> Vec<NodePath> {
    let is_removed = |target: &Target| {
        let Target::Found { file, path } = target else { return false };
        // A mention of a whole file is an import. It stays, since the file may come back.
        !path.is_root() && removed.get(file).is_some_and(|places| places.iter().any(|place| path.starts_with(place)))
    };
    let own = removed.get(&context.file.path);
    let within = |path: &NodePath| own.is_some_and(|own| own.iter().any(|outer| path.starts_with(outer)));
    let named = mentions.iter().filter(|mention| is_removed(&mention.target) && !within(&mention.path));
    let gone: Vec<&NodePath> = named.map(|mention| &mention.path).collect();
    let mut found: Vec<NodePath> = gone.iter().filter_map(|path| construct(context, path, &gone)).collect();
    found.retain(|path| !within(path));
    found.order();
    found.dedup();
    found
}

/// The smallest removable construct around the name at `path`; `gone` are the names that are removed at the same time.
fn construct(context: FileContext<'_>, path: &NodePath, gone: &[&NodePath]) -> Option<NodePath> {
    let root = context.file.root.as_ref()?;
    let schema = context.file.language?.schema_of(root);
    let mut at = path.clone();
    loop {
        let (parent, step) = at.split_last().map(|(parent, step)| (parent, step.clone()))?;
        let siblings = root.at(&parent);
        let removes = match step {
            Step::Index(_) => {
                let list = match spot(root, schema, &parent).map(|spot| spot.shape) {
                    Some(Shape::List(item)) => Some(*item),
                    // The schema says nothing about this part.
                    None | Some(Shape::Any) => Some(&Shape::Any),
                    Some(_) => None,
                };
                // A name in a list of names is removed alone; an argument of a function is removed with the call.
                let is_name = matches!(list, Some(Shape::Name(_) | Shape::OneOf([Shape::Name(_), ..])));
                let items = siblings.map_or(0, |node| node.items().len());
                let all_go = (0..items).all(|index| gone.contains(&&parent.index(index)));
                (is_name && !all_go) || (list.is_some() && !is_name && at != *path && items > 1)
            }
            Step::Key(_) => {
                let is_only = siblings.is_some_and(|node| node.entries().len() == 1);
                let is_item = matches!(parent.split_last(), Some((_, Step::Index(_))));
                match spot(root, schema, &at) {
                    // An item with a single entry is removed as a whole.
                    Some(_) if is_only && is_item => {
                        at = parent;
                        return Some(at);
                    }
                    Some(spot) => match spot.field {
                        Some(field) => !is_required(field.need) && !is_only,
                        None => true,
                    },
                    None => false,
                }
            }
        };
        if removes {
            return Some(at);
        }
        at = parent;
        if at.is_root() {
            return None;
        }
    }
}

fn is_required(need: Need) -> bool {
    matches!(need, Need::Required | Need::RequiredWithout(_))
}

/// Whether the section at `path` is optional.
pub fn is_optional(context: FileContext<'_>, path: &NodePath) -> bool {
    let (Some(root), Some(language)) = (&context.file.root, context.file.language) else { return false };
    let spot = spot(root, language.schema_of(root), path);
    spot.and_then(|spot| spot.field).is_some_and(|field| !is_required(field.need))
        && root.at(path).is_some_and(is_collection)
}

fn is_collection(node: &Node) -> bool {
    node.as_mapping().is_some() || node.as_sequence().is_some()
}
