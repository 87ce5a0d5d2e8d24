//! Versions (3.2.2): `major.minor[.fix[.qualifier[-build]]]`.

use std::cmp::Ordering;

use smol_str::SmolStr;

use super::decimal::Decimal;

/// A version.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Version {
    /// Major, minor and fix; a missing fix counts as zero.
    numbers: [Decimal; 3],
    qualifier: Option<SmolStr>,
    build: Option<Decimal>,
}

/// Why a text is not a version.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VersionError {
    /// It does not match the grammar.
    Malformed,
    /// `1.0.0-10`
    BuildWithoutQualifier,
    /// `1.0.alpha`
    QualifierWithoutFix,
    /// `0.0.0.alpha`
    QualifiedZero,
}

impl Version {
    pub fn parse(text: &str) -> Result<Self, VersionError> {
        use VersionError::{BuildWithoutQualifier, Malformed, QualifiedZero, QualifierWithoutFix};
        let number = |part: &str| {
            let is_number = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then(|| Decimal::parse(part)).flatten()
        };
        let zero = || Decimal::whole(0);
        let parts: Vec<&str> = text.split('.').collect();
        let (numbers, rest) = match parts.as_slice() {
            ["0"] => return Ok(Version { numbers: [zero(), zero(), zero()], qualifier: None, build: None }),
            [major, minor] => ([Some(*major), Some(*minor), None], None),
            [major, minor, fix] => ([Some(*major), Some(*minor), Some(*fix)], None),
            [major, minor, fix, rest] => ([Some(*major), Some(*minor), Some(*fix)], Some(*rest)),
            _ => return Err(Malformed),
        };
        let mut read = [zero(), zero(), zero()];
        for (at, (part, place)) in numbers.into_iter().zip(&mut read).enumerate() {
            let Some(part) = part else { continue };
            *place = match (number(part), part.split_once('-')) {
                (Some(number), _) => number,
                (None, Some((start, build))) if number(start).is_some() && number(build).is_some() => {
                    return Err(BuildWithoutQualifier);
                }
                (None, _) if at == 2 && rest.is_none() && is_qualifier(part.split('-').next().unwrap_or(part)) => {
                    return Err(QualifierWithoutFix);
                }
                _ => return Err(Malformed),
            };
        }
        let (qualifier, build) = match rest.map(|rest| rest.split_once('-').map_or((rest, None), |(a, b)| (a, Some(b))))
        {
            None => (None, None),
            Some((qualifier, build)) => {
                let build = build.map(|build| number(build).ok_or(Malformed)).transpose()?;
                (Some(qualifier), build)
            }
        };
        if qualifier.is_some_and(|qualifier| !is_qualifier(qualifier)) {
            return Err(Malformed);
        }
        let version = Version { numbers: read, qualifier: qualifier.map(SmolStr::from), build };
        if version.is_zero() && version.qualifier.is_some() { Err(QualifiedZero) } else { Ok(version) }
    }

    /// Whether it means that no version is given.
    pub fn is_zero(&self) -> bool {
        self.numbers.iter().all(|number| *number == Decimal::whole(0))
    }

    /// Numbers first; a qualified version precedes the one without a qualifier. Different qualifiers have no order.
    pub fn order(&self, other: &Version) -> Option<Ordering> {
        let numbers = self.numbers.cmp(&other.numbers);
        if numbers != Ordering::Equal {
            return Some(numbers);
        }
        match (&self.qualifier, &other.qualifier) {
            (None, None) => Some(Ordering::Equal),
            (Some(_), None) => Some(Ordering::Less),
            (None, Some(_)) => Some(Ordering::Greater),
            (Some(one), Some(other)) if one != other => None,
            (Some(_), Some(_)) => Some(self.build.cmp(&other.build)),
        }
    }
}

fn is_qualifier(text: &str) -> bool {
    text.starts_with(char::is_alphabetic) && text.chars().all(|one| one.is_alphanumeric() || one == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_ordered_by_numbers_then_by_qualifier() {
        let of = |text: &str| Version::parse(text).unwrap();
        assert_eq!(of("1.10.0").order(&of("1.9")), Some(Ordering::Greater));
        assert_eq!(of("6.1").order(&of("6.10")), Some(Ordering::Less));
        assert_eq!(of("2.0").order(&of("2.0.0")), Some(Ordering::Equal));
        assert_eq!(of("1.0.0.beta").order(&of("1.0.0")), Some(Ordering::Less));
        assert_eq!(of("1.0.0.alpha-10").order(&of("1.0.0.alpha-9")), Some(Ordering::Greater));
        assert_eq!(of("1.0.0.alpha").order(&of("1.0.0.alpha-0")), Some(Ordering::Less));
        assert_eq!(of("1.0.0.alpha").order(&of("1.0.0.beta")), None);
    }

    #[test]
    fn the_error_names_the_missing_part() {
        use VersionError::{BuildWithoutQualifier, Malformed, QualifiedZero, QualifierWithoutFix};
        let of = |text: &str| Version::parse(text).unwrap_err();
        assert_eq!(of("1.0.0-10"), BuildWithoutQualifier);
        assert_eq!(of("1.0.alpha"), QualifierWithoutFix);
        assert_eq!(of("0.0.0.alpha"), QualifiedZero);
        for text in ["2", "", "1.", "v1.0", "1.0.0.0", "1.0.0.a-b", "1.0.0.a.b", "1.0 "] {
            assert_eq!(of(text), Malformed, "{text}");
        }
        assert!(["0", "0.0", "0.0.0"].iter().all(|text| Version::parse(text).unwrap().is_zero()));
    }
}
