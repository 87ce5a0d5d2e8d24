//! The inspector, by pointer and keyboard: the exact changes of each gesture, and undo to identical bytes.

use descriptorium_tests::browser::Page;
use descriptorium_tests::browser::input::{CONTROL, ENTER, ESCAPE, F2, SHIFT, TAB};

use super::served_folder::Served;

const WEB: &str = "name: resource::web::1.0
properties:
  port: {type: integer}
  address: {type: string, read-only: true}
capabilities:
  Http: {type: http}
requirements:
  Disk: {type: block}
operations:
  Mount: {}
  Reload: {}
metrics:
  requests: {type: 'metric::load'}
  health: {type: 'metric::integrity'}
lifecycle: {Create: {}}
";
const DISK: &str = "name: resource::disk::1.0
capabilities:
  Block: {type: block}
lifecycle: {Create: {}}
";
const SERVICE: &str = "name: assembly::service::1.0 # ours
properties:
  listen: {type: integer}   # a comment
  servers: {type: list}
composition:
  # what serves
  web:
    type: resource::web::1.0
    properties:
      port:
        value: '${listen}'
    # goes on
  store:
    type: resource::disk::1.0
    cluster:
      initial-quantity: 2
relationships:
  uses:
    source-capabilities: [store.Block]
    target-requirements: [web.Disk]
    source-state: Active
    target-state: Inactive
# the end
";

struct Bench {
    served: Served,
}

impl Bench {
    fn new() -> Self {
        let served = Served::files(&[("web.yaml", WEB), ("disk.yaml", DISK), ("service.yaml", SERVICE)]);
        served.open("service.yaml");
        served.page.click("#tab-inspector");
        Bench { served }
    }

    fn page(&self) -> &Page {
        &self.served.page
    }

    fn select(&self, part: &str) {
        self.page().click(&format!("[data-id='/composition/{part}'] .box-label"));
        self.page().area(&format!(".box.selected[data-id='/composition/{part}']"));
    }

    /// Expands the group at `path`.
    fn unfold(&self, path: &str) {
        self.page().click(&format!("[data-group='{path}'] > summary"));
    }

    /// Replaces the text in the field at `path`.
    fn write(&self, path: &str, text: &str) {
        let page = self.page();
        page.click(&format!("[data-field='{path}'] :is(input, textarea)"));
        page.press(&[CONTROL, "a"]);
        page.type_text(text);
        page.press(&[ENTER]);
    }

    /// Waits for the findings below the field at `path`; `words` is empty for none.
    fn finds(&self, path: &str, words: &str) {
        let selector = format!("[data-field='{path}'] .field-finding");
        self.page().wait_for(words, || {
            (self.page().texts(&selector).join(" ").contains(words)
                && self.page().texts(&selector).is_empty() == words.is_empty())
            .then_some(())
        });
    }

    /// Chooses a value in the field at `path` by its first letters.
    fn choose(&self, path: &str, word: &str) {
        self.page().click(&format!("[data-field='{path}'] select"));
        self.page().type_text(word);
        self.page().press(&[ENTER]);
    }

    /// Chooses the type of the selected component by its first letters. Further letters would answer the question that
    /// follows.
    fn choose_type(&self, word: &str) {
        self.page().focus(".inspector [aria-label='Type']");
        self.page().type_text(word);
    }

    /// Adds an entry or an item to the group at `path`.
    fn add(&self, path: &str, name: &str) {
        let page = self.page();
        if name.is_empty() {
            page.click(&format!("[data-group='{path}'] > .group-body > button:not(.remove)"));
        } else {
            page.click(&format!("[data-group='{path}'] > .group-body > .add-row input"));
            page.type_text(name);
            page.press(&[ENTER]);
        }
    }

    /// Waits for the text of the file, and undoes to identical bytes.
    fn expect(&self, what: &str, expected: &str) {
        let page = self.page();
        page.wait_for(&format!("{what}: {expected}\nnot {}", self.served.text()), || {
            (self.served.text() == expected).then_some(())
        });
        self.served.undo_all_to(SERVICE);
    }
}

