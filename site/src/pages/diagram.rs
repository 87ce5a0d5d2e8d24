//! The diagram of a descriptor: on its page, and as a separate file.

use std::sync::LazyLock;

use descriptorium_core::scene::fold::{fold, path_inside};
use descriptorium_core::scene::sources;
use descriptorium_core::scene::svg::{SvgOptions, Theme, svg};
use descriptorium_core::scene::{self, Scene};
use descriptorium_core::sorted_map::SortedMap;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::{FilePath, Span};
use descriptorium_core::topology::{Edge, EdgeKind, Topology, Vertex, VertexKind};
use descriptorium_core::workspace::SourceFile;
use petgraph::visit::EdgeRef;

use crate::content::{Content, Element};
use crate::html::Href;
use crate::pages::layout::heading;
use crate::pages::{Page, called, deployment, name};

/// Maximum width of a diagram that is fitted to the page; wider ones would be unreadable and are scrolled.
const MAX_FITTED: f64 = 1350.0;

/// Adds the diagram to the page of its descriptor, unless it is empty; returns whether it was added.
pub fn figure(page: &Page<'_>, content: &mut Content, file: &SourceFile, contents: &mut Vec<(String, String)>) -> bool {
    let Some(LinkedDiagram { scene, links }) = drawn(page, file) else { return false };
    if !has_content(scene) {
        return false;
    }
    let nested = nested(page, file, scene);
    content.element(Element::Section, "", |content| {
        heading(content, "drawing", "Diagram");
        let diagram = svg(scene, &SvgOptions { links: links.clone(), ..SvgOptions::default() });
        zoomable(content, (&diagram, scene), (&called(file), "drawing"), |_| {});
        for (index, one) in nested.iter().enumerate() {
            let id = format!("drawing-{}", index + 1);
            content.element_with(Element::Details, &[("id", &id)], |content| {
                content.element(Element::Summary, "", |content| {
                    content.code(&one.node);
                    content.text(" opened: ");
                    content.text(&one.title);
                });
                let mut links = links.clone();
                links.extend(one.links.clone());
                let diagram = svg(&one.scene, &SvgOptions { links, ..SvgOptions::default() });
                let name = format!("{} with {} in place of {}", called(file), one.title, one.node);
                zoomable(content, (&diagram, &one.scene), (&name, &id), |content| {
                    content.element(Element::Paragraph, "", |content| {
                        content.text("Inside of the box: ");
                        content.text_to(page.to_file(&one.file).as_ref(), &one.title);
                    });
                });
            });
        }
    });
    contents.push(("drawing".to_owned(), "Diagram".to_owned()));
    true
}

/// Maximum number of diagrams with an opened box.
const MAX_NESTED: usize = 8;

/// A diagram in which a node that can be substituted is opened: it contains the diagram of a substitute.
struct Nested {
    node: String,
    file: FilePath,
    title: String,
    scene: Scene,
    /// The links of the boxes inside.
    links: SortedMap<NodePath, String>,
}

/// The diagrams of a service template with the topology of each substitute in place.
fn nested(page: &Page<'_>, file: &SourceFile, scene: &Scene) -> Vec<Nested> {
    let templates = NodePath::keys(["topology_template", "node_templates"]);
    let mut found = Vec::new();
    for (node, files) in deployment::substitutes(page.site, file) {
        let outer = templates.key(&node);
        for path in files.into_iter().filter(|path| *path != file.path) {
            let Some(other) = page.checked.analysis.file(&path).cloned() else { continue };
            let Some(topology) = page.checked.analysis.topology(&path) else { continue };
            let inner = scene::layout(&topology, None);
            let is_there = scene.boxes.iter().any(|scene_box| scene_box.path == outer);
            if !is_there || inner.boxes.is_empty() || found.len() == MAX_NESTED {
                continue;
            }
            let inner_links = links(page, &other, &topology).into_iter();
            let inner_links = inner_links.map(|(path, href)| (path_inside(&outer, &path), href));
            found.push(Nested {
                node: node.clone(),
                title: name(&other).title(),
                file: path,
                scene: fold(scene, &[(outer.clone(), inner)], &[]),
                links: inner_links.collect(),
            });
        }
    }
    found
}

/// Maximum number of boxes in an overview, and maximum width of one beside the facts, where a wider one would be unreadable.
const MAX_IN_OVERVIEW: usize = 60;
const MAX_BESIDE: f64 = 860.0;

