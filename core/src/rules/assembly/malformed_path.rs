//! Names that are not of the form `component.name`.

use crate::assembly::model::Text;
use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/malformed-path",
    severity: Severity::Error,
    title: "malformed `component.name`",
    doc: "Capabilities, requirements, operations and metrics of components are written with exactly one period: \
          `component.capability`. The source of a relationship may also be a reference, written as just its name.",
    sources: &["AD-OPS-01", "AD-REL-03", "AD-REL-06", "AD-MET-04", "AD-POL-02"],
    bad: "\
name: assembly::a::1.0
properties: {}
composition:
  web:
    type: assembly::web::1.0
    properties: {}
operations:
  Attach: {source-operation: Attach}
# file: web.yaml
name: assembly::web::1.0
properties: {}
composition: {}
",
    good: "\
name: assembly::a::1.0
properties: {}
composition:
  web:
    type: assembly::web::1.0
    properties: {}
operations:
  Attach: {source-operation: web.Attach}
# file: web.yaml
name: assembly::web::1.0
properties: {}
composition:
  nginx:
    type: resource::nginx::1.0
    properties: {}
operations:
  Attach: {source-operation: nginx.Attach}
# file: nginx.yaml
name: resource::nginx::1.0
lifecycle: {Create: {}}
operations:
  Attach: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(assembly) = cx.assembly() else { return };
    for operation in &assembly.operations {
        if let Some(source) = &operation.source_operation {
            dotted(cx, source, "operation");
        }
    }
    for metric in &assembly.metrics {
        if let Some(source) = &metric.source_metric {
            dotted(cx, source, "metric");
        }
    }
    for metric in assembly.policies.iter().filter_map(|policy| policy.metric.as_ref()) {
        if metric.value.contains('.') {
            dotted(cx, metric, "metric");
        }
    }
    for relationship in &assembly.relationships {
        for source in &relationship.source_capabilities {
            if source.value.contains('.') {
                dotted(cx, source, "capability");
            } else if assembly.component(&source.value).is_some() {
                let message = format!("missing capability of component `{}`", source.value);
                let finding = cx.report(source.span, message).severity(Severity::Warning);
                finding.help(format!("use `{}.capability`", source.value));
            }
        }
        for target in &relationship.target_requirements {
            // References as targets and unknown names are reported by other rules.
            if target.value.contains('.') || assembly.component(&target.value).is_some() {
                dotted(cx, target, "requirement");
            }
        }
    }
}

fn dotted(cx: &mut Check<'_>, text: &Text, what: &str) {
    let parts: Vec<&str> = text.value.split('.').collect();
    let fine = matches!(parts.as_slice(), [component, name] if !component.is_empty() && !name.is_empty());
    if !fine {
        let finding = cx.report(text.span, format!("`{}` is not of the form `component.{what}`", text.value));
        finding.help("use the component, a period, and the name");
    }
}
