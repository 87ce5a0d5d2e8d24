//! Directives: `%YAML`, `%TAG` and reserved ones.

use smol_str::SmolStr;

use crate::syntax::SyntaxErrorKind;
use crate::text::Span;

use super::Parser;

impl Parser<'_> {
    /// Parses the directives before a document and moves to its start. Returns the span of the last one.
    pub(super) fn directives(&mut self) -> Option<Span> {
        let mut last = None;
        let mut version = false;
        while self.peek() == Some(b'%') && self.pos == self.line.start {
            let line = self.rest_of_line();
            let mut words = line.of(self.text).split([' ', '\t']).filter(|word| !word.is_empty());
            let (name, first, second) = (words.next(), words.next(), words.next());
            let sound = match name {
                Some("%YAML") => !std::mem::replace(&mut version, true) && is_version(first) && second.is_none(),
                Some("%TAG") => words.next().is_none() && self.declare(first, second),
                Some(name) => name.len() > 1,
                None => false,
            };
            if !sound {
                self.error(SyntaxErrorKind::BadDirective, line);
            }
            last = Some(line);
            self.pos = line.range().end;
            self.skip_to_content();
        }
        last
    }

    fn declare(&mut self, handle: Option<&str>, prefix: Option<&str>) -> bool {
        let (Some(handle), Some(prefix)) = (handle, prefix) else { return false };
        let inner = handle.strip_prefix('!').map(|rest| rest.strip_suffix('!').unwrap_or(rest));
        let sound = inner.is_some_and(|inner| inner.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-'))
            && (handle == "!" || handle.len() > 1 && handle.ends_with('!'));
        let fresh = self.handles.iter().all(|(name, _)| name != handle);
        if sound && fresh {
            self.handles.push((SmolStr::new(handle), SmolStr::new(prefix)));
        }
        sound && fresh
    }
}

fn is_version(word: Option<&str>) -> bool {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    word.and_then(|word| word.split_once('.')).is_some_and(|(major, minor)| digits(major) && digits(minor))
}
