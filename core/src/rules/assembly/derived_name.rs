//! Descriptors that get their name from the project.

use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};
use crate::text::Span;

pub static RULE: Rule = Rule {
    code: "assembly/derived-name",
    severity: Severity::Info,
    title: "name derived from the project",
    doc: "In a package, a descriptor may omit its `name`. It is then derived from the type, name and version in the \
          project file. A nested project appends the name of the outer one: `assembly::gateway-video::1.0`.\n\nThis \
          info shows the name that other descriptors must use.",
    sources: &["AD-NAME-11"],
    bad: "\
# file: lmproject.yml
name: video
version: '1.0'
type: Assembly
# file: Descriptor/assembly.yml
properties: {}
composition: {}
",
    good: "\
# file: lmproject.yml
name: video
version: '1.0'
type: Assembly
# file: Descriptor/assembly.yml
name: assembly::video::1.0
properties: {}
composition: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(descriptor) = cx.descriptor().filter(|descriptor| !descriptor.has_section("name")) else { return };
    let Some(project) = &cx.file.project else { return };
    let (Some(name), true) = (&project.name, descriptor.full_name.is_some()) else { return };
    let span = cx.name().map_or(Span::at(0), |name| name.span);
    cx.report(span, format!("the project names this descriptor `{name}`"))
        .help(format!("declared in `{}`", project.file));
}
