//! Alignment of boxes: by snapping and by command; and the context toolbar of the selection.

use descriptorium_tests::browser::input::{ALT, CONTROL, DOWN, ENTER, ESCAPE, Input, SHIFT};

use super::served_folder::Served;

const PART: &str = "name: resource::part::1.0\nlifecycle: {Create: {}}\n";

const SERVICE: &str = "\
name: assembly::service::1.0
composition:
  a: {type: 'resource::part::1.0', properties: {}}
  b: {type: 'resource::part::1.0', properties: {}}
  c: {type: 'resource::part::1.0', properties: {}}   # the third
designerLayout:
  elements:
    a: {x: 100, y: 100}
    b: {x: 400, y: 180}
    c: {x: 130, y: 300}
";

fn service() -> Served {
    let served = Served::files(&[("part.yaml", PART), ("service.yaml", SERVICE)]);
    served.open("service.yaml");
    served.page.press(&[ESCAPE]);
    served
}

impl Served {
    fn middle_of(&self, part: &str) -> (f64, f64) {
        self.page.place(&format!("[data-id='/composition/{part}'] .box-label"))
    }

    /// Whether the toolbar covers neither a box nor the title of the assembly.
    fn pad_covers_nothing(&self) {
        let pad = self.page.area(".pad");
        let script = "return [...document.querySelectorAll('.box:not(.boundary) > .box-shape, .box.boundary > .box-label')]\
            .map((shape) => shape.getBoundingClientRect()).map(({ x, y, width, height }) => [x, y, width, height]);";
        for shape in self.page.run(script, &[]).as_array().into_iter().flatten() {
            let number = |at: usize| shape[at].as_f64().unwrap_or(f64::NAN);
            let (x, y, width, height) = (number(0), number(1), number(2), number(3));
            let apart = pad.x + pad.width <= x || x + width <= pad.x || pad.y + pad.height <= y || y + height <= pad.y;
            assert!(apart, "{pad:?} covers {shape}");
        }
    }

