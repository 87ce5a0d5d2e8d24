//! Descriptors named differently than their project.

use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/contradicting-project",
    severity: Severity::Error,
    title: "name differs from the project",
    doc: "In a package, the project file determines the name of a descriptor: its type, name and version. A nested \
          project appends the name of the outer one. If the descriptor has a `name`, it must be the same, or the \
          package is rejected.\n\nRemove the `name`, or use the one from the project.",
    sources: &["AD-NAME-12"],
    bad: "\
# file: lmproject.yml
name: video
version: '1.1'
type: Assembly
# file: Descriptor/assembly.yml
name: assembly::video::1.0
properties: {}
composition: {}
",
    good: "\
# file: lmproject.yml
name: video
version: '1.1'
type: Assembly
# file: Descriptor/assembly.yml
name: assembly::video::1.1
properties: {}
composition: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(name) = cx.descriptor().and_then(|descriptor| descriptor.name.as_ref()) else { return };
    let Some(project) = &cx.file.project else { return };
    let Some(given) = project.name.as_ref().map(ToString::to_string) else { return };
    if name.value.trim() == given {
        return;
    }
    let finding = cx.report(name.span, format!("the project names this descriptor `{given}`, not `{}`", name.value));
    finding.help(format!("declared in `{}`", project.file)).replace_name(&name.value, &given);
}
