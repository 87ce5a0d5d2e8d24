//! Previews of application service descriptors: override values for real charts, schemas compared with a library, clusters,
//! plans, and hostile charts.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use descriptorium_core::analysis::Analysis;
use descriptorium_core::asd::chart::{Chart, defaults};
use descriptorium_core::asd::installation::question::{BY_NAME, OF_REQUEST, SOURCE};
use descriptorium_core::asd::installation::{Installation, helm};
use descriptorium_core::asd::json_schema;
use descriptorium_core::content::{Contents, InMemory};
use descriptorium_core::csar::Package;
use descriptorium_core::package::is_catalog_path;
use descriptorium_core::preview::PartialValue;
use descriptorium_core::preview::frame::Frame;
use descriptorium_core::preview::question::{Intent, Question, Values};
use descriptorium_core::semantics::Outcome;
use descriptorium_core::settings::Settings;
use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::{SourceFile, Workspace};
use descriptorium_tests::archive::tgz;
use descriptorium_tests::chance::Chance;
use descriptorium_tests::paths;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Map, Value, json};

use crate::suite::program::Folder;

fn path(path: &str) -> FilePath {
    FilePath::new(path).expect("a path")
}

fn workspace(files: BTreeMap<FilePath, Vec<u8>>) -> Workspace {
    let texts = files.iter().filter(|(path, _)| is_catalog_path(path));
    let texts: Vec<(FilePath, String)> =
        texts.filter_map(|(path, bytes)| Some((path.clone(), String::from_utf8(bytes.clone()).ok()?))).collect();
    let contents = InMemory(files.into_iter().map(|(path, bytes)| (path, bytes.into())).collect());
    Workspace::new(texts).with_contents(Contents::of(Arc::new(contents)))
}

/// The files of a folder on disk, below a folder of a package.
fn files(from: &Path, below: &str) -> BTreeMap<FilePath, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut rest = vec![from.to_owned()];
    while let Some(next) = rest.pop() {
        if next.is_dir() {
            rest.extend(fs::read_dir(&next).expect("a folder").filter_map(Result::ok).map(|entry| entry.path()));
            continue;
        }
        let within = next.strip_prefix(from).expect("a path below").to_str().expect("text");
        let name = if within.is_empty() { below.to_owned() } else { format!("{below}/{within}") };
        found.insert(path(&name), fs::read(&next).expect("a readable file"));
    }
    found
}

/// A descriptor whose items are charts, each with its lifecycle parameters, and connection points.
fn descriptor(charts: &[(&str, &[&str])], points: &str) -> String {
    let mut text = "asdId: a\nasdApplicationName: Shop\n".to_owned();
    text += points;
    text += "deploymentItems:\n";
    for (chart, parameters) in charts {
        text += &format!("  - deploymentItemId: {chart}\n    artifactType: helm_chart\n    artifactId: {chart}\n");
        text += &format!("    lifecycleParameters: [{}]\n", parameters.join(", "));
    }
    text
}

fn preview(files: BTreeMap<FilePath, Vec<u8>>, question: &Question) -> Installation {
    let analysis = Analysis::new(workspace(files), Settings::default());
    match analysis.preview(&path("asd.yaml"), question) {
        Some(Outcome::Installation(installation)) => *installation,
        other => panic!("{other:?}"),
    }
}

fn question(inputs: &[(&str, serde_yaml::Value)]) -> Question {
    let inputs: Values = inputs.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    Question { inputs, ..Question::default() }
}

fn codes(installation: &Installation) -> Vec<&str> {
    installation.findings().iter().map(|found| found.code).collect()
}

/// Inputs for real charts, and their override files worked out by hand by Helm's rules: sub-charts by their names, strings of
/// a form in the type of the default, addresses at the mapped parameters.
#[test]
fn override_values_of_real_charts_are_those_worked_out_by_hand() {
    let Some(corpus) = paths::shared("corpus/helm") else { return };
    let mut all = BTreeMap::new();
    for chart in ["alertmanager", "free5gc", "mongodb", "so"] {
        all.extend(files(&corpus.join(chart), chart));
    }
    let points = "asdExtCpd:\n  - id: n2\n    description: N2\n    virtualLinkRequirement: [n2]\n    inputParamMappings:\n      \
                  loadbalancerIP: free5gc:global.amf.n2if.ipAddress\n      nadNames: [\"free5gc:global.n2network.name\"]\n";
    let charts: [(&str, &[&str]); 4] = [
        ("alertmanager", &["replicaCount", "service.port", "persistence.enabled", "extraArgs"]),
        ("free5gc", &["free5gc-amf.nameOverride", "global.nrf.service.port", "mongodb.service.port"]),
        ("mongodb", &["replicaCount", "common.exampleValue", "architecture"]),
        ("so", &["so-bpmn-infra.db.adminName"]),
    ];
    all.insert(path("asd.yaml"), descriptor(&charts, points).into_bytes());
    all.insert(path("TOSCA-Metadata/TOSCA.meta"), b"CSAR-Version: 1.1\n".to_vec());
    let asked = question(&[
        ("alertmanager:replicaCount", "3".into()),
        ("alertmanager:service.port", 9094.into()),
        ("alertmanager:persistence.enabled", "false".into()),
        ("alertmanager:extraArgs", "{log.level: debug}".into()),
        ("free5gc:free5gc-amf.nameOverride", "amf".into()),
        ("free5gc:global.nrf.service.port", "9000".into()),
        ("mongodb:replicaCount", "x".into()),
        ("mongodb:common.exampleValue", "y".into()),
        ("so:so-bpmn-infra.db.adminName", "admin".into()),
        ("n2.loadbalancerIP", "192.0.2.7".into()),
    ]);
    let found = preview(all, &asked);
    let file = |number: usize| helm::text(&found.items[number].values);
    assert_eq!(
        file(0),
        "extraArgs:\n  \"log.level\": \"debug\"\npersistence:\n  enabled: false\nreplicaCount: 3\nservice:\n  port: 9094\n"
    );
    assert_eq!(
        file(1),
        "# global.n2network.name: <runtime n2.nadNames[0]>\nfree5gc-amf:\n  nameOverride: \"amf\"\nglobal:\n  amf:\n    n2if:\n      \
         ipAddress: \"192.0.2.7\"\n  nrf:\n    service:\n      port: \"9000\"\n"
    );
    assert_eq!(file(2), "common:\n  exampleValue: \"y\"\nreplicaCount: \"x\"\n");
    assert_eq!(file(3), "so-bpmn-infra:\n  db:\n    adminName: \"admin\"\n");
    // Defaults, from the listed values: 27017 is in the values of the outer chart, `so_admin` in those of the sub-chart.
    let default = |number: usize, at: &str| {
        let values = &found.items[number].values.overrides;
        values.iter().find(|one| one.path == at).and_then(|one| one.default.clone()).unwrap_or_default()
    };
    assert_eq!((default(0, "replicaCount"), default(0, "service.port")), (json!(1), json!(9093)));
    assert_eq!((default(1, "mongodb.service.port"), default(1, "free5gc-amf.nameOverride")), (json!(27017), json!("")));
    assert_eq!((default(3, "so-bpmn-infra.db.adminName"), default(2, "replicaCount")), (json!("so_admin"), json!(2)));
    // The schema of `mongodb` has no replica count, but its default is a number; a text as a port name would be fine.
    assert_eq!(found.items[0].values.schemas.len(), 1);
    assert!(found.items[0].values.schemas[0].verdict.violations.is_empty(), "{:?}", found.items[0].values.schemas);
}

