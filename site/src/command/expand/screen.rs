//! Previews on one screen: the items as a tree, or the plan by stages. Both read only what all languages have in common.

use std::collections::BTreeMap;

use descriptorium_core::preview::frame::{Difference, Frame, Item};
use descriptorium_core::preview::plan::{Action, Effect, Plan};

use crate::finding::plural;
use crate::printable::line;

/// Maximum depth of the tree.
const MAX_DEPTH: usize = 64;

/// The items with their types, each below its parent.
pub fn tree(frame: &dyn Frame) -> String {
    let items: Vec<Item<'_>> = frame.items().collect();
    let mut children: BTreeMap<Option<&str>, Vec<usize>> = BTreeMap::new();
    for (at, item) in items.iter().enumerate() {
        children.entry(item.parent).or_default().push(at);
    }
    let mut rows = Vec::new();
    let mut place = Place { items: &items, children: &children, rows: &mut rows };
    place.write(None, "", 0);
    let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for (name, rest) in &rows {
        let padding = " ".repeat(width - name.chars().count());
        text += format!("{name}{padding}  {rest}").trim_end();
        text.push('\n');
    }
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    items.iter().for_each(|item| *kinds.entry(item.kind).or_default() += 1);
    let kinds: Vec<String> = kinds.into_iter().map(|(kind, count)| plural(count, kind)).collect();
    let links =
        if frame.n_links() > 0 { format!(", {}", plural(frame.n_links(), "relationship")) } else { String::new() };
    format!("{text}\n{}{links}\n", if kinds.is_empty() { "nothing".to_owned() } else { kinds.join(", ") })
}

/// The tree while it is written: each row has a name with its branch, and its type.
struct Place<'a> {
    items: &'a [Item<'a>],
    children: &'a BTreeMap<Option<&'a str>, Vec<usize>>,
    rows: &'a mut Vec<(String, String)>,
}

impl Place<'_> {
    fn write(&mut self, parent: Option<&str>, indent: &str, depth: usize) {
        let children = self.children.get(&parent).map_or(&[][..], Vec::as_slice);
        for (number, at) in children.iter().enumerate() {
            let Some(item) = self.items.get(*at).filter(|_| depth < MAX_DEPTH) else { continue };
            let is_last = number + 1 == children.len();
            let (branch, below) = match (depth, is_last) {
                (0, _) => ("", ""),
                (_, true) => ("└─ ", "   "),
                (_, false) => ("├─ ", "│  "),
            };
            // The names of instances begin with those of their parents.
            let own = parent.and_then(|parent| item.name.strip_prefix(parent)).unwrap_or(item.name);
            let own = own.trim_start_matches(['_', '.', '/']);
            let own = if own.is_empty() { item.name } else { own };
            let kind = if item.type_name.is_empty() { item.kind } else { item.type_name };
            let n_unknown = item.properties.iter().filter(|property| property.value.is_symbolic()).count();
            let mut rest = line(kind).into_owned();
            if n_unknown > 0 {
                rest += &format!("  ({} known after installation)", plural(n_unknown, "value"));
            }
            self.rows.push((format!("{indent}{branch}{}", line(own)), rest));
            self.write(Some(item.name), &format!("{indent}{below}"), depth + 1);
        }
    }
}

/// The actions by stages, with the differences to existing items; `None` if the preview has no plan.
pub fn plan(frame: &dyn Frame) -> Option<String> {
    let plan = frame.plan()?;
    let types: BTreeMap<&str, &str> = frame.items().map(|item| (item.name, item.type_name)).collect();
    let all = || plan.stages.iter().flatten();
    let mut text = String::new();
    if let Some(trigger) = &plan.trigger {
        text += &format!("Runs when {}\n\n", line(trigger));
    }
    for (number, stage) in plan.stages.iter().enumerate() {
        text += &format!("Stage {}\n", number + 1);
        let width = |of: &dyn Fn(&Action) -> usize| stage.iter().map(of).max().unwrap_or(0);
        let (verbs, names) =
            (width(&|action| action.action.chars().count()), width(&|action| action.instance.chars().count()));
        for action in stage {
            let of = types.get(action.instance.as_str()).copied().unwrap_or_default();
            let row = format!(
                "  {} {:verbs$}  {:names$}  {}",
                sign(action.effect),
                line(&action.action),
                line(&action.instance),
                line(of)
            );
            text += row.trim_end();
            text.push('\n');
        }
        text.push('\n');
    }
    text += &problems(plan);
    for Difference { name, kind, properties } in frame.differences() {
        let properties: Vec<&str> = properties.iter().map(smol_str::SmolStr::as_str).collect();
        let changed = if properties.is_empty() { String::new() } else { format!(": {}", properties.join(", ")) };
        text += &format!("{:<13} {}\n", kind.name(), line(&format!("{name}{changed}")));
    }
    if !frame.differences().is_empty() {
        text.push('\n');
    }
    let count = |wanted: char| all().filter(|action| sign(action.effect) == wanted).count();
    let (actions, stages) = (plural(all().count(), "action"), plural(plan.stages.len(), "stage"));
    let (added, changed, removed) = (count('+'), count('~'), count('-'));
    text += &format!("{actions} in {stages}: {added} create, {changed} change, {removed} remove\n");
    Some(text)
}

/// Created, changed, or removed.
fn sign(effect: Effect) -> char {
    match effect {
        Effect::Passes { from: None, .. } | Effect::Makes => '+',
        Effect::Passes { to: None, .. } | Effect::Ceases => '-',
        Effect::Passes { .. } => '~',
    }
}

/// Deviations of the plan from the intent, and a deadlock.
fn problems(plan: &Plan) -> String {
    let mut text = String::new();
    for raised in &plan.raised {
        text += &format!("! started early, because a relationship needs it: {}\n", line(raised));
    }
    for link in &plan.not_created {
        text += &format!("! not created, because one end never reaches the required state: {}\n", line(link));
    }
    for waiting in &plan.deadlock {
        let (step, cause) = (format!("{} {}", waiting.step.action, waiting.step.instance), &waiting.cause.text);
        text += &format!("! deadlock: {} waits for the one before, because {}\n", line(&step), line(cause));
    }
    if text.is_empty() { text } else { text + "\n" }
}
