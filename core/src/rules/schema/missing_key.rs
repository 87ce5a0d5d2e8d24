//! A key that the specification asks for is not there.

use serde_yaml::{Mapping, Value};

use crate::assembly::model::Property;
use crate::assembly::project::kind_at;
use crate::catalog::closest;
use crate::diagnostic::{Safety, Severity};
use crate::language::Language;
use crate::rules::assembly::missing_placement;
use crate::rules::{Check, Packaging, Rule, with_article};
use crate::schema::{Need, Problem, ProblemKind, Record, Shape, spot};
use crate::syntax::patch::Place;
use crate::text::Span;
use crate::workspace::SourceFile;

pub static RULE: Rule = Rule {
    code: "schema/missing-key",
    severity: Severity::Error,
    title: "a key is missing that the specification asks for",
    doc: "Without it there is nothing to instantiate, to connect or to call. Where only the tables ask for the key and \
          products do without it, as for the `properties` of an assembly, it is a warning. That a component has no \
          `properties` is a remark, and none where its type takes nothing.\n\nThe `name` may be left out of a descriptor \
          that lies in a package, where the project file gives it.",
    sources: &[
        "AD-DOC-05",
        "AD-DOC-06",
        "AD-NAME-10",
        "AD-COMP-03",
        "AD-COMP-06",
        "AD-RFS-02",
        "AD-REL-02",
        "AD-REL-09",
        "AD-REL-10",
        "AD-OPS-01",
        "AD-CAP-02",
        "AD-MET-01",
        "AD-DT-04",
    ],
    bad: "\
name: assembly::a::1.0
properties: {}
composition: {}
capabilities:
  VideoStream: {description: What is shown}
",
    good: "\
name: assembly::a::1.0
properties: {}
composition: {}
capabilities:
  VideoStream: {type: httpStreamOutput}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let file = cx.file;
    let Some(language) = file.language else { return };
    for problem in file.problems() {
        let ProblemKind::MissingKey { record, key, need } = &problem.kind else { continue };
        if *key == "name" && (cx.settings.packaging == Packaging::Lmctl || is_packaged(file)) {
            continue;
        }
        if *need == Need::Usual && is_needless(cx, problem) {
            continue;
        }
        let root = problem.path.is_root();
        let span = if root { first_key(cx).unwrap_or(problem.span) } else { problem.span };
        let message = match problem.path.last_key() {
            Some(name) => format!("{record} `{name}` has no `{key}`"),
            None => format!("{} without {}", with_article(record), with_article(&format!("`{key}`"))),
        };
        let severity = match need {
            Need::Required | Need::RequiredWithout(_) => Severity::Error,
            Need::Recommended | Need::Optional => Severity::Warning,
            Need::Usual => Severity::Info,
        };
        let finding = cx.report(span, message).severity(severity);
        let known = record_at(file, problem).unwrap_or(language.schema());
        let help = known.field(key).and_then(|field| field.doc.lines().next());
        let finding = match help {
            Some(doc) => finding.help(format!("add `{key}`: {}", lower_first(doc.trim_end_matches('.')))),
            None => finding,
        };
        // Where the section is needless, an empty one would add nothing.
        let Some((value, safety)) = likely_value(file, key).filter(|_| *need != Need::Usual) else { continue };
        // What is only misspelled is not missing: with another one of the right name the two would be in each other's way.
        if is_misspelled(file, problem, key) {
            continue;
        }
        let order = known.order();
        finding.fix_by(format!("Add `{key}`"), safety, |draft| {
            draft.insert(&problem.path, key, &value, Place::Ordered(&order))
        });
    }
}

/// Whether there is nothing to say in the `properties` that a component lacks: its type takes nothing, or another rule
/// says what belongs there.
fn is_needless(cx: &Check<'_>, problem: &Problem) -> bool {
    let component = problem.path.last_key().and_then(|name| cx.assembly()?.component(name));
    let Some(component) = component else { return false };
    let of = component.of.as_ref().and_then(|of| cx.resolve(of));
    let takes = |property: &Property| !property.read_only && property.static_or_mapped().is_none();
    let takes_nothing = of.is_some_and(|of| !of.properties.iter().any(takes));
    takes_nothing || missing_placement::asks_for_properties(cx, component)
}

/// Whether a key of the mapping that lacks this one is nearly that.
fn is_misspelled(file: &SourceFile, problem: &Problem, key: &str) -> bool {
    file.problems().iter().any(|other| {
        let is_beside = other.path.parent().as_ref() == Some(&problem.path);
        is_beside
            && matches!(&other.kind, ProblemKind::UnknownKey { key: found, .. } if closest(found, [key]).is_some())
    })
}

/// The table of the mapping that lacks a key.
fn record_at(file: &SourceFile, problem: &Problem) -> Option<&'static Record> {
    match spot(file.root.as_ref()?, file.language?.schema(), &problem.path)?.shape {
        Shape::Record(record) => Some(record),
        _ => None,
    }
}

/// What the key would hold, where that can be said, and whether it says no more than its absence does.
fn likely_value(file: &SourceFile, key: &str) -> Option<(Value, Safety)> {
    let kind = match file.language? {
        Language::Assembly => "assembly",
        Language::Resource => "resource",
        Language::Tosca | Language::Asd | Language::Homing => return None,
    };
    match key {
        "properties" | "composition" => Some((Mapping::new().into(), Safety::Safe)),
        "name" => Some((format!("{kind}::{}::1.0", file.path.stem()).into(), Safety::Unsafe)),
        "source-state" | "target-state" => Some(("Active".into(), Safety::Unsafe)),
        _ => None,
    }
}

/// Whether a project gives the descriptor its name, or the file lies where a package keeps its descriptor.
fn is_packaged(file: &SourceFile) -> bool {
    file.project.as_ref().is_some_and(|project| project.name.is_some()) || kind_at(&file.path).is_some()
}

/// Where a document begins: what is missing from it has no place of its own.
fn first_key(cx: &Check<'_>) -> Option<Span> {
    cx.file.root.as_ref()?.entries().first().map(|entry| entry.key.span)
}

fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_lowercase().chain(letters).collect())
}
