//! Application service descriptors: the packages of the corpus, and the forms of the data model.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use descriptorium_core::analysis::Analysis;
use descriptorium_core::asd::chart::{Chart, Found};
use descriptorium_core::asd::convert::convert;
use descriptorium_core::asd::form::{Form, value_in_model};
use descriptorium_core::asd::model::Application;
use descriptorium_core::content::{Absence, Contents, Files, InMemory};
use descriptorium_core::csar::Package;
use descriptorium_core::language::Language;
use descriptorium_core::package::is_catalog_path;
use descriptorium_core::rules;
use descriptorium_core::settings::Settings;
use descriptorium_core::sorted_map::SortedMap;
use descriptorium_core::syntax::{Node, plain};
use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::{SourceFile, Workspace};
use descriptorium_tests::chance::Chance;
use descriptorium_tests::paths;
use serde_yaml::Value;

use crate::suite::program::Folder;

/// The files of a folder with their contents, by their paths in it.
fn files(folder: &Path) -> BTreeMap<FilePath, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut rest = vec![folder.to_owned()];
    while let Some(next) = rest.pop() {
        for entry in fs::read_dir(&next).expect("a folder").filter_map(Result::ok) {
            let path = entry.path();
            if path.is_dir() {
                rest.push(path);
            } else {
                let within = path.strip_prefix(folder).ok().and_then(Path::to_str).and_then(FilePath::new);
                found.extend(within.zip(fs::read(&path).ok()));
            }
        }
    }
    found
}

fn analysis(files: BTreeMap<FilePath, Vec<u8>>) -> Analysis {
    let texts = files.iter().filter(|(path, _)| is_catalog_path(path));
    let texts: Vec<(FilePath, String)> =
        texts.filter_map(|(path, bytes)| Some((path.clone(), String::from_utf8(bytes.clone()).ok()?))).collect();
    let contents = InMemory(files.into_iter().map(|(path, bytes)| (path, bytes.into())).collect());
    let workspace = Workspace::new(texts).with_contents(Contents::of(Arc::new(contents)));
    Analysis::new(workspace, Settings::default())
}

/// The number of the rule, and a part of the message, for a recorded finding.
fn expected(finding: &str) -> (&'static str, String) {
    let (kind, detail) = finding.split_once(": ").expect("a kind and a detail");
    let number = match kind {
        "yaml-number-for-string" => "ASD-12",
        "mf-provider-mismatch" | "mf-name-mismatch" => "ASD-76",
        "mf-source-missing" | "file-not-in-manifest" => "ASD-77",
        "artifact-file-missing" => "ASD-21",
        "uuid" => "ASD-06",
        "no-deployment-items" => "ASD-15",
        "item_id-missing" => "ASD-17",
        "lifecycle-leading-dot" => "ASD-29",
        "param-mapping-not-a-path" => "ASD-51",
        other => panic!("unknown kind {other}"),
    };
    let part = match kind {
        "yaml-number-for-string" => detail.split(':').next().unwrap_or_default(),
        "mf-provider-mismatch" | "mf-name-mismatch" => detail.split(" vs ").next().unwrap_or_default(),
        "uuid" => detail.rsplit(' ').next().unwrap_or_default(),
        "no-deployment-items" => "",
        "item_id-missing" => "item_id",
        "param-mapping-not-a-path" => detail.split_once('=').map_or(detail, |(_, value)| value),
        _ => detail,
    };
    (number, part.to_owned())
}

/// The oracle is a record of the faults in the packages of three projects.
#[test]
fn the_recorded_faults_of_the_packages_are_found() {
    let (Some(record), Some(corpus)) =
        (paths::shared("fixtures/asd/asd_corpus_lint.json"), paths::shared("corpus/asd"))
    else {
        return;
    };
    let record: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(record).expect("a readable file")).expect("JSON");
    let (mut n_found, mut faults, mut others) = (0, Vec::new(), BTreeMap::new());
    for (name, findings) in record["report"].as_object().expect("packages") {
        let name = name.replace("repos/rappmanager/sample-rapp-generator/", "oran-sc-rappmanager/");
        let name = name.trim_start_matches("corpus/asd/");
        let findings: Vec<&str> = findings.as_array().into_iter().flatten().filter_map(|one| one.as_str()).collect();
        let mut package = files(&corpus.join(name));
        // The corpus has no charts and no files for other systems. Those that the record mentions are empty here.
        for finding in &findings {
            if let Some(path) = finding.strip_prefix("file-not-in-manifest: ").and_then(FilePath::new) {
                package.entry(path).or_default();
            }
        }
        let analysis = analysis(package);
        let path = FilePath::new("Definitions/asd.yaml").expect("a path");
        let file = analysis.file(&path).expect("a descriptor");
        assert_eq!(file.language, Some(Language::Asd), "{name}");
        let mut found: Vec<_> = analysis.diagnostics(&path).iter().collect();
        for finding in findings {
            let (number, part) = expected(finding);
            let is_it = |found: &&descriptorium_core::diagnostic::Diagnostic| {
                let sources = rules::find(found.code).map_or(&[][..], |rule| rule.sources);
                sources.contains(&number) && found.message.contains(&part)
            };
            match found.iter().position(is_it) {
                Some(at) => drop(found.remove(at)),
                None => faults.push(format!("{name}: {finding}")),
            }
            n_found += 1;
        }
        for rest in found {
            others
                .entry(format!("{} {}", rest.severity.name(), rest.code))
                .or_insert_with(Vec::new)
                .push(rest.message.clone());
        }
    }
    for (code, messages) in others {
        println!("{:3} {code}: {}", messages.len(), messages[0]);
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
    assert_eq!(n_found, 141);
}

