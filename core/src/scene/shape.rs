//! The shapes of boxes, ports and connections, shared by the SVG writer and the canvas.
//!
//! The figure of a box is relative to its top left corner, so a box is moved by a single translation.

use std::borrow::Cow;
use std::fmt::Write;

use super::icon::sign;
use super::measure::{clip, text_width};
use super::{Connection, Rect, SceneBox, ScenePort};
use crate::symbol::DescriptorRef;
use crate::topology::diagrams::{DERIVE, DERIVED_FROM};
use crate::topology::{self, EdgeKind, Point, Port, PortKind, Vertex, VertexKind};

/// The height of a box's header with name and type.
pub const HEADER: f64 = 46.0;
/// The height of a port.
pub const ROW: f64 = 20.0;
/// The space below the last port.
pub const FOOT: f64 = 10.0;
/// The height of a frame's header.
pub const FRAME_HEADER: f64 = 52.0;
/// The height of a port on the border of a frame. The same as that of a port, so that connections between them are
/// straight.
pub const FLAG: f64 = ROW;

/// The font sizes of the names of boxes and frames, and of everything else.
const LABEL_SIZE: f64 = 14.0;
const FRAME_SIZE: f64 = 16.0;
pub const SMALL_SIZE: f64 = 11.5;
/// The additional width of bold text.
const BOLD: f64 = 1.04;
/// From the left side of a box to its name.
const LABEL_AT: f64 = 47.0;
/// The height of the line of a title relative to its font size.
const LEADING: f64 = 1.18;

const MIN_WIDTH: f64 = 160.0;
const MAX_WIDTH: f64 = 280.0;
const WIDTH_STEP: f64 = 20.0;
const MAX_FLAG: f64 = 216.0;
/// From the border of a box to the name of a port.
const PORT_INSET: f64 = 13.0;
const RADIUS: f64 = 9.0;

/// The shapes of a box, relative to its top left corner.
#[derive(Clone, PartialEq, Debug)]
pub struct Figure {
    /// The stacked cards of a box with several instances, from back to front.
    pub cards: Vec<String>,
    pub outline: String,
    /// The background of the header; empty for frames, and where the whole box has the color of its kind.
    pub head: String,
    /// A tile, and the icon in it.
    pub icon: String,
    pub sign: String,
    pub label: Line,
    /// More lines of the name, where it may wrap.
    pub label_rest: Vec<Line>,
    /// The font size of the name.
    pub label_size: f64,
    pub detail: Line,
    pub badge: Option<Badge>,
    /// One for each mark of the box, on its lower border.
    pub marks: Vec<Badge>,
    /// One for each port of the box, in order.
    pub ports: Vec<PortFigure>,
}

/// How much of a box is shown. At a small zoom, its name grows into the space of what is left out, so that it stays
/// legible.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum Detail {
    #[default]
    Full,
    /// The header and the number of ports instead of their names, with a name of this font size.
    Head(f64),
    /// Only the name, at this font size, in a box with the color of its kind.
    Block(f64),
}

impl Detail {
    pub fn is_block(self) -> bool {
        matches!(self, Detail::Block(_))
    }
}

/// A line of text, clipped to fit.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// The end, start or middle of its baseline.
    pub at: Point,
    pub anchor: Anchor,
    pub text: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Badge {
    pub outline: String,
    pub text: Line,
}

#[derive(Clone, PartialEq, Debug)]
pub struct PortFigure {
    /// The background of the name, at the border of a frame; drawn above connections.
    pub flag: Option<String>,
    pub glyph: String,
    pub label: Line,
}

impl PortKind {
    /// Whether the port is on the left side.
    pub fn is_left(self) -> bool {
        match self {
            PortKind::Requirement | PortKind::Input => true,
            PortKind::Capability | PortKind::Output => false,
        }
    }

    /// Whether the port carries a value rather than a relationship.
    pub fn is_value(self) -> bool {
        match self {
            PortKind::Input | PortKind::Output => true,
            PortKind::Capability | PortKind::Requirement => false,
        }
    }
}

/// The width and height of the box of `vertex` without contents.
pub fn size(vertex: &Vertex) -> (f64, f64) {
    let badge = vertex.badge.as_ref().map_or(0.0, |badge| badge_width(&badge.to_string()) + 24.0);
    let label = LABEL_AT + label_width(&vertex.label) + 12.0;
    let detail = LABEL_AT + text_width(&short_type(&vertex.detail), SMALL_SIZE) + 12.0;
    let texts =
        vertex.ports.iter().map(|port| (port.kind, port_text(vertex.kind, &port.name, port.type_name.as_deref())));
    let (left, right) = name_widths(texts);
    let rows = left + right + if left > 0.0 && right > 0.0 { 16.0 } else { 0.0 } + 2.0 * PORT_INSET;
    let width = label.max(detail).max(rows).max(badge).clamp(MIN_WIDTH, MAX_WIDTH);
    let lefts = vertex.ports.iter().filter(|port| port.kind.is_left()).count();
    let most = lefts.max(vertex.ports.len() - lefts);
    let height = if most == 0 { HEADER } else { row(most) - ROW / 2.0 + FOOT };
    ((width / WIDTH_STEP).ceil() * WIDTH_STEP, height)
}

