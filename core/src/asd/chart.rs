//! Helm charts of a package, from folders and archives: names, dependencies and default values. Templates are not
//! rendered, and nothing is fetched.

pub mod defaults;
mod read;
pub mod types;
mod version;

use std::sync::Arc;

use serde_json::{Map, Value};

use crate::asd::crd::Defined;
use crate::asd::json_schema;
use crate::csar::Package;
use crate::sorted_map::SortedMap;
use crate::sorting::{Sorting, gather};
use crate::syntax::parse::parse;
use crate::syntax::{Entry, Kind, Node, SyntaxErrorKind, Tree, alias};
use crate::text::Span;

/// Maximum number of bytes unpacked for the charts of a descriptor.
pub const MAX_UNPACKED: u64 = 512 << 20;
/// Maximum number of parameters that are listed.
const MAX_PATHS: usize = 5000;
/// Maximum number of charts whose parameters are listed. A chart counts once for each of its aliases.
const MAX_VISITS: usize = 1000;

/// A chart with its sub-charts.
#[derive(Debug, Default)]
pub struct Chart {
    pub name: String,
    pub version: Option<String>,
    pub values: Option<Values>,
    /// The `values.schema.json`.
    pub schema: Option<Arc<Value>>,
    pub dependencies: Vec<Dependency>,
    /// The charts in `charts/`, and those of dependencies in other folders of the chart.
    pub charts: Vec<Chart>,
    /// The custom resources in `crds/`, which Helm installs before the templates.
    pub custom_resources: Vec<Defined>,
    /// Whether the chart has files, or sub-charts, that are too large or nested too deep to be read.
    pub is_partial: bool,
    /// The malformed files of the chart and its sub-charts, up to a limit.
    pub malformed: Vec<Malformed>,
}

/// A file of a chart that Helm cannot read, or an entry of an archive that is not read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Malformed {
    /// Its path in the chart: `charts/db/values.yaml`.
    pub file: String,
    /// The reason: `unclosed bracket in line 3`.
    pub reason: String,
    pub is_in_archive: bool,
    /// Whether it is not read because it is a link, or leads out of the archive.
    pub is_left_out: bool,
}

/// A chart that is kept, with the number of bytes that were unpacked for it.
struct Kept {
    chart: Arc<Chart>,
    size: u64,
}

/// A YAML document with its text.
#[derive(Debug)]
pub struct Values {
    pub text: String,
    pub tree: Tree,
    /// The root, with aliases expanded.
    root: Option<Arc<Node>>,
    /// The texts of the parameters that are described by their paths: `## @param image.tag Tag of the image`.
    described: SortedMap<String, String>,
}

/// A dependency of a chart.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Dependency {
    pub name: String,
    /// The versions of the sub-chart that fulfill it; every version if it states none.
    pub version: Option<String>,
    /// The name of its values in those of the chart, if not its own.
    pub alias: Option<String>,
    /// The folder of the sub-chart in the chart, if its repository is a local folder: `common` for `file://./common`.
    pub folder: Option<String>,
    /// The paths of booleans in the values of the chart; the first that exists decides whether the sub-chart is enabled.
    pub conditions: Vec<String>,
    /// The names under `tags` in the values of the outermost chart that decide it otherwise.
    pub tags: Vec<String>,
    /// The values of the sub-chart that the chart imports into its own.
    pub imports: Vec<Import>,
}

/// Values that a chart imports from a sub-chart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Import {
    /// The path of a mapping in the values of the sub-chart.
    pub child: String,
    /// The path that its content is imported to in the values of the chart; empty for their root.
    pub parent: Vec<String>,
}

impl Dependency {
    /// Whether the sub-chart is enabled by these values of the chart and the tags that apply to it.
    pub fn is_enabled(&self, values: &Value, tags: &Map<String, Value>) -> bool {
        let flag = |path: &String| {
            let mut steps = path.split('.');
            steps.try_fold(values, |value, step| value.get(step)).and_then(Value::as_bool)
        };
        if let Some(flag) = self.conditions.iter().find_map(flag) {
            return flag;
        }
        let tags: Vec<bool> = self.tags.iter().filter_map(|tag| tags.get(tag.as_str())?.as_bool()).collect();
        tags.is_empty() || tags.contains(&true)
    }

