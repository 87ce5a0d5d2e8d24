//! File extensions that several artifact types claim.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::sorting::Sorting;
use crate::symbol::SymbolKind;
use crate::syntax::Node;
use crate::tosca::effective::Definition;

pub static RULE: Rule = Rule {
    code: "tosca/type/claimed-extension",
    severity: Severity::Warning,
    title: "file extension claimed by two artifact types",
    doc: "The type of an artifact in the short notation follows from its file extension (3.5.7). If two artifact \
          types claim an extension and neither derives from the other, the type is ambiguous.",
    sources: &["T-3.6.4-03"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
artifact_types:
  example.Script: {derived_from: tosca.artifacts.Root, file_ext: [sh]}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
artifact_types:
  example.Script: {derived_from: tosca.artifacts.Implementation.Bash, file_ext: [sh]}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = std::rc::Rc::clone(&cx.facts);
    let scope = &facts.scope;
    let kind = SymbolKind::ArtifactType;
    let mut own: Vec<_> = scope.own_types().into_iter().filter(|(of, _)| *of == kind).map(|(_, own)| own).collect();
    own.retain(|own| own.node.get(EXTENSIONS).is_some());
    if own.is_empty() {
        return;
    }
    let mut others = scope.definitions(kind);
    others.order_by_key(|other| (other.file.clone(), other.node.span.start));
    for own in own {
        for extension in extensions(&own) {
            let claims = |other: &&Definition<'_>| extensions(other).any(|one| one.as_text() == extension.as_text());
            let is_related = |other: &&Definition<'_>| {
                scope.effective_of(kind, own).derives_from(other.name)
                    || scope.effective_of(kind, **other).derives_from(own.name)
            };
            let other = others.iter().filter(claims).find(|other| !is_related(other));
            if let (Some(other), Some(text)) = (other, extension.as_text()) {
                cx.report(extension.span, format!("the extension `{text}` is also claimed by `{}`", other.name));
            }
        }
    }
}

const EXTENSIONS: &str = "file_ext";

fn extensions<'a>(definition: &Definition<'a>) -> impl Iterator<Item = &'a Node> + use<'a> {
    definition.node.get(EXTENSIONS).map_or(&[][..], Node::items).iter()
}
