//! Onboarding of a package by SDC, which reads `TOSCA.meta` and the manifest more narrowly than ETSI SOL004 describes them.
//! What is wrong for every product has rules of its own. Source: `AsdValidator`, `SOL004MetaDirectoryValidator`,
//! `OnboardingToscaMetadata` and `SOL004ManifestOnboarding` of SDC.

use crate::csar::manifest::ManifestIssue;
use crate::csar::{ENTRY, META, META_VERSION, Package, REQUIRED_KEYS};
use crate::text::FilePath;

/// The keys that SDC knows beside the required ones. It skips unknown ones.
const OPTIONAL: [&str; 4] =
    ["ETSI-Entry-Change-Log", "ETSI-Entry-Tests", "ETSI-Entry-Licenses", "ETSI-Entry-Certificate"];
/// The key of the simple profile (section 6.2) for further descriptors.
const OTHER_DEFINITIONS: &str = "Other-Definitions";

/// The reasons for which SDC rejects a package, in the order of the files.
pub fn rejections(package: &Package) -> Vec<ManifestIssue> {
    let mut found = package.text(META).map_or_else(Vec::new, |text| of_meta(&text));
    if let Some((path, _)) = &package.manifest {
        found.extend(package.meta.get(ENTRY).and_then(|entry| name_of(entry, path)));
        found.extend(package.text(path.as_str()).into_iter().flat_map(|text| Reader::issues(path, &text)));
    }
    found
}

fn issue(message: String, help: impl Into<String>) -> ManifestIssue {
    ManifestIssue { message, help: help.into() }
}

/// The reasons in `TOSCA.meta`. SDC reads keys as they are written, up to the first empty line.
fn of_meta(text: &str) -> Vec<ManifestIssue> {
    let mut found = Vec::new();
    let mut end = None;
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() {
            end = end.or(Some(number));
            continue;
        }
        let (key, value) = line.split_once(':').map_or((line, ""), |(key, value)| (key.trim(), value.trim()));
        let is = |known: &&&str| known.eq_ignore_ascii_case(key);
        let required = REQUIRED_KEYS.iter().find(is);
        if end.is_some() {
            // SDC looks for the required keys only, and does without all others.
            found.extend(required.zip(end).map(|(key, end)| {
                let message =
                    format!("SDC does not read `{key}` in line {number} of `TOSCA.meta`, after an empty line");
                issue(message, format!("remove line {end}"))
            }));
            continue;
        }
        match required.or_else(|| OPTIONAL.iter().find(is)) {
            // Lines without a key and required keys without a value are wrong for every product.
            _ if required.is_none() && value.is_empty() && !key.is_empty() && line.contains(':') => {
                let message = format!("SDC does not accept `{key}` without a value in line {number} of `TOSCA.meta`");
                found.push(issue(message, "add a value, or remove the line"));
            }
            Some(known) if *known != key => {
                let message = format!("SDC does not know the key `{key}` in line {number} of `TOSCA.meta`");
                found.push(issue(message, format!("write `{known}`")));
            }
            Some(&META_VERSION) if value != "1.0" && !value.is_empty() => {
                let message = format!("SDC does not support `{key}: {value}` in line {number} of `TOSCA.meta`");
                found.push(issue(message, format!("write `{key}: 1.0`")));
            }
            None if key == OTHER_DEFINITIONS => {
                let message = format!("SDC does not support `{key}` in line {number} of `TOSCA.meta`");
                found.push(issue(message, "remove the line; SDC reads what the descriptor imports"));
            }
            _ => {}
        }
    }
    found
}

/// The manifest has the name of the descriptor, with the extension `mf`.
fn name_of(entry: &str, manifest: &FilePath) -> Option<ManifestIssue> {
    let name = entry.rsplit('/').next().unwrap_or(entry);
    let expected = format!("{}.mf", name.rsplit_once('.').map_or(name, |(stem, _)| stem));
    (manifest.name() != expected).then(|| {
        issue(format!("SDC expects a manifest `{expected}`, not `{manifest}`"), "rename it, also in `TOSCA.meta`")
    })
}

/// The state of reading a manifest line by line.
struct Reader<'a> {
    manifest: &'a FilePath,
    part: Part<'a>,
    /// The metadata read so far.
    metadata: Vec<&'a str>,
    found: Vec<ManifestIssue>,
}

