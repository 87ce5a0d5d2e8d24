//! The contract of the command line: exit codes, formats and messages.

use std::collections::BTreeSet;
use std::process::{Command, Stdio};

use descriptorium_tests::paths;

use crate::suite::program::{Folder, Run};

#[test]
fn usage_errors_and_unreadable_paths_end_with_2() {
    let folder = Folder::new(&[]);
    for arguments in [
        &["check", "no-such-folder"][..],
        &["check", "--format", "xml"],
        &["check", "--profile", "other"],
        &["frobnicate"],
        &[],
    ] {
        let run = folder.run(arguments);
        assert_eq!(run.code, 2, "{arguments:?}: {run:?}");
        assert!(run.output.is_empty() && !run.errors.is_empty(), "{arguments:?}: {run:?}");
    }
    let run = folder.run(&["check", "no-such-folder"]);
    assert_eq!(run.errors, "descriptorium: cannot read `no-such-folder`: no such file or folder\n");
}

#[test]
fn an_empty_folder_is_clean() {
    let folder = Folder::new(&[]);
    let run = folder.run(&["check"]);
    assert_eq!((run.code, run.output.as_str()), (0, "0 descriptors checked: no findings\n"), "{run:?}");
    assert!(run.errors.starts_with("no descriptors found: ") && run.errors.lines().count() == 1, "{run:?}");
    let found = folder.run(&["check", "--format", "json"]).json();
    let counts = serde_json::json!({"error": 0, "warning": 0, "info": 0});
    let clean = serde_json::json!({"descriptorium": 1, "files": 0, "counts": counts, "known": 0, "diagnostics": []});
    assert_eq!(found, clean);
}

#[test]
fn a_named_file_that_is_not_a_descriptor_is_reported() {
    let folder = Folder::new(&[("values.yaml", "replicas: 3\n"), (".hidden/a.yaml", "name: assembly::a::1.0\n")]);
    let found = folder.run(&["check", ".", "--format", "json"]).json();
    let files = (found["files"].as_u64(), found["diagnostics"].as_array().map(Vec::len));
    assert_eq!(files, (Some(0), Some(0)), "in a folder it is passed over");
    let run = folder.run(&["check", "values.yaml", "--format", "json"]);
    let found = run.json();
    assert_eq!((run.code, &found["files"]), (0, &1.into()));
    assert_eq!(found["diagnostics"][0]["code"], "file/not-a-descriptor");
    assert_eq!(found["diagnostics"][0]["file"], "values.yaml");
}

#[test]
fn a_named_file_that_cannot_be_read_ends_with_2() {
    let folder = Folder::new(&[("b.yaml", "name: assembly::b::1.0\nproperties: {}\ncomposition: {}\n")]);
    let large = format!("name: assembly::a::1.0\nproperties: {{}}\ncomposition: {{}}\n#{}\n", "x".repeat(9 << 20));
    folder.write("large.yaml", &large);
    let run = folder.run(&["check", "large.yaml", "b.yaml"]);
    let expected = "descriptorium: cannot read `large.yaml`: larger than 8 MiB, not read\n";
    assert_eq!((run.code, run.errors.as_str(), run.output.as_str()), (2, expected, ""));
    let run = folder.run(&["check", "."]);
    assert!(run.code == 1 && run.output.contains("error[file/too-large]"), "it was not checked: {run:?}");
}

#[test]
fn names_in_a_file_are_resolved_in_its_catalog() {
    let folder = Folder::new(&[
        ("descriptorium.yaml", "profile: tnco\nstrict: true\n"),
        (
            "assemblies/a.yaml",
            "name: assembly::a__b::1.0\nproperties: {}\ncomposition:\n  gw: {type: 'resource::gw::1.0'}\n",
        ),
        ("resources/gw.yaml", "name: resource::gw::1.0\nlifecycle: {Create: {}}\n"),
        ("resources/bad.yaml", "name: resource::bad::1.0\nlifecycle: {Create: {}}\nproperties: [1]\n"),
    ]);
    let here = folder.run(&["check", "assemblies/a.yaml", "--format", "json"]);
    let path = folder.at("assemblies/a.yaml");
    let path = path.to_str().expect("a plain path");
    let elsewhere = Folder::new(&[]).run(&["check", path, "--format", "json"]);
    for (run, shown) in [(here, "assemblies/a.yaml"), (elsewhere, path)] {
        let found = run.json();
        assert_eq!((run.code, &found["files"]), (0, &1.into()), "{run:?}");
        let diagnostics = found["diagnostics"].as_array().expect("a list");
        assert!(!diagnostics.is_empty() && diagnostics.iter().all(|found| found["file"] == shown), "{run:?}");
        assert!(!run.output.contains("no-such-descriptor"), "{run:?}");
    }
    assert_eq!(folder.run(&["check", "."]).code, 1, "of the folder, all is asked");
    assert_eq!(folder.run(&["check", "assemblies/a.yaml", "resources"]).code, 1, "a folder that is named too is asked");
}

/// A file of the catalog is read for an imported URL, also if only the importer is checked.
#[test]
fn settings_state_a_file_for_an_imported_url() {
    let types = "tosca_definitions_version: tosca_simple_yaml_1_2\nimports: [more.yaml]\n";
    let more = "tosca_definitions_version: tosca_simple_yaml_1_2\nnode_types:\n  example.App: {derived_from: tosca.nodes.Root}\n";
    let service = "tosca_definitions_version: tosca_simple_yaml_1_2\nimports: ['https://example.org/types.yaml']\n\
                   topology_template:\n  node_templates:\n    app: {type: example.App}\n    other: {type: example.Ap}\n";
    let folder = Folder::new(&[
        ("descriptorium.yaml", "tosca: {imports: {'https://example.org/types.yaml': stored/types.yaml}}\n"),
        ("services/a.yaml", service),
        ("stored/types.yaml", types),
        ("stored/more.yaml", more),
    ]);
    let path = folder.at("services/a.yaml");
    let path = path.to_str().expect("a plain path");
    let elsewhere = Folder::new(&[]).run(&["check", path]);
    for run in [folder.run(&["check", "services/a.yaml"]), folder.run(&["check", "."]), elsewhere] {
        assert!(run.output.contains("unknown node type `example.Ap`"), "{run:?}");
        assert!(!run.output.contains("remote-import") && !run.output.contains("`example.App`\n"), "{run:?}");
    }
}

/// The values of a node decide whether it passes a node filter; `Linux` and `linux` are equal (5.4.9.3).
#[test]
fn node_filters_reject_candidates_by_their_values() {
    let node = |name: &str, num_cpus: &str| {
        format!(
            "    {name}: {{type: tosca.nodes.Compute, capabilities: \
             {{host: {{properties: {{num_cpus: {num_cpus}, mem_size: 4096 MB}}}}, os: {{properties: {{type: Linux}}}}}}}}\n"
        )
    };
    let template = format!(
        "tosca_definitions_version: tosca_simple_yaml_1_2\ntopology_template:\n  inputs: {{n: {{type: integer}}}}\n  \
         node_templates:\n    app:\n      type: tosca.nodes.SoftwareComponent\n      requirements:\n        - host:\n            \
         node: tosca.nodes.Compute\n            node_filter:\n              capabilities:\n                \
         - host: {{properties: [num_cpus: {{greater_or_equal: 4}}, mem_size: {{greater_or_equal: 1 GB}}]}}\n                \
         - os: {{properties: [type: linux]}}\n{}{}{}",
        node("small", "2"),
        node("big", "8"),
        node("maybe", "{get_input: n}")
    );
    let folder = Folder::new(&[("s.yaml", &template)]);
    let found = folder.run(&["expand", "s.yaml", "--why", "app.host", "--format", "json"]).json();
    let of = |name: &str, key: &str| {
        let all = found["candidates"].as_array().expect("a list");
        let host = all.iter().find(|candidate| candidate["node"] == name && candidate["capability"] == "host");
        host.expect("a candidate")[key].as_str().unwrap_or_default().to_owned()
    };
    assert_eq!(
        of("small", "rejected"),
        "`host.num_cpus` is 2, which violates `greater_or_equal: 4` of the node filter"
    );
    assert_eq!((of("big", "rejected"), of("big", "undecided")), (String::new(), String::new()));
    assert_eq!(of("maybe", "rejected"), "");
    assert!(of("maybe", "undecided").contains("depends on <input n>"), "{found}");
}

