//! Options of `descriptorium check` that select findings, decide when a check fails, and print for other programs.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::suite::program::{Folder, Run};

/// A warning with a safe fix at line 5, an info at line 6, and a warning without a fix at line 10.
const WARNED: &str = "\
name: assembly::a::1.0
properties:
  size:
    type: integer
    read_only: true
  unused:
    type: string
composition:
  web:
    type: resource::missing::1.0
    properties: {deploymentLocation: {value: north}, resourceManager: {value: brent}}
";
const UNREADABLE: &str = "name: assembly::b::1.0\ncomposition: {}\nproperties: {a: \n";

fn concise(folder: &Folder, arguments: &[&str]) -> Run {
    folder.run(&[&["check", "--format", "concise"], arguments].concat())
}

/// The codes of concise lines, in order.
fn codes(run: &Run) -> Vec<&str> {
    let codes = run.output.lines().filter_map(|line| Some(line.split_once('[')?.1.split_once(']')?.0));
    // The mark in the summary is not a code.
    codes.filter(|code| code.contains('/')).collect()
}

#[test]
fn a_concise_line_has_place_severity_code_and_mark() {
    let folder = Folder::new(&[("a.yaml", WARNED)]);
    let run = concise(&folder, &[]);
    let expected = "\
a.yaml:5:5: warning[schema/alias-key] [*] `read_only` should be spelled `read-only`
a.yaml:6:3: info[assembly/unused-property] unused property `unused`
a.yaml:10:11: warning[catalog/no-such-descriptor] no descriptor `resource::missing::1.0` in this catalog
1 descriptor checked: 2 warnings and 1 info
[*] 1 finding fixable with --fix, 1 more with --unsafe-fixes
";
    assert_eq!((run.code, run.output.as_str()), (0, expected));
    let quiet = concise(&folder, &["--quiet"]);
    let findings: String = expected.split_inclusive('\n').take(3).collect();
    assert_eq!((quiet.output, quiet.errors), (findings, String::new()));
}

#[test]
fn rules_and_groups_are_selected_and_ignored() {
    let folder = Folder::new(&[("a.yaml", WARNED)]);
    let alias = "schema/alias-key";
    let unused = "assembly/unused-property";
    let missing = "catalog/no-such-descriptor";
    let cases: [(&[&str], &[&str]); 6] = [
        (&["--select", alias], &[alias]),
        (&["--select", "assembly,catalog/"], &[unused, missing]),
        (&["--select", "assembly", "--select", "schema"], &[alias, unused]),
        (&["--ignore", "assembly"], &[alias, missing]),
        (&["--select", "schema,assembly", "--ignore", alias], &[unused]),
        (&["--select", "homing"], &[]),
    ];
    for (arguments, expected) in cases {
        assert_eq!(codes(&concise(&folder, arguments)), expected, "{arguments:?}");
    }
    let run = concise(&folder, &["--ignore", "asembly"]);
    assert_eq!((run.code, run.output.as_str()), (2, ""));
    assert!(run.errors.contains("unknown rule `asembly`; did you mean `assembly`?"), "{}", run.errors);
}

/// The other findings of a file that cannot be read are unknown.
#[test]
fn files_that_cannot_be_read_are_always_reported() {
    let folder = Folder::new(&[("a.yaml", WARNED), ("b.yaml", UNREADABLE)]);
    for arguments in [["--select", "homing"], ["--ignore", "yaml"]] {
        let run = concise(&folder, &arguments);
        assert_eq!(run.code, 1, "{run:?}");
        assert!(codes(&run).contains(&"yaml/unbalanced-bracket"), "{run:?}");
    }
}

#[test]
fn warnings_and_infos_fail_a_check_on_request() {
    let folder = Folder::new(&[("a.yaml", WARNED)]);
    let cases: [(&[&str], i32); 8] = [
        (&[], 0),
        (&["--deny", "warnings"], 1),
        (&["--max-warnings", "2"], 0),
        (&["--max-warnings", "1"], 1),
        (&["--deny", "warnings", "--select", "assembly"], 0),
        (&["--deny", "infos", "--select", "assembly"], 1),
        (&["--deny", "warnings", "--ignore", "schema,catalog"], 0),
        (&["--max-warnings", "-1"], 2),
    ];
    for (arguments, expected) in cases {
        let run = concise(&folder, arguments);
        assert_eq!(run.code, expected, "{arguments:?}: {run:?}");
    }
    // Known findings do not count.
    assert_eq!(folder.run(&["check", "--write-baseline", "known.json"]).code, 0);
    assert_eq!(concise(&folder, &["--deny", "infos", "--baseline", "known.json"]).code, 0);
}

