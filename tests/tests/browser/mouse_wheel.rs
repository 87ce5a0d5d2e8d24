//! The canvas with a mouse: the wheel, alone and with keys, and dragging on empty space.

use descriptorium_tests::browser::input::{CONTROL, Input, SHIFT};

use super::served_folder::Served;

const VIDEO: &str = "assemblies/video-service-1.0.yaml";

/// The oracle is the invariant of zooming: the point under the pointer stays fixed, and zooming in and out again
/// changes nothing.
#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_wheel_scrolls_and_with_ctrl_zooms_around_the_pointer() {
    let served = Served::examples();
    served.open(VIDEO);
    let page = &served.page;
    let before = served.camera();
    let origin = page.area(".canvas-svg");
    let (x, y) = origin.center();
    let at = (x - 90.0, y + 40.0);
    // The point of the diagram for a camera.
    let under = |(left, top, zoom): (f64, f64, f64)| ((at.0 - origin.x - left) / zoom, (at.1 - origin.y - top) / zoom);
    let still = |now: (f64, f64, f64)| {
        let (there, then) = (under(now), under(before));
        (there.0 - then.0).abs() < 0.5 && (there.1 - then.1).abs() < 0.5
    };
    let zoomed = |what: &str, input: Input, is_so: &dyn Fn(f64) -> bool| {
        page.perform(input);
        page.wait_for(what, || Some(served.camera()).filter(|now| is_so(now.2) && still(*now))).2
    };
    let held = |delta: i32| Input::new().hold(CONTROL).scroll(at, (0, delta)).release(CONTROL);
    let notch = zoomed("a notch in", held(-100), &|zoom| zoom > before.2 * 1.05);
    assert!(notch < before.2 * 1.3, "{notch} of {}", before.2);
    let same = |zoom: f64, other: f64| (zoom / other - 1.0).abs() < 0.001;
    zoomed("a notch out", held(100), &|zoom| same(zoom, before.2));
    // A pinch, which browsers report as a wheel with the key, has small steps.
    zoomed("a pinch", held(-20), &|zoom| zoom > before.2 * 1.15);
    zoomed("a pinch back", held(20), &|zoom| same(zoom, before.2));

    // Without a key it scrolls, with Shift sideways, and dragging on empty space moves the view in all directions.
    page.perform(Input::new().hold(SHIFT).scroll(at, (0, 120)).release(SHIFT));
    page.wait_for("the view next to it", || {
        let now = served.camera();
        ((now.0 - before.0 + 120.0).abs() < 1.0 && (now.1 - before.1).abs() < 1.0 && same(now.2, before.2))
            .then_some(())
    });
    let (left, top, _) = served.camera();
    page.perform(Input::new().scroll(at, (0, 60)));
    page.wait_for("the view below it", || {
        let now = served.camera();
        ((now.0 - left).abs() < 1.0 && (now.1 - top + 60.0).abs() < 1.0 && same(now.2, before.2)).then_some(())
    });
    page.perform(Input::new().scroll(at, (0, -60)));
    page.wait_for("the view as before", || ((served.camera().1 - top).abs() < 1.0).then_some(()));
    let (x, y) = served.void();
    page.drag((x, y), (x + 70.0, y - 30.0));
    page.wait_for("the view moved", || {
        let now = served.camera();
        ((now.0 - left - 70.0).abs() < 4.0 && (now.1 - top + 30.0).abs() < 4.0 && same(now.2, before.2)).then_some(())
    });
    assert_eq!(served.text(), served.disk(VIDEO));
    page.expect_no_complaints();
}
