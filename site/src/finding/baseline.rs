//! Baselines: known findings, which checks do not report again. Findings are identified by file, code and message but
//! not by line, so they stay known when they move. Paths are relative to the baseline, so that checks can run in any
//! folder.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::finding::Finding;
use crate::folder;
use crate::input::resolved;
use descriptorium_core::settings;

const VERSION: u32 = 1;

/// The format of a baseline.
#[derive(Serialize, Deserialize, Debug)]
struct File {
    version: u32,
    findings: Vec<BaselineEntry>,
}

/// A group of equal findings.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Debug)]
struct BaselineEntry {
    file: String,
    code: String,
    message: String,
    count: usize,
}

/// The number of known findings by file, code and message.
#[derive(Clone, Debug)]
pub struct Baseline {
    /// The canonical folder that paths are relative to.
    folder: PathBuf,
    known: BTreeMap<(String, String, String), usize>,
}

/// Findings after removing known ones.
#[derive(Debug)]
pub struct Rest {
    pub findings: Vec<Finding>,
    /// The number of known findings.
    pub n_known: usize,
    /// The number of known findings that no longer occur.
    pub n_gone: usize,
}

impl Baseline {
    /// Reads the baseline at `path`.
    pub fn read(path: &Path) -> Result<Self, String> {
        let cannot = |why: String| format!("cannot read `{}`: {why}", path.display());
        let text = folder::open_regular(path).and_then(io::read_to_string);
        let text = text.map_err(|error| cannot(folder::reason(&error)))?;
        let file: File = serde_json::from_str(&text).map_err(|error| cannot(error.to_string()))?;
        if file.version != VERSION {
            return Err(cannot(format!("unsupported version {}, expected {VERSION}", file.version)));
        }
        let known = file
            .findings
            .into_iter()
            .map(|known| ((known.file, settings::current(&known.code).to_owned(), known.message), known.count));
        Ok(Baseline { folder: folder_of(path), known: known.collect() })
    }

    /// A baseline of the findings, to be written to `path`.
    pub fn of(path: &Path, findings: &[Finding]) -> Self {
        let mut baseline = Baseline { folder: folder_of(path), known: BTreeMap::new() };
        let mut names = HashMap::new();
        for Finding { file, code, message, .. } in findings {
            let file = baseline.written(file, &mut names);
            *baseline.known.entry((file, (*code).to_owned(), message.clone())).or_default() += 1;
        }
        baseline
    }

    /// The text of the file, sorted so that two versions can be compared.
    pub fn print(&self) -> String {
        let findings = self.known.iter().map(|((file, code, message), count)| BaselineEntry {
            file: file.clone(),
            code: code.clone(),
            message: message.clone(),
            count: *count,
        });
        let file = File { version: VERSION, findings: findings.collect() };
        serde_json::to_string_pretty(&file).unwrap_or_default() + "\n"
    }

    /// Removes known findings, given all findings in the `checked` files. Paths as shown are accepted too, because
    /// earlier versions wrote these.
    pub fn rest(mut self, checked: &[String], mut findings: Vec<Finding>) -> Rest {
        let all = findings.len();
        let mut names = HashMap::new();
        findings.retain(|Finding { file, code, message, .. }| {
            let written = self.written(file, &mut names);
            let known = [written, file.clone()].into_iter().any(|file| {
                let count = self.known.get_mut(&(file, (*code).to_owned(), message.clone()));
                count.filter(|count| **count > 0).map(|count| *count -= 1).is_some()
            });
            !known
        });
        let n_known = all - findings.len();
        // Files that were not checked may still have their findings, unless they or their archives no longer exist.
        let checked: BTreeSet<String> =
            checked.iter().flat_map(|file| [self.written(file, &mut names), file.clone()]).collect();
        let is_covered =
            |file: &String| checked.contains(file) || !self.folder.join(file).ancestors().any(Path::is_file);
        let gone = self.known.iter().filter(|((file, ..), _)| is_covered(file));
        Rest { findings, n_known, n_gone: gone.map(|(_, count)| count).sum() }
    }

    /// The path relative to the baseline; `names` is a cache.
    fn written(&self, shown: &str, names: &mut HashMap<String, String>) -> String {
        if let Some(name) = names.get(shown) {
            return name.clone();
        }
        let name = resolved(Path::new(shown)).map_or_else(|| shown.to_owned(), |path| from(&self.folder, &path));
        names.insert(shown.to_owned(), name.clone());
        name
    }
}

/// The relative path from a folder, with `/`; both paths are canonical.
fn from(folder: &Path, path: &Path) -> String {
    let common = folder.components().zip(path.components()).take_while(|(one, other)| one == other).count();
    let up = folder.components().skip(common).map(|_| "..".into());
    let down = path.components().skip(common).map(|component| component.as_os_str().to_string_lossy());
    up.chain(down).collect::<Vec<_>>().join("/")
}

/// The folder of the file, after resolving links.
fn folder_of(path: &Path) -> PathBuf {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    resolved(folder).unwrap_or_default()
}
