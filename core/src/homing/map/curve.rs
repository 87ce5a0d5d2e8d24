//! Curves on the sphere: great circles, circles around a point, and areas. Longitudes are unwrapped: neighbors differ by
//! at most half a turn, so a curve that crosses the date line continues beyond 180 degrees.

use crate::homing::distance::{self, Point, RADIUS};

/// A point of a curve: unwrapped longitude, and latitude, in degrees.
pub type Position = (f64, f64);

/// The longest step of a curve in degrees of longitude; longer ones are divided.
const LONGEST_STEP: f64 = 6.0;
/// Bounds the number of divisions near a pole.
const MAX_DEPTH: usize = 12;

/// A difference of longitudes, the shorter way around: from -180 up to 180 degrees.
pub fn wrapped(degrees: f64) -> f64 {
    (degrees + 180.0).rem_euclid(360.0) - 180.0
}

/// The point at a distance in kilometers from another, in the direction of a bearing in degrees clockwise from north.
pub fn destination(from: Point, bearing: f64, kilometers: f64) -> Point {
    // With vectors, since at a pole the usual formula is the difference of two equal numbers.
    let (sin_latitude, cos_latitude) = from.latitude.to_radians().sin_cos();
    let (sin_longitude, cos_longitude) = from.longitude.to_radians().sin_cos();
    let north = [-sin_latitude * cos_longitude, -sin_latitude * sin_longitude, cos_latitude];
    let east = [-sin_longitude, cos_longitude, 0.0];
    let start = from.vector();
    let (sin_turn, cos_turn) = bearing.to_radians().sin_cos();
    let (sin, cos) = (kilometers / RADIUS).sin_cos();
    point([0, 1, 2].map(|axis| cos * start[axis] + sin * (cos_turn * north[axis] + sin_turn * east[axis])))
}

/// The great circle between two points, the shorter way. Between antipodes every way is as short; this one crosses the
/// north pole.
pub fn great_circle(from: Point, to: Point) -> Vec<Position> {
    let (a, b) = (from.vector(), to.vector());
    let cosine = (a[0] * b[0] + a[1] * b[1] + a[2] * b[2]).clamp(-1.0, 1.0);
    let angle = distance::between(from, to) / RADIUS;
    if angle < 1e-9 {
        return vec![(from.longitude, from.latitude)];
    }
    // The direction at the start: the part of the target that is perpendicular to it.
    let mut toward = [0, 1, 2].map(|axis| b[axis] - cosine * a[axis]);
    if length(toward) < 1e-6 {
        let pole = if from.latitude.abs() > 89.0 { [1.0, 0.0, 0.0] } else { [0.0, 0.0, 1.0] };
        let along = pole[0] * a[0] + pole[1] * a[1] + pole[2] * a[2];
        toward = [0, 1, 2].map(|axis| pole[axis] - along * a[axis]);
    }
    let size = length(toward);
    let at = |part: f64| {
        let (sin, cos) = (part * angle).sin_cos();
        point([0, 1, 2].map(|axis| cos * a[axis] + sin * toward[axis] / size))
    };
    sampled(&at, (from, to), ((angle.to_degrees() / 2.0).ceil() as usize).max(1))
}

/// The points at a distance in kilometers from a center, clockwise from north; the last one is the first again, a turn
/// further if a pole is inside.
pub fn circle(center: Point, kilometers: f64) -> Vec<Position> {
    let start = destination(center, 0.0, kilometers);
    let mut found = sampled(&|part| destination(center, part * 360.0, kilometers), (start, start), 72);
    // Over a pole, the first point may be a turn away from the center.
    turn_towards(center.longitude, &mut found);
    found
}

/// Moves a curve by whole turns, so that its middle is as near to a longitude as possible.
pub fn turn_towards(longitude: f64, points: &mut [Position]) {
    let (west, east) = points.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |extent, (longitude, _)| {
        (extent.0.min(*longitude), extent.1.max(*longitude))
    });
    let shift = ((longitude - f64::midpoint(west, east)) / 360.0).round() * 360.0;
    points.iter_mut().for_each(|(longitude, _)| *longitude += shift);
}