    /// Whether a sub-chart is meant: it has the name, and a version that fulfills the dependency.
    fn is_fulfilled_by(&self, chart: &Chart) -> bool {
        let is_compatible = |version: &String| version::is_compatible(self.version.as_deref().unwrap_or("*"), version);
        self.name == chart.name && chart.version.as_ref().is_none_or(is_compatible)
    }

    fn has_tag(&self, tag: &str) -> bool {
        self.tags.iter().any(|own| own == tag)
    }

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
    /// With a `Chart.yaml` that has a syntax error.
    Malformed,
    /// An archive that is cut off, or damaged otherwise.
    Damaged,
    /// Larger than the limits.
    TooLarge,
}

/// The limits of the parser, which are no errors of the file.
const LIMITS: [SyntaxErrorKind; 3] =
    [SyntaxErrorKind::AliasBudget, SyntaxErrorKind::TooDeep, SyntaxErrorKind::TooLarge];

impl Values {
    /// Whether the file exceeds the limits of the parser.
    fn is_partial(&self) -> bool {
        self.tree.errors.iter().any(|error| LIMITS.contains(&error.kind))
    }

    fn read(text: String) -> Self {
        let tree = parse(&text);
        let comments = tree.comments.iter().map(|comment| comment.of(&text));
        let described = gather(comments.filter_map(described));
        Values { root: alias::expand(&tree).0, tree, text, described }
    }

    pub fn root(&self) -> Option<&Node> {
        self.root.as_deref()
    }

    /// The line of the first error for which Helm refuses the file, counted from 1. Helm accepts repeated keys, and lines of
    /// flow collections and strings with little indentation.
    fn error_line(&self) -> Option<usize> {
        const ACCEPTED: [SyntaxErrorKind; 3] =
            [SyntaxErrorKind::DuplicateKey, SyntaxErrorKind::FlowIndentation, SyntaxErrorKind::QuotedIndentation];
        let is_error = |kind| !ACCEPTED.contains(&kind) && !LIMITS.contains(&kind);
        let mut errors = self.tree.errors.iter().filter(|error| is_error(error.kind));
        let start = errors.next()?.span.start as usize;
        Some(self.text.bytes().take(start).filter(|byte| *byte == b'\n').count() + 1)
    }

    /// The documentation of a value: the text for its path, or else the lines above its key, and after it on its line.
    pub fn comment(&self, key: &Node) -> Option<String> {
        let path = self.root().and_then(|root| path_of(root, key)).unwrap_or_default();
        if let Some(text) = self.described.get(&path) {
            return Some(text.clone());
        }
        let start = key.span.start as usize;
        let line_start = self.text[..start].rfind('\n').map_or(0, |at| at + 1);
        let above = self.text[..line_start].lines().rev();
        let mut lines: Vec<&str> = above.map(str::trim).take_while(|line| line.starts_with('#')).collect();
        lines.reverse();
        let line_end = self.text[start..].find('\n').map_or(self.text.len(), |at| start + at);
        let line = Span::new(start, line_end);
        let behind = self.tree.comments.iter().find(|comment| line.contains(**comment));
        lines.extend(behind.map(|comment| comment.of(&self.text)));
        // Lines such as `@section` are for tools that write manuals.
        let words =
            lines.iter().map(|line| line.trim_start_matches(['#', ' ']).trim()).filter(|line| !line.starts_with('@'));
        let mut words: Vec<&str> = words.filter(|line| !line.is_empty()).collect();
        // Lines above the text of helm-docs are not part of it.
        let texts = words.iter().map(|line| text_of_helm_docs(line, &path)).collect::<Vec<_>>();
        if let Some(at) = texts.iter().rposition(Option::is_some) {
            words.drain(..at);
            words.splice(..1, texts[at]);
        }
        (!words.is_empty()).then(|| words.join(" "))
    }
}

/// The path and the text of a parameter in a comment as Bitnami writes them: `## @param image.tag [string] Tag of the image`.
fn described(comment: &str) -> Option<(String, String)> {
    let line = comment.trim_start_matches(['#', ' ']);
    let rest = line.strip_prefix("@param ").or_else(|| line.strip_prefix("@extra "))?.trim_start();
    let (path, mut text) = rest.split_once(char::is_whitespace)?;
    text = text.trim();
    // The type, and whether the manual has another default.
    if text.starts_with('[') {
        let mut depth = 0;
        let end = text.find(|one| {
            depth += i32::from(one == '[') - i32::from(one == ']');
            depth == 0
        });
        text = end.map_or(text, |end| text[end + 1..].trim());
    }
    (!text.is_empty()).then(|| (path.to_owned(), text.to_owned()))
}

