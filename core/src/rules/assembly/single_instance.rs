//! `multiple-instances` for a single instance.

use crate::assembly::promotion::{End, promotion_chain};
use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/single-instance",
    severity: Severity::Info,
    title: "`multiple-instances` without effect",
    doc: "`multiple-instances` selects which of several instances perform an operation. The component, and every \
          component below it that the operation is promoted from, has a single instance, so the key has no effect.",
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
            let finding = cx.report(text.span, format!("no effect: `{}` has a single instance", part.name.text));
            finding.help("remove it, or give the component several instances");
        }
    }
}
