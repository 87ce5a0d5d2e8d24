//! Every rule behaves as documented, the suites match, and real descriptors are checked without panics and false
//! positives.

use std::collections::{BTreeMap, BTreeSet};
use std::{env, fs};

use descriptorium_core::analysis::Analysis;
use descriptorium_core::analysis::example;
use descriptorium_core::diagnostic::Severity;
use descriptorium_core::rules;
use descriptorium_core::settings::Settings;
use descriptorium_core::text::{self, FilePath};
use descriptorium_core::workspace::Workspace;
use descriptorium_tests::{case, law, paths};

#[test]
fn the_bad_example_of_a_rule_reports_it_and_nothing_else() {
    let faults = rules::all().flat_map(|rule| {
        let analysis = example::analysis(rule.bad);
        let (own, others): (Vec<_>, Vec<_>) = analysis.all_diagnostics().partition(|found| found.code == rule.code);
        let missing = own.is_empty().then(|| format!("{}: its bad example does not report it", rule.code));
        // Findings in nested parts are reported as well.
        let here = |file: &FilePath| own.iter().any(|found| found.file == *file);
        let loud = others.into_iter().filter(|found| found.severity != Severity::Info && here(&found.file));
        let surplus =
            loud.map(|found| format!("{}: its bad example reports {}: {}", rule.code, found.code, found.message));
        missing.into_iter().chain(surplus.collect::<Vec<_>>())
    });
    assert_none(faults);
}

#[test]
fn the_good_example_of_a_rule_is_clean() {
    let faults = rules::all().flat_map(|rule| {
        let analysis = example::analysis(rule.good);
        let found = analysis.all_diagnostics();
        let bad = found.filter(|found| found.severity != Severity::Info || found.code == rule.code);
        bad.map(|found| format!("{}: its good example reports {}: {}", rule.code, found.code, found.message))
            .collect::<Vec<_>>()
    });
    assert_none(faults);
}

#[test]
fn the_fixes_in_the_bad_examples_resolve_their_findings() {
    assert_none(rules::all().flat_map(|rule| {
        let analysis = example::analysis(rule.bad);
        law::fixes_resolve_findings(&analysis).into_iter().chain(law::findings_are_well_formed(&analysis))
    }));
}

/// The bad examples as JSON: every fix leaves JSON.
#[test]
fn fixes_of_json_leave_json() {
    let (mut n_fixes, mut faults) = (0, Vec::new());
    for rule in rules::all() {
        let files = example::files(rule.bad).into_iter().filter_map(|(path, text)| {
            let value: serde_yaml::Value = serde_yaml::from_str(&text).ok()?;
            let path = FilePath::new(&path.as_str().replace(".yaml", ".json"))?;
            Some((path, serde_json::to_string_pretty(&value).ok()?))
        });
        let workspace = example::workspace(files.collect());
        let analysis = Analysis::new(workspace, example::settings(rule.bad.lines().next()));
        for found in analysis.all_diagnostics() {
            for fix in &found.fixes {
                let Ok(after) = analysis.changed(&fix.change) else { continue };
                let texts = fix.change.edits.keys().filter_map(|path| after.file(path));
                let is_json = |text: &str| serde_json::from_str::<serde_json::Value>(text).is_ok();
                n_fixes += 1;
                if !texts.into_iter().all(|file| is_json(&file.text)) {
                    faults.push(format!("{}: `{}` leaves no JSON in {}", found.code, fix.change.title, rule.code));
                }
            }
        }
    }
    assert!(n_fixes > 150, "{n_fixes} fixes");
    assert_none(faults);
}

#[test]
fn a_rule_is_documented_and_its_file_matches_its_code() {
    let faults = rules::all().flat_map(|rule| {
        let name = rule.code.replace('-', "_");
        let file = format!("core/src/rules/{name}.rs");
        // A rule of a shared group that applies only to assemblies is in their folder.
        let of_assemblies = name.split_once('/').map(|(_, fault)| format!("core/src/rules/assembly/{fault}.rs"));
        let is_there = |file: &str| paths::root().join(file).is_file();
        let checks = [
            (rule.bad != rule.good, "its examples are the same"),
            (rule.doc.trim().len() > 40, "it has no documentation"),
            (!rule.title.is_empty() && !rule.title.ends_with('.'), "its title is no title"),
            (is_there(&file) || of_assemblies.is_some_and(|file| is_there(&file)), "there is no file of its name"),
        ];
        checks.into_iter().filter(|(holds, _)| !holds).map(|(_, fault)| format!("{}: {fault}", rule.code))
    });
    assert_none(faults);
    let codes: Vec<&str> = rules::all().map(|rule| rule.code).collect();
    assert_eq!(codes.len(), codes.iter().collect::<BTreeSet<_>>().len(), "two rules have one code");
}

