//! The edits of diagrams of homing templates.

pub mod constraint;
pub mod objective;
pub mod removal;
pub mod supply;

use crate::context::FileContext;
use crate::edit::{Change, EditError};
use crate::editing::section::Section;
use crate::editing::{self, Boxes, link};
use crate::homing::command::constraint::NewConstraint;
use crate::homing::command::objective::OPTIMIZATION;
use crate::homing::objective::DISTANCE;
use crate::homing::view::{Constraint, View};
use crate::homing::{complete, mentions, view};
use crate::syntax::{Node, NodePath, Step};
use crate::topology::{CandidateEnd, Command, ConnectionEnd, End, MovedEnd, PortKind, VertexKind};

/// The boxes: locations, constraints and demands. Constraints refer to the others.
const BOXES: Boxes = boxes_in(&[locations(&["locations"]), constraints(&["constraints"]), demands(&["demands"])]);
/// The boxes of a template in a plan request.
const BOXES_OF_REQUEST: Boxes = boxes_in(&[
    locations(&["template", "locations"]),
    constraints(&["template", "constraints"]),
    demands(&["template", "demands"]),
]);

const fn boxes_in(sections: &'static [Section]) -> Boxes {
    Boxes { sections, names: complete::names, mentions: |context| mentions::mentions(context.file) }
}

const fn locations(path: &'static [&'static str]) -> Section {
    Section { path, kind: VertexKind::Location, links: &[] }
}

const fn constraints(path: &'static [&'static str]) -> Section {
    Section { path, kind: VertexKind::Constraint, links: &[&["demands"], &["properties", LOCATION]] }
}

const fn demands(path: &'static [&'static str]) -> Section {
    Section { path, kind: VertexKind::Demand, links: &[] }
}

/// The boxes of the template in a file, which may be a plan request.
pub fn boxes(context: FileContext<'_>) -> &'static Boxes {
    let is_request = context.file.root.as_ref().is_some_and(|root| view::is_request(root));
    if is_request { &BOXES_OF_REQUEST } else { &BOXES }
}

/// The path of the template in a file.
pub fn base(context: FileContext<'_>) -> NodePath {
    context.file.root.as_ref().map_or_else(NodePath::root, |root| view::template(root).0)
}

/// The section of constraints.
pub const CONSTRAINTS: &str = "constraints";
/// The property of a constraint that refers to a location.
const LOCATION: &str = "location";
/// The types of constraints with a location (guide, "Constraints").
const AT_LOCATION: [&str; 2] = ["distance_to_location", "network_to_location"];

pub fn run(context: FileContext<'_>, boxes: &Boxes, command: &Command) -> Result<Change, EditError> {
    if let Command::Supply(values) = command {
        return supply::supply(context, values);
    }
    let base = base(context);
    if let Command::Connect { source, target } = command {
        let members = [&source.vertex, &target.vertex].map(NodePath::clone);
        if types_between(&source.vertex, &target.vertex).contains(&target.port.as_str()) {
            return NewConstraint::over(context, &target.port, &members)?.add(context);
        }
        if let Some(why) = refusal(context, target) {
            return Err(EditError::Refused(why));
        }
    }
    if let Command::AddOver { section, of, members } = command {
        if *section == base.key(OPTIMIZATION) && of == DISTANCE {
            return objective::add(context, members);
        }
        if *section != base.key(CONSTRAINTS) {
            return Err(EditError::Refused(format!("entries of `{section}` do not name others")));
        }
        return NewConstraint::over(context, of, members)?.add(context);
    }
    editing::run(context, boxes, command)
}

pub fn connection_starts(context: FileContext<'_>, vertex: &NodePath) -> Vec<ConnectionEnd> {
    let mut starts = link::starts(context, boxes(context), vertex);
    starts.retain(|start| refusal(context, &start.end).is_none());
    // A location or demand can be connected to another one even if there is no constraint yet.
    if let Some(noun) = noun(vertex).filter(|_| starts.is_empty()) {
        starts.push(end(vertex, noun, PortKind::Capability));
    }
    starts
}

/// The properties of a constraint that are values.
pub fn valued_ports(context: FileContext<'_>, vertex: &NodePath) -> Vec<ConnectionEnd> {
    let of = |constraint: Constraint<'_>| Some(constraint.kind?.properties());
    let properties = with_constraint(context, vertex, |_, constraint| of(constraint)).into_iter().flatten();
    properties.filter(|name| *name != LOCATION).map(|name| end(vertex, name, PortKind::Input)).collect()
}

/// The path of the value of a property of a constraint, or of the parameter that supplies it.
pub fn value_of(context: FileContext<'_>, port: &ConnectionEnd) -> Option<NodePath> {
    let ConnectionEnd { end, kind } = port;
    with_constraint(context, &end.vertex, |view, constraint| {
        let path = constraint.property_path(&end.port);
        let supplied = constraint.property(&end.port).and_then(|value| view.source(path.clone(), value));
        (*kind == PortKind::Input).then(|| supplied.map_or(path, |(path, _)| path))
    })
}

fn with_constraint<T>(
    context: FileContext<'_>,
    vertex: &NodePath,
    ask: impl FnOnce(&View<'_>, Constraint<'_>) -> Option<T>,
) -> Option<T> {
    let view = View::new(context.file.root.as_ref()?);
    let named = view.section(CONSTRAINTS).into_iter().find(|named| named.path == *vertex)?;
    let constraint = view.constraints().into_iter().find(|constraint| constraint.name == named.name)?;
    ask(&view, constraint)
}

pub fn candidate_ends(context: FileContext<'_>, from: &End, kind: PortKind) -> Vec<CandidateEnd> {
    let mut ends = link::candidates(context, boxes(context), from, kind);
    for candidate in &mut ends {
        candidate.refused = refusal(context, &candidate.end.end).or(candidate.refused.take());
    }
    if kind == PortKind::Capability && noun(&from.vertex) == Some(from.port.as_str()) {
        ends.extend(new_ends(context, from).into_iter().map(|end| CandidateEnd { end, refused: None }));
    }
    if kind == PortKind::Requirement && noun(&from.vertex).is_some() {
        let back = others(context, &from.vertex).into_iter();
        let back = back.filter(|vertex| types_between(vertex, &from.vertex).contains(&from.port.as_str()));
        let back = back.filter_map(|vertex| Some(end(&vertex, noun(&vertex)?, PortKind::Capability)));
        ends.extend(back.map(|end| CandidateEnd { end, refused: None }));
    }
    ends
}

/// The ends that an end of a connection could be moved to, with the reason if one is refused.
pub fn reconnection_candidates(context: FileContext<'_>, boxes: &Boxes, moved: &MovedEnd) -> Vec<CandidateEnd> {
    let mut ends = link::reconnection_candidates(context, boxes, moved);
    for candidate in &mut ends {
        candidate.refused = refusal(context, &candidate.end.end).or(candidate.refused.take());
    }
    ends
}

pub fn reconnect(context: FileContext<'_>, boxes: &Boxes, moved: &MovedEnd, to: &End) -> Result<Change, EditError> {
    match refusal(context, to) {
        Some(why) => Err(EditError::Refused(why)),
        None => link::reconnect(context, boxes, moved, to),
    }
}

/// The noun of a box that constraints name.
pub fn noun(vertex: &NodePath) -> Option<&'static str> {
    let steps = match vertex.steps() {
        [Step::Key(request), steps @ ..] if request == "template" => steps,
        steps => steps,
    };
    match steps {
        [Step::Key(section), Step::Key(_)] if section == "demands" => Some("demand"),
        [Step::Key(section), Step::Key(_)] if section == "locations" => Some("location"),
        _ => None,
    }
}

