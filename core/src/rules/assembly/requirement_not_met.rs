//! Requirements that no relationship meets.

use crate::sorted_map::{SortedMap, SortedSet};
use crate::sorting::gather;
use crate::assembly::model::{Capability, Descriptor};
use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/requirement-not-met",
    severity: Severity::Info,
    title: "unmet requirement",
    doc: "A requirement is met by a relationship from a capability of the same type. If the assembly does not declare \
          the requirement itself, so that its users could meet it, and another component has a matching capability, a \
          relationship is probably missing.",
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
    let passed_on: SortedSet<&str> = gather(assembly.requirements.iter().filter_map(type_of));
    let targets = assembly.relationships.iter().flat_map(|relationship| &relationship.target_requirements);
    let met: SortedSet<&str> = gather(targets.map(|target| target.value.as_str()));
    let offered = offers(cx, assembly);
    for component in &assembly.composition {
        let Some(declaring) = component.of.as_ref().and_then(|of| cx.resolve(of)) else { continue };
        for requirement in &declaring.requirements {
            let Some(wanted) = type_of(requirement).filter(|wanted| !passed_on.contains(wanted)) else { continue };
            let Some(offers) = offered.get(wanted) else { continue };
            let end = format!("{}.{}", component.name.text, requirement.name.text);
            if met.contains(end.as_str()) {
                continue;
            }
            let of_others = || offers.iter().filter(|(part, _)| *part != component.name.text.as_str());
            let count = of_others().count();
            if count > 0 {
                let message = format!("no relationship meets the requirement `{end}` of type `{wanted}`");
                let named = of_others().take(NAMED).map(|(part, capability)| format!("`{part}.{capability}`"));
                let named = named.collect::<Vec<_>>().join(", ");
                let more = count.saturating_sub(NAMED);
                let rest = if more == 0 { String::new() } else { format!(" and {more} more") };
                cx.report(component.name.span, message).help(format!("offered by {named}{rest}"));
            }
        }
    }
}

/// The capabilities of all components and references by type, with their owners.
fn offers<'a>(cx: &Check<'a>, assembly: &'a Descriptor) -> SortedMap<&'a str, Vec<(&'a str, &'a str)>> {
    let mut offers: SortedMap<&str, Vec<(&str, &str)>> = SortedMap::new();
    for part in assembly.composition.iter().chain(&assembly.references) {
        let descriptor = part.of.as_ref().and_then(|of| cx.resolve(of));
        for capability in descriptor.into_iter().flat_map(|descriptor| &descriptor.capabilities) {
            if let Some(offered) = type_of(capability) {
                offers.entry(offered).or_default().push((&part.name.text, &capability.name.text));
            }
        }
    }
    offers
}

fn type_of(capability: &Capability) -> Option<&str> {
    capability.type_name.as_ref().map(|type_name| type_name.value.as_str())
}

/// Maximum number of matching capabilities listed in the help; the rest are counted.
const NAMED: usize = 3;
