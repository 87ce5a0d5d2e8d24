//! A cluster that can never scale.

use crate::assembly::model::{Cluster, whole_number};
use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/no-scaling",
    severity: Severity::Info,
    title: "a cluster can never be scaled",
    doc: "The bounds of the cluster are equal, or one step of scaling is more than lies between them. If there is \
          always the same number of instances, a `quantity` says so.",
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
                0 => "the bounds of this cluster are equal: it can never be scaled".to_owned(),
                room => format!("one step of scaling is {increment}, and between the bounds lies {room}"),
            };
            cx.report(cluster.span, message).help("widen the bounds, or write a `quantity`");
        }
    }
}

/// What lies between the bounds, and how much of it one step takes.
fn room(cluster: &Cluster) -> Option<(i64, i64)> {
    let or_one = |node: &Option<_>| node.as_ref().map_or(Some(1), whole_number);
    let maximum = whole_number(cluster.maximum_nodes.as_ref()?)?;
    let increment = or_one(&cluster.scaling_increment)?;
    Some((maximum.checked_sub(or_one(&cluster.minimum_nodes)?)?, increment)).filter(|_| increment > 0)
}
