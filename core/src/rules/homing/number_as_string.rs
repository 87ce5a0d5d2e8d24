//! Number in place of a string.

use crate::diagnostic::Severity;
use crate::homing::view::is_number;
use crate::rules::homing::{Check, Rule};
use crate::syntax::Node;

pub static RULE: Rule = Rule {
    code: "homing/number-as-string",
    severity: Severity::Error,
    title: "number in place of a string",
    doc: "The identifier of a candidate, the name of a controller and that of a host are strings. Without quotes, `007` is \
          the number 7, which is not equal to an identifier in an inventory.",
    sources: &["HAS-30", "HAS-43", "HAS-53", "HAS-98", "HAS-99"],
    bad: "\
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud, required_candidates: [{candidate_id: 7}]}
",
    good: "\
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud, required_candidates: [{candidate_id: \"7\"}]}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view() else { return };
    let lists = ["required_candidates", "excluded_candidates", "candidates", "existing_placement"];
    let identifiers =
        view.requirements().into_iter().flat_map(|(_, _, of)| lists.map(|key| view.identifier_nodes(of, key)));
    let controllers =
        view.constraints().into_iter().chain(view.reservations()).filter_map(|one| one.property("controller"));
    let locations = view.section("locations");
    let hosts = locations.iter().filter_map(|location| location.value.get("host_name"));
    let strings = identifiers.flatten().map(|node| ("the identifier", node));
    let strings = strings.chain(hosts.map(|node| ("the host name", node)));
    let services = view.requirements().into_iter().flat_map(|(.., of)| {
        ["service_type", "service_id"].into_iter().filter_map(|key| of.get(key)).flat_map(Node::items_or_self).map(|node| ("the service", node))
    });
    let strings = strings.chain(services);
    for (of, node) in strings.chain(controllers.map(|node| ("the controller", node))) {
        if !is_number(node) {
            continue;
        }
        let written = node.span.of(&cx.file.text);
        let finding = cx.report(node.span, format!("{of} `{written}` must be a string"));
        finding.fix_by_quotes("Quote the value", node);
    }
}