/// The other charts of the corpus, as packed archives. A text of a form becomes a value of the type of the default: a number,
/// a boolean or a mapping; a port that is a string in the chart stays one.
#[test]
fn override_values_of_packed_charts_are_those_worked_out_by_hand() {
    let Some(corpus) = paths::shared("corpus/helm") else { return };
    let mut all = BTreeMap::new();
    for (chart, archive) in [
        ("prometheus", "prometheus-29.27.0.tgz"),
        ("prometheus-mysql-exporter", "prometheus-mysql-exporter-2.14.0.tgz"),
        ("ueransim", "ueransim-2.0.17.tgz"),
    ] {
        all.insert(path(chart), fs::read(corpus.join(archive)).expect("a chart"));
    }
    let points = "asdExtCpd:\n  - id: n3\n    description: N3\n    virtualLinkRequirement: [n3]\n    inputParamMappings:\n      \
                  loadbalancerIP: ueransim:gnb.n3if.ipAddress\n      nadNames: [\"ueransim:global.n3network.name\"]\n";
    let charts: [(&str, &[&str]); 3] = [
        (
            "prometheus",
            &["server.retention", "server.replicaCount", "server.persistentVolume.size", "alertmanager.enabled"],
        ),
        (
            "prometheus-mysql-exporter",
            &["mysql.host", "mysql.port", "cloudsqlproxy.port", "serviceMonitor.enabled", "resources"],
        ),
        ("ueransim", &["gnb.replicaCount", "gnb.amf.service.ngap.enabled", "ue.script", "ue.podAnnotations"]),
    ];
    all.insert(path("asd.yaml"), descriptor(&charts, points).into_bytes());
    all.insert(path("TOSCA-Metadata/TOSCA.meta"), b"CSAR-Version: 1.1\n".to_vec());
    let asked = question(&[
        ("prometheus:server.retention", "30d".into()),
        ("prometheus:server.replicaCount", "2".into()),
        ("prometheus:server.persistentVolume.size", "16Gi".into()),
        ("prometheus:alertmanager.enabled", "false".into()),
        ("prometheus-mysql-exporter:mysql.host", "db.example.com".into()),
        ("prometheus-mysql-exporter:mysql.port", "3307".into()),
        ("prometheus-mysql-exporter:cloudsqlproxy.port", "3307".into()),
        ("prometheus-mysql-exporter:serviceMonitor.enabled", "true".into()),
        ("prometheus-mysql-exporter:resources", "{limits: {cpu: 1}}".into()),
        ("ueransim:gnb.replicaCount", "2".into()),
        ("ueransim:gnb.amf.service.ngap.enabled", "true".into()),
        ("ueransim:ue.script", "ping 192.0.2.1".into()),
        ("ueransim:ue.podAnnotations", "{team: radio}".into()),
        ("n3.loadbalancerIP", "192.0.2.30".into()),
        ("n3.nadNames", serde_yaml::Value::Sequence(vec!["n3-net".into()])),
    ]);
    let found = preview(all, &asked);
    let file = |number: usize| helm::text(&found.items[number].values);
    assert_eq!(
        file(0),
        "alertmanager:\n  enabled: false\nserver:\n  persistentVolume:\n    size: \"16Gi\"\n  replicaCount: 2\n  retention: \"30d\"\n"
    );
    assert_eq!(
        file(1),
        "cloudsqlproxy:\n  port: \"3307\"\nmysql:\n  host: \"db.example.com\"\n  port: 3307\nresources:\n  limits:\n    cpu: \
         1\nserviceMonitor:\n  enabled: true\n"
    );
    assert_eq!(
        file(2),
        "global:\n  n3network:\n    name: \"n3-net\"\ngnb:\n  amf:\n    service:\n      ngap:\n        enabled: true\n  n3if:\n    \
         ipAddress: \"192.0.2.30\"\n  replicaCount: 2\nue:\n  podAnnotations:\n    team: \"radio\"\n  script: \"ping 192.0.2.1\"\n"
    );
    let default = |number: usize, at: &str| {
        let values = &found.items[number].values.overrides;
        values.iter().find(|one| one.path == at).and_then(|one| one.default.clone()).unwrap_or_default()
    };
    assert_eq!((default(0, "server.retention"), default(0, "alertmanager.enabled")), (json!("15d"), json!(true)));
    assert_eq!((default(1, "mysql.port"), default(1, "cloudsqlproxy.port")), (json!(3306), json!("3306")));
    assert_eq!((default(2, "gnb.replicaCount"), default(2, "global.n3network.name")), (json!(1), json!("n3network")));
    let schemas: Vec<_> = found.items.iter().map(|item| item.values.schemas.len()).collect();
    assert_eq!(schemas, [1, 1, 0]);
}

