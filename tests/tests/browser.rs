//! The product in a real browser. `cargo xtask test` builds it and passes its location; without it, every test reports
//! that it was skipped.

mod browser {
    mod accessibility;
    mod alignment;
    mod clipboard;
    mod diagram_views;
    mod file_watching;
    mod files;
    mod folds;
    mod formatting;
    mod gestures;
    mod iframe;
    mod inspector;
    mod keyboard;
    mod large_catalogs;
    mod lazy_loading;
    mod live_reload;
    mod localization;
    mod menu;
    mod mouse_wheel;
    mod narrow_window;
    mod offline;
    mod other_files;
    mod other_languages;
    mod page_policy;
    mod preferences;
    mod preview;
    mod problems;
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
    mod text_editor;
    mod text_pane;
    mod touch;
    mod unsaved_changes;
    mod walkthrough;
}
