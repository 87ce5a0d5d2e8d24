//! The form for the target of a requirement: conditions of its node filter, and the candidates that match.

use descriptorium_tests::browser::input::{CONTROL, DOWN, ENTER, ESCAPE, SHIFT, TAB};

use super::accessibility::axe;
use super::served_folder::Served;

const TEMPLATE: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    app:
      type: tosca.nodes.SoftwareComponent
      # where it runs
      requirements:
        - host: tosca.nodes.Compute
    small:
      type: tosca.nodes.Compute
      capabilities: {host: {properties: {num_cpus: 1, mem_size: 1 GB}}}
    large:
      type: tosca.nodes.Compute
      capabilities: {host: {properties: {num_cpus: 8, mem_size: 4 GB}}}
";
const BOX: &str = "[data-id='/topology_template/node_templates/app'] .box-label";
const FILTER: &str = "        - host:
            node: tosca.nodes.Compute
            node_filter:
              capabilities:
                - host:
                    properties:
                      - num_cpus:
                          greater_or_equal: 4
";

fn opened() -> Served {
    let served = Served::files(&[("app.yaml", TEMPLATE)]);
    served.open("app.yaml");
    served
}

/// Waits until the file has this text.
fn expect(served: &Served, text: &str) {
    served.page.wait_for(&format!("the text\n{text}\nnot {}", served.text()), || (served.text() == text).then_some(()));
}

fn verdict(served: &Served, node: &str, expected: &str) {
    served.page.area(&format!("[data-candidate='{node}.host'][data-verdict='{expected}']"));
}

/// The candidates follow the text that is being typed, before it is written. The oracle is the text.
#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn conditions_are_stated_with_the_pointer() {
    let served = opened();
    let page = &served.page;
    page.click(BOX);
    page.click(".pad-button[data-action='Target']");
    page.area("[data-target]");
    verdict(&served, "small", "accepted");
    verdict(&served, "large", "accepted");
    page.click("[data-property='host.num_cpus'] [data-add]");
    page.click("[data-property='host.num_cpus'] .condition select");
    page.type_text("greater_or");
    page.press(&[ENTER]);
    page.click("[data-property='host.num_cpus'] .condition input");
    page.type_text("4");
    verdict(&served, "small", "rejected");
    verdict(&served, "large", "accepted");
    assert_eq!(served.text(), TEMPLATE, "nothing is written yet");
    assert_eq!(axe(page).violations(page), Vec::<String>::new());
    page.press(&[ENTER]);
    let short = "        - host: tosca.nodes.Compute\n";
    expect(&served, &TEMPLATE.replace(short, FILTER));
    // Another value, then an operand that is not one.
    page.click("[data-property='host.num_cpus'] .condition input");
    page.press(&[CONTROL, "a"]);
    page.type_text("9");
    verdict(&served, "large", "rejected");
    page.press(&[ENTER]);
    expect(&served, &TEMPLATE.replace(short, &FILTER.replace("equal: 4", "equal: 9")));
    page.press(&[CONTROL, "a"]);
    page.type_text("many");
    page.press(&[ENTER]);
    page.wait_for_text(".target .refusal", |why| why.contains("needs an integer"));
    // Without the condition, the filter is gone.
    page.click("[data-property='host.num_cpus'] .condition .remove");
    expect(&served, &TEMPLATE.replace(short, "        - host:\n            node: tosca.nodes.Compute\n"));
    verdict(&served, "small", "accepted");
    // The choice of a target closes the dialog.
    page.click("[data-choose='large.host']");
    page.wait_until_gone("[data-target]");
    expect(&served, &TEMPLATE.replace(short, "        - host:\n            node: large\n"));
    page.expect_no_complaints();
}

/// Shift+C opens the form, and every part of it is reached with Tab. Each edit is a step of undo.
#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn conditions_are_stated_with_the_keyboard() {
    let served = opened();
    let page = &served.page;
    page.click(BOX);
    page.focus(".canvas-svg");
    page.press(&[SHIFT, "c"]);
    page.area("[data-target] input:focus");
    page.wait_for_text(".target-candidates [role='status']", |said| said.starts_with("2 of 2"));
    // The button has the focus.
    let state_four = || {
        page.press(&[ENTER]);
        page.area("[data-property='host.num_cpus'] .condition select:focus");
        page.type_text("greater_or");
        page.press(&[TAB]);
        page.area("[data-property='host.num_cpus'] .condition input:focus");
        page.type_text("4");
    };
    page.focus("[data-property='host.num_cpus'] [data-add]");
    state_four();
    page.wait_for_text(".target-candidates [role='status']", |said| said.starts_with("1 of 2"));
    // Escape gives up the new condition, not the form.
    page.press(&[ESCAPE]);
    page.wait_until_gone("[data-property='host.num_cpus'] .condition");
    page.area("[data-property='host.num_cpus'] [data-add]:focus");
    state_four();
    page.press(&[TAB]);
    let written = TEMPLATE.replace("        - host: tosca.nodes.Compute\n", FILTER);
    expect(&served, &written);
    // The operator is changed in place.
    page.focus("[data-property='host.num_cpus'] .condition select");
    page.press(&[DOWN]);
    expect(&served, &written.replace("greater_or_equal", "less_than"));
    verdict(&served, "small", "accepted");
    page.press(&[ESCAPE]);
    page.wait_until_gone("[data-target]");
    served.undo_to(&written);
    served.undo_to(TEMPLATE);
    page.expect_no_complaints();
}
