//! The progress of long-running work.

/// A task in progress.
#[derive(Clone, PartialEq, Debug)]
pub struct Busy {
    /// The task and its progress, as text.
    pub label: String,
    /// The progress at the start and at each quarter, so that screen readers do not announce every step.
    pub announcement: String,
    /// The completed share, from 0 to 1; 0 while it is unknown.
    pub share: f64,
    /// Whether the user has cancelled it.
    pub is_stopped: bool,
}

impl Busy {
    /// The progress of the same task at a later time.
    pub fn next(before: Option<Busy>, label: String, share: f64) -> Busy {
        let quarter = |share: f64| (share * 4.0) as u8;
        match before {
            Some(before) if quarter(before.share) == quarter(share) => Busy { label, share, ..before },
            Some(_) | None => Busy { announcement: label.clone(), label, share, is_stopped: false },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_is_announced_at_the_start_and_at_each_quarter() {
        let mut busy = None;
        let announced = (0..=100).map(|at| {
            let now = Busy::next(busy.take(), at.to_string(), f64::from(at) / 100.0);
            busy = Some(now.clone());
            assert_eq!(now.label, at.to_string());
            now.announcement
        });
        let mut announced: Vec<String> = announced.collect();
        announced.dedup();
        assert_eq!(announced, ["0", "25", "50", "75", "100"]);
    }
}
