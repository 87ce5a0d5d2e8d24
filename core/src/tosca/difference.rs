//! Changes between two versions of a service template that affect its users: files that use its types, templates that it
//! can substitute, and deployments that set its inputs.
//!
//! A member of a type is compared with everything that it inherits, but only in the type that declares it: a change of a
//! parent type is not repeated in types that derive from it.

mod member;
mod property;
mod topology;
mod types;

use std::rc::Rc;

use smol_str::SmolStr;

use crate::context::FileContext;
use crate::schema::diff::{Difference, Impact, of_parts};
use crate::sorted_map::SortedSet;
use crate::sorting::{Sorting, gather};
use crate::symbol::SymbolKind;
use crate::syntax::{Node, NodePath, Step};
use crate::text::Span;
use crate::tosca::scope::Scope;
use crate::tosca::types::Types;

/// The impacts of a removal and of an addition: for published members, and for internal ones.
const OFFERED: (Impact, Impact) = (Impact::Breaking, Impact::Addition);
const INSIDE: (Impact, Impact) = (Impact::Behavior, Impact::Behavior);

/// The changes from one service template to another, breaking ones first.
pub fn of_files(before: FileContext<'_>, after: FileContext<'_>) -> Vec<Difference> {
    let (Some(before), Some(after)) = (Side::of(before), Side::of(after)) else { return Vec::new() };
    let mut comparison = Comparison { before, after, found: Vec::new() };
    comparison.header();
    comparison.types();
    comparison.topology();
    comparison.found.order_by_key(|difference| difference.impact);
    comparison.found
}

/// One version.
struct Side<'a> {
    context: FileContext<'a>,
    root: &'a Node,
    scope: Rc<Scope<'a>>,
    types: Types<'a>,
}

impl<'a> Side<'a> {
    fn of(context: FileContext<'a>) -> Option<Self> {
        let root = context.file.root.as_deref()?;
        let scope = Rc::new(Scope::of(context));
        Some(Side { context, root, types: Types::of(Rc::clone(&scope)), scope })
    }

    fn text(&self) -> &'a str {
        &self.context.file.text
    }

    /// The span of the key at a path.
    fn key_span(&self, path: &NodePath) -> Option<Span> {
        self.context.file.key_span(path)
    }
}

/// Two versions, and the changes found so far.
struct Comparison<'a> {
    before: Side<'a>,
    after: Side<'a>,
    found: Vec<Difference>,
}

/// The location of something in both versions, with its name for messages: `node type `a`: property `b``.
#[derive(Clone)]
struct ChangedMember {
    words: String,
    /// Its path in the later version, or in the earlier one if it was removed.
    path: NodePath,
    before: Option<Span>,
    after: Option<Span>,
}

impl ChangedMember {
    fn inside(&self, noun: &str, name: &str) -> String {
        format!("{}: {noun} `{name}`", self.words)
    }
}

impl Comparison<'_> {
    fn add(&mut self, impact: Impact, place: &ChangedMember, change: impl AsRef<str>) {
        let section = match place.path.steps().first() {
            Some(Step::Key(key)) => key.clone(),
            Some(Step::Index(_)) | None => SmolStr::default(),
        };
        let message = format!("{} {}", place.words, change.as_ref());
        let (before, after) = (place.before, place.after);
        self.found.push(Difference { impact, section, path: place.path.clone(), message, before, after });
    }

    fn removed(&mut self, impact: Impact, place: &ChangedMember) {
        self.add(impact, &ChangedMember { after: None, ..place.clone() }, "was removed");
    }

    fn added(&mut self, impact: Impact, place: &ChangedMember) {
        self.add(impact, &ChangedMember { before: None, ..place.clone() }, "was added");
    }

    /// The location of the key at `path`, which both versions can have.
    fn place(&self, words: String, path: NodePath) -> ChangedMember {
        ChangedMember { words, before: self.before.key_span(&path), after: self.after.key_span(&path), path }
    }

    /// Compares something that is not visible to users, key by key.
    fn written(&mut self, path: &NodePath, before: Option<&Node>, after: Option<&Node>, impacts: (Impact, Impact)) {
        let words = || format!("`{}`", path.to_string().trim_start_matches('/'));
        let says_nothing = |node: &&Node| is_empty(node);
        match (before.filter(|node| !says_nothing(node)), after.filter(|node| !says_nothing(node))) {
            (Some(old), Some(new)) => {
                let (old, new) = ((old, self.before.text()), (new, self.after.text()));
                let found = of_parts(old, new, path, impacts);
                self.found.extend(found.into_iter().filter(|difference| !is_comment(&difference.path)));
            }
            (Some(_), None) => self.removed(impacts.0, &self.place(words(), path.clone())),
            (None, Some(_)) => self.added(impacts.1, &self.place(words(), path.clone())),
            (None, None) => {}
        }
    }

    /// The name of the definition that `name` refers to in the earlier version, which is the same for all names of a
    /// built-in type.
    fn old_name<'n>(&'n self, kind: SymbolKind, name: &'n str) -> &'n str {
        self.before.scope.find(&[kind], name).map_or(name, |found| found.name)
    }

    /// Whether the type `name`, as its definition calls it, is `wanted` or derives from it in the later version.
    fn derives_from(&self, kind: SymbolKind, name: &str, wanted: &str) -> bool {
        name == wanted || self.after.scope.effective(kind, name).derives_from(wanted)
    }

    /// Compares the version of TOSCA, the namespace and the imports.
    fn header(&mut self) {
        for key in ["tosca_definitions_version", "namespace", "repositories"] {
            let (old, new) = (self.before.root.get(key), self.after.root.get(key));
            self.written(&NodePath::keys([key]), old, new, INSIDE);
        }
        self.imports();
    }
}

/// Whether a path is that of a description or of metadata, or inside.
fn is_comment(path: &NodePath) -> bool {
    let is_comment = |step: &Step| matches!(step, Step::Key(key) if key == "description" || key == "metadata");
    path.steps().iter().any(is_comment)
}

/// The union of two sets of names, in order.
fn union<'n>(one: impl Iterator<Item = &'n str>, other: impl Iterator<Item = &'n str>) -> SortedSet<&'n str> {
    gather(one.chain(other))
}

/// Whether a value says nothing: null, or a collection without entries.
fn is_empty(node: &Node) -> bool {
    node.is_null() || node.as_scalar().is_none() && node.entries().is_empty() && node.items().is_empty()
}
