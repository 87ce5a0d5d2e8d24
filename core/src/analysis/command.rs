//! Gestures on a drawing, and renames over all files.

use std::collections::BTreeMap;

use smol_str::SmolStr;

use crate::analysis::Analysis;
use crate::assembly;
use crate::assembly::choice::Written;
use crate::assembly::command::Subject;
use crate::assembly::command::remove::Gone;
use crate::catalog::range::Range;
use crate::diagnostic::{Diagnostic, Severity};
use crate::edit::{Change, EditError, Replace, TextEdit};
use crate::language::{Descriptor, Language};
use crate::sorting::Sorting;
use crate::symbol::{Context, DescriptorRef, Symbol, SymbolKind};
use crate::syntax::NodePath;
use crate::text::{FilePath, Span};
use crate::topology::{Command, End, JudgedEnd, PortKind, WireEnd};
use crate::tosca;

impl Analysis {
    /// The change that a command on the drawing of `path` asks for, or why it is refused.
    pub fn command(&self, path: &FilePath, command: &Command) -> Result<Change, EditError> {
        if let Command::Rename { path: node, name } = command {
            return self.rename(path, node, name);
        }
        if self.file(path).is_none() {
            return Err(EditError::Missing(path.to_string()));
        }
        let Some(subject) = self.subject(path) else {
            let why = "only assembly and resource descriptors can be edited on the canvas";
            return Err(EditError::Refused(why.to_owned()));
        };
        if let Command::Remove(paths) = command {
            return self.remove(path, paths);
        }
        let change = assembly::command::run(subject, command)?;
        if matches!(command, Command::Extract { .. } | Command::Inline { .. }) {
            self.refuse_new(&change, Severity::Error)?;
        }
        Ok(change)
    }

