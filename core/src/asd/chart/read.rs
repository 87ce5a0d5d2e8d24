//! Reads charts from folders and archives into memory, each archive in one pass. Sizes, nesting and the number of charts
//! are limited; links are not followed.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use serde_json::Value;

use crate::asd::chart::types::ValueType;
use crate::asd::chart::{Chart, Dependency, Import, Malformed, Unreadable, Values};
use crate::asd::crd;
use crate::content::{Address, below};
use crate::csar::Package;
use crate::exports::Fingerprint;
use crate::package::{Extracted, LeftOut, MAX_FILE, MAX_TOTAL, PackageError, extract_all};
use crate::sorted_map::SortedMap;
use crate::sorting::gather;
use crate::syntax::Node;
use crate::text::FilePath;

/// Maximum nesting of charts.
const MAX_DEPTH: usize = 16;
/// Maximum number of charts read for one item.
const MAX_CHARTS: usize = 200;
/// Maximum number of bytes unpacked for one item, in all archives together.
const MAX_UNPACKED: u64 = 256 << 20;
/// Maximum number of files with custom resource definitions read for one item.
const MAX_DEFINITIONS: usize = 200;

/// Maximum number of conditions, and of tags, of a dependency.
const MAX_CONDITIONS: usize = 50;
/// Maximum number of imports of values of a dependency.
const MAX_IMPORTS: usize = 50;

/// Maximum nesting of schemas in which unknown types are searched.
const MAX_NESTING: usize = 64;

/// Maximum number of malformed files that are reported for one item.
const MAX_MALFORMED: usize = 20;

/// The files of a chart by their paths in it; `None` for a file that is too large.
type Files = SortedMap<FilePath, Option<Arc<[u8]>>>;

/// The chart of an artifact, a folder or an archive in the package. `left` is the number of bytes that may be unpacked,
/// reduced by those that were.
pub fn of_artifact(package: &Package, artifact: &str, left: &mut u64) -> Result<Chart, Unreadable> {
    let path = artifact.trim_end_matches('/');
    let address = package.address(path).filter(|_| package.may_have(path)).ok_or(Unreadable::Missing)?;
    let contents = package.contents();
    let own = (*left).min(MAX_UNPACKED);
    let mut reader = Reader {
        n_charts: 0,
        n_definitions: 0,
        left: own,
        is_partial: false,
        is_damaged: false,
        malformed: Vec::new(),
        place: String::new(),
        is_in_archive: false,
    };
    let chart = match contents.bytes(&address) {
        Ok(bytes) => match bytes.get(..2) {
            Some(b"PK") => return Err(Unreadable::Zip),
            Some([0x1f, 0x8b]) => reader.archive(&bytes, 0),
            _ => return Err(Unreadable::NotAnArchive),
        },
        Err(_) => {
            let folder = address.file.as_str();
            let listed = contents.list_folder(folder);
            if listed.is_empty() {
                return Err(Unreadable::Missing);
            }
            let mut files = Files::new();
            let mut total = 0;
            for (path, size) in listed {
                let Some(within) = path.as_str().strip_prefix(folder).and_then(|rest| rest.strip_prefix('/')) else {
                    continue;
                };
                let Some(within) = FilePath::new(within).filter(is_wanted) else { continue };
                total += size;
                let is_small = size <= limit_of(&within) && total <= own.min(MAX_TOTAL);
                let bytes = is_small.then(|| contents.bytes(&path.into()).ok()).flatten();
                files.insert(within, bytes);
            }
            reader.chart(&files, "", 0)
        }
    };
    *left -= own - reader.left.min(own);
    let Reader { is_partial, is_damaged, malformed, .. } = reader;
    let missing = match is_partial {
        true => Unreadable::TooLarge,
        false if is_damaged => Unreadable::Damaged,
        false if malformed.iter().any(|one| one.file == "Chart.yaml") => Unreadable::Malformed,
        false => Unreadable::NoChart,
    };
    chart.map(|chart| Chart { is_partial, malformed, ..chart }).ok_or(missing)
}

