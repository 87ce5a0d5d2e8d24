//! Real service templates with the verdicts of their projects: a table of the agreement per source, and the list of all
//! disagreements, each with the numbered rules behind it. `UPDATE=1` rewrites the list.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::{env, fs};

use descriptorium_core::analysis::Analysis;
use descriptorium_core::catalog::Catalog;
use descriptorium_core::diagnostic::Severity;
use descriptorium_core::rules;
use descriptorium_core::settings::Settings;
use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::Workspace;
use descriptorium_tests::paths;

use super::program::Folder;

/// A row of the manifest.
struct Row {
    path: String,
    source: String,
    is_valid: bool,
    kind: String,
    /// The error of the other project.
    error: String,
}

fn rows(manifest: &str) -> Vec<Row> {
    let mut lines = manifest.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let names = lines.next().unwrap_or_default();
    let at = |name: &str| names.iter().position(|known| *known == name).expect(name);
    let columns = ["path", "source", "expected", "kind", "expected_error"].map(at);
    let row = |cells: Vec<&str>| {
        let [path, source, expected, kind, error] = columns.map(|at| cells.get(at).copied().unwrap_or_default());
        let is_valid = match expected {
            "valid" => true,
            "invalid" => false,
            _ => return None,
        };
        let [path, source, kind, error] = [path, source, kind, error].map(str::to_owned);
        Some(Row { path, source, is_valid, kind, error })
    };
    lines.filter_map(row).collect()
}

/// The first error in a file or in what it imports, as its code with the numbers of its rules, and its message.
fn error_in(workspace: &Workspace, catalog: &Arc<Catalog>, path: &FilePath) -> Option<String> {
    let of = |paths: Vec<FilePath>| {
        Analysis::of_some(workspace.clone(), Arc::clone(catalog), Settings::default(), None, paths)
    };
    let imported = of(Vec::new()).builds_on(path);
    let analysis = of(imported.into_iter().chain([path.clone()]).collect());
    let found = analysis.all_diagnostics().find(|found| found.severity == Severity::Error)?;
    let sources = rules::find(found.code).map(|rule| rule.sources.join(", ")).unwrap_or_default();
    Some(format!("{} ({sources}): {}", found.code, found.message))
}

fn error_of_archive(path: &str, bytes: Vec<u8>) -> Option<String> {
    let folder = Folder::new(&[]);
    let name = path.rsplit('/').next().unwrap_or(path);
    folder.write(name, bytes);
    let run = folder.run(&["check", name, "--format", "json"]);
    if run.code == 0 {
        return None;
    }
    let found = serde_json::from_str::<serde_json::Value>(&run.output).ok();
    let first = found.and_then(|found| {
        let all = found["diagnostics"].as_array()?.iter().find(|one| one["severity"] == "error")?.clone();
        Some(format!("{}: {}", all["code"].as_str()?, all["message"].as_str()?))
    });
    Some(first.unwrap_or_else(|| run.errors.lines().next().unwrap_or_default().to_owned()))
}

#[test]
fn real_templates_get_the_verdicts_of_their_projects_or_a_reason() {
    let Some(folder) = paths::shared("corpus/tosca") else { return };
    let manifest = fs::read_to_string(folder.join("manifest.tsv")).expect("a readable file");
    let workspace = Workspace::new(paths::texts(&folder, &[".yaml", ".yml"]));
    let catalog = Arc::new(Catalog::of(&workspace));
    // For each source, how many of the valid and of the invalid ones agree, and how many there are.
    let mut table: BTreeMap<String, [(usize, usize); 2]> = BTreeMap::new();
    let mut differing = BTreeSet::new();
    for row in rows(&manifest) {
        let error = match row.kind.as_str() {
            "csar" => error_of_archive(&row.path, fs::read(folder.join(&row.path)).unwrap_or_default()),
            _ => FilePath::new(&row.path).and_then(|path| error_in(&workspace, &catalog, &path)),
        };
        let (agreed, all) = &mut table.entry(row.source).or_default()[usize::from(!row.is_valid)];
        *all += 1;
        if error.is_none() == row.is_valid {
            *agreed += 1;
        } else {
            let verdict = error.unwrap_or_else(|| format!("accepted; there: {}", row.error));
            differing.insert(format!("{}: {}", row.path, verdict.replace('\n', " ")));
        }
    }
    for (source, [valid, invalid]) in &table {
        println!("{source:<20} valid {:>3} of {:>3}, invalid {:>3} of {:>3}", valid.0, valid.1, invalid.0, invalid.1);
    }
    let list = paths::root().join("tests/tests/suite/tosca_rules/corpus.txt");
    let text: String = differing.iter().map(|line| format!("{line}\n")).collect();
    if env::var_os("UPDATE").is_some() {
        fs::write(&list, &text).expect("a writable file");
    }
    // Messages may change.
    let names = |text: &str| -> BTreeSet<String> {
        text.lines().filter_map(|line| Some(line.split_once(": ")?.0.to_owned())).collect()
    };
    let listed = fs::read_to_string(&list).unwrap_or_default();
    assert_eq!(names(&text), names(&listed), "run with UPDATE=1 and examine the difference");
}
