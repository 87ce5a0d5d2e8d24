//! Inventories of a catalog: CSV and responses of A&AI are found and checked, complete attributes, and place templates on the
//! pages of a site.

use descriptorium_core::analysis::Analysis;
use descriptorium_core::settings::Settings;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::Workspace;
use scraper::{Html, Selector};
use serde_json::Value;

use crate::suite::program::Folder;

/// The example of the guide, reduced: with the inventory below, the best plan is east and east-2, 300 km from `home` at most.
const TEMPLATE: &str = "\
homing_template_version: 2017-10-10
parameters:
  far: < 300 km
  unused: 1
locations:
  home: {latitude: 0, longitude: 179.5}
demands:
  mux: [{inventory_provider: aai, inventory_type: cloud}]
  vg: [{inventory_provider: aai, inventory_type: cloud}]
constraints:
  near: {type: distance_to_location, demands: [mux], properties: {distance: {get_param: far}, location: home}}
  together: {type: zone, demands: [mux, vg], properties: {qualifier: same, category: region}}
  coastal: {type: attribute, demands: [mux], properties: {evaluate: {coast: }}}
optimization:
  minimize:
    sum:
      - product: [2, {distance_between: [home, mux]}]
      - product: [1, {distance_between: [home, vg]}]
";

const CSV: &str = "\
demand,candidate_id,candidate_type,inventory_type,inventory_provider,cost,location_id,location_type,latitude,longitude,coast
mux,east,cloud,cloud,aai,1,e,att_aic,0,-179.5,rocky
mux,far,cloud,cloud,aai,1,f,att_aic,40,10,sandy
vg,east-2,cloud,cloud,aai,1,e,att_aic,1,-179.5,sandy
vg,near-2,cloud,cloud,aai,1,n,att_aic,0,179,\"sandy, rocky\"
";

fn template() -> String {
    TEMPLATE.replace("  coastal: {type: attribute, demands: [mux], properties: {evaluate: {coast: }}}\n", "")
}

fn codes(folder: &Folder, arguments: &[&str]) -> Vec<String> {
    let report = folder.run(&[&["check", "--format", "json"], arguments].concat()).json();
    let found = report["diagnostics"].as_array().expect("a list").iter();
    let of = |found: &Value, key: &str| found[key].as_str().unwrap_or_default().to_owned();
    found.map(|found| format!("{} {}", of(found, "code"), of(found, "message"))).collect()
}

#[test]
fn csv_of_a_folder_is_checked_if_it_is_an_inventory() {
    let folder = Folder::new(&[("t.yaml", &template()), ("sites.csv", CSV)]);
    folder.write("prices.csv", "product,price\na,1,2,3\n\"");
    assert_eq!(codes(&folder, &[]), ["homing/unused-parameter parameter `unused` is not used"]);
    let broken =
        CSV.replace("40,10", "40,181").replace("vg,near-2,cloud", "vg,east-2,clod").replace("rocky\"", "rocky");
    folder.write("sites.csv", broken);
    let found = codes(&folder, &["sites.csv"]);
    let expected = [
        "inventory/invalid-number longitude `181` is out of range",
        "inventory/duplicate-candidate duplicate candidate `east-2`",
        "inventory/unknown-type invalid value `clod` for `candidate_type`",
        "inventory/malformed-csv unclosed quote",
    ];
    assert_eq!(found, expected);
    // The cells behind a quote that is not closed are not missing.
    folder.write("open.csv", format!("{CSV}\"vg,last,cloud\n"));
    assert_eq!(codes(&folder, &["open.csv"]), ["inventory/malformed-csv unclosed quote"]);
    folder.write("open.csv", CSV);
    let all = codes(&folder, &[]);
    assert_eq!(all.iter().filter(|found| found.starts_with("inventory/")).count(), expected.len(), "{all:?}");
}

