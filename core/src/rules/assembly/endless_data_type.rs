//! Recursive data types.

use petgraph::algo::kosaraju_scc;
use petgraph::graph::DiGraph;

use crate::sorted_map::{SortedMap, SortedSet};
use crate::sorting::gather;
use crate::assembly::model::{DataType, Descriptor, Text};
use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/endless-data-type",
    severity: Severity::Error,
    title: "recursive data type",
    doc: "A data type cannot derive from itself or have a member of the same type, directly or through other types, \
          because no value of it would ever be complete. Lists and maps of the same type are fine, because they can be \
          empty.",
    sources: &["AD-DT-03", "AD-DT-05"],
    bad: "\
name: assembly::a::1.0
properties:
  home: {type: street}
composition: {}
data-types:
  street: {derived-from: town, properties: {}}
  town: {derived-from: street, properties: {}}
",
    good: "\
name: assembly::a::1.0
properties:
  home: {type: street}
composition: {}
data-types:
  street: {derived-from: town, properties: {}}
  town: {properties: {}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(descriptor) = cx.descriptor() else { return };
    let in_cycle = in_cycle(descriptor);
    for data_type in descriptor.data_types.iter().filter(|found| in_cycle.contains(found.name.text.as_str())) {
        for part in parts(data_type).filter(|part| in_cycle.contains(part.value.as_str())) {
            let Some(path) = path(descriptor, &part.value, &data_type.name.text) else { continue };
            let own = &data_type.name.text;
            let path: Vec<String> = std::iter::once(own.as_str()).chain(path).map(|name| format!("`{name}`")).collect();
            let finding = cx.report(part.span, format!("data type `{own}` contains itself"));
            finding.help(format!("break the cycle {}, or make a member a list", path.join(" → ")));
        }
    }
}

/// The types that every value of `data_type` contains: its base and those of its members.
fn parts(data_type: &DataType) -> impl Iterator<Item = &Text> {
    let members = data_type.properties.iter().filter_map(|member| member.type_name.as_ref());
    data_type.derived_from.iter().chain(members)
}

/// The types on a cycle, from the strongly connected components (Kosaraju).
fn in_cycle(descriptor: &Descriptor) -> SortedSet<&str> {
    let mut graph = DiGraph::<&str, ()>::new();
    let mut nodes = SortedMap::new();
    for data_type in &descriptor.data_types {
        for part in parts(data_type) {
            let [from, to] = [data_type.name.text.as_str(), part.value.as_str()]
                .map(|name| *nodes.entry(name).or_insert_with(|| graph.add_node(name)));
            graph.add_edge(from, to, ());
        }
    }
    let cycles = kosaraju_scc(&graph).into_iter().filter(|types| match types.as_slice() {
        [alone] => graph.contains_edge(*alone, *alone),
        _ => true,
    });
    gather(cycles.flatten().filter_map(|node| graph.node_weight(node).copied()))
}

/// A path of names from `from` to `to`, inclusive.
fn path<'a>(descriptor: &'a Descriptor, from: &'a str, to: &str) -> Option<Vec<&'a str>> {
    let mut came_from: SortedMap<&str, &str> = SortedMap::new();
    let mut open = vec![from];
    while let Some(last) = open.pop() {
        if last == to {
            let back = std::iter::successors(Some(last), |name| came_from.get(name).copied().filter(|_| *name != from));
            let mut path: Vec<&str> = back.collect();
            path.reverse();
            return Some(path);
        }
        for part in descriptor.data_type(last).into_iter().flat_map(parts) {
            let name = part.value.as_str();
            if name != from && !came_from.contains_key(name) {
                came_from.insert(name, last);
                open.push(name);
            }
        }
    }
    None
}
