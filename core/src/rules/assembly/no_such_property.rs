//! `${...}` that names a property which is not there.

use crate::diagnostic::Severity;
use crate::rules::{Check, Rule};
use crate::symbol::{Context, SymbolKind, Target};

pub static RULE: Rule = Rule {
    code: "assembly/no-such-property",
    severity: Severity::Error,
    title: "a reference names a property that is not there",
    doc: "`${address}` stands for the property `address` of this assembly, `${gateway.address}` for the property \
          `address` of the component (or reference) `gateway`: it must be declared in the descriptor of its type, or in \
          the composition.",
    sources: &["AD-REF-02", "AD-REF-04"],
    bad: "name: assembly::a::1.0\nproperties:\n  size: {default: small}\n  label: {value: '${sise}'}\ncomposition: {}\n",
    good: "name: assembly::a::1.0\nproperties:\n  size: {default: small}\n  label: {value: '${size}'}\ncomposition: {}\n",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(descriptor) = cx.descriptor() else { return };
    for mention in cx.mentions {
        let value = mention.context == Context::Value && mention.kind == SymbolKind::Property;
        let Target::Missing { owner } = &mention.target else { continue };
        if !value {
            continue;
        }
        let (place, names): (String, Vec<&str>) = match owner {
            Some(owner) => {
                let names = cx.resolve(owner).map(|of| of.properties.iter().map(|p| p.name.text.as_str()).collect());
                (format!("`{owner}`"), names.unwrap_or_default())
            }
            None => {
                ("this descriptor".to_owned(), descriptor.properties.iter().map(|p| p.name.text.as_str()).collect())
            }
        };
        let finding = cx.report(mention.span, format!("{place} has no property `{}`", mention.name));
        finding.suggest(&mention.name, names, "declare it under `properties`, or name one that is there");
    }
}
