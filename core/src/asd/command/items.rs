//! Adds, copies and pastes deployment items, in the form of the descriptor, and adds connection points.

use serde_yaml::{Mapping, Value};

use crate::asd::chart::{Chart, Unreadable};
use crate::asd::command::{attribute, points, refused};
use crate::asd::form::{Form, ITEM, name_in};
use crate::asd::model::Application;
use crate::context::FileContext;
use crate::csar::Package;
use crate::edit::{Change, EditError};
use crate::editing::{append, put};
use crate::naming::{free_name, valid_name};
use crate::schema::blank::blank;
use crate::schema::{Shape, spot};
use crate::syntax::parse::parse;
use crate::syntax::patch::{Draft, InsertAt};
use crate::syntax::{NodePath, alias, plain};
use crate::text::FilePath;
use crate::topology::{Offer, VertexKind};

/// The types of artifacts.
pub const TYPES: [&str; 4] = ["helm_chart", "helmfile", "crd", "terraform"];

pub fn offer(application: &Application, of: &str) -> Offer {
    Offer {
        section: application.section(),
        of: Some(of.into()),
        kind: VertexKind::DeploymentItem,
        noun: "deployment item",
        detail: String::new(),
        import: None,
    }
}

/// Whether a name is an identifier of an item or the name of its artifact.
fn is_taken(application: &Application, name: &str) -> bool {
    application.items().any(|item| item.id() == Some(name) || item.path.last_key() == Some(name))
}

/// An item from the attributes of the model.
fn item(id: &str, artifact_type: &str, artifact: &str) -> Mapping {
    let attributes = [("deploymentItemId", id), ("artifactType", artifact_type), ("artifactId", artifact)];
    attributes.into_iter().map(|(key, value)| (Value::from(key), Value::from(value))).collect()
}

/// Writes a new item with these attributes of the model, under the name of an artifact if the form has names.
fn insert(
    context: FileContext<'_>,
    application: &Application,
    draft: &mut Draft,
    name: &str,
    attributes: Mapping,
) -> Result<(), EditError> {
    let (form, section) = (application.form, application.section());
    if !form.is_template() {
        let is_single =
            draft.tree().root().and_then(|root| root.at(&section)).is_some_and(|node| !node.entries().is_empty());
        if is_single {
            return Err(refused(format!("`{section}` is a single item; change it to a list to add another")));
        }
        return append(context.file, draft, &section, Value::Mapping(attributes));
    }
    let mut artifact = Mapping::from_iter([(Value::from("type"), Value::from(form.item_type()))]);
    let mut properties = Mapping::new();
    for (key, value) in attributes {
        match key.as_str() {
            Some("artifactId") => drop(artifact.insert("file".into(), value)),
            Some(key) => drop(properties.insert(name_in(key, form).into(), value)),
            None => {}
        }
    }
    artifact.insert("properties".into(), Value::Mapping(properties));
    put(context.file, draft, &section.key(name), &Value::Mapping(artifact))
}

/// Adds an item without an artifact, in a stage or in none.
pub fn add(
    context: FileContext<'_>,
    application: &Application,
    of: Option<&str>,
    name: Option<&str>,
    order: Option<i64>,
) -> Result<Change, EditError> {
    let of = of.unwrap_or("helm_chart");
    if !TYPES.contains(&of) {
        return Err(refused(format!("`{of}` is not a valid `artifactType` for a deployment item")));
    }
    let name = match name {
        Some(name) => valid_name(name)?.to_owned(),
        None => free_name("deployment_item", |name| is_taken(application, name)),
    };
    if is_taken(application, &name) {
        return Err(EditError::Exists(name));
    }
    let mut draft = context.file.draft();
    let mut attributes = item(&name, of, "");
    attributes.extend(order.map(|order| (Value::from("deploymentOrder"), Value::from(order))));
    insert(context, application, &mut draft, &name, attributes)?;
    Ok(Change::of_file(format!("Add {name}"), context.file.path.clone(), draft.finish()))
}

/// Adds an item for a chart in the package, with its name, type and path.
pub fn add_chart(context: FileContext<'_>, application: &Application, file: &FilePath) -> Result<Change, EditError> {
    let contents = context.workspace.contents();
    let package = Package::at(Package::folder_of(context.file, contents), contents);
    let folder = package.folder();
    let within = if folder.is_empty() { Some(file.as_str()) } else { file.as_str().strip_prefix(folder) };
    let path = within.map(|path| path.trim_start_matches('/'));
    let path = path.ok_or_else(|| refused(format!("`{file}` is not in the package of the descriptor")))?;
    if let Some(other) = application.items().find(|item| item.text("artifactId") == Some(path)) {
        return Err(refused(format!("`{}` already deploys `{path}`", other.id().unwrap_or("an item"))));
    }
    let chart = Chart::of_artifact(&package, path).map_err(|why| {
        refused(match why {
            Unreadable::Missing => format!("`{path}` is not available"),
            Unreadable::Zip => format!("`{path}` is a ZIP file; Helm reads compressed tar archives"),
            Unreadable::NotAnArchive => format!("`{path}` is not a compressed archive"),
            Unreadable::Damaged => format!("`{path}` is cut off or damaged"),
            Unreadable::NoChart => format!("`{path}` has no `Chart.yaml` with a name"),
            Unreadable::Malformed => format!("the `Chart.yaml` of `{path}` has a syntax error"),
            Unreadable::TooLarge => format!("`{path}` is too large to be read"),
        })
    })?;
    let name = free_name(&chart.name, |name| is_taken(application, name));
    let mut draft = context.file.draft();
    insert(context, application, &mut draft, &name, item(&name, "helm_chart", path))?;
    Ok(Change::of_file(format!("Add {name}"), context.file.path.clone(), draft.finish()))
}

