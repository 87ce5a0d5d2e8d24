//! Trailing comma in JSON.

use crate::diagnostic::Safety;
use crate::diagnostic::Severity;
use crate::edit::TextEdit;
use crate::homing::view::collect;
use crate::rules::homing::{Check, Rule};
use crate::rules::{self, Facts};
use crate::syntax::NodePath;
use crate::text::Span;

pub static RULE: Rule = Rule {
    code: "homing/trailing-comma",
    severity: Severity::Info,
    title: "trailing comma in JSON",
    doc: "JSON allows no comma after the last entry, although YAML, and therefore this checker, does. Other tools \
          fail to read the file.",
    sources: &["HAS-63"],
    bad: "\
# file: template.json
{\"homing_template_version\": \"2017-10-10\",
 \"demands\": {\"gateway\": [{\"inventory_provider\": \"aai\", \"inventory_type\": \"cloud\",}]}}
",
    good: "\
# file: template.json
{\"homing_template_version\": \"2017-10-10\",
 \"demands\": {\"gateway\": [{\"inventory_provider\": \"aai\", \"inventory_type\": \"cloud\"}]}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report(cx);
}

/// Reports the commas after the last entries of mappings and lists in a JSON file.
pub fn report<F: Facts>(cx: &mut rules::Check<'_, F>) {
    let file = cx.file;
    let Some(root) = file.root.as_ref().filter(|_| file.path.as_str().ends_with(".json")) else { return };
    let mut commas = Vec::new();
    collect(root, &NodePath::root(), &mut |_, node| {
        let last = match (node.entries().last(), node.items().last()) {
            (Some(entry), _) => entry.value.span.end.max(entry.key.span.end),
            (None, Some(item)) => item.span.end,
            (None, None) => return,
        };
        let (start, end) = (last as usize, node.span.end as usize);
        let comma = file.text.get(start..end).and_then(|rest| rest.find(','));
        commas.extend(comma.map(|at| Span::new(start + at, start + at + 1)));
    });
    for comma in commas {
        let finding = cx.report(comma, "comma after the last entry is not valid JSON");
        finding.fix("Remove the comma", Safety::Safe, TextEdit::delete(comma));
    }
}
