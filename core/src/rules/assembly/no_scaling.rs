//! Clusters that can never scale.

use crate::assembly::model::{Cluster, whole_number};
use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/no-scaling",
    severity: Severity::Info,
    title: "cluster that cannot scale",
    doc: "The minimum and maximum of the cluster are equal, or `scaling-increment` is larger than their difference. For \
          a constant number of instances, use `quantity`.",
    sources: &["AD-CLU-05"],
    bad: "\
name: assembly::a::1.0
properties: {}
composition:
  web:
    type: assembly::web::1.0
    cluster:
      minimum-nodes: 2
      maximum-nodes: 3
      scaling-increment: 2
    properties: {}
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
    cluster:
      minimum-nodes: 2
      maximum-nodes: 4
      scaling-increment: 2
    properties: {}
# file: web.yaml
name: assembly::web::1.0
properties: {}
composition: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(assembly) = cx.assembly() else { return };
    for cluster in assembly.composition.iter().filter_map(|component| component.cluster.as_ref()) {
        let Some((room, increment)) = room(cluster) else { continue };
        if room >= 0 && increment > room {
            let message = match room {
                0 => "the cluster cannot scale because its minimum equals its maximum".to_owned(),
                room => format!("scaling increment {increment} exceeds the range of {room} between minimum and maximum"),
            };
            cx.report(cluster.span, message).help("widen the range, or use `quantity`");
        }
    }
}

/// The difference between maximum and minimum, and the scaling increment.
fn room(cluster: &Cluster) -> Option<(i64, i64)> {
    let or_one = |node: &Option<_>| node.as_ref().map_or(Some(1), whole_number);
    let maximum = whole_number(cluster.maximum_nodes.as_ref()?)?;
    let increment = or_one(&cluster.scaling_increment)?;
    Some((maximum.checked_sub(or_one(&cluster.minimum_nodes)?)?, increment)).filter(|_| increment > 0)
}