/// The values of free5gc pass from the outer chart to the sub-charts, as in the manual of Helm.
#[test]
fn global_values_reach_the_sub_charts() {
    let Some(corpus) = paths::shared("corpus/helm") else { return };
    let chart = chart(files(&corpus.join("free5gc"), "chart")).expect("a chart");
    let given = json!({"global": {"nrf": {"service": {"port": "9000"}}}});
    let values = defaults::effective(&chart, given.as_object().expect("a mapping").clone());
    let at = |path: &str| defaults::at(&values, path).cloned().unwrap_or_default();
    for place in ["global", "free5gc-amf.global", "free5gc-smf.global"] {
        assert_eq!(at(&format!("{place}.nrf.service.port")), json!("9000"), "{place}");
        // A default of the outer chart overrides that of the sub-chart.
        assert_eq!(at(&format!("{place}.n2network.masterIf")), json!("eth0"), "{place}");
    }
    assert_eq!(at("mongodb.persistence.size"), json!("6Gi"));
}

fn chart(files: BTreeMap<FilePath, Vec<u8>>) -> Option<Chart> {
    let mut files = files;
    let artifact = if files.contains_key(&path("chart.tgz")) { "chart.tgz" } else { "chart" };
    files.insert(path("TOSCA-Metadata/TOSCA.meta"), b"CSAR-Version: 1.1\n".to_vec());
    let workspace = workspace(files);
    let file = SourceFile::new(path("asd.yaml"), "asdId: a\n");
    let package = Package::around(&file, workspace.contents())?;
    Chart::of_artifact(&package, artifact).ok()
}

/// A change of one value, chosen at random: another type, or removed.
fn mutated(value: &mut Value, chance: &mut Chance) {
    let others =
        [json!(null), json!(true), json!("text"), json!(7), json!(-1.5), json!([]), json!({}), json!(["a", 1])];
    match value {
        Value::Object(members) if !members.is_empty() && chance.below(8) > 0 => {
            let keys: Vec<String> = members.keys().cloned().collect();
            let key = &keys[chance.below(keys.len())];
            if chance.below(12) == 0 {
                members.remove(key);
            } else if let Some(inner) = members.get_mut(key) {
                mutated(inner, chance);
            }
        }
        Value::Array(items) if !items.is_empty() && chance.below(4) > 0 => {
            let at = chance.below(items.len());
            mutated(&mut items[at], chance);
        }
        other => *other = others[chance.below(others.len())].clone(),
    }
}

/// Whether the library accepts the value. A schema without a draft is read as the latest, as Helm does.
fn library(schema: &Value, values: &[Value]) -> Vec<bool> {
    let known = ["draft-04", "draft-06", "draft-07", "2019-09", "2020-12"];
    let uri = schema.get("$schema").and_then(Value::as_str).unwrap_or_default();
    let validator = if known.iter().any(|draft| uri.contains(draft)) {
        // Helm checks formats of these drafts.
        let checks_formats = uri.contains("draft-0");
        jsonschema::options().should_validate_formats(checks_formats).build(schema)
    } else {
        let mut schema = schema.clone();
        if let Some(schema) = schema.as_object_mut() {
            schema.remove("$schema");
        }
        jsonschema::options().should_validate_formats(false).build(&schema)
    };
    let validator = validator.expect("a schema");
    values.iter().map(|value| validator.is_valid(value)).collect()
}

fn compare(schema: &Value, values: &[Value]) -> usize {
    let mut n_undecided = 0;
    for (value, expected) in values.iter().zip(library(schema, values)) {
        let verdict = json_schema::check(schema, value);
        if verdict.undecided.is_empty() {
            assert_eq!(verdict.violations.is_empty(), expected, "{value} by {schema}: {:?}", verdict.violations);
        } else {
            n_undecided += 1;
        }
    }
    n_undecided
}

/// The oracle is a JSON Schema library, with the schemas of real charts and randomly changed values.
#[test]
fn schemas_of_real_charts_have_the_verdicts_of_a_library() {
    let Some(corpus) = paths::shared("corpus/helm") else { return };
    let mut chance = Chance::new(7);
    let (mut n_schemas, mut n_valid) = (0, 0);
    for name in ["alertmanager", "mongodb", "prometheus", "prometheus-mysql-exporter"] {
        let chart = chart(files(&corpus.join(name), "chart")).expect("a chart");
        let text = fs::read_to_string(corpus.join(name).join("values.schema.json")).expect("a schema");
        let schema: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(chart.schema.as_deref(), Some(&schema), "{name}");
        let defaults = Value::Object(defaults::effective(&chart, Map::new()));
        let mut values = vec![defaults.clone()];
        for _ in 0..400 {
            let mut value = defaults.clone();
            for _ in 0..1 + chance.below(3) {
                mutated(&mut value, &mut chance);
            }
            values.push(value);
        }
        assert_eq!(compare(&schema, &values), 0, "{name}");
        n_valid += library(&schema, &values).into_iter().filter(|valid| *valid).count();
        n_schemas += 1;
    }
    assert!(n_schemas == 4 && n_valid > 50 && n_valid < 1500, "{n_valid} valid");
}

