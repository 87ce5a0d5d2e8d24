//! Application service descriptors of ONAP.

use crate::asd::command::BOXES;
use crate::asd::installation::{self, question};
use crate::asd::{complete, difference, exports, topology};
use crate::rules;
use crate::semantics::{
    Commands, Completer, Outcome, Previewer, Rename, Semantics, Services, symbols_of_tables, topology_with_layout,
};
use crate::symbol::SymbolKind;

pub static SEMANTICS: Semantics = Semantics {
    exports: exports::exports,
    topology: |context| topology_with_layout(context, topology::topology),
    nested: |_, _| None,
    has_parts: |_| false,
    sources: |_| Vec::new(),
};

pub static SERVICES: Services = Services {
    symbols: symbols_of_tables,
    mentions: |_| Vec::new(),
    rules: rules::asd::CHECK,
    complete: Completer { values: complete::values, ..Completer::FROM_SCHEMA },
    hover_value: |_, _, _| None,
    hover_key: |_, _| None,
    commands: Commands { boxes: &BOXES, ..Commands::FROM_SCHEMA },
    rename: Rename::of_followed(is_identifier),
    blank: |_, _| None,
    inherited: |_| Vec::new(),
    difference: |before, after| difference::of_files(before.file, after.file),
    rewrites: |_, _| Vec::new(),
    preview: Some(Previewer {
        inputs: question::inputs,
        form: |context, _, _| question::form(context),
        read: question::read,
        may_ask: |_| false,
        reads_other_files: true,
        asks_of: |_, _| false,
        compute: |context, asked, pace| {
            Box::pin(async move { Outcome::Installation(Box::new(installation::compute(context, asked, pace).await)) })
        },
        codes: installation::CODES,
    }),
};

/// Nothing in a descriptor mentions its deployment items and connection points, so a rename changes only the identifier.
fn is_identifier(kind: SymbolKind) -> bool {
    matches!(kind, SymbolKind::DeploymentItem | SymbolKind::ConnectionPoint)
}
