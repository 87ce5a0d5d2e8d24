//! Checks of the definitions of a library after an edit. A definition is to its file what a file is to its workspace: it
//! is checked again if it was edited, or if it builds on one whose visible content changed, directly or indirectly. The
//! findings in the others stay as they are. Rules see a file that has only the definitions to check, and look up names in
//! the whole file.
//!
//! The whole file is checked where findings may depend on more than the definition that they are in.

use std::collections::HashMap;
use std::iter::once;

use super::Checked;
use super::deferred::{Earlier, Known};
use crate::context::FileContext;
use crate::diagnostic::Diagnostic;
use crate::edit::TextEdit;
use crate::rules::{self, ignore};
use crate::semantics::{Separate, Services};
use crate::symbol::{Mention, Target};
use crate::syntax::{Entry, Kind, Mapping, Node, Step};
use crate::text::{FilePath, Span};
use crate::workspace::SourceFile;

/// The root key whose value no definition depends on.
const DESCRIPTION: &str = "description";
/// Maximum number of findings that are kept. The work for the suggestions of a file is bounded, so that many findings
/// depend on each other.
const MAX_FINDINGS: usize = 20;
/// Maximum number of names that may be compared for these suggestions.
const MAX_COMPARISONS: usize = 50_000;

/// The mentions and findings of a file that was edited since the last check; `None` if the whole file has to be checked, as
/// for a comparison with its released version.
pub(super) fn checked(context: FileContext<'_>, services: &Services, earlier: &Earlier) -> Option<Checked> {
    let known = earlier.of_own_edit()?;
    let (old, new) = outlines(&known, context.file, services.separate?)?;
    let part = context.file.part(new.due()?);
    let context = context.of(&part);
    let kept = known.mentions.iter().filter(|mention| new.keeps(old.place(mention.span)));
    let kept = kept.map(|mention| Mention { span: earlier.moved_span(mention.span), ..mention.clone() });
    let found = (services.mentions)(context).into_iter().filter(|mention| !new.keeps(new.place(mention.span)));
    let mentions = merged(kept, found, |mention| mention.span.start);
    let mut found = rules::check(context, None, &mentions, Some(services.rules));
    found.retain(|found| !new.keeps(new.place(found.span)));
    if !new.is_complete(&found) {
        return None;
    }
    let kept = known.diagnostics.iter().filter(|found| new.keeps(old.place(found.span)));
    let diagnostics = merged(kept.map(|found| earlier.moved(found)), found.into_iter(), |found| found.span.start);
    Some(Checked { mentions, diagnostics })
}

/// The file at the last check, and the edited one with the definitions to check marked.
fn outlines<'a>(known: &Known<'a>, file: &'a SourceFile, of: &Separate) -> Option<(Outline<'a>, Outline<'a>)> {
    let is_same_language = known.file.language == file.language;
    let old = Outline::of(known.file, of).filter(|old| is_same_language && old.is_complete(known.diagnostics))?;
    let mut new = Outline::of(file, of)?;
    new.mark_edited(&old, known.edit)?;
    new.mark_dependants(&old, of, known.mentions, file)?;
    Some((old, new))
}

/// Two sorted lists as one.
fn merged<T>(one: impl Iterator<Item = T>, other: impl Iterator<Item = T>, start: fn(&T) -> u32) -> Vec<T> {
    let (mut one, mut other) = (one.peekable(), other.peekable());
    let is_other_first = |one: Option<&T>, other: Option<&T>| match (one, other) {
        (Some(one), Some(other)) => start(other) < start(one),
        (one, _) => one.is_none(),
    };
    let next = || if is_other_first(one.peek(), other.peek()) { other.next() } else { one.next() };
    std::iter::from_fn(next).collect()
}

/// A library as a list of places: its definitions, and the rest of the keys of its root.
struct Outline<'a> {
    root: &'a Mapping,
    /// In text order, without gaps.
    places: Vec<Place<'a>>,
}

struct Place<'a> {
    key: &'a str,
    /// From the key to the next place.
    span: Span,
    /// `None` for a key of the root.
    definition: Option<Definition<'a>>,
    /// Whether it is checked again, as all keys of the root are.
    is_due: bool,
}

struct Definition<'a> {
    section: &'a str,
    node: &'a Node,
}

impl<'a> Place<'a> {
    fn section(&self) -> Option<&'a str> {
        self.definition.as_ref().map(|definition| definition.section)
    }
}

