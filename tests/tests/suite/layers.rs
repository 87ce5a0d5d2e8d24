//! The modules of the core use only those above them, and no language knows of another.

use std::collections::BTreeSet;
use std::fs;

use descriptorium_tests::place;

/// The one place that tells the languages apart, and what asks project files for the names of descriptors.
const EXCEPTIONS: [(&str, &[&str]); 2] = [
    ("language", &["workspace", "catalog", "topology", "assembly", "tosca", "asd", "homing"]),
    ("workspace", &["assembly"]),
];
const LANGUAGES: [&str; 4] = ["assembly", "tosca", "asd", "homing"];

/// The modules that a text names behind `crate::`, up to its tests.
fn used(text: &str) -> BTreeSet<&str> {
    let code = text.split("#[cfg(test)]").next().unwrap_or(text);
    let after = code.split("crate::").skip(1);
    after.filter_map(|rest| rest.split(|c: char| !(c.is_ascii_lowercase() || c == '_')).next()).collect()
}

#[test]
fn a_module_uses_only_those_above_it() {
    let source = place::root().join("core/src");
    let library = fs::read_to_string(source.join("lib.rs")).expect("a readable file");
    let modules: Vec<&str> =
        library.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')).collect();
    assert!(modules.len() > 15 && modules.last() == Some(&"analysis"), "{modules:?}");
    let (mut n_uses, mut faults) = (0, Vec::new());
    for (path, text) in place::texts(&source, &[".rs"]) {
        let module = path.as_str().split('/').next().unwrap_or_default().trim_end_matches(".rs");
        let Some(at) = modules.iter().position(|name| *name == module) else { continue };
        let allowed = EXCEPTIONS.iter().find(|(name, _)| *name == module).map_or(&[][..], |(_, uses)| uses);
        for used in used(&text).into_iter().filter(|used| *used != module) {
            n_uses += 1;
            let below = modules.iter().position(|name| *name == used).is_some_and(|other| other > at);
            let sideways = LANGUAGES.contains(&module) && LANGUAGES.contains(&used);
            if (below || sideways) && !allowed.contains(&used) {
                faults.push(format!("{path} uses {used}"));
            }
        }
    }
    assert!(n_uses > 300, "only {n_uses} uses are seen");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
