//! References to undefined components.

use crate::assembly::context;
use crate::assembly::model::{Component, Descriptor};
use crate::assembly::values::{Scope, scope};
use crate::diagnostic::{Safety, Severity};
use crate::edit::TextEdit;
use crate::rules::assembly::{Check, Rule};
use crate::symbol::{Mention, SymbolKind, Target};
use crate::text::Span;

pub static RULE: Rule = Rule {
    code: "assembly/no-such-component",
    severity: Severity::Error,
    title: "unknown component",
    doc: "`${gateway.address}`, `source-operation: gateway.addRule`, `upgrade-dependencies: [gateway]` and others \
          refer to a component, which must be defined under `composition`. Values and the sources of relationships can \
          also refer to `references`.",
    sources: &["AD-REF-03", "AD-OPS-02", "AD-UPG-01", "AD-REL-04", "AD-REL-06", "AD-MET-04", "AD-POL-02", "AD-POL-03"],
    bad: "\
name: assembly::a::1.0
properties:
  address:
    read-only: true
    value: '${gatway.address}'
composition:
  gateway:
    type: assembly::gateway::1.0
    properties: {}
# file: gateway.yaml
name: assembly::gateway::1.0
properties:
  address: {read-only: true, default: none}
composition: {}
",
    good: "\
name: assembly::a::1.0
properties:
  address:
    read-only: true
    value: '${gateway.address}'
composition:
  gateway:
    type: assembly::gateway::1.0
    properties: {}
# file: gateway.yaml
name: assembly::gateway::1.0
properties:
  address: {read-only: true, default: none}
composition: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(descriptor) = cx.descriptor() else { return };
    for mention in cx.mentions {
        let missing = matches!(mention.target, Target::Missing { owner: None });
        if mention.kind == SymbolKind::Component && missing && is_checked_here(mention) {
            report(cx, descriptor, mention);
        }
    }
}

/// Operation calls, and misplaced `source`, `target` and `item`, are reported by other rules.
fn is_checked_here(mention: &Mention) -> bool {
    let reserved = mention.context == context::VALUE && matches!(mention.name.as_str(), "source" | "target" | "item");
    mention.context != context::RELATIONSHIP_OPERATION && !reserved && !mention.name.is_empty()
}

/// The special words that can be used at the mention.
fn special_words(descriptor: &Descriptor, mention: &Mention) -> &'static [&'static str] {
    match (mention.context, scope(descriptor, &mention.path)) {
        (context::VALUE, Scope::Relationship(_)) => &["source", "target", "instance"],
        (context::VALUE, Scope::Part(part)) if part.items.is_some() => &["item", "instance"],
        (context::VALUE, Scope::Root | Scope::Part(_) | Scope::Declaration) => &["instance"],
        _ => &[],
    }
}

fn report(cx: &mut Check<'_>, descriptor: &Descriptor, mention: &Mention) {
    let either = matches!(mention.context, context::VALUE | context::SOURCE_CAPABILITY);
    let (what, section) = if either {
        ("component or reference", "`composition` or `references`")
    } else {
        ("component", "`composition`")
    };
    let name = &mention.name;
    let text = &cx.file.text;
    let references = if either { descriptor.references.as_slice() } else { &[] };
    let parts = descriptor.composition.iter().chain(references).map(|part: &Component| part.name.text.as_str());
    let names = parts.chain(special_words(descriptor, mention).iter().copied());
    let itself = descriptor.full_name.as_ref().is_some_and(|own| own.name == *name);
    let finding = cx.report(mention.span, format!("unknown {what} `{name}`"));
    if descriptor.reference(name).is_some() {
        finding.help(format!("`{name}` is a reference, but a component is required here"));
    } else if itself && mention.context == context::VALUE {
        let finding = finding.help("omit the prefix to refer to a property of this assembly");
        let behind = Span::new(mention.span.end as usize, mention.span.end as usize + 1);
        if behind.of(text) == "." {
            finding.fix("Remove the prefix", Safety::Unsafe, TextEdit::delete(mention.span.cover(behind)));
        }
    } else {
        finding.suggest(name, names, &format!("use a name defined under {section}"));
    }
}
