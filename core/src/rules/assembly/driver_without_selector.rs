//! Drivers without infrastructure types.

use serde_yaml::{Mapping, Value};

use crate::diagnostic::{Safety, Severity};
use crate::rules::assembly::{Check, Rule};
use crate::similarity::closest;
use crate::syntax::{Node, NodePath, plain};

pub static RULE: Rule = Rule {
    code: "assembly/driver-without-selector",
    severity: Severity::Warning,
    title: "driver without infrastructure types",
    doc: "A driver has a `selector` with the list of infrastructure types that it supports; `['*']` means all. Old \
          descriptors have `infrastructure-type` outside of `selector`, which the vendor's tools correct when they \
          package the resource.",
    sources: &["RD-04"],
    bad: "\
name: resource::r::1.0
lifecycle: {Create: {}}
default-driver:
  ansible:
    infrastructure-type: ['*']
",
    good: "\
name: resource::r::1.0
lifecycle: {Create: {}}
default-driver:
  ansible:
    selector:
      infrastructure-type: ['*']
",
    check,
};

const KEY: &str = "infrastructure-type";

fn check(cx: &mut Check<'_>) {
    let Some(root) = cx.file.root.as_ref().filter(|_| cx.resource().is_some()) else { return };
    drivers(cx, root, &NodePath::root(), "default-driver");
    for section in ["lifecycle", "operations"] {
        for entry in root.get(section).map(Node::entries).unwrap_or_default() {
            if let Some(name) = entry.key.as_text() {
                drivers(cx, &entry.value, &NodePath::keys([section, name]), "drivers");
            }
        }
    }
    if let Some(queries) = root.get("queries") {
        drivers(cx, queries, &NodePath::keys(["queries"]), "drivers");
    }
}

fn drivers(cx: &mut Check<'_>, owner: &Node, path: &NodePath, key: &str) {
    let path = path.key(key);
    for entry in owner.get(key).map(Node::entries).unwrap_or_default() {
        let Some(name) = entry.key.as_text() else { continue };
        if entry
            .value
            .get("selector")
            .is_some_and(|selector| selector.get(KEY).is_some_and(|types| types.as_sequence().is_some()))
        {
            continue;
        }
        // The schema of drivers has reported other keys already, except for those in `default-driver`.
        let selector = entry.value.get("selector");
        let (holder, wanted) = match selector {
            Some(selector) => (Some(selector), KEY),
            None => (Some(&entry.value).filter(|_| key == "default-driver"), "selector"),
        };
        let typo = holder.map_or(&[][..], Node::entries).iter().find_map(|other| {
            let key = other.key.as_text()?;
            closest(key, [wanted]).map(|_| (key, other.key.span))
        });
        if let Some((typo, span)) = typo {
            let finding = cx.report(span, format!("driver `{name}` has `{typo}` instead of `{wanted}`"));
            finding.suggest(typo, [wanted], "");
            continue;
        }
        let path = path.key(name);
        let bare = entry.value.entry(KEY);
        let span = bare.map_or(entry.key.span, |bare| bare.key.span);
        let finding = cx.report(span, format!("driver `{name}` has no `selector` with a list of infrastructure types"));
        let finding = finding.help("add `selector: {infrastructure-type: ['*']}` for all infrastructures");
        let types = bare.map(|bare| plain::value(&bare.value)).filter(Value::is_sequence);
        if let Some(types) = types.filter(|_| entry.value.get("selector").is_none()) {
            finding.fix_by("Move into `selector`", Safety::Unsafe, |draft| {
                draft.remove(&path.key(KEY))?;
                draft.set(&path.key("selector"), &Mapping::from_iter([(Value::from(KEY), types)]).into())
            });
        }
    }
}