/// The width of the name of a box.
pub fn label_width(label: &str) -> f64 {
    text_width(label, LABEL_SIZE) * BOLD
}

/// The offset of the port in row `index` from the top of its box.
pub fn row(index: usize) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "no box has that many ports")]
    let index = index as f64;
    HEADER + ROW * (index + 0.5)
}

/// The offset of a connection without a port from the top of its box.
pub const SIDE: f64 = 22.0;

/// The width of a port's flag on the border of a frame.
pub fn flag_width(port: &Port) -> f64 {
    flag_width_of(&flag_text(&port.name, port.part().and(port.type_name.as_deref())))
}

/// The flag of a port on the border of a frame, at offset `y` from its top.
pub fn flag_rect(frame: Rect, port: &Port, y: f64) -> Rect {
    flag(frame, port.kind, flag_width(port), y)
}

fn flag_width_of(text: &str) -> f64 {
    (text_width(text, SMALL_SIZE) + 24.0).min(MAX_FLAG).ceil()
}

/// The text of a port's flag: its name, and the networks of a connection point.
fn flag_text<'a>(name: &'a str, networks: Option<&str>) -> Cow<'a, str> {
    networks.map_or(Cow::Borrowed(name), |networks| Cow::Owned(format!("{name} · {networks}")))
}

impl ScenePort {
    /// The networks of a connection point.
    pub fn networks(&self) -> Option<&str> {
        self.path.as_ref().and(self.type_name.as_deref())
    }

    fn flag_text(&self) -> Cow<'_, str> {
        flag_text(&self.name, self.networks())
    }
}

/// The flag of a port on the border of a frame.
pub fn flag_of(frame: Rect, port: &ScenePort) -> Rect {
    flag(frame, port.kind, flag_width_of(&port.flag_text()), port.at.y - frame.y)
}

fn flag(frame: Rect, kind: PortKind, width: f64, y: f64) -> Rect {
    let x = if kind.is_left() { frame.x } else { frame.x + frame.width - width };
    Rect { x, y: frame.y + y - 9.0, width, height: 18.0 }
}

/// The shapes of `scene_box`, with its badge in the words of `badge`.
pub fn figure(scene_box: &SceneBox, badge: impl Fn(&topology::Badge) -> String) -> Figure {
    let Rect { width, height, .. } = scene_box.rect;
    let badge = scene_box.badge.as_ref().map(badge);
    let line = |x: f64, y: f64, text: String| Line { at: Point { x, y }, anchor: Anchor::Start, text };
    let ports = if scene_box.frame { frame_ports(scene_box) } else { box_ports(scene_box) };
    let label_size = if scene_box.frame { FRAME_SIZE } else { LABEL_SIZE };
    // The badge is on the upper border, but that of a frame is beside its name.
    let badge_room = badge.as_deref().filter(|_| scene_box.frame).map_or(0.0, |badge| badge_width(badge) + 8.0);
    let label_room = (width - LABEL_AT - 12.0 - badge_room) / BOLD;
    Figure {
        cards: if scene_box.badge.as_ref().is_some_and(topology::Badge::is_count) && !scene_box.frame {
            cards(width, height)
        } else {
            Vec::new()
        },
        outline: rounded(Rect { x: 0.0, y: 0.0, width, height }, if scene_box.frame { 12.0 } else { RADIUS }),
        head: if scene_box.frame { String::new() } else { head(width, height) },
        icon: rounded(TILE, 7.0),
        sign: sign(scene_box.kind, &scene_box.detail, TILE_CENTER),
        label: line(LABEL_AT, 21.0, clip(&scene_box.label, label_size, label_room)),
        label_rest: Vec::new(),
        label_size,
        detail: line(LABEL_AT, 37.0, clip(&detail(scene_box), SMALL_SIZE, width - LABEL_AT - 12.0)),
        badge: badge.map(|badge| badge_figure(&badge, width, scene_box.frame)),
        marks: mark_figures(scene_box),
        ports,
    }
}

/// The strokes of the icon of a kind of box with this type, in the middle of a square of 16 by 16.
pub fn kind_icon(kind: VertexKind, type_name: &str) -> String {
    sign(kind, type_name, Point { x: 8.0, y: 8.0 })
}

