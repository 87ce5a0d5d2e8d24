//! Decimal numbers of any length, without rounding.

use std::cmp::Ordering;

/// A decimal number.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Decimal {
    is_negative: bool,
    /// From the most significant; neither the first nor the last is zero. Zero has none.
    digits: Vec<u8>,
    /// The power of ten of the last digit.
    exponent: i64,
}

/// Exponents beyond this are as good as infinite. Leaves room for sums with the number of digits.
const MAX_EXPONENT: i64 = i64::MAX / 4;

impl Decimal {
    /// Reads `12`, `-1.50`, `.5` and `2e3`.
    pub fn parse(text: &str) -> Option<Self> {
        let (is_negative, unsigned) = match text.as_bytes().first()? {
            b'-' => (true, text.get(1..)?),
            b'+' => (false, text.get(1..)?),
            _ => (false, text),
        };
        let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, power(exponent)?),
            None => (unsigned, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all = || whole.bytes().chain(fraction.bytes());
        if all().next().is_none() || !all().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let n_places = i64::try_from(fraction.len()).ok()?;
        Some(Decimal::of(is_negative, all().map(|byte| byte - b'0').collect(), exponent - n_places))
    }

    /// A whole number.
    pub fn whole(number: i128) -> Self {
        let digits = number.unsigned_abs().to_string().bytes().map(|byte| byte - b'0').collect();
        Decimal::of(number < 0, digits, 0)
    }

    /// Greater, or if negative less, than every number that can be written.
    pub fn infinite(is_negative: bool) -> Self {
        Decimal { is_negative, digits: vec![1], exponent: i64::MAX / 2 }
    }

    fn of(is_negative: bool, mut digits: Vec<u8>, mut exponent: i64) -> Self {
        while digits.last() == Some(&0) {
            digits.pop();
            exponent = exponent.saturating_add(1);
        }
        let n_leading = digits.iter().take_while(|digit| **digit == 0).count();
        digits.drain(..n_leading);
        match digits.is_empty() {
            true => Decimal { is_negative: false, digits, exponent: 0 },
            false => Decimal { is_negative, digits, exponent },
        }
    }

    /// The exact product with a whole number.
    pub fn times(&self, factor: u64) -> Self {
        let mut carry = 0_u128;
        let mut product = Vec::with_capacity(self.digits.len() + 20);
        for digit in self.digits.iter().rev() {
            let sum = u128::from(*digit) * u128::from(factor) + carry;
            product.push(u8::try_from(sum % 10).unwrap_or(0));
            carry = sum / 10;
        }
        while carry > 0 {
            product.push(u8::try_from(carry % 10).unwrap_or(0));
            carry /= 10;
        }
        product.reverse();
        Decimal::of(self.is_negative, product, self.exponent)
    }

    /// Whether there are no digits behind the point.
    pub fn is_whole(&self) -> bool {
        self.exponent >= 0
    }

    pub fn is_negative(&self) -> bool {
        self.is_negative
    }

    /// The number as a count, if it is one.
    pub fn as_count(&self) -> Option<usize> {
        if self.is_negative || !(0..20).contains(&self.exponent) {
            return None;
        }
        let zeros = (0..self.exponent).map(|_| &0);
        self.digits
            .iter()
            .chain(zeros)
            .try_fold(0_usize, |sum, digit| sum.checked_mul(10)?.checked_add(usize::from(*digit)))
    }

    /// Compares without signs.
    fn magnitude(&self, other: &Decimal) -> Ordering {
        let size = |one: &Decimal| one.exponent.saturating_add(i64::try_from(one.digits.len()).unwrap_or(i64::MAX));
        match (self.digits.is_empty(), other.digits.is_empty()) {
            (true, true) => Ordering::Equal,
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            // With equally many places before the point, digits compare like text.
            (false, false) => size(self).cmp(&size(other)).then_with(|| self.digits.cmp(&other.digits)),
        }
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.is_negative, other.is_negative) {
            (false, false) => self.magnitude(other),
            (true, true) => other.magnitude(self),
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
        }
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The digits of an exponent with an optional sign.
fn power(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let size = digits.parse().unwrap_or(MAX_EXPONENT).min(MAX_EXPONENT);
    Some(if text.starts_with('-') { -size } else { size })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decimal(text: &str) -> Decimal {
        Decimal::parse(text).unwrap()
    }

    #[test]
    fn numbers_are_compared_without_rounding() {
        let ordered = ["-1e3", "-2.5", "-0.1", "0", "1e-9", ".5", "0.50000000000000000001", "2", "10", "1e3", "1001"];
        for (at, one) in ordered.iter().enumerate() {
            for (other_at, other) in ordered.iter().enumerate() {
                assert_eq!(decimal(one).cmp(&decimal(other)), at.cmp(&other_at), "{one} {other}");
            }
        }
        assert_eq!((decimal("1.50"), decimal("-0.0"), decimal("100")), (decimal("1.5"), decimal("0"), decimal("1e2")));
        assert!(decimal("1e99999999999999999999") < Decimal::infinite(false));
    }

    #[test]
    fn products_are_exact() {
        assert_eq!(decimal("0.1").times(1 << 40), decimal("109951162777.6"));
        assert_eq!(decimal("-2.5").times(1000), decimal("-2500"));
        assert_eq!(decimal("0").times(7), decimal("0"));
    }

    #[test]
    fn other_texts_are_not_numbers() {
        for text in ["", "-", ".", "1e", "e1", "1.2.3", "1_0", "0x1", " 1", "١"] {
            assert_eq!(Decimal::parse(text), None, "{text}");
        }
        assert_eq!((decimal("12e1").as_count(), decimal("1.5").as_count()), (Some(120), None));
    }
}
