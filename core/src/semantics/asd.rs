//! Application service descriptors of ONAP.

use crate::asd::command::{self, BOXES, conversion, mapping};
use crate::asd::installation::{self, question};
use crate::asd::{actions, complete, exports, identifiers, inside, outline, topology};
use crate::context::FileContext;
use crate::editing::layout;
use crate::rules;
use crate::semantics::{
    Commands, Completer, Inside, Outcome, Previewer, Reconnection, Rename, Semantics, Services, symbols_of_tables,
    topology_with_layout,
};
use crate::symbol::SymbolKind;
use crate::topology::Topology;

pub static SEMANTICS: Semantics = Semantics {
    exports: exports::exports,
    topology: diagram,
    nested: |_, _| None,
    has_parts: |_| false,
    sources: |_| Vec::new(),
    identifiers: identifiers::identifiers,
};

pub static SERVICES: Services = Services {
    topology: None,
    symbols: |file| outline::with_details(file, symbols_of_tables(file)),
    mentions: |_| Vec::new(),
    rules: rules::asd::CHECK,
    complete: Completer { values: complete::values, ..Completer::FROM_SCHEMA },
    hover_value: |_, _, _| None,
    explain: |_, _| None,
    hover_key: |_, _| None,
    hints: |_, _| Vec::new(),
    commands: Commands {
        boxes: |_| &BOXES,
        run: command::run,
        removal: command::removal,
        clip: command::clip,
        offers: command::offers,
        actions: actions::actions,
        candidate_ends: mapping::candidates,
        connection_starts: mapping::starts,
        value_of: mapping::value_of,
        reconnection: Reconnection {
            start: |context, _, moved| mapping::reconnection_start(context, moved),
            candidates: |context, _, moved| mapping::reconnection_candidates(context, moved),
            run: |context, _, moved, to| mapping::reconnect(context, moved, to),
        },
        ..Commands::FROM_SCHEMA
    },
    rename: Rename::of_followed(is_identifier),
    assignable: |_, paths| vec![None; paths.len()],
    blank: |_, _| None,
    inside: Inside { opens: inside::opens, draw: inside::draw },
    inherited: |_| Vec::new(),
    rewrites: |_, _| Vec::new(),
    conversions: conversion::conversions,
    diagrams: None,
    types: None,
    separate: None,
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

/// The diagram of a descriptor, with a lane for each stage unless boxes were placed by hand.
fn diagram(context: FileContext<'_>) -> Option<Topology> {
    let has_lanes = !layout::has_positions(context);
    topology_with_layout(context, |root, name| topology::topology(root, name, has_lanes))
}

/// Nothing in a descriptor mentions its deployment items and connection points, so a rename changes only the identifier.
fn is_identifier(kind: SymbolKind) -> bool {
    matches!(kind, SymbolKind::DeploymentItem | SymbolKind::ConnectionPoint)
}
