//! The coastlines of the world at 1:110 million: Natural Earth, in the public domain. `coastline.mjs` writes the data and
//! describes their encoding.

use crate::homing::map::curve::{Area, turn_towards};

const RINGS: &str = include_str!("coastline.txt");

/// Units per degree.
const STEPS: f64 = 10.0;

/// How far the land reaches beyond the date line, in degrees: the ring of Eurasia ends at the east of Chukotka, 169.9° W.
pub const OVERHANG: f64 = 10.2;

/// The land, one area per ring. Inner seas are areas inside another one: fill them with the even-odd rule.
pub fn land() -> Vec<Area> {
    RINGS.lines().map(|line| Area::of_ring(ring(line))).collect()
}

/// The points of an encoded ring, as unwrapped longitude and latitude. Its middle is on the map, whichever point is first.
fn ring(line: &str) -> Vec<(f64, f64)> {
    let mut numbers = Numbers { bytes: line.as_bytes() };
    let (mut latitude, mut longitude) = (0, 0);
    let mut points = Vec::new();
    while let (Some(north), Some(east)) = (numbers.next(), numbers.next()) {
        (latitude, longitude) = (latitude + north, longitude + east);
        points.push((longitude as f64 / STEPS, latitude as f64 / STEPS));
    }
    turn_towards(0.0, &mut points);
    points
}

struct Numbers<'a> {
    bytes: &'a [u8],
}

impl Iterator for Numbers<'_> {
    type Item = i32;

    fn next(&mut self) -> Option<i32> {
        let (mut value, mut shift) = (0_u32, 0);
        loop {
            let (first, rest) = self.bytes.split_first()?;
            self.bytes = rest;
            let group = u32::from(first.checked_sub(63)?);
            value |= (group & 0x1f) << shift;
            shift += 5;
            if group < 0x20 || shift > 25 {
                break;
            }
        }
        let half = (value >> 1) as i32;
        Some(if value & 1 == 1 { !half } else { half })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::homing::distance::Point;

    #[test]
    fn the_land_of_a_map_reaches_as_far_as_the_overhang() {
        let land = land();
        let beyond = land.iter().flat_map(|area| &area.polygon).map(|point| point.0.abs() - 180.0);
        let reach = beyond.fold(0.0, f64::max);
        assert!(reach <= OVERHANG && reach > OVERHANG - 0.2, "{reach}");
    }

    /// Cities are on land and points in the oceans are not; one ring runs around the south pole.
    #[test]
    fn land_and_sea_are_where_they_are() {
        let land = land();
        assert!(land.len() > 100, "{}", land.len());
        let is_land = |latitude, longitude| {
            let inside = land.iter().filter(|area| area.contains(Point::new(latitude, longitude)));
            inside.count() % 2 == 1
        };
        let on_land = [
            ("Dallas", 32.8, -96.8),
            ("Moscow", 55.8, 37.6),
            ("Nairobi", -1.3, 36.8),
            ("Alice Springs", -23.7, 133.9),
            ("Chukotka, beyond the date line", 67.5, -177.0),
            ("the south pole", -89.9, 12.0),
            ("Vostok", -78.5, 106.8),
        ];
        let at_sea = [
            ("the Atlantic", 30.0, -45.0),
            ("the Pacific at the date line", 0.0, 180.0),
            ("the Indian Ocean", -30.0, 80.0),
            ("the north pole", 89.9, 0.0),
            ("the Caspian Sea", 42.0, 50.5),
        ];
        for (name, latitude, longitude) in on_land {
            assert!(is_land(latitude, longitude), "{name}");
        }
        for (name, latitude, longitude) in at_sea {
            assert!(!is_land(latitude, longitude), "{name}");
        }
    }
}