/// A number that changes when a file of the chart does, and the size of its files in a folder, in bytes.
pub fn stamp(package: &Package, address: &Address) -> (u64, u64) {
    let contents = package.contents();
    let folder = package.relative(&address.file).unwrap_or_default();
    // In a sum, the next stamp of an edited text and its size, one more for each letter, would cancel out.
    let mut hasher = Fingerprint::default();
    contents.stamp(address).hash(&mut hasher);
    let mut total = 0;
    for (path, size) in below(&package.files, folder).filter(|(path, _)| is_wanted(path)) {
        let file = package.address(path.as_str()).map_or(0, |address| contents.stamp(&address));
        // The stamps of files in memory are all the same.
        (file, size).hash(&mut hasher);
        total += size;
    }
    (hasher.finish(), total)
}

/// Whether a file of a chart is read.
fn is_wanted(path: &FilePath) -> bool {
    let name = path.name();
    matches!(name, "Chart.yaml" | "requirements.yaml" | "values.yaml" | "values.schema.json")
        || name.ends_with(".tgz")
        || path.folder().split('/').any(|folder| folder == "crds") && is_yaml(name)
}

fn is_yaml(name: &str) -> bool {
    name.ends_with(".yaml") || name.ends_with(".yml")
}

/// Maximum size of a file in bytes.
fn limit_of(path: &FilePath) -> u64 {
    if path.name().ends_with(".tgz") { MAX_TOTAL } else { MAX_FILE }
}

struct Reader {
    n_charts: usize,
    n_definitions: usize,
    /// The number of bytes that may still be unpacked.
    left: u64,
    /// Whether something was left out because of a limit.
    is_partial: bool,
    /// Whether the outermost archive is damaged.
    is_damaged: bool,
    malformed: Vec<Malformed>,
    /// The path in the outermost chart of the archive that is being read; empty if it is that chart.
    place: String,
    is_in_archive: bool,
}

impl Reader {
    /// The chart in an archive, which has one folder at its root.
    fn archive(&mut self, bytes: &[u8], depth: usize) -> Option<Chart> {
        if depth > MAX_DEPTH {
            self.is_partial = true;
            return None;
        }
        let was_in_archive = std::mem::replace(&mut self.is_in_archive, true);
        let chart = self.unpacked(bytes, depth);
        self.is_in_archive = was_in_archive;
        chart
    }

    fn unpacked(&mut self, bytes: &[u8], depth: usize) -> Option<Chart> {
        let Extracted { files, left_out } = match extract_all(bytes, MAX_TOTAL, &mut self.left, is_wanted) {
            Ok(extracted) => extracted,
            Err(error) => {
                match error {
                    PackageError::TooLarge => self.is_partial = true,
                    _ if depth == 0 => self.is_damaged = true,
                    // The place is that of the archive in the outermost chart.
                    _ => self.push(self.place.clone(), "the archive is cut off or damaged".to_owned(), false),
                }
                return None;
            }
        };
        for LeftOut { path, why } in left_out {
            self.list(&path, why.to_owned(), true);
        }
        let is_chart = |path: &&FilePath| path.name() == "Chart.yaml" && path.as_str().matches('/').count() == 1;
        let folder = files.keys().find(is_chart)?.folder().to_owned();
        let within = |path: &FilePath| FilePath::new(path.as_str().strip_prefix(&folder)?.strip_prefix('/')?);
        let files: Files = gather(files.into_iter().filter_map(|(path, bytes)| {
            let path = within(&path)?;
            let bytes = bytes.filter(|bytes| bytes.len() as u64 <= limit_of(&path));
            Some((path, bytes.map(Arc::from)))
        }));
        self.chart(&files, "", depth)
    }

