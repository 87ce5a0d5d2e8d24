//! The mentions of parameters, demands and locations in a homing template, with their targets.

use crate::homing;
use crate::homing::objective;
use crate::homing::schema::TEMPLATE;
use crate::homing::view;
use crate::schema::names;
use crate::sorting::Sorting;
use crate::symbol::{Context, Mention, SymbolKind, Target};
use crate::syntax::{Node, NodePath};
use crate::workspace::SourceFile;

/// The section that defines the names of a kind.
pub fn section(kind: SymbolKind) -> &'static str {
    match kind {
        SymbolKind::Location => "locations",
        SymbolKind::Demand => "demands",
        _ => "parameters",
    }
}

/// The names of this kind that `file` defines, each with its type if it has one.
pub fn defined(file: &SourceFile, kind: SymbolKind) -> impl Iterator<Item = (&str, &str)> {
    let named = homing::template(file).map_or(&[][..], |template| template.named(kind));
    named.iter().map(|named| (named.name.as_str(), named.type_name.as_deref().unwrap_or_default()))
}

/// Whether every mention of this kind is known. Constraints are never mentioned.
pub fn is_followed(kind: SymbolKind) -> bool {
    matches!(kind, SymbolKind::Input | SymbolKind::Location | SymbolKind::Demand | SymbolKind::Constraint)
}

/// The mentions of `file`, in text order.
pub fn mentions(file: &SourceFile) -> Vec<Mention> {
    let Some(root) = &file.root else { return Vec::new() };
    let (base, template) = view::template(root);
    let mut reader = Reader { file, template, base: base.clone(), mentions: Vec::new() };
    for place in names::places(root, &TEMPLATE) {
        reader.name(place.kind, place.node, place.path);
    }
    for entry in template.entries() {
        let Some(key) = entry.key.as_text() else { continue };
        // Parameters cannot contain functions.
        if key != section(SymbolKind::Input) {
            reader.calls(&base.key(key), &entry.value);
        }
    }
    reader.operands();
    reader.mentions.order_by_key(|mention| (mention.span.start, mention.span.end));
    reader.mentions
}

struct Reader<'a> {
    file: &'a SourceFile,
    template: &'a Node,
    /// The path of the template.
    base: NodePath,
    mentions: Vec<Mention>,
}

impl Reader<'_> {
    /// The mentions in functions in `node`: parameters, and the arguments of distances in the optimization.
    fn calls(&mut self, path: &NodePath, node: &Node) {
        for entry in node.entries() {
            let Some(key) = entry.key.as_text() else { continue };
            let (path, value) = (path.key(key), &entry.value);
            match (key, value.items()) {
                ("get_param", []) if node.entries().len() == 1 => self.name(SymbolKind::Input, value, path),
                ("get_param", [name, ..]) if node.entries().len() == 1 => {
                    self.name(SymbolKind::Input, name, path.index(0));
                }
                ("distance_between", ends) => {
                    for (index, end) in ends.iter().enumerate() {
                        let others = ends.iter().enumerate().filter(|(at, _)| *at != index).map(|(_, other)| other);
                        self.end(end, others, path.index(index), index == 0);
                    }
                }
                _ => self.calls(&path, value),
            }
        }
        for (index, item) in node.items().iter().enumerate() {
            self.calls(&path.index(index), item);
        }
    }

    /// An end of a distance, which is between a location and a demand: an unknown name is meant to be what the others are not.
    fn end<'n>(&mut self, end: &Node, others: impl Iterator<Item = &'n Node>, path: NodePath, is_first: bool) {
        let (mut has_location, mut has_demand) = (false, false);
        for other in others.filter_map(Node::as_text) {
            let is = |section: &str| self.template.get(section).is_some_and(|all| all.entry(other).is_some());
            has_location |= is("locations");
            has_demand |= is("demands");
        }
        let is_location = if has_location == has_demand { is_first } else { has_demand };
        let meant = if is_location { SymbolKind::Location } else { SymbolKind::Demand };
        self.name_of(&[SymbolKind::Location, SymbolKind::Demand], meant, end, path);
    }

    /// The names in the operands of the second form of the optimization.
    fn operands(&mut self) {
        let template = self.template;
        let function = template.get("optimization").and_then(|optimization| optimization.get("operation_function"));
        let Some(function) = function else { return };
        objective::visit(&objective::function(&self.base), function, &mut |path, operand| {
            let Some(given) = operand.get("params") else { return };
            let path = path.key("params");
            for (key, kind) in [("demand", SymbolKind::Demand), ("location", SymbolKind::Location)] {
                if let Some(name) = given.get(key) {
                    self.name(kind, name, path.key(key));
                }
            }
        });
    }

    fn name(&mut self, kind: SymbolKind, node: &Node, path: NodePath) {
        self.name_of(&[kind], kind, node, path);
    }

    /// The name of something of these kinds, of which an unknown one is meant to be `meant`.
    fn name_of(&mut self, kinds: &[SymbolKind], meant: SymbolKind, node: &Node, path: NodePath) {
        let Some(name) = node.as_text() else { return };
        let defined =
            |kind: &&SymbolKind| self.template.get(section(**kind)).is_some_and(|all| all.entry(name).is_some());
        let found = kinds.iter().find(defined);
        let target = match found {
            Some(kind) => Target::Found { file: self.file.path.clone(), path: self.base.key(section(*kind)).key(name) },
            None => Target::Missing { owner: None },
        };
        let kind = found.copied().unwrap_or(meant);
        let name = name.into();
        self.mentions.push(Mention { context: Context::NAME, kind, name, span: node.span, path, target });
    }
}