/// As with `expand`, the current folder is the catalog for files in its subfolders, unless one of these is a catalog.
#[test]
fn names_in_a_file_are_resolved_in_the_current_folder() {
    let assembly = "name: assembly::a::1.0\nproperties: {}\ncomposition:\n  gw: {type: 'resource::gw::1.0'}\n";
    let folder = Folder::new(&[
        ("assemblies/a.yaml", assembly),
        ("resources/gw.yaml", "name: resource::gw::1.0\nlifecycle: {Create: {}}\n"),
    ]);
    let run = folder.run(&["check", "assemblies/a.yaml"]);
    assert!(run.output.starts_with("info[") && !run.output.contains("no-such-descriptor"), "{run:?}");
    assert!(run.output.contains("1 descriptor checked"), "{run:?}");
    let path = folder.at("assemblies/a.yaml");
    let run = Folder::new(&[]).run(&["check", path.to_str().expect("a plain path")]);
    assert!(run.output.contains("no-such-descriptor"), "it lies elsewhere: {run:?}");
    let at_home = folder.command(&["check", "assemblies/a.yaml"]).env("HOME", folder.path()).output();
    let run = Run::of(at_home.expect("the program starts"));
    assert!(cfg!(windows) || run.output.contains("no-such-descriptor"), "the home folder is no catalog: {run:?}");
    folder.write("assemblies/descriptorium.yaml", "profile: cp4na\n");
    let run = folder.run(&["check", "assemblies/a.yaml"]);
    assert!(run.output.contains("no-such-descriptor"), "its own folder is the catalog: {run:?}");
}

#[cfg(unix)]
#[test]
fn links_that_are_not_followed_are_reported_once() {
    use std::os::unix::fs::symlink;
    let outside = Folder::new(&[("gw.yaml", "name: resource::gw::1.0\nlifecycle: {Create: {}}\n")]);
    let folder = Folder::new(&[("a.yaml", "name: resource::a::1.0\nlifecycle: {Create: {}}\n")]);
    symlink(outside.at("gw.yaml"), folder.at("gw.yaml")).expect("a link");
    symlink("nowhere.yaml", folder.at("lost.yaml")).expect("a link");
    symlink("a.yaml", folder.at("same.yaml")).expect("a link");
    symlink(outside.path(), folder.at("shared")).expect("a link");
    symlink("/", folder.at("everything")).expect("a link");
    // There are no descriptors behind these links.
    symlink(outside.at("gw.yaml"), folder.at("LICENSE")).expect("a link");
    symlink("nowhere", folder.at("python")).expect("a link");
    let expected = "2 symbolic links are not followed, since they are broken or point to hidden folders or outside the \
                    folder: `everything`, `shared`\n";
    let run = folder.run(&["check"]);
    assert_eq!((run.code, run.errors.as_str()), (1, expected));
    let found = folder.run(&["check", "--format", "json"]).json();
    let found = found["diagnostics"].as_array().expect("a list").iter();
    let found: Vec<_> = found.map(|found| (found["file"].as_str(), found["code"].as_str())).collect();
    let unreadable = |file| (Some(file), Some("file/unreadable"));
    assert_eq!(found, [unreadable("gw.yaml"), unreadable("lost.yaml")], "descriptors that were not read");
    let built = folder.run(&["build", ".", "--out", "out"]);
    assert!(built.code == 1 && built.errors.starts_with(expected), "{built:?}");
}

#[test]
fn a_named_file_of_a_package_gets_its_name_there() {
    let folder = Folder::new(&[
        ("tv/lmproject.yml", "name: tv\nversion: '1.0'\ncontains: [{name: gw, type: Resource}]\n"),
        (
            "tv/Descriptor/assembly.yml",
            "properties: {}\ncomposition: {gw: {type: '$lmctl:/contains:/gw:/descriptor_name'}}\n",
        ),
        ("tv/Contains/gw/Definitions/lm/resource.yaml", "lifecycle: {Create: {}}\n"),
    ]);
    let path = folder.at("tv/Descriptor/assembly.yml");
    for run in [
        folder.run(&["check", "tv/Descriptor/assembly.yml"]),
        Folder::new(&[]).run(&["check", path.to_str().expect("a plain path")]),
    ] {
        assert!(
            run.code == 0 && run.output.contains("the project names this descriptor `assembly::tv::1.0`"),
            "{run:?}"
        );
        assert!(!run.output.contains("is not part of a project") && !run.output.contains("no descriptor"), "{run:?}");
    }
}

const CONFIGURATION: &str = "{\n\t\"name\": \"small\", \"projectId\": \"p\", \"descriptorName\": \"assembly::video::1.0\", \"properties\": {}\n}\n";

/// JSON files are read if they are homing templates, or intents, which are not checked.
#[test]
fn a_homing_template_in_json_is_found_in_a_folder() {
    let folder = Folder::new(&[
        (
            "homing.json",
            "{\"homing_template_version\": \"2017-10-10\", \"demands\": {\"cache\": [{\"inventory_provider\": \"aai\"}]}}\n",
        ),
        ("package.json", "{\"name\": \"x\"}\n"),
        ("Behaviour/Configurations/small.json", CONFIGURATION),
    ]);
    folder.write("broken.json", b"\xff{");
    let run = folder.run(&["check", "--format", "json"]);
    assert_eq!(run.json()["files"], 1, "{run:?}");
    assert!(run.output.contains("homing.json") && !run.output.contains("package.json"), "{run:?}");
}

#[test]
fn a_named_file_in_another_encoding_is_an_error_with_a_location() {
    let folder = Folder::new(&[]);
    folder.write("a.yaml", b"name: assembly::a::1.0\ndescription: caf\xe9\n");
    let run = folder.run(&["check", "a.yaml", "--format", "json"]);
    let found = &run.json()["diagnostics"][0];
    assert_eq!(run.code, 1);
    assert_eq!(found["code"], "file/not-utf8");
    assert_eq!((&found["line"], &found["column"], &found["endColumn"]), (&2.into(), &17.into(), &18.into()));
}

const VIDEO: &str = "\
name: assembly::video::1.0
properties:
  region:
    type: string
    required: true
  size:
    type: integer
    default: 3
composition:
  gw:
    type: resource::gateway::1.0
    quantity: ${size}
    properties:
      region:
        value: ${regoin}
      adress: # ü
        value: x
";
const GATEWAY: &str = "\
name: resource::gateway::1.0
properties:
  region:
    type: string
  address:
    type: string
    read-only: true
lifecycle:
  Create: {}
  Install: {}
";

fn catalog() -> Folder {
    Folder::new(&[("video.yaml", VIDEO), ("parts/gateway.yaml", GATEWAY)])
}

/// Positions counted by hand in the text above.
#[test]
fn check_json_has_the_shape_that_programs_rely_on() {
    let run = catalog().run(&["check", "--format", "json"]);
    assert_eq!(run.code, 1, "{run:?}");
    let report = run.json();
    assert_eq!(report["files"], 2);
    assert_eq!(keys(&report), ["descriptorium", "files", "counts", "known", "diagnostics"]);
    let diagnostics = report["diagnostics"].as_array().expect("a list");
    let find = |line: u64| diagnostics.iter().find(|found| found["line"] == line).expect("a finding on the line");
    let wrong = find(15);
    assert_eq!(wrong["code"], "assembly/no-such-property");
    assert_eq!((&wrong["file"], &wrong["severity"]), (&"video.yaml".into(), &"error".into()));
    assert_eq!((&wrong["column"], &wrong["endLine"], &wrong["endColumn"]), (&18.into(), &15.into(), &24.into()));
    for found in diagnostics {
        let expected =
            ["file", "code", "severity", "line", "column", "endLine", "endColumn", "range", "message", "fixes"];
        let mut names = keys(found);
        names.retain(|name| !["help", "rule", "related"].contains(&name.as_str()));
        assert_eq!(names, expected);
        assert!(["error", "warning", "info"].contains(&found["severity"].as_str().expect("a text")));
        for fix in found["fixes"].as_array().expect("a list") {
            assert!(fix["title"].is_string() && fix["safe"].is_boolean() && fix["edits"].is_array(), "{fix}");
        }
    }
}

fn keys(value: &serde_json::Value) -> Vec<String> {
    value.as_object().expect("an object").keys().cloned().collect()
}