/// A curve at evenly spaced parameters from 0 to 1, and further ones where the longitude changes fast.
fn sampled(at: &dyn Fn(f64) -> Point, (first, last): (Point, Point), n_steps: usize) -> Vec<Position> {
    let mut points = vec![(0.0, first)];
    for step in 1..=n_steps {
        let to = if step == n_steps { last } else { at(step as f64 / n_steps as f64) };
        let from = points.last().copied().unwrap_or((0.0, first));
        divide(at, from, (step as f64 / n_steps as f64, to), 0, &mut points);
    }
    unwrapped(points.into_iter().map(|(_, point)| point))
}

fn divide(
    at: &dyn Fn(f64) -> Point,
    from: (f64, Point),
    to: (f64, Point),
    depth: usize,
    points: &mut Vec<(f64, Point)>,
) {
    if depth < MAX_DEPTH && wrapped(to.1.longitude - from.1.longitude).abs() > LONGEST_STEP {
        let middle = f64::midpoint(from.0, to.0);
        let middle = (middle, at(middle));
        divide(at, from, middle, depth + 1, points);
        divide(at, middle, to, depth + 1, points);
    } else {
        points.push(to);
    }
}

/// Points as a curve. Where a step goes over a pole, the curve follows the edge of the map there.
fn unwrapped(points: impl Iterator<Item = Point>) -> Vec<Position> {
    let mut found: Vec<Position> = Vec::new();
    for point in points {
        let Some(&(longitude, latitude)) = found.last() else {
            found.push((point.longitude, point.latitude));
            continue;
        };
        let step = wrapped(point.longitude - longitude);
        if step.abs() > 90.0 {
            let pole = if latitude + point.latitude > 0.0 { 90.0 } else { -90.0 };
            found.extend([(longitude, pole), (longitude + step, pole)]);
        }
        found.push((longitude + step, point.latitude));
    }
    found
}

fn length([x, y, z]: [f64; 3]) -> f64 {
    (x * x + y * y + z * z).sqrt()
}

fn point([x, y, z]: [f64; 3]) -> Point {
    Point::new(z.atan2(x.hypot(y)).to_degrees(), y.atan2(x).to_degrees())
}

/// An area of the earth as closed polygons of a map that repeats every 360 degrees, to be filled with the even-odd rule.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Area {
    /// The border without the edges of the map.
    pub border: Vec<Position>,
    /// The polygon that repeats; it can be closed along the edge at a pole.
    pub polygon: Vec<Position>,
    /// Whether the area is outside of the polygon.
    pub is_outside: bool,
}

impl Area {
    /// The area inside a ring that is not closed. One that runs around a pole contains the nearer pole.
    pub fn of_ring(mut points: Vec<Position>) -> Self {
        let (Some(&first), Some(&last)) = (points.first(), points.last()) else { return Area::default() };
        let end = (last.0 + wrapped(first.0 - last.0), first.1);
        points.push(end);
        let pole = if points.iter().map(|(_, latitude)| latitude).sum::<f64>() < 0.0 { -90.0 } else { 90.0 };
        let turns = ((end.0 - first.0) / 360.0).round();
        Area { polygon: closed(&points, (turns != 0.0).then_some(pole)), border: points, is_outside: false }
    }

    /// The area within a distance in kilometers of a center.
    pub fn of_circle(center: Point, kilometers: f64) -> Self {
        let border = circle(center, kilometers);
        let [north, south] =
            [90.0, -90.0].map(|pole| distance::between(center, Point::new(pole, center.longitude)) < kilometers);
        let turns = match (border.first(), border.last()) {
            (Some(first), Some(last)) => ((last.0 - first.0) / 360.0).round(),
            _ => 0.0,
        };
        let pole = match (turns != 0.0, north) {
            (false, _) => None,
            (true, true) => Some(90.0),
            (true, false) => Some(-90.0),
        };
        Area { polygon: closed(&border, pole), border, is_outside: turns == 0.0 && north && south }
    }

    /// Whether a point is inside.
    pub fn contains(&self, point: Point) -> bool {
        let west = self.polygon.iter().map(|(longitude, _)| *longitude).fold(f64::INFINITY, f64::min);
        let east = self.polygon.iter().map(|(longitude, _)| *longitude).fold(f64::NEG_INFINITY, f64::max);
        if !west.is_finite() || !east.is_finite() {
            return false;
        }
        // The copies of the point within the extent of the polygon.
        let mut longitude = west + (point.longitude - west).rem_euclid(360.0);
        let mut inside = self.is_outside;
        while longitude <= east {
            inside ^= is_inside(&self.polygon, (longitude, point.latitude));
            longitude += 360.0;
        }
        inside
    }
}

