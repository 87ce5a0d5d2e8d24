//! The addresses of sites built by earlier versions: names lost their special characters, and an address in use got a
//! number, in the order of the descriptors. Pages there redirect to the current addresses.

use std::collections::BTreeMap;

use descriptorium_core::text::FilePath;
use hashbrown::{HashMap, HashSet};

use crate::pages::address::folder;
use crate::pages::changes;
use crate::pages::facts::Facts;

/// Maximum length of a part of a path.
const MAX_LENGTH: usize = 80;
/// The suffix of source pages.
const SOURCE: &str = ".source";

/// The former stems of pages.
#[derive(Debug, Default)]
pub struct Legacy<'a> {
    pub descriptors: HashMap<&'a FilePath, Former>,
    /// The stems of version histories, by the last version.
    pub histories: HashMap<&'a FilePath, Former>,
    pub comparisons: HashMap<(&'a FilePath, &'a FilePath), Former>,
}

/// A former stem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Former {
    pub stem: String,
    /// Whether it depended on other files: in a catalog without some of these, another page had it.
    pub is_shared: bool,
}

impl<'a> Legacy<'a> {
    /// Computes the former stems. `ordered` has the descriptors sorted by language, name, version and file; `histories` has
    /// the files of those with several versions, in the order of their names.
    pub fn of(ordered: &[&'a Facts], histories: &'a [Vec<FilePath>]) -> Self {
        let mut legacy = Legacy::default();
        let mut taken = UsedStems::default();
        for Facts { language, name, path, .. } in ordered {
            let folder = folder(*language);
            let stem = match &name.version {
                Some(version) => format!("{folder}/{}/{}", slug(&name.short), slug(version)),
                None => format!("{folder}/{}", slug(path.as_str())),
            };
            legacy.descriptors.insert(path, taken.vacant(stem));
        }
        for files in histories {
            let folder = files.last().and_then(|file| legacy.descriptors.get(file)?.stem.rsplit_once('/'));
            let Some((last, (folder, _))) = files.last().zip(folder) else { continue };
            let folder = folder.to_owned();
            legacy.histories.insert(last, taken.vacant(format!("{folder}/versions")));
            for (before, after) in changes::compared(files) {
                let version = |file: &FilePath| {
                    legacy.descriptors.get(file).and_then(|of| of.stem.rsplit('/').next()).unwrap_or_default()
                };
                let stem = format!("{folder}/{}-to-{}", version(before), version(after));
                legacy.comparisons.insert((before, after), taken.vacant(stem));
            }
        }
        let all = legacy.descriptors.values_mut().chain(legacy.histories.values_mut());
        for former in all.chain(legacy.comparisons.values_mut()) {
            former.is_shared |= taken.is_contested(&former.stem);
        }
        legacy
    }
}

/// The stems in use, in lower case.
#[derive(Debug, Default)]
struct UsedStems {
    stems: HashSet<String>,
    /// The last number used for each stem, so that the next one is found without a search. Stems without a number are not
    /// contested.
    numbers: BTreeMap<String, usize>,
}

impl UsedStems {
    /// Claims the first free stem of `stem`, `stem-2`, `stem-3`, in all forms.
    fn vacant(&mut self, stem: String) -> Former {
        if self.take(&stem) {
            return Former { stem, is_shared: false };
        }
        let key = stem.to_lowercase();
        let mut number = self.numbers.get(&key).copied().unwrap_or(1);
        loop {
            number += 1;
            let other = format!("{stem}-{number}");
            if self.take(&other) {
                self.numbers.insert(key, number);
                return Former { stem: other, is_shared: true };
            }
        }
    }

    /// Whether another page had this stem with fewer files: it, or that of a source, was asked for several times.
    fn is_contested(&self, stem: &str) -> bool {
        let key = stem.to_lowercase();
        let is_numbered = |key: &str| self.numbers.contains_key(key);
        // A number at the end may be part of a name, or tell equal names apart.
        let mut base = key.as_str();
        while let Some((before, number)) = base.rsplit_once('-') {
            if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
                break;
            }
            if is_numbered(before) {
                return true;
            }
            base = before;
        }
        is_numbered(&key) || key.strip_suffix(SOURCE).is_some_and(is_numbered) || is_numbered(&[&key, SOURCE].concat())
    }

    /// Claims a stem, and returns whether it was free. Source pages count too: `a.source.html` could be that of another
    /// descriptor.
    fn take(&mut self, stem: &str) -> bool {
        let key = stem.to_lowercase();
        let is_taken = |key: &str| self.stems.contains(key);
        let is_free =
            !is_taken(&key) && !key.strip_suffix(SOURCE).is_some_and(is_taken) && !is_taken(&[&key, SOURCE].concat());
        is_free && self.stems.insert(key)
    }
}

/// A name as a part of a path, reduced to letters, digits, `.`, `-` and `_`.
fn slug(name: &str) -> String {
    let mut slug = String::new();
    for character in name.chars() {
        match character {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '.' | '_' => slug.push(character),
            _ if slug.ends_with('-') => {}
            _ => slug.push('-'),
        }
    }
    slug.truncate(MAX_LENGTH);
    let slug = slug.trim_matches(['.', '-']);
    let stem = slug.split('.').next().unwrap_or("").to_ascii_lowercase();
    let is_numbered = |prefix| stem.strip_prefix(prefix).is_some_and(|rest: &str| rest.len() == 1);
    let is_device = matches!(stem.as_str(), "con" | "prn" | "aux" | "nul") || is_numbered("com") || is_numbered("lpt");
    if slug.is_empty() {
        "unnamed".to_owned()
    } else if is_device || stem == "index" || slug.to_ascii_lowercase().ends_with(".html") {
        format!("{slug}_")
    } else {
        slug.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The oracle is the former scheme, as its tests had it.
    #[test]
    fn names_become_what_they_became() {
        for (name, expected) in [
            ("c_streamer", "c_streamer"),
            ("../../etc/passwd", "etc-passwd"),
            ("..", "unnamed"),
            ("größe 2", "gr-e-2"),
            ("CON", "CON_"),
            ("nul.txt", "nul.txt_"),
            ("index", "index_"),
            ("x.html", "x.html_"),
            ("a/b\\c:d", "a-b-c-d"),
        ] {
            assert_eq!(slug(name), expected, "{name:?}");
        }
        let mut taken = UsedStems::default();
        let mut vacant =
            |stems: &[&str]| stems.iter().map(|stem| taken.vacant((*stem).to_owned()).stem).collect::<Vec<_>>();
        assert_eq!(vacant(&["a/X/1", "a/x/1", "a/x/1", "a/x/1-2"]), ["a/X/1", "a/x/1-2", "a/x/1-3", "a/x/1-2-2"]);
        // `b.source.html` was the source of `b`, whichever came first.
        assert_eq!(vacant(&["b", "b.source", "c.source", "c"]), ["b", "b.source-2", "c.source", "c-2"]);
    }
}