impl<'a> Outline<'a> {
    /// `None` if the file has anything else than plain definitions, which may have effects elsewhere.
    fn of(file: &'a SourceFile, of: &Separate) -> Option<Self> {
        let root = file.plain_root().filter(|_| !ignore::is_used(file))?;
        let mut places = Vec::new();
        for entry in &root.entries {
            let key = entry.key.as_text()?;
            places.push(Place { key, span: entry.key.span, definition: None, is_due: true });
            if of.others.contains(&key) {
                continue;
            }
            of.sections.contains(&key).then_some(())?;
            for Entry { key: name, value, .. } in entry.value.entries() {
                let node = value.as_mapping().map(|_| value)?;
                let definition = Some(Definition { section: key, node });
                places.push(Place { key: name.as_text()?, span: name.span, definition, is_due: false });
            }
        }
        places.first_mut()?.span.start = 0;
        let starts: Vec<u32> = places.iter().map(|place| place.span.start).collect();
        let ends = starts.into_iter().skip(1).chain(once(Span::at(file.text.len()).end));
        places.iter_mut().zip(ends).for_each(|(place, end)| place.span.end = end);
        Some(Outline { root, places })
    }

    /// Whether these findings are all that a check finds, and each of them and its fixes are in one place.
    fn is_complete(&self, found: &[Diagnostic]) -> bool {
        let is_in_place = |found: &Diagnostic| {
            let place = self.places.get(self.place(found.span)).map_or(Span::default(), |place| place.span);
            let edits = found.fixes.iter().filter_map(|fix| fix.change.edits.get(&found.file));
            edits.flat_map(TextEdit::replaces).all(|replace| place.contains(replace.span))
        };
        // Findings about the text hide others.
        let is_separate = |found: &Diagnostic| !found.code.starts_with("yaml/") && is_in_place(found);
        let is_within_limits = found.len() <= MAX_FINDINGS && found.len() * self.places.len() <= MAX_COMPARISONS;
        is_within_limits && found.iter().all(is_separate)
    }

    /// The index of the place where a span starts.
    fn place(&self, span: Span) -> usize {
        self.places.partition_point(|place| place.span.start <= span.start).saturating_sub(1)
    }

    /// Whether the findings in a place stay as they are.
    fn keeps(&self, place: usize) -> bool {
        self.places.get(place).is_some_and(|place| !place.is_due)
    }

    /// Marks the definitions that the edit touches; `None` if it changes anything but definitions and the description.
    fn mark_edited(&mut self, before: &Outline<'_>, edit: &TextEdit) -> Option<()> {
        let is_moved = |(old, new): (&Place<'_>, &Place<'_>)| {
            old.key == new.key && old.section() == new.section() && edit.moved(old.span.start) == new.span.start
        };
        let is_same = before.places.len() == self.places.len() && before.places.iter().zip(&self.places).all(is_moved);
        is_same.then_some(())?;
        for replace in edit.replaces() {
            let touched = before.places.iter().zip(&mut self.places);
            let touched =
                touched.filter(|(old, _)| old.span.start <= replace.span.end && replace.span.start <= old.span.end);
            for (_, place) in touched {
                (place.definition.is_some() || place.key == DESCRIPTION).then_some(())?;
                place.is_due = true;
            }
        }
        Some(())
    }

    /// Marks the definitions that build on those whose visible content changed, by the mentions before the edit. `None` if
    /// others may build on them, too.
    fn mark_dependants(
        &mut self,
        before: &Outline<'_>,
        of: &Separate,
        mentions: &[Mention],
        file: &SourceFile,
    ) -> Option<()> {
        let visible = |place: &Place<'_>| place.definition.as_ref().map(|definition| (of.visible)(definition.node));
        let edited = before.places.iter().zip(&self.places).enumerate().filter(|(_, (_, new))| new.is_due);
        let changed = edited.filter(|(_, (old, new))| visible(old) != visible(new));
        let mut queue: Vec<usize> = changed.map(|(at, _)| at).collect();
        if queue.is_empty() {
            return Some(());
        }
        let mut sections = queue.iter().filter_map(|at| self.places.get(*at)?.section());
        sections.all(|section| (of.is_used_by_mention)(file, section)).then_some(())?;
        let users = before.users(mentions, &file.path);
        while let Some(at) = queue.pop() {
            for user in users.get(&at).into_iter().flatten() {
                let place = self.places.get_mut(*user)?;
                if !std::mem::replace(&mut place.is_due, true) {
                    queue.push(*user);
                }
            }
        }
        Some(())
    }

