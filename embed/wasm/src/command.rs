//! The commands of the diagram, as gestures in the modeller make them. A command returns the edits, or is refused with a
//! reason; paths are those of boxes and of nodes.

use descriptorium_core::document::change::Edits;
use descriptorium_core::symbol::DescriptorRef;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use descriptorium_core::topology::diagrams::DiagramKey;
use descriptorium_core::topology::{Command, End, Point, Role};
use serde::Deserialize;
use serde_json::Value;

use crate::catalog::Catalog;
use crate::error::Error;
use crate::questions::edits;
use crate::{arguments, navigation};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arguments {
    path: String,
    command: Given,
}

/// A command as it is written.
#[derive(Deserialize)]
#[serde(tag = "command", rename_all = "kebab-case", rename_all_fields = "camelCase", deny_unknown_fields)]
enum Given {
    /// Adds a component of this type, by its full name.
    Add {
        of: String,
        name: Option<String>,
        position: Option<Position>,
    },
    /// Adds a reference to an existing instance of this type.
    AddReference {
        of: String,
        name: Option<String>,
        position: Option<Position>,
    },
    /// Adds an entry to a section of boxes: `/topology_template/node_templates`.
    AddEntry {
        section: Vec<String>,
        of: Option<String>,
        name: Option<String>,
        position: Option<Position>,
    },
    /// Adds a relationship from a capability to a requirement.
    Connect {
        source: Port,
        target: Port,
    },
    /// Maps a property of another component to the one at this path.
    Map {
        source: Port,
        at: String,
    },
    Duplicate {
        at: Vec<String>,
    },
    /// Pastes boxes from a text with the sections of a descriptor.
    Paste {
        text: String,
        position: Option<Position>,
    },
    /// Changes the type or version of a component.
    Retype {
        at: String,
        of: String,
    },
    /// Extracts components into a new assembly in a new file.
    Extract {
        at: Vec<String>,
        of: String,
        file: String,
    },
    /// Replaces a nested assembly with its components.
    Inline {
        at: String,
    },
    /// Removes nodes with everything that refers to them.
    Remove {
        at: Vec<String>,
    },
    Rename {
        at: String,
        name: String,
    },
    /// Sets a value; `null` removes it.
    Set {
        at: String,
        value: Value,
    },
    /// Moves boxes.
    Place {
        positions: Vec<Placed>,
    },
    /// Removes all stored positions.
    Unplace {},
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Position {
    x: f64,
    y: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Placed {
    at: String,
    x: f64,
    y: f64,
}

/// A port of a box.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Port {
    at: String,
    port: String,
}

/// The edits of a command.
pub fn run(catalog: &mut Catalog, asked: Arguments) -> Result<Edits, Error> {
    let path = catalog.file(&asked.path)?.path.clone();
    catalog.analysis = catalog.analysis.with_due_checked();
    let command = command(catalog, &path, asked.command)?;
    let change = catalog.analysis.command(&path, &command)?;
    Ok(edits(catalog, &change))
}

fn command(catalog: &Catalog, file: &FilePath, given: Given) -> Result<Command, Error> {
    let node = |at: &str| navigation::node(catalog, file, at);
    let nodes = |all: &[String]| all.iter().map(|at| node(at)).collect::<Result<Vec<_>, Error>>();
    let end = |port: Port| Ok::<_, Error>(End { vertex: node(&port.at)?, port: port.port.into() });
    let add = |of: String, role: Role, name: Option<String>, position: Option<Position>| {
        Ok::<_, Error>(Command::Add { of: full_name(&of)?, role, name: name.map(Into::into), at: point(position) })
    };
    Ok(match given {
        Given::Add { of, name, position } => add(of, Role::Component, name, position)?,
        Given::AddReference { of, name, position } => add(of, Role::Reference, name, position)?,
        Given::AddEntry { section, of, name, position } => Command::AddEntry {
            section: NodePath::keys(section.iter().map(String::as_str)),
            of: of.map(Into::into),
            name: name.map(Into::into),
            at: point(position),
        },
        Given::Connect { source, target } => Command::Connect { source: end(source)?, target: end(target)? },
        Given::Map { source, at } => Command::Map { source: end(source)?, target: new_node(catalog, file, &at)? },
        Given::Duplicate { at } => Command::Duplicate(nodes(&at)?),
        Given::Paste { text, position } => Command::Paste(text, point(position)),
        Given::Retype { at, of } => match DescriptorRef::parse(&of) {
            Some(of) => Command::Retype { path: node(&at)?, of },
            None => Command::RetypeEntry { path: node(&at)?, of: of.into(), file: None },
        },
        Given::Extract { at, of, file } => {
            Command::Extract { parts: nodes(&at)?, of: full_name(&of)?, file: arguments::path(&file)? }
        }
        Given::Inline { at } => Command::Inline { path: node(&at)? },
        Given::Remove { at } => Command::Remove(nodes(&at)?),
        Given::Rename { at, name } => Command::Rename { path: node(&at)?, name: name.into() },
        Given::Set { at, value } => {
            let value = Some(value).filter(|value| !value.is_null()).map(|value| serde_yaml::to_value(&value));
            let value = value.transpose().map_err(|error| Error::invalid(format!("invalid `value`: {error}")))?;
            Command::Set { path: new_node(catalog, file, &at)?, value }
        }
        Given::Place { positions } => {
            let placed = positions.iter().map(|placed| Ok((node(&placed.at)?, Point { x: placed.x, y: placed.y })));
            Command::Place(placed.collect::<Result<_, Error>>()?)
        }
        Given::Unplace {} => Command::Unplace(DiagramKey::default()),
    })
}

fn point(position: Option<Position>) -> Option<Point> {
    position.map(|Position { x, y }| Point { x, y })
}

fn full_name(of: &str) -> Result<DescriptorRef, Error> {
    DescriptorRef::parse(of).ok_or_else(|| {
        Error::invalid(format!("invalid `of` `{of}`: expected a full name such as `resource::web::1.0`"))
    })
}

/// The path of a node that need not exist yet.
fn new_node(catalog: &Catalog, file: &FilePath, at: &str) -> Result<NodePath, Error> {
    let file = catalog.file(file.as_str())?;
    let path = file.root.as_ref().and_then(|root| NodePath::parse(at, root)).filter(|path| !path.is_root());
    path.ok_or_else(|| Error::not_found(format!("no node `{at}` in `{}`", file.path)))
}