    /// The chart in a folder of these files; the folder is empty for their root.
    fn chart(&mut self, files: &Files, folder: &str, depth: usize) -> Option<Chart> {
        if depth > MAX_DEPTH || self.n_charts >= MAX_CHARTS {
            self.is_partial = true;
            return None;
        }
        self.n_charts += 1;
        let about = self.values(files, folder, "Chart.yaml")?;
        self.check(&about, folder, "Chart.yaml");
        let root = about.root()?;
        let text = |key: &str| root.get(key).and_then(Node::as_text).map(str::to_owned);
        let mut chart = Chart {
            name: text("name")?,
            version: text("version"),
            dependencies: dependencies(root),
            ..Chart::default()
        };
        // Version 1 of charts lists its dependencies in a separate file.
        if chart.dependencies.is_empty() {
            let listed = self.values(files, folder, "requirements.yaml");
            listed.iter().for_each(|listed| self.check(listed, folder, "requirements.yaml"));
            chart.dependencies = listed.as_ref().and_then(Values::root).map(dependencies).unwrap_or_default();
        }
        chart.values = self.values(files, folder, "values.yaml");
        if let Some(values) = &chart.values {
            self.check(values, folder, "values.yaml");
            // Helm reads it into a mapping.
            if values.error_line().is_none()
                && values.root().is_some_and(|root| root.as_mapping().is_none() && !root.is_null())
            {
                self.report(folder, "values.yaml", "expected a mapping".to_owned());
            }
        }
        // Nothing is known of values that can only be guessed.
        chart.values.take_if(|values| values.error_line().is_some());
        chart.schema = self.schema(files, folder);
        chart.custom_resources = self.definitions(files, folder);
        let charts = joined(folder, "charts");
        let mut inner: Vec<String> = Vec::new();
        for (path, bytes) in below(files, &charts) {
            let Some(name) = path.as_str().get(charts.len() + 1..) else { continue };
            match name.split_once('/') {
                // The files of a folder are adjacent.
                Some((name, _)) => {
                    let folder = joined(&charts, name);
                    if inner.last() != Some(&folder) {
                        inner.push(folder);
                    }
                }
                None if name.ends_with(".tgz") => match bytes {
                    Some(bytes) => {
                        let outer = self.place.clone();
                        self.place = joined(&outer, path.as_str());
                        chart.charts.extend(self.archive(bytes, depth + 1));
                        self.place = outer;
                    }
                    None => self.is_partial = true,
                },
                None => {}
            }
        }
        for folder in inner {
            chart.charts.extend(self.chart(files, &folder, depth + 1));
        }
        // `helm dependency update` would copy these to `charts/`.
        let local: Vec<String> = chart
            .dependencies
            .iter()
            .filter(|dependency| chart.charts.iter().all(|chart| chart.name != dependency.name))
            .filter_map(|dependency| Some(joined(folder, dependency.folder.as_ref()?)))
            .collect();
        for folder in local {
            chart.charts.extend(self.chart(files, &folder, depth + 1));
        }
        Some(chart)
    }

    /// A YAML file of a chart.
    fn values(&mut self, files: &Files, folder: &str, name: &str) -> Option<Values> {
        self.text(files, folder, name).map(Values::read)
    }

    fn text(&mut self, files: &Files, folder: &str, name: &str) -> Option<String> {
        let bytes = files.get(&FilePath::in_folder(folder, name)?)?;
        let text = bytes.as_ref().and_then(|bytes| String::from_utf8(bytes.to_vec()).ok());
        if text.is_none() {
            self.is_partial = true;
        }
        text
    }

    fn schema(&mut self, files: &Files, folder: &str) -> Option<Arc<Value>> {
        const NAME: &str = "values.schema.json";
        let text = self.text(files, folder, NAME)?;
        match serde_json::from_str(text.trim_start_matches('\u{feff}')) {
            Ok(schema) => {
                if let Some(name) = unknown_type(&schema, 0) {
                    self.report(folder, NAME, format!("`{name}` is not a type of JSON Schema"));
                }
                Some(Arc::new(schema))
            }
            Err(error) => {
                self.report(folder, NAME, error.to_string());
                None
            }
        }
    }

    /// Reports a YAML file with a syntax error.
    fn check(&mut self, values: &Values, folder: &str, name: &str) {
        self.is_partial |= values.is_partial();
        if let Some(line) = values.error_line() {
            self.report(folder, name, format!("syntax error in line {line}"));
        }
    }

