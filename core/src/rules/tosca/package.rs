//! Rules for the manifest of a package of service templates (ETSI SOL004).

use crate::csar::Package;
use crate::csar::manifest::Problem;
use crate::rules;
use crate::rules::tosca::{Check, Tosca};

rules::list! { Tosca:
    missing_source,
    unlisted_file,
    wrong_digest,
}

/// Reports problems of the manifest at the start of the service template that the package starts with.
fn report(cx: &mut Check<'_>, problems: impl Fn(&Package) -> Vec<Problem>) {
    let facts = std::rc::Rc::clone(&cx.facts);
    let span = cx.file.root.as_ref().and_then(|root| Some(root.entries().first()?.key.span));
    let (Some(package), Some(span)) = (facts.package(), span) else { return };
    for problem in problems(package) {
        cx.report(span, problem.message).help(problem.help);
    }
}
