//! Semantic zoom: how much of each box is shown at a zoom, and the size of its name, so that names stay legible.

use descriptorium_core::scene::shape::Detail;

/// The smallest size of a name on screen, in CSS pixels.
pub const LEGIBLE: f64 = 11.0;

/// From this zoom on, boxes are shown in full, and from the second on with their header and ports.
const FULL: f64 = 0.8;
const HEAD: f64 = 0.45;
/// The factor between two sizes of names: few steps, because each renders all boxes on screen again.
const STEP: f64 = 1.12;
/// How far the zoom has to pass a limit before it counts, so that a zoom close to it does not flicker.
const HYSTERESIS: f64 = 1.05;

/// The level of detail of a diagram.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Level {
    pub detail: Detail,
    /// The length of a CSS pixel in units of the diagram, rounded up to a step.
    pub pixel: f64,
}

impl Level {
    /// The level at `zoom`, which stays as `before` close to it.
    pub fn at(zoom: f64, before: Option<&Level>) -> Level {
        let zoom = zoom.max(f64::MIN_POSITIVE);
        if let Some(before) = before.filter(|before| before.is_near(zoom)) {
            return *before;
        }
        // The lower end of the step, so that nothing is smaller on screen than wanted.
        let pixel = STEP.powf(-(zoom.ln() / STEP.ln()).floor());
        let size = LEGIBLE * pixel;
        let detail = match zoom {
            FULL.. => Detail::Full,
            HEAD.. => Detail::Head(size),
            _ => Detail::Block(size),
        };
        Level { detail, pixel }
    }

    /// Whether a zoom is in the step of this level, or just beyond.
    fn is_near(&self, zoom: f64) -> bool {
        let lower = 1.0 / self.pixel;
        let (mut least, mut most) = (lower / HYSTERESIS, lower * STEP * HYSTERESIS);
        match self.detail {
            Detail::Full => least = least.max(FULL / HYSTERESIS),
            Detail::Head(_) => {
                least = least.max(HEAD / HYSTERESIS);
                most = most.min(FULL * HYSTERESIS);
            }
            Detail::Block(_) => most = most.min(HEAD * HYSTERESIS),
        }
        least <= zoom && zoom < most
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The smallest and the largest size of names on screen, and the number of changes, while the zoom changes.
    fn sizes(zooms: impl Iterator<Item = f64>) -> (f64, f64, usize) {
        let (mut least, mut most, mut changes, mut level) = (f64::INFINITY, 0.0_f64, 0, None::<Level>);
        for zoom in zooms {
            let now = Level::at(zoom, level.as_ref());
            changes += usize::from(level.is_some_and(|before| before != now));
            let size = match now.detail {
                Detail::Full => 14.0,
                Detail::Head(size) => size.max(14.0),
                Detail::Block(size) => size,
            };
            (least, most) = (least.min(size * zoom), most.max(size * zoom));
            level = Some(now);
        }
        (least, most, changes)
    }

    #[test]
    fn names_are_legible_at_any_zoom_up_to_their_own_size() {
        let way = || (0..400).map(|at| 0.01 * 1.012_f64.powi(at)).take_while(|zoom| *zoom < 1.0);
        let back: Vec<f64> = way().collect();
        for (least, most, changes) in [sizes(way()), sizes(back.into_iter().rev())] {
            assert!(least > 10.0 && most < 14.5, "{least} {most}");
            assert!(changes < 50, "few steps: {changes}");
        }
    }

    #[test]
    fn a_zoom_at_a_limit_does_not_flicker() {
        for limit in [FULL, HEAD, 0.2, 0.1] {
            let (.., changes) = sizes((0..100).map(|at| if at % 2 == 0 { limit * 0.99 } else { limit * 1.01 }));
            assert!(changes <= 1, "{limit}: {changes}");
        }
    }
}
