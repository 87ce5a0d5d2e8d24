//! Rules for homing templates, in addition to the schema.

use crate::homing::mentions::section;
use crate::rules;
use crate::rules::tables::Tables;
use crate::symbol::{Mention, SymbolKind, Target};
use crate::syntax::Node;

/// A rule for homing templates.
pub type Rule = rules::Definition;
/// A check of a homing template.
pub type Check<'a> = rules::Check<'a>;

rules::list! { rules::Common:
    no_such_demand,
    no_such_location,
    no_such_parameter
}

/// Reports names of this kind that the template does not define.
fn report_missing(cx: &mut Check<'_>, kind: SymbolKind, what: &str) {
    let defined = cx.file.root.as_ref().and_then(|root| root.get(section(kind))).map_or(&[][..], Node::entries);
    let known: Vec<&str> = defined.iter().filter_map(|entry| entry.key.as_text()).collect();
    let is_missing = |mention: &&Mention| mention.kind == kind && matches!(mention.target, Target::Missing { .. });
    for mention in cx.mentions.iter().filter(is_missing) {
        let finding = cx.report(mention.span, format!("unknown {what} `{}`", mention.name));
        finding.suggest(&mention.name, known.iter().copied(), &format!("define it under `{}`", section(kind)));
    }
}

/// The rules and schema hooks for homing templates.
pub const CHECK: rules::LanguageRules = rules::LanguageRules { run: |run| run.call(&[CHECKS]), tables: Tables::NONE };
