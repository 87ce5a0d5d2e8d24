//! The example of the guide for homing templates, built from an empty file on graph and map, and placed.

use descriptorium_tests::browser::Page;
use descriptorium_tests::browser::input::{CONTROL, ENTER, F2, Input, SHIFT};

use super::served_folder::Served;

/// The facts of the example in `fixtures/homing/vcpe-inv.json`: the muxes and clouds of three cities.
const INVENTORY: &str = "demand,candidate_id,inventory_type,cost,latitude,longitude,complex_name\n\
    vGMuxInfra,mux-dal,service,1,32.7767,-96.7970,dal1\n\
    vGMuxInfra,mux-hou,service,1,29.7604,-95.3698,hou1\n\
    vGMuxInfra,mux-nyc,service,1,40.7128,-74.0060,nyc1\n\
    vG,vg-hou,cloud,2,29.7604,-95.3698,hou1\n\
    vG,vg-nyc,cloud,2,40.7128,-74.0060,nyc1\n";

/// What has no box is written in the text.
const OPTIMIZATION: &str = "optimization:\n  minimize:\n    sum:\n    - product: [10, {distance_between: [customer_loc, vGMuxInfra]}]\n    - product: [20, {distance_between: [customer_loc, vG]}]\n";

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_example_of_the_guide_is_built_with_the_pointer() {
    Journey { served: empty(), is_by_keyboard: false }.run();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_example_of_the_guide_is_built_with_the_keyboard() {
    Journey { served: empty(), is_by_keyboard: true }.run();
}

fn empty() -> Served {
    Served::files(&[("vcpe.yaml", "homing_template_version: 2017-10-10\n")])
}

struct Journey {
    served: Served,
    is_by_keyboard: bool,
}

impl Journey {
    fn run(&self) {
        let (served, page) = (&self.served, &self.served.page);
        served.open("vcpe.yaml");
        page.area("[data-descriptor='/demands/service']");
        self.add_demand("service", "vGMuxInfra", 40.0);
        self.add_demand("cloud", "vG", 200.0);
        self.add_location();
        let near = self.constraint("distance_to_location", ["demands/vGMuxInfra", "locations/customer_loc"]);
        self.fill("[data-action='threshold']", "< 500 km");
        let zone = self.constraint("zone", ["demands/vGMuxInfra", "demands/vG"]);
        page.click(&format!("[data-group='/constraints/{zone}/properties'] > summary"));
        self.fill(&format!("[data-field='/constraints/{zone}/properties/category'] :is(input, textarea)"), "complex");
        page.click("#tab-yaml");
        page.run(
            "const content = document.querySelector('.cm-content');
             const view = (content.cmTile ?? content.cmView).view;
             view.dispatch({ changes: { from: view.state.doc.length, insert: arguments[0] } });",
            &[OPTIMIZATION.into()],
        );
        served.wait_for_text_with("vGMuxInfra]}]");

        page.click("#tab-preview");
        page.area(".load-inputs");
        page.run(
            "const transfer = new DataTransfer();
             transfer.items.add(new File([arguments[0]], 'vcpe-inv.csv'));
             const event = new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true });
             document.querySelector('.load-inputs').dispatchEvent(event);",
            &[INVENTORY.into()],
        );
        page.wait_for_text("[data-placed='vGMuxInfra']", |text| text == "mux-hou");
        page.wait_for_text("[data-placed='vG']", |text| text == "vg-hou");
        page.wait_for_text("[data-value]", |text| text == "11496.17");

        self.shrink_circle(&near);
        page.wait_for_text("[data-result]", |text| text == "No plan exists.");
        page.wait_for_text("[data-conflict]", |text| text.contains(&near) && text.contains("mux-hou, vg-hou"));
        let without_plan = served.text();
        page.focus(".problem-list .fix");
        page.press(&[ENTER]);
        page.wait_for_text("[data-placed='vGMuxInfra']", |text| text == "mux-hou");
        served.changed(&without_plan);
        page.click("#undo");
        page.wait_for_text("[data-result]", |text| text == "No plan exists.");
        assert_eq!(served.text(), without_plan);
        page.expect_no_complaints();
    }

    fn add_demand(&self, kind: &str, name: &str, from_top: f64) {
        let page = &self.served.page;
        let before = self.served.text();
        if self.is_by_keyboard {
            page.focus(".canvas-svg");
            page.press(&["a"]);
            page.area(".dialog input");
            page.type_text(kind);
            page.press(&[ENTER]);
        } else {
            let item = format!("[data-descriptor='/demands/{kind}']");
            page.run("document.querySelector(arguments[0]).scrollIntoView();", &[item.as_str().into()]);
            let canvas = page.area(".canvas-svg");
            page.drag(page.place(&item), (canvas.center().0, canvas.y + from_top));
        }
        self.served.changed(&before);
        self.rename(name);
    }

    /// Renames the selected box.
    fn rename(&self, name: &str) {
        let page = &self.served.page;
        page.area(".box.selected");
        page.focus(".canvas-svg");
        page.press(&[F2]);
        page.area(".inspector .name-line input:focus");
        page.press(&[CONTROL, "a"]);
        page.type_text(name);
        page.press(&[ENTER]);
        self.served.wait_for_text_with(&format!("  {name}:"));
    }

    /// Adds a location on the map, and enters its coordinates.
    fn add_location(&self) {
        let page = &self.served.page;
        let before = self.served.text();
        page.click("#tab-preview");
        if self.is_by_keyboard {
            page.focus("[data-map='add']");
            page.press(&[ENTER]);
            page.focus(".geo-map");
            page.press(&[ENTER]);
        } else {
            page.click("[data-map='add']");
            let map = page.area(".geo-map");
            page.perform(Input::new().click((map.x + map.width / 4.0, map.y + map.height / 3.0)));
        }
        self.served.changed(&before);
        self.select(&["locations/location_1"]);
        page.click("#tab-inspector");
        self.rename("customer_loc");
        for (key, degrees) in [("latitude", "32.897480"), ("longitude", "-97.040443")] {
            self.fill(&format!("[data-field='/locations/customer_loc/{key}'] input"), degrees);
        }
    }

    fn select(&self, boxes: &[&str]) {
        let page = &self.served.page;
        page.run("document.querySelector('.canvas-bar button:last-child')?.click();", &[]);
        for (index, path) in boxes.iter().enumerate() {
            let place = page.place(&format!("[data-id='/{path}'] .box-label"));
            let input = Input::new();
            page.perform(match index {
                0 => input.click(place),
                _ => input.hold(SHIFT).click(place).release(SHIFT),
            });
        }
    }

    /// Adds a constraint over boxes, and returns its name.
    fn constraint(&self, of: &str, boxes: [&str; 2]) -> String {
        let (served, page) = (&self.served, &self.served.page);
        let before = served.text();
        if self.is_by_keyboard {
            self.select(&boxes[..1]);
            page.press(&["c"]);
            page.area(".dialog input");
            page.press(&[ENTER]);
            page.wait_for_text(".dialog", |choices| choices.contains(of));
            page.type_text(of);
            page.press(&[ENTER]);
        } else {
            self.select(&boxes);
            page.click("#tab-inspector");
            page.click(&format!("[data-action='{of}']"));
        }
        let (came, _) = served.changed(&before);
        let name = came.iter().find(|line| line.starts_with("  ") && !line.starts_with("   ")).expect("a constraint");
        let name = name.trim().trim_end_matches(':').to_owned();
        self.select(&[&format!("constraints/{name}")]);
        page.click("#tab-inspector");
        name
    }

    /// Enters a value in a field.
    fn fill(&self, selector: &str, value: &str) {
        let page = &self.served.page;
        let before = self.served.text();
        page.focus(selector);
        page.press(&[CONTROL, "a"]);
        page.type_text(value);
        page.press(&[ENTER]);
        self.served.changed(&before);
    }

    /// Makes the circle so small that the mux in Houston, 380 km away, is outside.
    fn shrink_circle(&self, constraint: &str) {
        let page = &self.served.page;
        if self.is_by_keyboard {
            page.click("[data-map-table] summary");
            return self.fill(&format!("[data-threshold='{constraint}'] input"), "200");
        }
        page.run("document.querySelector('.geo-map').scrollIntoView();", &[]);
        page.click("[data-map='fit']");
        let south = |kilometers: f64| point(page, 32.897_48 - kilometers / 111.195, -97.040_443);
        page.drag(south(500.0), south(200.0));
    }
}

/// The place of coordinates on the map.
fn point(page: &Page, latitude: f64, longitude: f64) -> (f64, f64) {
    let script = "const map = document.querySelector('.geo-map');
        const {a, d, e, f} = map.querySelector('g').transform.baseVal.consolidate().matrix;
        const {x, y} = map.getBoundingClientRect();
        return [x + e + a * arguments[1], y + f - d * arguments[0]];";
    let found = page.run(script, &[latitude.into(), longitude.into()]);
    let number = |at: usize| found[at].as_f64().unwrap_or(f64::NAN);
    (number(0), number(1))
}
