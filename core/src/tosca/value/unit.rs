//! Scalars with units (3.2.6): sizes, times, frequencies and, since TOSCA 1.3, bit rates.

use super::decimal::Decimal;

/// The dimension of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Dimension {
    Size,
    Time,
    Frequency,
    Bitrate,
}

const DIMENSIONS: [Dimension; 4] = [Dimension::Size, Dimension::Time, Dimension::Frequency, Dimension::Bitrate];

const SIZES: &[(&str, u64)] = &[
    ("B", 1),
    ("kB", 1000),
    ("KiB", 1 << 10),
    ("MB", 1_000_000),
    ("MiB", 1 << 20),
    ("GB", 1_000_000_000),
    ("GiB", 1 << 30),
    ("TB", 1_000_000_000_000),
    ("TiB", 1 << 40),
];
/// In nanoseconds.
const TIMES: &[(&str, u64)] = &[
    ("d", 86_400_000_000_000),
    ("h", 3_600_000_000_000),
    ("m", 60_000_000_000),
    ("s", 1_000_000_000),
    ("ms", 1_000_000),
    ("us", 1000),
    ("ns", 1),
];
const FREQUENCIES: &[(&str, u64)] = &[("Hz", 1), ("kHz", 1000), ("MHz", 1_000_000), ("GHz", 1_000_000_000)];
/// In bits per second.
const BITRATES: &[(&str, u64)] = &[
    ("bps", 1),
    ("Kbps", 1000),
    ("Kibps", 1 << 10),
    ("Mbps", 1_000_000),
    ("Mibps", 1 << 20),
    ("Gbps", 1_000_000_000),
    ("Gibps", 1 << 30),
    ("Tbps", 1_000_000_000_000),
    ("Tibps", 1 << 40),
    ("Bps", 8),
    ("KBps", 8000),
    ("KiBps", 8 << 10),
    ("MBps", 8_000_000),
    ("MiBps", 8 << 20),
    ("GBps", 8_000_000_000),
    ("GiBps", 8 << 30),
    ("TBps", 8_000_000_000_000),
    ("TiBps", 8 << 40),
];

/// A scalar with its unit, in the smallest unit of its dimension.
#[derive(Clone, PartialEq, Debug)]
pub struct Quantity {
    pub amount: Decimal,
    /// The usual spelling of the unit, if it is written in another case.
    pub spelling: Option<&'static str>,
    /// Where the unit starts.
    pub unit_at: usize,
}

/// Why a text is not a quantity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnitError {
    NoUnit,
    NoScalar,
    /// The unit belongs to another dimension.
    OtherDimension(Dimension),
    UnknownUnit,
    Malformed,
}

impl Dimension {
    /// The units, with their factors.
    fn units(self) -> &'static [(&'static str, u64)] {
        match self {
            Dimension::Size => SIZES,
            Dimension::Time => TIMES,
            Dimension::Frequency => FREQUENCIES,
            Dimension::Bitrate => BITRATES,
        }
    }

    pub fn noun(self) -> &'static str {
        match self {
            Dimension::Size => "size",
            Dimension::Time => "time",
            Dimension::Frequency => "frequency",
            Dimension::Bitrate => "bit rate",
        }
    }

    /// The names of the units: `B`, `kB`, `KiB`.
    pub fn unit_names(self) -> Vec<&'static str> {
        self.units().iter().map(|(name, _)| *name).collect()
    }

    /// Reads a quantity of this dimension. There may be any number of blanks before the unit.
    pub fn parse(self, text: &str) -> Result<Quantity, UnitError> {
        let text = text.trim_end();
        let scalar = scalar(text);
        let rest = text.get(scalar.len()..).unwrap_or_default();
        let unit = rest.trim_start_matches([' ', '\t']);
        if scalar.is_empty() {
            return Err(if is_unit(unit) { UnitError::NoScalar } else { UnitError::Malformed });
        }
        let Some(number) = Decimal::parse(scalar) else { return Err(UnitError::Malformed) };
        if unit.is_empty() {
            return Err(UnitError::NoUnit);
        }
        let Some((name, factor)) = find(self.units(), unit) else {
            let other = DIMENSIONS.into_iter().find(|other| other.units().iter().any(|(name, _)| *name == unit));
            return Err(other.map_or(UnitError::UnknownUnit, UnitError::OtherDimension));
        };
        let spelling = (name != unit).then_some(name);
        Ok(Quantity { amount: number.times(factor), spelling, unit_at: text.len() - unit.len() })
    }
}

