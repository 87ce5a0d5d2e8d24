//! The example of the guide for homing templates, built from an empty file on graph and map, and placed: with the pointer, and
//! again with the keyboard alone.

#![expect(clippy::expect_used, reason = "panics are reported in the calling test")]

use descriptorium_tests::browser::Page;
use descriptorium_tests::browser::input::{CONTROL, DOWN, END, ENTER, ESCAPE, F2, Input, SHIFT};
use serde_yaml::Value;

use super::served_folder::Served;

const FILE: &str = "vcpe.yaml";
const EMPTY: &str = "homing_template_version: 2017-10-10\n";
const CUSTOMER: [f64; 2] = [32.897_48, -97.040_443];

/// The template that is built: the example of the guide.
const EXPECTED: &str = "\
homing_template_version: 2017-10-10
parameters: {customer_lat: 32.89748, customer_long: -97.040443, w1: 10, w2: 20}
locations:
  customer_loc: {latitude: {get_param: customer_lat}, longitude: {get_param: customer_long}}
demands:
  vGMuxInfra: [{inventory_provider: aai, inventory_type: service, service_type: vG_Mux, customer_id: some_company}]
  vG: [{inventory_provider: aai, inventory_type: cloud}]
constraints:
  mux_near:
    type: distance_to_location
    demands: [vGMuxInfra]
    properties: {distance: '< 500 km', location: customer_loc}
  colocate:
    type: zone
    demands: [vGMuxInfra, vG]
    properties: {qualifier: same, category: complex}
optimization:
  minimize:
    sum:
      - product: [{get_param: w1}, {distance_between: [customer_loc, vGMuxInfra]}]
      - product: [{get_param: w2}, {distance_between: [customer_loc, vG]}]
";

/// The muxes and clouds of three cities.
const INVENTORY: &str = r#"{"candidates": {
 "vGMuxInfra": [
  {"candidate_id": "mux-dal", "inventory_type": "service", "inventory_provider": "aai", "cost": 1.0, "location_id": "RegDal", "location_type": "att_aic", "latitude": "32.7767", "longitude": "-96.7970", "complex_name": "dal1", "country": "USA"},
  {"candidate_id": "mux-hou", "inventory_type": "service", "inventory_provider": "aai", "cost": 1.0, "location_id": "RegHou", "location_type": "att_aic", "latitude": "29.7604", "longitude": "-95.3698", "complex_name": "hou1", "country": "USA"},
  {"candidate_id": "mux-nyc", "inventory_type": "service", "inventory_provider": "aai", "cost": 1.0, "location_id": "RegNyc", "location_type": "att_aic", "latitude": "40.7128", "longitude": "-74.0060", "complex_name": "nyc1", "country": "USA"}],
 "vG": [
  {"candidate_id": "vg-hou", "inventory_type": "cloud", "inventory_provider": "aai", "cost": 2.0, "location_id": "RegHou", "location_type": "att_aic", "latitude": "29.7604", "longitude": "-95.3698", "complex_name": "hou1", "country": "USA"},
  {"candidate_id": "vg-nyc", "inventory_type": "cloud", "inventory_provider": "aai", "cost": 2.0, "location_id": "RegNyc", "location_type": "att_aic", "latitude": "40.7128", "longitude": "-74.0060", "complex_name": "nyc1", "country": "USA"}]}}
