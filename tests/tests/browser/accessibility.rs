//! Checks every state of the modeller with axe-core, in the light, dark and high contrast themes.

#![expect(clippy::expect_used, reason = "panics are reported in the calling test")]

use std::fs;
use std::iter;
use std::thread;
use std::time::Duration;

use descriptorium_tests::browser::Page;
use descriptorium_tests::browser::input::{ALT, CONTROL, DELETE, ENTER, ESCAPE, F1, F2, F12, Input, SHIFT};
use descriptorium_tests::effort::is_thorough;
use descriptorium_tests::paths;
use serde_json::{Value, json};

use super::served_folder::{DIALOGS, Dialog, Served};

/// axe-core in a page.
pub struct Axe {
    options: Value,
}

/// Loads axe-core into the page, unless the page has it.
pub fn axe(page: &Page) -> Axe {
    if page.run("return 'axe' in window;", &[]) != true {
        let file = paths::package("axe-core/axe.min.js").expect("axe-core is installed");
        page.run(&fs::read_to_string(file).expect("a script"), &[]);
    }
    // It would load the style sheets again, for a rule about turned screens alone.
    Axe { options: json!({ "resultTypes": ["violations"], "preload": false }) }
}

impl Axe {
    /// The same, limited to one rule.
    pub fn only(&self, rule: &str) -> Axe {
        let mut options = self.options.clone();
        options["runOnly"] = json!([rule]);
        Axe { options }
    }

    /// The violations when no animation is running: rule and element. A notice that is fading out has too little
    /// contrast on purpose. A single rule is only applied to the open dialog or menu, if there is one: what is behind it was
    /// checked before it opened.
    pub fn violations(&self, page: &Page) -> Vec<String> {
        let script = "document.getAnimations().forEach((animation) => animation.cancel());
        const inFront = arguments[0].runOnly ? document.querySelector('.dialog, .menu') : null;
        return axe.run(inFront ?? document, arguments[0]).then(({ violations }) => violations.flatMap(
            ({ id, impact, nodes }) => nodes.map((node) => `${impact} ${id}: ${node.target.join(' ')}: ${node.any.concat(node.all, node.none).map((check) => check.message).join('; ')}`)));";
        let found = page.run(script, std::slice::from_ref(&self.options));
        found.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
    }
}

const CLUSTER: &str = "assemblies/streamer-cluster-2.0.yaml";

/// A theme: its colors, whether it has high contrast, and the rule to which the check is limited, if it is.
type Theme = (&'static str, bool, Option<&'static str>);

/// Rules that do not depend on colors have the same result in every theme. Before a release, every state is checked in every
/// theme, and otherwise in the first one and, in turns, one of the others.
const THEMES: [Theme; 4] = [
    ("light", false, None),
    ("dark", false, Some("color-contrast")),
    ("light", true, Some("color-contrast-enhanced")),
    ("dark", true, Some("color-contrast-enhanced")),
];

/// Checks one state after another in every theme, and collects the violations.
struct Look<'a> {
    page: &'a Page,
    found: Vec<String>,
    n_states: usize,
}

