//! Tests of the product in a real browser. `cargo xtask test` builds the product and sets its path; otherwise every
//! test reports that it was skipped.

mod browser {
    mod accessible;
    mod arrange;
    mod clipboard;
    mod differences;
    mod embedded;
    mod file_watching;
    mod files;
    mod folds;
    mod format;
    mod gestures;
    mod inspector;
    mod journey;
    mod keyboard;
    mod language;
    mod large;
    mod lazy_modules;
    mod live;
    mod menu;
    mod names;
    mod offline;
    mod other_files;
    mod page;
    mod preferences;
    mod preview;
    mod problems;
    mod product;
    mod published;
    mod search;
    mod search_all;
    mod served;
    mod settings;
    mod shell;
    mod sites;
    mod standalone;
    mod storage;
    mod templates;
    mod text_editor;
    mod touch;
    mod views;
    mod wheel;
    mod writing;
}