/// Adds a connection point.
pub fn add_point(context: FileContext<'_>, application: &Application, name: Option<&str>) -> Result<Change, EditError> {
    let ids: Vec<&str> = application.points().filter_map(|(_, point)| point.get("id")?.as_text()).collect();
    let name = match name {
        Some(name) if ids.contains(&name) => return Err(EditError::Exists(name.to_owned())),
        Some(name) => valid_name(name)?.to_owned(),
        None => free_name("connection_point", |name| ids.contains(&name)),
    };
    let section = points(application);
    let root = context.file.root.as_ref().ok_or_else(|| EditError::Missing(section.to_string()))?;
    let field = spot(root, crate::asd::schema_of(root), &section).and_then(|spot| spot.field);
    let Some(Shape::List(shape)) = field.map(|field| &field.shape) else {
        return Err(EditError::Missing(section.to_string()));
    };
    let mut value = blank(shape);
    if let Value::Mapping(fields) = &mut value {
        fields.insert("id".into(), name.as_str().into());
        // The types of the other forms declare a single network.
        if application.form.is_template() {
            fields.insert(name_in("virtualLinkRequirement", application.form).into(), "".into());
        }
    }
    let mut draft = context.file.draft();
    append(context.file, &mut draft, &section, value)?;
    Ok(Change::of_file(format!("Add {name}"), context.file.path.clone(), draft.finish()))
}

/// Duplicates artifacts, each after its original, with new names and identifiers.
pub fn duplicate(context: FileContext<'_>, application: &Application, paths: &[NodePath]) -> Result<Change, EditError> {
    let mut draft = context.file.draft();
    let mut new: Vec<String> = Vec::new();
    for item in application.items().filter(|item| paths.contains(item.path)) {
        let Some(old) = item.path.last_key() else { continue };
        let mut free = |name: &str| {
            let name = free_name(name, |name| is_taken(application, name) || new.iter().any(|other| other == name));
            new.push(name.clone());
            name
        };
        let name = free(old);
        let id = item.id().map(|id| if id == old { name.clone() } else { free(id) });
        let piece = draft.copy(item.path)?.named(&name);
        draft.paste(&application.section(), &piece, InsertAt::After(old))?;
        let copy = application.section().key(&name);
        let own = attribute(application, &copy, "deploymentItemId");
        // Samples of ONAP spell it so.
        let other = copy.key("properties").key("itemId");
        let is_there = |path: &NodePath| draft.tree().root().is_some_and(|root| root.at(path).is_some());
        let at = if is_there(&other) && !is_there(&own) { other } else { own };
        if let Some(id) = id {
            draft.set(&at, &Value::from(id))?;
        }
    }
    let title = match paths {
        [path] => format!("Duplicate {}", path.last_key().unwrap_or("item")),
        _ => format!("Duplicate {} boxes", paths.len()),
    };
    Ok(Change::of_file(title, context.file.path.clone(), draft.finish()))
}

/// Copies items to YAML in the plain form, so that they can be pasted into any form.
pub fn clip(application: &Application, paths: &[NodePath]) -> Result<String, EditError> {
    let copied = application.items().filter(|item| paths.contains(item.path));
    let items: Vec<Value> = copied.map(|item| plain::as_written(item.node)).collect();
    if items.is_empty() {
        return Err(refused("only deployment items can be copied"));
    }
    let section = Mapping::from_iter([(Value::from("deploymentItems"), Value::Sequence(items))]);
    serde_yaml::to_string(&section).map_err(|error| refused(error.to_string()))
}

/// Whether copied items are in the plain form, possibly with positions.
pub fn is_plain(text: &str) -> bool {
    parse(text).root().is_some_and(|root| root.entry("deploymentItems").is_some())
}

/// Pastes items of any form under free names.
pub fn paste(context: FileContext<'_>, application: &Application, text: &str) -> Result<Change, EditError> {
    let nothing = || refused("the clipboard contains no deployment items");
    let tree = parse(text);
    let root = alias::expand(&tree).0.ok_or_else(nothing)?;
    let copied = Application::lower(&root);
    let mut draft = context.file.draft();
    let mut new: Vec<String> = Vec::new();
    for item in copied.items() {
        let old = item.id().or(item.path.last_key()).unwrap_or("deployment_item");
        let name = free_name(old, |name| is_taken(application, name) || new.iter().any(|other| other == name));
        let Value::Mapping(mut attributes) = plain::as_written(item.node) else { continue };
        attributes.retain(|key, _| key.as_str().is_none_or(|key| has(application.form, key)));
        attributes.insert("deploymentItemId".into(), name.as_str().into());
        insert(context, application, &mut draft, &name, attributes)?;
        new.push(name);
    }
    let title = match new.as_slice() {
        [] => return Err(nothing()),
        [one] => format!("Paste {one}"),
        _ => format!("Paste {} boxes", new.len()),
    };
    Ok(Change::of_file(title, context.file.path.clone(), draft.finish()))
}

/// Whether a form has an attribute of an item. Unknown attributes are kept.
fn has(form: Form, key: &str) -> bool {
    let attribute = ITEM.iter().find(|attribute| attribute.model == key);
    key == "artifactId" || attribute.is_none_or(|attribute| attribute.name(form).is_some())
}
