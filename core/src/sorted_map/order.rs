//! The order of the entries of a sorted map. Entries that are in order themselves, as those of small maps and of maps
//! that were filled in order, need no more than their number; otherwise their indices are sorted, in chunks of limited
//! length, so that inserting and removing move few of them.

use std::cmp::Ordering;

/// Maximum length of a chunk. Inserting moves half as many indices on average, while finding a chunk takes a step less
/// for each doubling.
const CHUNK: usize = 512;

/// The indices below the number of entries, each once, in the order of the keys.
#[derive(Clone, Default)]
pub(super) struct Order {
    /// None is empty. There are none if the entries are in order.
    chunks: Vec<Vec<u32>>,
}

/// A position between two indices: the chunk, and the number of indices in it before the position. It may be at the end of
/// a chunk. If the entries are in order, they are like a single chunk.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Position {
    chunk: usize,
    at: usize,
}

impl Position {
    pub fn next(self) -> Self {
        Position { at: self.at + 1, ..self }
    }
}

impl Order {
    pub const fn new() -> Self {
        Order { chunks: Vec::new() }
    }

    /// The index at a position if the entries are in order.
    pub fn in_order(&self, at: Position) -> Option<usize> {
        self.chunks.is_empty().then_some(at.at)
    }

    /// Writes down the indices of `count` entries that are in order, and returns the same position in them.
    pub fn spread(&mut self, count: usize, at: Position) -> Position {
        let all: Vec<u32> = (0..count as u32).collect();
        self.chunks = all.chunks(CHUNK).map(<[u32]>::to_vec).collect();
        Position { chunk: at.at / CHUNK, at: at.at % CHUNK }
    }

    /// The order in which to put the entries, if they are not. They count as in order afterwards.
    pub fn settle(&mut self) -> Option<Vec<usize>> {
        let chunks = std::mem::take(&mut self.chunks);
        (!chunks.is_empty()).then(|| chunks.iter().flatten().map(|&index| index as usize).collect())
    }

    /// Searches among `count` entries by comparing entries with the wanted one: its position, or the one where it is missing.
    pub fn find(&self, count: usize, compare: &mut dyn FnMut(usize) -> Ordering) -> Result<Position, Position> {
        let mut range = 0..count;
        let mut chunk = 0;
        let indices = if self.chunks.is_empty() {
            None
        } else {
            // The last chunk that does not start after the wanted entry.
            let starts = |chunk: &Vec<u32>| chunk.first().map_or(0, |&index| index as usize);
            chunk = self.chunks.partition_point(|chunk| compare(starts(chunk)).is_le()).saturating_sub(1);
            range = 0..self.chunks[chunk].len();
            Some(&self.chunks[chunk])
        };
        while !range.is_empty() {
            let at = range.start + range.len() / 2;
            match compare(indices.map_or(at, |indices| indices[at] as usize)) {
                Ordering::Less => range.start = at + 1,
                Ordering::Equal => return Ok(Position { chunk, at }),
                Ordering::Greater => range.end = at,
            }
        }
        Err(Position { chunk, at: range.start })
    }

    pub fn index(&self, at: Position) -> usize {
        self.in_order(at).unwrap_or_else(|| self.chunks[at.chunk][at.at] as usize)
    }

    /// Replaces an index; the entries are not in order.
    pub fn set(&mut self, at: Position, index: usize) {
        self.chunks[at.chunk][at.at] = index as u32;
    }

    /// Inserts an index; the entries are not in order.
    pub fn insert(&mut self, at: Position, index: usize) {
        let chunk = &mut self.chunks[at.chunk];
        chunk.insert(at.at, index as u32);
        if chunk.len() > CHUNK {
            let rest = chunk.split_off(CHUNK / 2);
            self.chunks.insert(at.chunk + 1, rest);
        }
    }

    /// Removes an index; the entries are not in order.
    pub fn remove(&mut self, at: Position) {
        self.chunks[at.chunk].remove(at.at);
        if self.chunks[at.chunk].is_empty() {
            self.chunks.remove(at.chunk);
        }
    }

    pub fn start(&self) -> Position {
        Position { chunk: 0, at: 0 }
    }

    /// The position after the last of `count` entries.
    pub fn end(&self, count: usize) -> Position {
        match self.chunks.split_last() {
            Some((last, before)) => Position { chunk: before.len(), at: last.len() },
            None => Position { chunk: 0, at: count },
        }
    }

    pub fn between(&self, start: Position, end: Position) -> Indices<'_> {
        let left = if start >= end {
            0
        } else if start.chunk == end.chunk {
            end.at - start.at
        } else {
            let between = &self.chunks[start.chunk + 1..end.chunk];
            self.chunks[start.chunk].len() - start.at + between.iter().map(Vec::len).sum::<usize>() + end.at
        };
        Indices { chunks: &self.chunks, start, end, left }
    }
}

/// The indices between two positions.
#[derive(Clone)]
pub(super) struct Indices<'a> {
    chunks: &'a [Vec<u32>],
    start: Position,
    end: Position,
    left: usize,
}

impl Iterator for Indices<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        self.left = self.left.checked_sub(1)?;
        let Position { chunk, at } = self.start;
        let next = match self.chunks.get(chunk) {
            Some(indices) if indices.len() == at => Position { chunk: chunk + 1, at: 0 },
            _ => self.start,
        };
        self.start = next.next();
        Some(self.chunks.get(next.chunk).map_or(next.at, |indices| indices[next.at] as usize))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl DoubleEndedIterator for Indices<'_> {
    fn next_back(&mut self) -> Option<usize> {
        self.left = self.left.checked_sub(1)?;
        if self.end.at == 0 {
            let chunk = self.end.chunk - 1;
            self.end = Position { chunk, at: self.chunks[chunk].len() };
        }
        self.end.at -= 1;
        Some(self.chunks.get(self.end.chunk).map_or(self.end.at, |indices| indices[self.end.at] as usize))
    }
}

impl ExactSizeIterator for Indices<'_> {}
