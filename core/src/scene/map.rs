//! Renders the map of a homing template as SVG: land, threshold circles, great circles, and markers with titles. The style
//! sheet of the page sets the colors.

use super::markup::Markup;
use super::measure::text_width;
use super::shape::number;
use crate::homing::map::curve::{Area, great_circle};
use crate::homing::map::projection::Viewport;
use crate::homing::map::{Candidate, Map, Outcome, coastline};
use crate::homing::placement::problem::kilometers;

/// The height of labels, and the distance to their markers, in pixels.
const LINE: f64 = 14.0;
/// The radius of markers in pixels.
const RADIUS: f64 = 4.5;

/// The map as an `svg` element of this size, called `name`.
pub fn svg(map: &Map, name: &str, (width, height): (f64, f64)) -> String {
    let view = Viewport::fit(&map.points(), width, height);
    let mut markup = Markup::default();
    let [w, h] = [width, height].map(number);
    markup.open(
        "svg",
        &[
            ("xmlns", "http://www.w3.org/2000/svg"),
            ("class", "geo-map"),
            ("viewBox", &format!("0 0 {w} {h}")),
            ("width", &w),
            ("height", &h),
            ("role", "img"),
            ("aria-label", &summary(map, name)),
        ],
    );
    markup.element("title", &[], &format!("Map of {name}"));
    markup.start("rect", &[("class", "sea"), ("width", &w), ("height", &h)]);
    markup.text.push_str("/>");
    let land: String = coastline::land().iter().map(|area| view.area(area)).collect();
    markup.path("land", &land);
    for circle in &map.circles {
        let area = Area::of_circle(circle.center, circle.radius);
        let class = if circle.is_least { "circle least" } else { "circle" };
        markup.open("g", &[("class", class)]);
        markup.element(
            "title",
            &[],
            &format!("{}: {} from {}", circle.constraint, kilometers(circle.radius), circle.location),
        );
        markup.path("area", &view.area(&area));
        markup.path("edge", &view.line(&area.border));
        markup.close("g");
    }
    for line in &map.lines {
        let class = if line.is_runner_up { "way runner-up" } else { "way" };
        markup.open("g", &[("class", class)]);
        markup.element("title", &[], &format!("{} to {}", line.location, line.demand));
        markup.path("edge", &view.line(&great_circle(line.from, line.to)));
        markup.close("g");
    }
    let mut labels = Labels { width, height, taken: Vec::new() };
    let [mut markers, mut words] = [Markup::default(), Markup::default()];
    // The chosen ones are drawn last, but get their labels first.
    for outcome in [Outcome::Chosen, Outcome::RunnerUp, Outcome::Possible, Outcome::Eliminated] {
        let mut group = Markup::default();
        for candidate in map.candidates.iter().filter(|candidate| candidate.outcome == outcome) {
            let at = view.of(candidate.point);
            dot(&mut group, at, candidate);
            if outcome >= Outcome::RunnerUp {
                labels.write(&mut words, at, &candidate.name, outcome.name());
            }
        }
        markers.text.insert_str(0, &group.text);
    }
    for location in &map.locations {
        let (x, y) = view.of(location.point);
        markers.open("g", &[("class", "location")]);
        markers.element("title", &[], &location.name);
        let (left, right) = (number(x - RADIUS - 1.0), number(x + RADIUS + 1.0));
        let (top, bottom) = (number(y - RADIUS - 1.0), number(y + RADIUS + 1.0));
        markers.path(
            "marker",
            &format!("M{} {top}L{right} {}L{} {bottom}L{left} {}Z", number(x), number(y), number(x), number(y)),
        );
        markers.close("g");
        labels.write(&mut words, (x, y), &location.name, "location");
    }
    markup.text.push_str(&markers.text);
    markup.text.push_str(&words.text);
    markup.close("svg");
    markup.text
}

/// The content in one sentence for screen readers; the tables of the page have the details.
fn summary(map: &Map, name: &str) -> String {
    let count = |number: usize, noun: &str| format!("{number} {noun}{}", if number == 1 { "" } else { "s" });
    let chosen: Vec<&str> = map
        .candidates
        .iter()
        .filter(|candidate| candidate.outcome == Outcome::Chosen)
        .map(|candidate| candidate.name.as_str())
        .collect();
    let all = [count(map.locations.len(), "location"), count(map.candidates.len(), "candidate")].join(", ");
    let chosen = if chosen.is_empty() { String::new() } else { format!("; chosen: {}", chosen.join(", ")) };
    format!("Map of {name}: {all}{chosen}")
}

fn dot(markup: &mut Markup, (x, y): (f64, f64), candidate: &Candidate) {
    let outcome = candidate.outcome.name();
    markup.open("g", &[("class", &format!("candidate {outcome}"))]);
    let why = candidate.eliminated_by.as_ref().map(|by| format!(" by {by}")).unwrap_or_default();
    markup.element("title", &[], &format!("{} for {}: {outcome}{why}", candidate.name, candidate.demand));
    markup.start("circle", &[("class", "marker"), ("cx", &number(x)), ("cy", &number(y)), ("r", &number(RADIUS))]);
    markup.text.push_str("/>");
    markup.close("g");
}

/// The labels of a map, which do not overlap: one without free space is left out, its marker has a title.
struct Labels {
    width: f64,
    height: f64,
    /// Left, top, right and bottom.
    taken: Vec<[f64; 4]>,
}

impl Labels {
    fn write(&mut self, markup: &mut Markup, (x, y): (f64, f64), text: &str, class: &str) {
        let width = text_width(text, LINE) + 2.0;
        let away = RADIUS + 4.0;
        let places = [
            (x + away, y + LINE / 3.0, "start", x + away),
            (x - away, y + LINE / 3.0, "end", x - away - width),
            (x, y - away, "middle", x - width / 2.0),
            (x, y + away + LINE * 0.7, "middle", x - width / 2.0),
        ];
        for (at, line, anchor, left) in places {
            let own = [left, line - LINE * 0.8, left + width, line + LINE * 0.2];
            let [l, t, r, b] = own;
            let is_inside = l >= 0.0 && t >= 0.0 && r <= self.width && b <= self.height;
            let is_free = !self.taken.iter().any(|[l2, t2, r2, b2]| l < *r2 && *l2 < r && t < *b2 && *t2 < b);
            if is_inside && is_free {
                self.taken.push(own);
                let class = format!("label {class}");
                let (at, line) = (number(at), number(line));
                markup.element("text", &[("class", &class), ("x", &at), ("y", &line), ("text-anchor", anchor)], text);
                return;
            }
        }
    }
}
