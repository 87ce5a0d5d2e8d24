//! Which part of the drawing is on screen, and how large.

use descriptorium_core::scene::Rect;
use descriptorium_core::topology::Point;

pub const SMALLEST: f64 = 0.05;
pub const LARGEST: f64 = 4.0;

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
    /// The place of the drawing under a place of the screen.
    pub fn to_scene(self, screen: Point) -> Point {
        Point { x: (screen.x - self.x) / self.zoom, y: (screen.y - self.y) / self.zoom }
    }

    pub fn to_screen(self, scene: Point) -> Point {
        Point { x: scene.x * self.zoom + self.x, y: scene.y * self.zoom + self.y }
    }

    /// Zooms by `factor` so that what is under `screen` stays there.
    pub fn zoomed(self, factor: f64, screen: Point) -> Camera {
        let zoom = (self.zoom * factor).clamp(SMALLEST, LARGEST);
        let fixed = self.to_scene(screen);
        Camera { x: screen.x - fixed.x * zoom, y: screen.y - fixed.y * zoom, zoom }
    }

    pub fn panned(self, dx: f64, dy: f64) -> Camera {
        Camera { x: self.x + dx, y: self.y + dy, ..self }
    }

    /// Shows all of `bounds` in a canvas of `width` × `height`, centered, not larger than it is drawn.
    pub fn fitting(bounds: Rect, width: f64, height: f64) -> Camera {
        const MARGIN: f64 = 32.0;
        if width <= 0.0 || height <= 0.0 || bounds.width <= 0.0 || bounds.height <= 0.0 {
            return Camera::default();
        }
        let room = (width - 2.0 * MARGIN).max(1.0) / bounds.width;
        let zoom = room.min((height - 2.0 * MARGIN).max(1.0) / bounds.height).clamp(SMALLEST, 1.0);
        Camera {
            x: (width - bounds.width * zoom) / 2.0 - bounds.x * zoom,
            y: (height - bounds.height * zoom) / 2.0 - bounds.y * zoom,
            zoom,
        }
    }

    /// Whether a canvas of `width` × `height` shows all of `bounds`.
    pub fn shows(self, bounds: Rect, width: f64, height: f64) -> bool {
        let from = self.to_screen(Point { x: bounds.x, y: bounds.y });
        let to = self.to_screen(Point { x: bounds.x + bounds.width, y: bounds.y + bounds.height });
        from.x >= 0.0 && from.y >= 0.0 && to.x <= width && to.y <= height
    }

    /// What of the drawing a canvas of `width` × `height` shows, with a margin so that panning a little shows nothing
    /// new; rounded outwards to a grid, so that it changes seldom.
    pub fn visible(self, width: f64, height: f64) -> Rect {
        const CELL: f64 = 400.0;
        let from = self.to_scene(Point { x: 0.0, y: 0.0 });
        let to = self.to_scene(Point { x: width, y: height });
        let down = |value: f64| (value / CELL).floor() * CELL - CELL;
        let up = |value: f64| (value / CELL).ceil() * CELL + CELL;
        let (x, y) = (down(from.x), down(from.y));
        Rect { x, y, width: up(to.x) - x, height: up(to.y) - y }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zooming_keeps_what_is_under_the_pointer() {
        let pointer = Point { x: 300.0, y: 200.0 };
        let camera = Camera { x: -40.0, y: 12.0, zoom: 0.8 };
        let after = camera.zoomed(1.3, pointer).to_scene(pointer);
        let before = camera.to_scene(pointer);
        assert!((after.x - before.x).abs() < 1e-9 && (after.y - before.y).abs() < 1e-9);
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
