//! Ends of relationships that do not exist in the component type.

use crate::assembly::model::{Capability, Descriptor};
use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};
use crate::symbol::{SymbolKind, Target};

pub static RULE: Rule = Rule {
    code: "assembly/no-such-capability",
    severity: Severity::Warning,
    title: "unknown capability or requirement",
    doc: "A relationship connects a capability of its sources to a requirement of its targets. Both should be declared \
          under `capabilities` and `requirements` of the component types.\n\nThe orchestrator does not enforce it and \
          the vendor's designer writes placeholders, so this is an info if the type has no such section. With \
          `--strict`, a name missing from an existing section is an error.",
    sources: &["AD-REL-05", "AD-REL-07"],
    bad: "\
name: assembly::a::1.0
properties: {}
composition:
  web:
    type: assembly::web::1.0
    properties: {}
  proxy:
    type: assembly::proxy::1.0
    properties: {}
relationships:
  balance:
    source-capabilities: [web.Htp]
    target-requirements: [proxy.Servers]
    source-state: Active
    target-state: Active
# file: web.yaml
name: assembly::web::1.0
properties: {}
composition: {}
capabilities:
  Http: {type: http}
# file: proxy.yaml
name: assembly::proxy::1.0
properties: {}
composition: {}
requirements:
  Servers: {type: http}
",
    good: "\
name: assembly::a::1.0
properties: {}
composition:
  web:
    type: assembly::web::1.0
    properties: {}
  proxy:
    type: assembly::proxy::1.0
    properties: {}
relationships:
  balance:
    source-capabilities: [web.Http]
    target-requirements: [proxy.Servers]
    source-state: Active
    target-state: Active
# file: web.yaml
name: assembly::web::1.0
properties: {}
composition: {}
capabilities:
  Http: {type: http}
# file: proxy.yaml
name: assembly::proxy::1.0
properties: {}
composition: {}
requirements:
  Servers: {type: http}
",
    check,
};

type Section = fn(&Descriptor) -> &[Capability];

fn check(cx: &mut Check<'_>) {
    for mention in cx.mentions {
        let (what, key, section): (_, _, Section) = match mention.kind {
            SymbolKind::Capability => ("capability", "capabilities", |descriptor| &descriptor.capabilities),
            SymbolKind::Requirement => ("requirement", "requirements", |descriptor| &descriptor.requirements),
            _ => continue,
        };
        let Target::Missing { owner: Some(owner) } = &mention.target else { continue };
        let Some(descriptor) = cx.resolve(owner).filter(|_| !mention.name.is_empty()) else { continue };
        let names = section(descriptor).iter().map(|found| found.name.text.as_str());
        let strict = cx.settings.strict;
        let finding = cx.report(mention.span, format!("`{}` is not a {what} of `{owner}`", mention.name));
        let finding = match (names.len(), strict) {
            (0, _) => finding.severity(Severity::Info),
            (_, true) => finding.severity(Severity::Error),
            (_, false) => finding,
        };
        finding.suggest(&mention.name, names, &format!("declare it under `{key}` of the type"));
    }
}