"#;

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_example_of_the_guide_is_built_and_placed_with_the_pointer() {
    journey(false);
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_example_of_the_guide_is_built_and_placed_with_the_keyboard() {
    journey(true);
}

fn journey(is_by_keyboard: bool) {
    let user = User { served: Served::files(&[(FILE, EMPTY)]), is_by_keyboard };
    let (served, page) = (&user.served, &user.served.page);
    served.open(FILE);
    page.area("[data-descriptor='/demands/service']");
    user.add_demand("service", "vGMuxInfra");
    user.add_demand("cloud", "vG");
    user.add_location("customer_loc");
    user.add_objective();
    user.set_weight("vGMuxInfra", 10);
    user.set_weight("vG", 20);
    for (name, value) in [("customer_lat", CUSTOMER[0]), ("customer_long", CUSTOMER[1]), ("w1", 10.0), ("w2", 20.0)] {
        user.add_parameter(name, value);
    }
    for (term, name) in ["w1", "w2"].into_iter().enumerate() {
        let product = format!("/optimization/minimize/sum/{term}/product");
        user.show_all();
        user.open_groups(&["/optimization", "/optimization/minimize", "/optimization/minimize/sum"]);
        user.open_groups(&[&format!("/optimization/minimize/sum/{term}"), &product]);
        user.read_from(&format!("{product}/0"), name);
    }
    user.select("customer_loc");
    user.inspect();
    user.read_from("/locations/customer_loc/latitude", "customer_lat");
    user.read_from("/locations/customer_loc/longitude", "customer_long");
    for (demand, key, value) in [
        ("vGMuxInfra", "inventory_provider", "aai"),
        ("vGMuxInfra", "service_type", "vG_Mux"),
        ("vGMuxInfra", "customer_id", "some_company"),
        ("vG", "inventory_provider", "aai"),
    ] {
        user.select(demand);
        user.inspect();
        user.open_groups(&[&format!("/demands/{demand}/0")]);
        user.fill(&format!("[data-field='/demands/{demand}/0/{key}'] input"), value);
    }
    let near = user.constrain("vGMuxInfra", "customer_loc", "distance_to_location");
    user.select(&near);
    user.rename(&near, "mux_near");
    let near = "mux_near";
    user.inspect();
    user.fill("input[data-action='threshold']", "< 500 km");
    let zone = user.constrain("vGMuxInfra", "vG", "zone");
    user.select(&zone);
    user.rename(&zone, "colocate");
    let zone = "colocate";
    user.inspect();
    user.open_groups(&["/constraints/colocate/properties"]);
    user.choose_word("[data-field='/constraints/colocate/properties/category'] select", "complex");
    assert_eq!(yaml(&served.text()), yaml(EXPECTED));

    user.open_preview();
    user.load_inventory();
    page.wait_for_text("[data-placed='vGMuxInfra']", |text| text == "mux-hou");
    page.wait_for_text("[data-placed='vG']", |text| text == "vg-hou");
    page.wait_for_text("[data-value]", |text| text == "11496.17");
    page.wait_for_text("[data-result]", |text| text.starts_with("Proven optimum"));

    let with_plan = served.text();
    user.shrink_circle(near);
    page.wait_for_text("[data-result]", |text| text == "No plan exists.");
    let members = page.texts("[data-conflict]");
    assert_eq!(members.len(), 2, "{members:?}");
    // The distance to Houston is 383.2 km.
    assert!(members[0].contains(near) && members[0].contains("<= 383.20568"), "{members:?}");
    assert!(members[0].contains("mux-hou, vg-hou (11496.17)"), "{members:?}");
    assert!(members[1].contains(zone) && members[1].contains("mux-dal, vg-hou"), "{members:?}");
    let without_plan = served.text();
    let (came, went) = difference(&with_plan, &without_plan);
    assert!(came.len() == 1 && went.len() == 1 && went[0].contains("< 500 km"), "{came:?} {went:?}");
    page.wait_for_text(".problem-list .fix", |title| title.contains("<= 383.20568"));
    user.press_button(".problem-list .fix");
    page.wait_for_text("[data-placed='vGMuxInfra']", |text| text == "mux-hou");
    page.wait_for_text("[data-value]", |text| text == "11496.17");
    let fixed = served.text();
    assert_eq!(difference(&without_plan, &fixed).0.len(), 1, "{fixed}");
    user.undo();
    page.wait_for_text("[data-result]", |text| text == "No plan exists.");
    assert_eq!(served.text(), without_plan);
    page.expect_no_complaints();
}

fn yaml(text: &str) -> Value {
    serde_yaml::from_str(text).expect("YAML")
}

/// The lines that a text has in addition to another one, and those that it lacks.
fn difference(before: &str, after: &str) -> (Vec<String>, Vec<String>) {
    let lines = |one: &str, other: &str| {
        let new = one.lines().filter(|line| !other.lines().any(|other| other == *line));
        new.map(str::to_owned).collect::<Vec<_>>()
    };
    (lines(after, before), lines(before, after))
}

/// A user with a pointer, or with a keyboard alone.
struct User {
    served: Served,
    is_by_keyboard: bool,
}

impl User {
    fn page(&self) -> &Page {
        &self.served.page
    }

    /// Adds a demand for candidates of this type, and renames it.
    fn add_demand(&self, kind: &str, name: &str) {
        let page = self.page();
        let before = self.served.text();
        if self.is_by_keyboard {
            page.focus(".canvas-svg");
            page.press(&["a"]);
            self.choose(kind, kind);
        } else {
            let item = format!("[data-descriptor='/demands/{kind}']");
            page.run("document.querySelector(arguments[0]).scrollIntoView();", &[item.as_str().into()]);
            page.drag(page.place(&item), self.served.void());
        }
        self.served.changed(&before);
        self.rename("demand", name);
    }

    /// Renames the selected box.
    fn rename(&self, from: &str, to: &str) {
        let page = self.page();
        page.area(&format!(".box.selected[data-id$='/{from}']"));
        page.focus(".canvas-svg");
        page.press(&[F2]);
        page.area(":is(.name-field, .inspector .name-line) input:focus");
        page.press(&[CONTROL, "a"]);
        page.type_text(to);
        page.press(&[ENTER]);
        self.wait_for_line(&format!("  {to}:"));
        page.area(&format!("[data-id$='/{to}']"));
        self.fit();
    }

    fn wait_for_line(&self, line: &str) {
        self.page().wait_for(line, || self.served.text().lines().any(|own| own == line).then_some(()));
    }

    /// Fits the diagram into the view.
    fn fit(&self) {
        self.page().focus(".canvas-svg");
        self.page().press(&["0"]);
    }

    /// Adds a location on the map, and enters its name and coordinates.
    fn add_location(&self, name: &str) {
        let page = self.page();
        let before = self.served.text();
        self.open_preview();
        self.press_button("[data-map='add']");
        if self.is_by_keyboard {
            page.focus(".geo-map");
            page.press(&[ENTER]);
        } else {
            page.place(".geo-map");
            let map = page.area(".geo-map");
            page.perform(Input::new().click((map.x + map.width / 4.0, map.y + map.height / 3.0)));
        }
        self.served.changed(&before);
        self.press_button("[data-map-table] summary");
        for (column, degrees) in CUSTOMER.iter().enumerate() {
            let cell = format!("[data-location='location_1'] td:nth-of-type({}) input", column + 1);
            self.fill(&cell, &degrees.to_string());
        }
        self.select("location_1");
        self.rename("location_1", name);
    }

    /// Adds the distances of both demands to the objective.
    fn add_objective(&self) {
        let page = self.page();
        let before = self.served.text();
        if self.is_by_keyboard {
            page.focus(".canvas-svg");
            page.press(&[CONTROL, "a"]);
        } else {
            self.select("vGMuxInfra");
            for other in ["vG", "customer_loc"] {
                let at = page.place(&label(other));
                page.perform(Input::new().hold(SHIFT).click(at).release(SHIFT));
            }
        }
        self.inspect();
        self.press_button("[data-action='distance_between']");
        let (came, went) = self.served.changed(&before);
        assert!(
            went.is_empty() && came.iter().filter(|line| line.contains("distance_between")).count() == 2,
            "{came:?}"
        );
    }

    /// Shows the form of the whole template.
    fn show_all(&self) {
        let page = self.page();
        if self.is_by_keyboard {
            page.focus(".canvas-svg");
            page.press(&[ESCAPE]);
        } else {
            self.fit();
            page.perform(Input::new().click(self.served.void()));
        }
        page.wait_until_gone(".box.selected");
        self.inspect();
    }

    /// Expands groups of the form that are not open yet.
    fn open_groups(&self, paths: &[&str]) {
        for path in paths {
            let group = format!("[data-group='{path}']");
            self.page().area(&group);
            let is_open = format!("return document.querySelector(\"{group}\").open;");
            if self.page().run(&is_open, &[]) != true {
                self.press_button(&format!("{group} > summary"));
            }
        }
    }

    /// Adds a parameter in the form of the template.
    fn add_parameter(&self, name: &str, value: f64) {
        self.show_all();
        self.open_groups(&["/parameters"]);
        self.fill("[data-group='/parameters'] .add-row input", name);
        self.fill(&format!("[data-field='/parameters/{name}'] .field-input:not(.name-line) input"), &value.to_string());
    }

    /// Replaces a value by a parameter.
    fn read_from(&self, path: &str, parameter: &str) {
        self.choose_word(&format!("[data-field='{path}'] select.source"), &format!("get_param: {parameter}"));
    }

    /// Moves the slider of the weight at a demand to its end until the weight is as large.
    fn set_weight(&self, demand: &str, weight: u32) {
        let page = self.page();
        self.select(demand);
        self.inspect();
        let slider = "input[type='range'][data-action='weight']";
        for end in [10, 20].into_iter().take_while(|end| *end <= weight) {
            let before = self.served.text();
            if self.is_by_keyboard {
                page.focus(slider);
                page.press(&[END]);
            } else {
                page.place(slider);
                let area = page.area(slider);
                let at = |part: f64| (area.x + area.width * part, area.center().1);
                page.drag(at(0.2), at(1.2));
            }
            let (came, _) = self.served.changed(&before);
            assert!(came.iter().any(|line| line.trim() == format!("- {end}")), "{came:?}");
            let shown = format!("return document.querySelector(\"{slider}\").value;");
            page.wait_for("the slider with its new end", || {
                (page.run(&shown, &[]).as_str() == Some(&end.to_string())).then_some(())
            });
        }
    }

    /// Adds a constraint over two boxes, and returns its name.
    fn constrain(&self, one: &str, other: &str, of: &str) -> String {
        let page = self.page();
        let before = self.served.text();
        self.select(one);
        if self.is_by_keyboard {
            page.press(&["c"]);
            self.choose("", "demand");
            page.wait_for_text(".dialog", |choices| choices.contains(of));
            self.choose(&format!("{of} {other}"), of);
        } else {
            let at = page.place(&label(other));
            page.perform(Input::new().hold(SHIFT).click(at).release(SHIFT));
            self.inspect();
            self.press_button(&format!("[data-action='{of}']"));
        }
        let (came, went) = self.served.changed(&before);
        let named = came.iter().find(|line| line.starts_with("  ") && !line.starts_with("   "));
        let name = named.expect("a constraint").trim().trim_end_matches(':').to_owned();
        assert!(went.is_empty(), "{went:?}");
        page.area(&format!("[data-id='/constraints/{name}']"));
        self.fit();
        name
    }

    /// Chooses an item of the open dialog by its label, after typing.
    fn choose(&self, typed: &str, wanted: &str) {
        let page = self.page();
        page.area(".dialog input");
        if !typed.is_empty() {
            page.type_text(typed);
        }
        let labels = || page.texts(".dialog .picker-label");
        let at = page.wait_for(wanted, || labels().iter().position(|label| label == wanted));
        let keys = (0..at).fold(Input::new(), |input, _| input.press(&[DOWN]));
        page.perform(keys.press(&[ENTER]));
    }

    /// Selects a box alone.
    fn select(&self, name: &str) {
        let page = self.page();
        if self.is_by_keyboard {
            page.focus(".canvas-svg");
            page.press(&["/"]);
            self.choose(name, name);
            page.wait_until_gone(".dialog");
        } else {
            self.fit();
            page.click(&label(name));
        }
        page.area(&format!(".box.selected[data-id$='/{name}']"));
    }

    fn inspect(&self) {
        self.press_button("#tab-inspector");
    }

    fn open_preview(&self) {
        self.press_button("#tab-preview");
        self.page().area(".geo-map");
    }

    /// Clicks a button, or focuses it and presses Enter.
    fn press_button(&self, selector: &str) {
        let page = self.page();
        page.area(selector);
        if self.is_by_keyboard {
            page.focus(selector);
            page.press(&[ENTER]);
        } else {
            page.click(selector);
        }
    }

    /// Enters a value in a field.
    fn fill(&self, selector: &str, value: &str) {
        let page = self.page();
        let before = self.served.text();
        page.area(selector);
        if self.is_by_keyboard {
            page.focus(selector);
        } else {
            page.click(selector);
        }
        page.press(&[CONTROL, "a"]);
        page.type_text(value);
        page.press(&[ENTER]);
        self.served.changed(&before);
    }

    /// Chooses a value in a list by its first letters.
    fn choose_word(&self, selector: &str, word: &str) {
        let page = self.page();
        let before = self.served.text();
        page.area(selector);
        if self.is_by_keyboard {
            // In a closed list, the first letters would choose the first word that has them.
            page.focus(selector);
            page.press(&[" "]);
        } else {
            page.click(selector);
        }
        page.type_text(word);
        page.press(&[ENTER]);
        self.served.changed(&before);
    }

    /// Drops the file with the inventory, or pastes its text.
    fn load_inventory(&self) {
        let page = self.page();
        if self.is_by_keyboard {
            self.press_button("[data-load='paste']");
            page.area(".pasting textarea:focus");
            page.run("document.querySelector('.pasting textarea').value = arguments[0];", &[INVENTORY.into()]);
            page.press(&[CONTROL, ENTER]);
        } else {
            page.area(".load-inputs");
            let drop = "const transfer = new DataTransfer();
                transfer.items.add(new File([arguments[0]], 'vcpe-inv.json'));
                const event = new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true });
                document.querySelector('.load-inputs').dispatchEvent(event);";
            page.run(drop, &[INVENTORY.into()]);
        }
        self.served.wait_for_notice("Inventory loaded");
    }

    /// Makes the circle so small that the mux in Houston is outside: on the map, or in its table.
    fn shrink_circle(&self, constraint: &str) {
        let page = self.page();
        if self.is_by_keyboard {
            let field = format!("[data-threshold='{constraint}'] input");
            self.press_button("[data-map-table] summary");
            return self.fill(&field, "200");
        }
        self.press_button("[data-map='fit']");
        page.place(".geo-map");
        let north = |kilometers: f64| self.on_map(CUSTOMER[0] + kilometers / 111.195, CUSTOMER[1]);
        page.drag(north(500.0), north(200.0));
    }

    /// The point of coordinates on the map, in pixels of the window.
    fn on_map(&self, latitude: f64, longitude: f64) -> (f64, f64) {
        let script = "const matrix = document.querySelector('.geo-map > g').getScreenCTM();
            const { x, y } = new DOMPoint(arguments[1], -arguments[0]).matrixTransform(matrix);
            return [x, y];";
        let found = self.page().run(script, &[latitude.into(), longitude.into()]);
        let number = |at: usize| found[at].as_f64().expect("a number");
        (number(0), number(1))
    }

    fn undo(&self) {
        if self.is_by_keyboard {
            self.page().focus(".canvas-svg");
            self.page().press(&[CONTROL, "z"]);
        } else {
            self.page().click("#undo");
        }
    }
}

fn label(name: &str) -> String {
    format!("[data-id$='/{name}'] .box-label")
}