/// The polygon of a closed curve; one around a pole is closed along the edge of the map there.
fn closed(border: &[Position], pole: Option<f64>) -> Vec<Position> {
    let mut polygon = border.to_vec();
    if let (Some(pole), Some(first), Some(last)) = (pole, border.first(), border.last()) {
        polygon.extend([(last.0, pole), (first.0, pole)]);
    }
    polygon
}

/// Whether a point is inside a polygon: a ray to the east crosses it an odd number of times.
fn is_inside(polygon: &[Position], (x, y): Position) -> bool {
    let mut inside = false;
    let mut previous = polygon.last();
    for corner in polygon {
        if let Some(other) = previous
            && (corner.1 > y) != (other.1 > y)
            && x < (other.0 - corner.0) * (y - corner.1) / (other.1 - corner.1) + corner.0
        {
            inside = !inside;
        }
        previous = Some(corner);
    }
    inside
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLACES: [(f64, f64); 9] = [
        (32.9, -97.0),
        (0.0, 0.0),
        (0.0, 180.0),
        (65.0, 179.5),
        (-40.0, -179.9),
        (89.5, 20.0),
        (90.0, 0.0),
        (-90.0, 50.0),
        (-1.0, 90.0),
    ];

    fn places() -> impl Iterator<Item = Point> {
        PLACES.into_iter().map(|(latitude, longitude)| Point::new(latitude, longitude))
    }

    /// Every point of a great circle divides the distance, and longitudes are continuous except along a pole.
    #[test]
    fn a_great_circle_is_the_shortest_way() {
        for from in places() {
            for to in places() {
                let whole = distance::between(from, to);
                let curve = great_circle(from, to);
                for (longitude, latitude) in &curve {
                    let point = Point::new(*latitude, wrapped(*longitude));
                    let through = distance::between(from, point) + distance::between(point, to);
                    // A point on the edge of the map at a pole is up to a step away from the curve.
                    let tolerance = if latitude.abs() == 90.0 { 600.0 } else { 0.01 };
                    assert!((through - whole).abs() < tolerance, "{from:?} {to:?}: {point:?} {through} {whole}");
                }
                for pair in curve.windows(2) {
                    let along_pole = pair[0].1.abs() == 90.0 && pair[1].1.abs() == 90.0;
                    assert!((pair[1].0 - pair[0].0).abs() <= 90.0 || along_pole, "{from:?} {to:?}: {pair:?}");
                }
            }
        }
    }

    /// Every point of a circle has its distance, and its area contains exactly the points that are nearer.
    #[test]
    fn a_circle_contains_the_points_within_its_distance() {
        let mut n_inside = 0;
        for center in places() {
            for radius in [1.0, 150.0, 2500.0, 9000.0, 12_000.0, 19_000.0] {
                for (longitude, latitude) in circle(center, radius).into_iter().filter(|(_, north)| north.abs() < 90.0)
                {
                    let found = distance::between(center, Point::new(latitude, wrapped(longitude)));
                    assert!((found - radius).abs() < 0.01, "{center:?} {radius}: {found}");
                }
                let area = Area::of_circle(center, radius);
                // Copies a turn to the west and east cover the map around the center.
                let [west, east] = [f64::min, f64::max].map(|fold| {
                    let longitudes = area.border.iter().map(|(longitude, _)| *longitude);
                    longitudes.reduce(fold).expect("a border")
                });
                let away = (f64::midpoint(west, east) - center.longitude).abs();
                assert!(away <= 180.0 + 1e-6, "{center:?} {radius}: {west} {east}");
                for latitude in (-89..90).step_by(7) {
                    for longitude in (-180..180).step_by(11) {
                        let point = Point::new(f64::from(latitude) + 0.3, f64::from(longitude) + 0.2);
                        let away = distance::between(center, point);
                        // A polygon is up to a few kilometers inside of its circle.
                        if (away - radius).abs() > 25.0 {
                            assert_eq!(area.contains(point), away < radius, "{center:?} {radius} {point:?}");
                            n_inside += usize::from(away < radius);
                        }
                    }
                }
            }
        }
        assert!(n_inside > 1000, "{n_inside}");
    }
}
