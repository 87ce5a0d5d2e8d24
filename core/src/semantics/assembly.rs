//! Assembly and resource descriptors.

use crate::assembly::command::{self, Subject};
use crate::assembly::expansion::{CODES, Expansion, expand_in_pieces, input_fields, question};
use crate::assembly::{
    complete, descriptor, exports, hints, hover, identifiers, inherited, mentions, model, part, rename, subject,
    symbols, topology,
};
use crate::context::FileContext;
use crate::edit::EditError;
use crate::rules;
use crate::semantics::{Commands, Completer, Inside, Outcome, Previewer, Reconnection, Rename, Semantics, Services};

pub static SEMANTICS: Semantics = Semantics {
    exports: exports::exports,
    topology: |context| Some(topology::topology(descriptor(context.file)?, context.workspace, context.catalog)),
    nested: part::nested,
    has_parts: |file| {
        descriptor(file).is_some_and(|found| !found.composition.is_empty() || !found.references.is_empty())
    },
    sources: part::sources,
    identifiers: identifiers::identifiers,
};

pub static SERVICES: Services = Services {
    topology: None,
    symbols: |file| descriptor(file).map_or(Vec::new(), |descriptor| symbols(file, descriptor)),
    mentions: |context| {
        let FileContext { file, workspace, catalog, .. } = context;
        let found = descriptor(file).map(|descriptor| mentions::mentions(file, descriptor, workspace, catalog));
        found.unwrap_or_default()
    },
    rules: rules::assembly::CHECK,
    complete: Completer {
        reference: complete::reference,
        expression: complete::expression,
        free_keys: complete::free_keys,
        names: complete::names,
        references: complete::references,
        values: complete::values,
        meaning: complete::meaning,
        is_fitting: complete::is_fitting,
        ..Completer::FROM_SCHEMA
    },
    hover_value: hover::value,
    explain: |_, _| None,
    hover_key: hover::key,
    hints: hints::hints,
    commands: Commands {
        run: |context, _, asked| command::run(of(context)?, asked),
        removal: |context, paths| of(context)?.removal(paths),
        followers: |context, mentions, removed| {
            subject(context).map_or(Vec::new(), |subject| subject.followers(mentions, removed))
        },
        cut: |context, places| of(context)?.cut(places),
        clip: |context, _, paths| of(context)?.clip(paths),
        offers: |_, _| Vec::new(),
        actions: |_, _, _| Vec::new(),
        load_metrics: |context| subject(context).map_or(Vec::new(), |subject| subject.load_metrics()),
        acceptable_ends: Some(|context, from, kind| {
            subject(context).map_or(Vec::new(), |subject| subject.acceptable_ends(from, kind))
        }),
        candidate_ends: |context, from, kind| {
            subject(context).map_or(Vec::new(), |subject| subject.candidate_ends(from, kind))
        },
        connection_starts: |context, vertex| {
            subject(context).map_or(Vec::new(), |subject| subject.connection_starts(vertex))
        },
        value_of: |_, port| command::value_of(port),
        reconnection: Reconnection {
            start: |context, _, moved| subject(context)?.reconnection_start(moved),
            candidates: |context, _, moved| {
                subject(context).map_or(Vec::new(), |subject| subject.reconnection_candidates(moved))
            },
            run: |context, _, moved, to| of(context)?.reconnect(moved, to),
        },
        fitting: |context, from, kind| subject(context).map_or(Vec::new(), |subject| subject.fitting(from, kind)),
        ..Commands::FROM_SCHEMA
    },
    rename: Rename {
        is_followed: |_| true,
        check_name: rename::check_name,
        written: rename::written,
        also_named: rename::also_named,
        descriptor: rename::descriptor,
        must_bring_no_finding: false,
    },
    assignable: |_, paths| vec![None; paths.len()],
    blank: |_, at| model::gives_values(at).then(model::blank_value),
    inside: Inside::NONE,
    inherited: |context| {
        descriptor(context.file).map_or(Vec::new(), |descriptor| inherited::members(context.file, descriptor))
    },
    rewrites: |_, _| Vec::new(),
    conversions: |_| Ok(Vec::new()),
    diagrams: None,
    types: None,
    separate: None,
    preview: Some(Previewer {
        inputs: |context| {
            let typing = context.settings.profile.typing();
            descriptor(context.file).map_or(Vec::new(), |descriptor| input_fields(descriptor, typing))
        },
        form: |context, outcome, selection| question::form(context, outcome.and_then(expansion), selection),
        read: question::read,
        may_ask: question::may_be_intent,
        reads_other_files: false,
        asks_of: question::is_for,
        compute: |context, asked, pace| {
            Box::pin(async move {
                let FileContext { file, workspace, catalog, settings, .. } = context;
                let (inputs, intent) = question::asked(asked, &file.path);
                let typing = settings.profile.typing();
                let path = &file.path;
                let found = expand_in_pieces(workspace, catalog, typing, path, &inputs, &intent, pace).await;
                Outcome::Expansion(Box::new(found))
            })
        },
        codes: CODES,
    }),
};

fn expansion(outcome: &Outcome) -> Option<&Expansion> {
    match outcome {
        Outcome::Expansion(expansion) => Some(expansion),
        Outcome::Deployment(_) | Outcome::Placement(_) | Outcome::Installation(_) => None,
    }
}

fn of(context: FileContext<'_>) -> Result<Subject<'_>, EditError> {
    subject(context).ok_or_else(|| EditError::Refused("the file is not an assembly or resource descriptor".to_owned()))
}
