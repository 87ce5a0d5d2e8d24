//! Unused references.

use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};
use crate::symbol::Target;

pub static RULE: Rule = Rule {
    code: "assembly/unused-reference",
    severity: Severity::Info,
    title: "unused reference",
    doc: "No value or relationship uses the reference. It is resolved nevertheless, and if it is not found, the \
          assembly does not start.",
    sources: &["AD-RFS-09"],
    bad: "\
name: assembly::a::1.0
properties: {}
composition: {}
references:
  network:
    type: assembly::network::1.0
    properties:
      name: {value: video}
# file: network.yaml
name: assembly::network::1.0
properties: {}
composition: {}
",
    good: "\
name: assembly::a::1.0
properties:
  network: {read-only: true, value: '${video-network.id}'}
composition: {}
references:
  video-network:
    type: assembly::network::1.0
    properties:
      name: {value: video}
# file: network.yaml
name: assembly::network::1.0
properties: {}
composition: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(assembly) = cx.assembly() else { return };
    for reference in &assembly.references {
        let used = cx.mentions.iter().any(|mention| {
            matches!(&mention.target, Target::Found { file, path } if *file == cx.file.path && *path == reference.name.path)
        });
        if !used {
            let finding = cx.report(reference.name.span, format!("unused reference `{}`", reference.name.text));
            finding.help("it is still resolved: remove it if it is not needed");
        }
    }
}
