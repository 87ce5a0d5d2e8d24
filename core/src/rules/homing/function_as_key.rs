//! Function in place of a key.

use crate::diagnostic::Severity;
use crate::homing::view::is_read;
use crate::rules::homing::{Check, Rule};
use crate::syntax::Node;

pub static RULE: Rule = Rule {
    code: "homing/function-as-key",
    severity: Severity::Error,
    title: "function in place of a key",
    doc: "A function can take the place of any value, but not of a key: solvers cannot read such a mapping.",
    sources: &["HAS-19"],
    bad: "\
homing_template_version: 2017-10-10
parameters: {attribute: status}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud, attributes: {{get_param: attribute}: Active}}
",
    good: "\
homing_template_version: 2017-10-10
parameters: {status: Active}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud, attributes: {status: {get_param: status}}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view() else { return };
    let mut found = Vec::new();
    collect(view.template, &mut found);
    for key in found {
        let name = key.entries().first().and_then(|entry| entry.key.as_text()).unwrap_or_default();
        cx.report(key.span, format!("`{name}` cannot be a key")).help("write the key itself");
    }
}

/// The functions in place of keys, also in the values of such keys.
fn collect<'a>(node: &'a Node, found: &mut Vec<&'a Node>) {
    for entry in node.entries() {
        found.extend(Some(&entry.key).filter(|key| is_read(key)));
        collect(&entry.key, found);
        collect(&entry.value, found);
    }
    node.items().iter().for_each(|item| collect(item, found));
}
