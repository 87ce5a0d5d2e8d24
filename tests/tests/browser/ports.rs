//! Ports on demand: hollow ports for what is required, all ports of a box, and values edited on the port.

use descriptorium_tests::browser::Page;
use descriptorium_tests::browser::input::{ENTER, ESCAPE, F2, Input, SHIFT, TAB};

use super::accessibility::axe;
use super::served_folder::Served;

const PART: &str = "\
name: resource::part::1.0
properties:
  number: {type: string, required: true}
  size: {type: integer}
  out: {type: string, read-only: true}
lifecycle: {Create: {}}
";

const SERVICE: &str = "\
name: assembly::service::1.0
properties:
  line: {type: string, default: none}
composition:
  # answers calls
  phone:
    type: resource::part::1.0
    properties:
      size:
        value: 4
";

/// The lines that are added to the text when the value of `number` is set.
const SET: [&str; 2] = ["      number:", "        value: n1"];

const TOSCA: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  acme.App:
    derived_from: tosca.nodes.Root
    properties:
      mode: {type: string, constraints: [valid_values: [fast, slow]]}
      token: {type: string, metadata: {sensitive: 'true'}}
topology_template:
  node_templates:
    # serves
    app:
      type: acme.App
";

const HOMING: &str = "\
homing_template_version: 2017-10-10
locations:
  home: {latitude: 59.9, longitude: 10.7}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
constraints:
  near: {type: distance_to_location, demands: [gateway], properties: {location: home}}
";

const FIELD: &str = ".port-value input:focus";

fn service() -> Served {
    let served = Served::files(&[
        ("part.yaml", PART),
        ("service.yaml", SERVICE),
        ("template.yaml", TOSCA),
        ("placement.yaml", HOMING),
    ]);
    served.open("service.yaml");
    served
}

fn hollow(name: &str) -> String {
    format!("[data-id='/composition/phone'] .port.missing[data-port='{name}'] .port-shape")
}

