//! Literal values that do not fit the type of their property.

use smol_str::SmolStr;

use crate::sorted_map::SortedMap;
use crate::sorting::gather;
use crate::assembly::context;
use crate::assembly::literal::{DeclaredType, Misfit, MisfitKind, misfits};
use crate::diagnostic::{Safety, Severity};
use crate::rules::assembly::{Check, Rule};
use crate::settings::Profile;
use crate::symbol::Target;
use crate::syntax::NodePath;

pub static RULE: Rule = Rule {
    code: "assembly/mismatched-value",
    severity: Severity::Error,
    title: "value does not fit the type",
    doc: "Values and defaults must fit the declared type: digits for an `integer`, a number for a `float`, `true` or \
          `false` for a `boolean`, an ISO 8601 date and time with a time zone for a `timestamp`, a sequence for a \
          `list`, a mapping for a `map` or data type. Strings are accepted for any scalar type they can be converted \
          to, and any scalar is accepted for a `string`.\n\nEntries of lists, maps and data types are checked against \
          their own type and reported as warnings. In the TNC-O profile all values are strings, and nothing is \
          reported.",
    sources: &["AD-TYPE-01", "AD-TYPE-02", "AD-TYPE-03", "AD-TYPE-07", "AD-DT-07"],
    bad: "name: assembly::a::1.0\nproperties:\n  size: {type: integer, value: two}\ncomposition: {}\n",
    good: "name: assembly::a::1.0\nproperties:\n  size: {type: integer, value: 2}\ncomposition: {}\n",
    check,
};

fn check(cx: &mut Check<'_>) {
    if cx.settings.profile == Profile::Tnco {
        return;
    }
    for (misfit, name) in all(cx) {
        let Some(message) = message(cx, &misfit, &name) else { continue };
        let finding = cx.report(misfit.span, message).severity(severity(&misfit));
        match misfit.kind {
            MisfitKind::Truth(truth) => {
                finding.help("YAML 1.2 parsers read it as a string").replace_with(&truth.to_string(), Safety::Unsafe);
            }
            MisfitKind::Json => drop(finding.help("write it as YAML")),
            MisfitKind::UnknownMember { data_type, member, open } => {
                let names = open.iter().map(SmolStr::as_str);
                finding.suggest(&member, names, &format!("declare it in `{data_type}`"));
            }
            MisfitKind::MissingMember { member, .. } => drop(finding.help(format!("add `{member}`"))),
            MisfitKind::Scalar { .. } | MisfitKind::Form { .. } | MisfitKind::Pairs => {}
        }
    }
}

/// The literal values in the file that do not fit, with the names of their properties.
pub fn all(cx: &Check<'_>) -> Vec<(Misfit, String)> {
    let Some(descriptor) = cx.descriptor() else { return Vec::new() };
    let keys = cx.mentions.iter().filter(|mention| mention.context == context::PROPERTY_KEY);
    let keys: SortedMap<&NodePath, &Target> = gather(keys.map(|mention| (&mention.path, &mention.target)));
    let mut found = Vec::new();
    for property in descriptor.all_properties() {
        let declaration = keys.get(&property.name.path).and_then(|target| cx.declaration(target));
        let declared = declaration.map(|(declaring, declared)| (declared, declaring));
        let (typed, declaring) = match (&property.type_name, declared) {
            (None, Some(declared)) => declared,
            _ => (property, descriptor),
        };
        let Some(type_name) = &typed.type_name else { continue };
        let declared =
            DeclaredType { type_name: &type_name.value, entries: typed.entry_schema.as_ref(), descriptor: declaring };
        for (value, key) in [(&property.value, "value"), (&property.default, "default")] {
            let Some(value) = value else { continue };
            let misfits = misfits(value, &property.name.path.key(key), declared);
            found.extend(misfits.into_iter().map(|misfit| (misfit, property.name.text.to_string())));
        }
    }
    found
}

fn severity(misfit: &Misfit) -> Severity {
    match (&misfit.kind, misfit.inner) {
        (MisfitKind::Json, _) => Severity::Info,
        (MisfitKind::Truth(_), _) | (_, true) => Severity::Warning,
        (MisfitKind::Scalar { expected }, false) if expected.starts_with("a date") => Severity::Warning,
        _ => Severity::Error,
    }
}

fn message(cx: &Check<'_>, misfit: &Misfit, name: &str) -> Option<String> {
    let place = if misfit.inner { format!("entry of `{name}`") } else { format!("`{name}`") };
    let written = misfit.span.of(&cx.file.text);
    let written = match written.split_once('\n') {
        Some((first, _)) => format!("{first} …"),
        None => written.to_owned(),
    };
    match &misfit.kind {
        MisfitKind::Scalar { expected } => Some(format!("{place} must be {expected}, not `{written}`")),
        MisfitKind::Truth(_) => Some(format!("{place} must be `true` or `false`, not `{written}`")),
        MisfitKind::Form { expected, found } => Some(format!("{place} must be {expected}, not {found}")),
        MisfitKind::Json => Some(format!("{place} contains a list or map as text")),
        MisfitKind::UnknownMember { data_type, member, .. } => Some(format!("`{data_type}` has no member `{member}`")),
        MisfitKind::MissingMember { data_type, member } => {
            Some(format!("{place} has no `{member}`, which `{data_type}` requires"))
        }
        MisfitKind::Pairs => None,
    }
}
