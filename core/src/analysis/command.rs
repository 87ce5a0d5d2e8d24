//! Diagram commands, and renames across all files.

use smol_str::SmolStr;

use crate::analysis::Analysis;
use crate::context::FileContext;
use crate::diagnostic::{Diagnostic, Severity};
use crate::edit::{Change, EditError, Replace, TextEdit};
use crate::editing::layout;
use crate::preview::question::Question;
use crate::semantics::Services;
use crate::sorted_map::SortedMap;
use crate::sorting::Sorting;
use crate::symbol::{Context, Removed, Symbol, SymbolKind};
use crate::syntax::NodePath;
use crate::text::FilePath;
use crate::topology::diagrams::DERIVED_FROM;
use crate::topology::{Action, CandidateEnd, Command, ConnectionEnd, End, PortKind};

impl Analysis {
    /// The change for a command on the diagram of `path`, or the reason for refusing it.
    pub fn command(&self, path: &FilePath, command: &Command) -> Result<Change, EditError> {
        if let Command::Rename { path: node, name } = command {
            return self.rename(path, node, name);
        }
        if self.file(path).is_none() {
            return Err(EditError::Missing(path.to_string()));
        }
        let Some((context, services)) = self.served(path) else {
            return Err(EditError::Refused("the file is not a descriptor".to_owned()));
        };
        if let Command::Remove(paths) = command {
            return self.remove(path, paths);
        }
        if let Command::Reconnect { moved, to } = command {
            return self.reconnect(path, moved, to);
        }
        let change = (services.commands.run)(context, (services.commands.boxes)(context), command)?;
        if matches!(command, Command::Extract { .. } | Command::ExtractEntries { .. } | Command::Inline { .. }) {
            self.refuse_new(&change, Severity::Error, Vec::new)?;
        }
        let is_derivation = matches!(command, Command::Connect { target, .. } if target.port == DERIVED_FROM);
        let moves = matches!(command, Command::DeriveType { .. } | Command::PullUp(_) | Command::PushDown(_));
        if is_derivation || moves {
            self.refuse_new(&change, Severity::Warning, Vec::new)?;
        }
        Ok(change)
    }

    /// Removes these paths from `path`, with everything in all files that refers to them.
    pub(super) fn remove(&self, path: &FilePath, paths: &[NodePath]) -> Result<Change, EditError> {
        let missing = || EditError::Missing(path.to_string());
        let (context, services) = self.served(path).ok_or_else(missing)?;
        let (title, places) = (services.commands.removal)(context, paths)?;
        let mut gone = Removed::from([(path.clone(), places)]);
        loop {
            let mut more = Removed::new();
            for file in self.files.keys() {
                let Some((context, services)) = self.served(file) else { continue };
                let mut places = (services.commands.followers)(context, self.mentions(file), &gone);
                places.retain(|place| gone.get(file).is_none_or(|own| !own.contains(place)));
                if !places.is_empty() {
                    more.entry(file.clone()).or_default().extend(places);
                }
            }
            if more.is_empty() {
                break;
            }
            for (file, places) in more {
                gone.entry(file).or_default().extend(places);
            }
        }
        let mut change = Change { title, ..Change::default() };
        for (file, places) in &gone {
            let (context, services) = self.served(file).ok_or_else(missing)?;
            change.edits.insert(file.clone(), (services.commands.cut)(context, places)?);
            layout::forget(context, places, &mut change)?;
        }
        Ok(change)
    }

    /// A refactoring must not add findings of severity `mildest` or worse, such as a new cycle of relationships, except those
    /// that are `expected`.
    pub(super) fn refuse_new(
        &self,
        change: &Change,
        mildest: Severity,
        expected: impl FnOnce() -> Vec<Diagnostic>,
    ) -> Result<(), EditError> {
        let (_, gone, mut come) = self.differences(change)?;
        if come.iter().any(|found| found.severity <= mildest) {
            let expected = expected();
            let is_same =
                |one: &Diagnostic, other: &Diagnostic| (one.code, &one.message) == (other.code, &other.message);
            come.retain(|found| !expected.iter().any(|other| is_same(found, other)));
        }
        let count = |found: &[Diagnostic], code: &str| found.iter().filter(|other| other.code == code).count();
        // An existing problem may move to another file.
        let known = |new: &Diagnostic| {
            self.all_diagnostics().any(|found| (found.code, &found.message) == (new.code, &new.message))
        };
        let new = come.iter().find(|found| {
            found.severity <= mildest && count(&come, found.code) > count(&gone, found.code) && !known(found)
        });
        match new {
            Some(found) => {
                let what = if found.severity == Severity::Error { "an error" } else { "a warning" };
                Err(EditError::Refused(format!("this would cause {what}: {}", found.message)))
            }
            None => Ok(()),
        }
    }

