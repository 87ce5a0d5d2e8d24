//! Types that are imported in several versions.

use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::sorted_map::SortedSet;
use crate::syntax::Node;
use crate::tosca::effective::Definition;
use crate::tosca::model::is_type;

pub static RULE: Rule = Rule {
    code: "tosca/type/several-versions",
    severity: Severity::Warning,
    title: "type with several versions",
    doc: "Types of the same name with different `version`s are distinct types (3.1). A name does not state a version, so it \
          refers to the highest one that is imported. Other processors may choose another one.\n\nImport one of the \
          files with a `namespace_prefix`, or only one of them. A type that the file itself defines takes precedence.",
    sources: &["T-3.1-09"],
    bad: "\
# file: service.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
imports: [new.yaml, old.yaml]
topology_template:
  node_templates:
    app: {type: example.App}
# file: new.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App: {derived_from: tosca.nodes.Root, version: 2.0}
# file: old.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App: {derived_from: tosca.nodes.Root, version: 1.0}
",
    good: "\
# file: service.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
imports: [new.yaml]
topology_template:
  node_templates:
    app: {type: example.App}
# file: new.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App: {derived_from: tosca.nodes.Root, version: 2.0}
# file: old.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App: {derived_from: tosca.nodes.Root, version: 1.0}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = Rc::clone(&cx.facts);
    let scope = &facts.scope;
    if !scope.has_versions() {
        return;
    }
    let mut known = SortedSet::new();
    for mention in cx.mentions.iter().filter(|mention| is_type(mention.kind)) {
        let (kind, name) = (mention.kind, mention.name.as_str());
        let Some(used) = scope.get(kind, name).filter(|used| *used.file != cx.file.path) else { continue };
        if !known.insert((kind, name)) {
            continue;
        }
        let others = scope.imported_unprefixed(kind, name).into_iter();
        let others: Vec<Definition<'_>> = others.filter(|other| version(other) != version(&used)).collect();
        let (Some(own), false) = (version(&used), others.is_empty()) else { continue };
        let mut names: Vec<String> = Vec::new();
        for name in others.iter().map(|other| shown(*other)) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let names = names.join(" and ");
        let finding = cx.report(mention.span, format!("`{name}` is version `{own}`, and also imported {names}"));
        let mut finding = finding.help("import only one of the files, or one of them with `namespace_prefix`");
        for other in [used].iter().chain(&others) {
            if let Some(span) = scope.source(other.file).and_then(|file| file.key_span(&other.path())) {
                finding = finding.related(other.file, span, "defined here");
            }
        }
    }
}

fn version<'a>(of: &Definition<'a>) -> Option<&'a str> {
    of.node.get("version").and_then(Node::as_text)
}

fn shown(of: Definition<'_>) -> String {
    version(&of).map_or_else(|| "without a version".to_owned(), |version| format!("as version `{version}`"))
}
