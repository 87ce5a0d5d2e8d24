//! The product in a real browser. `cargo xtask test` builds it, passes its location and includes these tests, which are
//! ignored otherwise: without the product they could only pretend to have passed.

mod browser {
    mod accessibility;
    mod alignment;
    mod attachments;
    mod clipboard;
    mod connection;
    mod diagram_views;
    mod file_watching;
    mod files;
    mod findings;
    mod folds;
    mod formatting;
    mod gestures;
    mod hints;
    mod host;
    mod iframe;
    mod import;
    mod inspector;
    mod installation;
    mod isolation;
    mod javascript_core;
    mod journeys;
    mod keyboard;
    mod large_catalogs;
    mod lazy_loading;
    mod legend;
    mod live_reload;
    mod localization;
    mod menu;
    mod mouse_wheel;
    mod narrow_window;
    mod neighborhood;
    mod offline;
    mod other_files;
    mod other_languages;
    mod packing;
    mod page_policy;
    mod placement;
    mod placement_journey;
    mod ports;
    mod preferences;
    mod preview;
    mod product;
    mod published;
    mod search_in_files;
    mod served_folder;
    mod settings;
    mod site_search;
    mod sites;
    mod startup;
    mod storage;
    mod symbols;
    mod targets;
    mod text_editor;
    mod text_pane;
    mod touch;
    mod triggers;
    mod types;
    mod unsaved_changes;
    mod viewer;
    mod viewer_live;
    mod walkthrough;
    mod workflows;
}

/// A test without the attribute would fail in every `cargo test` without a browser.
#[test]
fn every_test_is_ignored_without_a_browser() {
    const TEST: &str = "#[test]";
    const IGNORED: &str = "#[ignore = \"needs a browser: cargo xtask test\"]";
    let folder = descriptorium_tests::paths::root().join("tests/tests/browser");
    let files = descriptorium_tests::paths::texts(&folder, &[".rs"]);
    let lines = files.iter().flat_map(|(path, text)| {
        let lines = text.lines().map(str::trim).collect::<Vec<_>>();
        lines.windows(2).map(|pair| (path, pair[0].to_owned(), pair[1].to_owned())).collect::<Vec<_>>()
    });
    let (mut n_tests, mut found) = (0, Vec::new());
    for (path, _, next) in lines.filter(|(_, line, _)| line == TEST) {
        n_tests += 1;
        if next != IGNORED {
            found.push(path.clone());
        }
    }
    assert!(n_tests > 200, "{n_tests} tests");
    assert!(found.is_empty(), "not ignored: {found:?}");
}