/// `UPDATE=1` rewrites the expectations; review the changes.
#[test]
fn the_suites_find_what_they_note() {
    let folder = paths::root().join("tests/suites");
    let mut faults = Vec::new();
    for (path, suite) in paths::texts(&folder, &[".md"]) {
        let cases = case::parse(&suite);
        let analyses: Vec<Analysis> = cases.iter().map(case::Case::analysis).collect();
        if env::var_os("UPDATE").is_some() {
            let after = case::rewritten(&suite, &cases, &analyses);
            fs::write(folder.join(path.as_str()), after).expect("a writable folder");
            continue;
        }
        for (case, analysis) in cases.iter().zip(&analyses) {
            let broken = case.faults(analysis).into_iter();
            let broken =
                broken.chain(law::findings_are_well_formed(analysis)).chain(law::fixes_resolve_findings(analysis));
            faults.extend(broken.map(|fault| format!("{path}: {}: {fault}", case.name)));
        }
    }
    assert_none(faults);
}

/// Each folder of the corpus is a separate catalog.
fn catalogs() -> Vec<(String, Workspace)> {
    let Some(corpus) = paths::shared("corpus/assembly") else { return Vec::new() };
    let mut catalogs: BTreeMap<String, Vec<(FilePath, String)>> = BTreeMap::new();
    for (path, text) in paths::texts(&corpus, &[".yml", ".yaml"]) {
        let catalog = path.as_str().split('/').next().unwrap_or_default().to_owned();
        catalogs.entry(catalog).or_default().push((path, text));
    }
    catalogs.into_iter().map(|(name, files)| (name, Workspace::new(files))).collect()
}

#[test]
fn the_laws_hold_for_real_descriptors() {
    let mut yields: BTreeMap<(Severity, &str), usize> = BTreeMap::new();
    let mut faults = Vec::new();
    for (_, workspace) in catalogs() {
        let analysis = Analysis::new(workspace, Settings::default());
        analysis.all_diagnostics().for_each(|found| *yields.entry((found.severity, found.code)).or_default() += 1);
        faults.extend(law::findings_are_well_formed(&analysis));
        faults.extend(law::fixes_resolve_findings(&analysis));
    }
    for ((severity, code), count) in yields {
        println!("{count:5} {} {code}", severity.name());
    }
    assert_none(faults);
}

/// The oracle is another parser: texts that it accepts have no syntax errors here.
#[test]
fn valid_yaml_is_not_reported_as_broken() {
    let faults = catalogs().into_iter().flat_map(|(_, workspace)| {
        let readable = |path: &FilePath| {
            let text = workspace.file(path).map(|file| file.text.clone()).unwrap_or_default();
            serde_yaml::from_str::<serde_yaml::Value>(&text).is_ok()
        };
        let analysis = Analysis::new(workspace.clone(), Settings::default());
        let broken = analysis.all_diagnostics().filter(|found| found.code.starts_with("yaml/"));
        let broken = broken.filter(|found| found.severity == Severity::Error && readable(&found.file));
        broken.map(|found| format!("{}: {}: {}", found.file, found.code, found.message)).collect::<Vec<_>>()
    });
    assert_none(faults);
}

/// Editors contain incomplete descriptors most of the time.
#[test]
fn half_a_descriptor_is_checked_like_a_whole_one() {
    let faults = catalogs().into_iter().flat_map(|(_, workspace)| {
        let cut = workspace.files().enumerate().flat_map(|(number, file)| {
            let places = [number * 7919 % 97, number * 104_729 % 89].map(|place| file.text.len() * place / 97);
            places.map(|place| (file.path.clone(), file.text[..text::floor_boundary(&file.text, place)].to_owned()))
        });
        let analyses = cut.map(|file| Analysis::new(Workspace::new([file]), Settings::default()));
        analyses
            .flat_map(|analysis| {
                law::findings_are_well_formed(&analysis).into_iter().chain(law::fixes_resolve_findings(&analysis))
            })
            .collect::<Vec<_>>()
    });
    assert_none(faults);
}

#[test]
fn the_example_catalog_is_clean() {
    let files = paths::texts(&paths::root().join("examples"), &[".yaml"]);
    assert!(!files.is_empty(), "there is no example");
    let analysis = Analysis::new(Workspace::new(files), Settings { strict: true, ..Settings::default() });
    let loud = analysis.all_diagnostics().filter(|found| found.severity != Severity::Info);
    assert_none(loud.map(|found| format!("{}: {}: {}", found.file, found.code, found.message)));
    assert_none(law::findings_are_well_formed(&analysis).into_iter().chain(law::fixes_resolve_findings(&analysis)));
}

fn assert_none(faults: impl IntoIterator<Item = String>) {
    let faults: Vec<String> = faults.into_iter().collect();
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}
