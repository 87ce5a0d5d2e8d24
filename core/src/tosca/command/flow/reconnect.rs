//! Moves an end of the flow of a value to another port.

use serde_yaml::Value;

use crate::context::FileContext;
use crate::edit::{Change, EditError};
use crate::editing::{self, remove_empty};
use crate::function::{Call, Function};
use crate::syntax::patch::Draft;
use crate::syntax::{Node, NodePath, plain};
use crate::topology::{CandidateEnd, ConnectionEnd, EdgeEnd, End, MovedEnd, PortKind};
use crate::tosca::command::reads::{self, Read};
use crate::tosca::entity::Entity;
use crate::tosca::model::{OUTPUTS, TEMPLATES};

use super::{Source, Values, candidates_for, value_path};

/// The first argument of a function that refers to a node by its own one.
const RELATIVE: [&str; 2] = ["SELF", "HOST"];

/// A value, one of whose connections is moved.
struct Flowing<'a> {
    values: Values<'a>,
    /// The path of the value.
    path: NodePath,
    /// The calls that read the source of the connection, with their paths and the number of their arguments that name it.
    calls: Vec<(NodePath, Call<'a>, usize)>,
    /// Whether the value reads anything else.
    reads_others: bool,
}

impl<'a> Flowing<'a> {
    fn of(context: FileContext<'a>, moved: &MovedEnd) -> Option<Self> {
        let values = Values::of(context);
        let path = match is_output(&moved.path) {
            true => moved.path.key("value"),
            false => moved.path.clone(),
        };
        let node = context.file.root.as_deref()?.at(&path)?;
        let source = if moved.is_source { &moved.from } else { &moved.other };
        let target = if moved.is_source { &moved.other } else { &moved.from };
        let entity = match values.node(&target.vertex) {
            Some(node) => Entity::Node(node),
            None => Entity::Outside,
        };
        let (mut all, mut calls) = (Vec::new(), Vec::new());
        find_calls(node, &path, &mut all);
        let count = all.len();
        for (path, call) in all {
            if let Some(names) = values.names(&Read { path: path.clone(), call, entity: entity.clone() }, source) {
                calls.push((path, call, names));
            }
        }
        let reads_others = calls.len() < count;
        (!calls.is_empty()).then_some(Flowing { values, path, calls, reads_others })
    }