/// The part of the manifest that the line before belongs to, on which depends what can follow.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part<'a> {
    Start,
    Metadata,
    /// A file outside of sets, up to one of its lines.
    File(Line),
    Sets,
    /// A set with its name, and the files read so far.
    Set(&'a str, usize),
    Signature,
    /// After the signature of the manifest.
    End,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Line {
    Source,
    Algorithm,
    Hash,
    Signature,
}

impl<'a> Reader<'a> {
    fn issues(manifest: &'a FilePath, text: &'a str) -> Vec<ManifestIssue> {
        let mut reader = Reader { manifest, part: Part::Start, metadata: Vec::new(), found: Vec::new() };
        for (number, line) in (1..).zip(text.lines().map(str::trim)).filter(|(_, line)| !line.is_empty()) {
            reader.read(number, line);
            // Without metadata, SDC reads nothing else.
            if reader.part == Part::Start {
                break;
            }
        }
        reader.close_set();
        reader.found
    }

    fn read(&mut self, number: usize, line: &'a str) {
        match self.part {
            Part::Signature if line.eq_ignore_ascii_case("-----END CMS-----") => return self.part = Part::End,
            Part::Signature => return,
            Part::Start if line == "metadata:" => return self.part = Part::Metadata,
            Part::Start => {
                return self.reject(number, line, "start the manifest with `metadata:`");
            }
            _ => {}
        }
        let (name, value) = line.split_once(':').map_or((line, ""), |(name, value)| (name.trim(), value.trim()));
        match (name.to_ascii_lowercase().as_str(), self.part) {
            (_, Part::End) => self.reject(number, line, "nothing can follow the signature"),
            _ if line.starts_with('#') => self.reject(number, line, "remove the comment"),
            (word, Part::File(Line::Algorithm)) if word != "hash" => {
                self.reject(number, line, "write the digest first: `Hash: …`");
                self.part = Part::File(if word == "source" { Line::Source } else { Line::Hash });
            }
            ("-----begin cms-----", _) => {
                self.close_set();
                self.part = Part::Signature;
            }
            ("source", part) => {
                if value.is_empty() {
                    self.reject(number, line, "write the path of a file");
                } else if value.starts_with(['"', '\'']) {
                    self.reject(number, line, "write the path without quotes");
                }
                match part {
                    Part::Sets => self.reject(number, line, "write the name of a set first"),
                    Part::Set(set, count) => {
                        self.check_member(number, set, value);
                        self.part = Part::Set(set, count + 1);
                    }
                    _ => self.part = Part::File(Line::Source),
                }
            }
            ("algorithm" | "hash" | "signature" | "certificate", Part::Sets | Part::Set(..)) => {
                self.reject(number, line, "files of sets have no digests");
            }
            ("algorithm", Part::File(Line::Source)) => self.part = Part::File(Line::Algorithm),
            ("hash", Part::File(Line::Algorithm)) => self.part = Part::File(Line::Hash),
            ("signature", Part::File(Line::Source | Line::Hash)) => self.part = Part::File(Line::Signature),
            ("certificate", Part::File(Line::Signature)) => self.part = Part::File(Line::Hash),
            ("algorithm" | "hash" | "signature" | "certificate", _) => {
                self.reject(number, line, "the lines of a file are `Source`, `Algorithm` and `Hash`, in this order");
            }
            ("non_mano_artifact_sets", Part::Metadata | Part::File(_)) => self.part = Part::Sets,
            ("vendor_name" | "artifact_type", Part::Set(..)) => {}
            (_, Part::Sets | Part::Set(..)) if line.ends_with(':') => {
                self.close_set();
                self.part = Part::Set(name, 0);
            }
            // Unknown and invalid metadata are wrong for every product.
            (_, Part::Metadata) if !value.is_empty() => {
                if self.metadata.contains(&name) {
                    self.reject(number, line, "remove the line; the entry is there already");
                } else if name == "entry_definition_type" && value.starts_with(['"', '\'']) {
                    self.reject(number, line, "write the value without quotes");
                }
                self.metadata.push(name);
            }
            (_, Part::Metadata) if line.contains(':') => {}
            _ => self.reject(number, line, "remove the line"),
        }
    }

    fn reject(&mut self, number: usize, line: &str, help: &str) {
        self.found.push(issue(format!("SDC does not accept line {number} of `{}`: `{line}`", self.manifest), help));
    }

    /// The sets that SDC reads: dictionaries of measurements and events are YAML, and two sets consist of one file.
    fn check_member(&mut self, number: usize, set: &str, file: &str) {
        let lower = file.to_ascii_lowercase();
        if matches!(set, "onap_pm_dictionary" | "onap_ves_events")
            && ![".yaml", ".yml"].iter().any(|extension| lower.ends_with(extension))
        {
            let message =
                format!("SDC expects a YAML file in `{set}`, not `{file}` in line {number} of `{}`", self.manifest);
            self.found.push(issue(message, "use the extension `.yaml`, or another set"));
        }
    }

    /// Ends the set that is being read.
    fn close_set(&mut self) {
        let Part::Set(set, count) = self.part else { return };
        let is_single = matches!(set, "onap_pnf_sw_information" | "onap_cnf_helm");
        let manifest = self.manifest;
        if count == 0 {
            let message = format!("SDC expects a file in the set `{set}` of `{manifest}`");
            self.found.push(issue(message, "add `Source: …`, or remove the set"));
        } else if is_single && count > 1 {
            let message = format!("SDC expects one file in the set `{set}` of `{manifest}`, not {count}");
            self.found.push(issue(message, "keep one of them"));
        }
    }
}
