//! The diagram of a descriptor: on its page, and as a separate file.

use descriptorium_core::scene::svg::{SvgOptions, svg};
use descriptorium_core::scene::{self, Scene};
use descriptorium_core::sorted_map::SortedMap;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::topology::Topology;
use descriptorium_core::workspace::SourceFile;

use crate::content::{Content, Element};
use crate::html::{Href, Html, published};
use crate::pages::address::Form;
use crate::pages::layout::heading;
use crate::pages::{Page, called};

/// Maximum width of a diagram that is fitted to the page; wider ones would be unreadable and are scrolled.
const MAX_FITTED: f64 = 1350.0;

/// Adds the diagram to the page of its descriptor, unless it is empty; returns whether it was added.
pub fn figure(page: &Page<'_>, content: &mut Content, file: &SourceFile, contents: &mut Vec<(String, String)>) -> bool {
    let Some(LinkedDiagram { scene, links }) = drawn(page, file) else { return false };
    let shows = scene.boxes.len() > 1 || scene.boxes.iter().any(|scene_box| !scene_box.ports.is_empty());
    if !shows {
        return false;
    }
    content.element(Element::Section, "", |content| {
        heading(content, "drawing", "Diagram");
        let diagram = svg(scene, &SvgOptions { links: links.clone(), ..SvgOptions::default() });
        zoomable(content, (&diagram, scene), (&called(file), "drawing"), |content| {
            if let Some(alone) = page.to_form(&file.path, Form::Svg) {
                content.element(Element::Paragraph, "", |content| {
                    content.link(&alone, "", |content| content.text("Embed this diagram (SVG)"));
                    content.text(": ");
                    content.code(&embedding(page, file));
                });
            }
        });
    });
    contents.push(("drawing".to_owned(), "Diagram".to_owned()));
    true
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

/// The HTML that embeds the diagram in another page. The address is relative to the root of the site if its address is
/// unknown.
fn embedding(page: &Page<'_>, file: &SourceFile) -> String {
    let path = page.site.addresses.get(&file.path).map(|address| address.form(Form::Svg)).unwrap_or_default();
    let base = page.site.setting.base_url.as_deref().unwrap_or_default();
    let name = Html::of(|html| html.text_only(&called(file).replace('"', "'")));
    format!("<img src=\"{}\" alt=\"{}\">", published(base, &path), name.as_str())
}

/// The diagram as a separate file, which contains its own colors.
pub fn alone(page: &Page<'_>, file: &SourceFile) -> String {
    let (scene, links) = match drawn(page, file) {
        Some(LinkedDiagram { scene, links }) => (scene, links.clone()),
        None => (&Scene::default(), SortedMap::new()),
    };
    svg(scene, &SvgOptions { links, standalone: true, ..SvgOptions::default() }) + "\n"
}

/// A diagram and the links of its boxes, relative to the folder of its descriptor's page.
#[derive(Debug)]
pub struct LinkedDiagram {
    scene: Scene,
    links: SortedMap<NodePath, String>,
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
