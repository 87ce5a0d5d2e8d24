//! Periods that are not durations.

use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::tosca::calls::is_call;
use crate::tosca::schema::workflow::TRIGGER;
use crate::tosca::workflow::is_extended;


pub static RULE: Rule = Rule {
    code: "tosca/workflow/malformed-period",
    severity: Severity::Error,
    title: "period is not a duration",
    doc: "The period of a trigger is a number with a unit of time: `d`, `h`, `m`, `s`, `ms`, `us` or `ns` \
          (3.5.18, 3.2.6). The number of evaluations is an integer of at least 1.",
    sources: &["T-3.5.18-05"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    n: {type: tosca.nodes.Compute}
  workflows:
    w:
      steps:
        s: {target: n, activities: [set_state: started]}
  policies:
    - p:
        type: tosca.policies.Scaling
        targets: [n]
        triggers:
          t: {event: busy, condition: {constraint: {state: [equal: started]}, period: 60 sec}, action: w}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    n: {type: tosca.nodes.Compute}
  workflows:
    w:
      steps:
        s: {target: n, activities: [set_state: started]}
  policies:
    - p:
        type: tosca.policies.Scaling
        targets: [n]
        triggers:
          t: {event: busy, condition: {constraint: {state: [equal: started]}, period: 60 s}, action: w}
",
    check,
};

const UNITS: &[&str] = &["d", "h", "m", "s", "ms", "us", "ns"];

fn check(cx: &mut Check<'_>) {
    let facts = Rc::clone(&cx.facts);
    for record in facts.records.of_record(&TRIGGER) {
        let Some(condition) = record.node.get("condition").filter(|node| is_extended(node)) else { continue };
        if let Some(period) = condition.get("period").filter(|period| !is_call(period))
            && !period.as_text().is_some_and(is_duration)
        {
            let finding = cx.report(period.span, "`period` must be a number with a unit of time");
            finding.help(format!("units of time: {}", UNITS.join(", ")));
        }
        if let Some(count) = condition.get("evaluations").filter(|count| !is_call(count))
            && !count.as_text().is_some_and(|text| text.parse::<u64>().is_ok_and(|count| count > 0))
        {
            cx.report(count.span, "`evaluations` must be an integer of at least 1");
        }
    }
}

fn is_duration(text: &str) -> bool {
    let end = text.find(|letter: char| !letter.is_ascii_digit() && letter != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    number.parse::<f64>().is_ok() && UNITS.contains(&unit.trim().to_ascii_lowercase().as_str())
}