#[test]
fn attributes_and_values_of_candidates_are_completed() {
    let path = |name: &str| FilePath::new(name).expect("a path");
    let aai = "cloud-region: [{cloud-region-id: r, cloud-owner: fjord, complex-name: b}]\ncomplex: [{complex-name: b, city: Bergen}]\n";
    let texts = [("t.yaml", TEMPLATE), ("sites.csv", CSV), ("aai.yaml", aai)];
    let workspace = Workspace::new(texts.map(|(name, text)| (path(name), text.to_owned())));
    let analysis = Analysis::new(workspace, Settings::default());
    let labels = |mark: &str, after: usize| {
        let at = TEMPLATE.find(mark).expect("the mark") + after;
        let found = analysis.complete(&path("t.yaml"), at).into_iter();
        found.map(|one| one.label).collect::<Vec<_>>()
    };
    let keys = labels("evaluate: {coast", "evaluate: {".len());
    for expected in ["country", "coast", "city", "cloud_owner", "location_id"] {
        assert!(keys.iter().any(|key| key == expected), "no {expected} in {keys:?}");
    }
    assert!(!keys.iter().any(|key| key == "demand" || key == "cloud-region-id"), "{keys:?}");
    assert_eq!(labels("coast: }", "coast: ".len()), ["rocky", "sandy"]);
}

#[test]
fn the_page_of_a_template_shows_its_placement() {
    let folder = Folder::new(&[("t.yaml", &template()), ("sites.csv", CSV)]);
    assert!(folder.run(&["build", ".", "--out", "out"]).code < 2);
    let page = || {
        let html = Html::parse_document(&folder.read("out/homing/file/t.yaml.html").replace("<wbr>", ""));
        let select = |selector: &str| {
            let selector = Selector::parse(selector).expect("a selector");
            html.select(&selector).map(|one| one.text().collect::<Vec<_>>().join(" ")).collect::<Vec<_>>()
        };
        let text = select("main").join(" ").split_whitespace().collect::<Vec<_>>().join(" ");
        let text = text.replace(" :", ":").replace(" )", ")");
        (text, select("svg.geo-map .candidate.chosen title"), select("svg.geo-map .way:not(.runner-up) title"))
    };
    let (text, chosen, ways) = page();
    for part in [
        "near: mux is less than 300 km (parameter far) from home",
        "together: mux and vg are in the same region",
        "the inventory sites.csv has the value",
        "mux east vg east-2",
        "eliminated by near",
        "far < 300 km constraints/near/properties/distance",
        "unused 1 nowhere",
        "weight of home to mux 2",
    ] {
        assert!(text.contains(part), "no {part:?} in\n{text}");
    }
    assert_eq!(chosen, ["east for mux: chosen", "east-2 for vg: chosen"]);
    assert_eq!(ways, ["home to mux", "home to vg"]);
    let data: Value = serde_json::from_str(&folder.read("out/homing/file/t.yaml.json")).expect("JSON");
    assert_eq!(data["placement"]["plans"][0]["candidates"]["mux"], "east");
    // A changed inventory makes the page stale; without one, there is no placement.
    folder.write("sites.csv", CSV.replace("vg,east-2", "vg,other"));
    assert!(folder.run(&["build", ".", "--out", "out"]).code < 2);
    assert_eq!(page().1, ["east for mux: chosen", "other for vg: chosen"]);
    std::fs::remove_file(folder.at("sites.csv")).expect("a file");
    assert!(folder.run(&["build", ".", "--out", "out"]).code < 2);
    let (text, chosen, _) = page();
    assert!(!text.contains("Candidates of") && chosen.is_empty() && text.contains("Coastline"), "{text}");
}

#[test]
fn the_settings_name_the_inventory_to_use() {
    let other = CSV.replace("east", "own");
    let folder = Folder::new(&[("t.yaml", &template()), ("a.csv", CSV), ("z/own.csv", &other)]);
    folder.write("descriptorium.yaml", "homing: {inventories: [z/own.csv]}\n");
    assert!(folder.run(&["build", ".", "--out", "out"]).code < 2);
    let data: Value = serde_json::from_str(&folder.read("out/homing/file/t.yaml.json")).expect("JSON");
    assert_eq!(data["placement"]["plans"][0]["candidates"]["mux"], "own");
}

