//! Copy and paste of boxes: YAML with the original sections and positions.

use serde_yaml::{Mapping, Value};
use smol_str::SmolStr;

use crate::context::FileContext;
use crate::edit::{Change, EditError, Replace, TextEdit};
use crate::editing::section::Entries;
use crate::editing::{Boxes, append, layout, put, refused};
use crate::language::Language;
use crate::naming::free_name;
use crate::sorted_map::SortedMap;
use crate::sorting::{Sorting, gather};
use crate::symbol::{Mention, Target};
use crate::syntax::patch::{Draft, InsertAt};
use crate::syntax::{Node, NodePath, Step, plain};
use crate::topology::Point;
use crate::workspace::SourceFile;

/// Copies the boxes at `paths` to YAML.
pub fn clip(context: FileContext<'_>, boxes: &Boxes, paths: &[NodePath]) -> Result<String, EditError> {
    let file = context.file;
    let source = file.draft();
    let mut clip = Draft::new("");
    let mut copied = Vec::new();
    for entries in boxes.sections.iter().filter_map(|section| section.entries(context)) {
        let Some(root) = &file.root else { continue };
        for (name, path) in entries.names(root).into_iter().filter(|(_, path)| paths.contains(path)) {
            match path.split_last() {
                Some((_, Step::Index(_))) => {
                    let item = root.at(&path).map_or(Value::Null, plain::as_written);
                    append(file, &mut clip, &entries.path, item)?;
                }
                _ => clip.paste(&entries.path, &source.copy(&path)?, InsertAt::Last)?,
            }
            copied.push((layout::key(&entries.path, name), path));
        }
    }
    if copied.is_empty() {
        return Err(refused("only boxes can be copied"));
    }
    for (key, path) in copied {
        if let Some(at) = layout::position(context, &path) {
            clip.set(&layout::place_of(&key), &layout::corner(at))?;
        }
    }
    Ok(clip.text().to_owned())
}

/// A box of the clipboard, and its new name.
struct Pasted {
    path: NodePath,
    section: NodePath,
    id: Option<&'static str>,
    old: SmolStr,
    new: SmolStr,
}

/// Pastes boxes under free names and renames references between them. With `at`, their center is placed there.
pub fn paste(context: FileContext<'_>, boxes: &Boxes, text: &str, at: Option<Point>) -> Result<Change, EditError> {
    let file = context.file;
    let label = file.language.map_or("file", Language::label);
    let nothing = || refused(format!("the clipboard contains no boxes of a {label}"));
    let clip = SourceFile::in_language(file.path.clone(), text, file.language.ok_or_else(nothing)?);
    let root = clip.root.as_ref().filter(|root| root.as_mapping().is_some()).ok_or_else(nothing)?;
    let all: Vec<Entries> = boxes.sections.iter().filter_map(|section| section.entries(context.of(&clip))).collect();
    let mut pasted = Vec::new();
    for entries in &all {
        let mut taken: Vec<SmolStr> = Vec::new();
        let there = file.root.as_ref().map_or(Vec::new(), |root| entries.names(root));
        taken.extend(there.iter().map(|(name, _)| SmolStr::from(*name)));
        for (name, path) in entries.names(root) {
            let new = match taken.iter().any(|other| other == name) {
                true => SmolStr::from(free_name(name, |name| taken.iter().any(|other| other == name))),
                false => name.into(),
            };
            taken.push(new.clone());
            let (section, id) = (entries.path.clone(), entries.id.map(|field| field.name));
            pasted.push(Pasted { path, section, id, old: name.into(), new });
        }
    }
    if pasted.is_empty() {
        return Err(nothing());
    }
    let renamed = renamed(&clip, &pasted, (boxes.mentions)(context.of(&clip)))?;
    let renamed = SourceFile::in_language(clip.path.clone(), renamed, clip.language.ok_or_else(nothing)?);
    let source = renamed.draft();
    let mut draft = file.draft();
    for one in &pasted {
        let item = renamed.root.as_ref().and_then(|root| root.at(&one.path));
        match (one.id, item) {
            (Some(id), Some(item)) => {
                let mut value = plain::as_written(item);
                if let Value::Mapping(fields) = &mut value {
                    fields.insert(id.into(), one.new.as_str().into());
                }
                append(file, &mut draft, &one.section, value)?;
            }
            _ => {
                let is_there = draft.tree().root().is_some_and(|root| root.at(&one.section).is_some());
                if !is_there {
                    put(file, &mut draft, &one.section, &Value::Mapping(Mapping::new()))?;
                }
                draft.paste(&one.section, &source.copy(&one.path)?.named(&one.new), InsertAt::Last)?;
            }
        }
    }
    let title = match pasted.as_slice() {
        [one] => format!("Paste {}", one.new),
        _ => format!("Paste {} boxes", pasted.len()),
    };
    let mut kept = Vec::new();
    for (index, at) in positions(context, root, &pasted, at) {
        let Some(one) = pasted.get(index) else { continue };
        let has_own = root.at(&one.path).and_then(layout::own_position).is_some();
        if one.id.is_none() && (has_own || layout::uses_metadata(context, &one.section)) {
            layout::place_in_metadata(file, &mut draft, &one.section.key(&one.new), at)?;
        } else {
            kept.push((layout::key(&one.section, &one.new), at));
        }
    }
    let mut change = Change::of_file(title, file.path.clone(), draft.finish());
    if !kept.is_empty() {
        layout::keep(context, &kept, &mut change)?;
    }
    Ok(change)
}

