//! Constraints on the versions of sub-charts, as the library reads them that Helm uses. Source: `Masterminds/semver`,
//! `constraints.go`.

use std::cmp::Ordering;

/// A version, with the parts that it states.
struct Version<'a> {
    numbers: [u64; 3],
    /// The number of stated numbers: two for `1.2` and `1.2.x`.
    n_stated: usize,
    /// The part behind the hyphen; empty if there is none.
    pre: &'a str,
}

/// Whether the version of a chart fulfills the constraint of a dependency. Neither does if it is malformed.
pub fn is_compatible(constraint: &str, version: &str) -> bool {
    let Some(version) = Version::read(version).filter(|version| version.n_stated > 0) else { return false };
    constraint.split("||").any(|all| fulfills(all, &version))
}

/// Whether a version fulfills all comparisons in a text, such as `>= 1.2, < 2` or `1.2 - 1.4`.
fn fulfills(all: &str, version: &Version<'_>) -> bool {
    if let Some((least, most)) = all.split_once(" - ") {
        return compare(">=", least, version) && compare("<=", most, version);
    }
    let is_operator = |one: char| "=!<>~^".contains(one);
    let mut rest = all.trim();
    if rest.is_empty() {
        return compare("", "*", version);
    }
    while !rest.is_empty() {
        let (operator, behind) = rest.split_at(rest.find(|one| !is_operator(one)).unwrap_or(rest.len()));
        let behind = behind.trim_start();
        let end =
            behind.find(|one: char| one == ',' || one.is_whitespace() || is_operator(one)).unwrap_or(behind.len());
        if !compare(operator, &behind[..end], version) {
            return false;
        }
        rest = behind[end..].trim_start_matches(|one: char| one == ',' || one.is_whitespace());
    }
    true
}

fn compare(operator: &str, stated: &str, version: &Version<'_>) -> bool {
    let Some(stated) = Version::read(stated) else { return false };
    // A release candidate fulfills only comparisons with another one.
    if !version.pre.is_empty() && stated.pre.is_empty() {
        return false;
    }
    let order = version.cmp(&stated);
    // Whether the first numbers are equal; for `1.x`, only the first one is stated.
    let has_same = |count: usize| {
        let count = count.min(stated.n_stated);
        version.numbers[..count] == stated.numbers[..count]
    };
    let is_open = stated.n_stated < 3;
    match operator {
        "" | "=" if is_open => has_same(2),
        "" | "=" => order == Ordering::Equal,
        "!=" if is_open => !has_same(2),
        "!=" => order != Ordering::Equal,
        ">" => order == Ordering::Greater && !(is_open && has_same(2)),
        "<" => order == Ordering::Less,
        ">=" | "=>" => order != Ordering::Less,
        "<=" | "=<" => order != Ordering::Greater || is_open && has_same(2),
        "~" | "~>" => order != Ordering::Less && has_same(2),
        // The first number that is not zero must be the same.
        "^" => {
            let leading = stated.numbers.iter().take_while(|number| **number == 0).count();
            order != Ordering::Less && has_same((leading + 1).min(3))
        }
        _ => false,
    }
}

impl<'a> Version<'a> {
    /// Reads a version, of which numbers can be missing or `x`.
    fn read(text: &'a str) -> Option<Self> {
        let text = text.trim();
        let text = text.strip_prefix('v').unwrap_or(text);
        let (text, _) = text.split_once('+').unwrap_or((text, ""));
        let (release, pre) = text.split_once('-').unwrap_or((text, ""));
        let mut version = Version { numbers: [0; 3], n_stated: 0, pre };
        let parts: Vec<&str> = release.split('.').collect();
        if parts.len() > 3 {
            return None;
        }
        let is_open = |part: &&str| matches!(*part, "x" | "X" | "*");
        for part in parts.into_iter().take_while(|part| !is_open(part)) {
            version.numbers[version.n_stated] = part.parse().ok()?;
            version.n_stated += 1;
        }
        Some(version)
    }

    fn cmp(&self, other: &Version<'_>) -> Ordering {
        self.numbers.cmp(&other.numbers).then_with(|| match (self.pre, other.pre) {
            (one, other) if one == other => Ordering::Equal,
            // A release comes after its candidates.
            ("", _) => Ordering::Greater,
            (_, "") => Ordering::Less,
            (one, other) => candidates(one, other),
        })
    }
}

/// The order of the identifiers of release candidates. Numbers come before other texts.
fn candidates(one: &str, other: &str) -> Ordering {
    let key = |part: &str| part.parse::<u64>().map_or((1, 0, part.to_owned()), |number| (0, number, String::new()));
    one.split('.').map(key).cmp(other.split('.').map(key))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cases of the tests of `Masterminds/semver`.
    #[test]
    fn versions_fulfill_constraints() {
        for (constraint, version, expected) in [
            ("*", "1.2.3", true),
            ("", "4.5.6", true),
            ("", "1.2.3-alpha.1", false),
            ("1.2.3", "1.2.3", true),
            ("1.2.3", "1.2.4", false),
            ("=2.0", "2.0.5", true),
            ("2", "2.9.1", true),
            ("2.x", "3.0.0", false),
            ("4.1.x", "4.1.3", true),
            ("!=4.1", "4.1.3", false),
            ("!=4.1", "5.1.0", true),
            (">11", "11.1.0", false),
            (">11.1", "11.1.1", false),
            (">11.1", "11.2.1", true),
            ("<11", "11.1.0", false),
            ("<1.1.1", "0.1.0", true),
            (">=1.1", "4.1.0", true),
            ("<=11", "11.1.0", true),
            ("<=11", "12.2.0", false),
            ("<=11.2", "11.2.9", true),
            ("~1.2.3", "1.2.5", true),
            ("~1.2.3", "1.3.0", false),
            ("~1.2.3", "1.2.1", false),
            ("~1", "1.9.0", true),
            ("^1.2", "1.9.0", true),
            ("^1.2", "2.0.0", false),
            ("^0.2.3", "0.2.9", true),
            ("^0.2.3", "0.3.0", false),
            ("^0.0.3", "0.0.4", false),
            ("^0", "0.9.0", true),
            (">=1.2 <2.0.0", "1.9.9", true),
            (">=1.2, <2.0.0", "2.0.0", false),
            ("1.0 - 1.4", "1.4.7", true),
            ("1.0 - 1.4", "1.5.0", false),
            ("<1 || >=3", "3.1.0", true),
            (">=1.0.0-0", "1.0.1-beta", true),
            (">=1.0.0", "1.0.1-beta", false),
            ("~1.2.3-beta.2", "1.2.4-beta.2", true),
            ("v1.2.x", "v1.2.7", true),
            ("1.2.3", "1.2.3+build", true),
            ("latest", "1.2.3", false),
            ("1.x", "latest", false),
        ] {
            assert_eq!(is_compatible(constraint, version), expected, "{constraint}: {version}");
        }
    }
}