impl<'a> Look<'a> {
    fn at(page: &'a Page) -> Look<'a> {
        axe(page);
        Look { page, found: Vec::new(), n_states: 0 }
    }

    fn at_state(&mut self, state: &str) {
        // A reloaded page does not have it.
        let axe = axe(self.page);
        let [first, others @ ..] = THEMES;
        let others = if is_thorough() { &others[..] } else { &others[self.n_states % others.len()..][..1] };
        self.n_states += 1;
        for &(colors, more_contrast, rule) in iter::once(&first).chain(others) {
            self.page.run("document.documentElement.dataset.theme = arguments[0];", &[colors.into()]);
            let contrast = if more_contrast { "more" } else { "no-preference" };
            let features = json!([{ "name": "prefers-contrast", "value": contrast }]);
            self.page.devtools("Emulation.setEmulatedMedia", json!({ "features": features }));
            let violations =
                rule.map_or_else(|| axe.violations(self.page), |rule| axe.only(rule).violations(self.page));
            let theme = if more_contrast { format!("{colors} with more contrast") } else { colors.to_owned() };
            self.found.extend(violations.into_iter().map(|violation| format!("{theme}, {state}: {violation}")));
        }
    }

    fn expect_nothing(self) {
        assert!(self.found.is_empty(), "{}", self.found.join("\n"));
    }
}

/// The dialogs of the examples in addition to those that every component has.
const MORE: [Dialog; 3] = [
    (&["p"], ".dialog .picker-item", "properties to promote"),
    (&["y"], ".dialog .picker-item", "types to change to"),
    (&[DELETE], ".dialog .dialog-list", "the side effects"),
];

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn axe_finds_nothing_in_the_panes() {
    let served = Served::examples();
    let page = &served.page;
    let mut look = Look::at(page);
    served.open(CLUSTER);
    page.click("#tab-problems");
    page.click("[data-severity='info']");
    look.at_state("findings");
    page.click("[data-severity='info']");
    page.click("#tab-inspector");
    page.click(".canvas-svg");
    page.press(&[ESCAPE]);
    page.area("[data-group='/capabilities']");
    look.at_state("inspector of a descriptor");
    page.click("[data-id='/composition/streamer'] .box-label");
    page.click("[data-offers='/composition/streamer/operations'] > summary");
    page.click("[data-group='/composition/streamer/cluster'] > summary");
    look.at_state("inspector of a component");
    page.click("#tab-preview");
    page.area(".plan .action");
    page.click(".plan .stage:nth-child(2) .action summary");
    page.click("[data-load='paste']");
    look.at_state("preview");
    page.click("[data-load='paste']");
    page.click("[data-compare='keep']");
    page.area(".preview .diff .empty");
    page.click("[data-input='initial_streamers']");
    page.type_text("3");
    page.area(".preview .diff-added");
    look.at_state("comparison of two previews");
    page.click("[data-compare='drop']");
    page.wait_until_gone(".preview .diff");
    page.click("[data-intent]");
    page.type_text("Scale out");
    page.press(&[ENTER]);
    page.area(".changes");
    look.at_state("preview of scaling");
    page.click("[data-draw='instances']");
    page.area(".ghosts-svg");
    page.click("[data-step='next']");
    page.click("[data-step='next']");
    page.area(".timeline-bar");
    look.at_state("instances on the canvas");
    page.click("[data-ghosts='close']");
    page.wait_until_gone(".ghosts-svg");
    page.click(".catalog-settings summary");
    look.at_state("settings");
    look.expect_nothing();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn axe_finds_nothing_in_the_text() {
    let served = Served::examples();
    let page = &served.page;
    let mut look = Look::at(page);
    served.open(CLUSTER);
    page.click("#tab-yaml");
    look.at_state("text");
    let asked: [(&str, &[&str], &str, &str); 6] = [
        ("  balancer", &[F2], ".text-bar", "rename"),
        ("  balancer", &[SHIFT, F12], ".references", "references"),
        ("  balancer", &[CONTROL, SHIFT, "o"], ".outline .reference", "outline"),
        ("type: resource::fjord.load", &[ALT, F12], ".peek", "definition beside the text"),
        ("type: resource::fjord.load", &[SHIFT, F1], ".cm-note", "note"),
        ("type: resource::fjord.load", &[CONTROL, "f"], ".cm-search", "find and replace"),
    ];
    for (before, keys, shown, state) in asked {
        served.put_cursor_behind(before);
        page.press(keys);
        page.area(shown);
        look.at_state(state);
        page.press(&[ESCAPE]);
        page.wait_until_gone(shown);
    }
    served.put_cursor_behind("type: resource::fjord.load");
    page.press(&[CONTROL, " "]);
    page.area(".cm-tooltip-autocomplete li[aria-selected]");
    look.at_state("completion");
    page.press(&[ESCAPE]);
    page.wait_until_gone(".cm-tooltip-autocomplete");
    // A state with findings.
    page.type_text("x");
    page.area(".cm-lint-marker-warning");
    page.perform(Input::new().move_to(page.place(".cm-lintRange-warning")).pause(400));
    page.area(".cm-tooltip .cm-finding");
    look.at_state("finding");
    page.perform(Input::new().move_to((400.0, 300.0)));
    page.wait_until_gone(".cm-tooltip");
    page.click("#changes");
    page.area("[data-changes] .diff-added");
    look.at_state("what is not saved");
    look.expect_nothing();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn axe_finds_nothing_on_the_canvas() {
    let served = Served::examples();
    let page = &served.page;
    let mut look = Look::at(page);
    served.open(CLUSTER);
    served.look_at_dialogs("streamer", &[&DIALOGS[..], &MORE].concat(), &mut |state| look.at_state(state));
    page.perform(Input::new().right_click(page.place("[data-id='/composition/streamer'] .box-label")));
    page.area(".menu .menu-item:focus");
    look.at_state("menu");
    page.press(&[ESCAPE]);
    page.wait_until_gone(".menu");
    let port = page.area("[data-id='/composition/balancer'] [data-port='StreamPool'] .port-shape");
    page.drag(port.center(), served.void());
    page.area(".dialog .picker-item");
    look.at_state("components that fit a connection");
    page.press(&[ESCAPE]);
    page.wait_until_gone(".dialog");
    page.press(&[CONTROL, SHIFT, "f"]);
    page.area(".dialog .picker-input:focus");
    page.type_text("balancer");
    page.area(".picker-label mark");
    look.at_state("search in all files");
    page.press(&[ESCAPE]);
    page.wait_until_gone(".dialog");
    for (file, state) in [("tosca", "TOSCA"), ("asd", "ASD"), ("homing", "homing")] {
        served.open(&format!("other/streamer-{file}.yaml"));
        look.at_state(&format!("{state} as text"));
        page.click("#tab-inspector");
        look.at_state(&format!("{state} in the inspector"));
        page.click("#tab-yaml");
    }
    look.expect_nothing();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn axe_finds_nothing_in_conflicts_and_drafts() {
    let served = Served::examples();
    let page = &served.page;
    let mut look = Look::at(page);
    served.open(CLUSTER);
    let text = served.text();
    served.put_cursor_behind("  balancer:");
    page.type_text(" ");
    page.area(".file.current .dirty");
    served.change(CLUSTER, &format!("# theirs\n{text}"));
    page.press(&[CONTROL, "s"]);
    page.area("[data-conflict]");
    page.click("[data-conflict] [data-way='compare']");
    page.area(".three-way .diff");
    look.at_state("conflict");
    page.click("[data-conflict] [data-way='theirs']");
    page.wait_until_gone("[data-conflict]");
    served.put_cursor_behind("  balancer:");
    page.type_text(" ");
    page.area(".file.current .dirty");
    // Changes older than a second are stored.
    thread::sleep(Duration::from_secs(1));
    page.reopen(&format!("{}/modeller/", served.origin));
    page.area("[data-kept='offer']");
    look.at_state("offer of what was kept");
    look.expect_nothing();
}

/// German words are longer.
#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn axe_finds_nothing_in_a_narrow_window() {
    let served = Served::examples();
    let page = &served.page;
    page.reopen(&format!("{}/modeller/?lang=de", served.origin));
    page.area("html[lang='de'] .file.current");
    let mut look = Look::at(page);
    served.open(CLUSTER);
    let narrow = json!({ "width": 420, "height": 860, "deviceScaleFactor": 1, "mobile": false });
    page.devtools("Emulation.setDeviceMetricsOverride", narrow);
    page.click("#side-files");
    look.at_state("narrow files");
    page.click("#side-canvas");
    page.area(".canvas-svg .box");
    look.at_state("narrow canvas");
    page.click("#side-views");
    for view in ["yaml", "problems", "inspector", "preview"] {
        page.click(&format!("#tab-{view}"));
        page.area(&format!("#tab-{view}[aria-selected='true']"));
        look.at_state(&format!("narrow {view}"));
    }
    look.expect_nothing();
}
