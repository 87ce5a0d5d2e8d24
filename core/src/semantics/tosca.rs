//! Service templates of TOSCA.

use crate::rules;
use crate::semantics::{
    Commands, Completer, Rename, Semantics, Services, difference_of_trees, symbols_of_tables, topology_with_layout,
};
use crate::tosca::command::{self, BOXES};
use crate::tosca::{complete, exports, inherited, mentions, topology};

pub static SEMANTICS: Semantics = Semantics {
    exports: exports::exports,
    topology: |context| topology_with_layout(context, topology::topology),
    nested: |_, _| None,
    has_parts: |_| false,
    sources: exports::sources,
};

pub static SERVICES: Services = Services {
    symbols: symbols_of_tables,
    mentions: mentions::mentions,
    rules: rules::tosca::CHECK,
    complete: Completer { names: complete::names, values: complete::values, ..Completer::TABLES },
    hover_value: |_, _, _| None,
    hover_key: |_, _| None,
    commands: Commands {
        boxes: &BOXES,
        run: command::run,
        candidate_ends: command::candidate_ends,
        connection_starts: command::connection_starts,
        ..Commands::BY_TABLES
    },
    rename: Rename::of_followed(mentions::is_followed),
    blank: |_, _| None,
    inherited: inherited::members,
    difference: difference_of_trees,
    preview: None,
};
