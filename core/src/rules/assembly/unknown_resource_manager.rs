//! Unknown resource managers.

use crate::assembly::interpolation::is_static;
use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};
use crate::settings::Profile;

pub static RULE: Rule = Rule {
    code: "assembly/unknown-resource-manager",
    severity: Severity::Warning,
    title: "unknown resource manager",
    doc: "CP4NA has a single resource manager, and `resourceManager` must be `Brent`. TNC-O allows others, so in its \
          profile (`profile: tnco` in `descriptorium.yaml`, or `--profile tnco`) this is only an info.",
    sources: &["AD-PROP-23"],
    bad: "name: assembly::a::1.0\nproperties:\n  resourceManager: {default: defaultrm}\ncomposition: {}\n",
    good: "name: assembly::a::1.0\nproperties:\n  resourceManager: {default: brent}\ncomposition: {}\n",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(assembly) = cx.assembly() else { return };
    let parts = assembly.composition.iter().chain(&assembly.references);
    let sections = std::iter::once(&assembly.properties).chain(parts.map(|part| &part.properties));
    let severity = match cx.settings.profile {
        Profile::Cp4na => Severity::Warning,
        Profile::Tnco => Severity::Info,
    };
    let profile = cx.settings.profile;
    for property in sections.flatten().filter(|property| property.name.text == "resourceManager") {
        let Some(node) = property.given().filter(|node| is_static(node)) else { continue };
        let Some(text) = node.as_text().filter(|text| !text.is_empty() && !text.eq_ignore_ascii_case("brent")) else {
            continue;
        };
        let finding = cx.report(node.span, format!("unknown resource manager `{text}`")).severity(severity);
        let other = match profile {
            Profile::Cp4na => "CP4NA has only `Brent`; for other products, set `profile: tnco` in `descriptorium.yaml`",
            Profile::Tnco => "make sure that this resource manager is onboarded; `Brent` is the usual one",
        };
        finding.suggest(text, ["Brent"], other);
    }
}
