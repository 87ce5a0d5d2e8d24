//! A type that is no full descriptor name.

use crate::assembly::model::Text;
use crate::assembly::project;
use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};
use crate::settings::Packaging;
use crate::symbol::DescriptorRef;

pub static RULE: Rule = Rule {
    code: "catalog/malformed-type",
    severity: Severity::Error,
    title: "the type of a component is no full descriptor name",
    doc: "The type of a component or reference is the full name of a descriptor: `assembly` or `resource`, its name, and \
          its version, joined by `::`. Blanks around `::` are left out.\n\nIn a package, \
          `$lmctl:/contains:/part:/descriptor_name` stands for the name of a project that the project file \
          `lmproject.yml` lists. Where no project file lies above the descriptor, it is a warning, and with `--packaging \
          lmctl` nothing is said.",
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
            report(cx, type_name, part.of.as_ref()); // `${...}` in a type has a rule of its own.
        }
    }
}

fn packaged(cx: &mut Check<'_>, type_name: &Text) {
    let value = type_name.value.as_str();
    match &cx.file.project {
        Some(membership) if membership.root.resolve(value).is_none() => {
            let references = membership.root.references();
            let finding = cx.report(type_name.span, format!("the project contains nothing that is `{value}`"));
            let names = references.iter().map(String::as_str);
            finding.suggest(value, names, &format!("the project file is {}", membership.file));
        }
        None if cx.settings.packaging == Packaging::Free => {
            let finding = cx.report(type_name.span, format!("no project says what `{value}` stands for"));
            let help = "a package has an `lmproject.yml` above its descriptors";
            finding.severity(Severity::Warning).help(help);
        }
        Some(_) | None => {}
    }
}

/// Reports a type that is not, or not quite, the full name that was read of it.
fn report(cx: &mut Check<'_>, type_name: &Text, name: Option<&DescriptorRef>) {
    let value = &type_name.value;
    let catalog = cx.catalog;
    let Some(name) = name else {
        let named = catalog.entries().filter(|entry| entry.name.name == *value).last();
        let near = named.or_else(|| catalog.closest(value)).map(|entry| entry.name.to_string());
        let finding = cx.report(type_name.span, format!("`{value}` is not the full name of a descriptor"));
        match near {
            Some(near) => finding.help(format!("did you mean `{near}`?")).replace_name(value, &near),
            None => finding.help("write `assembly::name::version` or `resource::name::version`"),
        };
        return;
    };
    if !matches!(name.kind.as_str(), "assembly" | "resource") {
        let message = format!("`{}` is neither `assembly` nor `resource`", name.kind);
        let finding = cx.report(type_name.span, message);
        match crate::catalog::closest(&name.kind, ["assembly", "resource"]) {
            Some(kind) => {
                let mended = DescriptorRef { kind: kind.into(), ..name.clone() }.to_string();
                finding.help(format!("did you mean `{mended}`?")).replace_name(value, &mended);
            }
            None => {
                finding.help("write `assembly::name::version` or `resource::name::version`");
            }
        }
    } else if name.to_string() != *value {
        let finding = cx.report(type_name.span, format!("blanks stand in `{value}`")).severity(Severity::Warning);
        finding.help("they are left out").replace_name(value, &name.to_string());
    }
}
