//! Negative publication periods.

use crate::assembly::model::whole_number;
use crate::diagnostic::{Safety, Severity};
use crate::rules::assembly::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/negative-period",
    severity: Severity::Error,
    title: "negative publication period",
    doc: "`publication-period` is the number of seconds between two reports of a metric: 60 by default, 0 for no \
          reports.",
    sources: &["AD-MET-02", "RD-10"],
    bad: "\
name: resource::r::1.0
lifecycle: {Create: {}}
metrics:
  load: {type: 'metric::load', publication-period: -1}
",
    good: "\
name: resource::r::1.0
lifecycle: {Create: {}}
metrics:
  load: {type: 'metric::load', publication-period: 0}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(descriptor) = cx.descriptor() else { return };
    for period in descriptor.metrics.iter().filter_map(|metric| metric.publication_period.as_ref()) {
        if let Some(seconds) = whole_number(period).filter(|seconds| *seconds < 0) {
            let finding = cx.report(period.span, format!("publication period of {seconds} seconds is negative"));
            finding.help("use 0 for no reports").replace_with("0", Safety::Unsafe);
        }
    }
}
