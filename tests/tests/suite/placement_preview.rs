//! Previews of homing templates: inventories of the catalog, fixes, and invented candidates.

use std::fmt::Write as _;

use descriptorium_core::analysis::Analysis;
use descriptorium_core::diagnostic::{Diagnostic, Severity};
use descriptorium_core::document::preview::placement::Placement as Document;
use descriptorium_core::homing::map::{Map, Outcome as OnMap};
use descriptorium_core::homing::placement::build::{ObjectiveKind, build};
use descriptorium_core::homing::placement::exact::Plan;
use descriptorium_core::homing::placement::inventory::{Inventory, invented};
use descriptorium_core::homing::placement::preview::{INVENTORY, PLACE, Placement};
use descriptorium_core::homing::placement::ranking::{Ranked, Ranking};
use descriptorium_core::homing::view::View;
use descriptorium_core::preview::frame::Frame;
use descriptorium_core::preview::question::{Intent, Question, Values};
use descriptorium_core::semantics::Outcome;
use descriptorium_core::settings::Settings;
use descriptorium_core::syntax::parse::parse;
use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::Workspace;
use descriptorium_tests::paths;
use serde_yaml::Value;

const TEMPLATE: &str = "\
homing_template_version: 2017-10-10
parameters:
  farthest: < 100 km
locations:
  home: {latitude: 32.9, longitude: -97.0}
demands:
  mux: [{inventory_provider: aai, inventory_type: cloud}]
  gateway: [{inventory_provider: aai, inventory_type: cloud}]
constraints:
  near:
    type: distance_to_location
    demands: [mux]
    properties: {distance: {get_param: farthest}, location: home}
  together:  # in one building
    type: zone
    demands: [mux, gateway]
    properties: {qualifier: same, category: complex}
optimization:
  minimize:
    sum:
      # the customer feels this one
      - product: [10, {distance_between: [home, mux]}]
      - product: [20, {distance_between: [home, gateway]}]
";

const INVENTORY_TEXT: &str = "\
candidates:
  mux:
    - {candidate_id: mux-dal, inventory_type: cloud, cost: 1, latitude: 32.7767, longitude: -96.797, complex_name: dal}
    - {candidate_id: mux-hou, inventory_type: cloud, cost: 1, latitude: 29.7604, longitude: -95.3698, complex_name: hou}
  gateway:
    - {candidate_id: vg-hou, inventory_type: cloud, cost: 2, latitude: 29.7604, longitude: -95.3698, complex_name: hou}
";

fn path(name: &str) -> FilePath {
    FilePath::new(name).expect("a path")
}

fn analysis(files: &[(&str, &str)]) -> Analysis {
    let files = files.iter().map(|(name, text)| (path(name), (*text).to_owned()));
    Analysis::new(Workspace::new(files), Settings::default())
}

fn placement(analysis: &Analysis, question: &Question) -> Box<Placement> {
    match analysis.preview(&path("t.yaml"), question) {
        Some(Outcome::Placement(placement)) => placement,
        _ => panic!("a placement"),
    }
}

fn of_text(text: &str) -> Question {
    let parameters = Values::from([(INVENTORY.to_owned(), Value::Sequence(vec![text.into()]))]);
    Question { intent: Some(Intent { name: PLACE.into(), parameters }), ..Question::default() }
}

fn finding<'p>(placement: &'p Placement, code: &str) -> &'p Diagnostic {
    placement.findings().iter().find(|found| found.code == code).expect("a finding")
}

/// Each fix of a finding, applied to the text.
fn fixed(found: &Diagnostic, text: &str) -> Vec<(String, String)> {
    let applied = found.fixes.iter().map(|fix| {
        let edit = &fix.change.edits[&path("t.yaml")];
        (fix.change.title.clone(), edit.apply(text).expect("it fits"))
    });
    applied.collect()
}

