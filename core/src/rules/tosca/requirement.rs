//! Rules for capabilities and requirements of service templates.

use crate::rules;
use crate::rules::tosca::{Check, Tosca};
use crate::syntax::{Node, NodePath};
use crate::text::Span;
use crate::tosca::fulfilment::{Assignment, NodeTemplate, Refusal};

rules::list! { Tosca:
    ambiguous_capability,
    contradicting_relationship,
    crowded_capability,
    cyclic_requirements,
    left_open,
    misplaced_filter,
    no_fitting_capability,
    no_such_capability,
    other_initiator,
    own_target,
    refused_source,
    refused_target,
    shared_relationship,
    too_many_assignments,
    unassigned,
    unknown_filter_capability,
    unmet_type,
    unused_capability,
    unused_relationship,
    wider_assignment,
    wrong_node_type,
    wrong_relationship_type
}

/// A refused assignment.
struct Refused<'r, 'a> {
    node: &'r NodeTemplate<'a>,
    assignment: &'r Assignment<'a>,
    refusal: &'r Refusal,
}

/// Reports the refused assignments that `select` accepts, at the node that it returns.
fn report_refused<'a>(
    cx: &mut Check<'a>,
    select: impl Fn(&Refused<'_, 'a>) -> Option<&'a Node>,
    note: impl Fn(&Refused<'_, 'a>) -> Option<(crate::tosca::effective::Location, String)>,
) {
    let facts = std::rc::Rc::clone(&cx.facts);
    for (node, assignment, refusal) in facts.refused() {
        let refused = Refused { node, assignment, refusal };
        let Some(at) = select(&refused) else { continue };
        let finding = cx.report(at.span, refusal.message(assignment.name));
        let Some((place, note)) = note(&refused) else { continue };
        if let Some(file) = facts.scope.source(&place.file)
            && let Some(span) = file.key_span(&place.path)
        {
            finding.related(&place.file, span, note);
        }
    }
}

/// The declaration of the requirement, as a related location.
fn definition(refused: &Refused<'_, '_>) -> Option<(crate::tosca::effective::Location, String)> {
    let requirement = refused.node.shape.requirement(refused.assignment.name)?;
    Some((requirement.place.clone()?, format!("`{}` is defined here", requirement.name)))
}

/// The node that an assignment names, in either notation; without one, its key.
fn target<'a>(assignment: &Assignment<'a>) -> &'a Node {
    assignment.node.unwrap_or(assignment.key)
}

/// The span of the name of a node template.
fn name_span(node: &NodeTemplate<'_>) -> Span {
    node.key.span
}

/// The path of an assignment.
fn path(node: &NodeTemplate<'_>, assignment: &Assignment<'_>) -> NodePath {
    node.path.key("requirements").index(assignment.index).key(assignment.name)
}
