//! No plugin for network attachments.

use crate::asd::form::name_in;
use crate::asd::model;
use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "asd/missing-network-plugin",
    severity: Severity::Warning,
    title: "no plugin for network attachments",
    doc: "Secondary network interfaces need a plugin such as Multus in the cluster. Without a requirement, the \
          application may be placed on a cluster that has none.",
    sources: &["ASD-73"],
    bad: "\
asdId: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8
asdVersion: \"1.0\"
asdSchemaVersion: \"2.0\"
asdProvider: Example
asdApplicationName: shop
asdApplicationVersion: \"1.0\"
asdExtCpd:
  - id: web
    description: Customers
    virtualLinkRequirement: EndUser
    inputParamMappings:
      nadNames: [front:nets.name]
deploymentItems:
  - deploymentItemId: front
    artifactType: helm_chart
    artifactId: charts/front-1.0.tgz
",
    good: "\
asdId: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8
asdVersion: \"1.0\"
asdSchemaVersion: \"2.0\"
asdProvider: Example
asdApplicationName: shop
asdApplicationVersion: \"1.0\"
asdExtCpd:
  - id: web
    description: Customers
    virtualLinkRequirement: EndUser
    inputParamMappings:
      nadNames: [front:nets.name]
enhancedClusterCapabilities:
  minKernelVersion: 5.15.0
  requiredPlugin: [{requiredPluginName: multus}]
deploymentItems:
  - deploymentItemId: front
    artifactType: helm_chart
    artifactId: charts/front-1.0.tgz
",
    check,
};

fn check(cx: &mut Check<'_>) {
    /// Plugins that attach several networks to a pod.
    const KNOWN: [&str; 7] = ["multus", "danm", "cni-genie", "genie", "knitter", "nad", "network"];
    let file = cx.file;
    let Some(application) = cx.facts.application else { return };
    let plugins = application.cluster().and_then(|cluster| cluster.get("requiredPlugin"));
    // Capabilities or plugins in another form are reported with the schema.
    let is_misshapen = application.cluster().is_some_and(|cluster| cluster.as_mapping().is_none() && !cluster.is_null())
        || plugins.is_some_and(|plugins| plugins.as_sequence().is_none() && !plugins.is_null());
    if is_misshapen || plugins.is_some_and(|plugins| plugins.items().iter().any(|one| one.as_mapping().is_none())) {
        return;
    }
    let mut names = plugins.map_or(&[][..], |list| list.items()).iter().filter_map(|plugin| {
        Some(model::plugin(plugin).0?.as_text()?.to_lowercase())
    });
    // An attribute of an earlier version of the data model is reported as such.
    let former = ["secondaryInterfacePlugin", "secondary_interface_plugin"];
    let has_former =
        application.cluster().is_some_and(|cluster| former.iter().any(|name| cluster.entry(name).is_some()));
    if has_former || names.any(|name| KNOWN.iter().any(|known| name.contains(known))) {
        return;
    }
    for (_, point) in application.points() {
        let mappings = point.get("inputParamMappings");
        let interface = point.entry("networkInterfaceRealizationRequirements");
        let secondary = mappings.and_then(|mappings| mappings.entry("nadNames")).or(interface);
        if let Some(entry) = secondary {
            let key = entry.key.span.of(&file.text);
            let finding = cx.report(entry.key.span, format!("`{key}` without a required network plugin"));
            finding.help(format!("add `multus` or another plugin to `{}`", name_in("requiredPlugin", application.form)));
            return;
        }
    }
}