#[test]
fn the_inventory_with_candidates_for_the_demands_is_selected_first() {
    let other = "candidates: {router: [{candidate_id: x, inventory_type: cloud, latitude: 1, longitude: 1}]}\n";
    let files = [("a.yaml", other), ("b.yaml", INVENTORY_TEXT), ("t.yaml", TEMPLATE)];
    let placement = placement(&analysis(&files), &Question::default());
    let frame: &dyn Frame = &*placement;
    let names: Vec<&str> = frame.items().map(|item| item.name).collect();
    // Without a plan, the eliminated candidate is last or the only one.
    assert_eq!(names, ["mux", "mux/mux-dal", "mux/mux-hou", "gateway", "gateway/vg-hou"]);
}

/// The cases in `tests/placements`: a template, an inventory, and the findings of its placement.
#[test]
fn placements_report_the_findings_of_their_cases() {
    let mut n_cases = 0;
    for (file, suite) in paths::texts(&paths::root().join("tests/placements"), &[".md"]) {
        for case in suite.split("\n## ").skip(1) {
            let blocks: Vec<&str> = case.split("```").skip(1).step_by(2).collect();
            let [template, inventory, expected] = blocks.as_slice() else { panic!("{file}: three blocks in {case}") };
            let body = |block: &str| block.split_once('\n').map_or(String::new(), |(_, body)| body.to_owned());
            let found = placement(&analysis(&[("t.yaml", &body(template))]), &of_text(&body(inventory)));
            let findings = found.findings().iter().filter(|found| found.severity != Severity::Info);
            let lines: String = findings
                .map(|found| format!("{}: [{}] {}\n", found.severity.name(), found.code, found.message))
                .collect();
            assert_eq!(lines, body(expected), "{file}: {}", case.lines().next().unwrap_or_default());
            n_cases += 1;
        }
    }
    assert!(n_cases >= 2, "{n_cases} cases");
}

/// The least changes of a conflict are fixes. Each fixed text has a plan, and comments stay.
#[test]
fn the_least_changes_of_a_conflict_are_fixes() {
    let analysis = analysis(&[("t.yaml", TEMPLATE)]);
    let found = placement(&analysis, &of_text(INVENTORY_TEXT));
    let fixes = fixed(finding(&found, "placement/no-plan"), TEMPLATE);
    let titles: Vec<&str> = fixes.iter().map(|(title, _)| title.as_str()).collect();
    assert_eq!(titles.len(), 2, "{titles:?}");
    assert!(titles[0].starts_with("Set the parameter `farthest` to `<"), "{titles:?}");
    assert_eq!(titles[1], "Remove `together`");
    for (title, text) in &fixes {
        let after = self::analysis(&[("t.yaml", text)]);
        let placement = placement(&after, &of_text(INVENTORY_TEXT));
        assert!(!placement.found.plans.is_empty(), "{title}");
        assert!(text.contains("# the customer feels this one"));
    }
}

/// Everything about a threshold has the unit in which the template has it.
#[test]
fn thresholds_are_shown_in_the_unit_of_the_template() {
    let text = TEMPLATE
        .replace("< 100 km", "< 10 mi")
        .replace("qualifier: same, category: complex", "qualifier: different, category: complex");
    let analysis = analysis(&[("t.yaml", &text)]);
    let found = placement(&analysis, &of_text(INVENTORY_TEXT));
    let document = Document::new(&found);
    let candidate = &document.demands.0[0].1.iter().find(|one| one.name == "mux-dal").expect("a candidate");
    assert_eq!(candidate.eliminated.as_deref(), Some("near: 14.5 mi is not < 10 mi"), "{candidate:?}");
    let conflict = &document.conflict[0];
    assert_eq!(conflict.constraint, "near (< 10 mi)");
    assert!(conflict.change.starts_with("<= 14.5") && conflict.change.ends_with(" mi"), "{conflict:?}");
    let fixes = fixed(finding(&found, "placement/no-plan"), &text);
    assert!(
        fixes[0].0.starts_with("Set the parameter `farthest` to `<= 14.5") && fixes[0].0.ends_with(" mi`"),
        "{fixes:?}"
    );
    // With the change, the range of the threshold is in miles, too.
    let after = placement(&self::analysis(&[("t.yaml", &fixes[0].1)]), &of_text(INVENTORY_TEXT));
    let document = Document::new(&after);
    let (name, limit) = &document.thresholds.0[0];
    assert_eq!((name.as_str(), limit.unit), ("near", "mi"));
    assert!(limit.range.from.is_some_and(|from| (14.5..14.6).contains(&from)), "{limit:?}");
    let tree = parse(&fixes[0].1);
    let view = View::new(tree.root().expect("a template"));
    let map = Map::new(&view, &after.problem, &after.ranking, &after.found.plans, 10);
    assert_eq!(map.circles[0].length(map.circles[0].radius), "14.5 mi");
}

