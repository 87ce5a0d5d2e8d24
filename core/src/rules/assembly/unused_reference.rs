//! A reference that nothing refers to.

use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};
use crate::symbol::Target;

pub static RULE: Rule = Rule {
    code: "assembly/unused-reference",
    severity: Severity::Info,
    title: "nothing uses a reference",
    doc: "No value and no relationship names the reference. It is searched all the same, and if it is not found, the \
          assembly does not come up.",
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
            let finding = cx.report(reference.name.span, format!("nothing uses `{}`", reference.name.text));
            finding.help("it is searched all the same: take it away if it is not needed");
        }
    }
}
