//! Timestamps (3.2.1), in the syntax of the YAML timestamp type: a date, or a date and a time with an optional zone.

/// A point in time. Without a zone it is in UTC.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Timestamp {
    /// Since the year 0.
    seconds: i64,
    /// The digits of the fraction of a second, without trailing zeros.
    fraction: String,
}

impl Timestamp {
    pub fn parse(text: &str) -> Option<Self> {
        let is_separator = |one: char| matches!(one, 'T' | 't' | ' ' | '\t');
        let (date, time) = match text.find(is_separator) {
            Some(at) => (text.get(..at)?, Some(text.get(at + 1..)?)),
            None => (text, None),
        };
        let [year, month, day] = numbers::<3>(date, '-')?;
        // A date without a time is written in full.
        let is_full = time.is_some() || date.len() == 10;
        let is_date = date.find('-') == Some(4) && (1..=12).contains(&month) && (1..=days(year, month)).contains(&day);
        if !is_full || !is_date {
            return None;
        }
        let midnight = day_number(year, month, day).checked_mul(86_400)?;
        let Some(time) = time else { return Some(Timestamp { seconds: midnight, fraction: String::new() }) };
        let time = time.trim_start_matches([' ', '\t']);
        let n_clock = time.bytes().take_while(|byte| byte.is_ascii_digit() || matches!(byte, b':' | b'.')).count();
        let (clock, zone) = time.split_at_checked(n_clock)?;
        let (clock, fraction) = clock.split_once('.').unwrap_or((clock, ""));
        let [hour, minute, second] = numbers::<3>(clock, ':')?;
        let is_long = |part: &str| part.len() == 2;
        let is_clock = clock.split(':').skip(1).all(is_long) && fraction.bytes().all(|byte| byte.is_ascii_digit());
        // A leap second has the number 60.
        if !is_clock || hour > 23 || minute > 59 || second > 60 {
            return None;
        }
        let seconds = midnight + hour * 3600 + minute * 60 + second - offset(zone.trim_start_matches([' ', '\t']))?;
        Some(Timestamp { seconds, fraction: fraction.trim_end_matches('0').to_owned() })
    }
}

/// The seconds that a zone is ahead of UTC.
fn offset(zone: &str) -> Option<i64> {
    if zone.is_empty() || zone == "Z" {
        return Some(0);
    }
    let sign = if zone.starts_with('-') { -1 } else { 1 };
    let (hours, minutes) = zone.strip_prefix(['+', '-'])?.split_once(':').unwrap_or((zone.get(1..)?, "00"));
    let [hours] = numbers::<1>(hours, ':')?;
    let is_long = minutes.len() == 2;
    let [minutes] = numbers::<1>(minutes, ':')?;
    (is_long && hours < 24 && minutes < 60).then_some(sign * (hours * 3600 + minutes * 60))
}

/// The numbers between separators, of one or two digits each except the first.
fn numbers<const N: usize>(text: &str, separator: char) -> Option<[i64; N]> {
    let mut found = [0; N];
    let mut parts = text.split(separator);
    for place in &mut found {
        let part = parts.next()?;
        let is_number = (1..=4).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
        *place = if is_number { part.parse().ok()? } else { return None };
    }
    parts.next().is_none().then_some(found)
}

fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

fn days(year: i64, month: i64) -> i64 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// The days since the year 0.
fn day_number(year: i64, month: i64, day: i64) -> i64 {
    let before = (year + 3) / 4 - (year + 99) / 100 + (year + 399) / 400;
    year * 365 + before + (1..month).map(|month| days(year, month)).sum::<i64>() + day
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timestamps_are_compared_in_utc() {
        let of = |text: &str| Timestamp::parse(text).unwrap();
        assert_eq!(of("2001-12-15T02:59:43.1Z"), of("2001-12-14t21:59:43.10-05:00"));
        assert_eq!(of("2001-12-14 21:59:43.10 -5"), of("2001-12-15 2:59:43.10"));
        assert_eq!(of("2002-12-14"), of("2002-12-14T00:00:00Z"));
        assert!(of("2000-02-29") < of("2000-03-01") && of("1999-12-31T23:59:59.9Z") < of("2000-01-01"));
    }

    #[test]
    fn other_texts_are_not_timestamps() {
        let texts = ["tomorrow", "2016-04-04-15T00:00:00Z", "2001-02-29", "2001-13-01", "2001-1-1", "20010101"];
        for text in texts.into_iter().chain(["2001-01-01T25:00:00Z", "2001-01-01T1:2:3", "2001-01-01Tx", "2001-01-01T"])
        {
            assert_eq!(Timestamp::parse(text), None, "{text}");
        }
    }
}