/// The clipboard text with the boxes renamed.
fn renamed(clip: &SourceFile, pasted: &[Pasted], mut mentions: Vec<Mention>) -> Result<String, EditError> {
    mentions.order_by_key(|mention| mention.span.start);
    let new: SortedMap<&NodePath, &Pasted> = gather(pasted.iter().map(|one| (&one.path, one)));
    let mut replaces = Vec::new();
    for mention in mentions {
        let Target::Found { file, path } = &mention.target else { continue };
        let Some(one) = new.get(path).filter(|one| *file == clip.path && one.old != one.new) else { continue };
        let raw = mention.span.of(&clip.text);
        let written = raw.trim_matches(['\'', '"']);
        if written == one.old {
            replaces.push(Replace { span: mention.span, text: raw.replacen(written, &one.new, 1) });
        }
    }
    replaces.dedup_by_key(|replace| replace.span);
    let edit = TextEdit::new(replaces).ok_or_else(|| refused("the copied names overlap"))?;
    edit.apply(&clip.text)
}

/// The positions of the pasted boxes that had one, by their indices, moved so that their center is at `at`; a single
/// box without one is placed there.
fn positions(context: FileContext<'_>, clip: &Node, pasted: &[Pasted], at: Option<Point>) -> Vec<(usize, Point)> {
    let had = |one: &Pasted| layout::point(clip.at(&layout::place_of(&layout::key(&one.section, &one.old)))?);
    let old: Vec<(usize, Option<Point>)> = pasted.iter().map(had).enumerate().collect();
    let known: Vec<Point> = old.iter().filter_map(|(_, at)| *at).collect();
    let middle = |of: fn(&Point) -> f64| {
        let low = known.iter().map(of).reduce(f64::min)?;
        let high = known.iter().map(of).reduce(f64::max)?;
        Some((low + high) / 2.0)
    };
    let middle = middle(|at| at.x).zip(middle(|at| at.y));
    let (dx, dy) = match (at, middle) {
        (Some(at), Some((x, y))) => (at.x - x, at.y - y),
        // Next to the original position.
        _ => (ASIDE, ASIDE),
    };
    let is_single = pasted.len() == 1;
    let found = old.into_iter().filter_map(|(index, old)| {
        let moved = old.map(|old| Point { x: old.x + dx, y: old.y + dy });
        Some((index, moved.or(at.filter(|_| is_single))?))
    });
    found.filter(|(_, at)| at.x.is_finite() && at.y.is_finite() && context.file.language.is_some()).collect()
}

/// Offset of a copy from its original, down and to the right.
pub const ASIDE: f64 = 32.0;
