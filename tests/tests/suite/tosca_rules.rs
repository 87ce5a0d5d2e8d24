//! The numbered rules of the TOSCA specification against their fixtures, the examples of its second chapter, and the
//! templates of another implementation.
//!
//! `tosca_rules/open.txt` lists the fixtures that are not reported as they should be, each with the difference. It is exact:
//! `UPDATE=1` rewrites it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::{env, fs};

use descriptorium_core::analysis::Analysis;
use descriptorium_core::content::{Contents, InMemory};
use descriptorium_core::diagnostic::{Diagnostic, Severity};
use descriptorium_core::rules;
use descriptorium_core::settings::Settings;
use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::Workspace;
use descriptorium_tests::paths;
use serde_json::Value;

/// The verdict of a fixture in one mode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    /// An error whose code names the rule, and no other.
    Error,
    /// A warning whose code names the rule, and no error.
    Warning,
    /// No error.
    Clean,
}

/// A fixture of a numbered rule.
struct Fixture {
    number: String,
    verdict: BTreeMap<&'static str, Verdict>,
    /// The names that its finding quotes, according to the rule.
    names: Vec<String>,
    files: Vec<(FilePath, String)>,
}

const MODES: [&str; 2] = ["default", "strict"];

/// Later decisions, which take precedence over the expectations.
const DECIDED: &[(&str, &str, Verdict)] = &[
    // Strict mode rejects null where a mapping is required.
    ("T-0-04", "strict", Verdict::Error),
    ("T-3.5.16-08", "strict", Verdict::Error),
];

/// The reasons for the fixtures that stay open.
const REASONS: &[(&str, &str)] = &[
    ("default T-2.10-03", "needs the substituting topology, which `expand --substitute` names"),
    ("strict T-2.10-03", "needs the substituting topology, which `expand --substitute` names"),
    ("default T-3.5.13-04", "about supplied inputs, which `expand` checks"),
    ("strict T-3.5.13-04", "about supplied inputs, which `expand` checks"),
    ("strict T-3.7.9-01", "an unmapped capability is an error in strict mode (T-3.7.12-03)"),
    ("strict T-3.7.9-03", "an unmapped capability is an error in strict mode (T-3.7.12-03)"),
    ("strict T-3.7.9-04", "an unmapped capability is an error in strict mode (T-3.7.12-03)"),
    ("strict T-3.7.9-05", "an unmapped capability is an error in strict mode (T-3.7.12-03)"),
    ("strict T-3.7.9-06", "an unmapped capability is an error in strict mode (T-3.7.12-03)"),
];

fn json(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).expect("a readable file")).expect("JSON")
}

fn fixtures() -> Option<Vec<Fixture>> {
    let (rules, folder) = (paths::shared("rules/tosca-ch1-4.json")?, paths::shared("fixtures/tosca")?);
    let expected = json(&folder.join("rules-ch1-4-expect.json"));
    let texts = paths::texts(&folder.join("rules-ch1-4"), &[".yaml"]);
    let mut found = Vec::new();
    for rule in json(&rules).as_array()? {
        let number = rule["id"].as_str()?.to_owned();
        let single = format!("{number}.yaml");
        let inside = format!("{number}/");
        let files = texts.iter().filter_map(|(path, text)| {
            let name = match path.as_str() {
                path if path == single => "main.yaml",
                path => path.strip_prefix(&inside)?,
            };
            Some((FilePath::new(name)?, text.clone()))
        });
        let files: Vec<_> = files.collect();
        if files.is_empty() || expected[&number].is_null() {
            continue;
        }
        let verdict = MODES.map(|mode| {
            let decided = DECIDED.iter().find(|(of, in_mode, _)| *of == number && *in_mode == mode);
            let verdict = decided.map_or_else(|| verdict(&expected[&number][mode]), |(_, _, verdict)| *verdict);
            (mode, verdict)
        });
        let message = rule["diagnostic"].as_str().unwrap_or_default();
        found.push(Fixture { number, verdict: BTreeMap::from(verdict), names: quoted(message), files });
    }
    Some(found)
}

