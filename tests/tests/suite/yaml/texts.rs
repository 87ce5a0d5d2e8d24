//! Texts for property tests, and a deterministic random generator.

use std::collections::BTreeSet;
use std::env;
use std::sync::LazyLock;

use descriptorium_tests::paths;
use serde_json::Value;

use super::official;

/// A text and its origin.
pub struct Text {
    pub name: String,
    pub text: String,
    /// Whether it is from the official suite.
    pub official: bool,
    /// Whether the official suite declares it invalid.
    pub invalid: bool,
}

/// File extensions of YAML, and of formats that are also YAML.
const ENDINGS: &[&str] = &[".yaml", ".yml", ".json", ".meta", ".mf"];

/// The examples of the repository, and if available, real descriptors and the official suite, without duplicates.
pub fn all() -> &'static [Text] {
    static TEXTS: LazyLock<Vec<Text>> = LazyLock::new(|| {
        let mut texts: Vec<Text> = Vec::new();
        for folder in [Some(paths::root().join("examples")), paths::shared("")].into_iter().flatten() {
            let files = paths::texts(&folder, ENDINGS).into_iter();
            let files = files.filter(|(path, _)| !path.as_str().contains("yaml-test-suite/"));
            texts.extend(files.map(|(path, text)| Text {
                name: path.to_string(),
                text,
                official: false,
                invalid: false,
            }));
        }
        texts.extend(inline());
        let official = official::cases().iter();
        texts.extend(official.map(|case| Text {
            name: case.id.clone(),
            text: case.text.clone(),
            official: true,
            invalid: case.events.is_none(),
        }));
        let mut seen = BTreeSet::new();
        texts.retain(|text| seen.insert(text.text.clone()));
        assert!(texts.len() > 10, "only {} texts were found", texts.len());
        texts
    });
    &TEXTS
}

/// Templates from the test code of another implementation.
fn inline() -> Vec<Text> {
    let Some(folder) = paths::shared("corpus/tosca") else { return Vec::new() };
    let files = paths::texts(&folder, &[".jsonl"]);
    let lines = files.iter().flat_map(|(_, text)| text.lines());
    let cases = lines.filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let text = |case: &Value, key: &str| case.get(key).and_then(Value::as_str).map(str::to_owned);
    cases
        .filter_map(|case| {
            Some(Text { name: text(&case, "name")?, text: text(&case, "text")?, official: false, invalid: false })
        })
        .collect()
}

/// The seed of all random tests; to search further, set `DESCRIPTORIUM_SEED`.
pub fn seed() -> usize {
    number("DESCRIPTORIUM_SEED").unwrap_or(0)
}

/// The number of random rounds for a text of `length`: more for short ones, so that all take equally long.
/// `DESCRIPTORIUM_ROUNDS` is a multiplier.
pub fn rounds(length: usize) -> usize {
    (4_000 / (length + 300)).clamp(1, 8) * number("DESCRIPTORIUM_ROUNDS").unwrap_or(1)
}

fn number(variable: &str) -> Option<usize> {
    env::var(variable).ok()?.parse().ok()
}

/// A pseudorandom generator (SplitMix64), deterministic for a seed.
pub struct Chance(u64);

impl Chance {
    /// The generator for the text at `index`.
    pub fn of(index: usize) -> Self {
        Chance(((seed() as u64) << 32) + index as u64)
    }

    /// A number below `bound`; 0 if that is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) as usize % bound.max(1)
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get(self.below(from.len()))
    }

    /// A character boundary of `text`.
    pub fn boundary(&mut self, text: &str) -> usize {
        descriptorium_core::text::floor_boundary(text, self.below(text.len() + 1))
    }
}