#[test]
fn only_selected_findings_are_fixed() {
    let folder = Folder::new(&[("a.yaml", WARNED)]);
    assert_eq!(folder.run(&["check", "--fix", "--ignore", "schema/alias-key"]).code, 0);
    assert_eq!(folder.read("a.yaml"), WARNED);
    let run = folder.run(&["check", "--fix", "--quiet", "--select", "schema"]);
    assert_eq!((run.code, run.output.as_str(), run.errors.as_str()), (0, "", ""));
    assert_eq!(folder.read("a.yaml"), WARNED.replace("read_only", "read-only"));
}

fn quality(folder: &Folder) -> Vec<Value> {
    let report = folder.run(&["check", "--format", "gitlab"]).json();
    report.as_array().expect("an array").clone()
}

/// The required members are those of GitLab's documentation of Code Quality reports.
#[test]
fn a_code_quality_report_recognizes_findings_that_moved() {
    let folder = Folder::new(&[("deep/a.yaml", WARNED)]);
    let before = quality(&folder);
    assert_eq!(before.len(), 3);
    for issue in &before {
        for member in ["description", "check_name", "fingerprint"] {
            assert!(issue[member].as_str().is_some_and(|text| !text.is_empty()), "{issue}");
        }
        assert_eq!(issue["location"]["path"], "deep/a.yaml");
    }
    let severities: Vec<_> = before.iter().map(|issue| issue["severity"].as_str().expect("a text")).collect();
    assert_eq!(severities, ["minor", "info", "minor"]);
    let lines = |issues: &[Value]| -> Vec<u64> {
        issues.iter().map(|issue| issue["location"]["lines"]["begin"].as_u64().expect("a number")).collect()
    };
    assert_eq!(lines(&before), [5, 6, 10]);
    let fingerprints = |issues: &[Value]| -> Vec<String> {
        issues.iter().map(|issue| issue["fingerprint"].as_str().expect("a text").to_owned()).collect()
    };
    assert_eq!(fingerprints(&before).iter().collect::<BTreeSet<_>>().len(), 3, "each has its own");
    folder.write("deep/a.yaml", format!("# A comment.\n\n{WARNED}"));
    let after = quality(&folder);
    assert_eq!(lines(&after), [7, 8, 12]);
    assert_eq!(fingerprints(&after), fingerprints(&before));
}

#[test]
fn colors_are_a_matter_of_an_option_or_of_variables() {
    let folder = Folder::new(&[("a.yaml", WARNED)]);
    let has_colors = |options: &[&str], variables: &[(&str, &str)]| {
        let mut command = folder.command(&[options, &["check"]].concat());
        let run = Run::of(command.envs(variables.iter().copied()).output().expect("the program starts"));
        run.output.contains("\u{1b}[")
    };
    assert!(!has_colors(&[], &[]), "the output is no terminal");
    assert!(has_colors(&["--color", "always"], &[]));
    assert!(has_colors(&["--color", "always"], &[("NO_COLOR", "1")]), "the option decides");
    assert!(has_colors(&[], &[("FORCE_COLOR", "1")]));
    assert!(!has_colors(&[], &[("FORCE_COLOR", "0")]));
    assert!(!has_colors(&[], &[("FORCE_COLOR", "1"), ("NO_COLOR", "1")]));
    assert!(!has_colors(&["--color", "never"], &[("FORCE_COLOR", "1")]));
}