/// A parameter that is given with the question is not changed in the text.
#[test]
fn a_given_parameter_is_not_offered_as_a_fix() {
    let analysis = analysis(&[("t.yaml", TEMPLATE)]);
    let inputs = Values::from([("farthest".to_owned(), Value::from("< 30 km"))]);
    let found = placement(&analysis, &Question { inputs, ..of_text(INVENTORY_TEXT) });
    let fixes = fixed(finding(&found, "placement/no-plan"), TEMPLATE);
    assert!(fixes.iter().all(|(title, _)| !title.contains("farthest")), "{fixes:?}");
}

/// A misspelled parameter would otherwise leave the default in place without a word.
#[test]
fn a_value_for_an_unknown_parameter_is_reported() {
    let analysis = analysis(&[("t.yaml", TEMPLATE)]);
    let with = |name: &str| {
        let inputs = Values::from([(name.to_owned(), Value::from("< 500 km"))]);
        placement(&analysis, &Question { inputs, ..of_text(INVENTORY_TEXT) })
    };
    let found = with("fartest");
    let unknown = finding(&found, "placement/unknown-parameter");
    assert_eq!(unknown.message, "the template has no parameter `fartest`");
    assert_eq!(unknown.help.as_deref(), Some("did you mean `farthest`?"));
    assert!(with("farthest").findings().iter().all(|one| one.code != "placement/unknown-parameter"));
}

/// Invented candidates are on the earth, near the locations, marked, and the same each time.
#[test]
fn invented_candidates_are_near_the_locations() {
    let far = TEMPLATE.replace("latitude: 32.9, longitude: -97.0", "latitude: 89.9, longitude: 180");
    for template in [TEMPLATE, &far] {
        let tree = parse(template);
        let view = View::new(tree.root().expect("a template"));
        let text = invented(&view, 40);
        assert_eq!(text, invented(&view, 40));
        let inventory = Inventory::read(&text).expect("an inventory");
        assert_eq!(inventory.candidates.iter().map(|(_, listed)| listed.len()).collect::<Vec<_>>(), [40, 40]);
        let all = inventory.candidates.iter().flat_map(|(_, listed)| listed);
        assert!(all.clone().all(|one| one.get("inventory_provider") == Some(&"invented".into())));
        let again = Inventory::read(&inventory.text()).expect("an inventory");
        assert_eq!(again, inventory);
    }
    let found = placement(
        &analysis(&[("t.yaml", &TEMPLATE.replace("< 100 km", "< 300 km"))]),
        &of_text(&{
            let tree = parse(TEMPLATE);
            invented(&View::new(tree.root().expect("a template")), 12)
        }),
    );
    assert_eq!(found.found.plans.len(), 3);
}

/// Conductor takes the first feasible candidate of its order; with the operands reversed, it finds the best plan.
#[test]
fn another_order_of_the_operands_is_offered_as_a_fix() {
    let Some((template, inventory)) = differing() else { panic!("a problem where the order matters") };
    let found = placement(&analysis(&[("t.yaml", &template)]), &of_text(&inventory));
    let fixes = fixed(finding(&found, "placement/conductor-differs"), &template);
    let (title, text) = fixes.first().expect("a fix");
    assert_eq!(title, "Reorder the operands of the sum");
    let after = placement(&analysis(&[("t.yaml", text)]), &of_text(&inventory));
    assert!(after.findings().iter().all(|found| found.code != "placement/conductor-differs"), "{text}");
}

