//! Removes the parameter mappings of charts that are no longer deployed, and sections of mappings that become empty.

use crate::asd::charts::Charts;
use crate::asd::form::name_in;
use crate::asd::model::{Application, mapped};
use crate::context::FileContext;
use crate::sorted_map::SortedSet;
use crate::syntax::{Node, NodePath, Step};

/// The removed places, with the mappings to charts of which no item is left. A section is removed with its last mapping.
pub fn with_mappings(
    context: FileContext<'_>,
    application: &Application,
    mut places: SortedSet<NodePath>,
) -> SortedSet<NodePath> {
    let is_gone = charts(context, application, &places);
    let key = name_in("inputParamMappings", application.form);
    for (path, point) in application.points() {
        let section = path.key(key);
        let mappings: Vec<(NodePath, bool)> = mapped(point)
            .map(|one| {
                let at = section.key(name_in(one.attribute, application.form));
                let at = one.index.map_or_else(|| at.clone(), |index| at.index(index));
                let goes = places.contains(&at) || one.target().is_some_and(|(chart, _)| is_gone(chart));
                (at, goes)
            })
            .collect();
        places.extend(mappings.into_iter().filter(|(_, goes)| *goes).map(|(at, _)| at));
    }
    widened(context, places, key)
}

/// Whether a name is that of a chart whose items are all removed.
fn charts(
    context: FileContext<'_>,
    application: &Application,
    places: &SortedSet<NodePath>,
) -> impl Fn(&str) -> bool + use<> {
    let charts = Charts::of(context, application);
    let (mut gone, mut left) = (Vec::new(), Vec::new());
    for (number, item) in application.items().enumerate() {
        let list = if places.contains(item.path) { &mut gone } else { &mut left };
        list.extend(
            charts.names(number, item).into_iter().flatten().filter(|name| !name.is_empty()).map(str::to_owned),
        );
    }
    move |chart| gone.iter().any(|name| name == chart) && !left.iter().any(|name| name == chart)
}

/// The places, with lists of mappings and the sections named `key` in place of all of their entries.
fn widened(context: FileContext<'_>, mut found: SortedSet<NodePath>, key: &str) -> SortedSet<NodePath> {
    let Some(root) = &context.file.root else { return found };
    // Lists come before the sections that contain them.
    let in_mappings = |path: &NodePath| is_below(path, key);
    let mut open: Vec<NodePath> = found.iter().filter(|path| in_mappings(path)).cloned().collect();
    while let Some(outer) = open.pop().and_then(|path| path.parent()) {
        let Some(node) = root.at(&outer) else { continue };
        if found.contains(&outer) || !children(node, &outer).iter().all(|child| found.contains(child)) {
            continue;
        }
        found.insert(outer.clone());
        open.extend(Some(outer).filter(in_mappings));
    }
    found
}

/// Whether a path leads into a section of this name.
fn is_below(path: &NodePath, key: &str) -> bool {
    path.steps().split_last().is_some_and(|(_, outer)| outer.contains(&Step::Key(key.into())))
}

fn children(node: &Node, path: &NodePath) -> Vec<NodePath> {
    let keys = node.entries().iter().filter_map(|entry| Some(path.key(entry.key.as_text()?)));
    keys.chain((0..node.items().len()).map(|index| path.index(index))).collect()
}
