//! Service templates of TOSCA.

use crate::rules;
use crate::semantics::{
    Commands, Completer, Diagrams, Extraction, Inside, Outcome, Previewer, Reconnection, Rename, Semantics, Separate,
    Services, Types, symbols_of_tables, topology_with_layout,
};
use crate::tosca::command::{self, BOXES, attach, extract, flow, reconnect, types};
use crate::tosca::deployment::{self, codes, question};
use crate::tosca::{
    assignable, complete, copies, diagram, diagrams, exports, files, hints, hover, identifiers, inherited, mentions,
    rewrite, substitution, topology, type_diagram, type_graph, workflow,
};

pub static SEMANTICS: Semantics = Semantics {
    exports: exports::exports,
    topology: |context| topology_with_layout(context, topology::topology),
    nested: substitution::nested,
    has_parts: substitution::has_parts,
    sources: exports::sources,
    identifiers: identifiers::identifiers,
};

pub static SERVICES: Services = Services {
    topology: Some(diagram::topology),
    symbols: |file| {
        let mut symbols = symbols_of_tables(file);
        file.root.iter().for_each(|root| copies::add_types(root, &mut symbols));
        symbols
    },
    mentions: mentions::mentions,
    rules: rules::tosca::CHECK,
    complete: Completer {
        need: complete::need,
        names: complete::names,
        importable: types::importable,
        free_keys: complete::members,
        values: complete::values,
        ..Completer::FROM_SCHEMA
    },
    hover_value: |_, _, _| None,
    explain: hover::explain,
    hover_key: |_, _| None,
    hints: hints::hints,
    commands: Commands {
        boxes: |_| &BOXES,
        run: command::run,
        offers: types::offers,
        actions: |context, selection, _| command::actions(context, selection),
        fitting_offers: types::fitting,
        promoted: command::promoted,
        extraction: Some(Extraction { proposed: extract::proposed, file: extract::file_for }),
        attachment: attach::attachment,
        missing_files: |context| files::missing(context).iter().filter_map(|file| file.path(context.file)).collect(),
        candidate_ends: command::candidate_ends,
        connection_starts: command::connection_starts,
        value_of: flow::value_of,
        reconnection: Reconnection { start: reconnect::start, candidates: reconnect::candidates, run: reconnect::run },
        ..Commands::FROM_SCHEMA
    },
    rename: Rename::of_followed(mentions::is_followed),
    assignable: assignable::assignable,
    blank: assignable::blank,
    inside: Inside { opens: workflow::diagram::opens, draw: workflow::diagram::inside },
    inherited: inherited::members,
    rewrites: rewrite::rewrites,
    conversions: |_| Ok(Vec::new()),
    diagrams: Some(&Diagrams {
        list: diagrams::list,
        draw: diagrams::draw,
        offers: diagrams::offers,
        of_box: diagrams::of_box,
        type_of: type_diagram::type_of,
        additions: diagrams::additions,
    }),
    types: Some(&Types { members: inherited::of_type, relatives: type_graph::relatives }),
    separate: Some(&Separate {
        sections: &[
            "artifact_types",
            "capability_types",
            "data_types",
            "group_types",
            "interface_types",
            "node_types",
            "policy_types",
            "relationship_types",
        ],
        others: &["tosca_definitions_version", "description", "metadata", "namespace", "imports"],
        visible: exports::visible,
        is_used_by_mention: exports::is_used_by_mention,
    }),
    preview: Some(Previewer {
        inputs: question::inputs,
        form: |context, _, _| question::form(context),
        read: question::read,
        may_ask: |_| false,
        reads_other_files: false,
        asks_of: |_, _| false,
        compute: |context, asked, _| {
            Box::pin(async move { Outcome::Deployment(Box::new(deployment::deployment(context, asked))) })
        },
        codes: codes::CODES,
    }),
};
