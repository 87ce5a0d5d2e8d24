//! The system preferences about colors and motion.

use descriptorium_tests::browser::Page;
use descriptorium_tests::browser::input::{CONTROL, ESCAPE};
use serde_json::{Value, json};

use super::accessibility::{Axe, axe};
use super::served_folder::Served;

/// An assembly with an error, a warning and an info.
const A: &str = "\
name: assembly::a::1.0
description: one
properties:
  size:
    type: string
    read_only: true
  unused:
    type: string
    type: string
composition:
  first:
    type: resource::b::1.0
    properties:
      size:
        value: ${size}
  second:
    type: resource::missing::1.0
";
const B: &str = "name: resource::b::1.0\nproperties:\n  size: {type: string}\nlifecycle: {Create: {}}\n";

fn prefer(page: &Page, features: &[(&str, &str)]) {
    let features: Vec<Value> = features.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect();
    page.devtools("Emulation.setEmulatedMedia", json!({ "features": features }));
}

/// The value of a style property of the first element at a selector.
fn style(page: &Page, selector: &str, property: &str) -> String {
    page.area(selector);
    let script = "return getComputedStyle(document.querySelector(arguments[0])).getPropertyValue(arguments[1]);";
    page.run(script, &[selector.into(), property.into()]).as_str().map(str::to_owned).unwrap_or_default()
}

/// Goes through the states with the most content, and checks each.
fn through_all(served: &Served, axe: &Axe, name: &str) -> Vec<String> {
    let page = &served.page;
    let mut found = Vec::new();
    let mut look = |state: &str| {
        page.screenshot(&format!("{name}-{state}"));
        found.extend(axe.violations(page).into_iter().map(|one| format!("{state}: {one}")));
    };
    page.click("#tab-yaml");
    page.area(".cm-lint-marker-error");
    page.click("[data-id='/composition/first'] .box-label");
    page.area("[data-id='/composition/first'].selected");
    look("text");
    page.click("#tab-problems");
    page.click("[data-severity='info']");
    page.area(".problem.error");
    look("findings");
    page.click("[data-severity='info']");
    page.click("#tab-inspector");
    page.area(".inspector .field");
    look("inspector");
    page.click("#tab-preview");
    page.area(".plan .action");
    look("preview");
    page.click(".canvas-svg");
    page.press(&[CONTROL, "k"]);
    page.area(".picker-item[aria-selected='true']");
    look("commands");
    page.press(&[ESCAPE]);
    page.wait_until_gone(".dialog");
    found
}

fn served() -> Served {
    let served = Served::files(&[("a.yaml", A), ("b.yaml", B)]);
    served.open("a.yaml");
    served
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn with_forced_colors_everything_is_distinguishable() {
    let served = served();
    let page = &served.page;
    for scheme in ["light", "dark"] {
        prefer(page, &[("forced-colors", "active"), ("prefers-color-scheme", scheme)]);
        let found = through_all(&served, &axe(page), &format!("forced-{scheme}"));
        assert!(found.is_empty(), "{scheme}: {}", found.join("\n"));
        page.click("#tab-yaml");
        // Selected items have another outline, and the selected tab another border.
        page.click("[data-id='/composition/first'] .box-label");
        let stroke = |id: &str| style(page, &format!("[data-id='/composition/{id}'] > .box-shape"), "stroke");
        assert_ne!(stroke("first"), stroke("second"), "{scheme}");
        assert_eq!(style(page, "#tab-yaml", "outline-style"), "solid");
        assert_eq!(style(page, "#tab-preview", "outline-style"), "none");
        // The colors of a diagram are those of the system, like all others.
        assert_eq!(style(page, ".box-label", "fill"), style(page, "body", "color"), "{scheme}");
        // The mark of an error is filled, that of a warning is not.
        let fill = |severity: &str| style(page, &format!(".cm-lint-marker-{severity}"), "background-color");
        assert_ne!(fill("error"), fill("warning"), "{scheme}");
    }
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn with_more_contrast_the_strictest_guideline_is_met() {
    let served = served();
    let page = &served.page;
    for scheme in ["light", "dark"] {
        prefer(page, &[("prefers-contrast", "more"), ("prefers-color-scheme", scheme)]);
        let axe = axe(page).only("color-contrast-enhanced");
        let found = through_all(&served, &axe, &format!("contrast-{scheme}"));
        assert!(found.is_empty(), "{scheme}: {}", found.join("\n"));
    }
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn with_reduced_motion_nothing_is_animated() {
    let served = served();
    let page = &served.page;
    // The preference applies when the page is opened.
    prefer(page, &[("prefers-reduced-motion", "reduce")]);
    page.reload();
    page.area(".file.current");
    served.open("a.yaml");
    let moving = || {
        let script = "const moves = (element) => getComputedStyle(element).transitionDuration.split(', ').some((time) => time !== '0s');
            return [...document.querySelectorAll('*')].filter(moves).map((element) => element.className.baseVal ?? element.className)
                .concat(document.getAnimations().map((animation) => animation.animationName ?? animation.transitionProperty ?? 'an animation'));";
        page.run(script, &[])
    };
    served.put_cursor_behind("description: one");
    page.type_text("!");
    assert_eq!(moving(), json!([]));
    page.click("[data-id='/composition/first'] .box-label");
    page.area("[data-id='/composition/first'].selected");
    assert_eq!(moving(), json!([]));
    // Without the preference, something is animated: the test checks the right thing.
    prefer(page, &[("prefers-reduced-motion", "no-preference")]);
    assert_ne!(moving(), json!([]));
}
