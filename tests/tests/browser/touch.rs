//! The canvas with touch: real touch events, one finger or two.

use serde_json::json;

use super::served_folder::Served;

const VIDEO: &str = "assemblies/video-service-1.0.yaml";

/// A touch without a pause.
const AT_ONCE: u32 = 0;
/// Longer than a long press.
const LONG: u32 = 900;

fn video() -> Served {
    let served = Served::examples();
    served.open(VIDEO);
    served.page.area("[data-id='/composition/dns']");
    served
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn two_fingers_zoom_and_move_the_view() {
    let served = video();
    let page = &served.page;
    let before = served.camera();
    let (x, y) = page.area(".canvas-svg").center();
    // Over boxes as well: two fingers never drag anything.
    page.touch(&[vec![(x - 40.0, y), (x - 120.0, y)], vec![(x + 40.0, y), (x + 120.0, y)]], AT_ONCE);
    page.wait_for("three times the size", || ((served.camera().2 / before.2 - 3.0).abs() < 0.2).then_some(()));
    let zoomed = served.camera();
    page.touch(&[vec![(x - 40.0, y), (x + 60.0, y - 50.0)], vec![(x + 40.0, y), (x + 140.0, y - 50.0)]], AT_ONCE);
    page.wait_for("the view elsewhere", || {
        let now = served.camera();
        let near = (now.0 - zoomed.0 - 100.0).abs() < 8.0 && (now.1 - zoomed.1 + 50.0).abs() < 8.0;
        (near && (now.2 / zoomed.2 - 1.0).abs() < 0.05).then_some(())
    });
    // One finger on empty space moves it too.
    page.click("[title^='Zoom to fit']");
    let fitted = served.camera();
    let (x, y) = served.void();
    page.touch(&[vec![(x, y), (x + 90.0, y - 20.0)]], AT_ONCE);
    page.wait_for("the view moved", || ((served.camera().0 - fitted.0 - 90.0).abs() < 3.0).then_some(()));
    assert_eq!(served.text(), served.disk(VIDEO));
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_finger_moves_a_box() {
    let served = video();
    let page = &served.page;
    let before = served.text();
    let (x, y) = page.area("[data-id='/composition/dns'] .box-label").center();
    page.touch(&[vec![(x, y), (x + 60.0, y + 90.0)]], AT_ONCE);
    page.wait_for("the place in the text", || {
        let text = served.text();
        (text != before).then_some(())
    });
    served.undo_to(&before);
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_long_press_opens_the_menu() {
    let served = video();
    let page = &served.page;
    let before = served.text();
    page.touch(&[vec![page.area("[data-id='/composition/dns'] .box-label").center()]], LONG);
    page.area(".box.selected[data-id='/composition/dns']");
    page.area(".menu [data-action='Duplicate']");
    page.wait_for_text(".canvas-said", |said| said.contains("dns"));
    page.press(&[descriptorium_tests::browser::input::ESCAPE]);
    page.wait_until_gone(".dialog");
    page.area(".pad [data-action='Duplicate']");
    // On empty space it opens the menu.
    page.touch(&[vec![served.void()]], LONG);
    page.area(".menu [data-action='Add']");
    page.press(&[descriptorium_tests::browser::input::ESCAPE]);
    page.wait_until_gone(".dialog");
    assert_eq!(served.text(), before);
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn fingers_select_several_boxes() {
    let served = video();
    let page = &served.page;
    let before = served.text();
    let label = |id: &str| page.area(&format!("[data-id='/composition/{id}'] .box-label")).center();
    let selected = |wanted: &[&str]| {
        let script = "return [...document.querySelectorAll('.box.selected')].map((found) => found.dataset.id.split('/').at(-1)).sort();";
        page.wait_for(&format!("{wanted:?} selected"), || (page.run(script, &[]) == json!(wanted)).then_some(()));
    };
    // A long press on a box starts multi-selection.
    page.touch(&[vec![label("dns")]], LONG);
    page.area(".menu");
    page.touch(&[vec![page.place("[data-action='SelectSeveral']")]], AT_ONCE);
    page.area(".several-button[aria-pressed='true']");
    page.touch(&[vec![label("origin")]], AT_ONCE);
    page.touch(&[vec![label("streaming")]], AT_ONCE);
    selected(&["dns", "origin", "streaming"]);
    // Another tap deselects one; next to them, nothing is deselected.
    page.touch(&[vec![label("streaming")]], AT_ONCE);
    selected(&["dns", "origin"]);
    page.touch(&[vec![served.void()]], AT_ONCE);
    selected(&["dns", "origin"]);
    // They move together, by dragging any of them.
    let (x, y) = label("origin");
    let place = label("dns");
    page.touch(&[vec![(x, y), (x + 10.0, y + 60.0)]], AT_ONCE);
    page.wait_for("the other one to move too", || ((label("dns").1 - place.1 - 60.0).abs() < 12.0).then_some(()));
    selected(&["dns", "origin"]);
    // A long press opens the menu for all of them.
    page.touch(&[vec![label("dns")]], LONG);
    page.area(".menu [data-action='TidySelection']");
    page.press(&[descriptorium_tests::browser::input::ESCAPE]);
    page.wait_until_gone(".dialog");
    selected(&["dns", "origin"]);
    page.touch(&[vec![page.place(".several-button")]], AT_ONCE);
    page.area(".several-button[aria-pressed='false']");
    page.touch(&[vec![label("streaming")]], AT_ONCE);
    selected(&["streaming"]);
    served.undo_to(&before);
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_moving_or_second_finger_is_no_long_press() {
    let served = video();
    let page = &served.page;
    // Each stop takes as long as a move: together they are longer than a long press.
    let stays = |at: (f64, f64)| [at; 7];
    // Along a connection, which a finger does not drag.
    let connection = "const connection = document.querySelector('.connection-line');
        const middle = connection.getPointAtLength(connection.getTotalLength() / 2).matrixTransform(connection.getScreenCTM());
        return [middle.x, middle.y];";
    let middle = page.run(connection, &[]);
    let Some((x, y)) = middle[0].as_f64().zip(middle[1].as_f64()) else { panic!("{middle}") };
    page.touch(&[[vec![(x, y)], stays((x + 40.0, y + 40.0)).to_vec()].concat()], AT_ONCE);
    page.area(".connection.active");
    assert!(page.texts(".menu").is_empty());
    // The other one is removed at once.
    let (x, y) = served.void();
    page.touch(&[stays((x, y)).to_vec(), vec![(x - 60.0, y)]], AT_ONCE);
    assert!(page.texts(".menu").is_empty());
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_finger_drags_a_descriptor_from_the_palette() {
    let served = video();
    let page = &served.page;
    let before = served.text();
    let (x, y) = page.area("[data-descriptor='resource::fjord.dns_record::1.0']").center();
    page.touch(&[vec![(x, y), (x + 60.0, y), served.void()]], AT_ONCE);
    page.wait_for("one more component", || {
        let text = served.text();
        (text != before
            && text.matches("resource::fjord.dns_record::1.0").count()
                > before.matches("resource::fjord.dns_record::1.0").count())
        .then_some(())
    });
    served.undo_to(&before);
    page.expect_no_complaints();
}
