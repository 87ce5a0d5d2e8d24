//! The limit of the structure of a text. Each key, item and error takes much more memory than its characters, so a text
//! of nothing else would need hundreds of times its size.

/// Maximum number of lines, colons, commas and brackets.
const MAX_STRUCTURE: usize = 750_000;

/// The offset at which a text exceeds the limit. Inside quoted text, the same characters count.
pub(super) fn exceeded(text: &str) -> Option<usize> {
    // A line begins after each break at most. Counting is much faster than searching.
    if text.bytes().filter(|byte| is_indicator(*byte) || is_break(*byte)).count() < MAX_STRUCTURE {
        return None;
    }
    let (mut count, mut is_start) = (0, true);
    text.bytes().position(|byte| {
        let is_content = !is_break(byte) && !matches!(byte, b' ' | b'\t');
        count += usize::from(is_indicator(byte)) + usize::from(is_start && is_content);
        is_start = is_break(byte) || is_start && !is_content;
        count > MAX_STRUCTURE
    })
}

fn is_indicator(byte: u8) -> bool {
    matches!(byte, b':' | b',' | b'[' | b']' | b'{' | b'}')
}

fn is_break(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_indicators_count() {
        let text = |line: &str, count: usize| line.repeat(count);
        assert_eq!(exceeded(&text("  a: 1\n", MAX_STRUCTURE / 2)), None);
        assert_eq!(exceeded(&text("  a: 1\n", MAX_STRUCTURE / 2 + 1)), Some(MAX_STRUCTURE / 2 * 7 + 2));
        assert_eq!(exceeded(&text("\n", 2 * MAX_STRUCTURE)), None);
        assert_eq!(exceeded(&text("x", 2 * MAX_STRUCTURE)), None);
        assert_eq!(exceeded(&format!("a: [{}]", text("1, ", MAX_STRUCTURE))).map(|at| at / 3), Some(MAX_STRUCTURE - 2));
    }
}
