//! The visible part of the diagram, and its zoom.

use descriptorium_core::scene::Rect;
use descriptorium_core::topology::Point;

/// The smallest zoom that the user can choose. A larger diagram is fitted at a smaller one.
pub const SMALLEST: f64 = 0.05;
pub const LARGEST: f64 = 4.0;
/// The smallest zoom of all: of a diagram so large that its coordinates are hardly exact.
pub const TINIEST: f64 = 0.0005;

/// The margin around a diagram that is fitted into the view, in addition to that of its bounds.
const MARGIN: f64 = 16.0;

/// Screen = scene × `zoom` + offset, in CSS pixels from the top left corner of the canvas.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Camera {
    pub x: f64,
    pub y: f64,
    pub zoom: f64,
}

impl Default for Camera {
    fn default() -> Self {
        Camera { x: 0.0, y: 0.0, zoom: 1.0 }
    }
}

impl Camera {
    /// The point of the diagram at a point of the screen.
    pub fn to_scene(self, screen: Point) -> Point {
        Point { x: (screen.x - self.x) / self.zoom, y: (screen.y - self.y) / self.zoom }
    }

    pub fn to_screen(self, scene: Point) -> Point {
        Point { x: scene.x * self.zoom + self.x, y: scene.y * self.zoom + self.y }
    }

    /// Zooms by `factor` with the point under `screen` fixed.
    pub fn zoomed(self, factor: f64, screen: Point) -> Camera {
        // From the small zoom of a large diagram that was fitted, one can only zoom in.
        let zoom = (self.zoom * factor).clamp(self.zoom.min(SMALLEST), LARGEST);
        let fixed = self.to_scene(screen);
        Camera { x: screen.x - fixed.x * zoom, y: screen.y - fixed.y * zoom, zoom }
    }

    /// The camera as a style: an element that is transformed as a whole is not laid out again.
    pub fn transform(self) -> String {
        format!("translate({:.2}px, {:.2}px) scale({:.5})", self.x, self.y, self.zoom)
    }

    pub fn panned(self, dx: f64, dy: f64) -> Camera {
        Camera { x: self.x + dx, y: self.y + dy, ..self }
    }

    /// Fits all of `bounds` into a canvas of `width` × `height`, centered, with a zoom of 1 at most.
    pub fn fitting(bounds: Rect, width: f64, height: f64) -> Camera {
        if width <= 0.0 || height <= 0.0 || bounds.width <= 0.0 || bounds.height <= 0.0 {
            return Camera::default();
        }
        let room = (width - 2.0 * MARGIN).max(1.0) / bounds.width;
        let zoom = room.min((height - 2.0 * MARGIN).max(1.0) / bounds.height).clamp(TINIEST, 1.0);
        Camera {
            x: (width - bounds.width * zoom) / 2.0 - bounds.x * zoom,
            y: (height - bounds.height * zoom) / 2.0 - bounds.y * zoom,
            zoom,
        }
    }

    /// The same zoom with a point of the diagram at the center of a canvas of `width` × `height`.
    pub fn looking_at(self, at: Point, width: f64, height: f64) -> Camera {
        Camera { x: width / 2.0 - at.x * self.zoom, y: height / 2.0 - at.y * self.zoom, ..self }
    }

    /// Whether all of `bounds` is visible in a canvas of `width` × `height`.
    pub fn shows(self, bounds: Rect, width: f64, height: f64) -> bool {
        let from = self.to_screen(Point { x: bounds.x, y: bounds.y });
        let to = self.to_screen(Point { x: bounds.x + bounds.width, y: bounds.y + bounds.height });
        from.x >= 0.0 && from.y >= 0.0 && to.x <= width && to.y <= height
    }

    /// The part of the diagram to render in a canvas of `width` × `height`: the visible part, and a margin. It stays as
    /// `before` while that contains the visible part and is not much larger, so that it rarely changes.
    pub fn visible(self, width: f64, height: f64, before: Option<Rect>) -> Rect {
        const MARGIN: f64 = 96.0;
        let around = |margin: f64| {
            let from = self.to_scene(Point { x: -margin, y: -margin });
            let to = self.to_scene(Point { x: width + margin, y: height + margin });
            Rect { x: from.x, y: from.y, width: to.x - from.x, height: to.y - from.y }
        };
        let (shown, most) = (around(0.0), around(2.0 * MARGIN));
        before.filter(|before| before.holds(shown) && most.holds(*before)).unwrap_or_else(|| around(MARGIN))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zooming_keeps_the_point_under_the_pointer() {
        let pointer = Point { x: 300.0, y: 200.0 };
        let camera = Camera { x: -40.0, y: 12.0, zoom: 0.8 };
        let after = camera.zoomed(1.3, pointer).to_scene(pointer);
        let before = camera.to_scene(pointer);
        assert!((after.x - before.x).abs() < 1e-9 && (after.y - before.y).abs() < 1e-9);
    }

    #[test]
    fn a_diagram_of_any_size_fits() {
        let large = Rect { x: -100.0, y: 50.0, width: 90_000.0, height: 30_000.0 };
        let camera = Camera::fitting(large, 900.0, 600.0);
        assert!(camera.zoom < SMALLEST && camera.shows(large, 900.0, 600.0));
        let pointer = Point { x: 300.0, y: 200.0 };
        assert_eq!(camera.zoomed(0.5, pointer).zoom, camera.zoom, "no further away");
        assert!(camera.zoomed(2.0, pointer).zoom > camera.zoom);
        assert_eq!(Camera::default().zoomed(0.001, pointer).zoom, SMALLEST);
    }

    #[test]
    fn the_rendered_area_rarely_changes() {
        let camera = Camera::default();
        let before = camera.visible(900.0, 600.0, None);
        assert_eq!(camera.panned(-90.0, 80.0).visible(900.0, 600.0, Some(before)), before);
        let after = camera.panned(-100.0, 0.0).visible(900.0, 600.0, Some(before));
        assert!(after.x <= 100.0 && after.x + after.width >= 1000.0);
        // At a large zoom, much less is rendered than at a small one.
        let near = camera.zoomed(4.0, Point { x: 0.0, y: 0.0 }).visible(900.0, 600.0, Some(before));
        assert!(near.width < before.width / 2.0);
    }

    #[test]
    fn fitting_shows_everything() {
        let bounds = Rect { x: -100.0, y: 50.0, width: 3000.0, height: 800.0 };
        let camera = Camera::fitting(bounds, 900.0, 600.0);
        assert!(camera.shows(bounds, 900.0, 600.0) && !camera.panned(40.0, 0.0).shows(bounds, 900.0, 600.0));
        let corner = camera.to_screen(Point { x: bounds.x, y: bounds.y });
        let other = camera.to_screen(Point { x: bounds.x + bounds.width, y: bounds.y + bounds.height });
        assert!(corner.x >= 0.0 && corner.y >= 0.0 && other.x <= 900.0 && other.y <= 600.0);
    }
}
