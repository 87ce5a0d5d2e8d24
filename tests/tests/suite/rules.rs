//! Every rule does what its documentation says; the suites say what is found in which text; real descriptors are
//! checked without a panic and without a finding that is not true.

use std::collections::BTreeSet;
use std::{env, fs};

use descriptorium_core::analysis::Analysis;
use descriptorium_core::diagnostic::Severity;
use descriptorium_core::rules::{self, Settings};
use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::Workspace;
use descriptorium_tests::{case, law, place};

/// The numbered rules of `rules/assembly.md` and `rules/resource-descriptor.md` that were enforced when this was last
/// raised.
const ENFORCED: usize = 172;

fn example(text: &str) -> Analysis {
    Analysis::new(Workspace::new(place::split(text)), Settings::default())
}

#[test]
fn the_bad_example_of_a_rule_reports_it_and_nothing_else() {
    let faults = rules::all().flat_map(|rule| {
        let analysis = example(rule.bad);
        let (own, others): (Vec<_>, Vec<_>) = analysis.all_diagnostics().partition(|found| found.code == rule.code);
        let missing = own.is_empty().then(|| format!("{}: its bad example does not report it", rule.code));
        // What is wrong further down is found there too.
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
        let analysis = example(rule.good);
        let found = analysis.all_diagnostics();
        let bad = found.filter(|found| found.severity != Severity::Info || found.code == rule.code);
        bad.map(|found| format!("{}: its good example reports {}: {}", rule.code, found.code, found.message))
            .collect::<Vec<_>>()
    });
    assert_none(faults);
}

#[test]
fn the_fixes_in_the_bad_examples_mend_them() {
    assert_none(rules::all().flat_map(|rule| {
        let analysis = example(rule.bad);
        law::fixes_mend(&analysis).into_iter().chain(law::findings_are_well_formed(&analysis))
    }));
}

#[test]
fn a_rule_is_documented_and_stands_where_its_code_says() {
    let faults = rules::all().flat_map(|rule| {
        let file = format!("core/src/rules/{}.rs", rule.code.replace('-', "_"));
        let checks = [
            (rule.bad != rule.good, "its examples are the same"),
            (rule.doc.trim().len() > 40, "it has no documentation"),
            (!rule.title.is_empty() && !rule.title.ends_with('.'), "its title is no title"),
            (place::root().join(&file).is_file(), "there is no file of its name"),
        ];
        checks.into_iter().filter(|(holds, _)| !holds).map(|(_, fault)| format!("{}: {fault}", rule.code))
    });
    assert_none(faults);
    let codes: Vec<&str> = rules::all().map(|rule| rule.code).collect();
    assert_eq!(codes.len(), codes.iter().collect::<BTreeSet<_>>().len(), "two rules have one code");
}

/// The oracle is the list of rules that was drawn from the specifications.
#[test]
fn the_sources_of_a_rule_are_rules_of_the_language() {
    let sources: BTreeSet<&str> = rules::all().flat_map(|rule| rule.sources).copied().collect();
    println!("{} rules enforce {} numbered rules", rules::all().count(), sources.len());
    assert!(sources.len() >= ENFORCED, "only {} numbered rules are enforced, {ENFORCED} were", sources.len());
    let Some(folder) = place::shared("rules") else { return };
    let listed = fs::read_to_string(folder.join("assembly.json")).expect("a readable file");
    let listed: Vec<serde_json::Value> = serde_json::from_str(&listed).expect("a list of rules");
    let mut known: BTreeSet<&str> = listed.iter().filter_map(|rule| rule["id"].as_str()).collect();
    let resources = fs::read_to_string(folder.join("resource-descriptor.md")).expect("a readable file");
    let rows = resources.lines().filter_map(|line| line.strip_prefix("| ")?.split(" |").next());
    known.extend(rows.filter(|cell| cell.starts_with("RD-")));
    let unknown: Vec<_> = sources.difference(&known).collect();
    assert!(unknown.is_empty(), "no such numbered rules: {unknown:?}");
    let missing: Vec<_> = known.difference(&sources).copied().collect();
    println!("of {} not yet: {}", known.len(), missing.join(" "));
}

/// `UPDATE=1` rewrites the notes; look at what that changed.
#[test]
fn the_suites_find_what_they_note() {
    let folder = place::root().join("tests/suites");
    let mut faults = Vec::new();
    for (path, suite) in place::texts(&folder, &[".md"]) {
        let cases = case::parse(&suite);
        let analyses: Vec<Analysis> = cases.iter().map(case::Case::analysis).collect();
        if env::var_os("UPDATE").is_some() {
            let after = case::rewritten(&suite, &cases, &analyses);
            fs::write(folder.join(path.as_str()), after).expect("a writable folder");
            continue;
        }
        for (case, analysis) in cases.iter().zip(&analyses) {
            let broken = case.faults(analysis).into_iter();
            let broken = broken.chain(law::findings_are_well_formed(analysis)).chain(law::fixes_mend(analysis));
            faults.extend(broken.map(|fault| format!("{path}: {}: {fault}", case.name)));
        }
    }
    assert_none(faults);
}

fn assert_none(faults: impl IntoIterator<Item = String>) {
    let faults: Vec<String> = faults.into_iter().collect();
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}