fn is_unit(text: &str) -> bool {
    DIMENSIONS.into_iter().any(|dimension| find(dimension.units(), text).is_some())
}

/// The unit with this name, in any case if that is unambiguous.
fn find(units: &'static [(&'static str, u64)], name: &str) -> Option<(&'static str, u64)> {
    let exact = units.iter().find(|(unit, _)| *unit == name);
    let alike = || units.iter().filter(|(unit, _)| unit.eq_ignore_ascii_case(name));
    // `kbps` means `Kbps`, not `KBps`: only the case of the prefix is free.
    let by_prefix = || alike().find(|(unit, _)| unit.get(1..) == name.get(1..));
    let only = || alike().next().filter(|_| alike().count() == 1);
    exact.or_else(by_prefix).or_else(only).copied()
}

/// The number at the start of a text. An `e` belongs to it only if digits follow.
fn scalar(text: &str) -> &str {
    let bytes = text.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let digits = |mut at: usize| {
        while is_digit(at) {
            at += 1;
        }
        at
    };
    let mut end = digits(usize::from(text.starts_with(['+', '-'])));
    if bytes.get(end) == Some(&b'.') {
        end = digits(end + 1);
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let power = end + 1 + usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        end = if is_digit(power) { digits(power) } else { end };
    }
    text.get(..end).filter(|scalar| scalar.bytes().any(|byte| byte.is_ascii_digit())).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities_are_compared_in_the_smallest_unit() {
        let of = |dimension: Dimension, text: &str| dimension.parse(text).unwrap().amount;
        assert_eq!(of(Dimension::Size, "4000 MB"), of(Dimension::Size, "4GB"));
        assert_eq!(of(Dimension::Size, "0.5 KiB"), of(Dimension::Size, "512   B"));
        assert_eq!(of(Dimension::Time, "1.5 h"), of(Dimension::Time, "90 m"));
        assert_eq!(of(Dimension::Frequency, "2.4 GHz"), of(Dimension::Frequency, "2400 MHz"));
        assert_eq!(of(Dimension::Bitrate, "1 MBps"), of(Dimension::Bitrate, "8 Mbps"));
        assert_eq!(of(Dimension::Size, "1e3 B"), of(Dimension::Size, "1 kB"));
    }

    #[test]
    fn the_case_of_a_unit_is_free_if_it_is_clear() {
        let spelling = |dimension: Dimension, text: &str| dimension.parse(text).map(|read| read.spelling);
        assert_eq!(spelling(Dimension::Size, "4 gb"), Ok(Some("GB")));
        assert_eq!(spelling(Dimension::Size, "4 GB"), Ok(None));
        assert_eq!(spelling(Dimension::Bitrate, "4 kbps"), Ok(Some("Kbps")));
        assert_eq!(spelling(Dimension::Bitrate, "4 kBps"), Ok(Some("KBps")));
        assert_eq!(spelling(Dimension::Size, "4 GHz"), Err(UnitError::OtherDimension(Dimension::Frequency)));
        assert_eq!(spelling(Dimension::Size, "4096"), Err(UnitError::NoUnit));
        assert_eq!(spelling(Dimension::Size, "GB"), Err(UnitError::NoScalar));
        assert_eq!(spelling(Dimension::Size, "4 parsec"), Err(UnitError::UnknownUnit));
        assert_eq!(spelling(Dimension::Size, "much"), Err(UnitError::Malformed));
    }
}
