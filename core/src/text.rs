//! Positions in text: byte spans, file paths, and lines with the columns that editors and people use.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use serde::Serialize;

/// A half-open range of bytes in a text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Span {
    pub start: u32,
    pub end: u32,
}

impl Span {
    pub fn new(start: usize, end: usize) -> Self {
        let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Span { start: offset(start), end: offset(end.max(start)) }
    }

    /// The empty span before the byte at `offset`.
    pub fn at(offset: usize) -> Self {
        Span::new(offset, offset)
    }

    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    pub fn len(self) -> usize {
        self.range().len()
    }

    pub fn is_empty(self) -> bool {
        self.start >= self.end
    }

    /// Whether the span contains `offset` or ends there, like a text cursor.
    pub fn touches(self, offset: usize) -> bool {
        self.start as usize <= offset && offset <= self.end as usize
    }

    /// Whether `inner` is completely inside this span.
    pub fn contains(self, inner: Span) -> bool {
        self.start <= inner.start && inner.end <= self.end
    }

    /// The smallest span that contains both.
    pub fn cover(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The text in the span; empty if the span does not fit `text`.
    pub fn of(self, text: &str) -> &str {
        text.get(self.range()).unwrap_or("")
    }
}

/// The path of a file in a workspace: relative, with `/`.
///
/// Invariant: not empty, no empty, `.` or `..` segment, no backslash, no NUL, no drive letter.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[serde(transparent)]
pub struct FilePath(Arc<str>);

impl FilePath {
    /// Parses `path`; `None` if it is absolute, leaves the workspace, or is not plain text.
    pub fn new(path: &str) -> Option<Self> {
        FilePath::is_path(path).then(|| FilePath(path.into()))
    }

    /// Whether `path` is valid in a workspace.
    pub fn is_path(path: &str) -> bool {
        let drive = path.chars().nth(1) == Some(':');
        let plain = !drive && !path.contains(['\\', '\0']);
        plain && path.split('/').all(|segment| !matches!(segment, "" | "." | ".."))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The last segment, with its extension.
    pub fn name(&self) -> &str {
        self.0.rsplit('/').next().unwrap_or(&self.0)
    }

    /// The last segment up to its last period.
    pub fn stem(&self) -> &str {
        let name = self.name();
        name.rfind('.').filter(|&dot| dot > 0).map_or(name, |dot| &name[..dot])
    }

    /// The path of a file in a folder, which is empty for the root; `None` if it would be invalid.
    pub fn in_folder(folder: &str, name: &str) -> Option<Self> {
        FilePath::new(&if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") })
    }

    /// Resolves steps, including `.` and `..`, relative to a folder; `None` if the result is outside the workspace.
    pub fn along<'a>(folder: &'a str, steps: impl IntoIterator<Item = &'a str>) -> Option<Self> {
        let mut segments: Vec<&str> = folder.split('/').filter(|segment| !segment.is_empty()).collect();
        for step in steps {
            match step {
                "." => {}
                ".." => drop(segments.pop()?),
                name => segments.push(name),
            }
        }
        FilePath::new(&segments.join("/"))
    }

    /// The path relative to a folder, which is empty for the root.
    pub fn relative_to(&self, folder: &str) -> String {
        let folders: Vec<&str> = folder.split('/').filter(|segment| !segment.is_empty()).collect();
        let segments: Vec<&str> = self.0.split('/').collect();
        let same = folders.iter().zip(&segments).take_while(|(one, other)| one == other).count();
        let up = std::iter::repeat_n("..", folders.len() - same);
        up.chain(segments[same..].iter().copied()).collect::<Vec<_>>().join("/")
    }

    /// The folder, without a trailing slash; empty for the root.
    pub fn folder(&self) -> &str {
        self.0.rfind('/').map_or("", |slash| &self.0[..slash])
    }

    /// The folders around it from the innermost to the root, as [`FilePath::folder`] gives them.
    pub fn folders(&self) -> impl Iterator<Item = &str> {
        std::iter::successors(Some(self.folder()), |folder| {
            folder.rfind('/').map(|slash| &folder[..slash]).or((!folder.is_empty()).then_some(""))
        })
    }
}

impl fmt::Display for FilePath {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// A line and a column, both starting at 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize)]
pub struct Position {
    pub line: usize,
    pub column: usize,
}

/// The starts of the lines of a text. A line ends with `\n`, `\r\n` or a lone `\r`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineIndex {
    starts: Vec<u32>,
}

impl LineIndex {
    pub fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let ends = bytes.iter().enumerate().filter_map(|(at, byte)| match byte {
            b'\n' => Some(at + 1),
            b'\r' if bytes.get(at + 1) != Some(&b'\n') => Some(at + 1),
            _ => None,
        });
        let starts = std::iter::once(0).chain(ends).map(|at| Span::at(at).start).collect();
        LineIndex { starts }
    }

    /// The index of `after`, the text after replacing `span`, which makes it `growth` bytes longer.
    pub fn edited(&self, span: Span, growth: isize, after: &str) -> Self {
        let (start, end) = (span.start as usize, span.end as usize);
        // A line start depends on the bytes on both sides, because of `\r\n`.
        let first = self.starts.partition_point(|&line| (line as usize) < start);
        let last = self.starts.partition_point(|&line| line as usize <= end);
        let mut starts = Vec::with_capacity(self.starts.len() + 8);
        starts.extend_from_slice(self.starts.get(..first).unwrap_or_default());
        if start == 0 {
            starts.push(0);
        }
        let bytes = after.as_bytes();
        let fresh = (start.saturating_sub(1)..end.saturating_add_signed(growth)).filter(|&at| match bytes.get(at) {
            Some(b'\n') => true,
            Some(b'\r') => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        });
        starts.extend(fresh.map(|at| Span::at(at + 1).start));
        let kept = self.starts.get(last.max(1)..).unwrap_or_default();
        starts.extend(kept.iter().map(|&line| Span::at((line as usize).saturating_add_signed(growth)).start));
        LineIndex { starts }
    }

