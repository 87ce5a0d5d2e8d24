//! Components with several conflicting instance counts.

use crate::diagnostic::{Safety, Severity};
use crate::rules::assembly::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/competing-counts",
    severity: Severity::Warning,
    title: "conflicting instance counts",
    doc: "A component has a fixed `quantity`, or it is a `cluster`, or it has one instance per entry of its `items`. \
          If several are given, only one is used: `items` overrides the other two, and `cluster` overrides `quantity`.",
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
            let finding = cx.report(span, format!("`{loser}` is ignored because of `{winner}`"));
            let finding = finding.help("keep only one of them");
            finding.fix_by(format!("Remove `{loser}`"), Safety::Unsafe, |draft| draft.remove(&path));
        }
    }
}
