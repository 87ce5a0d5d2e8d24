//! A group of instances made from a list.

use crate::assembly::interpolation::Interpolation;
use crate::assembly::model::Text;
use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/list-group",
    severity: Severity::Info,
    title: "the instances of a component are named by their place in a list",
    doc: "Each instance is called after the place of its entry: the second of `sites` is `site__2`. If an entry in front \
          of it is taken away, it gets another name, and is taken down and built again.\n\nThe keys of a `map` stay \
          what they are.",
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
            let finding = cx.report(node.span, "these instances are named by their place in a list");
            finding.help("with a map they keep their names when others come and go");
        }
    }
}
