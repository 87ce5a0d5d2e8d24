//! Images of other hosts.

use crate::diagnostic::Severity;
use crate::markdown::is_web_address;
use crate::markdown::remarks::Part;
use crate::rules::markdown::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "markdown/remote-image",
    severity: Severity::Info,
    title: "image of another host is shown as a link",
    doc: "The pages of a documentation site load nothing from other hosts: they work offline, and no other host learns who reads \
          them. \
          An image of another host is a link with its alternative text.\n\nTo show the image, add its file to the catalog. If a \
          link is enough, set `rules: {markdown/remote-image: off}` in `descriptorium.yaml`.",
    sources: &[],
    bad: "\
name: resource::gateway::1.0
description: \"![Plan](https://fjord.example/plan.png)\"
lifecycle: {Create: {}}
",
    good: "\
name: resource::gateway::1.0
description: \"[Plan](https://fjord.example/plan.png)\"
lifecycle: {Create: {}}
",
    check,
};

/// The message about an image.
pub fn message(address: &str) -> String {
    format!("image `{address}` of another host is shown as a link")
}

fn check(cx: &mut Check<'_>) {
    for (span, part) in cx.facts.clone().iter() {
        if let Part::Image(address) = part
            && is_web_address(address)
        {
            cx.report(*span, message(address));
        }
    }
}