/// Every keyword, in the drafts that have it, with values that meet it and values that do not.
#[test]
fn keywords_have_the_verdicts_of_a_library() {
    let values: Vec<Value> = [
        "null",
        "true",
        "0",
        "1",
        "1.0",
        "1.5",
        "-3",
        "7",
        "\"\"",
        "\"a\"",
        "\"abc\"",
        "\"1\"",
        "[]",
        "[1]",
        "[1, 1]",
        "[1, 1.0]",
        "[\"a\", 2, 3]",
        "[[1], [1]]",
        "[{\"a\": 1, \"b\": 2}, {\"b\": 2.0, \"a\": 1}]",
        "{}",
        "{\"a\": 1}",
        "{\"a\": \"x\"}",
        "{\"a\": 1, \"b\": 2}",
        "{\"b\": 1}",
        "{\"x1\": 1, \"x2\": \"t\"}",
        "{\"a\": {\"a\": {\"a\": 5}}}",
        "{\"a\": {\"a\": \"t\"}}",
        "12345678901234567890",
        "9007199254740993",
    ]
    .map(|text| serde_json::from_str(text).expect("JSON"))
    .into();
    let schemas = [
        "true",
        "false",
        "{}",
        "{\"type\": \"integer\"}",
        "{\"type\": [\"string\", \"null\"]}",
        "{\"type\": \"number\"}",
        "{\"enum\": [1, \"a\", null, [1]]}",
        "{\"const\": 1}",
        "{\"const\": {\"a\": 1}}",
        "{\"minimum\": 1}",
        "{\"maximum\": 1.5}",
        "{\"exclusiveMinimum\": 1}",
        "{\"exclusiveMaximum\": 1}",
        "{\"multipleOf\": 0.5}",
        "{\"multipleOf\": 3}",
        "{\"minLength\": 1, \"maxLength\": 2}",
        "{\"pattern\": \"^a\"}",
        "{\"pattern\": \"[a-c]{3}$\"}",
        "{\"minItems\": 1}",
        "{\"maxItems\": 1}",
        "{\"uniqueItems\": true}",
        "{\"items\": {\"type\": \"integer\"}}",
        "{\"prefixItems\": [{\"type\": \"string\"}], \"items\": {\"type\": \"integer\"}}",
        "{\"prefixItems\": [true], \"items\": false}",
        "{\"contains\": {\"const\": 1}}",
        "{\"contains\": {\"const\": 1}, \"minContains\": 2, \"maxContains\": 2}",
        "{\"contains\": {\"const\": 1}, \"minContains\": 0}",
        "{\"required\": [\"a\"]}",
        "{\"minProperties\": 2}",
        "{\"maxProperties\": 1}",
        "{\"properties\": {\"a\": {\"type\": \"integer\"}}}",
        "{\"properties\": {\"a\": true}, \"additionalProperties\": false}",
        "{\"patternProperties\": {\"^x\": {\"type\": \"integer\"}}, \"additionalProperties\": {\"type\": \"string\"}}",
        "{\"propertyNames\": {\"maxLength\": 1}}",
        "{\"dependentRequired\": {\"a\": [\"b\"]}}",
        "{\"dependentSchemas\": {\"a\": {\"required\": [\"b\"]}}}",
        "{\"allOf\": [{\"type\": \"object\"}, {\"required\": [\"a\"]}]}",
        "{\"anyOf\": [{\"type\": \"string\"}, {\"minimum\": 2}]}",
        "{\"oneOf\": [{\"type\": \"integer\"}, {\"minimum\": 1}]}",
        "{\"not\": {\"type\": \"string\"}}",
        "{\"if\": {\"type\": \"string\"}, \"then\": {\"minLength\": 2}, \"else\": {\"type\": \"object\"}}",
        "{\"if\": {\"type\": \"array\"}, \"then\": {\"minItems\": 2}}",
        "{\"$ref\": \"#/$defs/x\", \"$defs\": {\"x\": {\"type\": \"integer\"}}}",
        "{\"$ref\": \"#/$defs/x\", \"minimum\": 2, \"$defs\": {\"x\": {\"type\": \"integer\"}}}",
        "{\"properties\": {\"a\": {\"$ref\": \"#\"}}, \"type\": [\"object\", \"integer\"]}",
        "{\"$schema\": \"http://json-schema.org/draft-07/schema#\", \"$ref\": \"#/definitions/x\", \"minimum\": 2, \"definitions\": {\"x\": {\"type\": \"integer\"}}}",
        "{\"$schema\": \"http://json-schema.org/draft-07/schema#\", \"items\": [{\"type\": \"string\"}], \"additionalItems\": false}",
        "{\"$schema\": \"http://json-schema.org/draft-07/schema#\", \"dependencies\": {\"a\": [\"b\"], \"x1\": {\"required\": [\"x2\"]}}}",
        "{\"$schema\": \"http://json-schema.org/draft-07/schema#\", \"contains\": {\"const\": 1}, \"minContains\": 2}",
        "{\"$schema\": \"http://json-schema.org/draft-04/schema#\", \"minimum\": 1, \"exclusiveMinimum\": true}",
        "{\"$schema\": \"http://json-schema.org/draft-04/schema#\", \"maximum\": 1, \"exclusiveMaximum\": false}",
        "{\"$schema\": \"http://json-schema.org/draft-04/schema#\", \"type\": \"integer\"}",
        "{\"$schema\": \"http://json-schema.org/draft-04/schema#\", \"const\": 1}",
    ];
    let n_undecided: usize =
        schemas.iter().map(|text| compare(&serde_json::from_str(text).expect("JSON"), &values)).sum();
    assert_eq!(n_undecided, 0);
}

const SHOP: &str = "\
asdId: a
asdApplicationName: Shop One
enhancedClusterCapabilities:
  minKernelVersion: 5.15.0
  requiredCustomResources: [{kind: Session, apiVersion: example.com/v1}]