/// A file is formatted like in the modeller; the oracle is a second run, and the check before and after.
#[test]
fn descriptors_are_formatted_and_checked() {
    const MESSY: &str = "name: assembly::a::1.0\nproperties:\n    size:   {type: integer,default: 3} # kept\n    \n\n\n    p: {type: string}\ncomposition: {}\n";
    let folder = Folder::new(&[
        ("messy.yaml", MESSY),
        ("good.yaml", "name: assembly::b::1.0\nproperties: {}\ncomposition: {}\n"),
        ("other.yaml", "a:    1\n"),
        ("drafts/messy.yaml", &MESSY.replace("::a::", "::c::")),
    ]);
    let run = folder.run(&["format", "--check", "--exclude", "drafts/"]);
    let expected = "not formatted: messy.yaml\n1 file would be formatted, 1 unchanged\n";
    assert_eq!((run.code, run.output.as_str()), (1, expected));
    assert_eq!(folder.read("messy.yaml"), MESSY, "a check writes nothing");
    let patch = folder.run(&["format", "--diff", "--quiet", "messy.yaml"]);
    assert!(patch.code == 0 && patch.output.contains("+    size: {type: integer, default: 3} # kept"), "{patch:?}");
    assert_eq!(folder.read("messy.yaml"), MESSY, "nor does a patch");
    let run = folder.run(&["format", "."]);
    let expected = "formatted: drafts/messy.yaml\nformatted: messy.yaml\n2 files formatted, 1 unchanged\n";
    assert_eq!((run.code, run.output.as_str()), (0, expected));
    let text = folder.read("messy.yaml");
    assert!(text.contains("    size: {type: integer, default: 3} # kept\n"), "{text}");
    assert_eq!(folder.read("other.yaml"), "a:    1\n", "it is not a descriptor");
    assert_eq!(folder.run(&["format", "--check"]).code, 0);
    // Only a named file is meant to be formatted in any case.
    assert_eq!(folder.run(&["format", "--check", "other.yaml"]).code, 1);
    folder.write("broken.yaml", "name: assembly::d::1.0\nproperties: {a: \n");
    let run = folder.run(&["format"]);
    assert!(run.code == 1 && run.errors.contains("cannot format `broken.yaml`: line "), "{run:?}");
    assert_eq!(folder.read("broken.yaml"), "name: assembly::d::1.0\nproperties: {a: \n");
    // Neither is a file passed over that may be a descriptor, but cannot be recognized as one.
    folder.write("unknown.yaml", "name: [a\n");
    folder.write("latin.yaml", b"name: resource::caf\xe9::1.0\nlifecycle: {}\n");
    let run = folder.run(&["format", "--check"]);
    for file in ["broken.yaml", "latin.yaml", "unknown.yaml"] {
        assert!(run.errors.contains(&format!("cannot format `{file}`: ")), "{run:?}");
    }
    assert_eq!((run.code, run.output.as_str()), (1, "3 files are already formatted\n"));
}

/// An unsafe fix is applied on request, if it is the only one of its finding; the counts and marks say so.
#[test]
fn unsafe_fixes_are_applied_on_request() {
    let text = "name: assembly::a::1.0\nproperties:\n  size: {type: integer, descripion: x}\ncomposition: {}\n";
    let folder = Folder::new(&[("a.yaml", text)]);
    let run = concise(&folder, &["--select", "schema"]);
    assert!(run.output.contains("schema/unknown-key] unknown key"), "{run:?}");
    assert!(run.output.ends_with("1 finding fixable with --fix --unsafe-fixes\n"), "{run:?}");
    let run = concise(&folder, &["--select", "schema", "--unsafe-fixes"]);
    assert!(run.output.contains("[*] unknown key"), "{run:?}");
    assert!(run.output.ends_with("[*] 1 finding fixable with --fix --unsafe-fixes\n"), "{run:?}");
    let run = folder.run(&["check", "--fix", "--select", "schema"]);
    assert!(run.errors.contains("use --unsafe-fixes"), "{run:?}");
    assert_eq!(folder.read("a.yaml"), text);
    let run = folder.run(&["check", "--fix", "--unsafe-fixes", "--select", "schema"]);
    assert!(run.errors.contains("1 fix applied in 1 file"), "{run:?}");
    assert_eq!(folder.read("a.yaml"), text.replace("descripion", "description"));
}

#[test]
fn excluded_files_are_not_checked_but_define_names() {
    let folder = Folder::new(&[
        ("a.yaml", WARNED),
        (
            "drafts/missing.yaml",
            "name: resource::missing::1.0\nlifecyle: {}\nproperties: {deploymentLocation: {type: string}, resourceManager: {type: string}}\n",
        ),
    ]);
    let found = |arguments: &[&str]| codes(&concise(&folder, arguments)).join(" ");
    assert!(found(&[]).contains("schema/unknown-key"), "{}", found(&[]));
    let expected = "schema/alias-key assembly/unused-property";
    for pattern in ["drafts/", "drafts", "missing.*", "/drafts/*.yaml"] {
        assert_eq!(found(&["--exclude", pattern]), expected, "{pattern}");
    }
    // A file that is named is meant.
    assert!(found(&["--exclude", "drafts/", "drafts/missing.yaml"]).contains("schema/unknown-key"));
    let run = concise(&folder, &["--exclude", "a[.yaml"]);
    assert!(run.code == 2 && run.errors.contains("invalid pattern `a[.yaml` of `--exclude`"), "{run:?}");
}

/// The text form marks fixable findings as the line form does.
#[test]
fn fixable_findings_are_marked_in_text() {
    let folder = Folder::new(&[("a.yaml", WARNED)]);
    let output = folder.run(&["check"]).output;
    assert!(output.contains("warning[schema/alias-key]: [*] `read_only` should be spelled"), "{output}");
    assert!(output.contains("info[assembly/unused-property]: unused property"), "{output}");
}
