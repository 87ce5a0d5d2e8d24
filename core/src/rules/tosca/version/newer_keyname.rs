//! Keynames of newer versions.

use crate::diagnostic::{Safety, Severity};
use crate::edit::TextEdit;
use crate::rules::described;
use crate::rules::tosca::{Check, Rule};
use crate::schema::ViolationKind;
use crate::tosca::version::{self, KEY, Version};

pub static RULE: Rule = Rule {
    code: "tosca/version/newer-keyname",
    severity: Severity::Warning,
    title: "keyname of a newer version",
    doc: "The keyname was introduced by a newer version of TOSCA than the one that the file states. It is \
          read, but an orchestrator of the stated version does not know it.\n\nState the newer version, or use \
          the older notation.",
    sources: &["T-3.5.16-07", "T-3.7.1-05", "T-3.7.12-06", "T-7.3-13"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    n:
      type: tosca.nodes.Root
      interfaces:
        Standard:
          operations:
            create: {description: Creates it}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    n:
      type: tosca.nodes.Root
      interfaces:
        Standard:
          create: {description: Creates it}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let file = cx.file;
    let stated = version::of(file);
    let name = file.root.as_ref().and_then(|root| root.get(KEY));
    for violation in file.violations() {
        let ViolationKind::NewerKey { record, key, since } = &violation.kind else { continue };
        let Some(needed) = Version::numbered(since).filter(|needed| *needed > stated) else { continue };
        let parent = violation.path.parent().unwrap_or_default();
        let place = described(record, &parent);
        let message = format!("`{key}` in {place} is a keyname of TOSCA {since}, not of {}", stated.number());
        let mut finding = cx.report(violation.span, message).help(format!("state `{}`", needed.name()));
        if *key == "operations" {
            finding = finding.fix_by("Move the operations out of `operations`", Safety::Unsafe, |draft| {
                draft.move_members(&violation.path, &parent)
            });
        }
        if let Some(name) = name.filter(|name| version::named(name.as_text().unwrap_or_default()).is_some()) {
            let edit = TextEdit::replace(name.span, needed.name());
            finding.fix(format!("State `{}`", needed.name()), Safety::Unsafe, edit);
        }
    }
}