asdExtCpd:
  - id: web
    description: Customers
    virtualLinkRequirement: [EndUser]
    inputParamMappings: {loadbalancerIP: \"front:address\"}
deploymentItems:
  - {deploymentItemId: types, artifactType: crd, artifactId: types.yaml, deploymentOrder: 1}
  - {deploymentItemId: front, artifactType: helm_chart, artifactId: front, deploymentOrder: 2, lifecycleParameters: [port, name]}
  - {deploymentItemId: back, artifactType: helm_chart, artifactId: back.tgz, deploymentOrder: 2}
";

fn shop() -> BTreeMap<FilePath, Vec<u8>> {
    [
        ("asd.yaml", SHOP),
        ("TOSCA-Metadata/TOSCA.meta", "CSAR-Version: 1.1\n"),
        (
            "types.yaml",
            "kind: CustomResourceDefinition\nspec: {group: example.com, names: {kind: Session}, versions: [{name: v1}]}\n",
        ),
        ("front/Chart.yaml", "name: front\nversion: 1.0.0\n"),
        ("front/values.yaml", "port: 80\nname: \"\"\naddress: \"\"\n"),
        ("front/values.schema.json", "{\"properties\": {\"port\": {\"type\": \"integer\", \"maximum\": 1000}}}"),
    ]
    .map(|(name, text)| (path(name), text.as_bytes().to_vec()))
    .into()
}

#[test]
fn an_empty_text_is_a_value_in_a_request_and_an_empty_field_in_a_form() {
    let files = || -> BTreeMap<FilePath, Vec<u8>> {
        let text = descriptor(&[("front", &["name"])], "");
        [
            ("asd.yaml", text.as_str()),
            ("front/Chart.yaml", "name: front\nversion: 1.0.0\n"),
            ("front/values.yaml", "name: x\n"),
        ]
        .map(|(name, text)| (path(name), text.as_bytes().to_vec()))
        .into()
    };
    let mut asked = question(&[("front:name", "".into())]);
    assert_eq!(helm::text(&preview(files(), &asked).items[0].values), "{}\n");
    for source in [OF_REQUEST, BY_NAME] {
        asked.settings.insert(SOURCE.to_owned(), source.into());
        assert_eq!(helm::text(&preview(files(), &asked).items[0].values), "name: \"\"\n", "{source}");
    }
    // Helm removes a default that is overridden by null.
    let removed = Question { inputs: question(&[("front:name", serde_yaml::Value::Null)]).inputs, ..asked };
    assert_eq!(helm::text(&preview(files(), &removed).items[0].values), "name: null\n");
}

#[test]
fn a_plan_has_stages_releases_and_the_sequence_of_so_cnfm() {
    let found = preview(shop(), &question(&[("front:port", 2000.into()), ("front:prot", 1.into())]));
    let names = |items: &[usize]| items.iter().map(|at| found.items[*at].name.clone()).collect::<Vec<_>>();
    let stages: Vec<_> = found.stages.stages.iter().map(|stage| (stage.order, names(&stage.items))).collect();
    assert_eq!(stages, [(1, vec!["types".to_owned()]), (2, vec!["front".to_owned(), "back".to_owned()])]);
    assert_eq!(
        (names(&found.so_cnfm.sequence), names(&found.so_cnfm.skipped)),
        (vec!["types".to_owned(), "front".to_owned()], vec!["back".to_owned()],)
    );
    assert_eq!(found.items[1].release.as_deref(), Some("shop-one-front-front"));
    let command = "helm install shop-one-front-front front --namespace default --values front.yaml";
    assert_eq!(found.items[1].command.as_deref(), Some(command));
    let reported = codes(&found);
    for code in
        ["installation/missing-value", "installation/unknown-input", "installation/schema", "installation/unread-chart"]
    {
        assert!(reported.contains(&code), "{code}: {reported:?}");
    }
    // An action waits for the items of the stage before.
    let action = &found.plan().expect("a plan").stages[1][0];
    assert_eq!(action.reasons[0].after.as_ref().map(|step| step.instance.as_str()), Some("types"));
    let ended = Question {
        intent: Some(Intent { name: "terminate".into(), parameters: Values::new() }),
        ..Question::default()
    };
    let ended = preview(shop(), &ended);
    assert_eq!(ended.stages.stages.iter().map(|stage| stage.order).collect::<Vec<_>>(), [2, 1]);
    assert_eq!(ended.items[0].command.as_deref(), Some("kubectl delete --filename types.yaml"));
}

/// A syntax error in `values.yaml`, and an archive that is cut off, are reported once, and no default is guessed from them.
#[test]
fn defaults_of_damaged_charts_are_not_known() {
    let found = |files: &BTreeMap<FilePath, Vec<u8>>| {
        let analysis = Analysis::new(workspace(files.clone()), Settings::default());
        let all = analysis.all_diagnostics().map(|found| (found.code, found.message.clone()));
        all.filter(|(code, _)| code.starts_with("yaml/") || code.contains("chart") || code.contains("parameter"))
            .collect::<Vec<_>>()
    };
    let mut files = shop();
    let back = path("back.tgz");
    let chart = [("back/Chart.yaml", "name: back\nversion: 1.0.0\n"), ("back/values.yaml", "size: 1\n")];
    let archive = tgz(&chart.map(|(name, text)| (name, text.as_bytes())));
    files.insert(back.clone(), archive.clone());
    assert_eq!(found(&files), []);

    let mut cut = files.clone();
    cut.insert(back, archive[..archive.len() / 2].to_vec());
    assert_eq!(found(&cut), [("asd/not-a-chart", "`back.tgz` is cut off or damaged".to_owned())]);
    let of_cut = preview(cut, &Question::default());
    let unread = of_cut.findings().iter().find(|found| found.code == "installation/unread-chart").expect("a finding");
    assert_eq!(unread.message, "the chart `back.tgz` cannot be read: it is cut off or damaged");

    files.insert(path("front/values.yaml"), b"port: [80\nname: \"\"\naddress: \"\"\n".to_vec());
    assert_eq!(found(&files).len(), 1, "{:?}", found(&files));
    let of_values = preview(files.clone(), &Question::default());
    let front = &of_values.items[1].values;
    assert!(front.overrides.iter().all(|one| one.default.is_none()) && front.schemas.is_empty(), "{front:?}");
    let messages: Vec<&str> = of_values.findings().iter().map(|found| found.message.as_str()).collect();
    for expected in [
        "the chart `front` cannot be read: malformed `values.yaml`: syntax error in line 1",
        "`front:port` has no value, and its default is not known",
    ] {
        assert!(messages.contains(&expected), "{messages:#?}");
    }
    // Something else than a mapping is no syntax error, so only the chart reports it.
    files.insert(path("front/values.yaml"), b"- port\n".to_vec());
    let reason = "malformed `values.yaml` in the chart `front`: expected a mapping";
    assert_eq!(found(&files), [("asd/unreadable-chart", reason.to_owned())]);
}

#[test]
fn clusters_of_the_catalog_are_ranked_with_the_custom_resources_of_earlier_stages() {
    let mut files = shop();
    for (name, text) in [
        ("clusters/old.yaml", "cluster: old\nkernelVersion: 5.4.0\ncustomResources: []\n"),
        ("clusters/new.yaml", "cluster: new\nkernelVersion: 6.1.0\ncustomResources: []\n"),
    ] {
        files.insert(path(name), text.as_bytes().to_vec());
    }
    let found = preview(files, &question(&[("front:port", 80.into()), ("front:name", "x".into())]));
    let results: Vec<String> = found
        .clusters
        .iter()
        .flat_map(|one| {
            one.requirements.iter().map(move |own| format!("{} {} {:?}", one.cluster, own.name, own.verdict))
        })
        .collect();
    assert_eq!(
        results,
        [
            "new Linux kernel 5.15.0 Ok",
            "new Session example.com/v1 Ok",
            "old Linux kernel 5.15.0 Fail",
            "old Session example.com/v1 Ok",
        ]
    );
    assert!(!codes(&found).contains(&"installation/unmet-requirement"), "{:?}", codes(&found));
}

/// A request to SO-CNFM keeps its texts, and the program writes the same files as it prints.
#[test]
fn the_program_expands_a_package() {
    let files: Vec<(String, String)> =
        shop().into_iter().map(|(name, bytes)| (name.to_string(), String::from_utf8(bytes).expect("text"))).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let folder = Folder::new(&files);
    folder.write(
        "request.json",
        "{\"asInstanceName\": \"s1\", \"deploymentItems\": [{\"deploymentItemsId\": \"front\", \
         \"lifecycleParameterKeyValues\": {\"name\": \"on\", \"port\": 81}}], \"asdExtCpdInputParams\": [{\"extCpdId\": \"web\", \
         \"loadbalanceIP\": \"192.0.2.1\"}]}",
    );
    folder.write("kernel.txt", "6.1.0-17-amd64\n");
    let run =
        folder.run(&["expand", "asd.yaml", "--inputs", "request.json", "--cluster", "kernel.txt", "--format", "json"]);
    let document = run.json();
    assert_eq!((run.code, document["preview"].as_str()), (0, Some("installation")), "{run:?}");
    assert_eq!(document["items"][1]["overrides"], json!({"address": "192.0.2.1", "name": "on", "port": 81}));
    assert_eq!(document["clusters"][0]["result"], "ok");
    assert_eq!(document["items"][1]["values"]["port"]["change"], "changed");
    let printed = folder.run(&["expand", "asd.yaml", "--inputs", "request.json", "--format", "helm"]);
    assert_eq!(
        printed.output,
        "---\n# front.yaml\naddress: \"192.0.2.1\"\nname: \"on\"\nport: 81\n---\n# back.yaml\n{}\n"
    );
    let written = folder.run(&["expand", "asd.yaml", "--inputs", "request.json", "--format", "helm", "--out", "out"]);
    assert_eq!(written.code, 0, "{written:?}");
    let file = fs::read_to_string(folder.at("out/front.yaml")).expect("a file");
    assert_eq!(file, "address: \"192.0.2.1\"\nname: \"on\"\nport: 81\n");
    let again = folder.run(&["expand", "asd.yaml", "--format", "helm", "--out", "out"]);
    assert_eq!(again.code, 2, "existing files are not overwritten: {again:?}");
    let refused = folder.run(&["expand", "asd.yaml", "--objective", "guide"]);
    assert_eq!(refused.code, 2, "{refused:?}");
}

/// Other inputs, another cluster and another version of the descriptor; the values are those of the two previews.
#[test]
fn two_previews_are_compared() {
    let files: Vec<(String, String)> =
        shop().into_iter().map(|(name, bytes)| (name.to_string(), String::from_utf8(bytes).expect("text"))).collect();
    let mut files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let descriptor = files.iter().find(|(name, _)| *name == "asd.yaml").expect("a descriptor").1;
    let next = descriptor.replacen("deploymentOrder: 1", "deploymentOrder: 3", 1);
    files.push(("next.yaml", &next));
    let folder = Folder::new(&files);
    folder.write("one.yaml", "front:name: on\nfront:port: 81\nweb.loadbalancerIP: 192.0.2.1\n");
    folder.write("two.yaml", "front:name: on\nfront:port: 82\nweb.loadbalancerIP: 192.0.2.1\n");
    folder.write("new.txt", "6.1.0-17-amd64\n");
    folder.write("old.txt", "3.10.0\n");
    let base = ["expand", "asd.yaml", "--inputs", "one.yaml", "--cluster", "new.txt", "--format", "json"];
    let compared = |arguments: &[&str]| {
        let run = folder.run(&[&base[..], arguments].concat());
        assert_eq!(run.code, 0, "{run:?}");
        let document = run.json();
        let changes = document["comparison"].as_array().expect("a comparison").clone();
        let path = |change: &Value| {
            change["path"]
                .as_array()
                .expect("a path")
                .iter()
                .map(|key| key.as_str().expect("text").to_owned())
                .collect::<Vec<_>>()
                .join("/")
        };
        (
            document,
            changes
                .iter()
                .map(|change| (path(change), change["before"].clone(), change["after"].clone()))
                .collect::<Vec<_>>(),
        )
    };
    let has = |changes: &[(String, Value, Value)], path: &str, before: Value, after: Value| {
        assert!(changes.contains(&(path.to_owned(), before, after)), "{path}: {changes:#?}");
    };
    let (document, inputs) = compared(&["--from-inputs", "two.yaml"]);
    has(&inputs, "items/front/overrides/port", json!(82), json!(81));
    assert!(inputs.iter().all(|(path, ..)| path.contains("port")), "{inputs:#?}");
    let (_, clusters) = compared(&["--from-cluster", "old.txt"]);
    assert!(
        clusters.iter().all(|(path, ..)| path.starts_with("clusters/") || path.starts_with("diagnostics/")),
        "{clusters:#?}"
    );
    assert!(clusters.iter().any(|(_, before, after)| *before == "fail" && *after == "ok"), "{clusters:#?}");
    let (_, versions) = compared(&["--from", "next.yaml"]);
    // The first stage has the items with order 2 there, and those with order 1 here.
    has(&versions, "stages/0/order", json!(2), json!(1));
    // Apart from the changes, the preview is the one without a comparison.
    let mut alone = document;
    alone.as_object_mut().expect("a mapping").remove("comparison");
    assert_eq!(folder.run(&base).json(), alone);
    assert_eq!(compared(&["--from-inputs", "one.yaml"]).1, []);
    for (arguments, message) in [
        (&["--from", "missing.yaml"][..], "cannot find `missing.yaml`"),
        (&["--from-inputs", "one.yaml", "--format", "helm"], "cannot be compared"),
    ] {
        let run = folder.run(&[&["expand", "asd.yaml"], arguments].concat());
        assert!(run.code == 2 && run.errors.contains(message), "{run:?}");
    }
}

/// Hostile charts give a bounded answer: nested 100 deep, in a cycle, larger than the limit, with links.
#[test]
fn hostile_charts_end() {
    let started = Instant::now();
    let mut nested = b"x".to_vec();
    for depth in 0..100 {
        let about = format!("name: c{depth}\nversion: 1.0.0\n");
        nested = tgz(&[("c/Chart.yaml", about.as_bytes()), ("c/charts/inner.tgz", &nested)]);
    }
    let deep = chart([(path("chart.tgz"), nested)].into()).expect("the outer chart");
    assert!(deep.is_partial && deep.find("anything").is_some(), "unknown, so nothing is reported");
    let mut folders = BTreeMap::new();
    for depth in 0..100 {
        let folder = format!("chart{}", "/charts/c".repeat(depth));
        folders.insert(path(&format!("{folder}/Chart.yaml")), b"name: c\nversion: 1.0.0\n".to_vec());
    }
    assert!(chart(folders).expect("the outer chart").is_partial);
    let cycle = "name: c\nversion: 1.0.0\ndependencies: [{name: x, repository: \"file://.\"}, {name: y, repository: \
                 \"file://../chart\"}, {name: c, alias: a}, {name: c, alias: b}]\n";
    let cyclic = [("chart/Chart.yaml", cycle), ("chart/charts/c/Chart.yaml", cycle)];
    let cyclic = chart(cyclic.map(|(name, text)| (path(name), text.as_bytes().to_vec())).into()).expect("a chart");
    assert!(cyclic.paths().is_empty() && defaults::effective(&cyclic, Map::new()).len() < 100);
    let large = vec![b'#'; 100 << 20];
    let bomb = tgz(&[("c/Chart.yaml", b"name: c\nversion: 1.0.0\n"), ("c/values.yaml", &large)]);
    let bomb = chart([(path("chart.tgz"), bomb)].into()).expect("a chart");
    assert!(bomb.is_partial && bomb.values.is_none());
    let mut builder = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::fast()));
    for (name, kind) in [("c/values.yaml", tar::EntryType::Symlink), ("c/Chart.yaml", tar::EntryType::Link)] {
        let mut header = tar::Header::new_gnu();
        header.set_entry_type(kind);
        header.set_size(0);
        builder.append_link(&mut header, name, "/etc/passwd").expect("a link");
    }
    let links = builder.into_inner().and_then(GzEncoder::finish).expect("an archive");
    assert!(chart([(path("chart.tgz"), links)].into()).is_none(), "links are not followed");
    let mut builder = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::fast()));
    for name in ["c/Chart.yaml", "../../secret"] {
        let mut header = tar::Header::new_gnu();
        header.as_mut_bytes()[..name.len()].copy_from_slice(name.as_bytes());
        header.set_size(8);
        header.set_cksum();
        builder.append(&header, b"name: c\n".as_slice()).expect("a file");
    }
    let mut header = tar::Header::new_gnu();
    header.set_entry_type(tar::EntryType::Symlink);
    header.set_size(0);
    builder.append_link(&mut header, "c/values.yaml", "/etc/passwd").expect("a link");
    let mixed = builder.into_inner().and_then(GzEncoder::finish).expect("an archive");
    let mixed = chart([(path("chart.tgz"), mixed)].into()).expect("a chart");
    let left_out: Vec<&str> =
        mixed.malformed.iter().filter(|one| one.is_left_out).map(|one| one.file.as_str()).collect();
    assert_eq!(left_out, ["../../secret", "c/values.yaml"], "each entry that is not read is named");
    let mut builder = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::fast()));
    let mut header = tar::Header::new_gnu();
    let name = b"../c/Chart.yaml";
    header.as_mut_bytes()[..name.len()].copy_from_slice(name);
    header.set_size(8);
    header.set_cksum();
    builder.append(&header, b"name: c\n".as_slice()).expect("a file");
    let outside = builder.into_inner().and_then(GzEncoder::finish).expect("an archive");
    assert!(chart([(path("chart.tgz"), outside)].into()).is_none(), "paths do not leave the archive");
    assert!(started.elapsed() < Duration::from_secs(60), "{:?}", started.elapsed());
}

