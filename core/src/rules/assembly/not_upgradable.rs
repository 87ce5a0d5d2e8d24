//! Upgrade dependencies that cannot be upgraded.

use crate::sorted_map::SortedSet;
use crate::assembly::model::{Descriptor, DescriptorKind};
use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};
use crate::symbol::DescriptorRef;

pub static RULE: Rule = Rule {
    code: "assembly/not-upgradable",
    severity: Severity::Warning,
    title: "upgrade dependency that cannot be upgraded",
    doc: "The upgrade of a component waits for its `upgrade-dependencies`. These must be able to change while active: \
          a resource needs `Reconfigure` or `Upgrade` in its lifecycle, an assembly must contain such a resource.",
    sources: &["AD-UPG-02"],
    bad: "\
name: assembly::a::1.0
properties: {}
composition:
  web:
    type: assembly::web::1.0
    properties: {}
    upgrade-dependencies: [database]
  database:
    type: resource::database::1.0
    properties: {}
# file: web.yaml
name: assembly::web::1.0
properties: {}
composition: {}
# file: database.yaml
name: resource::database::1.0
lifecycle: {Create: {}, Install: {}}
",
    good: "\
name: assembly::a::1.0
properties: {}
composition:
  web:
    type: assembly::web::1.0
    properties: {}
    upgrade-dependencies: [database]
  database:
    type: resource::database::1.0
    properties: {}
# file: web.yaml
name: assembly::web::1.0
properties: {}
composition: {}
# file: database.yaml
name: resource::database::1.0
lifecycle: {Create: {}, Install: {}, Upgrade: {}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(assembly) = cx.assembly() else { return };
    for dependency in assembly.composition.iter().flat_map(|component| &component.upgrade_dependencies) {
        let Some(component) = assembly.component(&dependency.value) else { continue };
        let Some(of) = component.of.as_ref().filter(|_| component.dynamic_type.is_none()) else { continue };
        if is_upgradable(cx, of, &mut SortedSet::new()) == Some(false) {
            let message = format!("`{of}` has neither `Reconfigure` nor `Upgrade` in its lifecycle");
            cx.report(dependency.span, message).help("upgrade dependencies must be upgradable themselves");
        }
    }
}

/// Whether an instance can change while active; `None` if a type inside it is not in the catalog.
fn is_upgradable(cx: &Check<'_>, of: &DescriptorRef, passed: &mut SortedSet<DescriptorRef>) -> Option<bool> {
    if !passed.insert(of.clone()) {
        return Some(false);
    }
    let descriptor: &Descriptor = cx.resolve(of)?;
    if descriptor.kind == DescriptorKind::Resource {
        let transitions = &descriptor.lifecycle;
        return Some(transitions.iter().any(|name| matches!(name.value.as_str(), "Reconfigure" | "Upgrade")));
    }
    let inside = descriptor.composition.iter().map(|component| {
        let of = component.of.as_ref().filter(|_| component.dynamic_type.is_none())?;
        is_upgradable(cx, of, passed)
    });
    let inside: Vec<Option<bool>> = inside.collect();
    match inside.contains(&Some(true)) {
        true => Some(true),
        false => inside.iter().all(Option::is_some).then_some(false),
    }
}