fn application(text: &str) -> (SourceFile, Application) {
    let file = SourceFile::new(FilePath::new("asd.yaml").expect("a path"), text);
    let application = descriptorium_core::asd::application(&file).expect("a descriptor").clone();
    (file, application)
}

/// The attributes that all forms have, with values in the spelling of the model and single texts as lists.
fn common(node: &Node) -> Value {
    const OTHERS: [&str; 5] =
        ["asdInvariantId", "asdApplicationInfoName", "targetServer", "targetServerUri", "nicOptions"];
    const LISTS: [&str; 6] = [
        "virtualLinkRequirement",
        "externalIPs",
        "nadNames",
        "lifecycleParameters",
        "requiredKernelModules",
        "conflictingKernelModules",
    ];
    match plain::as_written(node) {
        Value::Mapping(_) => {
            let mut entries: Vec<(String, Value)> = Vec::new();
            for entry in node.entries() {
                let key = entry.key.as_text().unwrap_or_default();
                let mut value = common(&entry.value);
                if let Some(text) = entry.value.as_text() {
                    value = Value::from(value_in_model(key, text));
                }
                if LISTS.contains(&key) && !value.is_sequence() {
                    value = Value::Sequence(vec![value]);
                }
                if !OTHERS.contains(&key) {
                    entries.push((key.to_owned(), value));
                }
            }
            entries.sort_by(|one, other| one.0.cmp(&other.0));
            Value::Mapping(entries.into_iter().map(|(key, value)| (key.into(), value)).collect())
        }
        Value::Sequence(_) => Value::Sequence(node.items().iter().map(common).collect()),
        _ => Value::from(node.as_text().unwrap_or_default()),
    }
}

/// Converts a descriptor through all forms and back to its own, and returns the last text.
fn round_trip(text: &str) -> String {
    let (_, first) = application(text);
    let forms = [Form::Plain, Form::Onap, Form::OranSc, Form::Wg6];
    let mut current = text.to_owned();
    for to in forms.into_iter().chain([first.form]) {
        let (file, application) = application(&current);
        assert_eq!(file.errors, [], "{current}");
        current = convert(&file, &application, to).text;
    }
    current
}

fn assert_equal_in_the_model(before: &str, after: &str) {
    let (one, other) = (application(before).1, application(after).1);
    assert_eq!(common(&one.root), common(&other.root), "\n{before}\n---\n{after}");
}

#[test]
fn the_descriptors_of_the_corpus_survive_all_forms() {
    let Some(corpus) = paths::shared("corpus/asd") else { return };
    let texts = paths::texts(&corpus, &["asd.yaml"]);
    let texts: Vec<_> = texts.into_iter().filter(|(path, _)| path.as_str().ends_with("/asd.yaml")).collect();
    assert!(texts.len() > 10, "{}", texts.len());
    for (_, text) in texts {
        let after = round_trip(&text);
        assert_equal_in_the_model(&text, &after);
        // Comments stay.
        let n_comments =
            |text: &str| SourceFile::new(FilePath::new("a.yaml").expect("a path"), text).tree.comments.len();
        assert_eq!(n_comments(&text), n_comments(&after), "{after}");
    }
}

