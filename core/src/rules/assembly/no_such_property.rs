//! `${...}` references to undefined properties.

use serde_yaml::{Mapping, Value};

use crate::assembly::context;
use crate::assembly::mentions::ends;
use crate::assembly::model::Descriptor;
use crate::assembly::values::{Scope, scope};
use crate::diagnostic::{Safety, Severity};
use crate::rules::assembly::no_such_instance_value::NAMES;
use crate::rules::assembly::{Check, Rule};
use crate::symbol::{DescriptorRef, Mention, SymbolKind, Target};
use crate::syntax::NodePath;

pub static RULE: Rule = Rule {
    code: "assembly/no-such-property",
    severity: Severity::Error,
    title: "unknown property",
    doc: "`${address}` refers to the property `address` of this descriptor, and `${gateway.address}` to the property \
          `address` of the component or reference `gateway`, declared in its type or in the composition.\n\nIn a \
          relationship, `${source.address}` is read from every source. If only some of them have the property, this is \
          a warning.",
    sources: &["AD-REF-02", "AD-REF-04", "AD-REF-11", "AD-ITEM-01", "RD-08"],
    bad: "name: assembly::a::1.0\nproperties:\n  size: {default: small}\n  label: {read-only: true, value: '${sise}'}\ncomposition: {}\n",
    good: "name: assembly::a::1.0\nproperties:\n  size: {default: small}\n  label: {read-only: true, value: '${size}'}\ncomposition: {}\n",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(descriptor) = cx.descriptor() else { return };
    for mention in cx.mentions {
        if mention.context != context::VALUE || mention.kind != SymbolKind::Property {
            continue;
        }
        match &mention.target {
            Target::Missing { owner: Some(owner) } => of_part(cx, descriptor, mention, owner),
            // Misplaced special words are reported by another rule.
            Target::Missing { owner: None } if !matches!(mention.name.as_str(), "item" | "source" | "target") => {
                own(cx, descriptor, mention);
            }
            Target::Missing { .. } | Target::Found { .. } | Target::Unknown => {}
        }
    }
}

fn own(cx: &mut Check<'_>, descriptor: &Descriptor, mention: &Mention) {
    let name = &mention.name;
    let own = descriptor.properties.iter().chain(&descriptor.private_properties);
    // An item can be used as a whole.
    let has_items = matches!(scope(descriptor, &mention.path), Scope::Part(part) if part.items.is_some());
    // The property whose value this is cannot be meant.
    let others = own.filter(|property| !mention.path.starts_with(&property.name.path));
    let names = others.map(|property| property.name.text.as_str()).chain(has_items.then_some("item"));
    let joined = with_period(cx, descriptor, name);
    let finding = cx.report(mention.span, format!("unknown property `{name}`"));
    if let Some(reference) = joined {
        finding.help(format!("did you mean `{reference}`?")).replace_name(name, &reference);
        return;
    }
    match descriptor.part(name) {
        Some(_) => finding.help(format!("use `${{{name}.property}}` to read a property of `{name}`")),
        None => finding.suggest(name, names, "declare it under `properties`, or use an existing one").fix_by(
            format!("Declare property `{name}`"),
            Safety::Unsafe,
            |draft| {
                let body = Mapping::from_iter([(Value::from("type"), Value::from("string"))]);
                draft.set(&NodePath::keys(["properties", name]), &body.into())
            },
        ),
    };
}

/// The reference that `name` writes with another separator than the period: `instance.id` for `instance_id`.
fn with_period(cx: &Check<'_>, descriptor: &Descriptor, name: &str) -> Option<String> {
    let after = |owner: &str| {
        let rest = name.strip_prefix(owner)?;
        match rest.strip_prefix(['_', '-']) {
            Some(rest) => Some(rest.to_owned()),
            None => {
                let first = rest.chars().next().filter(|first| first.is_uppercase())?;
                Some(first.to_lowercase().chain(rest.chars().skip(1)).collect())
            }
        }
    };
    let of_instance = after("instance").filter(|value| NAMES.contains(&value.as_str()));
    let of_part = || {
        let mut parts = descriptor.composition.iter().chain(&descriptor.references);
        parts.find_map(|part| {
            let (owner, of) = (&part.name.text, cx.resolve(part.of.as_ref()?)?);
            after(owner).filter(|property| of.property(property).is_some()).map(|property| format!("{owner}.{property}"))
        })
    };
    of_instance.map(|value| format!("instance.{value}")).or_else(of_part)
}

fn of_part(cx: &mut Check<'_>, descriptor: &Descriptor, mention: &Mention, owner: &DescriptorRef) {
    let Some(of) = cx.resolve(owner) else { return };
    let name = &mention.name;
    if of.private_properties.iter().any(|property| property.name.text == *name) {
        return; // Private properties are reported by another rule.
    }
    let names = of.properties.iter().map(|property| property.name.text.as_str());
    let severity = if some_end_has_it(cx, descriptor, mention) { Severity::Warning } else { Severity::Error };
    let finding = cx.report(mention.span, format!("`{name}` is not a property of `{owner}`")).severity(severity);
    finding.suggest(name, names, "declare it under `properties` of the type, or use an existing one");
}

/// Whether another end on the same side has the property.
fn some_end_has_it(cx: &Check<'_>, descriptor: &Descriptor, mention: &Mention) -> bool {
    let mut relationships = descriptor.relationships.iter();
    let Some(relationship) = relationships.find(|found| mention.path.starts_with(&found.name.path)) else {
        return false;
    };
    let before = cx.file.text.get(..mention.span.start as usize).unwrap_or("");
    let side = match before {
        before if before.ends_with("source.") => &relationship.source_capabilities,
        before if before.ends_with("target.") => &relationship.target_requirements,
        _ => return false,
    };
    ends(side)
        .into_iter()
        .filter_map(|end| descriptor.part(end)?.of.as_ref())
        .any(|of| cx.resolve(of).is_some_and(|of| of.property(&mention.name).is_some()))
}
