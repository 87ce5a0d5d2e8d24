//! The view of the map: an equidistant cylindrical projection. Longitudes and latitudes are straight lines, so the map
//! repeats to the east and west, and both poles are on it.

use std::fmt::Write as _;
use std::ops::RangeInclusive;

use crate::homing::distance::Point;
use crate::homing::map::curve::{Area, Position, wrapped};
use crate::sorting::Sorting;

/// A rectangle of pixels that shows a part of the map.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Viewport {
    /// The point in the middle.
    pub center: Point,
    /// Pixels per degree of latitude.
    pub scale: f64,
    /// Pixels per degree of longitude, relative to the scale: the cosine of the latitude without distortion.
    pub squeeze: f64,
    pub width: f64,
    pub height: f64,
}

/// The smallest extent of a fitted view, in degrees of latitude.
const LEAST_EXTENT: f64 = 2.0;
/// The largest scale: about 100 m per pixel.
const MAX_SCALE: f64 = 1200.0;
/// The free part of a fitted view on each side.
const MARGIN: f64 = 0.09;

impl Viewport {
    /// The view of the whole earth.
    pub fn of_earth(width: f64, height: f64) -> Self {
        let scale = (width / 360.0).min(height / 180.0);
        Viewport { center: Point::new(0.0, 0.0), scale, squeeze: 1.0, width, height }
    }

    /// The smallest view of these points, over the date line if that is shorter. The whole earth if there are none.
    pub fn fit(points: &[Point], width: f64, height: f64) -> Self {
        let known = || points.iter().filter(|point| point.is_on_earth());
        let Some((west, extent)) = longitudes(known().map(|point| point.longitude).collect()) else {
            return Viewport::of_earth(width, height);
        };
        let south = known().map(|point| point.latitude).fold(90.0, f64::min);
        let north = known().map(|point| point.latitude).fold(-90.0, f64::max);
        let latitude = f64::midpoint(south, north);
        // Near the poles the map would become very narrow.
        let squeeze = latitude.to_radians().cos().max(0.3);
        let inner = 1.0 - 2.0 * MARGIN;
        let scale = (height * inner / (north - south).max(LEAST_EXTENT))
            .min(width * inner / (extent * squeeze).max(LEAST_EXTENT))
            .max(Viewport::least_scale(squeeze, width, height));
        let center = Point::new(latitude, wrapped(west + extent / 2.0));
        Viewport { center, scale, squeeze, width, height }.bounded()
    }

    /// The scale at which the whole earth is visible.
    fn least_scale(squeeze: f64, width: f64, height: f64) -> f64 {
        (width / (360.0 * squeeze)).min(height / 180.0)
    }

    /// The view with a valid scale, and with its edges on the earth if it is smaller than that.
    fn bounded(mut self) -> Self {
        let least = Viewport::least_scale(self.squeeze, self.width, self.height);
        self.scale = self.scale.clamp(least, MAX_SCALE.max(least));
        let most = (90.0 - self.height / self.scale / 2.0).max(0.0);
        let latitude = self.center.latitude.clamp(-most, most);
        self.center = Point::new(latitude, wrapped(self.center.longitude));
        self
    }

    /// The position of a point whose longitude is unwrapped.
    pub fn position(&self, (longitude, latitude): Position) -> (f64, f64) {
        let x = self.width / 2.0 + (longitude - self.center.longitude) * self.scale * self.squeeze;
        (x, self.height / 2.0 - (latitude - self.center.latitude) * self.scale)
    }

    /// The position of a point, in the copy of the map that is nearest to the middle.
    pub fn of(&self, point: Point) -> (f64, f64) {
        let longitude = self.center.longitude + wrapped(point.longitude - self.center.longitude);
        self.position((longitude, point.latitude))
    }

    /// The point of the earth at a position.
    pub fn point(&self, (x, y): (f64, f64)) -> Point {
        let longitude = self.center.longitude + (x - self.width / 2.0) / (self.scale * self.squeeze);
        let latitude = self.center.latitude - (y - self.height / 2.0) / self.scale;
        Point::new(latitude.clamp(-90.0, 90.0), wrapped(longitude))
    }

