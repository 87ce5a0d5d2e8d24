//! The default of a list or map that stands inside its `entry-schema`.

use crate::assembly::model;
use crate::diagnostic::{Safety, Severity};
use crate::rules::assembly::{Check, Rule};
use crate::syntax::plain;

pub static RULE: Rule = Rule {
    code: "assembly/nested-default",
    severity: Severity::Info,
    title: "the default of a collection stands inside its `entry-schema`",
    doc: "Some examples of the specification write the default of a list or map into its `entry-schema`, where one would \
          look for the default of an entry. It is read as the default of the property if that has none of its own; \
          written beside `type` it says so.",
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
        let message = if own { "this default has no effect" } else { "this is read as the default of the property" };
        let finding = cx.report(default.key.span, message.to_owned());
        if own {
            finding.help(format!("`{}` has a default of its own", property.name.text));
            continue;
        }
        let value = plain::value(&default.value);
        finding.help("write it beside `type`").fix_by("Move it beside `type`", Safety::Unsafe, |draft| {
            draft.remove(&path.key(key).key("default"))?;
            draft.set(&path.key("default"), &value)
        });
    }
}
