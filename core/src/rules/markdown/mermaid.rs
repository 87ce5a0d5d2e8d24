//! Diagrams that are shown as code.

use crate::diagnostic::Severity;
use crate::markdown::remarks::Part;
use crate::rules::markdown::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "markdown/mermaid",
    severity: Severity::Info,
    title: "Mermaid diagram is shown as code",
    doc: "GitHub draws a code block in the language `mermaid`. The pages of a documentation site work without scripts, and show \
          its text.\n\nTo show the diagram, add it as an image, such as an SVG file. To show the text on purpose, set `rules: \
          {markdown/mermaid: off}` in `descriptorium.yaml`.",
    sources: &[],
    bad: "\
name: resource::gateway::1.0
description: |
  Forwards packets.

  ```mermaid
  graph LR
    in --> out
  ```
lifecycle: {Create: {}}
",
    good: "\
name: resource::gateway::1.0
description: |
  Forwards packets.

  ```text
  in --> out
  ```
lifecycle: {Create: {}}
",
    check,
};

/// The message, without the place.
pub const MESSAGE: &str = "the Mermaid diagram is shown as code";

fn check(cx: &mut Check<'_>) {
    for (span, _) in cx.facts.clone().iter().filter(|(_, part)| *part == Part::Mermaid) {
        cx.report(*span, MESSAGE);
    }
}