/// The manifest of the example was written by another program.
#[test]
fn the_example_package_is_packed_and_unpacked() {
    let example = paths::root().join("examples/recorder");
    let folder = Folder::new(&[]);
    let shown = example.display().to_string();
    let packed = folder.run(&["pack", &shown, "--out", "one.csar"]);
    assert_eq!((packed.code, packed.errors.as_str()), (0, ""), "{packed:?}");
    let unpacked = folder.run(&["unpack", "one.csar", "--out", "files"]);
    assert_eq!(unpacked.code, 0, "{unpacked:?}");
    assert_eq!(files(&folder.at("files"), "x"), files(&example, "x"));
    assert_eq!(folder.run(&["pack", "files", "--out", "two.csar"]).code, 0);
    let bytes = |name: &str| fs::read(folder.at(name)).expect("a package");
    assert_eq!(bytes("one.csar"), bytes("two.csar"));
    let checked = folder.run(&["check", "one.csar", "--format", "json"]);
    // A label of its own is only a remark.
    assert_eq!(checked.json()["counts"], json!({"error": 0, "warning": 0, "info": 1}), "{checked:?}");
    // Existing files stay.
    assert_eq!(folder.run(&["pack", "files", "--out", "two.csar"]).code, 2);
    assert_eq!(folder.run(&["unpack", "one.csar", "--out", "files"]).code, 2);
}

