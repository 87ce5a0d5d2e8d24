//! The colors of the text editor after edits.

use std::process::Command;

use descriptorium_tests::paths;

#[test]
fn states_between_lines_after_edits_are_those_of_the_whole_text() {
    let needed = ["@codemirror/language", "@codemirror/state"];
    if !needed.iter().all(|package| paths::package(package).is_some()) {
        return;
    }
    let script = paths::root().join("tests/oracles/coloring.mjs");
    for seed in ["1", "2", "3"] {
        let output = Command::new("node").arg(&script).arg(seed).output().expect("node runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "null", "seed {seed}: {errors}");
    }
}
