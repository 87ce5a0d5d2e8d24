//! Delta debugging: the smallest part of an input that still fails.

use std::time::{Duration, Instant};

/// Removes lines, and then characters or bytes, as long as `fails`, for at most `limit`.
pub fn minimized(input: &[u8], limit: Duration, mut fails: impl FnMut(&[u8]) -> bool) -> Vec<u8> {
    let start = Instant::now();
    let mut smallest = input.to_vec();
    let mut unit: fn(&[u8]) -> Vec<Vec<u8>> = lines;
    for next in [Some(characters as fn(&[u8]) -> Vec<Vec<u8>>), None] {
        let mut parts = unit(&smallest);
        let mut size = parts.len().div_ceil(2).max(1);
        loop {
            let mut at = 0;
            let mut removed = false;
            while at < parts.len() {
                if start.elapsed() > limit {
                    return smallest;
                }
                let end = (at + size).min(parts.len());
                let candidate: Vec<u8> = parts[..at].iter().chain(&parts[end..]).flatten().copied().collect();
                if fails(&candidate) {
                    parts.drain(at..end);
                    smallest = candidate;
                    removed = true;
                } else {
                    at = end;
                }
            }
            if size == 1 && !removed {
                break;
            }
            size = if removed { size } else { size / 2 }.max(1);
        }
        unit = next.unwrap_or(unit);
    }
    smallest
}

fn lines(input: &[u8]) -> Vec<Vec<u8>> {
    input.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect()
}

/// The characters of a text; the bytes of anything else.
fn characters(input: &[u8]) -> Vec<Vec<u8>> {
    match std::str::from_utf8(input) {
        Ok(text) => text.chars().map(|character| character.to_string().into_bytes()).collect(),
        Err(_) => input.iter().map(|byte| vec![*byte]).collect(),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    #[test]
    fn what_does_not_matter_is_removed() {
        let input = "one\ntwo x\nthree\nfour y\n".repeat(3);
        let fails = |bytes: &[u8]| bytes.contains(&b'x') && bytes.contains(&b'y');
        let smallest = super::minimized(input.as_bytes(), Duration::from_secs(60), fails);
        assert_eq!(smallest.len(), 2, "{smallest:?}");
        assert!(fails(&smallest));
    }
}
