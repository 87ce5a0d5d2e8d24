//! Thresholds of constraints: an operator, a number or a range, and a unit (guide, "Threshold Values").

use std::ops::Range;

use crate::number::{float, rounded};

/// The dimension of a property with a threshold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dimension {
    Currency,
    Time,
    Distance,
    Throughput,
}

/// The units of each dimension with their factors; the default unit has the factor 1.
const UNITS: [(Dimension, &[(&str, f64)]); 4] = [
    (Dimension::Currency, &[("USD", 1.0)]),
    (Dimension::Time, &[("ms", 1.0), ("sec", 1000.0)]),
    (Dimension::Distance, &[("km", 1.0), ("mi", 1.609_344)]),
    (Dimension::Throughput, &[("Kbps", 0.001), ("Mbps", 1.0), ("Gbps", 1000.0)]),
];

impl Dimension {
    /// The dimension of the property of a constraint with this name.
    pub fn of_property(name: &str) -> Option<Self> {
        match name {
            "distance" => Some(Dimension::Distance),
            "latency" => Some(Dimension::Time),
            "bandwidth" => Some(Dimension::Throughput),
            _ => None,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Dimension::Currency => "currency",
            Dimension::Time => "time",
            Dimension::Distance => "distance",
            Dimension::Throughput => "throughput",
        }
    }

    fn table(self) -> &'static [(&'static str, f64)] {
        UNITS.iter().find(|(dimension, _)| *dimension == self).map_or(&[], |(_, units)| *units)
    }

    pub fn units(self) -> impl Iterator<Item = &'static str> {
        self.table().iter().map(|(unit, _)| *unit)
    }

    pub fn default_unit(self) -> &'static str {
        self.table().iter().find(|(_, factor)| *factor == 1.0).map_or("", |(unit, _)| *unit)
    }

    /// The unit with this factor.
    pub fn unit(self, factor: f64) -> &'static str {
        self.table().iter().find(|(_, of)| *of == factor).map_or("", |(unit, _)| *unit)
    }

    fn factor(self, unit: &str) -> Option<f64> {
        self.table().iter().find(|(name, _)| *name == unit).map(|(_, factor)| *factor)
    }
}

fn all_units() -> impl Iterator<Item = &'static str> {
    UNITS.iter().flat_map(|(_, units)| units.iter().map(|(unit, _)| *unit))
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operator {
    Equal,
    Less,
    Greater,
    LessOrEqual,
    GreaterOrEqual,
}

/// The operators; those of two characters first, because the others are prefixes of them.
const OPERATORS: [(&str, Operator); 5] = [
    ("<=", Operator::LessOrEqual),
    (">=", Operator::GreaterOrEqual),
    ("<", Operator::Less),
    (">", Operator::Greater),
    ("=", Operator::Equal),
];

impl Operator {
    pub fn text(self) -> &'static str {
        OPERATORS.iter().find(|(_, operator)| *operator == self).map_or("=", |(text, _)| *text)
    }

    pub fn holds(self, left: f64, right: f64) -> bool {
        match self {
            Operator::Equal => left == right,
            Operator::Less => left < right,
            Operator::Greater => left > right,
            Operator::LessOrEqual => left <= right,
            Operator::GreaterOrEqual => left >= right,
        }
    }
}

/// The number or range of a threshold.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Amount {
    Single(f64),
    /// The bounds as written: the first may be larger.
    Range(f64, f64),
}

/// A threshold with its amount in the default unit of its dimension.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Threshold {
    /// `None` if none is written, which means [`Operator::Equal`].
    pub operator: Option<Operator>,
    pub amount: Amount,
    /// The factor of the written unit.
    pub factor: f64,
    /// Whether a unit is written.
    pub has_unit: bool,
}

impl Threshold {
    /// Whether a measured value meets the threshold. A range includes its bounds.
    pub fn holds(&self, value: f64) -> bool {
        match self.amount {
            Amount::Single(limit) => self.operator.unwrap_or(Operator::Equal).holds(value, limit),
            Amount::Range(one, other) => one.min(other) <= value && value <= one.max(other),
        }
    }

