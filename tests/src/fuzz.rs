//! Fuzzing: mutated catalogs and archives go through every service, which must hold their laws. See
//! `cargo xtask fuzz` in `docs/development.md`.

pub mod corpus;
pub mod laws;
pub mod minimize;
pub mod mutate;
pub mod target;
pub mod worker;

use std::fs;
use std::path::PathBuf;

use crate::paths;
use target::Target;

/// The folder of the inputs that once failed: `TARGET-NAME.yaml`, or `.bin` for archives. The tests repeat them.
pub fn cases() -> PathBuf {
    paths::root().join("tests/suites/fuzz")
}

/// The kept inputs, sorted: name, target, content.
pub fn kept() -> Vec<(String, Target, Vec<u8>)> {
    let mut kept = Vec::new();
    for entry in fs::read_dir(cases()).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let target = name.split('-').next().and_then(Target::parse);
        if let (Some(target), Ok(content)) = (target, fs::read(entry.path())) {
            kept.push((name, target, content));
        }
    }
    kept.sort_by(|one, other| one.0.cmp(&other.0));
    kept
}