/// The example with its request and clusters: the results are worked out by hand from the files.
#[test]
fn the_example_is_expanded() {
    let root = paths::root();
    let folder = Folder::new(&[]);
    let at = |name: &str| root.join("examples").join(name).display().to_string();
    let (descriptor, request) = (at("recorder/Definitions/recorder.yaml"), at("other/recorder-request.yaml"));
    let run = folder.run(&["expand", &descriptor, "--catalog", &at(""), "--inputs", &request, "--format", "json"]);
    let document = run.json();
    assert_eq!(run.code, 0, "{}", run.errors);
    assert_eq!(document["stages"][2], json!({"order": 3, "items": ["recorders"]}));
    let recorders = &document["items"][2];
    assert_eq!(recorders["release"], "evening-recorders-recorders");
    assert_eq!(
        recorders["overrides"],
        json!({
            "networks": {"ingest": {"name": "channels", "namespace": "recording"}},
            "replicaCount": 4,
            "retention": {"days": 14},
            "service": {"loadBalancerIP": "192.0.2.40"},
            "tls": {"secretName": "recorder-certificate"},
        })
    );
    assert_eq!(recorders["schemas"], json!([{"result": "valid"}]));
    let clusters: Vec<_> =
        document["clusters"].as_array().expect("clusters").iter().map(|one| (&one["name"], &one["result"])).collect();
    assert_eq!(clusters, [(&json!("oslo"), &json!("ok")), (&json!("tromsø"), &json!("fail"))]);
    assert_eq!(document["networks"][1]["attachments"][0]["name"], json!({"value": "channels"}));
    // The form marks the inputs that the preview misses: an empty default is no value.
    let document = folder.run(&["expand", &descriptor, "--catalog", &at(""), "--format", "json"]).json();
    let inputs = document["inputs"].as_array().expect("inputs").iter();
    let marked = inputs.filter(|input| input["required"] == true && input.get("default").is_none());
    assert_eq!(marked.map(|input| &input["name"]).collect::<Vec<_>>(), ["recorders:tls.secretName"]);
    let missing = document["diagnostics"].as_array().expect("findings").iter();
    let missing: Vec<_> = missing.filter(|one| one["code"] == "installation/missing-value").collect();
    assert!(
        matches!(&missing[..], [one] if one["message"] == "`recorders:tls.secretName` has no value"),
        "{missing:?}"
    );
}

