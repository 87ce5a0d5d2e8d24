//! Two ways at once to say how many instances a component has.

use crate::diagnostic::{Safety, Severity};
use crate::rules::assembly::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/competing-counts",
    severity: Severity::Warning,
    title: "a component says in two ways how many instances it has",
    doc: "A component has a fixed `quantity`, or it is a `cluster`, or it has one instance for each of its `items`. Of \
          two that stand side by side, one is ignored: `items` wins over both others, and `cluster` over `quantity`.",
    sources: &["AD-QTY-02", "AD-ITEM-03"],
    bad: "\
name: assembly::a::1.0
properties: {}
composition:
  web:
    type: assembly::web::1.0
    quantity: 2
    cluster:
      minimum-nodes: 1
    properties: {}
# file: web.yaml
name: assembly::web::1.0
properties: {}
composition: {}
",
    good: "\
name: assembly::a::1.0
properties: {}
composition:
  web:
    type: assembly::web::1.0
    cluster:
      minimum-nodes: 1
    properties: {}
# file: web.yaml
name: assembly::web::1.0
properties: {}
composition: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(assembly) = cx.assembly() else { return };
    for component in &assembly.composition {
        let (items, cluster) = (component.items.is_some(), component.cluster.is_some());
        let quantity = component.quantity.is_some();
        let ignored = [
            ("quantity", "items", quantity && items),
            ("quantity", "cluster", quantity && cluster && !items),
            ("cluster", "items", cluster && items),
        ];
        for (loser, winner, _) in ignored.into_iter().filter(|(_, _, both)| *both) {
            let path = component.name.path.key(loser);
            let Some(span) = cx.file.key_span(&path) else { continue };
            let finding = cx.report(span, format!("`{loser}` is ignored beside `{winner}`"));
            let finding = finding.help("keep the one that is meant");
            finding.fix_by(format!("Remove `{loser}`"), Safety::Unsafe, |draft| draft.remove(&path));
        }
    }
}
