//! Completion of the names of interfaces and operations (3.5.16).

use super::word;
use crate::completion::cursor::CursorContext;
use crate::completion::{Completion, CompletionKind, behind_key};
use crate::context::FileContext;
use crate::sorting::Sorting;
use crate::symbol::SymbolKind;
use crate::tosca::copies;
use crate::tosca::interfaces;
use crate::tosca::scope::Scope;

/// The interfaces of the type of a node or relationship template, or the operations of one of them.
pub fn names(context: FileContext<'_>, cursor: &CursorContext) -> Vec<Completion> {
    let words = cursor.parent.words();
    let [topology @ "topology_template", section, name, "interfaces", rest @ ..] = words.as_slice() else {
        return Vec::new();
    };
    let kind = match *section {
        "node_templates" => SymbolKind::NodeType,
        "relationship_templates" => SymbolKind::RelationshipType,
        _ => return Vec::new(),
    };
    let root = context.file.root.as_deref();
    let templates = root.and_then(|root| root.get(topology)?.get(section));
    let template = templates.and_then(|templates| templates.get(name));
    let Some(of) = template.and_then(|template| copies::type_of(templates, template)) else { return Vec::new() };
    let scope = Scope::of(context);
    let of = scope.effective(kind, of);
    let mut all: Vec<String> = match rest {
        [] => of.names(&["interfaces"]).map(ToString::to_string).collect(),
        [interface] | [interface, "operations"] => {
            let found = interfaces::find(&scope, &of, interface);
            found.map_or_else(Vec::new, |found| found.operations.iter().map(ToString::to_string).collect())
        }
        _ => return Vec::new(),
    };
    all.order();
    all.dedup();
    let noun = if rest.is_empty() { "interface" } else { "operation" };
    let colon = behind_key(context.file, cursor, if rest.is_empty() { ":" } else { ": " });
    let completion = |name: String| Completion {
        insert: format!("{name}{colon}"),
        kind: CompletionKind::Key,
        ..word(name, noun, cursor)
    };
    all.into_iter().filter(|name| cursor.is_free(root, name)).map(completion).collect()
}
