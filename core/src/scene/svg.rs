//! A scene as SVG text: plain vectors with classes for the page's colors, or with colors of its own. Everything that
//! comes from a descriptor goes through one writer that lets no text become markup.

use std::collections::BTreeMap;

use super::shape::{self, Anchor, Figure, Line, number};
use super::{Scene, SceneBox, Wire};
use crate::syntax::NodePath;
use crate::text::is_deceptive;
use crate::topology::{EdgeKind, PortKind, VertexKind};

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SvgOptions {
    /// Where a click on a box leads.
    pub links: BTreeMap<NodePath, String>,
    /// Whether the drawing brings its own colors and fonts, for places where no style sheet of ours is. A page's
    /// classes still go before them.
    pub standalone: bool,
    /// What the picture carries unseen, such as what it was made of.
    pub metadata: Option<String>,
}

/// The scene as an `svg` element.
pub fn svg(scene: &Scene, options: &SvgOptions) -> String {
    let mut markup = Markup::new(options);
    let bounds = scene.bounds;
    let [x, y, width, height] = [bounds.x, bounds.y, bounds.width, bounds.height].map(number);
    markup.start(
        "svg",
        &[
            ("xmlns", "http://www.w3.org/2000/svg"),
            ("class", "scene"),
            ("viewBox", &format!("{x} {y} {width} {height}")),
            ("width", &width),
            ("height", &height),
            // What can be followed must not lie in what is a single picture.
            ("role", if options.links.is_empty() { "img" } else { "group" }),
            ("aria-label", &summary(scene)),
        ],
    );
    markup.look("scene");
    markup.text.push('>');
    markup.element("title", &[], &scene.title);
    if let Some(metadata) = &options.metadata {
        markup.element("metadata", &[], metadata);
    }
    markup.group("frames");
    scene.boxes.iter().filter(|scene_box| scene_box.frame).for_each(|scene_box| draw_frame(&mut markup, scene_box));
    markup.close("g");
    markup.group("wires");
    // The thin ones first, so that relationships lie on top.
    for kind in [EdgeKind::Mapping, EdgeKind::Dependency, EdgeKind::Relationship] {
        scene.wires.iter().filter(|wire| wire.kind == kind).for_each(|wire| draw_wire(&mut markup, wire));
    }
    markup.close("g");
    markup.group("boxes");
    for scene_box in &scene.boxes {
        if scene_box.frame { draw_flags(&mut markup, scene_box) } else { draw_box(&mut markup, scene_box) }
    }
    markup.close("g");
    markup.close("svg");
    markup.text
}

/// What the drawing shows, in a sentence for those who do not see it.
fn summary(scene: &Scene) -> String {
    let boxes = scene.boxes.iter().filter(|scene_box| !scene_box.frame).count();
    format!("{}: {boxes} boxes, {} connections", scene.title, scene.wires.len())
}

fn draw_frame(markup: &mut Markup<'_>, scene_box: &SceneBox) {
    let figure = shape::figure(scene_box);
    open_box(markup, scene_box, "frame");
    markup.shape("outline", &figure.outline);
    draw_header(markup, scene_box, &figure);
    close_box(markup, scene_box);
}

/// What stands on the border of a frame, over the wires.
fn draw_flags(markup: &mut Markup<'_>, scene_box: &SceneBox) {
    if scene_box.ports.is_empty() {
        return;
    }
    open_box(markup, scene_box, "frame-ports");
    draw_ports(markup, scene_box, &shape::figure(scene_box));
    close_box(markup, scene_box);
}

fn draw_box(markup: &mut Markup<'_>, scene_box: &SceneBox) {
    let figure = shape::figure(scene_box);
    open_box(markup, scene_box, "box");
    figure.cards.iter().for_each(|card| markup.shape("card", card));
    markup.shape("outline", &figure.outline);
    draw_header(markup, scene_box, &figure);
    draw_ports(markup, scene_box, &figure);
    close_box(markup, scene_box);
}

fn open_box(markup: &mut Markup<'_>, scene_box: &SceneBox, class: &str) {
    let target = markup.options.links.get(&scene_box.path).filter(|target| is_safe_link(target));
    if let Some(target) = target {
        markup.open("a", &[("href", target)]);
    }
    let kind = kind_class(scene_box.kind);
    markup.open(
        "g",
        &[
            ("class", &format!("{class} {kind}")),
            ("data-id", &scene_box.path.to_string()),
            ("transform", &format!("translate({} {})", number(scene_box.rect.x), number(scene_box.rect.y))),
        ],
    );
    markup.kind = kind;
}

fn close_box(markup: &mut Markup<'_>, scene_box: &SceneBox) {
    markup.close("g");
    markup.kind = "";
    if markup.options.links.get(&scene_box.path).is_some_and(|target| is_safe_link(target)) {
        markup.close("a");
    }
}

