//! The triggers of policies in the inspector.

use descriptorium_tests::browser::input::{CONTROL, ENTER};

use super::served_folder::Served;

/// Waits until the file has this text.
fn expect(served: &Served, text: &str) {
    let what = format!("the text\n{text}\nnot {}", served.text());
    served.page.wait_for(&what, || (served.text() == text).then_some(()));
}

const POLICY: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    app: {type: tosca.nodes.SoftwareComponent}
  policies:
    - scale:
        type: tosca.policies.Scaling
        targets: [app]
        triggers:
          # keep
          - load:
              event: acme.events.Load
              action: grow
  workflows:
    grow: {steps: {}}
    shrink: {steps: {}}
";

/// A trigger is added, filled in, renamed and removed in the inspector, in the list of the text. The oracle is the text.
#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn triggers_are_edited_in_the_inspector() {
    let served = Served::files(&[("app.yaml", POLICY)]);
    served.open("app.yaml");
    let page = &served.page;
    page.click("[data-mark='/topology_template/policies/0/scale']");
    page.click("#tab-inspector");
    let triggers = "/topology_template/policies/0/scale/triggers";
    page.click(&format!("[data-group='{triggers}'] > summary"));
    page.click(&format!("[data-group='{triggers}'] .add-row input"));
    page.type_text("idle");
    page.press(&[ENTER]);
    let added = POLICY.replace(
        "              action: grow\n",
        "              action: grow\n          - idle:\n              event: \"\"\n              action: \"\"\n",
    );
    expect(&served, &added);
    let event = format!("[data-field='{triggers}/1/idle/event'] input");
    page.click(&event);
    page.type_text("acme.events.Idle");
    page.press(&[ENTER]);
    expect(&served, &added.replace("event: \"\"", "event: acme.events.Idle"));
    // The workflows of the topology are suggested.
    let action = format!("[data-field='{triggers}/1/idle/action']");
    page.click(&format!("{action} input"));
    page.area(&format!("{action} datalist option[value='shrink']"));
    page.type_text("shrink");
    page.press(&[ENTER]);
    let filled = added.replace("event: \"\"", "event: acme.events.Idle").replace("action: \"\"", "action: shrink");
    expect(&served, &filled);
    page.click(&format!("[data-group='{triggers}/1/idle'] .name-line input"));
    page.press(&[CONTROL, "a"]);
    page.type_text("quiet");
    page.press(&[ENTER]);
    expect(&served, &filled.replace("- idle:", "- quiet:"));
    page.click(&format!("[data-group='{triggers}/1/quiet'] > .group-body > .remove"));
    expect(&served, POLICY);
    page.expect_no_complaints();
}
