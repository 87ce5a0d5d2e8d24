//! Types whose `derived_from` leads back to themselves.

use std::collections::HashMap;

use smol_str::SmolStr;

use crate::symbol::SymbolKind;
use crate::syntax::{Node, NodePath};
use crate::text::{FilePath, Span};
use crate::tosca::effective::{Definition, DefinitionSection};
use crate::tosca::model::{SECTIONS, is_type};
use crate::tosca::scope::Scope;

/// A cycle, starting with its first type in the file.
#[derive(Debug)]
pub struct Cycle {
    pub steps: Vec<Derivation>,
}

/// A type in a cycle, with the name that it derives from as its place.
#[derive(Debug)]
pub struct Derivation {
    pub name: SmolStr,
    pub file: FilePath,
    pub span: Span,
}

/// The message for a type of a cycle, which is the first of these names.
pub fn message(names: &[&str]) -> String {
    let first = names.first().copied().unwrap_or_default();
    if names.len() <= 1 {
        return format!("`{first}` derives from itself");
    }
    let others = names.iter().skip(1).chain(names.first());
    let others: Vec<String> = others.map(|name| format!("`{name}`")).collect();
    format!("`{first}` derives from itself: {}", others.join(" → "))
}

/// The cycles with types of the file.
pub fn cycles(scope: &Scope<'_>) -> Vec<Cycle> {
    let Some(root) = &scope.file().root else { return Vec::new() };
    let sections: Vec<(SymbolKind, &Node)> = SECTIONS
        .iter()
        .filter(|(kind, _)| is_type(*kind))
        .filter_map(|(kind, section)| Some((*kind, root.at(&NodePath::keys(section.iter().copied()))?)))
        .collect();
    if !sections
        .iter()
        .any(|(_, section)| section.entries().iter().any(|entry| entry.value.get("derived_from").is_some()))
    {
        return Vec::new();
    }
    let mut cycles = Vec::new();
    for (kind, section) in sections {
        // The walk in which each type was visited: a type of the same walk closes a cycle.
        let mut visited: HashMap<(&FilePath, DefinitionSection<'_>, &str), usize> = HashMap::new();
        for (walk, entry) in section.entries().iter().enumerate() {
            let mut chain: Vec<Definition<'_>> = Vec::new();
            let mut next = entry.key.as_text().and_then(|name| scope.find(&[kind], name));
            while let Some(found) = next {
                let key = (found.file, found.section, found.name);
                if let Some(earlier) = visited.get(&key) {
                    let start = chain.iter().position(|step| step.is_same(&found));
                    let steps = start.filter(|_| *earlier == walk).and_then(|start| chain.get(start..));
                    cycles.extend(steps.and_then(|steps| cycle(scope, steps)));
                    break;
                }
                visited.insert(key, walk);
                let base = found.node.get("derived_from").and_then(Node::as_text);
                next = base.and_then(|name| scope.find_in(found.file, kind, name));
                chain.push(found);
            }
        }
    }
    cycles
}

/// The cycle of these types, if one of them is in the file.
fn cycle(scope: &Scope<'_>, types: &[Definition<'_>]) -> Option<Cycle> {
    let mut steps = Vec::with_capacity(types.len());
    for of in types {
        let span = scope.source(of.file)?.span_of(&of.path().key("derived_from"))?;
        steps.push(Derivation { name: of.name.into(), file: of.file.clone(), span });
    }
    let own = |step: &Derivation| step.file == scope.file().path;
    let own = (0..steps.len()).filter(|at| steps.get(*at).is_some_and(own));
    let first = own.min_by_key(|at| steps.get(*at).map(|step| step.span.start))?;
    steps.rotate_left(first);
    Some(Cycle { steps })
}