fn draw_header(markup: &mut Markup<'_>, scene_box: &SceneBox, figure: &Figure) {
    let badge = scene_box.badge.as_deref().map_or(String::new(), |badge| format!(", {badge}"));
    let kind = shape::kind_label(scene_box.kind);
    markup.element("title", &[], &format!("{}: {kind} {}{badge}", scene_box.label, scene_box.detail));
    markup.shape("icon", &figure.icon);
    markup.shape("sign", &figure.sign);
    markup.line("label", &figure.label);
    markup.line("detail", &figure.detail);
    if let Some(badge) = &figure.badge {
        markup.shape("badge", &badge.outline);
        markup.line("badge-text", &badge.text);
    }
}

fn draw_ports(markup: &mut Markup<'_>, scene_box: &SceneBox, figure: &Figure) {
    for (port, figure) in scene_box.ports.iter().zip(&figure.ports) {
        let class = port_class(port.kind);
        markup.open("g", &[("class", &format!("port {class}")), ("data-port", &port.name)]);
        let type_name = port.type_name.as_deref().map_or(String::new(), |name| format!(": {name}"));
        markup.element("title", &[], &format!("{} {}{type_name}", shape::port_label(port.kind), port.name));
        if let Some(flag) = &figure.flag {
            markup.shape("flag", flag);
        }
        markup.shape(&format!("glyph {class}"), &figure.glyph);
        markup.line("port-name", &figure.label);
        markup.close("g");
    }
}

fn draw_wire(markup: &mut Markup<'_>, wire: &Wire) {
    let class = wire_class(wire.kind);
    markup.open("g", &[("class", &format!("wire {class}")), ("data-id", &wire.path.to_string())]);
    markup.element("title", &[], &wire.label);
    markup.wire(class, &shape::wire_path(wire));
    if let Some(arrow) = shape::arrow_path(wire) {
        markup.shape(&format!("arrow {class}"), &arrow);
    }
    markup.close("g");
}

fn wire_class(kind: EdgeKind) -> &'static str {
    match kind {
        EdgeKind::Relationship => "relationship",
        EdgeKind::Mapping => "mapping",
        EdgeKind::Dependency => "dependency",
    }
}

fn kind_class(kind: VertexKind) -> &'static str {
    match kind {
        VertexKind::Boundary => "boundary",
        VertexKind::Resource => "resource",
        VertexKind::Assembly => "assembly",
        VertexKind::Unknown => "unknown",
        VertexKind::Reference => "reference",
        VertexKind::NodeTemplate => "node-template",
        VertexKind::Group => "group",
        VertexKind::DeploymentItem => "deployment-item",
        VertexKind::Demand => "demand",
        VertexKind::Constraint => "constraint",
        VertexKind::Location => "location",
    }
}

fn port_class(kind: PortKind) -> &'static str {
    match kind {
        PortKind::Capability => "capability",
        PortKind::Requirement => "requirement",
        PortKind::Input => "input",
        PortKind::Output => "output",
    }
}

/// Whether a link leads to a page: relative, or of a scheme that runs nothing.
fn is_safe_link(target: &str) -> bool {
    // Browsers skip spaces and control characters in front of a scheme and within it.
    let plain: String = target.chars().filter(|character| !character.is_control() && *character != ' ').collect();
    let plain = plain.to_ascii_lowercase();
    match plain.find([':', '/', '?', '#']) {
        Some(at) if plain.get(at..).is_some_and(|rest| rest.starts_with(':')) => {
            ["http:", "https:"].iter().any(|scheme| plain.starts_with(scheme))
        }
        _ => true,
    }
}

/// Writes elements; the only way from text to markup.
struct Markup<'a> {
    options: &'a SvgOptions,
    text: String,
    /// The kind of the box that is being drawn.
    kind: &'static str,
}

impl<'a> Markup<'a> {
    fn new(options: &'a SvgOptions) -> Self {
        Markup { options, text: String::new(), kind: "" }
    }

    fn open(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.start(name, attributes);
        self.text.push('>');
    }

    fn start(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.text.push('<');
        self.text.push_str(name);
        attributes.iter().for_each(|(name, value)| self.attribute(name, value));
    }

    fn attribute(&mut self, name: &str, value: &str) {
        self.text.push(' ');
        self.text.push_str(name);
        self.text.push_str("=\"");
        escape(&mut self.text, value);
        self.text.push('"');
    }

    fn close(&mut self, name: &str) {
        self.text.push_str("</");
        self.text.push_str(name);
        self.text.push('>');
    }

    fn group(&mut self, class: &str) {
        self.open("g", &[("class", class)]);
    }

    fn element(&mut self, name: &str, attributes: &[(&str, &str)], content: &str) {
        self.open(name, attributes);
        escape(&mut self.text, content);
        self.close(name);
    }

    fn shape(&mut self, class: &str, path: &str) {
        self.start("path", &[("class", class), ("d", path)]);
        self.look(class);
        self.text.push_str("/>");
    }

    fn wire(&mut self, class: &'static str, path: &str) {
        self.start("path", &[("class", "line"), ("d", path)]);
        self.look(class);
        self.text.push_str("/>");
    }