fn end(vertex: &NodePath, port: &str, kind: PortKind) -> ConnectionEnd {
    ConnectionEnd { end: End { vertex: vertex.clone(), port: port.into() }, kind }
}

/// The ends at which a connection from a location or demand creates a constraint. The port is the type of the constraint.
fn new_ends(context: FileContext<'_>, from: &End) -> Vec<ConnectionEnd> {
    let ends = others(context, &from.vertex).into_iter().flat_map(|vertex| {
        let types = types_between(&from.vertex, &vertex).iter();
        types.map(move |of| end(&vertex, of, PortKind::Requirement)).collect::<Vec<_>>()
    });
    ends.collect()
}

/// The demands and locations, except this one.
fn others(context: FileContext<'_>, from: &NodePath) -> Vec<NodePath> {
    let Some(root) = &context.file.root else { return Vec::new() };
    let view = View::new(root);
    let named = view.section("demands").into_iter().chain(view.section("locations"));
    named.map(|named| named.path).filter(|vertex| vertex != from).collect()
}

/// The types of constraints between two boxes.
fn types_between(one: &NodePath, other: &NodePath) -> &'static [&'static str] {
    match (noun(one), noun(other)) {
        (Some("demand"), Some("demand")) => &["distance_between_demands", "zone", "inventory_group"],
        (Some("demand"), Some("location")) | (Some("location"), Some("demand")) => &["distance_to_location"],
        _ => &[],
    }
}

/// The reason why a port of a constraint of this type cannot be connected.
fn refusal(context: FileContext<'_>, end: &End) -> Option<String> {
    let constraint = context.file.root.as_ref()?.at(&end.vertex)?;
    let of = constraint.get("type").and_then(Node::as_text)?;
    let is_wrong = end.port == LOCATION && !AT_LOCATION.contains(&of);
    is_wrong.then(|| format!("constraints of type `{of}` have no location"))
}