    /// Whether the value is what it reads, and nothing else.
    fn is_whole(&self) -> bool {
        let is_it =
            |(path, call, names): &(NodePath, Call<'_>, usize)| *path == self.path && call.arguments().len() == *names;
        self.calls.iter().any(is_it)
    }

    /// Reads `source` in place of the present one. `reader` is the node to which the value belongs.
    fn read(&self, draft: &mut Draft, source: &Source<'_, 'a>, reader: Option<&str>) -> Result<(), EditError> {
        self.calls.iter().try_for_each(|call| self.rewrite(draft, call, source, reader))
    }

    fn rewrite(
        &self,
        draft: &mut Draft,
        (path, call, names): &(NodePath, Call<'a>, usize),
        source: &Source<'_, 'a>,
        reader: Option<&str>,
    ) -> Result<(), EditError> {
        let Value::Mapping(new) = source.call(reader) else { return Ok(()) };
        let Some((Value::String(function), argument)) = new.into_iter().next() else { return Ok(()) };
        let rest = call.arguments().get(*names..).unwrap_or_default().iter().map(plain::as_written);
        let mut arguments: Vec<Value> = match argument {
            Value::Sequence(items) => items,
            single => vec![single],
        };
        arguments.extend(rest);
        if function != call.function.name() {
            draft.rename_key(&path.key(call.function.name()), &function)?;
        }
        let at = path.key(&function);
        let before = call.argument().items();
        if before.len() == arguments.len() && !before.is_empty() {
            for (index, (new, old)) in arguments.iter().zip(before).enumerate() {
                if plain::as_written(old) != *new {
                    draft.replace(&at.index(index), new)?;
                }
            }
            return Ok(());
        }
        let is_single = arguments.len() == 1 && function == Function::GetInput.name();
        let single = if is_single { arguments.pop() } else { None };
        draft.replace(&at, &single.unwrap_or_else(|| arguments.into()))
    }
}

impl<'a> Values<'a> {
    /// The number of arguments by which a call reads the port at `end`; `None` if it reads another one.
    fn names(&self, read: &Read<'a>, end: &EdgeEnd) -> Option<usize> {
        let port = end.port.as_deref()?;
        if read.call.function == Function::GetInput {
            let input = read.call.arguments().first()?.as_text()?;
            return (end.vertex.is_root() && input == port).then_some(1);
        }
        let member = reads::source(&self.entities, read).member?;
        let is_it = end.vertex == NodePath::keys(TEMPLATES).key(member.owner.name) && member.names.join(".") == port;
        is_it.then(|| read.call.arguments().len() - member.found.rest.len())
    }
}

fn is_output(path: &NodePath) -> bool {
    path.parent() == Some(NodePath::keys(OUTPUTS))
}

/// The calls in a value that read inputs, properties or attributes.
fn find_calls<'a>(node: &'a Node, path: &NodePath, found: &mut Vec<(NodePath, Call<'a>)>) {
    use Function::{GetAttribute, GetInput, GetProperty};
    if let Some(call) = Call::of(node).filter(|call| matches!(call.function, GetInput | GetProperty | GetAttribute)) {
        return found.push((path.clone(), call));
    }
    for entry in node.entries() {
        if let Some(key) = entry.key.as_text() {
            find_calls(&entry.value, &path.key(key), found);
        }
    }
    for (index, item) in node.items().iter().enumerate() {
        find_calls(item, &path.index(index), found);
    }
}

/// The end of a value that stays when the other one is moved. A value moves to another property if it reads nothing else;
/// an output is nothing without its value.
pub fn start(context: FileContext<'_>, moved: &MovedEnd) -> Option<ConnectionEnd> {
    let flowing = Flowing::of(context, moved)?;
    if !moved.is_source && (flowing.reads_others || is_output(&moved.path)) {
        return None;
    }
    // Values that are shared through an anchor or a merge key are edited in the text.
    context.file.draft().remove(&flowing.path).ok()?;
    let EdgeEnd { vertex, port } = &moved.other;
    let kind = match moved.is_source == vertex.is_root() {
        true => PortKind::Output,
        false => PortKind::Input,
    };
    Some(ConnectionEnd { end: End { vertex: vertex.clone(), port: port.clone()? }, kind })
}

pub fn candidates(context: FileContext<'_>, moved: &MovedEnd) -> Vec<CandidateEnd> {
    let Some((start, flowing)) = start(context, moved).zip(Flowing::of(context, moved)) else { return Vec::new() };
    let mut ends = candidates_for(context, &start.end, start.kind, flowing.is_whole());
    ends.retain(|candidate| !moved.is_at(&candidate.end.end));
    ends
}

pub fn reconnect(context: FileContext<'_>, moved: &MovedEnd, to: &End) -> Result<Change, EditError> {
    let missing = || EditError::Missing(moved.path.to_string());
    editing::check_candidate(candidates(context, moved), to)?;
    let flowing = Flowing::of(context, moved).ok_or_else(missing)?;
    let values = &flowing.values;
    let mut draft = context.file.draft();
    if moved.is_source {
        let reader = values.node(&moved.other.vertex).map(|node| node.name);
        flowing.read(&mut draft, &values.source(to)?, reader)?;
        let port = moved.other.port.as_deref().unwrap_or_default();
        let title = format!("Set {port} from {}", to.port);
        return Ok(Change::of_file(title, context.file.path.clone(), draft.finish()));
    }
    let (place, reader) = if to.vertex.is_root() {
        (NodePath::keys(OUTPUTS).key(&to.port).key("value"), None)
    } else {
        let (node, member) = values.set_member(&to.vertex, &to.port)?;
        (value_path(&to.vertex, &to.port, &member), Some(node.name))
    };
    // At another node, these would refer to another one.
    let (source, is_same_node) = (values.source(&source_end(moved)?)?, to.vertex == moved.from.vertex);
    for call in &flowing.calls {
        let first = call.1.arguments().first().and_then(Node::as_text);
        if !is_same_node && first.is_some_and(|first| RELATIVE.contains(&first)) {
            flowing.rewrite(&mut draft, call, &source, reader)?;
        }
    }
    editing::move_entry(context.file, &mut draft, &flowing.path, &place)?;
    // The sections around the value, up to the node.
    let depth = TEMPLATES.len() + 1;
    let around = std::iter::successors(flowing.path.parent(), NodePath::parent);
    for section in around.take_while(|section| section.steps().len() > depth) {
        remove_empty(context, &mut draft, &section)?;
    }
    Ok(Change::of_file(
        format!("Set {} from {}", to.port, source_end(moved)?.port),
        context.file.path.clone(),
        draft.finish(),
    ))
}

/// The end at which the value is read.
fn source_end(moved: &MovedEnd) -> Result<End, EditError> {
    let port = moved.other.port.clone().ok_or_else(|| EditError::Missing(moved.path.to_string()))?;
    Ok(End { vertex: moved.other.vertex.clone(), port })
}
