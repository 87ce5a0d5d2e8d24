//! Gestures on a drawing, and renames over all files.

use std::collections::BTreeMap;

use smol_str::SmolStr;

use crate::analysis::Analysis;
use crate::context::FileContext;
use crate::diagnostic::{Diagnostic, Severity};
use crate::edit::{Change, EditError, Replace, TextEdit};
use crate::editing::layout;
use crate::semantics::Services;
use crate::sorting::Sorting;
use crate::symbol::{Context, Removed, Symbol, SymbolKind};
use crate::syntax::NodePath;
use crate::text::FilePath;
use crate::topology::{CandidateEnd, Command, ConnectionEnd, End, Offer, PortKind};

impl Analysis {
    /// The change that a command on the drawing of `path` asks for, or why it is refused.
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
        let change = (services.commands.run)(context, services.commands.boxes, command)?;
        if matches!(command, Command::Extract { .. } | Command::Inline { .. }) {
            self.refuse_new(&change, Severity::Error)?;
        }
        Ok(change)
    }

    /// Takes these places of `path` away, and in all files what speaks of them.
    fn remove(&self, path: &FilePath, paths: &[NodePath]) -> Result<Change, EditError> {
        let missing = || EditError::Missing(path.to_string());
        let (context, services) = self.served(path).ok_or_else(missing)?;
        let (title, places) = (services.commands.removal)(context, paths)?;
        let mut gone = Removed::from([(path.clone(), places)]);
        loop {
            let mut more = Removed::new();
            for file in self.files.keys() {
                let Some((context, services)) = self.served(file) else { continue };
                let places = (services.commands.followers)(context, self.mentions(file), &gone);
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

    /// A change that should leave all as it was may bring no finding that is as bad as `mildest`: a knot of relationships,
    /// say, that was none before.
    fn refuse_new(&self, change: &Change, mildest: Severity) -> Result<(), EditError> {
        let (_, gone, come) = self.differences(change)?;
        let count = |found: &[Diagnostic], code: &str| found.iter().filter(|other| other.code == code).count();
        // What is wrong in a file already may be so in another one then.
        let known = |new: &Diagnostic| {
            self.all_diagnostics().any(|found| (found.code, &found.message) == (new.code, &new.message))
        };
        let new = come.iter().find(|found| {
            found.severity <= mildest && count(&come, found.code) > count(&gone, found.code) && !known(found)
        });
        match new {
            Some(found) => {
                let what = if found.severity == Severity::Error { "an error" } else { "a warning" };
                Err(EditError::Refused(format!("it would bring {what}: {}", found.message)))
            }
            None => Ok(()),
        }
    }

    /// The components and references at `paths` as a text of their own, for [`Command::Paste`] or any text editor:
    /// the sections of a descriptor, with what links them to each other and where they were put.
    pub fn clip(&self, path: &FilePath, paths: &[NodePath]) -> Result<String, EditError> {
        let refused = || EditError::Refused("only boxes can be copied".to_owned());
        let (context, services) = self.served(path).ok_or_else(refused)?;
        (services.commands.clip)(context, services.commands.boxes, paths)
    }

    /// The kinds of boxes that [`Command::AddEntry`] can add to the diagram of `path`. What goes into an assembly are the
    /// descriptors of the catalog ([`Command::Add`]).
    pub fn offers(&self, path: &FilePath) -> Vec<Offer> {
        self.served(path)
            .map_or(Vec::new(), |(context, services)| (services.commands.offers)(context, services.commands.boxes))
    }

    /// The metrics that a scale policy of the descriptor in `path` can watch, as [`Command::AddPolicy`] takes them.
    pub fn load_metrics(&self, path: &FilePath) -> Vec<SmolStr> {
        self.served(path).map_or(Vec::new(), |(context, services)| (services.commands.load_metrics)(context))
    }

    /// All ends that would accept a wire which begins at `from`, a port of this kind in the drawing of `path`: those
    /// for which [`Command::Connect`] or [`Command::Map`] succeeds. A value is read at an output of a box and at an
    /// input of the boundary, and set at an input of a box and at an output of the boundary.
    pub fn acceptable_targets(&self, path: &FilePath, from: &End, kind: PortKind) -> Vec<ConnectionEnd> {
        let Some((context, services)) = self.served(path) else { return Vec::new() };
        if let Some(acceptable) = services.commands.acceptable_ends {
            return acceptable(context, from, kind);
        }
        let judged = (services.commands.candidate_ends)(context, from, kind).into_iter();
        judged.filter(|judged| judged.refused.is_none()).map(|judged| judged.end).collect()
    }

    /// Every end that a wire from `from` could have, those that [`Analysis::acceptable_targets`] gives and those that
    /// are refused, with the reason.
    pub fn candidate_targets(&self, path: &FilePath, from: &End, kind: PortKind) -> Vec<CandidateEnd> {
        self.served(path)
            .map_or(Vec::new(), |(context, services)| (services.commands.candidate_ends)(context, from, kind))
    }

    /// Every port where a wire can begin at `vertex` of the drawing of `path`, whether the drawing shows it or not.
    pub fn connection_starts(&self, path: &FilePath, vertex: &NodePath) -> Vec<ConnectionEnd> {
        self.served(path)
            .map_or(Vec::new(), |(context, services)| (services.commands.connection_starts)(context, vertex))
    }

    /// The context of a file with the services of its language, if these have been loaded.
    pub(super) fn served(&self, path: &FilePath) -> Option<(FileContext<'_>, &'static Services)> {
        let file = self.file(path)?;
        Some((self.context(file), self.services(file)?))
    }

    /// Gives the symbol defined at `node` another name, in its definition and wherever it is mentioned.
    pub fn rename(&self, path: &FilePath, node: &NodePath, name: &str) -> Result<Change, EditError> {
        let symbol = self.symbols(path).into_iter().find(|symbol| symbol.path == *node);
        let symbol = symbol.ok_or_else(|| EditError::Missing(node.to_string()))?;
        let served = self.served(path).ok_or_else(|| EditError::Missing(path.to_string()))?;
        let (context, Services { rename, .. }) = served;
        if !(rename.is_followed)(symbol.kind) {
            let why = format!("not every mention of `{}` can be found; rename it in the text", symbol.name);
            return Err(EditError::Refused(why));
        }
        if symbol.kind == SymbolKind::Descriptor {
            let references = self.references(path, &NodePath::root());
            return (rename.descriptor)(context, &symbol, name, &references);
        }
        (rename.check_name)(name)?;
        let name = name.trim();
        let mut change = Change { title: format!("Rename {} to {name}", symbol.name), ..Change::default() };
        let mut replaces: BTreeMap<FilePath, Vec<Replace>> = BTreeMap::new();
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
                return Err(EditError::Refused(format!("`{raw}` in {file} is not written as `{old}`")));
            }
            let text = raw.replacen(written, &new, 1);
            replaces.entry(file).or_default().push(Replace { span, text });
        }
        change.edits = TextEdit::by_file(replaces)?;
        if rename.must_bring_no_finding {
            self.refuse_new(&change, Severity::Warning)?;
        }
        Ok(change)
    }

    /// Whether a sibling of the symbol, or a part of the other section of parts, has the name already.
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