    /// The number of lines, at least 1.
    pub fn count(&self) -> usize {
        self.starts.len()
    }

    /// The line that contains the byte at `offset`, starting at 0.
    pub fn line(&self, offset: usize) -> usize {
        self.starts.partition_point(|&start| start as usize <= offset).saturating_sub(1)
    }

    /// The offset at which `line` starts; the start of the last line if there is no such line.
    pub fn start(&self, line: usize) -> usize {
        self.starts.get(line).or(self.starts.last()).map_or(0, |&start| start as usize)
    }

    /// The span of `line` in `text`, without its line break.
    pub fn span(&self, text: &str, line: usize) -> Span {
        let start = self.start(line);
        let end = self.starts.get(line + 1).map_or(text.len(), |&next| next as usize);
        let content = text.get(start..end).unwrap_or("").trim_end_matches(['\n', '\r']);
        Span::new(start, start + content.len())
    }

    /// The position of `offset`, with the column in characters, as for people and compilers.
    pub fn position(&self, text: &str, offset: usize) -> Position {
        self.position_by(text, offset, |before| before.chars().count())
    }

    /// The position of `offset`, with the column in UTF-16 units, as for browsers and language servers.
    pub fn position_utf16(&self, text: &str, offset: usize) -> Position {
        self.position_by(text, offset, |before| before.encode_utf16().count())
    }

    /// The position of `offset`, with the column in bytes, as for language servers that count in UTF-8.
    pub fn position_utf8(&self, text: &str, offset: usize) -> Position {
        self.position_by(text, offset, str::len)
    }

    fn position_by(&self, text: &str, offset: usize, columns: impl Fn(&str) -> usize) -> Position {
        let offset = floor_boundary(text, offset);
        let line = self.line(offset);
        Position { line, column: columns(text.get(self.start(line)..offset).unwrap_or("")) }
    }
}

/// The lines of a text without their breaks, which are `\n`, `\r\n` or a lone `\r`, as in YAML. [`str::lines`] knows no
/// lone `\r`.
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let (line, after) = rest.split_at(end);
        rest = after.strip_prefix("\r\n").or(after.get(1..)).unwrap_or("");
        Some(line)
    })
}

/// The first line of a text, without its break.
pub fn first_line(text: &str) -> &str {
    lines(text).next().unwrap_or("")
}

/// Converts an offset in UTF-16 units to bytes; the end of the text if it is shorter.
pub fn byte_of_utf16(text: &str, utf16: usize) -> usize {
    let mut units = 0;
    for (at, character) in text.char_indices() {
        if units >= utf16 {
            return at;
        }
        units += character.len_utf16();
    }
    text.len()
}

/// Converts an offset in bytes to UTF-16 units.
pub fn utf16_of_byte(text: &str, offset: usize) -> usize {
    text.get(..floor_boundary(text, offset)).unwrap_or("").encode_utf16().count()
}

/// Whether a character hides text or changes the direction of the text around it: control characters, and bidirectional
/// overrides and isolates. Wherever a descriptor's text is displayed, such characters are named or replaced.
pub fn is_deceptive(character: char) -> bool {
    let control = character.is_control() && !matches!(character, '\n' | '\r' | '\t');
    control || matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{fffe}' | '\u{ffff}')
}

/// The last character boundary at or before `offset`.
pub fn floor_boundary(text: &str, offset: usize) -> usize {
    let mut at = offset.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_stays_inside_the_workspace() {
        for bad in ["", "/etc/passwd", "../a", "a/../b", "a//b", "./a", "C:/a", "a\\b", "a\0"] {
            assert_eq!(FilePath::new(bad), None, "{bad:?}");
        }
        let path = FilePath::new("video/streamer.v1.yaml").expect("a plain path");
        assert_eq!((path.folder(), path.name(), path.stem()), ("video", "streamer.v1.yaml", "streamer.v1"));
        let deep = FilePath::new("a/b/c.yaml").expect("a plain path");
        assert_eq!(deep.folders().collect::<Vec<_>>(), ["a/b", "a", ""]);
    }

    #[test]
    fn lines_end_with_any_line_break() {
        for text in ["", "a", "a\n", "a\nb", "\n\na\n", "a\r\n\r\nb\r\n", "ä\r\n"] {
            assert!(lines(text).eq(text.lines()), "{text:?}");
        }
        assert_eq!(lines("a\rb\r\rc\r\nd\r").collect::<Vec<_>>(), ["a", "b", "", "c", "d"]);
    }

    #[test]
    fn columns_are_counted_in_characters_or_utf16() {
        let text = "a: 1\r\nä𝄞: x\n";
        let lines = LineIndex::new(text);
        let x = text.find('x').expect("x is in the text");
        assert_eq!(lines.position(text, x), Position { line: 1, column: 4 });
        assert_eq!(lines.position_utf16(text, x), Position { line: 1, column: 5 });
        assert_eq!(lines.count(), 3);
        assert_eq!(lines.span(text, 0).of(text), "a: 1");
        assert_eq!(byte_of_utf16(text, utf16_of_byte(text, x)), x);
    }
}
