//! Types that are not in the catalog.

use crate::assembly::context;
use crate::assembly::project;
use crate::catalog::Resolution;
use crate::diagnostic::Severity;
use crate::rules::assembly::version_range::{Form, form};
use crate::rules::assembly::{Check, Rule};
use crate::symbol::Target;

pub static RULE: Rule = Rule {
    code: "catalog/no-such-descriptor",
    severity: Severity::Warning,
    title: "unknown descriptor",
    doc: "The `type` of a component names a descriptor. Without this descriptor in the catalog, properties, \
          capabilities and operations of the component cannot be checked, and the orchestrator refuses to instantiate \
          the assembly.\n\nAdd the descriptor, or use an existing one. With `--strict` this is an error.",
    sources: &["AD-COMP-05"],
    bad: "# file: a.yaml\nname: assembly::a::1.0\nproperties: {}\ncomposition:\n  gw:\n    type: resource::gatway::1.0\n\
          # file: gateway.yaml\nname: resource::gateway::1.0\nlifecycle: {Create: {}}\n",
    good: "# file: a.yaml\nname: assembly::a::1.0\nproperties: {}\ncomposition:\n  gw:\n    type: resource::gateway::1.0\n\
           # file: gateway.yaml\nname: resource::gateway::1.0\nlifecycle: {Create: {}}\n",
    check,
};

fn check(cx: &mut Check<'_>) {
    for mention in cx.mentions {
        let typed = matches!(mention.context, context::COMPONENT_TYPE | context::REFERENCE_TYPE);
        if !typed || !matches!(mention.target, Target::Missing { .. }) {
            continue;
        }
        let part = mention.path.parent().and_then(|path| {
            let assembly = cx.assembly()?;
            let name = path.last_key()?;
            if mention.context == context::COMPONENT_TYPE { assembly.component(name) } else { assembly.reference(name) }
        });
        let Some((part, name)) = part.and_then(|part| Some((part, part.of.clone()?))) else { continue };
        // Malformed kinds and versions, and misplaced ranges, are reported by other rules.
        let known = matches!(name.kind.as_str(), "assembly" | "resource");
        let is_range = form(&name.version) == Form::OtherRange && mention.context == context::REFERENCE_TYPE;
        if !known || !is_range && !matches!(form(&name.version), Form::Exact | Form::Caret) {
            continue;
        }
        let severity = match (part.dynamic_type.is_some(), cx.settings.strict) {
            (true, _) => Severity::Info,
            (false, true) => Severity::Error,
            (false, false) => Severity::Warning,
        };
        let (catalog, own) = (cx.catalog, &cx.file.path);
        let finding = cx.report(mention.span, format!("no descriptor `{name}` in this catalog")).severity(severity);
        if project::reference(part).is_some() {
            finding.help("the project file resolves to this name: add the descriptor to the package");
            continue;
        }
        if let Resolution::OtherVersion(versions) = catalog.resolve_range(&name) {
            let mut listed: Vec<&str> = versions.iter().map(|entry| entry.name.version.as_str()).collect();
            listed.dedup();
            let finding = finding.help(format!("the catalog has version {}", listed.join(", ")));
            if let Some(newest) = versions.iter().rfind(|entry| entry.file != *own) {
                finding.replace_name(&mention.name, &newest.name.to_string());
            }
        } else if let Some(entry) = catalog.closest(&name.to_string()).filter(|entry| entry.file != *own) {
            let near = entry.name.to_string();
            finding.help(format!("did you mean `{near}`?")).replace_name(&mention.name, &near);
        } else {
            finding.help("add its file to the folder, or check a folder that includes it");
        }
    }
}
