//! Homing templates of ONAP HAS.

use crate::context::FileContext;
use crate::diagnostic::{Diagnostic, Severity};
use crate::editing::link;
use crate::exports::Exports;
use crate::homing::command;
use crate::homing::placement::preview;
use crate::homing::{actions, complete, hover, identifiers, mentions, rename, topology};
use crate::rules;
use crate::semantics::{
    Commands, Completer, Inside, Outcome, Previewer, Reconnection, Rename, Semantics, Services, symbols_of_tables,
    topology_with_layout,
};

pub static SEMANTICS: Semantics = Semantics {
    exports: Exports::of_whole,
    topology: |context| topology_with_layout(context, topology::topology),
    nested: |_, _| None,
    has_parts: |_| false,
    sources: |_| Vec::new(),
    identifiers: identifiers::identifiers,
};

pub static SERVICES: Services = Services {
    topology: None,
    symbols: symbols_of_tables,
    mentions: |context| mentions::mentions(context.file),
    rules: rules::homing::CHECK,
    complete: Completer {
        need: complete::need,
        free_keys: complete::attributes,
        names: complete::names,
        functions: complete::functions,
        values: complete::values,
        ..Completer::FROM_SCHEMA
    },
    hover_value: hover::value,
    explain: |_, _| None,
    hover_key: |_, _| None,
    hints: |_, _| Vec::new(),
    commands: Commands {
        boxes: command::boxes,
        run: command::run,
        followers: command::removal::followers,
        actions: |context, selection, _| actions::actions(context, selection),
        candidate_ends: command::candidate_ends,
        connection_starts: command::connection_starts,
        valued_ports: command::valued_ports,
        value_of: command::value_of,
        reconnection: Reconnection {
            start: link::reconnection_start,
            candidates: command::reconnection_candidates,
            run: command::reconnect,
        },
        ..Commands::FROM_SCHEMA
    },
    rename: Rename { also_named: rename::also_named, ..Rename::of_followed(mentions::is_followed) },
    assignable: |_, paths| vec![None; paths.len()],
    blank: |_, _| None,
    inside: Inside::NONE,
    inherited: |_| Vec::new(),
    rewrites: |_, _| Vec::new(),
    conversions: |_| Ok(Vec::new()),
    diagrams: None,
    types: None,
    separate: None,
    preview: Some(Previewer {
        inputs: preview::inputs,
        form: |context, _, _| preview::form(context),
        read: preview::read,
        // The form lists the inventories of the catalog.
        may_ask: |_| false,
        reads_other_files: false,
        asks_of: |_, _| false,
        compute: |context, asked, pace| {
            Box::pin(async move {
                let placement = preview::compute(context, asked, pace).await;
                Outcome::Placement(Box::new(placement.with_errors(errors(context))))
            })
        },
        codes: preview::CODES,
    }),
};

/// The errors of a template. Those that only conductor sees do not affect how the preview reads it.
fn errors(context: FileContext<'_>) -> Vec<Diagnostic> {
    let mut found = rules::check(context, None, &mentions::mentions(context.file), Some(rules::homing::CHECK));
    found.retain(|one| one.severity == Severity::Error && !one.code.starts_with("homing/conductor/"));
    found
}
