//! Findings that are known, so that a check tells of new ones only. They are told apart by file, code and message, not
//! by line: what moves within its file stays known.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::finding::Finding;

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

/// How often each finding is known.
#[derive(Clone, Debug, Default)]
pub struct Baseline {
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
    pub fn read(text: &str) -> Result<Self, String> {
        let file: File = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if file.version != VERSION {
            return Err(format!("it is of version {}, and only {VERSION} is known", file.version));
        }
        let known = file.findings.into_iter().map(|known| ((known.file, known.code, known.message), known.count));
        Ok(Baseline { known: known.collect() })
    }

    pub fn of(findings: &[Finding]) -> Self {
        let mut known = BTreeMap::new();
        for finding in findings {
            *known.entry(key(finding)).or_default() += 1;
        }
        Baseline { known }
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

    /// The findings that are not known.
    pub fn rest(mut self, mut findings: Vec<Finding>) -> Rest {
        let all = findings.len();
        findings.retain(|finding| match self.known.get_mut(&key(finding)) {
            Some(count) if *count > 0 => {
                *count -= 1;
                false
            }
            _ => true,
        });
        let n_known = all - findings.len();
        Rest { findings, n_known, n_gone: self.known.values().sum() }
    }
}

fn key(finding: &Finding) -> (String, String, String) {
    (finding.file.clone(), finding.code.to_owned(), finding.message.clone())
}
