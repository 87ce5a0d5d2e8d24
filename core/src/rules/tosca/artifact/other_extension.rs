//! Artifacts whose type has other file extensions.

use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::symbol::SymbolKind;
use crate::syntax::Node;
use crate::tosca::schema::definition::ARTIFACT;

pub static RULE: Rule = Rule {
    code: "tosca/artifact/other-extension",
    severity: Severity::Warning,
    title: "artifact with the extension of another type",
    doc: "The `file_ext` of an artifact type lists the extensions of its files (3.6.4). An orchestrator that chooses the \
          processor by the type will not understand a file of another kind.\n\nState the type that has the extension.",
    sources: &[],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server:
      type: tosca.nodes.Compute
      artifacts:
        setup: {type: tosca.artifacts.Implementation.Bash, file: https://example.org/setup.py}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server:
      type: tosca.nodes.Compute
      artifacts:
        setup: {type: tosca.artifacts.Implementation.Python, file: https://example.org/setup.py}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = Rc::clone(&cx.facts);
    let scope = &facts.scope;
    for record in facts.records.of_record(&ARTIFACT) {
        let text = |key: &str| record.node.get(key).filter(|node| !node.is_null()).and_then(Node::as_text);
        let (Some(of), Some(file)) = (text("type"), text("file")) else { continue };
        let of = scope.effective(SymbolKind::ArtifactType, of);
        let Some(list) = scope.type_field(&of, "file_ext") else { continue };
        let name = file.rsplit('/').next().unwrap_or(file).to_lowercase();
        let extensions: Vec<String> = list.node.items().iter().filter_map(Node::as_text).map(|extension| {
            format!(".{}", extension.trim_start_matches('.').to_lowercase())
        }).collect();
        // Without an extension, the type alone says what the file is.
        if extensions.is_empty() || !name.contains('.') || extensions.iter().any(|extension| name.ends_with(extension)) {
            continue;
        }
        let Some(of_name) = of.name() else { continue };
        let span = record.node.get("file").map_or(record.node.span, |file| file.span);
        let list = extensions.join(", ");
        cx.report(span, format!("`{of_name}` has files with the extension {list}, not `{file}`"));
    }
}