/// A template and an inventory for which another order of the operands makes conductor find the best plan.
fn differing() -> Option<(String, String)> {
    let template = TEMPLATE.replace("< 100 km", "< 20000 km");
    // The stale decisions of conductor are hit by some costs and positions; they are searched in a fixed order.
    (0_u32..3000).find_map(|seed| {
        let number = |salt: u32, modulus: u32| (seed.wrapping_mul(2_654_435_761).wrapping_add(salt * 40_503) >> 7) % modulus;
        let candidate = |demand: &str, index: u32| {
            let salt = index * 7 + u32::from(demand == "mux") * 31;
            format!(
                "{{candidate_id: {demand}-{index}, inventory_type: cloud, cost: {}, latitude: {}, longitude: {}, complex_name: c{}}}",
                number(salt, 9), 25 + number(salt + 1, 20), -110 + number(salt + 2, 30) as i32, number(salt + 3, 2),
            )
        };
        let listed = |demand: &str| (0..3).map(|index| candidate(demand, index)).collect::<Vec<_>>().join(", ");
        let inventory = format!("candidates: {{mux: [{}], gateway: [{}]}}\n", listed("mux"), listed("gateway"));
        let found = placement(&analysis(&[("t.yaml", &template)]), &of_text(&inventory));
        let has_fix = found.findings().iter().any(|one| one.code == "placement/conductor-differs" && !one.fixes.is_empty());
        has_fix.then(|| (template.clone(), inventory))
    })
}

/// The page draws and lists only some of 100,000 candidates, among them those of the plan.
#[test]
fn lists_and_maps_of_a_hundred_thousand_candidates_are_limited() {
    const COUNT: usize = 100_000;
    let mut inventory = "demand,candidate_id,inventory_type,cost,latitude,longitude\n".to_owned();
    for index in 0..COUNT {
        // Farther and farther north of the location; the first 900 are less than 100 km away.
        let _ = writeln!(inventory, "mux,mux-{index},cloud,1,{},-97.0", 32.9 + index as f64 * 5e-4);
    }
    let inventory = Inventory::read(&inventory).expect("an inventory");
    let tree = parse(TEMPLATE);
    let view = View::new(tree.root().expect("a root"));
    let problem = build(&view, &Values::new(), &inventory, ObjectiveKind::Guide).0;
    let plan = Plan { choices: vec![50, 0], value: 0.0, cost: 0.0 };
    let ranking = Ranking::new(&problem, Some(&plan));
    let listed: Vec<Ranked> = ranking.first(&problem, 0, Some(&plan), 2_000).collect();
    assert_eq!((listed.len(), listed[0].at, listed[1].at), (2_000, 50, 0));
    let is_eliminated: Vec<bool> = listed.iter().map(|one| one.eliminated(&problem).is_some()).collect();
    let n_possible = is_eliminated.iter().filter(|is_eliminated| !**is_eliminated).count();
    // A degree is 111.195 km.
    assert_eq!(n_possible, (100.0_f64 / 111.195 / 5e-4).ceil() as usize);
    assert!(is_eliminated[n_possible..].iter().all(|is_eliminated| *is_eliminated));

    let map = Map::new(&view, &problem, &ranking, &[plan], 5_000);
    assert_eq!((map.candidates.len(), map.n_more), (5_000, COUNT - 5_000));
    assert_eq!(map.candidates[50].outcome, OnMap::Chosen);
    assert_eq!(map.candidates.iter().filter(|one| one.outcome == OnMap::Possible).count(), n_possible - 1);
}