/// A random descriptor in the plain form.
fn generated(chance: &mut Chance) -> String {
    let mut text = String::from("# A shop\nasdId: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8\nasdVersion: \"1.0\"\n");
    text += ["asdSchemaVersion: \"2.0\"\n", "asdSchemaVersion: 1.1  # as of 2023\n"][chance.below(2)];
    text += "asdProvider: Fjord Telecom\nasdApplicationName: 'shop'\nasdApplicationVersion: 1.4.0\n";
    if chance.below(2) == 0 {
        text += "asdInfoDescription: >\n  A shop with\n  two lines.\n";
    }
    let n_points = chance.below(3);
    if n_points > 0 {
        text += "asdExtCpd:\n";
    }
    for number in 0..n_points {
        text += &format!("  # point {number}\n  - id: p{number}\n    description: \"Point: {number}\"\n");
        text += ["    virtualLinkRequirement: OAM\n", "    virtualLinkRequirement: [EndUser]\n"][chance.below(2)];
        if chance.below(2) == 0 {
            let redundancy = ["infraProvided", "activePassiveBond", "activePassiveL3", "Left", "Right"];
            let types = ["kernel.netdev", "direct.userdriver", "userspace", "direct.bond"];
            text += &format!(
                "    networkInterfaceRealizationRequirements:\n      trunkMode: {}\n      interfaceType: {}\n      \
                 interfaceRedundancy: {}  # as agreed\n",
                ["true", "\"false\""][chance.below(2)],
                types[chance.below(types.len())],
                redundancy[chance.below(redundancy.len())]
            );
            if chance.below(2) == 0 {
                text += "      interfaceOptions:\n        # both\n        - virtio\n        - memif\n";
            }
        }
        if chance.below(2) == 0 {
            text += "    inputParamMappings:\n      externalIPs: [front:a.b, \"front:c\"]\n      nadNames:\n        - \
                     front:nets.name\n      nadNamespace: front:nets.namespace\n";
        }
    }
    if chance.below(2) == 0 {
        text += "enhancedClusterCapabilities:\n  minKernelVersion: 5.15.0\n  requiredKernelModules: [tls, nf_nat]\n";
        if chance.below(2) == 0 {
            text += "  requiredCustomResources:\n    - {kind: Redis, apiVersion: kubedb.com/v1alpha1}\n  \
                     clusterLabels:\n    - gpu\n    - feature.node.kubernetes.io/avx: \"true\"\n  requiredPlugin:\n    \
                     - requiredPluginName: multus\n      requiredPluginVersion: \"3.8\"\n";
        }
    }
    text += "deploymentItems:\n";
    for number in 0..1 + chance.below(4) {
        text += &format!("  # item {number}\n  - deploymentItemId: i{number}\n    artifactType: helm_chart\n");
        text += &format!("    artifactId: Artifacts/Deployment/HELM/c{number}-1.0.tgz\n");
        if chance.below(2) == 0 {
            text += &format!("    deploymentOrder: {number}\n");
        }
        if chance.below(2) == 0 {
            text += "    lifecycleParameters:\n      - replicas  # more is better\n      - a.b.c\n";
        }
    }
    text
}

#[test]
fn generated_descriptors_survive_all_forms() {
    for seed in 0..1000 {
        let text = generated(&mut Chance::new(seed));
        let after = round_trip(&text);
        assert_equal_in_the_model(&text, &after);
        let comments = |text: &str| {
            let file = SourceFile::new(FilePath::new("a.yaml").expect("a path"), text);
            let comments = file.tree.comments.iter().map(|comment| comment.of(text).to_owned());
            let mut comments: Vec<String> = comments.collect();
            comments.sort();
            comments
        };
        assert_eq!(comments(&text), comments(&after), "{after}");
    }
}

/// The values of a random descriptor, each on a line of its own, with comments that name the value that they belong to.
struct Commented<'c> {
    chance: &'c mut Chance,
    text: String,
    n_values: usize,
}

impl Commented<'_> {
    fn value(&mut self, kind: &str) -> String {
        self.n_values += 1;
        format!("{kind}{}", self.n_values)
    }

    /// A line that ends with a value, possibly with comments above it, behind it and below it.
    fn line(&mut self, indent: usize, start: &str, value: &str) {
        let (own, deeper) = (" ".repeat(indent), " ".repeat(indent + 2));
        let one_in = |chance: &mut Chance, count: usize| chance.below(count) == 0;
        if one_in(self.chance, 3) {
            self.text += &format!("{own}# above {value}.\n");
        }
        let behind = if one_in(self.chance, 3) { format!("  # behind {value}.") } else { String::new() };
        self.text += &format!("{own}{start}{value}{behind}\n");
        if one_in(self.chance, 6) {
            self.text += &format!("{deeper}# below {value}.\n");
        }
    }

    fn list(&mut self, indent: usize, key: &str, kind: &str) {
        self.text += &format!("{}{key}:\n", " ".repeat(indent));
        let count = 1 + self.chance.below(3);
        for _ in 0..count {
            let value = self.value(kind);
            self.line(indent + 2, "- ", &value);
        }
    }

    /// A description as a block scalar, whose lines look like comments and lists.
    fn description(&mut self, indent: usize, key: &str) {
        let header = ["|", "|-", "|+", ">", ">-", "|2-", ">+"][self.chance.below(7)];
        let (own, below) = (" ".repeat(indent), " ".repeat(indent + 2));
        self.text += &format!("{own}{key}: {header}\n");
        for line in ["First line", "", "# not a comment", "  - indented", "Last line", ""]
            .into_iter()
            .take(3 + self.chance.below(4))
        {
            self.text += &if line.is_empty() { "\n".to_owned() } else { format!("{below}{line}\n") };
        }
    }
}