    /// Its text, in the unit with its factor. Read again, it is met by every value that meets this threshold.
    pub fn text(&self, dimension: Dimension) -> String {
        let unit = self.unit(dimension);
        // Division and multiplication round, so the number moves away from the values between the bounds.
        let lower = |bound: f64| first(bound / self.factor, f64::next_down, |number| number * self.factor <= bound);
        let upper = |bound: f64| first(bound / self.factor, f64::next_up, |number| number * self.factor >= bound);
        match (self.operator.unwrap_or(Operator::Equal), self.amount) {
            (_, Amount::Range(one, other)) => {
                format!("{}-{} {unit}", lower(one.min(other)), upper(one.max(other)))
            }
            (operator @ (Operator::Greater | Operator::GreaterOrEqual), Amount::Single(bound)) => {
                format!("{} {} {unit}", operator.text(), lower(bound))
            }
            (operator, Amount::Single(bound)) => format!("{} {} {unit}", operator.text(), upper(bound)),
        }
    }

    /// The unit in which it is written.
    pub fn unit(&self, dimension: Dimension) -> &'static str {
        dimension.unit(self.factor)
    }

    /// A range of its numbers, from the default unit to the unit in which it is written. It gets no larger by rounding.
    pub fn in_unit(&self, (low, high): (Option<f64>, Option<f64>)) -> (Option<f64>, Option<f64>) {
        let low = low.map(|low| first(low / self.factor, f64::next_up, |number| number * self.factor >= low));
        let high = high.map(|high| first(high / self.factor, f64::next_down, |number| number * self.factor <= high));
        (low, high)
    }

    /// The threshold with its numbers changed by `change`.
    #[must_use]
    pub fn map(self, change: impl Fn(f64) -> f64) -> Self {
        let amount = match self.amount {
            Amount::Single(value) => Amount::Single(change(value)),
            Amount::Range(one, other) => Amount::Range(change(one), change(other)),
        };
        Threshold { amount, ..self }
    }

    /// Whether it limits a value from below and from above.
    pub fn is_two_sided(&self) -> bool {
        let ((low, _), (high, _)) = self.interval();
        low.is_finite() && high.is_finite()
    }

    /// The interval of values that meet the threshold: its ends, and whether each is included.
    pub fn interval(&self) -> ((f64, bool), (f64, bool)) {
        let (least, most) = ((f64::NEG_INFINITY, true), (f64::INFINITY, true));
        match (self.amount, self.operator.unwrap_or(Operator::Equal)) {
            (Amount::Range(one, other), _) => ((one.min(other), true), (one.max(other), true)),
            (Amount::Single(limit), Operator::Equal) => ((limit, true), (limit, true)),
            (Amount::Single(limit), Operator::Less) => (least, (limit, false)),
            (Amount::Single(limit), Operator::LessOrEqual) => (least, (limit, true)),
            (Amount::Single(limit), Operator::Greater) => ((limit, false), most),
            (Amount::Single(limit), Operator::GreaterOrEqual) => ((limit, true), most),
        }
    }
}

/// A fault of a threshold, at a range of bytes of its text.
#[derive(Clone, PartialEq, Debug)]
pub struct Fault {
    pub kind: FaultKind,
    pub range: Range<usize>,
}

