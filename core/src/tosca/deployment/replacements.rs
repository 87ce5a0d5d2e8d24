//! Candidates for the place of a node template: derived types, node templates of other service templates, and
//! topologies with substitution mappings.

use std::rc::Rc;

use serde_yaml::Value as Written;
use smol_str::SmolStr;

use crate::context::FileContext;
use crate::preview::{ItemProperty, PartialValue};
use crate::sorted_map::SortedMap;
use crate::sorting::Sorting;
use crate::symbol::SymbolKind;
use crate::syntax::plain;
use crate::syntax::{Node as SyntaxNode, NodePath};
use crate::text::FilePath;
use crate::tosca::deployment::filter::typed;
use crate::tosca::deployment::values::{InputValues, Substitutes, Values};
use crate::tosca::deployment::{Node, Replacement, ReplacementKind};
use crate::tosca::effective::{Effective, entries};
use crate::tosca::fulfilment::{Fulfilment, NodeTemplate};
use crate::tosca::scope::Scope;
use crate::tosca::substitution::{MAPPINGS, Mapping};
use crate::tosca::template;
use crate::tosca::types::members::Properties;
use crate::tosca::types::{TypeName, Types};
use crate::tosca::value::constraint::Outcome;
use crate::tosca::version;
use crate::workspace::SourceFile;

/// The verdict on a candidate. The texts say why.
enum Verdict {
    Accepted,
    Undecided(String),
    Rejected(String),
}

/// A node template, with the values that it assigns: only these restrict the candidates.
struct Wanted<'w> {
    of: &'w Effective,
    properties: Vec<&'w ItemProperty>,
    /// The assigned properties of capabilities, each with the name of its capability.
    of_capabilities: Vec<(&'w SmolStr, &'w ItemProperty)>,
}

/// Everything in the catalog that can take the place of a node template, and what cannot although it is of the same kind,
/// with the reason. Accepted candidates come first; then they are in the order of files and texts.
pub fn replacements(context: FileContext<'_>, node: &NodeTemplate<'_>, values: &Node) -> Vec<Replacement> {
    let templates = [Some(node.node), node.copied];
    let assigned =
        |section: &SyntaxNode, name: &str| section.get("properties").is_some_and(|all| all.get(name).is_some());
    let is_set = |name: &SmolStr| templates.into_iter().flatten().any(|template| assigned(template, name));
    let is_set_of = |capability: &SmolStr, name: &SmolStr| {
        let of = |template: &SyntaxNode| Some(assigned(template.get("capabilities")?.get(capability)?, name));
        templates.into_iter().flatten().any(|template| of(template) == Some(true))
    };
    let of_capabilities = values.capabilities.iter().flat_map(|capability| {
        let set = capability.properties.iter().filter(|property| is_set_of(&capability.name, &property.name));
        set.map(|property| (&capability.name, property))
    });
    let wanted = Wanted {
        of: &node.shape.of,
        properties: values.properties.iter().filter(|property| is_set(&property.name)).collect(),
        of_capabilities: of_capabilities.collect(),
    };
    let mut found = Vec::new();
    for file in context.workspace.files().filter(|file| template(file).is_some()) {
        let other = context.of(file);
        let scope = Rc::new(Scope::of(other));
        types(&wanted, &scope, &mut found);
        if file.path != context.file.path {
            nodes(&wanted, other, &scope, &mut found);
            topology(&wanted, file, &scope, &mut found);
        }
    }
    found.order_by_key(|candidate| (candidate.rejected.is_some(), candidate.kind));
    found
}

fn add(found: &mut Vec<Replacement>, kind: ReplacementKind, name: &str, file: &FilePath, verdict: Verdict) {
    let (rejected, undecided) = match verdict {
        Verdict::Accepted => (None, None),
        Verdict::Undecided(why) => (None, Some(why)),
        Verdict::Rejected(why) => (Some(why), None),
    };
    found.push(Replacement { kind, name: name.into(), file: file.clone(), rejected, undecided });
}

/// The types of a file that derive from the type of the node.
fn types<'a>(wanted: &Wanted<'_>, scope: &Rc<Scope<'a>>, found: &mut Vec<Replacement>) {
    let types = Types::of(Rc::clone(scope));
    let own = scope.own_types().into_iter().filter(|(kind, _)| *kind == SymbolKind::NodeType);
    for (kind, definition) in own {
        let of = scope.effective_of(kind, definition);
        if !wanted.of.name().is_some_and(|name| definition.name != name.as_str() && of.derives_from(name)) {
            continue;
        }
        let members = types.members(kind, TypeName { file: definition.file, name: definition.name });
        let empty = Properties::new();
        let of_node = wanted.properties.iter().map(|property| (String::new(), &*members.properties, *property));
        let of_capabilities = wanted.of_capabilities.iter().map(|(capability, property)| {
            let known = members.capabilities.get(capability.as_str());
            (format!("{capability}."), known.map_or(&empty, |known| &*known.properties), *property)
        });
        let verdicts = of_node.chain(of_capabilities);
        let verdicts = verdicts.map(|(prefix, properties, property)| meets(&types, properties, property, &prefix));
        add(found, ReplacementKind::Type, definition.name, definition.file, worst(verdicts));
    }
}