/// The tile with the icon of a box.
const TILE: Rect = Rect { x: 10.0, y: 9.0, width: 28.0, height: 28.0 };
const TILE_CENTER: Point = Point { x: 24.0, y: 23.0 };

/// The shapes of `scene_box` at a level of detail. `ports` are the words for its numbers of ports on the left and on the
/// right.
pub fn figure_at(
    scene_box: &SceneBox,
    level: Detail,
    badge: impl Fn(&topology::Badge) -> String,
    ports: impl Fn(usize, usize) -> String,
) -> Figure {
    let mut figure = figure(scene_box, badge);
    let Rect { width, height, .. } = scene_box.rect;
    let small = |line: &mut Line| line.text.clear();
    match level {
        Detail::Full => {}
        Detail::Head(size) | Detail::Block(size) if scene_box.frame => {
            let size = size.max(FRAME_SIZE);
            figure.label_size = size;
            let (mut x, mut y) = (LABEL_AT, 8.0 + size * 0.9);
            if level.is_block() {
                // Above the frame: the boxes inside would cover a name that is larger than the header.
                (x, y) = (0.0, size * -0.4);
                figure.icon.clear();
                figure.sign.clear();
            }
            figure.label = Line {
                at: Point { x, y },
                anchor: Anchor::Start,
                text: clip(&scene_box.label, size, (width - x - 12.0) / BOLD),
            };
            small(&mut figure.detail);
            figure.badge = None;
            figure.ports.iter_mut().filter(|_| level.is_block()).for_each(|port| {
                port.flag = None;
                small(&mut port.label);
            });
        }
        Detail::Head(size) => {
            // Where a word does not fit beside the icon, it takes the place of the icon.
            let beside = width - LABEL_AT - 8.0;
            let (x, room) = match longest_word(&scene_box.label, size.max(LABEL_SIZE)) {
                longest if longest > beside => (10.0, width - 20.0),
                _ => (LABEL_AT, beside),
            };
            if x < LABEL_AT {
                figure.icon.clear();
                figure.sign.clear();
            }
            let size = size.max(LABEL_SIZE);
            let size = size * shrunk(&scene_box.label, size, room);
            figure.label_size = size;
            let lines = wrap(&scene_box.label, size, room, 2);
            let shown = size * LEADING * lines_of(&lines);
            let counts = scene_box.ports.iter().filter(|port| port.kind.is_left()).count();
            let note = Some(ports(counts, scene_box.ports.len() - counts));
            // Below the name, at the same size on screen as it has at full detail.
            let note_size = size * SMALL_SIZE / LABEL_SIZE;
            let note = note.filter(|_| !scene_box.ports.is_empty() && height - shown > note_size * 1.6);
            let used = shown + note.as_ref().map_or(0.0, |_| note_size * 1.5);
            let top = ((height - used) / 2.0).clamp(2.0, (TILE_CENTER.y - size * LEADING / 2.0).max(2.0));
            figure.head.clear();
            figure.set_title(lines, x, top, size, Anchor::Start);
            figure.detail = Line {
                at: Point { x, y: top + shown + note_size * 1.15 },
                anchor: Anchor::Start,
                text: note.map_or(String::new(), |note| clip(&note, note_size, room)),
            };
            figure.ports.iter_mut().for_each(|port| small(&mut port.label));
        }
        Detail::Block(size) => {
            let size = size * shrunk(&scene_box.label, size, width - 8.0);
            figure.label_size = size;
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 1 and 4")]
            let most = (height / (size * LEADING)).floor().clamp(1.0, 4.0) as usize;
            let room = if height >= size { width - 8.0 } else { 0.0 };
            let lines = wrap(&scene_box.label, size, room, most);
            figure.label.text.clear();
            let top = (height - size * LEADING * lines_of(&lines)) / 2.0;
            figure.head.clear();
            figure.icon.clear();
            figure.sign.clear();
            figure.set_title(lines, width / 2.0, top, size, Anchor::Middle);
            small(&mut figure.detail);
            figure.badge = None;
            figure.ports.clear();
        }
    }
    figure
}

fn lines_of(lines: &[String]) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a title has few lines")]
    let count = lines.len() as f64;
    count
}

impl Figure {
    fn set_title(&mut self, lines: Vec<String>, x: f64, top: f64, size: f64, anchor: Anchor) {
        let mut y = top + size * 0.92;
        let mut placed = lines.into_iter().map(|text| {
            let line = Line { at: Point { x, y }, anchor, text };
            y += size * LEADING;
            line
        });
        if let Some(first) = placed.next() {
            self.label = first;
        }
        self.label_rest = placed.collect();
    }
}