/// A random descriptor in the plain form with comments at keys and items of lists, and with block scalars.
fn commented(chance: &mut Chance) -> String {
    let mut all = Commented { chance, text: String::from("# A shop\n\n"), n_values: 0 };
    all.line(0, "asdId: ", "shopid");
    all.text += "asdVersion: \"1.0\"\nasdSchemaVersion: \"2.0\"\n";
    all.line(0, "asdProvider: ", "provider");
    all.text += "asdApplicationName: shop\nasdApplicationVersion: \"1.0\"\n";
    all.description(0, "asdInfoDescription");
    all.text += "asdExtCpd:\n";
    for _ in 0..1 + all.chance.below(3) {
        let id = all.value("point");
        all.line(2, "- id: ", &id);
        all.description(4, "description");
        all.list(4, "virtualLinkRequirement", "network");
        all.text += "    inputParamMappings:\n";
        all.list(6, "nadNames", "front:nad");
        let namespace = all.value("front:space");
        all.line(6, "nadNamespace: ", &namespace);
    }
    all.text += "enhancedClusterCapabilities:\n  minKernelVersion: 5.15.0\n";
    all.list(2, "requiredKernelModules", "module");
    all.list(2, "clusterLabels", "label");
    all.text += "deploymentItems:\n";
    for _ in 0..1 + all.chance.below(3) {
        let (id, file) = (all.value("item"), all.value("charts/c"));
        all.line(2, "- deploymentItemId: ", &id);
        all.text += "    artifactType: helm_chart\n";
        all.line(4, "artifactId: ", &file);
        all.list(4, "lifecycleParameters", "parameter");
    }
    all.text
}

/// The faults of comments that are not where the value is that they name.
fn misplaced(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let is_comment = |line: &&&str| line.trim_start().starts_with("# ");
    let mut faults = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let Some((before, comment)) = line.split_once("# ") else { continue };
        let Some((place, value)) = comment.trim_end_matches('.').split_once(' ') else { continue };
        let subject = match place {
            "above" => lines[at..].iter().find(|line| !is_comment(line)).copied(),
            "behind" => Some(before),
            // The comments above the next value are between.
            "below" => lines[..at].iter().rev().find(|line| !is_comment(line)).copied(),
            _ => continue,
        };
        let subject = subject.unwrap_or_default().split("  #").next().unwrap_or_default();
        // The names of artifacts are keys.
        if !subject.trim_end().trim_end_matches(':').ends_with(value) {
            faults.push(format!("`{comment}` at `{subject}`"));
        }
    }
    faults
}

/// All comments stay at the keys and items that they belong to, block scalars stay block scalars, and no network is lost,
/// from each form to each other one.
#[test]
fn comments_and_block_scalars_stay_in_all_pairs_of_forms() {
    for seed in 0..60 {
        let text = commented(&mut Chance::new(seed));
        assert_eq!(misplaced(&text), Vec::<String>::new(), "{text}");
        let count = |text: &str| {
            let comments = ["# above ", "# behind ", "# below ", "# A shop"].map(|kind| text.matches(kind).count());
            let headers = [": |", ": >"].map(|header| text.lines().filter(|line| line.contains(header)).count());
            (comments, headers)
        };
        for from in Form::ALL {
            let (file, read) = application(&text);
            let there = convert(&file, &read, from).text;
            for to in Form::ALL {
                let (file, read) = application(&there);
                assert_eq!(file.errors, [], "{there}");
                // An O-RAN-SC template without its own properties is read as one of ONAP.
                let result = convert(&file, &read, to).text;
                let names = format!("{seed}, {} to {}", from.name(), to.name());
                assert_eq!(misplaced(&result), Vec::<String>::new(), "{names}\n{there}\n---\n{result}");
                assert_eq!(count(&text), count(&result), "{names}\n{there}\n---\n{result}");
                assert_equal_in_the_model(&text, &result);
            }
        }
    }
}

