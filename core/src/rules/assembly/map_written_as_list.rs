//! Maps written as a list of single-key mappings.

use serde_yaml::{Mapping, Value};

use crate::assembly::literal::MisfitKind;
use crate::diagnostic::{Safety, Severity};
use crate::rules::assembly::mismatched_value;
use crate::rules::assembly::{Check, Rule};
use crate::syntax::{Node, plain};

pub static RULE: Rule = Rule {
    code: "assembly/map-written-as-list",
    severity: Severity::Warning,
    title: "map written as a list",
    doc: "In one place, the specification shows the value of a map as a list of mappings with one key each. It is read as one \
          map, but only a mapping is understood by every parser.",
    sources: &["AD-TYPE-08"],
    bad: "\
name: assembly::a::1.0
properties:
  servers:
    type: map
    value:
    - first: 192.0.2.1
    - second: 192.0.2.2
composition: {}
",
    good: "\
name: assembly::a::1.0
properties:
  servers:
    type: map
    value:
      first: 192.0.2.1
      second: 192.0.2.2
composition: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    for (misfit, name) in mismatched_value::all(cx) {
        if misfit.kind != MisfitKind::Pairs {
            continue;
        }
        let node = cx.file.root.as_ref().and_then(|root| root.at(&misfit.path));
        let finding = cx.report(misfit.span, format!("map `{name}` is written as a list"));
        let finding = finding.help("use a mapping");
        if let Some(value) = node.map(merged) {
            finding.fix_by("Convert to a mapping", Safety::Unsafe, |draft| draft.replace(&misfit.path, &value));
        }
    }
}

/// The map that consists of the entries of `node`.
fn merged(node: &Node) -> Value {
    let pairs = node.items().iter().flat_map(Node::entries);
    let entries = pairs.map(|entry| (plain::value(&entry.key), plain::value(&entry.value)));
    Mapping::from_iter(entries).into()
}
