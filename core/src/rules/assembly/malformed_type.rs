//! Component types that are not full descriptor names.

use crate::assembly::model::Text;
use crate::assembly::project;
use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};
use crate::settings::Packaging;
use crate::symbol::DescriptorRef;

pub static RULE: Rule = Rule {
    code: "catalog/malformed-type",
    severity: Severity::Error,
    title: "malformed component type",
    doc: "The type of a component or reference is the full name of a descriptor: `assembly` or `resource`, its name, \
          and its version, separated by `::`. Spaces around `::` are ignored.\n\nIn a package, \
          `$lmctl:/contains:/part:/descriptor_name` refers to a project listed in the project file `lmproject.yml`. \
          Without a project file in the folder or above, this is a warning; with `--packaging lmctl` nothing is \
          reported.",
    sources: &["AD-COMP-04", "AD-RFS-02", "AD-NAME-07"],
    bad: "\
name: assembly::a::1.0
properties: {}
composition:
  gateway:
    type: gateway
    properties: {}
# file: gateway.yaml
name: assembly::gateway::1.0
properties: {}
composition: {}
",
    good: "\
name: assembly::a::1.0
properties: {}
composition:
  gateway:
    type: assembly::gateway::1.0
    properties: {}
# file: gateway.yaml
name: assembly::gateway::1.0
properties: {}
composition: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(assembly) = cx.assembly() else { return };
    let parts = assembly.composition.iter().chain(&assembly.references);
    for part in parts {
        let Some(type_name) = &part.type_name else { continue };
        if type_name.value.starts_with(project::REFERENCE) {
            packaged(cx, type_name);
        } else if !type_name.value.contains("${") {
            report(cx, type_name, part.of.as_ref()); // `${...}` in a type is reported by `assembly/reference-not-read`.
        }
    }
}

fn packaged(cx: &mut Check<'_>, type_name: &Text) {
    let value = type_name.value.as_str();
    match &cx.file.project {
        Some(membership) if membership.root.resolve(value).is_none() => {
            let references = membership.root.references();
            let finding = cx.report(type_name.span, format!("`{value}` is not in the project"));
            let names = references.iter().map(String::as_str);
            finding.suggest(value, names, &format!("the project file is {}", membership.file));
        }
        None if cx.settings.packaging == Packaging::Free => {
            let finding = cx.report(type_name.span, format!("`{value}` is not part of a project"));
            let help = "a package has an `lmproject.yml` in the folder of its descriptors or above";
            finding.severity(Severity::Warning).help(help);
        }
        Some(_) | None => {}
    }
}

/// Reports a type that is not exactly the full name parsed from it.
fn report(cx: &mut Check<'_>, type_name: &Text, name: Option<&DescriptorRef>) {
    let value = &type_name.value;
    let catalog = cx.catalog;
    let Some(name) = name else {
        let named = catalog.entries().filter(|entry| entry.name.name == *value).last();
        let near = named.or_else(|| catalog.closest(value)).map(|entry| entry.name.to_string());
        let finding = cx.report(type_name.span, format!("`{value}` is not a full descriptor name"));
        match near {
            Some(near) => finding.help(format!("did you mean `{near}`?")).replace_name(value, &near),
            None => finding.help("use `assembly::name::version` or `resource::name::version`"),
        };
        return;
    };
    if !matches!(name.kind.as_str(), "assembly" | "resource") {
        let message = format!("`{}` is neither `assembly` nor `resource`", name.kind);
        let finding = cx.report(type_name.span, message);
        match crate::similarity::closest(&name.kind, ["assembly", "resource"]) {
            Some(kind) => {
                let corrected = DescriptorRef { kind: kind.into(), ..name.clone() }.to_string();
                finding.help(format!("did you mean `{corrected}`?")).replace_name(value, &corrected);
            }
            None => {
                finding.help("use `assembly::name::version` or `resource::name::version`");
            }
        }
    } else if name.to_string() != *value {
        let finding = cx.report(type_name.span, format!("spaces in `{value}`")).severity(Severity::Warning);
        finding.help("the spaces are ignored").replace_name(value, &name.to_string());
    }
}
