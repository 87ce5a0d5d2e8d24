//! Tags, anchors and aliases.

use smol_str::SmolStr;

use crate::syntax::{Kind, Node, Properties, SyntaxErrorKind};
use crate::text::Span;

use super::Parser;

const YAML_TAG: &str = "tag:yaml.org,2002:";

impl Parser<'_> {
    pub(super) fn at_properties(&self) -> bool {
        matches!(self.peek(), Some(b'&' | b'!'))
    }

    /// Parses the tag and the anchor on this line.
    pub(super) fn properties(&mut self) -> Box<Properties> {
        let mut properties = Box::<Properties>::default();
        let start = self.pos;
        let mut end = start;
        while self.at_properties() && (self.pos == start || self.pos > end) {
            let from = self.pos;
            let twice = match self.peek() {
                Some(b'&') => self.anchor().is_some_and(|name| properties.anchor.replace(name).is_some()),
                _ => self.tag(&mut properties),
            };
            if twice {
                self.error(SyntaxErrorKind::BadProperties, Span::new(from, self.pos));
            }
            end = self.pos;
            self.skip_blanks();
        }
        if self.pos == end && !self.is_flow_gap(end) {
            self.error(SyntaxErrorKind::BadProperties, Span::new(start, end));
        }
        self.pos = end;
        properties.span = Span::new(start, end);
        properties
    }

    fn anchor(&mut self) -> Option<SmolStr> {
        let start = self.pos;
        let name = self.anchor_name();
        if name.is_empty() {
            self.error(SyntaxErrorKind::BadProperties, Span::new(start, self.pos));
            return None;
        }
        if !self.anchors.contains(&name) {
            self.anchors.insert(name.clone());
        }
        Some(name)
    }

    /// Parses the name after `&` or `*`.
    fn anchor_name(&mut self) -> SmolStr {
        let start = self.pos + 1;
        self.pos = start;
        while !self.is_gap(self.pos) && !matches!(self.peek(), Some(b',' | b'[' | b']' | b'{' | b'}')) {
            self.pos += 1;
        }
        SmolStr::new(self.slice(start, self.pos))
    }

    pub(super) fn alias(&mut self) -> Node {
        let start = self.pos;
        let name = self.anchor_name();
        let span = Span::new(start, self.pos);
        if name.is_empty() {
            self.error(SyntaxErrorKind::BadProperties, span);
            return Node { span, kind: Kind::Error, properties: None };
        }
        if !self.anchors.contains(&name) {
            self.error(SyntaxErrorKind::UnknownAlias, span);
        }
        Node { span, kind: Kind::Alias(name), properties: None }
    }

    /// Parses a tag into `properties`; returns whether there already was one.
    fn tag(&mut self, properties: &mut Properties) -> bool {
        let start = self.pos;
        let resolved = if self.byte(start + 1) == Some(b'<') { self.verbatim_tag() } else { self.short_tag() };
        let span = Span::new(start, self.pos);
        if resolved.is_none() {
            self.error(SyntaxErrorKind::BadProperties, span);
        }
        properties.resolved_tag = resolved.map(SmolStr::from);
        properties.tag.replace(SmolStr::new(span.of(self.text))).is_some()
    }

    fn verbatim_tag(&mut self) -> Option<String> {
        let start = self.pos + 2;
        self.pos = start;
        while !self.is_gap(self.pos) && self.peek() != Some(b'>') {
            self.pos += 1;
        }
        let content = self.slice(start, self.pos);
        if self.peek() != Some(b'>') {
            return None;
        }
        self.pos += 1;
        let sound = !matches!(content, "" | "!") && content.bytes().all(is_uri);
        sound.then(|| unescape(content)).flatten()
    }

    fn short_tag(&mut self) -> Option<String> {
        let start = self.pos;
        while !self.is_gap(self.pos) && !matches!(self.peek(), Some(b',' | b'[' | b']' | b'{' | b'}')) {
            self.pos += 1;
        }
        let tag = self.slice(start, self.pos);
        let (handle, suffix) = match tag.get(1..).and_then(|rest| rest.find('!')) {
            Some(second) => tag.split_at(second + 2),
            None => tag.split_at(1),
        };
        let sound = suffix.bytes().all(|byte| is_uri(byte) && byte != b'!') && (handle == "!" || !suffix.is_empty());
        let declared = self.handles.iter().find(|(name, _)| name == handle).map(|(_, prefix)| prefix.as_str());
        let prefix = match (declared, handle) {
            (Some(prefix), _) if !suffix.is_empty() => prefix,
            (_, "!") => "!",
            (_, "!!") => YAML_TAG,
            _ => return None,
        };
        let suffix = if sound { unescape(suffix)? } else { return None };
        Some(format!("{prefix}{suffix}"))
    }

    /// Attaches properties to `node`; an alias cannot have any.
    pub(super) fn equip(&mut self, mut node: Node, properties: Option<Box<Properties>>) -> Node {
        if let Some(properties) = properties {
            if matches!(node.kind, Kind::Alias(_)) {
                self.error(SyntaxErrorKind::BadProperties, properties.span);
            }
            node.properties = self.join(Some(properties), node.properties);
        }
        node
    }

    /// Joins the properties of a node from the line above and its own line.
    pub(super) fn join(
        &mut self,
        above: Option<Box<Properties>>,
        own: Option<Box<Properties>>,
    ) -> Option<Box<Properties>> {
        let (above, own) = match (above, own) {
            (Some(above), Some(own)) => (above, own),
            (above, own) => return above.or(own),
        };
        if above.tag.is_some() && own.tag.is_some() || above.anchor.is_some() && own.anchor.is_some() {
            self.error(SyntaxErrorKind::BadProperties, own.span);
        }
        Some(Box::new(Properties {
            span: above.span.cover(own.span),
            tag: own.tag.or(above.tag),
            resolved_tag: own.resolved_tag.or(above.resolved_tag),
            anchor: own.anchor.or(above.anchor),
        }))
    }
}

fn is_uri(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-#;/?:@&=+$,_.!~*'()[]%".contains(&byte)
}

/// Resolves `%XX` escapes in `text`; `None` if they are malformed.
fn unescape(text: &str) -> Option<String> {
    if !text.contains('%') {
        return Some(text.to_owned());
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, behind)) = rest.split_first() {
        rest = behind;
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let (digits, behind) = rest.split_at_checked(2)?;
        bytes.push(u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?);
        rest = behind;
    }
    String::from_utf8(bytes).ok()
}
