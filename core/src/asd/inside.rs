//! The diagram inside the box of a chart: the chart with its parameters, and its sub-charts.

use petgraph::graph::NodeIndex;

use crate::asd;
use crate::asd::chart::{Chart, MAX_UNPACKED};
use crate::asd::charts::Charts;
use crate::asd::model::{Application, DeploymentItem, mapped};
use crate::asd::package;
use crate::context::FileContext;
use crate::sorted_map::SortedSet;
use crate::sorting::gather;
use crate::syntax::{Node, NodePath};
use crate::text::Span;
use crate::topology::{Edge, EdgeKind, Port, PortKind, Topology, Vertex, VertexKind};

/// Maximum number of parameters in a box; the others are counted.
const MAX_PARAMETERS: usize = 24;
/// Maximum number of charts in a diagram.
const MAX_CHARTS: usize = 200;

/// Whether the deployment item at `path` has a chart that can be read.
pub fn opens(context: FileContext<'_>, path: &NodePath) -> bool {
    let found = || {
        let application = asd::application(context.file)?;
        let (_, item) = item(application, path)?;
        let artifact = item.text("artifactId").filter(|artifact| package::is_path(artifact))?;
        let package = package::with_artifacts(context.file, application, context.workspace.contents())?;
        Chart::kept(&package, artifact, &mut MAX_UNPACKED.clone()).ok()
    };
    found().is_some()
}

/// The chart at `path` of an application, with its number.
fn item<'a>(application: &'a Application, path: &NodePath) -> Option<(usize, DeploymentItem<'a>)> {
    application.items().enumerate().find(|(_, item)| item.path == path && item.is_chart())
}

/// The diagram inside the deployment item at `path`, if its chart can be read.
pub fn draw(context: FileContext<'_>, path: &NodePath) -> Option<Topology> {
    let application = asd::application(context.file)?;
    let (number, item) = item(application, path)?;
    let charts = Charts::of(context, application);
    let chart = charts.chart(number)?;
    let mut topology = Topology { title: chart.name.clone(), ..Topology::default() };
    let root = Vertex::new(VertexKind::Boundary, NodePath::root(), Span::default(), chart.name.as_str());
    let root = topology.graph.add_node(root);
    let written = written(application, &charts, number, item);
    let mut drawing = Drawing { topology, root, written };
    drawing.add(chart, &chart.name, &NodePath::keys(["charts"]), "", None);
    Some(drawing.topology)
}

/// The parameters of an item that receive values: its lifecycle parameters, and those that connection points are mapped to.
fn written(application: &Application, charts: &Charts, number: usize, item: DeploymentItem<'_>) -> SortedSet<String> {
    let own = item.parameters().filter_map(Node::as_text).map(str::to_owned);
    let points = application.points().flat_map(|(_, point)| mapped(point).collect::<Vec<_>>());
    let targets = points.filter_map(|one| one.target());
    let of_points = targets.filter(|(chart, _)| charts.item_of(chart) == Some(number));
    gather(own.chain(of_points.map(|(_, parameter)| parameter.to_owned())))
}

struct Drawing {
    topology: Topology,
    root: NodeIndex,
    written: SortedSet<String>,
}

impl Drawing {
    /// Adds a chart whose values are below `prefix`, connected with the chart that it is a part of.
    fn add(&mut self, chart: &Chart, key: &str, path: &NodePath, prefix: &str, outer: Option<NodeIndex>) {
        if self.topology.graph.node_count() > MAX_CHARTS {
            return;
        }
        let name = Some(chart.name.as_str()).filter(|name| *name != key);
        let words: Vec<&str> = name.into_iter().chain(chart.version.as_deref()).collect();
        let vertex = self.topology.graph.add_node(Vertex {
            detail: words.join(" "),
            ports: self.parameters(chart, prefix),
            parent: Some(self.root),
            ..Vertex::new(VertexKind::Chart, path.clone(), Span::default(), key)
        });
        if let Some(outer) = outer {
            let edge = Edge::new(EdgeKind::Dependency, path.key("dependency"), Span::default(), "sub-chart");
            self.topology.graph.add_edge(outer, vertex, edge);
        }
        for (key, inner) in chart.sub_charts() {
            self.add(inner, key, &path.key(key), &format!("{prefix}{key}."), Some(vertex));
        }
    }

    /// The parameters of a chart, those that receive values first.
    fn parameters(&self, chart: &Chart, prefix: &str) -> Vec<Port> {
        let is_written = |path: &String| self.written.contains(&format!("{prefix}{path}"));
        let (mut paths, others): (Vec<String>, Vec<String>) = chart.own_paths().into_iter().partition(is_written);
        paths.extend(others);
        let n_hidden = paths.len().saturating_sub(MAX_PARAMETERS);
        paths.truncate(MAX_PARAMETERS);
        let port = |name: &str, type_name: Option<String>| Port {
            type_name: type_name.map(Into::into),
            ..Port::new(name, PortKind::Input)
        };
        let parameter = |path: &String| {
            let default = chart.parameter(path).and_then(|known| known.default).map(|(_, text)| text);
            port(path, default.filter(|text| !text.is_empty()))
        };
        let hidden = (n_hidden > 0).then(|| port(&format!("+{n_hidden}"), None));
        paths.iter().map(parameter).chain(hidden).collect()
    }
}
