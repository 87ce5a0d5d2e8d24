//! The texts that are mutated: small catalogs in one text, with a line `# file: its/name.yaml` before each file.

use std::collections::BTreeMap;

use descriptorium_core::rules;

use crate::paths;

/// Files of one folder are put together up to this size, in bytes; larger files are left out.
const MAX_SIZE: usize = 24_000;
const ENDINGS: &[&str] = &[".yaml", ".yml", ".json", ".meta", ".tosca", ".jsonl"];

/// All catalogs: of the repository, and of the folder with real descriptors next to it if there is one.
pub fn catalogs() -> Vec<String> {
    let mut catalogs = Vec::new();
    for rule in rules::all() {
        catalogs.extend([rule.bad, rule.good].map(str::to_owned));
    }
    for (_, text) in paths::texts(&paths::root().join("tests"), &[".md"]) {
        catalogs.extend(blocks(&text));
    }
    let shared = ["corpus", "fixtures"].into_iter().filter_map(paths::shared);
    for folder in [paths::root().join("examples"), paths::root().join("tests/expansions")].into_iter().chain(shared) {
        let mut folders: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
        for (path, text) in paths::texts(&folder, ENDINGS) {
            if text.len() <= MAX_SIZE {
                folders.entry(path.folder().to_owned()).or_default().push((path.to_string(), text));
            }
        }
        for files in folders.into_values() {
            let mut catalog = String::new();
            for (path, text) in files {
                if catalog.len() + text.len() > MAX_SIZE {
                    catalogs.push(std::mem::take(&mut catalog));
                }
                catalog += &format!("# file: {path}\n{}\n", text.trim_end());
            }
            catalogs.push(catalog);
        }
    }
    catalogs.retain(|catalog| !catalog.trim().is_empty());
    catalogs
}

/// The YAML in the code blocks of a Markdown text.
fn blocks(markdown: &str) -> Vec<String> {
    let parts = markdown.split("\n```").skip(1).step_by(2);
    parts.filter_map(|block| block.split_once('\n').map(|(_, text)| format!("{text}\n"))).collect()
}
