//! The SVG text: well-formed, without scripts or anything else that a strict content security policy rejects, whatever
//! the descriptor contains.

use descriptorium_core::scene::layout;
use descriptorium_core::scene::svg::{SvgOptions, Theme, svg};
use descriptorium_core::sorted_map::SortedMap;
use descriptorium_core::syntax::NodePath;
use petgraph::graph::NodeIndex;

use crate::topologies::{grouped, streaming};

/// Hostile names: markup, scripts, executable links, control characters.
const PAYLOADS: [&str; 22] = [
    "<script>alert(1)</script>",
    "</title><script>alert(1)</script>",
    "</text></svg><img src=x onerror=alert(1)>",
    "\"><svg onload=alert(1)>",
    "' onmouseover='alert(1)",
    "\" onclick=\"alert(1)",
    "javascript:alert(1)",
    "java\tscript:alert(1)",
    " \u{1}javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "vbscript:msgbox(1)",
    "data:text/html,<script>alert(1)</script>",
    "data:image/svg+xml;base64,PHN2Zz4=",
    "&#106;avascript:alert(1)",
    "<![CDATA[<script>alert(1)</script>]]>",
    "<!-- --><script>alert(1)</script>",
    "<?xml-stylesheet href=x?>",
    "<!DOCTYPE x [<!ENTITY y 'z'>]>&y;",
    "<foreignObject><iframe src=//x></iframe></foreignObject>",
    "<style>*{display:none}</style>",
    "url(#x);expression(alert(1))",
    "\u{0}\u{8}\u{b}\u{1b}\u{7f}\u{85}\u{fffe}\u{ffff}\u{2028}]]>",
];

/// The names and attributes of all elements, by a parser that is independent of the writer. Panics unless the text is
/// well-formed.
fn elements(text: &str) -> Vec<(String, SortedMap<String, String>)> {
    let mut elements = Vec::new();
    let mut open: Vec<String> = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        let between = &rest[..start];
        assert!(!between.contains('>'), "a stray > in {between:?}");
        entities(between);
        let mut inside = &rest[start + 1..];
        if let Some(name) = inside.strip_prefix('/') {
            let end = name.find('>').expect("a tag has an end");
            assert_eq!(open.pop().as_deref(), Some(&name[..end]), "tags are closed in their order");
            rest = &name[end + 1..];
            continue;
        }
        let name_end = inside.find([' ', '>', '/']).expect("a tag has an end");
        let name = inside[..name_end].to_owned();
        assert!(name.chars().all(|character| character.is_ascii_alphanumeric()), "{name:?}");
        inside = &inside[name_end..];
        let mut attributes = SortedMap::new();
        while let Some(attribute) = inside.strip_prefix(' ') {
            let (key, value) = attribute.split_once("=\"").expect("an attribute has a value in quotes");
            let (value, after) = value.split_once('"').expect("quotes are closed");
            assert!(key.chars().all(|character| character.is_ascii_alphanumeric() || "-:".contains(character)));
            assert!(!value.contains('<'), "{value:?}");
            entities(value);
            assert!(attributes.insert(key.to_owned(), value.to_owned()).is_none(), "{key} twice in {name}");
            inside = after;
        }
        let closed = inside.starts_with("/>");
        assert!(closed || inside.starts_with('>'), "{inside:.40}");
        if !closed {
            open.push(name.clone());
        }
        elements.push((name, attributes));
        rest = &inside[if closed { 2 } else { 1 }..];
    }
    assert!(open.is_empty() && rest.is_empty());
    elements
}

fn entities(text: &str) {
    for after in text.split('&').skip(1) {
        let known = ["amp;", "lt;", "gt;", "quot;", "#39;"];
        assert!(known.iter().any(|entity| after.starts_with(entity)), "&{after:.12}");
    }
}

fn is_inert(text: &str) {
    const ELEMENTS: [&str; 6] = ["svg", "g", "path", "text", "title", "a"];
    const ATTRIBUTES: [&str; 26] = [
        "aria-label",
        "class",
        "d",
        "data-id",
        "data-port",
        "fill",
        "font-family",
        "font-size",
        "font-weight",
        "height",
        "href",
        "role",
        "stroke",
        "stroke-dasharray",
        "stroke-linecap",
        "stroke-linejoin",
        "stroke-width",
        "text-anchor",
        "transform",
        "viewBox",
        "width",
        "x",
        "xmlns",
        "y",
        "data-source",
        "data-target",
    ];
    assert!(!text.contains(|character: char| character.is_control() || "\u{fffe}\u{ffff}".contains(character)));
    for (name, attributes) in elements(text) {
        assert!(ELEMENTS.contains(&name.as_str()), "{name}");
        for (key, value) in attributes {
            assert!(ATTRIBUTES.contains(&key.as_str()), "{key} of {name}");
            // As browsers parse it: only these characters are allowed in a scheme.
            let scheme = value.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase());
            let scheme =
                scheme.filter(|scheme| scheme.chars().all(|one| one.is_ascii_alphanumeric() || "+-.".contains(one)));
            assert!(key != "href" || scheme.is_none_or(|scheme| scheme == "https"), "{value}");
        }
    }
}

