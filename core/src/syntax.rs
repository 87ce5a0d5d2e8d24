//! YAML as a tree with exact spans, even for broken text, and edits that keep comments.

pub mod alias;
pub mod csv;
pub mod origin;
pub mod parse;
pub mod patch;
pub mod plain;

use std::fmt;
use std::sync::Arc;

use smol_str::SmolStr;

use crate::text::Span;

/// The result of parsing; exists for any text, even a broken one.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tree {
    /// One per YAML document; empty if the text has none.
    pub documents: Vec<Document>,
    /// In source order.
    pub errors: Vec<SyntaxError>,
    /// The comments, each from its `#` to the end of its line.
    pub comments: Vec<Span>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Document {
    /// Shared, because alias expansion leaves most texts unchanged.
    pub root: Arc<Node>,
    /// From the `---` (or the first content) to the `...` (or the end).
    pub span: Span,
}

/// A value with its location. The span excludes the tag, the anchor, and surrounding white space and comments. The span
/// of an implicit null is empty, at the position where a value would be.
#[derive(Clone, PartialEq, Debug)]
pub struct Node {
    pub span: Span,
    pub kind: Kind,
    /// The tag and anchor, if there are any.
    pub properties: Option<Box<Properties>>,
}

#[derive(Clone, PartialEq, Debug, Default)]
pub struct Properties {
    /// From the start of the first to the end of the last.
    pub span: Span,
    /// The tag as written: `!!str`, `!local` or `!<verbatim>`.
    pub tag: Option<SmolStr>,
    /// The tag after resolving `%TAG`.
    pub resolved_tag: Option<SmolStr>,
    /// The name without its `&`.
    pub anchor: Option<SmolStr>,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Kind {
    /// No text at all. A written `null` or `~` is a [`Scalar`].
    Null,
    Scalar(Scalar),
    Sequence(Sequence),
    Mapping(Mapping),
    /// `*name`, as parsed; [`alias::expand`] replaces it with its target.
    Alias(SmolStr),
    /// Text that matches no production.
    Error,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Scalar {
    /// The content, folded and unescaped.
    pub value: SmolStr,
    pub style: Style,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    Plain,
    SingleQuoted,
    DoubleQuoted,
    Literal,
    Folded,
}

#[derive(Clone, PartialEq, Debug, Default)]
pub struct Sequence {
    pub flow: bool,
    pub items: Vec<Node>,
}

#[derive(Clone, PartialEq, Debug, Default)]
pub struct Mapping {
    pub flow: bool,
    pub entries: Vec<Entry>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    pub key: Node,
    pub value: Node,
    /// Whether the entry was merged with a merge key (`<<`); only after [`alias::expand`].
    pub merged: bool,
}

/// A syntax error. The rules under `rules/yaml` provide the messages.
#[derive(Clone, PartialEq, Debug)]
pub struct SyntaxError {
    pub kind: SyntaxErrorKind,
    pub span: Span,
    /// A second location, such as the opening quote of an unterminated string.
    pub related: Option<Span>,
}

/// The kinds of syntax errors.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SyntaxErrorKind {
    /// A tab in the indentation.
    TabIndentation,
    /// A line whose indentation matches no open collection.
    BadIndentation,
    /// A line in a block mapping without a colon, such as a half-typed key.
    MissingColon,
    /// `key:value` without a space after the colon.
    MissingSpaceAfterColon,
    /// `a: b: c`, a mapping on the line of its key.
    NestedMappingInline,
    /// A quoted string without a closing quote.
    UnterminatedString,
    /// An invalid escape in a double-quoted string.
    BadEscape,
    /// `[` or `{` without a closing bracket.
    UnclosedFlow,
    /// `]` or `}` without an opening bracket.
    UnexpectedClose,
    /// Two entries of a flow collection without a comma, or two commas in a row.
    MissingComma,
    /// An unquoted `${...}` in a flow collection, where its braces start a mapping.
    ReferenceInFlow,
    /// `a: - b`, a sequence on the line of its key.
    NestedSequenceInline,
    /// A line in a block sequence that does not start with `- `.
    MissingDash,
    /// A key that spans several lines.
    MultilineKey,
    /// A line of a flow collection that is not indented deeper than the enclosing collection; most parsers accept it.
    FlowIndentation,
    /// A line of a quoted string that is not indented deeper than its key; most parsers accept it. Related: the string.
    QuotedIndentation,
    /// A marker of an unresolved merge conflict; related: the last marker of the conflict.
    MergeConflict,
    /// A duplicate key in a mapping; related: the first one.
    DuplicateKey,
    /// `*name` without a preceding `&name`.
    UnknownAlias,
    /// An anchor or a tag on an alias, two anchors on one node, a malformed tag, or an undeclared handle.
    BadProperties,
    /// A directive that is malformed, repeated, or without a document.
    BadDirective,
    /// A malformed header of a block scalar.
    BadBlockScalar,
    /// A character that is not allowed in a scalar here (`@`, a backquote, `%`, a control character).
    BadCharacter,
    /// Text after the end of a value or of a document.
    TrailingText,
    /// Aliases that would expand to more than the budget, or into themselves.
    AliasBudget,
    /// Collections nested deeper than the maximum depth.
    TooDeep,
    /// More keys, items and brackets than the maximum.
    TooLarge,
    /// Anything else that matches no production.
    Unexpected,
}

impl Tree {
    /// The root of the first document.
    pub fn root(&self) -> Option<&Node> {
        self.documents.first().map(|document| &*document.root)
    }

