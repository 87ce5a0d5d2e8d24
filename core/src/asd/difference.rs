//! The differences between two versions of a descriptor, in the vocabulary of the model, so that two forms can be
//! compared as well.

use crate::asd;
use crate::asd::cluster::kernel_fields;
use crate::asd::form::canonical;
use crate::asd::installation::matching::{is_older, version_fields};
use crate::schema::diff::{self, Difference, Impact, same};
use crate::syntax::{Node, NodePath, Step};
use crate::text::Span;
use crate::workspace::SourceFile;

/// The differences between two files. The version always differs between two versions, so it is not reported, and neither
/// are descriptions.
pub fn of_files(before: &SourceFile, after: &SourceFile) -> Vec<Difference> {
    let (Some(old), Some(new)) = (asd::application(before), asd::application(after)) else { return Vec::new() };
    let roots = (&canonical(&old.root), &canonical(&new.root));
    let mut found = diff::of_trees((roots.0, &before.text), (roots.1, &after.text));
    let version = NodePath::keys([asd::VERSION]);
    let both = old.edition.is_some() && new.edition.is_some();
    found.retain(|one| !both || one.before.is_none() || one.after.is_none() || one.path != version);
    found.retain_mut(|one| {
        let at = |root, span: Option<Span>| span.and_then(|span| node_at(root, span));
        let impact = impact(one, at(roots.0, one.before), at(roots.1, one.after));
        one.impact = impact.unwrap_or(one.impact);
        impact.is_some()
    });
    found
}

/// The impact of a difference; `None` for one that has none.
fn impact(one: &Difference, before: Option<&Node>, after: Option<&Node>) -> Option<Impact> {
    let keys: Vec<&str> = one
        .path
        .steps()
        .iter()
        .filter_map(|step| if let Step::Key(key) = step { Some(key.as_str()) } else { None })
        .collect();
    match keys.as_slice() {
        ["asdApplicationInfoName" | "asdInfoDescription"] | ["asdExtCpd", "description"] => None,
        // More requirements exclude clusters on which the earlier version can be deployed.
        ["enhancedClusterCapabilities", rest @ ..] => match (before, after) {
            (Some(before), Some(after)) => of_requirement(rest.last().copied().unwrap_or_default(), before, after),
            _ if one.before.is_none() => Some(Impact::Breaking),
            _ => Some(Impact::Addition),
        },
        // A request must supply exactly the declared parameters.
        ["deploymentItems", "lifecycleParameters"] => match (before, after) {
            (Some(before), Some(after)) if before.as_sequence().is_some() && after.as_sequence().is_some() => {
                let is_same = others(before, after).next().is_none() && others(after, before).next().is_none();
                (!is_same).then_some(Impact::Breaking)
            }
            _ => Some(Impact::Breaking),
        },
        ["deploymentItems"] if one.before.is_none() => {
            let needs_input = after.and_then(|item| item.get("lifecycleParameters"));
            let needs_input = needs_input.is_some_and(|list| !list.items().is_empty());
            Some(if needs_input { Impact::Breaking } else { one.impact })
        }
        _ => Some(one.impact),
    }
}

/// The impact of a changed requirement on the cluster.
fn of_requirement(key: &str, before: &Node, after: &Node) -> Option<Impact> {
    if before.as_sequence().is_some() && after.as_sequence().is_some() {
        return match (others(after, before).next(), others(before, after).next()) {
            (Some(_), _) => Some(Impact::Breaking),
            (None, Some(_)) => Some(Impact::Addition),
            (None, None) => None,
        };
    }
    let fields = |node: &Node| {
        let text = node.as_text()?;
        match key {
            "minKernelVersion" => kernel_fields(text),
            "requiredPluginVersion" => version_fields(text),
            _ => None,
        }
    };
    match (fields(before), fields(after)) {
        (Some(old), Some(new)) if is_older(&new, &old) => Some(Impact::Addition),
        (Some(old), Some(new)) if !is_older(&old, &new) => Some(Impact::Behavior),
        _ => Some(Impact::Breaking),
    }
}

/// The items of a list that another list lacks.
fn others<'a>(list: &'a Node, other: &'a Node) -> impl Iterator<Item = &'a Node> {
    list.items().iter().filter(|item| !other.items().iter().any(|known| same(item, known)))
}

/// The value at a span, or behind the key at a span.
fn node_at(root: &Node, span: Span) -> Option<&Node> {
    let of_entries = root
        .entries()
        .iter()
        .find_map(|entry| if entry.key.span == span { Some(&entry.value) } else { node_at(&entry.value, span) });
    let of_items = || root.items().iter().find_map(|item| node_at(item, span));
    if root.span == span { Some(root) } else { of_entries.or_else(of_items) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::FilePath;

    const BASE: &str = "asdId: a\nasdVersion: '1'\nasdApplicationName: n\nasdApplicationInfoName: N\nasdExtCpd: [{id: p, \
                        virtualLinkRequirement: [OAM], description: d}]\nenhancedClusterCapabilities: {minKernelVersion: \
                        5.10.0, requiredKernelModules: [a, b], clusterLabels: [{x: y}]}\ndeploymentItems: [{deploymentItemId: \
                        i, artifactType: crd, lifecycleParameters: [p]}]\n";

    fn impacts(from: &str, to: &str) -> Vec<Impact> {
        let file = |text: &str| SourceFile::new(FilePath::new("a.yaml").expect("a path"), text);
        let after = BASE.replace(from, to);
        assert_ne!(after, BASE, "{from}");
        of_files(&file(BASE), &file(&after)).iter().map(|one| one.impact).collect()
    }

    #[test]
    fn a_new_requirement_breaks_clusters_and_a_dropped_one_does_not() {
        use Impact::{Addition, Breaking};
        for (from, to, expected) in [
            ("[{x: y}]", "[{x: y}, {z: y}]", Breaking),
            ("[{x: y}]", "[{x: n}]", Breaking),
            ("[{x: y}]", "[]", Addition),
            (", clusterLabels: [{x: y}]", "", Addition),
            ("[a, b]", "[a, b, c]", Breaking),
            ("[a, b]", "[a]", Addition),
            ("5.10.0", "5.15.0", Breaking),
            ("5.10.0", "5.4.0", Addition),
            ("[p]", "[p, q]", Breaking),
            ("[p]", "[]", Breaking),
            (", lifecycleParameters: [p]", "", Breaking),
            ("[p]}", "[p]}, {deploymentItemId: j, artifactType: crd, lifecycleParameters: [q]}", Breaking),
            ("[p]}", "[p]}, {deploymentItemId: j, artifactType: crd}", Addition),
        ] {
            assert_eq!(impacts(from, to), [expected], "{from} -> {to}");
        }
    }

    #[test]
    fn descriptions_and_notations_are_no_differences() {
        for (from, to) in [
            ("asdApplicationInfoName: N\n", ""),
            ("description: d", "description: e"),
            ("[OAM]", "OAM"),
            ("[a, b]", "[b, a]"),
        ] {
            assert_eq!(impacts(from, to), [], "{from} -> {to}");
        }
    }
}