    /// The view moved by pixels.
    pub fn panned(self, (x, y): (f64, f64)) -> Self {
        let longitude = self.center.longitude - x / (self.scale * self.squeeze);
        let center = Point::new(self.center.latitude + y / self.scale, wrapped(longitude));
        Viewport { center, ..self }.bounded()
    }

    /// The view enlarged by a factor around a position, which keeps its point.
    pub fn zoomed(self, factor: f64, at: (f64, f64)) -> Self {
        let point = self.point(at);
        let zoomed = Viewport { scale: self.scale * factor, ..self }.bounded();
        let now = zoomed.of(point);
        zoomed.panned((at.0 - now.0, at.1 - now.1))
    }

    /// The turns by which a curve has to be moved so that its visible copies are shown.
    fn turns(&self, curve: &[Position]) -> RangeInclusive<i32> {
        let west = curve.iter().map(|(longitude, _)| *longitude).fold(f64::INFINITY, f64::min);
        let east = curve.iter().map(|(longitude, _)| *longitude).fold(f64::NEG_INFINITY, f64::max);
        if !west.is_finite() || !east.is_finite() {
            return RangeInclusive::new(1, 0);
        }
        let half = self.width / 2.0 / (self.scale * self.squeeze);
        let (left, right) = (self.center.longitude - half, self.center.longitude + half);
        (((left - east) / 360.0).ceil() as i32)..=(((right - west) / 360.0).floor() as i32)
    }

    /// The visible copies of a curve as the data of an SVG path.
    pub fn line(&self, curve: &[Position]) -> String {
        let mut path = String::new();
        for turn in self.turns(curve) {
            self.draw(curve, turn, &mut path);
        }
        path
    }

    /// The visible copies of an area as the data of an SVG path, to be filled with the even-odd rule.
    pub fn area(&self, area: &Area) -> String {
        let mut path = String::new();
        if area.is_outside {
            let [(left, top), (right, bottom)] = [(0.0, 90.0), (0.0, -90.0)].map(|at| self.position(at));
            let (left, right) = (left.min(0.0), right.max(self.width));
            let _ = write!(path, "M{left:.0} {top:.1}H{right:.0}V{bottom:.1}H{left:.0}Z");
        }
        for turn in self.turns(&area.polygon) {
            self.draw(&area.polygon, turn, &mut path);
            path.push('Z');
        }
        path
    }

    /// Draws a curve in steps of tenths of a pixel; steps that are not visible are left out.
    fn draw(&self, curve: &[Position], turn: i32, path: &mut String) {
        let mut before = (0_i64, 0_i64);
        for (index, (longitude, latitude)) in curve.iter().enumerate() {
            let (x, y) = self.position((longitude + 360.0 * f64::from(turn), *latitude));
            let now = ((x * 10.0).round() as i64, (y * 10.0).round() as i64);
            let step = (now.0 - before.0, now.1 - before.1);
            let is_last = index + 1 == curve.len();
            if index > 0 && !is_last && step.0.abs() < SMALLEST_STEP && step.1.abs() < SMALLEST_STEP {
                continue;
            }
            before = now;
            // Relative steps are shorter than positions.
            let command = if index == 0 { 'M' } else { 'l' };
            path.push(command);
            tenths(if index == 0 { now.0 } else { step.0 }, path);
            path.push(' ');
            tenths(if index == 0 { now.1 } else { step.1 }, path);
        }
    }
}

/// A curve as the data of an SVG path in degrees, for maps that are moved and enlarged by a transformation: x is the
/// longitude, y the negative latitude.
pub fn degrees(curve: &[Position]) -> String {
    let mut path = String::new();
    for (index, (longitude, latitude)) in curve.iter().enumerate() {
        let command = if index == 0 { 'M' } else { 'L' };
        path.push(command);
        thousandths(*longitude, &mut path);
        path.push(' ');
        thousandths(-latitude, &mut path);
    }
    path
}

/// An area as the data of an SVG path in degrees, to be filled with the even-odd rule. The inside of an area outside of its
/// polygon reaches a turn to the east and west.
pub fn area_in_degrees(area: &Area) -> String {
    let edge = if area.is_outside { "M-540 -90H540V90H-540Z" } else { "" };
    let mut path = edge.to_owned();
    path += &degrees(&area.polygon);
    path.push('Z');
    path
}

