//! Expands aliases and merge keys, within a budget.

use std::sync::Arc;

use smol_str::SmolStr;

use crate::sorted_map::{SortedMap, SortedSet};
use crate::syntax::parse::MAX_DEPTH;
use crate::syntax::{Entry, Kind, Mapping, Node, Properties, Sequence, Style, SyntaxError, SyntaxErrorKind, Tree};

/// Maximum size of the nodes that all aliases of a document together may expand to, in bytes (protects against "billion
/// laughs" documents, and against long texts that are repeated often).
const BUDGET: usize = 4 << 20;

/// The size of a node in addition to its text, in bytes.
const NODE: usize = 40;

/// The root of the first document of `tree` with every alias and merge key (`<<`) expanded. Spans inside are those of
/// the anchored text. Aliases beyond the budget are kept and reported. `None` if there is no document.
pub fn expand(tree: &Tree) -> (Option<Arc<Node>>, Vec<SyntaxError>) {
    let Some(document) = tree.documents.first() else { return (None, Vec::new()) };
    let root = &document.root;
    let mut resolution = Resolution::default();
    resolution.visit(root);
    if !resolution.replaces && resolution.recursive.is_empty() {
        return (Some(Arc::clone(root)), Vec::new());
    }
    let mut expansion =
        Expansion { targets: resolution.targets, budget: BUDGET, paid: 0, errors: resolution.recursive };
    let root = expansion.node(root, 0);
    (Some(Arc::new(root)), expansion.errors)
}

/// Whether [`expand`] might change a text.
pub fn may_expand(text: &str) -> bool {
    text.contains('*') || text.contains("<<")
}

/// Whether `key` is a merge key.
pub fn is_merge_key(key: &Node) -> bool {
    key.as_scalar().is_some_and(|scalar| scalar.style == Style::Plain && scalar.value == "<<")
}

/// The size of an expanded node in bytes, and its depth.
#[derive(Clone, Copy, Default)]
struct Extent {
    size: usize,
    depth: usize,
}

impl Extent {
    fn add(&mut self, inner: Extent) {
        self.size = self.size.saturating_add(inner.size);
        self.depth = self.depth.max(inner.depth + 1);
    }
}

/// The target of an anchor at one point of the document.
struct Anchored<'t> {
    /// Distinguishes it from a later anchor of the same name.
    node: &'t Node,
    /// `None` while the node is open: an alias would expand into itself.
    extent: Option<Extent>,
}

/// Finds the target of each alias. Works in source order, because an anchor can be redefined.
#[derive(Default)]
struct Resolution<'t> {
    anchors: SortedMap<&'t str, Anchored<'t>>,
    /// By the start of the alias.
    targets: SortedMap<u32, (&'t Node, Extent)>,
    recursive: Vec<SyntaxError>,
    /// Whether there is anything to expand: an alias with a target, or a merge key.
    replaces: bool,
}

impl<'t> Resolution<'t> {
    fn visit(&mut self, node: &'t Node) -> Extent {
        let anchor = node.properties.as_ref().and_then(|properties| properties.anchor.as_deref());
        if let Some(anchor) = anchor {
            self.anchors.insert(anchor, Anchored { node, extent: None });
        }
        let text = node.as_text().map_or(0, str::len);
        let mut extent = Extent { size: NODE + text, depth: 0 };
        match &node.kind {
            Kind::Alias(name) => return self.alias(node, name),
            Kind::Sequence(sequence) => {
                for item in &sequence.items {
                    extent.add(self.visit(item));
                }
            }
            Kind::Mapping(mapping) => {
                for Entry { key, value, .. } in &mapping.entries {
                    self.replaces |= is_merge_key(key);
                    extent.add(self.visit(key));
                    extent.add(self.visit(value));
                }
            }
            Kind::Null | Kind::Scalar(_) | Kind::Error => {}
        }
        if let Some(anchored) = anchor.and_then(|anchor| self.anchors.get_mut(anchor))
            && std::ptr::eq(anchored.node, node)
        {
            anchored.extent = Some(extent);
        }
        extent
    }

    fn alias(&mut self, node: &Node, name: &SmolStr) -> Extent {
        let Some(anchored) = self.anchors.get(name.as_str()) else { return Extent { size: NODE, depth: 0 } };
        let Some(extent) = anchored.extent else {
            self.recursive.push(over_budget(node));
            return Extent { size: NODE, depth: 0 };
        };
        self.replaces = true;
        self.targets.insert(node.span.start, (anchored.node, extent));
        extent
    }
}

struct Expansion<'t> {
    targets: SortedMap<u32, (&'t Node, Extent)>,
    budget: usize,
    /// Nesting depth of aliases; nodes inside one have already been charged.
    paid: usize,
    errors: Vec<SyntaxError>,
}

impl<'t> Expansion<'t> {
    /// The expanded form of `node`, at `depth` in the result.
    fn node(&mut self, node: &'t Node, depth: usize) -> Node {
        let kind = match &node.kind {
            Kind::Alias(_) => return self.alias(node, depth),
            Kind::Sequence(sequence) => {
                let items = sequence.items.iter().map(|item| self.node(item, depth + 1)).collect();
                Kind::Sequence(Sequence { flow: sequence.flow, items })
            }
            Kind::Mapping(mapping) => Kind::Mapping(self.mapping(mapping, depth + 1)),
            Kind::Null | Kind::Scalar(_) | Kind::Error => node.kind.clone(),
        };
        Node { span: node.span, kind, properties: node.properties.clone() }
    }

