//! The edits that the diagram of a descriptor offers for selected boxes: stages, lifecycle parameters of charts, and
//! requirements that clusters meet.

use serde_yaml::{Mapping, Value};

use crate::asd;
use crate::asd::chart::Chart;
use crate::asd::charts::Charts;
use crate::asd::cluster::{self, Cluster, ClusterNode};
use crate::asd::form::name_in;
use crate::asd::installation::question::cluster_texts;
use crate::asd::label::Label;
use crate::asd::model::{Application, DeploymentItem, text};
use crate::asd::topology::lane_path;
use crate::context::FileContext;
use crate::preview::question::Question;
use crate::sorted_map::SortedSet;
use crate::sorting::gather;
use crate::syntax::{Node, NodePath};
use crate::topology::{Action, ActionEdit, Beside, Command};

/// Maximum number of stages that are offered.
const MAX_STAGES: usize = 12;
/// Maximum number of choices in a list of capabilities.
const MAX_CHOICES: usize = 500;
/// Maximum number of parameters of a chart that are offered; large charts have about 3,000.
const MAX_PARAMETERS: usize = 10_000;
/// Maximum number of clusters whose properties are offered.
const MAX_CLUSTERS: usize = 8;

/// The edits for the boxes at `selection`; without a selection, those for the descriptor. The names are `stage`,
/// `new-stage-before`, `new-stage-after`, `any-time`, `parameter` and `requirement`.
pub fn actions(context: FileContext<'_>, selection: &[NodePath], question: &Question) -> Vec<Action> {
    let Some(application) = asd::application(context.file) else { return Vec::new() };
    let selected: Vec<(usize, DeploymentItem<'_>)> =
        application.items().enumerate().filter(|(_, item)| selection.contains(item.path)).collect();
    let requirements = application.at.key(name_in("enhancedClusterCapabilities", application.form));
    match selection {
        [] => required(context, application, &requirements, question),
        [path] if *path == requirements => required(context, application, &requirements, question),
        _ if selected.len() != selection.len() => Vec::new(),
        _ => {
            let mut found = stages(application, selection, &selected);
            if let [(number, item)] = selected.as_slice() {
                found.extend(parameters(context, application, *number, *item));
            }
            found
        }
    }
}

/// Moves to other stages, and to new ones.
fn stages(application: &Application, selection: &[NodePath], selected: &[(usize, DeploymentItem<'_>)]) -> Vec<Action> {
    let orders: SortedSet<i64> = gather(application.items().filter_map(|item| item.order()));
    let action = |name, subject: String, order, side| Action {
        name,
        subject,
        edit: ActionEdit::Run(Command::Enclose {
            boxes: selection.to_vec(),
            frame: lane_path(application, order),
            side,
        }),
        refused: None,
    };
    let is_all_in = |order| selected.iter().all(|(_, item)| item.order() == order);
    let mut found = Vec::new();
    for &order in orders.iter().take(MAX_STAGES).filter(|order| !is_all_in(Some(**order))) {
        found.push(action("stage", order.to_string(), Some(order), Beside::Same));
    }
    if let Some(&first) = orders.iter().next() {
        found.push(action("new-stage-before", first.to_string(), Some(first), Beside::Before));
    }
    for &order in orders.iter().take(MAX_STAGES) {
        found.push(action("new-stage-after", order.to_string(), Some(order), Beside::After));
    }
    if orders.is_empty() {
        found.push(action("stage", "1".to_owned(), None, Beside::After));
    }
    if !selected.iter().all(|(_, item)| item.node.entry("deploymentOrder").is_none()) {
        found.push(action("any-time", String::new(), None, Beside::Same));
    }
    found
}

/// The parameters of a chart as choices, grouped by sub-chart.
fn parameters(
    context: FileContext<'_>,
    application: &Application,
    number: usize,
    item: DeploymentItem<'_>,
) -> Vec<Action> {
    let charts = Charts::of(context, application);
    let Some(chart) = charts.chart(number) else { return Vec::new() };
    let list = list_of(application, item);
    let section = item.node.get("lifecycleParameters");
    let written = written(section, &list);
    let choice = |path: String| {
        let there = written.iter().find(|(text, _)| *text == path);
        let command = match there {
            Some((_, at)) => Command::Remove(vec![at.clone()]),
            None => Command::Append { list: list.clone(), value: Value::from(path.as_str()) },
        };
        let edit = ActionEdit::Tick { group: group(chart, &path), is_on: there.is_some(), command };
        Action { name: "parameter", subject: path, edit, refused: None }
    };
    let paths = chart.paths();
    // Written parameters are always listed, even if the chart has too many.
    let first = paths.iter().take(MAX_PARAMETERS).cloned();
    let others =
        paths.iter().skip(MAX_PARAMETERS).filter(|path| written.iter().any(|(text, _)| text == *path)).cloned();
    first.chain(others).map(choice).collect()
}

fn list_of(application: &Application, item: DeploymentItem<'_>) -> NodePath {
    let at = if application.form.is_template() { item.path.key("properties") } else { item.path.clone() };
    at.key(name_in("lifecycleParameters", application.form))
}

/// The texts of a list, or of the single text in its place, with their paths.
fn written<'a>(section: Option<&'a Node>, list: &NodePath) -> Vec<(&'a str, NodePath)> {
    let items = section.map_or(&[][..], Node::items).iter().enumerate();
    let single = section.filter(|node| node.as_sequence().is_none() && !node.is_null()).and_then(Node::as_text);
    let items = items.filter_map(|(index, node)| Some((node.as_text()?, list.index(index))));
    items.chain(single.map(|text| (text, list.clone()))).collect()
}

/// The sub-chart of a parameter: the longest beginning of its path that names charts.
fn group(chart: &Chart, path: &str) -> String {
    let (mut chart, mut found) = (chart, Vec::new());
    for step in path.split('.') {
        let Some(inner) = chart.sub_chart(step) else { break };
        chart = inner;
        found.push(step);
    }
    found.join(".")
}

/// The properties of clusters as choices: of those that the question of the preview describes, and of those of the catalog.
fn required(context: FileContext<'_>, application: &Application, at: &NodePath, question: &Question) -> Vec<Action> {
    let stated = application.cluster();
    let given = cluster_texts(context, question);
    let others = cluster_texts(context, &Question::default());
    let others = others.into_iter().filter(|other| !given.contains(other));
    let texts: Vec<String> = given.iter().cloned().chain(others).map(|(_, text)| text).collect();
    // Outputs of tools belong to one cluster. The preview reports those that cannot be read.
    let readable = texts.iter().map(String::as_str).filter(|text| cluster::read([*text]).is_ok());
    let clusters = cluster::read(readable).unwrap_or_default();
    clusters.iter().take(MAX_CLUSTERS).flat_map(|cluster| of_cluster(application, stated, at, cluster)).collect()
}

fn of_cluster(application: &Application, stated: Option<&Node>, at: &NodePath, cluster: &Cluster) -> Vec<Action> {
    let form = application.form;
    let mut found = Vec::new();
    let mut add = |attribute: &str, shown: &str, there: Option<NodePath>, command: Command| {
        let command = there.as_ref().map_or(command, |path| Command::Remove(vec![path.clone()]));
        let edit = ActionEdit::Tick { group: cluster.name.clone(), is_on: there.is_some(), command };
        let subject = format!("{}: {shown}", name_in(attribute, form));
        found.push(Action { name: "requirement", subject, edit, refused: None });
    };
    let list = |attribute: &str| at.key(name_in(attribute, form));
    let section = |attribute: &str| stated.and_then(|stated| stated.get(attribute));
    let nodes: Vec<&ClusterNode> = cluster.workers();
    if let Some(kernel) = cluster::oldest_kernel(&nodes) {
        let path = list("minKernelVersion");
        let there =
            section("minKernelVersion").and_then(Node::as_text).filter(|text| *text == kernel).map(|_| path.clone());
        add("minKernelVersion", kernel, there, Command::Set { path, value: Some(kernel.into()) });
    }
    // A module is met only if it is loaded on every node.
    let modules: Vec<&[String]> = nodes.iter().filter_map(|node| node.kernel_modules.as_deref()).collect();
    let first = modules.first().filter(|_| modules.len() == nodes.len()).copied().unwrap_or_default();
    for module in first.iter().filter(|name| modules.iter().all(|all| all.contains(*name))).take(MAX_CHOICES) {
        let path = list("requiredKernelModules");
        let listed = written(section("requiredKernelModules"), &path);
        let there = listed.into_iter().find(|(text, _)| text == module).map(|(_, at)| at);
        add("requiredKernelModules", module, there, Command::Append { list: path, value: module.as_str().into() });
    }
    let own: SortedSet<(String, String)> = gather(
        nodes.iter().filter_map(|node| node.labels.as_ref()).flatten().map(|(key, value)| (key.clone(), value.clone())),
    );
    // An entry that says the same, at its path, or the command that adds one.
    let entry = |attribute: &str, value: Mapping, is_same: &dyn Fn(&Node) -> bool| {
        let path = list(attribute);
        let items = section(attribute).map_or(&[][..], Node::items).iter();
        let there = items.enumerate().find(|(_, item)| is_same(item)).map(|(index, _)| path.index(index));
        (there, Command::Append { list: path, value: Value::Mapping(value) })
    };
    let pair = |key: &str, value: &str| (Value::from(name_in(key, form)), Value::from(value));
    for (key, value) in own.iter().take(MAX_CHOICES) {
        let label = Mapping::from_iter([(Value::from(key.as_str()), Value::from(value.as_str()))]);
        let (there, command) = entry("clusterLabels", label, &|item| is_label(item, key, value));
        add("clusterLabels", &format!("{key}={value}"), there, command);
    }
    for one in cluster.resources.iter().flatten().take(MAX_CHOICES) {
        // The output of some tools has groups without versions.
        let version = Some(one.api_version.as_str()).filter(|version| version.contains('/') && !version.ends_with('/'));
        let value = [("kind", Some(one.kind.as_str())), ("apiVersion", version)];
        let value = value.into_iter().filter_map(|(key, value)| Some(pair(key, value?))).collect();
        let is_same = |item: &Node| text(item, "kind") == Some(&one.kind) && text(item, "apiVersion") == version;
        let (there, command) = entry("requiredCustomResources", value, &is_same);
        add("requiredCustomResources", format!("{} {}", one.kind, one.api_version).trim(), there, command);
    }
    for one in cluster.plugins.iter().flatten().take(MAX_CHOICES) {
        let value =
            [("requiredPluginName", Some(one.name.as_str())), ("requiredPluginVersion", one.version.as_deref())];
        let value = value.into_iter().filter_map(|(key, value)| Some(pair(key, value?))).collect();
        let is_same = |item: &Node| text(item, "requiredPluginName") == Some(&one.name);
        let (there, command) = entry("requiredPlugin", value, &is_same);
        add(
            "requiredPlugin",
            format!("{} {}", one.name, one.version.as_deref().unwrap_or_default()).trim(),
            there,
            command,
        );
    }
    found
}

/// Whether an entry of `clusterLabels` is this label, in any of its notations.
fn is_label(item: &Node, key: &str, value: &str) -> bool {
    match item.as_text() {
        Some(text) => {
            let label = Label::read(text);
            label.key == key && label.value.as_deref() == Some(value)
        }
        None => item.entries().len() == 1 && text(item, key) == Some(value),
    }
}
