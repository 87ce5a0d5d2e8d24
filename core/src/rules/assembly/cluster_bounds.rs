//! Inconsistent numbers in clusters.

use crate::assembly::model::{Cluster, whole_number};
use crate::diagnostic::{Safety, Severity};
use crate::rules::assembly::{Check, Rule};
use crate::syntax::Node;

pub static RULE: Rule = Rule {
    code: "assembly/cluster-bounds",
    severity: Severity::Error,
    title: "inconsistent cluster size",
    doc: "A cluster has at least `minimum-nodes` instances (default 1) and at most `maximum-nodes` (default unlimited). \
          It starts with `initial-quantity` (default: the minimum), which must be within these bounds. Scaling adds or \
          removes `scaling-increment` instances, at least 1.\n\nNumbers that come from properties are checked when the \
          assembly is expanded.",
    sources: &["AD-CLU-02", "AD-CLU-03", "AD-CLU-04"],
    bad: "\
name: assembly::a::1.0
properties: {}
composition:
  web:
    type: assembly::web::1.0
    cluster:
      initial-quantity: 5
      maximum-nodes: 4
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
      initial-quantity: 4
      maximum-nodes: 4
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
        bounds(cx, cluster);
    }
}

fn bounds(cx: &mut Check<'_>, cluster: &Cluster) {
    let least = |cx: &mut Check<'_>, node: &Option<Node>, name: &str, least: i64| {
        if let Some((node, number)) = number(node).filter(|(_, number)| *number < least) {
            let finding = cx.report(node.span, format!("`{name}` is {number}, but must be at least {least}"));
            finding.help(format!("use a number of at least {least}")).replace_with(&least.to_string(), Safety::Unsafe);
        }
    };
    least(cx, &cluster.minimum_nodes, "minimum-nodes", 0);
    least(cx, &cluster.maximum_nodes, "maximum-nodes", 1);
    least(cx, &cluster.scaling_increment, "scaling-increment", 1);
    let minimum = match &cluster.minimum_nodes {
        None => Some(1),
        given => number(given).map(|(_, number)| number).filter(|number| *number >= 0),
    };
    let maximum = number(&cluster.maximum_nodes).filter(|(_, number)| *number >= 1);
    let initial = number(&cluster.initial_quantity);
    if let (Some(minimum), Some((node, maximum))) = (minimum, maximum)
        && maximum < minimum
    {
        let span = cluster.minimum_nodes.as_ref().map_or(node.span, |minimum| minimum.span);
        let finding = cx.report(span, format!("minimum {minimum} is greater than maximum {maximum}"));
        finding.help("the minimum must not exceed the maximum");
        return;
    }
    let Some((node, initial)) = initial else { return };
    let (bound, message) = match (minimum, maximum) {
        (Some(minimum), _) if initial < minimum => (minimum, "below the minimum"),
        (_, Some((_, maximum))) if initial > maximum => (maximum, "above the maximum"),
        (None, _) if initial < 0 => (0, "below the minimum"),
        _ => return,
    };
    let finding = cx.report(node.span, format!("initial quantity {initial} is {message} {bound}"));
    finding.help("start with a number within the bounds").replace_with(&bound.to_string(), Safety::Unsafe);
}

fn number(node: &Option<Node>) -> Option<(&Node, i64)> {
    let node = node.as_ref()?;
    Some((node, whole_number(node)?))
}
