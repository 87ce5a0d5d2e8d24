//! A requirement of a component that no relationship meets.

use crate::assembly::model::Descriptor;
use crate::diagnostic::Severity;
use crate::rules::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/requirement-not-met",
    severity: Severity::Info,
    title: "no relationship meets a requirement of a component",
    doc: "A requirement says what an instance needs from others to work. It is met by a relationship from a capability of \
          the same type. Where the assembly itself does not declare the requirement, so that whoever uses it could meet it, \
          and another component offers what is needed, a relationship is probably missing.",
    sources: &["AD-CAP-03"],
    bad: "\
# file: a.yaml
name: assembly::a::1.0
properties: {}
composition:
  streamer:
    type: resource::streamer::1.0
  store:
    type: resource::store::1.0
# file: streamer.yaml
name: resource::streamer::1.0
requirements:
  Mount: {type: nfs}
lifecycle: {Create: {}}
# file: store.yaml
name: resource::store::1.0
capabilities:
  Share: {type: nfs}
lifecycle: {Create: {}}
",
    good: "\
# file: a.yaml
name: assembly::a::1.0
properties: {}
composition:
  streamer:
    type: resource::streamer::1.0
  store:
    type: resource::store::1.0
relationships:
  mount:
    source-capabilities: [store.Share]
    target-requirements: [streamer.Mount]
    source-state: Active
    target-state: Inactive
# file: streamer.yaml
name: resource::streamer::1.0
requirements:
  Mount: {type: nfs}
lifecycle: {Create: {}}
# file: store.yaml
name: resource::store::1.0
capabilities:
  Share: {type: nfs}
lifecycle: {Create: {}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(assembly) = cx.assembly() else { return };
    let parts: Vec<_> = assembly.composition.iter().chain(&assembly.references).collect();
    for component in &assembly.composition {
        let Some(declaring) = component.of.as_ref().and_then(|of| cx.resolve(of)) else { continue };
        for requirement in &declaring.requirements {
            let Some(wanted) = requirement.type_name.as_ref().map(|type_name| &type_name.value) else { continue };
            let end = format!("{}.{}", component.name.text, requirement.name.text);
            let passed_on =
                assembly.requirements.iter().any(|own| own.type_name.as_ref().is_some_and(|own| own.value == *wanted));
            if passed_on || is_target(assembly, &end) {
                continue;
            }
            let offers = parts.iter().filter(|part| part.name.text != component.name.text).flat_map(|part| {
                let capabilities = part.of.as_ref().and_then(|of| cx.resolve(of)).map(|of| of.capabilities.as_slice());
                let fitting = capabilities.unwrap_or_default().iter().filter(|capability| {
                    capability.type_name.as_ref().is_some_and(|type_name| type_name.value == *wanted)
                });
                fitting.map(|capability| format!("`{}.{}`", part.name.text, capability.name.text))
            });
            let offers: Vec<String> = offers.collect();
            if !offers.is_empty() {
                let message = format!("no relationship meets `{end}`, which needs `{wanted}`");
                let more = offers.len().saturating_sub(NAMED);
                let rest = if more == 0 { String::new() } else { format!(" and {more} more") };
                let named = offers.into_iter().take(NAMED).collect::<Vec<_>>().join(", ");
                cx.report(component.name.span, message).help(format!("offered by {named}{rest}"));
            }
        }
    }
}

/// How many that could meet a requirement are named; the rest is counted.
const NAMED: usize = 3;

fn is_target(assembly: &Descriptor, end: &str) -> bool {
    assembly
        .relationships
        .iter()
        .flat_map(|relationship| &relationship.target_requirements)
        .any(|target| target.value == end)
}
