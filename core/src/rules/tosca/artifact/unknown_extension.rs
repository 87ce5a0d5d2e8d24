//! Artifacts in the short notation whose type does not follow from their extension.

use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::syntax::NodePath;
use crate::tosca::effective::named;
use crate::tosca::extensions::{Extensions, FileType};

pub static RULE: Rule = Rule {
    code: "tosca/artifact/unknown-extension",
    severity: Severity::Warning,
    title: "artifact of unknown type",
    doc: "In the short notation, the type of an artifact follows from the extension of its file, which artifact types list \
          under `file_ext` (3.5.7). If none has the extension, or several unrelated types do, the artifact is a \
          `tosca.artifacts.File`, which orchestrators only copy.",
    sources: &["T-3.5.7-02", "T-5.4-3"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server:
      type: tosca.nodes.Compute
      artifacts:
        config: https://example.org/server.conf
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server:
      type: tosca.nodes.Compute
      artifacts:
        config: {type: tosca.artifacts.File, file: https://example.org/server.conf}
",
    check,
};

/// The sections of entities with artifacts.
const HOLDERS: [&[&str]; 2] = [&["node_types"], &["topology_template", "node_templates"]];

fn check(cx: &mut Check<'_>) {
    let facts = Rc::clone(&cx.facts);
    let scope = &facts.scope;
    let root = cx.file.root.as_ref();
    let holders = HOLDERS.iter().filter_map(|path| root?.at(&NodePath::keys(path.iter().copied())));
    let artifacts = holders.flat_map(named).filter_map(|(_, holder)| holder.value.get("artifacts")).flat_map(named);
    let short: Vec<_> = artifacts
        .filter_map(|(_, entry)| Some((entry.value.as_text().filter(|_| !entry.value.is_null())?, entry.value.span)))
        .collect();
    // A type in a file that is not available can have the extension.
    if short.is_empty() || !scope.is_whole {
        return;
    }
    let extensions = Extensions::of(scope);
    for (file, span) in short {
        let message = match extensions.type_of(file) {
            FileType::Known(_) => continue,
            FileType::Unknown => format!("no artifact type has the extension of `{file}`, so it is a `tosca.artifacts.File`"),
            FileType::Ambiguous => {
                format!("several artifact types have the extension of `{file}`, so it is a `tosca.artifacts.File`")
            }
        };
        cx.report(span, message).help("state the type: `{type: tosca.artifacts.File, file: ...}`");
    }
}