    fn alias(&mut self, node: &'t Node, depth: usize) -> Node {
        let Some(&(target, extent)) = self.targets.get(&node.span.start) else { return node.clone() };
        if self.paid == 0 {
            if extent.size > self.budget || depth + extent.depth > MAX_DEPTH {
                self.errors.push(over_budget(node));
                return node.clone();
            }
            self.budget -= extent.size;
        }
        self.paid += 1;
        let mut copy = self.node(target, depth);
        self.paid -= 1;
        // It keeps the tag; the anchor stays with its original.
        copy.properties = copy.properties.filter(|properties| properties.tag.is_some());
        copy.properties = copy.properties.map(|properties| Box::new(Properties { anchor: None, ..*properties }));
        copy
    }

    fn mapping(&mut self, mapping: &'t Mapping, depth: usize) -> Mapping {
        let merges = mapping.entries.iter().any(|entry| is_merge_key(&entry.key));
        let mut keys = SortedSet::new();
        if merges {
            let written = mapping.entries.iter().filter_map(|entry| entry.key.as_text());
            keys.extend(written.filter(|&key| key != "<<").map(SmolStr::new));
        }
        let mut entries = Vec::with_capacity(mapping.entries.len());
        for entry in &mapping.entries {
            let key = self.node(&entry.key, depth);
            let value = self.node(&entry.value, depth);
            match value.kind {
                Kind::Mapping(source) if is_merge_key(&key) => merge(source, &mut keys, &mut entries),
                Kind::Sequence(sources) if is_merge_key(&key) && sources.items.iter().all(is_mapping) => {
                    for source in sources.items {
                        if let Kind::Mapping(source) = source.kind {
                            merge(source, &mut keys, &mut entries);
                        }
                    }
                }
                kind => {
                    let value = Node { kind, ..value };
                    entries.push(Entry { key, value, merged: entry.merged });
                }
            }
        }
        Mapping { flow: mapping.flow, entries }
    }
}

/// Adds the entries of `source` whose keys do not exist yet.
fn merge(source: Mapping, keys: &mut SortedSet<SmolStr>, entries: &mut Vec<Entry>) {
    for entry in source.entries {
        if entry.key.as_text().is_none_or(|key| keys.insert(key.into())) {
            entries.push(Entry { merged: true, ..entry });
        }
    }
}

fn is_mapping(node: &Node) -> bool {
    matches!(node.kind, Kind::Mapping(_))
}

fn over_budget(alias: &Node) -> SyntaxError {
    SyntaxError { kind: SyntaxErrorKind::AliasBudget, span: alias.span, related: None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::parse::parse;
    use crate::syntax::plain;

    /// Expands `text` and its expected form, which has no aliases; returns whether they are equal.
    fn check(text: &str, expected: &str) {
        let (root, errors) = expand(&parse(text));
        assert_eq!(errors, [], "{text}");
        let (expected, _) = expand(&parse(expected));
        assert_eq!(root.as_deref().map(plain::value), expected.as_deref().map(plain::value), "{text}");
    }

    #[test]
    fn an_alias_refers_to_the_last_anchor_before_it() {
        check("[&a 1, *a, &a 2, *a]", "[1, 1, 2, 2]");
        check("[&x 1, &y [*x], &x 2, *y]", "[1, [1], 2, [1]]");
        check("[&a [&a 1, *a], *a]", "[[1, 1], 1]");
    }

    #[test]
    fn a_merge_key_adds_missing_keys() {
        check("base: &b {x: 1, y: 2}\nmore:\n  <<: *b\n  y: 3\n", "base: {x: 1, y: 2}\nmore: {x: 1, y: 3}");
        check("- &a {x: 1}\n- &b {x: 2, z: 3}\n- <<: [*a, *b]\n", "[{x: 1}, {x: 2, z: 3}, {x: 1, z: 3}]");
        check("'<<': 1", "{'<<': 1}");
    }

    #[test]
    fn recursive_and_oversized_aliases_are_kept() {
        let (root, errors) = expand(&parse("a: &a [1, *a]"));
        assert_eq!(errors.len(), 1);
        assert!(matches!(
            root.and_then(|root| Some(root.get("a")?.items().get(1)?.kind.clone())),
            Some(Kind::Alias(_))
        ));

        let mut bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n".to_owned();
        for level in 1..40 {
            let aliases = vec![format!("*a{}", level - 1); 9].join(", ");
            bomb.push_str(&format!("a{level}: &a{level} [{aliases}]\n"));
        }
        let (root, errors) = expand(&parse(&bomb));
        assert!(root.is_some_and(|root| root.get("a39").is_some()));
        assert!(errors.iter().all(|error| error.kind == SyntaxErrorKind::AliasBudget) && !errors.is_empty());
    }

    #[test]
    fn a_chain_of_aliases_does_not_nest_deeper_than_the_parser() {
        let mut chain = "a0: &a0 [x]\n".to_owned();
        for level in 1..500 {
            chain.push_str(&format!("a{level}: &a{level} [*a{}]\n", level - 1));
        }
        let (_, errors) = expand(&parse(&chain));
        assert!(!errors.is_empty());
    }
}
