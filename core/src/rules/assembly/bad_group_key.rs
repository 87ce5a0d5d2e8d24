//! Keys of `items` that are unsuitable for instance names.

use crate::assembly::interpolation::Interpolation;
use crate::assembly::resolution::{map_entries, own_property};
use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/bad-group-key",
    severity: Severity::Warning,
    title: "unsuitable item key",
    doc: "With `items` from a map, each key becomes the last part of an instance name: `service__site__north`. Instance \
          names contain no spaces or periods, and `__` separates their parts.",
    sources: &["AD-ITEM-05"],
    bad: "\
name: assembly::a::1.0
properties:
  sites: {type: map, default: {far north: 192.0.2.1}}
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
  sites: {type: map, default: {far-north: 192.0.2.1}}
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
    let mut seen = Vec::new();
    for component in &assembly.composition {
        let Some(items) = &component.items else { continue };
        let interpolation = Interpolation::of(items, &cx.file.text);
        let Some(path) = interpolation.whole().filter(|path| path.segments.len() == 1) else { continue };
        let Some(place) = own_property(assembly, path.head()).map(|resolved| resolved.value()) else { continue };
        let is_list = place.literal.is_some_and(|literal| literal.as_sequence().is_some());
        if is_list && place.type_name != Some("map") || seen.contains(&path.head().to_owned()) {
            continue;
        }
        seen.push(path.head().to_owned());
        for (key, entry) in map_entries(place.literal) {
            let what = match key {
                key if key.contains(char::is_whitespace) => "a space",
                key if key.contains('.') => "a period",
                key if key.contains("__") => "`__`",
                _ => continue,
            };
            let finding =
                cx.report(entry.key.span, format!("item key `{key}` contains {what}, but becomes part of an instance \
                                                   name"));
            finding.help("use letters, digits, `-` and single `_`");
        }
    }
}