/// Worked out by hand: at the equator a degree is 111.19 km, `far` is on another continent, and of the two candidates that
/// are left for `vg` only one is in the zone of `east`.
#[test]
fn a_placement_fits_on_one_screen() {
    let folder = Folder::new(&[("t.yaml", &template()), ("i.csv", CSV)]);
    let arguments = ["expand", "t.yaml", "--inputs", "i.csv", "--format", "tree"];
    let tree = folder.run(&arguments);
    let expected = "\
mux
├─ east  chosen, 111.2 km, cost 1
└─ far   near: 15441.6 km is not < 300 km
vg
├─ east-2  chosen, 157.2 km, cost 1
└─ near-2  not with the others: together (n, e), 55.6 km, cost 1

value 379.6, cost 2, the best plan
";
    assert_eq!((tree.code, tree.output.as_str()), (0, expected), "{tree:?}");
    let none = folder.run(&[&arguments[..], &["--set", "far=< 100 km"]].concat());
    let conflict =
        "\nno plan: this constraint cannot be met\n  near (< 100 km): possible if <= 111.19492664455905 km\n";
    assert!(none.code == 1 && none.output.contains(conflict), "{none:?}");
}

/// Inventories may be larger than any descriptor: 200,000 candidates take tens of megabytes.
#[test]
fn an_inventory_larger_than_a_descriptor_is_read() {
    let folder = Folder::new(&[("t.yaml", &template())]);
    let large = CSV.replacen("rocky", &"rocky ".repeat(2 << 20), 1);
    assert!(large.len() > 9 << 20);
    folder.write("large.csv", &large);
    let document = folder.run(&["expand", "t.yaml", "--inputs", "large.csv", "--format", "json"]).json();
    assert_eq!(document["plans"][0]["candidates"]["mux"], "east", "{document}");
}

/// The files of a catalog after a rename in `t.yaml`.
fn renamed(files: &[(&str, &str)], at: [&str; 2], name: &str) -> Vec<String> {
    let paths: Vec<FilePath> = files.iter().map(|(path, _)| FilePath::new(path).expect("a path")).collect();
    let texts = paths.iter().cloned().zip(files.iter().map(|(_, text)| (*text).to_owned()));
    let analysis = Analysis::new(Workspace::new(texts), Settings::default());
    let template = FilePath::new("t.yaml").expect("a path");
    let change = analysis.rename(&template, &NodePath::keys(at), name).expect("can be renamed");
    let after = analysis.changed(&change).expect("it fits");
    paths.iter().map(|path| after.file(path).expect("a file").text.to_string()).collect()
}

#[test]
fn a_renamed_demand_is_renamed_in_its_inventories() {
    const JSON: &str = "{\"candidates\": {\"mux\": [{\"candidate_id\": \"mux\"}], \"vg\": []}}\n";
    const YAML: &str = "- {candidate_id: a, demand: 'mux', city: mux} # mux\n- {candidate_id: b, demand: vg}\n";
    let text = template();
    let files = [("t.yaml", &*text), ("a.csv", CSV), ("a.json", JSON), ("a.yaml", YAML), ("b.yaml", "mux: 1\n")];
    let expected = [
        text.replace("[mux", "[lb").replace("mux]", "lb]").replace("\n  mux:", "\n  lb:"),
        CSV.replace("\nmux,", "\nlb,"),
        JSON.replace("{\"mux\": [", "{\"lb\": ["),
        YAML.replace("'mux'", "'lb'"),
        "mux: 1\n".to_owned(),
    ];
    assert_eq!(renamed(&files, ["demands", "mux"], "lb"), expected);
    // Another template that has this demand reads the inventories as well.
    let shared = [files.as_slice(), &[("u.yaml", &*text)]].concat();
    let after = renamed(&shared, ["demands", "mux"], "lb");
    assert_eq!(
        after,
        [&expected[..1], &files.map(|(_, text)| text.to_owned())[1..], std::slice::from_ref(&text)].concat()
    );
}