fn thousandths(value: f64, text: &mut String) {
    let rounded = (value * 1000.0).round() / 1000.0;
    // Writing to a string cannot fail. Adding zero avoids a negative zero.
    let _ = write!(text, "{}", rounded + 0.0);
}

/// The smallest visible step, in tenths of a pixel.
const SMALLEST_STEP: i64 = 8;

/// Writes a number of tenths.
fn tenths(value: i64, text: &mut String) {
    let (whole, part) = (value.abs() / 10, value.abs() % 10);
    let sign = if value < 0 { "-" } else { "" };
    // Writing to a string cannot fail.
    let _ = match part {
        0 => write!(text, "{sign}{whole}"),
        part => write!(text, "{sign}{whole}.{part}"),
    };
}

/// The westernmost of these longitudes and the extent to the easternmost: the shortest interval that contains all.
fn longitudes(mut degrees: Vec<f64>) -> Option<(f64, f64)> {
    degrees.order_by(f64::total_cmp);
    let (first, last) = (*degrees.first()?, *degrees.last()?);
    // The interval begins after the largest gap.
    let mut found = (first, last - first);
    for pair in degrees.windows(2) {
        if let [before, after] = pair
            && 360.0 - (after - before) < found.1
        {
            found = (*after, 360.0 - (after - before));
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::homing::map::curve::great_circle;

    #[test]
    fn a_fitted_view_contains_the_points() {
        let sets: [&[(f64, f64)]; 6] = [
            &[(32.9, -97.0), (40.7, -74.0)],
            &[(10.0, 179.0), (12.0, -178.0)],
            &[(89.0, 10.0), (88.0, -170.0)],
            &[(-90.0, 0.0), (90.0, 0.0)],
            &[(0.0, 0.0)],
            &[(0.0, -120.0), (0.0, 0.0), (0.0, 120.0)],
        ];
        for set in sets {
            let points: Vec<Point> =
                set.iter().map(|(latitude, longitude)| Point::new(*latitude, *longitude)).collect();
            let view = Viewport::fit(&points, 800.0, 400.0);
            for point in &points {
                let (x, y) = view.of(*point);
                assert!((-0.1..=800.1).contains(&x) && (-0.1..=400.1).contains(&y), "{set:?}: {x} {y}");
                let back = view.point((x, y));
                assert!((back.latitude - point.latitude).abs() < 1e-9, "{back:?}");
                assert!(wrapped(back.longitude - point.longitude).abs() < 1e-9, "{back:?}");
            }
        }
        let view = Viewport::fit(&[Point::new(10.0, 179.0), Point::new(12.0, -178.0)], 800.0, 400.0);
        assert!(view.scale > 50.0, "across the date line, not around the earth: {}", view.scale);
    }

    #[test]
    fn zooming_keeps_the_point_under_the_pointer() {
        let view = Viewport::fit(&[Point::new(40.0, 170.0), Point::new(50.0, -170.0)], 900.0, 500.0);
        let at = (700.0, 120.0);
        let point = view.point(at);
        let (x, y) = view.zoomed(3.0, at).of(point);
        assert!((x - at.0).abs() < 1e-6 && (y - at.1).abs() < 1e-6, "{x} {y}");
        // Far out, the whole earth stays in view.
        let far = view.zoomed(1e-9, at);
        assert!(far.of(Point::new(90.0, 0.0)).1 >= -0.1 && far.of(Point::new(-90.0, 0.0)).1 <= 500.1);
    }

    /// A line across the date line is drawn once in a view around it, and at both edges of a view of the whole earth.
    #[test]
    fn lines_continue_across_the_date_line() {
        let (from, to) = (Point::new(35.0, 140.0), Point::new(37.0, -122.0));
        let curve = great_circle(from, to);
        let near = Viewport::fit(&[from, to], 800.0, 400.0);
        assert_eq!(near.line(&curve).matches('M').count(), 1);
        assert_eq!(Viewport::of_earth(720.0, 360.0).line(&curve).matches('M').count(), 2);
    }
}
