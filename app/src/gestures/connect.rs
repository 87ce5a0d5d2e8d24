//! The commands for connections between two ports, and the possible ends on a box.

use descriptorium_core::scene::ScenePort;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::topology::diagrams;
use descriptorium_core::topology::{CandidateEnd, Command, ConnectionEnd, End, MovedEnd, PortKind, VertexKind};
use leptos::prelude::*;

use crate::state::canvas::Canvas;
use crate::words::{canvas as words, kinds};

/// The connection end at a port in the diagram.
pub fn connection_end(vertex: &NodePath, port: &ScenePort) -> ConnectionEnd {
    ConnectionEnd { end: End { vertex: vertex.clone(), port: port.name.clone() }, kind: port.kind }
}

/// The command that connects two ports, or why there is none, whatever the kinds of the ports.
pub fn between(from: &ConnectionEnd, to: &ConnectionEnd) -> Result<Command, &'static str> {
    let property = |end: &End| end.vertex.key("properties").key(&end.port);
    let connect = |source: &ConnectionEnd, target: &ConnectionEnd| Command::Connect {
        source: source.end.clone(),
        target: target.end.clone(),
    };
    let map = |source: &ConnectionEnd, target: &ConnectionEnd| Command::Map {
        source: source.end.clone(),
        target: property(&target.end),
    };
    match (flow(from), flow(to)) {
        (Flow::Gives, Flow::Needs) => Ok(connect(from, to)),
        (Flow::Needs, Flow::Gives) => Ok(connect(to, from)),
        (Flow::Reads, Flow::Takes) => Ok(map(from, to)),
        (Flow::Takes, Flow::Reads) => Ok(map(to, from)),
        (Flow::Gives, Flow::Gives) => Err(words::two_capabilities()),
        (Flow::Needs, Flow::Needs) => Err(words::two_requirements()),
        (Flow::Gives | Flow::Needs, _) | (_, Flow::Gives | Flow::Needs) => Err(words::value_and_capability()),
        (Flow::Reads, Flow::Reads) => Err(words::two_read()),
        (Flow::Takes, Flow::Takes) => Err(words::two_set()),
    }
}

/// The command that connects two ports, or moves an end of an existing connection to the second one.
pub fn command(from: &ConnectionEnd, moved: Option<&MovedEnd>, to: &ConnectionEnd) -> Result<Command, &'static str> {
    let connect = between(from, to)?;
    Ok(match moved {
        Some(moved) => Command::Reconnect { moved: moved.clone(), to: to.end.clone() },
        None => connect,
    })
}

/// All ends for the connection in progress, with the reason if one is refused; `None` while the file is not served.
pub fn candidates(canvas: Canvas, from: &ConnectionEnd, moved: Option<&MovedEnd>) -> Option<Vec<CandidateEnd>> {
    let (file, operations) = canvas.editor.operations_here()?;
    let analysis = canvas.editor.analysis.get_untracked();
    Some(match moved {
        Some(moved) => (operations.reconnection_targets)(&analysis, &file, moved),
        None => (operations.candidate_targets)(&analysis, &file, &from.end, from.kind),
    })
}

/// Whether a connection from here goes from the providing to the requiring end.
pub fn is_forward(from: &ConnectionEnd) -> bool {
    match flow(from) {
        Flow::Gives | Flow::Reads => true,
        Flow::Needs | Flow::Takes => false,
    }
}

/// The ends on a box that could take the connection in progress, or why there are none.
pub fn ends_on(
    canvas: Canvas,
    from: &ConnectionEnd,
    moved: Option<&MovedEnd>,
    other: &NodePath,
) -> Result<Vec<ConnectionEnd>, String> {
    let fitting: Vec<ConnectionEnd> = canvas.connection_targets.with_untracked(|possible| possible.on(other));
    if !fitting.is_empty() {
        return Ok(fitting);
    }
    let name = canvas.editor.scene.with_untracked(|view| view.name(other));
    let name = name.as_str();
    if canvas.editor.file.with_untracked(Option::is_none) {
        return Err(words::no_file_open().to_owned());
    }
    let candidates = candidates(canvas, from, moved).ok_or(crate::words::shell::loading())?;
    let mut reasons: Vec<String> = candidates
        .into_iter()
        .filter(|candidate| candidate.end.end.vertex == *other)
        .filter_map(|candidate| candidate.refused)
        .collect();
    reasons.dedup();
    match reasons.as_slice() {
        [] => Err(wanted(canvas, from).map_or_else(|| words::does_not_fit(name), |wanted| words::has_no(name, wanted))),
        [only] => Err(only.clone()),
        [first, others @ ..] => Err(words::nothing_fits(others.len(), name, first)),
    }
}

