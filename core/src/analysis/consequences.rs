//! The consequences of a change, for a preview before it is applied: new findings, fixed findings, and lost
//! definitions.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::analysis::{Analysis, FileAnalysis, checked};
use crate::diagnostic::Diagnostic;
use crate::edit::{Change, EditError, TextEdit};
use crate::hover::kind_label;
use crate::sorted_map::SortedMap;
use crate::sorting::Sorting;
use crate::symbol::{Context, Mention, Symbol, SymbolKind, Target};
use crate::syntax::{NodePath, Step};
use crate::text::{FilePath, Span};

/// The side effects of a change.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Consequences {
    /// New findings in all files, located after the change.
    pub come: Vec<Diagnostic>,
    /// Fixed findings, located before the change.
    pub gone: Vec<Diagnostic>,
    /// Lost definitions and mentions, in source order: outermost definitions, and mentions elsewhere.
    pub lost: Vec<Loss>,
}

/// Something that a change removes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loss {
    pub file: FilePath,
    /// The span before the change.
    pub span: Span,
    /// A description: `relationship route`, `mapping of upstream in web`.
    pub title: String,
}

impl Analysis {
    /// The consequences of `change`; an error if it cannot be applied.
    pub fn consequences(&self, change: &Change) -> Result<Consequences, EditError> {
        let (after, gone, come) = self.differences(change)?;
        let lost = change.edits.keys().flat_map(|path| self.lost(&after, path)).collect();
        Ok(Consequences { come, gone, lost })
    }

    /// The state after a change, the findings that only this state has, and those that only the new one has. Computes
    /// findings if they are not known yet.
    pub(super) fn differences(
        &self,
        change: &Change,
    ) -> Result<(Analysis, Vec<Diagnostic>, Vec<Diagnostic>), EditError> {
        let mut here = self.clone();
        here.checker.get_or_insert(checked);
        let after = here.changed(change)?;
        if !self.is_checked() {
            let is_same = |(path, file): &(&FilePath, &Arc<FileAnalysis>)| {
                after.files.get(*path).is_some_and(|now| Arc::ptr_eq(now, file))
            };
            let touched: Vec<FilePath> =
                self.files.iter().filter(|known| !is_same(known)).map(|(path, _)| path.clone()).collect();
            here.check(touched);
        }
        let (gone, come) = here.compare(&after, change);
        Ok((after, gone, come))
    }

    /// The findings that only this state has, and those that only the other one has.
    fn compare(&self, after: &Analysis, change: &Change) -> (Vec<Diagnostic>, Vec<Diagnostic>) {
        let (mut gone, mut come) = (Vec::new(), Vec::new());
        let mut paths: Vec<&FilePath> = self.files.keys().chain(after.files.keys()).collect();
        paths.order();
        paths.dedup();
        for path in paths {
            let shared = match (self.files.get(path), after.files.get(path)) {
                (Some(before), Some(now)) => Arc::ptr_eq(before, now),
                _ => false,
            };
            if !shared {
                let (mut left, mut new) =
                    difference(self.diagnostics(path), after.diagnostics(path), change.edits.get(path));
                gone.append(&mut left);
                come.append(&mut new);
            }
        }
        (gone, come)
    }