#[test]
fn no_name_becomes_markup() {
    for payload in PAYLOADS {
        let mut sketch = streaming();
        sketch.topology.title = payload.into();
        let mut links = SortedMap::new();
        for index in sketch.topology.graph.node_indices().collect::<Vec<_>>() {
            let vertex = &mut sketch.topology.graph[index];
            vertex.label = payload.into();
            vertex.detail = payload.into();
            vertex.badge = Some(descriptorium_core::topology::Badge::Text(payload.into()));
            if index.index() > 0 {
                vertex.path = NodePath::keys([payload, "x"]).index(index.index());
            }
            for port in &mut vertex.ports {
                port.type_name = Some(payload.into());
            }
            links.insert(vertex.path.clone(), payload.to_owned());
        }
        sketch.port(NodeIndex::new(2), payload, descriptorium_core::topology::PortKind::Input);
        for edge in sketch.topology.graph.edge_weights_mut() {
            edge.label = payload.into();
            edge.path = NodePath::keys([payload]);
        }
        let scene = layout(&sketch.topology, None);
        for theme in [None, Some(Theme::Light), Some(Theme::Dark)] {
            let text = svg(&scene, &SvgOptions { links: links.clone(), theme, ..SvgOptions::default() });
            is_inert(&text);
        }
    }
}

#[test]
fn links_lead_to_pages() {
    let sketch = streaming();
    let scene = layout(&sketch.topology, None);
    for (link, leads) in [
        ("../server/1.0/", true),
        ("https://example.com/a:b", true),
        ("#server", true),
        ("a?b:c", true),
        ("x:y", false),
    ] {
        let server = NodePath::keys(["composition", "server"]);
        let options = SvgOptions { links: SortedMap::from([(server, link.to_owned())]), ..SvgOptions::default() };
        let text = svg(&scene, &options);
        let hrefs: Vec<_> =
            elements(&text).into_iter().filter_map(|(_, mut attributes)| attributes.remove("href")).collect();
        assert_eq!(hrefs, if leads { vec![link.to_owned()] } else { Vec::new() });
    }
}

#[test]
fn every_box_and_connection_has_its_path() {
    let topology = grouped(20, 3);
    let scene = layout(&topology, None);
    let text = svg(&scene, &SvgOptions::default());
    let found: Vec<String> =
        elements(&text).into_iter().filter_map(|(_, mut attributes)| attributes.remove("data-id")).collect();
    let boxes = topology.graph.node_weights().map(|vertex| vertex.path.to_string());
    for path in boxes.chain(topology.graph.edge_weights().map(|edge| edge.path.to_string())) {
        assert!(found.contains(&path), "{path}");
    }
}

#[test]
fn a_standalone_diagram_has_colors_and_an_embedded_one_has_none() {
    let scene = layout(&streaming().topology, None);
    let colored = |theme: Option<Theme>| {
        let text = svg(&scene, &SvgOptions { theme, ..SvgOptions::default() });
        elements(&text).iter().filter(|(_, attributes)| attributes.contains_key("fill")).count()
    };
    let shapes = elements(&svg(&scene, &SvgOptions::default()))
        .iter()
        .filter(|(name, _)| ["path", "text"].contains(&name.as_str()))
        .count();
    let [none, light, dark] = [None, Some(Theme::Light), Some(Theme::Dark)].map(colored);
    assert_eq!((none, light, dark), (0, shapes, shapes));
}

#[test]
fn texts_are_large_enough_to_read() {
    let text =
        svg(&layout(&streaming().topology, None), &SvgOptions { theme: Some(Theme::Light), ..SvgOptions::default() });
    for (name, attributes) in elements(&text) {
        if name == "text" {
            let size: f64 = attributes["font-size"].parse().expect("a size is a number");
            assert!(size >= 11.0);
        }
    }
}