/// The kind of end that a connection from here needs; `None` for a port that only names other boxes.
pub fn wanted(canvas: Canvas, from: &ConnectionEnd) -> Option<&'static str> {
    if of_chart(canvas, from) == Some(ChartEnd::Point) {
        return Some(words::chart_parameter());
    }
    if is_derivation(from) {
        let is_child = from.kind == PortKind::Requirement;
        return Some(if is_child { kinds::parent_type() } else { kinds::derived_type() });
    }
    has_capabilities(canvas, from).then(|| match flow(from) {
        Flow::Gives => kinds::requirement(),
        Flow::Needs => kinds::capability(),
        Flow::Reads => words::settable(),
        Flow::Takes => words::readable(),
    })
}

/// Whether a connection from here is the derivation of a type.
pub fn is_derivation(from: &ConnectionEnd) -> bool {
    diagrams::is_derivation(&from.end.port)
}

/// The word for the kind of port at an end.
pub fn kind_name(canvas: Canvas, end: &ConnectionEnd) -> &'static str {
    match of_chart(canvas, end) {
        Some(ChartEnd::Point) => return kinds::vertex(VertexKind::ConnectionPoint),
        Some(ChartEnd::Parameter) => return words::chart_parameter(),
        None => {}
    }
    match flow(end) {
        _ if is_derivation(end) => kinds::port_of_type(&end.end.port, end.kind),
        _ if !has_capabilities(canvas, end) => {
            let of = canvas.editor.scene.with_untracked(|view| Some(view.found(&end.end.vertex)?.kind));
            match of {
                Some(VertexKind::Step) if end.kind == PortKind::Requirement => kinds::previous_step(),
                of => of.map_or(kinds::reference(), kinds::reference_of),
            }
        }
        Flow::Gives => kinds::capability(),
        Flow::Needs => kinds::requirement(),
        Flow::Reads => words::readable(),
        Flow::Takes => words::settable(),
    }
}

/// An end of a mapping between a connection point and a chart.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ChartEnd {
    Point,
    Parameter,
}

fn of_chart(canvas: Canvas, end: &ConnectionEnd) -> Option<ChartEnd> {
    canvas.editor.scene.with_untracked(|view| {
        let found = view.found(&end.end.vertex)?;
        let is_point = found.ports.iter().any(|port| port.name == end.end.port && port.path.is_some());
        let parameter = (found.kind == VertexKind::DeploymentItem).then_some(ChartEnd::Parameter);
        if is_point { Some(ChartEnd::Point) } else { parameter }
    })
}

fn has_capabilities(canvas: Canvas, end: &ConnectionEnd) -> bool {
    let vertex = &end.end.vertex;
    canvas.editor.scene.with_untracked(|view| view.found(vertex).is_none_or(|found| found.kind.has_capabilities()))
}

/// The direction of a port, as seen from inside the assembly: its own inputs are sources there, its own outputs are
/// targets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flow {
    Gives,
    Needs,
    Reads,
    Takes,
}

fn flow(end: &ConnectionEnd) -> Flow {
    match (end.kind, end.end.vertex.is_root()) {
        (PortKind::Capability, _) => Flow::Gives,
        (PortKind::Requirement, _) => Flow::Needs,
        (PortKind::Output, false) | (PortKind::Input, true) => Flow::Reads,
        (PortKind::Input, false) | (PortKind::Output, true) => Flow::Takes,
    }
}