/// The identifiers of the candidates of the best plan.
fn chosen(placement: &Placement) -> Vec<&str> {
    let plan = placement.found.plans.first().expect("a plan");
    let each = plan.choices.iter().enumerate();
    each.map(|(demand, at)| placement.problem.candidate(demand, *at).expect("a candidate").id.as_str()).collect()
}

/// Candidates 0, 1 and 2 degrees north of `home`, each with a type.
fn northwards(types: [&str; 3]) -> String {
    let mut text = "candidates:\n  web:\n".to_owned();
    for (at, of) in types.into_iter().enumerate() {
        writeln!(text, "    - {{candidate_id: c{at}, inventory_type: {of}, latitude: {at}, longitude: 0}}")
            .expect("a line");
    }
    text
}

/// Every value in a template can be that of a parameter: demands, candidates, coordinates and ends of distances.
#[test]
fn supplied_values_take_the_place_of_those_in_the_template() {
    let template = "\
homing_template_version: 2017-10-10
parameters:
  names:
  only: [c0]
  north: 9
  wanted:
  pair: [home, nobody]
locations:
  home: {latitude: {get_param: north}, longitude: 0}
demands:
  web:
    - inventory_provider: aai
      inventory_type: cloud
      attributes: {get_param: wanted}
      excluded_candidates: [{candidate_id: {get_param: only}}]
constraints:
  near:
    type: distance_to_location
    demands: {get_param: names}
    properties: {distance: <= 200 km, location: home}
optimization:
  minimize:
    sum:
      - product: [-1, {distance_between: {get_param: pair}}]
";
    let analysis = analysis(&[("t.yaml", template)]);
    let inventory = northwards(["cloud", "cloud", "cloud"]).replace("latitude: 1,", "latitude: 1, color: red,");
    let with = |values: &[(&str, &str)]| {
        let value = |text: &str| serde_yaml::from_str::<Value>(text).expect("a value");
        let inputs = values.iter().map(|(name, text)| ((*name).to_owned(), value(text))).collect();
        placement(&analysis, &Question { inputs, ..of_text(&inventory) })
    };
    let base = [("north", "0"), ("wanted", "{}"), ("pair", "[home, web]"), ("names", "[]"), ("only", "[]")];
    let but =
        |name: &'static str, text: &'static str| base.map(|(own, given)| (own, if own == name { text } else { given }));
    // The farthest one is the best.
    assert_eq!(chosen(&with(&base)), ["c2"]);
    assert_eq!(chosen(&with(&but("names", "[web]"))), ["c1"]);
    assert_eq!(chosen(&with(&but("names", "web"))), ["c1"]);
    assert_eq!(chosen(&with(&but("only", "[c1, c2]"))), ["c0"]);
    assert_eq!(chosen(&with(&but("only", "c2"))), ["c1"]);
    assert_eq!(chosen(&with(&but("wanted", "{color: blue}"))), ["c2"]);
    assert_eq!(with(&but("wanted", "{color: blue}")).problem.demands[0].candidates.len(), 2);
    assert_eq!(chosen(&with(&but("north", "2"))), ["c0"]);
}

