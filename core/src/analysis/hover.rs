//! Hover texts.

use crate::analysis::Analysis;
use crate::hover::{Hint, Hover, kind_label};
use crate::schema::spot;
use crate::symbol::{Symbol, Target};
use crate::text::{FilePath, Span};

/// Maximum number of links in a hover text.
const MAX_LINKS: usize = 10;

impl Analysis {
    /// The hover text at `offset`: about the name there, or else about the key, and the descriptors that it links to.
    pub fn hover(&self, path: &FilePath, offset: usize) -> Option<Hover> {
        let own = self.own_hover(path, offset);
        let own = match self.explained(path, offset) {
            Some((span, more)) => Some(match own {
                Some(Hover { span, text }) => Hover { span, text: format!("{text}\n\n{more}") },
                None => Hover { span, text: more },
            }),
            None => own,
        };
        let links = self.links_at(path, offset);
        let Some(first) = links.first() else { return own };
        let words: Vec<String> = links.iter().take(MAX_LINKS).map(|link| self.describe_link(link)).collect();
        let (span, mut text) = own.map_or((first.span, String::new()), |own| (own.span, own.text + "\n\n"));
        text += &words.join("\n\n");
        Some(Hover { span, text })
    }

    /// The hints in a part of a file, in text order.
    pub fn hints(&self, path: &FilePath, within: Span) -> Vec<Hint> {
        let Some(file) = self.file(path) else { return Vec::new() };
        self.services(file).map_or(Vec::new(), |services| (services.hints)(self.context(file), within))
    }

    /// More about the key at an offset, with its span.
    fn explained(&self, path: &FilePath, offset: usize) -> Option<(Span, String)> {
        let file = self.file(path)?;
        let at = file.path_at(offset);
        let span = file.key_span(&at).filter(|span| span.touches(offset))?;
        Some((span, (self.services(file)?.explain)(self.context(file), &at)?))
    }

    fn own_hover(&self, path: &FilePath, offset: usize) -> Option<Hover> {
        if let Some(mention) = self.mention_at(path, offset) {
            let symbol = match &mention.target {
                Target::Found { file, path } => self.defined(file, path),
                Target::Missing { .. } | Target::Unknown => None,
            };
            if let Some(symbol) = symbol {
                return Some(Hover { span: mention.span, text: self.describe(&symbol) });
            }
        }
        let file = self.file(path)?;
        let node_path = file.path_at(offset);
        let Some(span) = file.key_span(&node_path).filter(|span| span.touches(offset)) else {
            return (self.services(file)?.hover_value)(self.context(file), &node_path, offset);
        };
        let root = file.root.as_ref()?;
        let spot = spot(root, file.language?.schema_of(root), &node_path);
        if let Some(field) = spot.and_then(|spot| spot.field) {
            let default = field.default.map_or(String::new(), |value| format!("\n\nDefault: `{value}`"));
            let doc = self.services(file)?.documentation().of_field(field);
            return Some(Hover { span, text: format!("**{}**\n\n{doc}{default}", field.name) });
        }
        match self.symbols(path).into_iter().find(|symbol| symbol.path == node_path) {
            Some(symbol) => Some(Hover { span, text: self.describe(&symbol) }),
            None => Some(Hover { span, text: (self.services(file)?.hover_key)(self.context(file), &node_path)? }),
        }
    }

    fn describe(&self, symbol: &Symbol) -> String {
        let kind = kind_label(symbol.kind);
        let head = match symbol.detail.as_str() {
            "" => format!("**{}** — {kind}", symbol.name),
            // The detail already contains the kind.
            detail if detail.ends_with(kind) => format!("**{}** — {detail}", symbol.name),
            detail => format!("**{}** — {kind} `{detail}`", symbol.name),
        };
        let doc = self.file(&symbol.file).and_then(|file| {
            let node = file.root.as_ref()?.at(&symbol.path)?;
            node.get("description")?.as_text().map(str::to_owned)
        });
        match doc {
            Some(doc) => format!("{head}\n\n{doc}\n\n*{}*", symbol.file),
            None => format!("{head}\n\n*{}*", symbol.file),
        }
    }
}