#[test]
fn a_renamed_parameter_is_renamed_in_files_with_its_value() {
    const WRAPPED: &str = "# far\nparameters: {unused: far, 'far': < 5 km}\n";
    let text = template();
    let files = [
        ("t.yaml", &*text),
        ("values.yaml", "far: < 10 km\n"),
        ("wrapped.yaml", WRAPPED),
        ("other.yaml", "far: 1\nmore: 2\n"),
        ("list.yaml", "- far\n"),
    ];
    let mut expected = files.map(|(_, text)| text.to_owned());
    expected[0] = text.replace("  far:", "  limit:").replace("get_param: far", "get_param: limit");
    expected[1] = "limit: < 10 km\n".to_owned();
    expected[2] = WRAPPED.replace("'far'", "'limit'");
    assert_eq!(renamed(&files, ["parameters", "far"], "limit"), expected);
}

/// A template of version 2020-08-13 with two operands at the equator, where a degree is 111.19 km.
fn second_form(first: &str, second: &str) -> String {
    format!(
        "homing_template_version: 2020-08-13\nlocations:\n  home: {{latitude: 0, longitude: 10}}\ndemands:\n  \
         mux: [{{inventory_provider: aai, inventory_type: cloud}}]\n  vg: [{{inventory_provider: aai, inventory_type: \
         cloud}}]\nconstraints:\n  apart: {{type: zone, demands: [mux, vg], properties: {{qualifier: different, category: \
         complex}}}}\noptimization:\n  goal: minimize\n  operation_function:\n    operator: sum\n    operands:\n      \
         - {{function: distance_between, params: {{demand: mux, location: home}}, {first}}}\n      - {{function: \
         distance_between, params: {{demand: vg, location: home}}, {second}}}\n"
    )
}

const EQUATOR: &str = "candidate_id,inventory_type,latitude,longitude,complex_name\na,cloud,0,11,one\nb,cloud,0,13,two\n\
                       c,cloud,,,three\n";

/// Worked out by hand: the terms add up to the value of the plan. With the weights 1 and 3, `vg` is at the nearer candidate
/// while its weight is above that of `mux`.
#[test]
fn sums_of_the_second_form_have_terms_weights_and_values() {
    let (plain, scaled) = (
        second_form("weight: 1", "weight: 3"),
        second_form(
            "weight: 1, normalization: {start: 0, end: 1000}",
            "weight: 3, normalization: {start: 0, end: 1000}",
        ),
    );
    let folder = Folder::new(&[("t.yaml", &plain), ("n.yaml", &scaled), ("i.csv", EQUATOR)]);
    let expanded = |name: &str| -> Value {
        let run = folder.run(&["expand", name, "--inputs", "i.csv", "--format", "json"]);
        serde_json::from_str(&run.output).unwrap_or_else(|error| panic!("{error}: {run:?}"))
    };
    let degree = 6371.0 * std::f64::consts::PI / 180.0;
    let near = |value: &Value, expected: f64| {
        assert!(value.as_f64().is_some_and(|value| (value - expected).abs() < 1e-6 * expected), "{value}: {expected}");
    };
    let document = expanded("t.yaml");
    near(&document["plans"][0]["value"], 6.0 * degree);
    near(&document["terms"][0]["value"], 3.0 * degree);
    near(&document["terms"][1]["value"], 3.0 * degree);
    near(&document["weights"][0]["to"], 3.0);
    near(&document["weights"][1]["from"], 1.0);
    near(&document["demands"]["vg"][0]["value"], 3.0 * degree);
    let last = document["demands"]["vg"].as_array().and_then(|listed| listed.last()).expect("a candidate");
    assert_eq!(
        (&last["name"], &last["eliminated"]),
        (&"c".into(), &"no coordinates, which the optimization needs".into())
    );
    let document = expanded("n.yaml");
    near(&document["plans"][0]["value"], 6.0 * degree / 1000.0);
    near(&document["terms"][0]["value"], 3.0 * degree / 1000.0);
    near(&document["terms"][1]["value"], 3.0 * degree / 1000.0);
    near(&document["terms"][1]["weight"], 3.0);
}

