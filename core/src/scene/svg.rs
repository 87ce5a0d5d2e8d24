//! Renders a scene as SVG: vectors with CSS classes for the page's colors, or with built-in colors. All text from a
//! descriptor goes through one writer that escapes it.

use super::markup::Markup;
use super::shape::{self, Figure, Line, number};
use super::{Connection, Scene, SceneBox};
use crate::sorted_map::SortedMap;
use crate::syntax::NodePath;
use crate::topology::{Badge, EdgeKind, PortKind, PortNeed};

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SvgOptions {
    /// The link targets of boxes.
    pub links: SortedMap<NodePath, String>,
    /// The colors and fonts to include, for use without our style sheet. Classes of the page still take precedence.
    pub theme: Option<Theme>,
    /// Invisible metadata, such as the source.
    pub metadata: Option<String>,
}

/// The background that the colors of a diagram are made for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Theme {
    Light,
    Dark,
}

/// Renders the scene as an `svg` element.
pub fn svg(scene: &Scene, options: &SvgOptions) -> String {
    let mut writer = Writer::new(options);
    let bounds = scene.bounds;
    let [x, y, width, height] = [bounds.x, bounds.y, bounds.width, bounds.height].map(number);
    writer.markup.start(
        "svg",
        &[
            ("xmlns", "http://www.w3.org/2000/svg"),
            ("class", "scene"),
            ("viewBox", &format!("{x} {y} {width} {height}")),
            ("width", &width),
            ("height", &height),
            // Links must not be inside an element with the role of an image.
            ("role", if options.links.is_empty() { "img" } else { "group" }),
            ("aria-label", &summary(scene)),
        ],
    );
    writer.look("scene");
    writer.markup.text.push('>');
    writer.markup.element("title", &[], &scene.title);
    if let Some(metadata) = &options.metadata {
        writer.markup.element("metadata", &[], metadata);
    }
    writer.group("frames");
    scene.boxes.iter().filter(|scene_box| scene_box.frame).for_each(|scene_box| draw_frame(&mut writer, scene_box));
    writer.markup.close("g");
    writer.group("connections");
    // Thin lines first, so that relationships are on top.
    for kind in [
        EdgeKind::Mapping,
        EdgeKind::Demand,
        EdgeKind::Offer,
        EdgeKind::Dependency,
        EdgeKind::Derivation,
        EdgeKind::Failure,
        EdgeKind::Success,
        EdgeKind::Relationship,
    ] {
        let of_kind = || scene.connections.iter().filter(move |connection| connection.kind == kind);
        of_kind().for_each(|connection| draw_connection(&mut writer, connection));
        // Above the gaps that lines leave in others.
        for connection in of_kind().filter(|connection| !connection.joints.is_empty()) {
            writer.shape(&format!("joint {}", kind.class()), &shape::joints_path(connection));
        }
    }
    writer.markup.close("g");
    writer.group("boxes");
    for scene_box in &scene.boxes {
        if scene_box.frame { draw_flags(&mut writer, scene_box) } else { draw_box(&mut writer, scene_box) }
    }
    writer.markup.close("g");
    writer.markup.close("svg");
    writer.markup.text
}

/// A one-sentence summary for screen readers.
fn summary(scene: &Scene) -> String {
    let boxes = scene.boxes.iter().filter(|scene_box| !scene_box.frame).count();
    let connections = scene.connections.len();
    let (box_noun, connection_noun) =
        (if boxes == 1 { "box" } else { "boxes" }, if connections == 1 { "connection" } else { "connections" });
    format!("{}: {boxes} {box_noun}, {connections} {connection_noun}", scene.title)
}

fn draw_frame(writer: &mut Writer<'_>, scene_box: &SceneBox) {
    let figure = shape::figure(scene_box, Badge::to_string);
    open_box(writer, scene_box, "frame");
    writer.shape("outline", &figure.outline);
    draw_header(writer, scene_box, &figure);
    close_box(writer, scene_box);
}

/// Ports on the border of a frame, above the connections.
fn draw_flags(writer: &mut Writer<'_>, scene_box: &SceneBox) {
    if scene_box.ports.is_empty() {
        return;
    }
    open_box(writer, scene_box, "frame-ports");
    draw_ports(writer, scene_box, &shape::figure(scene_box, Badge::to_string));
    close_box(writer, scene_box);
}

fn draw_box(writer: &mut Writer<'_>, scene_box: &SceneBox) {
    let figure = shape::figure(scene_box, Badge::to_string);
    open_box(writer, scene_box, "box");
    figure.cards.iter().for_each(|card| writer.shape("card", card));
    writer.shape("outline", &figure.outline);
    writer.shape("head", &figure.head);
    draw_header(writer, scene_box, &figure);
    draw_ports(writer, scene_box, &figure);
    close_box(writer, scene_box);
}

