//! Spans are nested, end on character boundaries, and cover the text of their nodes.

use descriptorium_core::syntax::{Kind, Node, Style, Tree, parse};
use descriptorium_core::text::{LineIndex, Position, Span, byte_of_utf16, utf16_of_byte};

use super::texts;

#[test]
fn spans_nest_and_lie_on_characters() {
    let mut faults = Vec::new();
    for text in texts::all() {
        let tree = parse::parse(&text.text);
        faults.extend(faults_of(&text.text, &tree).into_iter().map(|fault| format!("{}: {fault}", text.name)));
    }
    assert!(faults.is_empty(), "{}\n{}", faults.len(), faults.join("\n"));
}

/// The violations of span invariants in `tree`.
pub fn faults_of(text: &str, tree: &Tree) -> Vec<String> {
    let mut faults = Vec::new();
    let mut fits = |what: &str, span: Span| {
        if span.start > span.end || text.get(span.range()).is_none() {
            faults.push(format!("{what} at {span:?} does not fit"));
        }
    };
    tree.errors.iter().for_each(|error| fits("error", error.span));
    tree.errors.iter().filter_map(|error| error.related).for_each(|span| fits("related", span));
    tree.comments.iter().for_each(|&span| fits("comment", span));
    if tree.comments.iter().any(|span| !span.of(text).starts_with('#') || span.of(text).contains('\n')) {
        faults.push("a comment is none".to_owned());
    }
    if tree.comments.windows(2).any(|pair| pair[0].end > pair[1].start) {
        faults.push("comments overlap".to_owned());
    }
    if tree.errors.windows(2).any(|pair| pair[0].span > pair[1].span) {
        faults.push("errors are not in order".to_owned());
    }
    let mut behind = 0;
    for document in &tree.documents {
        node_faults(text, &document.root, document.span, &mut behind, &mut faults);
    }
    faults
}

/// Checks `node`, which must be within `around` and not before `behind`, the end of the previous node.
fn node_faults(text: &str, node: &Node, around: Span, behind: &mut u32, faults: &mut Vec<String>) {
    let properties = node.properties.as_ref().map(|properties| properties.span);
    let whole = properties.map_or(node.span, |properties| properties.cover(node.span));
    if !around.contains(whole) || whole.start < *behind || text.get(node.span.range()).is_none() {
        faults.push(format!("{:?} at {whole:?} is not in {around:?} or before {behind}", node.kind));
    }
    if properties.is_some_and(|properties| properties.end > node.span.start) {
        faults.push(format!("{whole:?} begins in its own properties"));
    }
    let content = node.span.of(text);
    if content.starts_with(BLANKS) || content.ends_with(BLANKS) && !ends_in_block_scalar(node) {
        faults.push(format!("{content:?} at {:?} has blanks around it", node.span));
    }
    *behind = whole.start;
    for entry in node.entries() {
        node_faults(text, &entry.key, node.span, behind, faults);
        node_faults(text, &entry.value, node.span, behind, faults);
    }
    for item in node.items() {
        node_faults(text, item, node.span, behind, faults);
    }
    *behind = whole.end;
}

const BLANKS: [char; 4] = [' ', '\t', '\n', '\r'];

/// Whether the end of a node may be whitespace: in a block scalar, which may also be inside of unreadable text.
fn ends_in_block_scalar(node: &Node) -> bool {
    let last = match &node.kind {
        Kind::Scalar(scalar) => return matches!(scalar.style, Style::Literal | Style::Folded),
        Kind::Error => return true,
        Kind::Sequence(sequence) => sequence.items.last(),
        Kind::Mapping(mapping) => mapping.entries.last().map(|entry| {
            let unwritten = entry.value.span.is_empty() && entry.value.properties.is_none();
            if unwritten { &entry.key } else { &entry.value }
        }),
        Kind::Null | Kind::Alias(_) => None,
    };
    last.is_some_and(ends_in_block_scalar)
}