fn said(page: &Page, part: &str) {
    page.wait_for_text(".canvas-said", |text| text.contains(part));
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_required_input_without_a_value_is_a_hollow_port() {
    let served = service();
    let page = &served.page;
    // Its fill is that of the box, and the legend and its card say why.
    let shape = hollow("number");
    page.area(&shape);
    let fill = page.run("const of = (s) => getComputedStyle(document.querySelector(s)).fill; return of(arguments[0]) === of(arguments[1]);", &[
        shape.as_str().into(),
        "[data-id='/composition/phone'] .box-shape".into(),
    ]);
    assert_eq!(fill, true);
    page.focus(".canvas-svg");
    page.press(&["k"]);
    page.wait_for_text(".legend", |text| text.contains("required and not set") && !text.contains("not connected"));
    page.press(&["k"]);
    page.perform(Input::new().move_to(page.place(&shape)));
    page.wait_for_text(".card", |text| text.contains("number") && text.contains("required and not set"));
    assert!(page.area("[data-id='/composition/phone']").width > 0.0);
    let label =
        page.run("return document.querySelector(\"[data-id='/composition/phone']\").getAttribute('aria-label');", &[]);
    assert!(label.as_str().is_some_and(|label| label.contains("not set: number")), "{label}");
    // A connection starts there: to the border of the assembly, whose property has no port yet.
    page.perform(Input::new().move_to(page.place(&shape)).down().drag_on(page.place(&shape), served.void()).up());
    page.area(".dialog .picker-item");
    page.press(&[ESCAPE]);
    page.wait_until_gone(".dialog");
    // The same from the selected port with the keyboard.
    page.perform(Input::new().click(page.place(&shape)));
    page.area(".port.selected[data-port='number']");
    page.press(&["c"]);
    page.area(".dialog .picker-item");
    served.choose_entry("line");
    served.expect_changes(SERVICE, &["      number:", "        value: ${line}"], &[]);
    page.wait_until_gone(&shape);
    served.undo_to(SERVICE);
    page.area(&shape);
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn all_ports_of_a_box_are_shown_on_demand() {
    let served = service();
    let page = &served.page;
    let ports = || page.texts("[data-id='/composition/phone'] .port-label").len();
    assert_eq!(ports(), 1);
    page.click("[data-id='/composition/phone'] .box-label");
    // Two inputs that can be set, one of which is drawn, and three values that can be read.
    page.wait_for_text(".more-ports", |text| text == "+4");
    assert_eq!(
        page.run("return document.querySelector('.more-ports').getAttribute('aria-label');", &[]),
        "Show 4 more ports"
    );
    assert_eq!(axe(page).violations(page), Vec::<String>::new());
    page.click(".more-ports");
    page.wait_for("all ports", || (ports() == 5).then_some(()));
    page.wait_for_text(".more-ports", |text| text == "−");
    // A connection can start at each of them, and the text is the same until then.
    assert_eq!(served.text(), SERVICE);
    let size = page.place("[data-id='/composition/phone'] .port.input[data-port='size'] .port-shape");
    page.perform(Input::new().move_to(size).down().drag_on(size, served.void()).up());
    page.area(".dialog .picker-item");
    page.press(&[ESCAPE]);
    page.wait_until_gone(".dialog");
    page.click(".more-ports");
    page.wait_for("few ports", || (ports() == 1).then_some(()));
    // The same with the keyboard, and with a finger.
    page.focus(".canvas-svg");
    page.press(&[SHIFT, "p"]);
    page.wait_for("all ports", || (ports() == 5).then_some(()));
    page.press(&[SHIFT, "p"]);
    page.wait_for("few ports", || (ports() == 1).then_some(()));
    page.touch(&[vec![page.area(".more-ports").center()]], 0);
    page.wait_for("all ports", || (ports() == 5).then_some(()));
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_value_is_edited_on_its_port_with_the_pointer() {
    let served = service();
    let page = &served.page;
    let shape = hollow("number");
    page.perform(Input::new().double_click(page.place(&shape)));
    page.area(FIELD);
    assert_eq!(axe(page).violations(page), Vec::<String>::new());
    let near = |one: (f64, f64), other: (f64, f64)| (one.0 - other.0).abs() < 260.0 && (one.1 - other.1).abs() < 60.0;
    assert!(near(page.place(FIELD), page.place(&shape)), "the field is at the port");
    page.type_text("n1");
    page.press(&[ENTER]);
    page.wait_until_gone(".port-value");
    served.expect_changes(SERVICE, &SET, &[]);
    page.wait_until_gone(&shape);
    // One step.
    served.undo_to(SERVICE);
    // On the name of the port as well; Escape keeps the text, and another place ends it.
    page.perform(
        Input::new().double_click(page.place("[data-id='/composition/phone'] [data-port='number'] .port-label")),
    );
    page.area(FIELD);
    page.type_text("n2");
    page.press(&[ESCAPE]);
    page.wait_until_gone(".port-value");
    assert_eq!(served.text(), SERVICE);
    page.perform(Input::new().double_click(page.place(&shape)));
    page.area(FIELD);
    page.type_text("n1");
    page.perform(Input::new().click(served.void()));
    page.wait_until_gone(".port-value");
    served.expect_changes(SERVICE, &SET, &[]);
    served.undo_to(SERVICE);
    // From the menu of the port.
    page.perform(Input::new().right_click(page.place(&shape)));
    page.click(".menu [data-action='EditValue']");
    page.area(FIELD);
    page.press(&[ESCAPE]);
    page.wait_until_gone(".port-value");
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_value_is_edited_on_its_port_with_the_keyboard() {
    let served = service();
    let page = &served.page;
    page.area(&hollow("number"));
    page.focus(".canvas-svg");
    page.press(&[TAB]);
    said(page, "phone");
    page.press(&["b"]);
    said(page, "input number, string, required and not set, 1 of 1");
    page.area(".port.selected[data-port='number']");
    for key in [ENTER, F2] {
        page.press(&[key]);
        page.area(FIELD);
        page.press(&[ESCAPE]);
        page.wait_until_gone(".port-value");
        page.area(".canvas-svg:focus");
    }
    page.press(&[ENTER]);
    page.area(FIELD);
    page.type_text("n1");
    page.press(&[ENTER]);
    page.wait_until_gone(".port-value");
    page.area(".canvas-svg:focus");
    served.expect_changes(SERVICE, &SET, &[]);
    served.undo_to(SERVICE);
    // A port that is not drawn is chosen from a list, and drawn from then on. A value that does not fit stays with its finding.
    page.focus(".canvas-svg");
    page.press(&[ESCAPE]);
    page.press(&[TAB]);
    page.press(&[SHIFT, F2]);
    page.area(".dialog .picker-item");
    served.choose_entry("size");
    page.area(FIELD);
    page.type_text("many");
    page.press(&[ENTER]);
    page.area(".port-value .field-finding");
    page.area(FIELD);
    page.press(&[ESCAPE]);
    page.wait_until_gone(".port-value");
    served.undo_to(SERVICE);
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn values_of_ports_have_the_control_of_the_inspector_in_the_other_languages() {
    let served = service();
    let page = &served.page;
    served.open("template.yaml");
    const APP: &str = "[data-id='/topology_template/node_templates/app']";
    // A choice.
    page.perform(Input::new().double_click(page.place(&format!("{APP} [data-port='mode'] .port-shape"))));
    page.area(".port-value select:focus");
    page.type_text("slow");
    page.press(&[ENTER]);
    page.wait_until_gone(".port-value");
    served.expect_changes(TOSCA, &["      properties:", "        mode: slow"], &[]);
    served.undo_to(TOSCA);
    // A secret is masked, also on its card.
    page.perform(Input::new().double_click(page.place(&format!("{APP} [data-port='token'] .port-shape"))));
    page.area(".port-value input[type='password']:focus");
    page.type_text("hush");
    page.press(&[ENTER]);
    page.wait_until_gone(".port-value");
    page.wait_for("the secret", || served.text().contains("token: hush").then_some(()));
    page.click(&format!("{APP} .box-label"));
    page.click(".more-ports");
    let token = format!("{APP} .port.input[data-port='token'] .port-shape");
    page.perform(Input::new().move_to(page.place(&token)));
    page.wait_for_text(".card", |text| text.contains("token") && text.contains("hidden") && !text.contains("hush"));
    served.undo_to(TOSCA);

    served.open("placement.yaml");
    let distance = "[data-id='/constraints/near'] [data-port='distance'] .port-shape";
    page.perform(Input::new().double_click(page.place(distance)));
    page.area(FIELD);
    page.type_text("< 100 km");
    page.press(&[ENTER]);
    page.wait_until_gone(".port-value");
    page.wait_for("the distance", || served.text().contains("distance: < 100 km").then_some(()));
    served.undo_to(HOMING);
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_mapping_of_a_parameter_is_edited_on_its_port() {
    let served = Served::examples();
    let page = &served.page;
    served.open("other/streamer-asd.yaml");
    let before = served.text();
    page.area(".box.deployment-item .port.input .port-shape");
    let name = page.run("return document.querySelector('.box.deployment-item .port.input').dataset.port;", &[]);
    let name = name.as_str().expect("a name").to_owned();
    page.perform(Input::new().double_click(page.place(".box.deployment-item .port.input .port-shape")));
    page.area(FIELD);
    let value = page.run("return document.querySelector('.port-value input').value;", &[]);
    let value = value.as_str().expect("a mapping").to_owned();
    assert!(value.ends_with(&format!(":{name}")), "{value}");
    page.type_text(&format!("{value}.more"));
    page.press(&[ENTER]);
    let (now, gone) = served.changed(&before);
    assert_eq!((now.len(), gone.len()), (1, 1), "{now:?} {gone:?}");
    assert!(now[0].contains(&format!("{value}.more")), "{now:?}");
    served.undo_to(&before);
    page.expect_no_complaints();
}