/// Comments at parts that the other form has no place for, and at keys that come in another order there.
#[test]
fn comments_of_a_template_stay_at_their_items() {
    let text = "\
tosca_definitions_version: tosca_simple_yaml_1_2
imports:
  - asd_types.yaml
topology_template:
  node_templates:
    shop:
      type: tosca.nodes.asd
      properties:
        descriptor_id: a
        ext_cpds:
          - {id: p, description: d, virtual_link_requirement: oam}  # of p
          - id: q
            description: two
              lines  # of the text
            virtual_link_requirement: [
              oam,  # of oam
              # of user
              user
              ]  # of both
      artifacts:
        front:  # of front
          file: a.tgz
          properties:
            item_id: front
            artifact_type: helm_chart
            # - commented out
          type: tosca.artifacts.asd.deploymentItem  # of the type
        back:
          type: tosca.artifacts.asd.deploymentItem
          file: b.tgz
          properties: {item_id: back, artifact_type: crd}
";
    let (file, read) = application(text);
    let plain = convert(&file, &read, Form::Plain).text;
    let expected = "\
asdId: a
asdExtCpd:
  - id: p  # of p
    description: d
    virtualLinkRequirement: oam
  - id: q
    description: two
      lines  # of the text
    virtualLinkRequirement:  # of both
      - oam  # of oam
      # of user
      - user
deploymentItems:
  # of the type
  - deploymentItemId: front  # of front
    artifactType: helm_chart
    # - commented out
    artifactId: a.tgz
  - deploymentItemId: back
    artifactType: crd
    artifactId: b.tgz
";
    assert_eq!(plain, expected);
}

/// The listed parts that a form cannot express.
fn left_out(file: &SourceFile, application: &Application, to: Form) -> Vec<String> {
    convert(file, application, to).left_out.into_iter().map(|left_out| left_out.message).collect()
}

/// A template with another node, another artifact, and descriptions.
const TEMPLATE: &str = "\
# License

tosca_definitions_version: tosca_simple_yaml_1_3
# of the template
description: A gateway
imports:
  - oran_asd_types_v2.0.yaml
  - router_types.yaml
metadata: {author: me}
topology_template:
  node_templates:
    gateway: # the node
      type: tosca.nodes.asd.Asd
      description: The node
      properties:
        asdId: 0b7c0f0e-1c1b-4f5a-8e52-2f3d6a1b9c79
        asdInvariantId: 1b7c0f0e-1c1b-4f5a-8e52-2f3d6a1b9c77
        asdVersion: 3.10
        asdProvider: Fjord
        asdApplicationName: gateway
        asdApplicationSwVersion: \"7.4.1\" # of the software
      artifacts:
        upf:
          type: tosca.artifacts.asd.DeploymentItem
          description: The chart
          file: charts/upf-1.2.0.tgz
          properties: {deploymentItemId: upf, artifactType: helm_chart}
        image:
          type: tosca.artifacts.asd.ExecutableImageItem
          file: images/upf.tar
        notes: {type: tosca.artifacts.File, file: notes.txt}
    router:
      type: example.Router
      properties: {ports: 2}
# end
";

#[test]
fn a_template_keeps_what_both_forms_express() {
    let (file, read) = application(TEMPLATE);
    let onap = convert(&file, &read, Form::Onap);
    let line = |span| file.lines.line(span) + 1;
    let listed: Vec<_> = onap
        .left_out
        .iter()
        .map(|one| (one.message.as_str(), one.span.map(|span| line(span.start as usize))))
        .collect();
    let image = "the artifact `image` of type `tosca.artifacts.asd.ExecutableImageItem`";
    assert_eq!(listed, [(image, Some(28))]);
    let (text, root) = (&onap.text, SourceFile::new(FilePath::new("a.yaml").expect("a path"), onap.text.as_str()));
    assert!(
        text.starts_with("# License\n\ntosca_definitions_version: tosca_simple_yaml_1_2\n# of the template\n"),
        "{text}"
    );
    assert!(text.ends_with("\n# end\n") && text.contains("gateway:  # the node\n"), "{text}");
    assert!(text.contains("application_version: \"7.4.1\"  # of the software"), "{text}");
    assert!(text.contains("descriptor_version: \"3.10\""), "{text}");
    let root = root.root.expect("a tree");
    let at = |path: &str| {
        let path = descriptorium_core::syntax::NodePath::keys(path.split('/'));
        root.at(&path).and_then(Node::as_text).map(str::to_owned)
    };
    for (path, value) in [
        ("description", "A gateway"),
        ("metadata/author", "me"),
        ("topology_template/node_templates/gateway/description", "The node"),
        ("topology_template/node_templates/gateway/artifacts/upf/description", "The chart"),
        ("topology_template/node_templates/gateway/artifacts/notes/file", "notes.txt"),
        ("topology_template/node_templates/router/properties/ports", "2"),
    ] {
        assert_eq!(at(path).as_deref(), Some(value), "{path}: {text}");
    }
    assert!(text.contains("  - asd_types.yaml\n  - router_types.yaml\n"), "{text}");
    let plain = left_out(&file, &read, Form::Plain);
    let expected = [
        "`description` of the service template",
        "the import `router_types.yaml`",
        "`metadata` of the service template",
        "`description` of the node",
        "`asdInvariantId`",
        "`description` of the artifact `upf`",
        "the artifact `image`",
        "the artifact `notes`",
        "the node `router`",
    ];
    assert_eq!(plain, expected);
}