fn verdict(expected: &Value) -> Verdict {
    match expected.as_str() {
        Some("error") => Verdict::Error,
        Some("warning") => Verdict::Warning,
        _ => Verdict::Clean,
    }
}

/// The names in quotes in a message, without its help.
fn quoted(message: &str) -> Vec<String> {
    let message = message.split("| help").next().unwrap_or_default();
    let message = message.split("| note").next().unwrap_or_default();
    let inside = |quote: char| message.split(quote).skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
    inside('\'').into_iter().chain(inside('"')).filter(|name| !name.is_empty()).collect()
}

fn names_rule(found: &Diagnostic, number: &str) -> bool {
    rules::find(found.code).is_some_and(|rule| rule.sources.contains(&number))
}

/// How the findings differ from the verdict.
fn difference(fixture: &Fixture, mode: &str) -> Option<String> {
    let settings = Settings { strict: mode == "strict", ..Settings::default() };
    // The files beside the templates are known: there are none.
    let contents = Contents::of(Arc::new(InMemory::default()));
    let analysis = Analysis::new(Workspace::new(fixture.files.clone()).with_contents(contents), settings);
    let of = |severity| analysis.all_diagnostics().filter(move |found| found.severity == severity);
    let is_own = |found: &&Diagnostic| names_rule(found, &fixture.number);
    let first = |found: &Diagnostic| format!("{}: {}", found.code, found.message);
    let wanted = fixture.verdict[mode];
    let own = match wanted {
        Verdict::Error => of(Severity::Error).find(is_own),
        Verdict::Warning => of(Severity::Warning).find(is_own),
        Verdict::Clean => None,
    };
    let surplus = of(Severity::Error).find(|found| wanted != Verdict::Error || !is_own(found));
    match (wanted, own, surplus) {
        (Verdict::Clean, _, None) => None,
        (Verdict::Error, None, None) => Some("no error".to_owned()),
        (Verdict::Error, None, Some(other)) => Some(format!("only the error {}", first(other))),
        (Verdict::Warning, None, None) => Some("no warning".to_owned()),
        (_, _, Some(other)) => Some(format!("the error {}", first(other))),
        (_, Some(own), None) => {
            let file = analysis.file(&own.file)?;
            let [start, end] = [own.span.start, own.span.end].map(|at| file.lines.line(at as usize));
            let lines: String = (start..=end).map(|line| file.lines.span(&file.text, line).of(&file.text)).collect();
            let is_there = |name: &String| lines.contains(name.as_str()) || own.message.contains(name.as_str());
            let is_there = fixture.names.is_empty() || fixture.names.iter().any(is_there);
            (!is_there).then(|| format!("not at {:?}: {}", fixture.names, first(own)))
        }
    }
}

/// The list of open fixtures, as lines.
fn assert_open(section: &str, open: &BTreeMap<String, String>) {
    let path = paths::root().join("tests/tests/suite/tosca_rules/open.txt");
    let listed = fs::read_to_string(&path).unwrap_or_default();
    let lines = open.iter().map(|(name, difference)| {
        let reason = REASONS.iter().find(|(of, _)| *of == format!("{section} {name}"));
        let reason = reason.map(|(_, reason)| format!(" ({reason})")).unwrap_or_default();
        format!("{section} {name}: {difference}{reason}")
    });
    let own = |line: &&str| line.split(' ').next() == Some(section);
    if env::var_os("UPDATE").is_some() {
        let others = listed.lines().filter(|line| !own(line)).map(str::to_owned);
        let all: BTreeSet<String> = others.chain(lines).collect();
        fs::write(&path, all.into_iter().map(|line| line + "\n").collect::<String>()).expect("a writable file");
        return;
    }
    // Messages may change.
    let names = |lines: &mut dyn Iterator<Item = String>| -> BTreeSet<String> {
        lines.map(|line| line.split(": ").next().unwrap_or_default().to_owned()).collect()
    };
    let known = names(&mut listed.lines().filter(own).map(str::to_owned));
    let now = names(&mut lines.clone());
    let broken: Vec<String> =
        lines.filter(|line| !known.contains(line.split(": ").next().unwrap_or_default())).collect();
    let met: Vec<&String> = known.difference(&now).collect();
    assert!(broken.is_empty(), "no longer as they should be:\n{}", broken.join("\n"));
    assert!(met.is_empty(), "now as they should be: run with UPDATE=1 to remove them from the list:\n{met:#?}");
}

