//! Helm charts of a package, from folders and archives: names, dependencies and default values. Templates are not
//! rendered, and nothing is fetched.

use std::collections::BTreeMap;

use crate::asd::package::{self, Package};
use crate::content::{Address, Contents};
use crate::sorting::Sorting;
use crate::syntax::parse::parse;
use crate::syntax::{Kind, Node, Tree};
use crate::text::{FilePath, Span};

/// Maximum nesting of charts.
const MAX_DEPTH: usize = 16;
/// Maximum number of charts read for one item.
const MAX_CHARTS: usize = 200;
/// Maximum number of parameters that are listed.
const MAX_PATHS: usize = 5000;

/// A chart with its sub-charts.
#[derive(Debug, Default)]
pub struct Chart {
    pub name: String,
    pub version: Option<String>,
    pub values: Option<Values>,
    /// The values.schema.json, which is also YAML.
    pub schema: Option<Values>,
    pub dependencies: Vec<Dependency>,
    /// The charts in `charts/`.
    pub charts: Vec<Chart>,
}

/// A YAML document with its text.
#[derive(Debug)]
pub struct Values {
    pub text: String,
    pub tree: Tree,
}

/// A dependency of a chart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dependency {
    pub name: String,
    /// The name of its values in those of the chart, if not its own.
    pub alias: Option<String>,
}

impl Dependency {
    /// The key of its values.
    pub fn key(&self) -> &str {
        self.alias.as_deref().unwrap_or(&self.name)
    }
}

/// Why a chart cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unreadable {
    /// The package has no such file or folder, or its content is not available.
    Missing,
    /// A file in ZIP format.
    Zip,
    /// A file that is not a compressed archive.
    NotAnArchive,
    /// Without a `Chart.yaml`.
    NoChart,
}

impl Values {
    fn read(text: String) -> Self {
        Values { tree: parse(&text), text }
    }

    pub fn root(&self) -> Option<&Node> {
        self.tree.root()
    }

    /// The comment on a value: the lines above its key, and after it on its line.
    pub fn comment(&self, key: &Node) -> Option<String> {
        let start = key.span.start as usize;
        let line_start = self.text[..start].rfind('\n').map_or(0, |at| at + 1);
        let above = self.text[..line_start].lines().rev();
        let mut lines: Vec<&str> = above.map(str::trim).take_while(|line| line.starts_with('#')).collect();
        lines.reverse();
        let line_end = self.text[start..].find('\n').map_or(self.text.len(), |at| start + at);
        let line = Span::new(start, line_end);
        let behind = self.tree.comments.iter().find(|comment| line.contains(**comment));
        lines.extend(behind.map(|comment| comment.of(&self.text)));
        let words = lines.iter().map(|line| line.trim_start_matches(['#', ' ']).trim_start_matches("-- ").trim());
        let text: Vec<&str> = words.filter(|line| !line.is_empty()).collect();
        (!text.is_empty()).then(|| text.join(" "))
    }
}

