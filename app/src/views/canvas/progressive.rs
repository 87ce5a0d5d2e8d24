//! Progressive rendering of boxes and connections. A zoom can bring hundreds on screen at once. They are rendered from
//! the center outwards, some per animation frame, so that the diagram keeps following the pointer. If there are many,
//! they wait until the zoom ends, as most would disappear again at once.

use std::collections::HashSet;
use std::hash::Hash;

use descriptorium_core::scene::Rect;
use leptos::prelude::*;

use crate::state::canvas::Canvas;

/// The number of boxes and connections per frame at rest: as many as take a tenth of a second.
const AT_REST: usize = 250;
/// The maximum per frame while the zoom changes: as many as fit between two frames.
const ZOOMING: usize = 60;
/// The time after the last change of the zoom that counts as its end, in milliseconds.
const REST: f64 = 100.0;

/// The progressive rendering of one canvas.
#[derive(Clone, Copy)]
struct Rendering {
    canvas: Canvas,
    /// Whether items are rendered in detail.
    detail: Memo<bool>,
    is_on_its_way: StoredValue<bool>,
    /// The width of the last wanted area, and the time of its last change in milliseconds.
    zoomed: StoredValue<(f64, f64)>,
}

/// Lets `canvas.drawn` approach the part to render as long as `detail` is true.
pub fn render(canvas: Canvas, detail: Memo<bool>) {
    let rendering = Rendering {
        canvas,
        detail,
        is_on_its_way: StoredValue::new(false),
        zoomed: StoredValue::new((0.0, f64::NEG_INFINITY)),
    };
    Effect::new(move |_| {
        let wanted = canvas.visible.get();
        let zooms = rendering.zooms_to(wanted);
        if !detail.get() {
            return canvas.drawn.set(Rect::default());
        }
        if rendering.n_entering(wanted) <= if zooms { ZOOMING } else { AT_REST } {
            canvas.drawn.set(wanted);
        } else if !rendering.is_on_its_way.get_value() {
            rendering.go_on();
        }
    });
}

impl Rendering {
    /// Whether the zoom is changing, now that this area is `wanted`.
    fn zooms_to(self, wanted: Rect) -> bool {
        let now = js_sys::Date::now();
        let (width, at) = self.zoomed.get_value();
        // The first area is no change, and panning keeps the width up to rounding.
        let is_other = width > 0.0 && (width - wanted.width).abs() > 1e-6 * width;
        self.zoomed.set_value((wanted.width, if is_other { now } else { at }));
        is_other || (now - at).abs() < REST
    }

    /// The number of boxes and connections that an area would add.
    fn n_entering(self, area: Rect) -> usize {
        let drawn = self.canvas.drawn.get_untracked();
        self.canvas.editor.scene.with_untracked(|view| view.n_entering(drawn, area))
    }

    /// Extends the rendered area with the next frame, until all of it is rendered.
    fn go_on(self) {
        let canvas = self.canvas;
        self.is_on_its_way.set_value(true);
        request_animation_frame(move || {
            // The canvas may be gone by then.
            let Some(detail) = self.detail.try_get_untracked() else { return };
            let (wanted, drawn) = (canvas.visible.get_untracked(), canvas.drawn.get_untracked());
            self.is_on_its_way.set_value(false);
            if !detail {
                return;
            }
            let waits = self.zooms_to(wanted) && self.n_entering(wanted) > ZOOMING;
            let next = if waits { drawn } else { next(drawn, wanted, |area| self.n_entering(area)) };
            if next != drawn {
                canvas.drawn.set(next);
            }
            if next != wanted {
                self.go_on();
            }
        });
    }
}

/// The next area to render between `drawn` and `wanted`, found by bisection. `coming` is the number of boxes and
/// connections that an area adds.
fn next(drawn: Rect, wanted: Rect, coming: impl Fn(Rect) -> usize) -> Rect {
    if coming(wanted) <= AT_REST {
        return wanted;
    }
    let middle = Rect { x: wanted.x + wanted.width / 2.0, y: wanted.y + wanted.height / 2.0, width: 0.0, height: 0.0 };
    let begin = common(drawn, wanted).unwrap_or(middle);
    // The smallest part known to be too much: there is always some progress.
    let (mut enough, mut much) = (0.0, 1.0);
    for _ in 0..6 {
        let half = (enough + much) / 2.0;
        match coming(between(begin, wanted, half)) > AT_REST {
            true => much = half,
            false => enough = half,
        }
    }
    between(begin, wanted, much)
}

