//! The edits of diagrams of service templates.

pub mod attach;
mod boundary;
mod derive;
pub mod extract;
pub mod flow;
pub mod hierarchy;
pub mod hosting;
pub mod inline;
pub mod mapping;
mod meaning;
mod member;
mod moves;
mod pull_up;
mod push_down;
mod reads;
pub mod reconnect;
pub mod steps;
pub mod target;
mod trigger;
pub mod types;

use crate::context::FileContext;
use crate::edit::{Change, EditError};
use crate::editing::section::Section;
use crate::editing::{self, Boxes, link};
use crate::syntax::NodePath;
use crate::topology::{Action, CandidateEnd, Command, ConnectionEnd, End, PortKind, VertexKind};
use crate::tosca::model::{GROUPS, POLICIES, TEMPLATES};
use crate::tosca::workflow::WORKFLOWS;
use crate::tosca::{complete, mentions, requirement};

/// The boxes: node templates, and groups with their members.
pub const BOXES: Boxes = Boxes {
    sections: &[
        Section { path: &TEMPLATES, kind: VertexKind::NodeTemplate, links: &[] },
        Section { path: &GROUPS, kind: VertexKind::Group, links: &[&["members"]] },
    ],
    names: complete::names,
    mentions: mentions::mentions,
};

/// The sections by which [`Command::Promote`] names the members of a node template.
const CAPABILITIES: &str = "capabilities";
const REQUIREMENTS: &str = "requirements";
const PROPERTIES: &str = "properties";
/// A property or attribute that is read.
const ATTRIBUTES: &str = "attributes";

pub fn run(context: FileContext<'_>, boxes: &Boxes, command: &Command) -> Result<Change, EditError> {
    if let Command::Set { path, value: Some(value) } = command
        && let Some(added) = trigger::add(context, path, value)
    {
        return added;
    }
    match command {
        Command::Connect { source, target } if steps::is_step(&source.vertex) => {
            steps::connect::connect(context, source, target)
        }
        Command::AddEntry { section, of, name, .. } if *section == NodePath::keys(WORKFLOWS) => {
            steps::add::workflow(context, of.as_deref(), name.as_deref())
        }
        Command::AddEntry { section, of, name, at } if steps::is_section(section) => {
            steps::add::step(context, section, of.as_deref(), name.as_deref(), *at)
        }
        Command::Connect { source, target } if hierarchy::is_type(&target.vertex) => {
            hierarchy::connect(context, source, target)
        }
        Command::AddEntry { section, of, name, at } if hierarchy::kind_in(section).is_some() => {
            hierarchy::add(context, section, of.as_deref(), name.as_deref(), *at)
        }
        Command::AddImported { section, of, file, at } if hierarchy::kind_in(section).is_some() => {
            types::with_import(context, hierarchy::add(context, section, Some(of), None, *at)?, Some(file))
        }
        Command::AddEntry { section, name, .. } if hierarchy::member_section(section).is_some() => {
            hierarchy::add_member(context, section, name.as_deref())
        }
        Command::RetypeEntry { path, of, file } if hierarchy::is_type(path) => {
            hierarchy::retype(context, path, of, file.as_ref())
        }
        Command::RetypeEntry { path, of, .. } if steps::is_step(path) => steps::target::retarget(context, path, of),
        Command::Rename { path, name } => trigger::rename(context, path, name),
        Command::Connect { source, target } if requirement::is_node(&target.vertex) => {
            requirement::connect(context, source, target)
        }
        Command::Map { source, target } => flow::map(context, source, target),
        Command::Enclose { boxes, frame, .. } => hosting::enclose(context, boxes, frame),
        Command::Promote { path, name } => promote(context, path, name.as_deref()),
        Command::AddImported { section, of, file, at } => types::add_imported(context, boxes, (section, of), file, *at),
        Command::AddEntry { section, of: Some(of), .. } if is_policies(section) => types::add_policy(context, of, &[]),
        Command::AddOver { section, of, members } if is_policies(section) => types::add_policy(context, of, members),
        Command::ExtractEntries { paths, of, file } => extract::extract(context, paths, of, file),
        Command::Attach { path, file } => attach::attach(context, path, file),
        Command::Inline { path } => inline::inline(context, path),
        Command::DeriveType { path, name } => derive::derive(context, path, name.as_deref()),
        Command::PullUp(path) => pull_up::pull_up(context, path),
        Command::PushDown(path) => push_down::push_down(context, path),
        Command::RetypeEntry { path, of, file } => types::retype(context, path, of, file.as_ref()),
        _ => editing::run(context, boxes, command),
    }
}

fn is_policies(section: &NodePath) -> bool {
    *section == NodePath::keys(POLICIES)
}

/// Makes a member of a node template one of the whole template: a property an input, a value an output, and a capability
/// or requirement one of the substituted node type.
fn promote(context: FileContext<'_>, path: &NodePath, name: Option<&str>) -> Result<Change, EditError> {
    let missing = || EditError::Missing(path.to_string());
    let (vertex, section, port) = flow::member_of(path).ok_or_else(missing)?;
    match section {
        CAPABILITIES => mapping::map(context, &vertex, port, PortKind::Capability, name),
        REQUIREMENTS => mapping::map(context, &vertex, port, PortKind::Requirement, name),
        PROPERTIES => flow::new_input(context, &vertex, port, name),
        ATTRIBUTES => flow::new_output(context, &vertex, port, name),
        _ => Err(missing()),
    }
}

/// The path by which [`Command::Promote`] names the port of a box.
pub fn promoted(end: &End, kind: PortKind) -> NodePath {
    let section = match kind {
        PortKind::Capability => CAPABILITIES,
        PortKind::Requirement => REQUIREMENTS,
        PortKind::Input => PROPERTIES,
        PortKind::Output => ATTRIBUTES,
    };
    end.vertex.key(section).key(&end.port)
}

/// The targets of open requirements, moves into and out of hosts and groups, files for nodes and operations, new workflows, new
/// types and members of types, members that move along the hierarchy, and types derived from node templates.
pub fn actions(context: FileContext<'_>, paths: &[NodePath]) -> Vec<Action> {
    let mut found = target::actions(context, paths);
    found.extend(hosting::actions(context, paths));
    found.extend(attach::actions(context, paths));
    found.extend(steps::actions(context, paths));
    found.extend(hierarchy::actions(context, paths));
    found.extend(moves::actions(context, paths));
    found.extend(derive::actions(context, paths));
    found
}

/// Connects requirements and capabilities of node templates, members of groups, values, steps of workflows, and types.
pub fn connection_starts(context: FileContext<'_>, vertex: &NodePath) -> Vec<ConnectionEnd> {
    if hierarchy::is_type(vertex) {
        return hierarchy::starts(vertex);
    }
    if steps::is_step(vertex) {
        return steps::connect::starts(vertex);
    }
    let mut starts = requirement::starts(context, vertex);
    starts.extend(link::starts(context, &BOXES, vertex));
    starts.extend(flow::starts(context, vertex));
    starts
}

pub fn candidate_ends(context: FileContext<'_>, from: &End, kind: PortKind) -> Vec<CandidateEnd> {
    if hierarchy::is_type(&from.vertex) {
        return hierarchy::candidates(context, from, kind);
    }
    if steps::is_step(&from.vertex) {
        return steps::connect::candidates(context, from, kind);
    }
    if kind.is_value() {
        return flow::candidates(context, from, kind);
    }
    let mut ends = requirement::candidates(context, from, kind);
    ends.extend(link::candidates(context, &BOXES, from, kind));
    ends
}
