//! Modules of the core use only those above them, languages are independent of each other, only two files distinguish
//! languages, and the previews of all languages have a common frame.

use std::collections::BTreeSet;
use std::fs;

use descriptorium_tests::paths;

/// The enumeration of languages refers to their models and project files, which use none of the modules in between.
const EXCEPTIONS: [(&str, &[&str]); 1] = [("language", &["assembly", "tosca", "asd", "homing"])];
const LANGUAGES: [&str; 4] = ["assembly", "tosca", "asd", "homing"];

/// The modules that a text refers to with `crate::`, excluding its tests.
fn used(text: &str) -> BTreeSet<&str> {
    let after = code(text).split("crate::").skip(1);
    after.filter_map(|rest| rest.split(|c: char| !(c.is_ascii_lowercase() || c == '_')).next()).collect()
}

fn code(text: &str) -> &str {
    text.split("#[cfg(test)]").next().unwrap_or(text)
}

#[test]
fn a_module_uses_only_those_above_it() {
    let source = paths::root().join("core/src");
    let library = fs::read_to_string(source.join("lib.rs")).expect("a readable file");
    let modules: Vec<&str> =
        library.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')).collect();
    assert!(modules.len() > 15 && modules.ends_with(&["analysis", "document", "lsp"]), "{modules:?}");
    let (mut n_uses, mut faults) = (0, Vec::new());
    for (path, text) in paths::texts(&source, &[".rs"]) {
        let mut folders = path.as_str().split('/');
        let module = folders.next().unwrap_or_default().trim_end_matches(".rs");
        // The rules and schema tables of a language are in separate folders, too.
        let own = folders.next().map(|name| name.trim_end_matches(".rs")).filter(|_| module != "language");
        let Some(at) = modules.iter().position(|name| *name == module) else { continue };
        let allowed = EXCEPTIONS.iter().find(|(name, _)| *name == module).map_or(&[][..], |(_, uses)| uses);
        for used in used(&text).into_iter().filter(|used| *used != module) {
            n_uses += 1;
            let below = modules.iter().position(|name| *name == used).is_some_and(|other| other > at);
            let language = LANGUAGES.iter().find(|name| **name == module || Some(**name) == own);
            let sideways = language.is_some_and(|language| LANGUAGES.contains(&used) && used != *language);
            if (below || sideways) && !allowed.contains(&used) {
                faults.push(format!("{path} uses {used}"));
            }
        }
    }
    assert!(n_uses > 300, "only {n_uses} uses are seen");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Whether a file may name variants of `Language` and `Descriptor`: the closed set, the tables, and the language folders.
fn tells_languages_apart(path: &str) -> bool {
    let first = |path: &str| path.split(['/', '.']).next().unwrap_or_default().to_owned();
    path == "core/src/language.rs"
        || path == "core/src/semantics.rs"
        || path.strip_prefix("core/src/").is_some_and(|rest| LANGUAGES.contains(&first(rest).as_str()))
}

#[test]
fn only_two_files_tell_the_languages_apart() {
    let variants = ["Assembly", "Resource", "Tosca", "Asd", "Homing"];
    let named: Vec<String> = ["Language", "Descriptor"]
        .into_iter()
        .flat_map(|set| variants.map(|variant| format!("{set}::{variant}")))
        .collect();
    let (mut n_allowed, mut faults) = (0, Vec::new());
    for folder in ["core/src", "app/src", "embed/wasm/src", "site/src"] {
        for (path, text) in paths::texts(&paths::root().join(folder), &[".rs"]) {
            let path = format!("{folder}/{path}");
            let found = named.iter().filter(|name| code(&text).contains(name.as_str()));
            for name in found {
                match tells_languages_apart(&path) {
                    true => n_allowed += 1,
                    false => faults.push(format!("{path} names {name}")),
                }
            }
        }
    }
    assert!(n_allowed > 10, "only {n_allowed} names of variants are seen");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The files of the modeller that make up the common frame of previews.
const FRAME: [&str; 8] = [
    "state/preview.rs",
    "words/preview.rs",
    "views/panel/preview.rs",
    "views/panel/preview/",
    "views/panel/inputs.rs",
    "views/panel/intent.rs",
    "views/panel/load_inputs.rs",
    "views/canvas/instance_overlay.rs",
];
/// The panels of each kind of preview, which may name its language, and the module of the preview.
const PANELS: [(&str, &str, &str); 6] = [
    ("views/panel/preview/deployment_panel.rs", "tosca", "packing"),
    ("views/panel/preview/expansion.rs", "assembly", "expansion"),
    ("views/panel/preview/installation_panel.rs", "asd", "installation"),
    ("views/panel/preview/inventory_table.rs", "homing", "placement"),
    ("views/panel/preview/placement_map.rs", "homing", "placement"),
    ("views/panel/preview/placement_panel.rs", "homing", "placement"),
];

/// Below the languages, the module `preview` cannot refer to one (checked above); above them, only the tables, the
/// documents and one panel of the modeller do.
#[test]
fn previews_have_a_common_frame() {
    let (mut n_frame, mut n_named, mut faults) = (0, 0, Vec::new());
    for (path, text) in paths::texts(&paths::root().join("app/src"), &[".rs"]) {
        let is_frame = FRAME.iter().any(|frame| path.as_str().starts_with(frame));
        n_frame += usize::from(is_frame);
        for language in LANGUAGES {
            let panel = PANELS.iter().find(|(file, of, _)| *file == path.as_str() && *of == language);
            let names_preview = code(&text).contains(&format!("{language}::expansion"));
            let names_language = code(&text).contains(&format!("descriptorium_core::{language}"));
            match panel {
                Some((.., module)) => n_named += usize::from(code(&text).contains(&format!("{language}::{module}"))),
                None if names_preview || is_frame && names_language => faults.push(format!("{path} names {language}")),
                None => {}
            }
        }
    }
    for folder in ["core/src/analysis", "site/src/command"] {
        let files = paths::texts(&paths::root().join(folder), &[".rs"]);
        assert!(files.len() > 5, "{folder} has moved");
        let names = files.iter().filter(|(_, text)| code(text).contains("assembly::expansion"));
        faults.extend(names.map(|(path, _)| format!("{folder}/{path} names assembly")));
    }
    let analysis = fs::read_to_string(paths::root().join("core/src/analysis.rs")).expect("a readable file");
    assert!(!code(&analysis).contains("assembly::expansion"), "the analysis names assembly");
    assert!(n_frame > 12 && n_named == PANELS.len(), "{n_frame} files of the frame, {n_named} panels");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
