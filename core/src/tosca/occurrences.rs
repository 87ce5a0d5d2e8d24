//! Occurrences of requirements and capabilities (3.6.2, 3.6.3).

use std::fmt;

use crate::syntax::Node;

/// A range of numbers of relationships.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Occurrences {
    pub least: u64,
    /// `None` for `UNBOUNDED`.
    pub most: Option<u64>,
}

impl Occurrences {
    /// The default of a requirement: exactly one node (T-3.6.3-05).
    pub const ONE: Occurrences = Occurrences { least: 1, most: Some(1) };

    /// Reads a range; `None` if it is not valid.
    pub fn read(node: &Node) -> Option<Self> {
        let [least, most] = node.items() else { return None };
        let most = match most.as_text()? {
            "UNBOUNDED" => None,
            text => Some(text.parse().ok()?),
        };
        Some(Occurrences { least: least.as_text()?.parse().ok()?, most })
    }

    /// Whether every number in `other` is also in this range.
    pub fn includes(&self, other: Occurrences) -> bool {
        let fits = match (self.most, other.most) {
            (None, _) => true,
            (Some(most), other) => other.is_some_and(|other| other <= most),
        };
        self.least <= other.least && fits
    }
}

impl fmt::Display for Occurrences {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.most {
            Some(most) => write!(formatter, "[{}, {most}]", self.least),
            None => write!(formatter, "[{}, UNBOUNDED]", self.least),
        }
    }
}