fn is_separator(character: char) -> bool {
    matches!(character, '-' | '_' | '.' | ' ' | '/' | ':')
}

/// The ends of the words of a name. A word ends with a separator, or before a capital letter.
fn word_ends(name: &str) -> impl Iterator<Item = usize> {
    let next = name.chars().skip(1).map(Some).chain([None]);
    name.char_indices().zip(next).filter_map(|((at, character), next)| {
        let is_end = next.is_none_or(|next| is_separator(character) || character.is_lowercase() && next.is_uppercase());
        is_end.then_some(at + character.len_utf8())
    })
}

/// The width of the longest word of a name, which is not broken where a line has room for it.
fn longest_word(name: &str, size: f64) -> f64 {
    let mut start = 0;
    let widths = word_ends(name).map(|end| {
        let word = &name[start..end];
        start = end;
        text_width(word, size) * BOLD
    });
    widths.fold(0.0, f64::max)
}

/// The factor by which a name is made smaller for its longest word to fit into a line: 11 pixels on screen become 10, but
/// not fewer. 1 if that is not needed, or not enough.
fn shrunk(name: &str, size: f64, room: f64) -> f64 {
    const LEAST: f64 = 10.0 / 11.0;
    let factor = room / longest_word(name, size).max(f64::MIN_POSITIVE);
    if (LEAST..1.0).contains(&factor) { factor } else { 1.0 }
}

/// Breaks a name into at most `most` lines, preferably behind a word; the last one is clipped.
fn wrap(name: &str, size: f64, room: f64, most: usize) -> Vec<String> {
    let room = room / BOLD;
    let mut lines = Vec::new();
    let mut rest = name.trim();
    while lines.len() + 1 < most && text_width(rest, size) > room {
        let fits = |end: &usize| text_width(&rest[..*end], size) <= room;
        let whole = word_ends(rest).take_while(fits).last();
        // A word that is too long breaks anywhere, but only if something is gained. One or two letters alone on a line look like
        // a mistake.
        let word = word_ends(rest).next().unwrap_or(rest.len());
        let most_of_word = rest[..word].char_indices().rev().nth(2).map_or(0, |(at, _)| at);
        let ends = rest.char_indices().map(|(at, character)| at + character.len_utf8());
        let broken = ends.take_while(|end| *end <= most_of_word && fits(end)).last();
        // If the other lines have no room for what is left of the name then, the word is clipped instead of those behind it.
        let is_last = word == rest.len();
        let n_left = most - lines.len() - 1;
        let is_shown =
            |end: usize| wrap(&rest[end..], size, room * BOLD, n_left).iter().all(|line| !line.contains('…'));
        let broken = broken.filter(|end| *end >= 3 && (is_last || is_shown(*end)));
        let clipped = || Some(clip(rest[..word].trim_end_matches(is_separator), size, room)).filter(|line| line != "…");
        let (line, end) = match whole.or(broken) {
            Some(end) => (rest[..end].trim_end().to_owned(), end),
            None if is_last => break,
            None => match clipped() {
                Some(line) => (line, word),
                None => break,
            },
        };
        lines.push(line);
        rest = rest[end..].trim_start();
    }
    let last = clip(rest, size, room);
    // An ellipsis alone says nothing.
    if last != "…" {
        lines.push(last);
    }
    lines
}

/// The top of a box, down to the line below its header.
fn head(width: f64, height: f64) -> String {
    // Inside the border.
    const INSET: f64 = 0.75;
    let (right, bottom) = (width - INSET, HEADER.min(height));
    if bottom >= height {
        return rounded(Rect { x: 0.0, y: 0.0, width, height }.grown(-INSET), RADIUS - INSET);
    }
    let points = [(INSET, bottom), (INSET, INSET), (right, INSET), (right, bottom)];
    let mut path = polyline_path(&points.map(|(x, y)| Point { x, y }), RADIUS - INSET);
    path.push('Z');
    path
}

/// The height of a mark, half of it above the lower border of its box.
const MARK: f64 = 16.0;
/// The space before and between marks.
const MARK_GAP: f64 = 6.0;

/// The places of the marks of a box, in the diagram.
pub fn mark_rects(scene_box: &SceneBox) -> Vec<Rect> {
    let Rect { x, y, width, height } = scene_box.rect;
    let (mut left, mut top) = (x + 2.0 * MARK_GAP, y + height - MARK / 2.0);
    let place = |mark: &topology::Mark| {
        let own = badge_width(&mark.label);
        if left + own > x + width && left > x + 2.0 * MARK_GAP {
            (left, top) = (x + 2.0 * MARK_GAP, top + MARK + 2.0);
        }
        let rect = Rect { x: left, y: top, width: own, height: MARK };
        left += own + MARK_GAP;
        rect
    };
    scene_box.marks.iter().map(place).collect()
}

