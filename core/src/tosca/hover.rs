//! Hover texts beside the definition of a name: the facts about an assigned value with the value as far as it is known, and the
//! target of a requirement.

use crate::assignable::Assignable;
use crate::context::FileContext;
use crate::function::has_call;
use crate::preview::ItemProperty;
use crate::syntax::{NodePath, Step};
use crate::tosca::assignable::assignable;
use crate::tosca::evaluation::{Evaluation, Inputs};
use crate::tosca::fulfilment::Fulfilment;
use crate::tosca::model::TEMPLATES;
use crate::tosca::scope::Scope;

/// Maximum number of candidates that are listed.
const MAX_CANDIDATES: usize = 8;

/// More about the key at a path, in Markdown.
pub fn explain(context: FileContext<'_>, at: &NodePath) -> Option<String> {
    requirement(context, at).or_else(|| value(context, at))
}

fn value(context: FileContext<'_>, at: &NodePath) -> Option<String> {
    let (parent, Step::Key(name)) = at.split_last()? else { return None };
    let Some(Assignable::Members(members)) = assignable(context, &[parent]).pop().flatten() else { return None };
    let mut text = members.iter().find(|member| member.name == *name)?.facts();
    if let Some(value) = computed(context, at) {
        text.push_str(&format!("\n\nValue: `{value}`"));
    }
    Some(text)
}

/// The value of a property of a node template or of its capability that calls functions, as far as it is known.
fn computed(context: FileContext<'_>, at: &NodePath) -> Option<String> {
    if !has_call(context.file.root.as_ref()?.at(at)?) {
        return None;
    }
    let words = at.words();
    let [topology, templates, node, rest @ ..] = words.as_slice() else { return None };
    if [*topology, *templates] != TEMPLATES {
        return None;
    }
    let node = Evaluation::of(context, Inputs::default()).node(node)?;
    let named = |list: &[ItemProperty], name: &str| {
        list.iter().find(|property| property.name == name).map(|property| property.value.to_string())
    };
    match rest {
        ["properties", name] => named(&node.properties, name),
        ["capabilities", capability, "properties", name] => {
            let capability = node.capabilities.iter().find(|one| one.name == *capability)?;
            named(&capability.properties, name)
        }
        _ => None,
    }
}

fn requirement(context: FileContext<'_>, at: &NodePath) -> Option<String> {
    let [
        Step::Key(topology),
        Step::Key(templates),
        Step::Key(node),
        Step::Key(section),
        Step::Index(index),
        Step::Key(name),
    ] = at.steps()
    else {
        return None;
    };
    if [topology.as_str(), templates.as_str()] != TEMPLATES || section != "requirements" {
        return None;
    }
    let scope = Scope::of(context);
    let all = Fulfilment::of(&scope);
    let source = all.node(node)?;
    let assignment = source.assignments.iter().find(|one| one.index == *index && one.name == name && !one.is_copied)?;
    match all.resolve(&scope, source, assignment) {
        Some(Ok(edge)) => {
            let target = all.nodes.get(edge.target)?;
            let capability = target.shape.capabilities.get(edge.capability)?;
            let relationship = edge.relationship.as_ref().and_then(|of| of.name().map(|name| format!(" by `{name}`")));
            Some(format!(
                "Met{} by `{}` of `{}`: {}",
                relationship.unwrap_or_default(),
                capability.name,
                target.name,
                edge.reason.in_words()
            ))
        }
        Some(Err(refusal)) => Some(refusal.message(name)),
        None => {
            let candidates = all.candidates(&scope, source, name).into_iter().filter(|one| one.refusal.is_none());
            let named = candidates.filter_map(|one| {
                let target = all.nodes.get(one.node)?;
                Some(format!("`{}` of `{}`", target.shape.capabilities.get(one.capability?)?.name, target.name))
            });
            let named: Vec<String> = named.take(MAX_CANDIDATES).collect();
            Some(match named.is_empty() {
                true => "No node template of this topology meets it.".to_owned(),
                false => format!("Candidates: {}", named.join(", ")),
            })
        }
    }
}