/// Whether a value meets the constraints of a property of another type.
fn meets<'a>(types: &Types<'a>, properties: &Properties<'a>, property: &ItemProperty, prefix: &str) -> Verdict {
    let path = format!("{prefix}{}", property.name);
    let Some(defined) = properties.get(property.name.as_str()) else {
        return Verdict::Rejected(format!("it has no property `{path}`"));
    };
    let Some(value) = known(property) else { return undecided(&path, property) };
    let Some(of) = defined.schema.data_type(types).filter(|of| of.is_known()) else { return Verdict::Accepted };
    let rules = of.rules.iter().chain(defined.schema.rules(types));
    let Some(typed) = typed(value, of.primitive) else {
        return Verdict::Rejected(format!("its property `{path}` has another type"));
    };
    let mut violated = rules.filter(|rule| rule.condition.check(&typed) == Outcome::Violated);
    match violated.next() {
        None => Verdict::Accepted,
        Some(rule) => {
            let (operator, operand, shown) = (rule.operator.name(), &rule.written, PartialValue::Value(value.clone()));
            Verdict::Rejected(format!("`{path}` is {shown}, which violates its `{operator}: {operand}`"))
        }
    }
}

/// The node templates of another file whose type fits.
fn nodes(wanted: &Wanted<'_>, context: FileContext<'_>, scope: &Scope<'_>, found: &mut Vec<Replacement>) {
    let Some(name) = wanted.of.name() else { return };
    let fulfilment = Fulfilment::of(scope);
    let fitting: Vec<_> = fulfilment.nodes.iter().filter(|node| node.shape.of.derives_from(name)).collect();
    if fitting.is_empty() {
        return;
    }
    let values = Values::of(context, &InputValues::default(), "", &Substitutes::of(&SortedMap::new()));
    for node in fitting {
        let own = values.nodes.get(node.name);
        let verdict = match node.directives().find(|directive| version::is_directive(directive)) {
            Some(directive) => Verdict::Rejected(format!("it has the directive `{directive}` itself")),
            None => {
                let of_node = wanted.properties.iter().map(|property| {
                    let other = own.and_then(|own| own.properties.iter().find(|other| other.name == property.name));
                    equals(property, other, "")
                });
                let of_capabilities = wanted.of_capabilities.iter().map(|(capability, property)| {
                    let other = own.and_then(|own| {
                        let of = own.capabilities.iter().find(|of| of.name == **capability)?;
                        of.properties.iter().find(|other| other.name == property.name)
                    });
                    equals(property, other, &format!("{capability}."))
                });
                worst(of_node.chain(of_capabilities))
            }
        };
        add(found, ReplacementKind::Template, node.name, &context.file.path, verdict);
    }
}

fn equals(property: &ItemProperty, other: Option<&ItemProperty>, prefix: &str) -> Verdict {
    let path = format!("{prefix}{}", property.name);
    let Some(other) = other else { return Verdict::Rejected(format!("it has no property `{path}`")) };
    let (Some(value), Some(theirs)) = (known(property), known(other)) else {
        return undecided(&path, if known(property).is_none() { property } else { other });
    };
    match value == theirs {
        true => Verdict::Accepted,
        false => Verdict::Rejected(format!("its `{path}` is {}", PartialValue::Value(theirs.clone()))),
    }
}

/// The topology of another file, if it replaces nodes.
fn topology(wanted: &Wanted<'_>, file: &SourceFile, scope: &Scope<'_>, found: &mut Vec<Replacement>) {
    let Some(mapping) = Mapping::of(file) else { return };
    let of = scope.effective(SymbolKind::NodeType, &mapping.node_type);
    let name = wanted.of.name().filter(|name| !of.derives_from(name));
    let verdict = match name {
        Some(name) => Verdict::Rejected(format!("it replaces nodes of `{}`, not of `{name}`", mapping.node_type)),
        None => {
            let section = file.root.as_ref().and_then(|root| root.at(&NodePath::keys(MAPPINGS))?.get("properties"));
            let constants = section.into_iter().flat_map(entries).filter_map(|(name, entry)| {
                let constant =
                    entry.value.get("value").or(Some(&entry.value).filter(|value| value.as_scalar().is_some()));
                Some((name, plain::value(constant?)))
            });
            worst(constants.filter_map(|(name, constant)| {
                let property = *wanted.properties.iter().find(|property| property.name == name)?;
                Some(match known(property) {
                    None => undecided(name, property),
                    Some(value) if *value == constant => Verdict::Accepted,
                    Some(_) => {
                        let shown = PartialValue::Value(constant);
                        Verdict::Rejected(format!("its `{name}` is always {shown}"))
                    }
                })
            }))
        }
    };
    let title = file.root.as_ref().and_then(|root| root.get("metadata")?.get("template_name")?.as_text());
    add(found, ReplacementKind::Topology, title.unwrap_or(file.path.stem()), &file.path, verdict);
}

/// A value that is known before deployment.
fn known(property: &ItemProperty) -> Option<&Written> {
    match &property.value {
        PartialValue::Value(value) => Some(value),
        _ => None,
    }
}

fn undecided(path: &str, property: &ItemProperty) -> Verdict {
    Verdict::Undecided(format!("`{path}` is {}, which is not known yet", property.value))
}

/// The first rejection, or else the first that is undecided.
fn worst(verdicts: impl Iterator<Item = Verdict>) -> Verdict {
    let mut worst = Verdict::Accepted;
    for verdict in verdicts {
        match (&worst, &verdict) {
            (_, Verdict::Rejected(_)) => return verdict,
            (Verdict::Accepted, Verdict::Undecided(_)) => worst = verdict,
            _ => {}
        }
    }
    worst
}