fn mark_figures(scene_box: &SceneBox) -> Vec<Badge> {
    let figure = |(mark, rect): (&topology::Mark, Rect)| {
        let rect = Rect { x: rect.x - scene_box.rect.x, y: rect.y - scene_box.rect.y, ..rect };
        let at = Point { x: rect.x + rect.width / 2.0, y: rect.y + 12.0 };
        let text = Line { at, anchor: Anchor::Middle, text: clip(&mark.label, SMALL_SIZE, rect.width - 12.0) };
        Badge { outline: rounded(rect, MARK / 2.0), text }
    };
    scene_box.marks.iter().zip(mark_rects(scene_box)).map(figure).collect()
}

/// The label along the longest horizontal part of a connection; `None` if it does not fit there.
pub fn connection_label(connection: &Connection) -> Option<Line> {
    let horizontal = connection.points.windows(2).filter_map(|pair| match pair {
        [from, to] if (from.y - to.y).abs() < 0.5 => Some((*from, *to)),
        _ => None,
    });
    let length = |(from, to): &(Point, Point)| (to.x - from.x).abs();
    let (from, to) = horizontal.max_by(|one, other| length(one).total_cmp(&length(other)))?;
    let fits = connection.is_labelled && text_width(&connection.label, SMALL_SIZE) + 20.0 <= length(&(from, to));
    fits.then(|| Line {
        at: Point { x: (from.x + to.x) / 2.0, y: from.y - 4.0 },
        anchor: Anchor::Middle,
        text: connection.label.clone(),
    })
}

/// The path of a connection, with rounded corners.
pub fn connection_path(connection: &Connection) -> String {
    polyline_path(&connection.points, 8.0)
}

/// The arrow head at the target of a connection. Values flow in the direction of their ports, and derivations have a
/// triangle at the type that others derive from.
pub fn arrow_path(connection: &Connection) -> Option<String> {
    let is_derivation = connection.kind == EdgeKind::Derivation;
    let (before, end, port) = match connection.points.as_slice() {
        _ if connection.kind == EdgeKind::Mapping => return None,
        [end, before, ..] if is_derivation => (before, end, &connection.source_port),
        [.., before, end] => (before, end, &connection.target_port),
        _ => return None,
    };
    let (reach, half) = if is_derivation { (12.0, 7.0) } else { (10.0, 5.0) };
    let length = distance(*before, *end);
    if length < 1.0 {
        return None;
    }
    let along = Point { x: (end.x - before.x) / length, y: (end.y - before.y) / length };
    // Stop before the symbol of a port.
    let tip = if port.is_some() { 6.0 } else { 0.0 };
    let at = |back: f64, aside: f64| Point {
        x: end.x - along.x * back - along.y * aside,
        y: end.y - along.y * back + along.x * aside,
    };
    let mut path = String::new();
    command(&mut path, 'M', &[at(tip, 0.0)]);
    command(&mut path, 'L', &[at(tip + reach, half), at(tip + reach, -half)]);
    path.push('Z');
    Some(path)
}

/// The dots where the line of a connection leaves that of another with the same start.
pub fn joints_path(connection: &Connection) -> String {
    let mut path = String::new();
    connection.joints.iter().for_each(|&joint| circle(&mut path, joint, 3.5));
    path
}

/// The path through `points`, with corners rounded by up to `radius`.
pub fn polyline_path(points: &[Point], radius: f64) -> String {
    let mut path = String::new();
    let Some(first) = points.first() else { return path };
    command(&mut path, 'M', &[*first]);
    for window in points.windows(3) {
        let [before, corner, after] = window else { continue };
        let (reach_in, reach_out) = (distance(*before, *corner), distance(*corner, *after));
        let round = radius.min(reach_in / 2.0).min(reach_out / 2.0);
        if round < 0.5 {
            command(&mut path, 'L', &[*corner]);
            continue;
        }
        let start = towards(*corner, *before, round / reach_in);
        let end = towards(*corner, *after, round / reach_out);
        command(&mut path, 'L', &[start]);
        command(&mut path, 'Q', &[*corner, end]);
    }
    if let Some(last) = points.get(1..).and_then(<[Point]>::last) {
        command(&mut path, 'L', &[*last]);
    }
    path
}

/// An abbreviated full name: `streamer 1.0` for `resource::streamer::1.0`.
pub fn short_type(detail: &str) -> String {
    DescriptorRef::parse(detail).map_or_else(|| detail.to_owned(), |of| format!("{} {}", of.name, of.version))
}

