//! References to undefined metrics.

use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};
use crate::symbol::{SymbolKind, Target};

pub static RULE: Rule = Rule {
    code: "assembly/no-such-metric",
    severity: Severity::Error,
    title: "unknown metric",
    doc: "Policies watch a metric, and assemblies promote metrics of their components. `component.metric` is a metric \
          declared by the component type; a name without a period is a metric of this descriptor.",
    sources: &["AD-MET-04", "AD-POL-02", "RD-07"],
    bad: "\
name: resource::r::1.0
lifecycle: {Create: {}}
metrics:
  health: {type: 'metric::integrity'}
policies:
  heal:
    type: policy::heal
    metric: helth
",
    good: "\
name: resource::r::1.0
lifecycle: {Create: {}}
metrics:
  health: {type: 'metric::integrity'}
policies:
  heal:
    type: policy::heal
    metric: health
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(descriptor) = cx.descriptor() else { return };
    for mention in cx.mentions.iter().filter(|mention| mention.kind == SymbolKind::Metric) {
        let Target::Missing { owner } = &mention.target else { continue };
        if mention.name.is_empty() {
            continue;
        }
        let (place, of) = match owner {
            Some(owner) => (format!("`{owner}`"), cx.resolve(owner)),
            None => ("this descriptor".to_owned(), Some(descriptor)),
        };
        let names = of.map_or(&[][..], |of| &of.metrics).iter().map(|metric| metric.name.text.as_str());
        let finding = cx.report(mention.span, format!("{place} has no metric `{}`", mention.name));
        finding.suggest(&mention.name, names, "declare it under `metrics`, or use an existing one");
    }
}
