//! Great-circle distances on a sphere, as conductor computes them.

/// The radius of the earth in kilometers that conductor uses.
pub const RADIUS: f64 = 6371.0;

/// The largest possible distance: half of the circumference.
pub const FARTHEST: f64 = RADIUS * std::f64::consts::PI;

/// A point in degrees north and east.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    pub latitude: f64,
    pub longitude: f64,
}

impl Point {
    pub fn new(latitude: f64, longitude: f64) -> Self {
        Point { latitude, longitude }
    }

    /// The point on the unit sphere; the third axis goes through the north pole.
    pub fn vector(self) -> [f64; 3] {
        let (sin, cos) = self.latitude.to_radians().sin_cos();
        let (east, north) = self.longitude.to_radians().sin_cos();
        [cos * north, cos * east, sin]
    }

    /// Whether both coordinates are within their range.
    pub fn is_on_earth(self) -> bool {
        (-90.0..=90.0).contains(&self.latitude) && (-180.0..=180.0).contains(&self.longitude)
    }
}

/// The distance in kilometers (haversine formula).
pub fn between(from: Point, to: Point) -> f64 {
    if from == to {
        return 0.0;
    }
    let half = |one: f64, other: f64| ((other - one).to_radians() / 2.0).sin();
    let (latitude, longitude) = (half(from.latitude, to.latitude), half(from.longitude, to.longitude));
    let cosines = from.latitude.to_radians().cos() * to.latitude.to_radians().cos();
    let a = latitude * latitude + cosines * longitude * longitude;
    // Rounding can exceed 1 for antipodes.
    RADIUS * 2.0 * a.sqrt().atan2((1.0 - a).max(0.0).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_cross_the_date_line_and_the_poles() {
        let [date_line, poles, dallas] = [
            ((10.0, 179.9), (10.0, -179.9), 21.901_124_835_754_715),
            ((90.0, 0.0), (-90.0, 0.0), 20_015.086_796_020_572),
            ((32.897_48, -97.040_443), (32.7767, -96.797), 26.413_480_441_418_93),
        ]
        .map(|(from, to, expected)| {
            let found = between(Point::new(from.0, from.1), Point::new(to.0, to.1));
            (found - expected).abs() < 1e-6
        });
        assert!(date_line && poles && dallas);
    }
}
