//! Previews on one screen: the items as a tree, or the plan by stages. Both read only what all languages have in common.

use std::collections::BTreeMap;

use descriptorium_core::preview::frame::{Difference, Frame, Item};
use descriptorium_core::preview::plan::{Action, Effect, Plan};

use crate::finding::{plural, thousands};
use crate::printable::{Tone, line, paint};

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
    let kinds: Vec<String> = kinds.into_iter().map(|(kind, count)| counted(count, kind)).collect();
    let links =
        if frame.n_links() > 0 { format!(", {}", plural(frame.n_links(), "relationship")) } else { String::new() };
    format!("{text}\n{}{links}\n", if kinds.is_empty() { "nothing".to_owned() } else { kinds.join(", ") })
}

/// The number of items of a kind: `1 assembly`, `2 assemblies`, `5 delegated nodes`.
fn counted(count: usize, kind: &str) -> String {
    match kind {
        "assembly" if count != 1 => format!("{} assemblies", thousands(count)),
        "delegated" | "implemented" | "substituted" => plural(count, &format!("{kind} node")),
        _ => plural(count, kind),
    }
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
                let note = format!("({} known after installation)", plural(n_unknown, "value"));
                rest += &format!("  {}", paint(Tone::Faint, &note));
            }
            self.rows.push((format!("{indent}{branch}{}", line(own)), rest));
            self.write(Some(item.name), &format!("{indent}{below}"), depth + 1);
        }
    }
}

/// Maximum number of steps that are named in the row of an item.
const MAX_STEPS: usize = 4;

/// The effect of a plan on an item or a link.
struct Row<'a> {
    name: &'a str,
    sign: &'static str,
    /// The steps that do something, in order.
    steps: Vec<&'a str>,
    /// The first and the last stage, from 1.
    stages: (usize, usize),
}

/// A summary, a row for each item and link in the order of their first steps, and the differences to existing items;
/// `None` if the preview has no plan.
pub fn plan(frame: &dyn Frame) -> Option<String> {
    let plan = frame.plan()?;
    let types: BTreeMap<&str, &str> = frame.items().map(|item| (item.name, item.type_name)).collect();
    let rows = rows(plan);
    let count = |wanted: &[&str]| rows.iter().filter(|row| wanted.contains(&row.sign)).count();
    let (added, changed, removed) = (count(&["+", "±"]), count(&["~"]), count(&["-", "±"]));
    let (actions, stages) = (plural(plan.stages.iter().flatten().count(), "step"), plural(plan.stages.len(), "stage"));
    let mut text = format!(
        "{}: {added} to create, {changed} to change, {removed} to remove; {actions} in {stages}\n",
        paint(Tone::Strong, "Plan")
    );
    if let Some(trigger) = &plan.trigger {
        text += &format!("Runs when {}\n", line(trigger));
    }
    text.push('\n');
    let of = |row: &Row<'_>| line(types.get(row.name).copied().unwrap_or_default()).into_owned();
    let width = |of: &dyn Fn(&Row<'_>) -> String| rows.iter().map(|row| of(row).chars().count()).max().unwrap_or(0);
    let names = width(&|row| line(row.name).into_owned());
    let (kinds, steps) = (width(&of), width(&|row| line(&shown(row)).into_owned()));
    for row in &rows {
        let stages = match row.stages {
            (first, last) if first == last => format!("stage {first}"),
            (first, last) => format!("stages {first}-{last}"),
        };
        let tone = match row.sign {
            "+" => Tone::Good,
            "~" => Tone::Notice,
            _ => Tone::Bad,
        };
        let (name, kind, done) = (line(row.name), of(row), shown(row));
        let rest = format!("{name:names$}  {kind:kinds$}  {:steps$}  {stages}", line(&done));
        text += &format!("  {} {rest}\n", paint(tone, row.sign));
    }
    let n_folded = plan.stages.iter().flatten().filter(|action| is_without_operation(action)).count();
    if n_folded > 0 {
        let verb = if n_folded == 1 { "is" } else { "are" };
        text += &format!("\n{} without an operation {verb} not listed\n", plural(n_folded, "step"));
    }
    let problems = problems(plan);
    if !problems.is_empty() {
        text += &format!("\n{problems}");
    }
    if !frame.differences().is_empty() {
        text.push('\n');
    }
    for Difference { name, kind, properties } in frame.differences() {
        let properties: Vec<&str> = properties.iter().map(smol_str::SmolStr::as_str).collect();
        let changed = if properties.is_empty() { String::new() } else { format!(": {}", properties.join(", ")) };
        text += &format!("{:<13} {}\n", kind.name(), line(&format!("{name}{changed}")));
    }
    Some(text)
}

/// A row for each item and link, in the order of their first steps.
fn rows(plan: &Plan) -> Vec<Row<'_>> {
    let mut rows: Vec<Row<'_>> = Vec::new();
    let mut known: BTreeMap<&str, usize> = BTreeMap::new();
    for (number, stage) in plan.stages.iter().enumerate() {
        for action in stage {
            let name = action.instance.as_str();
            let at = *known.entry(name).or_insert_with(|| {
                rows.push(Row { name, sign: "", steps: Vec::new(), stages: (number + 1, number + 1) });
                rows.len() - 1
            });
            let Some(row) = rows.get_mut(at) else { continue };
            row.sign = match (row.sign, sign(action.effect)) {
                ("-" | "±", "+") | ("±", _) => "±",
                // What is created or removed also passes through other states.
                ("+", "~") => "+",
                (_, now) => now,
            };
            row.stages.1 = number + 1;
            if !is_without_operation(action) {
                row.steps.push(&action.action);
            }
        }
    }
    rows
}

/// Whether the action only passes through a state, because the item has no operation for it: `(Install)`.
fn is_without_operation(action: &Action) -> bool {
    action.action.starts_with('(')
}

/// The first steps of a row, and the number of others.
fn shown(row: &Row<'_>) -> String {
    let named = row.steps.iter().take(MAX_STEPS).copied().collect::<Vec<_>>().join(", ");
    match row.steps.len().saturating_sub(MAX_STEPS) {
        0 => named,
        more => format!("{named} and {more} more"),
    }
}

/// Created, changed, or removed.
fn sign(effect: Effect) -> &'static str {
    match effect {
        Effect::Passes { from: None, .. } | Effect::Makes => "+",
        Effect::Passes { to: None, .. } | Effect::Ceases => "-",
        Effect::Passes { .. } => "~",
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