/// The second line of a box, which does not repeat the first.
fn detail(scene_box: &SceneBox) -> String {
    match DescriptorRef::parse(&scene_box.detail) {
        Some(of) if of.name == scene_box.label => format!("{} {}", of.kind, of.version),
        _ => short_type(&scene_box.detail),
    }
}

/// The label of a box kind.
pub fn kind_label(kind: VertexKind) -> &'static str {
    match kind {
        VertexKind::Boundary => "descriptor",
        VertexKind::Resource => "resource",
        VertexKind::Assembly => "assembly",
        VertexKind::Unknown => "component of unknown type",
        VertexKind::Reference => "reference",
        VertexKind::NodeTemplate => "node template",
        VertexKind::Group => "group",
        VertexKind::Policy => "policy",
        VertexKind::DeploymentItem => "deployment item",
        VertexKind::Stage => "stage",
        VertexKind::ConnectionPoint => "connection point",
        VertexKind::Chart => "chart",
        VertexKind::Cluster => "cluster requirements",
        VertexKind::Demand => "demand",
        VertexKind::Constraint => "constraint",
        VertexKind::Location => "location",
        VertexKind::Step => "step",
        VertexKind::NodeType => "node type",
        VertexKind::CapabilityType => "capability type",
        VertexKind::OtherType => "type",
        VertexKind::ForeignType => "type of another file",
        VertexKind::TypeSection => "types of a kind",
    }
}

/// The noun for a port of a box.
pub fn port_noun(of: VertexKind, port: &ScenePort) -> &'static str {
    match &port.path {
        Some(_) => kind_label(VertexKind::ConnectionPoint),
        None if of.is_type() && port.name == DERIVED_FROM => "parent type",
        None if of.is_type() && port.name == DERIVE => "derived types",
        None if of.is_type() && port.kind.is_value() => {
            if port.kind.is_left() {
                "property"
            } else {
                "attribute"
            }
        }
        None if of.has_capabilities() || port.kind.is_value() => port_label(port.kind),
        None if of == VertexKind::Step => "next step",
        None => "reference",
    }
}

/// The label of a port kind.
pub fn port_label(kind: PortKind) -> &'static str {
    match kind {
        PortKind::Capability => "capability",
        PortKind::Requirement => "requirement",
        PortKind::Input => "input",
        PortKind::Output => "output",
    }
}

fn box_ports(scene_box: &SceneBox) -> Vec<PortFigure> {
    let Rect { width, .. } = scene_box.rect;
    let (left, right) = name_widths(scene_box.ports.iter().map(|port| (port.kind, text_of(scene_box, port))));
    let between = if left > 0.0 && right > 0.0 { 12.0 } else { 0.0 };
    let room = width - 2.0 * PORT_INSET - between;
    let left_room = left.min(room.max(0.0)).min((room - right).max(room / 2.0));
    let right_room = room - left_room;
    let figure = |port: &ScenePort| {
        let at = relative(scene_box, port);
        let (x, anchor, room) = match port.kind.is_left() {
            true => (at.x + PORT_INSET, Anchor::Start, left_room),
            false => (at.x - PORT_INSET, Anchor::End, right_room),
        };
        let label =
            Line { at: Point { x, y: at.y + 4.0 }, anchor, text: clip(&text_of(scene_box, port), SMALL_SIZE, room) };
        PortFigure { flag: None, glyph: glyph(port.kind, at), label }
    };
    scene_box.ports.iter().map(figure).collect()
}

fn frame_ports(scene_box: &SceneBox) -> Vec<PortFigure> {
    let frame = Rect { x: 0.0, y: 0.0, ..scene_box.rect };
    let figure = |port: &ScenePort| {
        let at = relative(scene_box, port);
        let is_left = port.kind.is_left();
        let rect = flag(frame, port.kind, flag_width_of(&port.flag_text()), at.y);
        let (x, anchor) = if is_left { (at.x + 12.0, Anchor::Start) } else { (at.x - 12.0, Anchor::End) };
        let text = clip(&port.flag_text(), SMALL_SIZE, rect.width - 23.0);
        PortFigure {
            flag: Some(flag_path(rect, is_left)),
            glyph: glyph(port.kind, at),
            label: Line { at: Point { x, y: at.y + 4.0 }, anchor, text },
        }
    };
    scene_box.ports.iter().map(figure).collect()
}

fn relative(scene_box: &SceneBox, port: &ScenePort) -> Point {
    Point { x: port.at.x - scene_box.rect.x, y: port.at.y - scene_box.rect.y }
}

fn text_of<'a>(scene_box: &SceneBox, port: &'a ScenePort) -> Cow<'a, str> {
    port_text(scene_box.kind, &port.name, port.type_name.as_deref())
}