/// A chart with a sub-chart that a tag of the outermost chart enables, and malformed files.
#[test]
fn values_follow_helm_where_it_is_unusual() {
    let mut files = BTreeMap::new();
    let mut add = |name: &str, text: &str| drop(files.insert(path(name), text.as_bytes().to_vec()));
    let points = "asdExtCpd:\n  - id: sec\n    virtualLinkRequirement: OAM\n    networkInterfaceRealizationRequirements: \
                  {interfaceRedundancy: Left}\n    inputParamMappings: {nadNames: ['front:a', 'front:b']}\n  - id: other\n    \
                  virtualLinkRequirement: oam\n    networkInterfaceRealizationRequirements: {interfaceRedundancy: right}\n";
    add("asd.yaml", &descriptor(&[("front", &["replicas", ".Values.replicas", "port"])], points));
    let dependencies = "dependencies: [{name: mid, version: 1.0.0, import-values: [data]}]\n";
    add("front/Chart.yaml", &format!("apiVersion: v2\nname: front\nversion: 1.0.0\n{dependencies}"));
    add("front/values.yaml", "replicas: 1\nmode: 0644\ntags: {extra: false}\na: ''\nb: ''\n");
    let dependencies = "dependencies: [{name: deep, version: 1.0.0, tags: [extra]}]\n";
    add("front/charts/mid/Chart.yaml", &format!("apiVersion: v2\nname: mid\nversion: 1.0.0\n{dependencies}"));
    add("front/charts/mid/values.yaml", "exports: {data: {port: 8080}}\n");
    add(
        "front/charts/mid/values.schema.json",
        r#"{"properties": {"exports": {}, "deep": {}}, "additionalProperties": false}"#,
    );
    add("front/charts/mid/charts/deep/Chart.yaml", "apiVersion: v2\nname: deep\nversion: 1.0.0\n");
    add("front/charts/mid/charts/deep/values.schema.json", "false");
    let inputs = [("front:replicas", 3.into()), ("sec.nadNames", "n1, n2".into())];
    let found = preview(files, &question(&inputs));
    let values = &found.items[0].values;
    assert_eq!(values.file.get("replicas"), Some(&json!(3)));
    let port = values.overrides.iter().find(|one| one.path == "port").expect("a parameter");
    assert_eq!(port.default, Some(json!(8080)));
    // The tag of the outermost chart disables the innermost chart; every sub-chart has `global`.
    let rejected: Vec<_> = values.schemas.iter().filter(|one| !one.verdict.violations.is_empty()).collect();
    let at: Vec<_> = rejected.iter().map(|one| (one.chart.as_str(), one.verdict.violations[0].path.as_str())).collect();
    assert_eq!(at, [("mid", "global")]);
    let names: Vec<PartialValue> = found.connections[0].attachments.iter().map(|one| one.name.clone()).collect();
    assert_eq!(names, ["n1", "n2"].map(|name| PartialValue::Value(name.into())));
    assert_eq!(found.connections[0].mate.as_deref(), Some("other"));
}
