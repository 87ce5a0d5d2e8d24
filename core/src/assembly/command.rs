//! Edits of an assembly from gestures on its diagram. Each edits one file.

mod add;
mod border;
mod candidates;
mod clipboard;
mod connect;
mod duplicate;
mod ends;
mod extract;
mod inline;
mod map;
pub mod names;
mod policy;
mod position;
mod promote;
mod reconnect;
pub mod remove;
mod retype;
mod rewrite;
mod section;
mod substitute;
mod targets;

use serde_yaml::Value;

use crate::assembly::model::{Component, Descriptor};
use crate::catalog::Catalog;
use crate::edit::{Change, EditError};
use crate::editing;
use crate::naming::valid_name;
use crate::settings::Typing;
use crate::syntax::patch::Draft;
use crate::syntax::{NodePath, Step};
use crate::topology::{Command, ConnectionEnd, PortKind};
use crate::workspace::{SourceFile, Workspace};

/// The descriptor that a command edits.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    pub file: &'a SourceFile,
    pub descriptor: &'a Descriptor,
    pub workspace: &'a Workspace,
    pub catalog: &'a Catalog,
    pub typing: Typing,
}

/// The path of the value of a port: of a property of a component, the default of an input, or the value of an output.
pub fn value_of(ConnectionEnd { end, kind }: &ConnectionEnd) -> Option<NodePath> {
    let property = end.vertex.key("properties").key(&end.port);
    match kind {
        PortKind::Input if end.vertex.is_root() => Some(property.key("default")),
        PortKind::Output if !end.vertex.is_root() => None,
        PortKind::Input | PortKind::Output => Some(property.key("value")),
        PortKind::Capability | PortKind::Requirement => None,
    }
}

/// The change for `command`. [`Command::Rename`], [`Command::Remove`] and [`Command::Reconnect`] depend on other files too
/// and are handled elsewhere.
pub fn run(subject: Subject<'_>, command: &Command) -> Result<Change, EditError> {
    let mut draft = subject.file.draft();
    let title = match command {
        Command::Add { of, role, name, at } => subject.add(&mut draft, of, *role, name.as_deref(), *at)?,
        Command::Connect { source, target } => subject.connect(&mut draft, source, target)?,
        Command::Map { source, target } => subject.map(&mut draft, source, target)?,
        Command::Duplicate(paths) => subject.duplicate(&mut draft, paths)?,
        Command::Paste(text, at) => subject.paste(&mut draft, text, *at)?,
        Command::Retype { path, of } => subject.retype(&mut draft, path, of)?,
        Command::Promote { path, name } => subject.promote(&mut draft, path, name.as_deref())?,
        Command::AddPolicy { target, metric } => subject.add_policy(&mut draft, target, metric)?,
        Command::Set { path, value } => subject.set(&mut draft, path, value.as_ref())?,
        Command::MoveItem { path, to } => editing::move_item(&mut draft, path, *to)?,
        Command::Place(positions) => subject.place(&mut draft, positions)?,
        Command::Unplace(_) => subject.unplace(&mut draft)?,
        Command::Inline { path } => subject.inline(&mut draft, path)?,
        Command::Extract { parts, of, file } => return subject.extract(parts, of, file),
        Command::AddEntry { .. } => return Err(refused("to add a component, choose its descriptor")),
        Command::AddImported { .. }
        | Command::RetypeEntry { .. }
        | Command::ExtractEntries { .. }
        | Command::AddInside { .. }
        | Command::AddOver { .. }
        | Command::Supply(_)
        | Command::AddChart { .. }
        | Command::Enclose { .. }
        | Command::DeriveType { .. }
        | Command::PullUp(_)
        | Command::PushDown(_)
        | Command::Append { .. } => return Err(refused("an assembly does not support this")),
        Command::Attach { .. } => return Err(refused("components of assemblies take no files")),
        Command::Rename { .. } | Command::Remove(_) | Command::Reconnect { .. } => {
            return Err(refused(
                "this command applies to the whole \
                 workspace",
            ));
        }
    };
    Ok(Change::of_file(title, subject.file.path.clone(), draft.finish()))
}

impl<'a> Subject<'a> {
    fn part(&self, path: &NodePath) -> Result<&'a Component, EditError> {
        let mut parts = self.descriptor.composition.iter().chain(&self.descriptor.references);
        parts.find(|part| part.name.path == *path).ok_or_else(|| EditError::Missing(path.to_string()))
    }

    fn is_reference(&self, part: &Component) -> bool {
        self.descriptor.references.iter().any(|reference| reference.name.path == part.name.path)
    }

    /// The file and descriptor of a part's type, if it is in the catalog.
    fn type_of(&self, part: &Component) -> Option<(&'a SourceFile, &'a Descriptor)> {
        super::resolve(self.workspace, self.catalog, part.of.as_ref()?)
    }

    fn set(&self, draft: &mut Draft, path: &NodePath, value: Option<&Value>) -> Result<String, EditError> {
        let name = path.last_key().unwrap_or("item").to_owned();
        match value {
            Some(value) => {
                if let [Step::Key(section), Step::Key(new)] = path.steps()
                    && NAMED.contains(&section.as_str())
                    && !section::is_there(draft, path)
                {
                    valid_name(new)?;
                }
                editing::put(self.file, draft, path, value)?;
                Ok(format!("Set {name}"))
            }
            None => {
                draft.remove(path)?;
                Ok(format!("Remove {name}"))
            }
        }
    }
}

/// The sections whose entries can be referred to by name.
const NAMED: [&str; 10] = [
    "properties",
    "private-properties",
    "composition",
    "references",
    "relationships",
    "operations",
    "metrics",
    "data-types",
    "capabilities",
    "requirements",
];

fn refused(why: impl Into<String>) -> EditError {
    EditError::Refused(why.into())
}