/// The target of a path of values.
#[derive(Clone, Copy, Debug)]
pub enum Found<'a> {
    /// A value with its default and its key.
    Value { key: &'a Node, value: &'a Node, values: &'a Values },
    /// All values of a sub-chart.
    Chart(&'a Chart),
    /// A place below an empty value, such as `{}`, which may have any content.
    Open,
}

impl Chart {
    /// Reads the chart of a deployment item, a folder or an archive in the package.
    pub fn of_artifact(package: &Package, artifact: &str) -> Result<Chart, Unreadable> {
        let path = artifact.trim_end_matches('/');
        let address = package.address(path).ok_or(Unreadable::Missing)?;
        let contents = package.contents();
        let Ok(bytes) = contents.bytes(&address) else {
            let folder = address.file.as_str();
            let files = contents.list_folder(folder);
            if files.is_empty() {
                return Err(Unreadable::Missing);
            }
            let within = |path: FilePath| FilePath::new(path.as_str().strip_prefix(folder)?.strip_prefix('/')?);
            let files: Vec<FilePath> = files.into_keys().filter_map(within).collect();
            let place = ChartFolder { contents, around: None, folder: folder.to_owned() };
            return Reader::default().chart(&place, &files, 0).ok_or(Unreadable::NoChart);
        };
        match bytes.get(..2) {
            Some(b"PK") => Err(Unreadable::Zip),
            Some([0x1f, 0x8b]) => Reader::default().archive(contents, &address, 0).ok_or(Unreadable::NoChart),
            _ => Err(Unreadable::NotAnArchive),
        }
    }

    /// The sub-chart whose values are under this key, with the key of a dependency or the name of the chart.
    pub fn sub_chart(&self, key: &str) -> Option<&Chart> {
        let name = self.dependencies.iter().find(|dependency| dependency.key() == key);
        let name = name.map_or(key, |dependency| dependency.name.as_str());
        self.charts.iter().find(|chart| chart.name == name)
    }

    /// The keys of the values of the sub-charts.
    pub fn sub_charts(&self) -> impl Iterator<Item = (&str, &Chart)> {
        self.charts.iter().map(|chart| {
            let dependency = self.dependencies.iter().find(|dependency| dependency.name == chart.name);
            (dependency.map_or(chart.name.as_str(), Dependency::key), chart)
        })
    }

    /// The target of a path of values, in the values of the chart or of its sub-charts.
    pub fn find(&self, path: &str) -> Option<Found<'_>> {
        let steps: Vec<&str> = path.split('.').collect();
        self.find_steps(&steps)
    }

    fn find_steps(&self, steps: &[&str]) -> Option<Found<'_>> {
        let (first, rest) = steps.split_first()?;
        let own = self.values.as_ref().and_then(|values| walk(values, steps));
        let in_chart = || {
            let chart = self.sub_chart(first)?;
            if rest.is_empty() { Some(Found::Chart(chart)) } else { chart.find_steps(rest) }
        };
        // Global values are those of all sub-charts.
        let global = || (*first == "global").then(|| self.charts.iter().find_map(|chart| chart.find_steps(steps)))?;
        let described = || {
            let schema = self.schema.as_ref()?.root()?;
            describes(schema, steps).then_some(Found::Open)
        };
        match own {
            Some(Found::Open) => in_chart().or(own),
            Some(_) => own,
            None => in_chart().or_else(global).or_else(described),
        }
    }

    /// Whether the path enters a chart that is not among the dependencies: its first step looks like a dependency in
    /// `Chart.yaml`, but the chart is not in the package.
    pub fn missing_dependency(&self, path: &str) -> Option<&Dependency> {
        let mut chart = self;
        for step in path.split('.') {
            match chart.sub_chart(step) {
                Some(inner) => chart = inner,
                None => return chart.dependencies.iter().find(|dependency| dependency.key() == step),
            }
        }
        None
    }

    /// The paths of all values, sub-charts included, up to a limit.
    pub fn paths(&self) -> Vec<String> {
        let mut found = Vec::new();
        self.collect("", &mut found);
        found.order();
        found.dedup();
        found
    }

    fn collect(&self, prefix: &str, found: &mut Vec<String>) {
        if let Some(root) = self.values.as_ref().and_then(Values::root) {
            collect(root, prefix, 0, found);
        }
        for (key, chart) in self.sub_charts() {
            chart.collect(&joined(prefix, key), found);
        }
    }
}

fn joined(prefix: &str, key: &str) -> String {
    if prefix.is_empty() { key.to_owned() } else { format!("{prefix}.{key}") }
}

fn collect(node: &Node, prefix: &str, depth: usize, found: &mut Vec<String>) {
    for entry in node.entries() {
        let Some(key) = entry.key.as_text().filter(|key| !key.contains('.') && !key.is_empty()) else { continue };
        if found.len() >= MAX_PATHS || depth > 64 {
            return;
        }
        let path = joined(prefix, key);
        if entry.value.entries().is_empty() {
            found.push(path);
        } else {
            collect(&entry.value, &path, depth + 1, found);
        }
    }
}

fn walk<'a>(values: &'a Values, steps: &[&str]) -> Option<Found<'a>> {
    let mut node = values.root()?;
    let mut key = node;
    for (depth, step) in steps.iter().enumerate() {
        match node.entry(step) {
            Some(entry) => (key, node) = (&entry.key, &entry.value),
            None => {
                let is_open =
                    depth > 0 && (node.is_null() || matches!(&node.kind, Kind::Mapping(own) if own.entries.is_empty()));
                return is_open.then_some(Found::Open);
            }
        }
    }
    Some(Found::Value { key, value: node, values })
}

