//! Expansions of assemblies: instances, groups of them, and relationships.

use descriptorium_core::assembly::expansion::{Group, Instance, InstanceKind, Multiplicity};
use descriptorium_core::semantics::Outcome;

use crate::views::panel::preview::kind::Kind;
use crate::words::{canvas, kinds, preview as words};

pub static EXPANSION: Kind = Kind {
    heading: words::n_instances,
    n_items: words::so_many_instances,
    n_links: words::so_many_relationships,
    n_drawn: |count, more| match more {
        0 => words::so_many_instances(count),
        more => canvas::some_instances(count, more),
    },
    search: words::find_instance,
    within: words::instances_in,
    go_to: words::show_component,
    draw_hint: Some(words::draw_hint),
    save_hint: words::save_expansion_hint,
    overlay: canvas::overlay,
    overlay_hint: canvas::overlay_hint,
    diagram: canvas::overlay_diagram,
    diagram_help: canvas::overlay_help,
    file: "expansion",
    unfolded: "assembly",
    describe,
    panel: None,
};

/// The type of an instance, the size of a group, or the kind of an instance whose type has no name.
fn describe(outcome: &Outcome, at: usize) -> String {
    let Outcome::Expansion(expansion) = outcome else { return String::new() };
    match expansion.instances.get(at) {
        Some(Instance { group: Some(group), .. }) => size(group),
        Some(instance) if instance.type_name.is_empty() => kind(instance.kind).to_owned(),
        Some(instance) => instance.type_name.clone(),
        None => String::new(),
    }
}

/// The number of instances in a group, and the bounds of a cluster.
fn size(group: &Group) -> String {
    let count = group.count.map_or_else(|| "?".to_owned(), |count| count.to_string());
    let mut text = words::size_of(multiplicity(group.multiplicity), &count);
    let number = |number: Option<u64>| number.map(|number| number.to_string());
    let bounds = match (number(group.minimum), number(group.maximum)) {
        (Some(minimum), Some(maximum)) => Some(words::range(&minimum, &maximum)),
        (Some(minimum), None) => Some(words::at_least(&minimum)),
        (None, Some(maximum)) => Some(words::at_most(&maximum)),
        (None, None) => None,
    };
    let steps = number(group.increment).map(|increment| words::in_steps_of(&increment));
    for part in [bounds, steps].into_iter().flatten() {
        text += ", ";
        text += &part;
    }
    text
}

fn kind(kind: InstanceKind) -> &'static str {
    match kind {
        InstanceKind::Assembly => kinds::assembly(),
        InstanceKind::Resource => kinds::resource(),
        InstanceKind::Reference => kinds::reference(),
        InstanceKind::Group => kinds::group(),
        InstanceKind::Unresolved => words::unresolved(),
    }
}

fn multiplicity(multiplicity: Multiplicity) -> &'static str {
    match multiplicity {
        Multiplicity::Quantity => words::quantity(),
        Multiplicity::Cluster => words::of_cluster(),
        Multiplicity::List => words::of_list(),
        Multiplicity::Map => words::of_map(),
    }
}
