//! References to undefined data types.

use crate::assembly::context;
use crate::assembly::schema::PROPERTY_TYPES;
use crate::diagnostic::{Safety, Severity};
use crate::edit::TextEdit;
use crate::rules::assembly::{Check, Rule};
use crate::settings::Profile;
use crate::similarity::loosely_equal;
use crate::symbol::{Mention, Target};
use crate::workspace::SourceFile;

pub static RULE: Rule = Rule {
    code: "assembly/no-such-type",
    severity: Severity::Error,
    title: "unknown data type",
    doc: "The type of a property is built in (`string`, `boolean`, `integer`, `float`, `timestamp`, `map`, `list`, \
          `key`, `certificate`) or declared under `data-types` of the same descriptor. Data types can derive from \
          other declared types.\n\nIn the TNC-O profile types are not used, and an unknown one is a warning.",
    sources: &["AD-PROP-08", "AD-TYPE-04", "AD-DT-02", "AD-DT-05"],
    bad: "name: assembly::a::1.0\nproperties:\n  address: {type: stirng}\ncomposition: {}\n",
    good: "name: assembly::a::1.0\nproperties:\n  address: {type: string}\ncomposition: {}\n",
    check,
};

/// Common names of types in other languages, in lower case, with the matching built-in type.
const ELSEWHERE: [(&[&str], &[&str]); 8] = [
    (&["str", "text", "char", "uuid", "password", "secret"], &["string"]),
    (&["bool", "flag"], &["boolean"]),
    (&["int", "long", "short", "int32", "int64", "uint", "counter"], &["integer"]),
    (&["double", "real", "decimal", "float32", "float64"], &["float"]),
    (&["number", "num", "numeric"], &["integer", "float"]),
    (&["date", "datetime", "time"], &["timestamp"]),
    (&["array", "set", "sequence", "vector", "tuple"], &["list"]),
    (&["dict", "dictionary", "hash", "object", "mapping", "json", "struct"], &["map"]),
];

fn check(cx: &mut Check<'_>) {
    let Some(descriptor) = cx.descriptor() else { return };
    let resource = cx.resource().is_some();
    let own: Vec<&str> = descriptor.data_types.iter().map(|data_type| data_type.name.text.as_str()).collect();
    for mention in cx.mentions {
        // References in place of a type are reported by another rule.
        if !matches!(mention.target, Target::Missing { .. }) || mention.name.contains("${") {
            continue;
        }
        let (built_in, otherwise) = match mention.context {
            // TNC-O uses it for the identity of a key in the resource manager.
            context::PROPERTY_TYPE if resource && mention.name == "resourceKeyId" => continue,
            context::PROPERTY_TYPE => (PROPERTY_TYPES, "use a built-in type, or declare it under `data-types`"),
            context::DERIVED_FROM => (&[][..], "declare it under `data-types`; built-in types cannot be extended"),
            _ => continue,
        };
        let lenient = cx.settings.profile == Profile::Tnco && mention.context == context::PROPERTY_TYPE;
        let severity = if lenient { Severity::Warning } else { Severity::Error };
        let file = cx.file;
        let finding = cx.report(mention.span, format!("unknown data type `{}`", mention.name));
        let finding = finding.severity(severity);
        if !built_in.is_empty() && loosely_equal(&mention.name, "read-only") {
            let finding = finding.help("did you mean `read-only: true`?");
            if let Some(edit) = read_only(file, mention) {
                finding.fix("Replace with `read-only: true`", Safety::Unsafe, edit);
            }
            continue;
        }
        let names = built_in.iter().copied().chain(own.iter().copied());
        let elsewhere = mention.name.to_ascii_lowercase();
        let meant = ELSEWHERE.iter().filter(|_| !built_in.is_empty()).find(|(names, _)| names.contains(&&*elsewhere));
        match meant.filter(|_| !names.clone().any(|name| loosely_equal(&mention.name, name))) {
            Some((_, meant)) => {
                let listed = meant.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" or ");
                let finding = finding.help(format!("did you mean {listed}?"));
                meant.iter().fold(finding, |finding, name| finding.replace_name(&mention.name, name));
            }
            None => drop(finding.suggest(&mention.name, names, otherwise)),
        }
    }
}

/// Replaces a type that is meant as an attribute; `None` if the property has that already.
fn read_only(file: &SourceFile, mention: &Mention) -> Option<TextEdit> {
    let property = file.root.as_ref()?.at(&mention.path)?;
    let entry = property.entry("type").filter(|entry| entry.value.span == mention.span)?;
    let is_alone = !["read-only", "readOnly", "read_only"].iter().any(|name| property.entry(name).is_some());
    is_alone.then(|| TextEdit::replace(entry.key.span.cover(mention.span), "read-only: true"))
}