/// The `wanted` items, ordered so that existing elements do not have to move: new items take the positions of removed
/// ones. Moving an element costs as much as creating it.
pub fn keep_order<K: Clone + Eq + Hash>(before: Vec<K>, wanted: Vec<K>) -> Vec<K> {
    let there: HashSet<K> = before.iter().cloned().collect();
    let stays: HashSet<K> = wanted.iter().filter(|key| there.contains(key)).cloned().collect();
    let mut coming = wanted.into_iter().filter(|key| !there.contains(key));
    let places = before.into_iter();
    let mut kept: Vec<K> =
        places.filter_map(|key| if stays.contains(&key) { Some(key) } else { coming.next() }).collect();
    kept.extend(coming);
    kept
}

/// The intersection of two areas.
fn common(one: Rect, other: Rect) -> Option<Rect> {
    let (x, y) = (one.x.max(other.x), one.y.max(other.y));
    let width = (one.x + one.width).min(other.x + other.width) - x;
    let height = (one.y + one.height).min(other.y + other.height) - y;
    (width > 0.0 && height > 0.0).then_some(Rect { x, y, width, height })
}

/// The area at `part`, from 0 to 1, between two others.
fn between(from: Rect, to: Rect, part: f64) -> Rect {
    let along = |from: f64, to: f64| from + (to - from) * part;
    Rect {
        x: along(from.x, to.x),
        y: along(from.y, to.y),
        width: along(from.width, to.width),
        height: along(from.height, to.height),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WANTED: Rect = Rect { x: 0.0, y: 0.0, width: 4000.0, height: 2000.0 };

    /// The frame in which each box of a grid of 20 × 20 units is rendered.
    fn frames(mut drawn: Rect, wanted: Rect) -> Vec<usize> {
        let cell =
            |at: usize| Rect { x: (at % 80) as f64 * 50.0, y: (at / 80) as f64 * 50.0, width: 20.0, height: 20.0 };
        let mut frames = Vec::new();
        while drawn != wanted {
            let coming = |area: Rect| (0..3200).map(cell).filter(|it| it.overlaps(area) && !it.overlaps(drawn)).count();
            let then = next(drawn, wanted, coming);
            frames.push(coming(then));
            drawn = then;
            assert!(frames.len() < 100, "it comes to an end: {frames:?}");
        }
        frames
    }

    #[test]
    fn many_items_are_rendered_in_portions() {
        let all = frames(Rect::default(), WANTED);
        assert_eq!(all.iter().sum::<usize>(), 3200);
        assert!(all.len() >= 3200 / AT_REST && all.iter().all(|count| *count < 2 * AT_REST), "{all:?}");
    }

    #[test]
    fn few_items_are_rendered_at_once() {
        let moved = Rect { x: 200.0, ..WANTED };
        assert_eq!(frames(moved, WANTED).len(), 1);
        assert_eq!(frames(WANTED, Rect { width: 900.0, height: 700.0, ..WANTED }), [0], "and leave at once");
    }

    #[test]
    fn remaining_items_keep_their_position() {
        let kept = |before: &[u32], wanted: &[u32]| keep_order(before.to_vec(), wanted.to_vec());
        assert_eq!(kept(&[], &[3, 1, 2]), [3, 1, 2]);
        assert_eq!(kept(&[1, 2, 3, 4], &[0, 1, 3, 5, 6]), [1, 0, 3, 5, 6]);
        assert_eq!(kept(&[1, 2, 3, 4], &[4, 2]), [2, 4]);
        assert_eq!(kept(&[2, 1], &[1, 2, 3]), [2, 1, 3]);
        assert_eq!(kept(&[1, 2], &[]), [0; 0]);
    }

    #[test]
    fn overlapping_items_are_rendered_too() {
        let heap = |drawn: Rect| move |area: Rect| if area.x <= 1000.0 && drawn.width == 0.0 { 5000 } else { 0 };
        let mut drawn = Rect::default();
        for _ in 0..100 {
            drawn = next(drawn, WANTED, heap(drawn));
        }
        assert_eq!(drawn, WANTED);
    }
}
