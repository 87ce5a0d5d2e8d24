//! A descriptor with another name than its project gives it.

use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/contradicting-project",
    severity: Severity::Error,
    title: "a descriptor has another name than its project gives it",
    doc: "In a package, the project file says what a descriptor is called: its type, name and version are those of the \
          project, and a project that lies in another one has the name of that one behind its own. A descriptor that has \
          a name has just that one; otherwise the package is refused.\n\nLeave the `name` out, or write what the project \
          says.",
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
    let finding = cx.report(name.span, format!("the project calls this `{given}`, not `{}`", name.value));
    finding.help(format!("{} says so", project.file)).replace_name(&name.value, &given);
}