/// The text of a port: its name; on types with the last part of the name of its type.
fn port_text<'a>(of: VertexKind, name: &'a str, type_name: Option<&str>) -> Cow<'a, str> {
    match type_name.filter(|_| of.is_type()) {
        Some(full) => Cow::Owned(format!("{name}: {}", full.rsplit(['.', ':']).next().unwrap_or(full))),
        None => Cow::Borrowed(name),
    }
}

/// The widest name on the left and on the right.
fn name_widths<'a>(ports: impl Iterator<Item = (PortKind, Cow<'a, str>)>) -> (f64, f64) {
    ports.fold((0.0, 0.0), |(left, right): (f64, f64), (kind, name)| {
        let width = text_width(&name, SMALL_SIZE);
        if kind.is_left() { (left.max(width), right) } else { (left, right.max(width)) }
    })
}

/// A disc for a capability, a ring for a requirement, a triangle for a value.
fn glyph(kind: PortKind, at: Point) -> String {
    let Point { x, y } = at;
    let mut path = String::new();
    match kind {
        PortKind::Capability => circle(&mut path, at, 4.5),
        PortKind::Requirement => {
            circle(&mut path, at, 4.5);
            circle(&mut path, at, 2.0);
        }
        PortKind::Input | PortKind::Output => {
            command(&mut path, 'M', &[Point { x: x - 4.0, y: y - 5.0 }]);
            command(&mut path, 'L', &[Point { x: x + 5.0, y }, Point { x: x - 4.0, y: y + 5.0 }]);
            path.push('Z');
        }
    }
    path
}

fn circle(path: &mut String, center: Point, radius: f64) {
    let Point { x, y } = center;
    let [left, right] = [number(x - radius), number(x + radius)];
    let [radius, y] = [number(radius), number(y)];
    // Writing to a string cannot fail.
    let _ = write!(path, "M{left} {y}A{radius} {radius} 0 1 0 {right} {y}A{radius} {radius} 0 1 0 {left} {y}Z");
}

fn rounded(rect: Rect, radius: f64) -> String {
    let Rect { x, y, width, height } = rect;
    // Starts and ends within the top side, so that all corners are inner points.
    let (right, bottom, middle) = (x + width, y + height, x + width / 2.0);
    let points = [(middle, y), (right, y), (right, bottom), (x, bottom), (x, y), (middle, y)];
    let points = points.map(|(x, y)| Point { x, y });
    let mut path = polyline_path(&points, radius);
    path.push('Z');
    path
}

/// Flat at the border, pointed inwards.
fn flag_path(rect: Rect, is_left: bool) -> String {
    let Rect { x, y, width, height } = rect;
    let (border, tip, shoulder) = if is_left { (x, x + width, x + width - 6.0) } else { (x + width, x, x + 6.0) };
    let points = [(border, y), (shoulder, y), (tip, y + height / 2.0), (shoulder, y + height), (border, y + height)];
    let mut path = String::new();
    for (index, &(x, y)) in points.iter().enumerate() {
        command(&mut path, if index == 0 { 'M' } else { 'L' }, &[Point { x, y }]);
    }
    path.push('Z');
    path
}

/// Two cards behind a box, shifted up and to the right.
fn cards(width: f64, height: f64) -> Vec<String> {
    let card = |by: f64| rounded(Rect { x: by, y: -by, width, height }, RADIUS);
    vec![card(8.0), card(4.0)]
}

fn badge_width(badge: &str) -> f64 {
    (text_width(badge, SMALL_SIZE) * BOLD + 16.0).min(140.0)
}

/// A badge on the upper border of a box, or in the header of a frame.
fn badge_figure(badge: &str, width: f64, is_frame: bool) -> Badge {
    let own = badge_width(badge);
    let rect = Rect { x: width - 10.0 - own, y: if is_frame { 8.0 } else { -9.0 }, width: own, height: 18.0 };
    let at = Point { x: rect.x + own / 2.0, y: rect.y + 13.0 };
    let text = Line { at, anchor: Anchor::Middle, text: clip(badge, SMALL_SIZE, own - 12.0) };
    Badge { outline: rounded(rect, 9.0), text }
}

pub(super) fn command(path: &mut String, letter: char, points: &[Point]) {
    for (index, point) in points.iter().enumerate() {
        let letter = if index == 0 {
            letter
        } else if letter == 'Q' {
            ' '
        } else {
            letter
        };
        path.push(letter);
        push_number(path, point.x);
        path.push(' ');
        push_number(path, point.y);
    }
}

/// A number with up to two decimals, as short as possible.
pub fn number(value: f64) -> String {
    let mut text = String::new();
    push_number(&mut text, value);
    text
}

