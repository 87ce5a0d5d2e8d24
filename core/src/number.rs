//! Decimal numbers in texts.

use lexical_parse_float::FromLexical;

/// A decimal number such as `1.5`, `-2` or `1e3`; the nearest number if it cannot be represented exactly. The standard
/// library's parser contains tables of 12 KB, which the modeller would have to download before anything is shown.
pub fn float(text: &str) -> Option<f64> {
    f64::from_lexical(text.as_bytes()).ok()
}

/// A number with at most so many decimals, as short as possible.
pub fn rounded(value: f64, n_decimals: usize) -> String {
    let text = format!("{value:.n_decimals$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_by_the_standard_library() {
        let mut texts: Vec<String> =
            ["0", "-0", "+1.5", "1.", ".5", "1e3", "1E-3", "x", "", "1x", "--1", "1e", "5e-324", "1e400"]
                .map(str::to_owned)
                .into();
        // A linear congruential generator, for mantissas and exponents of all sizes.
        let mut state = 1_u64;
        for _ in 0..20_000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let (digits, exponent) = (state >> (state % 60), (state >> 33) % 600);
            texts.push(format!("{digits}e{}", exponent as i64 - 330));
            texts.push(format!("{}.{digits}", state % 1000));
        }
        for text in texts {
            assert_eq!(float(&text).map(f64::to_bits), text.parse().ok().map(f64::to_bits), "{text}");
        }
    }
}