    fn line(&mut self, class: &str, line: &Line) {
        if line.text.is_empty() {
            return;
        }
        let anchor = match line.anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let [x, y] = [number(line.at.x), number(line.at.y)];
        self.start("text", &[("class", class), ("x", &x), ("y", &y), ("text-anchor", anchor)]);
        self.look(class);
        self.text.push('>');
        escape(&mut self.text, &line.text);
        self.close("text");
    }

    /// The colors of a standalone drawing.
    fn look(&mut self, class: &str) {
        if !self.options.standalone {
            return;
        }
        let accent = accent(self.kind);
        let attributes: &[(&str, &str)] = match class {
            "scene" => return self.font(),
            "outline" => outline(self.kind),
            "card" => &[("fill", "#ffffff"), ("stroke", "#aab4c0")],
            "icon" => return self.paint(accent, "none"),
            "sign" => &[
                ("fill", "none"),
                ("stroke", "#ffffff"),
                ("stroke-width", "1.3"),
                ("stroke-linecap", "round"),
                ("stroke-linejoin", "round"),
            ],
            "label" => &[("fill", "#17202b"), ("font-size", "13"), ("font-weight", "600")],
            "detail" => &[("fill", "#596675"), ("font-size", "11")],
            "badge" => &[("fill", "#eef1f5"), ("stroke", "#c3ccd6")],
            "badge-text" => &[("fill", "#3a4756"), ("font-size", "11"), ("font-weight", "600")],
            "flag" => &[("fill", "#ffffff"), ("stroke", "#b4bfcb")],
            "port-name" => &[("fill", "#2f3b49"), ("font-size", "11")],
            "glyph capability" => &[("fill", "#c2570c"), ("stroke", "#ffffff")],
            "glyph requirement" => &[("fill", "#ffffff"), ("stroke", "#c2570c"), ("stroke-width", "1.5")],
            "glyph input" => &[("fill", "#ffffff"), ("stroke", "#2f6db5"), ("stroke-width", "1.3")],
            "glyph output" => &[("fill", "#2f6db5"), ("stroke", "#2f6db5"), ("stroke-width", "1.3")],
            "relationship" => &[("fill", "none"), ("stroke", "#c2570c"), ("stroke-width", "2")],
            "mapping" => &[("fill", "none"), ("stroke", "#5b8fce"), ("stroke-width", "1.2")],
            "dependency" => {
                &[("fill", "none"), ("stroke", "#76828f"), ("stroke-width", "1.5"), ("stroke-dasharray", "5 4")]
            }
            "arrow relationship" => &[("fill", "#c2570c")],
            "arrow dependency" => &[("fill", "#76828f")],
            _ => return,
        };
        attributes.iter().for_each(|(name, value)| self.attribute(name, value));
    }

    fn paint(&mut self, fill: &str, stroke: &str) {
        self.attribute("fill", fill);
        self.attribute("stroke", stroke);
    }

    fn font(&mut self) {
        self.attribute(
            "font-family",
            "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
        );
    }
}

fn accent(kind: &str) -> &'static str {
    match kind {
        "assembly" => "#5b4bc4",
        "reference" => "#64748b",
        "unknown" => "#b45309",
        "group" | "location" => "#7c3aed",
        "boundary" => "#334155",
        "demand" => "#0369a1",
        "constraint" => "#9d174d",
        _ => "#0f766e",
    }
}

fn outline(kind: &str) -> &'static [(&'static str, &'static str)] {
    match kind {
        "boundary" => &[("fill", "#f5f7fa"), ("stroke", "#8795a5"), ("stroke-width", "1.5")],
        "group" => &[("fill", "#faf8ff"), ("stroke", "#a78bda"), ("stroke-dasharray", "2 3"), ("stroke-width", "1.5")],
        "reference" => {
            &[("fill", "#f8fafc"), ("stroke", "#64748b"), ("stroke-dasharray", "6 4"), ("stroke-width", "1.3")]
        }
        "unknown" => &[("fill", "#fff9ed"), ("stroke", "#d97706"), ("stroke-width", "1.8")],
        _ => &[("fill", "#ffffff"), ("stroke", "#aab4c0"), ("stroke-width", "1.2")],
    }
}

/// Writes text so that it is text wherever it stands, between tags or in quotes; characters that XML forbids, or that
/// turn the text around them, are replaced.
fn escape(out: &mut String, text: &str) {
    let is_harmless = |byte: u8| matches!(byte, b' '..=b'~') && !matches!(byte, b'&' | b'<' | b'>' | b'"' | b'\'');
    let mut rest = text;
    while let Some(at) = rest.bytes().position(|byte| !is_harmless(byte)) {
        out.push_str(&rest[..at]);
        let mut characters = rest[at..].chars();
        match characters.next() {
            Some('&') => out.push_str("&amp;"),
            Some('<') => out.push_str("&lt;"),
            Some('>') => out.push_str("&gt;"),
            Some('"') => out.push_str("&quot;"),
            Some('\'') => out.push_str("&#39;"),
            Some('\n' | '\t') => out.push(' '),
            Some(character) if is_deceptive(character) => out.push(char::REPLACEMENT_CHARACTER),
            Some(character) => out.push(character),
            None => {}
        }
        rest = characters.as_str();
    }
    out.push_str(rest);
}
