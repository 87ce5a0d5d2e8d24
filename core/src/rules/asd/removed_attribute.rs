//! Removed attribute.

use crate::asd::removed::{self, Successor};
use crate::diagnostic::{Safety, Severity};
use crate::rules::asd::{Check, Rule};
use crate::sorted_map::SortedSet;
use crate::syntax::Step;
use crate::syntax::plain;

pub static RULE: Rule = Rule {
    code: "asd/removed-attribute",
    severity: Severity::Warning,
    title: "removed attribute",
    doc: "Earlier versions of the data model had attributes that the final version lacks. Orchestrators ignore \
          them. Most have a successor, which the fix writes with the value.",
    sources: &["ASD-03"],
    bad: "\
asdId: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8
asdVersion: \"1.0\"
asdSchemaVersion: \"2.0\"
asdProvider: Example
asdApplicationName: shop
asdApplicationVersion: \"1.0\"
asdExtCpd:
  - id: web
    description: Customers
    virtualLinkRequirement: EndUser
    networkInterfaceRealizationRequirements:
      switchPlane: left
enhancedClusterCapabilities:
  minKernelVersion: 5.15.0
  requiredPlugin: [{requiredPluginName: multus}]
deploymentItems:
  - deploymentItemId: front
    artifactType: helm_chart
    artifactId: charts/front-1.0.tgz
",
    good: "\
asdId: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8
asdVersion: \"1.0\"
asdSchemaVersion: \"2.0\"
asdProvider: Example
asdApplicationName: shop
asdApplicationVersion: \"1.0\"
asdExtCpd:
  - id: web
    description: Customers
    virtualLinkRequirement: EndUser
    networkInterfaceRealizationRequirements:
      ipam: userManaged
enhancedClusterCapabilities:
  minKernelVersion: 5.15.0
  requiredPlugin: [{requiredPluginName: multus}]
deploymentItems:
  - deploymentItemId: front
    artifactType: helm_chart
    artifactId: charts/front-1.0.tgz
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let file = cx.file;
    let Some(root) = &file.root else { return };
    // Of several attributes with the same successor, only one can become it.
    let mut successors = SortedSet::new();
    for found in removed::find(file) {
        let removed::Removed { key, path, successor } = found;
        let message = format!("removed attribute `{key}`");
        let Some(entry) = root.entry_at(&path) else { continue };
        let parent = path.parent().unwrap_or_default();
        let finding = cx.report(entry.key.span, message);
        let mut is_free = |name: &'static str| {
            root.at(&parent).is_some_and(|node| node.entry(name).is_none()) && successors.insert((parent.clone(), name))
        };
        match successor {
            Successor::Renamed(name) => {
                let finding = finding.help(format!("`{key}` is now `{name}`"));
                if is_free(name) {
                    finding.fix_by(format!("Rename to `{name}`"), Safety::Unsafe, |draft| draft.rename_key(&path, name));
                }
            }
            Successor::Replaced(name, value) => {
                let finding = finding.help(format!("write `{name}` instead"));
                if let Some(value) = value.filter(|_| is_free(name)) {
                    let shown = value.as_str().map_or_else(|| format!("`{name}`"), |text| format!("`{name}: {text}`"));
                    finding.fix_by(format!("Replace with {shown}"), Safety::Unsafe, |draft| {
                        draft.rename_key(&path, name)?;
                        draft.replace(&parent.key(name), &value)
                    });
                }
            }
            Successor::Rewritten(name, values) => {
                let help = format!("`{key}` is now `{name}`: list {values}");
                finding.help(help);
            }
            Successor::None(help) => {
                let finding = finding.help(help);
                let is_only = root.at(&parent).is_some_and(|node| node.entries().len() == 1);
                let is_item = matches!(parent.split_last(), Some((_, Step::Index(_))));
                let is_null = plain::value(&entry.value).is_null();
                if !(is_only && is_item) || is_null {
                    finding.fix_by("Remove the attribute", Safety::Unsafe, |draft| draft.remove(&path));
                }
            }
        }
    }
}
