//! `entry-schema` of properties without entries, or in a short form.

use serde_yaml::{Mapping, Value};

use crate::assembly::model;
use crate::diagnostic::{Safety, Severity};
use crate::rules::assembly::{Check, Rule};
use crate::syntax::Entry;

pub static RULE: Rule = Rule {
    code: "assembly/misplaced-entry-schema",
    severity: Severity::Warning,
    title: "misplaced `entry-schema`",
    doc: "`entry-schema` describes the entries of a `list` or `map`. For other types it has no effect.\n\nIn one place, \
          the specification uses the name of a type instead of a mapping. It is read as `{type: <name>}`.",
    sources: &["AD-TYPE-04"],
    bad: "name: assembly::a::1.0\nproperties:\n  load: {type: string, entry-schema: {type: float}}\ncomposition: {}\n",
    good: "name: assembly::a::1.0\nproperties:\n  load: {type: list, entry-schema: {type: float}}\ncomposition: {}\n",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(descriptor) = cx.descriptor() else { return };
    for property in descriptor.all_properties() {
        let Some(schema) = &property.entry_schema else { continue };
        let node = cx.file.root.as_ref().and_then(|root| root.at(&property.name.path));
        // Of several spellings, only one is read.
        let mut entries = node.map(|node| node.entries()).unwrap_or_default().iter();
        let is_read = |entry: &&Entry| {
            entry.key.as_text().is_some_and(|key| model::ENTRY_SCHEMA.contains(&key)) && entry.value.span == schema.span
        };
        let Some(Entry { key, .. }) = entries.find(is_read) else { continue };
        let type_name = property.type_name.as_ref().map(|type_name| type_name.value.as_str());
        let type_name = type_name.filter(|type_name| !matches!(*type_name, "list" | "map"));
        if let Some(type_name) = type_name {
            let finding = cx.report(key.span, format!("a property of type `{type_name}` has no entries"));
            finding.help("only lists and maps have an `entry-schema`");
        } else if let Some(bare) = schema.as_text().filter(|_| !schema.is_null()) {
            let path = property.name.path.key(key.as_text().unwrap_or_default());
            let value = Mapping::from_iter([(Value::from("type"), Value::from(bare))]);
            let finding = cx.report(schema.span, format!("type name `{bare}` used as an entry schema"));
            let finding = finding.severity(Severity::Info).help(format!("use `{{type: {bare}}}`"));
            finding.fix_by(format!("Replace with `{{type: {bare}}}`"), Safety::Safe, |draft| {
                draft.replace(&path, &value.into())
            });
        }
    }
}