fn open_box(writer: &mut Writer<'_>, scene_box: &SceneBox, class: &str) {
    let target = writer.options.links.get(&scene_box.path).filter(|target| is_safe_link(target));
    if let Some(target) = target {
        writer.markup.open("a", &[("href", target)]);
    }
    let kind = scene_box.kind.class();
    writer.markup.open(
        "g",
        &[
            ("class", &format!("{class} {kind}")),
            ("data-id", &scene_box.path.to_string()),
            ("transform", &format!("translate({} {})", number(scene_box.rect.x), number(scene_box.rect.y))),
        ],
    );
    (writer.kind, writer.is_frame) = (kind, class == "frame");
}

fn close_box(writer: &mut Writer<'_>, scene_box: &SceneBox) {
    writer.markup.close("g");
    writer.kind = "";
    if writer.options.links.get(&scene_box.path).is_some_and(|target| is_safe_link(target)) {
        writer.markup.close("a");
    }
}

fn draw_header(writer: &mut Writer<'_>, scene_box: &SceneBox, figure: &Figure) {
    let badge = scene_box.badge.as_ref().map_or(String::new(), |badge| format!(", {badge}"));
    let kind = shape::kind_label(scene_box.kind);
    writer.markup.element("title", &[], &format!("{}: {kind} {}{badge}", scene_box.label, scene_box.detail));
    writer.shape("icon", &figure.icon);
    writer.shape("sign", &figure.sign);
    writer.line(if scene_box.frame { "label title" } else { "label" }, &figure.label);
    writer.line("detail", &figure.detail);
    for badge in figure.badge.iter().chain(&figure.marks) {
        writer.shape("badge", &badge.outline);
        writer.line("badge-text", &badge.text);
    }
}

fn draw_ports(writer: &mut Writer<'_>, scene_box: &SceneBox, figure: &Figure) {
    let shown = scene_box.ports.iter().zip(&figure.ports).filter(|(port, _)| port.need != PortNeed::Optional);
    for (port, figure) in shown {
        let class = port_class(port.kind);
        let missing = if port.need == PortNeed::Missing { " missing" } else { "" };
        writer.markup.open("g", &[("class", &format!("port {class}{missing}")), ("data-port", &port.name)]);
        let type_name = port.type_name.as_deref().map_or(String::new(), |name| format!(": {name}"));
        let lacks = match port.need {
            PortNeed::Missing if port.kind.is_value() => ", required and not set",
            PortNeed::Missing => ", required and not connected",
            PortNeed::Plain | PortNeed::Optional => "",
        };
        let noun = shape::port_noun(scene_box.kind, port);
        writer.markup.element("title", &[], &format!("{noun} {}{type_name}{lacks}", port.name));
        if let Some(flag) = &figure.flag {
            writer.shape("flag", flag);
        }
        writer.shape(&format!("glyph {class}{missing}"), &figure.glyph);
        writer.line("port-name", &figure.label);
        writer.markup.close("g");
    }
}

fn draw_connection(writer: &mut Writer<'_>, connection: &Connection) {
    let class = connection.kind.class();
    writer.markup.open("g", &[("class", &format!("connection {class}")), ("data-id", &connection.path.to_string())]);
    writer.markup.element("title", &[], &connection.label);
    let path = shape::connection_path(connection);
    writer.shape("casing", &path);
    writer.connection(class, &path);
    if let Some(arrow) = shape::arrow_path(connection) {
        writer.shape(&format!("arrow {class}"), &arrow);
    }
    if let Some(label) = shape::connection_label(connection) {
        writer.line("port-name", &label);
    }
    writer.markup.close("g");
}

fn port_class(kind: PortKind) -> &'static str {
    match kind {
        PortKind::Capability => "capability",
        PortKind::Requirement => "requirement",
        PortKind::Input => "input",
        PortKind::Output => "output",
    }
}

/// Whether a link leads to a page: relative, or with a scheme that cannot execute code.
fn is_safe_link(target: &str) -> bool {
    // Browsers skip spaces and control characters before and inside a scheme.
    let plain: String = target.chars().filter(|character| !character.is_control() && *character != ' ').collect();
    let plain = plain.to_ascii_lowercase();
    match plain.find([':', '/', '?', '#']) {
        Some(at) if plain.get(at..).is_some_and(|rest| rest.starts_with(':')) => {
            ["http:", "https:"].iter().any(|scheme| plain.starts_with(scheme))
        }
        _ => true,
    }
}

/// Writes a diagram, with built-in colors if requested.
struct Writer<'a> {
    options: &'a SvgOptions,
    markup: Markup,
    /// The kind of the current box, and whether it is a frame.
    kind: &'static str,
    is_frame: bool,
}