/// The lists and the cost of a requirement do not apply to the candidates of another one.
#[test]
fn requirements_of_a_demand_are_independent() {
    let with = |requirements: &str| {
        let template = format!(
            "homing_template_version: 2017-10-10
locations: {{home: {{latitude: 0, longitude: 0}}}}
demands: {{web: [{requirements}]}}
optimization: {{minimize: {{sum: [{{distance_between: [home, web]}}]}}}}
"
        );
        placement(&analysis(&[("t.yaml", &template)]), &of_text(&northwards(["service", "service", "cloud"])))
    };
    let service = "inventory_provider: aai, inventory_type: service, default_cost: 5";
    let cloud = "inventory_provider: aai, inventory_type: cloud, default_cost: 50";
    let costs =
        |placement: &Placement| placement.problem.demands[0].candidates.iter().map(|one| one.cost).collect::<Vec<_>>();
    let both = with(&format!("{{{service}}}, {{{cloud}}}"));
    assert_eq!((chosen(&both), costs(&both)), (vec!["c0"], vec![5.0, 5.0, 50.0]));
    // Without this requirement, the services are no candidates.
    let one = with(&format!("{{{cloud}}}"));
    assert_eq!((chosen(&one), costs(&one)), (vec!["c2"], vec![50.0]));
    let required = "required_candidates: [{candidate_id: c1}]";
    assert_eq!(chosen(&with(&format!("{{{service}, {required}}}, {{{cloud}}}"))), ["c1"]);
    assert_eq!(
        chosen(&with(&format!("{{{service}, {required}, excluded_candidates: [{{candidate_id: c1}}]}}, {{{cloud}}}"))),
        ["c2"]
    );
    let excluded = "excluded_candidates: [{candidate_id: c0}, {candidate_id: c1}, {candidate_id: c2}]";
    assert_eq!(chosen(&with(&format!("{{{service}, {excluded}}}, {{{cloud}}}"))), ["c2"]);
    // A candidate that both find is allowed if one of them allows it, with the cost of that one.
    let twice = with(&format!(
        "{{{service}, {excluded}}}, {{inventory_provider: sdc, inventory_type: service, default_cost: 7}}"
    ));
    assert_eq!((chosen(&twice), costs(&twice)), (vec!["c0"], vec![7.0, 7.0]));
}

/// An error names the parameter, its value and what is expected, and nothing else is reported about valid values.
#[test]
fn invalid_values_of_parameters_are_reported() {
    let template = "\
homing_template_version: 2017-10-10
parameters: {far: < 100 km, weight: 1, north: 0, relation: same, names: [web], of: cloud, info: {costs: [1, 2]}}
locations:
  home: {latitude: {get_param: north}, longitude: 0}
demands:
  web: [{inventory_provider: aai, inventory_type: {get_param: of}, default_cost: {get_param: [info, costs, 1]}}]
  db: [{inventory_provider: aai, inventory_type: cloud}]
constraints:
  near: {type: distance_to_location, demands: {get_param: names}, properties: {distance: {get_param: far}, location: home}}
  zone: {type: zone, demands: [web, db], properties: {qualifier: {get_param: relation}, category: region}}
optimization:
  minimize:
    sum:
      - product: [{get_param: weight}, {distance_between: [home, web]}]
";
    let analysis = analysis(&[("t.yaml", template)]);
    let faults = |name: &str, text: &str| -> Vec<String> {
        let inputs = Values::from([(name.to_owned(), serde_yaml::from_str(text).expect("a value"))]);
        let found = placement(&analysis, &Question { inputs, ..of_text(INVENTORY_TEXT) });
        let invalid = found.findings().iter().filter(|one| one.code == "placement/invalid-parameter");
        invalid.map(|one| one.message.clone()).collect()
    };
    let cases = [
        ("far", "abc", "`abc` is not valid for parameter `far`: expected a threshold, such as `< 100 km`"),
        ("weight", "abc", "`abc` is not valid for parameter `weight`: expected a number"),
        ("weight", ".inf", "`.inf` is not valid for parameter `weight`: expected a number"),
        ("north", "91", "`91` is not valid for parameter `north`: expected a number between -90 and 90"),
        ("relation", "near", "`near` is not valid for parameter `relation`: expected one of: same, different"),
        ("names", "[web, proxy]", "`[\"web\",\"proxy\"]` is not valid for parameter `names`: expected one of: web, db"),
        ("info", "{costs: [1]}", "`{\"costs\":[1]}` is not valid for parameter `info`: expected an entry `1`"),
        (
            "info",
            "{costs: [1, cheap]}",
            "`cheap` is not valid for parameter `info`: expected a number that is not negative",
        ),
    ];
    for (name, text, expected) in cases {
        assert_eq!(faults(name, text), [expected]);
    }
    assert!(faults("of", "vm")[0].contains("expected one of: cloud, service"));
    let valid =
        [("far", "7 mi"), ("weight", "'2.5'"), ("north", "-90"), ("names", "db"), ("info", "{costs: [1, 5 USD]}")];
    for (name, text) in valid {
        assert_eq!(faults(name, text), Vec::<String>::new(), "{name}={text}");
    }
}

