//! An end of a relationship that the type of the component does not have.

use crate::assembly::model::{Capability, Descriptor};
use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};
use crate::symbol::{SymbolKind, Target};

pub static RULE: Rule = Rule {
    code: "assembly/no-such-capability",
    severity: Severity::Warning,
    title: "the type of a component has no such capability or requirement",
    doc: "A relationship lets a capability of its sources meet a requirement of its targets. Both should stand in the \
          descriptors of the components' types, under `capabilities` and `requirements`.\n\nThe orchestrator does not \
          insist, and the vendor's designer writes placeholders, so that this is a note if the type has no such \
          section at all. With `--strict`, a name that is missing in a section that is there is an error.",
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
        let finding = cx.report(mention.span, format!("`{owner}` has no {what} `{}`", mention.name));
        let finding = match (names.len(), strict) {
            (0, _) => finding.severity(Severity::Info),
            (_, true) => finding.severity(Severity::Error),
            (_, false) => finding,
        };
        finding.suggest(&mention.name, names, &format!("declare it there, under `{key}`"));
    }
}