impl<'a> Writer<'a> {
    fn new(options: &'a SvgOptions) -> Self {
        Writer { options, markup: Markup::default(), kind: "", is_frame: false }
    }

    fn group(&mut self, class: &str) {
        self.markup.open("g", &[("class", class)]);
    }

    fn shape(&mut self, class: &str, path: &str) {
        self.markup.start("path", &[("class", class), ("d", path)]);
        self.look(class);
        self.markup.text.push_str("/>");
    }

    fn connection(&mut self, class: &'static str, path: &str) {
        self.markup.start("path", &[("class", "line"), ("d", path)]);
        self.look(class);
        self.markup.text.push_str("/>");
    }

    fn line(&mut self, class: &str, line: &Line) {
        if !line.text.is_empty() {
            self.markup.start_line(class, line);
            self.look(class);
            self.markup.end_line(line);
        }
    }

    /// The colors of a standalone diagram: those of the canvas (public/tokens.css).
    fn look(&mut self, class: &str) {
        let Some(theme) = self.options.theme else { return };
        let Palette { surface, overlay, frame, wire, wire_strong, text, text_muted, on_kind, warning } = palette(theme);
        let (solid, faint) = colors(self.kind, theme);
        let attributes: &[(&str, &str)] = match class {
            "scene" => return self.font(),
            "outline" => return self.outline(solid, if self.is_frame { surface } else { overlay }),
            "card" => &[("fill", faint), ("stroke", solid), ("stroke-width", "1")],
            "head" => &[("fill", faint), ("stroke", "none")],
            "icon" => &[("fill", solid), ("stroke", "none")],
            "sign" => &[
                ("fill", "none"),
                ("stroke", on_kind),
                ("stroke-width", "1.5"),
                ("stroke-linecap", "round"),
                ("stroke-linejoin", "round"),
            ],
            "label" => &[("fill", text), ("font-size", "14"), ("font-weight", "600")],
            "label title" => &[("fill", text), ("font-size", "16"), ("font-weight", "650")],
            "detail" => &[("fill", text_muted), ("font-size", "11.5")],
            "badge" => &[("fill", solid), ("stroke", "none")],
            "badge-text" => &[("fill", on_kind), ("font-size", "11.5"), ("font-weight", "600")],
            "flag" => &[("fill", overlay), ("stroke", frame)],
            "port-name" => &[("fill", text_muted), ("font-size", "11.5")],
            "glyph capability" => &[("fill", wire_strong), ("stroke", surface), ("stroke-width", "1.5")],
            "glyph requirement" => &[("fill", surface), ("stroke", wire_strong), ("stroke-width", "2")],
            "glyph requirement missing" => {
                &[("fill", surface), ("stroke", warning), ("stroke-width", "2"), ("stroke-dasharray", "2 1.5")]
            }
            "glyph input missing" => {
                &[("fill", surface), ("stroke", warning), ("stroke-width", "1.75"), ("stroke-linejoin", "round")]
            }
            "glyph input" | "glyph output" => {
                &[("fill", wire), ("stroke", wire), ("stroke-width", "1"), ("stroke-linejoin", "round")]
            }
            "casing" => &[("fill", "none"), ("stroke", surface), ("stroke-width", "6")],
            "relationship" | "success" => &[("fill", "none"), ("stroke", wire_strong), ("stroke-width", "2.25")],
            "mapping" => &[("fill", "none"), ("stroke", wire), ("stroke-width", "1.5")],
            "dependency" => {
                &[("fill", "none"), ("stroke", wire_strong), ("stroke-width", "1.5"), ("stroke-dasharray", "6 4")]
            }
            "failure" => &[("fill", "none"), ("stroke", warning), ("stroke-width", "1.5"), ("stroke-dasharray", "6 4")],
            "derivation" => &[("fill", "none"), ("stroke", wire_strong), ("stroke-width", "1.75")],
            "offer" => &[("fill", "none"), ("stroke", wire), ("stroke-width", "1.5")],
            "demand" => &[("fill", "none"), ("stroke", wire), ("stroke-width", "1.5"), ("stroke-dasharray", "2 3")],
            "arrow derivation" => &[("fill", surface), ("stroke", wire_strong), ("stroke-width", "1.5")],
            "arrow offer" | "arrow demand" | "joint offer" | "joint demand" => &[("fill", wire)],
            "arrow failure" | "joint failure" => &[("fill", warning)],
            "arrow relationship" | "arrow dependency" | "arrow success" | "joint relationship" | "joint dependency"
            | "joint success" | "joint derivation" => &[("fill", wire_strong)],
            "joint mapping" => &[("fill", wire)],
            _ => return,
        };
        attributes.iter().for_each(|(name, value)| self.markup.attribute(name, value));
    }