/// Words such as `nan` and `infinity` are compared as text.
#[test]
fn attributes_that_are_no_finite_numbers_are_text() {
    let template = "\
homing_template_version: 2017-10-10
demands:
  web: [{inventory_provider: aai, inventory_type: cloud}]
constraints:
  state: {type: attribute, demands: web, properties: {evaluate: {state: NAN}}}
  vendor: {type: attribute, demands: web, properties: {evaluate: {vendor: infinity}}}
";
    let inventory = "candidate_id,demand,inventory_type,latitude,longitude,state,vendor
a,web,cloud,1,1,NAN,inf
b,web,cloud,1,1,NAN,infinity
";
    assert_eq!(chosen(&placement(&analysis(&[("t.yaml", template)]), &of_text(inventory))), ["b"]);
}

/// Two constraints that read one threshold are changed together: alone, neither change helps.
#[test]
fn a_threshold_that_constraints_share_changes_for_all_of_them() {
    let template = "\
homing_template_version: 2017-10-10
parameters: {far: < 10 km}
locations: {home: {latitude: 0, longitude: 0}}
demands:
  a: [{inventory_provider: aai, inventory_type: cloud}]
  b: [{inventory_provider: aai, inventory_type: cloud}]
constraints:
  near_a: {type: distance_to_location, demands: [a], properties: {distance: {get_param: far}, location: home}}
  near_b: {type: distance_to_location, demands: [b], properties: {distance: {get_param: far}, location: home}}
optimization: {minimize: {sum: [{distance_between: [home, a]}, {distance_between: [home, b]}]}}
";
    // 0.4 and 1 degrees: 44.5 and 111.2 km.
    let inventory = "candidates:\n  a: [{candidate_id: x, inventory_type: cloud, latitude: 0.4, longitude: 0}]\n  \
                     b: [{candidate_id: y, inventory_type: cloud, latitude: 1, longitude: 0}]\n";
    let found = placement(&analysis(&[("t.yaml", template)]), &of_text(inventory));
    let fixes = fixed(finding(&found, "placement/no-plan"), template);
    assert_eq!(fixes.len(), 1, "{fixes:?}");
    let after = placement(&analysis(&[("t.yaml", &fixes[0].1)]), &of_text(inventory));
    assert_eq!(after.found.plans.len(), 1, "{fixes:?}");
    let limit: f64 =
        fixes[0].0.split_once("<= ").and_then(|(_, rest)| rest.split(' ').next()?.parse().ok()).expect("km");
    assert!((111.1..111.3).contains(&limit), "{fixes:?}");
}

/// The preview cannot know what an error hides from it.
#[test]
fn the_plan_of_a_template_with_errors_is_not_the_best_one() {
    let listed = TEMPLATE.replace("  near:\n", "  - near:\n").replace("  together:", "  - together:");
    let listed = listed.replace("    type: ", "      type: ").replace("    demands: [", "      demands: [");
    let listed = listed.replace("    properties: ", "      properties: ");
    let found = placement(&analysis(&[("t.yaml", &listed)]), &of_text(INVENTORY_TEXT));
    let document = descriptorium_core::document::preview::placement::Placement::new(&found);
    assert_eq!((document.plans.len(), document.optimal, document.partial), (2, false, true));
    let errors: Vec<&str> =
        found.findings().iter().filter(|one| one.severity == Severity::Error).map(|one| one.code).collect();
    assert_eq!(errors, ["schema/wrong-shape"]);
    let sound =
        placement(&analysis(&[("t.yaml", &TEMPLATE.replace("< 100 km", "< 1000 km"))]), &of_text(INVENTORY_TEXT));
    assert!(!sound.is_partial && sound.findings().iter().all(|one| one.severity != Severity::Error));
}
