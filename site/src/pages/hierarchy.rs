//! The ancestors and descendants of a type, as a diagram and as a nested list.

use descriptorium_core::scene;
use descriptorium_core::scene::svg::{SvgOptions, svg};
use descriptorium_core::sorted_map::SortedMap;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::{FilePath, Span};
use descriptorium_core::topology::{Edge, EdgeKind, Topology, Vertex, VertexKind};
use descriptorium_core::tosca;
use descriptorium_core::workspace::SourceFile;
use serde_json::{Value, json};

use crate::content::{Content, Element};
use crate::html::Href;
use crate::pages::Page;
use crate::pages::diagram::zoomable;
use crate::pages::layout::{heading, opened};

/// Maximum number of types in a diagram, and of descendants in the nested list; the others are below it.
const MAX_DRAWN: usize = 40;
const MAX_LISTED: usize = 200;

/// A type of a hierarchy.
struct Member {
    name: String,
    href: Option<Href>,
    /// The index of its parent.
    parent: Option<usize>,
}

/// A type with its ancestors and descendants.
pub struct Hierarchy {
    /// The most distant ancestor first; then the type, and its descendants, each below its parent.
    members: Vec<Member>,
    /// The index of the type.
    own: usize,
}

impl Hierarchy {
    pub fn of(page: &Page<'_>, file: &SourceFile, path: &NodePath) -> Self {
        let chain = tosca::inherited::ancestors(page.checked.analysis.context(file), path);
        let mut members: Vec<Member> = Vec::new();
        let link = |place: Option<(FilePath, NodePath)>| {
            let (file, path) = place?;
            page.to_definition(&file, &path)
        };
        for (name, place) in chain.into_iter().rev() {
            let parent = members.len().checked_sub(1);
            members.push(Member { name: name.to_string(), href: link(place), parent });
        }
        let own = members.len().saturating_sub(1);
        let types = page.site.types();
        let derived = types.at(&file.path, path).map_or_else(Vec::new, |index| types.descendants(index));
        // The index of the latest member at each depth.
        let mut latest = vec![own];
        for (at, depth) in derived {
            let Some(one) = types.get(at) else { continue };
            latest.truncate(depth);
            let parent = latest.last().copied();
            latest.push(members.len());
            let href = page.to_definition(&one.file, &one.path);
            members.push(Member { name: one.definition.name.clone(), href, parent });
        }
        Hierarchy { members, own }
    }

    /// The ancestors, the nearest first.
    fn ancestors(&self) -> impl Iterator<Item = &Member> {
        self.members.iter().take(self.own).rev()
    }

    fn descendants(&self) -> &[Member] {
        self.members.get(self.own + 1..).unwrap_or_default()
    }

    /// The names of the ancestors and the descendants as JSON.
    pub fn data(&self) -> (Value, Value) {
        let ancestors: Vec<&str> = self.ancestors().map(|one| one.name.as_str()).collect();
        let descendants = self.descendants().iter();
        let descendants = descendants.map(|one| json!({ "name": one.name, "derivedFrom": self.parent(one) }));
        (json!(ancestors), descendants.collect())
    }

    /// The name of the type that a member derives from.
    fn parent(&self, one: &Member) -> Option<&str> {
        Some(self.members.get(one.parent?)?.name.as_str())
    }

    /// Adds the section; returns whether it has a diagram. Nothing is added for a type alone.
    pub fn section(&self, page: &Page<'_>, content: &mut Content, contents: &mut Vec<(String, String)>) -> bool {
        if self.members.len() < 2 {
            return false;
        }
        let title = "Ancestors and descendants";
        let is_drawn = self.members.len() <= MAX_DRAWN;
        content.element(Element::Section, "", |content| {
            heading(content, "hierarchy", title);
            if is_drawn {
                self.diagram(content);
            }
            self.list(content, 0, None);
            let rest = self.descendants().get(MAX_LISTED..).unwrap_or_default();
            opened(content, rest, &page.to_data(), &|content, one| {
                member(content, one);
                if let Some(parent) = self.parent(one) {
                    content.text(" from ");
                    content.code(parent);
                }
            });
        });
        contents.push(("hierarchy".to_owned(), title.to_owned()));
        is_drawn
    }

    /// The children of a member as a list, with their children. `at` is the first index that can be one.
    fn list(&self, content: &mut Content, at: usize, parent: Option<usize>) {
        let listed = self.own + 1 + MAX_LISTED;
        let children =
            || self.members.iter().enumerate().take(listed).skip(at).filter(move |(_, one)| one.parent == parent);
        if children().next().is_none() {
            return;
        }
        content.element(Element::List, "hierarchy", |content| {
            for (index, one) in children() {
                content.element(Element::Item, "", |content| {
                    match index == self.own {
                        true => {
                            let attributes = [("aria-current", "true")];
                            content.element_with(Element::Strong, &attributes, |content| content.code(&one.name));
                        }
                        false => member(content, one),
                    }
                    self.list(content, index + 1, Some(index));
                });
            }
        });
    }

    fn diagram(&self, content: &mut Content) {
        let name = self.members.get(self.own).map_or("", |own| &own.name);
        let mut topology = Topology { title: name.to_owned(), ..Topology::default() };
        let mut links = SortedMap::new();
        let mut vertices = Vec::new();
        for (index, Member { name, href, .. }) in self.members.iter().enumerate() {
            let path = NodePath::keys([name.as_str()]).index(index);
            let mut vertex = Vertex::new(VertexKind::NodeTemplate, path.clone(), Span::default(), name);
            vertex.detail = if index == self.own { "this type" } else { "" }.to_owned();
            if let Some(href) = href.as_ref().filter(|_| index != self.own) {
                links.insert(path, href.as_str().to_owned());
            }
            vertices.push(topology.graph.add_node(vertex));
        }
        for (index, one) in self.members.iter().enumerate() {
            let ends = one.parent.and_then(|parent| Some((*vertices.get(parent)?, *vertices.get(index)?)));
            let Some((parent, derived)) = ends else { continue };
            let path = NodePath::keys(["derived_from"]).index(index);
            topology.graph.add_edge(parent, derived, Edge::new(EdgeKind::Dependency, path, Span::default(), ""));
        }
        let scene = scene::layout(&topology, None);
        let diagram = svg(&scene, &SvgOptions { links, ..SvgOptions::default() });
        zoomable(content, (&diagram, &scene), (name, "hierarchy"), |content| {
            content.element(Element::Paragraph, "note", |content| {
                content.text("Arrows lead from a type to the types that derive from it.");
            });
        });
    }
}

/// The name of a type, linked to its page.
fn member(content: &mut Content, one: &Member) {
    match &one.href {
        Some(href) => content.link(href, "code", |content| content.text(&one.name)),
        None => content.code(&one.name),
    }
}