#[test]
fn the_exit_code_tells_errors_from_warnings() {
    let folder = catalog();
    assert_eq!(folder.run(&["check"]).code, 1);
    folder.write("video.yaml", VIDEO.replace("regoin", "region").replace("adress: # ü", "region2:"));
    folder.write("video.yaml", VIDEO.replace("regoin", "region").replace("      adress: # ü\n        value: x\n", ""));
    let run = folder.run(&["check"]);
    assert_eq!(run.code, 0, "{run:?}");
    // An unresolved type is a warning by default, and an error with --strict.
    std::fs::remove_file(folder.at("parts/gateway.yaml")).expect("the file is there");
    let run = folder.run(&["check"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.output.contains("warning[catalog/no-such-descriptor]"), "{run:?}");
    assert_eq!(folder.run(&["check", "--strict"]).code, 1);
}

#[test]
fn several_paths_are_one_catalog() {
    let folder = catalog();
    let alone = folder.run(&["check", "video.yaml", "--format", "json"]).json();
    assert_eq!(alone["files"], 1);
    assert!(alone.to_string().contains("catalog/no-such-descriptor"));
    for paths in
        [["video.yaml", "parts"], ["parts/gateway.yaml", "."], ["./video.yaml", "./parts/../parts/gateway.yaml"]]
    {
        let both = folder.run(&["check", paths[0], paths[1], "--format", "json"]).json();
        assert_eq!(both["files"], 2, "{paths:?}: {both}");
        assert!(!both.to_string().contains("catalog/"), "{paths:?}: {both}");
    }
}

#[test]
fn files_are_shown_as_they_were_named() {
    let folder = catalog();
    let shown = |path: &str| {
        let report = folder.run(&["check", path, "--format", "json"]).json();
        report["diagnostics"][0]["file"].as_str().expect("a file").to_owned()
    };
    assert_eq!(shown("."), "video.yaml");
    assert_eq!(shown("./video.yaml"), "video.yaml");
    let absolute = folder.at("video.yaml").to_string_lossy().into_owned();
    assert_eq!(shown(&absolute), absolute);
    assert_eq!(shown(&folder.path().to_string_lossy()), absolute);
}

#[test]
fn text_shows_the_line_the_place_and_the_help() {
    let run = catalog().run(&["check"]);
    for part in [
        "error[assembly/no-such-property]: ",
        " --> video.yaml:15:18\n",
        "15 |         value: ${regoin}\n   |                  ^^^^^^\n",
        "= help: did you mean `region`?\n",
    ] {
        assert!(run.output.contains(part), "no {part:?} in\n{}", run.output);
    }
    assert_eq!(run.errors, "");
    let last: Vec<&str> = run.output.lines().skip_while(|line| !line.starts_with("2 descriptors checked: ")).collect();
    assert!(last[0].contains("error"), "{last:?}");
    assert_eq!(last[1..], ["1 finding fixable with --fix --unsafe-fixes"]);
    let folder = Folder::new(&[("a.yaml", "name: assembly::a::1.0\nname: assembly::b::1.0\nproperties: {}\n")]);
    let both = "1 | name: assembly::a::1.0\n  | ---- first used here\n2 | name: assembly::b::1.0\n  | ^^^^\n";
    assert!(folder.run(&["check"]).output.contains(both), "{}", folder.run(&["check"]).output);
}

#[test]
fn colors_are_for_terminals_and_those_who_want_them() {
    let folder = catalog();
    assert!(!folder.run(&["check"]).output.contains('\u{1b}'));
    let forced = |name: &str, value: &str| {
        let mut command = folder.command(&["check"]);
        Run::of(command.env("CLICOLOR_FORCE", "1").env(name, value).output().expect("the program starts"))
    };
    assert!(forced("X", "").output.contains("\u{1b}["));
    assert!(!forced("NO_COLOR", "1").output.contains('\u{1b}'));
}

/// Text in a descriptor cannot move the cursor or color the rest of the log.
#[test]
fn control_characters_of_a_descriptor_do_not_reach_the_terminal() {
    let folder = Folder::new(&[]);
    folder.write(
        "a.yaml",
        "name: assembly::a::1.0\ncomposition:\n  \"\\e[31mred\\e]0;title\\a\u{202e}\":\n    typ: \u{1b}[2Jx\n",
    );
    folder.write("\u{1b}[31mb.yaml", "name: assembly::b::1.0\ntyp: x\n");
    let run = folder.run(&["check"]);
    assert!(run.output.contains("checked"), "{run:?}");
    for bad in ['\u{1b}', '\u{7}', '\u{202e}'] {
        assert!(!run.output.contains(bad), "{bad:?} in {:?}", run.output);
    }
}

#[test]
fn very_long_lines_and_spans_are_shown_in_part() {
    let folder = Folder::new(&[]);
    let members = |from: usize| (from..from + 2_000).map(|number| format!("k{number}: 1, ")).collect::<String>();
    let long = format!("{{{}typ: 1, {}}}", members(0), members(2_000));
    folder
        .write("a.yaml", format!("name: assembly::a::1.0\ncomposition:\n  a: {long}\n  b: |\n{}", "    x\n".repeat(9)));
    let run = folder.run(&["check"]);
    let longest = run.output.lines().map(str::len).max().expect("lines");
    assert!(longest < 1_000, "{longest}");
}

/// The oracle is the schema of SARIF 2.1.0: its required properties and enumerations.
#[test]
fn sarif_has_what_its_schema_requires() {
    let run = catalog().run(&["check", "--format", "sarif"]);
    assert_eq!(run.code, 1);
    let log = run.json();
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    let driver = &run["tool"]["driver"];
    assert_eq!(driver["name"], "descriptorium");
    let rules = driver["rules"].as_array().expect("rules");
    assert!(rules.iter().all(|rule| rule["helpUri"].is_null()), "nobody knows where these rules lie");
    let levels = ["none", "note", "warning", "error"];
    for rule in rules {
        assert!(rule["id"].is_string() && rule["shortDescription"]["text"].is_string(), "{rule}");
        assert!(levels.contains(&rule["defaultConfiguration"]["level"].as_str().expect("a level")));
    }
    let results = run["results"].as_array().expect("results");
    assert!(!results.is_empty());
    let prints: BTreeSet<&str> =
        results.iter().filter_map(|result| result["partialFingerprints"]["descriptorium/v1"].as_str()).collect();
    assert_eq!(prints.len(), results.len(), "each has one of its own");
    for result in results {
        assert!(result["message"]["text"].as_str().is_some_and(|text| !text.is_empty()), "{result}");
        assert!(levels.contains(&result["level"].as_str().expect("a level")));
        let index = usize::try_from(result["ruleIndex"].as_u64().expect("an index")).expect("a small number");
        assert_eq!(rules[index]["id"], result["ruleId"]);
        for fix in result["fixes"].as_array().into_iter().flatten() {
            for change in fix["artifactChanges"].as_array().expect("required") {
                assert!(change["artifactLocation"]["uri"].is_string());
                assert!(change["replacements"].as_array().is_some_and(|list| !list.is_empty()));
                assert!(change["replacements"][0]["deletedRegion"].is_object());
            }
        }
        let region = &result["locations"][0]["physicalLocation"]["region"];
        for name in ["startLine", "startColumn", "endLine", "endColumn"] {
            assert!(region[name].as_u64().is_some_and(|number| number >= 1), "{region}");
        }
    }
}

#[test]
fn sarif_links_rules_of_the_site_and_tracks_moved_findings() {
    let folder = catalog();
    folder.write("descriptorium.yaml", "site: {url: 'https://example.org/docs'}\n");
    let print = |path: &str| {
        let log = folder.run(&["check", path, "--format", "sarif"]).json();
        let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array().expect("rules").clone();
        let rule = rules.iter().find(|rule| rule["id"] == "yaml/unclosed-quote").expect("a rule");
        assert_eq!(rule["helpUri"], "https://example.org/docs/codes/yaml/unclosed-quote.html");
        log["runs"][0]["results"]
            .as_array()
            .expect("results")
            .iter()
            .map(|one| one["partialFingerprints"].clone())
            .collect::<Vec<_>>()
    };
    let before = print(".");
    for name in folder.names().iter().filter(|name| name.ends_with(".yaml") && *name != "descriptorium.yaml") {
        folder.write(name, format!("# a line more\n{}", folder.read(name)));
    }
    assert_eq!(print("."), before);
    // The site is built for that address and contains the page.
    assert!(folder.run(&["build", ".", "--out", "out"]).code < 2);
    assert!(
        folder.read("out/sitemap.xml").contains("<loc>https://example.org/docs/codes/yaml/unclosed-quote.html</loc>")
    );
    folder.write("descriptorium.yaml", "site: {url: 'https://example.org/?page='}\n");
    let log = folder.run(&["check", "--format", "sarif"]).json();
    let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array().expect("rules").clone();
    assert!(rules.iter().all(|rule| rule["helpUri"].is_null()), "no page can lie there");
    folder.write("descriptorium.yaml", "site: {url: example.org}\n");
    let run = folder.run(&["build", ".", "--out", "out"]);
    assert!(run.code == 2 && run.errors.contains("invalid `url` of the site in `descriptorium.yaml`"), "{run:?}");
}

#[test]
fn a_refused_expansion_explains_the_reason() {
    let folder = catalog();
    let run = folder.run(&["build", ".", "--out", "out"]);
    assert!(run.code == 0 && run.errors.contains("run `descriptorium check .` for details"), "{run:?}");
    let video = "name: assembly::v::1.0\nproperties:\n  n: {type: integer, required: true}\ncomposition: {}\n";
    let folder = Folder::new(&[("v.yaml", video)]);
    let run = folder.run(&["expand", "v.yaml"]);
    assert!(run.code == 1 && run.errors.starts_with("expansion failed: "), "{run:?}");
    folder.write("v.yaml", video.replace("composition", "  m: {type: integer, required: true}\ncomposition"));
    let run = folder.run(&["expand", "v.yaml"]);
    assert!(run.code == 1 && run.errors.ends_with("; 1 error more under `diagnostics`\n"), "{run:?}");
    folder.write("descriptorium.yaml", "site: []\n");
    let run = folder.run(&["build", ".", "--out", "out2"]);
    assert!(run.code == 2 && !run.errors.contains("struct"), "{run:?}");
    // Longer than the file names of any operating system.
    let run = folder.run(&["check", &"x".repeat(300)]);
    assert!(run.code == 2 && !run.errors.contains("os error"), "{run:?}");
}

#[test]
fn the_schema_of_the_settings_is_printed_and_part_of_the_site() {
    let folder = Folder::new(&[("a.yaml", "name: resource::a::1.0\nlifecycle: {Create: {}}\n")]);
    let run = folder.run(&["schema"]);
    assert_eq!((run.code, run.output.as_str()), (0, descriptorium_core::document::schema::settings_text()));
    assert!(folder.run(&["build", ".", "--out", "out"]).code < 2);
    assert_eq!(folder.read("out/codes/descriptorium.schema.json"), run.output);
    assert!(folder.read("out/codes/conformance.html").contains("href=\"descriptorium.schema.json\""));
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let folder = catalog();
    for number in 0..300 {
        folder.write(&format!("copy/{number}.yaml"), VIDEO);
    }
    let mut process = folder.command(&["check"]).stdout(Stdio::piped()).spawn().expect("the program starts");
    drop(process.stdout.take());
    let status = process.wait().expect("it ends");
    assert_eq!(status.code(), Some(1));
}

fn expand(arguments: &[&str]) -> Run {
    let folder = catalog();
    folder.write("video.yaml", VIDEO.replace("regoin", "region").replace("      adress: # ü\n        value: x\n", ""));
    folder.write("inputs.yaml", "region: north\nsize: 1\n");
    folder.write(
        "intent.json",
        r#"{"assemblyName": "tv", "descriptorName": "assembly::video::1.0", "intendedState": "Inactive",
            "properties": {"region": "west", "size": "2"}}"#,
    );
    folder.write("bad.yaml", "- a\n");
    folder.run(&[&["expand"], arguments].concat())
}