    /// Takes these places of `path` away, and in all files what speaks of them.
    fn remove(&self, path: &FilePath, paths: &[NodePath]) -> Result<Change, EditError> {
        let missing = || EditError::Missing(path.to_string());
        let (title, places) = self.subject(path).ok_or_else(missing)?.removal(paths)?;
        let mut gone = Gone::from([(path.clone(), places)]);
        loop {
            let mut more = Gone::new();
            for file in self.files.keys() {
                let Some(subject) = self.subject(file) else { continue };
                let places = subject.followers(self.mentions(file), &gone);
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
            let subject = self.subject(file).ok_or_else(missing)?;
            change.edits.insert(file.clone(), subject.cut(places)?);
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
        let refused = || EditError::Refused("only components and references can be copied".to_owned());
        self.subject(path).ok_or_else(refused)?.clip(paths)
    }

    /// The metrics that a scale policy of the descriptor in `path` can watch, as [`Command::AddPolicy`] takes them.
    pub fn load_metrics(&self, path: &FilePath) -> Vec<SmolStr> {
        self.subject(path).map_or(Vec::new(), |subject| subject.load_metrics())
    }

    /// All ends that would accept a wire which begins at `from`, a port of this kind in the drawing of `path`: those
    /// for which [`Command::Connect`] or [`Command::Map`] succeeds. A value is read at an output of a box and at an
    /// input of the boundary, and set at an input of a box and at an output of the boundary.
    pub fn acceptable_targets(&self, path: &FilePath, from: &End, kind: PortKind) -> Vec<WireEnd> {
        self.subject(path).map_or(Vec::new(), |subject| subject.acceptable_ends(from, kind))
    }

    /// Every end that a wire from `from` could have, those that [`Analysis::acceptable_targets`] gives and those that
    /// are refused, with the reason.
    pub fn judged_targets(&self, path: &FilePath, from: &End, kind: PortKind) -> Vec<JudgedEnd> {
        self.subject(path).map_or(Vec::new(), |subject| subject.judged_ends(from, kind))
    }

    /// Every port where a wire can begin at `vertex` of the drawing of `path`, whether the drawing shows it or not.
    pub fn wire_starts(&self, path: &FilePath, vertex: &NodePath) -> Vec<WireEnd> {
        self.subject(path).map_or(Vec::new(), |subject| subject.wire_starts(vertex))
    }

    pub(super) fn subject(&self, path: &FilePath) -> Option<Subject<'_>> {
        let file = self.file(path)?;
        match file.descriptor.as_ref()? {
            Descriptor::Assembly(descriptor) => {
                let typing = self.settings.profile.typing();
                Some(Subject { file, descriptor, workspace: self.workspace(), catalog: self.catalog(), typing })
            }
        }
    }

    /// Gives the symbol defined at `node` another name, in its definition and wherever it is mentioned.
    pub fn rename(&self, path: &FilePath, node: &NodePath, name: &str) -> Result<Change, EditError> {
        let symbol = self.symbols(path).into_iter().find(|symbol| symbol.path == *node);
        let symbol = symbol.ok_or_else(|| EditError::Missing(node.to_string()))?;
        let of_template = self.file(path).is_some_and(|file| file.descriptor.is_none());
        if of_template && !self.is_followed(&symbol) {
            let why = format!("nobody follows what speaks of `{}` here: change it in the text", symbol.name);
            return Err(EditError::Refused(why));
        }
        if symbol.kind == SymbolKind::Descriptor {
            return self.rename_descriptor(path, &symbol, name);
        }
        // The names of types have parts.
        let parts = if of_template { name.trim().split('.').collect() } else { vec![name] };
        parts.into_iter().try_for_each(|part| assembly::command::valid_name(part).map(drop))?;
        let name = name.trim();
        let mut change = Change { title: format!("Rename {} to {name}", symbol.name), ..Change::default() };
        let mut replaces = Replaces::new();
        if symbol.name == name {
            return Ok(change);
        }
        if self.is_taken(path, &symbol, name) {
            return Err(EditError::Exists(name.to_owned()));
        }
        let mut places = vec![(path.clone(), symbol.span, false)];
        places.extend(
            self.references(path, node)
                .into_iter()
                .map(|(file, mention)| (file, mention.span, mention.context == Context::TypeVariable)),
        );
        let more = self.layout_key(path, &symbol).into_iter().chain(self.intents_with(path, &symbol));
        places.extend(more.map(|(file, span)| (file, span, false)));
        places.order();
        places.dedup();
        for (file, span, is_variable) in places {
            let Some(source) = self.file(&file) else { continue };
            let raw = span.of(&source.text);
            let written = raw.trim_matches(['\'', '"']);
            // No variable of a template has a hyphen.
            let (old, new) = match is_variable {
                true => (symbol.name.replace('-', "_"), name.replace('-', "_")),
                false => (symbol.name.to_string(), name.to_owned()),
            };
            if written != old {
                return Err(EditError::Refused(format!("`{raw}` in {file} is not written as `{old}`")));
            }
            let text = raw.replacen(written, &new, 1);
            replaces.entry(file).or_default().push(Replace { span, text });
        }
        change.edits = edits(replaces)?;
        if of_template {
            self.refuse_new(&change, Severity::Warning)?;
        }
        Ok(change)
    }

    /// Whether all that speaks of something in a service template or a homing template is known.
    fn is_followed(&self, symbol: &Symbol) -> bool {
        let language = self.file(&symbol.file).and_then(|file| file.language);
        match language {
            Some(Language::Tosca) => tosca::mentions::is_followed(symbol.kind),
            Some(Language::Homing) => {
                matches!(symbol.kind, SymbolKind::Input | SymbolKind::Location | SymbolKind::Demand)
            }
            _ => false,
        }
    }

    /// Gives a descriptor another name or version, in its own file and in every type that speaks of it. A range that
    /// allows the new version stays.
    fn rename_descriptor(&self, path: &FilePath, symbol: &Symbol, name: &str) -> Result<Change, EditError> {
        let refused = |why: String| Err(EditError::Refused(why));
        let project = self.file(path).and_then(|file| file.project.as_ref());
        if let Some(project) = project.filter(|_| symbol.span.is_empty()) {
            return refused(format!("{} gives `{}` its name: change it there", project.file, symbol.name));
        }
        let Some(new) = DescriptorRef::parse(name) else {
            return refused(format!("`{name}` has not three parts: `assembly::name::1.0`"));
        };
        let Some(old) = DescriptorRef::parse(&symbol.name) else {
            return refused(format!("`{}` has not three parts: repair it in the text", symbol.name));
        };
        if new.kind != old.kind {
            return refused(format!("`{old}` is of the kind `{}`, and stays so", old.kind));
        }
        assembly::command::names::check_descriptor_name(&new)?;
        let mut change = Change { title: format!("Rename {old} to {new}"), ..Change::default() };
        let mut replaces = Replaces::new();
        if new == old {
            return Ok(change);
        }
        if self.catalog().resolve(&new).found().is_some_and(|entry| entry.file != *path) {
            return Err(EditError::Exists(new.to_string()));
        }
        let mut places = vec![(path.clone(), symbol.span, new.clone())];
        for (file, mention) in self.references(path, &NodePath::root()) {
            let Some(written) = DescriptorRef::parse(&mention.name) else { continue };
            let version = match (Range::of_reference(&written.version), written.version.chars().next()) {
                (Some(range), _) if range.contains(&new.version) => written.version.clone(),
                (Some(_), Some(sign @ ('^' | '~'))) => format!("{sign}{}", new.version).into(),
                _ => new.version.clone(),
            };
            places.push((file, mention.span, DescriptorRef { version, ..new.clone() }));
        }
        let more = self.literals(&old).into_iter().chain(self.intents_of(&old));
        places.extend(more.map(|(file, span)| (file, span, new.clone())));
        let layout = NodePath::keys(["designerLayout", "elements", symbol.name.as_str()]);
        let layout = self.file(path).and_then(|file| file.key_span(&layout));
        places.extend(layout.map(|span| (path.clone(), span, new.clone())));
        for (file, span, of) in places {
            let raw = self.file(&file).map_or("", |source| span.of(&source.text));
            let written = raw.trim_matches(['\'', '"']);
            if DescriptorRef::parse(written).is_none_or(|written| written.name != old.name) {
                return refused(format!("`{raw}` in {file} is not written as `{old}`"));
            }
            let text = raw.replacen(written, &of.to_string(), 1);
            replaces.entry(file).or_default().push(Replace { span, text });
        }
        change.edits = edits(replaces)?;
        Ok(change)
    }

    /// Where an expression for a type has this very name as a literal.
    fn literals(&self, name: &DescriptorRef) -> Vec<(FilePath, Span)> {
        let name = name.to_string();
        let mut found = Vec::new();
        for file in self.workspace().files() {
            let Some(Descriptor::Assembly(descriptor)) = &file.descriptor else { continue };
            for text in descriptor.composition.iter().filter_map(|part| part.dynamic_type.as_ref()) {
                let written = Written::of(text.span.of(&file.text));
                let read = written.text.as_str();
                let places = read.match_indices(&name).filter(|(at, _)| {
                    let quoted = |character: Option<char>| matches!(character, Some('\'' | '"'));
                    let before = read.get(..*at).and_then(|before| before.chars().next_back());
                    let behind = read.get(at + name.len()..).and_then(|behind| behind.chars().next());
                    quoted(before) && quoted(behind)
                });
                found.extend(places.filter_map(|(at, _)| {
                    let start = text.span.start as usize + written.place(at)?;
                    Some((file.path.clone(), Span::new(start, start + name.len())))
                }));
            }
        }
        found
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

    /// The key under which the picture keeps the place of a component.
    fn layout_key(&self, path: &FilePath, symbol: &Symbol) -> Option<(FilePath, Span)> {
        if !matches!(symbol.kind, SymbolKind::Component | SymbolKind::Reference) {
            return None;
        }
        let layout = NodePath::keys(["designerLayout", "elements", symbol.name.as_str()]);
        Some((path.clone(), self.file(path)?.key_span(&layout)?))
    }
}

/// What is put in other words, by file.
type Replaces = BTreeMap<FilePath, Vec<Replace>>;

fn edits(replaces: Replaces) -> Result<BTreeMap<FilePath, TextEdit>, EditError> {
    let edit = |(file, replaces)| Ok((file, TextEdit::new(replaces).ok_or(EditError::Stale)?));
    replaces.into_iter().map(edit).collect()
}