#[test]
fn comments_stay_in_their_places() {
    let text = "# License\n\n# the identifier\nasdId: a\nasdVersion: '1'\nasdSchemaVersion: '2.0'\nasdProvider: F\n\
                asdApplicationName: n\nasdApplicationVersion: '1'\ndeploymentItems:\n  - deploymentItemId: b # inline\n    \
                artifactType: crd\n    artifactId: a.yaml\n# the end\n";
    for to in [Form::Onap, Form::Wg6] {
        let (file, read) = application(text);
        let there = convert(&file, &read, to).text;
        assert!(there.starts_with("# License\n\n") && there.ends_with("\n# the end\n"), "{there}");
        let (file, read) = application(&there);
        let back = convert(&file, &read, Form::Plain).text;
        assert!(back.starts_with("# License\n\n") && back.ends_with("\n# the end\n"), "{back}");
        assert!(
            back.contains("  - deploymentItemId: b  # inline\n    artifactType: crd\n    artifactId: a.yaml\n"),
            "{back}"
        );
    }
}

#[test]
fn a_comment_below_a_header_is_that_of_the_first_key() {
    let text = "# License\n\n# unique\nasdId: a\nasdVersion: '1'\nasdSchemaVersion: '2.0'\nasdProvider: F\n\
                asdApplicationName: n\nasdApplicationVersion: '1'\ndeploymentItems: []\n";
    let (file, read) = application(text);
    let there = convert(&file, &read, Form::Onap).text;
    assert!(there.starts_with("# License\n\ntosca_definitions_version"), "{there}");
    assert!(there.contains("        # unique\n        descriptor_id: a\n"), "{there}");
}

#[test]
fn an_attribute_in_two_spellings_is_written_once() {
    let text = TEMPLATE.replacen(
        "asdVersion: 3.10\n",
        "asdVersion: 3.10\n        asdExtCpd:\n          - id: n\n            description: N\n            \
         virtualLinkRequirement: net\n            inputParamMappings: {nadName: [\"c:a\"], nadNames: [\"c:b\"]}\n",
        1,
    );
    let (file, read) = application(&text);
    let converted = convert(&file, &read, Form::Onap);
    assert_eq!(converted.text.matches("nad_names:").count(), 1, "{}", converted.text);
    let left_out: Vec<&str> = converted.left_out.iter().map(|one| one.message.as_str()).collect();
    assert!(left_out.contains(&"`nadNames`, which has another spelling with a value"), "{left_out:?}");
}

/// A plain descriptor has no functions.
#[test]
fn functions_of_a_template_are_left_out_by_name() {
    let text = TEMPLATE.replacen("asdProvider: Fjord", "asdProvider: {get_input: maker}", 1);
    assert_ne!(text, TEMPLATE);
    let (file, read) = application(&text);
    let converted = convert(&file, &read, Form::Plain);
    let left_out: Vec<&str> = converted.left_out.iter().map(|one| one.message.as_str()).collect();
    assert!(left_out.contains(&"the function `get_input` in `asdProvider`"), "{left_out:?}");
    assert!(!converted.text.contains("get_input"), "{}", converted.text);
}

/// Another node and other artifacts of a template follow their own types.
#[test]
fn other_nodes_and_artifacts_are_not_checked_as_descriptors() {
    let path = FilePath::new("a.yaml").expect("a path");
    let analysis = Analysis::new(Workspace::new([(path.clone(), TEMPLATE.to_owned())]), Settings::default());
    let found: Vec<&str> = analysis.diagnostics(&path).iter().map(|found| found.code).collect();
    assert_eq!(found, ["asd/unquoted-version"]);
    let symbols = analysis.symbols(&path);
    let items = symbols.iter().filter(|one| one.kind == descriptorium_core::symbol::SymbolKind::DeploymentItem);
    assert_eq!(items.map(|one| one.name.as_str()).collect::<Vec<_>>(), ["upf"]);
}

/// A descriptor and its conversion are the same content.
#[test]
fn another_form_is_the_same_application() {
    for seed in 0..50 {
        let text = generated(&mut Chance::new(seed));
        let (file, read) = application(&text);
        let other = convert(&file, &read, Form::Onap).text;
        let path = |name: &str| FilePath::new(name).expect("a path");
        let files = [(path("a.yaml"), text.clone()), (path("b.yaml"), other)];
        let analysis = Analysis::new(Workspace::new(files), Settings::default());
        let found = analysis.diagnostics(&path("b.yaml")).iter();
        assert!(found.clone().all(|found| found.code != "asd/changed-without-version"), "{text}");
    }
}

