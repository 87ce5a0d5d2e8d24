//! Homing templates: verdicts recorded from conductor, thresholds and distances.

use std::fs;

use descriptorium_core::analysis::Analysis;
use descriptorium_core::diagnostic::{Diagnostic, Severity};
use descriptorium_core::homing::conductor::rejections;
use descriptorium_core::homing::distance::{self, Point};
use descriptorium_core::homing::threshold::{self, Amount, Dimension, python_float};
use descriptorium_core::settings::{HomingProfile, Settings};
use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::Workspace;
use descriptorium_tests::paths;
use serde_json::Value;

fn fixture(name: &str) -> Option<Vec<Value>> {
    let path = paths::shared("fixtures/homing")?.join(name);
    // Python writes numbers that JSON does not have.
    let text = fs::read_to_string(path).expect("a readable file").replace("NaN", "null").replace("Infinity", "1e999");
    Some(serde_json::from_str(&text.replace("1e999", "\"inf\"")).expect("JSON"))
}

fn checked(text: &str, name: &str) -> (Analysis, FilePath) {
    let path = FilePath::new(name).expect("a path");
    let settings = Settings { homing: HomingProfile::Conductor, ..Settings::default() };
    (Analysis::new(Workspace::new([(path.clone(), text.to_owned())]), settings), path)
}

fn errors(text: &str, name: &str) -> Vec<Diagnostic> {
    let (analysis, path) = checked(text, name);
    analysis.diagnostics(&path).iter().filter(|found| found.severity == Severity::Error).cloned().collect()
}

/// The messages of all rejections, in conductor's order.
fn messages(text: &str, name: &str) -> Vec<String> {
    let (analysis, path) = checked(text, name);
    let file = analysis.file(&path).expect("a file");
    file.root.as_ref().map_or(Vec::new(), |root| rejections(root)).into_iter().map(|found| found.message).collect()
}

/// Verdicts that only an inventory or a service can know: the recorded message, or a part of it.
const UNKNOWABLE: [&str; 3] = [
    "Unable to find any candidate for demand A",
    "Unable to find any required candidate",
    "Unable to resolve location x",
];

