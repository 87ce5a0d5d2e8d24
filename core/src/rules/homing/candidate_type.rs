//! Unknown candidate type.

use crate::diagnostic::Severity;
use crate::homing::view::View;
use crate::rules::homing::{Check, Rule};
use crate::syntax::Node;

pub static RULE: Rule = Rule {
    code: "homing/candidate-type",
    severity: Severity::Error,
    title: "unknown candidate type",
    doc: "The type of a candidate and of its inventory is `cloud` or `service`, the same for both. Later versions \
          have further types.",
    sources: &["HAS-55"],
    bad: "\
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud, required_candidates: [{candidate_id: west, candidate_type: vm}]}
",
    good: "\
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud, required_candidates: [{candidate_id: west, candidate_type: cloud}]}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view() else { return };
    for (_, _, candidate) in view.candidates() {
        report(cx, &view, candidate);
    }
}

/// Reports the types of a candidate.
fn report<'a>(cx: &mut Check<'a>, view: &View<'a>, candidate: &'a Node) {
    let types = ["candidate_type", "inventory_type"].map(|key| {
        let node = candidate.get(key)?;
        Some((key, node, view.text(node)?))
    });
    for (key, node, of) in types.into_iter().flatten() {
        if ["cloud", "service"].contains(&of) {
            continue;
        }
        if LATER.contains(&of) {
            if !view.is_since("2018-02-01") && !cx.is_conductor() {
                let finding = cx.report(node.span, format!("type `{of}` is not part of version 2017-10-10"));
                finding.severity(Severity::Warning).help("version 2017-10-10 has the types `cloud` and `service`");
            }
            continue;
        }
        let finding = cx.report(node.span, format!("invalid value `{of}` for `{key}`"));
        finding.suggest(of, ["cloud", "service"], "expected `cloud` or `service`");
    }
    if let [Some((.., one)), Some((_, node, other))] = types
        && one != other
        && [one, other].iter().all(|of| ["cloud", "service"].contains(of))
    {
        let message = format!("`inventory_type` is `{other}`, but `candidate_type` is `{one}`");
        cx.report(node.span, message).severity(Severity::Warning);
    }
}

const LATER: [&str; 7] = ["transport", "vfmodule", "nssi", "nsi", "slice_profiles", "nst", "nsst"];
