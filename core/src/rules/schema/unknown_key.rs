//! A key that the specification does not have.

use crate::assembly::schema::{COMPONENT, DRIVER, LAYOUT, REFERENCE, RELATIONSHIP_LIFECYCLE};
use crate::catalog::closest;
use crate::diagnostic::{Safety, Severity};
use crate::language::Language;
use crate::rules::schema::property_outside_properties;
use crate::rules::{Check, Rule, with_article};
use crate::schema::{Problem, ProblemKind};
use crate::syntax::{NodePath, plain};

pub static RULE: Rule = Rule {
    code: "schema/unknown-key",
    severity: Severity::Warning,
    title: "a key that the specification does not have",
    doc: "The key is kept, but nothing reads it: what it says has no effect. Mostly it is a slip of the pen, as \
          `descripion`, or a property of a component that stands beside its `properties` and not in them.",
    sources: &[
        "AD-DOC-03",
        "AD-DOC-13",
        "AD-PROP-07",
        "AD-COMP-07",
        "AD-CLU-01",
        "AD-REL-23",
        "AD-REL-14",
        "AD-RFS-07",
        "RD-01",
        "RD-12",
    ],
    bad: "\
name: assembly::a::1.0
properties:
  address:
    descripion: Where it listens
composition: {}
",
    good: "\
name: assembly::a::1.0
properties:
  address:
    description: Where it listens
composition: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let file = cx.file;
    for problem in file.problems() {
        let ProblemKind::UnknownKey { record, key, known } = &problem.kind else { continue };
        let told_elsewhere = property_outside_properties::is_stray(file, &problem.path)
            || *record == DRIVER.name && key == "infrastructure-type"
            || *record == LAYOUT.name; // The vendor's designer keeps there what it likes.
        if told_elsewhere {
            continue;
        }
        let resource = file.language == Some(Language::Resource);
        if property_outside_properties::is_stray_part(file, &problem.path) {
            let finding = cx.report(problem.span, format!("the component `{key}` stands outside `composition`"));
            let finding = finding.help("indent it, below `composition`");
            finding.fix_by(format!("Move `{key}` under `composition`"), Safety::Unsafe, |draft| {
                property_outside_properties::move_under(draft, &problem.path, "composition")
            });
            continue;
        }
        let misplaced = misplaced_value(cx, problem, record, key);
        let severity = severity(record, key);
        let finding = cx.report(problem.span, format!("{} has no `{key}`", with_article(record))).severity(severity);
        if let Some((value, properties)) = misplaced {
            let finding = finding.help("it names a property: put it under `properties`");
            finding.fix_by(format!("Move `{key}` under `properties`"), Safety::Unsafe, |draft| {
                draft.remove(&problem.path)?;
                draft.set(&properties.key(key), &value)
            });
        } else if resource && matches!(key.as_str(), "composition" | "references" | "relationships") {
            finding.help("only an assembly is made of other descriptors");
        } else {
            // A key that is there already cannot be the one that is meant.
            let mapping = problem.path.parent().and_then(|parent| file.root.as_ref()?.at(&parent));
            let missing = known.iter().copied().filter(|name| mapping.is_none_or(|node| node.entry(name).is_none()));
            match closest(key, missing) {
                Some(name) => finding.help(format!("did you mean `{name}`?")).replace_with(name, Safety::Unsafe),
                None => finding.help(format!("known keys: {}", known.join(", "))),
            };
        }
    }
}

/// Only Create and Cease are ever called, so that another transition is no idle word but an operation that is missed.
fn severity(record: &str, key: &str) -> Severity {
    let operation = record == RELATIONSHIP_LIFECYCLE.name && closest(key, ["Create", "Cease"]).is_none();
    if operation { Severity::Error } else { Severity::Warning }
}

/// The value of a key of a component that stands beside `properties` and names a property: one of placement, or one
/// that the type has. With it, the path of the properties.
fn misplaced_value(
    cx: &Check<'_>,
    problem: &Problem,
    record: &str,
    key: &str,
) -> Option<(serde_yaml::Value, NodePath)> {
    if record != COMPONENT.name && record != REFERENCE.name {
        return None;
    }
    let part = problem.path.parent()?;
    let of = cx.descriptor()?.part(part.last_key()?).and_then(|part| part.of.as_ref());
    let declared = of.and_then(|of| cx.resolve(of)).is_some_and(|of| of.property(key).is_some());
    if !declared && !matches!(key, "deploymentLocation" | "resourceManager") {
        return None;
    }
    let node = cx.file.root.as_ref()?.at(&problem.path)?;
    let value = plain::value(node);
    let value = match node.as_mapping() {
        Some(_) => value,
        None => serde_yaml::Mapping::from_iter([("value".into(), value)]).into(),
    };
    Some((value, part.key("properties")))
}
