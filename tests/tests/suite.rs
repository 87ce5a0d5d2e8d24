//! All suites, in one binary: linking is what costs time.

mod suite {
    mod analysis;
    mod cli;
    mod program;
    mod rules;
    mod yaml;
}
