//! Assigns the vertical segments of connections in a channel to tracks, with few crossings and without overlaps.

use super::layers::linear_order;
use crate::sorting::Sorting;

/// Distance between two tracks.
pub(super) const PITCH: f64 = 9.0;

/// A connection in a channel: the heights at which it enters on the left and leaves on the right.
pub(super) struct Trunk {
    pub left: Vec<f64>,
    pub right: Vec<f64>,
}

impl Trunk {
    fn low(&self) -> f64 {
        self.left.iter().chain(&self.right).copied().fold(f64::INFINITY, f64::min)
    }

    fn high(&self) -> f64 {
        self.left.iter().chain(&self.right).copied().fold(f64::NEG_INFINITY, f64::max)
    }

    /// Whether it needs no track.
    pub fn is_straight(&self) -> bool {
        !self.left.is_empty() && !self.right.is_empty() && self.high() - self.low() < 0.5
    }
}

/// The track of each trunk, from the left, and the number of tracks. Straight trunks have none.
pub(super) fn tracks(trunks: &[Trunk]) -> (Vec<Option<usize>>, usize) {
    let bent: Vec<usize> = (0..trunks.len()).filter(|&trunk| !trunks[trunk].is_straight()).collect();
    let spans: Vec<(f64, f64)> = bent.iter().map(|&trunk| (trunks[trunk].low(), trunks[trunk].high())).collect();
    let order = match bent.len() {
        0..400 => by_crossings(trunks, &bent, &spans),
        _ => by_slope(trunks, &bent),
    };
    let mut tracks = vec![None; trunks.len()];
    let mut count = 0;
    // The first free track to the right of all previous ones that overlap vertically.
    let mut settled: Vec<(f64, f64, usize)> = Vec::new();
    for at in order {
        let (low, high) = spans[at];
        let reaches =
            |&&(other_low, other_high, _): &&(f64, f64, usize)| low < other_high + PITCH && other_low < high + PITCH;
        let track = settled.iter().filter(reaches).map(|&(_, _, track)| track + 1).max().unwrap_or(0);
        settled.push((low, high, track));
        tracks[bent[at]] = Some(track);
        count = count.max(track + 1);
    }
    (tracks, count)
}

/// The order in which pairs of trunks cross least.
fn by_crossings(trunks: &[Trunk], bent: &[usize], spans: &[(f64, f64)]) -> Vec<usize> {
    let mut arcs = Vec::new();
    for one in 0..bent.len() {
        for other in one + 1..bent.len() {
            let (a, b) = (&trunks[bent[one]], &trunks[bent[other]]);
            if spans[one].0 > spans[other].1 + PITCH || spans[other].0 > spans[one].1 + PITCH {
                continue;
            }
            let one_first = penalty(a, b, spans[one], spans[other]);
            let other_first = penalty(b, a, spans[other], spans[one]);
            match one_first.cmp(&other_first) {
                std::cmp::Ordering::Less => arcs.push((one, other, other_first - one_first)),
                std::cmp::Ordering::Greater => arcs.push((other, one, one_first - other_first)),
                std::cmp::Ordering::Equal => {}
            }
        }
    }
    linear_order(bent.len(), &arcs)
}

/// The cost of `first` being to the left of `second`.
fn penalty(first: &Trunk, second: &Trunk, first_span: (f64, f64), second_span: (f64, f64)) -> i64 {
    let within = |heights: &[f64], (low, high): (f64, f64)| {
        heights.iter().map(|&y| i64::from(low - 0.5 < y && y < high + 0.5)).sum::<i64>()
    };
    // Overlapping connections are much worse than crossings.
    let covers = |one: &[f64], other: &[f64]| {
        let near = |y: f64| other.iter().filter(|&&other| (other - y).abs() < 4.0).count();
        one.iter().map(|&y| i64::try_from(near(y)).unwrap_or(0) * 40).sum::<i64>()
    };
    within(&first.right, second_span) + within(&second.left, first_span) + covers(&first.right, &second.left)
}

/// Connections that go down from left to right, lowest first; then those that go up, highest first.
fn by_slope(trunks: &[Trunk], bent: &[usize]) -> Vec<usize> {
    let mean = |heights: &[f64]| match heights {
        [] => None,
        #[expect(clippy::cast_precision_loss, reason = "no channel has that many wires")]
        _ => Some(heights.iter().sum::<f64>() / heights.len() as f64),
    };
    let key = |at: usize| {
        let trunk = &trunks[bent[at]];
        let left = mean(&trunk.left).or(mean(&trunk.right)).unwrap_or(0.0);
        let right = mean(&trunk.right).unwrap_or(left);
        if left < right { (0, -left) } else { (1, left) }
    };
    let mut order: Vec<usize> = (0..bent.len()).collect();
    order.order_by(|&one, &other| {
        let (one, other) = (key(one), key(other));
        one.0.cmp(&other.0).then(one.1.total_cmp(&other.1))
    });
    order
}
