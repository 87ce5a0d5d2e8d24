//! Rewrites of the same meaning: the short and the extended notation of a definition or assignment, and the three names of
//! built-in types (T-0-13).

use serde_yaml::{Mapping, Value};
use smol_str::SmolStr;

use crate::context::FileContext;
use crate::edit::{Change, Replace, TextEdit};
use crate::sorted_map::SortedMap;
use crate::symbol::{Mention, Target};
use crate::syntax::Node;
use crate::syntax::plain;
use crate::tosca::built_in::{self, PREFIX};
use crate::tosca::mentions::mentions;
use crate::tosca::model::is_type;
use crate::tosca::notation::{Notation, notations_at};
use crate::tosca::schema::SERVICE_TEMPLATE;
use crate::tosca::scope::Scope;
use crate::workspace::built_in::is_built_in;

/// The rewrites at an offset, each as a change with its title.
pub fn rewrites(context: FileContext<'_>, offset: usize) -> Vec<Change> {
    let root = context.file.root.as_deref();
    let notations = root.map(|root| notations_at(root, &SERVICE_TEMPLATE, offset)).unwrap_or_default();
    let mut found: Vec<Change> = notations.iter().rev().filter_map(|found| notation(context, offset, found)).collect();
    found.extend(names(context, offset));
    found
}

/// The other notation of a definition or assignment.
fn notation(context: FileContext<'_>, offset: usize, found: &Notation<'_>) -> Option<Change> {
    let file = context.file;
    let (path, node) = (found.path(), found.node());
    // A comment inside, or an anchor, would be lost.
    let key = path.last_key().and_then(|_| file.key_span(path));
    let whole = key.map_or(node.span, |key| key.cover(node.span));
    let is_commented = file.tree.comments.iter().any(|comment| whole.contains(*comment));
    let is_here = node.span.touches(offset) || key.is_some_and(|key| key.touches(offset));
    if is_commented || node.properties.is_some() || !is_here {
        return None;
    }
    let (value, notation) = match found {
        Notation::Short { key, node, .. } => {
            let mapping = Mapping::from_iter([(Value::from(*key), written(node))]);
            (Value::Mapping(mapping), "extended")
        }
        Notation::Extended { value, .. } => (written(value), "short"),
    };
    let mut draft = file.draft();
    draft.replace(path, &value).ok()?;
    let name = path.last_key().map_or_else(|| "the import".to_owned(), |name| format!("`{name}`"));
    let title = format!("Write {name} in the {notation} notation");
    Some(Change::of_file(title, file.path.clone(), draft.finish()))
}

/// A value as written: a scalar stays a string.
fn written(node: &Node) -> Value {
    node.as_text().map_or_else(|| plain::value(node), Value::from)
}

/// Writes the name of a built-in type with this URI and shorthand; `None` if it has no such name.
type Form = fn(&str, Option<&str>) -> Option<SmolStr>;

/// The forms of the name of a built-in type.
const FORMS: [Form; 3] = [
    |uri, _| Some(uri.into()),
    |_, shorthand| shorthand.map(SmolStr::from),
    |_, shorthand| shorthand.map(|shorthand| SmolStr::from(format!("{PREFIX}:{shorthand}"))),
];

/// If a built-in type is named at an offset: all names of built-in types of the file in each of the other forms.
fn names(context: FileContext<'_>, offset: usize) -> Vec<Change> {
    let file = context.file;
    let is_here = |mention: &&Mention| mention.span.touches(offset) && is_type(mention.kind);
    let all = mentions(context);
    let Some(here) = all.iter().find(is_here) else { return Vec::new() };
    let scope = Scope::of(context);
    let form_of = |mention: &Mention, form: usize| -> Option<SmolStr> {
        let Target::Found { file: target, path } = &mention.target else { return None };
        let source = scope.source(target).filter(|source| is_built_in(&source.path))?;
        let uri = path.last_key()?;
        let definition = source.root.as_ref()?.at(path)?;
        let name = FORMS.get(form)?(uri, built_in::shorthand(definition))?;
        // A type of the file or of an import can have the name.
        let found = scope.find(&[mention.kind], &name)?;
        (found.file == target && found.path() == *path).then_some(name)
    };
    let mut changes = Vec::new();
    for form in 0..FORMS.len() {
        let Some(example) = form_of(here, form) else { continue };
        let mut replaces: SortedMap<u32, Replace> = SortedMap::new();
        for mention in all.iter().filter(|mention| is_type(mention.kind)) {
            let Some(name) = form_of(mention, form).filter(|name| *name != mention.name) else { continue };
            let text = mention.span.of(&file.text);
            if text.contains(mention.name.as_str()) {
                let text = text.replacen(mention.name.as_str(), &name, 1);
                replaces.insert(mention.span.start, Replace { span: mention.span, text });
            }
        }
        let Some(edit) = TextEdit::new(replaces.into_values().collect()).filter(|edit| !edit.is_empty()) else {
            continue;
        };
        let title = format!("Write built-in types as `{example}` in the whole file");
        changes.push(Change::of_file(title, file.path.clone(), edit));
    }
    changes
}
