//! File missing from the request.

use crate::diagnostic::Severity;
use crate::homing::view::call;
use crate::rules::homing::{Check, Rule};
use crate::syntax::Node;

pub static RULE: Rule = Rule {
    code: "homing/missing-file",
    severity: Severity::Warning,
    title: "file missing from the request",
    doc: "`get_file` reads a file that is sent with the template: the plan request lists it under `files`, with the \
          path or address as the key. Relative paths are sent as `file:///absolute/path`.",
    sources: &["HAS-22"],
    bad: "\
name: plan
files: {}
template:
  homing_template_version: 2017-10-10
  locations:
    home: {clli_code: {get_file: code.txt}}
  demands:
    gateway:
      - {inventory_provider: aai, inventory_type: cloud}
",
    good: "\
name: plan
files: {code.txt: DLLSTX55}
template:
  homing_template_version: 2017-10-10
  locations:
    home: {clli_code: {get_file: code.txt}}
  demands:
    gateway:
      - {inventory_provider: aai, inventory_type: cloud}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view() else { return };
    if view.base.is_root() {
        return;
    }
    let files: Vec<&str> = view.root.get("files").map_or(&[][..], Node::entries).iter().filter_map(|entry| entry.key.as_text()).collect();
    for (_, node) in view.calls("get_file") {
        let Some((_, argument)) = call(node) else { continue };
        let [argument] = argument.items_or_self() else { continue };
        let Some(name) = argument.as_text() else { continue };
        // Clients replace a relative path with the address of the file.
        let is_sent = |file: &&str| **file == *name || file.starts_with("file://") && file.ends_with(&format!("/{}", name.trim_start_matches("./")));
        if !files.iter().any(is_sent) {
            cx.report(argument.span, format!("file `{name}` is missing from the request")).help("add the file under `files`");
        }
    }
}
