//! Gestures on a drawing, and renames over all files.

use smol_str::SmolStr;

use crate::analysis::Analysis;
use crate::assembly::{self, command::Subject};
use crate::edit::{Change, EditError, Replace, TextEdit};
use crate::language::Descriptor;
use crate::symbol::{Symbol, SymbolKind};
use crate::syntax::NodePath;
use crate::text::FilePath;
use crate::topology::Command;

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
        assembly::command::run(subject, command)
    }

    /// The metrics that a scale policy of the descriptor in `path` can watch, as [`Command::AddPolicy`] takes them.
    pub fn load_metrics(&self, path: &FilePath) -> Vec<SmolStr> {
        self.subject(path).map_or(Vec::new(), |subject| subject.load_metrics())
    }

    fn subject(&self, path: &FilePath) -> Option<Subject<'_>> {
        let file = self.file(path)?;
        match file.descriptor.as_ref()? {
            Descriptor::Assembly(descriptor) => {
                Some(Subject { file, descriptor, workspace: self.workspace(), catalog: self.catalog() })
            }
        }
    }

    /// Gives the symbol defined at `node` another name, in its definition and wherever it is mentioned.
    pub fn rename(&self, path: &FilePath, node: &NodePath, name: &str) -> Result<Change, EditError> {
        let known = self.file(path).is_some_and(|file| file.descriptor.is_some());
        if !known {
            return Err(EditError::Refused(
                "only in assembly and resource descriptors is every mention known".to_owned(),
            ));
        }
        let symbol = self.symbols(path).into_iter().find(|symbol| symbol.path == *node);
        let symbol = symbol.ok_or_else(|| EditError::Missing(node.to_string()))?;
        let name = match symbol.kind {
            SymbolKind::Descriptor => {
                return Err(EditError::Refused("a descriptor is renamed in its `name`".to_owned()));
            }
            _ => assembly::command::valid_name(name)?,
        };
        let mut change = Change { title: format!("Rename {} to {name}", symbol.name), ..Change::default() };
        if symbol.name == name {
            return Ok(change);
        }
        if self.is_taken(path, &symbol, name) {
            return Err(EditError::Exists(name.to_owned()));
        }
        let mut places = vec![(path.clone(), symbol.span)];
        places.extend(self.references(path, node).into_iter().map(|(file, mention)| (file, mention.span)));
        places.extend(self.layout_key(path, &symbol));
        places.sort();
        places.dedup();
        for (file, span) in places {
            let Some(source) = self.file(&file) else { continue };
            let raw = span.of(&source.text);
            let written = raw.trim_matches(['\'', '"']);
            if written != symbol.name {
                return Err(EditError::Refused(format!("`{raw}` in {file} is not written as `{}`", symbol.name)));
            }
            let text = raw.replacen(written, name, 1);
            let replace = Replace { span, text };
            let edit = change.edits.remove(&file).unwrap_or_default();
            let replaces = edit.replaces().iter().cloned().chain([replace]).collect();
            change.edits.insert(file, TextEdit::new(replaces).ok_or(EditError::Stale)?);
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

    /// The key under which the picture keeps the place of a component.
    fn layout_key(&self, path: &FilePath, symbol: &Symbol) -> Option<(FilePath, crate::text::Span)> {
        if !matches!(symbol.kind, SymbolKind::Component | SymbolKind::Reference) {
            return None;
        }
        let layout = NodePath::keys(["designerLayout", "elements", symbol.name.as_str()]);
        Some((path.clone(), self.file(path)?.key_span(&layout)?))
    }
}