    /// The outline of a box in the color of its kind, dashed for what is defined elsewhere and dotted for what is not.
    fn outline(&mut self, solid: &str, fill: &str) {
        let dash = match self.kind {
            "group" | "unknown" | "type-section" => Some("2 3"),
            "reference" | "foreign-type" => Some("5 4"),
            _ => None,
        };
        let attributes = [("fill", fill), ("stroke", solid), ("stroke-width", "1.5")].into_iter();
        let attributes = attributes.chain(dash.map(|dash| ("stroke-dasharray", dash)));
        attributes.for_each(|(name, value)| self.markup.attribute(name, value));
    }

    fn font(&mut self) {
        self.markup.attribute(
            "font-family",
            "Inter, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
        );
    }
}

/// The colors that do not depend on the kind of a box, by their names in public/tokens.css.
struct Palette {
    surface: &'static str,
    overlay: &'static str,
    frame: &'static str,
    wire: &'static str,
    wire_strong: &'static str,
    text: &'static str,
    text_muted: &'static str,
    on_kind: &'static str,
    warning: &'static str,
}

fn palette(theme: Theme) -> Palette {
    match theme {
        Theme::Light => Palette {
            surface: "#ffffff",
            overlay: "#ffffff",
            frame: "#7f899c",
            wire: "#737d93",
            wire_strong: "#36415a",
            text: "#1b1f2a",
            text_muted: "#596174",
            on_kind: "#ffffff",
            warning: "#b25e00",
        },
        Theme::Dark => Palette {
            surface: "#1a1b20",
            overlay: "#25272e",
            frame: "#757e90",
            wire: "#868fa3",
            wire_strong: "#c3cbdb",
            text: "#e3e6ed",
            text_muted: "#9ba3b4",
            on_kind: "#12141a",
            warning: "#f5a742",
        },
    }
}

/// The solid and the faint color of a box kind (`--kind` and `--kind-faint` in public/tokens.css).
fn colors(kind: &str, theme: Theme) -> (&'static str, &'static str) {
    let (light, dark) = match kind {
        "resource" | "location" | "capability-type" => (("#0b7a6f", "#e7f5f2"), ("#58cbbd", "#16312e")),
        "assembly" => (("#3f56c8", "#eef1fd"), ("#94a8ff", "#232a48")),
        "unknown" => (("#b25e00", "#fdf2e2"), ("#f5a742", "#372a17")),
        "reference" | "group" => (("#7a3fb0", "#f6f0fd"), ("#c6a1ff", "#2a213d")),
        "node-template" | "connection-point" | "cluster" | "node-type" => {
            (("#1a6ca8", "#e8f3fb"), ("#6cb9f0", "#17303f"))
        }
        "deployment-item" | "chart" | "step" | "other-type" => (("#9c4a1c", "#fbf0e9"), ("#f0a070", "#3a261a")),
        "demand" => (("#a3266b", "#fcecf4"), ("#f08abd", "#3a1c2d")),
        "boundary" => (("#7f899c", "#f3f4f7"), ("#757e90", "#262932")),
        _ => (("#596174", "#f0f2f6"), ("#a3abbc", "#262932")),
    };
    if theme == Theme::Light { light } else { dark }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value of a token of the style sheet, for light and for dark pages.
    fn token(name: &str) -> Option<(&'static str, &'static str)> {
        const STYLE: &str = include_str!("../../../public/tokens.css");
        let (_, rest) = STYLE.split_once(&format!("\n  --{name}: light-dark("))?;
        rest.split_once(')')?.0.split_once(", ")
    }

    #[test]
    fn colors_are_those_of_the_style_sheet() {
        let [light, dark] = [Theme::Light, Theme::Dark].map(palette);
        for (name, light, dark) in [
            ("surface", light.surface, dark.surface),
            ("surface-overlay", light.overlay, dark.overlay),
            ("frame", light.frame, dark.frame),
            ("wire", light.wire, dark.wire),
            ("wire-strong", light.wire_strong, dark.wire_strong),
            ("text", light.text, dark.text),
            ("text-muted", light.text_muted, dark.text_muted),
            ("on-kind", light.on_kind, dark.on_kind),
            ("warning", light.warning, dark.warning),
        ] {
            assert_eq!(token(name), Some((light, dark)), "{name}");
        }
        for (kind, name) in [
            ("resource", "resource"),
            ("assembly", "assembly"),
            ("unknown", "warning"),
            ("reference", "reference"),
            ("node-template", "node"),
            ("chart", "deployment"),
            ("demand", "demand"),
            ("", "neutral"),
        ] {
            let [light, dark] = [Theme::Light, Theme::Dark].map(|theme| colors(kind, theme));
            assert_eq!(token(name), Some((light.0, dark.0)), "{name}");
            assert_eq!(token(&format!("{name}-faint")), Some((light.1, dark.1)), "{name}");
        }
    }
}
