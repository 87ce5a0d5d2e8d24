//! Names in homing templates that lead to nothing.

mod no_such_demand;
mod no_such_location;
mod no_such_parameter;

use crate::homing::mentions::section;
use crate::language::Language;
use crate::rules::{Check, Rule};
use crate::symbol::{Mention, SymbolKind, Target};
use crate::syntax::Node;

pub static RULES: &[&Rule] = &[&no_such_demand::RULE, &no_such_location::RULE, &no_such_parameter::RULE];

/// Reports what the template speaks of as a `what` of this kind, and does not define.
fn report_missing(cx: &mut Check<'_>, kind: SymbolKind, what: &str) {
    if cx.file.language != Some(Language::Homing) {
        return;
    }
    let defined = cx.file.root.as_ref().and_then(|root| root.get(section(kind))).map_or(&[][..], Node::entries);
    let known: Vec<&str> = defined.iter().filter_map(|entry| entry.key.as_text()).collect();
    let is_missing = |mention: &&Mention| mention.kind == kind && matches!(mention.target, Target::Missing { .. });
    for mention in cx.mentions.iter().filter(is_missing) {
        let finding = cx.report(mention.span, format!("the template has no {what} `{}`", mention.name));
        finding.suggest(&mention.name, known.iter().copied(), &format!("define it under `{}`", section(kind)));
    }
}
