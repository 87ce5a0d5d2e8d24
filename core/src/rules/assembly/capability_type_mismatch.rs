//! Capabilities whose type differs from that of the requirement.

use crate::assembly::mentions::within;
use crate::assembly::model::{Capability, Descriptor, Text};
use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/capability-type-mismatch",
    severity: Severity::Warning,
    title: "capability type mismatch",
    doc: "A capability meets a requirement only if both have exactly the same type.",
    sources: &["AD-REL-08"],
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
  serve:
    source-capabilities: [web.Http]
    target-requirements: [proxy.Server]
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
  Server: {type: https}
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
  serve:
    source-capabilities: [web.Http]
    target-requirements: [proxy.Server]
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
  Server: {type: http}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(assembly) = cx.assembly() else { return };
    for relationship in &assembly.relationships {
        for source in &relationship.source_capabilities {
            let Some(capability) = end(cx, assembly, source, Descriptor::capability) else { continue };
            for target in &relationship.target_requirements {
                let Some(requirement) = end(cx, assembly, target, Descriptor::requirement) else { continue };
                if capability != requirement {
                    report(cx, source, capability, target, requirement);
                }
            }
        }
    }
}

/// The type of the capability or requirement at one end of a relationship.
fn end<'a>(
    cx: &Check<'a>,
    assembly: &'a Descriptor,
    text: &Text,
    find: impl Fn(&'a Descriptor, &str) -> Option<&'a Capability>,
) -> Option<&'a str> {
    let (part, name) = text.value.split_once('.')?;
    let part = assembly.part(part)?;
    let found = find(cx.resolve(part.of.as_ref().filter(|_| part.dynamic_type.is_none())?)?, name)?;
    Some(found.type_name.as_ref()?.value.as_str())
}

fn report(cx: &mut Check<'_>, source: &Text, capability: &str, target: &Text, requirement: &str) {
    let file = cx.file;
    let member = |text: &Text| {
        let start = text.value.find('.').map_or(0, |at| at + 1);
        within(text, start, text.value.len() - start, file)
    };
    let message = format!("`{}` has type `{capability}`, but `{}` requires `{requirement}`", source.value, target.value);
    let finding = cx.report(member(target), message).help("connect a capability and a requirement of the same type");
    finding.related(&file.path, member(source), format!("has type `{capability}`"));
}
