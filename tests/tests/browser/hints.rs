//! Hints beside the text.

use descriptorium_tests::browser::Page;
use descriptorium_tests::browser::input::{CONTROL, ENTER};

use super::served_folder::Served;

const PART: &str = "name: resource::part::1.0\nproperties: {size: {type: integer}}\n";
const WHOLE: &str = "name: assembly::whole::1.0\nproperties:\n  count: {type: integer, default: 3}\ncomposition:\n  one:\n    type: \
                     resource::part::1.0\n    properties:\n      size: {value: '${count}'}\n";
const TEMPLATE: &str = "tosca_definitions_version: tosca_simple_yaml_1_2\ntopology_template:\n  inputs:\n    cpus: {type: integer, \
                        default: 4}\n  node_templates:\n    server:\n      type: tosca.nodes.Compute\n      capabilities:\n        host: \
                        {properties: {num_cpus: {get_input: cpus}}}\n    software:\n      type: tosca.nodes.SoftwareComponent\n      \
                        requirements:\n        - host: server\n";

fn served() -> Served {
    Served::files(&[("part.yaml", PART), ("template.yaml", TEMPLATE), ("whole.yaml", WHOLE)])
}

fn wait_for_hints(page: &Page, expected: &[&str]) {
    page.wait_for(&format!("{expected:?}"), || (page.texts(".cm-hint") == expected).then_some(()));
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn values_are_beside_the_expressions_that_are_typed() {
    let served = served();
    let page = &served.page;
    served.open("whole.yaml");
    page.click("#tab-yaml");
    wait_for_hints(page, &["= 3"]);
    assert_eq!(page.run("return document.querySelector('.cm-hint').title;", &[]), "by the default of count");
    // In the line that is edited there is none until the new one is known.
    served.put_cursor_behind("default: 3");
    page.type_text("0");
    wait_for_hints(page, &["= 30"]);
    served.put_cursor_behind("'${count");
    page.type_text("s");
    page.wait_until_gone(".cm-hint");
    // They are no part of the text.
    served.open("template.yaml");
    wait_for_hints(page, &["= 4", "capability: host"]);
    assert_eq!(super::text_pane::text(page), TEMPLATE);
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn hints_are_hidden_until_they_are_wanted_again() {
    let served = served();
    let page = &served.page;
    served.open("template.yaml");
    page.click("#tab-yaml");
    wait_for_hints(page, &["= 4", "capability: host"]);
    let toggle = || {
        page.press(&[CONTROL, "k"]);
        page.area(".dialog .picker-input");
        page.type_text("hints beside");
        page.area(".picker-item[aria-selected='true']");
        page.press(&[ENTER]);
    };
    toggle();
    page.wait_until_gone(".cm-hint");
    page.reload();
    page.area(".cm-line");
    served.open("template.yaml");
    page.click("#tab-yaml");
    page.wait_for_text(".cm-content", |text| text.contains("get_input"));
    assert!(page.texts(".cm-hint").is_empty());
    toggle();
    wait_for_hints(page, &["= 4", "capability: host"]);
    page.expect_no_complaints();
}
