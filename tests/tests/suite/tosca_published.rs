//! The examples of chapter 2 as they are published, which are incomplete or wrong. The oracle is the list of their faults
//! (Appendix D of the rules), which was written without this program. Differences from it:
//!
//! - The types of chapter 9 are built in, so they are not unknown, and their required properties are missing where the
//!   specification omits them "for brevity" (7, 8, 11, 12, 16, 21).
//! - `Database.port` is not required (E-21), so it is not missing in 15 and 16.
//! - An endpoint in 19 has no port, which is only a warning (T-5.5.7-1).
//! - A constraint inside a list in place of a mapping is not another fault (14), and neither the cycle in 17 nor the type of
//!   `receiver_port` in 19 can be known while the node types are unknown.

use std::sync::Arc;

use descriptorium_core::analysis::Analysis;
use descriptorium_core::content::{Contents, InMemory};
use descriptorium_core::diagnostic::Severity;
use descriptorium_core::settings::Settings;
use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::Workspace;
use descriptorium_tests::paths;

const UNKNOWN_INPUT: &str = "tosca/function/no-such-input";
const UNKNOWN_NODE: &str = "tosca/template/no-such-template";
const UNKNOWN_TYPE: &str = "tosca/type/no-such-type";
const UNSET: &str = "tosca/property/required-unset";
const UNASSIGNED: &str = "tosca/requirement/unassigned";
const UNFED: &str = "tosca/substitution/unfed-input";
const NOT_A_LIST: &str = "tosca/notation/list-expected";
const FORM: &str = "schema/wrong-shape";
const NO_SCRIPT: &str = "tosca/operation/no-such-implementation";

/// The errors and warnings of each example, with their lines.
const FOUND: [&[(usize, &str)]; 23] = [
    &[],
    &[],
    &[(15, UNKNOWN_INPUT), (16, UNKNOWN_INPUT)],
    &[(15, UNKNOWN_INPUT), (16, UNKNOWN_INPUT), (21, NO_SCRIPT)],
    &[
        (15, UNKNOWN_INPUT),
        (16, UNKNOWN_INPUT),
        (17, UNKNOWN_INPUT),
        (18, UNKNOWN_INPUT),
        (21, "tosca/artifact/no-such-file"),
        (28, NO_SCRIPT),
        (36, UNKNOWN_INPUT),
        (37, UNKNOWN_INPUT),
    ],
    &[],
    &[(12, UNSET), (12, UNSET), (12, UNSET), (17, UNKNOWN_NODE), (22, UNSET), (27, UNKNOWN_NODE), (34, NO_SCRIPT)],
    &[(12, UNSET), (12, UNSET), (12, UNSET), (17, UNKNOWN_NODE), (20, UNKNOWN_TYPE), (22, UNSET), (27, UNKNOWN_NODE)],
    &[(12, NO_SCRIPT)],
    &[(13, UNKNOWN_TYPE), (20, UNKNOWN_TYPE)],
    &[(12, UNSET)],
    &[(12, UNSET), (22, "tosca/template/filter-without-directive"), (25, NOT_A_LIST), (29, NOT_A_LIST)],
    &[(13, UNKNOWN_TYPE), (15, UNKNOWN_INPUT), (16, UNKNOWN_INPUT), (20, UNKNOWN_TYPE)],
    &[(13, UNKNOWN_TYPE), (15, UNKNOWN_INPUT), (16, UNKNOWN_INPUT), (22, UNKNOWN_TYPE), (24, FORM)],
    &[(10, UNKNOWN_TYPE), (24, UNASSIGNED)],
    &[(9, UNFED), (11, UNFED), (16, "tosca/substitution/unmapped-property"), (21, UNSET), (29, UNASSIGNED)],
    &[(10, UNKNOWN_TYPE), (21, UNKNOWN_TYPE), (32, UNKNOWN_TYPE), (43, UNKNOWN_TYPE)],
    &[(6, "tosca/type/without-root")],
    &[(18, UNKNOWN_TYPE), (26, UNKNOWN_TYPE), (44, "tosca/property/unset-port")],
    &[],
    &[(30, UNSET), (54, UNKNOWN_TYPE)],
    &[(20, FORM), (26, FORM)],
    &[
        (25, "tosca/requirement/unmet-type"),
        (30, UNASSIGNED),
        (35, UNASSIGNED),
        (39, "tosca/requirement/no-fitting-capability"),
    ],
];

#[test]
fn the_published_examples_of_chapter_2_have_their_known_faults() {
    let Some(folder) = paths::shared("fixtures/tosca/spec-examples-ch2") else { return };
    let mut faults = Vec::new();
    for (index, expected) in FOUND.iter().enumerate() {
        let name = format!("example-{:02}.yaml", index + 1);
        let text = std::fs::read_to_string(folder.join(&name)).expect("a readable file");
        let path = FilePath::new(&name).expect("a path");
        // The example is alone in its folder, so the files that it names are missing.
        let contents = [(path.clone(), text.as_bytes().into())].into_iter().collect();
        let workspace =
            Workspace::new([(path.clone(), text)]).with_contents(Contents::of(Arc::new(InMemory(contents))));
        let analysis = Analysis::new(workspace, Settings::default());
        let lines = &analysis.file(&path).expect("a file").lines;
        let all = analysis.diagnostics(&path);
        let serious = all.iter().filter(|found| matches!(found.severity, Severity::Error | Severity::Warning));
        let mut found: Vec<(usize, &str)> =
            serious.map(|found| (lines.line(found.span.start as usize) + 1, found.code)).collect();
        found.sort_unstable();
        if found != *expected {
            faults.push(format!("{name}: {found:?} instead of {expected:?}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