    /// The definitions and mentions in `path` that no longer exist after the change.
    fn lost(&self, after: &Analysis, path: &FilePath) -> Vec<Loss> {
        let (symbols, mentions) = self.in_place(path);
        let (left, mentions_left) = after.in_place(path);
        let is_left: HashSet<(&NodePath, SymbolKind)> = left.iter().map(|symbol| (&symbol.path, symbol.kind)).collect();
        let was_there: HashSet<&NodePath> = symbols.iter().map(|symbol| &symbol.path).collect();
        let mut lost: Vec<&Symbol> =
            symbols.iter().filter(|symbol| !is_left.contains(&(&symbol.path, symbol.kind))).collect();
        // An entry replaced by a new one in the same section has only been renamed, with everything in it.
        let mut renamed: Vec<NodePath> = Vec::new();
        for other in left.iter().filter(|symbol| !was_there.contains(&symbol.path)) {
            let section = other.path.parent();
            let same = |symbol: &&Symbol| symbol.kind == other.kind && symbol.path.parent() == section;
            renamed.extend(lost.iter().position(same).map(|index| lost.remove(index).path.clone()));
        }
        let is_renamed = |path: &NodePath| renamed.iter().any(|outer| path.starts_with(outer));
        lost.retain(|symbol| !is_renamed(&symbol.path));
        let outermost: Vec<&Symbol> = lost
            .iter()
            .filter(|symbol| {
                !lost.iter().any(|outer| outer.path != symbol.path && symbol.path.starts_with(&outer.path))
            })
            .copied()
            .collect();
        let mut losses: Vec<Loss> = outermost
            .iter()
            .map(|symbol| Loss { file: path.clone(), span: symbol.span, title: title(symbol) })
            .collect();
        let inside = |mention: &&Mention| {
            is_renamed(&mention.path) || outermost.iter().any(|symbol| mention.path.starts_with(&symbol.path))
        };
        let gone = lost_mentions(path, mentions.iter().filter(|found| !inside(found)), &mentions_left);
        let by_path = symbols.iter().map(|symbol| (&symbol.path, symbol)).collect();
        let of_mention = |mention: &Mention| {
            let title = mention_title(mention, &by_path);
            Loss { file: path.clone(), span: mention.span, title }
        };
        losses.extend(gone.into_iter().map(of_mention));
        losses.order_by_key(|loss| loss.span);
        losses.dedup();
        losses
    }

    /// The definitions and mentions in a file, with names in place of the positions of items in their paths: an item keeps
    /// its path when one before it is removed.
    fn in_place(&self, path: &FilePath) -> (Vec<Symbol>, Vec<Mention>) {
        let mut symbols = self.symbols(path);
        let mut mentions = self.mentions(path).to_vec();
        let items = symbols.iter().filter(|symbol| matches!(symbol.path.steps().last(), Some(Step::Index(_))));
        let names: HashMap<NodePath, Step> =
            items.map(|item| (item.path.clone(), Step::Key(item.name.as_str().into()))).collect();
        let named = |path: &NodePath| -> NodePath {
            let mut before = NodePath::root();
            let steps = path.steps().iter().map(|step| {
                before = before.steps().iter().chain([step]).cloned().collect();
                names.get(&before).unwrap_or(step).clone()
            });
            steps.collect()
        };
        if !names.is_empty() {
            symbols.iter_mut().for_each(|symbol| symbol.path = named(&symbol.path));
            mentions.iter_mut().for_each(|mention| mention.path = named(&mention.path));
        }
        (symbols, mentions)
    }
}

/// The mentions of components and the like that no longer exist. A mention that now refers to something else is not
/// lost.
fn lost_mentions<'a>(
    file: &FilePath,
    before: impl Iterator<Item = &'a Mention>,
    after: &[Mention],
) -> Vec<&'a Mention> {
    type MentionsByLocation<'a> = SortedMap<(NodePath, Context, SymbolKind), Vec<&'a Mention>>;
    // Items of lists move up when one before them is removed, so the names in a list are compared together.
    let keys = |path: &NodePath| -> NodePath {
        path.steps().iter().filter(|step| matches!(step, Step::Key(_))).cloned().collect()
    };
    let mut places: MentionsByLocation<'_> = SortedMap::new();
    for mention in before.filter(|mention| mention.kind != SymbolKind::Property || is_own(mention, file)) {
        places.entry((keys(&mention.path), mention.context, mention.kind)).or_default().push(mention);
    }
    let mut left: MentionsByLocation<'_> = SortedMap::new();
    for mention in after {
        left.entry((keys(&mention.path), mention.context, mention.kind)).or_default().push(mention);
    }
    let mut lost = Vec::new();
    for (place, mut mentions) in places {
        let mut now = left.remove(&place).unwrap_or_default();
        let fewer = mentions.len().saturating_sub(now.len());
        mentions.retain(|mention| match now.iter().position(|other| other.name == mention.name) {
            Some(index) => {
                now.remove(index);
                false
            }
            None => true,
        });
        lost.extend(mentions.into_iter().take(fewer));
    }
    lost
}

