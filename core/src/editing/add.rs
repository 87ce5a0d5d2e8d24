//! Adds boxes to a diagram.

use smol_str::SmolStr;

use crate::completion::ValidName;
use crate::context::FileContext;
use crate::edit::{Change, EditError};
use crate::editing::section::{Section, Type};
use crate::editing::{Boxes, append, layout, put, refused};
use crate::naming::{free_name, valid_name};
use crate::symbol::SymbolKind;
use crate::syntax::NodePath;
use crate::topology::{Offer, Point};

/// The valid names of a kind at a path, best first.
pub type Names = fn(FileContext<'_>, SymbolKind, &NodePath) -> Vec<ValidName>;

/// The boxes that can be added: for each section one per type.
pub fn offers(context: FileContext<'_>, boxes: &Boxes) -> Vec<Offer> {
    let of_section = |section: &Section| {
        let entries = section.entries(context)?;
        let offer = |of: Option<&str>, detail: String| Offer {
            section: entries.path.clone(),
            of: of.map(SmolStr::from),
            kind: section.kind,
            noun: entries.record.name,
            detail,
            import: None,
        };
        Some(match entries.type_field() {
            Some((_, Type::Name(kind))) => {
                let names = (boxes.names)(context, kind, &NodePath::root()).into_iter();
                names.map(|choice| offer(Some(&choice.name), choice.detail)).collect::<Vec<_>>()
            }
            Some((_, Type::Word(words))) => words.iter().map(|word| offer(Some(word), String::new())).collect(),
            None => vec![offer(None, String::new())],
        })
    };
    boxes.sections.iter().filter_map(of_section).flatten().collect()
}

/// A box to add: an entry of `section`, with a type if its entries have one.
pub struct NewEntry<'a> {
    pub section: &'a NodePath,
    pub of: Option<&'a str>,
    /// `None` to derive a name from the type.
    pub name: Option<&'a str>,
    pub at: Option<Point>,
}

/// Adds a box, with its position if it was dropped somewhere.
pub fn add(context: FileContext<'_>, boxes: &Boxes, new: &NewEntry<'_>) -> Result<Change, EditError> {
    let file = context.file;
    let mut entries = boxes.sections.iter().filter_map(|section| section.entries(context));
    let entries = entries.find(|entries| entries.path == *new.section);
    let entries = entries.ok_or_else(|| refused(format!("`{}` does not contain boxes", new.section)))?;
    if let (Some((field, Type::Word(words))), Some(of)) = (entries.type_field(), new.of)
        && !words.contains(&of)
    {
        return Err(refused(format!("`{of}` is not a valid `{}` for a {}", field.name, entries.record.name)));
    }
    let root = file.root.as_deref();
    let taken = root.map_or(Vec::new(), |root| entries.names(root));
    let is_taken = |name: &str| taken.iter().any(|(other, _)| *other == name);
    let name = match new.name {
        Some(name) => {
            let name = valid_name(name)?;
            if is_taken(name) {
                return Err(EditError::Exists(name.to_owned()));
            }
            name.to_owned()
        }
        None => {
            let of_type = matches!(entries.type_field(), Some((_, Type::Name(_))));
            let base = new.of.filter(|_| of_type).unwrap_or(entries.record.name);
            free_name(&plain_name(base), is_taken)
        }
    };
    let value = entries.value(new.of, &name);
    let mut draft = file.draft();
    match (entries.id, root.and_then(|root| root.at(&entries.path))) {
        (None, _) => put(file, &mut draft, &entries.path.key(&name), &value)?,
        (Some(_), Some(section)) if !section.entries().is_empty() => {
            let why =
                format!("`{}` is a single {}; change it to a list to add another", entries.path, entries.record.name);
            return Err(refused(why));
        }
        (Some(_), _) => append(file, &mut draft, &entries.path, value)?,
    }
    let in_metadata = entries.id.is_none() && layout::uses_metadata(context, &entries.path);
    if let Some(at) = new.at.filter(|_| in_metadata) {
        layout::place_in_metadata(file, &mut draft, &entries.path.key(&name), at)?;
    }
    let mut change = Change::of_file(format!("Add {name}"), file.path.clone(), draft.finish());
    if let Some(at) = new.at.filter(|_| !in_metadata) {
        layout::place_new(context, &entries.path, &name, at, &mut change)?;
    }
    Ok(change)
}

/// A box name derived from a type: its last part in snake case. `software_component` for
/// `tosca.nodes.SoftwareComponent`, `dbms` for `DBMS`.
pub fn plain_name(type_name: &str) -> String {
    let last = type_name.rsplit(['.', ':', '/']).find(|part| !part.is_empty()).unwrap_or(type_name);
    let mut name = String::with_capacity(last.len() + 4);
    let mut before = None::<char>;
    for character in last.chars() {
        let is_break = !(character.is_alphanumeric() || character == '_');
        let begins_word =
            character.is_uppercase() && before.is_some_and(|before| before.is_lowercase() || before.is_numeric());
        if (begins_word || is_break) && !name.is_empty() && !name.ends_with('_') {
            name.push('_');
        }
        if !is_break {
            name.extend(character.to_lowercase());
        }
        before = Some(character);
    }
    let name = name.trim_end_matches('_');
    // Not a word that YAML or a reference treats specially.
    if valid_name(name).is_ok() { name.to_owned() } else { format!("new_{name}") }
}

/// The section among `sections` that contains the box at `path`.
pub fn section_of<'s>(sections: &'s [Section], path: &NodePath) -> Option<&'s Section> {
    let parent = path.parent()?;
    sections.iter().find(|section| section.at() == parent)
}

#[cfg(test)]
mod tests {
    use super::plain_name;

    #[test]
    fn names_are_derived_from_the_last_part_of_a_type() {
        assert_eq!(plain_name("tosca.nodes.SoftwareComponent"), "software_component");
        assert_eq!(plain_name("DBMS"), "dbms");
        assert_eq!(plain_name("my:Web2Server"), "web2_server");
        assert_eq!(plain_name("deployment item"), "deployment_item");
        assert_eq!(plain_name("org.x.null"), "new_null");
    }
}