#[test]
fn the_screen_has_what_is_assumed_what_was_asked_and_the_rejection() {
    let template = template()
        .replace("  together:", "  fits: {type: hpa, demands: [vg], properties: {evaluate: []}}\n  together:");
    let folder = Folder::new(&[("t.yaml", &template), ("i.csv", CSV)]);
    let tree = folder.run(&["expand", "t.yaml", "--inputs", "i.csv", "--format", "tree", "--why", "mux=far"]);
    assert!(
        tree.output.contains("\nassumed to hold: fits, because the hardware of the candidates decides it\n"),
        "{tree:?}"
    );
    assert!(tree.output.ends_with("\nwhy far for mux: no plan has it: near (< 300 km)\n"), "{tree:?}");
    assert!(!tree.output.contains("conductor rejects"), "{tree:?}");
    let replayed = folder.run(&["expand", "t.yaml", "--inputs", "i.csv", "--format", "tree", "--solver", "conductor"]);
    assert!(replayed.output.contains("\nconductor rejects the template: "), "{replayed:?}");
}

/// Two candidates at the same distance: the one with the lower cost is chosen, and `--why` states the cost at which the other
/// would be (brute force: any cost below 5).
#[test]
fn of_equal_values_the_cost_decides_and_is_explained() {
    let template = "homing_template_version: 2017-10-10\nlocations: {here: {latitude: 0, longitude: 0}}\ndemands:\n  web: [{inventory_provider: \
                    aai, inventory_type: cloud}]\noptimization: {minimize: {sum: [{distance_between: [here, web]}]}}\n";
    let inventory = |cost: f64| {
        format!("candidate_id,inventory_type,latitude,longitude,cost\neast,cloud,0,1,5\nwest,cloud,0,-1,{cost}\n")
    };
    let folder = Folder::new(&[("t.yaml", template), ("i.csv", &inventory(7.0)), ("lower.csv", &inventory(4.9))]);
    let place =
        |arguments: &[&str]| folder.run(&[&["expand", "t.yaml", "--format", "json"], arguments].concat()).json();
    let found = place(&["--inputs", "i.csv", "--why", "web=west"]);
    assert_eq!(found["plans"][0]["candidates"]["web"], "east");
    assert_eq!((found["why"]["cost"].as_f64(), found["why"]["plan"]["extra"].as_f64()), (Some(5.0), Some(0.0)));
    assert_eq!(place(&["--inputs", "lower.csv"])["plans"][0]["candidates"]["web"], "west");
}

/// Conductor does not evaluate `attribute`: it places what the exact search refuses. Its plan is what was asked for.
#[test]
fn a_plan_of_conductor_is_a_result_also_if_it_ignores_a_constraint() {
    let template = "homing_template_version: 2017-10-10\nlocations: {here: {latitude: 0, longitude: 0}}\ndemands:\n  web: [{inventory_provider: \
                    aai, inventory_type: cloud}]\nconstraints:\n  fast:\n    type: attribute\n    demands: [web]\n    properties: \
                    {evaluate: {speed: 9}}\noptimization: {minimize: {sum: [{distance_between: [here, web]}]}}\n";
    let inventory = "candidate_id,inventory_type,latitude,longitude,cost,speed\neast,cloud,0,1,5,1\n";
    let folder = Folder::new(&[("t.yaml", template), ("i.csv", inventory)]);
    let run =
        |solver: &str| folder.run(&["expand", "t.yaml", "--inputs", "i.csv", "--format", "json", "--solver", solver]);
    assert_eq!(run("exact").code, 1);
    let replayed = run("conductor");
    assert_eq!((replayed.code, &replayed.json()["plans"][0]["candidates"]["web"]), (0, &serde_json::json!("east")));
}