    /// The places that mention each definition.
    fn users(&self, mentions: &[Mention], own: &FilePath) -> HashMap<usize, Vec<usize>> {
        let definitions = self.places.iter().enumerate();
        let definitions =
            definitions.filter_map(|(at, place)| Some(((place.definition.as_ref()?.section, place.key), at)));
        let definitions: HashMap<(&str, &str), usize> = definitions.collect();
        let mut users: HashMap<usize, Vec<usize>> = HashMap::new();
        for mention in mentions {
            let Target::Found { file, path } = &mention.target else { continue };
            let [Step::Key(section), Step::Key(name), ..] = path.steps() else { continue };
            if let Some(used) = definitions.get(&(section.as_str(), name.as_str())).filter(|_| file == own) {
                users.entry(*used).or_default().push(self.place(mention.span));
            }
        }
        users
    }

    /// The entries of the root with the definitions to check, and the first of each section, because an empty section is another case.
    fn due(&self) -> Option<Vec<Entry>> {
        let mut places = self.places.as_slice();
        let mut entries = Vec::with_capacity(self.root.entries.len());
        for entry in &self.root.entries {
            let inside = places.split_first()?.1;
            let n_definitions = inside.iter().take_while(|place| place.definition.is_some()).count();
            let (definitions, rest) = inside.split_at(n_definitions);
            places = rest;
            let kind = match &entry.value.kind {
                Kind::Mapping(section) if n_definitions > 0 => {
                    let chosen = section.entries.iter().zip(definitions).enumerate();
                    let chosen = chosen.filter(|(index, (_, place))| *index == 0 || place.is_due);
                    let entries = chosen.map(|(_, (entry, _))| entry.clone()).collect();
                    Kind::Mapping(Mapping { flow: section.flow, entries })
                }
                other => other.clone(),
            };
            let value = Node { span: entry.value.span, kind, properties: entry.value.properties.clone() };
            entries.push(Entry { key: entry.key.clone(), value, merged: entry.merged });
        }
        Some(entries)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Analysis;
    use crate::edit::Change;
    use crate::settings::Settings;
    use crate::workspace::Workspace;

    const LIBRARY: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
description: Some types
data_types:
  t.Port: {derived_from: integer}
node_types:
  t.Base: {derived_from: tosca.nodes.Root, description: Of all, properties: {port: {type: t.Port}}}
  t.Web: {derived_from: t.Base}
  t.Shop: {derived_from: t.Web}
  t.Other: {derived_from: tosca.nodes.Root}
";

    /// The definitions that are checked after an edit; `None` if the whole file is.
    fn due(from: &str, to: &str) -> Option<Vec<String>> {
        let path = FilePath::new("library.yaml").expect("a path");
        let start = Analysis::new(Workspace::new([(path.clone(), LIBRARY.to_owned())]), Settings::default());
        let at = LIBRARY.find(from).expect(from);
        let edit = TextEdit::replace(Span::new(at, at + from.len()), to);
        let after = start.typed(&Change::of_file("Type", path.clone(), edit)).expect("fits");
        let earlier = after.files.get(&path).and_then(|known| known.earlier.as_ref()).expect("it is due");
        let (file, services) =
            (after.file(&path).expect("a file"), after.services(after.file(&path)?).expect("services"));
        let is_checked = checked(after.context(file), services, earlier).is_some();
        let known = earlier.of_own_edit().expect("its own edit");
        let (_, new) = outlines(&known, file, services.separate.expect("definitions")).filter(|_| is_checked)?;
        let due = new.places.iter().filter(|place| place.is_due && place.definition.is_some());
        Some(due.map(|place| place.key.to_owned()).collect())
    }

    #[test]
    fn an_edit_checks_the_definition_and_those_that_build_on_what_changed() {
        let names = |names: &[&str]| Some(names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
        assert_eq!(due("Of all", "Of any"), names(&["t.Base"]));
        assert_eq!(due("Some types", "Types"), names(&[]));
        assert_eq!(due("{port:", "{ports:"), names(&["t.Base", "t.Web", "t.Shop"]));
        assert_eq!(due("derived_from: t.Web", "derived_from: t.Base"), names(&["t.Shop"]));
        assert_eq!(due("integer", "string"), names(&["t.Port", "t.Base", "t.Web", "t.Shop"]));
    }

    #[test]
    fn an_edit_of_names_or_of_the_structure_checks_the_whole_file() {
        let edits =
            [("t.Other:", "t.New:"), ("yaml_1_2", "yaml_1_3"), ("\n  t.Shop", "\n#"), ("{derived_from: t.Base}", "[")];
        for (from, to) in edits {
            assert_eq!(due(from, to), None, "{from} -> {to}");
        }
    }
}