/// Files that have to be fetched: nothing is known about a package before they have arrived.
#[derive(Debug)]
struct Fetched {
    inner: InMemory,
    has_arrived: std::sync::atomic::AtomicBool,
    n_coming: std::sync::atomic::AtomicU32,
}

impl Fetched {
    fn answer<T>(&self, answer: Result<T, Absence>) -> Result<T, Absence> {
        if self.has_arrived.load(Ordering::Relaxed) {
            return answer;
        }
        self.n_coming.fetch_add(1, Ordering::Relaxed);
        Err(Absence::Coming)
    }
}

impl Files for Fetched {
    fn list(&self) -> SortedMap<FilePath, u64> {
        self.answer(Ok(self.inner.list())).unwrap_or_default()
    }

    fn size(&self, path: &FilePath) -> Result<u64, Absence> {
        self.answer(self.inner.size(path))
    }

    fn stamp(&self, _: &FilePath) -> u64 {
        u64::from(self.has_arrived.load(Ordering::Relaxed))
    }

    fn read(&self, path: &FilePath) -> Result<Arc<[u8]>, Absence> {
        self.answer(self.inner.read(path))
    }

    fn n_coming(&self) -> u32 {
        self.n_coming.load(Ordering::Relaxed)
    }
}

#[test]
fn a_package_is_checked_when_its_files_have_arrived() {
    let asd = "asdId: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8\nasdVersion: \"1.0\"\nasdSchemaVersion: \
               \"2.0\"\nasdProvider: Example\nasdApplicationName: shop\nasdApplicationVersion: \"1.0\"\nasdExtCpd:\n  - \
               id: web\n    description: Customers\n    virtualLinkRequirement: EndUser\n    inputParamMappings: \
               {loadbalancerIP: \"front:address\"}\ndeploymentItems:\n  - deploymentItemId: x\n    artifactType: \
               helm_chart\n    artifactId: charts/x-1.0\n    lifecycleParameters: [unknown]\n";
    let path = FilePath::new("asd.yaml").expect("a path");
    let file = |name: &str, text: &str| (FilePath::new(name).expect("a path"), Arc::from(text.as_bytes()));
    let inner = InMemory(
        [
            file("asd.yaml", asd),
            file("TOSCA-Metadata/TOSCA.meta", "CSAR-Version: 1.1\n"),
            file("charts/x-1.0/Chart.yaml", "name: front\nversion: 1.0.0\n"),
            file("charts/x-1.0/values.yaml", "address: \"\"\n"),
        ]
        .into(),
    );
    let fetched = Arc::new(Fetched { inner, has_arrived: false.into(), n_coming: 0.into() });
    let contents = Contents::of(Arc::clone(&fetched) as Arc<dyn Files>);
    let workspace = Workspace::new([(path.clone(), asd.to_owned())]).with_contents(contents);
    let before = Analysis::new(workspace.clone(), Settings::default());
    assert_eq!(before.diagnostics(&path), [], "the name in the chart is not known yet");
    assert!(before.is_premature());
    fetched.has_arrived.store(true, Ordering::Relaxed);
    let due = before.with_arrived();
    assert!(due.is_due() && !due.is_premature());
    let after = due.with_due_checked();
    assert!(!after.is_premature());
    let codes = |analysis: &Analysis| analysis.diagnostics(&path).iter().map(|found| found.code).collect::<Vec<_>>();
    assert!(codes(&after).contains(&"asd/unknown-parameter") && !codes(&after).contains(&"asd/unknown-chart"));
    assert_eq!(codes(&after), codes(&Analysis::new(workspace, Settings::default())));
}

#[test]
fn what_a_form_cannot_express_is_listed() {
    let text = "asdId: a\nasdVersion: '1'\nasdSchemaVersion: '2.0'\nasdProvider: F\nasdApplicationName: n\n\
                asdApplicationVersion: '1'\nasdApplicationInfoName: Shop\nasdExtCpd:\n  - id: p\n    description: d\n    \
                virtualLinkRequirement: [OAM, EndUser]\n    networkInterfaceRealizationRequirements:\n      \
                interfaceRedundancy: activeActiveL3\n      nicOptions: [i710]\ndeploymentItems:\n  - \
                {deploymentItemId: i, artifactType: crd, artifactId: a.yaml}\n";
    let (file, read) = application(text);
    assert_eq!(
        left_out(&file, &read, Form::Onap),
        ["`asdApplicationInfoName`", "the source has no `descriptor_invariant_id`, which the target requires"]
    );
    assert_eq!(
        left_out(&file, &read, Form::Wg6),
        [
            "the value `activeActiveL3` of `interfaceRedundancy`",
            "`nicOptions`",
            "the source has no `asdInvariantId`, which the target requires"
        ]
    );
    assert_eq!(convert(&file, &read, Form::Plain).text, text);
}

