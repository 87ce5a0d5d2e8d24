//! Refinements of the schema rules for assembly and resource descriptors.

use serde_yaml::{Mapping, Value};

use crate::assembly::descriptor;
use crate::assembly::model::{DescriptorKind, Property};
use crate::assembly::project::kind_at;
use crate::assembly::schema::DOCUMENTATION;
use crate::assembly::schema::{COMPONENT, DRIVER, LAYOUT, PROPERTY, REFERENCE, RELATIONSHIP_LIFECYCLE};
use crate::assembly::{model, resolve};
use crate::diagnostic::{Safety, Severity};
use crate::rules;
use crate::rules::assembly::{missing_placement, property_outside_properties};
use crate::rules::schema::unknown_key;
use crate::rules::schema_hooks::{Advice, Replacement, SchemaHooks};
use crate::schema::{Need, Record, Violation, ViolationKind};
use crate::settings::Packaging;
use crate::similarity::closest;
use crate::syntax::patch::InsertAt;
use crate::syntax::{Node, NodePath, plain};
use crate::workspace::SourceFile;

pub const HOOKS: SchemaHooks = SchemaHooks {
    documentation: DOCUMENTATION,
    is_reported_elsewhere,
    unknown_key,
    unknown_key_severity,
    may_be_missing,
    likely_value,
    wrong_shape,
    ..SchemaHooks::NONE
};

fn is_reported_elsewhere(cx: &rules::Check<'_>, violation: &Violation) -> bool {
    let ViolationKind::UnknownKey { record, key, .. } = &violation.kind else { return false };
    property_outside_properties::is_stray(cx.file, violation)
        || *record == DRIVER.name && key == "infrastructure-type"
        || *record == LAYOUT.name // The vendor's designer stores its own keys there.
}

fn unknown_key(cx: &mut rules::Check<'_>, violation: &Violation) -> bool {
    let ViolationKind::UnknownKey { record, key, .. } = &violation.kind else { return false };
    if property_outside_properties::is_stray_part(cx.file, violation) {
        let finding = cx.report(violation.span, format!("component `{key}` is outside `composition`"));
        let finding = finding.help("indent it below `composition`");
        finding.fix_by(format!("Move `{key}` under `composition`"), Safety::Unsafe, |draft| {
            draft.move_into(&violation.path, &NodePath::keys(["composition"]))
        });
        return true;
    }
    let message = unknown_key::message(key, record, &violation.path);
    let severity = unknown_key_severity(cx, record, key).unwrap_or(Severity::Warning);
    if let Some((value, properties)) = misplaced_value(cx, violation, record, key) {
        let finding = cx.report(violation.span, message).severity(severity);
        let finding = finding.help("it is the name of a property: move it under `properties`");
        finding.fix_by(format!("Move `{key}` under `properties`"), Safety::Unsafe, |draft| {
            draft.remove(&violation.path)?;
            draft.insert(&properties, key, &value, InsertAt::Last)
        });
        return true;
    }
    let resource = descriptor(cx.file).is_some_and(|found| found.kind == DescriptorKind::Resource);
    if resource && matches!(key.as_str(), "composition" | "references" | "relationships") {
        let finding = cx.report(violation.span, message).severity(severity);
        finding.help("only assemblies consist of other descriptors");
        return true;
    }
    false
}

/// Only Create and Cease are ever called, so an operation with another name never runs.
fn unknown_key_severity(_: &rules::Check<'_>, record: &str, key: &str) -> Option<Severity> {
    let operation = record == RELATIONSHIP_LIFECYCLE.name && closest(key, ["Create", "Cease"]).is_none();
    operation.then_some(Severity::Error)
}

