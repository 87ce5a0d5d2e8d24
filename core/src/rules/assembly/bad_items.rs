//! `items` that are not a list or map property.

use crate::assembly::interpolation::Interpolation;
use crate::assembly::resolution::own_property;
use crate::assembly::model::Descriptor;
use crate::diagnostic::{Safety, Severity};
use crate::edit::TextEdit;
use crate::rules::assembly::{Check, Rule};
use crate::syntax::Node;

pub static RULE: Rule = Rule {
    code: "assembly/bad-items",
    severity: Severity::Error,
    title: "invalid `items`",
    doc: "A component with `items` has one instance per entry of a list or map, which must be a property of the \
          assembly: `items: ${sites}`. Paths into a property, such as `${sites.north}`, are undocumented.",
    sources: &["AD-ITEM-01", "AD-ITEM-02"],
    bad: "\
name: assembly::a::1.0
properties:
  sites: {type: integer, default: 3}
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
        if node.as_scalar().is_some() && !node.is_null() {
            items(cx, assembly, node);
        }
    }
}

fn items(cx: &mut Check<'_>, assembly: &Descriptor, node: &Node) {
    let interpolation = Interpolation::of(node, &cx.file.text);
    if !interpolation.errors.is_empty() && interpolation.references().next().is_none() {
        return; // Malformed references are reported by `assembly/malformed-reference`.
    }
    let Some(path) = interpolation.whole() else {
        let finding = cx.report(node.span, "`items` must be a single reference to a property");
        let name = node.as_text().unwrap_or("").trim();
        match assembly.property(name) {
            Some(_) => {
                let reference = format!("${{{name}}}");
                let edit = TextEdit::replace(node.span, format!("'{reference}'"));
                finding.help(format!("use `{reference}`")).fix("Convert to a reference", Safety::Unsafe, edit)
            }
            None => finding.help("use `${property}`"),
        };
        return;
    };
    let Some(resolved) = own_property(assembly, path.head()).filter(|_| assembly.part(path.head()).is_none()) else {
        if assembly.part(path.head()).is_some() {
            cx.report(node.span, "`items` must refer to a property of the assembly, not of a component")
                .help("use `${property}`");
        }
        return;
    };
    if path.segments.len() > 1 {
        let finding = cx.report(node.span, "paths into a property are undocumented for `items`");
        finding.severity(Severity::Warning).help("refer to the property itself");
        return;
    }
    let place = resolved.value();
    let literal = place.literal.filter(|literal| literal.as_scalar().is_none());
    match (place.type_name, literal) {
        (Some("list" | "map"), _) | (None, None) => {}
        (None, Some(_)) => {
            let finding = cx.report(node.span, format!("property `{}` has no type", path.head()));
            finding.severity(Severity::Warning).help("declare it as a `list` or a `map`");
        }
        (Some(scalar), _) if place.is_scalar() => {
            cx.report(node.span, format!("`{}` has type `{scalar}`, expected `list` or `map`", path.head()))
                .help("refer to a property of type `list` or `map`");
        }
        (Some(_), _) => {}
    }
}