/// Names and values worked out by hand from the rules of expansion.
#[test]
fn expand_json_has_the_shape_that_programs_rely_on() {
    let run = expand(&["video.yaml", "--inputs", "intent.json", "--format", "json"]);
    assert_eq!((run.code, run.errors.as_str()), (0, ""), "{run:?}");
    let expansion = run.json();
    let frame = ["descriptorium", "descriptor", "intent", "parameters", "inputs"];
    let own = ["preview", "instances", "relationships", "plan", "diagnostics"];
    assert_eq!(keys(&expansion), [frame, own].concat());
    let instances = expansion["instances"].as_array().expect("a list");
    let names: Vec<&str> = instances.iter().filter_map(|instance| instance["name"].as_str()).collect();
    assert!(names.starts_with(&["tv"]) && names.contains(&"tv__gw__1") && names.contains(&"tv__gw__2"), "{names:?}");
    assert!(!names.contains(&"tv__gw__3"), "{names:?}");
    let gateway = instances.iter().find(|instance| instance["name"] == "tv__gw__1").expect("an instance");
    assert_eq!((&gateway["kind"], &gateway["type"]), (&"resource".into(), &"resource::gateway::1.0".into()));
    assert!(gateway["parent"].is_string());
    assert_eq!(gateway["properties"]["region"], serde_json::json!({"value": "west", "origin": "mapped"}));
    assert_eq!(gateway["properties"]["address"]["origin"], "runtime");
    assert!(gateway["properties"]["address"]["symbol"].is_string());
    assert!(instances[0].get("parent").is_none());
    for stage in expansion["plan"]["stages"].as_array().expect("stages") {
        for action in stage.as_array().expect("actions") {
            assert_eq!(keys(action)[..2], ["action", "instance"]);
            assert!(keys(action)[2..].iter().all(|key| ["operations", "reasons"].contains(&key.as_str())), "{action}");
        }
    }
}

#[test]
fn expand_takes_a_name_or_a_file_and_values_from_three_places() {
    let size = |arguments: &[&str]| {
        let run = expand(&[arguments, &["--format", "json"]].concat());
        assert_eq!(run.code, 0, "{arguments:?}: {run:?}");
        run.json()["instances"][0]["properties"]["size"].clone()
    };
    let default = size(&["assembly::video::1.0", "--set", "region=a"]);
    assert_eq!(default, serde_json::json!({"value": 3, "origin": "default"}));
    assert_eq!(size(&["video.yaml", "--inputs", "inputs.yaml"])["value"], 1);
    assert_eq!(size(&["video.yaml", "--inputs", "inputs.yaml", "--set", "size=5"])["value"], 5);
    assert_eq!(size(&["assembly::video::^1.0", "--set", "region=a", "--catalog", "."])["value"], 3);
}