/// The overview at the top of a page: components, references and relationships without properties and ports, with at most one
/// line between two boxes. Returns whether it was added.
pub fn overview(page: &Page<'_>, content: &mut Content, file: &SourceFile) -> bool {
    let Some(topology) = page.checked.analysis.topology(&file.path).map(|whole| without_ports(&whole)) else {
        return false;
    };
    let n_boxes = topology.graph.node_count();
    if !(2..=MAX_IN_OVERVIEW).contains(&n_boxes) {
        return false;
    }
    let scene = scene::layout(&topology, None);
    let links = links(page, file, &topology);
    let drawing = svg(&scene, &SvgOptions { links, ..SvgOptions::default() });
    let kinds: Vec<EdgeKind> = topology.graph.edge_weights().map(|edge| edge.kind).collect();
    let has_reference = topology.graph.node_weights().any(|vertex| vertex.kind == VertexKind::Reference);
    let class = if scene.bounds.width > MAX_BESIDE { "diagram overview across" } else { "diagram overview" };
    content.element(Element::Figure, class, |content| {
        let label = format!("Overview of {}", called(file));
        let attributes = [("class", "view"), ("role", "group"), ("aria-label", label.as_str()), ("tabindex", "0")];
        content.element_with(Element::Group, &attributes, |content| content.diagram(&drawing));
        content.element(Element::Caption, "", |content| {
            content.element(Element::List, "signs", |content| {
                let mut sign = |class: &str, words: &str| {
                    content.element(Element::Item, class, |content| content.text(words));
                };
                if kinds.contains(&EdgeKind::Relationship) {
                    sign("relationship", "relationship");
                }
                if kinds.contains(&EdgeKind::Mapping) {
                    sign("mapping", "value passed on");
                }
                if has_reference {
                    sign("reference", "reference, not a part");
                }
            });
            content.link(&Href::here("drawing"), "full", |content| content.text("Full diagram"));
        });
    });
    true
}

/// A topology without its boundary, its ports and its labels, with the most important connection between two boxes.
fn without_ports(whole: &Topology) -> Topology {
    let mut topology = Topology { title: whole.title.clone(), ..Topology::default() };
    let mut places = hashbrown::HashMap::new();
    let is_kept = |vertex: &Vertex| !vertex.path.is_root() && !vertex.kind.is_background();
    for index in whole.graph.node_indices() {
        let Some(vertex) = whole.graph.node_weight(index).filter(|vertex| is_kept(vertex)) else { continue };
        let plain = Vertex { ports: Vec::new(), position: None, marks: Vec::new(), parent: None, ..vertex.clone() };
        places.insert(index, topology.graph.add_node(plain));
    }
    for (index, place) in &places {
        let parent = whole.graph.node_weight(*index).and_then(|vertex| vertex.parent);
        let parent = parent.and_then(|parent| places.get(&parent)).copied();
        if let Some(vertex) = topology.graph.node_weight_mut(*place) {
            vertex.parent = parent;
        }
    }
    let mut edges: Vec<_> = whole.graph.edge_references().collect();
    edges.sort_by_key(|edge| edge.weight().kind);
    for edge in edges {
        let (Some(&from), Some(&to)) = (places.get(&edge.source()), places.get(&edge.target())) else { continue };
        if from != to && !topology.graph.contains_edge(from, to) {
            let Edge { kind, path, .. } = edge.weight();
            topology.graph.add_edge(from, to, Edge::new(*kind, path.clone(), Span::default(), ""));
        }
    }
    topology
}

/// A scrollable diagram of the descriptor `name`. Without scripts, a link to the id `above` switches between two sizes;
/// with scripts, it can be zoomed.
pub fn zoomable(
    content: &mut Content,
    (diagram, scene): (&str, &Scene),
    (name, above): (&str, &str),
    caption: impl FnOnce(&mut Content),
) {
    let is_large = scene.bounds.width > MAX_FITTED;
    let class = if is_large { "diagram large" } else { "diagram" };
    // The size without scripts is chosen by `:target`: actual size, or for a large diagram fitted to the page.
    let sized = format!("{above}-sized");
    content.element_with(Element::Figure, &[("class", class), ("id", &sized)], |content| {
        let label = format!("Diagram of {name}");
        let attributes = [("class", "view"), ("role", "group"), ("aria-label", label.as_str()), ("tabindex", "0")];
        content.element_with(Element::Group, &attributes, |content| content.diagram(diagram));
        content.element(Element::Caption, "", |content| {
            content.element(Element::Paragraph, "sizes", |content| {
                let [large, small] = ["Actual size", "Fit to page"];
                let (there, back) = if is_large { (small, large) } else { (large, small) };
                content.link(&Href::here(&sized), "there", |content| content.text(there));
                content.link(&Href::here(above), "back", |content| content.text(back));
            });
            content.element(Element::Group, "zooms", |content| {
                for (action, label, words) in [
                    ("out", "Zoom out (-)", "−"),
                    ("in", "Zoom in (+)", "+"),
                    ("fit", "Fit to page (0)", "Fit"),
                    ("actual", "Actual size, 1:1 (1)", "1:1"),
                    ("whole", "Full screen (F)", "Full screen"),
                ] {
                    let attributes =
                        [("type", "button"), ("data-zoom", action), ("aria-label", label), ("title", label)];
                    content.element_with(Element::Button, &attributes, |content| content.text(words));
                }
                content
                    .element(Element::Span, "by-wheel", |content| content.text("Ctrl + scroll to zoom, drag to pan"));
            });
            caption(content);
        });
    });
}

