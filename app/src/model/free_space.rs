//! Free space on the canvas for a toolbar next to a box.

use descriptorium_core::scene::Rect;
use descriptorium_core::scene::shape::label_width;
use descriptorium_core::topology::{Point, VertexKind};

use crate::model::camera::Camera;
use crate::model::scene_view::SceneView;

/// The gap to the box, which has a ring around it, and to the borders of the canvas, in CSS pixels.
const GAP: f64 = 14.0;
const INSIDE: f64 = 4.0;
const BORDER: f64 = 4.0;
/// The search range: the number of steps, each of this many CSS pixels.
const REACH: i32 = 12;
const STEP: f64 = 16.0;

/// The top left corner for an element of `size` next to `subject`, near to it and over nothing in `taken`. If there is
/// no free space, it is the position at the border of the canvas that covers the least.
pub fn place(size: (f64, f64), subject: Rect, taken: &[Rect], canvas: (f64, f64)) -> Point {
    let (width, height) = size;
    let (right, bottom) = (canvas.0 - width - BORDER, canvas.1 - height - BORDER);
    let across = [subject.x + (subject.width - width) / 2.0, subject.x, subject.x + subject.width - width];
    let (above, below) = (subject.y - GAP - height, subject.y + subject.height + GAP);
    let middle = subject.y + (subject.height - height) / 2.0;
    let rows = [below, above].into_iter().flat_map(|y| across.map(|x| (x, y)));
    let beside = [(subject.x + subject.width + GAP, middle), (subject.x - GAP - width, middle)];
    // Near the border the element is pushed inwards, but not onto the box.
    let inwards = |(x, y): (f64, f64)| Rect { x: x.clamp(BORDER, right.max(BORDER)), y, width, height };
    let fits = |rect: &Rect| {
        (BORDER..=bottom).contains(&rect.y)
            && !rect.overlaps(subject)
            && !taken.iter().any(|other| rect.overlaps(*other))
    };
    // In a large box, there is space without looking further away.
    let corner = Rect { x: subject.x + subject.width - width - INSIDE, y: subject.y + INSIDE, width, height };
    let is_large = subject.width >= width + 2.0 * INSIDE && subject.height >= 2.0 * height;
    let is_inside = |rect: &Rect| {
        (BORDER..=bottom).contains(&rect.y)
            && (BORDER..=right).contains(&rect.x)
            && !taken.iter().any(|other| *other != subject && rect.overlaps(*other))
    };
    let corner = Some(corner).filter(|rect| is_large && is_inside(rect));
    // If that is taken, the next one.
    let around = (1..=REACH).flat_map(|ring| {
        let far = GAP + STEP * f64::from(ring);
        let (left, top) = (subject.x - far - width, subject.y - far - height);
        let columns = [left, left / 2.0 + (subject.x + subject.width) / 2.0, subject.x + subject.width + far];
        let corners = [top, middle, subject.y + subject.height + far];
        corners
            .into_iter()
            .flat_map(move |y| columns.map(|x| (x, y)))
            .chain(across.into_iter().flat_map(move |x| [(x, top), (x, subject.y + subject.height + far)]))
    });
    let near = rows.chain(beside).map(inwards).find(fits);
    let near = near.or(corner).or_else(|| around.map(inwards).find(fits));
    let docked = [bottom, BORDER].into_iter().flat_map(|y| {
        [(canvas.0 - width) / 2.0, BORDER, right].map(|x| Rect { x: x.max(BORDER), y: y.max(BORDER), width, height })
    });
    let covered = |rect: &Rect| {
        let of = |other: &Rect| {
            let across = (rect.x + width).min(other.x + other.width) - rect.x.max(other.x);
            let down = (rect.y + height).min(other.y + other.height) - rect.y.max(other.y);
            across.max(0.0) * down.max(0.0)
        };
        // Covering the box itself is worst.
        taken.iter().map(of).sum::<f64>() + 4.0 * of(&subject)
    };
    let found = near.or_else(|| docked.min_by(|one, other| covered(one).total_cmp(&covered(other))));
    found.map_or(Point { x: BORDER, y: BORDER }, |rect| Point { x: rect.x, y: rect.y })
}

