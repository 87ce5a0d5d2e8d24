//! Findings that are known, so that a check tells of new ones only. They are told apart by file, code and message, not
//! by line: what moves within its file stays known. Files are named as they lie from the file of known findings, so that
//! it counts wherever a check is begun.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::finding::Finding;
use crate::folder;
use crate::input::resolved;
use descriptorium_core::settings;

const VERSION: u32 = 1;

/// The file of known findings.
#[derive(Serialize, Deserialize, Debug)]
struct File {
    version: u32,
    findings: Vec<Known>,
}

/// Findings that are alike.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Debug)]
struct Known {
    file: String,
    code: String,
    message: String,
    count: usize,
}

/// How often each finding is known, by file, code and message.
#[derive(Clone, Debug)]
pub struct Baseline {
    /// The folder that paths are from, without links.
    folder: PathBuf,
    known: BTreeMap<(String, String, String), usize>,
}

/// What a baseline leaves of findings.
#[derive(Debug)]
pub struct Rest {
    pub findings: Vec<Finding>,
    /// How many were known.
    pub n_known: usize,
    /// How many are known and not there any more.
    pub n_gone: usize,
}

impl Baseline {
    /// The known findings in the file at `path`, or why they cannot be read.
    pub fn read(path: &Path) -> Result<Self, String> {
        let cannot = |why: String| format!("cannot read `{}`: {why}", path.display());
        let text = fs::read_to_string(path).map_err(|error| cannot(folder::reason(&error)))?;
        let file: File = serde_json::from_str(&text).map_err(|error| cannot(error.to_string()))?;
        if file.version != VERSION {
            return Err(cannot(format!("it is of version {}, and only {VERSION} is known", file.version)));
        }
        let known = file
            .findings
            .into_iter()
            .map(|known| ((known.file, settings::current(&known.code).to_owned(), known.message), known.count));
        Ok(Baseline { folder: folder_of(path), known: known.collect() })
    }

    /// What is found, to be written at `path`.
    pub fn of(path: &Path, findings: &[Finding]) -> Self {
        let mut baseline = Baseline { folder: folder_of(path), known: BTreeMap::new() };
        let mut names = HashMap::new();
        for Finding { file, code, message, .. } in findings {
            let file = baseline.written(file, &mut names);
            *baseline.known.entry((file, (*code).to_owned(), message.clone())).or_default() += 1;
        }
        baseline
    }

    /// The text of the file, in order, so that two of them can be compared.
    pub fn print(&self) -> String {
        let findings = self.known.iter().map(|((file, code, message), count)| Known {
            file: file.clone(),
            code: code.clone(),
            message: message.clone(),
            count: *count,
        });
        let file = File { version: VERSION, findings: findings.collect() };
        serde_json::to_string_pretty(&file).unwrap_or_default() + "\n"
    }

    /// The findings that are not known, of all that was found in `checked` files. Files are known by how they are shown, too,
    /// as they were written before they were named from the folder.
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
        // Nothing can be said of what was not looked at, unless neither it nor its archive is there.
        let checked: BTreeSet<String> =
            checked.iter().flat_map(|file| [self.written(file, &mut names), file.clone()]).collect();
        let is_told = |file: &String| checked.contains(file) || !self.folder.join(file).ancestors().any(Path::is_file);
        let gone = self.known.iter().filter(|((file, ..), _)| is_told(file));
        Rest { findings, n_known, n_gone: gone.map(|(_, count)| count).sum() }
    }

    /// A path from the folder of the file, which `names` has of those that were asked for before.
    fn written(&self, shown: &str, names: &mut HashMap<String, String>) -> String {
        if let Some(name) = names.get(shown) {
            return name.clone();
        }
        let name = resolved(Path::new(shown)).map_or_else(|| shown.to_owned(), |path| from(&self.folder, &path));
        names.insert(shown.to_owned(), name.clone());
        name
    }
}

/// The way from a folder to a path, with `/`; both without links.
fn from(folder: &Path, path: &Path) -> String {
    let common = folder.components().zip(path.components()).take_while(|(one, other)| one == other).count();
    let up = folder.components().skip(common).map(|_| "..".into());
    let down = path.components().skip(common).map(|component| component.as_os_str().to_string_lossy());
    up.chain(down).collect::<Vec<_>>().join("/")
}

/// The folder that the file lies in; of a link, that of the link.
fn folder_of(path: &Path) -> PathBuf {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    resolved(folder).unwrap_or_default()
}
