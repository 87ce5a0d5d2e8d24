//! The types of constraints with their properties.

use crate::syntax::{Node, NodePath, Step};

/// A type of constraint.
#[derive(Debug)]
pub struct ConstraintKind {
    pub name: &'static str,
    pub required: &'static [&'static str],
    pub optional: &'static [&'static str],
    /// Properties of which at least one is required.
    pub any: &'static [&'static str],
    /// The fewest demands that it needs.
    pub least_demands: usize,
    pub support: Support,
}

/// Where a type of constraint is supported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Support {
    /// By the guide and by conductor.
    Full,
    /// Deferred by the guide; no solver evaluates it.
    Deferred,
    /// Introduced by a version after the guide's.
    Later,
}

const fn of(name: &'static str, required: &'static [&'static str]) -> ConstraintKind {
    ConstraintKind { name, required, optional: &[], any: &[], least_demands: 1, support: Support::Full }
}

const fn with(kind: ConstraintKind, optional: &'static [&'static str]) -> ConstraintKind {
    ConstraintKind { optional, ..kind }
}

const fn pairs(kind: ConstraintKind) -> ConstraintKind {
    ConstraintKind { least_demands: 2, ..kind }
}

const fn deferred(kind: ConstraintKind) -> ConstraintKind {
    ConstraintKind { support: Support::Deferred, ..kind }
}

const fn later(kind: ConstraintKind) -> ConstraintKind {
    ConstraintKind { support: Support::Later, ..kind }
}

const LIMITS: &[&str] = &["bandwidth", "distance", "latency"];

/// The types of the guide, those that it defers, and those of later versions.
pub static KINDS: [ConstraintKind; 14] = [
    of("attribute", &["evaluate"]),
    pairs(of("distance_between_demands", &["distance"])),
    of("distance_to_location", &["distance", "location"]),
    with(of("instance_fit", &["controller"]), &["request"]),
    pairs(of("inventory_group", &[])),
    with(of("region_fit", &["controller"]), &["request"]),
    pairs(with(of("zone", &["qualifier", "category"]), &["location"])),
    deferred(of("license", &["id", "key"])),
    deferred(pairs(ConstraintKind { any: LIMITS, optional: LIMITS, ..of("network_between_demands", &[]) })),
    deferred(ConstraintKind { any: LIMITS, optional: LIMITS, ..of("network_to_location", &["location"]) }),
    deferred(with(of("capability", &["specification", "template"]), &["environment"])),
    later(of("hpa", &["evaluate"])),
    later(with(of("vim_fit", &["controller"]), &["request"])),
    later(of("threshold", &["evaluate"])),
];

pub fn kind(name: &str) -> Option<&'static ConstraintKind> {
    KINDS.iter().find(|kind| kind.name == name)
}

/// The kind of the constraint or reservation whose properties are at a path.
pub fn kind_of(root: &Node, properties: &NodePath) -> Option<&'static ConstraintKind> {
    match properties.steps() {
        // Reservations are made by a controller, as the requests of this type are answered.
        [.., Step::Key(section), Step::Key(_), Step::Key(last)] if last == "properties" => match section.as_str() {
            "reservations" => kind("instance_fit"),
            _ => kind(root.at(&properties.parent()?)?.get("type")?.as_text()?),
        },
        _ => None,
    }
}

/// Whether a constraint or reservation needs the property at a path.
pub fn is_required(root: &Node, property: &NodePath) -> bool {
    let kind = || kind_of(root, &property.parent()?);
    kind().zip(property.last_key()).is_some_and(|(kind, name)| kind.required.contains(&name))
}

impl ConstraintKind {
    /// Whether it has a property of this name.
    pub fn has(&self, property: &str) -> bool {
        self.required.contains(&property) || self.optional.contains(&property)
    }

    pub fn properties(&self) -> impl Iterator<Item = &'static str> {
        self.required.iter().chain(self.optional).copied()
    }
}
