//! The mentions of parameters, demands and locations in a homing template, with their targets.

use crate::homing;
use crate::homing::objective;
use crate::homing::schema::TEMPLATE;
use crate::homing::view::View;
use crate::schema::names;
use crate::sorted_map::SortedSet;
use crate::sorting::{Sorting, gather};
use crate::symbol::{Context, Mention, SymbolKind, Target};
use crate::syntax::{Node, NodePath};
use crate::text::Span;
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

/// The ends of a distance in the optimization.
const ENDS: [SymbolKind; 2] = [SymbolKind::Location, SymbolKind::Demand];

/// Whether a path leads into the value of a parameter.
pub fn is_supplied(view: &View<'_>, path: &NodePath) -> bool {
    view.is_in(section(SymbolKind::Input), path)
}

/// Whether a value at this path can be or contain the name of a demand or location.
fn can_name(view: &View<'_>, path: &NodePath) -> bool {
    matches!(
        path.words().get(view.base.steps().len()..).unwrap_or_default(),
        ["constraints" | "reservations", _]
            | ["constraints" | "reservations", _, "demands", ..]
            | ["constraints" | "reservations", _, "properties"]
            | ["constraints" | "reservations", _, "properties", "location"]
            | ["demands" | "locations" | "constraints" | "reservations" | "optimization"]
    ) || can_name_ends(view, path)
}

/// Whether a value at this path can be or contain the name of an end of a distance: everything in the optimization but numbers and
/// words.
fn can_name_ends(view: &View<'_>, path: &NodePath) -> bool {
    let words = ["goal", "operator", "function", "attribute", "weight", "normalization", "start", "end"];
    view.is_in("optimization", path) && path.last_key().is_none_or(|key| !words.contains(&key))
}

/// The mentions of `file`, in text order.
pub fn mentions(file: &SourceFile) -> Vec<Mention> {
    let Some(root) = &file.root else { return Vec::new() };
    let view = View::new(root);
    let mut reader = Reader { file, view: &view, mentions: Vec::new() };
    for place in names::places(root, &TEMPLATE) {
        reader.name(place.kind, place.node, place.path);
    }
    for entry in view.template.entries() {
        let Some(key) = entry.key.as_text() else { continue };
        // Parameters cannot contain functions.
        if key != section(SymbolKind::Input) {
            reader.calls(&view.base.key(key), &entry.value);
        }
    }
    reader.operands();
    reader.supplied();
    reader.mentions.order_by_key(|mention| (mention.span.start, mention.span.end));
    reader.mentions
}

/// The names in the operands of the second form of the optimization: what each names, and its path.
fn of_operands<'a>(view: &View<'a>) -> Vec<(SymbolKind, NodePath, &'a Node)> {
    let mut found = Vec::new();
    objective::visit(view, &mut |part| {
        let Some((path, given)) = view.member(&(part.path, part.node), "params") else { return };
        for (key, kind) in [("demand", SymbolKind::Demand), ("location", SymbolKind::Location)] {
            found.extend(given.get(key).map(|name| (kind, path.key(key), name)));
        }
    });
    found
}

struct Reader<'v, 'a> {
    file: &'a SourceFile,
    view: &'v View<'a>,
    mentions: Vec<Mention>,
}

impl Reader<'_, '_> {
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
            has_location |= self.view.has("locations", other);
            has_demand |= self.view.has("demands", other);
        }
        let is_location = if has_location == has_demand { is_first } else { has_demand };
        let meant = if is_location { SymbolKind::Location } else { SymbolKind::Demand };
        self.name_of(&ENDS, meant, end, path);
    }

    /// The names in the operands of the second form of the optimization, as far as it is written there.
    fn operands(&mut self) {
        for (kind, path, name) in of_operands(self.view) {
            if !is_supplied(self.view, &path) {
                self.name(kind, name, path);
            }
        }
    }

    /// The names in the values of parameters that are read as demands and locations, and as nothing else: a value that is also
    /// read as something else has to stay as it is.
    fn supplied(&mut self) {
        let view = self.view;
        let mut read: Vec<(&[SymbolKind], &Node)> = Vec::new();
        for constraint in view.constraints().into_iter().chain(view.reservations()) {
            read.extend(constraint.demands.iter().map(|(_, node)| (&[SymbolKind::Demand][..], *node)));
            let location = constraint.property("location").and_then(|node| view.resolve(node));
            read.extend(location.map(|node| (&[SymbolKind::Location][..], node)));
        }
        for (kind, _, name) in of_operands(view) {
            let [location, demand] = &ENDS;
            let kinds = std::slice::from_ref(if kind == *demand { demand } else { location });
            read.extend(view.resolve(name).map(|name| (kinds, name)));
        }
        let ends = objective::distances(view).into_iter().flat_map(|distance| distance.ends);
        read.extend(ends.filter_map(|(_, end)| Some((&ENDS[..], view.resolve(end)?))));
        let mut seen: SortedSet<Span> = gather(self.mentions.iter().map(|mention| mention.span));
        for (kinds, node) in read {
            let Some(name) = node.as_text().filter(|_| seen.insert(node.span)) else { continue };
            let path = self.file.path_at(node.span.start as usize);
            let found = kinds.iter().find(|kind| view.has(section(**kind), name));
            let Some(kind) = found.filter(|_| is_supplied(view, &path)) else { continue };
            if view.is_read_only_by(node, |path| can_name(view, path)) {
                self.name(*kind, node, path);
            }
        }
    }

    fn name(&mut self, kind: SymbolKind, node: &Node, path: NodePath) {
        self.name_of(&[kind], kind, node, path);
    }

    /// The name of something of these kinds, of which an unknown one is meant to be `meant`.
    fn name_of(&mut self, kinds: &[SymbolKind], meant: SymbolKind, node: &Node, path: NodePath) {
        let Some(name) = node.as_text().filter(|_| !node.is_null()) else { return };
        let found = kinds.iter().find_map(|kind| {
            let (path, _) = self.view.section_at(section(*kind)).filter(|(_, all)| all.entry(name).is_some())?;
            Some((*kind, path.key(name)))
        });
        let (kind, target) = match found {
            Some((kind, path)) => (kind, Target::Found { file: self.file.path.clone(), path }),
            None => (meant, Target::Missing { owner: None }),
        };
        let name = name.into();
        self.mentions.push(Mention { context: Context::NAME, kind, name, span: node.span, path, target });
    }
}
