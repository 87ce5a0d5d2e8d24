//! Defaults of lists and maps inside their `entry-schema`.

use crate::assembly::model;
use crate::diagnostic::{Safety, Severity};
use crate::rules::assembly::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/nested-default",
    severity: Severity::Info,
    title: "default inside `entry-schema`",
    doc: "Some examples of the specification put the default of a list or map inside its `entry-schema`, where it \
          looks like the default of an entry. It is used as the default of the property if the property has none. Put \
          it next to `type` instead.",
    sources: &["AD-TYPE-06"],
    bad: "\
name: assembly::a::1.0
properties:
  servers:
    type: list
    entry-schema:
      type: string
      default: [192.0.2.1]
composition: {}
",
    good: "\
name: assembly::a::1.0
properties:
  servers:
    type: list
    default: [192.0.2.1]
    entry-schema:
      type: string
composition: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(descriptor) = cx.descriptor() else { return };
    for property in descriptor.all_properties().filter(|property| property.entry_schema.is_some()) {
        let path = &property.name.path;
        let Some(node) = cx.file.root.as_ref().and_then(|root| root.at(path)) else { continue };
        let Some(schema) = model::ENTRY_SCHEMA.iter().find_map(|key| node.entry(key)) else { continue };
        let Some(default) = schema.value.entry("default") else { continue };
        let key = schema.key.as_text().unwrap_or_default();
        let own = node.get("default").is_some();
        let message = if own { "this default has no effect" } else { "this is used as the default of the property" };
        let finding = cx.report(default.key.span, message.to_owned());
        if own {
            finding.help(format!("`{}` has its own default", property.name.text));
            continue;
        }
        finding.help("move it next to `type`").fix_by("Move next to `type`", Safety::Unsafe, |draft| {
            draft.move_into(&path.key(key).key("default"), path)
        });
    }
}