#[derive(Clone, PartialEq, Debug)]
pub enum FaultKind {
    /// Not an operator, a number or range, and a unit.
    Malformed,
    /// An operator before a range.
    RangeWithOperator,
    /// The unit of this other dimension.
    WrongDimension(Dimension),
    /// An unknown unit, with the unit that has the same letters.
    UnknownUnit(Option<&'static str>),
    /// `nan` or `inf`.
    NotFinite,
}

/// Parses a threshold as the guide defines it.
pub fn parse(text: &str, dimension: Dimension) -> Result<Threshold, Fault> {
    let fault = |kind, range| Err(Fault { kind, range });
    let end = text.trim_end().len();
    let skip = |at: usize| end - text.get(at..end).map_or(0, |rest| rest.trim_start().len());
    let start = skip(0);
    let rest = |at: usize| text.get(at..end).unwrap_or_default();
    let operator = OPERATORS.iter().find(|(written, _)| rest(start).starts_with(written));
    let at = skip(start + operator.map_or(0, |(written, _)| written.len()));
    let Some((first, after)) = number(rest(at)).map(|(value, length)| (value, at + length)) else {
        return fault(FaultKind::Malformed, start..end);
    };
    let mut amount = Amount::Single(first);
    let mut after = after;
    if let Some(second) = rest(after).strip_prefix('-') {
        let Some((value, length)) = number(second) else { return fault(FaultKind::Malformed, start..end) };
        after += 1 + length;
        amount = Amount::Range(first, value);
        if operator.is_some() {
            return fault(FaultKind::RangeWithOperator, start..end);
        }
    }
    let (low, high) = match amount {
        Amount::Single(value) => (value, value),
        Amount::Range(low, high) => (low, high),
    };
    if !low.is_finite() || !high.is_finite() {
        return fault(FaultKind::NotFinite, at..after);
    }
    let unit_at = skip(after);
    let unit = rest(unit_at);
    let factor = match dimension.factor(unit) {
        _ if unit.is_empty() => 1.0,
        Some(factor) => factor,
        None => {
            let other = UNITS.iter().find(|(_, units)| units.iter().any(|(name, _)| *name == unit));
            let same = dimension.units().chain(all_units()).find(|name| name.eq_ignore_ascii_case(unit));
            let kind = match other {
                Some((other, _)) => FaultKind::WrongDimension(*other),
                None if unit.chars().all(char::is_alphabetic) => FaultKind::UnknownUnit(same),
                None => return fault(FaultKind::Malformed, start..end),
            };
            return fault(kind, unit_at..end);
        }
    };
    let operator = operator.map(|(_, operator)| *operator);
    Ok(Threshold { operator, amount, factor, has_unit: !unit.is_empty() }.map(|value| value * factor))
}

/// The cost in a text: a number that is not negative, without a unit or in the default one.
pub fn cost(text: &str) -> Option<f64> {
    let text = text.trim();
    let amount = text.strip_suffix(Dimension::Currency.default_unit()).map_or(text, str::trim_end);
    float(amount).filter(|cost| cost.is_finite() && *cost >= 0.0)
}

/// The number at the start of a text, and its length.
fn number(text: &str) -> Option<(f64, usize)> {
    let word = ["nan", "infinity", "inf"].into_iter().find(|word| {
        let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
        unsigned.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
    });
    if let Some(word) = word {
        let signs = usize::from(text.starts_with(['-', '+']));
        return Some((f64::NAN, signs + word.len()));
    }
    let bytes = text.as_bytes();
    let mut at = usize::from(text.starts_with(['-', '+']));
    let digits = |mut at: usize| {
        while bytes.get(at).is_some_and(u8::is_ascii_digit) {
            at += 1;
        }
        at
    };
    let whole = digits(at);
    let mut end = whole;
    let mut n_digits = whole - at;
    if bytes.get(end) == Some(&b'.') {
        let fraction = digits(end + 1);
        n_digits += fraction - end - 1;
        end = fraction;
    }
    if n_digits == 0 {
        return None;
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        at = end + 1 + usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let exponent = digits(at);
        if exponent > at {
            end = exponent;
        }
    }
    Some((text.get(..end)?.parse().ok()?, end))
}

/// The text with the blanks that conductor needs between operator, number and unit; `None` if it has them.
pub fn spaced(text: &str) -> Option<String> {
    let trimmed = text.trim();
    let operator = OPERATORS.iter().find(|(written, _)| trimmed.starts_with(written)).map(|(written, _)| *written);
    let rest = trimmed.get(operator.map_or(0, str::len)..)?.trim_start();
    let (_, length) = number(rest)?;
    let range = rest.get(length..)?.strip_prefix('-').and_then(number);
    let length = length + range.map_or(0, |(_, more)| 1 + more);
    let unit = rest.get(length..)?.trim_start();
    let parts = [operator.unwrap_or_default(), rest.get(..length)?, unit];
    let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    let written = parts.join(" ");
    (written.split_whitespace().ne(text.split_whitespace())).then_some(written)
}

/// The first of the neighboring numbers that fulfills a condition.
fn first(start: f64, next: fn(f64) -> f64, is_it: impl Fn(f64) -> bool) -> f64 {
    std::iter::successors(Some(start), |number| Some(next(*number)))
        .take(4)
        .find(|number| is_it(*number))
        .unwrap_or(start)
}

/// The text of a threshold with another number, in the default unit: the single one, or the lower or upper bound of a range.
/// Operator, unit and blanks stay as they are, and the number has three significant digits. `None` if the text is not a
/// threshold, or a bound is missing.
pub fn resized(text: &str, dimension: Dimension, value: f64, is_least: bool) -> Option<String> {
    let threshold = parse(text, dimension).ok()?;
    let start = text.len() - text.trim_start().trim_start_matches(['<', '>', '=']).trim_start().len();
    let (_, length) = number(text.get(start..)?)?;
    let second = text.get(start + length..).and_then(|rest| rest.strip_prefix('-'));
    let range = match (threshold.amount, second) {
        (Amount::Single(_), _) => start..start + length,
        (Amount::Range(one, other), Some(second)) if (one > other) == is_least => {
            let from = start + length + 1;
            from..from + number(second)?.1
        }
        (Amount::Range(..), _) => start..start + length,
    };
    let mut written = text.to_owned();
    written.replace_range(range, &significant(value / threshold.factor));
    Some(written)
}

/// A number with three significant digits, or all digits before the point.
fn significant(value: f64) -> String {
    let n_digits = if value.abs() >= 1.0 { value.abs().log10().floor() as i32 + 1 } else { 1 };
    rounded(value, (3 - n_digits).clamp(0, 3) as usize)
}

/// A threshold as conductor reads it, in the default unit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Parts {
    pub operator: Operator,
    pub amount: Amount,
}

