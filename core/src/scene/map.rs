//! Renders the map of a homing template as SVG: land, threshold circles, great circles, and markers with titles. The style
//! sheet of the page sets the colors.

use smol_str::SmolStr;

use super::markup::Markup;
use super::measure::text_width;
use super::shape::number;
use crate::homing::map::curve::{Area, great_circle};
use crate::homing::map::projection::Viewport;
use crate::homing::map::{Candidate, Map, Outcome, coastline};

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
            &format!("{}: {} from {}", circle.constraint, circle.length(circle.radius), circle.location),
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
    let mut markers = Markup::default();
    // The chosen ones are drawn last.
    for outcome in [Outcome::Eliminated, Outcome::Possible, Outcome::RunnerUp, Outcome::Chosen] {
        for candidate in map.candidates.iter().filter(|candidate| candidate.outcome == outcome) {
            dot(&mut markers, view.of(candidate.point), candidate);
        }
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
    }
    markup.text.push_str(&markers.text);
    for label in labels(map, &view) {
        let attributes = [
            ("class", &*format!("label {}", label.class)),
            ("x", &number(label.x)),
            ("y", &number(label.y)),
            ("text-anchor", label.anchor),
        ];
        markup.element("text", &attributes, &label.text);
    }
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

/// A name beside its marker.
#[derive(Clone, PartialEq, Debug)]
pub struct Label {
    pub text: SmolStr,
    /// The outcome for a candidate, or `location`.
    pub class: &'static str,
    /// The baseline, and the `text-anchor` at `x`, in pixels.
    pub x: f64,
    pub y: f64,
    pub anchor: &'static str,
}

/// The names of the candidates of both plans and of the locations. They do not overlap: one without free space is left out,
/// those of the best plan last.
pub fn labels(map: &Map, view: &Viewport) -> Vec<Label> {
    let candidates = [Outcome::Chosen, Outcome::RunnerUp].into_iter().flat_map(|outcome| {
        let own = map.candidates.iter().filter(move |candidate| candidate.outcome == outcome);
        own.map(move |candidate| (candidate.point, &candidate.name, outcome.name()))
    });
    let locations = map.locations.iter().map(|location| (location.point, &location.name, "location"));
    let mut taken: Vec<[f64; 4]> = Vec::new();
    let all = candidates.chain(locations).filter_map(|(point, text, class)| {
        let (x, y) = view.of(point);
        let width = text_width(text, LINE) + 2.0;
        let away = RADIUS + 4.0;
        let places = [
            (x + away, y + LINE / 3.0, "start", x + away),
            (x - away, y + LINE / 3.0, "end", x - away - width),
            (x, y - away, "middle", x - width / 2.0),
            (x, y + away + LINE * 0.7, "middle", x - width / 2.0),
        ];
        places.into_iter().find_map(|(x, y, anchor, left)| {
            let own @ [l, t, r, b] = [left, y - LINE * 0.8, left + width, y + LINE * 0.2];
            let is_inside = l >= 0.0 && t >= 0.0 && r <= view.width && b <= view.height;
            let is_free = !taken.iter().any(|[l2, t2, r2, b2]| l < *r2 && *l2 < r && t < *b2 && *t2 < b);
            (is_inside && is_free).then(|| {
                taken.push(own);
                Label { text: text.clone(), class, x, y, anchor }
            })
        })
    });
    all.collect()
}
