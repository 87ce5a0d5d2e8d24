//! Reference to something that does not exist.

use std::rc::Rc;

use crate::asd::form::is_types;
use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};
use crate::syntax::Node;
use crate::text::FilePath;
use crate::function::{Call, Function};

pub static RULE: Rule = Rule {
    code: "asd/unknown-reference",
    severity: Severity::Error,
    title: "reference to something that does not exist",
    doc: "A descriptor in the form of a service template can use functions and imports of TOSCA: `get_input` names an \
          input of the template, `get_property` and `get_attribute` a node of it, and an import a file.",
    sources: &[],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    name: {type: string}
  node_templates:
    shop:
      type: tosca.nodes.asd
      properties:
        descriptor_id: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8
        descriptor_invariant_id: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b9
        descriptor_version: \"1.0\"
        schema_version: \"2.0\"
        provider: Example
        application_name: {get_input: nmae}
        application_version: \"1.0\"
      artifacts:
        front:
          type: tosca.artifacts.asd.deploymentItem
          file: charts/front
          properties: {item_id: front, artifact_type: helm_chart}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    name: {type: string}
  node_templates:
    shop:
      type: tosca.nodes.asd
      properties:
        descriptor_id: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8
        descriptor_invariant_id: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b9
        descriptor_version: \"1.0\"
        schema_version: \"2.0\"
        provider: Example
        application_name: {get_input: name}
        application_version: \"1.0\"
      artifacts:
        front:
          type: tosca.artifacts.asd.deploymentItem
          file: charts/front
          properties: {item_id: front, artifact_type: helm_chart}
",
    check,
};

/// Maximum nesting of values that are searched for functions.
const MAX_DEPTH: usize = 64;

fn check(cx: &mut Check<'_>) {
    if !cx.facts.application.is_some_and(|application| application.form.is_template()) {
        return;
    }
    let Some(root) = &cx.file.root else { return };
    if let Some(topology) = root.get("topology_template") {
        let keys = |section: &str| -> Vec<&str> {
            let entries = topology.get(section).map_or(&[][..], Node::entries);
            entries.iter().filter_map(|entry| entry.key.as_text()).collect()
        };
        let (inputs, nodes) = (keys("inputs"), keys("node_templates"));
        let mut found = Vec::new();
        calls(topology, 0, &mut found);
        for call in found {
            let target = call.arguments().first();
            let Some((target, text)) = target.and_then(|target| Some((target, target.as_text()?))) else { continue };
            let (what, known) = match call.function {
                Function::GetInput => ("input", &inputs),
                Function::GetProperty
                | Function::GetAttribute
                | Function::GetArtifact
                | Function::GetOperationOutput => ("node", &nodes),
                _ => continue,
            };
            let is_word = what == "node" && matches!(text, "SELF" | "SOURCE" | "TARGET" | "HOST");
            if is_word || known.contains(&text) {
                continue;
            }
            let finding = cx.report(target.span, format!("no {what} `{text}` in the template"));
            finding.suggest(text, known.iter().copied(), &format!("define the {what} in the topology template"));
        }
    }
    imports(cx, root);
}

/// The function calls in a value.
fn calls<'a>(node: &'a Node, depth: usize, found: &mut Vec<Call<'a>>) {
    if depth > MAX_DEPTH {
        return;
    }
    found.extend(Call::of(node));
    let values = node.entries().iter().map(|entry| &entry.value).chain(node.items());
    values.for_each(|value| calls(value, depth + 1, found));
}

/// Reports imports of files that do not exist. Types of descriptors are built in.
fn imports(cx: &mut Check<'_>, root: &Node) {
    let Some(imports) = root.get("imports") else { return };
    let all: Vec<_> = imports.items_or_self().iter().filter(|import| !is_types(import)).collect();
    // Listing the folder, which may be that of a whole catalog, takes time.
    if all.is_empty() {
        return;
    }
    let facts = Rc::clone(&cx.facts);
    // The files beside the descriptor are listed again when they change.
    facts.package();
    let contents = facts.context.workspace.contents();
    let is_listed = |path: &FilePath| contents.list_outside_archives(path.folder()).contains_key(path);
    if facts.package().is_none() && !is_listed(&cx.file.path) {
        return;
    }
    for import in all {
        // `file.yaml`, `{file: ...}`, or either below the name of the import.
        let inner = import.entries().first().filter(|_| import.get("file").is_none());
        let definition = inner.map_or(import, |entry| &entry.value);
        if definition.get("repository").is_some() {
            continue;
        }
        let named = definition.get("file").unwrap_or(definition);
        let Some(text) = named.as_text().filter(|text| !text.contains(':') && !named.is_null()) else { continue };
        let steps = text.split('/').filter(|step| !step.is_empty());
        let Some(path) = FilePath::along(cx.file.path.folder(), steps).filter(|_| !text.starts_with('/')) else { continue };
        let is_there = facts.context.workspace.file(&path).is_some()
            || facts.package().is_some_and(|package| package.relative(&path).is_some_and(|path| package.has(path)))
            || is_listed(&path);
        if !is_there {
            cx.report(named.span, format!("no file `{text}`")).help("correct the path, or add the file");
        }
    }
}
