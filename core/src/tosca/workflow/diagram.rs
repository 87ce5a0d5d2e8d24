//! The diagram of a workflow: its steps, and the steps that follow their success or failure. The boundary is the workflow
//! itself.

use petgraph::graph::NodeIndex;

use crate::context::FileContext;
use crate::editing::layout;
use crate::syntax::{Node, NodePath};
use crate::text::Span;
use crate::topology::diagrams::{Diagram, DiagramKey, DiagramKind};
use crate::topology::{Edge, EdgeKind, Port, PortKind, Topology, Vertex, VertexKind};
use crate::tosca::workflow::{self, ON_FAILURE, ON_SUCCESS, Step, WORKFLOWS};

/// The workflows of a file.
pub fn list(context: FileContext<'_>) -> Vec<Diagram> {
    let section = NodePath::keys(WORKFLOWS);
    let diagram = |name: &str| {
        let of = section.key(name);
        let parts = vec![of.clone()];
        Diagram { name: name.to_owned(), key: DiagramKey { kind: DiagramKind::Workflow, of }, parts }
    };
    let all = context.file.root.iter().flat_map(|root| workflow::entries(root));
    all.map(|(name, _)| diagram(name)).collect()
}

/// The diagram of the workflow at a path, with the stored positions of its steps.
pub fn draw(context: FileContext<'_>, diagram: &DiagramKey) -> Option<Topology> {
    let mut topology = topology(context.file.root.as_ref()?, &diagram.of)?;
    layout::apply(context, &mut topology);
    Some(topology)
}

/// The diagram of the workflow that the step at `path` runs first.
pub fn of_step(context: FileContext<'_>, path: &NodePath) -> Option<DiagramKey> {
    let of = inlined(context.file.root.as_ref()?, path)?;
    Some(DiagramKey { kind: DiagramKind::Workflow, of })
}

/// Whether the step at `path` runs another workflow of the topology.
pub fn opens(context: FileContext<'_>, path: &NodePath) -> bool {
    context.file.root.as_ref().is_some_and(|root| inlined(root, path).is_some())
}

/// The diagram of the first workflow that the step at `path` runs, in place of its box.
pub fn inside(context: FileContext<'_>, path: &NodePath) -> Option<Topology> {
    let root = context.file.root.as_ref()?;
    topology(root, &inlined(root, path)?)
}

/// The workflow of the topology that the step at `path` runs first.
pub fn inlined(root: &Node, path: &NodePath) -> Option<NodePath> {
    let step = step_at(root, path)?;
    let workflows = NodePath::keys(WORKFLOWS);
    let names = workflow::activities(step, path).into_iter().filter_map(|(activity, _)| match activity {
        workflow::Activity::Inline(name) => Some(workflows.key(name)),
        _ => None,
    });
    names.into_iter().find(|of| root.at(of).is_some())
}

/// The step at a path.
pub fn step_at<'a>(root: &'a Node, path: &NodePath) -> Option<&'a Node> {
    workflow_of(path).and_then(|_| root.at(path))
}

/// The path of the workflow of a step.
pub fn workflow_of(step: &NodePath) -> Option<NodePath> {
    let steps = step.parent().filter(|steps| steps.last_key() == Some("steps"))?;
    steps.parent().filter(|of| of.parent() == Some(NodePath::keys(WORKFLOWS)))
}

/// The diagram of the workflow at `path`.
pub fn topology(root: &Node, path: &NodePath) -> Option<Topology> {
    let workflow = workflow::at(root, path)?;
    let boundary = Vertex {
        detail: "workflow".to_owned(),
        ..Vertex::new(VertexKind::Boundary, NodePath::root(), Span::default(), workflow.name)
    };
    let mut topology = Topology { title: workflow.name.to_owned(), ..Topology::default() };
    let boundary = topology.graph.add_node(boundary);
    let vertices: Vec<NodeIndex> =
        workflow.steps.iter().map(|step| topology.graph.add_node(vertex(step, boundary))).collect();
    for (step, &from) in workflow.steps.iter().zip(&vertices) {
        let next =
            [(&step.on_success, EdgeKind::Success, ON_SUCCESS), (&step.on_failure, EdgeKind::Failure, ON_FAILURE)];
        for (all, kind, port) in next {
            for next in all {
                let Some(&to) = next.step.and_then(|step| vertices.get(step)) else { continue };
                let edge =
                    Edge { source_port: Some(port.into()), ..Edge::new(kind, next.path.clone(), next.span, port) };
                topology.graph.add_edge(from, to, edge);
            }
        }
    }
    Some(topology)
}

fn vertex(step: &Step<'_>, boundary: NodeIndex) -> Vertex {
    let target = step.text("target").unwrap_or("no target");
    let detail = match step.text("target_relationship") {
        Some(requirement) => format!("{target}.{requirement}"),
        None => target.to_owned(),
    };
    let ports = [ON_SUCCESS, ON_FAILURE].map(|name| Port::new(name, PortKind::Capability));
    Vertex {
        detail,
        ports: ports.to_vec(),
        parent: Some(boundary),
        ..Vertex::new(VertexKind::Step, step.path.clone(), step.span, step.name)
    }
}
