//! Private properties used by an assembly.

use crate::assembly::context;
use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};
use crate::symbol::{SymbolKind, Target};

pub static RULE: Rule = Rule {
    code: "assembly/private-property",
    severity: Severity::Error,
    title: "private property used by an assembly",
    doc: "The `private-properties` of a resource are sent only to its drivers. Assemblies can neither set nor read \
          them. Declare properties that assemblies use under `properties` of the resource.",
    sources: &["RD-13"],
    bad: "\
# file: a.yaml
name: assembly::a::1.0
properties: {}
composition:
  gw:
    type: resource::gateway::1.0
    properties:
      secret: {value: open}
# file: gateway.yaml
name: resource::gateway::1.0
private-properties:
  secret: {type: string}
lifecycle: {Create: {}}
",
    good: "\
# file: a.yaml
name: assembly::a::1.0
properties: {}
composition:
  gw:
    type: resource::gateway::1.0
    properties:
      secret: {value: open}
# file: gateway.yaml
name: resource::gateway::1.0
properties:
  secret: {type: string}
lifecycle: {Create: {}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    for mention in cx.mentions.iter().filter(|mention| mention.kind == SymbolKind::Property) {
        let Target::Missing { owner: Some(owner) } = &mention.target else { continue };
        let Some((file, declaring)) = cx.resolve_file(owner) else { continue };
        let Some(private) = declaring.private_property(&mention.name) else { continue };
        let does = if mention.context == context::PROPERTY_KEY { "given" } else { "read" };
        let message = format!("`{}` is private to `{owner}` and cannot be {does} here", mention.name);
        let finding = cx.report(mention.span, message).related(&file.path, private.name.span, "declared private here");
        finding.help("declare it under `properties` of the resource");
    }
}
