//! The scaling policy that would trigger a plan.

use std::fmt;

use serde_yaml::Value;
use smol_str::SmolStr;

use crate::preview::PartialValue;

/// A scaling policy.
#[derive(Clone, PartialEq, Debug)]
pub struct Trigger {
    pub policy: SmolStr,
    pub metric: SmolStr,
    /// Whether the policy triggers above the threshold, or below it.
    pub is_above: bool,
    /// In percent; `None` if the policy has none.
    pub threshold: Option<PartialValue>,
    /// The number of consecutive measurements.
    pub smoothing: Option<PartialValue>,
}

/// Such as: `B.load` above 90 %, 4 times in a row (policy `scaleStreamer`).
impl fmt::Display for Trigger {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = |known: &PartialValue| match known {
            PartialValue::Value(Value::String(text)) => text.clone(),
            known => known.to_string(),
        };
        let side = if self.is_above { "above" } else { "below" };
        write!(formatter, "`{}` {side} ", self.metric)?;
        match &self.threshold {
            Some(threshold) => write!(formatter, "{} %", plain(threshold))?,
            None => formatter.write_str("its threshold")?,
        }
        if let Some(smoothing) = &self.smoothing {
            write!(formatter, ", {} times in a row", plain(smoothing))?;
        }
        write!(formatter, " (policy `{}`)", self.policy)
    }
}
