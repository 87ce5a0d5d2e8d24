//! The legend lists the kinds, connections and ports of the diagram, and covers neither the minimap nor the zoom bar.

use std::collections::BTreeSet;

use descriptorium_tests::browser::Page;
use serde_json::{Value, json};

use super::served_folder::Served;

/// The kinds of boxes and connections in the diagram, and those in the legend, from the classes of what is drawn. Both
/// draw them in the same way, but only the diagram has them from the descriptor.
const KINDS: &str = "
    const states = ['box', 'frame', 'lit', 'block', 'selected', 'current', 'connection', 'active', 'boundary'];
    const of = (where) => [...new Set([...document.querySelectorAll(where)].flatMap((g) => [...g.classList]))]
        .filter((name) => !states.includes(name)).sort().join(' ');
    return ['.canvas-diagram', '.legend'].map((root) => of(`${root} .box, ${root} .connection`));";

/// The parts of the page that overlap the legend.
const COVERED: &str = "
    const rect = (of) => document.querySelector(of)?.getBoundingClientRect();
    const legend = rect('.legend');
    return ['.canvas-bar', '.map', '.isolation'].filter((of) => {
        const other = rect(of);
        return other && other.left < legend.right && legend.left < other.right && other.top < legend.bottom && legend.top < other.bottom;
    });";

fn kinds(page: &Page) -> BTreeSet<String> {
    page.wait_for("the same kinds in both", || {
        let kinds = page.run(KINDS, &[]);
        let [diagram, legend] = [0, 1].map(|at| kinds[at].as_str().unwrap_or_default().to_owned());
        (!diagram.is_empty() && diagram == legend).then(|| diagram.split(' ').map(str::to_owned).collect())
    })
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_legend_lists_what_the_diagram_contains() {
    let served = Served::examples();
    let page = &served.page;
    served.open("assemblies/video-service-1.0.yaml");
    page.focus(".canvas-svg");
    page.press(&["k"]);
    page.area(".legend");
    page.wait_for_text(".canvas-said", |text| text == "Legend shown");
    let mut all = BTreeSet::new();
    let files = [
        "assemblies/video-service-1.0.yaml",
        "other/streamer-tosca.yaml",
        "other/streamer-asd.yaml",
        "other/streamer-homing.yaml",
    ];
    for file in files {
        served.open(file);
        all.extend(kinds(page));
    }
    for kind in [
        "assembly",
        "resource",
        "reference",
        "node-template",
        "deployment-item",
        "stage",
        "demand",
        "relationship",
        "mapping",
        "dependency",
    ] {
        assert!(all.contains(kind), "{kind} is not in {all:?}");
    }
    // The demands of a homing template have no capabilities.
    assert!(!page.texts(".legend li").iter().any(|label| label == "capability" || label == "relationship"));
    // It is remembered, and in the way of nothing, also in a narrow window with a minimap.
    page.reload();
    page.area(".legend");
    for width in [1440, 420, 340] {
        let size = json!({ "width": width, "height": 800, "deviceScaleFactor": 1, "mobile": false });
        page.devtools("Emulation.setDeviceMetricsOverride", size);
        if width < 900 {
            page.click("#side-canvas");
        }
        page.focus(".canvas-svg");
        for key in ["1", "+", "+", "+"] {
            page.press(&[key]);
        }
        page.area(".map");
        page.wait_for("nothing below the legend", || (page.run(COVERED, &[]) == json!([])).then_some(()));
    }
    page.devtools("Emulation.clearDeviceMetricsOverride", json!({}));
    page.click("#legend-button");
    page.wait_until_gone(".legend");
    assert_eq!(page.run("return localStorage.getItem('descriptorium.legend');", &[]), Value::Null);
    page.expect_no_complaints();
}
