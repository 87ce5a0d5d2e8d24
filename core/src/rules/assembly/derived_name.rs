//! A descriptor without a name, to which its project gives one.

use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};
use crate::text::Span;

pub static RULE: Rule = Rule {
    code: "assembly/derived-name",
    severity: Severity::Info,
    title: "the project gives the descriptor its name",
    doc: "In a package, a descriptor may leave out its `name`. It is made from the project file then: the type of the \
          project, its name and its version. A project that lies in another one has the name of that one behind its own: \
          `assembly::gateway-video::1.0`.\n\nThis is a remark, to say what others are to call the descriptor.",
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
    cx.report(span, format!("the project calls this `{name}`")).help(format!("{} says so", project.file));
}