/// Like [`number`], appended to `text`. Avoids `format!`, because a diagram contains thousands of numbers.
pub fn push_number(text: &mut String, value: f64) {
    let value = if value.is_finite() { value } else { 0.0 };
    #[expect(clippy::cast_possible_truncation, reason = "saturates far beyond the size of any diagram")]
    let hundredths = (value * 100.0).round() as i64;
    if hundredths < 0 {
        text.push('-');
    }
    let (whole, rest) = (hundredths.unsigned_abs() / 100, (hundredths.unsigned_abs() % 100) as u8);
    push_whole(text, whole);
    if rest > 0 {
        text.push('.');
        text.push(char::from(b'0' + rest / 10));
        if rest % 10 > 0 {
            text.push(char::from(b'0' + rest % 10));
        }
    }
}

fn push_whole(text: &mut String, whole: u64) {
    if whole >= 10 {
        push_whole(text, whole / 10);
    }
    text.push(char::from(b'0' + (whole % 10) as u8));
}

fn distance(from: Point, to: Point) -> f64 {
    (from.x - to.x).hypot(from.y - to.y)
}

fn towards(from: Point, to: Point, share: f64) -> Point {
    Point { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_not_broken_next_to_its_last_letters() {
        for (name, room_for, expected) in [
            ("streaming", "streamin", &["stream", "ing"][..]),
            ("video-streaming", "streamin", &["video-", "stream", "ing"]),
            ("app", "app", &["app"]),
            ("origin", "origi", &["ori", "gin"]),
            ("enhancedClusterCapabilities", "enhancedClusterCap", &["enhancedCluster", "Capabilities"]),
            ("loadBalancer-front", "loadBalancer-", &["loadBalancer-", "front"]),
            ("OAM-V2x", "OAM-V2", &["OAM-", "V2x"]),
        ] {
            let room = (text_width(room_for, 12.0) + 0.1) * BOLD;
            assert_eq!(wrap(name, 12.0, room, 4), expected, "{name}");
        }
    }

    /// In two lines, `managem/ent-…ork` would be harder to read.
    #[test]
    fn a_word_is_clipped_where_its_rest_would_clip_the_next_one() {
        let room = (text_width("managem", 12.0) + 0.1) * BOLD;
        let lines = wrap("management-network", 12.0, room, 2);
        let [first, second] = &lines[..] else { panic!("{lines:?}") };
        assert!(first.starts_with("man") && first.contains('…') && text_width(first, 12.0) * BOLD <= room, "{first}");
        assert_eq!(second, "network");
        assert_eq!(wrap("management-network", 12.0, room, 3), ["managem", "ent-", "network"]);
    }

    #[test]
    fn a_name_is_made_smaller_only_where_its_longest_word_then_fits() {
        let width = text_width("origin", 11.0) * BOLD;
        for (name, room, least, most) in [
            ("origin", width, 1.0, 1.0),
            ("origin", width * 0.95, 0.94, 0.951),
            ("origin", width * 0.8, 1.0, 1.0),
            ("my-origin", width * 0.95, 0.94, 0.951),
        ] {
            let factor = shrunk(name, 11.0, room);
            assert!((least..=most).contains(&factor), "{name}: {factor}");
        }
    }

    fn scene_box(frame: bool, width: f64) -> SceneBox {
        let rect = Rect { x: 0.0, y: 0.0, width, height: 80.0 };
        SceneBox { frame, label: "management-network".to_owned(), ..SceneBox::bare(VertexKind::Resource, rect) }
    }

    #[test]
    fn the_name_of_a_small_frame_does_not_cover_the_boxes_inside() {
        let name = |level| figure_at(&scene_box(true, 800.0), level, ToString::to_string, |_, _| String::new()).label;
        assert!(name(Detail::Head(20.0)).at.y > 0.0);
        let above = name(Detail::Block(50.0));
        // The descenders of a text reach a quarter of its size below its baseline.
        assert!(above.at.y + 50.0 / 4.0 < 0.0 && above.text == "management-network", "{above:?}");
    }

    #[test]
    fn a_word_that_does_not_fit_beside_the_icon_takes_its_place() {
        let head = |width: f64| {
            let scene_box = scene_box(false, width);
            let figure = figure_at(&scene_box, Detail::Head(20.0), ToString::to_string, |_, _| String::new());
            let rest = figure.label_rest.into_iter().map(|line| line.text);
            ([figure.label.text].into_iter().chain(rest).collect::<Vec<_>>(), figure.icon.is_empty())
        };
        let lines = ["management-".to_owned(), "network".to_owned()];
        assert_eq!(head(240.0), (lines.to_vec(), false));
        assert_eq!(head(180.0), (lines.to_vec(), true));
    }
}
