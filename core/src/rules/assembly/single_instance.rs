//! A choice among instances where there is one.

use crate::assembly::promotion::{End, promotion_chain};
use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/single-instance",
    severity: Severity::Info,
    title: "`multiple-instances` stands where there is one instance",
    doc: "`multiple-instances` says which of several instances carry an operation out. The component has one instance, \
          and so has everything below it that the operation goes through: the choice has no effect.",
    sources: &["AD-OPS-07"],
    bad: "\
name: assembly::a::1.0
properties: {}
composition:
  site:
    type: resource::site::1.0
    properties: {}
operations:
  Attach:
    source-operation: site.Attach
    multiple-instances: any
# file: site.yaml
name: resource::site::1.0
lifecycle: {Create: {}}
operations:
  Attach: {}
",
    good: "\
name: assembly::a::1.0
properties: {}
composition:
  site:
    type: resource::site::1.0
    quantity: 2
    properties: {}
operations:
  Attach:
    source-operation: site.Attach
    multiple-instances: any
# file: site.yaml
name: resource::site::1.0
lifecycle: {Create: {}}
operations:
  Attach: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(assembly) = cx.assembly() else { return };
    for operation in &assembly.operations {
        let Some(text) = &operation.multiple_instances else { continue };
        let chain = promotion_chain(cx.workspace, cx.catalog, assembly, operation);
        let single = chain.parts.iter().all(|(_, part)| !part.is_multiple());
        if let (End::Found(_), true, Some((_, part))) = (&chain.end, single, chain.parts.first()) {
            let finding =
                cx.report(text.span, format!("`{}` has one instance, so that this has no effect", part.name.text));
            finding.help("leave it out, or make the component a group");
        }
    }
}
