//! Version ranges: in Maven's notation (S0:704, AD-DYN-05), `[1.0,)`, `(,2.0]`, `[1.0,2.0)`, `[1.5]`, and several of
//! them separated by commas; and as in references (AD-RFS-04), `^1.0` and `~1.0`.

use std::cmp::Ordering;

use crate::catalog::compare_versions;

/// Invariant: at least one interval, each with at least one bound.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Range {
    intervals: Vec<Interval>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Interval {
    lower: Option<Bound>,
    upper: Option<Bound>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Bound {
    version: String,
    inclusive: bool,
}

impl Range {
    /// Parses a range. A bare version is a lower bound, like Maven's soft requirements, which allow newer versions.
    pub fn parse(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if !text.starts_with(['[', '(']) {
            let lower = Some(Bound { version: version(text)?, inclusive: true });
            return Ok(Range { intervals: vec![Interval { lower, upper: None }] });
        }
        let mut intervals = Vec::new();
        let mut rest = text;
        loop {
            let end = rest.find([']', ')']).ok_or_else(|| format!("`{text}` has an unclosed interval"))?;
            intervals.push(interval(&rest[..=end])?);
            rest = rest[end + 1..].trim_start();
            if rest.is_empty() {
                return Ok(Range { intervals });
            }
            rest = rest.strip_prefix(',').map(str::trim_start).filter(|rest| rest.starts_with(['[', '('])).ok_or_else(
                || format!("`{rest}` follows an interval, where only a comma and another interval are allowed"),
            )?;
        }
    }

    /// Parses a range used in place of a version: `^1.0` means at least 1.0 and below 2.0, `~1.2` at least 1.2 and
    /// below 1.3; otherwise a range in brackets. `None` for an exact version and anything else.
    pub fn of_reference(text: &str) -> Option<Self> {
        let text = text.trim();
        let (least, parts) = match (text.strip_prefix('^'), text.strip_prefix('~')) {
            (Some(least), _) => (least, 1),
            (_, Some(least)) => (least, 2),
            _ if text.starts_with(['[', '(']) => return Range::parse(text).ok(),
            _ => return None,
        };
        let numbers: Vec<u64> = least.split('.').map(|part| part.parse().ok()).collect::<Option<_>>()?;
        let mut above: Vec<u64> = numbers.iter().copied().take(parts).collect();
        let last = above.last_mut()?;
        *last = last.checked_add(1)?;
        let above = above.iter().map(u64::to_string).collect::<Vec<_>>().join(".");
        let lower = Some(Bound { version: least.to_owned(), inclusive: true });
        let upper = Some(Bound { version: above, inclusive: false });
        Some(Range { intervals: vec![Interval { lower, upper }] })
    }

    pub fn contains(&self, version: &str) -> bool {
        self.intervals.iter().any(|interval| {
            let above = interval.lower.as_ref().is_none_or(|bound| bound.admits(version, Ordering::Greater));
            let below = interval.upper.as_ref().is_none_or(|bound| bound.admits(version, Ordering::Less));
            above && below
        })
    }
}

impl Bound {
    /// Whether `version` is on this `side` of the bound, or on the bound itself if that is included.
    fn admits(&self, version: &str, side: Ordering) -> bool {
        let order = compare_versions(version, &self.version);
        order == side || self.inclusive && order == Ordering::Equal
    }
}

/// `[1.0,2.0)`, with its brackets.
fn interval(text: &str) -> Result<Interval, String> {
    let (open, inner, close) = (&text[..1], &text[1..text.len() - 1], &text[text.len() - 1..]);
    let Some((lower, upper)) = inner.split_once(',') else {
        if (open, close) != ("[", "]") {
            return Err(format!("`{text}` is a single version, which must be in square brackets"));
        }
        let bound = Some(Bound { version: version(inner)?, inclusive: true });
        return Ok(Interval { lower: bound.clone(), upper: bound });
    };
    let bound = |text: &str, inclusive| match text.trim() {
        "" => Ok(None),
        text => Ok::<_, String>(Some(Bound { version: version(text)?, inclusive })),
    };
    let (lower, upper) = (bound(lower, open == "[")?, bound(upper, close == "]")?);
    match (&lower, &upper) {
        (None, None) => return Err(format!("`{text}` has neither a lower nor an upper bound")),
        (Some(lower), Some(upper)) if compare_versions(&lower.version, &upper.version) == Ordering::Greater => {
            return Err(format!("the upper bound of `{text}` is below its lower bound"));
        }
        _ => {}
    }
    Ok(Interval { lower, upper })
}

fn version(text: &str) -> Result<String, String> {
    let text = text.trim();
    let plain = !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_'));
    if plain { Ok(text.to_owned()) } else { Err(format!("`{text}` is not a version")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The versions of `candidates` in `range`.
    fn within(range: &str, candidates: &str) -> String {
        let range = Range::parse(range).expect("a range");
        candidates.split(' ').filter(|version| range.contains(version)).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn brackets_decide_whether_bounds_are_included() {
        let versions = "0.9 1.0 1.0.0 1.2 1.5 1.10 2.0 2.1";
        assert_eq!(within("[1.0,)", versions), "1.0 1.0.0 1.2 1.5 1.10 2.0 2.1");
        assert_eq!(within("(1.0,)", versions), "1.2 1.5 1.10 2.0 2.1");
        assert_eq!(within("(,2.0]", versions), "0.9 1.0 1.0.0 1.2 1.5 1.10 2.0");
        assert_eq!(within("[1.0,2.0)", versions), "1.0 1.0.0 1.2 1.5 1.10");
        assert_eq!(within("[1.5]", versions), "1.5");
        assert_eq!(within("(,1.0],[2.0,)", versions), "0.9 1.0 1.0.0 2.0 2.1");
        assert_eq!(within(" [ 1.2 , 1.5 ] , [2.1] ", versions), "1.2 1.5 2.1");
        assert_eq!(within("1.10", versions), "1.10 2.0 2.1");
    }

    #[test]
    fn references_accept_compatible_versions() {
        let versions = "0.9 1.0 1.2 1.2.5 1.3 1.10 2.0 2.1";
        let within = |range: &str| {
            let range = Range::of_reference(range)?;
            Some(versions.split(' ').filter(|version| range.contains(version)).collect::<Vec<_>>().join(" "))
        };
        assert_eq!(within("^1.0").as_deref(), Some("1.0 1.2 1.2.5 1.3 1.10"));
        assert_eq!(within("^1.2").as_deref(), Some("1.2 1.2.5 1.3 1.10"));
        assert_eq!(within("~1.2").as_deref(), Some("1.2 1.2.5"));
        assert_eq!(within("~1").as_deref(), Some("1.0 1.2 1.2.5 1.3 1.10"));
        assert_eq!(within("[1.2,2.0]").as_deref(), Some("1.2 1.2.5 1.3 1.10 2.0"));
        for exact_or_wrong in ["1.0", "latest", "^", "~x", "^1.0-beta", "[1.0", ""] {
            assert_eq!(within(exact_or_wrong), None, "{exact_or_wrong:?}");
        }
    }

    #[test]
    fn invalid_ranges_are_refused() {
        for bad in
            ["", "(,)", "[,]", "[]", "(1.0)", "[1.0", "[2.0,1.0]", "[1.0,2.0)x", "[1.0],", "1.0,2.0", "[1,2,3]", "ä"]
        {
            assert!(Range::parse(bad).is_err(), "{bad:?}");
        }
    }
}