/// The value of a property (placement, or declared by the type) written next to `properties` of a component, and the
/// path of `properties`.
fn misplaced_value(cx: &rules::Check<'_>, violation: &Violation, record: &str, key: &str) -> Option<(Value, NodePath)> {
    if record != COMPONENT.name && record != REFERENCE.name {
        return None;
    }
    let part = violation.path.parent()?;
    let of = descriptor(cx.file)?.part(part.last_key()?).and_then(|part| part.of.as_ref());
    let of = of.and_then(|of| resolve(cx.workspace, cx.catalog, of));
    let declared = of.is_some_and(|(_, of)| of.property(key).is_some());
    if !declared && !matches!(key, "deploymentLocation" | "resourceManager") {
        return None;
    }
    let node = cx.file.root.as_ref()?.at(&violation.path)?;
    let value = plain::value(node);
    let value = match node.as_mapping() {
        Some(_) => value,
        None => Mapping::from_iter([("value".into(), value)]).into(),
    };
    Some((value, part.key("properties")))
}

fn may_be_missing(cx: &rules::Check<'_>, violation: &Violation) -> bool {
    let ViolationKind::MissingKey { key, need, .. } = &violation.kind else { return false };
    let is_named = *key == "name" && (cx.settings.packaging == Packaging::Lmctl || is_packaged(cx.file));
    is_named || *need == Need::Usual && is_needless(cx, violation)
}

/// Whether a component needs no `properties`: its type takes none, or another rule reports which are missing.
fn is_needless(cx: &rules::Check<'_>, violation: &Violation) -> bool {
    let assembly = descriptor(cx.file).filter(|found| found.kind == DescriptorKind::Assembly);
    let component = violation.path.last_key().and_then(|name| assembly?.component(name));
    let Some(component) = component else { return false };
    let of = component.of.as_ref().and_then(|of| resolve(cx.workspace, cx.catalog, of));
    let takes = |property: &Property| !property.read_only && property.static_or_mapped().is_none();
    let takes_nothing = of.is_some_and(|(_, of)| !of.properties.iter().any(takes));
    takes_nothing || assembly.is_some_and(|assembly| missing_placement::suggests_properties(cx, assembly, component))
}

/// Whether a project names the descriptor, or the file is at the usual location of a descriptor in a package.
fn is_packaged(file: &SourceFile) -> bool {
    file.project.as_ref().is_some_and(|project| project.name.is_some()) || kind_at(&file.path).is_some()
}

fn likely_value(file: &SourceFile, key: &str) -> Option<(Value, Safety)> {
    let kind: &model::Descriptor = descriptor(file)?;
    match key {
        "properties" | "composition" => Some((Mapping::new().into(), Safety::Safe)),
        "name" => Some((format!("{}::{}::1.0", kind.kind.name(), file.path.stem()).into(), Safety::Unsafe)),
        "source-state" | "target-state" => Some(("Active".into(), Safety::Unsafe)),
        _ => None,
    }
}

fn wrong_shape(_: &rules::Check<'_>, violation: &Violation, record: Option<&Record>, node: &Node) -> Advice {
    let is = |other: &Record| record.is_some_and(|record| std::ptr::eq(record, other));
    let null = node.is_null();
    let severity = match (record, violation.path.last_key()) {
        (Some(_), _) if is(&PROPERTY) && null => Some(Severity::Info),
        (None, Some("read-only" | "volatile" | "readOnly" | "read_only")) => Some(Severity::Warning),
        _ => None,
    };
    let part = is(&COMPONENT) || is(&REFERENCE);
    let help = match (part, null, is(&PROPERTY)) {
        (true, true, _) => Some("add the missing `type`"),
        (_, true, true) => Some("use `{}` for a property without attributes"),
        (_, false, true) => Some("a property is a mapping of attributes: `{value: ..}`"),
        _ => None,
    };
    let replacement = match (is(&PROPERTY), null) {
        (true, true) => Some(Replacement::new("Replace with `{}`", Safety::Safe, Mapping::new().into())),
        (true, false) => {
            let value = Mapping::from_iter([("value".into(), plain::value(node))]);
            Some(Replacement::new("Convert to `value`", Safety::Unsafe, value.into()))
        }
        (false, _) => None,
    };
    Advice { severity, help, replacement }
}