/// Adds the diagram to the page for frames, unless it is empty; returns whether it was added.
pub fn framed(page: &Page<'_>, content: &mut Content, file: &SourceFile) -> bool {
    let Some(LinkedDiagram { scene, links }) = drawn(page, file).filter(|drawn| has_content(&drawn.scene)) else {
        return false;
    };
    // A sandboxed frame cannot load the style sheet from a disk, and then needs colors.
    let options = SvgOptions { links: links.clone(), theme: Some(Theme::Light), ..SvgOptions::default() };
    let diagram = svg(scene, &options);
    let class = if scene.bounds.width > MAX_FITTED { "diagram large" } else { "diagram" };
    content.element(Element::Figure, class, |content| {
        let label = format!("Diagram of {}", called(file));
        let attributes = [("class", "view"), ("role", "group"), ("aria-label", label.as_str()), ("tabindex", "0")];
        content.element_with(Element::Group, &attributes, |content| content.diagram(&diagram));
    });
    true
}

/// Whether a diagram shows more than a box with a name.
fn has_content(scene: &Scene) -> bool {
    scene.boxes.len() > 1 || scene.boxes.iter().any(|scene_box| !scene_box.ports.is_empty())
}

/// Maximum size of the files in a picture, in bytes. If those that the descriptor refers to are larger, they are left out.
const MAX_SOURCES: usize = 64 << 10;

/// The diagram as a separate file, which contains its own colors, and its sources, so that the modeller can open it.
pub fn alone(page: &Page<'_>, file: &SourceFile, theme: Theme) -> String {
    let (scene, links) = match drawn(page, file) {
        Some(LinkedDiagram { scene, links }) => (scene, links.clone()),
        None => (&Scene::default(), SortedMap::new()),
    };
    let analysis = &page.checked.analysis;
    let others = analysis.builds_on(&file.path);
    let others: Vec<&SourceFile> = others.iter().filter_map(|path| Some(&**analysis.file(path)?)).collect();
    let size: usize = others.iter().map(|other| other.text.len()).sum();
    let others = if size <= MAX_SOURCES { others } else { Vec::new() };
    let all = std::iter::once(file).chain(others);
    let metadata = Some(sources::pack(all.map(|file| (&file.path, &*file.text))));
    svg(scene, &SvgOptions { links, theme: Some(theme), metadata }) + "\n"
}

/// A diagram and the links of its boxes, relative to the folder of its descriptor's page.
#[derive(Debug)]
pub struct LinkedDiagram {
    scene: Scene,
    links: SortedMap<NodePath, String>,
}

/// The diagram of the descriptor of a page; empty if there is none.
pub fn scene<'a>(page: &'a Page<'_>, file: &SourceFile) -> &'a Scene {
    static NOTHING: LazyLock<Scene> = LazyLock::new(Scene::default);
    drawn(page, file).map_or(&NOTHING, |drawn| &drawn.scene)
}

fn drawn<'a>(page: &'a Page<'_>, file: &SourceFile) -> Option<&'a LinkedDiagram> {
    let draw = || {
        let topology = page.checked.analysis.topology(&file.path)?;
        Some(LinkedDiagram { scene: scene::layout(&topology, None), links: links(page, file, &topology) })
    };
    page.made.drawn.get_or_init(draw).as_ref()
}

/// Links from each box to the page of its type or of a descriptor that it identifies, or else to its line in the source.
fn links(page: &Page<'_>, file: &SourceFile, topology: &Topology) -> SortedMap<NodePath, String> {
    let linked = page.site.links(&file.path);
    let vertices = topology.graph.node_weights().filter(|vertex| !vertex.path.is_root());
    let links = vertices.map(|vertex| {
        let named = vertex.of.as_ref().and_then(|of| page.site.catalog.resolve_range(of).found());
        let href = named.and_then(|entry| page.to_file(&entry.file));
        let mut own = linked.iter().filter(|link| link.is_to_definition && link.path.starts_with(&vertex.path));
        let href = href.or_else(|| page.to_file(&own.next()?.other.0));
        let href = href.or_else(|| page.to_line(&file.path, file.lines.line(vertex.span.start as usize)));
        (vertex.path.clone(), href.as_ref().map_or_else(String::new, |href| Href::as_str(href).to_owned()))
    });
    links.filter(|(_, href)| !href.is_empty()).collect()
}