    /// The components and references at `paths` as YAML, for [`Command::Paste`] or any text editor: the sections of a
    /// descriptor, with the relationships between the parts, and their positions.
    pub fn clip(&self, path: &FilePath, paths: &[NodePath]) -> Result<String, EditError> {
        let refused = || EditError::Refused("only boxes can be copied".to_owned());
        let (context, services) = self.served(path).ok_or_else(refused)?;
        (services.commands.clip)(context, (services.commands.boxes)(context), paths)
    }

    /// The edits for the boxes at `selection` in the diagram of `path` that only its language has. Some come from descriptions in
    /// the question of its preview, such as those of clusters.
    pub fn actions(&self, path: &FilePath, selection: &[NodePath], question: &Question) -> Vec<Action> {
        let of = |(context, services): (_, &Services)| (services.commands.actions)(context, selection, question);
        self.served(path).map_or(Vec::new(), of)
    }

    /// The metrics that a scaling policy of the descriptor in `path` can watch, for [`Command::AddPolicy`].
    pub fn load_metrics(&self, path: &FilePath) -> Vec<SmolStr> {
        self.served(path).map_or(Vec::new(), |(context, services)| (services.commands.load_metrics)(context))
    }

    /// All ends that accept a connection from `from`, a port of this kind in the diagram of `path`: those for which
    /// [`Command::Connect`] or [`Command::Map`] succeeds. A value is read at an output of a box and at an input of the
    /// boundary, and set at an input of a box and at an output of the boundary.
    pub fn acceptable_targets(&self, path: &FilePath, from: &End, kind: PortKind) -> Vec<ConnectionEnd> {
        let Some((context, services)) = self.served(path) else { return Vec::new() };
        if let Some(acceptable) = services.commands.acceptable_ends {
            return acceptable(context, from, kind);
        }
        let candidates = (services.commands.candidate_ends)(context, from, kind).into_iter();
        candidates.filter(|candidate| candidate.refused.is_none()).map(|candidate| candidate.end).collect()
    }

    /// All ends for a connection from `from`: the ones that [`Analysis::acceptable_targets`] returns, and the refused
    /// ones with the reason.
    pub fn candidate_targets(&self, path: &FilePath, from: &End, kind: PortKind) -> Vec<CandidateEnd> {
        self.served(path)
            .map_or(Vec::new(), |(context, services)| (services.commands.candidate_ends)(context, from, kind))
    }

    /// All ports of `vertex` in the diagram of `path` where a connection can start, including hidden ones.
    pub fn connection_starts(&self, path: &FilePath, vertex: &NodePath) -> Vec<ConnectionEnd> {
        self.served(path)
            .map_or(Vec::new(), |(context, services)| (services.commands.connection_starts)(context, vertex))
    }

    /// A free name for the type that would replace these boxes of `path`, if boxes of its language are extracted with
    /// [`Command::ExtractEntries`].
    pub fn proposed_type(&self, path: &FilePath, boxes: &[NodePath]) -> Option<String> {
        let (context, services) = self.served(path)?;
        (services.commands.extraction.as_ref()?.proposed)(context, boxes)
    }

    /// The command that extracts these boxes of `path` as the type `of`. `None` if its language has another one.
    pub fn extraction(&self, path: &FilePath, boxes: &[NodePath], of: &str) -> Option<Result<Command, EditError>> {
        let (context, services) = self.served(path)?;
        let file = (services.commands.extraction.as_ref()?.file)(context, of);
        let exists = || EditError::Refused(format!("there is a file for `{of}` already; choose another name"));
        let command = |file| Command::ExtractEntries { paths: boxes.to_vec(), of: of.into(), file };
        Some(file.map(command).ok_or_else(exists))
    }

    /// Where a file with this name is stored that is attached to the part of `path` at `node` with [`Command::Attach`];
    /// `None` if the part takes no files.
    pub fn attachment(&self, path: &FilePath, node: &NodePath, name: &str) -> Option<FilePath> {
        let (context, services) = self.served(path)?;
        (services.commands.attachment)(context, node, name)
    }

