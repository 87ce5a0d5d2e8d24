//! Every state of the modeller, in light and dark, before axe-core.

use std::fs;

use descriptorium_tests::browser::Page;
use descriptorium_tests::browser::input::{CONTROL, ENTER, ESCAPE, F2, F12, SHIFT};
use descriptorium_tests::place;
use serde_json::{Value, json};

use super::served::{DIALOGS, Served};

/// axe-core, as it looks at a page.
pub struct Axe {
    options: Value,
}

/// Puts axe-core into the page. `None`, and a printed line, where it was not installed.
pub fn axe(page: &Page) -> Option<Axe> {
    let axe = fs::read_to_string(place::package("axe-core/axe.min.js")?).ok()?;
    page.run(&axe, &[]);
    Some(Axe { options: json!({ "resultTypes": ["violations"] }) })
}

impl Axe {
    /// The same, which looks at one rule only.
    pub fn only(mut self, rule: &str) -> Axe {
        self.options["runOnly"] = json!([rule]);
        self
    }

    /// What it has to complain of, where nothing moves or fades: the rule, and the element. A notice that is half gone has
    /// no contrast any more, and is to have none.
    pub fn violations(&self, page: &Page) -> Vec<String> {
        let script = "document.getAnimations().forEach((animation) => animation.cancel());
        return axe.run(document, arguments[0]).then(({ violations }) => violations.flatMap(
            ({ id, impact, nodes }) => nodes.map((node) => `${impact} ${id}: ${node.target.join(' ')}: ${node.any.concat(node.all, node.none).map((check) => check.message).join('; ')}`)));";
        let found = page.run(script, std::slice::from_ref(&self.options));
        found.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
    }
}

const FILE: &str = "assemblies/streamer-cluster-2.0.yaml";

#[test]
fn axe_finds_nothing_in_any_state_and_theme() {
    let Some(served) = Served::examples() else { return };
    let page = &served.page;
    let Some(axe) = axe(page) else { return };
    let mut found = Vec::new();
    let mut look =
        |state: &str| found.extend(axe.violations(page).into_iter().map(|violation| format!("{state}: {violation}")));
    for theme in ["light", "dark"] {
        page.run("document.documentElement.dataset.theme = arguments[0];", &[theme.into()]);
        let mut look = |state: &str| look(&format!("{theme}, {state}"));
        served.open(FILE);
        page.click("#tab-yaml");
        look("text");
        served.put_cursor_behind("  balancer");
        page.press(&[F2]);
        page.area(".text-bar");
        look("rename");
        page.press(&[ESCAPE]);
        page.wait_until_gone(".text-bar");
        served.put_cursor_behind("  balancer");
        page.press(&[SHIFT, F12]);
        page.area(".references");
        look("references");
        page.press(&[ESCAPE]);
        page.wait_until_gone(".references");
        page.click("#tab-problems");
        page.click("[data-severity='info']");
        look("problems");
        page.click("[data-severity='info']");
        page.click("#tab-inspector");
        page.click(".canvas-svg");
        page.press(&[ESCAPE]);
        page.area("[data-group='/capabilities']");
        look("inspector of a descriptor");
        page.click("[data-id='/composition/streamer'] .box-label");
        page.click("[data-offers='/composition/streamer/operations'] > summary");
        page.click("[data-group='/composition/streamer/cluster'] > summary");
        look("inspector of a component");
        page.click("#tab-preview");
        page.area(".plan .action");
        page.click(".plan .stage:nth-child(2) .action summary");
        page.click("[data-load='paste']");
        look("preview");
        page.click("[data-load='paste']");
        page.click("[data-intent]");
        page.type_text("Scale out");
        page.press(&[ENTER]);
        page.area(".changes");
        look("preview of scaling");
        page.click(".catalog-settings summary");
        look("settings");
        page.press(&[ESCAPE]);
        served.look_at_dialogs("streamer", &DIALOGS, &mut look);
        // A file that somebody else has changed meanwhile.
        page.click("#tab-yaml");
        let text = served.text();
        served.put_cursor_behind("  balancer:");
        page.type_text(" ");
        page.area(".file.current .dirty");
        served.change(FILE, &format!("# theirs\n{text}"));
        page.press(&[CONTROL, "s"]);
        page.area("[data-conflict]");
        page.click("[data-conflict] [data-way='compare']");
        page.area(".three-way .diff");
        look("conflict");
        page.click("[data-conflict] [data-way='theirs']");
        page.wait_until_gone("[data-conflict]");
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