/// The visible items that must not be covered: boxes, and titles of frames.
pub fn taken(view: &SceneView, camera: Camera, canvas: (f64, f64)) -> Vec<Rect> {
    const TITLE: Rect = Rect { x: 0.0, y: 0.0, width: 72.0, height: 46.0 };
    let screen = Rect { x: 0.0, y: 0.0, width: canvas.0, height: canvas.1 };
    let boxes = view.scene.boxes.iter().map(|found| {
        let rect = found.rect;
        let is_open = found.frame || found.kind == VertexKind::Boundary;
        let title = || Rect {
            width: (label_width(&found.label) + TITLE.width).min(rect.width),
            height: TITLE.height.min(rect.height),
            ..rect
        };
        on_screen(if is_open { title() } else { rect }, camera)
    });
    boxes.filter(|rect| rect.overlaps(screen)).collect()
}

/// The position of a part of the diagram on the canvas.
pub fn on_screen(rect: Rect, camera: Camera) -> Rect {
    let corner = camera.to_screen(Point { x: rect.x, y: rect.y });
    Rect { x: corner.x, y: corner.y, width: rect.width * camera.zoom, height: rect.height * camera.zoom }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CANVAS: (f64, f64) = (1000.0, 600.0);
    const SIZE: (f64, f64) = (240.0, 36.0);

    const fn rect(x: f64, y: f64, width: f64, height: f64) -> Rect {
        Rect { x, y, width, height }
    }

    fn placed(subject: Rect, taken: &[Rect]) -> Rect {
        let at = place(SIZE, subject, taken, CANVAS);
        rect(at.x, at.y, SIZE.0, SIZE.1)
    }

    #[test]
    fn it_is_below_its_subject_if_there_is_space() {
        let subject = rect(400.0, 300.0, 170.0, 60.0);
        let below = placed(subject, &[subject]);
        assert_eq!((below.x + below.width / 2.0, below.y - GAP), (485.0, 360.0));
        let above = placed(subject, &[subject, rect(300.0, 380.0, 300.0, 60.0)]);
        assert_eq!(above.y + above.height + GAP, 300.0);
        let aside = placed(subject, &[subject, rect(200.0, 220.0, 600.0, 60.0), rect(200.0, 380.0, 600.0, 60.0)]);
        assert_eq!(aside.x, 570.0 + GAP);
        let large = rect(380.0, 260.0, 260.0, 120.0);
        let around = [rect(0.0, 180.0, 1000.0, 60.0), rect(0.0, 390.0, 1000.0, 60.0)];
        let sides = [rect(0.0, 250.0, 370.0, 130.0), rect(650.0, 250.0, 350.0, 130.0)];
        let taken: Vec<Rect> = around.into_iter().chain(sides).chain([large]).collect();
        assert_eq!(placed(large, &taken).y, large.y + INSIDE, "in its corner");
    }

    #[test]
    fn it_stays_on_the_canvas() {
        for subject in
            [rect(0.0, 0.0, 60.0, 20.0), rect(940.0, 580.0, 60.0, 20.0), rect(-900.0, -500.0, 3000.0, 2000.0)]
        {
            let found = placed(subject, &[subject]);
            assert!(
                found.x >= 0.0 && found.y >= 0.0 && found.x + found.width <= 1000.0 && found.y + found.height <= 600.0
            );
        }
    }

    #[test]
    fn it_covers_no_box_as_long_as_any_place_is_free() {
        // Boxes so close to each other that nothing fits between them, except a strip at the bottom.
        let grid: Vec<Rect> = (0..12)
            .flat_map(|column| (0..12).map(move |row| rect(column as f64 * 85.0, row as f64 * 45.0, 66.0, 24.0)))
            .collect();
        for subject in &grid {
            let found = placed(*subject, &grid);
            assert!(!grid.iter().any(|other| other.overlaps(found)), "{subject:?} {found:?}");
        }
    }
}