/// Whether it mentions a value of the descriptor itself.
fn is_own(mention: &Mention, file: &FilePath) -> bool {
    let Target::Found { file: found, .. } = &mention.target else { return false };
    found == file && mention.context.is_value
}

fn title(symbol: &Symbol) -> String {
    let kind = kind_label(symbol.kind);
    let steps = symbol.path.steps();
    let owner = match (symbol.kind, steps) {
        (SymbolKind::Property, [_, Step::Key(owner), ..]) if steps.len() > 2 => Some(owner),
        _ => None,
    };
    match owner {
        Some(owner) => format!("{kind} {} of {owner}", symbol.name),
        None => format!("{kind} {}", symbol.name),
    }
}

/// A description of a mention in its context. `symbols` are the definitions of its file.
fn mention_title(mention: &Mention, symbols: &HashMap<&NodePath, &Symbol>) -> String {
    let place: Vec<&str> = mention.path.steps().iter().filter_map(key).filter(|key| *key != "value").collect();
    let holder = match place.as_slice() {
        ["properties", name, ..] | [_, name] => (*name).to_owned(),
        [_, part, "properties", name, ..] | [_, part, name] => format!("{name} of {part}"),
        // The definition that contains it, or the section.
        _ => std::iter::successors(Some(mention.path.clone()), NodePath::parent)
            .filter(|path| !path.is_root())
            .find_map(|path| symbols.get(&path))
            .map(|symbol| format!("{} {}", kind_label(symbol.kind), symbol.name))
            .unwrap_or_else(|| place.get(n_around(symbols)).copied().unwrap_or_default().to_owned()),
    };
    let title = mention.context.title.unwrap_or("{name} in {holder}");
    title.replace("{holder}", &holder).replace("{name}", &mention.name)
}

/// The number of keys around the sections of a descriptor, which can be part of something else.
fn n_around(symbols: &HashMap<&NodePath, &Symbol>) -> usize {
    // A definition is an entry of a section.
    symbols.keys().map(|path| path.steps().len()).min().unwrap_or_default().saturating_sub(2)
}

fn key(step: &Step) -> Option<&str> {
    match step {
        Step::Key(key) => Some(key),
        Step::Index(_) => None,
    }
}

/// Whether two findings count as equal.
type Likeness<'a> = &'a dyn Fn(&Diagnostic, &Diagnostic) -> bool;

/// The findings of `before` without an equal one in `after`, and vice versa. Pairs equal messages at the same location
/// first, then equal messages, then equal codes at the same location.
fn difference(
    before: &[Diagnostic],
    after: &[Diagnostic],
    edit: Option<&TextEdit>,
) -> (Vec<Diagnostic>, Vec<Diagnostic>) {
    let place = |diagnostic: &Diagnostic| edit.map_or(diagnostic.span.start, |edit| edit.moved(diagnostic.span.start));
    let same_place = |old: &Diagnostic, now: &Diagnostic| place(old) == now.span.start;
    let same_kind = |old: &Diagnostic, now: &Diagnostic| (old.code, old.severity) == (now.code, now.severity);
    let same_words = |old: &Diagnostic, now: &Diagnostic| same_kind(old, now) && old.message == now.message;
    let ways: [Likeness<'_>; 3] =
        [&|old, now| same_words(old, now) && same_place(old, now), &same_words, &|old, now| {
            same_kind(old, now) && same_place(old, now)
        }];
    let mut left: Vec<&Diagnostic> = before.iter().collect();
    let mut new: Vec<&Diagnostic> = after.iter().collect();
    for same in ways {
        left.retain(|old| match new.iter().position(|now| same(old, now)) {
            Some(index) => {
                new.remove(index);
                false
            }
            None => true,
        });
    }
    (left.into_iter().cloned().collect(), new.into_iter().cloned().collect())
}