/// Stages worked out by hand: a resource has four transitions up and three down, and the cluster has two instances.
#[test]
fn expand_plans_what_is_asked_for() {
    let assembly = |version: &str, value: &str| {
        format!(
            "name: assembly::a::{version}\nproperties: {{v: {{default: {value}}}}}\ncomposition:\n  r: {{type: 'resource::r::1.0', cluster: {{initial-quantity: 2, maximum-nodes: 3}}, properties: {{in: {{value: '${{v}}'}}}}}}\n"
        )
    };
    let folder = Folder::new(&[]);
    folder.write("one.yaml", assembly("1.0", "a"));
    folder.write("two.yaml", assembly("2.0", "b"));
    let transitions =
        "{Create: {}, Install: {}, Configure: {}, Start: {}, Stop: {}, Uninstall: {}, Delete: {}, Reconfigure: {}}";
    folder.write(
        "r.yaml",
        format!("name: resource::r::1.0\nproperties: {{in: {{volatile: true}}}}\nlifecycle: {transitions}\n"),
    );
    folder.write("heal.yaml", "{assemblyName: asm, brokenComponentName: asm__r__2}");
    folder.write("scale.yaml", "{assemblyName: asm, clusterName: r}");
    folder.write("before.yaml", "v: before\n");
    folder.write("same.yaml", "{id: '1', name: usual, descriptorName: 'assembly::a::1.0', properties: {v: b}}");
    let plan = |arguments: &[&str]| {
        let run = folder.run(&[&["expand", "one.yaml", "--format", "json"], arguments].concat());
        assert_eq!(run.code, 0, "{arguments:?}: {run:?}");
        let stages = run.json()["plan"]["stages"].clone();
        let text = |key: &str, action: &serde_json::Value| action[key].as_str().expect("a text").to_owned();
        let stages = stages.as_array().expect("stages").iter().map(|stage| {
            let actions = stage.as_array().expect("actions").iter();
            let actions = actions.map(|action| {
                let instance = text("instance", action);
                format!("{} {}", text("action", action), instance.rsplit("__").next().unwrap_or(""))
            });
            actions.collect::<Vec<_>>().join(", ")
        });
        stages.collect::<Vec<_>>().join("; ")
    };
    assert_eq!(plan(&["--state", "installed"]), "Create 1, Create 2; Install 1, Install 2");
    assert_eq!(plan(&["--intent", "uninstall"]), "Stop 1, Stop 2; Uninstall 1, Uninstall 2; Delete 1, Delete 2");
    assert_eq!(plan(&["--intent", "change-state", "--from-state", "Active", "--state", "Inactive"]), "Stop 1, Stop 2");
    assert_eq!(plan(&["--intent", "heal", "--inputs", "heal.yaml"]), "Stop 2; Start 2");
    assert_eq!(plan(&["--intent", "heal", "--component", "a__r__1"]), "Stop 1; Start 1");
    let out = plan(&["--intent", "scale-out", "--inputs", "scale.yaml"]);
    assert_eq!(out, "Create 3; Install 3; Configure 3; Start 3");
    assert_eq!(plan(&["--intent", "scale-in", "--cluster", "r", "--nodes", "3"]), "Stop 3; Uninstall 3; Delete 3");
    let two = ["--intent", "upgrade", "--from", "assembly::a::2.0"];
    assert_eq!(plan(&two), "Reconfigure 1, Reconfigure 2");
    assert_eq!(plan(&[&two[..], &["--inputs", "same.yaml", "--from-inputs", "same.yaml"]].concat()), "");
    let before = plan(&["--intent", "upgrade", "--from-inputs", "before.yaml"]);
    assert_eq!(before, "Reconfigure 1, Reconfigure 2");
    // The old and the new descriptor are the same, so only the values that are set can differ.
    let same = ["--intent", "upgrade", "--from", "one.yaml"];
    assert_eq!(plan(&same), "");
    assert_eq!(plan(&[&same[..], &["--set", "v=c"]].concat()), "Reconfigure 1, Reconfigure 2");
    for (arguments, expected) in [
        (&["--intent", "heal"][..], "`--intent heal` needs `--component NAME`"),
        (&["--intent", "scale-in"], "`--intent scale-in` needs `--cluster NAME`"),
        (&["--intent", "change-state"], "needs `--from-state STATE`"),
        (&["--intent", "upgrade"], "needs `--from FILE|NAME`"),
        (&["--cluster", "r"], "`--cluster` requires `--intent scale-out` or `--intent scale-in`"),
        (&["--intent", "upgrade", "--from", "none.yaml"], "cannot find `none.yaml`"),
        (&["--intent", "repair"], "expected one of `install`, `uninstall`"),
    ] {
        let run = folder.run(&[&["expand", "one.yaml"], arguments].concat());
        assert_eq!((run.code, run.output.as_str()), (2, ""), "{arguments:?}: {run:?}");
        assert!(run.errors.contains(expected), "{arguments:?}: {run:?}");
    }
}

/// Dependencies of actions have a machine-readable kind in addition to the sentence.
#[test]
fn instances_of_a_stage_stand_in_the_order_of_their_numbers() {
    let folder = Folder::new(&[
        (
            "a.yaml",
            "name: assembly::a::1.0\nproperties: {}\ncomposition:\n  w: {type: resource::w::1.0, quantity: '12', properties: {}}\n",
        ),
        ("w.yaml", "name: resource::w::1.0\nlifecycle: {Install: {}}\n"),
    ]);
    let expansion = folder.run(&["expand", "a.yaml", "--format", "json"]).json();
    let stage = expansion["plan"]["stages"][0].as_array().expect("a stage").clone();
    let names: Vec<&str> = stage.iter().filter_map(|action| action["instance"].as_str()).collect();
    let expected: Vec<String> = (1..=12).map(|number| format!("a__w__{number}")).collect();
    assert_eq!(names, expected);
}

#[test]
fn expand_gives_the_reasons() {
    let run = expand(&["video.yaml", "--inputs", "intent.json", "--format", "json"]);
    let stages = run.json()["plan"]["stages"].clone();
    let install = &stages[1][0];
    assert_eq!(install["reasons"][0]["kind"], "own-state");
    assert_eq!(keys(&install["reasons"][0]["after"]), ["action", "instance"]);
    assert!(install["reasons"][0]["because"].is_string());
}

#[test]
fn expand_yaml_and_json_say_the_same() {
    let yaml = expand(&["video.yaml", "--inputs", "intent.json"]);
    let json = expand(&["video.yaml", "--inputs", "intent.json", "--format", "json"]);
    let yaml: serde_json::Value = serde_yaml::from_str(&yaml.output).expect("YAML");
    assert_eq!(yaml, json.json());
}

#[test]
fn missing_inputs_are_errors_in_the_inputs() {
    let run = expand(&["video.yaml", "--format", "json"]);
    assert_eq!(run.code, 1, "{run:?}");
    let found = run.json()["diagnostics"][0].clone();
    assert_eq!((&found["code"], &found["severity"]), (&"expansion/required-unset".into(), &"error".into()));
    assert_eq!((&found["file"], &found["line"]), (&"video.yaml".into(), &3.into()));
}

/// Worked out by hand: the nearest candidate is the best, unless costs count.
#[test]
fn expand_places_a_homing_template() {
    let template = "\
homing_template_version: 2017-10-10
parameters: {limit: < 300 km}
locations:
  home: {latitude: 60, longitude: 10}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
constraints:
  near:
    type: distance_to_location
    demands: gateway
    properties: {distance: {get_param: limit}, location: home}
optimization:
  minimize:
    sum:
      - {distance_between: [home, gateway]}
";
    let inventory = r#"{"candidates": {"gateway": [
        {"candidate_id": "close", "inventory_type": "cloud", "cost": 500, "latitude": 60.1, "longitude": 10},
        {"candidate_id": "cheap", "inventory_type": "cloud", "cost": 1, "latitude": 61, "longitude": 10},
        {"candidate_id": "far", "inventory_type": "cloud", "cost": 1, "latitude": 70, "longitude": 10}]}}"#;
    let folder =
        Folder::new(&[("homing.yaml", template), ("inventory.json", inventory), ("limit.yaml", "limit: < 1 km\n")]);
    let place = |arguments: &[&str]| {
        folder.run(&[&["expand", "homing.yaml", "--inputs", "inventory.json", "--format", "json"], arguments].concat())
    };
    let chosen = |run: &Run| run.json()["plans"][0]["candidates"]["gateway"].clone();
    let run = place(&[]);
    assert_eq!((run.code, chosen(&run)), (0, "close".into()), "{run:?}");
    let document = run.json();
    assert_eq!((&document["preview"], &document["optimal"]), (&"placement".into(), &true.into()));
    let eliminated = document["demands"]["gateway"][2]["eliminated"].clone();
    assert_eq!(eliminated, "near: 1111.9 km is not < 300 km", "{document}");
    assert_eq!(chosen(&place(&["--objective", "conductor"])), "cheap");
    assert_eq!(chosen(&place(&["--solver", "conductor"])), "cheap");
    let why = place(&["--why", "gateway=cheap"]).json()["why"].clone();
    assert_eq!((&why["result"], &why["plan"]["candidates"]["gateway"]), (&"worse".into(), &"cheap".into()));
    for arguments in [&["--inputs", "limit.yaml"][..], &["--set", "limit=< 1 km"]] {
        let run = place(arguments);
        let member = run.json()["conflict"][0].clone();
        assert_eq!((run.code, &member["constraint"]), (1, &"near (< 1 km)".into()), "{run:?}");
        assert!(member["change"].as_str().is_some_and(|change| change.starts_with("<= 11.119")), "{member}");
    }
    let n_plans = |arguments: &[&str]| place(arguments).json()["plans"].as_array().map(Vec::len);
    assert_eq!((n_plans(&[]), n_plans(&["--plans", "1"])), (Some(2), Some(1)));
    // The same from a template in JSON and an inventory in CSV, printed as YAML.
    let value: serde_json::Value = serde_yaml::from_str(template).expect("YAML");
    folder.write("homing.json", value.to_string());
    folder.write(
        "inventory.csv",
        "demand,candidate_id,inventory_type,cost,latitude,longitude\ngateway,close,cloud,500,60.1,10\n\
         gateway,cheap,cloud,1,61,10\ngateway,far,cloud,1,70,10\n",
    );
    let run = folder.run(&["expand", "homing.json", "--inputs", "inventory.csv"]);
    let of_yaml: serde_json::Value = serde_yaml::from_str(&run.output).expect("YAML");
    assert_eq!((run.code, &of_yaml["plans"], &of_yaml["demands"]), (0, &document["plans"], &document["demands"]));
    let run = folder.run(&["expand", "homing.yaml", "--inputs", "inventory.json", "--inputs", "homing.yaml"]);
    assert!(run.code == 0, "a template contains values of its parameters: {run:?}");
    let run = place(&["--intent", "heal", "--component", "x"]);
    assert!(run.code == 2 && run.errors.contains("does not apply to homing templates"), "{run:?}");
    let run = folder.run(&["expand", "homing.yaml"]);
    assert!(run.code == 1 && run.errors.contains("no inventory is given"), "{run:?}");
}

