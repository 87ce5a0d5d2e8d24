//! Files that are imported twice.

use crate::diagnostic::{Safety, Severity};
use crate::rules::tosca::{Check, Rule};
use crate::syntax::{Node, NodePath};
use crate::text::Span;

pub static RULE: Rule = Rule {
    code: "tosca/import/duplicate-import",
    severity: Severity::Info,
    title: "duplicate import",
    doc: "The types of a file are available after the first import. Only a different prefix makes a second one \
          useful (3.5.8).",
    sources: &["T-3.5.8-15"],
    bad: "\
# file: main.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
imports: [types.yaml, types.yaml]
# file: types.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
node_types: {}
",
    good: "\
# file: main.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
imports: [types.yaml]
# file: types.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
node_types: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(root) = &cx.file.root else { return };
    let mut first: Vec<(&str, Option<&str>, Span)> = Vec::new();
    for (index, item) in root.get("imports").map_or(&[][..], Node::items).iter().enumerate() {
        // A single entry with another key than `file` is an import with a name.
        let import = match item.entries() {
            [named] if named.key.as_text() != Some("file") => &named.value,
            _ => item,
        };
        let Some(file) = import.as_text().or_else(|| import.get("file")?.as_text()) else { continue };
        let prefix = import.get("namespace_prefix").and_then(Node::as_text);
        let earlier = first.iter().find(|(other, of, _)| (*other, *of) == (file, prefix)).map(|(.., span)| *span);
        let Some(earlier) = earlier else {
            first.push((file, prefix, item.span));
            continue;
        };
        let path = cx.file.path.clone();
        let finding = cx.report(item.span, format!("`{file}` is imported twice"));
        let finding = finding.related(&path, earlier, "first imported here");
        finding.fix_by("Remove the duplicate", Safety::Unsafe, |draft| draft.remove(&NodePath::keys(["imports"]).index(index)));
    }
}
