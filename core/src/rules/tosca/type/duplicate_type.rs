//! Types of the same name with different definitions.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::text::Span;
use crate::tosca::effective::Definition;
use crate::tosca::equivalence::differ;
use crate::tosca::scope::Scope;

pub static RULE: Rule = Rule {
    code: "tosca/type/duplicate-type",
    severity: Severity::Error,
    title: "conflicting definitions of a type",
    doc: "The types of a file and of everything that it imports share one namespace, unless an import has a \
          `namespace_prefix`. Two types of the same kind and name must have the same definition (3.1); otherwise the \
          order of the imports decides which one is used.\n\nRename one of them, or import one of the files with a \
          prefix. Equal definitions are not reported, nor are types with different `version`s.",
    sources: &["T-3.1-08", "T-3.1-11"],
    bad: "\
# file: service.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
imports: [types.yaml]
node_types:
  example.App: {derived_from: tosca.nodes.Compute}
# file: types.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App: {derived_from: tosca.nodes.Root}
",
    good: "\
# file: service.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
imports: [{file: types.yaml, namespace_uri: 'http://example.com/types', namespace_prefix: types}]
node_types:
  example.App: {derived_from: tosca.nodes.Compute}
# file: types.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App: {derived_from: tosca.nodes.Root}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = std::rc::Rc::clone(&cx.facts);
    let scope = &facts.scope;
    for (kind, definition) in scope.own_types() {
        let mut others = scope.imported_unprefixed(kind, definition.name).into_iter();
        let other = others.find(|other| other.file != definition.file && differ(&definition, other));
        // Looking for the span takes time, since it compares the names of all types before.
        if let Some(other) = other
            && let Some(span) = cx.file.key_span(&definition.path())
        {
            let (name, file) = (other.name, other.file);
            let message = format!("`{name}` has another definition in the imported file `{file}`");
            report(cx, scope, span, message, &[other]);
        }
    }
    for (import, first, second) in scope.conflicts() {
        let Some(span) = cx.file.span_of(&import) else { continue };
        let (name, one, other) = (first.name, first.file, second.file);
        let message = format!("`{name}` has different definitions in `{one}` and `{other}`");
        report(cx, scope, span, message, &[first, second]);
    }
}

fn report(cx: &mut Check<'_>, scope: &Scope<'_>, span: Span, message: String, others: &[Definition<'_>]) {
    let mut finding = cx.report(span, message).help("rename one of them, or import it with `namespace_prefix`");
    for other in others {
        if let Some(span) = scope.source(other.file).and_then(|file| file.key_span(&other.path())) {
            finding = finding.related(other.file, span, "defined here");
        }
    }
}