/// Parses a threshold as conductor does: parts separated by blanks, with zero read as if it were not a number. The error
/// is conductor's message.
pub fn of_conductor(text: &str, dimension: Dimension) -> Result<Parts, String> {
    let mut operator = None;
    let mut value: Option<f64> = None;
    let mut range: Option<(f64, f64)> = None;
    let mut unit = None;
    let shown_range = |(low, high): (f64, f64)| format!("{}-{}", python_float(low), python_float(high));
    for part in text.split_whitespace() {
        let number = nonzero(part);
        let known = OPERATORS.iter().find(|(written, _)| *written == part);
        let before = |thing: &str| match (value, range, unit) {
            (Some(value), ..) => {
                Err(format!("Value {} encountered before {thing} {part} in expression '{text}'", python_float(value)))
            }
            (_, Some(range), _) => {
                Err(format!("Range {} encountered before {thing} {part} in expression '{text}'", shown_range(range)))
            }
            (.., Some(unit)) => Err(format!("Unit '{unit}' encountered before {thing} {part} in expression '{text}'")),
            _ => Ok(()),
        };
        if let (None, Some((_, known))) = (operator, known) {
            before("operator")?;
            operator = Some(*known);
        } else if let (None, Some(number)) = (value, number) {
            before("value")?;
            value = Some(number);
            operator = operator.or(Some(Operator::Equal));
        } else if range.is_none() && part.matches('-').count() == 1 {
            let bounds = part.split_once('-').and_then(|(one, other)| Some((nonzero(one)?, nonzero(other)?)));
            // Anything else with a dash is skipped without a message.
            let Some((one, other)) = bounds else { continue };
            if let Some(operator) = operator.filter(|operator| *operator != Operator::Equal) {
                let operator = operator.text();
                return Err(format!("Operator {operator} not supported with range {part} in expression '{text}'"));
            }
            before("range")?;
            range = Some((one.min(other), one.max(other)));
            operator = operator.or(Some(Operator::Equal));
        } else if let Some(known) = all_units().find(|known| *known == part) {
            if value.is_none() && range.is_none() {
                return Err(format!("Value None encountered before unit {part} in expression '{text}'"));
            }
            unit = Some(known);
        } else {
            return Err(format!("Unknown part '{part}' in expression '{text}'"));
        }
    }
    let factor = match unit {
        None => 1.0,
        Some(_) if value.is_none() && range.is_none() => 1.0,
        Some(unit) => dimension
            .factor(unit)
            .ok_or_else(|| "unsupported operand type(s) for *: 'float' and 'NoneType'".to_owned())?,
    };
    let amount = match (range, value) {
        (Some((low, high)), _) => Amount::Range(low * factor, high * factor),
        (None, Some(value)) => Amount::Single(value * factor),
        (None, None) => return Err(format!("Value/range missing in expression '{text}'")),
    };
    Ok(Parts { operator: operator.unwrap_or(Operator::Equal), amount })
}

/// The number that Python's `float` reads, unless it is zero, which conductor takes for "no number".
pub fn nonzero(text: &str) -> Option<f64> {
    python_number(text).filter(|number| *number != 0.0)
}

/// The number that Python's `float` reads.
pub fn python_number(text: &str) -> Option<f64> {
    let bytes = text.trim().as_bytes();
    // Python allows an underscore between two digits.
    let is_digit = |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_digit);
    let mut plain = String::with_capacity(bytes.len());
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'_' if is_digit(at.checked_sub(1)) && is_digit(Some(at + 1)) => {}
            b'_' => return None,
            byte => plain.push(char::from(*byte)),
        }
    }
    plain.parse().ok()
}

