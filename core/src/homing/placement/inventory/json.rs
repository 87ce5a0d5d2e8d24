//! Reads JSON in slices: candidates are items of lists near the root, and reading stops between them.

use std::pin::Pin;

use serde::de::DeserializeOwned;
use serde_json::Deserializer;
use serde_yaml::{Mapping, Value};

use crate::preview::progress::Progress;

/// Lists in mappings nested more deeply are read at once.
const DEPTH: usize = 2;

/// The value of a text, or the offset at which it is not JSON.
pub async fn read(text: &str, progress: &Progress) -> Result<Value, usize> {
    let mut reader = Reader { text, at: 0 };
    let value = reader.value(0, progress).await;
    match value.filter(|_| reader.next().is_none()) {
        Some(value) => Ok(value),
        None => Err(reader.at),
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

type Reading<'r> = Pin<Box<dyn Future<Output = Option<Value>> + 'r>>;

impl Reader<'_> {
    /// The byte behind the white space.
    fn next(&mut self) -> Option<u8> {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        self.at += rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r')).count();
        self.text.as_bytes().get(self.at).copied()
    }

    fn take(&mut self, wanted: u8) -> Option<()> {
        let is_next = self.next() == Some(wanted);
        self.at += usize::from(is_next);
        is_next.then_some(())
    }

    /// Reads a value at once.
    fn whole<T: DeserializeOwned>(&mut self) -> Option<T> {
        let mut values = Deserializer::from_str(self.text.get(self.at..)?).into_iter();
        let value = values.next()?.ok();
        self.at += values.byte_offset();
        value
    }

    /// Whether a list or mapping goes on. Its first item has no comma.
    fn goes_on(&mut self, end: u8, is_empty: bool) -> Option<bool> {
        if self.next()? == end {
            self.at += 1;
            return Some(false);
        }
        if !is_empty {
            self.take(b',')?;
        }
        self.next().map(|_| true)
    }

    fn value<'r>(&'r mut self, depth: usize, progress: &'r Progress) -> Reading<'r> {
        Box::pin(async move {
            match self.next()? {
                b'[' => {
                    self.at += 1;
                    let mut items: Vec<Value> = Vec::new();
                    while self.goes_on(b']', items.is_empty())? {
                        items.push(self.whole()?);
                        progress.piece().await;
                    }
                    Some(items.into())
                }
                b'{' if depth < DEPTH => {
                    self.at += 1;
                    let mut entries = Mapping::new();
                    while self.goes_on(b'}', entries.is_empty())? {
                        let key: String = self.whole()?;
                        self.take(b':')?;
                        let value = self.value(depth + 1, progress).await?;
                        // As in YAML, the first of duplicate keys wins.
                        entries.entry(key.into()).or_insert(value);
                    }
                    Some(entries.into())
                }
                _ => self.whole(),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preview::progress::block_on;

    fn value(text: &str) -> Result<Value, usize> {
        block_on(read(text, &Progress::default()))
    }

    #[test]
    fn json_is_read_as_a_whole_would_be() {
        let texts = [
            "{}",
            "[]",
            " [1, -2.5e3, 18446744073709551615, true, null, \"a\\u00e9\\\"]\"] ",
            "{\"a\": {\"b\": [{\"c\": {\"d\": [1, {\"e\": []}]}}, 2], \"\": \"}\"}, \"f\": [[], [[1]]]}\n",
            "\"text\"",
            "7",
        ];
        for text in texts {
            let expected: Value = serde_json::from_str(text).expect("JSON");
            assert_eq!(value(text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn faults_have_an_offset() {
        let faults = [
            "",
            "[1, ]",
            "[1 2]",
            "{\"a\" 1}",
            "{\"a\": 1,}",
            "{a: 1}",
            "[1]]",
            "[NaN]",
            "[1e999]",
            "{\"a\": [",
            "[,1]",
        ];
        for text in faults {
            assert!(value(text).is_err_and(|at| at <= text.len()), "{text}: {:?}", value(text));
        }
        assert_eq!(value("{\"a\": [1,\n  x]}"), Err(12));
    }
}