    /// A message about the first syntax error, with its line in the text.
    pub fn first_error(&self, text: &str) -> Option<String> {
        let error = self.errors.first()?;
        let line = text.get(..error.span.start as usize).unwrap_or(text).matches('\n').count() + 1;
        Some(format!("syntax error in line {line}"))
    }
}

impl Node {
    pub fn null(span: Span) -> Self {
        Node { span, kind: Kind::Null, properties: None }
    }

    pub fn as_mapping(&self) -> Option<&Mapping> {
        match &self.kind {
            Kind::Mapping(mapping) => Some(mapping),
            _ => None,
        }
    }

    pub fn as_sequence(&self) -> Option<&Sequence> {
        match &self.kind {
            Kind::Sequence(sequence) => Some(sequence),
            _ => None,
        }
    }

    pub fn as_scalar(&self) -> Option<&Scalar> {
        match &self.kind {
            Kind::Scalar(scalar) => Some(scalar),
            _ => None,
        }
    }

    /// The content of a scalar of any style and type.
    pub fn as_text(&self) -> Option<&str> {
        self.as_scalar().map(|scalar| scalar.value.as_str())
    }

    /// Whether the node is an alias or contains one, in a key or a value.
    pub fn has_alias(&self) -> bool {
        matches!(self.kind, Kind::Alias(_))
            || self.entries().iter().any(|entry| entry.key.has_alias() || entry.value.has_alias())
            || self.items().iter().any(Node::has_alias)
    }

    /// Whether the node is null: absent, `~` or `null`.
    pub fn is_null(&self) -> bool {
        match &self.kind {
            Kind::Null => true,
            Kind::Scalar(scalar) => matches!(plain::typed(scalar), plain::Plain::Null),
            _ => false,
        }
    }

    /// The entry with the scalar key `key`; the first of several.
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        self.as_mapping()?.entries.iter().find(|entry| entry.key.as_text() == Some(key))
    }

    /// The value of the scalar key `key`.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entry(key).map(|entry| &entry.value)
    }

    /// The entries of a mapping; empty for other nodes.
    pub fn entries(&self) -> &[Entry] {
        self.as_mapping().map_or(&[], |mapping| &mapping.entries)
    }

    /// The items of a sequence; any other node is a single item.
    pub fn items_or_self(&self) -> &[Node] {
        self.as_sequence().map_or(std::slice::from_ref(self), |sequence| &sequence.items)
    }

    /// The items of a sequence; empty for other nodes.
    pub fn items(&self) -> &[Node] {
        self.as_sequence().map_or(&[], |sequence| &sequence.items)
    }

    /// The node at `path`, relative to this one.
    pub fn at(&self, path: &NodePath) -> Option<&Node> {
        path.steps().iter().try_fold(self, |node, step| match step {
            Step::Key(key) => node.get(key),
            Step::Index(index) => node.items().get(*index),
        })
    }

    /// The same, to change it.
    pub fn at_mut(&mut self, path: &NodePath) -> Option<&mut Node> {
        path.steps().iter().try_fold(self, |node, step| match (&mut node.kind, step) {
            (Kind::Mapping(mapping), Step::Key(key)) => {
                let mut entries = mapping.entries.iter_mut();
                entries.find(|entry| entry.key.as_text() == Some(key)).map(|entry| &mut entry.value)
            }
            (Kind::Sequence(sequence), Step::Index(index)) => sequence.items.get_mut(*index),
            _ => None,
        })
    }

    /// The entry whose value is at `path`, if the last step is a key.
    pub fn entry_at(&self, path: &NodePath) -> Option<&Entry> {
        let (parent, Step::Key(key)) = path.split_last()? else { return None };
        self.at(&parent)?.entry(key)
    }
}

/// The path from the root of a document to a node, which identifies everything in a descriptor.
///
/// Written as a JSON pointer (RFC 6901): `/composition/streamer/properties`.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct NodePath(Vec<Step>);

