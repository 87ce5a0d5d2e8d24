//! Unused properties of an assembly.

use crate::sorted_map::SortedSet;
use crate::sorting::gather;
use crate::assembly::context;
use crate::diagnostic::{Safety, Severity};
use crate::rules::assembly::{Check, Rule};
use crate::schema::{Violation, ViolationKind};
use crate::symbol::{Mention, Target};
use crate::syntax::NodePath;

pub static RULE: Rule = Rule {
    code: "assembly/unused-property",
    severity: Severity::Info,
    title: "unused property",
    doc: "A property of an assembly without a value is an input. It has no effect unless a component, reference, \
          relationship or policy uses it.",
    sources: &["AD-PROP-26"],
    bad: "name: assembly::a::1.0\nproperties:\n  size: {default: small}\ncomposition: {}\n",
    good: "\
name: assembly::a::1.0
properties:
  size: {default: small}
  label:
    value: ${size}-gateway
    read-only: true
composition: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    // Values that are not indented below their section are not read, so what they use is unknown.
    let is_misread = |violation: &Violation| matches!(violation.kind, ViolationKind::Outdented { .. });
    if cx.file.violations().iter().any(is_misread) {
        return;
    }
    let Some(assembly) = cx.assembly() else { return };
    let used: SortedSet<&NodePath> = gather(cx.mentions.iter().filter_map(|mention| used(cx, mention)));
    for property in &assembly.properties {
        let name = &property.name;
        let placement = matches!(name.text.as_str(), "deploymentLocation" | "resourceManager");
        if placement || property.read_only || property.value.is_some() || used.contains(&name.path) {
            continue;
        }
        let finding = cx.report(name.span, format!("unused property `{}`", name.text));
        finding.fix_by(format!("Remove `{}`", name.text), Safety::Unsafe, |draft| draft.remove(&name.path));
    }
}

/// The property of this file that a reference refers to, unless it is inside that property.
fn used<'a>(cx: &Check<'a>, mention: &'a Mention) -> Option<&'a NodePath> {
    match &mention.target {
        Target::Found { file, path } if *file == cx.file.path => {
            (mention.context == context::VALUE && !mention.path.starts_with(path)).then_some(path)
        }
        _ => None,
    }
}