#[test]
fn the_recorded_verdicts_of_conductor_are_found() {
    let Some(cases) = fixture("translator_battery.json") else { return };
    let (mut n_unknowable, mut faults) = (0, Vec::new());
    for case in &cases {
        let text = |key: &str| case[key].as_str().unwrap_or_default();
        let (name, template, result) = (text("case"), text("template"), text("result"));
        let found = messages(template, "template.yaml");
        let recorded = result.strip_prefix("ERR: ");
        // The recording ran without the services that resolve locations.
        let recorded = recorded.map(|message| match message {
            "rpc error in resolve_location" => "Unable to resolve location x",
            message => message,
        });
        match (recorded, found.first()) {
            (None, None) => {}
            (Some(message), Some(first)) if first.trim_end() == message.trim_end() => {
                let message = message.trim_end().trim_end_matches('.');
                let quoted = |found: &Diagnostic| {
                    let texts = [Some(&found.message), found.help.as_ref()];
                    texts.into_iter().flatten().any(|text| text.contains(message))
                };
                if !errors(template, "template.yaml").iter().any(quoted) {
                    faults.push(format!("{name}: no error quotes `{message}`"));
                }
            }
            (Some(message), None) if UNKNOWABLE.iter().any(|known| message.starts_with(known)) => n_unknowable += 1,
            (recorded, first) => faults.push(format!("{name}: {recorded:?} was recorded, {first:?} found")),
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert_eq!((cases.len(), n_unknowable), (130, 4));
}

#[test]
fn the_recorded_verdicts_of_real_templates_are_found() {
    let (Some(cases), Some(corpus)) = (fixture("corpus_verdicts.json"), paths::shared("corpus/homing")) else { return };
    let (mut n_passed, mut n_failed, mut faults) = (0, 0, Vec::new());
    for case in &cases {
        let text = |key: &str| case[key].as_str().unwrap_or_default();
        let template = fs::read_to_string(corpus.join(text("file"))).expect("a readable file");
        let found = messages(&template, "template.json");
        match (text("verdict").strip_prefix("ERR "), found.first()) {
            (None, None) => n_passed += 1,
            (Some(message), Some(first)) if first == message => n_failed += 1,
            (recorded, first) => faults.push(format!("{}: {recorded:?}, {first:?}", text("file"))),
        }
        let is_rejected = !errors(&template, "template.json").is_empty();
        if text("verdict") != "OK" && !is_rejected {
            faults.push(format!("{}: no error is reported", text("file")));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert_eq!((n_passed, n_failed), (21, 31));
}

#[test]
fn thresholds_are_read_as_conductor_reads_them() {
    let Some(cases) = fixture("threshold.json") else { return };
    let mut faults = Vec::new();
    for case in &cases {
        let dimension = match case["base"].as_str().expect("a dimension") {
            "currency" => Dimension::Currency,
            "time" => Dimension::Time,
            "throughput" => Dimension::Throughput,
            _ => Dimension::Distance,
        };
        let found = match case["expr"].as_str() {
            None => Err("Expression must be a string".to_owned()),
            Some(text) => threshold::of_conductor(text, dimension),
        };
        let expected = match case["error"].as_str() {
            Some(error) => Err(error.split_once(": ").expect("a kind").1.to_owned()),
            None => {
                let ok = &case["ok"];
                let number = |value: &Value| match value {
                    Value::String(_) => "inf".to_owned(),
                    Value::Null => "nan".to_owned(),
                    value => python_float(value.as_f64().expect("a number")),
                };
                let value = match ok["value"].as_object() {
                    Some(range) => format!("{}..{}", number(&range["min"]), number(&range["max"])),
                    None => number(&ok["value"]),
                };
                let units = ok["units"].as_str().expect("a unit");
                Ok(format!("{} {value} {units}", ok["operator"].as_str().expect("an operator")))
            }
        };
        let found = found.map(|parts| {
            let value = match parts.amount {
                Amount::Single(value) => python_float(value),
                Amount::Range(low, high) => format!("{}..{}", python_float(low), python_float(high)),
            };
            format!("{} {value} {}", parts.operator.text(), dimension.default_unit())
        });
        if found != expected {
            faults.push(format!("{}: {found:?} instead of {expected:?}", case["expr"]));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert_eq!(cases.len(), 43);
}

#[test]
fn distances_equal_those_of_conductor() {
    let Some(cases) = fixture("distance.json") else { return };
    for case in &cases {
        let point = |key: &str| {
            let degrees = |index: usize| case[key][index].as_f64().expect("degrees");
            Point::new(degrees(0), degrees(1))
        };
        let (found, expected) = (distance::between(point("pa"), point("pb")), case["km"].as_f64().expect("a distance"));
        assert!((found - expected).abs() < 1e-6, "{} to {}: {found} km", case["a"], case["b"]);
    }
    assert_eq!(cases.len(), 78);
}

/// Conductor would reject the rewritten template for its zero, although each finding has a fix. The weight, text in the
/// parameter, becomes a number.
#[test]
fn the_fix_for_conductor_lists_what_conductor_still_rejects() {
    let template = |distance: &str| {
        format!(
            "homing_template_version: 2017-10-10
parameters: {{weight: \"10\"}}
locations: {{home: {{latitude: 59.9, longitude: 10.7}}}}
demands:
  web: [{{inventory_provider: aai, inventory_type: cloud}}]
constraints:
  near: {{type: distance_to_location, demands: [web], properties: {{distance: {distance}, location: home}}}}
optimization:
  minimize:
    sum:
      - product: [{{get_param: weight}}, {{distance_between: [home, web]}}]
"
        )
    };
    let ready = |text: &str| {
        let (analysis, path) = checked(text, "t.yaml");
        let mut all = analysis.diagnostics(&path).iter();
        all.find(|found| found.code == "homing/conductor/not-ready").expect("a finding").clone()
    };
    let zero = ready(&template("0"));
    let help = zero.help.clone().unwrap_or_default();
    assert!(help.contains("Not fixed: conductor does not read the zero in `0`"), "{help}");
    assert_eq!(zero.message, "2 changes can be made for conductor, which needs others too");
    let other = ready(&template("5"));
    assert_eq!(other.message, "2 changes would make this template ready for conductor");
    let other = other.help.unwrap_or_default();
    assert!(!other.contains("Not fixed"), "{other}");
    // An error of the guide stays, although it has a fix.
    let misspelled = ready(&template("5").replace("demands: [web]", "demands: [wed]"));
    assert_eq!(misspelled.message, "2 changes can be made for conductor, which needs others too");
    let help = misspelled.help.unwrap_or_default();
    assert!(help.contains("Not fixed: ") && help.contains("`wed`"), "{help}");
    let path = FilePath::new("t.yaml").expect("a path");
    let fixed = zero.fixes[0].change.edits[&path].apply(&template("0")).expect("it fits");
    assert!(fixed.contains("product: [10, {distance_between"), "{fixed}");
}

/// A parameter that two places read: the identifier follows it in its list, and nothing is listed as not fixed. Reservations
/// beside those of conductor stay, which is said.
#[test]
fn the_fix_for_conductor_knows_what_it_changes_through_parameters() {
    let text = "homing_template_version: 2017-10-10
parameters: {site: DLLSTX, reach: 250km}
locations: {home: {latitude: 59.9, longitude: 10.7}}
demands:
  web: [{inventory_provider: aai, inventory_type: cloud, required_candidates: [{candidate_id: {get_param: site}}]}]
constraints:
  near: {type: distance_to_location, demands: [web], properties: {distance: {get_param: reach}, location: home}}
  far: {type: attribute, demands: [web], properties: {evaluate: {reach: {get_param: reach}}}}
reservations: {}
";
    let (analysis, path) = checked(text, "t.yaml");
    let mut all = analysis.diagnostics(&path).iter();
    let found = all.find(|found| found.code == "homing/conductor/not-ready").expect("a finding");
    let fixed = found.fixes[0].change.edits[&path].apply(text).expect("it fits");
    assert!(fixed.contains("required_candidates: [{candidate_id: [{get_param: site}]}]"), "{fixed}");
    assert!(fixed.contains("distance: \"< 250 km\"") || fixed.contains("distance: 250 km"), "{fixed}");
    let help = found.help.clone().unwrap_or_default();
    let (changed, not_fixed) = help.split_once("Not fixed: ").expect("a list of what stays");
    assert!(changed.contains("write `candidate_id` of `DLLSTX` as a list"), "{help}");
    let stays = "conductor does not evaluate the attribute `reach`; conductor ignores `reservations`";
    assert_eq!(not_fixed, stays);
    let both = text.replace(
        "reservations: {}",
        "reservations: {hold: {type: instance_reservation, demands: [web]}}\nreservation: {}",
    );
    let (analysis, path) = checked(&both, "t.yaml");
    let mut all = analysis.diagnostics(&path).iter();
    let help = all.find(|found| found.code == "homing/conductor/not-ready").and_then(|found| found.help.clone());
    assert!(help.as_ref().is_some_and(|help| help.contains("reservations")), "{help:?}");
}

/// The fix keeps the lines and the indentation of JSON, and every comment of YAML.
#[test]
fn the_fix_for_conductor_keeps_the_layout() {
    let fixed = |text: &str, name: &str| {
        let (analysis, path) = checked(text, name);
        let mut all = analysis.diagnostics(&path).iter();
        let found = all.find(|found| found.code == "homing/conductor/not-ready").expect("a finding").clone();
        found.fixes[0].change.edits[&path].apply(text).expect("it fits")
    };
    let json = "\
{
  \"homing_template_version\": \"2017-10-10\",
  \"demands\": {
    \"web\": [{\"inventory_provider\": \"aai\", \"inventory_type\": \"cloud\"}]
  },
  \"constraints\": [
    {
      \"alone\": {
        \"type\": \"attribute\",
        \"demands\": [\"web\"],
        \"properties\": {\"evaluate\": {\"country\": \"NOR\"}}
      }
    }
  ],
  \"reservations\": {
    \"some\": {
      \"demands\": [\"web\"],
      \"properties\": {\"controller\": \"SDN-C\", \"request\": {\"a\": 1}}
    }
  }
}
";
    let expected = "\
  \"constraints\": {
    \"alone\": {
      \"type\": \"attribute\",
      \"demands\": [\"web\"],
      \"properties\": {\"evaluate\": {\"country\": \"NOR\"}}
    }
  },
  \"reservation\": {
    \"service_candidates\": {
      \"some\": {
        \"demands\": [\"web\"],
        \"properties\": {\"controller\": \"SDN-C\", \"request\": {\"a\": 1}}
      }
    }
  }
}
";
    let after = fixed(json, "t.json");
    assert!(after.ends_with(expected), "{after}");
    let yaml = "\
homing_template_version: 2017-10-10
demands: {web: [{inventory_provider: aai, inventory_type: cloud}]}
constraints: [
  # about the first
  {alone: {type: attribute, demands: [web], # inside
    properties: {evaluate: {country: NOR}}}}, # behind
  # the end
]
";
    let supplied = "\
homing_template_version: 2017-10-10
parameters: {site: home, best: {minimize: {sum: [{distance_between: [home, web]}]}}}
locations: {home: {latitude: 59.9, longitude: 10.7}}
demands: {web: [{inventory_provider: aai, inventory_type: cloud}]}
optimization: {get_param: best}
";
    let after = fixed(supplied, "t.yaml");
    let expected = "optimization: {minimize: {sum: [{distance_between: [home, web]}]}}\n";
    assert!(after.ends_with(expected), "{after}");
    let after = fixed(yaml, "t.yaml");
    for comment in ["  # about the first\n  alone: {", "demands: [web], # inside\n", "# behind\n  # the end\n}\n"] {
        assert!(after.contains(comment), "{after}");
    }
}