#[test]
fn the_fixtures_of_the_numbered_rules_are_reported() {
    let Some(fixtures) = fixtures() else { return };
    assert!(fixtures.len() > 480, "only {} fixtures", fixtures.len());
    for mode in MODES {
        let mut open = BTreeMap::new();
        for fixture in &fixtures {
            if let Some(difference) = difference(fixture, mode) {
                open.insert(fixture.number.clone(), difference);
            }
        }
        println!("{mode}: {} of {} fixtures are open", open.len(), fixtures.len());
        assert_open(mode, &open);
    }
}

/// The completed examples of chapter 2 are valid.
#[test]
fn the_completed_examples_of_chapter_2_are_valid() {
    let Some(folder) = paths::shared("fixtures/tosca/spec-examples-ch2/complete") else { return };
    let mut open = BTreeMap::new();
    let analysis = Analysis::new(Workspace::new(paths::texts(&folder, &[".yaml"])), Settings::default());
    for found in analysis.all_diagnostics().filter(|found| found.severity == Severity::Error) {
        open.entry(found.file.to_string()).or_insert_with(|| format!("{}: {}", found.code, found.message));
    }
    assert_open("complete", &open);
}

/// Templates of ARIA in its own verdicts, per mode: how many of the valid and of the invalid ones get the same verdict.
const ARIA: [(&str, [f64; 2]); 2] = [("default", [99.0, 64.6]), ("strict", [97.0, 95.0])];

#[test]
fn the_templates_of_aria_get_the_same_verdict() {
    let Some(path) = paths::shared("corpus/tosca/aria-inline.jsonl") else { return };
    let text = fs::read_to_string(path).expect("a readable file");
    let cases: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("a case")).collect();
    let file = FilePath::new("main.yaml").expect("a path");
    for (mode, least) in ARIA {
        let (mut right, mut all) = ([0_u32; 2], [0_u32; 2]);
        // The rules that are errors only in strict mode, with the number of invalid templates that are accepted without.
        let mut lenient: BTreeMap<&str, usize> = BTreeMap::new();
        for case in &cases {
            let text = case["text"].as_str().unwrap_or_default();
            let checked = |strict| {
                let workspace = Workspace::new([(file.clone(), text.to_owned())]);
                Analysis::new(workspace, Settings { strict, ..Settings::default() })
            };
            let analysis = checked(mode == "strict");
            // The imported files are not part of the recording.
            if analysis.all_diagnostics().any(|found| found.code == "tosca/import/no-such-import") {
                continue;
            }
            let error = analysis.all_diagnostics().find(|found| found.severity == Severity::Error);
            let is_invalid = case["expected"] != "valid";
            let at = usize::from(is_invalid);
            all[at] += 1;
            right[at] += u32::from(error.is_some() == is_invalid);
            if mode == "default" && is_invalid && error.is_none() {
                let strict = checked(true);
                let first = strict.all_diagnostics().find(|found| found.severity == Severity::Error);
                *lenient.entry(first.map_or("none", |found| found.code)).or_default() += 1;
            }
            if env::var_os("LIST").is_some() && error.is_some() != is_invalid {
                let message = error.map_or_else(String::new, |found| format!("{}: {}", found.code, found.message));
                println!("{mode} {} {}: {message}", case["expected"], case["name"]);
            }
        }
        let share = [0, 1].map(|at| 100.0 * f64::from(right[at]) / f64::from(all[at].max(1)));
        println!("{mode}: {:.1} % of {} valid and {:.1} % of {} invalid ones", share[0], all[0], share[1], all[1]);
        lenient
            .iter()
            .for_each(|(code, count)| println!("{mode}: {count} accepted, rejected in strict mode by {code}"));
        assert!(share[0] >= least[0] && share[1] >= least[1], "{mode}: {share:?} instead of {least:?}");
    }
}