    fn zoom(&self) -> f64 {
        let percent = self.page.text(".canvas-percent");
        percent.trim_end_matches('%').parse::<f64>().unwrap_or(100.0) / 100.0
    }
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_dragged_box_snaps_to_alignments() {
    let served = service();
    let page = &served.page;
    let zoom = served.zoom();
    // To three pixels beside the aligned position below `a`.
    let from = served.middle_of("c");
    let to = (from.0 - 30.0 * zoom + 3.0, from.1 + 40.0 * zoom);
    page.perform(Input::new().move_to(from).down().drag_on(from, to));
    page.area("line.guide");
    page.perform(Input::new().up());
    page.wait_until_gone("line.guide");
    page.wait_for("the place in line", || served.text().contains("c: {x: 100, y: ").then_some(()));
    served.undo_to(SERVICE);
    // Ctrl turns snapping off, once the drag has begun.
    page.perform(Input::new().move_to(from).down().hold(CONTROL).drag_on(from, to).up().release(CONTROL));
    let (came, _) = served.changed(SERVICE);
    assert!(came.iter().any(|line| line.contains("c: {x: ")), "{came:?}");
    assert!(!served.text().contains("c: {x: 100, "), "{}", served.text());
    served.undo_to(SERVICE);
    page.expect_no_complaints();
}

/// Boxes without stored positions make room for a placed box, and nothing else moves.
#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_box_dropped_on_another_stays_and_only_that_one_moves_aside() {
    let service = SERVICE.split_once("designerLayout").map_or("", |(parts, _)| parts);
    let served = Served::files(&[("part.yaml", PART), ("service.yaml", service)]);
    let page = &served.page;
    served.open("service.yaml");
    let at = |part: &str| {
        let area = page.area(&format!("[data-id='/composition/{part}'] .box-shape"));
        (area.x, area.y)
    };
    let (b, c) = (at("b"), at("c"));
    let (from, to) = (served.middle_of("a"), served.middle_of("b"));
    page.perform(Input::new().move_to(from).down().hold(CONTROL).drag_on(from, to).up().release(CONTROL));
    page.wait_for("the place", || served.text().contains("designerLayout").then_some(()));
    let near = |one: (f64, f64), other: (f64, f64)| (one.0 - other.0).hypot(one.1 - other.1) < 3.0;
    page.wait_for("the box at the drop position", || near(at("a"), b).then_some(()));
    assert!(near(at("c"), c), "{c:?} became {:?}", at("c"));
    assert!(!near(at("b"), b) && !near(at("b"), c), "{:?} moves aside", at("b"));
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn several_boxes_are_aligned_with_the_toolbar() {
    let served = service();
    let page = &served.page;
    page.perform(
        Input::new()
            .click(served.middle_of("a"))
            .hold(SHIFT)
            .click(served.middle_of("b"))
            .click(served.middle_of("c"))
            .release(SHIFT),
    );
    page.click(".pad-button[aria-label='Align left']");
    page.wait_for("one left side", || {
        let text = served.text();
        ["a: {x: 100, y: 100}", "b: {x: 100, y: 180}", "c: {x: 100, y: 300}"]
            .iter()
            .all(|line| text.contains(line))
            .then_some(())
    });
    served.undo_to(SERVICE);
    page.perform(
        Input::new()
            .click(served.middle_of("a"))
            .hold(SHIFT)
            .click(served.middle_of("b"))
            .click(served.middle_of("c"))
            .release(SHIFT),
    );
    page.click(".pad-button[aria-label='Distribute vertically']");
    page.wait_for("equal distances", || served.text().contains("b: {x: 400, y: 200}").then_some(()));
    served.undo_to(SERVICE);
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_toolbar_next_to_a_box_has_its_actions() {
    let served = service();
    let page = &served.page;
    page.click("[data-id='/composition/a'] .box-label");
    served.pad_covers_nothing();
    page.click(".pad-button[data-action='Duplicate']");
    page.wait_for("a copy", || served.text().contains("\n  a_2: {type: 'resource::part::1.0'").then_some(()));
    served.undo_to(SERVICE);

    page.click("[data-id='/composition/a'] .box-label");
    page.click(".pad-button[data-action='Remove']");
    let (came, went) = served.changed(SERVICE);
    assert!(came.is_empty(), "{came:?}");
    assert_eq!(went, ["  a: {type: 'resource::part::1.0', properties: {}}", "    a: {x: 100, y: 100}"]);
    served.undo_to(SERVICE);

    page.click("[data-id='/composition/a'] .box-label");
    page.click(".pad-button[data-action='Extract']");
    page.area(".dialog [data-input='new-assembly']:focus");
    page.press(&[ENTER]);
    page.wait_for("the new assembly", || served.text().contains("assembly::service_a_group::1.0").then_some(()));
    let nested = served.text();
    page.area(".box.assembly");
    page.click(".box.assembly .box-label");
    page.click(".pad-button[data-action='Inline']");
    page.wait_for("the components", || (!served.text().contains("service_a_group")).then_some(()));
    served.undo_to(&nested);
    served.undo_to(SERVICE);

    // No selection, no toolbar: a click on empty space clears the selection.
    page.click("[data-id='/composition/a'] .box-label");
    page.area(".pad");
    let canvas = page.area(".canvas-svg");
    page.perform(Input::new().click((canvas.x + 10.0, canvas.y + 10.0)));
    page.wait_until_gone(".pad");
    page.expect_no_complaints();
}

/// A box with neighbors on all sides, zoomed out so far that there is no space between them.
fn many_boxes() -> Served {
    let mut text = "name: assembly::crowd::1.0\ncomposition:\n".to_owned();
    let mut places = String::new();
    for number in 0..30 {
        text.push_str(&format!("  c{number}: {{type: 'resource::part::1.0', properties: {{}}}}\n"));
        places.push_str(&format!("    c{number}: {{x: {}, y: {}}}\n", number % 6 * 200, number / 6 * 70));
    }
    text.push_str("designerLayout:\n  elements:\n");
    text.push_str(&places);
    let served = Served::files(&[("crowd.yaml", &text), ("part.yaml", PART)]);
    served.open("crowd.yaml");
    served.page.press(&[ESCAPE]);
    served
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_toolbar_leaves_neighbors_clickable() {
    let served = many_boxes();
    let page = &served.page;
    page.focus(".canvas-svg");
    while served.zoom() > 0.4 {
        let before = served.zoom();
        page.press(&["-"]);
        page.wait_for("a smaller diagram", || (served.zoom() < before).then_some(()));
    }
    let middle = "c14";
    page.perform(Input::new().click(served.middle_of(middle)));
    page.area(".pad");
    // Each neighbor can be clicked, wherever the toolbar is.
    for (count, neighbor) in ["c8", "c20", "c13", "c15", "c7", "c9", "c19", "c21", "c2", "c26"].iter().enumerate() {
        let at = served.middle_of(neighbor);
        page.perform(Input::new().hold(SHIFT).click(at).release(SHIFT));
        page.area(&format!(".box.selected[data-id='/composition/{neighbor}']"));
        page.area(".pad");
        page.wait_for("all of them", || {
            let selected = page.run("return document.querySelectorAll('.box.selected').length;", &[]);
            (selected.as_u64() == Some(count as u64 + 2)).then_some(())
        });
    }
    // The buttons there have not been triggered.
    assert_eq!(served.text(), served.disk("crowd.yaml"));
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_large_diagram_opens_as_a_whole() {
    let mut text = "name: assembly::long::1.0\nproperties:\n  size: {default: '1'}\ncomposition:\n".to_owned();
    for number in 0..40 {
        text.push_str(&format!(
            "  c{number}: {{type: 'resource::part::1.0', properties: {{size: {{value: '${{size}}'}}}}}}\n"
        ));
    }
    text.push_str("designerLayout:\n  elements:\n");
    for number in 0..40 {
        text.push_str(&format!("    c{number}: {{x: {}, y: {}}}\n", number % 20 * 400, number / 20 * 300));
    }
    let served = Served::files(&[("long.yaml", &text), ("part.yaml", PART)]);
    served.open_as_it_opens("long.yaml");
    let page = &served.page;
    // From this far, boxes are blocks in the color of their kind, without room for a name.
    page.area("[data-id='/composition/c0']");
    assert!(served.zoom() < 0.3, "{}", served.zoom());
    let whole = |what: &str| {
        page.wait_for(what, || {
            let (canvas, frame) = (page.area(".canvas-svg"), page.area(".box.boundary > .box-shape"));
            let right = frame.x + frame.width <= canvas.x + canvas.width + 1.0;
            let below = frame.y + frame.height <= canvas.y + canvas.height + 1.0;
            (frame.x >= canvas.x - 1.0 && frame.y >= canvas.y - 1.0 && right && below).then_some(())
        });
    };
    whole("all of it");
    assert!(page.texts(".map").is_empty(), "nothing is hidden");
    // Names are legible at every zoom at which a box has room for them.
    let legible = || {
        let script = "const zoom = new DOMMatrix(document.querySelector('.canvas-diagram').style.transform).a;
            return [...document.querySelectorAll('.box-label')].map((label) => parseFloat(getComputedStyle(label).fontSize) * zoom);";
        let sizes = page.run(script, &[]);
        let sizes: Vec<f64> = sizes.as_array().into_iter().flatten().filter_map(serde_json::Value::as_f64).collect();
        assert!(sizes.iter().all(|size| *size > 10.0), "{sizes:?}");
        sizes.len()
    };
    legible();
    page.focus(".canvas-svg");
    for _ in 0..6 {
        let before = served.zoom();
        page.press(&["+"]);
        page.wait_for("a larger diagram", || (served.zoom() > before).then_some(()));
        legible();
    }
    page.wait_for("names", || (legible() > 0).then_some(()));
    page.area(".map");
    // An edit does not move the view, and one click shows all of it again.
    let before = served.camera();
    page.click("[data-id='/composition/c9'] .box-label");
    page.press(&[ALT, DOWN]);
    page.wait_for("the new place", || (served.text() != served.disk("long.yaml")).then_some(()));
    assert_eq!(served.camera(), before, "the view stays");
    served.undo_to(&served.disk("long.yaml"));
    page.click("[title^='Zoom to fit']");
    whole("all of it again");
    page.wait_until_gone(".map");
    // One key hides the panes beside the canvas and shows them again; the whole diagram stays in view.
    let width = page.area(".canvas-svg").width;
    page.focus(".canvas-svg");
    page.press(&["f"]);
    page.wait_for("the canvas only", || (page.area(".canvas-svg").width > width * 1.4).then_some(()));
    whole("all of it on the larger canvas");
    page.press(&["f"]);
    page.wait_for("the panes", || (page.area(".canvas-svg").width < width * 1.1).then_some(()));
    assert_eq!(served.text(), served.disk("long.yaml"));
    page.expect_no_complaints();
}
