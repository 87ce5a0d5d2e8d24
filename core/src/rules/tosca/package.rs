//! Rules for the manifest of a package of service templates (ETSI SOL004).

use crate::csar::Package;
use crate::csar::manifest::ManifestIssue;
use crate::rules;
use crate::rules::tosca::{Check, Tosca};

rules::list! { Tosca:
    missing_source,
    unlisted_file,
    wrong_digest,
}

/// Reports issues of the manifest at the start of the service template that the package starts with.
fn report(cx: &mut Check<'_>, issues: impl Fn(&Package) -> Vec<ManifestIssue>) {
    let facts = std::rc::Rc::clone(&cx.facts);
    let span = cx.file.root.as_ref().and_then(|root| Some(root.entries().first()?.key.span));
    let (Some(package), Some(span)) = (facts.package(), span) else { return };
    for issue in issues(package) {
        cx.report(span, issue.message).help(issue.help);
    }
}
