//! Refinements of the schema rules for service templates.

use crate::diagnostic::{Safety, Severity};
use crate::rules;
use crate::rules::schema::unknown_key;
use crate::rules::schema_hooks::{Advice, Replacement, SchemaHooks};
use crate::rules::tosca::template::misplaced_section;
use crate::rules::tosca::version::not_checked;
use crate::schema::{Record, Violation, ViolationKind};
use crate::settings::Dialect;
use crate::symbol::{Mention, SymbolKind, Target};
use crate::syntax::{Node, NodePath, Step, Style};
use crate::tosca::schema::DOCUMENTATION;
use crate::tosca::schema::definition::{self, ATTRIBUTE, FUNCTION, PROPERTY};
use crate::tosca::schema::workflow::{ACTIVITY, CONDITION, STEP};
use crate::tosca::schema::{template, types};
use crate::tosca::version::{self, KEY, Version};
use crate::workspace::SourceFile;

pub const HOOKS: SchemaHooks = SchemaHooks {
    documentation: DOCUMENTATION,
    sole_finding,
    is_reported_elsewhere,
    unknown_key,
    unknown_key_severity,
    may_be_missing,
    wrong_shape,
    ..SchemaHooks::NONE
};

/// The keys of ONAP SDC.
const ANNOTATIONS: [&str; 2] = ["annotation_types", "annotations"];

/// No grammar is known for an unknown version (T-3.1-03).
fn sole_finding(file: &SourceFile) -> Option<&'static str> {
    let name = file.root.as_ref()?.get(KEY)?.as_text()?;
    match version::named(name) {
        Some(stated) => (stated.version == Version::V2_0).then_some(not_checked::RULE.code),
        None => (!name.is_empty()).then_some("schema/not-a-choice"),
    }
}

fn is_reported_elsewhere(cx: &rules::Check<'_>, violation: &Violation) -> bool {
    let permits = |dialect| cx.settings.dialects.contains(&dialect);
    match &violation.kind {
        ViolationKind::UnknownKey { record, key, .. } => {
            misplaced_section::section(violation).is_some()
                || *record == FUNCTION.name
                || ANNOTATIONS.contains(&key.as_str()) && permits(Dialect::OnapSdc)
                || is_assigned_attribute(violation, record)
                || *record == template::CAPABILITY.name && is_section_as_capability(cx, violation)
                || *record == CONDITION.name && is_assertion(cx, violation)
        }
        ViolationKind::NotAChoice { found, .. } => {
            violation.path.last_key() == Some(KEY)
                && violation.path.steps().len() == 1
                && version::named(found).is_some()
        }
        ViolationKind::WrongShape { expected, .. } => {
            let node = cx.file.root.as_ref().and_then(|root| root.at(&violation.path));
            let is_empty_list = expected == "a mapping" && node.is_some_and(is_empty_list);
            let is_attribute = violation.path.steps().len() > 1 && is_in(&violation.path, "attributes");
            is_empty_list && !cx.settings.dialects.is_empty()
                || permits(Dialect::OnapSdc) && is_substitution(&violation.path, "requirements")
                || is_attribute && node.is_some_and(|node| node.as_scalar().is_some() && !node.is_null())
        }
        _ => false,
    }
}

/// Whether a condition is an assertion on an attribute, which needs no `assert` since TOSCA 1.3.
fn is_assertion(cx: &rules::Check<'_>, violation: &Violation) -> bool {
    let node = cx.file.root.as_ref().and_then(|root| root.at(&violation.path));
    version::of(cx.file) >= Version::V1_3 && node.is_some_and(|node| node.as_scalar().is_none())
}

/// Whether the key is in `properties` or `attributes` where capabilities are assigned, and the type has no capability of
/// that name, which another rule reports.
fn is_section_as_capability(cx: &rules::Check<'_>, violation: &Violation) -> bool {
    let Some(section) = violation.path.parent() else { return false };
    let is_missing = |mention: &Mention| {
        mention.kind == SymbolKind::Capability
            && mention.path == section
            && matches!(mention.target, Target::Missing { .. })
    };
    matches!(section.last_key(), Some("properties" | "attributes")) && cx.mentions.iter().any(is_missing)
}

/// Whether a function was written where a type defines an attribute, which another rule reports.
fn is_assigned_attribute(violation: &Violation, record: &str) -> bool {
    let is_function = violation.path.last_key().is_some_and(|key| FUNCTION.field(key).is_some());
    record == ATTRIBUTE.name && is_function
}

/// Whether the path is that of an entry of this section in a type.
fn is_in(path: &NodePath, section: &str) -> bool {
    matches!(path.steps(), [Step::Key(types), _, Step::Key(own), _] if types.ends_with("_types") && own == section)
}

fn is_substitution(path: &NodePath, section: &str) -> bool {
    matches!(path.steps(), [_, Step::Key(one), Step::Key(two)] if one == "substitution_mappings" && two == section)
}

fn is_empty_list(node: &Node) -> bool {
    node.as_sequence().is_some() && node.items().is_empty()
}

/// The tables that are searched for the owner of a misplaced key, with the nouns of their entities.
static OWNERS: &[&Record] = &[
    &PROPERTY,
    &definition::CAPABILITY,
    &definition::REQUIREMENT,
    &template::NODE_TEMPLATE,
    &template::RELATIONSHIP_TEMPLATE,
    &types::NODE_TYPE,
    &types::CAPABILITY_TYPE,
    &types::RELATIONSHIP_TYPE,
];