/// The text with lines inserted after another.
fn with(behind: &str, lines: &str) -> String {
    assert_eq!(SERVICE.matches(behind).count(), 1, "{behind}");
    SERVICE.replace(behind, &format!("{behind}{lines}"))
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn entries_of_a_components_type_are_promoted() {
    let bench = Bench::new();
    let page = bench.page();
    bench.select("web");
    let promote = |section: &str, name: &str| {
        page.click(&format!("[data-offers='/composition/web/{section}'] > summary"));
        page.click(&format!("[data-offers='/composition/web/{section}'] [data-offer='{name}'] .promote"));
    };
    promote("operations", "Reload");
    bench.expect(
        "an operation",
        &SERVICE.replace("# the end\n", "operations:\n  Reload:\n    source-operation: web.Reload\n# the end\n"),
    );
    promote("metrics", "requests");
    bench.expect(
        "a metric",
        &SERVICE.replace("# the end\n", "metrics:\n  requests:\n    source-metric: web.requests\n# the end\n"),
    );
    promote("capabilities", "Http");
    bench
        .expect("a capability", &SERVICE.replace("# the end\n", "capabilities:\n  Http:\n    type: http\n# the end\n"));
    // Content from the type has headings, unless it is empty.
    let headings = || page.texts(".inspector-section");
    assert!(headings().contains(&"From the type".to_owned()), "{:?}", headings());
    // Entries that cannot be promoted have a reason.
    page.click("[data-offers='/composition/web/requirements'] > summary");
    page.wait_for_text("[data-offer='Disk'] .offer-why", |why| why.contains("inside this assembly"));
    page.wait_for_text("[data-offer='health'] .offer-why", |why| why.contains("load"));
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_cluster_gets_bounds_and_a_scale_policy() {
    let bench = Bench::new();
    let page = bench.page();
    bench.select("store");
    bench.unfold("/composition/store/cluster");
    bench.write("/composition/store/cluster/maximum-nodes", "7");
    bench.expect("a bound", &with("      initial-quantity: 2\n", "      maximum-nodes: 7\n"));
    // The table defines the order of its section.
    bench.write("/composition/store/cluster/minimum-nodes", "1");
    bench.write("/composition/store/cluster/scaling-increment", "2");
    bench.write("/composition/store/cluster/maximum-nodes", "7");
    let all = "      minimum-nodes: 1\n      maximum-nodes: 7\n      scaling-increment: 2\n";
    bench.expect("all bounds in order", &with("      initial-quantity: 2\n", all));
    page.click("[data-input='add-policy']");
    let policy = "policies:\n  scale-store:\n    type: policy::scale\n    metric: web.requests\n    target: store\n    properties:\n      \
                  scaleOut_threshold:\n        value: 80\n      scaleIn_threshold:\n        value: 20\n      smoothing:\n        value: 3\n";
    bench.expect("a policy", &SERVICE.replace("# the end\n", &format!("{policy}# the end\n")));
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_number_of_instances_is_edited() {
    let bench = Bench::new();
    bench.select("web");
    let behind_type = "    type: resource::web::1.0\n";
    bench.write("/composition/web/quantity", "3");
    bench.expect("a quantity", &with(behind_type, "    quantity: 3\n"));
    bench.write("/composition/web/items", "${servers}");
    bench.expect("items", &with(behind_type, "    items: '${servers}'\n"));
    bench.write("/composition/web/dynamicType", "{{ listen }}");
    bench.expect("an expression", &with(behind_type, "    dynamicType: '{{ listen }}'\n"));
    bench.page().expect_no_complaints();
}

/// Native undo would revert the field alone, and leaving the field would commit that.
#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn undo_in_a_field_is_that_of_the_modeller_unless_text_is_typed() {
    let bench = Bench::new();
    let page = bench.page();
    bench.select("web");
    let field = "[data-field='/composition/web/quantity'] input";
    let shows = |wanted: &str| {
        let value = || page.run("return document.querySelector(arguments[0]).value;", &[field.into()]);
        page.wait_for(&format!("{wanted:?} in the field"), || (value() == wanted).then_some(()));
    };
    let written = |text: &str| page.wait_for("the text", || (bench.served.text() == text).then_some(()));
    let three = with("    type: resource::web::1.0\n", "    quantity: 3\n");
    bench.write("/composition/web/quantity", "3");
    written(&three);
    page.type_text("7");
    page.press(&[CONTROL, "z"]);
    shows("3");
    page.press(&[CONTROL, "z"]);
    written(SERVICE);
    shows("");
    page.press(&[CONTROL, "y"]);
    shows("3");
    page.press(&[CONTROL, "z"]);
    shows("");
    page.click(".canvas-svg");
    page.click("#redo");
    written(&three);
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_component_is_renamed_from_the_canvas() {
    let bench = Bench::new();
    let page = bench.page();
    page.click("#tab-yaml");
    bench.select("web");
    let renamed = SERVICE.replace("  web:\n", "  front:\n").replace("[web.Disk]", "[front.Disk]");
    // On the box.
    page.press(&[F2]);
    let field = page.area(".name-field input:focus");
    let title = page.area("[data-id='/composition/web'] .box-label");
    assert!((field.y - title.y).abs() < 12.0 && (field.x - title.x).abs() < 12.0, "{field:?} is not on {title:?}");
    page.type_text("store\n");
    page.wait_for_text(".name-field [role='alert']", |why| why.contains("already"));
    page.press(&[ESCAPE]);
    page.wait_until_gone(".name-field");
    page.press(&[F2]);
    page.area(".name-field input:focus");
    page.type_text("front\n");
    page.area(".box.selected[data-id='/composition/front']");
    bench.expect("the name", &renamed);
    // In the inspector.
    bench.select("web");
    page.press(&["i"]);
    page.area(".inspector .name-line input:focus");
    page.type_text("front");
    page.press(&[ENTER]);
    bench.expect("the name", &renamed);
    page.expect_no_complaints();
}

/// Renaming rebuilds the form, and a field that is left with Tab is only committed then.
#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn focus_moves_on_from_a_renamed_field() {
    let bench = Bench::new();
    let page = bench.page();
    bench.select("web");
    let name = |at: &str, name: &str, key: &str| {
        page.click(&format!("{at} .name-line input"));
        page.press(&[CONTROL, "a"]);
        page.type_text(name);
        page.press(&[key]);
    };
    name(".inspector", "front", TAB);
    page.area(".box.selected[data-id='/composition/front']");
    page.area(".inspector [aria-label='Type']:focus");
    name(".inspector", "back", ENTER);
    page.area(".box.selected[data-id='/composition/back']");
    page.area(".inspector .name-line input:focus");
    // An expanded entry stays expanded.
    page.click(".canvas-svg");
    page.press(&[ESCAPE]);
    bench.unfold("/properties");
    bench.unfold("/properties/listen");
    name("[data-group='/properties/listen']", "heard", TAB);
    page.area("[data-field='/properties/heard/type'] :is(input, select):focus");
    bench.expect_there("  heard: {type: integer}   # a comment");
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn focus_skips_hidden_fields() {
    // There are no metrics here, so scaling is not offered.
    let bare = "name: resource::bare::1.0\nlifecycle: {Create: {}}\n";
    let cluster = "name: assembly::cluster::1.0\ncomposition:\n  store:\n    type: resource::bare::1.0\n    cluster: {initial-quantity: 2}\n";
    let served = Served::files(&[("bare.yaml", bare), ("cluster.yaml", cluster)]);
    served.open("cluster.yaml");
    let page = &served.page;
    page.click("#tab-inspector");
    page.click("[data-id='/composition/store'] .box-label");
    page.area("[data-group='/composition/store/cluster']");
    let behind = "const hidden = document.querySelector('.inspector [data-input=add-policy]');
        const all = [...document.querySelectorAll('.inspector :is(input, select, textarea, button, summary)')];
        const next = all[all.indexOf(hidden) + 1];
        next.focus();
        return `${hidden.offsetWidth} ${next.tagName} ${next.closest('.field').dataset.field}`;";
    assert_eq!(page.run(behind, &[]), "0 INPUT /composition/store/dynamicType");
    page.type_text("3");
    page.press(&[SHIFT, TAB]);
    page.wait_for("the text", || served.text().contains("dynamicType: ").then_some(()));
    page.area(".inspector :focus");
    let shown = "return document.activeElement.offsetWidth > 0 && !document.activeElement.closest('.hidden');";
    assert_eq!(page.run(shown, &[]), true);
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn saving_keeps_the_description_in_edit_mode() {
    let bench = Bench::new();
    let page = bench.page();
    let field = "[data-field='/description']";
    page.click(&format!("{field} textarea"));
    page.type_text("Serves");
    page.press(&[CONTROL, "s"]);
    let on_disk = |text: &str| page.wait_for(text, || bench.served.disk("service.yaml").contains(text).then_some(()));
    on_disk("description: Serves\n");
    page.type_text(" pages");
    page.press(&[CONTROL, "s"]);
    on_disk("description: Serves pages\n");
    page.area(&format!("{field} textarea:focus"));
    page.press(&[TAB]);
    page.wait_for_text(&format!("{field} .prose"), |text| text.trim() == "Serves pages");
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn an_upgraded_component_waits_for_its_dependency() {
    let bench = Bench::new();
    bench.select("web");
    bench.unfold("/composition/web/upgrade-dependencies");
    bench.add("/composition/web/upgrade-dependencies", "");
    bench.page().area("[data-field='/composition/web/upgrade-dependencies/0'] input:focus");
    bench.write("/composition/web/upgrade-dependencies/0", "store");
    let lines = "    upgrade-dependencies:\n      - store\n";
    bench.expect("a dependency", &with("        value: '${listen}'\n", lines));
    bench.page().expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_mapping_is_undone() {
    let bench = Bench::new();
    bench.select("web");
    bench.page().click("[data-field='/composition/web/properties/port'] .unmap");
    let text = SERVICE.replace("      port:\n        value: '${listen}'\n", "");
    bench.expect("no mapping", &text.replace("    properties:\n    # goes on", "    properties: {}\n    # goes on"));
    bench.page().expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn problems_of_a_value_are_shown_below_it() {
    let bench = Bench::new();
    let port = "/composition/web/properties/port";
    bench.select("web");
    bench.finds(port, "");
    bench.write(port, "abc");
    bench.finds(port, "abc");
    bench.page().click("#undo");
    bench.finds(port, "");
    bench.page().expect_no_complaints();
}

/// Markers in the text move with it, for changes from anywhere and with any part visible.
#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn references_stay_marked_at_their_positions() {
    const MARKED: &str = "return [...document.querySelectorAll('.cm-expression')].map((mark) => mark.textContent);";
    let served = Served::examples();
    let page = &served.page;
    served.open("assemblies/origin-1.0.yaml");
    page.area(".cm-content");
    page.run("const view = document.querySelector('.cm-scroller'); view.scrollTop = view.scrollHeight;", &[]);
    let marked = || page.run(MARKED, &[]).as_array().cloned().unwrap_or_default();
    let is_whole =
        |mark: &serde_json::Value| mark.as_str().is_some_and(|text| text.starts_with("${") && text.ends_with('}'));
    page.wait_for("the end of it", || {
        let last = page.texts(".cm-line").last()?.clone();
        (served.text().trim_end().ends_with(last.trim()) && !marked().is_empty()).then_some(())
    });
    page.click("#tab-inspector");
    page.click("[data-field='/name'] input");
    page.press(&[CONTROL, "a"]);
    page.type_text("assembly::fjord.origin_of_another_name::1.0\n");
    page.wait_for("the name", || served.text().contains("origin_of_another_name").then_some(()));
    page.click("#tab-yaml");
    page.area(".cm-expression");
    let marked = marked();
    assert!(!marked.is_empty() && marked.iter().all(is_whole), "{marked:?}");
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn consequences_of_a_removal_are_shown_first() {
    let bench = Bench::new();
    let page = bench.page();
    // A property that is referenced.
    bench.unfold("/properties");
    bench.unfold("/properties/listen");
    let remove = "[data-group='/properties/listen'] > .group-body > .remove";
    page.click(remove);
    page.wait_for_text(".dialog-title", |title| title == "Remove listen?");
    page.wait_for_text(".dialog-list", |list| list == "property port of web");
    page.press(&[ESCAPE]);
    page.wait_until_gone(".dialog");
    assert_eq!(bench.served.text(), SERVICE);
    page.click(remove);
    page.area(".dialog .go-on:focus");
    page.press(&[ENTER]);
    let text = SERVICE
        .replace("  listen: {type: integer}   # a comment\n", "")
        .replace("    properties:\n      port:\n        value: '${listen}'\n", "    properties: {}\n");
    bench.expect("no property and no mapping", &text);
    // A property without references is removed at once. The undone one is back first: it moves the others down.
    page.area("[data-group='/properties/listen']");
    bench.unfold("/properties/servers");
    page.click("[data-group='/properties/servers'] > .group-body > .remove");
    bench.expect("no property", &SERVICE.replace("  servers: {type: list}\n", ""));
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn consequences_of_clearing_a_field_are_shown_first() {
    let bench = Bench::new();
    let page = bench.page();
    bench.select("web");
    bench.choose_type("n");
    page.wait_for_text(".dialog-title", |title| title == "Remove type?");
    page.area(".dialog-list li");
    page.press(&[ESCAPE]);
    page.wait_until_gone(".dialog");
    assert_eq!(bench.served.text(), SERVICE);
    let shown = "return document.querySelector(\".inspector [aria-label='Type']\").value;";
    page.wait_for("the type unchanged", || (page.run(shown, &[]) == "resource::web::1.0").then_some(()));
    bench.choose_type("n");
    page.area(".dialog .go-on:focus");
    page.press(&[ENTER]);
    page.wait_for("no heading without content", || {
        (!page.texts(".inspector-section").contains(&"From the type".to_owned())).then_some(())
    });
    bench.expect("no type", &SERVICE.replace("    type: resource::web::1.0\n", ""));
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_relationship_gets_states_and_operations() {
    let bench = Bench::new();
    let page = bench.page();
    // The connection is selected through its text.
    page.click("#tab-yaml");
    bench.served.put_cursor_behind("  uses");
    page.click("#tab-inspector");
    page.area("[data-field='/relationships/uses/target-state']");
    bench.choose("/relationships/uses/target-state", "Inst");
    bench.expect("a state", &SERVICE.replace("target-state: Inactive", "target-state: Installed"));
    bench.choose("/relationships/uses/source-state-modifier", "pre");
    bench.expect("a modifier", &with("    source-state: Active\n", "    source-state-modifier: pre\n"));
    bench.unfold("/relationships/uses/lifecycle");
    bench.unfold("/relationships/uses/lifecycle/Create");
    bench.add("/relationships/uses/lifecycle/Create", "");
    bench.write("/relationships/uses/lifecycle/Create/0", "target.Mount");
    let lines = "    lifecycle:\n      Create:\n        - target.Mount\n";
    bench.expect("an operation", &with("    target-state: Inactive\n", lines));
    // A property is expanded at once, whatever its name, and gets its value.
    let at = "/relationships/uses/properties";
    bench.unfold(at);
    bench.add(at, "réseau😀");
    page.area(&format!("[data-field='{at}/réseau😀/value'] input:focus"));
    page.type_text("seven\n");
    let lines = "    properties:\n      réseau😀:\n        value: seven\n";
    bench.expect("a property", &with("    target-state: Inactive\n", lines));
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn sections_of_the_descriptor_get_entries() {
    let bench = Bench::new();
    let page = bench.page();
    // Without a selection the whole descriptor is shown; everything by keyboard from there.
    bench.unfold("/data-types");
    bench.add("/data-types", "site");
    bench.expect_there("  site:");
    bench.expect("a data type", &SERVICE.replace("# the end\n", "data-types:\n  site: {}\n# the end\n"));
    bench.unfold("/requirements");
    // New entries are expanded, and their first field has the focus.
    bench.add("/requirements", "Uplink");
    page.area("[data-field='/requirements/Uplink/type'] input:focus");
    bench.write("/requirements/Uplink/type", "ip.route");
    bench.expect(
        "a requirement",
        &SERVICE.replace("# the end\n", "requirements:\n  Uplink:\n    type: ip.route\n# the end\n"),
    );
    page.focus("[data-group='/capabilities'] > summary");
    page.press(&[ENTER]);
    page.area("[data-group='/capabilities'] .add-row input");
    page.press(&[TAB]);
    page.type_text("Http\n");
    bench.expect("a capability", &SERVICE.replace("# the end\n", "capabilities:\n  Http:\n    type: ''\n# the end\n"));
    page.expect_no_complaints();
}

impl Bench {
    fn expect_there(&self, part: &str) {
        self.page().wait_for(part, || self.served.text().contains(part).then_some(()));
    }
}