#[test]
fn failed_expansions_exit_with_2() {
    for (arguments, expected) in [
        (&["none.yaml"][..], "cannot find `none.yaml`"),
        (&["assembly::vidio"], "did you mean `assembly::video::1.0`?"),
        (&["gateway"], "did you mean `resource::gateway::1.0`?"),
        (&["gatway"], "did you mean `resource::gateway::1.0`?"),
        (&["vidoe.yaml"], "did you mean `video.yaml`?"),
        (&["assembly::vidio::1.0"], "did you mean `assembly::video::1.0`?"),
        (&["assembly::video::2.0"], "available versions: 1.0"),
        (&["inputs.yaml"], "`inputs.yaml` is not a descriptor that can be expanded"),
        (&["video.yaml", "--inputs", "bad.yaml"], "expected names and values, or an intent"),
        (&["video.yaml", "--inputs", "none.yaml"], "cannot read `none.yaml`"),
        (&["video.yaml", "--set", "size"], "NAME=VALUE"),
    ] {
        let run = expand(arguments);
        assert_eq!((run.code, run.output.as_str()), (2, ""), "{arguments:?}: {run:?}");
        assert!(run.errors.contains(expected), "{arguments:?}: {run:?}");
    }
}

/// The name of a descriptor outside of a package is unknown, and is not guessed.
#[test]
fn a_descriptor_without_a_name_is_expanded() {
    let folder =
        Folder::new(&[("descriptorium.yaml", "packaging: lmctl\n"), ("Descriptor/assembly.yml", "composition: {}\n")]);
    let run = folder.run(&["expand", "Descriptor/assembly.yml", "--format", "json"]);
    let instance = run.json()["instances"][0].clone();
    assert_eq!((&instance["kind"], instance.get("type")), (&"assembly".into(), Some(&"".into())), "{run:?}");
}

#[test]
fn an_intent_for_another_descriptor_is_reported() {
    let run = expand(&["parts/gateway.yaml", "--inputs", "intent.json"]);
    assert!(run.output.contains("the intent is for `assembly::video::1.0`"), "{run:?}");
}

#[test]
fn the_released_catalog_is_compared() {
    let folder = catalog();
    folder.write("released/gateway.yaml", "name: resource::gateway::1.0\nlifecycle: {Create: {}, Install: {}}\n");
    let codes = |arguments: &[&str]| {
        let run = folder.run(arguments);
        run.output.matches("catalog/changed-without-version").count()
    };
    assert_eq!(codes(&["check", "parts", "--released", "released"]), 1);
    assert_eq!(codes(&["check", "parts", "--released", "parts"]), 0);
    assert_eq!(folder.run(&["check", "parts", "--released", "released"]).code, 1, "an error by default");
    folder.write("parts/descriptorium.yaml", "rules: {catalog/changed-without-version: info}\n");
    assert_eq!(folder.run(&["check", "parts", "--released", "released"]).code, 0);
    assert_eq!(codes(&["check", "parts"]), 0);
    assert_eq!(folder.run(&["check", "parts", "--released", "nowhere"]).code, 2);
}

/// A released version must stay; one that the catalog has under another file name was not removed.
#[test]
fn a_removed_release_is_an_error_at_its_name() {
    let resource = |version: &str| format!("name: resource::router::{version}\nlifecycle: {{Create: {{}}}}\n");
    let folder = Folder::new(&[
        ("released/a.yaml", &resource("1.0")),
        ("released/b.yaml", &resource("2.0")),
        ("now/renamed.yaml", &resource("2.0")),
    ]);
    let run = folder.run(&["check", "now", "--released", "released", "--format", "concise", "--quiet"]);
    let expected = "released/a.yaml:1:7: error[file/removed-release] `resource::router::1.0` was released, and is missing \
                    in the catalog\n";
    assert_eq!((run.code, run.output.as_str()), (1, expected));
    // A single file is not the catalog.
    assert_eq!(folder.run(&["check", "now/renamed.yaml", "--released", "released"]).code, 0);
}

/// Service templates and applications are known by their names and versions, homing templates by their paths.
#[test]
fn released_descriptors_of_all_languages_stay_as_they_are() {
    let template = |version: &str, note: &str| {
        format!(
            "tosca_definitions_version: tosca_simple_yaml_1_3 # {note}\nmetadata: {{template_name: shop, template_version: \
             '{version}'}}\ntopology_template:\n  description: {note}\n"
        )
    };
    let application = |note: &str| {
        format!(
            "asdId: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8\nasdVersion: '1.0'\nasdSchemaVersion: '2.0'\nasdProvider: Example\n\
             asdApplicationName: store\nasdApplicationVersion: '1.0'\nasdApplicationInfoName: {note}\ndeploymentItems: []\n"
        )
    };
    let homing = |note: &str| {
        format!(
            "homing_template_version: '2018-02-01'\nparameters: {{note: {note}}}\ndemands:\n  vg: [{{inventory_provider: aai, \
             inventory_type: cloud}}]\n"
        )
    };
    let folder = Folder::new(&[
        ("released/shop.yaml", &template("1.0", "old")),
        ("released/store.yaml", &application("old")),
        ("released/sub/near.yaml", &homing("old")),
        ("released/sub/gone.yaml", &homing("old")),
        ("now/other.yaml", &template("1.0", "old")),
        ("now/store.yaml", &application("old")),
        ("now/sub/near.yaml", &homing("old")),
        ("now/sub/gone.yaml", &homing("old")),
    ]);
    let found = |path: &str| -> Vec<String> {
        let run = folder.run(&["check", path, "--released", "released", "--format", "concise", "--quiet"]);
        let codes = ["[catalog/changed-without-version]", "[file/removed-release]"];
        let lines = run.output.lines().filter(|line| codes.iter().any(|code| line.contains(code)));
        let found: Vec<String> = lines.map(str::to_owned).collect();
        assert!(found.is_empty() || run.code == 1, "errors by default: {run:?}");
        found
    };
    assert_eq!(found("now"), [""; 0]);
    folder.write("now/other.yaml", template("1.0", "new"));
    folder.write("now/store.yaml", application("new"));
    folder.write("now/sub/near.yaml", homing("new"));
    std::fs::remove_file(folder.at("now/sub/gone.yaml")).expect("it is there");
    let changed = |place: &str, name: &str| {
        format!("now/{place}: error[catalog/changed-without-version] `{name}` differs from its released version")
    };
    let expected = [
        changed("other.yaml:2:51", "shop 1.0"),
        changed("store.yaml:2:13", "store 1.0"),
        changed("sub/near.yaml:1:1", "now/sub/near.yaml"),
        "released/sub/gone.yaml:1:1: error[file/removed-release] `released/sub/gone.yaml` was released, and is missing in the \
         catalog"
            .to_owned(),
    ];
    assert_eq!(found("now"), expected);
    // A folder of the catalog, and a file of it.
    folder.write("now/descriptorium.yaml", "");
    assert_eq!(found("now/sub"), expected[2..]);
    assert_eq!(found("now/store.yaml"), expected[1..2]);
    // A new version replaces nothing: the released one is missing.
    folder.write("now/other.yaml", template("1.1", "new"));
    let removed = found("now").into_iter().find(|line| line.contains("`shop 1.0` was released"));
    assert!(removed.is_some_and(|line| line.starts_with("released/shop.yaml:2:51: ")));
}

