//! Obsolete content of `infrastructure`.

use serde_yaml::Mapping;

use crate::diagnostic::{Safety, Severity};
use crate::rules::assembly::{Check, Rule};
use crate::syntax::{Node, NodePath};

pub static RULE: Rule = Rule {
    code: "assembly/obsolete-infrastructure",
    severity: Severity::Warning,
    title: "obsolete content of `infrastructure`",
    doc: "`infrastructure` only lists the infrastructure types that the resource supports: `Openstack: {}`. Templates \
          and discovery belong to the drivers of `Create` and of queries.",
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
            let finding = cx.report(entry.key.span, format!("the content of `{name}` is no longer used"));
            let finding = finding.help("move templates to the driver of `Create`");
            finding.fix_by("Remove the content", Safety::Unsafe, |draft| draft.replace(&path, &Mapping::new().into()));
        }
    }
}
