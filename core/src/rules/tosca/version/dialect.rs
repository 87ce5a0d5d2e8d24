//! Versions of tools and of other profiles.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::tosca::version::{self, KEY};

pub static RULE: Rule = Rule {
    code: "tosca/version/dialect",
    severity: Severity::Warning,
    title: "version of a dialect",
    doc: "Some tools and profiles write versions of their own, such as ONAP SDC and ETSI NFV. The file is checked \
          like the version of TOSCA that the dialect is based on.\n\nThe setting `tosca: {dialects: [onap-sdc, \
          etsi-nfv, winery]}` allows these dialects and their deviations from the specification.",
    sources: &[],
    bad: "\
tosca_definitions_version: tosca_simple_openecomp_1_0
node_types: {}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_0
node_types: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(node) = cx.file.root.as_ref().and_then(|root| root.get(KEY)) else { return };
    let Some(stated) = node.as_text().and_then(version::named) else { return };
    let Some(dialect) = stated.dialect.filter(|dialect| !cx.settings.dialects.contains(dialect)) else { return };
    let number = stated.version.number();
    let finding = cx.report(node.span, format!("version of the {} dialect, checked as TOSCA {number}", dialect.title()));
    finding.help(format!("allow the dialect with the setting `tosca: {{dialects: [{}]}}`", dialect.key()));
}
