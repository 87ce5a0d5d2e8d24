//! The edits of diagrams of application service descriptors, in all forms.

pub mod conversion;
pub mod items;
pub mod mapping;
mod removal;
pub mod stages;

use crate::asd;
use crate::asd::form::name_in;
use crate::asd::model::Application;
use crate::context::FileContext;
use crate::edit::{Change, EditError};
use crate::editing::section::Section;
use crate::editing::{self, Boxes, add, clipboard, layout};
use crate::sorted_map::SortedSet;
use crate::syntax::NodePath;
use crate::topology::{Command, Offer, VertexKind};

/// The boxes of the plain form: the deployment items. The sections of the other forms depend on the name of the node.
pub const BOXES: Boxes = Boxes {
    sections: &[Section { path: &["deploymentItems"], kind: VertexKind::DeploymentItem, links: &[] }],
    names: |_, _, _| Vec::new(),
    mentions: |_| Vec::new(),
};

pub fn run(context: FileContext<'_>, boxes: &Boxes, command: &Command) -> Result<Change, EditError> {
    let Some(application) = asd::application(context.file) else { return editing::run(context, boxes, command) };
    let is_template = application.form.is_template();
    // Items are arranged by stage, unless boxes were placed by hand.
    let at = |at| if layout::has_positions(context) { at } else { None };
    match command {
        Command::Enclose { boxes, frame, side } => stages::enclose(context, application, boxes, frame, *side),
        Command::Map { source, target } => mapping::map(context, application, source, target),
        Command::AddChart { file } => items::add_chart(context, application, file),
        Command::AddEntry { section, name, .. } if *section == points(application) => {
            items::add_point(context, application, name.as_deref())
        }
        Command::AddInside { frame, of } => {
            let stage = stages::stage(application, frame)?;
            items::add(context, application, of.as_deref(), None, stage)
        }
        Command::AddEntry { section, of, name, .. } if is_template && *section == application.section() => {
            items::add(context, application, of.as_deref(), name.as_deref(), None)
        }
        Command::AddEntry { section, of, name, at: to } => {
            let command =
                Command::AddEntry { section: section.clone(), of: of.clone(), name: name.clone(), at: at(*to) };
            editing::run(context, boxes, &command)
        }
        Command::Place(_) if !layout::has_positions(context) => {
            Err(refused("the diagram is arranged by stage: move an item to another stage"))
        }
        Command::Duplicate(paths) if paths.iter().any(|path| !is_part(application, path)) => {
            Err(refused("only deployment items and connection points can be duplicated"))
        }
        Command::Duplicate(paths) if is_template && paths.iter().all(|path| is_item(application, path)) => {
            items::duplicate(context, application, paths)
        }
        Command::Paste(text, to) => match items::is_plain(text) && !is_template {
            true => clipboard::paste(context, boxes, text, at(*to)),
            false => items::paste(context, application, text),
        },
        _ => editing::run(context, boxes, command),
    }
}

pub fn clip(context: FileContext<'_>, boxes: &Boxes, paths: &[NodePath]) -> Result<String, EditError> {
    match asd::application(context.file).filter(|application| application.form.is_template()) {
        Some(application) => items::clip(application, paths),
        None => clipboard::clip(context, boxes, paths),
    }
}

pub fn removal(context: FileContext<'_>, paths: &[NodePath]) -> Result<(String, SortedSet<NodePath>), EditError> {
    if paths.iter().any(|path| asd::topology::stage_of_lane(path).is_some()) {
        return Err(refused("stages follow from the `deploymentOrder` of their items: move the items"));
    }
    let (title, places) = editing::removal(context, paths)?;
    Ok(match asd::application(context.file) {
        Some(application) => (title, removal::with_mappings(context, application, places)),
        None => (title, places),
    })
}

/// The boxes that can be added: deployment items by the type of their artifact, and connection points.
pub fn offers(context: FileContext<'_>, boxes: &Boxes) -> Vec<Offer> {
    let Some(application) = asd::application(context.file) else { return add::offers(context, boxes) };
    let mut offers: Vec<Offer> = match application.form.is_template() {
        true => items::TYPES.iter().map(|of| items::offer(application, of)).collect(),
        false => add::offers(context, boxes),
    };
    offers.push(Offer {
        section: points(application),
        of: None,
        kind: VertexKind::ConnectionPoint,
        noun: "connection point",
        detail: String::new(),
        import: None,
    });
    offers
}

/// The path of the section with the connection points.
pub fn points(application: &Application) -> NodePath {
    application.at.key(name_in("asdExtCpd", application.form))
}

fn is_item(application: &Application, path: &NodePath) -> bool {
    application.items().any(|item| item.path == path)
}

/// Whether there can be several of the box at a path.
fn is_part(application: &Application, path: &NodePath) -> bool {
    is_item(application, path) || path.parent() == Some(points(application))
}

/// The path of an attribute of a deployment item.
fn attribute(application: &Application, item: &NodePath, name: &str) -> NodePath {
    let at = if application.form.is_template() { item.key("properties") } else { item.clone() };
    at.key(name_in(name, application.form))
}

fn refused(why: impl Into<String>) -> EditError {
    EditError::Refused(why.into())
}