#[test]
fn a_list_of_descriptors_is_found_among_other_files() {
    let folder = Folder::new(&[]);
    folder.write("list.yaml", "- name: assembly::a::1.0\n  properties: {}\n");
    folder.write("tasks.yaml", "- name: install\n  apt: {name: nginx}\n");
    let run = folder.run(&["check"]);
    assert!(run.code == 1 && run.output.contains("schema/not-one-mapping"), "{run:?}");
    assert!(run.output.contains("1 descriptor checked"), "{run:?}");
}

#[test]
fn a_descriptor_of_a_package_is_expanded_with_the_package() {
    let folder = Folder::new(&[
        ("tv/lmproject.yml", "name: tv\nversion: '1.0'\ncontains: [{name: gw, type: Resource}]\n"),
        ("tv/Descriptor/assembly.yml", "composition: {gw: {type: '$lmctl:/contains:/gw:/descriptor_name'}}\n"),
        ("tv/Contains/gw/Definitions/lm/resource.yaml", "lifecycle: {Create: {}}\n"),
        ("elsewhere/empty.yaml", ""),
    ]);
    let here = folder.run(&["expand", "tv/Descriptor/assembly.yml", "--format", "json"]);
    let file = folder.at("tv/Descriptor/assembly.yml");
    let file = file.to_str().expect("a plain path");
    let elsewhere = Folder::new(&[]).run(&["expand", file, "--format", "json"]);
    for run in [here, elsewhere] {
        let expansion = run.json();
        let kinds = expansion["instances"].as_array().expect("a list").iter();
        let kinds: Vec<String> = kinds.map(|found| format!("{} {}", found["name"], found["type"])).collect();
        assert_eq!(kinds, [r#""tv" "assembly::tv::1.0""#, r#""tv__gw" "resource::gw-tv::1.0""#], "{run:?}");
    }
}

#[test]
fn a_catalog_states_how_it_is_validated() {
    let folder = Folder::new(&[("a.yaml", "name: assembly::a__b::1.0\nproperties: {}\ncomposition: {}\n")]);
    let code = |arguments: &[&str]| folder.run(arguments).code;
    assert_eq!(code(&["check"]), 1);
    assert_eq!(code(&["check", "--profile", "tnco"]), 0);
    folder.write("descriptorium.yaml", "profile: tnco # two underscores are taken\n");
    assert_eq!((code(&["check"]), code(&["check", "."]), code(&["check", "--profile", "cp4na"])), (0, 0, 1));
    assert_eq!(code(&["build", ".", "--out", "out"]), 0);
    // The section of a language overrides the root, and the command line overrides both.
    folder.write("descriptorium.yaml", "profile: cp4na\nassembly: {profile: tnco}\n");
    assert_eq!((code(&["check"]), code(&["check", "--profile", "assembly=cp4na"])), (0, 1));
    assert_eq!(code(&["check", "--profile", "tnco", "--profile", "assembly=cp4na"]), 2, "twice for one language");
    assert_eq!(code(&["check", "--profile", "tosca=tnco"]), 2);
    folder.write("descriptorium.yaml", "profile: tnco\nstrikt: true\n");
    let run = folder.run(&["check"]);
    assert!(run.code == 1 && run.output.contains("catalog/bad-settings"), "{run:?}");
    assert!(run.output.contains("descriptorium.yaml:2:"), "{run:?}");
}

/// Unreadable settings never disable anything silently.
#[test]
fn settings_that_cannot_be_read_are_an_error() {
    let folder = Folder::new(&[("a.yaml", "name: resource::a::1.0\nlifecycle: {Install: {}}\n")]);
    assert_eq!((folder.run(&["check"]).code, folder.run(&["build", ".", "--out", "out"]).code), (0, 0));
    for wrong in
        ["strict: true\nprofil: tnco\n", "strict: true\nrules: {yaml: [\n", "a: [b\n", "strict: maybe\n", "- a\n"]
    {
        folder.write("descriptorium.yaml", wrong);
        let run = folder.run(&["check"]);
        assert!(run.code == 1 && run.output.contains("--> descriptorium.yaml"), "{wrong}: {run:?}");
        let run = folder.run(&["build", ".", "--out", "out"]);
        assert!(
            run.code == 2 && run.errors.contains("cannot read the settings in `descriptorium.yaml`"),
            "{wrong}: {run:?}"
        );
    }
    for key in ["style", "header", "footer"] {
        for file in ["no.such", "/etc/hostname", "../a.css"] {
            folder.write("descriptorium.yaml", format!("site: {{{key}: {file}}}\n"));
            let run = folder.run(&["build", ".", "--out", "out"]);
            let expected = format!("invalid `{key}` of the site in `descriptorium.yaml`: `{file}` cannot be used: ");
            assert!(run.code == 2 && run.errors.contains(&expected), "{run:?}");
        }
    }
}

#[test]
fn help_teaches() {
    let folder = Folder::new(&[]);
    let run = folder.run(&["--help"]);
    assert_eq!(run.code, 0);
    for word in ["check", "expand", "build", "serve", "Exit codes:"] {
        assert!(run.output.contains(word), "{}", run.output);
    }
    for command in ["check", "expand", "build", "serve"] {
        let run = folder.run(&[command, "--help"]);
        assert!(run.code == 0 && run.output.contains("Examples:\n  descriptorium "), "{command}: {}", run.output);
    }
}

/// The oracle is `cargo tree`, another reader of the dependencies.
#[test]
fn the_licenses_of_all_packages_in_the_program_are_printed() {
    let run = Folder::new(&[]).run(&["licenses"]);
    assert_eq!(run.code, 0, "{run:?}");
    let listed =
        ["tree", "--offline", "--package", "descriptorium", "--edges", "normal,no-proc-macro", "--prefix", "none"];
    let tree = Command::new(env!("CARGO")).args(listed).current_dir(paths::root()).output().expect("cargo runs");
    let tree = String::from_utf8(tree.stdout).expect("text");
    let packages: BTreeSet<String> = tree
        .lines()
        .filter(|line| !line.contains(" (/") && !line.contains("proc-macro"))
        .filter_map(|line| line.split_once(" v"))
        .map(|(name, rest)| format!("{name} {} (", rest.split(' ').next().unwrap_or_default()))
        .collect();
    assert!(packages.len() > 50, "{tree}");
    let missing: Vec<&String> =
        packages.iter().filter(|package| !run.output.lines().any(|line| line.starts_with(*package))).collect();
    assert!(missing.is_empty(), "{missing:?}");
    for words in
        ["Permission is hereby granted, free of charge", "TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION"]
    {
        assert!(run.output.contains(words), "{words}");
    }
}

/// Worked out by hand: the instances below their parents, and their creation in the order of their dependencies.
#[test]
fn a_preview_fits_on_one_screen() {
    let folder = Folder::new(&[
        (
            "a.yaml",
            "name: assembly::a::1.0\nproperties: {}\ncomposition:\n  web: {type: resource::web::1.0, properties: {at: {value: '${db.at}'}}}\n  db: {type: resource::db::1.0}\n",
        ),
        (
            "web.yaml",
            "name: resource::web::1.0\nproperties: {at: {type: string}}\nlifecycle: {Create: {}, Install: {}}\n",
        ),
        (
            "db.yaml",
            "name: resource::db::1.0\nproperties: {at: {type: string, read-only: true}}\nlifecycle: {Create: {}, Install: {}}\n",
        ),
    ]);
    let tree = folder.run(&["expand", "a.yaml", "--format", "tree"]);
    let lines: Vec<&str> = tree.output.lines().map(str::trim_end).collect();
    assert_eq!(tree.code, 0, "{tree:?}");
    assert!(lines[0].ends_with("assembly::a::1.0"), "{tree:?}");
    assert!(lines.iter().any(|line| line.starts_with("├─ web") && line.contains("resource::web::1.0")), "{tree:?}");
    assert!(
        lines.iter().any(|line| line.starts_with("└─ db") && line.contains("1 value known after installation")),
        "{tree:?}"
    );
    assert_eq!(lines.last(), Some(&"1 assembly, 2 resources"), "{tree:?}");
    let plan = folder.run(&["expand", "a.yaml", "--format", "plan"]);
    let at = |name: &str| plan.output.find(&format!("  {name}")).unwrap_or_else(|| panic!("no {name} in {plan:?}"));
    let created = |name: &str| plan.output.lines().position(|line| line.starts_with("  + ") && line.contains(name));
    assert!(created("db").expect("it is created") < created("web").expect("it is created"), "{plan:?}");
    assert!(at("resource::db::1.0") < at("resource::web::1.0"), "{plan:?}");
    let rows: Vec<&str> = plan.output.lines().filter(|line| line.starts_with("  ")).collect();
    let created = rows.iter().filter(|row| row.starts_with("  + ")).count();
    let summary = format!("Plan: {created} to create, 0 to change, 0 to remove; ");
    assert!(plan.output.starts_with(&summary) && rows.len() == created && created >= 2, "{plan:?}");
    assert!(rows.iter().any(|row| row.contains("Create, Install") && row.contains("  stages 1-")), "{plan:?}");
    let compared = folder.run(&["expand", "a.yaml", "--format", "plan", "--intent", "uninstall"]);
    assert!(compared.code == 0 && compared.output.contains("  - "), "{compared:?}");
}

#[test]
fn kinds_of_items_are_counted_in_words() {
    let folder = Folder::new(&[
        ("a.yaml", "name: assembly::a::1.0\nproperties: {}\ncomposition:\n  b: {type: assembly::b::1.0}\n"),
        ("b.yaml", "name: assembly::b::1.0\nproperties: {}\ncomposition: {}\n"),
        (
            "t.yaml",
            "tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template:\n  node_templates:\n    one: {type: \
             tosca.nodes.Compute}\n    two: {type: tosca.nodes.Compute}\n",
        ),
    ]);
    for (file, expected) in [("a.yaml", "2 assemblies"), ("t.yaml", "2 delegated nodes")] {
        let tree = folder.run(&["expand", file, "--format", "tree"]);
        assert_eq!(tree.output.lines().last(), Some(expected), "{tree:?}");
    }
}

#[test]
fn colors_follow_the_option_and_the_variables() {
    let resource = |more: &str| {
        format!("name: resource::a::1.0\nproperties: {{p: {{type: string}}{more}}}\nlifecycle: {{Create: {{}}}}\n")
    };
    let folder = Folder::new(&[
        ("a.yaml", &resource("")),
        ("b.yaml", &resource(", q: {type: string, required: true}")),
        (
            "c.yaml",
            "name: assembly::c::1.0\nproperties: {p: {value: '${none}'}}\ncomposition: {a: {type: resource::a::1.0}}\n",
        ),
    ]);
    let commands: [&[&str]; 5] = [
        &["check", "c.yaml", "--format", "concise"],
        &["check", "c.yaml"],
        &["diff", "a.yaml", "b.yaml"],
        &["expand", "c.yaml", "--format", "plan"],
        &["diff", "a.yaml", "b.yaml", "--format", "json"],
    ];
    let run = |arguments: &[&str], variables: &[(&str, &str)]| {
        let mut command = folder.command(arguments);
        command.envs(variables.iter().copied());
        String::from_utf8(command.output().expect("the program starts").stdout).expect("UTF-8")
    };
    for command in commands {
        let plain = run(command, &[]);
        assert!(!plain.contains('\u{1b}') && !plain.is_empty(), "{command:?}: {plain}");
        let always = [command, &["--color", "always"]].concat();
        let colored = [run(&always, &[]), run(&always, &[("NO_COLOR", "1")]), run(command, &[("FORCE_COLOR", "1")])];
        let is_data = command.contains(&"json");
        for text in &colored {
            assert_eq!(text.contains("\u{1b}["), !is_data, "{command:?}: {text}");
            // Colors are all that differs.
            let parts = text.split("\u{1b}[").enumerate();
            let bare =
                parts.map(|(n, part)| if n == 0 { part } else { part.split_once('m').map_or("", |(_, rest)| rest) });
            assert_eq!(bare.collect::<String>(), plain, "{command:?}");
        }
        let never = [command, &["--color", "never"]].concat();
        assert_eq!(run(&never, &[("FORCE_COLOR", "1")]), plain, "{command:?}");
        assert_eq!(run(command, &[("FORCE_COLOR", "1"), ("NO_COLOR", "1")]), plain, "{command:?}");
    }
}

/// The oracle is the greedy rule: the first word of a line did not fit into the line before.
#[test]
fn help_is_wrapped_once() {
    let folder = Folder::new(&[]);
    for width in [50, 80, 100] {
        let help = |command: &str| {
            let mut program = folder.command(&[command, "--help"]);
            program.env("COLUMNS", width.to_string());
            String::from_utf8(program.output().expect("the program starts").stdout).expect("UTF-8")
        };
        let text = help("check");
        let start = text.find("To ignore a finding").expect("the paragraph");
        let paragraph = text[start..].split("\n\n").next().expect("the paragraph");
        let lines: Vec<&str> = paragraph.lines().collect();
        assert!(lines.len() >= 3 && lines.iter().all(|line| line.chars().count() <= width), "{width}: {paragraph}");
        for pair in lines.windows(2) {
            let next = pair[1].split(' ').next().expect("a word");
            assert!(pair[0].chars().count() + 1 + next.chars().count() > width, "{width}: {paragraph}");
        }
        assert!(
            text.contains("\n  descriptorium check - --stdin-filename catalog/video.yaml < draft.yaml\n"),
            "{text}"
        );
        let build = help("build");
        assert!(build.contains("touch -d \"@$(git log -1 --format=%ct -- \"$f\")\" \"$f\"; done\n"), "{build}");
        assert!(
            build.contains("\n      - uses: actions/checkout@v4\n")
                || build.contains("        - uses: actions/checkout@v4\n"),
            "{build}"
        );
    }
}

#[test]
fn a_large_folder_is_drawn_by_its_folders() {
    let parts: Vec<(String, String)> = (0..151)
        .map(|number| {
            (
                format!("all/parts/p{number}.yaml"),
                format!("name: resource::p{number}::1.0\nlifecycle: {{Create: {{}}}}\n"),
            )
        })
        .collect();
    let mut files: Vec<(&str, &str)> = parts.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let service = "name: assembly::s::1.0\nproperties: {}\ncomposition: {p: {type: resource::p7::1.0}}\n";
    files.push(("all/services/video/s.yaml", service));
    let folder = Folder::new(&files);
    let run = folder.run(&["graph", "all", "--format", "dot"]);
    assert!(run.errors.contains("152 descriptors are grouped into 2 folders"), "{run:?}");
    for name in ["parts", "151 descriptors", "services/video", "1 descriptor"] {
        assert!(run.output.contains(name), "{name} in {run:?}");
    }
    assert!(!run.output.contains("all/") && run.output.matches("->").count() == 1, "{run:?}");
    // Below the limit, every descriptor has a box.
    let one = folder.run(&["graph", "all/services", "--format", "dot"]);
    assert!(one.errors.is_empty() && one.output.contains("label=\"s\\n1.0\""), "{one:?}");
    let flat = folder.run(&["graph", "all/parts", "--format", "dot"]);
    assert!(
        flat.errors.contains("151 descriptors in one folder are too many") && flat.output.contains("p150"),
        "{flat:?}"
    );
}

#[test]
fn manual_pages_state_their_date_and_program() {
    let folder = Folder::new(&[]);
    let title = |seconds: &str| {
        let mut command = folder.command(&["man", "check"]);
        command.env("SOURCE_DATE_EPOCH", seconds);
        let page = String::from_utf8(command.output().expect("the program starts").stdout).expect("UTF-8");
        page.lines().find(|line| line.starts_with(".TH")).unwrap_or_default().replace('\\', "")
    };
    let expected = format!(
        ".TH descriptorium-check 1 2001-09-09 \"descriptorium {}\" \"Descriptorium Manual\"",
        env!("CARGO_PKG_VERSION")
    );
    assert_eq!(title("1000000000"), expected);
    assert_eq!(title("yesterday"), "", "an error");
}

#[test]
fn each_command_has_a_page_of_the_manual() {
    let folder = Folder::new(&[]);
    assert_eq!(folder.run(&["man", "--out", "man"]).code, 0);
    let page = folder.read("man/descriptorium-format.1");
    assert_eq!(page, folder.run(&["man", "format"]).output);
    assert!(page.contains(".SH NOTES") && folder.read("man/descriptorium.1").contains("EXIT STATUS"), "{page}");
    let run = folder.run(&["man", "fromat"]);
    assert_eq!((run.code, run.errors.as_str()), (2, "descriptorium: unknown command `fromat`\n"));
}
