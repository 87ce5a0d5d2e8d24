//! Assemblies that contain themselves.

use crate::sorted_map::SortedSet;
use crate::assembly::model::Component;
use crate::assembly::{descriptor, resolve};
use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};
use crate::text::{FilePath, Span};

pub static RULE: Rule = Rule {
    code: "catalog/recursive-containment",
    severity: Severity::Error,
    title: "recursive assembly",
    doc: "Every component is another instance. If its type is the assembly itself, or an assembly that contains it, \
          the expansion never ends.\n\nTo use an existing instance of the same type, add it to `references`.",
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
struct Step {
    /// The assembly, and the type of the component in it.
    place: (FilePath, Span, String),
    /// The file of that type.
    to: FilePath,
    /// The index of the step before.
    before: Option<usize>,
}

fn check(cx: &mut Check<'_>) {
    let Some(assembly) = cx.assembly() else { return };
    let home = &cx.file.path;
    let mut dead_ends = SortedSet::new();
    for component in &assembly.composition {
        let Some(places) = path_back(cx, component, home, &mut dead_ends) else { continue };
        let Some((first, others)) = places.split_first() else { continue };
        let names: Vec<String> = places.iter().take(MAX_NAMES).map(|(_, _, name)| format!("`{name}`")).collect();
        let rest = if places.len() > MAX_NAMES { " → .." } else { "" };
        let message = match names.as_slice() {
            [_] => "this assembly contains itself".to_owned(),
            names => format!("this assembly contains itself: {}{rest}", names.join(" → ")),
        };
        let mut finding = cx.report(first.1, message).help("use a reference for an existing instance");
        for (file, span, name) in others.iter().take(MAX_NAMES) {
            finding = finding.related(file, *span, format!("contains `{name}`"));
        }
    }
}

/// Maximum number of assemblies that are listed: each of them has this finding, too.
const MAX_NAMES: usize = 20;

/// The shortest path from `component` back to the assembly in `home` (breadth-first search). Without one, everything
/// that was passed is a dead end.
fn path_back(
    cx: &Check<'_>,
    component: &Component,
    home: &FilePath,
    dead_ends: &mut SortedSet<FilePath>,
) -> Option<Vec<(FilePath, Span, String)>> {
    let mut steps = vec![into(cx, home, component, None)?];
    let mut passed: SortedSet<FilePath> = SortedSet::new();
    let mut at = 0;
    while let Some(Step { to, .. }) = steps.get(at) {
        if to == home {
            let mut places = Vec::new();
            let mut step = steps.get(at);
            while let Some(Step { place, before, .. }) = step {
                places.push(place.clone());
                step = before.and_then(|before| steps.get(before));
            }
            places.reverse();
            return Some(places);
        }
        if !dead_ends.contains(to) && passed.insert(to.clone()) {
            let (file, to) = (cx.workspace.file(to), to.clone());
            let inner = file.and_then(|file| descriptor(file)).map_or(&[][..], |assembly| &assembly.composition);
            steps.extend(inner.iter().filter_map(|component| into(cx, &to, component, Some(at))));
        }
        at += 1;
    }
    dead_ends.extend(passed);
    None
}

fn into(cx: &Check<'_>, from: &FilePath, component: &Component, before: Option<usize>) -> Option<Step> {
    // The result of a dynamic type is unknown, and `type` is then not used.
    if component.dynamic_type.is_some() {
        return None;
    }
    let (file, _) = resolve(cx.workspace, cx.catalog, component.of.as_ref()?)?;
    let type_name = component.type_name.as_ref()?;
    let place = (from.clone(), type_name.span, type_name.value.to_string());
    Some(Step { place, to: file.path.clone(), before })
}