/// The files of a package, with their texts.
fn package(files: &[(&str, &str)]) -> (Analysis, FilePath) {
    let path = |path: &str| FilePath::new(path).expect("a path");
    let files = files.iter().map(|(name, text)| (path(name), text.as_bytes().to_vec()));
    (analysis(files.collect()), path("asd.yaml"))
}

#[test]
fn parameters_are_completed_from_the_chart_and_its_sub_charts() {
    let text = "asdId: a\ndeploymentItems:\n  - deploymentItemId: i\n    artifactType: helm_chart\n    artifactId: \
                web\n    lifecycleParameters:\n      - x\n";
    let (analysis, path) = package(&[
        ("asd.yaml", text),
        ("TOSCA-Metadata/TOSCA.meta", "CSAR-Version: 1.1\n"),
        ("web/Chart.yaml", "name: web\nversion: 1.0.0\ndependencies: [{name: redis, alias: store}]\n"),
        ("web/values.yaml", "# How many pods\nreplicas: 2\nservice: {port: 80} # of the pods\n"),
        ("web/charts/redis/Chart.yaml", "name: redis\nversion: 7.0.0\n"),
        ("web/charts/redis/values.yaml", "memory: 1Gi\n"),
    ]);
    let at = text.find("- x").expect("a parameter") + 3;
    let found = analysis.complete(&path, at);
    let shown: Vec<_> = found.iter().map(|one| (one.label.as_str(), one.detail.as_str(), one.doc.as_str())).collect();
    let expected = [
        ("replicas", "integer, default 2", "How many pods"),
        ("service.port", "integer, default 80", "of the pods"),
        ("store.memory", "string, default 1Gi", ""),
    ];
    assert_eq!(shown, expected);
}

/// The charts of the corpus as the artifacts of a package, with the number of their sub-charts and a value of one. The oracle
/// is their listing: `mongodb` and `so` name local folders as repositories of their dependencies.
#[test]
fn charts_of_the_corpus_are_read_with_their_sub_charts() {
    let Some(corpus) = paths::shared("corpus/helm") else { return };
    let mut all = files(&corpus);
    let meta = FilePath::new("TOSCA-Metadata/TOSCA.meta").expect("a path");
    all.insert(meta, b"CSAR-Version: 1.1\n".to_vec());
    let analysis = analysis(all);
    let file = SourceFile::new(FilePath::new("asd.yaml").expect("a path"), "asdId: a\n");
    let package = Package::around(&file, analysis.workspace().contents()).expect("a package");
    for (artifact, n_charts, path) in [
        ("free5gc", 12, "free5gc-amf.nameOverride"),
        ("free5gc-1.1.7.tgz", 12, "free5gc-amf.nameOverride"),
        ("mongodb", 1, "common.exampleValue"),
        ("mongodb-16.5.8.tgz", 1, "common.exampleValue"),
        ("so", 17, "so-bpmn-infra.db.adminName"),
        ("prometheus", 0, "server.image.tag"),
    ] {
        let chart = Chart::of_artifact(&package, artifact).expect("a chart");
        assert_eq!(chart.charts.len(), n_charts, "{artifact}");
        assert!(matches!(chart.find(path), Some(Found::Value { .. })), "{artifact}: {path}");
    }
}

/// SDC stores the package of a vendor inside its own.
#[test]
fn a_package_in_the_wrapper_of_sdc_is_opened_in_place() {
    let Some(corpus) = paths::shared("corpus/asd/onap-sdc-tosca/resource-VspWithArtifacts.csar") else { return };
    let run = Folder::new(&[]).run(&["check", &corpus.display().to_string(), "--format", "json"]);
    let found = run.json();
    let inner = "Artifacts/Deployment/ETSI_PACKAGE/asd_allprops.csar/Definitions/asd.yaml";
    let of_inner: Vec<&serde_json::Value> = found["diagnostics"]
        .as_array()
        .expect("findings")
        .iter()
        .filter(|one| one["file"].as_str().is_some_and(|file| file.ends_with(inner)))
        .collect();
    let has = |code: &str| of_inner.iter().any(|one| one["code"] == code);
    // Its charts are there, but they are ZIP files.
    for code in ["asd/not-a-chart", "asd/item-id-spelling", "asd/value-as-parameter"] {
        assert!(has(code), "{code}: {of_inner:#?}");
    }
    assert!(!has("asd/missing-artifact"), "{of_inner:#?}");
}