#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Step {
    Key(SmolStr),
    Index(usize),
}

/// The keys of a path, for matching against patterns. A position in a list is an empty string.
pub fn words(steps: &[Step]) -> Vec<&str> {
    steps.iter().map(|step| if let Step::Key(key) = step { key.as_str() } else { "" }).collect()
}

impl FromIterator<Step> for NodePath {
    fn from_iter<I: IntoIterator<Item = Step>>(steps: I) -> Self {
        NodePath(steps.into_iter().collect())
    }
}

impl NodePath {
    pub fn root() -> Self {
        NodePath::default()
    }

    /// A path of keys.
    pub fn keys<'a>(keys: impl IntoIterator<Item = &'a str>) -> Self {
        NodePath(keys.into_iter().map(|key| Step::Key(key.into())).collect())
    }

    pub fn steps(&self) -> &[Step] {
        &self.0
    }

    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    pub fn key(&self, key: &str) -> Self {
        self.with(Step::Key(key.into()))
    }

    pub fn index(&self, index: usize) -> Self {
        self.with(Step::Index(index))
    }

    fn with(&self, step: Step) -> Self {
        let mut steps = Vec::with_capacity(self.0.len() + 1);
        steps.extend_from_slice(&self.0);
        steps.push(step);
        NodePath(steps)
    }

    pub fn parent(&self) -> Option<NodePath> {
        self.split_last().map(|(parent, _)| parent)
    }

    pub fn split_last(&self) -> Option<(NodePath, &Step)> {
        let (last, rest) = self.0.split_last()?;
        Some((NodePath(rest.to_vec()), last))
    }

    /// Its [`words`].
    pub fn words(&self) -> Vec<&str> {
        words(&self.0)
    }

    /// The last step, if it is a key.
    pub fn last_key(&self) -> Option<&str> {
        match self.0.last()? {
            Step::Key(key) => Some(key),
            Step::Index(_) => None,
        }
    }

    pub fn starts_with(&self, prefix: &NodePath) -> bool {
        self.0.starts_with(&prefix.0)
    }

    /// Parses the output of [`fmt::Display`]; `root` decides which steps are indices.
    pub fn parse(pointer: &str, root: &Node) -> Option<Self> {
        let mut path = NodePath::root();
        let mut node = Some(root);
        for part in pointer.split('/').skip(1) {
            let part = part.replace("~1", "/").replace("~0", "~");
            let step = match node.map(|node| &node.kind) {
                Some(Kind::Sequence(_)) => Step::Index(part.parse().ok()?),
                _ => Step::Key(part.into()),
            };
            node = node.and_then(|node| match &step {
                Step::Key(key) => node.get(key),
                Step::Index(index) => node.items().get(*index),
            });
            path.0.push(step);
        }
        Some(path)
    }
}

impl fmt::Display for NodePath {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for step in &self.0 {
            match step {
                Step::Key(key) if key.contains(['~', '/']) => {
                    write!(formatter, "/{}", key.replace('~', "~0").replace('/', "~1"))?;
                }
                Step::Key(key) => {
                    formatter.write_str("/")?;
                    formatter.write_str(key)?;
                }
                Step::Index(index) => write!(formatter, "/{index}")?,
            }
        }
        Ok(())
    }
}

/// A path as links on the stack. A walk extends it at each step without allocating, and converts the few paths that it
/// needs with [`PathLink::to_path`].
#[derive(Clone, Copy, Debug)]
pub struct PathLink<'p>(Option<(&'p PathLink<'p>, LinkStep<'p>)>);

/// A step that borrows its key.
#[derive(Clone, Copy, Debug)]
pub enum LinkStep<'p> {
    Key(&'p str),
    Index(usize),
}

impl LinkStep<'_> {
    pub fn to_step(self) -> Step {
        match self {
            LinkStep::Key(key) => Step::Key(key.into()),
            LinkStep::Index(index) => Step::Index(index),
        }
    }
}

impl<'p> PathLink<'p> {
    /// The path of the root.
    pub const ROOT: PathLink<'static> = PathLink(None);

    pub fn key(&'p self, key: &'p str) -> Self {
        PathLink(Some((self, LinkStep::Key(key))))
    }

    pub fn index(&'p self, index: usize) -> Self {
        PathLink(Some((self, LinkStep::Index(index))))
    }

    pub fn to_path(&self) -> NodePath {
        let mut steps = Vec::new();
        let mut link = self;
        while let Some((parent, step)) = &link.0 {
            steps.push(step.to_step());
            link = parent;
        }
        steps.reverse();
        NodePath(steps)
    }
}
