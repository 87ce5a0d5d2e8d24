//! Invalid quantities.

use crate::assembly::interpolation::Interpolation;
use crate::assembly::resolution::resolve_reference;
use crate::assembly::model::{Component, Descriptor, whole_number};
use crate::assembly::values::Scope;
use crate::diagnostic::{Safety, Severity};
use crate::rules::assembly::{Check, Rule};
use crate::syntax::{Node, Style};

pub static RULE: Rule = Rule {
    code: "assembly/bad-quantity",
    severity: Severity::Error,
    title: "invalid `quantity`",
    doc: "`quantity` is an integer of at least 1, or a single `${property}` with such a value. Digits in quotes are \
          read as a number. With 0, no instances are created, which is a warning.",
    sources: &["AD-QTY-01", "AD-QTY-03"],
    bad: "\
name: assembly::a::1.0
properties: {}
composition:
  web:
    type: assembly::web::1.0
    quantity: -2
    properties: {}
# file: web.yaml
name: assembly::web::1.0
properties: {}
composition: {}
",
    good: "\
name: assembly::a::1.0
properties: {}
composition:
  web:
    type: assembly::web::1.0
    quantity: 2
    properties: {}
# file: web.yaml
name: assembly::web::1.0
properties: {}
composition: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(assembly) = cx.assembly() else { return };
    for component in &assembly.composition {
        if let Some(node) = &component.quantity {
            quantity(cx, assembly, component, node);
        }
    }
}

fn quantity(cx: &mut Check<'_>, assembly: &Descriptor, component: &Component, node: &Node) {
    match whole_number(node) {
        Some(number) if number < 0 => {
            cx.report(node.span, "`quantity` must not be negative").help("use a number of at least 1");
        }
        Some(0) => {
            let finding = cx.report(node.span, format!("a `quantity` of 0 creates no `{}`", component.name.text));
            finding.severity(Severity::Warning).help("use a number of at least 1");
        }
        Some(number) => {
            if node.as_scalar().is_some_and(|scalar| scalar.style != Style::Plain) {
                let finding = cx.report(node.span, "quoted number").severity(Severity::Info);
                finding.help("the quotes are ignored").replace_with(&number.to_string(), Safety::Safe);
            }
        }
        None => reference(cx, assembly, node),
    }
}

fn reference(cx: &mut Check<'_>, assembly: &Descriptor, node: &Node) {
    // Other text is reported by `schema/wrong-shape`.
    let interpolation = Interpolation::of(node, &cx.file.text);
    if interpolation.references().next().is_none() {
        return;
    }
    let Some(path) = interpolation.whole() else {
        let finding = cx.report(node.span, "`quantity` cannot mix text and references");
        finding.help("use a number or a single `${property}`");
        return;
    };
    let Some(resolved) = resolve_reference(cx.workspace, cx.catalog, assembly, Scope::Root, path) else { return };
    let Ok(place) = resolved.value().follow(path.segments.get(resolved.length..).unwrap_or_default()) else { return };
    if let Some(what) = place.not_a_number() {
        let finding = cx.report(node.span, format!("`quantity` must be an integer, not {what}"));
        finding.severity(Severity::Warning).help("refer to a property of type `integer`");
    }
}