/// Converting to lines and columns and back gives the same byte. The oracle counts characters one by one.
#[test]
fn every_place_has_a_line_and_a_column_that_lead_back_to_it() {
    let mut faults = Vec::new();
    for text in texts::all() {
        let lines = LineIndex::new(&text.text);
        let (mut at, mut at_utf16, mut units) = (Position::default(), Position::default(), 0);
        // Conversion counts from the start of the text, so only a sample of positions is tested in long texts.
        let step = 1 + text.text.len() / 16;
        for (offset, character) in text.text.char_indices().chain([(text.text.len(), ' ')]) {
            let columns = text.text[lines.start(at.line)..].chars();
            let places = || {
                let there = lines.start(at.line) + columns.take(at.column).map(char::len_utf8).sum::<usize>();
                lines.position(&text.text, offset) == at
                    && lines.position_utf16(&text.text, offset) == at_utf16
                    && lines.line(offset) == at.line
                    && there == offset
                    && utf16_of_byte(&text.text, offset) == units
                    && byte_of_utf16(&text.text, units) == offset
            };
            if offset % step == 0 && !places() {
                faults.push(format!("{} at {offset}", text.name));
            }
            at.column += 1;
            at_utf16.column += character.len_utf16();
            units += character.len_utf16();
            if character == '\n' || character == '\r' && !text.text[offset + 1..].starts_with('\n') {
                let next = Position { line: at.line + 1, column: 0 };
                (at, at_utf16) = (next, next);
            }
        }
    }
    assert!(faults.is_empty(), "{}\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn a_node_read_alone_is_the_same_node() {
    let (mut same, mut faults) = (0, Vec::new());
    for text in texts::all() {
        let tree = parse::parse(&text.text);
        // Tag handles have no meaning without their directives.
        if !tree.errors.is_empty() || text.text.contains("%TAG") {
            continue;
        }
        let mut queue: Vec<_> = tree.documents.iter().map(|document| (&*document.root, Role::Value)).collect();
        while let Some((node, role)) = queue.pop() {
            match alone(&text.text, node, role) {
                Some(read) if !same_kind(&read.kind, &node.kind) => {
                    faults.push(format!("{}: {:?} is read as {:?}", text.name, node.span.of(&text.text), read.kind));
                }
                Some(_) => same += 1,
                None => {}
            }
            let inner = if role == Role::Flow || is_flow(&node.kind) { Role::Flow } else { Role::Value };
            let key = if inner == Role::Flow { Role::Flow } else { Role::Key };
            queue.extend(node.items().iter().map(|item| (item, inner)));
            queue.extend(node.entries().iter().flat_map(|entry| [(&entry.key, key), (&entry.value, inner)]));
        }
    }
    println!("{same} nodes are the same when read alone");
    assert!(faults.is_empty() && same > 1000, "{}\n{}", faults.len(), faults.join("\n"));
}

/// The position of a node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Value,
    Key,
    Flow,
}

/// `node` parsed from its span alone; `None` if the surrounding text matters: for block scalars with explicit
/// indentation, and for empty nodes.
fn alone(text: &str, node: &Node, role: Role) -> Option<Node> {
    let own = node.span.of(text);
    let numbered = own.starts_with(['|', '>']) && own.lines().next()?.split(" #").next()?.contains(char::is_numeric);
    if own.is_empty() || numbered {
        return None;
    }
    if role == Role::Flow {
        return parse::parse(&format!("[{own}\n]")).root()?.items().first().cloned();
    }
    let before = &text[..node.span.range().start];
    let line = &before[before.rfind(['\n', '\r']).map_or(0, |at| at + 1)..];
    let column = line.trim_start_matches('\u{feff}').len();
    let (blank, root) = (line.trim().is_empty(), column == 0);
    let alone = if root || !blank { format!("{}{own}", " ".repeat(column)) } else { format!("{line}{own}") };
    let block = matches!(node.kind, Kind::Sequence(_) | Kind::Mapping(_)) && !is_flow(&node.kind);
    if role == Role::Key && !block && !own.contains(['\n', '\r']) {
        return parse::parse(&format!("{alone}: x")).root()?.entries().first().map(|entry| entry.key.clone());
    }
    // The last line break is content if a block scalar keeps trailing line breaks.
    parse::parse(&format!("{alone}\n")).root().cloned()
}

fn is_flow(kind: &Kind) -> bool {
    match kind {
        Kind::Sequence(sequence) => sequence.flow,
        Kind::Mapping(mapping) => mapping.flow,
        Kind::Null | Kind::Scalar(_) | Kind::Alias(_) | Kind::Error => false,
    }
}

/// Whether two nodes are equal except for their positions.
pub fn same_kind(left: &Kind, right: &Kind) -> bool {
    let same = |left: &Node, right: &Node| {
        let names = |node: &Node| {
            node.properties.as_ref().map(|own| (own.tag.clone(), own.resolved_tag.clone(), own.anchor.clone()))
        };
        names(left) == names(right) && same_kind(&left.kind, &right.kind)
    };
    match (left, right) {
        (Kind::Sequence(left), Kind::Sequence(right)) => {
            left.flow == right.flow
                && left.items.len() == right.items.len()
                && left.items.iter().zip(&right.items).all(|(left, right)| same(left, right))
        }
        (Kind::Mapping(left), Kind::Mapping(right)) => {
            let pairs = || left.entries.iter().zip(&right.entries);
            left.flow == right.flow
                && left.entries.len() == right.entries.len()
                && pairs().all(|(left, right)| same(&left.key, &right.key) && same(&left.value, &right.value))
        }
        (left, right) => left == right,
    }
}
