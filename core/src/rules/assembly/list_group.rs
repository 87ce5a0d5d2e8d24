//! Instances created from a list.

use crate::assembly::interpolation::Interpolation;
use crate::assembly::model::Text;
use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/list-group",
    severity: Severity::Info,
    title: "instances named by list position",
    doc: "Instances are named after the position of their entry: the second of `sites` is `site__2`. When an earlier \
          entry is removed, later instances get another name, so they are removed and created again.\n\nThe keys of a \
          `map` are stable.",
    sources: &["AD-ITEM-04"],
    bad: "\
name: assembly::a::1.0
properties:
  sites: {type: list, default: [192.0.2.1]}
composition:
  site:
    type: assembly::site::1.0
    items: ${sites}
    properties: {}
# file: site.yaml
name: assembly::site::1.0
properties: {}
composition: {}
",
    good: "\
name: assembly::a::1.0
properties:
  sites: {type: map, default: {north: 192.0.2.1}}
composition:
  site:
    type: assembly::site::1.0
    items: ${sites}
    properties: {}
# file: site.yaml
name: assembly::site::1.0
properties: {}
composition: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(assembly) = cx.assembly() else { return };
    for node in assembly.composition.iter().filter_map(|component| component.items.as_ref()) {
        let interpolation = Interpolation::of(node, &cx.file.text);
        let property = interpolation.whole().and_then(|path| assembly.property(path.head()));
        let list = |text: &Text| text.value == "list";
        if property.is_some_and(|property| property.type_name.as_ref().is_some_and(list)) {
            let finding = cx.report(node.span, "instances are named by their position in a list");
            finding.help("with a map, their names do not depend on other entries");
        }
    }
}