/// A number as Python prints it: `250.0`, `1e+16`, `nan`.
pub fn python_float(value: f64) -> String {
    if value.is_nan() {
        return "nan".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "inf" } else { "-inf" }.to_owned();
    }
    let size = value.abs();
    if size != 0.0 && !(1e-4..1e16).contains(&size) {
        let written = format!("{value:e}");
        let (mantissa, exponent) = written.split_once('e').unwrap_or((&written, "0"));
        let (sign, digits) = exponent.strip_prefix('-').map_or(("+", exponent), |digits| ("-", digits));
        return format!("{mantissa}e{sign}{digits:0>2}");
    }
    let written = value.to_string();
    if written.contains('.') { written } else { format!("{written}.0") }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A mile has 1.609344 km.
    #[test]
    fn the_text_of_a_threshold_has_its_unit() {
        for (text, expected) in
            [("<= 100.5 km", "<= 100.5 km"), ("> 20 mi", "> 20 mi"), ("50-10 mi", "10-50 mi"), ("7", "= 7 km")]
        {
            let threshold = parse(text, Dimension::Distance).expect("a threshold");
            assert_eq!(threshold.text(Dimension::Distance), expected);
        }
        let of = |value: f64| Threshold {
            operator: Some(Operator::LessOrEqual),
            amount: Amount::Single(value),
            factor: 1.609_344,
            has_unit: true,
        };
        for number in (1..2000).map(|number| f64::from(number) * 7.123_456_789) {
            for operator in [Operator::LessOrEqual, Operator::GreaterOrEqual] {
                let text = Threshold { operator: Some(operator), ..of(number) }.text(Dimension::Distance);
                let read = parse(&text, Dimension::Distance).expect("a threshold");
                assert!(text.ends_with(" mi") && read.holds(number), "{text} excludes {number}");
                let Amount::Single(bound) = read.amount else { panic!("{text} is a range") };
                assert!((bound - number).abs() < 1e-9 * number, "{text} is far from {number}");
            }
        }
    }

    #[test]
    fn a_resized_threshold_keeps_its_notation() {
        let cases = [
            ("< 100 km", 26.413, false, Some("< 26.4 km")),
            ("<=100", 1234.6, false, Some("<=1235")),
            ("> 20 mi", 16.093_44, true, Some("> 10 mi")),
            ("10-50 km", 33.3, false, Some("10-33.3 km")),
            ("10-50 km", 3.0, true, Some("3-50 km")),
            ("50-10 km", 3.0, true, Some("50-3 km")),
            ("50-10 km", 70.0, false, Some("70-10 km")),
            ("near", 3.0, true, None),
        ];
        for (text, value, is_least, expected) in cases {
            assert_eq!(resized(text, Dimension::Distance, value, is_least).as_deref(), expected, "{text}");
        }
    }

    fn kind(text: &str) -> Option<FaultKind> {
        parse(text, Dimension::Distance).err().map(|fault| fault.kind)
    }

    #[test]
    fn the_guide_allows_any_blanks_between_the_parts() {
        for text in ["< 250 km", "<250km", "  <250 km ", "<\u{a0}250\u{a0}km", "< 250", "<2.5e2km"] {
            let threshold = parse(text, Dimension::Distance).expect(text);
            assert_eq!((threshold.operator, threshold.amount), (Some(Operator::Less), Amount::Single(250.0)), "{text}");
        }
        let miles = parse("10-20mi", Dimension::Distance).expect("a range");
        assert_eq!(miles.amount, Amount::Range(16.09344, 32.18688));
        assert_eq!(miles.operator, None);
        assert!(parse("0-20 km", Dimension::Distance).expect("a range").holds(20.0));
    }

    #[test]
    fn faults_are_told_apart() {
        let cases = [
            ("!= 5 km", FaultKind::Malformed),
            ("== 5 km", FaultKind::Malformed),
            ("", FaultKind::Malformed),
            ("km 10", FaultKind::Malformed),
            ("10 - 20 km", FaultKind::Malformed),
            ("< 250 km mi", FaultKind::Malformed),
            ("< 10-20 km", FaultKind::RangeWithOperator),
            ("10 ms", FaultKind::WrongDimension(Dimension::Time)),
            ("250 KM", FaultKind::UnknownUnit(Some("km"))),
            ("250 parsecs", FaultKind::UnknownUnit(None)),
            ("< nan km", FaultKind::NotFinite),
            ("< inf km", FaultKind::NotFinite),
        ];
        for (text, expected) in cases {
            assert_eq!(kind(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn blanks_are_added_where_conductor_needs_them() {
        assert_eq!(spaced("<250km").as_deref(), Some("< 250 km"));
        assert_eq!(spaced("10-20km").as_deref(), Some("10-20 km"));
        assert_eq!(spaced("< 250 km"), None);
    }

    #[test]
    fn numbers_are_printed_like_those_of_python() {
        let shown = [250.0, 0.5, 1e16, 1e-5, -0.0, 12345.678].map(python_float);
        assert_eq!(shown, ["250.0", "0.5", "1e+16", "1e-05", "-0.0", "12345.678"]);
    }
}
