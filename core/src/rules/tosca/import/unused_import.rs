//! Imports that nothing uses.

use std::collections::HashSet;

use crate::diagnostic::{Safety, Severity};
use crate::rules::tosca::{Check, Rule};
use crate::symbol::{SymbolKind, Target};
use crate::syntax::{Node, NodePath, Step};
use crate::text::FilePath;
use crate::tosca::exports::substitutes;

pub static RULE: Rule = Rule {
    code: "tosca/import/unused-import",
    severity: Severity::Info,
    title: "unused import",
    doc: "No name of the file refers to a type of the imported file or of its own imports. Each import takes \
          time to read and can hide other types.",
    sources: &[],
    bad: "\
# file: main.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
imports: [types.yaml]
topology_template:
  node_templates:
    n: {type: tosca.nodes.Root}
# file: types.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.Server: {derived_from: tosca.nodes.Root}
",
    good: "\
# file: main.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
imports: [types.yaml]
topology_template:
  node_templates:
    n: {type: example.Server}
# file: types.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.Server: {derived_from: tosca.nodes.Root}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let (file, workspace) = (cx.file, cx.workspace);
    // A file without anything else collects imports for others.
    let has_other = |root: &Node| {
        let mut keys = root.entries().iter().filter_map(|entry| entry.key.as_text());
        keys.any(|key| key == "topology_template" || key.ends_with("_types"))
    };
    if !file.root.as_ref().is_some_and(|root| has_other(root)) {
        return;
    }
    let named = cx.mentions.iter().filter(|mention| mention.kind != SymbolKind::Descriptor);
    let used: HashSet<&FilePath> = named
        .filter_map(|mention| match &mention.target {
            Target::Found { file, .. } => Some(file),
            _ => None,
        })
        .collect();
    // An unresolved name may be one of a file that is not available.
    let is_unclear = cx.mentions.iter().any(|mention| !matches!(mention.target, Target::Found { .. }));
    for (at, written, path) in workspace.named_files(file) {
        let Some(path) = path.filter(|path| workspace.file(path).is_some_and(|found| found.language == file.language)) else {
            continue;
        };
        let (mut queue, mut closure) = (vec![path.clone()], HashSet::from([path]));
        let mut is_used = false;
        while let Some(next) = queue.pop() {
            let Some(found) = workspace.file(&next) else { continue };
            is_used |= used.contains(&next) || substitutes(found);
            for (_, _, path) in workspace.named_files(found) {
                match path {
                    Some(path) if closure.insert(path.clone()) => queue.push(path),
                    Some(_) => {}
                    None => is_used |= is_unclear,
                }
            }
        }
        let Some(Step::Index(index)) = at.steps().get(1).filter(|_| !is_used) else { continue };
        let Some(span) = file.span_of(&at) else { continue };
        let finding = cx.report(span, format!("nothing from `{written}` is used"));
        let item = NodePath::keys(["imports"]).index(*index);
        finding.fix_by("Remove the import", Safety::Unsafe, |draft| draft.remove(&item));
    }
}
