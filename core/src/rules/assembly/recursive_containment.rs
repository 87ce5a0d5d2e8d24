//! Assemblies that contain themselves.

use std::collections::{BTreeSet, VecDeque};

use crate::assembly::model::Component;
use crate::assembly::{descriptor, resolve};
use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};
use crate::text::{FilePath, Span};

pub static RULE: Rule = Rule {
    code: "catalog/recursive-containment",
    severity: Severity::Error,
    title: "recursive assembly",
    doc: "Every component is another instance. If its type is the assembly itself, or an assembly that contains it, the \
          expansion never ends.\n\nTo use an existing instance of the same type, add it to `references`.",
    sources: &["AD-COMP-08"],
    bad: "\
name: assembly::a::1.0
properties: {}
composition:
  again:
    type: assembly::a::1.0
    properties: {}
",
    good: "\
name: assembly::a::1.0
properties: {}
composition: {}
references:
  peer:
    type: assembly::a::1.0
    properties:
      name: {value: other}
",
    check,
};

/// A step from an assembly to the type of a component.
#[derive(Clone)]
struct Way {
    /// The location of each type along the path.
    places: Vec<(FilePath, Span, String)>,
    at: FilePath,
}

fn check(cx: &mut Check<'_>) {
    let Some(assembly) = cx.assembly() else { return };
    let home = &cx.file.path;
    for component in &assembly.composition {
        let Some(way) = way_back(cx, component, home) else { continue };
        let Some((first, others)) = way.places.split_first() else { continue };
        let names: Vec<String> = way.places.iter().map(|(_, _, name)| format!("`{name}`")).collect();
        let message = match names.as_slice() {
            [_] => "this assembly contains itself".to_owned(),
            names => format!("this assembly contains itself: {}", names.join(" → ")),
        };
        let mut finding = cx.report(first.1, message).help("use a reference for an existing instance");
        for (file, span, name) in others {
            finding = finding.related(file, *span, format!("contains `{name}`"));
        }
    }
}

/// The shortest path from `component` back to the assembly in `home` (breadth-first search).
fn way_back(cx: &Check<'_>, component: &Component, home: &FilePath) -> Option<Way> {
    let start = Way { places: Vec::new(), at: home.clone() };
    let mut queue = VecDeque::from([into(cx, &start, component)?]);
    let mut passed: BTreeSet<FilePath> = BTreeSet::new();
    while let Some(way) = queue.pop_front() {
        if way.at == *home {
            return Some(way);
        }
        if !passed.insert(way.at.clone()) {
            continue;
        }
        let Some(assembly) = descriptor(cx.workspace.file(&way.at)?) else { continue };
        queue.extend(assembly.composition.iter().filter_map(|component| into(cx, &way, component)));
    }
    None
}

fn into(cx: &Check<'_>, way: &Way, component: &Component) -> Option<Way> {
    // The result of a dynamic type is unknown, and `type` is then not used.
    if component.dynamic_type.is_some() {
        return None;
    }
    let (file, _) = resolve(cx.workspace, cx.catalog, component.of.as_ref()?)?;
    let type_name = component.type_name.as_ref()?;
    let mut places = way.places.clone();
    places.push((way.at.clone(), type_name.span, type_name.value.to_string()));
    Some(Way { places, at: file.path.clone() })
}