/// Files with labels at their lines: whether the files that they import are there, and the least number of lines labelled as
/// errors that have a finding within one line. Names that a missing file could define are not reported, so some 70 lines
/// have a finding only if the file is there; the labels of its imports are then not true.
const LABELLED: [(&str, bool, usize); 3] =
    [("type_checking.yaml", false, 569), ("type_checking.yaml", true, 637), ("type_checking-1.3.yaml", false, 103)];

/// The labels of another processor: a finding within one line of each error, and no error at a line that is correct.
#[test]
fn the_labelled_lines_have_findings() {
    let Some(folder) = paths::shared("corpus/tosca") else { return };
    let table = fs::read_to_string(folder.join("orange-line-truth.tsv")).expect("a readable file");
    for (name, has_imports, least) in LABELLED {
        let path = format!("orange-cloudnet/tests/{name}");
        let rows = table.lines().map(|row| row.split('\t').collect::<Vec<_>>());
        let labels: BTreeSet<(usize, String)> = rows
            .filter(|row| row.first() == Some(&path.as_str()))
            .filter_map(|row| Some((row.get(1)?.parse().ok()?, (*row.get(2)?).to_owned())))
            .collect();
        let labelled = |label: &str| labels.iter().filter(|(_, of)| of == label).map(|(line, _)| *line).collect();
        let (errors, correct): (BTreeSet<usize>, BTreeSet<usize>) = (labelled("ERROR"), labelled("CORRECT"));
        let text = fs::read_to_string(folder.join(&path)).expect("a readable file");
        let file = FilePath::new(name).expect("a path");
        let mut texts = vec![(file.clone(), text)];
        let mut settings = Settings::default();
        if has_imports {
            let imported = FilePath::new("one_file.yaml").expect("a path");
            texts.push((imported, "tosca_definitions_version: tosca_simple_yaml_1_2\n".to_owned()));
            for host in ["www.google.org", "unknown.site.org"] {
                settings.imports.insert(format!("http://{host}/one_file.yaml"), "one_file.yaml".to_owned());
            }
        }
        let analysis = Analysis::new(Workspace::new(texts), settings);
        let lines = &analysis.file(&file).expect("the file").lines;
        // All findings that count, and the errors.
        let (mut reported, mut wrong) = (BTreeSet::new(), Vec::new());
        let own = analysis.all_diagnostics().filter(|found| found.file == file);
        for found in own.filter(|found| found.severity != Severity::Info) {
            let line = lines.line(found.span.start as usize) + 1;
            reported.insert(line);
            if found.severity == Severity::Error && correct.contains(&line) {
                wrong.push((line, found.code));
            }
        }
        let is_near = |line: &&usize| (line.saturating_sub(1)..=**line + 1).any(|near| reported.contains(&near));
        let n_found = errors.iter().filter(is_near).count();
        println!(
            "{name}, imports {has_imports}: {n_found} of {} lines, errors at correct lines: {wrong:?}",
            errors.len()
        );
        if env::var_os("LIST").is_some() {
            let missed: Vec<_> = errors.iter().filter(|line| !is_near(line)).collect();
            println!("{name}: missed {missed:?}");
        }
        assert!(n_found >= least && wrong.is_empty(), "{name}: {n_found} instead of {least}, wrong {wrong:?}");
    }
}
