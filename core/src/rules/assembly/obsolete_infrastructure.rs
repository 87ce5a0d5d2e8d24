//! Templates under `infrastructure`, where they are no longer read.

use serde_yaml::Mapping;

use crate::diagnostic::{Safety, Severity};
use crate::rules::assembly::{Check, Rule};
use crate::syntax::{Node, NodePath};

pub static RULE: Rule = Rule {
    code: "assembly/obsolete-infrastructure",
    severity: Severity::Warning,
    title: "an infrastructure holds what is no longer read there",
    doc: "`infrastructure` only lists the types that the resource can be deployed on: `Openstack: {}`. Templates and \
          discovery belong to the drivers of `Create` and of the queries.",
    sources: &["RD-05"],
    bad: "\
name: resource::r::1.0
infrastructure:
  Openstack:
    template: {file: heat.yaml}
lifecycle: {Create: {}}
",
    good: "name: resource::r::1.0\ninfrastructure:\n  Openstack: {}\nlifecycle: {Create: {}}\n",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(root) = cx.file.root.as_ref().filter(|_| cx.resource().is_some()) else { return };
    for entry in root.get("infrastructure").map(Node::entries).unwrap_or_default() {
        let Some(name) = entry.key.as_text() else { continue };
        let empty = entry.value.is_null() || entry.value.as_mapping().is_some_and(|mapping| mapping.entries.is_empty());
        if !empty {
            let path = NodePath::keys(["infrastructure", name]);
            let finding = cx.report(entry.key.span, format!("what `{name}` holds is no longer read"));
            let finding = finding.help("give templates to the driver of `Create`");
            finding.fix_by("Empty it", Safety::Unsafe, |draft| draft.replace(&path, &Mapping::new().into()));
        }
    }
}
