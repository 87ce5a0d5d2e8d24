//! Unused data types.

use crate::assembly::context;
use crate::diagnostic::{Safety, Severity};
use crate::rules::assembly::{Check, Rule};
use crate::symbol::Target;

pub static RULE: Rule = Rule {
    code: "assembly/unused-data-type",
    severity: Severity::Info,
    title: "unused data type",
    doc: "Data types are visible only in their own descriptor. If no property, entry, member or other data type there \
          uses one, it can be removed.",
    sources: &["AD-DT-08"],
    bad: "name: assembly::a::1.0\nproperties: {}\ncomposition: {}\ndata-types:\n  town: {properties: {}}\n",
    good: "\
name: assembly::a::1.0
properties:
  home: {type: town}
composition: {}
data-types:
  town: {properties: {}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(descriptor) = cx.descriptor() else { return };
    for data_type in &descriptor.data_types {
        let name = &data_type.name;
        let used = cx.mentions.iter().any(|mention| {
            let typed = matches!(mention.context, context::PROPERTY_TYPE | context::DERIVED_FROM);
            let here = matches!(&mention.target, Target::Found { path, .. } if *path == name.path);
            typed && here && !mention.path.starts_with(&name.path)
        });
        if !used {
            let finding = cx.report(name.span, format!("unused data type `{}`", name.text));
            finding.fix_by(format!("Remove `{}`", name.text), Safety::Unsafe, |draft| draft.remove(&name.path));
        }
    }
}