/// The text in the first line of a comment for helm-docs. It starts with two dashes, possibly behind the path, and a type:
/// `-- (int) Number of replicas`.
fn text_of_helm_docs<'a>(line: &'a str, path: &str) -> Option<&'a str> {
    let (_, text) = line.split_once("-- ").filter(|(before, _)| before.is_empty() || before.trim_end() == path)?;
    let typed = text.trim().strip_prefix('(').and_then(|rest| rest.split_once(") "));
    Some(typed.filter(|(of, _)| !of.contains(' ')).map_or(text, |(_, text)| text).trim())
}

/// The path of the value with this key.
fn path_of(root: &Node, key: &Node) -> Option<String> {
    let mut path = String::new();
    let mut node = root;
    loop {
        let is_it = |entry: &&Entry| entry.key.span == key.span || entry.value.span.contains(key.span);
        let entry = node.entries().iter().find(is_it)?;
        path = joined(&path, entry.key.as_text()?);
        if entry.key.span == key.span {
            return Some(path);
        }
        node = &entry.value;
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
        read::of_artifact(package, artifact, &mut MAX_UNPACKED.clone())
    }

    /// Reads a chart, unless it has been read since its files changed. `left` is the number of bytes that may be unpacked,
    /// reduced by those that were.
    pub fn kept(package: &Package, artifact: &str, left: &mut u64) -> Result<Arc<Chart>, Unreadable> {
        let Some(address) = package.address(artifact.trim_end_matches('/')) else { return Err(Unreadable::Missing) };
        let mut why = Unreadable::Missing;
        let before = *left;
        let contents = package.contents();
        let (stamp, in_folder) = read::stamp(package, &address);
        let read = contents.derive(&address, stamp, || match read::of_artifact(package, artifact, left) {
            Ok(chart) => {
                let size = before - *left;
                Some((Kept { chart: Arc::new(chart), size }, size + in_folder))
            }
            Err(error) => {
                why = error;
                None
            }
        });
        let read = read.ok_or(why)?;
        // A descriptor gets the same answer whether its charts are kept or not.
        if read.size > before {
            return Err(Unreadable::TooLarge);
        }
        *left = before - read.size;
        Ok(Arc::clone(&read.chart))
    }

    /// The sub-chart whose values are under this key: that of a dependency, or the name of a chart that fulfills none. Helm
    /// ignores values under the name of a sub-chart that only has other names.
    pub fn sub_chart(&self, key: &str) -> Option<&Chart> {
        self.sub_charts().find(|(own, _)| *own == key).map(|(_, chart)| chart)
    }

    fn chart_of(&self, dependency: &Dependency) -> Option<&Chart> {
        self.charts.iter().find(|chart| dependency.is_fulfilled_by(chart))
    }

    /// The keys of the values of the sub-charts. A chart has several keys if it fulfills several dependencies. One that fulfills
    /// none, because it has another version than its dependency, keeps its name.
    pub fn sub_charts(&self) -> impl Iterator<Item = (&str, &Chart)> {
        let named =
            self.dependencies.iter().filter_map(|dependency| Some((dependency.key(), self.chart_of(dependency)?)));
        let is_named = |chart: &Chart| self.dependencies.iter().any(|dependency| dependency.is_fulfilled_by(chart));
        let others = self.charts.iter().filter(move |chart| !is_named(chart));
        named.chain(others.map(|chart| (chart.name.as_str(), chart)))
    }

    /// The target of a path of values, in the values of the chart or of its sub-charts.
    pub fn find(&self, path: &str) -> Option<Found<'_>> {
        let steps: Vec<&str> = path.split('.').collect();
        let found = self.find_steps(&steps);
        let has_unknown = self.is_partial || self.without_defaults().is_some();
        found.or((has_unknown || self.has_switch(&steps)).then_some(Found::Open))
    }

    /// A file that is damaged or malformed, so that defaults of the chart or of a sub-chart are not known.
    pub fn without_defaults(&self) -> Option<&Malformed> {
        let has_values = |file: &str| file.ends_with("values.yaml") || file.ends_with(".tgz");
        self.malformed.iter().find(|one| !one.is_left_out && has_values(&one.file))
    }

    /// Whether this is a tag or condition of a dependency. Helm reads both from the values, whether these have a default or
    /// not. Tags are always those of the outermost chart.
    fn has_switch(&self, steps: &[&str]) -> bool {
        let is_tag = |tag: &&str| self.any_chart(&|chart| chart.dependencies.iter().any(|one| one.has_tag(tag)));
        let is_condition = |chart: &Chart, steps: &[&str]| {
            let path = steps.join(".");
            chart.dependencies.iter().any(|dependency| dependency.conditions.contains(&path))
        };
        let mut chart = self;
        for at in 0..steps.len() {
            if is_condition(chart, &steps[at..]) {
                return true;
            }
            match chart.sub_chart(steps[at]) {
                Some(inner) => chart = inner,
                None => break,
            }
        }
        matches!(steps, ["tags", tag] if is_tag(tag))
    }

    /// Whether a chart, this one or a sub-chart, fulfills a condition.
    fn any_chart(&self, is_it: &impl Fn(&Chart) -> bool) -> bool {
        is_it(self) || self.charts.iter().any(|chart| chart.any_chart(is_it))
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
        let described = || json_schema::property(self.schema.as_ref()?, steps).map(|_| Found::Open);
        match own {
            Some(Found::Open) => in_chart().or(own),
            Some(_) => own,
            None => in_chart().or_else(|| self.find_imported(steps)).or_else(global).or_else(described),
        }
    }

    /// The target of a path that is imported from a sub-chart.
    fn find_imported(&self, steps: &[&str]) -> Option<Found<'_>> {
        self.dependencies.iter().find_map(|dependency| {
            let chart = self.chart_of(dependency)?;
            dependency.imports.iter().find_map(|import| {
                let (outer, rest) = steps.split_at_checked(import.parent.len())?;
                let is_inside = !rest.is_empty() && import.parent.iter().eq(outer);
                let path = || import.child.split('.').chain(rest.iter().copied()).collect::<Vec<_>>();
                is_inside.then(|| chart.find_steps(&path()))?
            })
        })
    }

    /// Whether the path enters a chart that is not among the dependencies: its first step looks like a dependency in
    /// `Chart.yaml`, but the chart is not in the package, or only in this other version.
    pub fn missing_dependency(&self, path: &str) -> Option<(&Dependency, Option<&str>)> {
        let mut chart = self;
        for step in path.split('.') {
            match chart.sub_chart(step) {
                Some(inner) => chart = inner,
                None => {
                    let missing = chart.dependencies.iter().find(|dependency| dependency.key() == step)?;
                    let other = chart.charts.iter().find(|chart| chart.name == missing.name);
                    return Some((missing, other.and_then(|other| other.version.as_deref())));
                }
            }
        }
        None
    }

    /// The paths of all values, sub-charts included, up to a limit.
    pub fn paths(&self) -> Vec<String> {
        let mut found = Vec::new();
        self.collect("", &mut 0, &mut found);
        found.order();
        found.dedup();
        found
    }

    /// The paths of the values of the chart itself, up to a limit.
    pub fn own_paths(&self) -> Vec<String> {
        let mut found = Vec::new();
        if let Some(root) = self.values.as_ref().and_then(Values::root) {
            collect(root, "", 0, &mut found);
        }
        found
    }

    fn collect(&self, prefix: &str, n_visits: &mut usize, found: &mut Vec<String>) {
        *n_visits += 1;
        if *n_visits > MAX_VISITS {
            return;
        }
        if let Some(root) = self.values.as_ref().and_then(Values::root) {
            collect(root, prefix, 0, found);
        }
        for dependency in &self.dependencies {
            let chart = self.chart_of(dependency);
            let Some(root) = chart.and_then(|chart| chart.values.as_ref()?.root()) else { continue };
            for import in &dependency.imports {
                let source = import.child.split('.').try_fold(root, |node, step| node.get(step));
                let prefix = import.parent.iter().fold(prefix.to_owned(), |prefix, step| joined(&prefix, step));
                if let Some(source) = source {
                    collect(source, &prefix, 0, found);
                }
            }
        }
        for (key, chart) in self.sub_charts() {
            chart.collect(&joined(prefix, key), n_visits, found);
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

#[cfg(test)]
mod tests {
    use super::*;

    fn dependency(name: &str, alias: Option<&str>) -> Dependency {
        Dependency {
            name: name.to_owned(),
            alias: alias.map(str::to_owned),
            conditions: vec![format!("{name}.enabled")],
            tags: vec!["front".to_owned()],
            ..Dependency::default()
        }
    }

    /// The first chart that fulfills a dependency gets its alias; one that fulfills none keeps its name.
    #[test]
    fn a_sub_chart_of_another_version_has_no_alias() {
        let of = |version: &str, alias: &str| Dependency {
            version: Some(version.to_owned()),
            ..dependency("db", Some(alias))
        };
        let database = |version: &str| Chart {
            name: "db".to_owned(),
            version: Some(version.to_owned()),
            values: Some(Values::read(format!("v{}: 1\n", &version[..1]))),
            ..Chart::default()
        };
        let chart = |versions: [&str; 2]| Chart {
            dependencies: vec![of("^1.2", "old"), of(">=2 <3", "new")],
            charts: versions.into_iter().map(database).collect(),
            ..Chart::default()
        };
        let keys = |chart: &Chart| {
            chart
                .sub_charts()
                .map(|(key, of)| format!("{key} {}", of.version.as_deref().unwrap_or_default()))
                .collect::<Vec<_>>()
        };
        assert_eq!(keys(&chart(["2.1.0", "1.9.0"])), ["old 1.9.0", "new 2.1.0"]);
        let other = chart(["3.0.0", "1.2.0"]);
        assert_eq!(keys(&other), ["old 1.2.0", "db 3.0.0"]);
        assert!(other.find("db.v3").is_some() && other.find("new.v3").is_none());
        let missing = other.missing_dependency("new.v3").map(|(dependency, other)| (dependency.key(), other));
        assert_eq!(missing, Some(("new", Some("3.0.0"))));
    }

    /// The notations of Bitnami and of helm-docs.
    #[test]
    fn parameters_are_documented_by_comments() {
        let text = "## @section Common\n## @param image.tag [string, default: [x]] Tag of the image\n## @param other\n##\nimage:\n  \
                    ## e.g. 1.2\n  tag: a\n  ## @param image.pull Policy\n  # Not of pull\n  pull: b\n# ignored\n# -- (int) \
                    Number\n# of replicas\n# @default -- 1\nreplicas: 1\n# Plain\n# text\nplain: 1  # behind\n# old.style -- \
                    Style\nold:\n  # old.style -- Style\n  style: 1\n# A -- dash\ndash: 1\n";
        let values = Values::read(text.to_owned());
        let comment = |path: &str| {
            let root = values.root().expect("a mapping");
            let (outer, key) = path.rsplit_once('.').unwrap_or(("", path));
            let outer = outer.split('.').filter(|step| !step.is_empty()).try_fold(root, |node, step| node.get(step));
            values.comment(&outer.and_then(|outer| outer.entry(key)).expect("a key").key)
        };
        for (path, text) in [
            ("image.tag", Some("Tag of the image")),
            ("image.pull", Some("Policy")),
            ("image", None),
            ("replicas", Some("Number of replicas")),
            ("plain", Some("Plain text behind")),
            ("old.style", Some("Style")),
            ("dash", Some("A -- dash")),
        ] {
            assert_eq!(comment(path).as_deref(), text, "{path}");
        }
    }

    #[test]
    fn a_sub_chart_with_an_alias_has_no_values_under_its_name() {
        let values = |text: &str| Some(Values::read(text.to_owned()));
        let database = Chart { name: "db".to_owned(), values: values("size: 1\n"), ..Chart::default() };
        let other = Chart { name: "other".to_owned(), values: values("size: 1\n"), ..Chart::default() };
        let chart = Chart {
            dependencies: vec![dependency("db", Some("orders"))],
            charts: vec![database, other],
            ..Chart::default()
        };
        for (path, is_found) in [("orders.size", true), ("db.size", false), ("other.size", true)] {
            assert_eq!(chart.find(path).is_some(), is_found, "{path}");
        }
        // The conditions and tags of dependencies need no default.
        for (path, is_found) in [("tags.front", true), ("tags.back", false), ("db.enabled", true), ("db.enable", false)]
        {
            assert_eq!(chart.find(path).is_some(), is_found, "{path}");
        }
    }
}
