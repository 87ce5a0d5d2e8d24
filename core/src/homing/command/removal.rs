//! The parts of a homing template that go with a removed demand or location.

use crate::context::FileContext;
use crate::editing;
use crate::homing::command::CONSTRAINTS;
use crate::homing::command::objective::OPTIMIZATION;
use crate::homing::view::View;
use crate::homing::{mentions, objective};
use crate::sorted_map::SortedSet;
use crate::symbol::{Mention, Removed, SymbolKind, Target};
use crate::syntax::{Node, NodePath, Step};

/// The paths that must be removed because they mention something that is removed. In the value of a parameter, these are
/// items of lists: without the value, the parameter would lack it wherever it is read.
pub fn followers(context: FileContext<'_>, mentions: &[Mention], removed: &Removed) -> Vec<NodePath> {
    let Some(view) = context.file.root.as_deref().map(View::new) else { return Vec::new() };
    let (supplied, written): (Vec<Mention>, Vec<Mention>) =
        mentions.iter().cloned().partition(|mention| mentions::is_supplied(&view, &mention.path));
    let mut found = editing::followers(context, &written, removed);
    let is_removed = |mention: &&Mention| match &mention.target {
        Target::Found { file, path } => removed.get(file).is_some_and(|places| places.contains(path)),
        _ => false,
    };
    let gone = supplied.iter().filter(is_removed).map(|mention| &mention.path);
    found.extend(gone.clone().filter(|path| matches!(path.split_last(), Some((_, Step::Index(_))))).cloned());
    // A term of the objective goes with its weight.
    let own = written.iter().filter(is_removed).map(|mention| &mention.path).chain(gone);
    let is_gone = |section: &str, node: &Node| {
        let path = node.as_text().map(|name| view.base.key(section).key(name));
        let own = removed.get(&context.file.path);
        path.is_some_and(|path| own.is_some_and(|own| own.contains(&path)))
    };
    let is_end_gone = |end: &Node| {
        is_gone(mentions::section(SymbolKind::Demand), end) || is_gone(mentions::section(SymbolKind::Location), end)
    };
    let distances = objective::distances(&view).into_iter();
    let read = distances.filter(|one| one.ends.iter().filter_map(|(_, end)| view.resolve(end)).any(is_end_gone));
    let terms = own.filter_map(|path| term_of(&view, path)).chain(read.map(|one| one.path));
    let terms = whole_terms(&view, terms.collect());
    found.retain(|path| !terms.iter().any(|term| path.starts_with(term)));
    found.extend(terms);
    // A relation between demands needs two of them; a zone of one has no effect.
    for constraint in view.constraints() {
        let is_relation = constraint.kind.is_some_and(|kind| kind.least_demands > 1 && kind.name != "zone");
        let is_left = |node: &Node| !is_gone(mentions::section(SymbolKind::Demand), node);
        let n_left = constraint.demands.iter().filter(|(_, node)| is_left(node)).count();
        if is_relation && n_left < 2 && n_left < constraint.demands.len() {
            let path = view.base.key(CONSTRAINTS).key(constraint.name);
            found.retain(|other| !other.starts_with(&path));
            found.push(path);
        }
    }
    found
}

/// The term of the objective around a path: an operand of the sum, or of the innermost function of the second form.
fn term_of(view: &View<'_>, path: &NodePath) -> Option<NodePath> {
    let up_to = |n_steps: usize| path.steps().get(..n_steps).map(|steps| steps.iter().cloned().collect());
    if let Some((sum, _)) = objective::sum(view).filter(|(sum, _)| path.starts_with(sum)) {
        return up_to(sum.steps().len() + 1);
    }
    let (function, _) = objective::function(view)?;
    let last = path.words().iter().rposition(|word| *word == "operands").filter(|_| path.starts_with(&function))?;
    up_to(last + 2)
}

/// The terms to remove if these are: also the function whose operands they all are, and the whole optimization. A parameter that
/// supplies all of them, and nothing else, goes with it.
fn whole_terms(view: &View<'_>, mut terms: SortedSet<NodePath>) -> SortedSet<NodePath> {
    loop {
        let lists: SortedSet<NodePath> = terms.iter().filter_map(NodePath::parent).collect();
        let is_whole = |list: &NodePath| {
            let n_items = view.root.at(list).map_or(0, |node| node.items().len());
            n_items > 0 && (0..n_items).all(|index| terms.contains(&list.index(index)))
        };
        let Some(list) = lists.iter().find(|list| is_whole(list)).cloned() else { return terms };
        terms.retain(|term| !term.starts_with(&list));
        match list.parent().and_then(|function| term_of(view, &function)) {
            Some(around) => drop(terms.insert(around)),
            None => {
                terms.insert(view.base.key(OPTIMIZATION));
                let is_only_read_here = |node| view.is_read_only_by(node, |path| view.is_in(OPTIMIZATION, path));
                let parameter =
                    list.steps().get(..view.base.steps().len() + 2).filter(|_| mentions::is_supplied(view, &list));
                let parameter: Option<NodePath> = parameter.map(|steps| steps.iter().cloned().collect());
                terms.extend(parameter.filter(|path| view.root.at(path).is_some_and(is_only_read_here)));
            }
        }
    }
}
