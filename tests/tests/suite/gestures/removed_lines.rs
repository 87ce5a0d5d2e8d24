//! Determines the lines that a deletion may remove: those of the element and of its references.

use std::collections::BTreeSet;

use descriptorium_core::analysis::Analysis;
use descriptorium_core::assembly::context;
use descriptorium_core::symbol::{Context, Mention, Target};
use descriptorium_core::syntax::{Node, NodePath, Step};
use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::SourceFile;

/// The lines of `file` that may be removed with `paths`; `after` is the remaining text.
pub(super) fn lines(analysis: &Analysis, file: &FilePath, paths: &[NodePath], after: &SourceFile) -> BTreeSet<usize> {
    let before = analysis.file(file).expect("a file");
    let is_left = |path: &NodePath| after.root.as_ref().is_some_and(|root| root.at(path).is_some());
    let mut gone: Vec<NodePath> = paths.to_vec();
    let mut units: BTreeSet<NodePath> = paths.iter().cloned().collect();
    // References to a deleted element may be deleted themselves, and so on transitively.
    let mut next = 0;
    while let Some(path) = gone.get(next).cloned() {
        next += 1;
        let speaks = |mention: &&Mention| matches!(&mention.target, Target::Found { file: of, path: at } if of == file && at.starts_with(&path));
        for unit in analysis.mentions(file).iter().filter(speaks).filter_map(|mention| unit(before, mention)) {
            if units.insert(unit.clone()) && !is_left(&unit) {
                gone.push(unit);
            }
        }
        if let [Step::Key(section), Step::Key(name)] = path.steps()
            && (section == "composition" || section == "references")
        {
            units.insert(NodePath::keys(["designerLayout", "elements", name.as_str()]));
        }
    }
    let mut lines: BTreeSet<usize> = units.iter().flat_map(|unit| entry_lines(before, unit)).collect();
    // An emptied node may be deleted, or written as empty.
    for unit in &units {
        let mut path = unit.parent();
        while let Some(holder) = path.filter(|path| !path.is_root()) {
            let emptied = after.root.as_ref().and_then(|root| root.at(&holder)).is_none_or(is_empty);
            if let Some(key) = before.key_span(&holder).filter(|_| emptied) {
                lines.insert(before.lines.line(key.start as usize));
                lines.extend(comments_above(before, before.lines.line(key.start as usize)));
            }
            path = holder.parent();
        }
    }
    lines
}

fn is_empty(node: &Node) -> bool {
    node.is_null() || node.as_scalar().is_none() && node.entries().is_empty() && node.items().is_empty()
}

/// The largest part that may be removed because of a reference: the smallest node that is meaningless without it.
fn unit(file: &SourceFile, mention: &Mention) -> Option<NodePath> {
    let path = &mention.path;
    match mention.context {
        // The check reports unresolved types and variables in expressions.
        context::COMPONENT_TYPE | context::REFERENCE_TYPE | context::TYPE_VARIABLE | Context::NAME => None,
        context::UPGRADE_DEPENDENCY => Some(path.key("upgrade-dependencies")),
        context::DERIVED_FROM => Some(path.key("derived-from")),
        context::PROPERTY_TYPE => {
            let at = file.path_at(mention.span.start as usize);
            let step = at.steps().get(path.steps().len())?;
            Some(onto(path.clone(), step))
        }
        context::VALUE => Some(property_around(path)),
        context::MEMBER if file.key_span(path) == Some(mention.span) => Some(path.clone()),
        context::MEMBER => Some(property_around(path)),
        context::SOURCE_CAPABILITY
        | context::TARGET_REQUIREMENT
        | context::RELATIONSHIP_OPERATION
        | context::PROMOTED_OPERATION
        | context::PROMOTED_METRIC
        | context::POLICY_METRIC
        | context::POLICY_TARGET
        | context::PROPERTY_KEY
        | context::OPERATION_INPUT => Some(path.clone()),
        other => panic!("a context of another language: {other:?}"),
    }
}

/// The property that contains a value; otherwise the value itself.
fn property_around(path: &NodePath) -> NodePath {
    let mut found = path.clone();
    let mut at = NodePath::root();
    let mut named = false;
    for step in path.steps() {
        at = onto(at, step);
        if named {
            found = at.clone();
        }
        named = matches!(step, Step::Key(key) if key == "properties" || key == "private-properties") && found == *path;
    }
    found
}

fn onto(path: NodePath, step: &Step) -> NodePath {
    match step {
        Step::Key(key) => path.key(key),
        Step::Index(index) => path.index(*index),
    }
}

/// The lines of an entry, with the comments above it, and those indented like its contents.
pub(super) fn entry_lines(file: &SourceFile, path: &NodePath) -> BTreeSet<usize> {
    let root = file.tree.root();
    let Some(node) = root.and_then(|root| root.at(path)) else { return BTreeSet::new() };
    let start = root.and_then(|root| root.entry_at(path)).map_or(node.span, |entry| entry.key.span);
    let first = file.lines.line(start.start as usize);
    let mut last = file.lines.line((node.span.end.max(start.end) as usize).saturating_sub(1)).max(first);
    let column = text(file, first).len() - text(file, first).trim_start().len();
    // Comments after it belong to it as long as they are indented deeper.
    let mut line = last + 1;
    while line < file.lines.count() {
        let content = text(file, line);
        let indent = content.len() - content.trim_start().len();
        match content.trim_start() {
            "" => {}
            comment if comment.starts_with('#') && indent > column => last = line,
            _ => break,
        }
        line += 1;
    }
    (first..=last).chain(comments_above(file, first)).collect()
}

fn comments_above(file: &SourceFile, line: usize) -> Vec<usize> {
    (0..line).rev().take_while(|above| text(file, *above).trim_start().starts_with('#')).collect()
}

fn text(file: &SourceFile, line: usize) -> &str {
    file.lines.span(&file.text, line).of(&file.text)
}
