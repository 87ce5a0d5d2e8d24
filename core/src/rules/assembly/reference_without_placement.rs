//! References without a location to search.

use crate::assembly::model::{Component, PLACEMENT};
use crate::diagnostic::{Safety, Severity};
use crate::rules::assembly::{Check, Rule};
use crate::syntax::patch::InsertAt;

pub static RULE: Rule = Rule {
    code: "assembly/reference-without-placement",
    severity: Severity::Warning,
    title: "reference without placement",
    doc: "Resources are searched through a resource manager at a deployment location. References to resources need \
          both `resourceManager` and `deploymentLocation`, usually mapped from properties of the assembly. Assemblies \
          are found by name, so for references to assemblies this is an info.",
    sources: &["AD-RFS-03"],
    bad: "\
name: assembly::a::1.0
properties:
  deploymentLocation: {default: core}
  resourceManager: {default: brent}
composition: {}
references:
  network:
    type: resource::network::1.0
    properties:
      name: {value: video}
# file: network.yaml
name: resource::network::1.0
lifecycle: {Create: {}}
",
    good: "\
name: assembly::a::1.0
properties:
  deploymentLocation: {default: core}
  resourceManager: {default: brent}
composition: {}
references:
  network:
    type: resource::network::1.0
    properties:
      name: {value: video}
      deploymentLocation: {value: '${deploymentLocation}'}
      resourceManager: {value: '${resourceManager}'}
# file: network.yaml
name: resource::network::1.0
lifecycle: {Create: {}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(assembly) = cx.assembly() else { return };
    for reference in &assembly.references {
        let path = reference.name.path.key("properties");
        // Missing properties are reported by the schema.
        let has_section = cx.file.root.as_ref().is_some_and(|root| root.entry_at(&path).is_some());
        let missing: Vec<&str> = PLACEMENT.into_iter().filter(|name| reference.property(name).is_none()).collect();
        let Some(kind) = kind(reference).filter(|_| has_section && !missing.is_empty()) else { continue };
        let span = cx.file.key_span(&path).unwrap_or(reference.name.span);
        let message = format!(
            "reference `{}` to {} {kind} has no `{}`",
            reference.name.text,
            if kind == "assembly" { "an" } else { "a" },
            missing.join("` and no `")
        );
        let help = match kind {
            "resource" => "a resource is searched at a deployment location through a resource manager",
            _ => "an assembly is found by its name, so the placement only matters if several have it",
        };
        let finding = cx.report(span, message).help(help);
        let finding = if kind == "resource" { finding } else { finding.severity(Severity::Info) };
        if missing.iter().all(|name| assembly.property(name).is_some()) {
            finding.fix_by("Map the placement of this assembly", Safety::Unsafe, |draft| {
                for name in &missing {
                    let value = serde_yaml::Value::from(format!("${{{name}}}"));
                    let body = serde_yaml::Mapping::from_iter([("value".into(), value)]);
                    draft.insert(&path, name, &body.into(), InsertAt::Last)?;
                }
                Ok(())
            });
        }
    }
}

fn kind(reference: &Component) -> Option<&str> {
    Some(reference.of.as_ref()?.kind.as_str()).filter(|kind| matches!(*kind, "resource" | "assembly"))
}