    /// Whether files can be attached to the part of `path` at `node`.
    pub fn takes_files(&self, path: &FilePath, node: &NodePath) -> bool {
        self.attachment(path, node, "file").is_some()
    }

    /// Whether a descriptor names the file at this path, which does not exist.
    pub fn is_missing(&self, wanted: &FilePath) -> bool {
        let named = |file: &FilePath| {
            let (context, services) = self.served(file)?;
            Some((services.commands.missing_files)(context).contains(wanted))
        };
        self.files.keys().any(|file| named(file) == Some(true))
    }

    /// The context of a file with the services of its language, if these have been loaded.
    pub(super) fn served(&self, path: &FilePath) -> Option<(FileContext<'_>, &'static Services)> {
        let file = self.file(path)?;
        Some((self.context(file), self.services(file)?))
    }

    /// Whether the mentions of a symbol are all known, so that it can be renamed.
    pub fn can_rename(&self, symbol: &Symbol) -> bool {
        self.served(&symbol.file).is_some_and(|(_, services)| (services.rename.is_followed)(symbol.kind))
    }

    /// Renames the symbol defined at `node`, in its definition and all mentions.
    pub fn rename(&self, path: &FilePath, node: &NodePath, name: &str) -> Result<Change, EditError> {
        let symbol = self.symbols(path).into_iter().find(|symbol| symbol.path == *node);
        let served = self.served(path).ok_or_else(|| EditError::Missing(path.to_string()))?;
        let (context, Services { rename, commands, .. }) = served;
        let Some(symbol) = symbol else {
            // Nothing refers to it.
            let command = Command::Rename { path: node.clone(), name: name.into() };
            return (commands.run)(context, (commands.boxes)(context), &command);
        };
        if !(rename.is_followed)(symbol.kind) {
            let why = format!("cannot find all mentions of `{}`; rename it in the text", symbol.name);
            return Err(EditError::Refused(why));
        }
        if symbol.kind == SymbolKind::Descriptor {
            let references = self.references(path, &NodePath::root());
            return (rename.descriptor)(context, &symbol, name, &references);
        }
        (rename.check_name)(name)?;
        let name = name.trim();
        let mut change = Change { title: format!("Rename {} to {name}", symbol.name), ..Change::default() };
        let mut replaces: SortedMap<FilePath, Vec<Replace>> = SortedMap::new();
        if symbol.name == name {
            return Ok(change);
        }
        if self.is_taken(path, &symbol, name) {
            return Err(EditError::Exists(name.to_owned()));
        }
        let mut places = vec![(path.clone(), symbol.span, Context::NAME)];
        places.extend(
            self.references(path, node).into_iter().map(|(file, mention)| (file, mention.span, mention.context)),
        );
        let more = (rename.also_named)(context, &symbol).into_iter();
        places.extend(more.map(|(file, span)| (file, span, Context::NAME)));
        places.order();
        places.dedup();
        for (file, span, of) in places {
            let Some(source) = self.file(&file) else { continue };
            let raw = span.of(&source.text);
            let written = raw.trim_matches(['\'', '"']);
            let (old, new) = ((rename.written)(&symbol.name, of), (rename.written)(name, of));
            if written != old {
                return Err(EditError::Refused(format!("`{raw}` in {file} does not spell `{old}` literally")));
            }
            let text = raw.replacen(written, &new, 1);
            replaces.entry(file).or_default().push(Replace { span, text });
        }
        change.edits = TextEdit::by_file(replaces)?;
        if rename.must_bring_no_finding {
            self.refuse_new(&change, Severity::Warning, Vec::new)?;
        }
        Ok(change)
    }

    /// Whether a sibling of the symbol, or a part in the other section, already has the name.
    fn is_taken(&self, path: &FilePath, symbol: &Symbol, name: &str) -> bool {
        let is_part = |kind| matches!(kind, SymbolKind::Component | SymbolKind::Reference);
        self.symbols(path).iter().any(|other| {
            let sibling = other.path.parent() == symbol.path.parent();
            let rival =
                is_part(other.kind) && is_part(symbol.kind) && other.path.steps().len() == symbol.path.steps().len();
            other.name == name && (sibling || rival)
        })
    }
}