/// Whether a JSON schema has a property at this path. References are not followed.
fn describes(schema: &Node, steps: &[&str]) -> bool {
    let mut node = schema;
    for step in steps {
        match node.get("properties").and_then(|properties| properties.get(step)) {
            Some(inner) => node = inner,
            None => return false,
        }
    }
    true
}

/// A folder with a chart, in an archive or outside.
struct ChartFolder<'a> {
    contents: &'a Contents,
    /// The archive around it.
    around: Option<&'a Address>,
    folder: String,
}

impl ChartFolder<'_> {
    fn address(&self, path: &str) -> Option<Address> {
        let path = FilePath::in_folder(&self.folder, path)?;
        match self.around {
            Some(archive) => archive.inside(path),
            None => Some(path.into()),
        }
    }

    fn text(&self, path: &str) -> Option<String> {
        package::text(self.contents, &self.address(path)?)
    }

    fn values(&self, path: &str) -> Option<Values> {
        self.text(path).map(Values::read)
    }
}

#[derive(Default)]
struct Reader {
    n_charts: usize,
}

impl Reader {
    /// The chart in an archive, which has one folder at its root.
    fn archive(&mut self, contents: &Contents, address: &Address, depth: usize) -> Option<Chart> {
        let files = contents.list(Some(address)).ok()?;
        let is_chart = |path: &&FilePath| path.name() == "Chart.yaml" && path.as_str().matches('/').count() == 1;
        let folder = files.keys().find(is_chart)?.folder().to_owned();
        let within = |path: &FilePath| FilePath::new(path.as_str().strip_prefix(&folder)?.strip_prefix('/')?);
        let files: Vec<FilePath> = files.keys().filter_map(within).collect();
        let place = ChartFolder { contents, around: Some(address), folder: folder.clone() };
        self.chart(&place, &files, depth)
    }

    /// The chart in a folder with these files.
    fn chart(&mut self, place: &ChartFolder<'_>, files: &[FilePath], depth: usize) -> Option<Chart> {
        if depth > MAX_DEPTH || self.n_charts >= MAX_CHARTS {
            return None;
        }
        self.n_charts += 1;
        let has = |name: &str| files.iter().any(|file| file.as_str() == name);
        let about = has("Chart.yaml").then(|| place.values("Chart.yaml")).flatten()?;
        let root = about.root()?;
        let text = |key: &str| root.get(key).and_then(Node::as_text).map(str::to_owned);
        let mut chart = Chart {
            name: text("name")?,
            version: text("version"),
            dependencies: dependencies(root),
            ..Chart::default()
        };
        // Version 1 of charts lists its dependencies in a separate file.
        if chart.dependencies.is_empty() && has("requirements.yaml") {
            let listed = place.values("requirements.yaml");
            chart.dependencies = listed.as_ref().and_then(Values::root).map(dependencies).unwrap_or_default();
        }
        if has("values.yaml") {
            chart.values = place.values("values.yaml");
        }
        if has("values.schema.json") {
            chart.schema = place.values("values.schema.json");
        }
        let mut folders: BTreeMap<&str, Vec<FilePath>> = BTreeMap::new();
        for file in files {
            let Some(inner) = file.as_str().strip_prefix("charts/") else { continue };
            match inner.split_once('/') {
                Some((name, rest)) => folders.entry(name).or_default().extend(FilePath::new(rest)),
                None if inner.ends_with(".tgz") => {
                    let address = place.address(file.as_str());
                    let inner = address.and_then(|address| self.archive(place.contents, &address, depth + 1));
                    chart.charts.extend(inner);
                }
                None => {}
            }
        }
        for (name, files) in folders {
            let folder = joined_path(&place.folder, &format!("charts/{name}"));
            let inner = ChartFolder { contents: place.contents, around: place.around, folder };
            chart.charts.extend(self.chart(&inner, &files, depth + 1));
        }
        Some(chart)
    }
}

fn joined_path(folder: &str, path: &str) -> String {
    if folder.is_empty() { path.to_owned() } else { format!("{folder}/{path}") }
}

fn dependencies(root: &Node) -> Vec<Dependency> {
    let listed = root.get("dependencies").map_or(&[][..], Node::items).iter();
    let text = |node: &Node, key: &str| node.get(key).and_then(Node::as_text).map(str::to_owned);
    listed.filter_map(|node| Some(Dependency { name: text(node, "name")?, alias: text(node, "alias") })).collect()
}