fn unknown_key(cx: &mut rules::Check<'_>, violation: &Violation) -> bool {
    let ViolationKind::UnknownKey { record, key, missing, .. } = &violation.kind else { return false };
    let Some(severity) = unknown_key_severity(cx, record, key) else { return false };
    let message = unknown_key::message(key, record, &violation.path);
    let parent = violation.path.parent().unwrap_or_default();
    let is_of_type = ["derived_from", "version"].contains(&key.as_str());
    if *record == template::NODE_TEMPLATE.name && key == "derived_from" && missing.contains(&"type") {
        let finding = cx.report(violation.span, message).severity(severity);
        finding.help("did you mean `type`?").replace_name(key, "type");
        return true;
    }
    if key == "requirement_types" {
        let finding = cx.report(violation.span, message).severity(severity);
        finding.help("the Simple Profile has no requirement types: use capability types");
        return true;
    }
    if *record == template::CAPABILITY.name && definition::CAPABILITY.field(key).is_none() && !is_of_type {
        let finding = cx.report(violation.span, message).severity(severity);
        let finding = finding.help("indent it below `properties` if it is a property of the capability");
        finding.fix_by("Move below `properties`", Safety::Unsafe, |draft| {
            draft.move_into(&violation.path, &parent.key("properties"))
        });
        return true;
    }
    let owner = OWNERS.iter().find(|owner| owner.field(key).is_some() && owner.name != *record);
    let is_misspelled = missing.iter().any(|name| crate::similarity::is_misspelled(key, name));
    let Some(owner) = owner.filter(|_| !is_misspelled && ![DESCRIPTION, TYPE].contains(&key.as_str())) else {
        return false;
    };
    cx.report(violation.span, message).severity(severity).help(format!("`{key}` belongs to a {}", owner.name));
    true
}

const DESCRIPTION: &str = "description";
const TYPE: &str = "type";

fn unknown_key_severity(_: &rules::Check<'_>, _: &str, key: &str) -> Option<Severity> {
    Some(if ANNOTATIONS.contains(&key) { Severity::Warning } else { Severity::Error })
}

/// A step whose activities run other workflows needs no target of its own. In a node template, `derived_from` is reported
/// instead of the missing `type`.
fn may_be_missing(cx: &rules::Check<'_>, violation: &Violation) -> bool {
    let ViolationKind::MissingKey { record, key, .. } = &violation.kind else { return false };
    if *record == template::NODE_TEMPLATE.name && *key == TYPE {
        let template = cx.file.root.as_ref().and_then(|root| root.at(&violation.path));
        return template.is_some_and(|template| template.entry("derived_from").is_some());
    }
    if *record != STEP.name || *key != "target" {
        return false;
    }
    let step = cx.file.root.as_ref().and_then(|root| root.at(&violation.path));
    let activities = step.and_then(|step| step.get("activities")).map_or(&[][..], Node::items);
    let is_inline = |activity: &Node| {
        let mut keys = activity.entries().iter().filter_map(|entry| entry.key.as_text());
        keys.any(|key| key == "inline") && activity.entries().iter().all(|entry| is_activity(entry.key.as_text()))
    };
    !activities.is_empty() && activities.iter().all(is_inline)
}

fn is_activity(key: Option<&str>) -> bool {
    key.is_some_and(|key| ACTIVITY.field(key).is_some())
}

fn wrong_shape(cx: &rules::Check<'_>, violation: &Violation, record: Option<&Record>, node: &Node) -> Advice {
    let ViolationKind::WrongShape { expected, .. } = &violation.kind else { return Advice::default() };
    if expected == "a mapping" && is_empty_list(node) {
        let replacement = Replacement::new("Replace with `{}`", Safety::Safe, serde_yaml::Mapping::new().into());
        let severity = if cx.settings.strict { Severity::Error } else { Severity::Warning };
        return Advice {
            severity: Some(severity),
            help: Some("write an empty mapping"),
            replacement: Some(replacement),
        };
    }
    // Without a value, a keyname is read as absent unless strict (D-01).
    if node.is_null() && expected == "a string" && !cx.settings.strict {
        return Advice { severity: Some(Severity::Warning), ..Advice::default() };
    }
    let is_property = record.is_some_and(|record| std::ptr::eq(record, &PROPERTY));
    let severity = match violation.path.last_key() {
        Some("description") if record.is_none() => Some(Severity::Error),
        Some("required") => {
            // YAML 1.1 reads these words as booleans, and many templates rely on it.
            let is_word = node.as_scalar().is_some_and(|scalar| scalar.style == Style::Plain) && is_truth(node);
            Some(if is_word { Severity::Warning } else { Severity::Error })
        }
        _ if is_property && cx.settings.dialects.contains(&Dialect::OnapSdc) => Some(Severity::Warning),
        _ => None,
    };
    let help = match node.kind {
        _ if is_property => Some("a type defines its properties: `{type: .., default: ..}`"),
        crate::syntax::Kind::Sequence(_) if expected == "a mapping" => Some("remove the `- `"),
        _ => None,
    };
    Advice { severity, help, replacement: None }
}

fn is_truth(node: &Node) -> bool {
    let text = node.as_text().unwrap_or_default().to_ascii_lowercase();
    ["yes", "no", "on", "off", "y", "n"].contains(&text.as_str())
}