    fn report(&mut self, folder: &str, name: &str, reason: String) {
        self.list(&joined(folder, name), reason, false);
    }

    fn list(&mut self, path: &str, reason: String, is_left_out: bool) {
        self.push(joined(&self.place, path), reason, is_left_out);
    }

    fn push(&mut self, file: String, reason: String, is_left_out: bool) {
        if self.malformed.len() < MAX_MALFORMED {
            self.malformed.push(Malformed { file, reason, is_in_archive: self.is_in_archive, is_left_out });
        }
    }

    fn definitions(&mut self, files: &Files, folder: &str) -> Vec<crd::Defined> {
        let folder = joined(folder, "crds");
        let mut found = Vec::new();
        for (_, bytes) in below(files, &folder).filter(|(path, _)| is_yaml(path.name())) {
            self.n_definitions += 1;
            let text = bytes.as_ref().filter(|_| self.n_definitions <= MAX_DEFINITIONS);
            match text.and_then(|bytes| std::str::from_utf8(bytes).ok()) {
                Some(text) => found.extend(crd::of_text(text)),
                None => self.is_partial = true,
            }
        }
        found
    }
}

/// A name under `type` in a schema that is not one of JSON Schema, with which Helm cannot compile it.
fn unknown_type(schema: &Value, depth: usize) -> Option<&str> {
    let inside = |inner| unknown_type(inner, depth + 1);
    match schema {
        _ if depth > MAX_NESTING => None,
        Value::Array(schemas) => schemas.iter().find_map(inside),
        Value::Object(members) => members.iter().find_map(|(key, inner)| match (key.as_str(), inner) {
            ("type", Value::String(name)) => Some(name.as_str()).filter(|name| ValueType::of_schema(name).is_none()),
            // These are values, no schemas.
            ("enum" | "const" | "default" | "examples", _) => None,
            _ => inside(inner),
        }),
        _ => None,
    }
}

fn joined(folder: &str, path: &str) -> String {
    if folder.is_empty() { path.to_owned() } else { format!("{folder}/{path}") }
}

/// An entry of `import-values`: a name under `exports`, or the paths of a child and its parent.
fn import(node: &Node) -> Option<Import> {
    if let Some(name) = node.as_text() {
        return Some(Import { child: format!("exports.{name}"), parent: Vec::new() });
    }
    let path = |key: &str| node.get(key).and_then(Node::as_text);
    let parent = path("parent")?.split('.').filter(|step| !step.is_empty());
    Some(Import { child: path("child")?.to_owned(), parent: parent.map(str::to_owned).collect() })
}

fn dependencies(root: &Node) -> Vec<Dependency> {
    let listed = root.get("dependencies").map_or(&[][..], Node::items).iter().take(MAX_CHARTS);
    let text = |node: &Node, key: &str| node.get(key).and_then(Node::as_text).map(str::to_owned);
    let dependency = |node: &Node| {
        let repository = text(node, "repository");
        let folder = repository.as_deref().and_then(|repository| repository.strip_prefix("file://"));
        let folder = folder.and_then(|folder| FilePath::along("", folder.split('/').filter(|step| !step.is_empty())));
        let folder = folder.map(|folder| folder.to_string());
        let conditions = text(node, "condition").unwrap_or_default();
        let conditions = conditions.split(',').map(str::trim).filter(|path| !path.is_empty()).map(str::to_owned);
        let tags = node.get("tags").map_or(&[][..], Node::items).iter().filter_map(Node::as_text).map(str::to_owned);
        Some(Dependency {
            name: text(node, "name")?,
            version: text(node, "version"),
            alias: text(node, "alias"),
            folder,
            conditions: conditions.take(MAX_CONDITIONS).collect(),
            tags: tags.take(MAX_CONDITIONS).collect(),
            imports: node
                .get("import-values")
                .map_or(&[][..], Node::items)
                .iter()
                .take(MAX_IMPORTS)
                .filter_map(import)
                .collect(),
        })
    };
    listed.filter_map(dependency).collect()
}
