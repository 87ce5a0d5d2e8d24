//! The preview of homing templates: the placement on an inventory of the catalog, dropped and invented inventories, and the
//! fixes of a conflict.

use descriptorium_tests::browser::input::ENTER;

use super::served_folder::Served;

const TEMPLATE: &str = "other/streamer-homing.yaml";

fn preview() -> Served {
    let served = Served::examples();
    served.open(TEMPLATE);
    served.page.click("#tab-preview");
    served
}

/// Pastes an inventory or values of parameters.
fn paste(served: &Served, text: &str) {
    let page = &served.page;
    page.click("[data-load='paste']");
    page.focus(".pasting textarea");
    page.run("document.querySelector('.pasting textarea').value = arguments[0];", &[text.into()]);
    page.click("[data-load='use']");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_template_is_placed_on_an_inventory_of_its_catalog() {
    let served = preview();
    let page = &served.page;
    page.wait_for_text("[data-result]", |text| text.starts_with("Proven optimum: "));
    page.wait_for_text("[data-placed='streaming']", |text| text == "oslo");
    page.wait_for_text("[data-placed='library']", |text| text == "library-oslo");
    // The deciding number, and the mark of what no inventory decides.
    page.wait_for_text("[data-candidate='stockholm'] td:last-child", |text| {
        text.starts_with("eliminated by near_viewers: ")
    });
    page.area("[data-assumed='enough_room']");
    // The map names the chosen candidates, and its legend the colors that occur.
    let names = page.texts(".geo-map .label.chosen");
    assert!(!names.is_empty() && names.iter().all(|name| ["oslo", "library-oslo"].contains(&&**name)), "{names:?}");
    let legend = page.texts(".map-legend li");
    assert!(
        ["Location", "chosen", "maximum distance"].iter().all(|word| legend.iter().any(|one| one == word)),
        "{legend:?}"
    );
    page.click("[data-candidate='drammen'] button");
    page.wait_for_text("[data-why]", |text| text.starts_with("The best plan with drammen is worse by "));
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_least_change_of_a_conflict_is_applied_and_undone() {
    let served = preview();
    let page = &served.page;
    paste(
        &served,
        "demand,candidate_id,inventory_type,cost,latitude,longitude,location_id,customer_id,orchestration-status\n\
         streaming,far,cloud,1,64.5,11,no-east,,\n\
         library,lib,service,1,64.5,11,no-east,fjord-telecom,Activated\n",
    );
    page.wait_for_text("[data-result]", |text| text == "No plan exists.");
    page.area("[data-conflict]");
    page.focus(".problem-list .fix");
    page.press(&[ENTER]);
    page.wait_for_text("[data-placed='streaming']", |text| text == "far");
    page.click("#undo");
    page.wait_for_text("[data-result]", |text| text == "No plan exists.");
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn invented_candidates_are_marked_and_edited_in_a_table() {
    let served = preview();
    let page = &served.page;
    page.click("[data-invent]");
    page.area("[data-invented]");
    // Its place changes when the placement arrives.
    page.focus("[data-inventory] summary");
    page.press(&[ENTER]);
    page.area("[data-cell='candidate_id']");
    page.focus("[data-cell='cost']");
    page.run("const at = document.querySelector(\"[data-cell='cost']\"); at.value = 'cheap'; at.dispatchEvent(new Event('change', {bubbles: true}));", &[]);
    page.wait_for("the old cost", || {
        let value = page.run("return document.querySelector(\"[data-cell='cost']\").value;", &[]);
        (value == "1").then_some(())
    });
    page.click("[data-load='clear']");
    page.wait_until_gone("[data-invented]");
    page.wait_for_text("[data-placed='streaming']", |text| text == "oslo");
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_map_is_moved_with_keys_and_its_table_changes_the_text() {
    let served = preview();
    let page = &served.page;
    let before = served.text();
    page.wait_for_text("[data-result]", |text| text.starts_with("Proven optimum: "));
    let transformation = || {
        let found = page.run("return document.querySelector('.geo-map > g').getAttribute('transform');", &[]);
        found.as_str().unwrap_or_default().to_owned()
    };
    page.focus(".geo-map");
    for key in ["+", "\u{e014}"] {
        let last = transformation();
        page.press(&[key]);
        page.wait_for("another part of the map", || (transformation() != last).then_some(()));
    }
    // The threshold is a parameter, so its value changes.
    page.click("[data-map-table] summary");
    let field = "[data-threshold='near_viewers'] input";
    let type_radius = "const at = document.querySelector(arguments[0]); at.value = '200'; \
                       at.dispatchEvent(new Event('change', {bubbles: true}));";
    page.run(type_radius, &[field.into()]);
    page.wait_for("the threshold in the text", || served.text().contains("farthest: < 200 km").then_some(()));
    assert_eq!(served.changed(&before).0.len(), 1, "a single line changes");
    served.undo_to(&before);
    page.expect_no_complaints();
}

/// Coasts that cross the date line reach into the next copy of the map, and copies out of view are not drawn.
#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn land_is_on_the_map_wherever_it_is_in_view() {
    // Whether the place is land, for each time it is in view.
    const SEEN: &str = "const [latitude, longitude] = arguments;
        const map = document.querySelector('.geo-map'), ctm = map.querySelector('g').getScreenCTM();
        const { left, right, top, bottom } = map.getBoundingClientRect();
        const isFilled = (longitude) => (land) => {
            const turn = land.transform.baseVal.consolidate()?.matrix.e ?? 0;
            return getComputedStyle(land).display !== 'none' && land.isPointInFill(new DOMPoint(longitude - turn, -latitude));
        };
        return [-360, 0, 360].map((turn) => longitude + turn).filter((longitude) => {
            const { x, y } = new DOMPoint(longitude, -latitude).matrixTransform(ctm);
            return x > left && x < right && y > top && y < bottom;
        }).map((longitude) => [...map.querySelectorAll('.land')].some(isFilled(longitude)));";
    let inland = [
        (60.5, 9.0),
        (48.0, 30.0),
        (60.0, 100.0),
        (66.5, -175.0),
        (40.0, -100.0),
        (-10.0, -55.0),
        (20.0, 10.0),
        (-25.0, 135.0),
    ];
    let at_sea = [(30.0, -40.0), (0.0, -150.0), (-30.0, 80.0), (56.5, 3.0)];
    let served = preview();
    let page = &served.page;
    page.area(".geo-map .land");
    let mut seen = 0;
    for _ in 0..12 {
        for (places, is_land) in [(&inland[..], true), (&at_sea[..], false)] {
            for &(latitude, longitude) in places {
                let found = page.run(SEEN, &[latitude.into(), longitude.into()]);
                let found = found.as_array().expect("a list").iter();
                seen += found.inspect(|found| assert_eq!(**found, is_land, "{latitude} {longitude}")).count();
            }
        }
        page.click("[data-map='out']");
    }
    assert!(seen > 50, "{seen} places were in view");
}
